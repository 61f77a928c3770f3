//! Offers, a machine of one's own and claims side by side over the months of a brief, in the currency of the page. In reading order:
//! [`numbers`] and [`words`] are what a link says beside the brief, [`quote`] puts an offer's prices into the life-cycle model, [`machine`] is what
//! one owns, [`comparison`] is the list with every shown amount.

pub mod comparison;
pub mod machine;
pub mod numbers;
pub mod quote;
pub mod words;

#[cfg(test)]
mod tests;

pub use comparison::{Bound, Comparison, Entry, Standing, Subject};
pub use machine::Machine;
pub use numbers::{Group, NUMBERS, NumberWord};
pub use quote::{After, Asking, Quote, Quoter, Reason};
pub use words::{Model, Words};
