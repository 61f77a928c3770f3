//! Values, scores, intervals and gates: P1 to P3, P8 to P13 and P18.

use proptest::collection::vec;
use proptest::prelude::*;
use steelyard::domain::scoring::display::{Tenths, apportion, differences};
use steelyard::domain::scoring::sensitivity::dominance;
use steelyard::domain::scoring::{
    Cell, Eligibility, Gate, GateMode, GateTest, Grade, Outcome, Raw, Shape, ValueFunction,
};

use super::model::{Criterion, Model, cell, function, gate, grade, known, model, model_and_cell, raw, weight};
use super::{NEAR, config};

/// Numeric shapes of one direction: a better raw value is one nearer to this end.
fn monotone() -> impl Strategy<Value = (ValueFunction, f64)> {
    function().prop_filter_map("of one direction", |function| {
        let towards = match function.shape() {
            Shape::Linear { worst, best } | Shape::Log { worst, best } => best - worst,
            Shape::Points { v, .. } => v[v.len() - 1] - v[0],
            Shape::Direct => 1.0,
            Shape::Target { .. } | Shape::Levels { .. } | Shape::Boolean { .. } => return None,
        };
        (towards != 0.0).then(|| (function, towards.signum()))
    })
}

/// A model in which a cell has a function of one direction, and two raw values for it, the second better.
fn improvement() -> impl Strategy<Value = (Model, usize, usize, [f64; 2])> {
    (model_and_cell(), monotone()).prop_flat_map(|((mut model, row, column), (function, sign))| {
        let cells = (raw(&function), raw(&function));
        let place = model
            .dimensions
            .iter_mut()
            .flat_map(|(_, _, criteria)| criteria)
            .nth(column)
            .unwrap();
        place.function = function.clone();
        for alternative in &mut model.alternatives {
            alternative.cells[column] = Cell::Unknown;
        }
        cells.prop_map(move |(a, b)| {
            let (Raw::Number(a), Raw::Number(b)) = (a, b) else {
                panic!("a numeric function has numeric cells")
            };
            let better_last = if (b - a) * sign >= 0.0 { [a, b] } else { [b, a] };
            (model.clone(), row, column, better_last)
        })
    })
}

fn with_cell(model: &Model, row: usize, column: usize, cell: Cell) -> Model {
    let mut changed = model.clone();
    changed.alternatives[row].cells[column] = cell;
    changed
}

