//! An offer's prices in the life-cycle model of [`cost`](crate::domain::cost), in any currency that its prices can be converted into.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::words::Words;
use crate::domain::catalogue::in_force;
use crate::domain::catalogue::{Catalogue, Offer, Plan, Subject};
use crate::domain::cost::lifecycle::{COMPONENTS, Component, Load, Prepared, STORAGE_USD, Table, Terms};
use crate::domain::cost::{CostError, Input};
use crate::domain::measure::{Basis, Gap};
use crate::domain::money::{Currency, Micros};
use crate::domain::price::{Rate, rate};
use crate::domain::rates::Conversion;
use crate::domain::scorecard::Need;
use crate::domain::spend::{EGRESS, base_rate, load, price_of_gb};
use crate::domain::usage::term_months;

/// What a comparison is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// The release.
    pub catalogue: &'a Catalogue,
    /// What is needed.
    pub need: Need,
    /// Words of the need that a link says; the others are defaults.
    pub given: &'a BTreeSet<String>,
    /// What the link says beside the brief.
    pub words: &'a Words,
    /// The currency of every amount.
    pub currency: Currency,
    /// The dearest egress believed possible, in USD per GB.
    pub dearest_egress: f64,
}

/// Puts offers into the model, for one comparison.
#[derive(Debug)]
pub struct Quoter<'a> {
    asking: Asking<'a>,
    load: Prepared,
    from_usd: Option<Conversion<'a>>,
}

/// Why an offer has no total.
#[derive(Debug, Clone, PartialEq)]
pub enum Reason {
    /// A price is missing.
    Gap(Gap),
    /// A price that stands in US dollars has no rate into the currency of the page.
    NoRateFromUsd,
    /// A sum beyond what is reckoned.
    Cost(CostError),
}

/// What remains to be paid of a reservation after the horizon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct After {
    /// Months of the term that lie behind the horizon.
    pub months: u32,
    /// What they cost, at the size of the last month.
    pub owed: Decimal,
}

/// An offer with its cost.
#[derive(Debug, Clone)]
pub struct Quote<'a> {
    /// The offer.
    pub offer: &'a Offer,
    /// The plan of the base load.
    pub plan: Plan,
    /// The plan of the hours above it; `None` where there are none.
    pub burst_plan: Option<Plan>,
    /// How many instances serve the need.
    pub instances: u32,
    /// The price of an instance hour was quoted to the buyer.
    pub quoted: bool,
    /// At the least.
    pub low: Table,
    /// At the most: the same, unless the egress price is open.
    pub high: Table,
    /// The records it stands on.
    pub basis: Vec<Basis<'a>>,
    /// No egress price is known.
    pub egress_open: bool,
    /// What a reservation costs after the horizon.
    pub after: Option<After>,
}

/// Prices of the plan, exact, in the currency of the page.
struct Base<'a> {
    plan: Plan,
    hourly: Input,
    upfront: Input,
    basis: Vec<Basis<'a>>,
}

impl<'a> Quoter<'a> {
    /// Prepares the load of a comparison.
    ///
    /// # Errors
    /// [`CostError`] where words together are beyond what is reckoned.
    pub fn new(asking: Asking<'a>) -> Result<Self, CostError> {
        Ok(Self {
            load: Prepared::new(&the_load(&asking))?,
            from_usd: asking.catalogue.rates().conversion(Currency::USD, asking.currency),
            asking,
        })
    }

    /// The load as the model has it.
    #[must_use]
    pub fn load(&self) -> &Prepared {
        &self.load
    }

    /// An amount in dollars in the currency of the page; `None` without a rate.
    #[must_use]
    pub fn from_usd(&self, dollars: Decimal) -> Option<Decimal> {
        self.from_usd.as_ref()?.price(dollars)
    }

