//! The order and how safe it is: P14 to P17, P25 and P26.

use std::num::NonZeroUsize;

use proptest::prelude::*;
use steelyard::domain::scoring::rank::{TOO_CLOSE, key};
use steelyard::domain::scoring::sensitivity::challenger::{challenges, lambda_first};
use steelyard::domain::scoring::sensitivity::verdict::too_close;
use steelyard::domain::scoring::sensitivity::{Contest, Interval, Ray, dominance};
use steelyard::domain::scoring::smaa::{self, Settings};
use steelyard::domain::scoring::{Cell, Grade, Shape};

use super::config;
use super::model::model;

/// The leader's margin over its best rival when a factor weighs `t` and the others keep their proportions: scores added
/// up anew, not read off the ray.
fn margin(contest: &Contest, columns: &[Vec<f64>], factor: usize, t: f64) -> f64 {
    let weights = contest.weights();
    let others: f64 = weights
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != factor)
        .map(|(_, weight)| weight)
        .sum();
    let weight = |at: usize| {
        if at == factor {
            t
        } else {
            (1.0 - t) * weights[at] / others
        }
    };
    let score = |row: usize| {
        columns
            .iter()
            .enumerate()
            .map(|(at, column)| weight(at) * column[row])
            .sum::<f64>()
    };
    let leader = contest.leader().unwrap();
    let best = (0..contest.len())
        .filter(|row| *row != leader)
        .map(score)
        .fold(f64::NEG_INFINITY, f64::max);
    score(leader) - best
}

