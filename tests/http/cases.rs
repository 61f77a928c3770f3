//! The worked cases of the scoring model, against the pages and the API.

use serde_json::json;

use crate::site::Site;

const FOUR: [(&str, f64); 4] = [
    ("performance", 40.0),
    ("cost", 30.0),
    ("support", 20.0),
    ("ecosystem", 10.0),
];

#[tokio::test]
async fn case_1_hiding_a_row_changes_nothing() {
    let linear = |best: f64| json!({"type": "linear", "worst": 0.0, "best": best});
    let site = Site::scored(
        &[("c1", 60.0, linear(100.0)), ("c2", 40.0, linear(50.0))],
        &[],
        &[
            ("V", "A", &["100", "10"]),
            ("W", "B", &["10", "50"]),
            ("X", "C", &["40", "10"]),
        ],
    )
    .await;
    let shown = site.get("/en/?group=offer").await;
    assert_eq!(shown.texts(".ranking .score"), ["68.0", "46.0", "32.0"]);
    let hidden = site.get("/en/?group=offer&hide=v-a").await;
    assert_eq!(hidden.texts(".ranking .score"), ["46.0", "32.0"]);
    assert_eq!(
        hidden.texts(".ranking td.place"),
        ["2", "3"],
        "places do not move either"
    );
    assert!(
        hidden.body.contains("1 row hidden"),
        "the page says that a row is hidden"
    );
    assert!(
        hidden.body.contains("scored on absolute scales"),
        "the page states the reference"
    );
}

#[tokio::test]
async fn case_2_no_false_spread_under_anchored_scales() {
    let lower = |worst: f64| json!({"type": "linear", "worst": worst, "best": 0.0});
    let site = Site::scored(
        &[("c1", 50.0, lower(20.0)), ("c2", 50.0, lower(20.0))],
        &[],
        &[("V", "T1", &["10.1", "1"]), ("W", "T2", &["10", "5"])],
    )
    .await;
    let rankings = site.rankings("").await;
    let part = |offer: &str| rankings[offer]["contributions"]["c1"].as_f64().unwrap();
    assert!(
        (part("T1") - part("T2")).abs() < 0.3,
        "a hundredth of difference is worth a hundredth"
    );
}

#[tokio::test]
async fn case_3_a_missing_value_is_an_interval_and_nothing_known_is_no_score() {
    let site = Site::direct(
        &FOUR,
        &[
            ("V", "X", &["80", "70", "?", "90"]),
            ("W", "Y", &["75", "75", "75", "75"]),
            ("Z", "Nothing", &["?", "?", "?", "?"]),
        ],
    )
    .await;
    let rankings = site.rankings("").await;
    let x = &rankings["X"];
    assert_eq!(
        (&x["score"], &x["low"], &x["high"], &x["coverage"]),
        (&json!(62.0), &json!(62.0), &json!(82.0), &json!(0.8))
    );
    assert_eq!(rankings["Y"]["score"], json!(75.0));
    assert_eq!(x["rank_interval"], json!([1, 2]), "the order is undetermined");
    let nothing = &rankings["Nothing"];
    assert_eq!((&nothing["score"], &nothing["rank"]), (&json!(null), &json!(null)));
    let page = site.get("/en/").await;
    assert_eq!(page.texts(".ranking .range"), ["75.0–75.0", "62.0–82.0"]);
    assert!(page.body.contains("not separable on current evidence"));
    assert!(
        page.texts(".out")
            .join(" ")
            .contains("Nothing is known that could be scored")
    );
}

#[tokio::test]
async fn case_4_the_leader_flips_at_the_computed_weight() {
    let site = Site::direct(
        &FOUR,
        &[
            ("V", "A", &["90", "60", "70", "80"]),
            ("W", "B", &["70", "85", "75", "80"]),
        ],
    )
    .await;
    let leader = |rankings: &std::collections::BTreeMap<String, serde_json::Value>| {
        if rankings["A"]["rank"] == json!(1) { "A" } else { "B" }
    };
    let given = site.rankings("").await;
    assert_eq!(
        (&given["A"]["score"], &given["B"]["score"]),
        (&json!(76.0), &json!(76.5))
    );
    assert_eq!(leader(&given), "B");
    // Others in proportion: 30 : 20 : 10 of what performance leaves.
    let with = |p: f64| {
        format!(
            "w={p}-{}-{}-{}",
            (100.0 - p) / 2.0,
            (100.0 - p) / 3.0,
            (100.0 - p) / 6.0
        )
    };
    assert_eq!(leader(&site.rankings(&with(41.45)).await), "B");
    assert_eq!(leader(&site.rankings(&with(41.47)).await), "A");
}

#[tokio::test]
async fn case_5_the_order_at_the_seed_weights() {
    let site = Site::direct(
        &FOUR,
        &[
            ("V", "A", &["88", "62", "80", "90"]),
            ("W", "B", &["79", "84", "70", "70"]),
            ("X", "C", &["92", "41", "85", "80"]),
            ("Y", "D", &["60", "95", "60", "55"]),
        ],
    )
    .await;
    let page = site.get("/en/").await;
    assert_eq!(page.texts(".ranking .score"), ["78.8", "77.8", "74.1", "70.0"]);
    let not_yet = site.rankings("w=40-34.5-20-10").await;
    assert_eq!(not_yet["A"]["rank"], json!(1));
    let overtaken = site.rankings("w=40-34.6-20-10").await;
    assert_eq!(
        overtaken["B"]["rank"],
        json!(1),
        "B passes A when cost weighs 33.0 % or more: 34.6 of 104.6"
    );
}

#[tokio::test]
async fn case_6_balance_without_scripts_goes_to_the_balanced_address() {
    let site = Site::direct(&FOUR, &[("V", "A", &["1", "2", "3", "4"])]).await;
    let over = site.get("/en/?w=45&w=30&w=20&w=10").await;
    assert!(over.body.contains("Total 105, 5 over"));
    assert!(
        over.body.contains("The weights add up to 105"),
        "the ranking says that it is normalised"
    );
    let balanced = site.get("/en/?apply=1&w=45&w=30&w=20&w=10&balance=1").await;
    assert_eq!(
        (balanced.status.as_u16(), balanced.header("location")),
        (303, "/en/?w=43-29-19-9")
    );
    let locked = site
        .get("/en/?apply=1&w=45&w=30&w=20&w=10&lock=d-support&balance=1")
        .await;
    assert_eq!(locked.header("location"), "/en/?w=42-28-20-10&lock=d-support");
}

#[tokio::test]
async fn case_7_no_row_mixes_two_offers_of_a_vendor() {
    let site = Site::direct(
        &[("performance", 50.0), ("cost", 50.0)],
        &[("V", "T4", &["8", "90"]), ("V", "H100", &["67", "20"])],
    )
    .await;
    let page = site.get("/en/").await;
    assert_eq!(
        page.texts(".ranking .score"),
        ["49.0"],
        "the vendor's row is its best offer, here T4"
    );
    assert!(page.texts(".ranking th.name").join(" ").contains("T4"));
    let parts: Vec<String> = page.texts(".ranking td.dim, .ranking .parts li");
    assert!(
        parts.iter().any(|p| p.contains("4.0")) && parts.iter().any(|p| p.contains("45.0")),
        "{parts:?}"
    );
    assert!(page.body.contains("1 more offer"));
}
