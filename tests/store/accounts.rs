//! Accounts, and what they sign in with: sessions, links, keys; forms that were sent; files that wait; and the log of every write.

use steelyard::domain::account::{Account, AccountId, AccountName, Role};
use steelyard::domain::audit::{Act, Action, Actor, Kind};
use steelyard::store::{LogFilter, Scope, Session, StoreError, Token, Upload, new_id};

use crate::on_both_databases;

fn account(name: &str, role: Role) -> Account {
    Account {
        id: AccountId(new_id()),
        name: AccountName::new(name).unwrap(),
        role,
        disabled: false,
        created_at_micros: 5,
    }
}

fn session(digest: &str, account: &Account, expires_at_micros: i64) -> Session {
    Session {
        digest: digest.to_owned(),
        account: account.id,
        form_token: "form".to_owned(),
        agent: "a browser".to_owned(),
        address: "192.0.2.1".to_owned(),
        signed_in_at_micros: 10,
        last_used_at_micros: 10,
        expires_at_micros,
    }
}

on_both_databases! {
    async fn an_account_is_found_by_its_name_whatever_its_case_and_a_name_is_taken_once(database) {
        let db = database.migrated().await;
        let ana = account("Ana", Role::Editor);
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, Some("issuer sub")).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        let name = AccountName::new("ANA").unwrap();
        assert_eq!(tx.account_named(&name).await.unwrap().as_ref(), Some(&ana));
        assert_eq!(tx.account(ana.id).await.unwrap().as_ref(), Some(&ana));
        assert_eq!(tx.account_of_subject("issuer sub").await.unwrap().as_ref(), Some(&ana));
        assert_eq!(tx.accounts().await.unwrap(), [ana]);
        drop(tx);
        let again = db.write().await.unwrap().add_account(&account("ana", Role::Viewer), None).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    }

    async fn an_admin_is_one_who_can_sign_in(database) {
        let db = database.migrated().await;
        let ana = account("ana", Role::Admin);
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, None).await.unwrap();
        assert!(!tx.has_admin().await.unwrap(), "nobody can sign in without a password");
        assert_eq!(tx.password_of(ana.id).await.unwrap(), None);
        tx.set_password(ana.id, "hash").await.unwrap();
        assert_eq!(tx.password_of(ana.id).await.unwrap().as_deref(), Some("hash"));
        assert!(tx.has_admin().await.unwrap());
        tx.change_account(ana.id, Role::Admin, true).await.unwrap();
        assert!(!tx.has_admin().await.unwrap());
    }

    async fn a_session_ends_by_time_by_hand_and_with_its_account(database) {
        let db = database.migrated().await;
        let ana = account("ana", Role::Viewer);
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, None).await.unwrap();
        for (digest, expires) in [("one", 100), ("two", 200), ("three", 300)] {
            tx.add_session(&session(digest, &ana, expires)).await.unwrap();
        }
        assert!(tx.session("one", 99).await.unwrap().is_some());
        assert!(tx.session("one", 100).await.unwrap().is_none(), "it has expired");
        tx.use_session("two", 150, 400).await.unwrap();
        let order: Vec<String> = tx.sessions_of(ana.id, 120).await.unwrap().into_iter().map(|s| s.digest).collect();
        assert_eq!(order, ["two", "three"]);
        tx.end_session("three").await.unwrap();
        assert!(tx.session("three", 0).await.unwrap().is_none());
        tx.add_session(&session("four", &ana, 900)).await.unwrap();
        assert_eq!(tx.end_sessions(ana.id, Some("four")).await.unwrap(), 2);
        tx.change_account(ana.id, Role::Viewer, true).await.unwrap();
        assert!(tx.session("four", 0).await.unwrap().is_none());
    }

    async fn a_link_works_once_and_a_newer_one_takes_its_place(database) {
        let db = database.migrated().await;
        let ana = account("ana", Role::Viewer);
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, None).await.unwrap();
        tx.add_link("setup", None, 100).await.unwrap();
        tx.add_link("old", Some(ana.id), 100).await.unwrap();
        tx.add_link("new", Some(ana.id), 100).await.unwrap();
        assert_eq!(tx.link("old", 0).await.unwrap(), None);
        assert_eq!(tx.link("new", 0).await.unwrap(), Some(Some(ana.id)));
        assert_eq!(tx.link("setup", 0).await.unwrap(), Some(None));
        assert_eq!(tx.link("new", 100).await.unwrap(), None, "it has expired");
        assert!(tx.use_link("new").await.unwrap());
        assert!(!tx.use_link("new").await.unwrap());
    }

    async fn a_key_is_found_by_its_digest_until_it_expires_or_is_taken_away(database) {
        let db = database.migrated().await;
        let (ana, bob) = (account("ana", Role::Editor), account("bob", Role::Editor));
        let token = Token {
            id: new_id(),
            account: ana.id,
            name: "robot".to_owned(),
            scope: Scope::Draft,
            created_at_micros: 1,
            expires_at_micros: 100,
            last_used_at_micros: None,
        };
        let mut tx = db.write().await.unwrap();
        for account in [&ana, &bob] {
            tx.add_account(account, None).await.unwrap();
        }
        tx.add_token(&token, "digest").await.unwrap();
        assert_eq!(tx.token("digest", 99).await.unwrap(), Some((token.clone(), ana.clone())));
        assert_eq!(tx.token("digest", 100).await.unwrap(), None);
        tx.use_token(token.id, 7).await.unwrap();
        assert_eq!(tx.tokens_of(ana.id).await.unwrap()[0].last_used_at_micros, Some(7));
        assert!(!tx.revoke_token(token.id, bob.id).await.unwrap(), "it is not bob's");
        assert!(tx.revoke_token(token.id, ana.id).await.unwrap());
        assert_eq!(tx.tokens_of(ana.id).await.unwrap(), []);
    }

    async fn failures_count_for_a_while_and_are_forgotten_after_a_success(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        for at in [10, 20, 30] {
            tx.add_sign_in_failure("name ana", at, 0).await.unwrap();
        }
        assert_eq!(tx.sign_in_failures("name ana", 15).await.unwrap(), 2);
        assert_eq!(tx.sign_in_failures("name bob", 0).await.unwrap(), 0);
        tx.add_sign_in_failure("name bob", 40, 20).await.unwrap();
        assert_eq!(tx.sign_in_failures("name ana", 0).await.unwrap(), 1, "old ones are gone");
        tx.forget_sign_in_failures("name ana").await.unwrap();
        assert_eq!(tx.sign_in_failures("name ana", 0).await.unwrap(), 0);
    }

    async fn a_form_is_sent_once(database) {
        let db = database.migrated().await;
        let ana = account("ana", Role::Editor);
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, None).await.unwrap();
        tx.add_submission("form", ana.id, "", (10, 0)).await.unwrap();
        tx.settle_submission("form", "/en/admin").await.unwrap();
        tx.commit().await.unwrap();
        let again = db.write().await.unwrap().add_submission("form", ana.id, "", (11, 0)).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.submission("form", ana.id).await.unwrap().as_deref(), Some("/en/admin"));
        assert_eq!(tx.submission("form", AccountId(new_id())).await.unwrap(), None);
    }

    async fn a_file_waits_for_the_one_who_sent_it(database) {
        let db = database.migrated().await;
        let ana = account("ana", Role::Editor);
        let upload = Upload {
            id: new_id(),
            account: ana.id,
            name: "prices.csv".to_owned(),
            bytes: vec![0, 159, 146, 150],
            said: "{}".to_owned(),
            at_micros: 10,
        };
        let mut tx = db.write().await.unwrap();
        tx.add_account(&ana, None).await.unwrap();
        tx.add_upload(&upload, 0).await.unwrap();
        assert_eq!(tx.upload(upload.id, ana.id).await.unwrap().as_ref(), Some(&upload));
        assert_eq!(tx.upload(upload.id, AccountId(new_id())).await.unwrap(), None);
        let newer = Upload { id: new_id(), at_micros: 100, ..upload.clone() };
        tx.add_upload(&newer, 10).await.unwrap();
        assert_eq!(tx.upload(upload.id, ana.id).await.unwrap(), None, "a day has passed");
        assert!(tx.remove_upload(newer.id).await.unwrap());
        assert!(!tx.remove_upload(newer.id).await.unwrap());
    }

    async fn a_record_that_was_renamed_is_found_by_its_newer_key(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        assert_eq!(tx.renamed("prices", "a").await.unwrap(), None);
        tx.note_rename("prices", "a", "b").await.unwrap();
        tx.note_rename("prices", "a", "c").await.unwrap();
        assert_eq!(tx.renamed("prices", "a").await.unwrap().as_deref(), Some("c"));
        assert_eq!(tx.renamed("facts", "a").await.unwrap(), None);
    }

    async fn the_log_counts_versions_filters_and_refuses_to_be_changed(database) {
        let db = database.migrated().await;
        let actor = Actor { account: None, name: "Ana".to_owned(), address: "192.0.2.1".to_owned() };
        let change = |subject: &str| {
            Act::new(Action::Change, Kind::Record, subject).with_content(Some("1".into()), Some("2".into())).with_note("n")
        };
        let mut tx = db.write().await.unwrap();
        assert_eq!(tx.log_version(&actor, &change("vendors a"), 1).await.unwrap(), 1);
        assert_eq!(tx.log_version(&actor, &change("vendors a"), 2).await.unwrap(), 2);
        assert_eq!(tx.log_version(&actor, &change("vendors b"), 3).await.unwrap(), 1);
        tx.log(&Actor::command_line(), &Act::new(Action::SignIn, Kind::Account, "ana"), 4).await.unwrap();
        tx.commit().await.unwrap();
        let mut tx = db.read().await.unwrap();
        let all = tx.log_lines(&LogFilter::default(), None, 10).await.unwrap();
        assert_eq!(all.iter().map(|l| l.at_micros).collect::<Vec<_>>(), [4, 3, 2, 1]);
        let older = tx.log_lines(&LogFilter::default(), Some(all[1].id), 1).await.unwrap();
        assert_eq!(older[0].at_micros, 2);
        let filter = LogFilter { who: "AN".into(), action: "change".into(), kind: "record".into(), subject: "s A".into() };
        let found = tx.log_lines(&filter, None, 10).await.unwrap();
        assert_eq!(found.iter().map(|l| l.version).collect::<Vec<_>>(), [Some(2), Some(1)]);
        assert_eq!(tx.log_line(found[0].id).await.unwrap().as_ref(), Some(&found[0]));
        assert_eq!(found[0].act, change("vendors a"));
        drop(tx);
        for statement in ["update audit set note = 'x'", "delete from audit"] {
            assert!(database.refuses(statement).await, "{statement}");
        }
    }
}
