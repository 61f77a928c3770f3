//! The cheapest commitment: exact, from the time at each demand.
//!
//! One more accelerator committed costs the committed price all the time and saves the on-demand price whenever it is in use. So it
//! pays while its share of hours in use is above the ratio of the two prices. The share never rises from one accelerator to the
//! next, so the first that does not pay ends the search. At equality both cost the same, and nothing is committed.

use rust_decimal::{Decimal, dec};

use super::Demand;
use crate::domain::cost::formula::{Formula, Token};
use crate::domain::cost::{CostError, Rule};

/// Share of the capacity that the seed's mix reserves (S1-56).
pub const SEED_SHARE: Decimal = dec!(0.8);
/// What the seed's mix saves on what it reserves (S1-56).
pub const SEED_DISCOUNT: Decimal = dec!(0.65);

/// What an accelerator hour costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    /// When taken by the hour.
    pub on_demand: Decimal,
    /// When committed, used or not.
    pub committed: Decimal,
    /// As spot; needed for the seed's mix alone.
    pub spot: Option<Decimal>,
    /// Share of the peak that the seed's mix reserves.
    pub seed_share: Decimal,
    /// What the seed's mix takes off the on-demand price of what it reserves.
    pub seed_discount: Decimal,
}

/// A mix and what it costs over the history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mix {
    /// Accelerators paid for all the time.
    pub committed: u32,
    /// What they cost.
    pub committed_cost: Decimal,
    /// What the hours above cost.
    pub rest_cost: Decimal,
}

impl Mix {
    /// The cost of all.
    #[must_use]
    pub fn total(&self) -> Decimal {
        self.committed_cost + self.rest_cost
    }
}

/// The cheapest commitment beside the two that people know.
#[derive(Debug, Clone, PartialEq)]
pub struct Commitment {
    /// The cheapest mix of committed and on demand.
    pub best: Mix,
    /// Accelerators, counted from 1, that would cost the same committed or not.
    pub break_even: Vec<u32>,
    /// For the first, second, … accelerator the share of hours in which it is in use.
    pub used_share: Vec<Decimal>,
    /// Everything on demand.
    pub all_on_demand: Decimal,
    /// The seed's mix: 80 % of the peak reserved, the rest spot; `None` while the spot price is unknown.
    pub seed: Option<Mix>,
    /// Hours of the history.
    pub hours: Decimal,
    /// The cost of the best mix with the numbers put in.
    pub formula: Formula,
}

impl Commitment {
    /// What the best mix saves against everything on demand.
    #[must_use]
    pub fn saving(&self) -> Decimal {
        self.all_on_demand - self.best.total()
    }

    /// What the best mix saves against the seed's mix; negative where that one is cheaper.
    #[must_use]
    pub fn saving_on_seed(&self) -> Option<Decimal> {
        self.seed.as_ref().map(|seed| seed.total() - self.best.total())
    }
}

/// Finds the cheapest commitment.
///
/// # Errors
/// [`CostError`] names a price or share outside of what it can be.
pub fn cheapest(demand: &Demand, prices: &Prices) -> Result<Commitment, CostError> {
    let price = Rule::Between(Decimal::ZERO, dec!(10000000));
    let on_demand = price.check("on_demand_hourly", prices.on_demand)?;
    let committed = price.check("committed_hourly", prices.committed)?;
    let spot = prices.spot.map(|spot| price.check("spot_hourly", spot)).transpose()?;
    let seed_share = Rule::SHARE.check("seed_share", prices.seed_share)?;
    let seed_discount = Rule::SHARE.check("seed_discount", prices.seed_discount)?;

    let (all, used) = (demand.units(), demand.used());
    let worth = |units: &u64| Decimal::from(*units) * on_demand;
    let paid = Decimal::from(all) * committed;
    let best_count = used.iter().take_while(|units| worth(units) > paid).count();
    let break_even = (1..)
        .zip(&used)
        .filter(|(_, units)| worth(units) == paid)
        .map(|(k, _)| k);

    let best = mix(demand, &used, count(best_count), (committed, on_demand));
    let reserved = (Decimal::from(demand.peak()) * seed_share).ceil();
    let reserved = u32::try_from(reserved.mantissa()).unwrap_or_default();
    let reserved_price = on_demand * (Decimal::ONE - seed_discount);
    let value = |name, value| Token::Value { name, value };
    let hours_above = demand.in_hours(above(&used, best_count));
    Ok(Commitment {
        break_even: break_even.collect(),
        used_share: used
            .iter()
            .map(|units| Decimal::from(*units) / Decimal::from(all.max(1)))
            .collect(),
        all_on_demand: demand.at(above(&used, 0), on_demand),
        seed: spot.map(|spot| mix(demand, &used, reserved, (reserved_price, spot))),
        hours: demand.hours(),
        formula: Formula(vec![
            value("commit", Decimal::from(best.committed)),
            Token::Times,
            value("hours", demand.hours()),
            Token::Times,
            value("committed_hourly", committed),
            Token::Plus,
            value("gpu_hours_above", hours_above),
            Token::Times,
            value("on_demand_hourly", on_demand),
        ]),
        best,
    })
}

/// What it costs to commit so many, whether that is wise or not.
#[must_use]
pub fn cost_of(demand: &Demand, committed: u32, prices: &Prices) -> Decimal {
    mix(demand, &demand.used(), committed, (prices.committed, prices.on_demand)).total()
}

fn mix(demand: &Demand, used: &[u64], committed: u32, (price, rest): (Decimal, Decimal)) -> Mix {
    let first = usize::try_from(committed).unwrap_or(usize::MAX);
    Mix {
        committed,
        committed_cost: demand.at(u128::from(demand.units()) * u128::from(committed), price),
        rest_cost: demand.at(above(used, first), rest),
    }
}

/// Units of time that accelerators beyond the first ones are in use, added up over them.
fn above(used: &[u64], first: usize) -> u128 {
    used.iter().skip(first).map(|units| u128::from(*units)).sum()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