fn floor_bits(model: &Model) -> Vec<u64> {
    model.scores().iter().map(|score| score.floor.to_bits()).collect()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn p01_scores_stay_in_order_and_in_range(model in model()) {
        for score in model.scores() {
            let ordered = [0.0, score.low, score.floor, score.neutral, score.high, 100.0];
            prop_assert!(ordered.is_sorted(), "{ordered:?}");
            prop_assert!((0.0..=1.0).contains(&score.coverage) && (0.0..=1.0).contains(&score.confidence));
        }
    }

    #[test]
    fn p02_a_better_raw_value_never_lowers_value_score_or_own_rank((model, row, column, [worse, better]) in improvement()) {
        let before = with_cell(&model, row, column, known(worse));
        let after = with_cell(&model, row, column, known(better));
        let value = |model: &Model| model.spans(&model.alternatives[row])[column].data_low;
        prop_assert!(value(&after) >= value(&before));
        prop_assert!(after.scores()[row].floor >= before.scores()[row].floor);
        prop_assert!(after.ranks()[row] <= before.ranks()[row]);
    }

    #[test]
    fn p03_inside_the_anchors_a_better_raw_value_raises_value_and_score((model, row, column, [worse, better]) in improvement()) {
        let function = model.criteria()[column].function.clone();
        let inside = |x: f64| !function.value(&Raw::Number(x)).unwrap().clipped;
        let strict = matches!(function.shape(), Shape::Linear { .. } | Shape::Log { .. } | Shape::Direct);
        prop_assume!(strict && inside(worse) && inside(better) && (better - worse).abs() > 1e-6 * better.abs());
        let before = with_cell(&model, row, column, known(worse));
        let after = with_cell(&model, row, column, known(better));
        prop_assert!(after.spans(&after.alternatives[row])[column].data_low > before.spans(&before.alternatives[row])[column].data_low);
        prop_assert!(after.scores()[row].floor > before.scores()[row].floor);
    }

    #[test]
    fn p08_contributions_sum_to_the_score_as_computed_and_as_shown(model in model()) {
        let (matrix, weights, scores) = (model.matrix(), model.weights(), model.scores());
        let parts: Vec<Vec<f64>> = (0..scores.len()).map(|row| matrix.contributions(&weights, row)).collect();
        let sum = |shown: &[Tenths]| shown.iter().map(|part| part.0).sum::<i64>();
        for (score, parts) in scores.iter().zip(&parts) {
            prop_assert!((parts.iter().sum::<f64>() - score.floor).abs() < NEAR);
            let shown = apportion(parts, Tenths::nearest(score.floor));
            prop_assert_eq!(sum(&shown), Tenths::nearest(score.floor).0);
            for (part, shown) in parts.iter().zip(&shown) {
                prop_assert!((part * 10.0 - f64::from(i32::try_from(shown.0).unwrap())).abs() < 1.0 + 1e-6);
            }
        }
        let (shown, gap) = differences(&parts[0], parts.last().unwrap(), (scores[0].floor, scores.last().unwrap().floor));
        prop_assert_eq!(sum(&shown), gap.0);
    }

    #[test]
    fn p09_settling_a_cell_stays_inside_the_old_interval((model, row, column, settled) in model_and_cell().prop_flat_map(|(model, row, column)| {
        let settled = cell(&model.criteria()[column].function);
        (Just(model), Just(row), Just(column), settled)
    }), share in 0.0..=1.0_f64) {
        let settled = match &model.alternatives[row].cells[column] {
            Cell::Unknown => settled,
            Cell::Range { lo: Raw::Number(lo), hi: Raw::Number(hi), evidence } => {
                Cell::Known { x: Raw::Number((lo + share * (hi - lo)).clamp(*lo, *hi)), evidence: *evidence }
            }
            Cell::Range { lo, hi, evidence } => Cell::Known { x: if share < 0.5 { lo.clone() } else { hi.clone() }, evidence: *evidence },
            Cell::Known { .. } | Cell::Absent => return Ok(()),
        };
        let (before, after) = (model.scores()[row], with_cell(&model, row, column, settled).scores()[row]);
        prop_assert!(before.low <= after.low && after.high <= before.high, "{before:?} {after:?}");
        prop_assert!(before.floor <= after.floor);
    }

    #[test]
    fn p10_silence_never_pays((model, row, column) in model_and_cell()) {
        let silent = with_cell(&model, row, column, Cell::Unknown);
        prop_assert!(silent.scores()[row].floor <= model.scores()[row].floor);
        let (before, after) = (model.eligibility(&model.alternatives[row]), silent.eligibility(&silent.alternatives[row]));
        prop_assert!(after != Eligibility::Eligible || before == Eligibility::Eligible);
    }

    #[test]
    fn p11_evidence_widens_and_never_moves((model, row, column) in model_and_cell(), grades in (grade(), grade())) {
        let graded = |grade: Grade| {
            let mut cell = model.alternatives[row].cells[column].clone();
            match &mut cell {
                Cell::Known { evidence, .. } | Cell::Range { evidence, .. } => *evidence = grade,
                Cell::Unknown | Cell::Absent => {}
            }
            with_cell(&model, row, column, cell).scores()[row]
        };
        let (better, worse) = (graded(grades.0.min(grades.1)), graded(grades.0.max(grades.1)));
        prop_assert_eq!((better.floor, better.neutral, better.coverage), (worse.floor, worse.neutral, worse.coverage));
        prop_assert!(worse.low <= better.low && better.high <= worse.high && worse.confidence <= better.confidence);
    }

    #[test]
    fn p12_gates_never_change_scores_and_unknown_never_passes((model, new) in model().prop_flat_map(|model| {
        let criteria: Vec<Criterion> = model.criteria().into_iter().cloned().collect();
        (Just(model), gate(&criteria))
    })) {
        let mut gated = model.clone();
        gated.gates.push(new);
        prop_assert_eq!(floor_bits(&gated), floor_bits(&model));
        for (before, after) in model.alternatives.iter().zip(&gated.alternatives) {
            prop_assert!(gated.eligibility(after) >= model.eligibility(before));
        }
        for test in [GateTest::AtLeast(f64::MIN), GateTest::OneOf(vec![Raw::Flag(true)])] {
            let gate = Gate { id: "any".to_owned(), criterion: "c0".to_owned(), test, mode: GateMode::Must };
            prop_assert_eq!(gate.outcome(&Cell::Unknown), Ok(Outcome::Unknown));
        }
    }

    #[test]
    fn p13_who_dominates_scores_at_least_as_much_under_any_weights(model in model(), raw in vec(0.0..1.0_f64, 12)) {
        let floors = model.floors();
        let mut weights = raw;
        weights.truncate(model.criteria().len());
        prop_assume!(weights.len() == model.criteria().len() && weights.iter().sum::<f64>() > 0.0);
        let sums = model.sums(&weights);
        for (i, k) in dominance::pairs(&floors, &floors) {
            prop_assert!(sums[i] >= sums[k]);
        }
    }

    #[test]
    fn p18_scores_are_linear_in_the_weights(model in model(), raw in vec((weight(), weight()), 12), share in 0.0..1.0_f64) {
        let criteria = model.criteria().len();
        let normal = |of: fn(&(f64, f64)) -> f64| {
            let chosen: Vec<f64> = raw.iter().take(criteria).map(of).collect();
            let total: f64 = chosen.iter().sum();
            chosen.into_iter().map(|weight| weight / total).collect::<Vec<_>>()
        };
        let (a, b) = (normal(|pair| pair.0), normal(|pair| pair.1));
        let mixed: Vec<f64> = a.iter().zip(&b).map(|(a, b)| share * a + (1.0 - share) * b).collect();
        for ((a, b), mixed) in model.sums(&a).iter().zip(model.sums(&b)).zip(model.sums(&mixed)) {
            prop_assert!((share * a + (1.0 - share) * b - mixed).abs() < NEAR);
        }
    }
}
