//! What can go wrong with the database, told apart by what the reader of the message can do about it.

use std::io;

use sqlx::error::DatabaseError;

/// A store operation that did not happen. Every message is one line for a user and holds no password.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else saved the same thing first.
    #[error("somebody else saved a change to the same record first: load it again and repeat yours")]
    Conflict,
    /// A stored value that cannot be read as what it should be.
    #[error("the database holds a value that cannot be read: table {table}, column {column}, row {id}")]
    Corrupt {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's id.
        id: String,
    },
    /// Stored records that do not fit together.
    #[error("the database holds records that do not fit together: {0}")]
    Inconsistent(String),
    /// The database address is of no use; the text says what to write.
    #[error("DATABASE_URL {0}")]
    Url(String),
    /// The database could not be opened.
    #[error("{database} cannot be opened: {reason}")]
    Open {
        /// What was to be opened, as in [`Db::describe`](super::Db::describe).
        database: String,
        /// Why not, and what to do.
        reason: String,
    },
    /// The database was migrated by a newer release of this program.
    #[error(
        "the database has schema version {found}, this program knows up to {known}: install the newer release that wrote it, or restore a backup"
    )]
    NewerSchema {
        /// The version found.
        found: i64,
        /// The newest version this program can read.
        known: i64,
    },
    /// The database has a schema that never was one of this program.
    #[error(
        "schema version {version} of the database differs from the one of the same number in this program: restore a backup"
    )]
    ForeignSchema {
        /// The version whose text differs.
        version: i64,
    },
    /// Others kept the database locked for too long.
    #[error("the database is busy with another change: try again in a few seconds")]
    Busy,
    /// There is no room left.
    #[error("the database has no space left on its disk: nothing was saved; free some space and try again")]
    Full,
    /// The database accepts no change.
    #[error("the database is read-only: give the server write access to it")]
    ReadOnly,
    /// The database does not answer.
    #[error("the database does not answer: {0}")]
    Unavailable(String),
    /// Anything else the driver or the database reports.
    #[error("the database reports: {}", one_line(.0))]
    Database(#[source] sqlx::Error),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "sqlx::Error is non-exhaustive; what is not told apart stays Database"
        )]
        match &error {
            sqlx::Error::Database(fault) => known_fault(fault.as_ref()).unwrap_or(Self::Database(error)),
            sqlx::Error::Io(fault) => io_fault(fault),
            sqlx::Error::PoolTimedOut => Self::Unavailable("no connection became free in time".to_owned()),
            sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed => {
                Self::Unavailable("the connection was closed".to_owned())
            }
            _ => Self::Database(error),
        }
    }
}

/// Whether others hold the database, so that the same may succeed a moment later.
pub(super) fn is_busy(error: &sqlx::Error) -> bool {
    error
        .as_database_error()
        .and_then(known_fault)
        .is_some_and(|fault| matches!(fault, StoreError::Busy))
}

fn known_fault(fault: &dyn DatabaseError) -> Option<StoreError> {
    if fault.is_unique_violation() {
        return Some(StoreError::Conflict);
    }
    let code = fault.code()?;
    if let Ok(number) = code.parse::<i32>()
        && code.len() < 5
    {
        // SQLite: the low byte is the primary code, the rest refines it.
        return match number & 0xff {
            5 | 6 => Some(StoreError::Busy),
            8 => Some(StoreError::ReadOnly),
            10 => Some(StoreError::Unavailable(
                "its file could not be read or written".to_owned(),
            )),
            13 => Some(StoreError::Full),
            _ => None,
        };
    }
    match code.as_ref() {
        "40001" | "40P01" | "55P03" | "53300" => Some(StoreError::Busy),
        "53100" => Some(StoreError::Full),
        "25006" => Some(StoreError::ReadOnly),
        class if class.starts_with("57P") || class.starts_with("08") => {
            Some(StoreError::Unavailable(one_line(fault.message())))
        }
        _ => None,
    }
}

fn io_fault(fault: &io::Error) -> StoreError {
    if fault.kind() == io::ErrorKind::StorageFull {
        StoreError::Full
    } else {
        StoreError::Unavailable(one_line(fault))
    }
}

/// The text of an error without line breaks.
pub(super) fn one_line(error: &(impl ToString + ?Sized)) -> String {
    error.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}
