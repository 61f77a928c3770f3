//! What may be spent over a horizon, and by how much a cost is above it (S2-36).

use rust_decimal::Decimal;

/// How a cost stands to a budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// The cost fits; so much is left.
    Within {
        /// Budget less cost, 0 or more.
        left: Decimal,
    },
    /// The cost is above the budget by so much.
    Over {
        /// Cost less budget, above 0.
        by: Decimal,
    },
    /// The cost is not known, so it is not said to fit.
    Unknown,
}

/// Compares the cost of a horizon with the budget of the same horizon, both exact.
#[must_use]
pub fn standing(cost: Option<Decimal>, budget: Decimal) -> Standing {
    match cost {
        None => Standing::Unknown,
        Some(cost) if cost > budget => Standing::Over { by: cost - budget },
        Some(cost) => Standing::Within { left: budget - cost },
    }
}
