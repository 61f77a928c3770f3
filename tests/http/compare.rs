//! Offers side by side: which rows stand there, what is marked, what is left out, and that every page says the same numbers.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::site::{Answer, Site};

const FIVE: &str = "gcp-a3-megagpu-8g-us-east4,aws-p5.48xlarge-eu-west-2,vultr-1x-h100-sxm-unspecified,verda-1b200.30v-fin-03,nebius-hgx-b200-x8-global";

/// The rows of the comparison: heading, and per offer value and points.
fn rows(page: &Answer) -> Vec<(String, Vec<String>)> {
    let html = scraper::Html::parse_document(&page.body);
    let select = |s: &str| scraper::Selector::parse(s).unwrap();
    let text = |e: scraper::ElementRef<'_>| {
        e.text()
            .collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    html.select(&select(".compare tbody tr:not(.heading)"))
        .map(|row| {
            let name = row.select(&select("th")).map(text).collect();
            (name, row.select(&select("td .shown")).map(text).collect())
        })
        .collect()
}

#[tokio::test]
async fn ux_08_differences_only_removes_exactly_the_rows_with_equal_shown_values_and_says_how_many() {
    let site = Site::starter().await;
    for query in [
        format!("o={FIVE}"),
        "o=aws-p5.48xlarge-eu-west-2,aws-p5.48xlarge-ap-south-1".to_owned(),
        "o=aws-p5.48xlarge-eu-west-2".to_owned(),
    ] {
        let all = rows(&site.get(&format!("/en/compare?{query}")).await);
        let page = site.get(&format!("/en/compare?{query}&diff=1")).await;
        let differs = |cells: &[String]| cells.len() < 2 || cells.iter().any(|c| *c != cells[0]);
        let wanted: Vec<_> = all.iter().filter(|(_, cells)| differs(cells)).cloned().collect();
        assert_eq!(rows(&page), wanted, "{query}");
        let gone = all.len() - wanted.len();
        let said = page.texts(".choices .count").join(" ");
        assert!(said.starts_with(&format!("{gone} row")), "{said}: {gone}");
        let csv = site.get(&format!("/en/compare.csv?{query}&diff=1")).await.records();
        assert_eq!(csv.len(), wanted.len(), "the export has the rows of the view");
    }
}

#[tokio::test]
async fn removing_or_hiding_an_offer_changes_no_other_number() {
    let site = Site::starter().await;
    let whole = rows(&site.get(&format!("/en/compare?o={FIVE}")).await);
    let ids: Vec<&str> = FIVE.split(',').collect();
    for left in 1..ids.len() {
        let fewer: Vec<&str> = ids
            .iter()
            .enumerate()
            .filter(|(n, _)| *n != left)
            .map(|(_, id)| *id)
            .collect();
        let page = rows(
            &site
                .get(&format!("/en/compare?o={}&hide={}", fewer.join(","), ids[left]))
                .await,
        );
        for ((name, cells), (_, others)) in whole.iter().zip(&page) {
            let mut cells = cells.clone();
            cells.remove(left);
            assert_eq!(cells, *others, "{name} without {}", ids[left]);
        }
        assert_eq!(whole.len(), page.len());
    }
}

