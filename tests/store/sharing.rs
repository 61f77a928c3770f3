//! Share links and evaluations are kept with what they are pinned to, found by digest and owner, and end one by one.

use steelyard::domain::account::{Account, AccountId, AccountName, Role};
use steelyard::domain::catalogue::Records;
use steelyard::domain::ids::ScorecardId;
use steelyard::domain::scorecard::Scorecard;
use steelyard::store::{Db, Evaluation, KeptColumns, Pin, ShareLink, StoreError, new_id};

use crate::on_both_databases;
use crate::support::records::new_release;

fn pin() -> Pin {
    Pin {
        release: 1,
        scorecard: ScorecardId::new("gpu-cloud").unwrap(),
        version: 1,
    }
}

fn link(account: &Account, evaluation: Option<&Evaluation>) -> ShareLink {
    ShareLink {
        id: new_id(),
        account: account.id,
        evaluation: evaluation.map(|e| e.id),
        query: "gpus=16&scorecard=gpu-cloud%401&release=r1".to_owned(),
        pin: pin(),
        engine: "0.1.0".to_owned(),
        note: "候选".to_owned(),
        previews: true,
        made_at_micros: 10,
        expires_at_micros: 100,
        revoked_at_micros: None,
        last_opened_at_micros: None,
    }
}

fn evaluation(account: &Account, name: &str) -> Evaluation {
    Evaluation {
        id: new_id(),
        account: account.id,
        name: name.to_owned(),
        query: "gpus=16".to_owned(),
        pin: pin(),
        saved_at_micros: 5,
    }
}

/// Two accounts on a database with a release and a scorecard to pin to.
async fn people(db: &Db) -> [Account; 2] {
    let text = include_str!("../../catalogue/scorecards/gpu-cloud.json");
    let card = Scorecard {
        version: 1,
        ..serde_json::from_str(text).unwrap()
    };
    let people = ["ana", "bob"].map(|name| Account {
        id: AccountId(new_id()),
        name: AccountName::new(name).unwrap(),
        role: Role::Member,
        disabled: false,
        created_at_micros: 5,
    });
    let mut tx = db.write().await.unwrap();
    tx.publish_records(&Records::default(), &new_release("one"), &mut new_id)
        .await
        .unwrap();
    tx.add_scorecard(&card, &new_release("first")).await.unwrap();
    for account in &people {
        tx.add_account(account, None).await.unwrap();
    }
    tx.commit().await.unwrap();
    people
}

on_both_databases! {
    async fn a_share_link_is_found_by_its_digest_and_listed_for_its_owner(database) {
        let db = database.migrated().await;
        let [ana, bob] = people(&db).await;
        let (first, second, other) = (link(&ana, None), link(&ana, None), link(&bob, None));
        let mut tx = db.write().await.unwrap();
        for (link, digest) in [(&first, "a"), (&second, "b"), (&other, "c")] {
            tx.add_share_link(link, digest).await.unwrap();
        }
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.share_link("b").await.unwrap().as_ref(), Some(&second));
        assert_eq!(tx.share_link("d").await.unwrap(), None);
        assert_eq!(tx.share_link_of_id(other.id).await.unwrap().as_ref(), Some(&other));
        assert_eq!(tx.share_links_of(ana.id).await.unwrap(), [second.clone(), first.clone()]);
        assert_eq!(tx.share_links().await.unwrap(), [other, second, first]);
        drop(tx);
        let again = db.write().await.unwrap().add_share_link(&link(&ana, None), "a").await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    }

    async fn a_share_link_is_revoked_once_and_alone(database) {
        let db = database.migrated().await;
        let [ana, _] = people(&db).await;
        let (first, second) = (link(&ana, None), link(&ana, None));
        let mut tx = db.write().await.unwrap();
        tx.add_share_link(&first, "a").await.unwrap();
        tx.add_share_link(&second, "b").await.unwrap();
        assert!(tx.revoke_share_link(first.id, 50).await.unwrap());
        assert!(!tx.revoke_share_link(first.id, 60).await.unwrap());
        tx.open_share_link(second.id, 70).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        let (first, second) = (tx.share_link("a").await.unwrap().unwrap(), tx.share_link("b").await.unwrap().unwrap());
        assert_eq!((first.revoked_at_micros, first.is_open(50)), (Some(50), false));
        assert_eq!((second.revoked_at_micros, second.last_opened_at_micros), (None, Some(70)));
        assert!(second.is_open(99) && !second.is_open(100), "it ends with its time");
    }

    async fn columns_are_kept_by_name_for_their_owner(database) {
        let db = database.migrated().await;
        let [ana, bob] = people(&db).await;
        let columns = |name: &str, query: &str| KeptColumns {
            id: new_id(),
            name: name.to_owned(),
            query: query.to_owned(),
        };
        let (old, new, other) = (columns("b", "cols=spot"), columns("b", "cols=price"), columns("a", "cur=CNY"));
        let mut tx = db.write().await.unwrap();
        for one in [&old, &other, &new] {
            tx.save_columns(ana.id, one, 5).await.unwrap();
        }
        tx.save_columns(bob.id, &columns("b", ""), 5).await.unwrap();
        assert_eq!(tx.columns_of(ana.id).await.unwrap(), [other, new.clone()]);
        assert!(!tx.remove_columns(new.id, bob.id).await.unwrap());
        assert!(tx.remove_columns(new.id, ana.id).await.unwrap());
        assert_eq!(tx.columns_of(ana.id).await.unwrap().len(), 1);
        assert_eq!(tx.columns_of(bob.id).await.unwrap().len(), 1);
        tx.commit().await.unwrap();
    }

    async fn an_evaluation_belongs_to_its_owner_and_its_links_outlive_it(database) {
        let db = database.migrated().await;
        let [ana, bob] = people(&db).await;
        let (first, second) = (evaluation(&ana, "first"), evaluation(&ana, "second"));
        let mut tx = db.write().await.unwrap();
        tx.add_evaluation(&first).await.unwrap();
        tx.add_evaluation(&second).await.unwrap();
        tx.add_share_link(&link(&ana, Some(&first)), "a").await.unwrap();
        assert_eq!(tx.evaluations_of(ana.id).await.unwrap(), [second, first.clone()]);
        assert_eq!(tx.evaluations_of(bob.id).await.unwrap(), []);
        assert_eq!(tx.evaluation(first.id, ana.id).await.unwrap().as_ref(), Some(&first));
        assert_eq!(tx.evaluation(first.id, bob.id).await.unwrap(), None);
        assert!(!tx.rename_evaluation(first.id, bob.id, "mine").await.unwrap());
        assert!(tx.rename_evaluation(first.id, ana.id, "renamed").await.unwrap());
        assert_eq!(tx.evaluation(first.id, ana.id).await.unwrap().unwrap().name, "renamed");
        assert!(!tx.remove_evaluation(first.id, bob.id).await.unwrap());
        assert_eq!(tx.share_link("a").await.unwrap().unwrap().evaluation, Some(first.id));
        assert!(tx.remove_evaluation(first.id, ana.id).await.unwrap());
        assert_eq!(tx.share_link("a").await.unwrap().unwrap().evaluation, None);
        tx.commit().await.unwrap();
    }
}
