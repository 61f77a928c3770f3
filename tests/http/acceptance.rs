//! The acceptance statements that need no browser, by their numbers; `tests/browser` holds those that do, `docs/acceptance.md` says where
//! each one is.

use std::collections::BTreeMap;

use serde_json::Value;
use steelyard::domain::account::Role;
use steelyard::domain::catalogue::Records;

use super::site::Site;

const PAGES: [&str; 16] = [
    "/en/",
    "/zh/?group=offer",
    "/en/compare?o=gcp-a3-megagpu-8g-us-east4,aws-p5.48xlarge-eu-west-2",
    "/en/why",
    "/en/sensitivity",
    "/en/chart",
    "/en/tco",
    "/en/tco/history",
    "/en/vendors",
    "/en/vendors/aws",
    "/en/accelerators",
    "/en/benchmarks",
    "/en/method",
    "/en/releases",
    "/en/findings",
    "/en/offers/gcp-a3-megagpu-8g-us-east4",
];

async fn scores(site: &Site, query: &str) -> BTreeMap<String, Value> {
    let answer = site.get(&format!("/api/v1/rankings?limit=1000&{query}")).await.json();
    let items = answer["items"].as_array().unwrap().iter();
    items
        .map(|item| (item["id"].as_str().unwrap().to_owned(), item["score"].clone()))
        .collect()
}

#[tokio::test]
async fn ux_02_a_typed_weight_leaves_the_others_alone_and_says_how_far_the_total_is_over() {
    let site = Site::starter().await;
    let page = site.get("/en/?w=45-30-20-10").await;
    let total = page.texts("#weights-total").join(" ");
    assert!(total.contains("Total 105") && total.contains("5 over"), "{total}");
    for (id, points) in [
        ("performance", "45"),
        ("cost", "30"),
        ("support", "20"),
        ("ecosystem", "10"),
    ] {
        assert!(page.body.contains(&format!("id=\"w-{id}\"")), "{id}");
        assert!(page.body.contains(&format!("value=\"{points}\"")), "{id}");
    }
    let normalised = scores(&site, "w=45-30-20-10").await;
    let scaled = scores(&site, "w=90-60-40-20").await;
    assert_eq!(normalised, scaled, "the ranking is that of the normalised weights");
}

#[tokio::test]
async fn ux_03_apply_and_balance_work_without_scripts_and_their_address_reproduces_the_page() {
    let site = Site::starter().await;
    let applied = site.get("/en/?w=45&w=30&w=20&w=10&balance=1").await;
    assert_eq!(applied.status, 303);
    let address = applied.header("location").to_owned();
    assert_eq!(address, "/en/?w=43-29-19-9");
    let (once, again) = (site.get(&address).await, site.get(&address).await);
    assert_eq!(once.body, again.body);
    assert!(once.texts("#weights-total").join("").contains("Total 100"));
}

#[tokio::test]
async fn ux_06_a_failed_must_gate_has_no_rank_and_an_unknown_one_is_conditional() {
    let site = Site::starter().await;
    let answer = site.get("/api/v1/rankings?limit=1000&gate.sla=must").await.json();
    let items = answer["items"].as_array().unwrap();
    let of = |item: &Value, outcome: &str| {
        let gates = item["gates"].as_array().unwrap();
        gates
            .iter()
            .any(|gate| gate["mode"] == "must" && gate["outcome"] == outcome)
    };
    let failed: Vec<&Value> = items.iter().filter(|item| of(item, "fail")).collect();
    let unknown: Vec<&Value> = items
        .iter()
        .filter(|item| !of(item, "fail") && of(item, "unknown"))
        .collect();
    assert!(!failed.is_empty() && !unknown.is_empty());
    assert!(
        failed
            .iter()
            .all(|item| item["rank"].is_null() && item["eligibility"] == "ineligible")
    );
    assert!(unknown.iter().all(|item| item["eligibility"] == "conditional"));
    let page = site.get("/en/?gate.sla=must&group=offer").await;
    assert!(
        page.texts(".out-table .reason")
            .iter()
            .any(|reason| reason.contains("SLA ≥ 99.95 %"))
    );
}

#[tokio::test]
async fn ux_07_hiding_or_filtering_changes_no_other_score() {
    let site = Site::starter().await;
    let all = scores(&site, "").await;
    for query in [
        "hide=gcp-a3-megagpu-8g-us-east4",
        "vendor=aws,nebius",
        "area=eu",
        "q=h100",
    ] {
        for (id, score) in scores(&site, query).await {
            assert_eq!(all[&id], score, "{query} {id}");
        }
    }
}

#[tokio::test]
async fn ux_12_a_pasted_address_opens_the_same_view_in_either_language() {
    let site = Site::starter().await;
    let query = "w=30-40-20-10&group=offer&sort=price&dir=desc&q=h100&months=12&cur=EUR";
    let (first, second) = (
        site.get(&format!("/en/?{query}")).await,
        site.get(&format!("/en/?{query}")).await,
    );
    assert_eq!(first.body, second.body);
    let other = site.get(&format!("/zh/?{query}")).await;
    let amounts = |page: &super::site::Answer| page.texts("td.cost .amount");
    assert!(!amounts(&first).is_empty());
    assert_eq!(amounts(&first), amounts(&other));
}

#[tokio::test]
async fn ux_19_an_empty_result_says_why_and_what_to_do() {
    let site = Site::starter().await;
    let nothing = site.get("/en/?q=no+such+name").await;
    assert!(!nothing.texts(".empty p").is_empty() && !nothing.texts(".empty a").is_empty());
    let gated = site.get("/en/?vram=100000").await;
    let said = gated.texts(".empty").join(" ") + &gated.texts(".out-table .reason").join(" ");
    assert!(said.contains("100,000 GB"), "{said}");
}

#[tokio::test]
async fn ux_19_an_empty_catalogue_says_so_and_what_to_do() {
    let site = Site::changed(|records| *records = Records::default()).await;
    for path in [
        "",
        "compare",
        "why",
        "sensitivity",
        "chart",
        "tco",
        "vendors",
        "accelerators",
        "benchmarks",
    ] {
        let page = site.get(&format!("/en/{path}")).await;
        assert_eq!(page.status, 200, "{path}");
        let said = page.texts(".empty p");
        assert!(
            !said.is_empty() && !page.texts(".empty a").is_empty(),
            "{path}: {said:?}"
        );
    }
    let signed_in = site.visitor(Role::Member).await;
    let none = signed_in.get("/en/evaluations").await;
    assert!(!none.texts(".empty p").is_empty() && !none.texts(".empty a").is_empty());
}

#[tokio::test]
async fn ux_20_no_page_asks_another_host_or_runs_a_script_that_stands_in_it() {
    let site = Site::starter().await;
    for path in PAGES {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}");
        let policy = page.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{path}"
        );
        let html = scraper::Html::parse_document(&page.body);
        for (selector, attribute) in [
            ("script", "src"),
            ("link[rel=stylesheet]", "href"),
            ("img", "src"),
            ("form", "action"),
        ] {
            for element in html.select(&scraper::Selector::parse(selector).unwrap()) {
                let target = element.value().attr(attribute).unwrap_or("/");
                assert!(target.starts_with('/') && !target.starts_with("//"), "{path}: {target}");
                assert!(
                    selector != "script" || element.value().attr("src").is_some(),
                    "{path}: a script stands in the page"
                );
            }
        }
        assert!(
            !page.body.contains(" style=\"") && !page.body.contains(" onclick="),
            "{path}"
        );
    }
}
