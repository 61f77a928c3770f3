//! Where a value comes from and what it was: evidence, prices over time, releases, findings.

use steelyard::domain::catalogue::{Changes, Plan, Price, Records};
use steelyard::domain::evidence::AsOf;
use steelyard::domain::ids::OfferId;
use steelyard::domain::money::Micros;
use steelyard::exchange::plausibility::check_catalogue;
use steelyard::store::Entry;
use steelyard::web::today;

use super::site::Site;

const OFFER: &str = "gcp-a3-megagpu-8g-us-east4";

/// The spot price of the offer, at another amount and day.
fn dearer(site: &Site, amount: &str, day: &str) -> Price {
    let live = site.app().live();
    let prices = live.catalogue.prices(&OfferId::new(OFFER).unwrap());
    let mut price = prices.iter().find(|p| p.plan == Plan::Spot).unwrap().clone();
    price.hourly = Micros::parse(amount).unwrap();
    price.evidence.as_of = AsOf::parse(day).unwrap();
    price
}

async fn with_dearer(site: &Site) {
    let prices = vec![dearer(site, "777", "2026-11-20")];
    let put = Records {
        prices,
        ..Records::default()
    };
    site.publish(&put.into(), "A dearer machine").await;
}

#[tokio::test]
async fn the_evidence_of_a_value_says_why_it_is_in_force_and_what_was_published() {
    let site = Site::starter().await;
    let page = site.get("/en/facts/accelerator/h100-sxm/memory_gb").await;
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(page.body.contains("80 GB"), "{}", page.body);
    assert!(
        page.texts(".standing-value .note")[0].contains("value"),
        "{}",
        page.body
    );
    assert!(
        page.texts("table.history tbody tr")
            .iter()
            .any(|row| row.contains("since r1"))
    );
    for path in [
        "/en/facts/accelerator/none/memory_gb",
        "/en/facts/accelerator/h100-sxm/none",
        "/en/facts/vendor/aws/memory_gb",
        "/en/facts/planet/aws/memory_gb",
    ] {
        assert_eq!(site.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_price_that_changed_is_drawn_and_listed_with_its_releases() {
    let site = Site::starter().await;
    with_dearer(&site).await;
    let page = site.get(&format!("/en/offers/{OFFER}/prices")).await;
    assert_eq!(page.status, 200, "{}", page.body);
    let rows = page.texts("table.prices tbody tr");
    let newest = rows.iter().find(|row| row.contains("777")).expect("the new price");
    assert!(newest.contains("since r2"), "{newest}");
    assert!(rows.iter().any(|row| row.contains("r1 until r2")), "{rows:?}");
    assert!(
        page.texts("svg.wide circle title")
            .iter()
            .any(|mark| mark.contains("2026-11-20: 777")),
        "{}",
        page.body
    );
}

#[tokio::test]
async fn a_release_says_what_it_changed_and_who_moved() {
    let site = Site::starter().await;
    with_dearer(&site).await;
    let list = site.get("/en/releases").await;
    let rows = list.texts("table.releases tbody tr");
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert!(
        rows[0].contains("r2") && rows[0].contains("A dearer machine") && rows[0].contains("tester"),
        "{rows:?}"
    );
    let page = site.get("/en/releases/r2").await;
    assert!(page.body.contains("0 new, 1 changed, 0 removed"), "{}", page.body);
    assert!(
        page.texts(".changes ins").iter().any(|new| new.starts_with("777")),
        "{}",
        page.body
    );
    assert!(
        page.texts("table.moves tbody tr")
            .iter()
            .any(|row| row.contains("a3-megagpu-8g")),
        "{}",
        page.body
    );
    let first = site.get("/en/releases/r1").await;
    assert!(first.status == 200 && first.texts("table.moves").is_empty());
    for (path, status) in [
        ("/en/releases/r3", 404),
        ("/en/releases/2", 404),
        ("/en/releases/r2?since=r2", 422),
        ("/en/releases/r2?since=x", 422),
        ("/zh/releases/r2?since=r1", 200),
    ] {
        assert_eq!(site.get(path).await.status, status, "{path}");
    }
}

#[tokio::test]
async fn a_reverted_release_ranks_as_the_old_one_did() {
    let site = Site::starter().await;
    let before = site.get("/api/v1/rankings?limit=1000").await.json()["items"].clone();
    let old = site.app().db().read().await.unwrap().release(1).await.unwrap().unwrap();
    with_dearer(&site).await;
    assert_ne!(site.get("/api/v1/rankings?limit=1000").await.json()["items"], before);
    let mut tx = site.app().db().read().await.unwrap();
    let newest = tx.latest_release().await.unwrap().unwrap();
    let back = Changes::between(
        &tx.records_of(&newest).await.unwrap(),
        &tx.records_of(&old).await.unwrap(),
    );
    drop(tx);
    site.publish(&back, "Back to r1").await;
    assert_eq!(site.get("/api/v1/rankings?limit=1000").await.json()["items"], before);
}

#[tokio::test]
async fn an_accepted_finding_is_listed_with_its_reason_and_the_others_stay_open() {
    let site = Site::starter().await;
    let findings = check_catalogue(&site.app().live().catalogue, today());
    let page = site.get("/en/findings").await;
    assert_eq!(page.texts(".findings > li").len(), findings.len());
    let Some(first) = findings.first() else { return };
    let entry = Entry {
        by: "tester".to_owned(),
        at_micros: 0,
    };
    let mut tx = site.app().db().write().await.unwrap();
    tx.accept_finding(&first.key(), "the vendor <b>said</b> so", &entry)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let page = site.get("/en/findings").await;
    let accepted = page.texts(&format!("#f-{}", first.key().short()));
    assert!(accepted[0].contains("the vendor <b>said</b> so"), "{accepted:?}");
    assert!(
        page.body.contains(&format!("{} open, 1 accepted", findings.len() - 1)),
        "{}",
        page.body
    );
}

/// Three words of small Latin letters in a row: a piece of an English sentence.
fn is_english(text: &str) -> bool {
    let words: Vec<bool> = text
        .split_whitespace()
        .map(|word| {
            word.len() > 1
                && word
                    .trim_end_matches([',', '.', ':'])
                    .bytes()
                    .all(|b| b.is_ascii_lowercase())
        })
        .collect();
    words.windows(3).any(|three| three.iter().all(|small| *small))
}

#[tokio::test]
async fn findings_are_chinese_on_a_chinese_page() {
    let site = Site::starter().await;
    let live = site.app().live();
    let findings = check_catalogue(&live.catalogue, today());
    assert!(findings.iter().all(|finding| is_english(&finding.message.to_string())));
    let page = site.get("/zh/findings").await;
    let said = [".finding > p", ".finding .of", ".finding .value"].map(|part| page.texts(part));
    assert_eq!(said[0].len(), findings.len());
    for text in said.iter().flatten() {
        assert!(!is_english(text), "{text}");
    }
    for text in said[..2].iter().flatten() {
        let is_chinese = text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c));
        assert!(is_chinese && !text.contains("%{"), "{text}");
    }
    let page = site.get("/en/findings").await;
    assert!(page.texts(".finding > p").iter().all(|text| text.is_ascii()));
}
