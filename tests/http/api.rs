//! The catalogue as JSON.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::site::Site;

const LISTS: [&str; 6] = [
    "offers",
    "vendors",
    "accelerators",
    "benchmarks",
    "scorecards",
    "releases",
];

async fn all(site: &Site, path: &str) -> Vec<Value> {
    let mut items = Vec::new();
    let mut next = path.to_owned();
    while !next.is_empty() {
        let answer = site.get(&next).await;
        assert_eq!(answer.status.as_u16(), 200, "{next}: {}", answer.body);
        let json = answer.json();
        items.extend(json["items"].as_array().unwrap().iter().cloned());
        json["next"].as_str().unwrap_or_default().clone_into(&mut next);
    }
    items
}

#[tokio::test]
async fn every_list_is_paged_through_exactly_once_whatever_the_limit() {
    let site = Site::starter().await;
    for list in LISTS {
        let whole = site.get(&format!("/api/v1/{list}?limit=1000")).await.json();
        assert!(whole["next"].is_null(), "{list}");
        let whole = whole["items"].as_array().unwrap().clone();
        assert!(!whole.is_empty(), "{list}");
        assert_eq!(all(&site, &format!("/api/v1/{list}")).await, whole, "{list}");
        assert_eq!(all(&site, &format!("/api/v1/{list}?limit=7")).await, whole, "{list}");
        let ids: BTreeSet<String> = whole.iter().map(|i| format!("{}@{}", i["id"], i["version"])).collect();
        assert_eq!(ids.len(), whole.len(), "{list}");
    }
}

#[tokio::test]
async fn every_value_comes_with_its_evidence_and_at_most_one_is_in_force() {
    let site = Site::starter().await;
    let mut competing = 0;
    for list in ["offers", "vendors", "accelerators"] {
        for item in all(&site, &format!("/api/v1/{list}?limit=1000")).await {
            assert!(item["evidence"]["source"].is_string() && item["evidence"]["as_of"].is_string());
            let mut in_force = BTreeSet::new();
            for fact in item["facts"].as_array().unwrap() {
                assert!(fact["evidence"]["source"].is_string(), "{fact}");
                assert_eq!(fact["value"].is_null(), fact["state"] != "known", "{fact}");
                let key = format!("{}/{}", fact["attribute"], fact["variant"]);
                if fact["in_force"] == true {
                    assert!(fact["state"] != "unknown" && fact["evidence"]["grade"] != "E", "{fact}");
                    assert!(in_force.insert(key), "{fact}");
                } else if fact["state"] == "known" {
                    competing += 1;
                }
            }
        }
    }
    assert!(competing > 50, "values that compete are there: {competing}");
}

#[tokio::test]
async fn money_is_a_decimal_text_with_its_currency() {
    let site = Site::starter().await;
    let offers = all(&site, "/api/v1/offers").await;
    let prices: Vec<&Value> = offers.iter().flat_map(|o| o["prices"].as_array().unwrap()).collect();
    assert!(prices.len() >= 200);
    for price in &prices {
        let amount = price["hourly"].as_str().unwrap();
        assert!(amount.parse::<f64>().unwrap() > 0.0 && amount.contains('.'), "{amount}");
        assert_eq!(price["currency"].as_str().unwrap().len(), 3);
        assert!(price["evidence"]["as_of"].is_string());
    }
    assert!(prices.iter().any(|p| p["in_force"] == true) && prices.iter().any(|p| p["currency"] == "CNY"));
}

#[tokio::test]
async fn filters_choose_and_a_release_is_pinned() {
    let site = Site::starter().await;
    for (query, field, value) in [
        ("offers?vendor=aws", "vendor", "aws"),
        ("offers?gpu=h100-sxm&area=us", "accelerator", "h100-sxm"),
        ("offers?area=cn", "area", "cn"),
        ("vendors?vendor=oci", "id", "oci"),
        ("accelerators?gpu=h100-sxm", "id", "h100-sxm"),
        ("benchmarks?mode=training&gpu=h100-sxm", "accelerator", "h100-sxm"),
        (
            "benchmarks?round=Inference%20v5.1&task=llama2-70b-99&scenario=Offline",
            "round",
            "Inference v5.1",
        ),
    ] {
        let items = all(&site, &format!("/api/v1/{query}")).await;
        assert!(
            !items.is_empty() && items.iter().all(|i| i[field] == value),
            "{query}: {}",
            items.len()
        );
    }
    let first = site.get("/api/v1/offers?limit=1&release=r1").await.json();
    assert_eq!(first["release"], "r1");
    assert!(first["next"].as_str().unwrap().contains("release=r1"));
}

#[tokio::test]
async fn a_single_record_is_the_item_of_the_list() {
    let site = Site::starter().await;
    for list in ["offers", "vendors", "accelerators"] {
        let item = site.get(&format!("/api/v1/{list}?limit=1")).await.json()["items"][0].clone();
        let path = format!("/api/v1/{list}/{}", item["id"].as_str().unwrap());
        assert_eq!(site.get(&path).await.json(), item, "{path}");
        let none = site.get(&format!("/api/v1/{list}/none")).await;
        assert_eq!(
            (none.status.as_u16(), none.header("content-type")),
            (404, "application/problem+json")
        );
    }
}

#[tokio::test]
async fn a_bad_word_of_a_list_is_named_in_the_problem() {
    let site = Site::starter().await;
    for (query, word) in [
        ("offers?limit=0", "limit"),
        ("offers?limit=1001", "limit"),
        ("offers?after=A%20B", "after"),
        ("offers?vendor=nobody", "vendor"),
        ("offers?gpu=abacus", "gpu"),
        ("offers?region=atlantis", "region"),
        ("offers?area=moon", "area"),
        ("vendors?release=r99", "release"),
        ("accelerators?gpu=A%20B", "gpu"),
        ("benchmarks?round=none", "round"),
        ("benchmarks?mode=mining", "mode"),
        ("scorecards?limit=x", "limit"),
        ("releases?limit=x", "limit"),
    ] {
        let problem = site.get(&format!("/api/v1/{query}")).await;
        assert_eq!(problem.status.as_u16(), 422, "{query}");
        assert_eq!(problem.header("content-type"), "application/problem+json", "{query}");
        assert_eq!(problem.json()["field"], word, "{query}");
    }
}

#[tokio::test]
async fn a_list_that_the_client_holds_is_not_sent_again() {
    let site = Site::starter().await;
    for list in LISTS
        .iter()
        .chain(&["offers/gcp-a3-megagpu-8g-us-east4", "vendors/aws"])
    {
        let path = format!("/api/v1/{list}");
        let first = site.get(&path).await;
        let again = site.ask(&path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!((first.status.as_u16(), again.status.as_u16()), (200, 304), "{path}");
    }
}
