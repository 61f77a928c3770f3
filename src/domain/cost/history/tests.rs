//! Summaries, commitments and replays by hand.

use rust_decimal::{Decimal, dec};

use super::commitment::{Prices, SEED_DISCOUNT, SEED_SHARE, cheapest, cost_of};
use super::replay::{Backlog, ScalingRules, replay};
use super::{Demand, FULL, History, Sample};

/// Readings one after the other, `step` seconds apart, from Monday 2 November 2026, 00:00.
fn history(step: i64, fleet: u16, percent: &[u32]) -> History {
    let start = 20_759 * 86_400;
    let samples = (0..).zip(percent).map(|(at, percent)| Sample {
        second: start + at * step,
        offset_minutes: 0,
        gpus: 0,
        ppm: percent * FULL / 100,
    });
    History::new(samples.collect(), fleet).unwrap()
}

fn prices(ratio: Decimal) -> Prices {
    Prices {
        on_demand: dec!(1),
        committed: ratio,
        spot: Some(dec!(0.4)),
        seed_share: SEED_SHARE,
        seed_discount: SEED_DISCOUNT,
    }
}

#[test]
fn case_c9_commit_two_and_the_third_breaks_even() {
    let demand = Demand::hourly(&[4, 4, 4, 4, 4, 4, 2, 2, 1, 0]).unwrap();
    let answer = cheapest(&demand, &prices(dec!(0.6))).unwrap();
    assert_eq!(answer.used_share, [dec!(0.9), dec!(0.8), dec!(0.6), dec!(0.6)]);
    assert_eq!((answer.best.committed, answer.break_even.clone()), (2, vec![3, 4]));
    // 2 * 10 * 0.6 committed, 2 * 6 on demand above; 29 accelerator hours in all.
    assert_eq!(answer.best.total(), dec!(24));
    assert_eq!((answer.all_on_demand, answer.saving()), (dec!(29), dec!(5)));
    // Four of a peak of four are 80 % rounded up: 4 * 10 * 0.35 and nothing above.
    assert_eq!(answer.seed.as_ref().unwrap().total(), dec!(14));
    assert_eq!(answer.formula.to_string(), "2 * 10 * 0.6 + 12 * 1");
    for commit in 0..=5 {
        assert!(cost_of(&demand, commit, &prices(dec!(0.6))) >= dec!(24));
    }
    assert_eq!(cost_of(&demand, 3, &prices(dec!(0.6))), dec!(24), "a third breaks even");
}

#[test]
fn a_commitment_that_is_no_cheaper_is_not_made() {
    let demand = Demand::hourly(&[3, 3, 3]).unwrap();
    let committed = |ratio| cheapest(&demand, &prices(ratio)).unwrap().best.committed;
    assert_eq!(
        [committed(dec!(1)), committed(dec!(1.2)), committed(dec!(0.999))],
        [0, 0, 3]
    );
    let idle = Demand::hourly(&[0, 0]).unwrap();
    let answer = cheapest(&idle, &prices(dec!(0.5))).unwrap();
    assert_eq!((answer.best.committed, answer.best.total()), (0, dec!(0)));
    assert!(Demand::hourly(&[]).is_err() && Demand::hourly(&[2049]).is_err());
}

#[test]
fn the_mean_is_over_time_and_a_gap_does_not_count() {
    let mut samples = history(300, 1, &[100, 100, 50, 50]).samples().to_vec();
    samples[3].second += 86_400;
    let summary = History::new(samples, 1).unwrap().summary();
    assert_eq!(summary.mean_percent(), dec!(75));
    assert_eq!((summary.demand.hours() * dec!(3600)).round_dp(9), dec!(1200));
}

#[test]
fn the_heat_map_uses_the_clock_on_the_wall() {
    let summary = history(3600, 1, &[0, 40, 80]).summary();
    assert_eq!(summary.heat[0][..4], [Some(0), Some(40), Some(80), None]);
    let mut samples = history(3600, 1, &[0, 40, 80]).samples().to_vec();
    for sample in &mut samples {
        sample.offset_minutes = -60;
    }
    let west = History::new(samples, 1).unwrap().summary();
    assert_eq!(
        (west.heat[6][23], west.heat[0][0], west.heat[0][1]),
        (Some(0), Some(40), Some(80))
    );
    let daily = history(86_400, 1, &[10, 90]).summary();
    assert!(daily.heat[0].iter().all(|hour| *hour == Some(10)) && daily.heat[1].iter().all(|hour| *hour == Some(90)));
}

