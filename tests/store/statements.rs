//! Every query text of the store is one that both databases accept, with as many parameters as it has placeholders.

use std::fs;
use std::path::Path;

use sqlx::{AssertSqlSafe, Connection, Either, Executor, PgConnection, SqlSafeStr, SqliteConnection, Statement};

use crate::support::{Engine, TestDatabase};

#[tokio::test]
async fn every_query_text_prepares_on_both_databases() {
    let texts = query_texts(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src/store")));
    assert!(
        texts.len() >= 12,
        "the search found {} query texts: {texts:#?}",
        texts.len()
    );
    let (sqlite, postgres) = (
        TestDatabase::new(Engine::Sqlite).await,
        TestDatabase::new(Engine::Postgres).await,
    );
    sqlite.migrated().await.close().await;
    postgres.migrated().await.close().await;
    let mut on_sqlite = SqliteConnection::connect(&sqlite.url).await.unwrap();
    let mut on_postgres = PgConnection::connect(&postgres.url).await.unwrap();
    for text in texts {
        let wanted = (1..100).take_while(|n| text.contains(&format!("${n}"))).count();
        let prepared = on_sqlite
            .prepare(AssertSqlSafe(text.clone()).into_sql_str())
            .await
            .unwrap_or_else(|e| panic!("SQLite: {e}\n{text}"));
        assert_eq!(count(prepared.parameters()), wanted, "SQLite: {text}");
        let prepared = on_postgres
            .prepare(AssertSqlSafe(text.clone()).into_sql_str())
            .await
            .unwrap_or_else(|e| panic!("PostgreSQL: {e}\n{text}"));
        assert_eq!(count(prepared.parameters()), wanted, "PostgreSQL: {text}");
        assert!(
            !text.contains('*') && !text.to_lowercase().contains("ilike"),
            "name the columns, and no ilike: {text}"
        );
    }
}

fn count<T>(parameters: Option<Either<&[T], usize>>) -> usize {
    match parameters {
        Some(Either::Left(types)) => types.len(),
        Some(Either::Right(count)) => count,
        None => 0,
    }
}

/// The string literals under a folder that are whole statements; one with a brace is put together at run time, and the contract
/// tests run it.
fn query_texts(folder: &Path) -> Vec<String> {
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts.extend(query_texts(&path));
        } else if path.extension().is_some_and(|end| end == "rs")
            && path.file_stem().is_some_and(|name| name != "tests")
        {
            texts.extend(literals(&fs::read_to_string(&path).unwrap()));
        }
    }
    texts.retain(|text| {
        ["select ", "insert ", "update ", "delete ", "with "]
            .iter()
            .any(|start| text.starts_with(start))
    });
    texts.retain(|text| !text.contains('{'));
    texts.sort();
    texts.dedup();
    texts
}

fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source.chars().peekable();
    while let Some(one) = rest.next() {
        match one {
            '/' if rest.peek() == Some(&'/') => while rest.next().is_some_and(|c| c != '\n') {},
            '"' => {
                let mut text = String::new();
                while let Some(c) = rest.next().filter(|c| *c != '"') {
                    match c {
                        '\\' if rest.peek() == Some(&'\n') => while rest.next_if(|c| c.is_whitespace()).is_some() {},
                        '\\' => text.extend(rest.next()),
                        _ => text.push(c),
                    }
                }
                found.push(text);
            }
            _ => {}
        }
    }
    found
}
