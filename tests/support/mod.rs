//! A fresh database for each test: an SQLite file in a folder of its own, or a database of its own in the PostgreSQL server that
//! `STEELYARD_TEST_POSTGRES` names (`tests/run` starts one). Both are gone when the test ends.

#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test binary uses its own part of this module"
)]

pub mod records;

use std::path::{Path, PathBuf};

use sqlx::{AssertSqlSafe, Connection, PgConnection};
use steelyard::store::{DatabaseUrl, Db, new_id};

/// Which of the two databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A folder that is removed at the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("steelyard-test-{}", new_id().simple()));
        std::fs::create_dir_all(&path).expect("a temporary folder can be created");
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

/// An empty database without a schema.
pub struct TestDatabase {
    pub engine: Engine,
    /// What to give as `DATABASE_URL`.
    pub url: String,
    folder: Option<Folder>,
    server: Option<(String, String)>,
}

impl TestDatabase {
    pub async fn new(engine: Engine) -> Self {
        match engine {
            Engine::Sqlite => {
                let folder = Folder::new();
                let url = format!("sqlite://{}", folder.join("steelyard.db").display());
                Self {
                    engine,
                    url,
                    folder: Some(folder),
                    server: None,
                }
            }
            Engine::Postgres => {
                let server = postgres_server();
                let name = format!("steelyard_test_{}", new_id().simple());
                command(&server, format!("create database {name}")).await;
                let url = with_database(&server, &name);
                Self {
                    engine,
                    url,
                    folder: None,
                    server: Some((server, name)),
                }
            }
        }
    }

    /// Opens it without a schema.
    pub async fn open(&self) -> Db {
        let url = DatabaseUrl::parse(&self.url).expect("the address of a test database is right");
        Db::open(&url).await.expect("a test database can be opened")
    }

    /// Opens it with the newest schema.
    pub async fn migrated(&self) -> Db {
        let db = self.open().await;
        db.migrate().await.expect("a new database can be migrated");
        db
    }

    /// Runs a statement past the store, to prepare or look at what it cannot.
    pub async fn raw(&self, sql: &str) {
        match self.engine {
            Engine::Sqlite => {
                let url = format!("{}?mode=rwc", self.url);
                let mut connection = sqlx::SqliteConnection::connect(&url)
                    .await
                    .expect("the file can be opened");
                sqlx::raw_sql(AssertSqlSafe(sql))
                    .execute(&mut connection)
                    .await
                    .expect("the statement runs");
                connection.close().await.expect("the file can be closed");
            }
            Engine::Postgres => command(&self.url, sql.to_owned()).await,
        }
    }

    /// Whether the database itself refuses a statement.
    pub async fn refuses(&self, sql: &str) -> bool {
        match self.engine {
            Engine::Sqlite => {
                let mut connection = sqlx::SqliteConnection::connect(&self.url)
                    .await
                    .expect("the file can be opened");
                let outcome = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await;
                outcome.is_err()
            }
            Engine::Postgres => {
                let mut connection = PgConnection::connect(&self.url).await.expect("the server answers");
                let outcome = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await;
                outcome.is_err()
            }
        }
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let Some((server, name)) = self.server.take() else {
            return;
        };
        // A runtime of its own, because a destructor cannot wait on that of the test.
        let dropping = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime can be built");
            runtime.block_on(command(&server, format!("drop database if exists {name} with (force)")));
        });
        drop(dropping.join());
    }
}

/// The server for tests on PostgreSQL. Without one they fail: a test that is skipped proves nothing.
#[expect(clippy::disallowed_methods, reason = "a test reads its own setting")]
pub fn postgres_server() -> String {
    std::env::var("STEELYARD_TEST_POSTGRES").unwrap_or_else(|_| {
        panic!(
            "STEELYARD_TEST_POSTGRES is not set: run tests/run, which starts a private PostgreSQL server, \
             or set it to a server on which databases may be created, for example postgres://postgres@127.0.0.1:5432/postgres"
        )
    })
}

/// The address with another database name in it.
fn with_database(server: &str, name: &str) -> String {
    let (address, options) = server
        .split_once('?')
        .map_or((server, String::new()), |(a, o)| (a, format!("?{o}")));
    let start = address.find("://").map_or(0, |at| at + 3);
    let end = address[start..].find('/').map_or(address.len(), |at| start + at);
    format!("{}/{name}{options}", &address[..end])
}

async fn command(url: &str, sql: String) {
    let mut connection = PgConnection::connect(url)
        .await
        .expect("the PostgreSQL server of STEELYARD_TEST_POSTGRES answers");
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .expect("the statement runs");
    connection.close().await.expect("the connection can be closed");
}

/// Makes two tests of each function: one on SQLite, one on PostgreSQL.
#[macro_export]
macro_rules! on_both_databases {
    ($($(#[$meta:meta])* async fn $name:ident($database:ident) $body:block)+) => {
        $($(#[$meta])* mod $name {
            #[allow(unused_imports, reason = "not every test needs what its module imports")]
            use super::*;

            async fn test($database: $crate::support::TestDatabase) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn on_sqlite() {
                test($crate::support::TestDatabase::new($crate::support::Engine::Sqlite).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn on_postgres() {
                test($crate::support::TestDatabase::new($crate::support::Engine::Postgres).await).await;
            }
        })+
    };
}
