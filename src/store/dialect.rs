//! The two databases. This is the only file that asks which one it is: it opens connections, opens and commits transactions, and
//! compiles an expression for either (`on_either!`).
//!
//! SQLite has one connection that writes and a pool that reads beside it, so that a lock held by another process never delays a
//! page. The writing connection is given back by a commit and by nothing else: after any error it is closed, which undoes the
//! change and heals a fault of sqlx 0.9 (issues 4031 and 3932) by which a connection that has seen "disk full" never writes again.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{sleep, timeout};

use super::address::{Address, DatabaseUrl};
use super::error::{StoreError, is_busy};

/// How long a writer waits for others in this process, and again for other programs, before it reports that the database is busy.
const PATIENCE: Duration = Duration::from_millis(1_400);
const READERS: u32 = 8;
/// How often a server that starts tries again while others that start beside it hold the database: about half a minute in all.
const STARTS: u32 = 20;
/// What it waits in between: SQLite answers at once when two programs create one file.
const PAUSE: Duration = Duration::from_millis(100);

/// Compiles the expression once for each database, with the connection in the name given.
macro_rules! on_either {
    ($tx:expr, |$connection:ident| $body:expr) => {
        match &mut *$tx {
            $crate::store::dialect::Tx::Sqlite(tx) => {
                let $connection = tx.connection();
                $body
            }
            $crate::store::dialect::Tx::Postgres(tx) => {
                let $connection = &mut **tx;
                $body
            }
        }
    };
}
pub(super) use on_either;

/// A database that is open. Cheap to clone.
#[derive(Clone)]
pub struct Db {
    engine: Engine,
    name: Arc<str>,
}

#[derive(Clone)]
enum Engine {
    Sqlite {
        options: Box<SqliteConnectOptions>,
        writer: Arc<Mutex<Option<SqliteConnection>>>,
        readers: SqlitePool,
    },
    Postgres {
        options: Box<PgConnectOptions>,
        pool: PgPool,
    },
}

/// A transaction on either database. What is not committed is undone when it is dropped.
#[derive(Debug)]
pub enum Tx {
    /// On SQLite.
    Sqlite(SqliteTx),
    /// On PostgreSQL.
    Postgres(Transaction<'static, Postgres>),
}

/// How rows are read on from a place in the order in which they were added.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderAdded {
    /// The column.
    pub(super) column: &'static str,
    /// Its type, for a place that is handed over as text.
    pub(super) kind: &'static str,
    /// The last of several as text.
    pub(super) last: &'static str,
    /// A place before the first.
    pub(super) start: &'static str,
}

/// A transaction on SQLite: on a connection of the reading pool, or on the one that writes.
#[derive(Debug)]
pub struct SqliteTx(Side);

#[derive(Debug)]
enum Side {
    Reading(Transaction<'static, Sqlite>),
    Writing {
        connection: SqliteConnection,
        home: OwnedMutexGuard<Option<SqliteConnection>>,
    },
}

impl SqliteTx {
    /// The connection to run a query on.
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        match &mut self.0 {
            Side::Reading(tx) => tx,
            Side::Writing { connection, .. } => connection,
        }
    }
}

impl fmt::Debug for Db {
    /// The name alone: the options of PostgreSQL would print the password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Db").field(&self.name).finish()
    }
}

impl Db {
    /// Opens the database and creates an SQLite file that is not there; migrates nothing.
    ///
    /// # Errors
    /// [`StoreError::Open`] says in one line why the database cannot be reached.
    pub async fn open(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let mut left = STARTS;
        let engine = loop {
            let engine = match url.address() {
                Address::Sqlite(options) => open_sqlite(options).await,
                Address::Postgres(options) => open_postgres(options).await,
            };
            left -= 1;
            match engine {
                Err(error) if left > 0 && is_busy(&error) => sleep(PAUSE).await,
                other => break other,
            }
        };
        let engine = engine.map_err(|error| StoreError::Open {
            database: url.describe(),
            reason: url.why_not(&error),
        })?;
        Ok(Self {
            engine,
            name: url.describe().into(),
        })
    }

    /// What a person calls this database: `SQLite file steelyard.db` or `PostgreSQL steelyard at host:5432`.
    #[must_use]
    pub fn describe(&self) -> &str {
        &self.name
    }

