//! Raw values, and the kinds of them a function takes.

use serde::{Deserialize, Serialize};

use super::ValueError;

/// A raw value as it stands in the source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Raw {
    /// Yes or no.
    Flag(bool),
    /// A figure in the criterion's unit.
    Number(f64),
    /// The name of a level.
    Label(String),
}

impl Raw {
    /// What kind of value this is, for messages.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Flag(_) => "yes or no",
            Self::Number(_) => "number",
            Self::Label(_) => "level",
        }
    }

    pub(super) fn number(&self) -> Result<f64, ValueError> {
        match self {
            Self::Number(number) if number.is_finite() => Ok(*number),
            Self::Number(number) => Err(ValueError::NotFinite(*number)),
            Self::Flag(_) | Self::Label(_) => Err(self.wrong("number")),
        }
    }

    pub(super) fn label(&self) -> Result<&str, ValueError> {
        match self {
            Self::Label(label) => Ok(label),
            Self::Flag(_) | Self::Number(_) => Err(self.wrong("level")),
        }
    }

    pub(super) fn flag(&self) -> Result<bool, ValueError> {
        match self {
            Self::Flag(flag) => Ok(*flag),
            Self::Number(_) | Self::Label(_) => Err(self.wrong("yes or no")),
        }
    }

    const fn wrong(&self, expected: &'static str) -> ValueError {
        ValueError::WrongKind {
            expected,
            found: self.kind(),
        }
    }
}
