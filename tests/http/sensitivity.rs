//! How safe the order is: strips that partition, shares that are shares, presets that are the presets.

use crate::site::Site;

#[tokio::test]
async fn who_leads_where_covers_every_weight_once_and_the_leader_leads_now() {
    let site = Site::starter().await;
    for query in ["", "w=10-60-20-10"] {
        let rows = site.get(&format!("/en/sensitivity.csv?{query}")).await.records();
        let api = site.get(&format!("/api/v1/rankings?{query}")).await.json();
        let now = [("Performance", 0), ("Cost", 1), ("Support", 2), ("Ecosystem", 3)];
        let weights: Vec<f64> = if query.is_empty() {
            vec![40.0, 30.0, 20.0, 10.0]
        } else {
            vec![10.0, 60.0, 20.0, 10.0]
        };
        for (dimension, place) in now {
            let mut at = 0.0;
            let mut leader = String::new();
            for row in rows
                .iter()
                .filter(|r| r["figure"] == "leads_percent" && r["subject"] == dimension)
            {
                let (low, high): (f64, f64) = (row["low"].parse().unwrap(), row["high"].parse().unwrap());
                assert!((low - at).abs() < 1e-9, "{dimension} has no gap");
                if low <= weights[place] && weights[place] <= high {
                    leader.clone_from(&row["offer_id"]);
                }
                at = high;
            }
            assert!((at - 100.0).abs() < 1e-9, "{dimension}");
            assert_eq!(leader, api["items"][0]["id"], "{dimension} {query}");
        }
    }
}

#[tokio::test]
async fn shares_and_central_weights_are_parts_of_a_whole() {
    let site = Site::starter().await;
    let rows = site.get("/en/sensitivity.csv").await.records();
    let shares: Vec<f64> = rows
        .iter()
        .filter(|r| r["figure"] == "first_share_percent")
        .map(|r| r["low"].parse().unwrap())
        .collect();
    assert!(
        shares.is_sorted_by(|a, b| a >= b) && shares.iter().all(|s| (0.0..=100.0).contains(s)),
        "{shares:?}"
    );
    for row in rows.iter().filter(|r| r["figure"] == "first_share_percent") {
        let central: f64 = rows
            .iter()
            .filter(|r| r["figure"] == "central_weight_percent" && r["offer_id"] == row["offer_id"])
            .map(|r| r["low"].parse::<f64>().unwrap())
            .sum();
        assert!((central - 100.0).abs() < 0.3, "{central}");
    }
}

#[tokio::test]
async fn the_ranks_under_a_preset_are_those_of_its_ranking() {
    let site = Site::starter().await;
    let rows = site.get("/en/sensitivity.csv?gpus=4").await.records();
    for (name, query) in [
        ("Cost first", "w=20-60-10-10"),
        ("Real-time", "w=35-20-35-10&workload=realtime"),
        ("Now", ""),
    ] {
        let api = site
            .get(&format!("/api/v1/rankings?limit=1000&gpus=4&{query}"))
            .await
            .json();
        let mut seen = 0;
        for row in rows.iter().filter(|r| r["figure"] == "rank" && r["subject"] == name) {
            let items = api["items"].as_array().unwrap();
            let item = items.iter().find(|i| i["id"] == row["offer_id"].as_str()).unwrap();
            let rank = item["rank"].as_u64().map_or_else(String::new, |r| r.to_string());
            assert_eq!(row["low"], rank, "{name} {}", row["offer_id"]);
            seen += 1;
        }
        assert!(seen >= 3, "{name}");
    }
}

#[tokio::test]
async fn the_verdict_is_a_word_with_a_reason_and_nothing_is_claimed_of_one_offer_alone() {
    let criteria = [("one", 60.0), ("two", 40.0)];
    let offers: [(&str, &str, &[&str]); 3] = [
        ("A", "x", &["95", "95"]),
        ("B", "y", &["40", "40"]),
        ("C", "z", &["30", "20"]),
    ];
    let site = Site::direct(&criteria, &offers).await;
    let page = site.get("/en/sensitivity").await;
    assert!(
        page.texts(".safety h2")[0].starts_with("Robust"),
        "{:?}",
        page.texts(".safety h2")
    );
    assert!(page.texts(".reasons li")[0].contains("First in 100.0 %"));
    assert!(page.texts(".without li.changed").is_empty());
    let alone = Site::direct(&criteria, &offers[..1]).await.get("/en/sensitivity").await;
    assert_eq!((alone.status.as_u16(), alone.texts(".empty").len()), (200, 1));
}

#[tokio::test]
async fn a_criterion_that_carries_the_leader_is_named_when_it_is_left_out() {
    let criteria = [("one", 60.0), ("two", 40.0)];
    let offers: [(&str, &str, &[&str]); 2] = [("A", "x", &["90", "10"]), ("B", "y", &["40", "60"])];
    let site = Site::direct(&criteria, &offers).await;
    let rows = site.get("/en/sensitivity.csv").await.records();
    let without = |name: &str| {
        let row = rows
            .iter()
            .find(|r| r["figure"] == "leader_without" && r["subject"] == name);
        row.unwrap()["offer"].clone()
    };
    assert_eq!(
        (without("one"), without("two")),
        ("B · y".to_owned(), "A · x".to_owned())
    );
}
