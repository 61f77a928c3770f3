//! What happens when the database is wrong, locked, gone or back again.

use std::time::{Duration, Instant};

use sqlx::{Connection, SqliteConnection};
use steelyard::domain::catalogue::Records;
use steelyard::store::{DatabaseUrl, Db, StoreError, new_id};

use crate::on_both_databases;
use crate::support::records::{new_release, sample};
use crate::support::{Engine, Folder, TestDatabase, postgres_server};

async fn reason_not_to_open(url: &str) -> String {
    let error = match DatabaseUrl::parse(url) {
        Ok(url) => Db::open(&url).await.expect_err("this database cannot be opened"),
        Err(error) => error,
    };
    let text = error.to_string();
    assert!(!text.contains('\n') && !text.contains("secret"), "{text}");
    text
}

#[tokio::test]
async fn an_address_of_no_use_says_what_to_write() {
    for (url, expected) in [
        (
            "mysql://user:secret@host/db",
            "DATABASE_URL begins with \"mysql\": write sqlite://FILE or postgres://",
        ),
        ("", "DATABASE_URL begins with \"\": write sqlite://FILE"),
        ("steelyard.db", "DATABASE_URL begins with \"\": write sqlite://FILE"),
        ("sqlite://", "DATABASE_URL \"sqlite://\" names no SQLite file"),
        ("postgres://u:secret@:x/", "DATABASE_URL is no PostgreSQL address"),
    ] {
        let text = reason_not_to_open(url).await;
        assert!(text.starts_with(expected), "{url}: {text}");
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_opened_says_why() {
    let folder = Folder::new();
    std::fs::write(
        folder.join("letter.txt"),
        "Dear reader, this is a letter and not a database. ".repeat(100),
    )
    .unwrap();
    let at = |name: &str| format!("sqlite://{}", folder.join(name).display());
    for (url, expected) in [
        (
            at("nowhere/steelyard.db"),
            "nowhere does not exist: create it or correct DATABASE_URL",
        ),
        (at(""), "it is a folder: DATABASE_URL must name a file in it"),
        (
            at("letter.txt"),
            "it is not an SQLite database: correct DATABASE_URL, or restore a backup",
        ),
    ] {
        let text = reason_not_to_open(&url).await;
        assert!(
            text.starts_with("SQLite file ") && text.ends_with(expected),
            "{url}: {text}"
        );
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_says_why() {
    let missing = {
        let server = postgres_server();
        let (address, _) = server.rsplit_once('/').unwrap();
        format!("{address}/steelyard_no_such_database")
    };
    for (url, place, expected) in [
        (
            "postgres://u:secret@127.0.0.1:1/db",
            "PostgreSQL db at 127.0.0.1:1 ",
            "the connection was refused: is the server running",
        ),
        (
            "postgres://u:secret@no-such-host.invalid/db",
            "PostgreSQL db at no-such-host.invalid:5432 ",
            "no-such-host.invalid",
        ),
        (
            &missing,
            "PostgreSQL steelyard_no_such_database at ",
            "this database does not exist: create it, or correct DATABASE_URL",
        ),
    ] {
        let text = reason_not_to_open(url).await;
        assert!(text.starts_with(place) && text.contains(expected), "{url}: {text}");
    }
}

#[tokio::test]
async fn the_name_of_a_database_holds_no_password() {
    let url = DatabaseUrl::parse("postgres://u:secret@db.example:5433/steelyard").unwrap();
    assert_eq!(url.describe(), "PostgreSQL steelyard at db.example:5433");
    assert!(!format!("{url:?}").contains("secret"));
    assert_eq!(
        DatabaseUrl::parse("sqlite://steelyard.db").unwrap().describe(),
        "SQLite file steelyard.db"
    );
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let database = TestDatabase::new(engine).await;
        let db = database.open().await;
        assert_eq!(db.describe(), database.url.parse::<DatabaseUrl>().unwrap().describe());
        assert!(format!("{db:?}").contains(db.describe()));
    }
}

#[tokio::test]
async fn a_database_in_memory_outlives_a_change_that_is_undone() {
    let db = Db::open(&DatabaseUrl::parse("sqlite::memory:").unwrap()).await.unwrap();
    db.migrate().await.unwrap();
    let release = db
        .publish_first(&sample(), &new_release("first"), &mut new_id)
        .await
        .unwrap();
    drop(db.write().await.unwrap());
    assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), sample());
    drop(db.write().await.unwrap());
    let other = Db::open(&DatabaseUrl::parse("sqlite::memory:").unwrap()).await.unwrap();
    other.migrate().await.unwrap();
    assert_eq!(other.read().await.unwrap().latest_release().await.unwrap(), None);
}

#[tokio::test]
async fn a_lock_of_another_program_delays_no_reading_and_is_reported_to_a_writer() {
    let database = TestDatabase::new(Engine::Sqlite).await;
    let db = database.migrated().await;
    let mut other = SqliteConnection::connect(&database.url).await.unwrap();
    sqlx::query("begin immediate").execute(&mut other).await.unwrap();

    let (started, writing) = (Instant::now(), db.write().await);
    assert!(matches!(writing, Err(StoreError::Busy)), "{writing:?}");
    assert!(started.elapsed() < Duration::from_secs(3));
    let started = Instant::now();
    assert_eq!(db.read().await.unwrap().latest_release().await.unwrap(), None);
    db.ping().await.unwrap();
    assert!(started.elapsed() < Duration::from_secs(1));

    sqlx::query("rollback").execute(&mut other).await.unwrap();
    db.write().await.unwrap().commit().await.unwrap();
}

#[tokio::test]
async fn a_writer_that_waits_too_long_for_another_one_is_told_so() {
    let db = TestDatabase::new(Engine::Sqlite).await.migrated().await;
    let first = db.write().await.unwrap();
    let second = db.write().await;
    assert!(matches!(second, Err(StoreError::Busy)), "{second:?}");
    first.commit().await.unwrap();
    db.write().await.unwrap().commit().await.unwrap();
}

#[tokio::test]
async fn a_server_that_drops_its_connections_is_used_again() {
    let database = TestDatabase::new(Engine::Postgres).await;
    let db = database.migrated().await;
    db.publish_first(&sample(), &new_release("first"), &mut new_id)
        .await
        .unwrap();
    database.raw("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()").await;
    assert_eq!(
        db.read().await.unwrap().latest_release().await.unwrap().unwrap().number,
        1
    );
    db.write().await.unwrap().commit().await.unwrap();
}

on_both_databases! {
    async fn a_database_that_is_open_answers(database) {
        let db = database.open().await;
        db.ping().await.unwrap();
        db.close().await;
        assert!(matches!(db.ping().await, Err(StoreError::Unavailable(_))));
    }

    async fn writers_at_once_lose_no_change(database) {
        let db = database.migrated().await;
        let writers: Vec<_> = (0..8).map(|n| {
            let db = db.clone();
            tokio::spawn(async move {
                for round in 0..5 {
                    loop {
                        let mut tx = db.write().await.unwrap();
                        let saved = match tx.publish_records(&Records::default(), &new_release(&format!("{n}.{round}")), &mut new_id).await {
                            Ok(_) => tx.commit().await,
                            Err(error) => Err(error),
                        };
                        match saved {
                            Ok(()) => break,
                            Err(StoreError::Conflict) => {}
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            })
        }).collect();
        for writer in writers {
            writer.await.unwrap();
        }
        let releases = db.read().await.unwrap().releases().await.unwrap();
        assert_eq!(releases.len(), 40);
        assert_eq!(releases[0].number, 40);
    }
}