fn columns(rows: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..rows[0].len())
        .map(|at| rows.iter().map(|row| row[at]).collect())
        .collect()
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn p14_the_leader_changes_just_outside_its_weight_interval_and_not_inside(model in model()) {
        let floors = model.floors();
        let [contest, dimensions] = model.contests();
        let inside = model.matrix().dimension_sums(&model.weights());
        for (contest, columns) in [(&contest, columns(&floors)), (&dimensions, inside)] {
            for factor in 0..contest.weights().len() {
                let Some(ray) = Ray::of(contest, factor) else { continue };
                let Interval { low, high } = ray.keeps_leader().unwrap();
                prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
                prop_assert!(low <= contest.weights()[factor] && contest.weights()[factor] <= high);
                for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
                    prop_assert!(margin(contest, &columns, factor, low + share * (high - low)) >= -1e-8);
                }
                // A hair beyond; where lines are nearly parallel the change is as small.
                for outside in [low - 1e-3, high + 1e-3] {
                    if (0.0..=1.0).contains(&outside) {
                        prop_assert!(margin(contest, &columns, factor, outside) < 1e-11);
                    }
                }
            }
        }
        let leader = contest.leader().unwrap();
        let beaten = dominance::pairs(&floors, &floors).filter(|(winner, _)| *winner == leader).count();
        if beaten + 1 == floors.len() {
            let whole = Interval { low: 0.0, high: 1.0 };
            for factor in 0..contest.weights().len() {
                let kept = Ray::of(&contest, factor).and_then(|ray| ray.keeps_leader());
                prop_assert_eq!(kept.unwrap_or(whole), whole);
            }
        }
    }

    #[test]
    fn p15_winner_segments_partition_the_weights_and_agree_with_the_interval(model in model()) {
        for contest in model.contests() {
            for (factor, weight) in contest.weights().iter().enumerate() {
                let Some(ray) = Ray::of(&contest, factor) else { continue };
                let segments = ray.winners();
                prop_assert_eq!((segments[0].from, segments.last().unwrap().to), (0.0, 1.0));
                prop_assert!(segments.windows(2).all(|pair| pair[0].to.to_bits() == pair[1].from.to_bits() && pair[0].winner != pair[1].winner));
                for segment in &segments {
                    let middle = f64::midpoint(segment.from, segment.to);
                    let best = (0..contest.len()).map(|row| ray.score(row, middle)).fold(0.0, f64::max);
                    prop_assert!(ray.score(segment.winner, middle) >= best - 1e-8);
                }
                let leader = contest.leader().unwrap();
                let now = segments.iter().find(|segment| segment.from <= *weight && *weight <= segment.to).unwrap();
                prop_assert!(ray.score(now.winner, *weight) >= ray.score(leader, *weight) - 1e-8);
                if let Some(segment) = segments.iter().find(|of| of.winner == leader && of.from < *weight && *weight < of.to) {
                    let kept = ray.keeps_leader().unwrap();
                    prop_assert!((kept.low - segment.from).abs() < 1e-6 && (kept.high - segment.to).abs() < 1e-6);
                }
            }
        }
    }

    #[test]
    fn p17_lambda_first_is_zero_for_the_leader_only_and_at_least_lambda_pairwise(model in model()) {
        let [contest, _] = model.contests();
        let scores = model.scores();
        let leader = contest.leader().unwrap();
        prop_assert_eq!(lambda_first(&contest, leader).unwrap(), Some(0.0));
        for challenge in challenges(&contest) {
            let level = key(scores[leader].floor) == key(scores[challenge.challenger].floor);
            let first = lambda_first(&contest, challenge.challenger).unwrap();
            prop_assert_eq!(first == Some(0.0), level);
            prop_assert!(first.is_none_or(|first| (0.0..=1.0).contains(&first)));
            if let (Some(pairwise), Some(first)) = (challenge.lambda_pairwise, first) {
                prop_assert!(pairwise <= first && (0.0..=1.0).contains(&pairwise));
            }
        }
    }

    #[test]
    fn p25_ties_are_transitive(model in model()) {
        let (ranks, scores) = (model.ranks(), model.scores());
        for i in 0..ranks.len() {
            prop_assert_eq!(ranks[i], 1 + scores.iter().filter(|other| key(other.floor) > key(scores[i].floor)).count());
            for k in 0..ranks.len() {
                prop_assert_eq!(ranks[i] == ranks[k], key(scores[i].floor) == key(scores[k].floor));
                let margin = scores[i].floor - scores[k].floor;
                prop_assert!(ranks[i] != ranks[k] || (margin.abs() < TOO_CLOSE && too_close(margin, None)));
            }
        }
    }

    #[test]
    fn p26_a_cell_at_its_required_value_closes_the_gap(model in model()) {
        let [contest, _] = model.contests();
        let leader = contest.leader().unwrap();
        for challenge in challenges(&contest) {
            for (column, required) in challenge.required.iter().enumerate() {
                let function = &model.criteria()[column].function;
                let Some(raw) = required.and_then(|required| function.reaching(required)) else { continue };
                let mut changed = model.clone();
                changed.alternatives[challenge.challenger].cells[column] = Cell::Known { x: raw, evidence: Grade::A };
                let scores = changed.scores();
                let gap = scores[leader].floor - scores[challenge.challenger].floor;
                // A level or a step may reach further than needed, a line meets the need exactly.
                prop_assert!(gap <= 1e-9, "{gap}");
                if matches!(function.shape(), Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Direct) {
                    prop_assert!(gap >= -1e-9, "{gap}");
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn p16_samples_give_everybody_a_rank_and_the_same_bits_on_any_threads(
        model in model(), seed in any::<u64>(), lambda in 0.0..=1.0, data_uncertainty in any::<bool>(), threads in 2_usize..9,
    ) {
        let rows: Vec<usize> = (0..model.alternatives.len()).collect();
        let settings = Settings { lambda, seed, samples: 150, data_uncertainty, confidence: true };
        let on = |threads: usize| {
            smaa::run(&model.matrix(), &model.weights(), &rows, &settings, NonZeroUsize::new(threads).unwrap()).unwrap()
        };
        let all = on(1);
        prop_assert_eq!(&all, &on(threads));
        prop_assert_eq!(&all, &on(1));
        for shares in all.rank_acceptability() {
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        }
        for weights in all.central_weights().iter().flatten() {
            prop_assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        prop_assert!(all.confidence_factors().iter().flatten().all(|share| (0.0..=1.0).contains(share)));
    }
}