    /// Opens a transaction that only reads; all its queries see the same moment.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] when the database cannot be reached.
    pub async fn read(&self) -> Result<Tx, StoreError> {
        Ok(match &self.engine {
            Engine::Sqlite { readers, .. } => Tx::Sqlite(SqliteTx(Side::Reading(readers.begin().await?))),
            Engine::Postgres { pool, .. } => Tx::Postgres(
                pool.begin_with("begin isolation level repeatable read, read only")
                    .await?,
            ),
        })
    }

    /// Opens a transaction that may write; on SQLite there is one at a time.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when others write for too long (at most three seconds in all), [`StoreError::Unavailable`] without a connection.
    pub async fn write(&self) -> Result<Tx, StoreError> {
        match &self.engine {
            Engine::Sqlite { options, writer, .. } => {
                let mut home = timeout(PATIENCE, Arc::clone(writer).lock_owned())
                    .await
                    .map_err(|_| StoreError::Busy)?;
                let mut connection = match home.take() {
                    Some(connection) => connection,
                    None => SqliteConnection::connect_with(options).await?,
                };
                sqlx::query("begin immediate").execute(&mut connection).await?;
                Ok(Tx::Sqlite(SqliteTx(Side::Writing { connection, home })))
            }
            Engine::Postgres { pool, .. } => Ok(Tx::Postgres(pool.begin().await?)),
        }
    }

    /// As [`Db::write`], for a server that starts: it waits for half a minute for others that start beside it.
    ///
    /// # Errors
    /// As [`Db::write`].
    pub async fn write_at_start(&self) -> Result<Tx, StoreError> {
        for _ in 1..STARTS {
            match self.write().await {
                Err(StoreError::Busy) => sleep(PAUSE).await,
                other => return other,
            }
        }
        self.write().await
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// The reason why there is none.
    pub async fn ping(&self) -> Result<(), StoreError> {
        match &self.engine {
            // A plain `select 1` would not look at the file.
            Engine::Sqlite { readers, .. } => sqlx::query("pragma schema_version").execute(readers).await.map(drop)?,
            Engine::Postgres { pool, .. } => sqlx::query("select 1").execute(pool).await.map(drop)?,
        }
        Ok(())
    }

    /// Closes every connection and waits for those in use.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite { writer, readers, .. } => {
                readers.close().await;
                if let Some(connection) = writer.lock().await.take()
                    && let Err(error) = connection.close().await
                {
                    tracing::warn!(%error, "the database was not closed in good order");
                }
            }
            Engine::Postgres { pool, .. } => pool.close().await,
        }
    }

    /// Brings the schema up to the newest version this program knows; a second call does nothing.
    ///
    /// # Errors
    /// [`StoreError::NewerSchema`] and [`StoreError::ForeignSchema`] leave the database as it was, as does every other fault.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        match &self.engine {
            Engine::Sqlite { .. } => {
                // One transaction around all: a failure changes nothing, and a second server that starts waits here.
                let mut migrator = sqlx::migrate!("migrations/sqlite");
                migrator.migrations.to_mut().iter_mut().for_each(|m| m.no_tx = true);
                let mut tx = self.write_at_start().await?;
                if let Tx::Sqlite(tx) = &mut tx {
                    let outcome = migrator.run_direct(None, tx.connection(), false).await;
                    outcome.map_err(|error| schema_fault(&migrator, error))?;
                }
                tx.commit().await
            }
            Engine::Postgres { options, .. } => {
                // A connection of its own: sqlx holds an advisory lock on it, which only closing gives back after an error.
                let migrator = sqlx::migrate!("migrations/postgres");
                let mut connection = PgConnection::connect_with(options).await?;
                let outcome = migrator.run_direct(None, &mut connection, false).await;
                connection.close().await?;
                outcome.map_err(|error| schema_fault(&migrator, error))
            }
        }
    }
}

/// What stands in a statement for a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Placeholder {
    /// With hundreds of values SQLite is fast only when they have no names: it searches a list for each.
    Nameless,
    Numbered,
}

impl Placeholder {
    /// Writes the one for the value of this number.
    pub(super) fn push(self, text: &mut String, number: usize) {
        match self {
            Self::Nameless => text.push('?'),
            Self::Numbered => {
                text.push('$');
                text.push_str(&number.to_string());
            }
        }
    }
}