    /// What an offer costs.
    ///
    /// # Errors
    /// [`Reason`] says why it has no total.
    pub fn quote(&self, offer: &'a Offer) -> Result<Quote<'a>, Reason> {
        let Asking { catalogue, need, .. } = self.asking;
        let instances = offer.count.instances_for(need.gpus);
        let quoted = self.asking.words.prices.get(&offer.id);
        let base = self.base(offer, instances)?;
        let burst = self.burst(offer, instances, quoted.copied())?;
        let fact = in_force(catalogue.facts(Subject::Vendor(&offer.vendor), EGRESS));
        let known = fact.and_then(|fact| Some((fact, price_of_gb(fact)?)));
        let takes_egress = need.usage.egress_tb.0 > 0;
        let given = self.asking.words.given("egress_price");
        let [low, high] = self.egress(known.map(|(_, price)| price), given);
        let terms = |egress| self.terms(&base, burst.as_ref().map(|(_, price, _)| *price), egress);
        let table = |terms: &Terms| self.load.table(terms).map_err(Reason::Cost);
        let (low, high) = (table(&terms(low))?, table(&terms(high))?);
        if low.total.is_none() || high.total.is_none() {
            return Err(Reason::NoRateFromUsd);
        }
        let after = self.after(base.plan, &low);
        let mut basis = base.basis;
        basis.extend(burst.iter().flat_map(|(_, _, basis)| basis.clone()));
        basis.extend(known.filter(|_| takes_egress).map(|(fact, _)| Basis::Fact(fact)));
        basis.extend(
            self.from_usd
                .iter()
                .flat_map(|c| c.rates.iter().map(|rate| Basis::Rate(rate))),
        );
        Ok(Quote {
            offer,
            plan: base.plan,
            burst_plan: burst.map(|(plan, _, _)| plan),
            instances,
            quoted: quoted.is_some(),
            low,
            high,
            basis: once_each(basis),
            egress_open: takes_egress && known.is_none() && given.is_none(),
            after,
        })
    }

    /// The price of the plan: as it was quoted, or as the catalogue has it.
    fn base(&self, offer: &Offer, instances: u32) -> Result<Base<'a>, Reason> {
        let found = base_rate(self.asking.catalogue, offer, self.asking.need, self.asking.currency);
        if let Some(price) = self.asking.words.prices.get(&offer.id) {
            return Ok(Base {
                plan: found.map_or(Plan::OnDemand, |rate| rate.plan),
                hourly: Input::given(*price * Decimal::from(instances)),
                upfront: Input::NONE,
                basis: Vec::new(),
            });
        }
        let rate = found.map_err(Reason::Gap)?;
        let (hourly, upfront) = self.exact(&rate, instances).ok_or(Reason::Gap(Gap::NoPrice))?;
        Ok(Base {
            plan: rate.plan,
            hourly: Input::offer(hourly),
            upfront: Input::offer(upfront),
            basis: rate.basis,
        })
    }

    /// Plan, price and records of the hours above: spot where it is published, else on demand, else what was quoted.
    fn burst(
        &self,
        offer: &Offer,
        instances: u32,
        quoted: Option<Decimal>,
    ) -> Result<Option<(Plan, Input, Vec<Basis<'a>>)>, Reason> {
        if self.asking.need.usage.burst.0 == 0 {
            return Ok(None);
        }
        let of = |plan| {
            rate(
                self.asking.catalogue,
                offer,
                plan,
                (self.asking.need.gpus, self.asking.currency),
            )
        };
        match (of(Plan::Spot).or_else(|_| of(Plan::OnDemand)), quoted) {
            (Ok(rate), _) => {
                let (hourly, _) = self.exact(&rate, instances).ok_or(Reason::Gap(Gap::NoPrice))?;
                Ok(Some((rate.plan, Input::offer(hourly), rate.basis)))
            }
            (Err(_), Some(price)) => {
                let price = Input::given(price * Decimal::from(instances));
                Ok(Some((Plan::OnDemand, price, Vec::new())))
            }
            (Err(gap), None) => Err(Reason::Gap(gap)),
        }
    }

    /// Hourly and upfront price of all instances, unrounded.
    fn exact(&self, rate: &Rate<'_>, instances: u32) -> Option<(Decimal, Decimal)> {
        let (mut hourly, mut upfront) = (Decimal::ZERO, Decimal::ZERO);
        for basis in &rate.basis {
            let Basis::Price(price) = basis else { continue };
            let rates = self.asking.catalogue.rates();
            let conversion = rates.conversion(price.currency, self.asking.currency)?;
            let all = |micros: Micros| {
                let one = Decimal::from_i128_with_scale(micros.0.into(), 6);
                conversion.price(one.checked_mul(Decimal::from(instances))?)
            };
            hourly += all(price.hourly)?;
            upfront += all(price.upfront.unwrap_or(Micros(0)))?;
        }
        Some((hourly, upfront))
    }

