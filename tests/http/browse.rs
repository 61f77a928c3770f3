//! The capability matrix and the benchmark browser.

use std::collections::BTreeSet;

use steelyard::domain::catalogue::{Fact, FactValue};
use steelyard::domain::evidence::{AsOf, Evidence, Grade};

use crate::site::{Answer, Site};

fn fact(like: &Fact, attribute: &str, value: FactValue, (source, as_of): (&str, &str)) -> Fact {
    let grade = (value != FactValue::Unknown).then_some(Grade::C);
    Fact {
        attribute: attribute.to_owned().try_into().unwrap(),
        subject_id: "vultr".into(),
        variant: String::new(),
        value,
        evidence: Evidence {
            source: source.into(),
            url: None,
            as_of: AsOf::parse(as_of).unwrap(),
            grade,
            note: None,
        },
        ..like.clone()
    }
}

/// The starter catalogue, in which one vendor has exactly the facts given.
async fn with_facts(facts: &[(&str, FactValue, (&str, &str))]) -> Site {
    Site::changed(|records| {
        let like = records.facts.iter().find(|f| f.subject_id == "vultr").unwrap().clone();
        records.facts.retain(|f| f.subject_id != "vultr");
        let given = facts.iter().cloned();
        records
            .facts
            .extend(given.map(|(attribute, value, from)| fact(&like, attribute, value, from)));
    })
    .await
}

fn rows(csv: &Answer) -> Vec<csv::StringRecord> {
    let text = csv
        .body
        .lines()
        .skip_while(|l| l.trim_start_matches('\u{feff}').starts_with(['#', '"']));
    let text: Vec<&str> = text.collect();
    let text = text.join("\n");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.records().map(|r| r.unwrap()).collect()
}

#[tokio::test]
async fn filters_in_the_address_reproduce_the_matrix() {
    let site = Site::starter().await;
    for query in [
        "topic=reliability",
        "topic=all&vendor=aws,oci&state=known",
        "kind=gpu_cloud&q=nvlink",
        "topic=compliance&q=iso%2027001",
        "state=disputed",
    ] {
        let page = site.get(&format!("/en/vendors?{query}")).await;
        let fragment = site
            .ask(&format!("/en/vendors?{query}"), &[("hx-request", "true")])
            .await;
        assert!(!page.texts(".matrix td").is_empty(), "{query}");
        assert_eq!(page.texts(".matrix td"), fragment.texts(".matrix td"), "{query}");
        assert!(!fragment.body.contains("<html"));
        let again = site.get(fragment.header("hx-replace-url")).await;
        assert_eq!(page.texts(".matrix td"), again.texts(".matrix td"), "{query}");
    }
    let form = site
        .get("/en/vendors?topic=all&vendor=aws&vendor=oci&kind=&q=&state=all")
        .await;
    let link = site.get("/en/vendors?topic=all&vendor=aws,oci").await;
    assert_eq!(
        form.texts(".matrix td"),
        link.texts(".matrix td"),
        "a form sends a word per box"
    );
    assert_eq!(
        link.texts(".matrix thead th").len(),
        3,
        "two vendors stand across the top"
    );
}

