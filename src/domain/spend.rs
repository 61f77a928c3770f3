//! What an offer costs for a need: the life-cycle model of [`cost`](super::cost) on the offer's own prices, in USD.
//!
//! Compute is paid at published prices only. Burst hours take the spot price where one is published, else the on-demand price. An
//! egress price that nobody published makes the cost a range: from nothing to the dearest price that is believed possible, which is
//! a parameter of the scorecard. Storage has the prices of S1-57 for every vendor.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::catalogue::in_force;
use super::catalogue::{Catalogue, Fact, FactValue, Offer, Plan, Subject};
use super::cost::lifecycle::{Load, Prepared, STORAGE_USD, Terms};
use super::cost::{Amount, Input};
use super::measure::{Basis, Gap};
use super::money::{Currency, Micros};
use super::price::{Rate, rate};
use super::scorecard::Need;
use super::scoring::Grade;
use super::usage::{Term, Usage, term_months};

/// The attribute of a vendor with the price of a GB out.
pub const EGRESS: &str = "egress_usd_per_gb";

/// What offers cost, for one catalogue and need.
#[derive(Debug)]
pub struct Spender<'a> {
    catalogue: &'a Catalogue,
    need: Need,
    load: Option<Prepared>,
    dearest_egress: Decimal,
}

/// What one offer costs over the months of the need, without what it stands on.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferCost {
    /// The plan of the base load.
    pub plan: Plan,
    /// The least and the most that it can be, in USD.
    pub total: (Amount, Amount),
    /// Accelerator hours of work done.
    pub useful_gpu_hours: Decimal,
}

/// What one offer costs over the months of the need.
#[derive(Debug, Clone, PartialEq)]
pub struct Spend<'a> {
    /// The plan of the base load.
    pub plan: Plan,
    /// The plan of the hours above it; `None` where there are none.
    pub burst_plan: Option<Plan>,
    /// How many instances serve the need.
    pub instances: u32,
    /// The least and the most that it can be, in USD.
    pub total: (Amount, Amount),
    /// The part that is not compute.
    pub rest: (Amount, Amount),
    /// Accelerator hours of work done.
    pub useful_gpu_hours: Decimal,
    /// The prices that it was reckoned with at the least and at the most, for as many instances as the need takes.
    pub terms: (Terms, Terms),
    /// The records it stands on.
    pub basis: Vec<Basis<'a>>,
    /// The worst grade of them.
    pub grade: Grade,
    /// No egress price is known.
    pub egress_open: bool,
}

impl<'a> Spender<'a> {
    /// Prepares the load of a need.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, need: Need, dearest_egress_usd_per_gb: f64) -> Self {
        Self {
            catalogue,
            need,
            // The words of a brief are bounded far inside of what can be reckoned.
            load: Prepared::new(&load(need)).ok(),
            dearest_egress: Decimal::try_from(dearest_egress_usd_per_gb).unwrap_or_default(),
        }
    }

    /// The load as the cost model has it.
    #[must_use]
    pub fn load(&self) -> Option<&Prepared> {
        self.load.as_ref()
    }

    /// What an offer costs.
    ///
    /// # Errors
    /// [`Gap`] says which price is missing.
    pub fn spend(&self, offer: &'a Offer) -> Result<Spend<'a>, Gap> {
        let load = self.load.as_ref().ok_or(Gap::NoPrice)?;
        let base = self.base(offer)?;
        let burst = if self.need.usage.burst.0 == 0 {
            None
        } else {
            let spot = self.rate(Plan::Spot, offer);
            Some(spot.or_else(|_| self.rate(Plan::OnDemand, offer))?)
        };
        let fact = in_force(self.catalogue.facts(Subject::Vendor(&offer.vendor), EGRESS));
        let per_tb = |gb: Decimal| gb * Decimal::ONE_THOUSAND;
        let known = fact.and_then(price_of_gb);
        let needs_egress = self.need.usage.egress_tb.0 > 0;
        let egress_open = needs_egress && known.is_none();
        let (least, most) = known.unwrap_or((Decimal::ZERO, self.dearest_egress));
        let terms = |egress: Decimal| terms(&base, burst.as_ref(), per_tb(egress));
        let (low, high) = (terms(least), terms(most));
        let total = |terms: &Terms| load.total(terms).ok().flatten().ok_or(Gap::NoPrice);
        let rest = |terms: &Terms| total(&without_compute(terms));
        // Where both ends are one there is nothing to reckon twice.
        let is_one = least == most || !needs_egress;
        let high_of =
            |of: &dyn Fn(&Terms) -> Result<Amount, Gap>, low: Amount| if is_one { Ok(low) } else { of(&high) };
        let (total_low, rest_low) = (total(&low)?, rest(&low)?);
        let mut spend = Spend {
            plan: base.plan,
            burst_plan: burst.as_ref().map(|rate| rate.plan),
            instances: offer.count.instances_for(self.need.gpus),
            total: (total_low, high_of(&total, total_low)?),
            rest: (rest_low, high_of(&rest, rest_low)?),
            useful_gpu_hours: load.useful_gpu_hours(self.need.usage.util.decimal()),
            terms: (low.clone(), high.clone()),
            basis: base.basis,
            grade: Grade::A,
            egress_open,
        };
        spend.basis.extend(burst.into_iter().flat_map(|rate| rate.basis));
        spend
            .basis
            .extend(fact.filter(|_| needs_egress && known.is_some()).map(Basis::Fact));
        let grades = spend.basis.iter().filter_map(|basis| basis.evidence()?.grade);
        spend.grade = grades.max().unwrap_or(Grade::E);
        Ok(spend)
    }

    fn base(&self, offer: &'a Offer) -> Result<Rate<'a>, Gap> {
        base_rate(self.catalogue, offer, self.need, Currency::USD)
    }

    fn rate(&self, plan: Plan, offer: &'a Offer) -> Result<Rate<'a>, Gap> {
        rate(self.catalogue, offer, plan, (self.need.gpus, Currency::USD))
    }
}

/// The price of the base load of a need under the plan that it names, or the cheapest that fits into its months.
///
/// # Errors
/// [`Gap`] says which price is missing.
pub fn base_rate<'a>(catalogue: &'a Catalogue, offer: &Offer, need: Need, currency: Currency) -> Result<Rate<'a>, Gap> {
    let of = |plan| rate(catalogue, offer, plan, (need.gpus, currency));
    let months = need.usage.whole_months();
    match need.usage.term {
        Term::Plan(plan) => of(plan),
        Term::Best => {
            let fitting = [Plan::Reserved1y, Plan::Reserved3y]
                .into_iter()
                .filter(|plan| term_months(*plan).is_some_and(|term| term <= months));
            let on_demand = of(Plan::OnDemand);
            let cheapest = fitting
                .filter_map(|plan| of(plan).ok())
                .chain(on_demand.as_ref().ok().cloned())
                .min_by_key(|rate| rate.hourly);
            cheapest.ok_or_else(|| on_demand.err().unwrap_or(Gap::NoPrice))
        }
    }
}

