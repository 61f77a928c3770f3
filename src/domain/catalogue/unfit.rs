//! Why records make no catalogue.

use std::fmt;

use super::SubjectKind;
use crate::domain::ids::{AttributeId, OfferId, ResultId};

/// Records that do not fit together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CatalogueError {
    /// The same id twice.
    #[error("the {kind} {id:?} is there twice")]
    Duplicate {
        /// What kind of record.
        kind: &'static str,
        /// Its id.
        id: String,
    },
    /// A record names another one that is not there.
    #[error("{from} names the {kind} {id:?}, which does not exist")]
    Missing {
        /// The record with the reference.
        from: Source,
        /// What kind of record is missing.
        kind: &'static str,
        /// Its id.
        id: String,
    },
    /// A value does not fit its attribute.
    #[error("{from}: the value {value:?} does not fit the attribute {attribute}")]
    Value {
        /// The record with the value.
        from: Source,
        /// The attribute's id.
        attribute: AttributeId,
        /// The value as text.
        value: String,
    },
}

/// The record at fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// An offer.
    Offer(OfferId),
    /// A spelling.
    Alias(String),
    /// A price of an offer.
    Price(OfferId),
    /// A fact about a subject.
    Fact(SubjectKind, String),
    /// A benchmark result.
    Result(ResultId),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Offer(id) => write!(f, "the offer {id}"),
            Self::Alias(spelling) => write!(f, "the alias {spelling:?}"),
            Self::Price(_) => f.write_str("a price"),
            Self::Fact(subject, id) => write!(f, "a fact about {subject} {id}"),
            Self::Result(id) => write!(f, "the benchmark result {id}"),
        }
    }
}
