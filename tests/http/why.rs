//! Why one offer is above another: parts that add up, and sentences that claim no more than the numbers do.

use crate::site::Site;

#[tokio::test]
async fn the_parts_of_a_gap_add_up_whatever_the_pair() {
    let site = Site::starter().await;
    let api = site.get("/api/v1/rankings?limit=1000").await.json();
    let ids: Vec<&str> = api["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|i| i["id"].as_str().unwrap())
        .collect();
    for (n, a) in ids.iter().step_by(23).enumerate() {
        let b = ids[(n * 41 + 7) % ids.len()];
        if *a == b {
            continue;
        }
        for query in [String::new(), "&w=17-29-31-23&workload=realtime".to_owned()] {
            let rows = site.get(&format!("/en/why.csv?a={a}&b={b}{query}")).await.records();
            let tenths = |text: &str| (text.parse::<f64>().unwrap() * 10.0).round();
            let sum = |level: &str, column: &str| -> f64 {
                rows.iter()
                    .filter(|r| r["level"] == level)
                    .map(|r| tenths(&r[column]))
                    .sum()
            };
            for column in ["a_points", "b_points", "difference"] {
                let total = sum("total", column);
                assert!((sum("dimension", column) - total).abs() < 0.5, "{a} {b} {column}");
                assert!((sum("criterion", column) - total).abs() < 0.5, "{a} {b} {column}");
            }
            let gap = sum("total", "a_points") - sum("total", "b_points");
            assert!((gap - sum("total", "difference")).abs() < 0.5 && gap >= 0.0, "{a} {b}");
        }
    }
}

#[tokio::test]
async fn no_winner_is_named_where_ranges_overlap_and_one_is_where_they_do_not() {
    let criteria = [("one", 60.0), ("two", 40.0)];
    let offers: [(&str, &str, &[&str]); 5] = [
        ("A", "sure", &["90", "90"]),
        ("B", "weak", &["20", "30"]),
        ("C", "open", &["95", "?"]),
        ("D", "near", &["89.6", "90"]),
        ("E", "same", &["90", "90"]),
    ];
    let site = Site::direct(&criteria, &offers).await;
    for (a, b, says, not) in [
        ("a-sure", "b-weak", "leads", "not settled"),
        ("b-weak", "a-sure", "A · sure leads B · weak", "not settled"),
        ("a-sure", "c-open", "not settled", "leads"),
        ("a-sure", "d-near", "Too close to call", "leads"),
        ("a-sure", "e-same", "same total", "leads"),
    ] {
        let sentence = site
            .get(&format!("/en/why?a={a}&b={b}"))
            .await
            .texts(".sentence")
            .join("");
        assert!(
            sentence.contains(says) && !sentence.contains(not),
            "{a} {b}: {sentence}"
        );
    }
}

#[tokio::test]
async fn what_would_turn_the_order_turns_it() {
    let criteria = [("one", 60.0), ("two", 40.0)];
    let offers: [(&str, &str, &[&str]); 2] = [("A", "x", &["80", "40"]), ("B", "y", &["50", "75"])];
    let site = Site::direct(&criteria, &offers).await;
    let page = site.get("/en/why?a=a-x&b=b-y").await;
    let turns = page.texts(".stability dd").join(" | ");
    // 0.6 * 30 = 18 against 0.4 * 35 = 14; level where 30 t = 35 (1 - t), t = 53.8 %.
    assert!(
        turns.contains("up to 53.8 %") && turns.contains("from 46.2 % on"),
        "{turns}"
    );
    for (weights, first) in [("53-47", "b-y"), ("55-45", "a-x")] {
        let api = site.get(&format!("/api/v1/rankings?w={weights}")).await.json();
        assert_eq!(api["items"][0]["id"], first, "{weights}");
    }
    // 4 points: one 50 + 4 / 0.6 = 56.67, two 75 + 4 / 0.4 = 85.
    let ways = page.texts(".ways li").join(" | ");
    assert!(ways.contains("56.67") && ways.contains("85"), "{ways}");
}

#[tokio::test]
async fn the_page_keeps_the_query_and_offers_a_pair_by_itself() {
    let site = Site::starter().await;
    for lang in ["en", "zh"] {
        let page = site.get(&format!("/{lang}/why?w=10-70-10-10&hide=x")).await;
        assert_eq!(page.status.as_u16(), 200);
        assert_eq!(page.texts(".gap-table tbody tr").len(), 4 + 14);
        assert_eq!(page.texts(".tabs a").len(), 6);
        assert!(page.body.contains("w=10-70-10-10") && page.body.contains("name=\"hide\" value=\"x\""));
    }
    let json = site.get("/en/why.json").await.json();
    assert!(json["items"][0]["a_points"].is_number());
    let first = site.get("/en/why").await;
    let again = site.ask("/en/why", &[("if-none-match", first.header("etag"))]).await;
    assert_eq!(again.status.as_u16(), 304);
}
