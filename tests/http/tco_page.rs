//! The page of costs and its files: parts that add up, currencies, bad words.

use std::io::Read as _;

use rust_decimal::{Decimal, dec};
use serde_json::Value;
use steelyard::domain::catalogue::{Completeness, Plan, Price, Records};
use steelyard::domain::ids::OfferId;
use steelyard::domain::money::{Currency, Micros};

use crate::site::Site;

/// A price for an offer of the starter catalogue, with the evidence of another one.
pub(crate) fn price(records: &Records, offer: &str, plan: Plan, hourly: &str, currency: Currency) -> Price {
    Price {
        offer: OfferId::new(offer).unwrap(),
        plan,
        hourly: Micros::parse(hourly).unwrap(),
        upfront: None,
        currency,
        completeness: Completeness::AllIn,
        evidence: records
            .prices
            .iter()
            .find(|p| p.evidence.grade.is_some())
            .unwrap()
            .evidence
            .clone(),
    }
}

/// Three offers with prices by hand: one of eight accelerators, one of one, and a third.
pub(crate) const EIGHT: &str = "test-eight";
pub(crate) const ONE: &str = "test-one";

/// Next to nothing beside the machines, whatever the scorecard takes for granted: a millionth of a cent, which no total shows.
pub(crate) const BARE: &str = "burst=0&egress_tb=0&hot_gb=0&warm_gb=0&cold_gb=0.001&cold_price=0.005";

pub(crate) async fn site(change: impl FnOnce(&mut Records)) -> Site {
    Site::changed(|records| {
        let model = records
            .offers
            .iter()
            .find(|offer| offer.count.numerator == 8)
            .unwrap()
            .clone();
        for (id, count) in [(EIGHT, 8), (ONE, 1)] {
            let mut offer = model.clone();
            offer.id = OfferId::new(id).unwrap();
            offer.count.numerator = count;
            records.offers.push(offer);
        }
        change(records);
    })
    .await
}

fn decimal(value: &Value) -> Decimal {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is a text"))
        .parse()
        .unwrap()
}

pub(crate) async fn json(site: &Site, query: &str) -> Value {
    let answer = site.get(&format!("/en/tco.json?{query}")).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
    answer.json()
}

fn number(text: &str) -> Decimal {
    let plain = text.replace(',', "").replace('\u{2212}', "-");
    plain.parse().unwrap_or_else(|_| panic!("{text} is a number"))
}

const LOADED: &str = "months=12&burst=10&egress_tb=3.3&hot_gb=1000&warm_gb=777&cold_gb=31&virt=kvm&growth=1.5&ops=2500&rpa=30&migration=999.99&support_min=100&support_pct=3";

