//! How much a source is believed: five grades, each widening an interval by a half-width and never moving a score.

use serde::{Deserialize, Serialize};

/// The grade of a source, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Grade {
    /// Our own measurement. Also what a cell without a grade means.
    #[default]
    A,
    /// An audited, independent benchmark.
    B,
    /// The vendor's contract or documentation.
    C,
    /// A secondary source.
    D,
    /// A claim without a source.
    E,
}

impl Grade {
    /// All grades, best first.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// The default half-width in points of value: 0, 2.5, 5, 10, 20.
    #[must_use]
    pub const fn half_width(self) -> f64 {
        match self {
            Self::A => 0.0,
            Self::B => 2.5,
            Self::C => 5.0,
            Self::D => 10.0,
            Self::E => 20.0,
        }
    }
}

/// The half-width in force for each grade, in points of value (0..100), never narrower for a worse grade.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "[f64; 5]", into = "[f64; 5]")]
pub struct EvidenceWidths([f64; 5]);

/// Half-widths that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum WidthError {
    /// Not a number of 0..100.
    #[error("the half-width of grade {grade:?} is {width}, it must lie in 0..100")]
    OutOfScale {
        /// The grade.
        grade: Grade,
        /// Its half-width.
        width: f64,
    },
    /// A worse grade would narrow the interval.
    #[error("the half-width of grade {grade:?} is {width}, narrower than that of the better grade before it")]
    Narrower {
        /// The worse grade.
        grade: Grade,
        /// Its half-width.
        width: f64,
    },
}

impl EvidenceWidths {
    /// Widths for the grades A to E.
    ///
    /// # Errors
    /// [`WidthError`] when a width is not in 0..100 or a worse grade is narrower than a better one.
    pub fn new(widths: [f64; 5]) -> Result<Self, WidthError> {
        let mut widest = 0.0;
        for (grade, width) in Grade::ALL.into_iter().zip(widths) {
            if !(0.0..=100.0).contains(&width) {
                return Err(WidthError::OutOfScale { grade, width });
            }
            if width < widest {
                return Err(WidthError::Narrower { grade, width });
            }
            widest = width;
        }
        Ok(Self(widths))
    }

    /// The half-width of a grade in points of value.
    #[must_use]
    pub const fn of(&self, grade: Grade) -> f64 {
        let [measured, benchmark, vendor, secondary, unsourced] = self.0;
        match grade {
            Grade::A => measured,
            Grade::B => benchmark,
            Grade::C => vendor,
            Grade::D => secondary,
            Grade::E => unsourced,
        }
    }
}

impl Default for EvidenceWidths {
    fn default() -> Self {
        Self(Grade::ALL.map(Grade::half_width))
    }
}

impl TryFrom<[f64; 5]> for EvidenceWidths {
    type Error = WidthError;

    fn try_from(widths: [f64; 5]) -> Result<Self, WidthError> {
        Self::new(widths)
    }
}

impl From<EvidenceWidths> for [f64; 5] {
    fn from(widths: EvidenceWidths) -> Self {
        widths.0
    }
}
