//! What pages, fragments and exports have in common.

use crate::site::Site;

#[tokio::test]
async fn every_page_answers_in_both_languages() {
    let site = Site::starter().await;
    for path in [
        "",
        "vendors",
        "vendors?topic=all",
        "vendors/aws",
        "benchmarks",
        "compare",
        "compare?o=gcp-a3-megagpu-8g-us-east4,aws-p5.48xlarge-eu-west-2",
        "why",
        "sensitivity",
        "chart",
        "accelerators",
        "accelerators/h100-sxm",
        "offers/gcp-a3-megagpu-8g-us-east4",
        "method",
    ] {
        for lang in ["en", "zh"] {
            let page = site.get(&format!("/{lang}/{path}")).await;
            assert_eq!(page.status.as_u16(), 200, "{path}");
            assert_eq!(page.texts("h1").len(), 1, "{path} has one heading of the first level");
        }
    }
}

#[tokio::test]
async fn every_offer_and_vendor_has_a_page() {
    let site = Site::starter().await;
    let mut page = "/api/v1/rankings?limit=1000".to_owned();
    let mut offers = 0;
    while !page.is_empty() {
        let answer = site.get(&page).await.json();
        for item in answer["items"].as_array().unwrap() {
            let offer = site.get(&format!("/en/offers/{}", item["id"].as_str().unwrap())).await;
            assert_eq!(offer.status.as_u16(), 200, "{}", item["id"]);
            offers += 1;
        }
        page = answer["next"].as_str().unwrap_or_default().to_owned();
    }
    assert!(offers >= 200, "{offers}");
}

#[tokio::test]
async fn the_default_page_ranks_many_offers_and_gives_a_reason_for_every_other() {
    let site = Site::starter().await;
    let items = site.get("/api/v1/rankings?limit=1000").await.json();
    let ranked = items["ranked"].as_u64().unwrap();
    assert!(ranked >= 30, "{ranked}");
    for item in items["items"].as_array().unwrap() {
        let reasons = item["gates"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|g| g["mode"] == "must" && g["outcome"] == "fail")
            .count();
        assert_eq!(
            item["rank"].is_null(),
            reasons > 0 || item["score"].is_null(),
            "{}",
            item["id"]
        );
        let conditional = item["gates"]
            .as_array()
            .unwrap()
            .iter()
            .any(|g| g["mode"] == "must" && g["outcome"] == "unknown");
        if item["eligibility"] != "ineligible" {
            assert_eq!(item["eligibility"] == "conditional", conditional, "{}", item["id"]);
        }
    }
    let mut listed = 0;
    for page in 1.. {
        let answer = site.get(&format!("/en/?out={page}")).await;
        if answer.status.as_u16() != 200 {
            break;
        }
        let reasons = answer.texts(".out-table tbody td:first-of-type");
        assert!(reasons.iter().all(|r| !r.is_empty()), "every row says why");
        listed += reasons.len();
    }
    let all = items["items"].as_array().unwrap().len();
    assert_eq!(
        u64::try_from(listed + usize::try_from(ranked).unwrap()).unwrap(),
        u64::try_from(all).unwrap(),
        "nothing is silently absent"
    );
}

#[tokio::test]
async fn shown_parts_add_up_to_the_shown_total() {
    let site = Site::starter().await;
    for query in ["", "w=33-33-33-1", "workload=inference", "w=1-1-1-1&group=offer"] {
        let csv = site.get(&format!("/en/ranking.csv?{query}")).await;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(csv.body.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|r| r.unwrap()).collect();
        let head = rows.iter().position(|r| &r[0] == "place").unwrap();
        let column = |name: &str| rows[head].iter().position(|c| c == name).unwrap();
        let tenths = |text: &str| (text.parse::<f64>().unwrap() * 10.0).round();
        assert!(rows.len() > head + 5, "{query}");
        for row in &rows[head + 1..] {
            let parts: f64 = ["performance", "cost", "support", "ecosystem"]
                .iter()
                .map(|d| tenths(&row[column(&format!("{d}_points"))]))
                .sum();
            assert!((parts - tenths(&row[column("score")])).abs() < 0.5, "{query}: {row:?}");
        }
    }
}

