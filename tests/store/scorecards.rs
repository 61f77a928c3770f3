//! Scorecards are kept as whole documents, version by version, and one draft beside them.

use steelyard::domain::ids::ScorecardId;
use steelyard::domain::scorecard::Scorecard;
use steelyard::store::{Db, ScorecardDraft, StoreError};

use crate::on_both_databases;
use crate::support::records::new_release;

fn scorecard(version: u32) -> Scorecard {
    let text = include_str!("../../catalogue/scorecards/gpu-cloud.json");
    Scorecard {
        version,
        ..serde_json::from_str(text).unwrap()
    }
}

/// A draft of the first version, with other points for the first dimension.
fn draft(points: f64) -> ScorecardDraft {
    let mut card = scorecard(1);
    card.dimensions[0].points = points;
    ScorecardDraft {
        card,
        base: (ScorecardId::new("gpu-cloud").unwrap(), 1),
        revision: 0,
        edited_by: "ana".to_owned(),
        edited_at_micros: 1_764_500_000_000_001,
    }
}

async fn with_version(db: &Db) {
    let mut tx = db.write().await.unwrap();
    tx.add_scorecard(&scorecard(1), &new_release("first")).await.unwrap();
    tx.commit().await.unwrap();
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

    async fn versions_are_counted_and_listed_with_who_and_why(database) {
        let db = database.migrated().await;
        assert_eq!(db.read().await.unwrap().scorecard_count().await.unwrap(), 0);
        for version in [1, 2] {
            let mut tx = db.write().await.unwrap();
            tx.add_scorecard(&scorecard(version), &new_release(&format!("note {version}"))).await.unwrap();
            tx.commit().await.unwrap();
        }
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.scorecard_count().await.unwrap(), 2);
        let listed = tx.scorecard_versions().await.unwrap();
        let short: Vec<(u32, &str)> = listed.iter().map(|one| (one.version, one.note.as_str())).collect();
        assert_eq!(short, [(2, "note 2"), (1, "note 1")]);
        assert_eq!((listed[0].id.as_str(), listed[0].by.as_str()), ("gpu-cloud", new_release("").published_by.as_str()));
    }

    async fn the_first_who_opens_a_draft_makes_it_and_the_others_get_it(database) {
        let db = database.migrated().await;
        with_version(&db).await;
        assert_eq!(db.read().await.unwrap().scorecard_draft("gpu-cloud").await.unwrap(), None);
        let mut tx = db.write().await.unwrap();
        assert_eq!(tx.open_scorecard_draft(&draft(41.0)).await.unwrap(), draft(41.0));
        tx.commit().await.unwrap();
        let mut tx = db.write().await.unwrap();
        assert_eq!(tx.open_scorecard_draft(&draft(42.0)).await.unwrap(), draft(41.0));
        drop(tx);
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.scorecard_drafts().await.unwrap(), [draft(41.0)]);
        assert_eq!(tx.scorecards().await.unwrap(), [scorecard(1)]);
    }

    async fn each_save_of_a_draft_is_counted_and_a_discarded_one_is_gone(database) {
        let db = database.migrated().await;
        with_version(&db).await;
        let mut tx = db.write().await.unwrap();
        tx.open_scorecard_draft(&draft(40.0)).await.unwrap();
        tx.save_scorecard_draft(&draft(45.0).card, "bob", 7).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.write().await.unwrap();
        let held = tx.hold_scorecard_draft("gpu-cloud").await.unwrap().unwrap();
        let saved = ScorecardDraft { revision: 1, edited_by: "bob".to_owned(), edited_at_micros: 7, ..draft(45.0) };
        assert_eq!(held, saved);
        assert!(tx.discard_scorecard_draft("gpu-cloud").await.unwrap());
        assert!(!tx.discard_scorecard_draft("gpu-cloud").await.unwrap());
        assert_eq!(tx.hold_scorecard_draft("gpu-cloud").await.unwrap(), None);
        tx.commit().await.unwrap();
        assert_eq!(db.read().await.unwrap().scorecard_drafts().await.unwrap(), []);
    }

    async fn a_draft_of_a_version_that_is_not_there_is_refused(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        assert!(tx.open_scorecard_draft(&draft(40.0)).await.is_err());
    }

    async fn many_who_save_a_draft_at_once_do_so_one_after_the_other(database) {
        let db = database.migrated().await;
        with_version(&db).await;
        let mut editors = Vec::new();
        for n in 0..8_u32 {
            let db = db.clone();
            editors.push(tokio::spawn(async move {
                let mut tx = db.write().await.unwrap();
                let mut card = tx.open_scorecard_draft(&draft(0.0)).await.unwrap().card;
                card.dimensions[0].points += 1.0;
                tx.save_scorecard_draft(&card, &format!("editor {n}"), n.into()).await.unwrap();
                tx.commit().await.unwrap();
            }));
        }
        for editor in editors {
            editor.await.unwrap();
        }
        let draft = db.read().await.unwrap().scorecard_draft("gpu-cloud").await.unwrap().unwrap();
        assert_eq!((draft.revision, draft.card.dimensions[0].points.to_bits()), (8, 8.0_f64.to_bits()));
    }
}
