use super::super::gate::Eligibility;
use super::challenger::{challenges, lambda_first};
use super::verdict::{Verdict, leader_survives, verdict};
use super::*;

/// Rows of values under 40/30/20/10.
fn contest<const N: usize>(rows: [[f64; 4]; N]) -> Contest {
    let weights = vec![0.4, 0.3, 0.2, 0.1];
    let columns = (0..4)
        .map(|factor| rows.iter().map(|row| row[factor]).collect())
        .collect();
    let scores = rows
        .iter()
        .map(|row| row.iter().zip(&weights).map(|(value, weight)| value * weight).sum())
        .collect();
    Contest::new(columns, weights, scores)
}

fn segments(contest: &Contest, factor: usize) -> Vec<(String, usize)> {
    let winners = Ray::of(contest, factor).unwrap().winners();
    winners
        .iter()
        .map(|segment| (format!("{:.3}", segment.from), segment.winner))
        .collect()
}

#[test]
fn worked_case_4_names_the_weight_at_which_the_leader_changes() {
    let contest = contest([[90.0, 60.0, 70.0, 80.0], [70.0, 85.0, 75.0, 80.0]]);
    assert_eq!(contest.leader(), Some(1));
    let kept = Ray::of(&contest, 0).unwrap().keeps_leader().unwrap();
    assert_eq!(format!("{:.4} {:.4}", kept.low, kept.high), "0.0000 0.4146");
}

#[test]
fn worked_case_5_names_every_tipping_point() {
    let contest = contest([
        [88.0, 62.0, 80.0, 90.0],
        [79.0, 84.0, 70.0, 70.0],
        [92.0, 41.0, 85.0, 80.0],
        [60.0, 95.0, 60.0, 55.0],
    ]);
    assert_eq!(contest.order(), [0, 1, 2, 3]);
    let passes = |factor: usize, t: f64, rival: usize| {
        let ray = Ray::of(&contest, factor).unwrap();
        let ahead = |t: f64| ray.score(rival, t) - ray.score(0, t) > 0.0;
        ahead(t - 0.0006) != ahead(t + 0.0006)
    };
    assert!(passes(1, 0.330, 1) && passes(0, 0.325, 1) && passes(2, 0.111, 1) && passes(3, 0.053, 1));
    assert!(passes(0, 0.724, 2) && passes(1, 0.098, 2));
    assert_eq!(
        segments(&contest, 0)[1..],
        [("0.325".to_owned(), 0), ("0.724".to_owned(), 2)]
    );
}

#[test]
fn a_clone_of_the_leader_needs_nothing() {
    let contest = contest([[50.0; 4], [50.0; 4]]);
    let challenge = challenges(&contest).remove(0);
    assert_eq!((challenge.gap, challenge.lambda_pairwise), (0.0, Some(0.0)));
    assert_eq!(lambda_first(&contest, 1).unwrap(), Some(0.0));
}

#[test]
fn passing_everybody_can_take_more_than_passing_the_leader() {
    let contest = contest([
        [90.0, 50.0, 50.0, 50.0],
        [40.0, 60.0, 40.0, 40.0],
        [80.0, 70.0, 40.0, 40.0],
    ]);
    let challenge = challenges(&contest).remove(0);
    assert_eq!(challenge.challenger, 1);
    assert!(challenge.lambda_pairwise.is_some());
    assert_eq!(lambda_first(&contest, 1).unwrap(), None);
}

#[test]
fn layers_peel_the_dominated() {
    let rows = [vec![1.0, 1.0], vec![2.0, 2.0], vec![3.0, 0.0], vec![0.0, 0.0]];
    assert_eq!(dominance::layers(&rows), [2, 1, 1, 3]);
    assert_eq!(
        dominance::pairs(&rows, &rows).collect::<Vec<_>>(),
        [(0, 3), (1, 0), (1, 3), (2, 3)]
    );
}

#[test]
fn a_conditional_leader_is_provisional_however_often_it_wins() {
    let contest = contest([[90.0; 4], [10.0; 4]]);
    assert!(leader_survives(&contest, 0.25));
    assert_eq!(verdict(Eligibility::Conditional, 1.0, &contest), Verdict::Provisional);
    assert_eq!(verdict(Eligibility::Eligible, 0.8, &contest), Verdict::Robust);
    assert_eq!(verdict(Eligibility::Eligible, 0.6, &contest), Verdict::Leaning);
    assert_eq!(verdict(Eligibility::Eligible, 0.4, &contest), Verdict::Open);
}
