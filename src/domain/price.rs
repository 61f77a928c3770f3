//! What a plan of an offer costs: prices of host and accelerators added, upfront payments spread over the term, as many instances as a
//! need takes, converted with a dated rate or not at all.

use super::catalogue::{Catalogue, Completeness, Offer, Plan, Price};
use super::measure::{Basis, Gap};
use super::money::{Currency, Micros};
use super::scoring::Grade;

/// Hours of a year of 365 days, over which an upfront payment is spread.
const YEAR_HOURS: i64 = 8_760;

/// The effective price of a plan for as many instances as a need takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate<'a> {
    /// The plan.
    pub plan: Plan,
    /// An hour of all instances, in the currency asked for.
    pub hourly: Micros,
    /// The prices, and the exchange rates that they were converted with.
    pub basis: Vec<Basis<'a>>,
}

impl Rate<'_> {
    /// What an hour of one needed accelerator costs.
    #[must_use]
    pub fn per_gpu(&self, gpus: u32) -> f64 {
        self.hourly.units() / f64::from(gpus)
    }

    /// The worst grade of what it stands on.
    #[must_use]
    pub fn grade(&self) -> Grade {
        let grades = self.basis.iter().filter_map(|basis| basis.evidence()?.grade);
        grades.max().unwrap_or(Grade::E)
    }
}

/// The effective price of a plan for so many accelerators in a currency.
///
/// # Errors
/// [`Gap`] where there is no whole price, or no rate into the currency.
pub fn rate<'a>(
    catalogue: &'a Catalogue,
    offer: &Offer,
    plan: Plan,
    (gpus, currency): (u32, Currency),
) -> Result<Rate<'a>, Gap> {
    of_instances(catalogue, offer, plan, (offer.count.instances_for(gpus), currency))
}

/// The effective price of a plan for one whole instance in a currency, however many accelerators it has.
///
/// # Errors
/// [`Gap`], as for [`rate`].
pub fn instance_rate<'a>(
    catalogue: &'a Catalogue,
    offer: &Offer,
    plan: Plan,
    currency: Currency,
) -> Result<Rate<'a>, Gap> {
    of_instances(catalogue, offer, plan, (1, currency))
}

fn of_instances<'a>(
    catalogue: &'a Catalogue,
    offer: &Offer,
    plan: Plan,
    (instances, currency): (u32, Currency),
) -> Result<Rate<'a>, Gap> {
    let prices = all_in_prices(catalogue.prices(&offer.id), plan)?;
    let (first, _) = prices.first().ok_or(Gap::NoPrice)?;
    let gap = || Gap::NoRate(first.currency);
    let conversion = catalogue.rates().conversion(first.currency, currency).ok_or_else(gap)?;
    let one: i64 = prices.iter().map(|(_, effective)| effective.0).sum();
    let all = one.checked_mul(instances.into());
    let hourly = all.and_then(|all| conversion.apply(Micros(all))).ok_or_else(gap)?;
    let basis = prices.iter().map(|(price, _)| Basis::Price(price));
    Ok(Rate {
        plan,
        hourly,
        basis: basis.chain(conversion.rates.into_iter().map(Basis::Rate)).collect(),
    })
}

/// The whole price of a plan: one all-in price, or host and accelerators added, each with its effective hourly amount.
///
/// # Errors
/// [`Gap::NoPrice`], [`Gap::OnlyUnsourced`], or [`Gap::IncompletePrice`] where only a part is known.
pub fn all_in_prices(prices: &[Price], plan: Plan) -> Result<Vec<(&Price, Micros)>, Gap> {
    let sourced = |p: &&Price| p.evidence.grade.is_some_and(|g| g != Grade::E);
    let of = |completeness| {
        prices
            .iter()
            .filter(sourced)
            .find(|p| p.plan == plan && p.completeness == completeness)
    };
    let effective = |p| (p, effective_hourly(p));
    if let Some(price) = of(Completeness::AllIn) {
        return Ok(vec![effective(price)]);
    }
    match (of(Completeness::HostOnly), of(Completeness::AcceleratorOnly)) {
        (Some(host), Some(accelerators)) if host.currency == accelerators.currency => {
            Ok(vec![effective(host), effective(accelerators)])
        }
        (None, None) if prices.iter().any(|p| p.plan == plan && !sourced(&p)) => Err(Gap::OnlyUnsourced),
        (None, None) => Err(Gap::NoPrice),
        _ => Err(Gap::IncompletePrice),
    }
}

/// Hourly price with the upfront payment spread over the term, rounded half up to the micro-unit.
#[must_use]
pub fn effective_hourly(price: &Price) -> Micros {
    let term_hours = match price.plan {
        Plan::Reserved1y => YEAR_HOURS,
        Plan::Reserved3y => 3 * YEAR_HOURS,
        Plan::OnDemand | Plan::Spot => return price.hourly,
    };
    let upfront = price.upfront.map_or(0, |u| u.0);
    Micros(price.hourly.0 + (upfront + term_hours / 2) / term_hours)
}
