//! Releases are numbered without gaps and found by number.

use steelyard::domain::catalogue::{Records, Release};
use steelyard::store::{StoreError, new_id};

use crate::on_both_databases;
use crate::support::records::new_release;

fn expected(number: u32, note: &str) -> Release {
    let new = new_release(note);
    Release {
        number,
        note: new.note,
        published_by: new.published_by,
        published_at_micros: new.at_micros,
    }
}

on_both_databases! {
    async fn an_empty_database_has_no_release(database) {
        let db = database.migrated().await;
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.latest_release().await.unwrap(), None);
        assert_eq!(tx.release(1).await.unwrap(), None);
        assert_eq!(tx.releases().await.unwrap(), []);
    }

    async fn releases_are_numbered_in_order_and_listed_newest_first(database) {
        let db = database.migrated().await;
        for note in ["one", "two"] {
            let mut tx = db.write().await.unwrap();
            tx.publish_records(&Records::default(), &new_release(note), &mut new_id).await.unwrap();
            tx.commit().await.unwrap();
        }
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.latest_release().await.unwrap(), Some(expected(2, "two")));
        assert_eq!(tx.release(1).await.unwrap(), Some(expected(1, "one")));
        assert_eq!(tx.release(3).await.unwrap(), None);
        assert_eq!(tx.releases().await.unwrap(), [expected(2, "two"), expected(1, "one")]);
    }

    async fn a_number_that_is_none_is_reported_with_its_place(database) {
        let db = database.migrated().await;
        database.raw("insert into release values (9000000000, 'n', 'p', 0)").await;
        let outcome = db.read().await.unwrap().latest_release().await;
        assert!(matches!(outcome, Err(StoreError::Corrupt { table: "release", column: "number", .. })), "{outcome:?}");
    }

    async fn a_reading_transaction_sees_one_moment_and_cannot_write(database) {
        let db = database.migrated().await;
        let mut reading = db.read().await.unwrap();
        assert_eq!(reading.latest_release().await.unwrap(), None);
        let mut tx = db.write().await.unwrap();
        tx.publish_records(&Records::default(), &new_release("one"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(reading.latest_release().await.unwrap(), None);
        let outcome = reading.publish_records(&Records::default(), &new_release("two"), &mut new_id).await;
        assert!(matches!(outcome, Err(StoreError::ReadOnly)), "{outcome:?}");
        drop(reading);
        assert_eq!(db.read().await.unwrap().latest_release().await.unwrap(), Some(expected(1, "one")));
    }
}
