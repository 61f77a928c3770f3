//! A load prepared for many offers: the volumes of each month and their sums, so that an offer costs a few multiplications.

use rust_decimal::Decimal;

use super::rates::Rates;
use super::table::Table;
use super::{Load, Terms, horizon};
use crate::domain::cost::amount::{Amount, Quantity};
use crate::domain::cost::{CostError, Rule};

/// The largest volume over a whole horizon. With the largest price of [`Rates`] it keeps every sum inside what is reckoned.
const MOST: Decimal = Decimal::from_parts(1_000_000_000, 0, 0, false, 0);

/// What a month, or several, takes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Volumes {
    /// Committed hours.
    pub(super) base: Quantity,
    /// Hours above.
    pub(super) burst: Quantity,
    /// Committed hours lost to virtualisation.
    pub(super) base_loss: Quantity,
    /// Burst hours lost to virtualisation.
    pub(super) burst_loss: Quantity,
    /// Terabytes out.
    pub(super) egress: Quantity,
    /// GB-months hot, warm and cold, with redundancy and safety.
    pub(super) stored: [Quantity; 3],
}

impl Volumes {
    pub(super) fn plus(self, other: Self) -> Self {
        let [hot, warm, cold] = self.stored;
        let [more_hot, more_warm, more_cold] = other.stored;
        Self {
            base: self.base + other.base,
            burst: self.burst + other.burst,
            base_loss: self.base_loss + other.base_loss,
            burst_loss: self.burst_loss + other.burst_loss,
            egress: self.egress + other.egress,
            stored: [hot + more_hot, warm + more_warm, cold + more_cold],
        }
    }
}

/// A [`Load`] whose inputs were checked and whose months were laid out.
#[derive(Debug, Clone)]
pub struct Prepared {
    pub(super) load: Load,
    pub(super) months: Vec<Volumes>,
    pub(super) all: Volumes,
    /// Committed hours, and those lost, before each month and after the last.
    pub(super) base_before: Vec<[Quantity; 2]>,
    pub(super) ops_each_month: Amount,
    pub(super) migration: Amount,
    /// Whether every month is like the first.
    pub(super) level: bool,
}

impl Prepared {
    /// Checks a load and lays out its months.
    ///
    /// # Errors
    /// [`CostError`] names an input outside of what it can be, or too large to reckon.
    pub fn new(load: &Load) -> Result<Self, CostError> {
        let count = horizon(load.horizon_months)?;
        let volume = Rule::Between(Decimal::ZERO, MOST);
        let hours = Rule::Between(Decimal::ZERO, Decimal::from(744)).of("hours_per_month", load.hours_per_month)?;
        let committed = volume.of("committed", load.committed)?;
        let burst = volume.of("burst_hours", load.burst_hours)?;
        let loss = Rule::LOSS.of("virtualisation_loss", load.virtualisation_loss)?;
        let growth = Decimal::ONE + Rule::CHANGE.of("growth_per_month", load.growth_per_month)?;
        let egress = volume.of("egress_tb", load.egress_tb)?;
        let copies = Rule::FACTOR.of("redundancy", load.redundancy)?
            * (Decimal::ONE + Rule::FACTOR.of("safety", load.safety)?);
        let stored = [
            volume.of("hot_gb", load.hot_gb)? * copies,
            volume.of("warm_gb", load.warm_gb)? * copies,
            volume.of("cold_gb", load.cold_gb)? * copies,
        ];
        Rule::AboveUpTo(Decimal::ZERO, Decimal::ONE_THOUSAND).of("gpus_per_instance", load.gpus_per_instance)?;
        Rule::PERCENT.of("utilisation_percent", load.utilisation_percent)?;
        let labour = Rule::MONEY.of("ops_labour", load.ops_labour)?
            * (Decimal::ONE - Rule::SHARE.of("rpa_rate", load.rpa_rate)?);
        let migration = Rule::MONEY.of("migration", load.migration)?;

        let base = committed * hours;
        // What is lost is made up by more hours: h / (1 - loss) in all.
        let more = loss / (Decimal::ONE - loss);
        let lost = |hours: Decimal| {
            hours.checked_mul(more).ok_or(CostError::TooLarge {
                field: "virtualisation_loss",
            })
        };
        let first = [
            ("committed", base),
            ("burst_hours", burst),
            ("virtualisation_loss", lost(base)?),
            ("virtualisation_loss", lost(burst)?),
            ("egress_tb", egress),
            ("hot_gb", stored[0]),
            ("warm_gb", stored[1]),
            ("cold_gb", stored[2]),
        ];
        let mut months: Vec<Volumes> = Vec::new();
        let (mut sums, mut factor) = ([Decimal::ZERO; 8], Decimal::ONE);
        for _ in 0..count {
            let mut now = [Quantity::default(); 8];
            for ((place, sum), (field, volume)) in now.iter_mut().zip(&mut sums).zip(first) {
                let too_large = || CostError::TooLarge { field };
                let volume = volume.checked_mul(factor).ok_or_else(too_large)?;
                *sum = sum
                    .checked_add(volume)
                    .filter(|sum| *sum <= MOST)
                    .ok_or_else(too_large)?;
                *place = Quantity::new(volume).ok_or_else(too_large)?;
            }
            let [base, burst, base_loss, burst_loss, egress, stored @ ..] = now;
            months.push(Volumes {
                base,
                burst,
                base_loss,
                burst_loss,
                egress,
                stored,
            });
            // A factor this large belongs to volumes of nothing; any other volume was refused above.
            factor = factor.checked_mul(growth).unwrap_or(factor);
        }
        let all = months.iter().copied().fold(Volumes::default(), Volumes::plus);
        let mut base_before = vec![[Quantity::default(); 2]];
        let mut before = [Quantity::default(); 2];
        for month in &months {
            before = [before[0] + month.base, before[1] + month.base_loss];
            base_before.push(before);
        }
        let amount = |field, value| Amount::new(value).ok_or(CostError::TooLarge { field });
        Ok(Self {
            load: load.clone(),
            all,
            base_before,
            ops_each_month: amount("ops_labour", labour)?,
            migration: amount("migration", migration)?,
            level: growth == Decimal::ONE,
            months,
        })
    }

    /// The load as it was given.
    #[must_use]
    pub fn load(&self) -> &Load {
        &self.load
    }

    /// The total of an offer over the horizon; `None` while a price that the load needs is unknown.
    ///
    /// # Errors
    /// [`CostError`] names a price outside of what it can be.
    pub fn total(&self, terms: &Terms) -> Result<Option<Amount>, CostError> {
        Ok(Rates::new(terms, self.load.horizon_months)?.total(self))
    }

    /// Every month and component of an offer, and what follows from them.
    ///
    /// # Errors
    /// [`CostError`] names a price outside of what it can be.
    pub fn table(&self, terms: &Terms) -> Result<Table, CostError> {
        let rates = Rates::new(terms, self.load.horizon_months)?;
        Ok(Table::new(self, &rates, terms))
    }

    /// Accelerator hours of work done over the horizon at a utilisation in percent: committed hours in proportion, burst hours in full.
    #[must_use]
    pub fn useful_gpu_hours(&self, utilisation_percent: Decimal) -> Decimal {
        let base = self.all.base.decimal() * utilisation_percent / Decimal::ONE_HUNDRED;
        (base + self.all.burst.decimal()) * self.load.gpus_per_instance.value
    }
}
