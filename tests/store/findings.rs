//! A finding is accepted once, with a reason, and can be opened again.

use steelyard::domain::finding::FindingKey;
use steelyard::store::{Entry, StoreError};

use crate::on_both_databases;

on_both_databases! {
    async fn an_acceptance_is_kept_with_its_reason(database) {
        let db = database.migrated().await;
        let key = FindingKey {
            rule: "spot_not_below_list".to_owned(),
            subject: "price of o1".to_owned(),
            message: "3 is not below 2".to_owned(),
        };
        let entry = Entry { by: "editor".to_owned(), at_micros: 5 };
        let mut tx = db.write().await.unwrap();
        tx.accept_finding(&key, "the vendor confirmed it", &entry).await.unwrap();
        tx.commit().await.unwrap();
        let found = db.read().await.unwrap().acceptances().await.unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((&found[0].key, found[0].reason.as_str()), (&key, "the vendor confirmed it"));
        assert_eq!((found[0].accepted_by.as_str(), found[0].accepted_at_micros), ("editor", 5));
        let again = db.write().await.unwrap().accept_finding(&key, "again", &entry).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
        let mut tx = db.write().await.unwrap();
        assert!(tx.withdraw_acceptance(&key).await.unwrap());
        assert!(!tx.withdraw_acceptance(&key).await.unwrap());
        tx.commit().await.unwrap();
        assert_eq!(db.read().await.unwrap().acceptances().await.unwrap(), []);
    }
}
