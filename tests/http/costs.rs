//! What the months of a brief cost, on the workbench, in its files and in the API alike.

use std::collections::BTreeMap;

use serde_json::Value;
use steelyard::domain::catalogue::Changes;
use steelyard::domain::catalogue::Records;

use super::site::Site;

async fn items(site: &Site, query: &str) -> Vec<Value> {
    let answer = site.get(&format!("/api/v1/rankings?limit=1000&{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.json()["items"].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn page_csv_and_api_show_the_same_cost() {
    let site = Site::starter().await;
    let query = "group=offer&months=12&burst=0&egress_tb=0&hot_gb=0";
    let csv = site.get(&format!("/en/ranking.csv?{query}")).await;
    let of_csv: BTreeMap<String, String> = csv
        .records()
        .into_iter()
        .map(|row| (row["offer_id"].clone(), row["tco_usd_low"].clone()))
        .collect();
    assert!(of_csv.len() > 100);
    for item in items(&site, query).await {
        let Some(in_csv) = of_csv.get(item["id"].as_str().unwrap()) else {
            continue;
        };
        assert_eq!(item["cost"]["low"].as_str().unwrap_or_default(), in_csv, "{item}");
    }
    let page = site.get(&format!("/en/?{query}")).await;
    let first = page.texts("table.ranking tbody tr td.cost")[0].clone();
    let leader = &csv.records()[0];
    let whole = steelyard::web::lang::group(leader["tco_usd_low"].split('.').next().unwrap());
    assert!(first.contains(&whole[..whole.len() - 1]), "{first}: {whole}");
}

#[tokio::test]
async fn cost_grows_with_months_hours_and_egress_and_never_moves_a_filter() {
    let site = Site::starter().await;
    let total = |items: &[Value]| -> BTreeMap<String, f64> {
        let known = items.iter().filter(|item| !item["cost"].is_null());
        known
            .map(|item| (item["id"].as_str().unwrap().to_owned(), number(&item["cost"]["low"])))
            .collect()
    };
    let base = total(&items(&site, "term=on_demand").await);
    for more in [
        "term=on_demand&months=7",
        "term=on_demand&hours=744",
        "term=on_demand&egress_tb=20",
    ] {
        let grown = total(&items(&site, more).await);
        assert_eq!(grown.len(), base.len(), "{more}");
        assert!(base.iter().all(|(id, cost)| grown[id] >= *cost), "{more}");
        assert!(base.iter().any(|(id, cost)| grown[id] > *cost), "{more}");
    }
}

#[tokio::test]
async fn another_currency_changes_no_score_and_no_order() {
    let site = Site::starter().await;
    let scores = |items: &[Value]| -> Vec<(String, Value)> {
        items
            .iter()
            .map(|item| (item["id"].as_str().unwrap().to_owned(), item["score"].clone()))
            .collect()
    };
    assert_eq!(scores(&items(&site, "").await), scores(&items(&site, "cur=CNY").await));
    let (dollars, yuan) = (
        site.get("/en/ranking.csv").await,
        site.get("/en/ranking.csv?cur=CNY").await,
    );
    // 1 EUR = 1.0917 USD = 7.828 CNY.
    for (a, b) in dollars.records().iter().zip(yuan.records()) {
        let (a, b) = (&a["tco_usd_low"], &b["tco_cny_low"]);
        if a.is_empty() {
            assert_eq!(b, "");
        } else {
            let (a, b): (f64, f64) = (a.parse().unwrap(), b.parse().unwrap());
            assert!((a * 7.828 / 1.0917 - b).abs() < 0.05, "{a} {b}");
        }
    }
    assert!(
        yuan.body.contains("1 EUR = 7.828 CNY") && yuan.body.contains("2024-08-09"),
        "{}",
        &yuan.body[..600]
    );
}

#[tokio::test]
async fn c4_without_a_rate_an_amount_is_unknown_in_another_currency_everywhere() {
    let site = Site::starter().await;
    let rates = site.app().live().catalogue.rates().all().cloned().collect();
    let removed = Records {
        rates,
        ..Records::default()
    };
    site.publish(
        &Changes {
            put: Records::default(),
            removed,
        },
        "No rates",
    )
    .await;
    let query = "group=offer&vendor=alibaba&gpus=1&vram=0&gate.fp16=off";
    let page = site.get(&format!("/en/?{query}")).await;
    assert!(
        page.body.contains("CNY/h per instance, unknown in USD: no rate"),
        "{}",
        page.texts("td.price").join("|")
    );
    assert!(page.texts("td.cost").iter().all(|cost| cost.contains("unknown")));
    for row in site.get(&format!("/en/ranking.csv?{query}")).await.records() {
        assert!(
            row["usd_per_gpu_hour"].is_empty() && row["tco_usd_low"].is_empty(),
            "{row:?}"
        );
    }
    for item in items(&site, query).await {
        assert!(item["cost"].is_null(), "{item}");
        assert!(
            item["gaps"]["reserved_price"].as_str().unwrap().contains("CNY"),
            "{item}"
        );
    }
    let offers = items(&site, query).await;
    let one = offers[0]["id"].as_str().unwrap();
    let compared = site
        .get(&format!("/en/compare.csv?o={one},aws-p5.48xlarge-eu-west-2"))
        .await;
    let prices: Vec<_> = compared
        .records()
        .into_iter()
        .filter(|row| row["section"].starts_with("Prices"))
        .collect();
    assert!(!prices.is_empty(), "{}", compared.body);
    for row in &prices {
        let value = row[&format!("{one} value")].as_str();
        assert!(value.parse::<f64>().is_err(), "never an amount in USD: {row:?}");
        assert_eq!(row[&format!("{one} best")], "", "never compared: {row:?}");
        assert_eq!(row[&format!("{one} difference")], "", "never compared: {row:?}");
    }
    for axis in ["reserved_price", "burst_price"] {
        let chart = site.get(&format!("/en/chart.csv?{query}&x={axis}")).await;
        assert_eq!(chart.status, 200, "{axis}: {}", chart.body);
        assert!(chart.records().is_empty(), "{axis}: {}", chart.body);
    }
    let yuan = site.get(&format!("/en/?{query}&cur=CNY")).await;
    assert!(
        !yuan.texts("td.price .amount").is_empty(),
        "the listed amount needs no rate"
    );
}

#[tokio::test]
async fn a_budget_marks_what_is_over_it_and_excludes_it_when_it_is_a_gate() {
    let site = Site::starter().await;
    let marked = site.get("/en/?budget=150000&group=offer").await;
    assert!(
        marked.body.contains("Budget 150,000 USD") && marked.body.contains(" over"),
        "{}",
        marked.body
    );
    let all = items(&site, "").await;
    let gated = items(&site, "budget=150000&gate.budget=must").await;
    let over = gated.iter().filter(|item| {
        let gates = item["gates"].as_array().unwrap();
        gates
            .iter()
            .any(|gate| gate["id"] == "budget" && gate["outcome"] == "fail")
    });
    let over: Vec<&Value> = over.collect();
    assert!(!over.is_empty());
    for item in over {
        assert!(
            item["rank"].is_null() && number(&item["cost"]["low"]) > 150_000.0,
            "{item}"
        );
        let before = all.iter().find(|one| one["id"] == item["id"]).unwrap();
        assert_eq!(before["score"], item["score"], "a budget never changes a score");
    }
}

#[tokio::test]
async fn a_bad_amount_is_named() {
    let site = Site::starter().await;
    for (query, word) in [
        ("months=0", "months"),
        ("util=150", "util"),
        ("term=forever", "term"),
        ("budget=much", "budget"),
        ("cur=dollars", "cur"),
        ("egress_tb=-1", "egress_tb"),
        ("scorecard=none", "scorecard"),
    ] {
        let answer = site.get(&format!("/api/v1/rankings?{query}")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.json()["field"].as_str().unwrap()),
            (422, word),
            "{query}"
        );
    }
}

#[tokio::test]
async fn the_second_scorecard_scores_the_whole_cost() {
    let site = Site::starter().await;
    let all = items(&site, "scorecard=gpu-cloud-tco").await;
    let mut known: Vec<(f64, f64)> = all
        .iter()
        .filter(|item| !item["cost"].is_null() && item["cost"]["low"] == item["cost"]["high"])
        .map(|item| {
            (
                number(&item["cost"]["low"]),
                item["contributions"]["tco"].as_f64().unwrap(),
            )
        })
        .collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0));
    assert!(known.len() > 50);
    assert!(
        known.windows(2).all(|pair| pair[0].1 >= pair[1].1),
        "the cheaper one never has fewer points"
    );
}
