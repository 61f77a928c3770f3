//! What must change nothing: P4 to P7 and P19 to P22.

use proptest::collection::vec;
use proptest::prelude::*;
use steelyard::domain::scoring::{Outcome, Raw, Score, Shape, Span, ValueFunction};

use super::model::{Alternative, Criterion, Model, cell, function, known, model, model_and_cell, raw};
use super::{NEAR, config};

/// Everything about an alternative that must not move, bit by bit.
fn bits(model: &Model, row: usize) -> (Vec<Span>, [u64; 7], Vec<u64>, Vec<Outcome>) {
    let alternative = &model.alternatives[row];
    let Score {
        floor,
        neutral,
        low,
        high,
        exclude_renormalised,
        coverage,
        confidence,
    } = model.scores()[row];
    let score = [
        floor,
        neutral,
        low,
        high,
        exclude_renormalised.unwrap_or(-1.0),
        coverage,
        confidence,
    ]
    .map(f64::to_bits);
    let contributions = model
        .matrix()
        .contributions(&model.weights(), row)
        .into_iter()
        .map(f64::to_bits)
        .collect();
    (
        model.spans(alternative),
        score,
        contributions,
        model.outcomes(alternative),
    )
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn p04_the_scale_of_sibling_weights_changes_nothing(model in model(), exponents in vec(-12.0..12.0, 4)) {
        let mut scaled = model.clone();
        for ((_, weight, criteria), exponent) in scaled.dimensions.iter_mut().zip(&exponents) {
            *weight *= 10_f64.powf(exponents[3]);
            for criterion in criteria {
                criterion.weight *= 10_f64.powf(*exponent);
            }
        }
        for (before, after) in model.scores().iter().zip(scaled.scores()) {
            prop_assert!((before.floor - after.floor).abs() < NEAR && (before.high - after.high).abs() < NEAR);
        }
        prop_assert_eq!(model.ranks(), scaled.ranks());
    }

    #[test]
    fn p05_another_unit_with_its_anchors_changes_nothing((function, x, factor, shift) in function().prop_flat_map(|function| {
        let x = raw(&function);
        (Just(function), x, 1e-3..1e3, -50.0..50.0)
    })) {
        let Raw::Number(x) = x else { return Ok(()) };
        let to = |x: f64| factor * x + shift;
        let (shape, converted) = match function.shape().clone() {
            Shape::Linear { worst, best } => (Shape::Linear { worst: to(worst), best: to(best) }, to(x)),
            Shape::Log { worst, best } => (Shape::Log { worst: factor * worst, best: factor * best }, factor * x),
            Shape::Points { x: at, v } => (Shape::Points { x: at.into_iter().map(to).collect(), v }, to(x)),
            Shape::Target { lo_zero, lo_full, hi_full, hi_zero } => {
                (Shape::Target { lo_zero: to(lo_zero), lo_full: to(lo_full), hi_full: to(hi_full), hi_zero: to(hi_zero) }, to(x))
            }
            Shape::Levels { .. } | Shape::Boolean { .. } | Shape::Direct => return Ok(()),
        };
        // A step turns the smallest rounding of the unit into a jump.
        if let Shape::Target { lo_zero, lo_full, hi_full, hi_zero } = &shape {
            prop_assume!(lo_full - lo_zero > 1e-2 * factor && hi_zero - hi_full > 1e-2 * factor);
        }
        let value = |function: &ValueFunction, x: f64| function.value(&Raw::Number(x)).unwrap().value;
        let other = ValueFunction::new(shape, 0.0).unwrap();
        prop_assert!((value(&function, x) - value(&other, converted)).abs() < 1e-6);
    }

    #[test]
    fn p06_what_others_do_leaves_an_alternative_bit_identical((model, other, row) in model().prop_flat_map(|model| {
        let row: Vec<_> = model.criteria().iter().map(|criterion| cell(&criterion.function)).collect();
        let rows = 0..model.alternatives.len();
        (Just(model), row, rows)
    })) {
        let mut added = model.clone();
        added.alternatives.insert(0, Alternative { id: "new".to_owned(), cells: other.clone() });
        prop_assert_eq!(bits(&added, row + 1), bits(&model, row));
        let mut alone = model.clone();
        alone.alternatives = vec![model.alternatives[row].clone()];
        prop_assert_eq!(bits(&alone, 0), bits(&model, row));
        let mut edited = model.clone();
        edited.alternatives.iter_mut().enumerate().filter(|(at, _)| *at != row).for_each(|(_, of)| of.cells.clone_from(&other));
        prop_assert_eq!(bits(&edited, row), bits(&model, row));
    }

    #[test]
    fn p07_any_permutation_is_bit_identical((model, shuffled) in model().prop_flat_map(|model| {
        let order = Just((0..model.alternatives.len()).collect::<Vec<_>>()).prop_shuffle();
        let columns = Just((0..model.criteria().len()).collect::<Vec<_>>()).prop_shuffle();
        let dimensions = Just((0..model.dimensions.len()).collect::<Vec<_>>()).prop_shuffle();
        (Just(model), (order, columns, dimensions))
    })) {
        let (order, columns, dimensions) = shuffled;
        let place = |id: &str| model.criteria().iter().position(|criterion| criterion.id == id).unwrap();
        let mut other = model.clone();
        other.dimensions = dimensions.iter().map(|at| model.dimensions[*at].clone()).collect();
        for (_, _, criteria) in &mut other.dimensions {
            criteria.sort_by_key(|criterion| columns[place(&criterion.id)]);
        }
        let cells = |of: &Alternative| other.criteria().iter().map(|criterion| of.cells[place(&criterion.id)].clone()).collect();
        let alternatives: Vec<Alternative> = order
            .iter()
            .map(|at| Alternative { id: model.alternatives[*at].id.clone(), cells: cells(&model.alternatives[*at]) })
            .collect();
        other.alternatives = alternatives;
        let (before, after) = (model.scores(), other.scores());
        for (to, from) in order.iter().enumerate() {
            prop_assert_eq!(before[*from], after[to]);
            prop_assert_eq!(model.ranks()[*from], other.ranks()[to]);
        }
    }

    #[test]
    fn p19_clones_tie_and_disturb_nobody((model, row, _) in model_and_cell()) {
        let mut cloned = model.clone();
        cloned.alternatives.push(Alternative { id: "clone".to_owned(), ..model.alternatives[row].clone() });
        let (before, after) = (model.scores(), cloned.scores());
        prop_assert_eq!(&after[..before.len()], &before[..]);
        prop_assert_eq!(after[before.len()], before[row]);
        let (before, after) = (model.ranks(), cloned.ranks());
        prop_assert_eq!(after[before.len()], after[row]);
        for (other, rank) in before.iter().enumerate() {
            prop_assert_eq!(after[other], rank + usize::from(*rank > before[row]));
        }
    }

    #[test]
    fn p20_splitting_a_criterion_into_identical_halves_changes_nothing((model, _, column) in model_and_cell()) {
        let mut split = model.clone();
        let id = model.criteria()[column].id.clone();
        for (_, _, criteria) in &mut split.dimensions {
            if let Some(at) = criteria.iter().position(|criterion| criterion.id == id) {
                criteria[at].weight /= 2.0;
                criteria.insert(at, Criterion { id: "half".to_owned(), ..criteria[at].clone() });
            }
        }
        for alternative in &mut split.alternatives {
            alternative.cells.insert(column, alternative.cells[column].clone());
        }
        for (before, after) in model.scores().iter().zip(split.scores()) {
            prop_assert!((before.floor - after.floor).abs() < NEAR && (before.low - after.low).abs() < NEAR);
            prop_assert!((before.high - after.high).abs() < NEAR && (before.coverage - after.coverage).abs() < NEAR);
        }
    }

    #[test]
    fn p21_the_same_value_everywhere_is_the_score(model in model(), value in 0.0..=100.0_f64) {
        let mut flat = model;
        for criterion in flat.dimensions.iter_mut().flat_map(|(_, _, criteria)| criteria) {
            criterion.function = ValueFunction::new(Shape::Direct, 0.0).unwrap();
        }
        flat.alternatives.iter_mut().flat_map(|of| &mut of.cells).for_each(|cell| *cell = known(value));
        for score in flat.scores() {
            prop_assert!([score.low, score.floor, score.neutral, score.high].iter().all(|of| (of - value).abs() < NEAR));
        }
    }

    #[test]
    fn p22_a_criterion_without_weight_is_inert((model, function, cells) in (model(), function()).prop_flat_map(|(model, function)| {
        let cells = vec(cell(&function), model.alternatives.len());
        (Just(model), Just(function), cells)
    })) {
        let mut more = model.clone();
        more.dimensions[0].2.insert(0, Criterion { id: "inert".to_owned(), weight: 0.0, function });
        for (alternative, cell) in more.alternatives.iter_mut().zip(cells) {
            alternative.cells.insert(0, cell);
        }
        prop_assert_eq!(more.scores(), model.scores());
        prop_assert_eq!(more.ranks(), model.ranks());
    }
}