impl Tx {
    /// The placeholders of a statement that is put together at run time.
    pub(super) fn placeholder(&self) -> Placeholder {
        match self {
            Self::Sqlite(_) => Placeholder::Nameless,
            Self::Postgres(_) => Placeholder::Numbered,
        }
    }

    /// The order in which rows were added: SQLite need not sort for its own.
    pub(super) fn order_added(&self) -> OrderAdded {
        match self {
            Self::Sqlite(_) => OrderAdded {
                column: "rowid",
                kind: "integer",
                last: "cast(max(place) as text)",
                start: "-1",
            },
            Self::Postgres(_) => OrderAdded {
                column: "id",
                kind: "uuid",
                last: "max(cast(place as text))",
                start: "00000000-0000-0000-0000-000000000000",
            },
        }
    }

    /// Columns of a row as a JSON list.
    pub(super) fn json_list(&self, columns: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("json_array({columns})"),
            Self::Postgres(_) => format!("json_build_array({columns})"),
        }
    }

    /// The JSON lists of all rows as the text of one.
    pub(super) fn json_lists(&self, list: &str) -> String {
        match self {
            Self::Sqlite(_) => format!("json_group_array({list})"),
            Self::Postgres(_) => format!("cast(json_agg({list}) as text)"),
        }
    }

    /// A real number for a JSON list. SQLite would write 15 digits of it, so what is not whole becomes a text of 17. Those are exact
    /// between 1e-30 and 1e30; beyond, its last digit may be wrong, and a text that is no number says so.
    pub(super) fn exact_real(&self, column: &str) -> String {
        match self {
            Self::Sqlite(_) => format!(
                "case when {column} is null then null
                 when {column} = cast({column} as integer) then cast({column} as integer)
                 when abs({column}) between 1e-30 and 1e30 then format('%!.17g', {column})
                 else 'inexact' end"
            ),
            Self::Postgres(_) => column.to_owned(),
        }
    }

    /// Makes the changes of this transaction last.
    ///
    /// # Errors
    /// The reason why nothing was changed.
    pub async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(SqliteTx(Side::Reading(tx))) => tx.commit().await?,
            Self::Sqlite(SqliteTx(Side::Writing {
                mut connection,
                mut home,
            })) => {
                sqlx::query("commit").execute(&mut connection).await?;
                *home = Some(connection);
            }
            Self::Postgres(tx) => tx.commit().await?,
        }
        Ok(())
    }
}

async fn open_sqlite(options: &SqliteConnectOptions) -> Result<Engine, sqlx::Error> {
    let options = options.clone().foreign_keys(true).busy_timeout(PATIENCE);
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // A large import would otherwise write pages of an index again and again: up to 16 MB, taken when needed.
        .pragma("cache_size", "-16384");
    let writer = SqliteConnection::connect_with(&writing).await?;
    // One reader is opened at once and kept: it holds a database in memory when the writer is closed by an error.
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(1)
        .acquire_timeout(PATIENCE)
        .idle_timeout(None)
        .max_lifetime(None);
    let readers = readers.connect_with(options.pragma("query_only", "on")).await?;
    Ok(Engine::Sqlite {
        options: Box::new(writing),
        writer: Arc::new(Mutex::new(Some(writer))),
        readers,
    })
}

async fn open_postgres(options: &PgConnectOptions) -> Result<Engine, sqlx::Error> {
    // The pool would try again for seconds and then forget the reason, so the first connection is made without it.
    let first = timeout(PATIENCE, PgConnection::connect_with(options))
        .await
        .map_err(|_| sqlx::Error::PoolTimedOut)??;
    first.close().await?;
    let pool = PgPoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(PATIENCE)
        .connect_lazy_with(options.clone());
    Ok(Engine::Postgres {
        options: Box::new(options.clone()),
        pool,
    })
}

fn schema_fault(migrator: &sqlx::migrate::Migrator, error: sqlx::migrate::MigrateError) -> StoreError {
    use sqlx::migrate::MigrateError;
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "MigrateError is non-exhaustive and most of it cannot happen here"
    )]
    match error {
        MigrateError::VersionMissing(found) => StoreError::NewerSchema {
            found,
            known: migrator.iter().map(|m| m.version).max().unwrap_or(0),
        },
        MigrateError::VersionMismatch(version) | MigrateError::Dirty(version) => StoreError::ForeignSchema { version },
        MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
        other => StoreError::Database(sqlx::Error::Migrate(Box::new(other))),
    }
}
