//! The columns of the ranking and the unit of its prices: chosen in the link, sorted as shown, and exported as shown (cases C6 and C7).

use std::io::{Cursor, Read};

use serde_json::Value;
use steelyard::domain::catalogue::{Fraction, Plan};
use steelyard::domain::ids::{AcceleratorId, OfferId};
use steelyard::domain::money::{Currency, Micros};

use super::site::{Answer, Site};

/// The headings of a file that are always there, before and after those of the chosen columns.
const ALWAYS: ([&str; 9], [&str; 2]) = (
    [
        "place", "rank", "vendor", "offer", "region", "offer_id", "score", "low", "high",
    ],
    ["eligibility", "remarks"],
);

/// P costs 24.00 an hour with 8 accelerators, Q 3.50 with one.
async fn p_and_q() -> Site {
    Site::changed(|records| {
        let template = records.prices[0].clone();
        let offer = records.offers[0].clone();
        for (id, count, hourly) in [("p", "8", "24.00"), ("q", "1", "3.50")] {
            let mut one = offer.clone();
            one.id = OfferId::new(format!("test-{id}")).unwrap();
            one.instance_type = format!("test-{id}");
            one.accelerator = AcceleratorId::new("h100-sxm").unwrap();
            one.count = Fraction::parse(count).unwrap();
            let mut price = template.clone();
            price.offer = one.id.clone();
            price.plan = Plan::OnDemand;
            price.currency = Currency::USD;
            price.upfront = None;
            price.hourly = Micros::parse(hourly).unwrap();
            records.prices.push(price);
            records.offers.push(one);
        }
    })
    .await
}