#[tokio::test]
async fn the_csv_is_the_view() {
    let site = Site::starter().await;
    for query in [
        "group=offer&q=h100&sort=price",
        "sort=name",
        "w=10-70-10-10",
        "vendor=gcp&group=offer",
    ] {
        let page = site.get(&format!("/en/?{query}")).await;
        let csv = site.get(&format!("/en/ranking.csv?{query}")).await;
        assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
        let scores = page.texts(".ranking .score");
        let lines: Vec<&str> = csv
            .body
            .lines()
            .skip_while(|l| !l.starts_with("place,"))
            .skip(1)
            .collect();
        assert!(lines.len() >= scores.len() && !scores.is_empty(), "{query}");
        for (line, score) in lines.iter().zip(&scores) {
            assert!(line.contains(&format!(",{score},")), "{query}: {score} in {line}");
        }
        assert!(
            csv.body.contains("Release r1") && csv.body.contains("USD"),
            "the head names release and unit"
        );
    }
}

#[tokio::test]
async fn the_fragment_is_a_part_of_the_page_and_sets_the_address() {
    let site = Site::starter().await;
    let page = site.get("/en/?w=10-70-10-10").await;
    let fragment = site
        .ask("/en/?apply=1&w=10&w=70&w=10&w=10", &[("hx-request", "true")])
        .await;
    assert!(!fragment.body.contains("<html"), "a fragment");
    assert_eq!(fragment.header("hx-replace-url"), "/en/?w=10-70-10-10");
    assert_eq!(fragment.texts(".score"), page.texts(".ranking .score"));
    let pushed = site
        .ask(
            "/en/?apply=1&w=10&w=70&w=10&w=10",
            &[("hx-request", "true"), ("steelyard-history", "push")],
        )
        .await;
    assert_eq!(pushed.header("hx-push-url"), "/en/?w=10-70-10-10");
    let restored = site
        .ask(
            "/en/?w=10-70-10-10",
            &[("hx-request", "true"), ("hx-history-restore-request", "true")],
        )
        .await;
    assert!(restored.body.contains("<html"), "going back loads the whole page");
    assert!(page.header("vary").contains("HX-Request"));
    assert_ne!(page.header("etag"), fragment.header("etag"));
}

#[tokio::test]
async fn a_page_that_the_browser_holds_is_not_sent_again() {
    let site = Site::starter().await;
    for path in [
        "/en/",
        "/zh/?w=1-2-3-4",
        "/en/vendors",
        "/api/v1/rankings",
        "/en/ranking.csv",
    ] {
        let first = site.get(path).await;
        let again = site.ask(path, &[("if-none-match", first.header("etag"))]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
        let other = site.ask(path, &[("if-none-match", "W/\"other\"")]).await;
        assert_eq!(other.status.as_u16(), 200, "{path}");
    }
}

#[tokio::test]
async fn the_language_switch_keeps_the_query_and_the_root_picks_a_language() {
    let site = Site::starter().await;
    let page = site.get("/en/?w=10-70-10-10&sort=price").await;
    assert!(
        page.body.contains("href=\"/zh/?w=10-70-10-10&amp;sort=price\"")
            || page.body.contains("/zh/?w=10-70-10-10&#38;sort=price"),
        "{}",
        page.texts("#other-language").join("")
    );
    let root = site
        .ask("/?w=1-1-1-1", &[("accept-language", "zh-CN,zh;q=0.9,en;q=0.8")])
        .await;
    assert_eq!((root.status.as_u16(), root.header("location")), (303, "/zh/?w=1-1-1-1"));
    let french = site.ask("/", &[("accept-language", "fr")]).await;
    assert_eq!(french.header("location"), "/en/");
}

#[tokio::test]
async fn every_page_forbids_scripts_and_other_hosts() {
    let site = Site::starter().await;
    for path in ["/en/", "/en/vendors/aws", "/en/none", "/en/?w=x", "/api/v1/rankings"] {
        let answer = site.get(path).await;
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{path}"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert!(
            !answer.body.contains(" style=\"") && !answer.body.contains("<style"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_default_page_is_light() {
    let site = Site::starter().await;
    let page = site.ask("/en/?group=offer", &[("accept-encoding", "gzip")]).await;
    assert_eq!(page.header("content-encoding"), "gzip");
    let length = site.ask("/en/?group=offer", &[]).await.body.len();
    assert!(length < 300_000, "{length}");
}
