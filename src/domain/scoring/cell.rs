//! A cell of the vendor matrix as it was observed, and the interval of values it stands for.

use serde::{Deserialize, Serialize};

use super::evidence::{EvidenceWidths, Grade};
use super::value::{Raw, ValueError, ValueFunction};

/// What is known about one alternative on one criterion.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Cell {
    /// One raw value.
    Known {
        /// The value in the criterion's unit.
        x: Raw,
        /// How well it is supported.
        #[serde(default)]
        evidence: Grade,
    },
    /// Two raw values between which the truth lies.
    Range {
        /// The lower raw value.
        lo: Raw,
        /// The higher raw value, at least `lo`.
        hi: Raw,
        /// How well the range is supported.
        #[serde(default)]
        evidence: Grade,
    },
    /// Nobody knows: any value is possible.
    #[default]
    Unknown,
    /// The feature does not exist: a fact, with the value function's `absent` value.
    Absent,
}

/// The interval of values (0..100) a cell stands for.
///
/// `0 <= evidence_low <= data_low <= data_high <= evidence_high <= 100`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Span {
    /// The value that is certain: what the headline score counts.
    pub data_low: f64,
    /// The highest value the data allows.
    pub data_high: f64,
    /// `data_low` less the half-width of the evidence.
    pub evidence_low: f64,
    /// `data_high` plus the half-width of the evidence.
    pub evidence_high: f64,
    /// Nothing is known: the interval is the whole scale.
    pub unknown: bool,
    /// A raw value lay beyond an anchor.
    pub clipped: bool,
}

impl Span {
    /// The whole scale.
    pub const UNKNOWN: Self = Self {
        data_low: 0.0,
        data_high: 100.0,
        evidence_low: 0.0,
        evidence_high: 100.0,
        unknown: true,
        clipped: false,
    };

    /// A value that is certain.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self {
            data_low: value,
            data_high: value,
            evidence_low: value,
            evidence_high: value,
            unknown: false,
            clipped: false,
        }
    }

    /// The interval of `cell` on the scale of `function`, widened by its evidence.
    ///
    /// # Errors
    /// [`ValueError`] when the raw value does not fit the function or a range is reversed.
    pub fn of(function: &ValueFunction, cell: &Cell, widths: &EvidenceWidths) -> Result<Self, ValueError> {
        let (low, high, clipped, grade) = match cell {
            Cell::Unknown => return Ok(Self::UNKNOWN),
            Cell::Absent => return Ok(Self::exact(function.absent())),
            Cell::Known { x, evidence } => {
                let valued = function.value(x)?;
                (valued.value, valued.value, valued.clipped, *evidence)
            }
            Cell::Range { lo, hi, evidence } => {
                let bounds = function.bounds(lo, hi)?;
                (bounds.low, bounds.high, bounds.clipped, *evidence)
            }
        };
        let half = widths.of(grade);
        Ok(Self {
            data_low: low,
            data_high: high,
            evidence_low: (low - half).max(0.0),
            evidence_high: (high + half).min(100.0),
            unknown: false,
            clipped,
        })
    }

    /// The middle of the data interval: the view in which an unknown counts half.
    #[must_use]
    pub const fn neutral(&self) -> f64 {
        middle(self.data_low, self.data_high)
    }
}

/// The middle of two values. The standard library's guards against an overflow that 0..100 cannot have, and costs a matrix
/// half its speed.
pub(super) const fn middle(low: f64, high: f64) -> f64 {
    0.5 * (low + high)
}
