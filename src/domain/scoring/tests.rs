//! The worked cases 1 to 3 of the scoring model; 4 to 6 stand beside what they explain.

use super::relative::{Direction, Factor, Method, Table};
use super::*;

fn linear(worst: f64, best: f64) -> ValueFunction {
    ValueFunction::new(Shape::Linear { worst, best }, 0.0).unwrap()
}

fn exact(values: &[f64]) -> Vec<Span> {
    values.iter().copied().map(Span::exact).collect()
}

fn shown(scores: &[Option<Score>], of: fn(&Score) -> f64) -> Vec<String> {
    scores
        .iter()
        .flatten()
        .map(|score| format!("{:.1}", of(score)))
        .collect()
}

#[test]
fn worked_case_1_hiding_a_row_changes_nothing() {
    let (c1, c2) = (linear(0.0, 100.0), linear(0.0, 50.0));
    let row = |x1: f64, x2: f64| {
        let value = |function: &ValueFunction, x| Span::exact(function.value(&Raw::Number(x)).unwrap().value);
        vec![value(&c1, x1), value(&c2, x2)]
    };
    let weights = Weights::flat(&[("c1", 60.0), ("c2", 40.0)]).unwrap();
    let floors = |rows: Vec<Vec<Span>>| shown(&Matrix::new(&["c1", "c2"], rows).scores(&weights), |score| score.floor);
    let (a, b, c) = (row(100.0, 10.0), row(10.0, 50.0), row(40.0, 10.0));
    assert_eq!(floors(vec![a, b.clone(), c.clone()]), ["68.0", "46.0", "32.0"]);
    assert_eq!(floors(vec![b, c]), ["46.0", "32.0"]);
}

#[test]
fn worked_case_2_ratios_to_the_best_make_no_false_spread() {
    let factor = |id| Factor {
        id,
        direction: Direction::Min,
        weight: 1.0,
    };
    let table = Table::new(&[factor("c1"), factor("c2")], &[vec![10.1, 1.0], vec![10.0, 5.0]]).unwrap();
    let scores = table.scores(Method::WsmMax).unwrap();
    let percent: Vec<String> = scores.iter().map(|score| format!("{:.1}", 100.0 * score)).collect();
    assert_eq!(percent, ["99.5", "60.0"]);
}

#[test]
fn worked_case_3_an_unknown_cell_is_an_interval_and_the_order_undetermined() {
    let names = ["performance", "cost", "support", "ecosystem"];
    let raw: Vec<(&str, f64)> = names.into_iter().zip([40.0, 30.0, 20.0, 10.0]).collect();
    let weights = Weights::flat(&raw).unwrap();
    let mut x = exact(&[80.0, 70.0, 0.0, 90.0]);
    if let Some(support) = x.get_mut(2) {
        *support = Span::UNKNOWN;
    }
    let matrix = Matrix::new(&names, [x, exact(&[75.0; 4]), vec![Span::UNKNOWN; 4]]);
    let scores = matrix.scores(&weights);
    assert_eq!(shown(&scores, |score| score.low), ["62.0", "75.0"]);
    assert_eq!(shown(&scores, |score| score.high), ["82.0", "75.0"]);
    assert_eq!(shown(&scores, |score| 100.0 * score.coverage), ["80.0", "100.0"]);
    assert!(!scores[0].unwrap().is_apart_from(&scores[1].unwrap()));
    assert_eq!(scores[2], None);
}

#[test]
fn the_score_of_one_row_is_that_of_all_rows() {
    let names: Vec<String> = (0..9).map(|name| format!("c{}", (name * 5) % 9)).collect();
    let mut stream = smaa::rng::SplitMix64::new(3);
    let mut span = || {
        if stream.next_unit() < 0.2 {
            Span::UNKNOWN
        } else {
            Span::exact(100.0 * stream.next_unit())
        }
    };
    let rows: Vec<Vec<Span>> = (0..3000).map(|_| names.iter().map(|_| span()).collect()).collect();
    let raw: Vec<(&str, f64)> = names
        .iter()
        .map(String::as_str)
        .zip([0.1, 0.7, 0.3, 1.1, 0.2, 0.9, 0.4, 0.6, 0.8])
        .collect();
    let (matrix, weights) = (Matrix::new(&names, rows), Weights::flat(&raw).unwrap());
    let scores = matrix.scores(&weights);
    assert!((0..3000).all(|row| matrix.score(&weights, row) == scores[row]));
}
