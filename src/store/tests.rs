//! Faults that can only be provoked from inside.

use super::dialect::{SqliteTx, Tx};
use super::sql::placeholders;
use super::{DatabaseUrl, Db, StoreError, new_id};

#[test]
fn placeholders_are_counted_to_the_highest() {
    for (text, count) in [
        ("select 1", 0),
        ("select $1, $2, $1", 2),
        ("values ($9, $10)", 10),
        ("select '$' || $1", 1),
        ("", 0),
    ] {
        assert_eq!(placeholders(text), count, "{text}");
    }
}

fn sqlite(tx: &mut Tx) -> &mut SqliteTx {
    match tx {
        Tx::Sqlite(tx) => tx,
        Tx::Postgres(_) => panic!("this test is about SQLite"),
    }
}

async fn write_a_megabyte(tx: &mut Tx) -> Result<(), StoreError> {
    sqlx::query("insert into filler values (zeroblob(1000000))")
        .execute(sqlite(tx).connection())
        .await?;
    Ok(())
}

#[tokio::test]
async fn a_full_disk_is_reported_and_heals_without_a_restart() {
    let file = std::env::temp_dir().join(format!("steelyard-full-{}.db", new_id().simple()));
    let db = Db::open(&DatabaseUrl::parse(&format!("sqlite://{}", file.display())).unwrap())
        .await
        .unwrap();
    let mut tx = db.write().await.unwrap();
    sqlx::query("create table filler (x blob)")
        .execute(sqlite(&mut tx).connection())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    for _ in 0..100 {
        let mut tx = db.write().await.unwrap();
        // The limit belongs to the connection: SQLite reports the same error as for a full disk.
        sqlx::query("pragma max_page_count = 100")
            .fetch_all(sqlite(&mut tx).connection())
            .await
            .unwrap();
        let outcome = write_a_megabyte(&mut tx).await;
        assert!(matches!(outcome, Err(StoreError::Full)), "{outcome:?}");
        drop(tx);
        let mut tx = db.write().await.unwrap();
        sqlx::query("insert into filler values (x'00')")
            .execute(sqlite(&mut tx).connection())
            .await
            .unwrap();
        tx.commit().await.unwrap();
    }
    let mut tx = db.read().await.unwrap();
    let (rows,): (i64,) = sqlx::query_as("select count(*) from filler")
        .fetch_one(sqlite(&mut tx).connection())
        .await
        .unwrap();
    assert_eq!(rows, 100);
    drop(tx);
    db.close().await;
    for end in ["", "-wal", "-shm"] {
        drop(std::fs::remove_file(format!("{}{end}", file.display())));
    }
}
