//! The worked cases in words of JSON, and what is refused.

use serde_json::{Value, json};

use super::{HELP, evaluate};

fn answer(case: &Value) -> Value {
    evaluate(case.to_string().as_bytes()).unwrap_or_else(|error| panic!("{case}: {error}"))
}

fn refused(case: &str) -> (String, &'static str) {
    let error = evaluate(case.as_bytes()).unwrap_err();
    (error.to_string(), error.field())
}

fn with(base: &Value, name: &str, value: Value) -> Value {
    let mut case = base.clone();
    case[name] = value;
    case
}

fn dynamic() -> Value {
    json!({"model": "dynamic", "currency": "USD", "base": "10000", "burst": 2000, "reserved_discount": 0.35,
        "region_premium": "0.08", "utilisation_percent": 45})
}

#[test]
fn case_a_has_every_key_of_an_answer() {
    let answer = answer(&dynamic());
    assert_eq!(
        (&answer["total"], &answer["currency"]),
        (&json!("10716.30"), &json!("USD"))
    );
    assert_eq!(answer["components"], json!({"base": "8599.50", "burst": "2116.80"}));
    assert_eq!(
        answer["formula"],
        "(10000 * (1 - 0.35) + 2000 * 0.8) * (1 + 0.08) * (1 + 0.15 * ((60 - 45) / 10))"
    );
    let keys: Vec<&str> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys[..5], ["total", "currency", "components", "formula", "assumptions"]);
    let rule = answer["assumptions"].as_array().unwrap().last().unwrap();
    assert_eq!(
        rule,
        &json!({"name": "utilisation_rule", "value": "linear", "unit": "", "origin": "default"})
    );
}

#[test]
fn numbers_and_decimal_texts_are_the_same_number() {
    let text = with(&dynamic(), "utilisation_percent", json!("59.99"));
    let number = with(&dynamic(), "utilisation_percent", json!(59.99));
    assert_eq!(answer(&text)["total"], "8749.31");
    assert_eq!(answer(&text), answer(&number));
    let tiny = with(&dynamic(), "burst", json!(1e-7));
    assert!(answer(&tiny)["formula"].as_str().unwrap().contains("0.0000001 * 0.8"));
}

#[test]
fn case_b_as_printed_and_as_meant() {
    let case = json!({"model": "annual", "currency": "USD", "unit_price": 3.06, "hours": "8760", "data_transfer": "1200",
        "storage_redundancy": "2400", "safety": "0.2", "ops_labour": "50000", "rpa_rate": "0.3"});
    assert_eq!(answer(&case)["total"], "65885.60");
    assert_eq!(
        answer(&with(&case, "rpa_term", json!("as_printed")))["total"],
        "45885.60"
    );
}

#[test]
fn case_c5_and_c8_as_life_cycles() {
    let upfront = json!({"model": "lifecycle", "currency": "USD", "hourly": "0.50", "upfront": 10000, "plan": "reserved_3y",
        "horizon_months": 1});
    let upfront = answer(&upfront);
    assert_eq!(
        (&upfront["effective_hourly"], &upfront["total"]),
        (&json!("0.880518"), &json!("642.78"))
    );
    let tiers = json!({"model": "lifecycle", "currency": "USD", "hot_tb": 10, "warm_tb": 40, "cold_gb": 200_000});
    let tiers = answer(&tiers);
    assert_eq!(
        (&tiers["per_month"], &tiers["total"]),
        (&json!("3300.00"), &json!("19800.00"))
    );
    assert_eq!(tiers["components"]["storage_warm"], "4800.00");
    assert_eq!(tiers["months"].as_array().unwrap().len(), 6);
}

#[test]
fn case_c9_commit_two() {
    let case = json!({"model": "commitment", "currency": "USD", "price_ratio": "0.6", "demand": [4, 4, 4, 4, 4, 4, 2, 2, 1, 0]});
    let answer = answer(&case);
    assert_eq!((&answer["commit"], &answer["break_even"]), (&json!(2), &json!([3, 4])));
    assert_eq!(answer["used_share"], json!(["0.9", "0.8", "0.6", "0.6"]));
    assert_eq!((&answer["total"], &answer["saving"]), (&json!("24.00"), &json!("5.00")));
    assert_eq!(answer["seed_mix"], "unknown");
}

#[test]
fn an_unknown_price_is_unknown_and_never_nothing() {
    let case = json!({"model": "lifecycle", "currency": "CNY", "hourly": 100, "egress_tb": 1, "egress_per_tb": null, "budget": 1});
    let answer = answer(&case);
    assert_eq!(
        (&answer["total"], &answer["components"]["data_transfer"]),
        (&json!("unknown"), &json!("unknown"))
    );
    assert_eq!(answer["components"]["compute_base"], "438000.00");
    assert_eq!(answer["unknown"], json!(["egress_per_tb"]));
    assert_eq!(answer["budget"]["standing"], "unknown");
}

