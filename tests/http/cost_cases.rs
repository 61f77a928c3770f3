//! The worked cases of prices, on the page of costs and wherever else a price stands.

use steelyard::domain::catalogue::{Completeness, Plan, Price, Records};
use steelyard::domain::money::{Currency, Micros};

use crate::tco_page::{BARE, EIGHT, ONE, json, price, site};

#[tokio::test]
async fn case_c1_the_price_per_gpu_never_shows_as_the_price_of_the_instance() {
    let site = site(|records| {
        records
            .prices
            .push(price(records, EIGHT, Plan::Spot, "10.24", Currency::USD));
    })
    .await;
    let json = json(&site, &format!("{BARE}&o={EIGHT}&term=spot&gpus=8&util=100")).await;
    assert_eq!(json["items"][0]["per_useful_gpu_hour"]["100"], "1.280000");
    let assumptions = json["items"][0]["assumptions"].as_array().unwrap();
    let hourly = assumptions.iter().find(|a| a["name"] == "hourly").unwrap();
    assert_eq!(
        (&hourly["value"], &hourly["origin"]),
        (&"10.24".into(), &"offer".into())
    );
}

#[tokio::test]
async fn case_c3_parts_of_a_price_are_added_and_one_part_alone_is_not_compared() {
    let part = |records: &Records, amount: &str, completeness| Price {
        completeness,
        ..price(records, EIGHT, Plan::OnDemand, amount, Currency::USD)
    };
    let whole = site(|records| {
        records.prices.push(part(records, "3.40428", Completeness::HostOnly));
        records
            .prices
            .push(part(records, "1.09565", Completeness::AcceleratorOnly));
    })
    .await;
    let query = format!("{BARE}&o={EIGHT},{ONE}&hours=100&months=1");
    let answer = json(&whole, &query).await;
    assert_eq!(answer["items"][0]["total"], "449.99");
    assert!(answer["items"][0]["formula"].as_str().unwrap().contains("4.49993"));
    let half = site(|records| records.prices.push(part(records, "3.40428", Completeness::HostOnly))).await;
    let page = half.get(&format!("/en/tco?{query}")).await;
    assert!(page.texts(".costs tbody tr").is_empty(), "nothing has a total");
    let apart = page.texts(".incomplete li").join(" ");
    assert!(
        apart.contains("Incomplete price") && apart.contains("host alone: USD 3.40428 an hour"),
        "{apart}"
    );
    for (site, shown) in [(&whole, "4.49993"), (&half, "")] {
        let wide = "group=offer&vram=0&gpus=8&gate.fp16=off";
        let ranking = site.get(&format!("/en/ranking.csv?{wide}")).await.records();
        let row = ranking.iter().find(|row| row["offer_id"] == EIGHT).unwrap();
        assert_eq!(row["usd_per_gpu_hour"].is_empty(), shown.is_empty(), "{row:?}");
        assert_eq!(row["tco_usd_low"].is_empty(), shown.is_empty(), "{row:?}");
        let compared = site.get(&format!("/en/compare.csv?o={EIGHT},{ONE}&per=offer")).await;
        let rows = compared.records();
        let row = rows
            .iter()
            .find(|row| row["section"].starts_with("Prices") && row["row"] == "On demand")
            .unwrap();
        let value = row[&format!("{EIGHT} value")].as_str();
        if shown.is_empty() {
            assert!(value.parse::<f64>().is_err(), "a part is no price: {row:?}");
            assert_eq!(row[&format!("{EIGHT} best")], "");
        } else {
            assert_eq!(value, shown);
        }
        let chart = site.get(&format!("/en/chart.csv?{wide}")).await.records();
        let is_point = chart.iter().any(|row| row["offer_id"] == EIGHT);
        assert_eq!(is_point, !shown.is_empty(), "{chart:?}");
    }
}

#[tokio::test]
async fn case_c4_an_amount_without_a_rate_is_unknown_and_never_taken_at_one() {
    let site = site(|records| {
        records.rates.clear();
        records
            .prices
            .push(price(records, EIGHT, Plan::OnDemand, "100.00", Currency::CNY));
    })
    .await;
    let page = site.get(&format!("/en/tco?o={EIGHT}")).await;
    let apart = page.texts(".incomplete li").join(" ");
    assert!(
        apart.contains("CNY 100.00 an hour") && apart.contains("USD unknown"),
        "{apart}"
    );
    assert!(page.texts(".costs tbody tr").is_empty());
    // In its own currency it needs no rate.
    assert_eq!(
        json(&site, &format!("{BARE}&o={EIGHT}&cur=CNY&gpus=8")).await["items"][0]["total"],
        "438000.00"
    );
}

#[tokio::test]
async fn case_c5_an_upfront_payment_is_spread_over_its_term_and_labelled() {
    let site = site(|records| {
        let mut reserved = price(records, ONE, Plan::Reserved3y, "0.50", Currency::USD);
        reserved.upfront = Some(Micros::parse("10000").unwrap());
        records.prices.push(reserved);
    })
    .await;
    let query = format!("{BARE}&o={ONE}&gpus=1&term=reserved_3y&months=12");
    let answer = json(&site, &query).await;
    let item = &answer["items"][0];
    assert!(
        item["formula"].as_str().unwrap().starts_with("0.8805175038"),
        "{}",
        item["formula"]
    );
    assert_eq!(item["total"], "7713.33");
    // Two more years at the same price are owed after the twelve months.
    assert_eq!(item["owed_after"], "15426.67");
    let page = site.get(&format!("/en/tco?{query}")).await;
    assert!(
        page.texts(".formula")
            .join(" ")
            .contains("Effective price of an hour 0.8805175")
    );
    let after = page.texts(".after").join(" ");
    assert!(
        after.contains("24 more months") && after.contains("15,426.67"),
        "{after}"
    );
}

#[tokio::test]
async fn case_c6_the_list_is_ordered_by_what_the_need_costs() {
    let site = site(|records| {
        records
            .prices
            .push(price(records, EIGHT, Plan::OnDemand, "24.00", Currency::USD));
        records
            .prices
            .push(price(records, ONE, Plan::OnDemand, "3.50", Currency::USD));
    })
    .await;
    let order = async |gpus: u32| -> Vec<String> {
        let answer = json(&site, &format!("{BARE}&o={EIGHT},{ONE}&gpus={gpus}")).await;
        answer["items"]
            .as_array()
            .unwrap()
            .iter()
            .map(|item| item["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(order(1).await, [ONE, EIGHT], "one accelerator: 3.50 against 24.00");
    assert_eq!(order(8).await, [EIGHT, ONE], "eight accelerators: 24.00 against 28.00");
}

#[tokio::test]
async fn case_c8_storage_is_paid_by_tier() {
    let site = site(|records| {
        records
            .prices
            .push(price(records, ONE, Plan::OnDemand, "1.00", Currency::USD));
    })
    .await;
    let query = format!("burst=0&egress_tb=0&o={ONE}&gpus=1&months=1&hot_gb=10000&warm_gb=40000&cold_gb=200000");
    let components = json(&site, &query).await["items"][0]["components"].clone();
    let stored: Vec<&str> = ["storage_hot", "storage_warm", "storage_cold"]
        .map(|c| components[c].as_str().unwrap())
        .to_vec();
    assert_eq!(stored, ["1500.00", "800.00", "1000.00"]);
    let doubled = json(&site, &format!("{query}&redundancy=2&safety=20")).await["items"][0]["components"].clone();
    assert_eq!(doubled["storage_hot"], "3600.00");
}