    /// The least and the most that a TB out costs: as published, else as given, else between nothing and the dearest.
    fn egress(&self, known: Option<(Decimal, Decimal)>, given: Option<Decimal>) -> [Option<Input>; 2] {
        let per_tb = |gb: Decimal| gb * Decimal::ONE_THOUSAND;
        let converted = |gb: Decimal| self.from_usd(per_tb(gb));
        match (known, given) {
            (Some((low, high)), _) => [converted(low).map(Input::offer), converted(high).map(Input::offer)],
            (None, Some(gb)) => [Some(Input::given(per_tb(gb))); 2],
            (None, None) => {
                let dearest = Decimal::try_from(self.asking.dearest_egress).unwrap_or_default();
                [Some(Input::NONE), converted(dearest).map(Input::default_of)]
            }
        }
    }

    fn terms(&self, base: &Base<'_>, burst: Option<Input>, egress_per_tb: Option<Input>) -> Terms {
        let words = self.asking.words;
        let stored = |word: &str, dollars: Decimal| match words.given(word) {
            Some(price) => Some(Input::given(price)),
            None => self.from_usd(dollars).map(Input::default_of),
        };
        let [hot, warm, cold] = STORAGE_USD;
        let term = term_months(base.plan);
        Terms {
            hourly: Some(base.hourly),
            upfront: base.upfront,
            term_months: term,
            renewal_change: share(words, "renewal"),
            burst_hourly: burst,
            egress_per_tb,
            hot_per_gb: stored("hot_price", hot),
            warm_per_gb: stored("warm_price", warm),
            cold_per_gb: stored("cold_price", cold),
            support_minimum: input(words, "support_min"),
            support_rate: share(words, "support_pct"),
        }
    }

    /// A reservation that outlasts the horizon goes on at the size and price of its last month.
    fn after(&self, plan: Plan, table: &Table) -> Option<After> {
        let term = term_months(plan)?;
        let horizon = self.asking.need.usage.whole_months();
        let months = horizon.next_multiple_of(term) - horizon;
        let at = COMPONENTS.iter().position(|c| *c == Component::ComputeBase)?;
        let last = table.months.last()?.parts.get(at).copied().flatten()?;
        let kept = Decimal::ONE - self.load.load().virtualisation_loss.value;
        let owed = last.repeated(months).decimal().checked_div(kept)?;
        (months > 0).then_some(After { months, owed })
    }
}

fn the_load(asking: &Asking<'_>) -> Load {
    let words = asking.words;
    let said = |word: &str, input: Input| {
        if asking.given.contains(word) {
            input
        } else {
            Input::default_of(input.value)
        }
    };
    let load = load(asking.need);
    let util = if words.util_measured {
        Input::history(load.utilisation_percent.value)
    } else {
        said("util", load.utilisation_percent)
    };
    Load {
        hours_per_month: said("hours", load.hours_per_month),
        committed: Input::default_of(load.committed.value),
        burst_hours: said("burst", load.burst_hours),
        gpus_per_instance: said("gpus", load.gpus_per_instance),
        utilisation_percent: util,
        virtualisation_loss: match (words.given("loss"), words.virt) {
            (Some(loss), _) => Input::given(loss / Decimal::ONE_HUNDRED),
            (None, Some(kind)) => Input::default_of(kind.loss()),
            (None, None) => Input::NONE,
        },
        growth_per_month: share(words, "growth"),
        egress_tb: said("egress_tb", load.egress_tb),
        hot_gb: said("hot_gb", load.hot_gb),
        warm_gb: said("warm_gb", load.warm_gb),
        cold_gb: said("cold_gb", load.cold_gb),
        redundancy: input(words, "redundancy"),
        safety: share(words, "safety"),
        ops_labour: input(words, "ops"),
        rpa_rate: share(words, "rpa"),
        migration: input(words, "migration"),
        ..load
    }
}

/// A number as an input: given, or its default.
pub(super) fn input(words: &Words, word: &str) -> Input {
    match words.given(word) {
        Some(number) => Input::given(number),
        None => Input::default_of(words.number(word).unwrap_or_default()),
    }
}

/// A percentage as a share.
fn share(words: &Words, word: &str) -> Input {
    let percent = input(words, word);
    Input {
        value: percent.value / Decimal::ONE_HUNDRED,
        ..percent
    }
}

fn once_each(basis: Vec<Basis<'_>>) -> Vec<Basis<'_>> {
    let mut once: Vec<Basis<'_>> = Vec::new();
    for one in basis {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}
