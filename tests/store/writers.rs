//! Many who write the same record at once: each write that is acknowledged is one version, and each builds on the one before.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use steelyard::domain::audit::{Actor, Kind};
use steelyard::store::{Db, LogFilter, StoreError, new_id};
use steelyard::web::intake::{IntakeError, Order, Outcome, Trail, look_in, take_in};

use crate::on_both_databases;
use crate::support::records::{new_release, sample};

/// Writers at once.
const WRITERS: usize = 64;

/// One write, as the API makes it; false when the database was too busy.
async fn put(db: &Db, name: &str) -> bool {
    let work = async {
        let mut tx = db.write().await?;
        tx.hold_draft().await?;
        let document = json!({"vendors": [
            {"vendor_id": "newcomer", "name": name, "kind": "gpu_cloud", "source": "test", "as_of": "2025", "grade": "B"},
        ]});
        let order = Order {
            name: "body".to_owned(),
            bytes: document.to_string().into_bytes(),
            trail: Trail::Records,
            ..Order::default()
        };
        let looked = look_in(&mut tx, order).await?;
        let outcome = take_in(&mut tx, &looked, &Actor::command_line(), None).await?;
        assert_eq!(outcome, Outcome::Draft);
        tx.commit().await?;
        Ok::<(), IntakeError>(())
    };
    match work.await {
        Ok(()) => true,
        Err(IntakeError::Store(StoreError::Busy | StoreError::Unavailable(_) | StoreError::Conflict)) => false,
        Err(error) => panic!("{error}"),
    }
}

fn name_in(content: Option<&String>) -> Option<String> {
    let content: Value = serde_json::from_str(content?).unwrap();
    Some(content["cells"]["name"].as_str().unwrap().to_owned())
}

on_both_databases! {
    async fn of_many_writers_of_one_record_none_is_lost(database) {
        let db = database.migrated().await;
        db.publish_first(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let db = db.clone();
                tokio::spawn(async move { put(&db, &format!("Writer {number}")).await })
            })
            .collect();
        let mut acknowledged = BTreeSet::new();
        for (number, writer) in writers.into_iter().enumerate() {
            if writer.await.unwrap() {
                acknowledged.insert(format!("Writer {number}"));
            }
        }
        assert!(acknowledged.len() > 1, "{}", acknowledged.len());

        let mut tx = db.read().await.unwrap();
        let filter = LogFilter { kind: Kind::Record.as_str().to_owned(), ..LogFilter::default() };
        let mut lines = tx.log_lines(&filter, None, 1000).await.unwrap();
        lines.sort_by_key(|line| line.version);
        assert_eq!(lines.len(), acknowledged.len());
        let versions: Vec<u32> = lines.iter().map(|line| line.version.unwrap()).collect();
        assert_eq!(versions, (1..).take(lines.len()).collect::<Vec<u32>>());
        let mut before = None;
        for line in &lines {
            assert_eq!(line.act.subject, "vendors newcomer");
            assert_eq!(name_in(line.act.before.as_ref()), before, "it builds on the version before");
            before = name_in(line.act.after.as_ref());
            assert!(acknowledged.remove(before.as_ref().unwrap()), "{before:?} was acknowledged once");
        }
        assert!(acknowledged.is_empty(), "{acknowledged:?} are not in the log");
        let draft = tx.draft().await.unwrap();
        assert_eq!(draft.put.vendors.len(), 1);
        assert_eq!(Some(&draft.put.vendors[0].name), before.as_ref());
    }
}