#[tokio::test]
async fn the_matrix_shows_every_vendor_and_counts_them() {
    let site = Site::starter().await;
    let page = site.get("/en/vendors").await;
    let vendors = site.get("/api/v1/vendors").await.json()["items"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(page.texts(".matrix tbody tr").len(), vendors);
    let count = page.texts(".count").join("");
    assert!(
        count.starts_with(&format!("{vendors} of {vendors} vendors, ")),
        "{count}"
    );
    assert!(page.body.len() < 300_000, "{}", page.body.len());
    let all = site.get("/en/vendors?topic=all").await;
    let attributes = all.texts(".matrix thead th").len() - 1;
    assert!(
        attributes > 60
            && all
                .texts(".count")
                .join("")
                .contains(&format!("{attributes} of {attributes} attributes"))
    );
    assert!(all.body.len() < 600_000, "{}", all.body.len());
    assert!(
        page.body.contains("/en/facts/vendor/aws/"),
        "a value leads to its evidence"
    );
}

#[tokio::test]
async fn a_stale_and_a_disputed_value_are_marked_in_words() {
    let number = FactValue::Number;
    let site = with_facts(&[
        ("pue", number(1.3), ("a", "2020-01-01")),
        ("sla_instance_percent", number(99.9), ("a", "2099-01-01")),
        ("sla_instance_percent", number(99.5), ("b", "2099-01-02")),
    ])
    .await;
    let cells = |lang: &'static str, query: &'static str| {
        let site = &site;
        async move {
            let path = format!("/{lang}/vendors?vendor=vultr&topic=all&{query}");
            site.get(&path)
                .await
                .texts(".matrix tbody tr:not(.heading) td")
                .join("|")
        }
    };
    assert_eq!(cells("en", "state=stale").await, "1.3 Cover a year old");
    assert_eq!(cells("en", "state=disputed").await, "99.5 % Cdisputed1 other value");
    assert_eq!(cells("zh", "state=stale").await, "1.3 C已逾一年");
    assert_eq!(cells("zh", "state=disputed").await, "99.5 % C存在分歧另有 1 个值");
}

#[tokio::test]
async fn nothing_is_worded_and_never_a_zero() {
    let site = with_facts(&[
        ("pue", FactValue::Unknown, ("looked for", "2026-01-01")),
        ("kubernetes_gpu", FactValue::Absent, ("a", "2026-01-01")),
        ("egress_usd_per_gb", FactValue::Number(0.0), ("a", "2026-01-01")),
    ])
    .await;
    let page = site.get("/en/vendors?vendor=vultr&topic=all").await;
    let missing = page.texts(".matrix td.missing");
    let words: BTreeSet<&str> = missing.iter().map(|t| t.trim_end_matches(" C")).collect();
    assert_eq!(
        words,
        BTreeSet::from(["unknown", "does not have it", "not looked up yet"])
    );
    let values = page.texts(".matrix td:not(.missing)");
    assert_eq!(values, ["0 USD/GB C"], "a zero that was read is a value");
    let row = page.texts(".matrix thead th").join(" ");
    assert!(row.contains("2 of 3"), "known of looked for: {row}");
    let csv = site.get("/en/vendors.csv?vendor=vultr&topic=all&state=unknown").await;
    assert!(
        rows(&csv)
            .iter()
            .all(|r| r[6].is_empty() && matches!(&r[8], "unknown" | "not_looked_for"))
    );
}

#[tokio::test]
async fn the_csv_of_the_matrix_has_the_values_of_the_view_and_runs_no_formula() {
    let site = Site::changed(|records| {
        let aws = records.vendors.iter_mut().find(|v| v.id.as_str() == "aws").unwrap();
        aws.name = "=1+1".into();
    })
    .await;
    for query in [
        "",
        "topic=compliance&state=known",
        "vendor=aws,oci&topic=all",
        "state=stale",
    ] {
        let page = site.get(&format!("/en/vendors?{query}")).await;
        let rows = rows(&site.get(&format!("/en/vendors.csv?{query}")).await);
        let places: BTreeSet<(&str, &str)> = rows.iter().map(|r| (&r[0], &r[2])).collect();
        let shown = page.texts(".matrix tbody tr:not(.heading) td");
        assert_eq!(places.len(), shown.iter().filter(|t| !t.is_empty()).count(), "{query}");
        assert!(
            rows.iter().filter(|r| &r[0] == "aws").all(|r| &r[1] == "'=1+1"),
            "{query}"
        );
    }
}

#[tokio::test]
async fn no_match_says_so_and_offers_a_way_back() {
    let site = Site::starter().await;
    let page = site.get("/en/vendors?q=xyzzy").await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(page.texts(".empty a").join("").contains("Back") && page.texts(".count").join("").starts_with("0 of "));
    let elsewhere = site.get("/en/vendors?topic=billing&q=iso%2027001").await;
    assert!(elsewhere.texts("#results").join("").contains("under other headings"));
}

#[tokio::test]
async fn results_of_two_rounds_tasks_or_scenarios_never_stand_in_one_table() {
    let site = Site::starter().await;
    let page = site.get("/en/benchmarks").await;
    let overview = scraper::Html::parse_document(&page.body);
    let links = scraper::Selector::parse(".counts a").unwrap();
    let links: Vec<String> = overview
        .select(&links)
        .map(|a| a.attr("href").unwrap().to_owned())
        .collect();
    assert!(links.len() > 40, "{}", links.len());
    let mut seen = 0;
    for link in links.iter().chain([&"/en/benchmarks".to_owned()]) {
        let rows = rows(&site.get(&link.replace("/benchmarks", "/benchmarks.csv")).await);
        assert!(!rows.is_empty(), "{link} leads to results");
        let sets: BTreeSet<[&str; 6]> = rows
            .iter()
            .map(|r| [&r[2], &r[3], &r[6], &r[7], &r[8], &r[15]])
            .collect();
        assert_eq!(sets.len(), 1, "{link}: {sets:?}");
        seen += rows.len();
    }
    assert!(seen > 200, "{seen}");
    assert!(page.texts(".lead").join("").contains("Only results of the same round"));
}

#[tokio::test]
async fn every_choice_offered_leads_to_results_and_says_how_many() {
    let site = Site::starter().await;
    let page = site.get("/en/benchmarks").await;
    let html = scraper::Html::parse_document(&page.body);
    let links = scraper::Selector::parse(".facets a").unwrap();
    for link in html.select(&links) {
        let next = site.get(link.attr("href").unwrap()).await;
        assert!(!next.texts(".results tbody tr").is_empty(), "{:?}", link.attr("href"));
        assert!(
            next.texts(".notes li").is_empty(),
            "nothing else is shown instead: {:?}",
            link.attr("href")
        );
    }
    let scenario = page.texts(".facets div:last-child a[aria-current] small").join("");
    assert_eq!(scenario, page.texts(".results tbody tr").len().to_string());
}

#[tokio::test]
async fn the_best_per_accelerator_is_first_and_the_page_says_which_way_is_better() {
    let site = Site::starter().await;
    for (query, word, falling) in [
        ("mode=inference", "higher is better", true),
        ("mode=training", "lower is better", false),
    ] {
        let page = site.get(&format!("/en/benchmarks?{query}")).await;
        assert!(page.texts(".basis").join("").contains(word), "{query}");
        let figures: Vec<f64> = page
            .texts(".results .amount")
            .iter()
            .map(|t| t.replace(',', "").parse().unwrap())
            .collect();
        assert!(
            figures.len() > 3 && figures.is_sorted_by(|a, b| if falling { a >= b } else { a <= b }),
            "{figures:?}"
        );
        let csv = rows(&site.get(&format!("/en/benchmarks.csv?{query}")).await);
        assert_eq!(csv.len(), figures.len(), "{query}");
    }
}

#[tokio::test]
async fn a_filter_by_accelerator_hides_the_others_and_says_so() {
    let site = Site::starter().await;
    let page = site.get("/en/benchmarks?gpu=h100-sxm").await;
    let names: BTreeSet<String> = page.texts(".results tbody .name a").into_iter().collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(page.texts(".notes li").join("").contains("other accelerators"));
    let accelerator = site.get("/en/accelerators/h100-sxm").await;
    assert!(accelerator.body.contains("/en/benchmarks?gpu=h100-sxm"));
    let vendor = site.get("/en/vendors/aws").await;
    assert!(
        vendor.body.contains("/en/vendors?topic=all&#38;vendor=aws") && vendor.body.contains("/en/facts/vendor/aws/")
    );
}

#[tokio::test]
async fn a_bad_word_of_the_matrix_or_the_browser_is_named() {
    let site = Site::starter().await;
    for (path, word) in [
        ("vendors?topic=weather", "topic"),
        ("vendors?vendor=nobody", "vendor"),
        ("vendors?kind=bank", "kind"),
        ("vendors?state=new", "state"),
        ("vendors?release=r99", "release"),
        ("vendors.csv?topic=weather", "topic"),
        ("benchmarks?round=Inference%20v0.0", "round"),
        ("benchmarks?mode=mining", "mode"),
        ("benchmarks?task=chess", "task"),
        ("benchmarks?gpu=abacus", "gpu"),
        ("benchmarks.csv?scenario=none", "scenario"),
    ] {
        let answer = site.get(&format!("/zh/{path}")).await;
        assert_eq!(answer.status.as_u16(), 422, "{path}");
        assert!(answer.texts("main").join(" ").contains(word), "{path}");
    }
    let long = site.get(&format!("/en/vendors?q={}", "a".repeat(101))).await;
    assert_eq!(long.status.as_u16(), 422);
    let odd = site.get("/en/benchmarks?round=Training%20v5.1&mode=inference").await;
    assert_eq!(odd.status.as_u16(), 200, "what exists elsewhere is said, not refused");
    assert!(odd.texts(".notes li").join("").contains("Training v5.1"));
}

#[tokio::test]
async fn a_matrix_that_the_browser_holds_is_not_sent_again() {
    let site = Site::starter().await;
    for path in [
        "/en/vendors?topic=all",
        "/zh/vendors.csv",
        "/en/benchmarks",
        "/en/benchmarks.csv?mode=training",
    ] {
        let first = site.get(path).await;
        let again = site.ask(path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!(
            (first.status.as_u16(), again.status.as_u16(), again.body.len()),
            (200, 304, 0),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_value_of_the_matrix_leads_to_its_evidence() {
    let site = Site::starter().await;
    let page = site.get("/en/vendors?topic=all").await;
    let html = scraper::Html::parse_document(&page.body);
    let links = scraper::Selector::parse(".matrix td a").unwrap();
    let links: Vec<&str> = html.select(&links).map(|a| a.attr("href").unwrap()).collect();
    assert!(links.len() > 300, "{}", links.len());
    for link in links.iter().step_by(11) {
        assert_eq!(site.get(link).await.status.as_u16(), 200, "{link}");
    }
}
