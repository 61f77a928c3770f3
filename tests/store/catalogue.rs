//! What is published can be loaded again, exactly, for every release.

use std::iter::repeat_with;
use std::time::Instant;

use steelyard::domain::catalogue::{BenchmarkResult, Catalogue, Changes, FactValue, Plan, Records, Vendor};
use steelyard::exchange::starter;
use steelyard::store::{StoreError, new_id};

use crate::on_both_databases;
use crate::support::records::{accelerator, fact, many_offers, new_release, offer, price, result, sample, vendor};

on_both_databases! {
    async fn the_starter_catalogue_comes_back_as_it_was(database) {
        let db = database.migrated().await;
        let starter = starter::records(starter::COLLECTED).unwrap();
        let release = db.publish_first(&starter, &new_release("starter"), &mut new_id).await.unwrap();
        assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), starter);
    }

    async fn records_are_loaded_as_they_were_published(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        let release = tx.publish_records(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), sample());
    }

    async fn an_older_release_stays_as_it_was(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        let first = tx.publish_records(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();

        let dearer = price("o1", Plan::OnDemand, "60");
        let other_name = Vendor { name: "A new name".to_owned(), ..vendor("v2") };
        let changes = Records {
            vendors: vec![vendor("v1"), other_name.clone(), vendor("v3")],
            offers: vec![offer("o3", "v3", "a1")],
            prices: vec![dearer.clone()],
            facts: vec![fact("v1", "number", FactValue::Number(99.99))],
            ..Records::default()
        };
        let mut tx = db.write().await.unwrap();
        let second = tx.publish_records(&changes, &new_release("second"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();

        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.records_of(&first).await.unwrap(), sample());
        let now = tx.records_of(&second).await.unwrap();
        assert_eq!(now.vendors, [vendor("v1"), other_name, vendor("v3")]);
        assert_eq!(now.offers.len(), 3);
        assert_eq!(now.prices.len(), 3);
        assert!(now.prices.contains(&dearer) && !now.prices.contains(&price("o1", Plan::OnDemand, "59.531599")));
        assert!(now.facts.contains(&fact("v1", "number", FactValue::Number(99.99))));
        assert_eq!((now.facts.len(), now.results.len()), (sample().facts.len(), sample().results.len()));
    }

    async fn publishing_the_same_again_adds_no_row(database) {
        let db = database.migrated().await;
        for _ in 0..2 {
            let mut drawn = 0;
            let mut ids = || { drawn += 1; new_id() };
            let mut tx = db.write().await.unwrap();
            let release = tx.publish_records(&sample(), &new_release("again"), &mut ids).await.unwrap();
            tx.commit().await.unwrap();
            assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), sample());
            assert_eq!(drawn > 0, release.number == 1);
        }
    }

    async fn a_key_that_is_there_twice_is_a_conflict_and_nothing_is_saved(database) {
        let db = database.migrated().await;
        let twice = Records { vendors: vec![vendor("v1"), vendor("v1")], ..Records::default() };
        let mut tx = db.write().await.unwrap();
        let outcome = tx.publish_records(&twice, &new_release("twice"), &mut new_id).await;
        assert!(matches!(outcome, Err(StoreError::Conflict)), "{outcome:?}");
        drop(tx);
        assert_eq!(db.read().await.unwrap().latest_release().await.unwrap(), None);
    }

    async fn what_is_not_committed_is_not_there(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        tx.publish_records(&sample(), &new_release("lost"), &mut new_id).await.unwrap();
        drop(tx);
        assert_eq!(db.read().await.unwrap().latest_release().await.unwrap(), None);
        let mut tx = db.write().await.unwrap();
        assert_eq!(tx.publish_records(&sample(), &new_release("kept"), &mut new_id).await.unwrap().number, 1);
        tx.commit().await.unwrap();
    }

    async fn more_rows_than_one_statement_holds_are_all_saved(database) {
        let db = database.migrated().await;
        let records = many_offers(3_001);
        let started = Instant::now();
        let mut tx = db.write().await.unwrap();
        let release = tx.publish_records(&records, &new_release("many"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        let saved = started.elapsed();
        assert_eq!(db.read().await.unwrap().records_of(&release).await.unwrap(), records);
        println!("{:?}: 6004 rows saved in {saved:?}, saved and loaded in {:?}", database.engine, started.elapsed());
    }

    async fn every_digit_of_a_real_number_comes_back(database) {
        let mut bits = 1_u64;
        let mut real = || loop {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = f64::from_bits(bits ^ (bits >> 29));
            if number.is_normal() {
                return number;
            }
        };
        let mut records = Records { accelerators: vec![accelerator("a1")], ..Records::default() };
        let extreme = [0.1, 1.0, -2.5, 1e22, 1e300, f64::MAX, f64::MIN_POSITIVE];
        for (n, value) in extreme.into_iter().chain(repeat_with(&mut real).take(50)).enumerate() {
            records.results.push(BenchmarkResult { value, ..result(&format!("any-{n}"), "a1") });
        }
        // Between 1e-30 and 1e30 they come as documents.
        let mut usual = Records { results: Vec::new(), ..records.clone() };
        for n in 0..5_000 {
            let value = real();
            let (value, exponent) = (value / 10_f64.powf(value.abs().log10().floor()), n % 59 - 29);
            let value = value * 10_f64.powi(exponent);
            usual.results.push(BenchmarkResult { value, ..result(&format!("usual-{n}"), "a1") });
        }
        for records in [records, usual] {
            let db = database.migrated().await;
            let mut tx = db.write().await.unwrap();
            let release = tx.publish_records(&records, &new_release("reals"), &mut new_id).await.unwrap();
            let loaded = tx.records_of(&release).await.unwrap();
            for (before, after) in records.results.iter().zip(&loaded.results) {
                assert_eq!((&before.id, before.value.to_bits()), (&after.id, after.value.to_bits()), "{}", before.value);
            }
            assert_eq!(loaded, records);
        }
    }

    async fn a_release_onto_a_loaded_catalogue_is_the_same_as_one_that_looks_for_itself(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        let first = tx.publish_records(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        let base = Catalogue::new(first.clone(), sample()).unwrap();
        let put = Records {
            vendors: vec![vendor("v3")],
            offers: vec![offer("o3", "v3", "a1"), offer("o1", "v2", "a1")],
            prices: vec![price("o3", Plan::OnDemand, "1"), price("o1", Plan::OnDemand, "60")],
            results: vec![result("b3", "a1")],
            ..Records::default()
        };
        let changes = Changes { put, removed: Records { facts: sample().facts, ..Records::default() } };
        let second = tx.publish_onto(&base, &changes, &new_release("second"), &mut new_id).await.unwrap();
        assert_eq!(tx.records_of(&second).await.unwrap(), changes.apply(&sample()));
        let again = tx.publish_onto(&base, &changes, &new_release("third"), &mut new_id).await;
        assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    }

    async fn a_value_that_cannot_be_read_names_its_place(database) {
        let db = database.migrated().await;
        let mut tx = db.write().await.unwrap();
        let release = tx.publish_records(&sample(), &new_release("first"), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        database.raw("update offer set area = 'atlantis' where offer_id = 'o2'").await;
        let outcome = db.read().await.unwrap().records_of(&release).await;
        assert!(matches!(outcome, Err(StoreError::Corrupt { table: "offer", column: "area", .. })), "{outcome:?}");
        database.raw("update offer set area = 'us' where offer_id = 'o2'").await;
        database.raw("update fact set value = 'many' where attribute_id = 'number'").await;
        let outcome = db.read().await.unwrap().records_of(&release).await;
        assert!(matches!(outcome, Err(StoreError::Corrupt { table: "fact", column: "value", .. })), "{outcome:?}");
    }
}
