//! `DATABASE_URL`: which database is meant, and what to tell a person when it cannot be opened.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::error::{StoreError, one_line};

/// The address of a database: `sqlite://steelyard.db`, `sqlite::memory:` or `postgres://user@host/name`.
#[derive(Clone)]
pub struct DatabaseUrl {
    address: Address,
    name: String,
}

#[derive(Clone)]
pub(super) enum Address {
    Sqlite(Box<SqliteConnectOptions>),
    Postgres(Box<PgConnectOptions>),
}

static MEMORIES: AtomicU64 = AtomicU64::new(1);

impl DatabaseUrl {
    /// Reads the address; each reading of `sqlite::memory:` is a new, empty database.
    ///
    /// # Errors
    /// [`StoreError::Url`] says what to write instead.
    pub fn parse(text: &str) -> Result<Self, StoreError> {
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        match scheme {
            "sqlite" => sqlite(text),
            "postgres" | "postgresql" => postgres(text),
            // The rest of the text may hold a password and is not repeated.
            _ => Err(StoreError::Url(format!(
                "begins with {scheme:?}: write sqlite://FILE or postgres://USER:PASSWORD@HOST/NAME"
            ))),
        }
    }

    /// What a person calls this database; without the password.
    #[must_use]
    pub fn describe(&self) -> String {
        self.name.clone()
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// Why this database could not be opened, and what to do.
    pub(super) fn why_not(&self, error: &sqlx::Error) -> String {
        match &self.address {
            Address::Sqlite(options) => why_not_sqlite(options.get_filename(), error),
            Address::Postgres(options) => why_not_postgres(options, error),
        }
    }
}

impl FromStr for DatabaseUrl {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        Self::parse(text)
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DatabaseUrl").field(&self.name).finish()
    }
}

fn sqlite(text: &str) -> Result<DatabaseUrl, StoreError> {
    if text.contains(":memory:") {
        // Not a shared cache, whose table locks behave differently: a named database of the memory file system.
        let number = MEMORIES.fetch_add(1, Ordering::Relaxed);
        let options = SqliteConnectOptions::new()
            .filename(format!("/steelyard-{number}"))
            .vfs("memdb");
        return Ok(DatabaseUrl {
            address: Address::Sqlite(Box::new(options)),
            name: "SQLite in memory".to_owned(),
        });
    }
    let options = SqliteConnectOptions::from_str(text)
        .map_err(|error| StoreError::Url(format!("{text:?} names no SQLite file: {}", one_line(&error))))?;
    let file = options.get_filename();
    if file.as_os_str().is_empty() {
        return Err(StoreError::Url(format!(
            "{text:?} names no SQLite file: write for example sqlite://steelyard.db"
        )));
    }
    let name = format!("SQLite file {}", file.display());
    Ok(DatabaseUrl {
        address: Address::Sqlite(Box::new(options)),
        name,
    })
}

fn postgres(text: &str) -> Result<DatabaseUrl, StoreError> {
    let options = PgConnectOptions::from_str(text)
        .map_err(|error| StoreError::Url(format!("is no PostgreSQL address: {}", one_line(&error))))?;
    let options = options.application_name("steelyard");
    let host = options
        .get_socket()
        .map_or_else(|| options.get_host().to_owned(), |socket| socket.display().to_string());
    let database = options.get_database().unwrap_or_else(|| options.get_username());
    let name = format!("PostgreSQL {database} at {host}:{}", options.get_port());
    Ok(DatabaseUrl {
        address: Address::Postgres(Box::new(options)),
        name,
    })
}

fn why_not_sqlite(file: &Path, error: &sqlx::Error) -> String {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return format!(
            "the folder {} does not exist: create it or correct DATABASE_URL",
            folder.display()
        );
    }
    if file.is_dir() {
        return "it is a folder: DATABASE_URL must name a file in it".to_owned();
    }
    let code = error
        .as_database_error()
        .and_then(|fault| fault.code()?.parse::<i32>().ok())
        .map_or(0, |code| code & 0xff);
    match code {
        5 | 6 => "another program keeps it locked: stop that program, or try again".to_owned(),
        8 | 14 | 23 => format!(
            "the server may not write it or its folder {}: change its permissions",
            folder.display()
        ),
        13 => "the disk is full: free some space".to_owned(),
        26 | 11 => "it is not an SQLite database: correct DATABASE_URL, or restore a backup".to_owned(),
        _ => one_line(error),
    }
}

fn why_not_postgres(options: &PgConnectOptions, error: &sqlx::Error) -> String {
    let place = format!("{}:{}", options.get_host(), options.get_port());
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "sqlx::Error is non-exhaustive; the rest speaks for itself"
    )]
    match error {
        sqlx::Error::Io(fault) if fault.kind() == io::ErrorKind::ConnectionRefused => {
            "the connection was refused: is the server running, and are host and port of DATABASE_URL right?".to_owned()
        }
        sqlx::Error::Io(fault) if fault.to_string().contains("lookup") => {
            format!("the host {} is not known: correct DATABASE_URL", options.get_host())
        }
        sqlx::Error::Io(fault) => format!("{} ({})", one_line(fault), place),
        sqlx::Error::PoolTimedOut => {
            format!("{place} did not answer in time: are host and port of DATABASE_URL right?")
        }
        sqlx::Error::Database(fault) => match fault.code().as_deref() {
            Some("28P01" | "28000") => format!(
                "user {} was refused: correct user and password in DATABASE_URL",
                options.get_username()
            ),
            Some("3D000") => "this database does not exist: create it, or correct DATABASE_URL".to_owned(),
            _ => one_line(fault.message()),
        },
        _ => one_line(error),
    }
}