#[tokio::test]
async fn parts_add_up_to_the_shown_total_on_the_page_and_in_every_file() {
    let site = Site::starter().await;
    let query =
        format!("{LOADED}&own_purchase=200000.01&own_residual=50000.005&own_kw=7.3&own_kwh=0.1234&own_staff=1000");
    let json = json(&site, &query).await;
    let items = json["items"].as_array().unwrap();
    assert!(items.len() > 4, "{items:?}");
    for item in items {
        let sum: Decimal = item["components"].as_object().unwrap().values().map(decimal).sum();
        let months: Decimal = item["months"].as_array().unwrap().iter().map(decimal).sum();
        let total = decimal(&item["total"]);
        assert_eq!((sum, months), (total, total), "{}", item["id"]);
    }
    let parts: Vec<String> = items
        .iter()
        .flat_map(|item| item["components"].as_object().unwrap().keys().cloned())
        .collect();
    let rows = site.get(&format!("/en/tco.csv?{query}")).await.records();
    for row in rows.iter().filter(|row| !row["total"].is_empty()) {
        let amounts = row
            .iter()
            .filter(|(head, value)| parts.contains(head) && !value.is_empty());
        let sum: Decimal = amounts.map(|(_, value)| number(value)).sum();
        assert_eq!(sum, number(&row["total"]), "{}", row["id"]);
    }
    let page = site.get(&format!("/en/tco?{query}")).await;
    let html = scraper::Html::parse_document(&page.body);
    let select = |selector: &str| scraper::Selector::parse(selector).unwrap();
    let mut seen = 0;
    for row in html.select(&select(".costs tbody tr")) {
        let text = |e: scraper::ElementRef<'_>| e.text().collect::<String>().trim().to_owned();
        let total = text(row.select(&select(".amount")).next().unwrap());
        let shown: Vec<String> = row.select(&select(".bar-numbers .num")).map(text).collect();
        for end in [0, 1] {
            let pick = |text: &str| number(text.split('–').nth(end).or(text.split('–').next()).unwrap());
            let sum: Decimal = shown.iter().map(|part| pick(part)).sum();
            assert_eq!(sum, pick(&total), "{total}: {shown:?}");
        }
        seen += 1;
    }
    let lines: std::collections::BTreeSet<&str> = items.iter().map(|item| item["id"].as_str().unwrap()).collect();
    assert_eq!(seen, lines.len(), "the page and the file have the same lines");
}

#[tokio::test]
async fn the_workbook_sums_parts_with_live_formulas_and_keeps_texts_texts() {
    let site = site(|records| {
        let mut price = price(records, EIGHT, Plan::OnDemand, "10.00", Currency::USD);
        price.upfront = None;
        records.prices.push(price);
        for offer in &mut records.offers {
            if offer.id.as_str() == EIGHT {
                "=1+1".clone_into(&mut offer.instance_type);
            }
        }
    })
    .await;
    let answer = site.bytes(&format!("/en/tco.xlsx?o={EIGHT}&gpus=8&{BARE}")).await;
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(answer)).unwrap();
    let mut text = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text
    };
    let sheet = text("xl/worksheets/sheet1.xml");
    assert!(sheet.contains("<f>SUM(H8:H8)</f><v>43800.00</v>"), "{sheet}");
    let strings = text("xl/sharedStrings.xml");
    assert!(strings.contains("'=1+1"), "{strings}");
    assert!(strings.contains("6-month TCO, USD, without tax"));
}

#[tokio::test]
async fn an_offer_without_the_plan_says_so_and_an_empty_brief_leads_back() {
    let site = Site::starter().await;
    let page = site.get("/en/tco?term=reserved_3y").await;
    assert!(
        page.texts(".incomplete .reason")
            .contains(&"No price of this plan is known: Reserved, 3 years.".to_owned())
    );
    let empty = site.get("/en/tco?vendor=aws&area=cn").await;
    assert_eq!(empty.status.as_u16(), 200);
    assert_eq!(empty.texts(".empty .button"), ["Back to the ranking"]);
}

#[tokio::test]
async fn another_currency_changes_amounts_by_the_rate_and_by_rounding_only() {
    let site = Site::starter().await;
    let dollars = json(&site, "months=12").await;
    let yuan = json(&site, "months=12&cur=CNY").await;
    let totals = |answer: &Value| -> Vec<(String, Decimal)> {
        let items = answer["items"].as_array().unwrap().iter();
        items
            .map(|item| (item["id"].as_str().unwrap().to_owned(), decimal(&item["total"])))
            .collect()
    };
    let (dollars, yuan) = (totals(&dollars), totals(&yuan));
    assert_eq!(dollars.len(), yuan.len());
    let factor = yuan[0].1 / dollars[0].1;
    for ((id, usd), (same, cny)) in dollars.iter().zip(&yuan) {
        assert_eq!(id, same, "the order stays");
        assert!((cny / usd - factor).abs() < dec!(0.00001), "{id}: {usd} {cny}");
    }
    let again = json(&site, "months=12&cur=USD").await;
    assert_eq!(totals(&again), dollars, "and back nothing has changed");
}