#[tokio::test]
async fn totals_and_dimension_points_agree_on_every_page_and_in_every_export() {
    let site = Site::starter().await;
    for words in [
        "",
        "w=25-45-20-10&workload=inference&",
        "gpus=4&c.mlperf=10&gate.sla=off&",
    ] {
        let ids: Vec<&str> = FIVE.split(',').collect();
        let api = site.get(&format!("/api/v1/rankings?{words}limit=1000")).await.json();
        let item = |id: &str| -> &Value {
            let items = api["items"].as_array().unwrap();
            items.iter().find(|i| i["id"] == id).unwrap()
        };
        let compare = site.get(&format!("/en/compare.csv?{words}o={FIVE}")).await.records();
        let of = |section: &str, row: &str, column: String| -> f64 {
            let found = compare
                .iter()
                .find(|r| r["section"].starts_with(section) && r["row"] == row);
            found.unwrap()[&column].parse().unwrap()
        };
        for id in &ids {
            let points = |section: &str, row: &str| of(section, row, format!("{id} points"));
            let total = points("Total", "Total");
            assert!(
                (total - item(id)["score"].as_f64().unwrap()).abs() <= 0.05 + 1e-9,
                "{id}"
            );
            let parts = [
                ("Performance", "performance"),
                ("Cost", "cost"),
                ("Support", "support"),
                ("Ecosystem", "ecosystem"),
            ];
            let mut sum = 0.0;
            for (section, word) in parts {
                let shown = points(section, "Points of the dimension");
                let exact = item(id)["dimensions"][word].as_f64().unwrap();
                assert!((shown - exact).abs() < 0.1, "{id} {word}: {shown} {exact}");
                sum += shown;
            }
            assert!((sum - total).abs() < 1e-9, "{id}: dimensions add up");
            let offer = site.get(&format!("/en/offers/{id}?{words}")).await;
            assert_eq!(offer.texts(".headline .score")[0], format!("{total:.1}"), "{id}");
            let shown: Vec<String> = offer.texts(".taken-apart .part-points");
            let compared: Vec<String> = parts
                .iter()
                .map(|(section, _)| format!("{:.1}", points(section, "Points of the dimension")))
                .collect();
            assert_eq!(shown, compared, "{id}");
        }
        let why = site
            .get(&format!("/en/why.csv?{words}a={}&b={}", ids[0], ids[1]))
            .await
            .records();
        let upper = usize::from(item(ids[0])["score"].as_f64() < item(ids[1])["score"].as_f64());
        for (column, id) in [("a_points", ids[upper]), ("b_points", ids[1 - upper])] {
            let total = why.iter().find(|r| r["level"] == "total").unwrap();
            let shown: f64 = total[column].parse().unwrap();
            assert!(
                (shown - of("Total", "Total", format!("{id} points"))).abs() < 1e-9,
                "{id}"
            );
            let dimensions = why.iter().filter(|r| r["level"] == "dimension");
            for (dimension, section) in dimensions.zip(["Performance", "Cost", "Support", "Ecosystem"]) {
                let shown: f64 = dimension[column].parse().unwrap();
                let compared = of(section, "Points of the dimension", format!("{id} points"));
                assert!((shown - compared).abs() < 1e-9, "{id} {section}");
            }
        }
        let total = site
            .get(&format!("/en/chart.csv?{words}y=total&x=points.cost"))
            .await
            .records();
        let ranks = site.get(&format!("/en/sensitivity.csv?{words}")).await.records();
        for id in &ids {
            if item(id)["rank"].is_null() {
                continue;
            }
            let point = total.iter().find(|r| r["offer_id"] == *id).unwrap();
            let value = |prefix: &str| {
                let (_, value) = point.iter().find(|(k, _)| k.starts_with(prefix)).unwrap();
                value.parse::<f64>().unwrap()
            };
            assert!(
                (value("y: ") - of("Total", "Total", format!("{id} points"))).abs() < 1e-9,
                "{id}"
            );
            let cost = of("Cost", "Points of the dimension", format!("{id} points"));
            assert!((value("x: ") - cost).abs() < 1e-9, "{id}");
            let now = ranks
                .iter()
                .find(|r| r["figure"] == "rank" && r["subject"] == "Now" && r["offer_id"] == *id);
            assert!(
                now.is_none_or(|r| r["low"].parse::<u64>().ok() == item(id)["rank"].as_u64()),
                "{id}"
            );
        }
    }
}

