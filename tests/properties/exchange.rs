//! What comes in and goes out: P23 and P24.

use proptest::collection::{hash_map, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};
use steelyard::domain::scoring::{Cell, Gate, ValueFunction};
use steelyard::exchange::case;

use super::config;
use super::model::{model, model_and_cell};

/// Numbers at the edges of what a double holds.
fn number() -> impl Strategy<Value = f64> {
    let edges = [
        0.0,
        -0.0,
        -1.0,
        1.0,
        100.0,
        1e-320,
        -1e-320,
        1e308,
        -1e308,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
    ];
    prop_oneof![
        select(edges.to_vec()),
        any::<f64>().prop_filter("JSON has no others", |x| x.is_finite()),
        -10.0..110.0
    ]
}

/// Words that mean something to a case, so that made-up JSON gets past the first check.
fn word() -> impl Strategy<Value = String> {
    let words = [
        "kind",
        "input",
        "mavt",
        "smaa",
        "relative_matrix",
        "dimensions",
        "criteria",
        "alternatives",
        "gates",
        "cells",
        "id",
        "weight",
        "value",
        "type",
        "linear",
        "log",
        "points",
        "target",
        "levels",
        "boolean",
        "direct",
        "worst",
        "best",
        "x",
        "v",
        "known",
        "range",
        "unknown",
        "absent",
        "lo",
        "hi",
        "evidence",
        "A",
        "F",
        "runs",
        "model",
        "lambda",
        "seed",
        "samples",
        "matrix",
        "weights",
        "direction",
        "max",
        "min",
        "op",
        ">=",
        "in",
        "criterion",
        "",
    ];
    prop_oneof![8 => select(words.to_vec()).prop_map(str::to_owned), 1 => ".{0,6}"]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ]
}

fn any_json() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(5, 64, 6, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..6).prop_map(Value::from),
            hash_map(word(), inner, 0..6).prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Every node of a tree, itself included.
fn nodes(value: &mut Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter_mut().map(nodes).sum(),
        Value::Object(entries) => entries.values_mut().map(nodes).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// Replaces the node of this number; returns what is left to count.
fn replace(value: &mut Value, number: usize, with: &Value) -> Option<usize> {
    if number == 0 {
        *value = with.clone();
        return None;
    }
    let children: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(entries) => entries.values_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    children
        .into_iter()
        .try_fold(number - 1, |left, child| replace(child, left, with))
}

/// A number that was not finite would have been written as null.
fn has_no_nan(answer: &Value) -> bool {
    let answered = [
        "values_floor",
        "score_floor",
        "score_neutral",
        "score_low",
        "score_high",
        "contributions_floor",
        "coverage",
        "confidence",
    ];
    answered
        .iter()
        .all(|key| answer.get(key).is_none_or(|value| !value.to_string().contains("null")))
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn p23_any_json_is_an_answer_or_a_typed_error(json in any_json(), kind in select(vec!["mavt", "smaa", "relative_matrix"])) {
        for case in [json!({ "kind": kind, "input": json }), json] {
            if let Ok(answer) = case::evaluate(case.to_string().as_bytes()) {
                prop_assert!(has_no_nan(&answer));
            }
        }
    }

    #[test]
    fn p23_any_bytes_are_an_answer_or_a_typed_error(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(case::evaluate(&bytes).is_err());
    }

    #[test]
    fn p23_a_case_with_one_part_replaced_is_an_answer_or_a_typed_error(
        model in model(), sampled in any::<bool>(), at in any::<Index>(), with in prop_oneof![leaf(), any_json()],
    ) {
        let mut case = if sampled {
            json!({ "kind": "smaa", "input": { "model": model.json(), "runs": [{ "samples": 20 }] } })
        } else {
            json!({ "kind": "mavt", "input": model.json() })
        };
        let place = at.index(nodes(&mut case));
        // A made-up number of samples is only slow.
        prop_assume!(!sampled || with.as_f64().is_none_or(|number| number.abs() < 1000.0));
        replace(&mut case, place, &with);
        if let Ok(answer) = case::evaluate(case.to_string().as_bytes()) {
            prop_assert!(has_no_nan(&answer));
        }
    }

    #[test]
    fn p23_a_table_at_the_edge_of_what_numbers_hold_has_no_nan(rows in vec(vec(number(), 3), 1..5), weights in vec(number(), 3)) {
        let alternatives: Vec<String> = (0..rows.len()).map(|row| format!("a{row}")).collect();
        let criteria = ["max", "min", "max"].iter().enumerate().map(|(at, direction)| json!({ "id": format!("c{at}"), "direction": direction }));
        let criteria: Vec<Value> = criteria.collect();
        let input = json!({ "alternatives": alternatives, "criteria": criteria, "weights": weights, "matrix": rows });
        if let Ok(answer) = case::evaluate(json!({ "kind": "relative_matrix", "input": input }).to_string().as_bytes()) {
            prop_assert!(!answer["methods"].to_string().contains("null"), "{answer}");
        }
    }

    #[test]
    fn p23_a_bad_cell_is_named_by_alternative_and_criterion((model, row, column) in model_and_cell(), bad in select(vec![
        json!({ "kind": "known", "x": null }),
        json!({ "kind": "known", "x": "no such level" }),
        json!({ "kind": "known", "x": { "y": 1 } }),
        json!({ "kind": "range", "lo": 3, "hi": 2 }),
        json!({ "kind": "known", "x": 1, "evidence": "Z" }),
        json!({ "kind": "rumour" }),
        json!(17),
    ])) {
        let mut input = model.json();
        let (alternative, criterion) = (model.alternatives[row].id.clone(), model.criteria()[column].id.clone());
        input["alternatives"][row]["cells"][&criterion] = bad;
        let error = case::evaluate(json!({ "kind": "mavt", "input": input }).to_string().as_bytes()).unwrap_err().to_string();
        let named = format!("alternative {alternative:?}, criterion {criterion:?}");
        prop_assert!(error.starts_with(&named), "{error}");
    }

    #[test]
    fn p24_export_and_import_are_bit_identical(model in model()) {
        for criterion in model.criteria() {
            let text = serde_json::to_string(&criterion.function).unwrap();
            let back: ValueFunction = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&back, &criterion.function);
            prop_assert_eq!(serde_json::to_string(&back).unwrap(), text);
        }
        for cell in model.alternatives.iter().flat_map(|alternative| &alternative.cells) {
            prop_assert_eq!(&serde_json::from_str::<Cell>(&serde_json::to_string(cell).unwrap()).unwrap(), cell);
        }
        for gate in &model.gates {
            prop_assert_eq!(&serde_json::from_str::<Gate>(&serde_json::to_string(gate).unwrap()).unwrap(), gate);
        }
        let case = json!({ "kind": "mavt", "input": model.json() }).to_string();
        let again = serde_json::from_str::<Value>(&case).unwrap().to_string();
        prop_assert_eq!(&again, &case);
        let answer = case::evaluate(case.as_bytes()).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&answer.to_string()).unwrap(), answer.clone());
        let scores: Vec<f64> = model.scores().iter().map(|score| score.floor).collect();
        prop_assert_eq!(&answer["score_floor"], &json!(scores));
    }
}