#[test]
fn a_budget_and_a_machine_of_ones_own_stand_beside_the_offer() {
    let case = json!({"model": "lifecycle", "currency": "USD", "hourly": 10, "horizon_months": 12, "budget": 87_599,
        "on_premises": {"purchase": 28_000, "tdp_kw": 4, "pue": 1.5, "electricity_price": 0.1, "hosting": 500}});
    let answer = answer(&case);
    assert_eq!(
        answer["budget"],
        json!({"budget": "87599.00", "standing": "over", "by": "1.00"})
    );
    assert_eq!(answer["on_premises"]["break_even_month"], 5);
    assert_eq!(answer["on_premises"]["total"], "39256.00");
}

#[test]
fn the_minor_unit_is_that_of_the_currency() {
    let total = |currency: &str| answer(&with(&dynamic(), "currency", json!(currency)))["total"].clone();
    assert_eq!([total("JPY"), total("KWD")], [json!("10716"), json!("10716.300")]);
}

#[test]
fn a_case_that_has_no_answer_names_the_input() {
    for (case, field, text) in [
        (
            dynamic().to_string().replace("\"base\":\"10000\",", ""),
            "base",
            "base is missing",
        ),
        (with(&dynamic(), "base", json!("ten")).to_string(), "base", "ten"),
        (with(&dynamic(), "base", json!(true)).to_string(), "base", "true"),
        (with(&dynamic(), "base", json!(-1)).to_string(), "base", "-1"),
        (with(&dynamic(), "base", json!("1_000")).to_string(), "base", "1_000"),
        (with(&dynamic(), "base", json!(1e300)).to_string(), "base", "1e+300"),
        (
            with(&dynamic(), "reserved_discount", json!(1.5)).to_string(),
            "reserved_discount",
            "between 0 and 1",
        ),
        (
            with(&dynamic(), "utilisation_percent", json!(null)).to_string(),
            "utilisation_percent",
            "null",
        ),
        (
            with(&dynamic(), "utilisation_rule", json!("cubic")).to_string(),
            "utilisation_rule",
            "step_up",
        ),
        (
            with(&dynamic(), "currency", json!("usd")).to_string(),
            "currency",
            "usd",
        ),
        (
            with(&dynamic(), "model", json!("magic")).to_string(),
            "model",
            "lifecycle",
        ),
        (
            with(&dynamic(), "bses", json!(1)).to_string(),
            "case",
            "\"bses\" is no input",
        ),
        (
            "{\"model\":\"dynamic\",\"model\":\"annual\"}".to_owned(),
            "case",
            "twice",
        ),
        ("[]".to_owned(), "case", "object"),
        (String::new(), "case", "not a cost case"),
        ("{}".to_owned(), "model", "model is missing"),
        (
            r#"{"model":"lifecycle","currency":"EUR","hot_gb":1}"#.to_owned(),
            "hot_per_gb",
            "null",
        ),
        (
            r#"{"model":"lifecycle","currency":"USD","committed":1}"#.to_owned(),
            "hourly",
            "hourly is missing",
        ),
        (
            r#"{"model":"lifecycle","currency":"USD","horizon_months":0}"#.to_owned(),
            "horizon_months",
            "1 to 120",
        ),
        (
            r#"{"model":"lifecycle","currency":"USD","hot_gb":1,"hot_tb":1}"#.to_owned(),
            "hot_gb",
            "hot_tb",
        ),
        (
            r#"{"model":"lifecycle","currency":"USD","on_premises":{"tdp":1}}"#.to_owned(),
            "case",
            "tdp",
        ),
        (
            r#"{"model":"commitment","currency":"USD","price_ratio":1}"#.to_owned(),
            "demand",
            "demand is missing",
        ),
        (
            r#"{"model":"commitment","currency":"USD","price_ratio":1,"demand":[1.5]}"#.to_owned(),
            "demand",
            "1.5",
        ),
        (
            r#"{"model":"commitment","currency":"USD","price_ratio":1,"demand":[]}"#.to_owned(),
            "demand",
            "demand is 0",
        ),
    ] {
        let (said, at) = refused(&case);
        assert!(said.contains(text) && at == field, "{case}: {at}: {said}");
    }
}

#[test]
fn the_help_names_every_input_that_exists() {
    for case in [
        r#"{"model":"dynamic","currency":"USD","base":1,"burst":1,"utilisation_percent":1,"x":1}"#,
        r#"{"model":"annual","currency":"USD","unit_price":1,"hours":1,"data_transfer":1,"storage_redundancy":1,"ops_labour":1,"x":1}"#,
        r#"{"model":"lifecycle","currency":"USD","x":1}"#,
        r#"{"model":"commitment","currency":"USD","price_ratio":1,"demand":[1],"x":1}"#,
        r#"{"model":"lifecycle","currency":"USD","on_premises":{"x":1}}"#,
    ] {
        let (said, _) = refused(case);
        let names = said.split("its inputs are ").nth(1).unwrap();
        for name in names.split(", ") {
            assert!(HELP.contains(name), "the help leaves out {name}");
        }
    }
}