fn ids(json: &Value) -> Vec<String> {
    let items = json["items"].as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// The headings of a CSV file.
fn heads(csv: &Answer) -> Vec<String> {
    let head = csv.body.lines().find(|line| line.contains("offer_id")).unwrap();
    head.split(',').map(str::to_owned).collect()
}

#[tokio::test]
async fn case_c6_rows_are_sorted_by_the_unit_shown_on_the_page_and_in_every_file() {
    let site = p_and_q().await;
    for (per, order, prices, head) in [
        (
            "offer",
            ["test-q", "test-p"],
            ["3.50", "24.00"],
            "usd_per_instance_hour",
        ),
        ("gpu", ["test-p", "test-q"], ["3.00", "3.50"], "usd_per_gpu_hour"),
    ] {
        let query = format!("group=offer&q=test-&sort=price&per={per}");
        let page = site.get(&format!("/en/?{query}")).await;
        assert_eq!(page.texts(".ranking .offer"), order, "{per}");
        assert_eq!(page.texts(".ranking .price .amount"), prices, "{per}");
        let rows = site.get(&format!("/en/ranking.csv?{query}")).await.records();
        let csv: Vec<(&str, &str)> = rows.iter().map(|row| (&*row["offer_id"], &*row[head])).collect();
        assert_eq!(csv, [(order[0], prices[0]), (order[1], prices[1])], "{per}");
        for path in ["/en/ranking.json", "/api/v1/rankings"] {
            let json = site.get(&format!("{path}?{query}")).await.json();
            assert_eq!(ids(&json), order, "{path} {per}");
            assert_eq!((&json["per"], &json["currency"]), (&per.into(), &"USD".into()));
            let amount = |n: usize| {
                json["items"][n]["prices"]["on_demand"]["amount"]
                    .as_str()
                    .unwrap()
                    .to_owned()
            };
            assert_eq!([amount(0), amount(1)], prices, "{path} {per}");
        }
    }
    let reversed = site.get("/en/?group=offer&q=test-&sort=price&per=offer&dir=desc").await;
    assert_eq!(reversed.texts(".ranking .offer"), ["test-p", "test-q"]);
}

#[tokio::test]
async fn case_c7_files_have_the_rows_columns_unit_and_currency_of_the_page() {
    let site = Site::starter().await;
    let dimensions = [
        "performance_points",
        "cost_points",
        "support_points",
        "ecosystem_points",
    ];
    let (tco, known) = (
        ["tco_usd_low", "tco_usd_high", "plan"],
        ["coverage_percent", "evidence_grade"],
    );
    for (query, columns) in [
        ("", [&dimensions[..], &["usd_per_gpu_hour"], &tco, &known].concat()),
        ("cols=total&group=offer&sort=name", Vec::new()),
        ("cols=unknown,coverage", [&known[..], &["unknown"]].concat()),
        (
            "cols=spot,reserved_3y&sort=spot&per=offer&cur=CNY&group=offer&hide=nebius-b200-x1",
            vec!["spot_cny_per_instance_hour", "reserved_3y_cny_per_instance_hour"],
        ),
    ] {
        let page = site.get(&format!("/en/?{query}")).await;
        let csv = site.get(&format!("/en/ranking.csv?{query}")).await;
        let expected = [&ALWAYS.0[..], &columns, &ALWAYS.1].concat();
        assert_eq!(heads(&csv), expected, "{query}");
        let rows = csv.records();
        let shown = page.texts(".ranking tbody .offer");
        let exported: Vec<&str> = rows.iter().map(|row| &*row["offer"]).take(shown.len()).collect();
        assert_eq!(shown, exported, "{query}");
        assert!(csv.body.contains("# Release r1"), "{query}");
        let json = site.get(&format!("/en/ranking.json?limit=1000&{query}")).await.json();
        let in_json = ids(&json);
        let in_csv: Vec<&str> = rows.iter().map(|row| &*row["offer_id"]).collect();
        assert_eq!(in_json[..in_csv.len()], in_csv, "{query}");
        assert!(json["rates"].as_str().unwrap().contains("1 EUR ="), "{query}");
        let workbook = strings(&site.get(&format!("/en/ranking.xlsx?{query}")).await);
        let has = |text: &str| workbook.iter().any(|s| s == text);
        assert_eq!(
            has("Performance points"),
            columns.contains(&"performance_points"),
            "{query}"
        );
        assert_eq!(has("coverage %"), columns.contains(&"coverage_percent"), "{query}");
        assert_eq!(has("Spot CNY/instance·h"), query.contains("spot"), "{query}");
        assert_eq!(has("Not known"), columns.contains(&"unknown"), "{query}");
    }
}

#[tokio::test]
async fn case_c7_prices_and_units_of_the_files_are_those_of_the_page() {
    let site = Site::starter().await;
    let query = "group=offer&cols=price,spot,reserved_1y,reserved_3y,tco&per=offer&cur=EUR&sort=reserved_1y";
    let page = site.get(&format!("/en/?{query}")).await;
    let csv = site.get(&format!("/en/ranking.csv?{query}")).await;
    assert!(
        csv.body.contains("prices in EUR per instance-hour"),
        "{}",
        &csv.body[..600]
    );
    assert!(csv.body.contains("over 6 months at 70 %") && csv.body.contains("1 EUR ="));
    assert!(page.body.contains("EUR/instance·h"));
    let rows = csv.records();
    let columns = ["", "spot_", "reserved_1y_", "reserved_3y_"].map(|plan| format!("{plan}eur_per_instance_hour"));
    let amounts = rows.iter().take(50).flat_map(|row| {
        let known = columns
            .iter()
            .map(|c| row[c].clone())
            .filter(|amount| !amount.is_empty());
        known.collect::<Vec<_>>()
    });
    let shown: Vec<String> = page.texts(".ranking tbody .price .amount");
    assert!(shown.len() > 60, "several plans have prices");
    assert_eq!(
        shown.iter().map(|s| s.replace(',', "")).collect::<Vec<_>>(),
        amounts.collect::<Vec<_>>()
    );
    // The cheapest first, those without a price last.
    let sorted: Vec<Option<f64>> = rows.iter().map(|row| row[&columns[2]].parse().ok()).collect();
    let known: Vec<f64> = sorted.iter().map_while(|price| *price).collect();
    assert!(known.is_sorted() && known.len() > 3 && sorted[known.len()..].iter().all(Option::is_none));
    let json = site.get(&format!("/en/ranking.json?{query}")).await.json();
    let first = &json["items"][0];
    assert_eq!(first["prices"]["reserved_1y"]["amount"], rows[0][&columns[2]].as_str());
    assert_eq!(first["cost"]["currency"], "EUR");
    assert_eq!(first["cost"]["low"], rows[0]["tco_eur_low"].as_str());
    assert!(first.get("dimensions").is_none() && first.get("coverage").is_none() && first.get("gaps").is_none());
}

#[tokio::test]
async fn columns_are_chosen_without_a_script_and_live_in_the_link() {
    let site = Site::starter().await;
    for (sent, address) in [
        ("apply=1&cols=total&cols=tco&cols=price", "/en/?cols=price,tco"),
        ("apply=1&cols=total", "/en/?cols=total"),
        (
            "apply=1&cols=total&cols=parts&cols=price&cols=tco&cols=coverage",
            "/en/",
        ),
        (
            "apply=1&cols=total&cols=tco&columns=prices",
            "/en/?cols=price,spot,reserved_1y,reserved_3y,tco",
        ),
        (
            "apply=1&cols=total&columns=evidence&per=offer",
            "/en/?cols=parts,coverage,unknown&per=offer",
        ),
        ("apply=1&cols=tco&columns=decision", "/en/"),
    ] {
        let answer = site.get(&format!("/en/?{sent}")).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("location")),
            (303, address),
            "{sent}"
        );
    }
    let page = site.get("/en/?cols=price,spot,unknown").await;
    let headings: Vec<String> = page.texts(".ranking thead th");
    assert_eq!(headings.len(), 6, "{headings:?}");
    for (place, text) in [
        (1, "Offer"),
        (2, "Total"),
        (3, "On-demand price"),
        (4, "Spot"),
        (5, "Not known"),
    ] {
        assert!(headings[place].contains(text), "{headings:?}");
    }
    assert_eq!(page.texts("#columns input[checked]").len(), 3);
    assert!(page.texts("#columns-summary").join("").contains("own choice"));
    let evidence = site.get("/zh/?cols=parts,coverage,unknown").await;
    assert!(evidence.texts("#columns-summary").join("").contains("证据"));
}

