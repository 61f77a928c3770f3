//! The cost models: what must hold for every load, every price list and every history.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rust_decimal::Decimal;
use steelyard::domain::cost::annual::{Annual, RpaTerm};
use steelyard::domain::cost::apportion::apportion;
use steelyard::domain::cost::dynamic::{Dynamic, UtilisationRule};
use steelyard::domain::cost::history::commitment::{Prices, SEED_DISCOUNT, SEED_SHARE, cheapest, cost_of};
use steelyard::domain::cost::history::replay::{ScalingRules, replay};
use steelyard::domain::cost::history::{Demand, FULL, History, Sample};
use steelyard::domain::cost::lifecycle::{COMPONENTS, Load, Prepared, Terms};
use steelyard::domain::cost::{Input, Origin};
use steelyard::exchange::history::link;

use super::config;

/// A number of up to four decimals.
fn decimal(least: i64, most: i64) -> impl Strategy<Value = Decimal> {
    (least * 10_000..=most * 10_000).prop_map(|units| Decimal::new(units, 4))
}

/// Often nothing, as in most cases.
fn volume(most: i64) -> impl Strategy<Value = Input> {
    prop_oneof![Just(Decimal::ZERO), decimal(0, most)].prop_map(Input::given)
}

fn price(most: i64) -> impl Strategy<Value = Option<Input>> {
    prop_oneof![1 => Just(None), 9 => decimal(0, most).prop_map(|price| Some(Input::given(price)))]
}

fn load() -> impl Strategy<Value = Load> {
    let compute = (1..=60_u32, decimal(0, 744), volume(64), volume(10_000), decimal(0, 100));
    let shares = (-900..=900_i64, 0..=500_i64);
    let data = (
        volume(1000),
        volume(100_000),
        volume(100_000),
        volume(100_000),
        decimal(0, 3),
    );
    let people = (volume(50_000), 0..=1000_i64, volume(20_000));
    (compute, shares, data, people).prop_map(|(compute, shares, data, people)| Load {
        horizon_months: compute.0,
        hours_per_month: Input::given(compute.1),
        committed: compute.2,
        burst_hours: compute.3,
        utilisation_percent: Input::given(compute.4),
        growth_per_month: Input::given(Decimal::new(shares.0, 4)),
        virtualisation_loss: Input::given(Decimal::new(shares.1, 3)),
        egress_tb: data.0,
        hot_gb: data.1,
        warm_gb: data.2,
        cold_gb: data.3,
        redundancy: Input::given(data.4),
        ops_labour: people.0,
        rpa_rate: Input::given(Decimal::new(people.1, 3)),
        migration: people.2,
        ..Load::default()
    })
}

fn terms() -> impl Strategy<Value = Terms> {
    let plan = (
        price(100),
        volume(100_000),
        select(vec![1_u32, 5, 12, 36]),
        -500..=10_i64,
    );
    let rest = (price(100), price(100), price(1), price(1), price(1));
    let support = (volume(1000), prop_oneof![Just(0), 0..=300_i64]);
    (plan, rest, support).prop_map(|(plan, rest, support)| Terms {
        hourly: plan.0,
        upfront: plan.1,
        term_months: Some(plan.2),
        renewal_change: Input::given(Decimal::new(plan.3, 3)),
        burst_hourly: rest.0,
        egress_per_tb: rest.1,
        hot_per_gb: rest.2,
        warm_per_gb: rest.3,
        cold_per_gb: rest.4,
        support_minimum: support.0,
        support_rate: Input::given(Decimal::new(support.1, 3)),
    })
}

/// Prices that are all known.
fn known() -> impl Strategy<Value = Terms> {
    (terms(), decimal(0, 100)).prop_map(|(terms, price)| {
        let or = |known: Option<Input>| known.or(Some(Input::given(price)));
        Terms {
            hourly: or(terms.hourly),
            burst_hourly: or(terms.burst_hourly),
            egress_per_tb: or(terms.egress_per_tb),
            hot_per_gb: or(terms.hot_per_gb),
            warm_per_gb: or(terms.warm_per_gb),
            cold_per_gb: or(terms.cold_per_gb),
            ..terms
        }
    })
}

fn total(load: &Load, terms: &Terms) -> Decimal {
    Prepared::new(load).unwrap().total(terms).unwrap().unwrap().decimal()
}

