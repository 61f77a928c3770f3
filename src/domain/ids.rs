//! Identifiers of the catalogue. They are readable slugs that stand in links and files, so each kind is a type of its own and
//! none can be passed where another is meant.

use std::borrow::Borrow;
use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a text cannot be an identifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// The text is empty.
    #[error("an id is empty")]
    Empty,
    /// The text is longer than 80 bytes.
    #[error("the id {0:?} is longer than 80 characters")]
    TooLong(String),
    /// The text holds a character other than `a-z`, `0-9`, `.`, `_` and `-`.
    #[error("the id {0:?} has a character outside a-z, 0-9, '.', '_' and '-'")]
    Character(String),
}

fn check(text: &str) -> Result<(), IdError> {
    if text.is_empty() {
        return Err(IdError::Empty);
    }
    if text.len() > 80 {
        return Err(IdError::TooLong(text.chars().take(80).collect()));
    }
    if text
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_'))
    {
        Ok(())
    } else {
        Err(IdError::Character(text.to_owned()))
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(try_from = "String")]
        pub struct $name(String);

        impl $name {
            /// Checks the text: 1 to 80 characters of `a-z`, `0-9`, `.`, `_`, `-`.
            ///
            /// # Errors
            /// [`IdError`] says what is wrong with the text.
            pub fn new(text: impl Into<String>) -> Result<Self, IdError> {
                let text = text.into();
                check(&text).map(|()| Self(text))
            }

            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;

            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id!(
    /// A provider, e.g. `aws`.
    VendorId
);
id!(
    /// One accelerator product, e.g. `h100-sxm`.
    AcceleratorId
);
id!(
    /// A vendor's instance type in one region, e.g. `aws-p5.48xlarge-us-east-1`.
    OfferId
);
id!(
    /// A typed property, e.g. `fp16_tflops`.
    AttributeId
);
id!(
    /// A benchmark result's own id.
    ResultId
);
id!(
    /// A scorecard, e.g. `gpu-cloud`.
    ScorecardId
);