#[tokio::test]
async fn a_price_is_compared_per_instance_or_per_gpu_and_an_unknown_one_never() {
    // C6: P costs 24.00 with 8 GPUs, Q 3.50 with one.
    let site = Site::changed(|records| {
        let template = records.prices[0].clone();
        let mut offer = records.offers[0].clone();
        offer.evidence.as_of = template.evidence.as_of.clone();
        for (id, count, hourly) in [("p", "8", Some("24.00")), ("q", "1", Some("3.50")), ("none", "1", None)] {
            let mut one = offer.clone();
            one.id = steelyard::domain::ids::OfferId::new(format!("aws-test-{id}")).unwrap();
            one.vendor = steelyard::domain::ids::VendorId::new("aws").unwrap();
            one.instance_type = if id == "q" { "=1+1".to_owned() } else { id.to_owned() };
            one.count = steelyard::domain::catalogue::Fraction::parse(count).unwrap();
            if let Some(hourly) = hourly {
                let mut price = template.clone();
                price.offer = one.id.clone();
                price.plan = steelyard::domain::catalogue::Plan::OnDemand;
                price.currency = steelyard::domain::money::Currency::USD;
                price.hourly = steelyard::domain::money::Micros::parse(hourly).unwrap();
                records.prices.push(price);
            }
            records.offers.push(one);
        }
    })
    .await;
    let path = |per: &str| format!("/en/compare.csv?o=aws-test-p,aws-test-q,aws-test-none&per={per}");
    for (per, p, q, best) in [
        ("offer", "24.00", "3.50", "aws-test-q"),
        ("gpu", "3.000", "3.500", "aws-test-p"),
    ] {
        let rows = site.get(&path(per)).await.records();
        let row = rows
            .iter()
            .find(|r| r["section"].starts_with("Prices") && r["row"] == "On demand")
            .unwrap();
        assert_eq!((&*row["aws-test-p value"], &*row["aws-test-q value"]), (p, q), "{per}");
        for id in ["aws-test-p", "aws-test-q", "aws-test-none"] {
            let said = row[&format!("{id} best")].as_str();
            assert_eq!(said, if id == best { "best known" } else { "" }, "{per} {id}");
        }
        assert!(row["aws-test-none value"].contains("No price"), "{row:?}");
        assert_eq!(row["aws-test-none difference"], "");
    }
    let json = site.get(&path("gpu").replace(".csv", ".json")).await.json();
    let row = json["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["row"] == "On demand")
        .unwrap()
        .clone();
    assert_eq!(row["aws-test-q value"], json!(3.5), "a number leaves as a number");
    let chart = site.get("/en/chart.csv").await;
    assert!(
        !chart.body.lines().any(|l| l.split(',').any(|f| f.starts_with('='))),
        "no field is a formula"
    );
}

#[tokio::test]
async fn everything_chosen_is_there_a_phone_shows_two_and_reaches_the_others() {
    let site = Site::starter().await;
    let page = site
        .get(&format!("/en/compare?o={FIVE}&base=verda-1b200.30v-fin-03"))
        .await;
    assert_eq!(page.texts(".compare thead th").len(), 6);
    assert_eq!(page.texts(".compare thead th.aside").len(), 3, "two are not aside");
    assert_eq!(page.texts(".beside a").len(), 4);
    assert!(page.texts(".compare thead th")[4].contains("baseline"));
    let html = scraper::Html::parse_document(&page.body);
    let links = scraper::Selector::parse(".beside a, .tools a, .tabs a, .choices a, .links a").unwrap();
    let links: BTreeSet<String> = html
        .select(&links)
        .filter_map(|a| Some(a.attr("href")?.to_owned()))
        .collect();
    for link in links {
        assert_eq!(site.get(&link).await.status.as_u16(), 200, "{link}");
    }
    let other = site
        .get(&format!("/en/compare?o={FIVE}&see=vultr-1x-h100-sxm-unspecified"))
        .await;
    assert!(!other.texts(".compare thead th:not(.aside)")[2].contains("p5.48xlarge"));
    assert!(other.texts(".compare thead th:not(.aside)")[2].contains("Vultr"));
}

#[tokio::test]
async fn rows_of_the_workbench_are_chosen_by_the_form_and_lead_to_the_comparison() {
    let site = Site::starter().await;
    let page = site.get("/en/").await;
    assert!(page.body.contains("name=\"o\"") && page.body.contains("name=\"compare\""));
    let sent =
        "w=45&w=30&w=20&w=10&o=vultr-1x-h100-sxm-unspecified&o=aws-p5.48xlarge-eu-west-2&apply=1&compare=1&base=gone";
    let answer = site.get(&format!("/en/?{sent}")).await;
    let to = "/en/compare?w=45-30-20-10&o=vultr-1x-h100-sxm-unspecified,aws-p5.48xlarge-eu-west-2";
    assert_eq!((answer.status.as_u16(), answer.header("location")), (303, to));
    let answer = site.ask(&format!("/en/?{sent}"), &[("hx-request", "true")]).await;
    assert_eq!((answer.status.as_u16(), answer.header("hx-redirect")), (204, to));
    assert_eq!(site.get(to).await.status.as_u16(), 200);
    let chosen = site
        .get("/en/?o=vultr-1x-h100-sxm-unspecified&page=2&group=offer")
        .await;
    assert!(
        chosen
            .body
            .contains("type=\"hidden\" name=\"o\" value=\"vultr-1x-h100-sxm-unspecified\"")
    );
    let empty = site.get("/en/compare").await;
    assert_eq!(
        (empty.status.as_u16(), empty.texts(".empty a").len()),
        (200, 1),
        "one next action"
    );
}

#[tokio::test]
async fn the_table_of_accelerators_shows_ranges_that_real_offers_have() {
    let site = Site::starter().await;
    let page = site.get("/en/accelerators?gpu=h100-sxm,h100-pcie,t4").await;
    assert_eq!(page.texts(".accelerators tbody tr").len(), 3);
    let rows = site.get("/en/accelerators.csv?gpu=h100-sxm").await.records();
    let dollars = rows
        .iter()
        .find(|r| r["on_demand_per_gpu_hour currency"] == "USD")
        .unwrap();
    let offers = site.get("/api/v1/offers?gpu=h100-sxm&limit=1000").await.json();
    let mut each: Vec<f64> = Vec::new();
    for offer in offers["items"].as_array().unwrap() {
        let count: f64 = offer["accelerator_count"].as_str().unwrap().parse().unwrap();
        for price in offer["prices"].as_array().unwrap() {
            if price["plan"] == "on_demand" && price["currency"] == "USD" && price["in_force"] == true {
                each.push(price["hourly"].as_str().unwrap().parse::<f64>().unwrap() / count);
            }
        }
    }
    each.sort_by(f64::total_cmp);
    let shown = |word: &str| {
        dollars[&format!("on_demand_per_gpu_hour {word}")]
            .parse::<f64>()
            .unwrap()
    };
    assert!((shown("lowest") - each[0]).abs() < 0.001, "{dollars:?} {each:?}");
    assert!(
        (shown("highest") - each[each.len() - 1]).abs() < 0.001,
        "{dollars:?} {each:?}"
    );
    assert_eq!(site.get("/en/accelerators?gpu=abacus").await.status.as_u16(), 422);
    assert!(
        site.get("/zh/accelerators.json").await.json()["items"]
            .as_array()
            .unwrap()
            .len()
            >= 50
    );
}

#[tokio::test]
async fn a_bad_word_of_the_pages_that_compare_is_named() {
    let site = Site::starter().await;
    for (path, word) in [
        ("compare?o=nobody", "nobody"),
        ("compare?o=A%20B", "o"),
        ("compare?o=a,b,c,d,e,f", "o"),
        ("compare?o=aws-p5.48xlarge-eu-west-2&base=nobody", "base"),
        ("compare?o=aws-p5.48xlarge-eu-west-2&see=nobody", "see"),
        ("compare?per=hour", "per"),
        ("compare?diff=yes", "diff"),
        ("compare.csv?o=nobody", "nobody"),
        ("why?a=nobody", "a"),
        ("why?b=nobody", "b"),
        ("why.csv?w=x", "w"),
        ("sensitivity?w=0-0-0-0", "w"),
        ("sensitivity?vendor=nobody", "vendor"),
        ("chart?x=mlperf", "x"),
        ("chart?y=weather", "y"),
        ("chart?page=99", "page"),
        ("accelerators?gpu=abacus", "gpu"),
    ] {
        for lang in ["en", "zh"] {
            let answer = site.get(&format!("/{lang}/{path}")).await;
            assert_eq!(answer.status.as_u16(), 422, "{path}");
            assert!(answer.texts("main").join(" ").contains(word), "{path}");
        }
    }
    let problem = site.get("/en/compare.json?o=a,b,c,d,e,f").await;
    assert_eq!(
        (problem.status.as_u16(), problem.json()["field"].clone()),
        (422, json!("o"))
    );
}