fn times(input: Input, factor: i64) -> Input {
    Input::given(input.value * Decimal::from(factor))
}

/// Every amount of money so many times.
fn in_other_money(load: &Load, terms: &Terms, factor: i64) -> (Load, Terms) {
    let price = |price: Option<Input>| price.map(|price| times(price, factor));
    let load = Load {
        ops_labour: times(load.ops_labour, factor),
        migration: times(load.migration, factor),
        ..load.clone()
    };
    let terms = Terms {
        hourly: price(terms.hourly),
        upfront: times(terms.upfront, factor),
        burst_hourly: price(terms.burst_hourly),
        egress_per_tb: price(terms.egress_per_tb),
        hot_per_gb: price(terms.hot_per_gb),
        warm_per_gb: price(terms.warm_per_gb),
        cold_per_gb: price(terms.cold_per_gb),
        support_minimum: times(terms.support_minimum, factor),
        ..terms.clone()
    };
    (load, terms)
}

fn history() -> impl Strategy<Value = History> {
    let sample = (prop_oneof![9 => Just(300_i64), 1 => 1..4000_i64], 0..=FULL, 0..=12_u16);
    (vec(sample, 2..120), 1..=9_u16, -720..=840_i16).prop_map(|(rows, fleet, offset_minutes)| {
        let mut second = 1_790_000_000;
        let samples = rows.into_iter().map(|(pause, ppm, gpus)| {
            second += pause;
            Sample {
                second,
                offset_minutes,
                gpus,
                ppm,
            }
        });
        History::new(samples.collect(), fleet).unwrap()
    })
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn the_quick_total_is_that_of_the_table(load in load(), terms in terms()) {
        let prepared = Prepared::new(&load).unwrap();
        let table = prepared.table(&terms).unwrap();
        prop_assert_eq!(prepared.total(&terms).unwrap(), table.total);
        if let Some(total) = table.total {
            prop_assert_eq!(table.cumulative().unwrap().last().copied(), Some(total));
            let components: Option<_> = COMPONENTS.into_iter().map(|c| table.component(c)).sum();
            prop_assert_eq!(components, Some(total));
        }
    }

    #[test]
    fn shown_months_and_components_add_up_to_the_shown_total(load in load(), terms in known(), decimals in 0..=3_u32) {
        let shown = Prepared::new(&load).unwrap().table(&terms).unwrap().shown(decimals);
        let sum = |list: &[Option<Decimal>]| list.iter().copied().sum::<Option<Decimal>>();
        prop_assert_eq!(sum(&shown.months), shown.total);
        prop_assert_eq!(sum(&shown.components), shown.total);
        for (parts, month) in shown.parts.iter().zip(&shown.months) {
            prop_assert_eq!(sum(parts), *month);
        }
    }

    #[test]
    fn more_hours_higher_prices_or_more_egress_never_cost_less(load in load(), terms in known(), more in decimal(0, 500)) {
        let before = total(&load, &terms);
        let hours = Load { burst_hours: Input::given(load.burst_hours.value + more), ..load.clone() };
        let egress = Load { egress_tb: Input::given(load.egress_tb.value + more), ..load.clone() };
        let dearer = Terms { hourly: terms.hourly.map(|p| Input::given(p.value + more)), ..terms.clone() };
        let support = Terms { support_minimum: Input::given(terms.support_minimum.value + more), ..terms.clone() };
        prop_assert!(total(&hours, &terms) >= before && total(&egress, &terms) >= before);
        prop_assert!(total(&load, &dearer) >= before && total(&load, &support) >= before);
    }

    #[test]
    fn in_smaller_money_everything_costs_proportionally_more(load in load(), terms in known(), factor in 2..=1000_i64) {
        let (rich, dear) = in_other_money(&load, &terms, factor);
        let difference = total(&rich, &dear) - total(&load, &terms) * Decimal::from(factor);
        // What is paid upfront becomes a price of twelve decimals.
        prop_assert!(difference.abs() < Decimal::ONE, "{difference}");
    }

    #[test]
    fn less_use_never_costs_less_and_steps_enclose_the_line(base in decimal(0, 100_000), low in decimal(0, 100), high in decimal(0, 100)) {
        let (low, high) = (low.min(high), low.max(high));
        let cost = |utilisation, rule| {
            let case = Dynamic {
                base: Some(Input::given(base)),
                burst: Some(Input::given(base)),
                reserved_discount: Input::given(Decimal::new(35, 2)),
                burst_factor: Input::given(Decimal::new(8, 1)),
                region_premium: Input::given(Decimal::new(-5, 2)),
                utilisation_percent: Input::given(utilisation),
                threshold_percent: Input::given(Decimal::from(60)),
                rule: (rule, Origin::Given),
            };
            case.answer().unwrap().total.unwrap()
        };
        for rule in UtilisationRule::ALL {
            prop_assert!(cost(low, rule) >= cost(high, rule));
        }
        let [linear, up, down] = UtilisationRule::ALL.map(|rule| cost(low, rule));
        prop_assert!(down <= linear && linear <= up);
    }

    #[test]
    fn the_two_readings_of_automation_add_up_to_the_labour(labour in decimal(0, 100_000), rate in 0..=1000_i64) {
        let cost = |term| {
            let case = Annual {
                unit_price: Some(Input::NONE),
                hours: Input::NONE,
                data_transfer: Some(Input::NONE),
                storage_redundancy: Some(Input::NONE),
                safety: Input::NONE,
                ops_labour: Some(Input::given(labour)),
                rpa_rate: Input::given(Decimal::new(rate, 3)),
                rpa_term: (term, Origin::Given),
            };
            case.answer().unwrap().total.unwrap()
        };
        prop_assert_eq!(cost(RpaTerm::AutomationSaves) + cost(RpaTerm::AsPrinted), labour);
    }

    #[test]
    fn the_commitment_is_the_cheapest_of_all(hours in vec(0..24_u32, 1..200), on_demand in decimal(0, 10), committed in decimal(0, 10)) {
        let demand = Demand::hourly(&hours).unwrap();
        let prices = Prices { on_demand, committed, spot: None, seed_share: SEED_SHARE, seed_discount: SEED_DISCOUNT };
        let best = cheapest(&demand, &prices).unwrap().best;
        // By hand, hour by hour, without the curve.
        let by_hand = |commit: u32| -> Decimal {
            let hour = |demand: &u32| committed * Decimal::from(commit) + on_demand * Decimal::from(demand.saturating_sub(commit));
            hours.iter().map(hour).sum()
        };
        prop_assert_eq!(best.total(), by_hand(best.committed));
        for commit in 0..=24 {
            prop_assert_eq!(cost_of(&demand, commit, &prices), by_hand(commit));
            prop_assert!(by_hand(commit) > best.total() || commit >= best.committed && by_hand(commit) == best.total());
        }
    }

    #[test]
    fn a_link_gives_back_the_summary(history in history()) {
        let summary = history.summary();
        let text = link::write(&summary);
        prop_assert!(text.len() <= 1500, "{}", text.len());
        prop_assert_eq!(link::read(&text), Ok(summary));
    }

    #[test]
    fn a_link_of_any_text_is_no_crash(text in "[A-Za-z0-9_-]{0,600}") {
        link::read(&text).ok();
    }

    #[test]
    fn a_replay_stays_within_its_rule_and_loses_no_time(history in history(), least in 1..3_u32, more in 0..6_u32, step in 1..4_u32) {
        let rules = ScalingRules { least, most: least + more, step, ..ScalingRules::default() };
        let done = replay(&history, &rules).unwrap();
        let demand = history.demand();
        let seconds = demand.units() * u64::from(demand.unit_seconds());
        prop_assert!(done.gpu_seconds >= seconds * u64::from(least) && done.gpu_seconds <= seconds * u64::from(least + more));
        prop_assert!(done.peak_gpus <= least + more && done.short_seconds <= seconds);
    }

    #[test]
    fn apportioned_parts_add_up_and_stay_near(parts in vec(-10_000_i128..10_000, 1..60)) {
        let exact: i128 = parts.iter().sum();
        let total = exact.div_euclid(100);
        let shown = apportion(&parts, 100, total);
        prop_assert_eq!(shown.iter().sum::<i128>(), total);
        for (part, shown) in parts.iter().zip(shown) {
            prop_assert!((part - shown * 100).abs() < 100);
        }
    }
}
