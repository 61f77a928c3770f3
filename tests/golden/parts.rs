//! The parts of the engine: each function rebuilds a file's expectations from its inputs.

use serde_json::{Map, Value, json};
use steelyard::domain::scoring::rank::{key, ranks};
use steelyard::domain::scoring::relative::{Direction, Factor, Method, Table};
use steelyard::domain::scoring::sensitivity::{Contest, Interval, Ray};
use steelyard::domain::scoring::similarity::similarity;
use steelyard::domain::scoring::smaa::rng::SplitMix64;
use steelyard::domain::scoring::smaa::{Settings, weights_of_sample};
use steelyard::domain::scoring::{Dimension, Matrix, Raw, Shape, Span, ValueFunction, Weights, elicitation};

use super::compare::{Problems, floats, list, rows, rows_of_two};

pub(crate) fn relative_suite(file: &Value, problems: &mut Problems) {
    for case in list(&file["cases"]) {
        let factors = factors(&case["weights"], &case["directions"]);
        let table = Table::new(&factors, &rows(&case["matrix"])).unwrap();
        problems.within(case["name"].as_str().unwrap(), |problems| {
            let scores = scored(&table, Method::WsmMinmax);
            problems.compare(&case["expected_wsm_minmax"], &scores, &[("ranks", 0.0)], 1e-9);
            let negative = case["matrix"].to_string().contains('-');
            let zero_cost = rows(&case["matrix"]).iter().any(|row| {
                row.iter()
                    .zip(&factors)
                    .any(|(x, of)| *x == 0.0 && of.direction == Direction::Min)
            });
            for method in [Method::WsmSum, Method::WsmMax, Method::WpmRatio] {
                if table.scores(method).is_err() != (negative || zero_cost) {
                    problems.note(&format!(
                        "{} should refuse what it cannot divide by, and only that",
                        method.name()
                    ));
                }
            }
        });
    }
}

pub(crate) fn value_functions(file: &Value) -> Value {
    let cases = list(&file["cases"]).iter().map(|case| {
        let function: ValueFunction = serde_json::from_value(case["function"].clone()).unwrap();
        let value = |x: &Value| {
            function
                .value(&serde_json::from_value::<Raw>(x.clone()).unwrap())
                .unwrap()
                .value
        };
        let values: Vec<f64> = list(&case["x"]).iter().map(value).collect();
        json!({ "function": case["function"], "x": case["x"], "v": values })
    });
    json!({ "cases": cases.collect::<Vec<_>>() })
}

pub(crate) fn weight_elicitation(file: &Value) -> Value {
    let by_rank = list(&file["rank_order"]).iter().map(|of| {
        let n = usize::try_from(of["n"].as_u64().unwrap()).unwrap();
        json!({
            "n": n, "roc": elicitation::rank_order_centroid(n), "rank_sum": elicitation::rank_sum(n),
            "rank_reciprocal": elicitation::rank_reciprocal(n), "rank_exponent": { "2": elicitation::rank_exponent(n, 2.0) },
        })
    });
    let swing = list(&file["swing"])
        .iter()
        .map(|of| json!({ "points": of["points"], "weights": elicitation::swing(&floats(&of["points"])).unwrap() }));
    let compared = list(&file["ahp"]).iter().map(|of| {
        let said = elicitation::pairwise_comparison(&rows(&of["matrix"])).unwrap();
        json!({
            "matrix": of["matrix"], "eigen_weights": said.weights, "geometric_mean_weights": said.geometric_means,
            "lambda_max": said.lambda_max, "CI": said.consistency_index, "RI_saaty": of["RI_saaty"], "CR": said.consistency_ratio,
        })
    });
    let trees = list(&file["hierarchy"]).iter().map(|of| {
        let leaf = |leaf: &'static Value| (leaf[0].as_str().unwrap(), leaf[1].as_f64().unwrap());
        let tree: &'static Value = Box::leak(Box::new(of["tree"].clone()));
        let dimensions: Vec<Dimension<'_>> = list(&tree["dimensions"])
            .iter()
            .map(|of| Dimension {
                id: of[0].as_str().unwrap(),
                weight: of[1].as_f64().unwrap(),
                criteria: list(&of[2]).iter().map(leaf).collect(),
            })
            .collect();
        let weights = Weights::new(&dimensions).unwrap();
        let names = dimensions
            .iter()
            .flat_map(|dimension| dimension.criteria.iter().map(|(id, _)| (*id).to_owned()));
        let effective: Map<String, Value> = names
            .zip(weights.effective().iter().map(|weight| json!(weight)))
            .collect();
        json!({ "tree": tree, "effective": effective })
    });
    json!({
        "rank_order": by_rank.collect::<Vec<_>>(), "swing": swing.collect::<Vec<_>>(),
        "ahp": compared.collect::<Vec<_>>(), "hierarchy": trees.collect::<Vec<_>>(),
    })
}

