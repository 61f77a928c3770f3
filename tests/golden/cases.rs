//! Whole cases, answered as `steelyard score` answers them.

use serde_json::{Value, json};
use steelyard::exchange::case;

use super::compare::{Problems, floats, list};

fn evaluate(kind: &str, input: &Value) -> Value {
    case::evaluate(json!({ "kind": kind, "input": input }).to_string().as_bytes()).unwrap()
}

pub(crate) fn mavt(case: &Value, tolerance: &Value, problems: &mut Problems) {
    let answer = evaluate("mavt", &case["input"]);
    let within = |name: &str| tolerance[name].as_f64().unwrap_or(1e-6);
    let (weights, intervals, lambda) = (within("weights_abs"), within("intervals_abs"), within("lambda_abs"));
    let tolerances = [
        ("rank_floor", 0.0),
        ("rank_interval", 0.0),
        ("dominates_floor", 0.0),
        ("surely_dominates", 0.0),
        ("leader", 0.0),
        ("challenger", 0.0),
        ("effective_weights", weights),
        ("criterion_weight_keeps_leader", intervals),
        ("criterion_weight_keeps_full_order", intervals),
        ("dimension_weight_keeps_leader", intervals),
        ("dimension_weight_keeps_full_order", intervals),
        ("dimension_winner_segments", intervals),
        ("lambda_pairwise", lambda),
        ("lambda_first", lambda),
    ];
    problems.compare(&case["expected"], &answer, &tolerances, within("scores_abs"));
    let published = &case["published"];
    if let Some(scores) = published.get("score_floor") {
        problems.compare(
            scores,
            &answer["score_floor"],
            &[],
            published["tolerance_abs"].as_f64().unwrap(),
        );
    }
    if let Some(distances) = published.get("spotis_distance") {
        let got: Vec<f64> = floats(&answer["score_floor"])
            .iter()
            .map(|score| 1.0 - score / 100.0)
            .collect();
        problems.compare(
            distances,
            &json!(got),
            &[],
            published["tolerance_abs_on_distance"].as_f64().unwrap(),
        );
        problems.compare(&published["ranks"], &answer["rank_floor"], &[], 0.0);
    }
}

pub(crate) fn smaa(file: &Value, problems: &mut Problems) {
    for (run, expected) in list(&file["input"]["runs"]).iter().zip(list(&file["expected"]["runs"])) {
        let answer = |seed: u64, samples: &Value| {
            let mut run = run.clone();
            run["seed"] = json!(seed);
            run["samples"] = samples.clone();
            evaluate("smaa", &json!({ "model": file["input"]["model"], "runs": [run] }))["runs"][0].take()
        };
        let seed = run["seed"].as_u64().unwrap();
        let exact = &expected["exact_replication"];
        let mut got = answer(seed, &exact["N"]);
        for key in ["lambda", "seed", "data_uncertainty"] {
            problems.compare(
                &run[key],
                &got.as_object_mut().unwrap().shift_remove(key).unwrap(),
                &[],
                0.0,
            );
        }
        problems.compare(
            exact,
            &got,
            &[("first_rank_count", 0.0), ("central_weights", 1e-6)],
            1e-9,
        );

        let got = answer(seed + 7, &json!(10_000));
        problems.within("reference", |problems| {
            sampled(&expected["reference_100k"], &got, 1.0 / 100_000.0, problems);
        });
        if let (Some(volumes), Some(1.0)) = (file["expected"].get("exact_polytope_lambda1"), run["lambda"].as_f64()) {
            let first = |shares: &Value| list(shares).iter().map(|share| json!([share])).collect::<Vec<_>>();
            let volumes = json!({
                "rank_acceptability": first(&volumes["first_rank_acceptability"]),
                "central_weights": volumes["central_weights"],
            });
            problems.within("polytope", |problems| sampled(&volumes, &got, 0.0, problems));
        }
    }
}

/// Shares of 10 000 samples agree with a reference whose own sampling variance is `variance` times `b (1 - b)`.
fn sampled(reference: &Value, got: &Value, variance: f64, problems: &mut Problems) {
    for shares in ["rank_acceptability", "pairwise_winning"] {
        for (expected, got) in reference[shares]
            .as_array()
            .into_iter()
            .flatten()
            .zip(list(&got[shares]))
        {
            for (b, got) in floats(expected).into_iter().zip(floats(got)) {
                let tolerance = 4.0 * (b * (1.0 - b) * (variance + 1.0 / 10_000.0)).sqrt() + 1e-4;
                problems.number(b, got, tolerance);
            }
        }
    }
    for (row, (expected, got)) in list(&reference["central_weights"])
        .iter()
        .zip(list(&got["central_weights"]))
        .enumerate()
    {
        if reference["rank_acceptability"][row][0].as_f64().unwrap() >= 0.02 {
            problems.compare(expected, got, &[], 0.02);
        }
    }
}

pub(crate) fn relative_matrix(file: &Value, problems: &mut Problems) {
    let mut answer = evaluate("relative_matrix", &file["input"]);
    // The large table holds its scores only.
    answer
        .as_object_mut()
        .unwrap()
        .retain(|part, _| file["expected"].get(part).is_some());
    problems.compare(
        &file["expected"],
        &answer,
        &[("ranks", 0.0)],
        file["tolerance"]["scores_abs"].as_f64().unwrap(),
    );
    for (method, published) in file["published"].as_object().into_iter().flatten() {
        if let (Some(got), Some(tolerance)) = (answer["methods"].get(method), published["tolerance_abs"].as_f64()) {
            problems.compare(&published["scores"], &got["scores"], &[], tolerance);
        }
    }
}
