//! What a load really looked like (S1-5, S1-21): samples of utilisation, and everything that follows from them.
//!
//! A [`History`] lives only while a file is read. Its [`Summary`] is small enough for a link and still holds what the
//! [cheapest commitment](commitment) needs exactly; [`replay`] needs the samples themselves.

pub mod commitment;
mod demand;
pub mod replay;
mod summary;
#[cfg(test)]
mod tests;

pub use demand::{Demand, MOST_GPUS};
pub use summary::{CURVE_POINTS, Heat, Summary};

use super::{CostError, Rule};
use rust_decimal::Decimal;

/// Utilisation of everything there is, in millionths.
pub const FULL: u32 = 1_000_000;

/// A gap is a pause longer than so many usual steps.
const GAP: i64 = 2;

/// The longest usual step: a reading a day.
const LONGEST_STEP: i64 = 86_400;

/// The longest history, twenty years: what follows from it takes time in proportion.
const LONGEST: i64 = 20 * 366 * 86_400;

/// One reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Seconds since 1970 in universal time; of the wall clock where the offset is not known.
    pub second: i64,
    /// Minutes that the wall clock is ahead of universal time; 0 where it is not known.
    pub offset_minutes: i16,
    /// Accelerators that were there; 0 where nobody counted.
    pub gpus: u16,
    /// Utilisation in millionths, up to [`FULL`].
    pub ppm: u32,
}

/// Samples in the order of time, each for the time until the next one.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    samples: Vec<Sample>,
    step: i64,
    fleet: u16,
}

/// A time during which one reading holds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) sample: Sample,
    pub(super) seconds: i64,
    /// Accelerators that were there.
    pub(super) gpus: u16,
}

impl Span {
    /// Work in millionths of an accelerator.
    pub(super) fn work(&self) -> u64 {
        u64::from(self.sample.ppm) * u64::from(self.gpus)
    }

    /// Whole accelerators that the work takes.
    pub(super) fn demand(&self) -> u64 {
        self.work().div_ceil(u64::from(FULL))
    }
}

impl History {
    /// Samples by ascending time, no time twice, at least two. `fleet` is how many accelerators there are where a sample does not say.
    ///
    /// # Errors
    /// [`CostError`] for too few samples, for times out of order, and for a utilisation or fleet beyond what it can be.
    pub fn new(samples: Vec<Sample>, fleet: u16) -> Result<Self, CostError> {
        let gpus = Rule::Whole(1, MOST_GPUS);
        gpus.check("gpus", Decimal::from(fleet))?;
        let mut pauses = Vec::with_capacity(samples.len());
        for pair in samples.windows(2) {
            let [before, after] = pair else { continue };
            let pause = after.second.saturating_sub(before.second);
            Rule::Between(Decimal::ONE, Decimal::from(i64::MAX)).check("time", Decimal::from(pause))?;
            pauses.push(pause);
        }
        for sample in &samples {
            Rule::Between(Decimal::ZERO, Decimal::from(FULL)).check("utilisation", Decimal::from(sample.ppm))?;
            Rule::Whole(0, MOST_GPUS).check("gpus", Decimal::from(sample.gpus))?;
        }
        if pauses.is_empty() {
            return Err(CostError::Impossible {
                field: "samples",
                value: Decimal::from(samples.len()),
                rule: Rule::Whole(2, u32::MAX),
            });
        }
        let middle = (pauses.len() - 1) / 2;
        let (_, step, _) = pauses.select_nth_unstable(middle);
        let step = *step;
        let up_to = |most| Rule::Between(Decimal::ONE, Decimal::from(most));
        up_to(LONGEST_STEP).check("step_seconds", Decimal::from(step))?;
        let ends = samples.first().zip(samples.last());
        let length = ends.map_or(0, |(first, last)| last.second.saturating_sub(first.second));
        up_to(LONGEST).check("history_seconds", Decimal::from(length))?;
        Ok(Self { samples, step, fleet })
    }

    /// The samples.
    #[must_use]
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Seconds between two samples, usually: the median.
    #[must_use]
    pub fn step_seconds(&self) -> i64 {
        self.step
    }

    /// How long a pause has to be to count as a gap, in seconds.
    #[must_use]
    pub fn is_gap(&self, seconds: i64) -> bool {
        seconds > self.step.saturating_mul(GAP)
    }

    /// Each sample with the time it stands for: until the next one, or one usual step before a gap and at the end.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        let next = self.samples.iter().skip(1).map(Some).chain([None]);
        self.samples.iter().zip(next).map(|(sample, next)| {
            let pause = next.map(|next| next.second - sample.second);
            Span {
                sample: *sample,
                seconds: pause.filter(|pause| !self.is_gap(*pause)).unwrap_or(self.step),
                gpus: if sample.gpus == 0 { self.fleet } else { sample.gpus },
            }
        })
    }

    /// What a link keeps of it.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(self)
    }

    /// Time spent at each whole number of accelerators in use.
    #[must_use]
    pub fn demand(&self) -> Demand {
        Demand::of_spans(self.spans().map(|span| (span.demand(), span.seconds)))
    }
}
