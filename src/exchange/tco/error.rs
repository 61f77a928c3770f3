//! What can be wrong with a cost case.

use crate::domain::cost::CostError;
use crate::domain::money::MoneyError;

/// Why a case has no answer.
#[derive(Debug, thiserror::Error)]
pub enum TcoError {
    /// Not JSON, or not an object; the message says where.
    #[error("this is not a cost case: {0}")]
    Json(#[from] serde_json::Error),
    /// Larger than a case may be.
    #[error("a cost case has at most {0} bytes")]
    TooLong(usize),
    /// Nothing was given where something is needed.
    #[error("{0} is missing: give it as a number or a decimal text")]
    Missing(&'static str),
    /// A price was not given where it is needed.
    #[error("{0} is missing: give it as a number or a decimal text, or null where nobody knows it")]
    MissingPrice(&'static str),
    /// A currency, model or the like was not given.
    #[error("{0} is missing: give it as a text")]
    MissingText(&'static str),
    /// Inputs that no model of that name has.
    #[error("{field:?} is no input of this model; its inputs are {known}")]
    Unknown {
        /// The name found.
        field: String,
        /// The names that exist.
        known: String,
    },
    /// Something else where a number is needed.
    #[error("{field} is {value}: write a number such as 12.5, or a decimal text such as \"12.50\"")]
    NotANumber {
        /// Which input.
        field: &'static str,
        /// What was given, shortened.
        value: String,
    },
    /// Something else where a text, list or object is needed.
    #[error("{field} is {value}: write {wanted}")]
    Form {
        /// Which input.
        field: &'static str,
        /// What was given, shortened.
        value: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A word that is not one of the known ones.
    #[error("{field} is {value:?}: it must be one of {known}")]
    Word {
        /// Which input.
        field: &'static str,
        /// What was given.
        value: String,
        /// The words that exist.
        known: String,
    },
    /// Two ways to say the same thing.
    #[error("{0} and {1} say the same: give one of them")]
    Both(&'static str, &'static str),
    /// A currency that is none.
    #[error("currency: {0}")]
    Currency(#[from] MoneyError),
    /// A value that the model refuses.
    #[error(transparent)]
    Cost(#[from] CostError),
}

impl TcoError {
    /// The input at fault, `case` where it is the case as a whole.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Json(_) | Self::TooLong(_) | Self::Unknown { .. } => "case",
            Self::Missing(field)
            | Self::MissingPrice(field)
            | Self::MissingText(field)
            | Self::Both(field, _)
            | Self::NotANumber { field, .. }
            | Self::Form { field, .. }
            | Self::Word { field, .. } => field,
            Self::Currency(_) => "currency",
            Self::Cost(error) => error.field(),
        }
    }
}
