//! A load month by month, by hand.

use rust_decimal::{Decimal, dec};

use super::{Component, Load, Prepared, Table, Terms, Virtualisation};
use crate::domain::cost::Input;
use crate::domain::cost::on_premises::{BreakEven, OnPremises};

fn given(value: Decimal) -> Input {
    Input::given(value)
}

fn table(load: &Load, terms: &Terms) -> Table {
    let prepared = Prepared::new(load).unwrap();
    let table = prepared.table(terms).unwrap();
    assert_eq!(prepared.total(terms).unwrap(), table.total, "both ways agree");
    table
}

fn of(table: &Table, component: Component) -> Decimal {
    table.component(component).unwrap().decimal()
}

fn full() -> (Load, Terms) {
    let load = Load {
        committed: given(dec!(2)),
        burst_hours: given(dec!(100)),
        gpus_per_instance: given(dec!(8)),
        utilisation_percent: given(dec!(70)),
        virtualisation_loss: given(dec!(0.2)),
        egress_tb: given(dec!(5)),
        hot_gb: given(dec!(1000)),
        redundancy: given(dec!(2)),
        safety: given(dec!(0.1)),
        ops_labour: given(dec!(1000)),
        rpa_rate: given(dec!(0.25)),
        migration: given(dec!(500)),
        ..Load::default()
    };
    let terms = Terms {
        hourly: Some(given(dec!(10))),
        burst_hourly: Some(given(dec!(12))),
        egress_per_tb: Some(given(dec!(90))),
        hot_per_gb: Some(given(dec!(0.15))),
        support_minimum: given(dec!(100)),
        support_rate: given(dec!(0.1)),
        ..Terms::default()
    };
    (load, terms)
}

#[test]
fn every_component_of_a_level_load() {
    let (load, terms) = full();
    let table = table(&load, &terms);
    let expected = [
        (Component::ComputeBase, dec!(87600)),
        (Component::ComputeBurst, dec!(7200)),
        (Component::VirtualisationLoss, dec!(23700)),
        (Component::DataTransfer, dec!(2700)),
        (Component::StorageHot, dec!(1980)),
        (Component::StorageWarm, dec!(0)),
        (Component::Support, dec!(12318)),
        (Component::OpsLabour, dec!(4500)),
        (Component::Migration, dec!(500)),
    ];
    for (component, amount) in expected {
        assert_eq!(of(&table, component), amount, "{component:?}");
    }
    assert_eq!(table.total.unwrap().decimal(), dec!(140498));
    // 2 * 730 * 6 * 0.7 + 100 * 6 instance hours do work, on 8 accelerators each.
    assert_eq!(table.own.useful_gpu_hours, dec!(53856));
    assert_eq!(table.levels.len(), 3);
    assert!(table.levels[0].per_useful_gpu_hour > table.levels[2].per_useful_gpu_hour);
}

#[test]
fn case_c8_storage_tiers() {
    let load = Load {
        horizon_months: 1,
        hot_gb: given(dec!(10000)),
        warm_gb: given(dec!(40000)),
        cold_gb: given(dec!(200000)),
        ..Load::default()
    };
    let [hot, warm, cold] = super::STORAGE_USD.map(|price| Some(Input::default_of(price)));
    let terms = Terms {
        hot_per_gb: hot,
        warm_per_gb: warm,
        cold_per_gb: cold,
        ..Terms::default()
    };
    let table = table(&load, &terms);
    assert_eq!(of(&table, Component::StorageHot), dec!(1500));
    assert_eq!(of(&table, Component::StorageWarm), dec!(800));
    assert_eq!(of(&table, Component::StorageCold), dec!(1000));
    assert_eq!(table.shown(2).total.unwrap().to_string(), "3300.00");
    assert_eq!(
        table.formula.to_string(),
        "0.15 * 10000 + 0.02 * 40000 + 0.005 * 200000"
    );
}

#[test]
fn a_price_nobody_knows_is_unknown_where_it_is_needed_and_only_there() {
    let (load, mut terms) = full();
    terms.cold_per_gb = None;
    assert!(table(&load, &terms).total.is_some(), "nothing is stored cold");
    terms.egress_per_tb = None;
    let table = table(&load, &terms);
    assert_eq!((table.total, table.component(Component::DataTransfer)), (None, None));
    assert_eq!(table.component(Component::Support), None, "a share of an unknown spend");
    assert_eq!(of(&table, Component::ComputeBase), dec!(87600));
    let shown = table.shown(2);
    assert_eq!((shown.total, shown.months[0]), (None, None));
    assert!(table.formula.to_string().contains("egress_per_tb? * 30"));
}

#[test]
fn growth_and_renewal_multiply_month_by_month() {
    let load = Load {
        horizon_months: 3,
        committed: given(dec!(1)),
        hours_per_month: given(dec!(100)),
        growth_per_month: given(dec!(0.1)),
        ..Load::default()
    };
    let terms = Terms {
        hourly: Some(given(dec!(1))),
        term_months: Some(2),
        renewal_change: given(dec!(-0.5)),
        ..Terms::default()
    };
    let table = table(&load, &terms);
    let months: Vec<Decimal> = table.months.iter().map(|m| m.total().unwrap().decimal()).collect();
    assert_eq!(months, [dec!(100), dec!(110), dec!(60.5)]);
    assert_eq!(table.formula.to_string(), "1 * 210 + 0.5 * 121");
}

