//! What can be wrong with an input: the field, its value and the rule it breaks.

use std::fmt;

use rust_decimal::Decimal;

use super::formula::Input;

/// An input that has no cost.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CostError {
    /// Nothing was given where something is needed.
    #[error("{field} is missing: give it, or null where the price is not known")]
    Missing {
        /// Which input.
        field: &'static str,
    },
    /// A value outside of what it can be.
    #[error("{field} is {value}: it must be {rule}")]
    Impossible {
        /// Which input.
        field: &'static str,
        /// What was given.
        value: Decimal,
        /// What it should be.
        rule: Rule,
    },
    /// Two inputs that do not go together.
    #[error("{field} is {value}: it must be {relation} {other}, which is {bound}")]
    Order {
        /// Which input.
        field: &'static str,
        /// What was given.
        value: Decimal,
        /// `below` or `at least`.
        relation: &'static str,
        /// The input it is measured against.
        other: &'static str,
        /// The value of that input.
        bound: Decimal,
    },
    /// A sum beyond what is reckoned exactly.
    #[error("{field} is too large to reckon exactly: check the units of the amounts and prices")]
    TooLarge {
        /// Which sum.
        field: &'static str,
    },
}

impl CostError {
    /// The input or sum at fault.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self {
            Self::Missing { field }
            | Self::Impossible { field, .. }
            | Self::Order { field, .. }
            | Self::TooLarge { field } => field,
        }
    }
}

/// What a value has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// A number between two bounds, both allowed.
    Between(Decimal, Decimal),
    /// A number above the first and up to the second bound.
    AboveUpTo(Decimal, Decimal),
    /// A number from the first bound up to, and without, the second.
    FromBelow(Decimal, Decimal),
    /// A whole number between two bounds.
    Whole(u32, u32),
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Between(low, high) => write!(f, "between {low} and {high}"),
            Self::AboveUpTo(low, high) => write!(f, "above {low} and at most {high}"),
            Self::FromBelow(low, high) => write!(f, "at least {low} and below {high}"),
            Self::Whole(low, high) => write!(f, "a whole number from {low} to {high}"),
        }
    }
}

impl Rule {
    /// An amount of money or a price: not negative, and small enough for exact sums.
    pub const MONEY: Self = Self::Between(Decimal::ZERO, Decimal::from_parts(3_567_587_328, 232, 0, false, 0));
    /// A share of a whole: 0 to 1.
    pub const SHARE: Self = Self::Between(Decimal::ZERO, Decimal::ONE);
    /// A share that leaves something: 0 to below 1.
    pub const LOSS: Self = Self::FromBelow(Decimal::ZERO, Decimal::ONE);
    /// A percentage: 0 to 100.
    pub const PERCENT: Self = Self::Between(Decimal::ZERO, Decimal::ONE_HUNDRED);
    /// A factor: 0 to 1 000.
    pub const FACTOR: Self = Self::Between(Decimal::ZERO, Decimal::ONE_THOUSAND);
    /// A change that leaves something: above −1, at most 10.
    pub const CHANGE: Self = Self::AboveUpTo(Decimal::NEGATIVE_ONE, Decimal::TEN);

    fn allows(self, value: Decimal) -> bool {
        match self {
            Self::Between(low, high) => low <= value && value <= high,
            Self::AboveUpTo(low, high) => low < value && value <= high,
            Self::FromBelow(low, high) => low <= value && value < high,
            Self::Whole(low, high) => {
                value.fract().is_zero() && Decimal::from(low) <= value && value <= Decimal::from(high)
            }
        }
    }

    /// The value itself when the rule allows it.
    ///
    /// # Errors
    /// [`CostError::Impossible`] names field, value and rule.
    pub fn check(self, field: &'static str, value: Decimal) -> Result<Decimal, CostError> {
        if self.allows(value) {
            Ok(value)
        } else {
            Err(CostError::Impossible {
                field,
                value,
                rule: self,
            })
        }
    }

    /// As [`Rule::check`], for an input.
    ///
    /// # Errors
    /// [`CostError::Impossible`] names field, value and rule.
    pub fn of(self, field: &'static str, input: Input) -> Result<Decimal, CostError> {
        self.check(field, input.value)
    }

    /// As [`Rule::check`], for an input that may be unknown.
    ///
    /// # Errors
    /// [`CostError::Impossible`] names field, value and rule.
    pub fn of_known(self, field: &'static str, input: Option<Input>) -> Result<Option<Decimal>, CostError> {
        input.map(|input| self.of(field, input)).transpose()
    }
}