pub(crate) fn rank_similarity(file: &Value) -> Value {
    let ranks = |of: &Value| -> Vec<usize> { serde_json::from_value(of.clone()).unwrap() };
    let cases = list(&file["cases"]).iter().map(|case| {
        let alike = similarity(&ranks(&case["reference"]), &ranks(&case["test"]));
        json!({
            "reference": case["reference"], "test": case["test"], "ws": alike.ws, "rw": alike.weighted_spearman,
            "spearman": alike.spearman, "kendall_tau_b": alike.kendall,
        })
    });
    json!({ "cases": cases.collect::<Vec<_>>() })
}

pub(crate) fn rng(file: &Value) -> Value {
    let seed = |of: &Value| of["seed"].as_str().unwrap().parse::<u64>().unwrap();
    let cases = list(&file["cases"]).iter().map(|case| {
        let (mut words, mut units) = (SplitMix64::new(seed(case)), SplitMix64::new(seed(case)));
        let corners = case["uniform_simplex_first3"]
            .as_object()
            .unwrap()
            .keys()
            .map(|corners| {
                let mut stream = SplitMix64::new(seed(case));
                let mut gaps = vec![0.0; corners.parse().unwrap()];
                let mut point = || {
                    stream.simplex(&mut gaps);
                    gaps.clone()
                };
                (corners.clone(), json!([point(), point(), point()]))
            });
        let corners: Map<String, Value> = corners.collect();
        let (words, units) = (
            [(); 6].map(|()| words.next_u64().to_string()),
            [(); 6].map(|()| units.next_unit()),
        );
        json!({ "seed": case["seed"], "u64": words, "u01": units, "uniform_simplex_first3": corners })
    });
    let tree = &file["hierarchy"]["dimension_weight_and_local_weights"];
    let dimensions: Vec<Dimension<'_>> = list(tree)
        .iter()
        .map(|of| Dimension {
            id: "d",
            weight: of[0].as_f64().unwrap(),
            criteria: floats(&of[1]).into_iter().map(|weight| ("c", weight)).collect(),
        })
        .collect();
    let weights = Weights::new(&dimensions).unwrap();
    let runs = list(&file["hierarchy"]["runs"]).iter().map(|run| {
        let settings = Settings {
            lambda: run["lambda"].as_f64().unwrap(),
            seed: seed(run),
            samples: 2,
            data_uncertainty: false,
            confidence: true,
        };
        let drawn = [0, 1].map(|sample| weights_of_sample(&weights, &settings, sample));
        json!({ "seed": run["seed"], "lambda": run["lambda"], "effective_weights_first2": drawn })
    });
    json!({
        "cases": cases.collect::<Vec<_>>(),
        "hierarchy": { "dimension_weight_and_local_weights": tree, "runs": runs.collect::<Vec<_>>() },
    })
}

