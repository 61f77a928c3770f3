//! The two schemas are one schema, and a database that does not fit is refused before anything is changed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may panic and print"
)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use sqlx::{Connection, PgConnection, SqliteConnection};
use steelyard::store::StoreError;

use support::{Engine, TestDatabase};

fn files(dialect: &str) -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations").join(dialect);
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

type Column = (String, String, bool);

async fn sqlite_columns(url: &str) -> Vec<Column> {
    let mut connection = SqliteConnection::connect(url).await.unwrap();
    sqlx::query_as(
        "select t.name, c.name, c.\"notnull\" = 0 from sqlite_schema t, pragma_table_info(t.name) c
         where t.type = 'table' and t.name not like '\\_sqlx%' escape '\\' order by 1, 2",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap()
}

async fn postgres_columns(url: &str) -> Vec<Column> {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::query_as(
        "select table_name::text, column_name::text, is_nullable = 'YES' from information_schema.columns
         where table_schema = 'public' and table_name <> '_sqlx_migrations'
         order by table_name::text collate \"C\", column_name::text collate \"C\"",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap()
}

#[test]
fn both_folders_hold_the_same_files_numbered_without_gaps() {
    assert_eq!(files("sqlite"), files("postgres"));
    for (place, name) in files("sqlite").iter().enumerate() {
        let number = format!("{:04}_", place + 1);
        assert!(
            name.strip_prefix(&number)
                .and_then(|rest| rest.strip_suffix(".sql"))
                .is_some(),
            "{name}"
        );
    }
}

#[tokio::test]
async fn both_databases_have_the_same_columns_and_allow_null_in_the_same() {
    let (sqlite, postgres) = (
        TestDatabase::new(Engine::Sqlite).await,
        TestDatabase::new(Engine::Postgres).await,
    );
    sqlite.migrated().await.close().await;
    postgres.migrated().await.close().await;
    let columns = sqlite_columns(&sqlite.url).await;
    assert!(columns.len() > 100, "{columns:?}");
    assert_eq!(columns, postgres_columns(&postgres.url).await);
}

#[tokio::test]
async fn both_databases_have_the_same_indexes() {
    let (sqlite, postgres) = (
        TestDatabase::new(Engine::Sqlite).await,
        TestDatabase::new(Engine::Postgres).await,
    );
    sqlite.migrated().await.close().await;
    postgres.migrated().await.close().await;
    let mut connection = SqliteConnection::connect(&sqlite.url).await.unwrap();
    let ours: Vec<(String, String)> =
        sqlx::query_as("select tbl_name, name from sqlite_schema where type = 'index' and sql is not null order by 2")
            .fetch_all(&mut connection)
            .await
            .unwrap();
    let mut connection = PgConnection::connect(&postgres.url).await.unwrap();
    let theirs: Vec<(String, String)> = sqlx::query_as(
        "select tablename::text, indexname::text from pg_indexes
         where schemaname = 'public' and indexname not like '%pkey' order by indexname::text collate \"C\"",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(ours, theirs);
}

#[tokio::test]
async fn tables_of_sqlite_are_strict_and_text_of_postgres_sorts_by_bytes() {
    let (sqlite, postgres) = (
        TestDatabase::new(Engine::Sqlite).await,
        TestDatabase::new(Engine::Postgres).await,
    );
    sqlite.migrated().await.close().await;
    postgres.migrated().await.close().await;
    let mut connection = SqliteConnection::connect(&sqlite.url).await.unwrap();
    let loose: Vec<(String,)> = sqlx::query_as(
        "select name from pragma_table_list where schema = 'main' and strict = 0 and name not like '%sql%'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(loose, []);
    let mut connection = PgConnection::connect(&postgres.url).await.unwrap();
    let other: Vec<(String, String)> = sqlx::query_as(
        "select table_name::text, column_name::text from information_schema.columns
         where table_schema = 'public' and table_name <> '_sqlx_migrations' and data_type = 'text'
               and collation_name is distinct from 'C'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(other, []);
}

on_both_databases! {
    async fn migrating_again_changes_nothing(database) {
        let db = database.migrated().await;
        db.migrate().await.unwrap();
        db.close().await;
        database.migrated().await;
    }

    async fn a_database_of_a_newer_program_is_refused_with_a_clear_message(database) {
        let db = database.migrated().await;
        database.raw("insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                      select 9999, 'from the future', true, checksum, 0 from _sqlx_migrations where version = 1").await;
        for _ in 0..2 {
            let error = db.migrate().await.expect_err("a newer schema is refused");
            assert!(matches!(error, StoreError::NewerSchema { found: 9999, known: 1.. }), "{error:?}");
            let text = error.to_string();
            assert!(text.starts_with("the database has schema version 9999, this program knows up to ") && !text.contains('\n'), "{text}");
        }
    }

    async fn a_migration_that_was_edited_is_refused(database) {
        let db = database.migrated().await;
        let other = if database.engine == Engine::Sqlite { "x'00'" } else { "'\\x00'" };
        database.raw(&format!("update _sqlx_migrations set checksum = {other} where version = 1")).await;
        let error = db.migrate().await.expect_err("another schema is refused");
        assert!(matches!(error, StoreError::ForeignSchema { version: 1 }), "{error:?}");
    }

    async fn a_migration_that_fails_changes_nothing(database) {
        database.raw("create table vendor (name text)").await;
        let db = database.open().await;
        let error = db.migrate().await.expect_err("a table is in the way");
        assert!(error.to_string().contains("vendor") && !error.to_string().contains('\n'), "{error}");
        db.close().await;
        let columns = match database.engine {
            Engine::Sqlite => sqlite_columns(&database.url).await,
            Engine::Postgres => postgres_columns(&database.url).await,
        };
        assert_eq!(columns, [("vendor".to_owned(), "name".to_owned(), true)]);
        database.raw("drop table vendor").await;
        database.migrated().await;
    }
}