#[test]
fn upfront_is_paid_in_proportion_and_labelled_effective() {
    let load = Load {
        horizon_months: 36,
        committed: given(dec!(1)),
        ..Load::default()
    };
    let terms = Terms {
        hourly: Some(given(dec!(0.50))),
        upfront: given(dec!(10000)),
        term_months: Some(36),
        ..Terms::default()
    };
    let table = table(&load, &terms);
    assert_eq!(table.effective_hourly, Some(dec!(0.880517503805)));
    assert_eq!(table.shown(2).total.unwrap().to_string(), "23140.00");
}

#[test]
fn support_costs_at_least_its_minimum() {
    let (mut load, mut terms) = full();
    load.burst_hours = Input::NONE;
    terms.support_minimum = given(dec!(99999));
    assert_eq!(of(&table(&load, &terms), Component::Support), dec!(599994));
    terms.support_rate = Input::NONE;
    terms.hourly = None;
    assert_eq!(
        of(&table(&load, &terms), Component::Support),
        dec!(599994),
        "no share, no doubt"
    );
}

#[test]
fn shown_parts_add_up_to_shown_totals() {
    let (mut load, mut terms) = full();
    load.growth_per_month = given(dec!(0.037));
    load.virtualisation_loss = given(Virtualisation::Kvm.loss());
    terms.hourly = Some(given(dec!(9.8765)));
    for decimals in [0, 2, 3] {
        let table = table(&load, &terms);
        let shown = table.shown(decimals);
        let total = shown.total.unwrap();
        let sum = |list: &[Option<Decimal>]| list.iter().map(|amount| amount.unwrap()).sum::<Decimal>();
        assert_eq!(sum(&shown.components), total);
        assert_eq!(sum(&shown.months), total);
        assert_eq!(shown.cumulative.last().unwrap().unwrap(), total);
        for (at, component) in shown.components.iter().enumerate() {
            let column: Vec<_> = shown.parts.iter().map(|parts| parts[at]).collect();
            assert_eq!(sum(&column), component.unwrap());
        }
        for (parts, month) in shown.parts.iter().zip(&shown.months) {
            assert_eq!(sum(parts), month.unwrap());
        }
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let refused = |change: fn(&mut Load, &mut Terms), field: &str| {
        let (mut load, mut terms) = full();
        change(&mut load, &mut terms);
        let result = Prepared::new(&load).and_then(|load| load.total(&terms));
        let text = result.unwrap_err().to_string();
        assert!(text.contains(field), "{field}: {text}");
    };
    refused(|load, _| load.horizon_months = 0, "horizon_months");
    refused(
        |load, _| load.virtualisation_loss = given(dec!(1)),
        "virtualisation_loss",
    );
    let grow = |load: &mut Load, _: &mut Terms| {
        (load.horizon_months, load.growth_per_month) = (12, given(dec!(9)));
    };
    refused(grow, "too large");
    let lose = |load: &mut Load, _: &mut Terms| load.virtualisation_loss = given(dec!(0.9999999999999999999999999999));
    refused(lose, "virtualisation_loss");
    refused(|load, _| load.egress_tb = given(dec!(-1)), "egress_tb");
    refused(|load, _| load.rpa_rate = given(dec!(1.1)), "rpa_rate");
    refused(|load, _| load.hours_per_month = given(dec!(745)), "hours_per_month");
    refused(|_, terms| terms.hourly = Some(given(dec!(-1))), "hourly");
    refused(|_, terms| terms.upfront = given(dec!(1)), "term_months");
    refused(|_, terms| terms.term_months = Some(0), "term_months");
    refused(|_, terms| terms.support_rate = given(dec!(2)), "support_rate");
}

#[test]
fn a_machine_of_ones_own_breaks_even_in_the_first_cheaper_month() {
    let load = Load {
        horizon_months: 12,
        committed: given(dec!(1)),
        ..Load::default()
    };
    let terms = Terms {
        hourly: Some(given(dec!(10))),
        ..Terms::default()
    };
    let offer = table(&load, &terms).cumulative();
    let mut own = OnPremises {
        purchase: given(dec!(28000)),
        tdp_kw: given(dec!(4)),
        pue: given(dec!(1.5)),
        electricity_price: given(dec!(0.1)),
        hosting: given(dec!(500)),
        ..OnPremises::default()
    };
    // 28 000 + m * 938 < m * 7 300 from m = 4.41 on.
    let owned = own.over(12).unwrap();
    assert_eq!(owned.break_even(offer.as_deref()), BreakEven::Month(5));
    assert_eq!(owned.total().decimal(), dec!(39256));
    assert_eq!(owned.break_even(None), BreakEven::Unknown);
    own.purchase = given(dec!(100000));
    assert_eq!(own.over(12).unwrap().break_even(offer.as_deref()), BreakEven::Never(12));
    own.residual_value = given(dec!(50000));
    let sold = own.over(12).unwrap();
    assert_eq!(
        sold.break_even(offer.as_deref()),
        BreakEven::Month(12),
        "sold in the last month"
    );
    own.residual_value = given(dec!(100001));
    assert!(own.over(12).unwrap_err().to_string().contains("residual_value"));
}
