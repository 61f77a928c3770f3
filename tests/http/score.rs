//! The engine on anybody's own numbers, and what the workbench says of its order.

use serde_json::{Value, json};

use crate::site::Site;

/// The body of a form with one field, as a browser sends it.
fn form(name: &str, value: &str) -> (String, String) {
    let body = format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n--x--\r\n");
    ("multipart/form-data; boundary=x".to_owned(), body)
}

fn golden(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(format!("tests/golden/{name}.json")).unwrap()).unwrap()
}

#[tokio::test]
async fn a_golden_case_gets_its_expected_object() {
    let site = Site::starter().await;
    for name in ["g10_mavt_seed_gpus", "g11_mavt_seed_vendors", "g02_rel_seed_gpus"] {
        let case = golden(name);
        let body = json!({"kind": case["kind"], "input": case["input"]}).to_string();
        let answer = site.post("/api/v1/score", "application/json", body).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
        let answer = answer.json();
        for (key, expected) in case["expected"].as_object().unwrap() {
            if ["rank_floor", "eligibility", "criteria_order", "pareto_front", "gates"].contains(&key.as_str()) {
                assert_eq!(&answer[key], expected, "{name}: {key}");
            }
        }
    }
}

#[tokio::test]
async fn a_case_without_an_answer_says_which_alternative_and_criterion() {
    let site = Site::starter().await;
    let case = |x: Value| {
        json!({"kind": "mavt", "input": {
            "dimensions": [{"id": "d", "weight": 1, "criteria": [{"id": "price", "weight": 1, "value": {"type": "log", "worst": 10, "best": 1}}]}],
            "alternatives": [{"id": "A", "cells": {"price": {"kind": "known", "x": x}}}],
        }})
    };
    for x in [json!(-1), json!(0), json!("cheap"), json!(true)] {
        let answer = site
            .post("/api/v1/score", "application/json", case(x).to_string())
            .await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (422, "application/problem+json")
        );
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.contains("\"A\"") && detail.contains("\"price\""), "{detail}");
    }
    for body in [
        "",
        "{}",
        "[]",
        "nonsense",
        "{\"kind\":\"lottery\",\"input\":{}}",
        "{\"kind\":\"mavt\",\"input\":{\"dimensions\":1}}",
    ] {
        let answer = site.post("/api/v1/score", "application/json", body.to_owned()).await;
        assert_eq!(answer.status.as_u16(), 422, "{body}");
    }
    let huge = site
        .post("/api/v1/score", "application/json", " ".repeat(5 * 1024 * 1024))
        .await;
    assert_eq!(huge.status.as_u16(), 413);
}

#[tokio::test]
async fn a_pasted_table_is_ranked_with_its_reasons() {
    let site = Site::starter().await;
    let page = site.get("/en/score").await;
    let example = page.texts("textarea").join("\n");
    assert!(example.contains("Alpha"));
    let table = "offer,performance,cost,support,ecosystem\n#scale,direct,direct,direct,direct\n#weight,40,30,20,10\nA,88,62,80,90\nB,79,84,70,70\nC,92,41,85,80\nD,60,95,60,55\n";
    for lang in ["en", "zh"] {
        let (kind, body) = form("table", table);
        let answer = site.post(&format!("/{lang}/score"), &kind, body).await;
        assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
        assert_eq!(answer.texts(".answer .score"), ["78.8", "77.8", "74.1", "70.0"]);
    }
    let (kind, body) = form("table", table);
    let answer = site.post("/en/score", &kind, body).await;
    let text = answer.texts("main").join(" ");
    // Worked case 5: the tipping points of every dimension, and the parts of "A leads B by 1.0".
    for expected in [
        "32.5 %",
        "33 %",
        "11.1 %",
        "5.3 %",
        "72.4 %",
        "9.8 %",
        "A leads B by 1.0",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
    for part in ["performance +3.6", "cost −6.6", "support +2.0", "ecosystem +2.0"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_read_is_kept_and_the_cell_is_named() {
    let site = Site::starter().await;
    let (kind, body) = form("table", "offer,price\nA,cheap\nB,5\n");
    let answer = site.post("/en/score", &kind, body).await;
    assert_eq!(answer.status.as_u16(), 422);
    assert!(
        answer
            .texts("[role=alert]")
            .join(" ")
            .contains("row 2, column \"price\": \"cheap\"")
    );
    assert!(
        answer.texts("textarea").join(" ").contains("cheap"),
        "what was typed is kept"
    );
    let (kind, body) = form(
        "table",
        "=1+1,<script>alert(1)</script>\n#direction,min\n<b>x</b>,5\ny,6\n",
    );
    let answer = site.post("/en/score", &kind, body).await;
    assert!(
        answer.status.is_success() && !answer.body.contains("<script>alert"),
        "text stays text"
    );
}

#[tokio::test]
async fn the_workbench_says_how_safe_its_order_is_and_why() {
    let four = [
        ("performance", 40.0),
        ("cost", 30.0),
        ("support", 20.0),
        ("ecosystem", 10.0),
    ];
    let offers: [(&str, &str, &[&str]); 4] = [
        ("V", "A", &["88", "62", "80", "90"]),
        ("W", "B", &["79", "84", "70", "70"]),
        ("X", "C", &["92", "41", "85", "80"]),
        ("Y", "D", &["60", "95", "60", "55"]),
    ];
    let site = Site::direct(&four, &offers).await;
    let page = site.get("/en/").await;
    let verdict = page.texts(".verdict").join(" ");
    // Worked case 5: B passes A when cost >= 33.0, or performance <= 32.5, or support <= 11.1, or ecosystem <= 5.3.
    for limit in [
        "cost ≥ 33.0 %",
        "performance ≤ 32.5 %",
        "support ≤ 11.1 %",
        "ecosystem ≤ 5.3 %",
    ] {
        assert!(verdict.contains(limit), "{limit}: {verdict}");
    }
    let why = page.texts(".why").join(" ");
    for part in [
        "by 1.0",
        "performance +3.6",
        "cost −6.6",
        "support +2.0",
        "ecosystem +2.0",
    ] {
        assert!(why.contains(part), "{part}: {why}");
    }
    let tracks = page.texts(".weight-track");
    assert!(
        tracks.iter().any(|t| t.contains("32.5–72.4 %")) && tracks.iter().any(|t| t.contains("9.8–33.0 %")),
        "{tracks:?}"
    );
}

#[tokio::test]
async fn case_4_the_flip_weight_stands_on_the_page() {
    let four = [
        ("performance", 40.0),
        ("cost", 30.0),
        ("support", 20.0),
        ("ecosystem", 10.0),
    ];
    let site = Site::direct(
        &four,
        &[
            ("V", "A", &["90", "60", "70", "80"]),
            ("W", "B", &["70", "85", "75", "80"]),
        ],
    )
    .await;
    let verdict = site.get("/en/").await.texts(".verdict").join(" ");
    assert!(
        verdict.contains("performance ≥ 41.5 %"),
        "B leads, A leads once performance weighs 41.46 %: {verdict}"
    );
}