#[tokio::test]
async fn typed_amounts_keep_the_currency_they_were_typed_in() {
    let site = Site::starter().await;
    let typed = "own_purchase=1000&ops=500";
    let sent = site.get(&format!("/en/tco?apply=1&{typed}&cur=CNY&in=USD")).await;
    assert_eq!(
        sent.header("location"),
        "/en/tco?cur=CNY&in=USD&ops=500&own_purchase=1000"
    );
    let own = async |query: &str| -> Decimal {
        let answer = json(&site, query).await;
        let items = answer["items"].as_array().unwrap().clone();
        decimal(&items.iter().find(|item| item["id"] == "own").unwrap()["total"])
    };
    assert_eq!(own(typed).await, dec!(1000.00));
    // 1 EUR = 7.828 CNY = 1.0917 USD.
    assert_eq!(own(&format!("{typed}&cur=CNY&in=USD")).await, dec!(7170.47));
    let back = site.get(&format!("/en/tco?apply=1&{typed}&cur=USD&in=USD")).await;
    assert_eq!(back.header("location"), "/en/tco?ops=500&own_purchase=1000");
}

#[tokio::test]
async fn an_offer_over_the_budget_is_over_by_the_shown_difference() {
    let site = site(|records| {
        records
            .prices
            .push(price(records, EIGHT, Plan::OnDemand, "10.01", Currency::USD));
    })
    .await;
    let page = site
        .get(&format!("/en/tco?{BARE}&o={EIGHT}&gpus=8&budget=40000.5"))
        .await;
    assert_eq!(page.texts(".costs .amount"), ["43,843.80"]);
    assert_eq!(page.texts(".costs .standing"), ["3,843.30 over the budget"]);
    let within = site
        .get(&format!("/en/tco?{BARE}&o={EIGHT}&gpus=8&budget=43843.8"))
        .await;
    assert_eq!(within.texts(".costs .standing"), ["within the budget"]);
}

#[tokio::test]
async fn a_machine_of_ones_own_breaks_even_in_a_month_or_never() {
    let site = site(|records| {
        records
            .prices
            .push(price(records, EIGHT, Plan::OnDemand, "10.00", Currency::USD));
    })
    .await;
    // 7 300 a month against 30 000 and 1 000 a month: 35 000 after five months, 36 500 paid for the offer.
    let own = format!("{BARE}&o={EIGHT}&gpus=8&own_purchase=30000&own_staff=1000");
    let page = site.get(&format!("/en/tco?{own}&months=12")).await;
    assert!(
        page.texts(".break-even tbody tr").join(" ").contains("from month 5"),
        "{}",
        page.body
    );
    assert!(
        page.texts(".costs .vendor").contains(&"Own machine".to_owned()),
        "it stands in the same list"
    );
    let never = site.get(&format!("/en/tco?{own}&months=4")).await;
    assert!(
        never
            .texts(".break-even tbody tr")
            .join(" ")
            .contains("never cheaper in 4 months")
    );
}

#[tokio::test]
async fn the_seed_s_example_is_marked_as_a_claim_and_never_leads() {
    let site = Site::starter().await;
    let page = site.get("/en/tco?claim=s2-14&months=24").await;
    assert_eq!(page.texts(".costs tr.claim .tag").len(), 2);
    let finding = page.texts(".says").join(" ");
    assert!(
        !finding.contains("RTX 3090") && !finding.contains("Cloud A100"),
        "{finding}"
    );
    assert!(page.body.contains("S2-14"));
}

