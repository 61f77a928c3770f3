//! Cases of the life-cycle model, with budget and a machine of one's own where the case has them.

use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::TcoError;
use super::answer::{Money, assumption, hourly, number, shown};
use super::fields::Fields;
use crate::domain::cost::budget::{Standing, standing};
use crate::domain::cost::formula::{Input, Said};
use crate::domain::cost::history::Summary;
use crate::domain::cost::lifecycle::{
    COMPONENTS, HORIZON, Load, Prepared, STORAGE_USD, Table, Terms, UTILISATION, UtilisationLevel, Virtualisation,
};
use crate::domain::cost::on_premises::{BreakEven, OnPremises};
use crate::domain::cost::{Amount, CostError, MONTH_HOURS, Rule};
use crate::domain::money::Currency;

pub(super) fn answer(mut fields: Fields, money: Money, history: Option<&Summary>) -> Result<Value, TcoError> {
    let load = load(&mut fields, history)?;
    let terms = terms(&mut fields, &load, money.currency)?;
    let budget = fields.number("budget")?;
    let own = fields.object("on_premises")?;
    fields.finish()?;
    let own = own.map(|own| machine(own, load.hours_per_month)).transpose()?;
    let table = Prepared::new(&load)?.table(&terms)?;
    let mut written = written(&table, money);
    if let Some(budget) = budget {
        Rule::MONEY.check("budget", budget)?;
        written.insert("budget".to_owned(), against(&table, budget, money));
    }
    if let Some(own) = own {
        written.insert("on_premises".to_owned(), beside(&own, &load, &table, money)?);
    }
    Ok(written.into())
}

fn load(fields: &mut Fields, history: Option<&Summary>) -> Result<Load, TcoError> {
    let zero = Decimal::ZERO;
    // Who gives a price means at least one instance.
    let one = if fields.has("hourly") { Decimal::ONE } else { zero };
    let virtualisation = fields.word("virtualisation", &Virtualisation::ALL, Virtualisation::word)?;
    let loss = fields.number("virtualisation_loss")?;
    Ok(Load {
        horizon_months: fields.whole("horizon_months")?.unwrap_or(HORIZON),
        hours_per_month: fields.or("hours_per_month", MONTH_HOURS)?,
        committed: fields.or("committed", one)?,
        burst_hours: fields.or("burst_hours", zero)?,
        gpus_per_instance: fields.fraction_or("gpus_per_instance", Decimal::ONE)?,
        utilisation_percent: match history {
            Some(history) if !fields.has("utilisation_percent") => Input::history(history.mean_percent()),
            _ => fields.or("utilisation_percent", UTILISATION)?,
        },
        virtualisation_loss: match (loss, virtualisation) {
            (Some(loss), _) => Input::given(loss),
            (None, Some(kind)) => Input::default_of(kind.loss()),
            (None, None) => Input::NONE,
        },
        growth_per_month: fields.or("growth_per_month", zero)?,
        egress_tb: fields.or("egress_tb", zero)?,
        hot_gb: stored(fields, "hot_gb", "hot_tb")?,
        warm_gb: stored(fields, "warm_gb", "warm_tb")?,
        cold_gb: stored(fields, "cold_gb", "cold_tb")?,
        redundancy: fields.or("redundancy", Decimal::ONE)?,
        safety: fields.or("safety", zero)?,
        ops_labour: fields.or("ops_labour", zero)?,
        rpa_rate: fields.or("rpa_rate", zero)?,
        migration: fields.or("migration", zero)?,
    })
}

/// GB, or terabytes of a thousand GB.
fn stored(fields: &mut Fields, gb: &'static str, tb: &'static str) -> Result<Input, TcoError> {
    let (in_gb, in_tb) = (fields.number(gb)?, fields.number(tb)?);
    match (in_gb, in_tb) {
        (Some(_), Some(_)) => Err(TcoError::Both(gb, tb)),
        (Some(gb), None) => Ok(Input::given(gb)),
        (None, Some(terabytes)) => match terabytes.checked_mul(Decimal::ONE_THOUSAND) {
            Some(gb) => Ok(Input::given(gb)),
            None => Err(CostError::TooLarge { field: tb }.into()),
        },
        (None, None) => Ok(Input::NONE),
    }
}

/// The plans by their words, with the months of their term.
const PLANS: [(&str, Option<u32>); 4] = [
    ("on_demand", None),
    ("spot", None),
    ("reserved_1y", Some(12)),
    ("reserved_3y", Some(36)),
];

