//! Must-have predicates on raw cells. A gate decides who may win; it never changes a score.

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::value::Raw;

/// A must-have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    /// Its name, unique among the gates.
    pub id: String,
    /// The criterion whose raw cell is tested.
    pub criterion: String,
    /// What the cell has to satisfy.
    #[serde(flatten)]
    pub test: GateTest,
    /// Whether failing it excludes.
    #[serde(default)]
    pub mode: GateMode,
}

/// A predicate on one raw value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", content = "value")]
pub enum GateTest {
    /// At least this number.
    #[serde(rename = ">=")]
    AtLeast(f64),
    /// At most this number.
    #[serde(rename = "<=")]
    AtMost(f64),
    /// Exactly this.
    #[serde(rename = "==")]
    Equals(Raw),
    /// One of these.
    #[serde(rename = "in")]
    OneOf(Vec<Raw>),
}

/// How an evaluation uses a gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GateMode {
    /// Failing it excludes.
    #[default]
    Must,
    /// Failing it is reported and excludes nobody.
    Want,
    /// Not asked.
    Off,
}

/// What a gate says about one cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// Satisfied whatever the truth is.
    Pass,
    /// Not satisfied.
    Fail,
    /// The data does not say.
    Unknown,
}

/// What all gates together say about one alternative, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Eligibility {
    /// Every gate passes.
    Eligible,
    /// No gate fails and one is unknown: ranked and flagged, not to be declared the winner.
    Conditional,
    /// A gate fails: scored, never ranked.
    Ineligible,
}

/// A gate that cannot be asked of a cell.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// `>=` or `<=` on something that is not a number.
    #[error("a number is needed to compare, the cell holds a {found}")]
    NotANumber {
        /// What the cell holds.
        found: &'static str,
    },
}

impl Gate {
    /// What the gate says about a cell: absent fails, unknown is unknown, a range passes or fails when both ends do.
    ///
    /// # Errors
    /// [`GateError`] when the cell's raw value cannot be compared.
    pub fn outcome(&self, cell: &Cell) -> Result<Outcome, GateError> {
        let passes = match cell {
            Cell::Unknown => return Ok(Outcome::Unknown),
            Cell::Absent => return Ok(Outcome::Fail),
            Cell::Known { x, .. } => [self.test.holds(x)?; 2],
            Cell::Range { lo, hi, .. } => [self.test.holds(lo)?, self.test.holds(hi)?],
        };
        Ok(match passes {
            [true, true] => Outcome::Pass,
            [false, false] => Outcome::Fail,
            [true, false] | [false, true] => Outcome::Unknown,
        })
    }
}

impl GateTest {
    fn holds(&self, x: &Raw) -> Result<bool, GateError> {
        let number = || match x {
            Raw::Number(number) => Ok(*number),
            Raw::Label(_) | Raw::Flag(_) => Err(GateError::NotANumber { found: x.kind() }),
        };
        Ok(match self {
            Self::AtLeast(limit) => number()? >= *limit,
            Self::AtMost(limit) => number()? <= *limit,
            Self::Equals(wanted) => x == wanted,
            Self::OneOf(wanted) => wanted.contains(x),
        })
    }
}

impl Eligibility {
    /// The verdict of the outcomes that count: those of [`GateMode::Must`] gates without a waiver.
    pub fn of(outcomes: impl IntoIterator<Item = Outcome>) -> Self {
        outcomes
            .into_iter()
            .map(|outcome| match outcome {
                Outcome::Pass => Self::Eligible,
                Outcome::Unknown => Self::Conditional,
                Outcome::Fail => Self::Ineligible,
            })
            .max()
            .unwrap_or(Self::Eligible)
    }

    /// Whether the alternative takes part in the ranking.
    #[must_use]
    pub const fn competes(self) -> bool {
        !matches!(self, Self::Ineligible)
    }
}