#[tokio::test]
async fn a_column_that_does_not_exist_is_named_with_those_that_do() {
    let site = Site::starter().await;
    for (word, query) in [
        ("cols", "cols=price,nope"),
        ("columns", "columns=nope"),
        ("sort", "sort=nope"),
    ] {
        let answer = site.get(&format!("/en/ranking.json?{query}")).await;
        assert_eq!(answer.status, 422, "{query}");
        let problem = answer.json();
        assert_eq!(problem["field"], word, "{query}");
        assert!(problem["detail"].as_str().unwrap().contains("nope"), "{problem}");
    }
}

#[tokio::test]
async fn the_api_ranks_every_offer_with_every_column_unless_asked_otherwise() {
    let site = Site::starter().await;
    let plain = site.get("/api/v1/rankings?limit=1000").await.json();
    let items = plain["items"].as_array().unwrap();
    let ranked = plain["ranked"].as_u64().unwrap();
    assert!(
        u64::try_from(items.len()).unwrap() > ranked,
        "offers without a rank are there, too"
    );
    let ranks: Vec<Option<u64>> = items.iter().map(|item| item["rank"].as_u64()).collect();
    let known: Vec<u64> = ranks.iter().map_while(|rank| *rank).collect();
    assert!(known.is_sorted() && u64::try_from(known.len()).unwrap() == ranked);
    for field in ["dimensions", "contributions", "coverage", "gaps", "prices", "cost"] {
        assert!(items[0].get(field).is_some(), "{field}");
    }
    assert_eq!(items[0]["prices"].as_object().unwrap().len(), 4);
}

/// The texts of a workbook.
fn strings(answer: &Answer) -> Vec<String> {
    let mut zip = zip::ZipArchive::new(Cursor::new(&answer.bytes)).expect("a workbook");
    let mut xml = String::new();
    let mut file = zip.by_name("xl/sharedStrings.xml").unwrap();
    file.read_to_string(&mut xml).unwrap();
    let texts = xml.split("<t").skip(1).filter_map(|rest| rest.split_once('>'));
    texts
        .map(|(_, rest)| rest.split("</t>").next().unwrap_or_default().to_owned())
        .collect()
}