fn terms(fields: &mut Fields, load: &Load, currency: Currency) -> Result<Terms, TcoError> {
    let plan = fields.word("plan", &PLANS, |plan| plan.0)?;
    let term = fields.whole("term_months")?;
    let (zero, usd) = (Decimal::ZERO, currency == Currency::USD);
    // A price is asked for where something is bought at it.
    let mut price = |name, volume: Input, default: Option<Decimal>| -> Result<Option<Input>, TcoError> {
        if fields.has(name) || volume.value.is_zero() {
            return fields.known_price(name);
        }
        // Asked for, so that it is listed among the inputs.
        let left_out = fields.known_price(name)?.or(default.map(Input::default_of));
        left_out.map(Some).ok_or(TcoError::MissingPrice(name))
    };
    let [hot, warm, cold] = STORAGE_USD.map(|price| usd.then_some(price));
    Ok(Terms {
        hourly: price("hourly", load.committed, None)?,
        burst_hourly: price("burst_hourly", load.burst_hours, None)?,
        egress_per_tb: price("egress_per_tb", load.egress_tb, None)?,
        hot_per_gb: price("hot_per_gb", load.hot_gb, hot)?,
        warm_per_gb: price("warm_per_gb", load.warm_gb, warm)?,
        cold_per_gb: price("cold_per_gb", load.cold_gb, cold)?,
        upfront: fields.or("upfront", zero)?,
        term_months: term.or_else(|| plan.and_then(|(_, months)| months)),
        renewal_change: fields.or("renewal_change", zero)?,
        support_minimum: fields.or("support_minimum", zero)?,
        support_rate: fields.or("support_rate", zero)?,
    })
}

fn written(table: &Table, money: Money) -> Map<String, Value> {
    let amounts = table.shown(money.decimals);
    let named = |list: &[Option<Decimal>]| -> Value {
        let named = COMPONENTS.iter().zip(list);
        named
            .map(|(of, amount)| (of.word().to_owned(), shown(*amount)))
            .collect::<Map<_, _>>()
            .into()
    };
    let mut written = money.answer(
        shown(amounts.total),
        named(&amounts.components),
        &table.formula,
        &table.assumptions,
    );
    let unknown = table.assumptions.iter().filter(|of| of.value == Said::Unknown);
    let months = amounts.parts.iter().zip(amounts.months.iter().zip(&amounts.cumulative));
    let months = (1..).zip(months).map(|(month, (parts, (total, paid)))| {
        json!({"month": month, "total": shown(*total), "cumulative": shown(*paid), "components": named(parts)})
    });
    let level = |of: &UtilisationLevel| {
        json!({
            "utilisation_percent": number(of.percent),
            "total": shown(amounts.total),
            "useful_gpu_hours": number(of.useful_gpu_hours),
            "per_useful_gpu_hour": hourly(of.per_useful_gpu_hour),
        })
    };
    written.insert("model".to_owned(), json!("lifecycle"));
    written.insert("unknown".to_owned(), unknown.map(|of| json!(of.name)).collect());
    written.insert("per_month".to_owned(), money.amount(table.per_month()));
    written.insert("effective_hourly".to_owned(), hourly(table.effective_hourly));
    written.insert("per_useful_gpu_hour".to_owned(), hourly(table.own.per_useful_gpu_hour));
    written.insert("useful_gpu_hours".to_owned(), number(table.own.useful_gpu_hours));
    written.insert(
        "utilisation_levels".to_owned(),
        table.levels.iter().map(level).collect(),
    );
    written.insert("months".to_owned(), months.collect());
    written
}

fn against(table: &Table, budget: Decimal, money: Money) -> Value {
    let (word, by) = match standing(table.total.map(Amount::decimal), budget) {
        Standing::Within { left } => ("within", Some(left)),
        Standing::Over { by } => ("over", Some(by)),
        Standing::Unknown => ("unknown", None),
    };
    json!({"budget": money.amount(Some(budget)), "standing": word, "by": money.amount(by)})
}

fn machine(mut fields: Fields, hours: Input) -> Result<OnPremises, TcoError> {
    let zero = Decimal::ZERO;
    let own = OnPremises {
        purchase: fields.or("purchase", zero)?,
        rent: fields.or("rent", zero)?,
        tdp_kw: fields.or("tdp_kw", zero)?,
        pue: fields.or("pue", OnPremises::PUE)?,
        electricity_price: fields.or("electricity_price", zero)?,
        hours_per_month: fields.or("hours_per_month", hours.value)?,
        hosting: fields.or("hosting", zero)?,
        maintenance: fields.or("maintenance", zero)?,
        staff: fields.or("staff", zero)?,
        residual_value: fields.or("residual_value", zero)?,
    };
    if !own.tdp_kw.value.is_zero() && own.electricity_price.value.is_zero() {
        return Err(TcoError::Missing("electricity_price"));
    }
    fields.finish()?;
    Ok(own)
}

fn beside(own: &OnPremises, load: &Load, table: &Table, money: Money) -> Result<Value, TcoError> {
    let owned = own.over(load.horizon_months)?;
    let total = Some(owned.total().decimal());
    let parts: Vec<_> = owned
        .parts
        .iter()
        .map(|(name, amount)| (*name, Some(amount.decimal())))
        .collect();
    let (month, never) = match owned.break_even(table.cumulative().as_deref()) {
        BreakEven::Month(month) => (json!(month), Value::Null),
        BreakEven::Never(months) => (Value::Null, json!(months)),
        BreakEven::Unknown => (json!("unknown"), Value::Null),
    };
    Ok(json!({
        "total": money.amount(total),
        "components": money.parts(&parts, total),
        "cumulative": owned.cumulative.iter().map(|paid| money.amount(Some(paid.decimal()))).collect::<Value>(),
        "power_formula": owned.power_formula.to_string(),
        "break_even_month": month,
        "never_in_months": never,
        "assumptions": own.assumptions().iter().map(assumption).collect::<Value>(),
    }))
}