/// The least and the most that a GB out costs in USD; `None` where the fact does not say.
#[must_use]
pub fn price_of_gb(fact: &Fact) -> Option<(Decimal, Decimal)> {
    match fact.value {
        FactValue::Number(x) => Decimal::try_from(x).ok().map(|x| (x, x)),
        FactValue::Range(lo, hi) => Some((Decimal::try_from(lo).ok()?, Decimal::try_from(hi).ok()?)),
        FactValue::Flag(_) | FactValue::Text(_) | FactValue::Absent | FactValue::Unknown => None,
    }
}

/// A load in which the need is one group of instances.
#[must_use]
pub fn load(need: Need) -> Load {
    let Usage {
        hours,
        util,
        burst,
        egress_tb,
        hot_gb,
        warm_gb,
        cold_gb,
        ..
    } = need.usage;
    Load {
        horizon_months: need.usage.whole_months(),
        hours_per_month: Input::given(hours.decimal()),
        committed: Input::given(Decimal::ONE),
        burst_hours: Input::given(hours.decimal() * burst.decimal() / Decimal::ONE_HUNDRED),
        gpus_per_instance: Input::given(Decimal::from(need.gpus)),
        utilisation_percent: Input::given(util.decimal()),
        egress_tb: Input::given(egress_tb.decimal()),
        hot_gb: Input::given(hot_gb.decimal()),
        warm_gb: Input::given(warm_gb.decimal()),
        cold_gb: Input::given(cold_gb.decimal()),
        ..Load::default()
    }
}

fn terms(base: &Rate<'_>, burst: Option<&Rate<'_>>, egress_per_tb: Decimal) -> Terms {
    let money = |micros: Micros| Decimal::from_i128_with_scale(micros.0.into(), 6);
    let [hot, warm, cold] = STORAGE_USD.map(Input::default_of);
    Terms {
        hourly: Some(Input::offer(money(base.hourly))),
        term_months: term_months(base.plan),
        burst_hourly: burst.map(|rate| Input::offer(money(rate.hourly))),
        egress_per_tb: Some(Input::offer(egress_per_tb)),
        hot_per_gb: Some(hot),
        warm_per_gb: Some(warm),
        cold_per_gb: Some(cold),
        ..Terms::default()
    }
}

fn without_compute(terms: &Terms) -> Terms {
    Terms {
        hourly: Some(Input::NONE),
        burst_hourly: Some(Input::NONE),
        ..terms.clone()
    }
}

impl Spend<'_> {
    /// The cost alone.
    #[must_use]
    pub fn cost(&self) -> OfferCost {
        OfferCost {
            plan: self.plan,
            total: self.total,
            useful_gpu_hours: self.useful_gpu_hours,
        }
    }

    /// The least and the most that a useful accelerator hour costs in USD, in all and without compute; `None` where none is useful.
    #[must_use]
    pub fn per_useful_gpu_hour(&self) -> Option<Share> {
        let share = |amount: Amount| amount.decimal().checked_div(self.useful_gpu_hours)?.to_f64();
        Some(Share {
            total: (share(self.total.0)?, share(self.total.1)?),
            rest: (share(self.rest.0)?, share(self.rest.1)?),
        })
    }
}

/// What a useful accelerator hour costs, least and most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// In all.
    pub total: (f64, f64),
    /// Without compute.
    pub rest: (f64, f64),
}