pub(crate) fn weight_stability(file: &Value) -> Value {
    let cases = list(&file["cases"]).iter().map(|case| {
        let (values, names) = (rows(&case["values"]), ["c"; 64]);
        let raw: Vec<(&str, f64)> = names.into_iter().zip(floats(&case["weights"])).collect();
        let weights = Weights::flat(&raw).unwrap().effective().to_vec();
        let scores: Vec<f64> = values.iter().map(|row| row.iter().zip(&weights).map(|(v, w)| v * w).sum()).collect();
        let columns = (0..weights.len()).map(|factor| values.iter().map(|row| row[factor]).collect());
        let contest = Contest::new(columns.collect(), weights.clone(), scores.clone());
        let rays = || (0..weights.len()).map(|factor| Ray::of(&contest, factor));
        let ends = |of: Option<Interval>| json!([of.map(|of| of.low), of.map(|of| of.high)]);
        let segments = |ray: Ray<'_>| ray.winners().iter().map(|of| json!([of.from, of.to, of.winner])).collect::<Vec<_>>();
        let leader = contest.leader().unwrap();
        let change = |factor| {
            let rivals = (0..scores.len()).filter(|rival| *rival != leader);
            rivals.map(|rival| json!({ "rival": rival, "delta": contest.weight_change(factor, rival) })).collect::<Vec<_>>()
        };
        json!({
            "name": case["name"], "values": case["values"], "weights": case["weights"], "scores": scores, "order": contest.order(),
            "keeps_leader": rays().map(|ray| ends(ray.and_then(|ray| ray.keeps_leader()))).collect::<Vec<_>>(),
            "keeps_full_order": rays().map(|ray| ends(ray.map(|ray| ray.keeps_order()))).collect::<Vec<_>>(),
            "winner_segments": rays().map(|ray| ray.map(segments)).collect::<Vec<_>>(),
            "triantaphyllou_sanchez_delta_vs_leader": (0..weights.len()).map(change).collect::<Vec<_>>(),
        })
    });
    json!({ "cases": cases.collect::<Vec<_>>() })
}

pub(crate) fn iia(file: &Value, problems: &mut Problems) -> Value {
    let cases = list(&file["cases"]).iter().map(|case| {
        let before = rows(&case["matrix_before"]);
        let after: Vec<Vec<f64>> = before.iter().cloned().chain([floats(&case["added"])]).collect();
        let scores = |rows: &[Vec<f64>]| anchored(rows, &rows_of_two(&case["anchors_worst_best"]), &floats(&case["weights"]));
        let (anchored_before, anchored_after) = (scores(&before), scores(&after));
        if anchored_after[..before.len()] != anchored_before {
            problems.note("an added alternative moved an anchored score");
        }
        let factors = factors(&case["weights"], &case["directions"]);
        let methods = case["relative"].as_object().unwrap().keys().map(|name| {
            let method = Method::ALL.into_iter().find(|method| method.name() == name).unwrap();
            let [before, after] = [&before, &after].map(|rows| Table::new(&factors, rows).unwrap().scores(method).unwrap());
            let winner = |scores: &[f64]| (0..scores.len()).min_by_key(|at| (-key(scores[*at]), *at));
            let (first, now) = (winner(&before), winner(&after));
            (name.clone(), json!({ "before": before, "after": after, "winner_before": first, "winner_after": now, "reversed": first != now }))
        });
        let mut got = case.clone();
        got["relative"] = Value::Object(methods.collect());
        got["anchored"] = json!({ "before": anchored_before, "after": anchored_after });
        got
    });
    json!({ "cases": cases.collect::<Vec<_>>() })
}

fn anchored(rows: &[Vec<f64>], anchors: &[(f64, f64)], weights: &[f64]) -> Vec<f64> {
    let names = ["a", "b", "c"];
    let linear = |(worst, best): &(f64, f64)| {
        ValueFunction::new(
            Shape::Linear {
                worst: *worst,
                best: *best,
            },
            0.0,
        )
        .unwrap()
    };
    let functions: Vec<ValueFunction> = anchors.iter().map(linear).collect();
    let span = |(x, function): (&f64, &ValueFunction)| Span::exact(function.value(&Raw::Number(*x)).unwrap().value);
    let matrix = Matrix::new(
        &names,
        rows.iter().map(|row| row.iter().zip(&functions).map(span).collect()),
    );
    let raw: Vec<(&str, f64)> = names.into_iter().zip(weights.iter().copied()).collect();
    matrix
        .scores(&Weights::flat(&raw).unwrap())
        .into_iter()
        .map(|score| score.unwrap().floor)
        .collect()
}

fn scored(table: &Table, method: Method) -> Value {
    let scores = table.scores(method).unwrap();
    json!({ "scores": scores, "ranks": ranks(&scores.iter().map(|score| Some(key(*score))).collect::<Vec<_>>()) })
}

fn factors(weights: &Value, directions: &Value) -> Vec<Factor<'static>> {
    let direction = |of: &Value| serde_json::from_value::<Direction>(of.clone()).unwrap();
    let pairs = floats(weights).into_iter().zip(list(directions).iter().map(direction));
    pairs
        .map(|(weight, direction)| Factor {
            id: "c",
            direction,
            weight,
        })
        .collect()
}