#[tokio::test]
async fn models_a_and_b_show_their_reading_and_the_printed_one() {
    let site = Site::starter().await;
    for (query, total, in_use) in [
        ("model=dynamic&util=45", "10,716.30", "in proportion"),
        ("model=dynamic&util=45&a.rule=step_up", "11,372.40", "begun steps"),
        ("model=dynamic&util=45&a.rule=step_down", "10,060.20", "only full steps"),
        ("model=annual", "65,885.60", "automation saves"),
        ("model=annual&b.rpa_term=as_printed", "45,885.60", "as printed"),
    ] {
        let page = site.get(&format!("/en/tco?{query}")).await;
        assert_eq!(page.texts(".headline .score"), [total], "{query}");
        assert!(page.texts(".readings .best").join(" ").contains(in_use), "{query}");
        assert!(page.texts(".formula .result").contains(&total.to_owned()), "{query}");
    }
    let page = site.get("/en/tco?model=annual").await;
    assert!(page.body.contains("more automation would cost more"));
}

#[tokio::test]
async fn a_bad_word_is_named_on_the_page_and_in_the_file() {
    let site = Site::starter().await;
    for (query, word) in [
        ("o=nobody", "o"),
        ("o=A%20B", "o"),
        ("virt=docker", "virt"),
        ("growth=200", "growth"),
        ("growth=-51", "growth"),
        ("redundancy=x", "redundancy"),
        ("ops=-1", "ops"),
        ("rpa=101", "rpa"),
        ("model=x", "model"),
        ("months=0", "months"),
        ("own_pue=0.5", "own_pue"),
        ("own_purchase=1&own_residual=2", "own_residual"),
        ("growth=100&months=120", "growth"),
        ("a.rule=steep", "a.rule"),
        ("cur=euro", "cur"),
    ] {
        let problem = site.get(&format!("/en/tco.json?{query}")).await;
        assert_eq!(problem.status.as_u16(), 422, "{query}");
        assert_eq!(problem.json()["field"], word, "{query}");
        for lang in ["en", "zh"] {
            let page = site.get(&format!("/{lang}/tco?{query}")).await;
            assert_eq!(page.status.as_u16(), 422, "{query}");
            assert!(
                page.texts("main").join(" ").contains(word),
                "{query}: the page names the word"
            );
        }
    }
}

#[tokio::test]
async fn the_form_leads_to_a_short_address_that_keeps_everything() {
    let site = Site::starter().await;
    let sent = site
        .get("/en/tco?apply=1&w=50-20-20-10&months=12&growth=0&own_pue=1.4&virt=none&ops=10&hot_price=&o=")
        .await;
    assert_eq!(sent.status.as_u16(), 303);
    assert_eq!(sent.header("location"), "/en/tco?w=50-20-20-10&months=12&ops=10");
    let page = site.get("/en/tco?w=50-20-20-10&months=12&ops=10").await;
    let html = scraper::Html::parse_document(&page.body);
    let selector = scraper::Selector::parse("input[name=w]").unwrap();
    assert_eq!(html.select(&selector).count(), 1, "words without a field go along");
    let both = site.get(&format!("/en/tco?apply=1&o={EIGHT}&o={ONE}")).await;
    assert_eq!(
        both.header("location"),
        format!("/en/tco?o={EIGHT},{ONE}"),
        "chosen offers are written once"
    );
    let link = site.get("/en/?months=12").await;
    assert!(
        link.body.contains("/en/tco?months=12"),
        "the workbench leads here with its words"
    );
}

#[tokio::test]
async fn an_offer_without_a_price_is_compared_at_a_quote() {
    let site = site(|_| {}).await;
    let query = format!("{BARE}&o={EIGHT}&gpus=8");
    assert_eq!(json(&site, &query).await["items"], Value::Array(Vec::new()));
    let quoted = json(&site, &format!("{query}&price.{EIGHT}=2")).await;
    assert_eq!(quoted["items"][0]["total"], "8760.00");
    assert_eq!(
        quoted["items"][0]["assumptions"]
            .as_array()
            .unwrap()
            .iter()
            .find(|a| a["name"] == "hourly")
            .unwrap()["origin"],
        "given"
    );
}
