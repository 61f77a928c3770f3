//! Scorecards are kept as whole documents, version by version.

use steelyard::domain::scorecard::Scorecard;
use steelyard::store::StoreError;

use crate::on_both_databases;
use crate::support::records::new_release;

fn scorecard(version: u32) -> Scorecard {
    let text = include_str!("../../catalogue/scorecards/gpu-cloud.json");
    Scorecard {
        version,
        ..serde_json::from_str(text).unwrap()
    }
}

on_both_databases! {
    async fn every_version_comes_back_as_it_was_in_order(database) {
        let db = database.migrated().await;
        assert_eq!(db.read().await.unwrap().scorecards().await.unwrap(), []);
        for version in [2, 1] {
            let mut tx = db.write().await.unwrap();
            tx.add_scorecard(&scorecard(version), &new_release("a version")).await.unwrap();
            tx.commit().await.unwrap();
        }
        assert_eq!(db.read().await.unwrap().scorecards().await.unwrap(), [scorecard(1), scorecard(2)]);
    }

    async fn a_version_that_is_there_is_a_conflict(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        tx.add_scorecard(&scorecard(1), &new_release("first")).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.write().await.unwrap();
        let outcome = tx.add_scorecard(&scorecard(1), &new_release("again")).await;
        assert!(matches!(outcome, Err(StoreError::Conflict)), "{outcome:?}");
    }
}