#[test]
fn the_curve_falls_from_peak_to_least() {
    let summary = history(60, 1, &[100, 50, 50, 0]).summary();
    assert_eq!(summary.curve.len(), super::CURVE_POINTS);
    assert_eq!((summary.curve[0], summary.curve[20], summary.curve[50]), (100, 50, 0));
    assert!(summary.curve.is_sorted_by(|a, b| a >= b));
}

#[test]
fn demand_counts_whole_accelerators() {
    let summary = history(3600, 8, &[100, 51, 50, 12, 0]).summary();
    assert_eq!(summary.demand.used(), [4, 3, 3, 3, 2, 1, 1, 1]);
    let mut samples = history(3600, 8, &[100, 100]).samples().to_vec();
    samples[0].gpus = 3;
    assert_eq!(History::new(samples, 8).unwrap().demand().peak(), 8);
}

#[test]
fn samples_that_make_no_history_are_refused() {
    let samples = history(60, 1, &[1, 2, 3]).samples().to_vec();
    assert!(History::new(samples[..1].to_vec(), 1).is_err());
    assert!(History::new(samples.clone(), 0).is_err());
    let mut backwards = samples.clone();
    backwards.reverse();
    assert!(History::new(backwards, 1).is_err());
    let mut long = samples.clone();
    long[2].second += 21 * 366 * 86_400;
    assert!(
        History::new(long, 1)
            .unwrap_err()
            .to_string()
            .contains("history_seconds")
    );
    let mut weekly = samples.clone();
    weekly[1].second += 7 * 86_400;
    weekly[2].second += 14 * 86_400;
    assert!(
        History::new(weekly, 1)
            .unwrap_err()
            .to_string()
            .contains("step_seconds")
    );
    let mut beyond = samples;
    beyond[0].ppm = FULL + 1;
    assert!(History::new(beyond, 1).is_err());
}

#[test]
fn scaling_out_comes_after_its_delay_and_what_was_short_is_counted() {
    // One accelerator at work that takes two: full from the first second on, a second one after 300 s.
    let rules = ScalingRules {
        most: 4,
        ..ScalingRules::default()
    };
    let done = replay(&history(3600, 2, &[100, 100]), &rules).unwrap();
    // A third follows after another 300 s, as two are at 100 %; three are at 67 %.
    assert_eq!((done.peak_gpus, done.changes), (3, 2));
    assert_eq!(done.short_seconds, 300);
    assert_eq!(done.gpu_seconds, 300 + 2 * 300 + 3 * 6600);
    assert_eq!(done.hours_short().round_dp(4), dec!(0.0833));
    assert_eq!(done.cost(dec!(3600), dec!(0)), Decimal::from(done.gpu_seconds));
}

#[test]
fn a_short_peak_does_not_scale_and_idleness_scales_in() {
    let done = replay(&history(60, 1, &[100, 100, 0, 100, 100, 0]), &ScalingRules::default()).unwrap();
    assert_eq!((done.peak_gpus, done.changes), (1, 0));
    let rules = ScalingRules {
        most: 2,
        ..ScalingRules::default()
    };
    let done = replay(&history(3600, 1, &[100, 0]), &rules).unwrap();
    assert_eq!(done.changes, 2);
    assert_eq!(done.gpu_seconds, 300 + 2 * 3300 + 2 * 900 + 2700);
}

#[test]
fn a_long_queue_asks_for_a_burst_instance_until_it_is_empty() {
    let rules = ScalingRules {
        most: 1,
        backlog: Some(Backlog::default()),
        ..ScalingRules::default()
    };
    // Two accelerators' work on one for an hour: a task waits every second, the burst comes above 1 000.
    let done = replay(&history(3600, 2, &[100, 0]), &rules).unwrap();
    assert_eq!(done.peak_gpus, 5);
    assert!(done.short_seconds < 3600 && done.waiting_work == 0, "{done:?}");
    let none = ScalingRules { backlog: None, ..rules };
    let lost = replay(&history(3600, 2, &[100, 0]), &none).unwrap();
    assert_eq!((lost.short_seconds, lost.burst_gpu_seconds), (3600, 0));
}

#[test]
fn rules_that_cannot_be_are_refused_by_name() {
    let history = history(60, 1, &[1, 2]);
    let refused = |rules: ScalingRules| replay(&history, &rules).unwrap_err().to_string();
    let usual = ScalingRules::default();
    assert!(refused(ScalingRules { least: 0, ..usual }).contains("least"));
    assert!(
        refused(ScalingRules {
            out_after_seconds: 0,
            ..usual
        })
        .contains("out_after_seconds")
    );
    assert!(
        refused(ScalingRules {
            in_below_ppm: 800_000,
            ..usual
        })
        .contains("in_below")
    );
}
