//! How long how many accelerators were in use: the load-duration curve in whole accelerators.

use rust_decimal::Decimal;

use crate::domain::cost::{CostError, Rule};

/// The most accelerators of a history.
pub const MOST_GPUS: u32 = 2048;

/// Time at each number of accelerators in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Demand {
    unit_seconds: u32,
    exactly: Vec<u64>,
}

impl Demand {
    /// Time spent with exactly 0, 1, 2, … accelerators in use, in units of so many seconds.
    ///
    /// # Errors
    /// [`CostError`] for no time at all, a unit of nothing, or more than [`MOST_GPUS`].
    pub fn new(unit_seconds: u32, mut exactly: Vec<u64>) -> Result<Self, CostError> {
        Rule::Whole(1, u32::MAX).check("unit_seconds", Decimal::from(unit_seconds))?;
        while exactly.last() == Some(&0) {
            exactly.pop();
        }
        Rule::Whole(1, MOST_GPUS + 1).check("demand", Decimal::from(exactly.len()))?;
        for units in &exactly {
            Rule::Between(Decimal::ZERO, Decimal::from(u32::MAX)).check("demand", Decimal::from(*units))?;
        }
        Ok(Self { unit_seconds, exactly })
    }

    /// Accelerators in use in each of consecutive hours.
    ///
    /// # Errors
    /// [`CostError`] for no hours and for more than [`MOST_GPUS`] in one.
    pub fn hourly(hours: &[u32]) -> Result<Self, CostError> {
        let mut exactly = Vec::new();
        for demand in hours {
            Rule::Whole(0, MOST_GPUS).check("demand", Decimal::from(*demand))?;
            add(&mut exactly, u64::from(*demand), 1);
        }
        Self::new(3600, exactly)
    }

    /// From spans of some seconds each.
    pub(super) fn of_spans(spans: impl Iterator<Item = (u64, i64)>) -> Self {
        let mut seconds = Vec::new();
        let mut unit = 0;
        for (demand, span) in spans {
            let span = u64::try_from(span).unwrap_or_default();
            unit = greatest_common_divisor(span, unit);
            add(&mut seconds, demand, span);
        }
        let unit_seconds = u32::try_from(unit).unwrap_or(1).max(1);
        let in_units = |seconds: &u64| seconds / u64::from(unit_seconds);
        Self {
            unit_seconds,
            exactly: seconds.iter().map(in_units).collect(),
        }
    }

    /// Seconds of a unit of time.
    #[must_use]
    pub fn unit_seconds(&self) -> u32 {
        self.unit_seconds
    }

    /// Units of time with exactly 0, 1, 2, … in use.
    #[must_use]
    pub fn exactly(&self) -> &[u64] {
        &self.exactly
    }

    /// Units of time in all.
    #[must_use]
    pub fn units(&self) -> u64 {
        self.exactly.iter().sum()
    }

    /// Hours in all.
    #[must_use]
    pub fn hours(&self) -> Decimal {
        self.in_hours(u128::from(self.units()))
    }

    /// Units of time as hours, rounded where they do not end.
    #[must_use]
    pub(super) fn in_hours(&self, units: u128) -> Decimal {
        self.at(units, Decimal::ONE)
    }

    /// What units of time cost at the price of an hour: the division comes last, so that nothing is rounded before it.
    #[must_use]
    pub(super) fn at(&self, units: u128, hourly: Decimal) -> Decimal {
        let seconds = units.saturating_mul(u128::from(self.unit_seconds));
        let seconds = i128::try_from(seconds).unwrap_or(i128::MAX);
        let seconds = Decimal::try_from_i128_with_scale(seconds, 0).unwrap_or(Decimal::MAX);
        seconds.saturating_mul(hourly) / Decimal::from(3600)
    }

    /// The most that were in use.
    #[must_use]
    pub fn peak(&self) -> u32 {
        u32::try_from(self.exactly.len().saturating_sub(1)).unwrap_or(MOST_GPUS)
    }

    /// For the first, second, … accelerator the units of time in which it was in use: at least so many were. Never rises.
    #[must_use]
    pub fn used(&self) -> Vec<u64> {
        let mut used: Vec<u64> = self
            .exactly
            .iter()
            .skip(1)
            .rev()
            .scan(0, |sum, units| {
                *sum += units;
                Some(*sum)
            })
            .collect();
        used.reverse();
        used
    }
}

fn add(list: &mut Vec<u64>, at: u64, more: u64) {
    let Ok(at) = usize::try_from(at) else { return };
    if list.len() <= at {
        list.resize(at + 1, 0);
    }
    if let Some(place) = list.get_mut(at) {
        *place += more;
    }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
