//! An offer's prices, checked and made ready for exact sums.

use rust_decimal::Decimal;

use super::Terms;
use super::load::{Prepared, Volumes};
use crate::domain::cost::amount::{Amount, Price, Quantity};
use crate::domain::cost::effective::effective_hourly;
use crate::domain::cost::formula::Input;
use crate::domain::cost::{CostError, MONTH_HOURS, Rule};

/// A unit price: with it and the largest volume of a load every sum stays inside what is reckoned.
const UNIT_PRICE: Rule = Rule::Between(Decimal::ZERO, Decimal::from_parts(10_000_000, 0, 0, false, 0));

/// The longest term of a plan, in months.
const LONGEST_TERM: u32 = 120;

/// The prices of an offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Rates {
    /// Effective price of the plan, once per term within the horizon; `None` when it is unknown.
    pub(super) plan: Option<Vec<Price>>,
    /// Months of a term; beyond any horizon for a plan without one.
    pub(super) term: u32,
    pub(super) burst: Option<Price>,
    pub(super) egress: Option<Price>,
    pub(super) stored: [Option<Price>; 3],
    support_minimum: Amount,
    support_millionths: u32,
}

/// What a provider charges for a month, or several.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spend {
    pub(super) base: Option<Amount>,
    pub(super) burst: Option<Amount>,
    pub(super) loss: Option<Amount>,
    pub(super) egress: Option<Amount>,
    pub(super) stored: [Option<Amount>; 3],
}

impl Spend {
    pub(super) fn total(&self) -> Option<Amount> {
        let [hot, warm, cold] = self.stored;
        [self.base, self.burst, self.loss, self.egress, hot, warm, cold]
            .into_iter()
            .sum()
    }
}

impl Rates {
    /// Checks the prices of an offer for a horizon.
    ///
    /// # Errors
    /// [`CostError`] names a price outside of what it can be.
    pub fn new(terms: &Terms, horizon: u32) -> Result<Self, CostError> {
        let term = match terms.term_months {
            None => u32::MAX,
            Some(months) => {
                Rule::Whole(1, LONGEST_TERM).check("term_months", Decimal::from(months))?;
                months
            }
        };
        let rate = Rule::SHARE.of("support_rate", terms.support_rate)?;
        let minimum = Rule::MONEY.of("support_minimum", terms.support_minimum)?;
        let millionths = (rate * Decimal::from(1_000_000)).round();
        Ok(Self {
            plan: plan(terms, horizon.div_ceil(term))?,
            term,
            burst: price("burst_hourly", terms.burst_hourly)?,
            egress: price("egress_per_tb", terms.egress_per_tb)?,
            stored: [
                price("hot_per_gb", terms.hot_per_gb)?,
                price("warm_per_gb", terms.warm_per_gb)?,
                price("cold_per_gb", terms.cold_per_gb)?,
            ],
            support_minimum: Amount::new(minimum).ok_or(CostError::TooLarge {
                field: "support_minimum",
            })?,
            support_millionths: u32::try_from(millionths.mantissa()).unwrap_or_default(),
        })
    }

    /// The price of the plan in a month, counted from 0.
    pub(super) fn plan_in(&self, month: usize) -> Option<Price> {
        let term = usize::try_from(self.term).unwrap_or(usize::MAX);
        self.plan.as_ref()?.get(month / term).copied()
    }

    /// What is charged for volumes during one term of the plan.
    pub(super) fn spend(&self, plan: Option<Price>, of: &Volumes) -> Spend {
        let ([hot, warm, cold], [hot_price, warm_price, cold_price]) = (of.stored, self.stored);
        let base_loss = charge(plan, of.base_loss);
        let burst_loss = charge(self.burst, of.burst_loss);
        Spend {
            base: charge(plan, of.base),
            burst: charge(self.burst, of.burst),
            loss: base_loss.zip(burst_loss).map(|(base, burst)| base + burst),
            egress: charge(self.egress, of.egress),
            stored: [
                charge(hot_price, hot),
                charge(warm_price, warm),
                charge(cold_price, cold),
            ],
        }
    }

    /// The support plan of a month: the greater of its least fee and its share of the spend.
    pub(super) fn support(&self, spend: Option<Amount>) -> Option<Amount> {
        if self.support_millionths == 0 {
            return Some(self.support_minimum);
        }
        spend.map(|spend| spend.share(self.support_millionths).max(self.support_minimum))
    }

    /// The total of a load: sums of volumes times prices, the same digits as month by month.
    pub(super) fn total(&self, load: &Prepared) -> Option<Amount> {
        let without_plan = Volumes {
            base: Quantity::default(),
            base_loss: Quantity::default(),
            ..load.all
        };
        let mut total = self.spend(None, &without_plan).total()?;
        let mut support = Amount::ZERO;
        let months = load.months.len();
        let term = usize::try_from(self.term).unwrap_or(usize::MAX);
        let mut from = 0;
        while from < months {
            let to = from.saturating_add(term).min(months);
            let plan = self.plan_in(from);
            let [[base_from, loss_from], [base_to, loss_to]] =
                [*load.base_before.get(from)?, *load.base_before.get(to)?];
            total = total + charge(plan, base_to - base_from)? + charge(plan, loss_to - loss_from)?;
            support = support + self.support_between(load, plan, from, to)?;
            from = to;
        }
        let ops = load.ops_each_month.repeated(u32::try_from(months).unwrap_or(u32::MAX));
        Some(total + support + ops + load.migration)
    }

    /// The support plan over the months of one term.
    fn support_between(&self, load: &Prepared, plan: Option<Price>, from: usize, to: usize) -> Option<Amount> {
        let months = load.months.get(from..to)?;
        if self.support_millionths == 0 || load.level {
            let spend = months.first().and_then(|month| self.spend(plan, month).total());
            let fee = self.support(spend)?;
            return Some(fee.repeated(u32::try_from(months.len()).unwrap_or(u32::MAX)));
        }
        months
            .iter()
            .map(|month| self.support(self.spend(plan, month).total()))
            .sum()
    }
}

/// What a volume costs: nothing costs nothing, even at a price nobody knows.
fn charge(price: Option<Price>, volume: Quantity) -> Option<Amount> {
    if volume.is_zero() {
        return Some(Amount::ZERO);
    }
    price.map(|price| price.times(volume))
}

fn price(field: &'static str, input: Option<Input>) -> Result<Option<Price>, CostError> {
    let checked = UNIT_PRICE.of_known(field, input)?;
    let exact = |value| Price::new(value).ok_or(CostError::TooLarge { field });
    checked.map(exact).transpose()
}

/// The effective price of each term.
fn plan(terms: &Terms, count: u32) -> Result<Option<Vec<Price>>, CostError> {
    let change = Decimal::ONE + Rule::CHANGE.of("renewal_change", terms.renewal_change)?;
    let Some(hourly) = UNIT_PRICE.of_known("hourly", terms.hourly)? else {
        Rule::MONEY.of("upfront", terms.upfront)?;
        return Ok(None);
    };
    let term_hours = terms.term_months.map(|months| Decimal::from(months) * MONTH_HOURS);
    let mut effective = effective_hourly(hourly, terms.upfront.value, term_hours)?;
    let mut plan = Vec::new();
    for _ in 0..count.max(1) {
        let price = UNIT_PRICE.check("hourly", effective)?;
        plan.push(Price::new(price).ok_or(CostError::TooLarge { field: "hourly" })?);
        effective = effective.checked_mul(change).ok_or(CostError::TooLarge {
            field: "renewal_change",
        })?;
    }
    Ok(Some(plan))
}
