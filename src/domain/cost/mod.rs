//! What a load costs: exact money in, exact money out, and the formula with its numbers. In reading order: [`error`] and
//! [`formula`] are what every model speaks, [`amount`] is the exact arithmetic, [`dynamic`], [`annual`] and [`effective`] are
//! formulas, [`lifecycle`] goes month by month, [`on_premises`] is the machine one owns, [`budget`] is what may be spent, and
//! [`history`] is what a load really looked like. `docs/cost.md` says where each formula comes from.

pub mod amount;
pub mod annual;
pub mod apportion;
pub mod budget;
pub mod dynamic;
pub mod effective;
pub mod error;
pub mod formula;
pub mod history;
pub mod lifecycle;
pub mod on_premises;

#[cfg(test)]
mod tests;

use rust_decimal::Decimal;

pub use amount::{Amount, Price, Quantity, rounded, rounded_parts};
pub use error::{CostError, Rule};
pub use formula::{Assumption, Formula, Input, Origin, Said, Token};

/// Hours in a month, unless a brief says otherwise: a year of 8 760 hours in twelve equal parts.
pub const MONTH_HOURS: Decimal = Decimal::from_parts(730, 0, 0, false, 0);

/// A part of a total with its cost, or the reason why there is none.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What is paid for, as a key.
    pub name: &'static str,
    /// How much; `None` while a price it needs is unknown.
    pub amount: Option<Decimal>,
}

/// The answer of a formula: a total, its parts, how it was reckoned and on what it rests.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The exact total; `None` while something it needs is unknown.
    pub total: Option<Decimal>,
    /// Exact parts that add up to the total.
    pub parts: Vec<Part>,
    /// The formula with the numbers put in.
    pub formula: Formula,
    /// Every input with where it came from.
    pub assumptions: Vec<Assumption>,
}
