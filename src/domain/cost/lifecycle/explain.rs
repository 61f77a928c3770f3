//! A life-cycle cost in numbers: the formula, and every input it rests on.

use rust_decimal::Decimal;

use super::component::{COMPONENTS, Component};
use super::load::Prepared;
use super::rates::Rates;
use super::table::Month;
use super::{HORIZON, Load, Terms};
use crate::domain::cost::MONTH_HOURS;
use crate::domain::cost::amount::{Amount, Price, Quantity};
use crate::domain::cost::formula::{Assumption, Formula, Input, Token};

/// The sum over the horizon: price times volume for what is metered, sums of months for the rest. What costs nothing is left out.
pub(super) fn formula(load: &Prepared, rates: &Rates, months: &[Month]) -> Formula {
    let mut terms: Vec<Vec<Token>> = Vec::new();
    let mut metered = |name, price: Option<Price>, unit, volume: Quantity| {
        if !volume.is_zero() {
            let price = Token::of(name, price.map(Price::decimal));
            let volume = Token::Value {
                name: unit,
                value: volume.decimal(),
            };
            terms.push(vec![price, Token::Times, volume]);
        }
    };
    let term = usize::try_from(rates.term).unwrap_or(usize::MAX);
    for (from, [base_from, loss_from]) in (0..)
        .zip(&load.base_before)
        .step_by(term)
        .take_while(|(at, _)| *at < months.len())
    {
        let to = load.base_before.get(from.saturating_add(term).min(months.len()));
        let [base_to, loss_to] = to.copied().unwrap_or_default();
        metered(
            "effective_hourly",
            rates.plan_in(from),
            "base_hours",
            base_to - *base_from,
        );
        metered(
            "effective_hourly",
            rates.plan_in(from),
            "lost_base_hours",
            loss_to - *loss_from,
        );
    }
    let [hot, warm, cold] = load.all.stored;
    let [hot_price, warm_price, cold_price] = rates.stored;
    metered("burst_hourly", rates.burst, "burst_hours", load.all.burst);
    metered("burst_hourly", rates.burst, "lost_burst_hours", load.all.burst_loss);
    metered("egress_per_tb", rates.egress, "egress_tb", load.all.egress);
    metered("hot_per_gb", hot_price, "hot_gb_months", hot);
    metered("warm_per_gb", warm_price, "warm_gb_months", warm);
    metered("cold_per_gb", cold_price, "cold_gb_months", cold);

    let labour = (load.load.ops_labour.value, load.load.rpa_rate.value);
    if !labour.0.is_zero() {
        let value = |name, value| Token::Value { name, value };
        terms.push(vec![
            value("ops_labour", labour.0),
            Token::Times,
            Token::Open,
            Token::Constant(Decimal::ONE),
            Token::Minus,
            value("rpa_rate", labour.1),
            Token::Close,
            Token::Times,
            value("months", Decimal::from(months.len())),
        ]);
    }
    for whole in [Component::Support, Component::Migration] {
        let at = COMPONENTS.iter().position(|c| *c == whole).unwrap_or_default();
        let sum: Option<Amount> = months.iter().map(|month| month.parts.get(at).copied().flatten()).sum();
        if sum.is_none_or(|sum| sum.digits() != 0) {
            terms.push(vec![Token::of(whole.word(), sum.map(Amount::decimal))]);
        }
    }
    if terms.is_empty() {
        terms.push(vec![Token::Constant(Decimal::ZERO)]);
    }
    Formula(terms.join(&Token::Plus))
}

/// Every input in use with its unit and origin.
pub(super) fn assumptions(load: &Load, terms: &Terms) -> Vec<Assumption> {
    let months = |months: u32| Input::given(Decimal::from(months));
    let horizon = match load.horizon_months {
        HORIZON => Input::default_of(Decimal::from(HORIZON)),
        other => months(other),
    };
    let mut list = vec![
        Assumption::number("horizon_months", horizon, "months"),
        Assumption::number("hours_per_month", load.hours_per_month, "hours"),
        Assumption::number("committed", load.committed, "instances"),
        Assumption::number("burst_hours", load.burst_hours, "instance_hours_per_month"),
        Assumption::number("gpus_per_instance", load.gpus_per_instance, "gpus"),
        Assumption::number("utilisation_percent", load.utilisation_percent, "percent"),
        Assumption::number("virtualisation_loss", load.virtualisation_loss, "share"),
        Assumption::number("growth_per_month", load.growth_per_month, "share"),
        Assumption::number("egress_tb", load.egress_tb, "tb_per_month"),
        Assumption::number("hot_gb", load.hot_gb, "gb"),
        Assumption::number("warm_gb", load.warm_gb, "gb"),
        Assumption::number("cold_gb", load.cold_gb, "gb"),
        Assumption::number("redundancy", load.redundancy, "factor"),
        Assumption::number("safety", load.safety, "share"),
        Assumption::number("ops_labour", load.ops_labour, "money_per_month"),
        Assumption::number("rpa_rate", load.rpa_rate, "share"),
        Assumption::number("migration", load.migration, "money"),
        Assumption::number("support_minimum", terms.support_minimum, "money_per_month"),
        Assumption::number("support_rate", terms.support_rate, "share"),
    ];
    // A price of what nobody takes would only distract.
    let mut priced = |name, price, unit, volume: Input| {
        if !volume.value.is_zero() {
            list.push(Assumption::known(name, price, unit));
        }
    };
    priced("hourly", terms.hourly, "money_per_hour", load.committed);
    priced("burst_hourly", terms.burst_hourly, "money_per_hour", load.burst_hours);
    priced("egress_per_tb", terms.egress_per_tb, "money_per_tb", load.egress_tb);
    priced("hot_per_gb", terms.hot_per_gb, "money_per_gb_month", load.hot_gb);
    priced("warm_per_gb", terms.warm_per_gb, "money_per_gb_month", load.warm_gb);
    priced("cold_per_gb", terms.cold_per_gb, "money_per_gb_month", load.cold_gb);
    if let Some(term) = terms.term_months {
        list.push(Assumption::number("upfront", terms.upfront, "money"));
        list.push(Assumption::number("term_months", months(term), "months"));
        list.push(Assumption::number(
            "term_hours_per_month",
            Input::default_of(MONTH_HOURS),
            "hours",
        ));
        list.push(Assumption::number("renewal_change", terms.renewal_change, "share"));
    }
    list
}
