//! Every month and component of an offer, and what follows from them.

use rust_decimal::Decimal;

use super::component::{COMPONENTS, Component};
use super::explain;
use super::load::Prepared;
use super::rates::Rates;
use super::shown::Shown;
use super::{LEVELS, Terms};
use crate::domain::cost::amount::{Amount, Price};
use crate::domain::cost::formula::{Assumption, Formula};

/// One month: an amount for each of [`COMPONENTS`], in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Month {
    /// The amounts; `None` while a price is unknown.
    pub parts: Vec<Option<Amount>>,
}

impl Month {
    /// The month as a whole; `None` while a part is unknown.
    #[must_use]
    pub fn total(&self) -> Option<Amount> {
        self.parts.iter().copied().sum()
    }
}

/// A cost at one utilisation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UtilisationLevel {
    /// The utilisation in percent.
    pub percent: Decimal,
    /// Accelerator hours of work done.
    pub useful_gpu_hours: Decimal,
    /// What one of them costs; `None` where nothing useful is done or the total is unknown.
    pub per_useful_gpu_hour: Option<Decimal>,
}

/// The life-cycle cost of an offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The months of the horizon.
    pub months: Vec<Month>,
    /// The total; `None` while a price is unknown.
    pub total: Option<Amount>,
    /// The plan's hour with what is paid upfront spread over the term: label it effective.
    pub effective_hourly: Option<Decimal>,
    /// At the utilisation of the load.
    pub own: UtilisationLevel,
    /// At each of [`LEVELS`]. Committed hours are paid whether used or not, so the total is the same and a useful hour is not.
    pub levels: Vec<UtilisationLevel>,
    /// The total with the numbers put in.
    pub formula: Formula,
    /// Every input with where it came from.
    pub assumptions: Vec<Assumption>,
}

impl Table {
    pub(super) fn new(load: &Prepared, rates: &Rates, terms: &Terms) -> Self {
        let months: Vec<Month> = (0..).zip(&load.months).map(|(at, _)| month(load, rates, at)).collect();
        let total: Option<Amount> = months.iter().map(Month::total).sum();
        let level = |percent| level(load, total, percent);
        Self {
            total,
            effective_hourly: rates.plan_in(0).map(Price::decimal),
            own: level(load.load.utilisation_percent.value),
            levels: LEVELS.into_iter().map(level).collect(),
            formula: explain::formula(load, rates, &months),
            assumptions: explain::assumptions(&load.load, terms),
            months,
        }
    }

    /// What a component costs over the horizon; `None` while its price is unknown.
    #[must_use]
    pub fn component(&self, component: Component) -> Option<Amount> {
        let at = COMPONENTS.iter().position(|c| *c == component)?;
        self.months
            .iter()
            .map(|month| month.parts.get(at).copied().flatten())
            .sum()
    }

    /// What has been paid by the end of each month; `None` while a price is unknown.
    #[must_use]
    pub fn cumulative(&self) -> Option<Vec<Amount>> {
        let mut paid = Amount::ZERO;
        let by_then = |month: &Month| {
            paid = paid + month.total()?;
            Some(paid)
        };
        self.months.iter().map(by_then).collect()
    }

    /// The mean of a month.
    #[must_use]
    pub fn per_month(&self) -> Option<Decimal> {
        self.total?.decimal().checked_div(Decimal::from(self.months.len()))
    }

    /// The amounts as they are shown, in a currency with so many decimals: all parts add up to the shown total.
    #[must_use]
    pub fn shown(&self, decimals: u32) -> Shown {
        Shown::new(self, decimals)
    }
}

fn month(load: &Prepared, rates: &Rates, at: usize) -> Month {
    let volumes = load.months.get(at).copied().unwrap_or_default();
    let spend = rates.spend(rates.plan_in(at), &volumes);
    let [hot, warm, cold] = spend.stored;
    let part = |component| match component {
        Component::ComputeBase => spend.base,
        Component::ComputeBurst => spend.burst,
        Component::VirtualisationLoss => spend.loss,
        Component::DataTransfer => spend.egress,
        Component::StorageHot => hot,
        Component::StorageWarm => warm,
        Component::StorageCold => cold,
        Component::Support => rates.support(spend.total()),
        Component::OpsLabour => Some(load.ops_each_month),
        Component::Migration => Some(if at == 0 { load.migration } else { Amount::ZERO }),
    };
    Month {
        parts: COMPONENTS.into_iter().map(part).collect(),
    }
}

fn level(load: &Prepared, total: Option<Amount>, percent: Decimal) -> UtilisationLevel {
    let useful = load.useful_gpu_hours(percent);
    UtilisationLevel {
        percent,
        useful_gpu_hours: useful,
        per_useful_gpu_hour: total.and_then(|total| total.decimal().checked_div(useful)),
    }
}
