//! Servers that start at once on an empty database agree on one first release.

use steelyard::store::new_id;

use crate::on_both_databases;
use crate::support::records::{many_offers, new_release, sample};

on_both_databases! {
    async fn of_servers_that_start_at_once_exactly_one_loads_the_records(database) {
        let servers: Vec<_> = (0..4).map(|_| {
            let url = database.url.parse().unwrap();
            tokio::spawn(async move {
                let db = steelyard::store::Db::open(&url).await.unwrap();
                db.migrate().await.unwrap();
                let mut drawn = 0;
                let mut ids = || { drawn += 1; new_id() };
                let release = db.publish_first(&many_offers(200), &new_release("starter"), &mut ids).await.unwrap();
                assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), many_offers(200));
                release
            })
        }).collect();
        for server in servers {
            assert_eq!(server.await.unwrap().number, 1);
        }
        let db = database.open().await;
        assert_eq!(db.read().await.unwrap().releases().await.unwrap().len(), 1);
    }

    async fn a_second_start_finds_the_release_and_changes_nothing(database) {
        let db = database.migrated().await;
        let first = db.publish_first(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        let again = db.publish_first(&many_offers(1), &new_release("other"), &mut new_id).await.unwrap();
        assert_eq!(first, again);
        assert_eq!(db.read().await.unwrap().records_of(&again).await.unwrap(), sample());
    }
}
