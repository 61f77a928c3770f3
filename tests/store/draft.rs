//! What waits for a release is seen by nobody who reads one, and becomes exactly that release.

use steelyard::domain::catalogue::{Changes, FactValue, Plan, Records, Vendor};
use steelyard::store::{Db, Entry, new_id};

use crate::on_both_databases;
use crate::support::records::{fact, new_release, offer, price, sample, vendor};

fn entry(by: &str) -> Entry {
    Entry {
        by: by.to_owned(),
        at_micros: 1_764_500_000_000_001,
    }
}

async fn with_sample(db: &Db) {
    db.publish_first(&sample(), &new_release("first"), &mut new_id)
        .await
        .unwrap();
}

async fn save(db: &Db, changes: &Changes, by: &str) {
    let mut tx = db.write().await.unwrap();
    tx.save_draft(changes, &entry(by), &mut new_id).await.unwrap();
    tx.commit().await.unwrap();
}

fn changes() -> Changes {
    let put = Records {
        vendors: vec![Vendor {
            name: "A new name".to_owned(),
            ..vendor("v2")
        }],
        offers: vec![offer("o9", "v2", "a1")],
        prices: vec![price("o9", Plan::OnDemand, "7.5")],
        facts: vec![fact("v2", "number", FactValue::Number(12.5))],
        ..Records::default()
    };
    Changes {
        put,
        removed: Records {
            prices: vec![price("o1", Plan::OnDemand, "59.531599")],
            ..Records::default()
        },
    }
}

on_both_databases! {
    async fn a_draft_is_seen_in_no_release_and_becomes_the_next_one(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        save(&db, &changes(), "editor").await;
        let mut tx = db.read().await.unwrap();
        let first = tx.latest_release().await.unwrap().unwrap();
        assert_eq!(tx.records_of(&first).await.unwrap(), sample());
        let draft = tx.draft().await.unwrap();
        assert_eq!(draft, changes());
        let expected = draft.apply(&sample());
        drop(tx);

        let mut tx = db.write().await.unwrap();
        let second = tx.publish_draft(&new_release("second")).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.records_of(&first).await.unwrap(), sample());
        let published = tx.records_of(&second).await.unwrap();
        assert!(Changes::between(&expected, &published).is_empty());
        assert!(tx.draft().await.unwrap().is_empty());
        let history = tx.fact_history(steelyard::domain::catalogue::SubjectKind::Vendor, "v2", "number").await.unwrap();
        let newest = &history[0];
        assert_eq!((newest.entered_by.as_str(), newest.added_in, newest.removed_in), ("editor", Some(2), None));
    }

    async fn the_same_key_drafted_twice_is_there_once(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        for name in ["one", "two"] {
            let named = Vendor { name: name.to_owned(), ..vendor("v1") };
            save(&db, &Records { vendors: vec![named], ..Records::default() }.into(), name).await;
        }
        let draft = db.read().await.unwrap().draft().await.unwrap();
        assert_eq!(draft.put.vendors.len(), 1);
        assert_eq!(draft.put.vendors[0].name, "two");
    }

    async fn a_draft_that_says_what_is_in_force_is_none(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        save(&db, &changes(), "editor").await;
        save(&db, &sample().into(), "editor").await;
        let draft = db.read().await.unwrap().draft().await.unwrap();
        assert!(draft.removed.is_empty(), "a record put again is not taken away");
        assert_eq!(draft.put.vendors, []);
        assert_eq!(draft.put.offers.len(), 1);
    }

    async fn a_discarded_draft_leaves_nothing(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        save(&db, &changes(), "editor").await;
        let mut tx = db.write().await.unwrap();
        tx.discard_draft().await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        assert!(tx.draft().await.unwrap().is_empty());
        let release = tx.latest_release().await.unwrap().unwrap();
        assert_eq!(tx.records_of(&release).await.unwrap(), sample());
    }

    async fn what_is_taken_away_stays_in_the_older_release(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        let removed = Records { vendors: vec![vendor("v1")], ..Records::default() }.with_dependents(&sample());
        assert!(!removed.offers.is_empty() && !removed.prices.is_empty() && !removed.facts.is_empty());
        let changes = Changes { put: Records::default(), removed };
        let mut tx = db.write().await.unwrap();
        let second = tx.publish_changes(&changes, &new_release("without v1"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        let first = tx.release(1).await.unwrap().unwrap();
        let (before, after) = (tx.records_of(&first).await.unwrap(), tx.records_of(&second).await.unwrap());
        assert_eq!(before, sample());
        assert!(Changes::between(&changes.apply(&before), &after).is_empty());
        drop(tx);

        let mut tx = db.write().await.unwrap();
        let back = Changes::between(&after, &before);
        let third = tx.publish_changes(&back, &new_release("back"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        assert!(Changes::between(&before, &tx.records_of(&third).await.unwrap()).is_empty());
        assert_eq!(tx.records_of(&second).await.unwrap(), after);
    }

    async fn many_who_draft_the_same_record_at_once_leave_one(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        let mut editors = Vec::new();
        for n in 0..8 {
            let db = db.clone();
            editors.push(tokio::spawn(async move {
                let named = Vendor { name: format!("name {n}"), ..vendor("v1") };
                save(&db, &Records { vendors: vec![named], ..Records::default() }.into(), "editor").await;
            }));
        }
        for editor in editors {
            editor.await.unwrap();
        }
        assert_eq!(db.read().await.unwrap().draft().await.unwrap().put.vendors.len(), 1);
    }

    async fn the_history_of_a_price_holds_every_price_newest_first(database) {
        let db = database.migrated().await;
        with_sample(&db).await;
        let dearer = price("o1", Plan::OnDemand, "60");
        let mut tx = db.write().await.unwrap();
        let put = Records { prices: vec![dearer.clone()], ..Records::default() };
        tx.publish_records(&put, &new_release("dearer"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        let history = db.read().await.unwrap().price_history(&dearer.offer).await.unwrap();
        assert_eq!(history[0].record, dearer);
        assert_eq!((history[0].added_in, history[0].removed_in), (Some(2), None));
        let closed = history.iter().find(|h| h.removed_in == Some(2)).unwrap();
        assert_eq!(closed.record, price("o1", Plan::OnDemand, "59.531599"));
    }
}
