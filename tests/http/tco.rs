//! Cost cases over HTTP.

use serde_json::json;

use crate::site::Site;

#[tokio::test]
async fn a_cost_case_is_answered_as_on_the_command_line() {
    let site = Site::starter().await;
    let case = json!({"model": "dynamic", "currency": "USD", "base": "10000", "burst": "2000", "reserved_discount": "0.35",
        "region_premium": "0.08", "utilisation_percent": "45"});
    let answer = site.post("/api/v1/tco", "application/json", case.to_string()).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
    assert_eq!(answer.json()["total"], "10716.30");
    assert_eq!(answer.json()["currency"], "USD");
}

#[tokio::test]
async fn a_cost_case_without_an_answer_names_the_input() {
    let site = Site::starter().await;
    for (case, field) in [
        (
            r#"{"model": "dynamic", "currency": "USD", "base": 1, "burst": 1}"#,
            "utilisation_percent",
        ),
        (
            r#"{"model": "annual", "currency": "USD", "unit_price": 1, "hours": -1}"#,
            "data_transfer",
        ),
        (
            r#"{"model": "lifecycle", "currency": "USD", "rpa_rate": 2}"#,
            "rpa_rate",
        ),
        ("", "case"),
    ] {
        let answer = site.post("/api/v1/tco", "application/json", case.to_owned()).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("content-type")),
            (422, "application/problem+json")
        );
        assert_eq!(answer.json()["field"], field, "{case}");
    }
}
