//! What an hour of a plan really costs when part of it is paid before (case C5), and what a price means per accelerator.

use rust_decimal::{Decimal, dec};

use super::formula::{Formula, Token};
use super::{CostError, Rule};

/// Hours of a plan of one year.
pub const YEAR_HOURS: Decimal = dec!(8760);
/// Hours of a plan of three years.
pub const THREE_YEARS_HOURS: Decimal = dec!(26280);

/// The price of an hour with the upfront payment spread over the hours of the term. Show it as effective, never as the list price.
///
/// # Errors
/// [`CostError`] names a price or a term that cannot be, and a missing term where something is paid upfront.
pub fn effective_hourly(hourly: Decimal, upfront: Decimal, term_hours: Option<Decimal>) -> Result<Decimal, CostError> {
    let hourly = Rule::MONEY.check("hourly", hourly)?;
    let upfront = Rule::MONEY.check("upfront", upfront)?;
    if upfront.is_zero() {
        return Ok(hourly);
    }
    let term = term_hours.ok_or(CostError::Missing { field: "term_months" })?;
    let term = Rule::AboveUpTo(Decimal::ZERO, dec!(1000000)).check("term_hours", term)?;
    Ok(hourly + upfront / term)
}

/// `hourly + upfront ÷ term hours`, with the numbers put in.
#[must_use]
pub fn effective_formula(hourly: Decimal, upfront: Decimal, term_hours: Decimal) -> Formula {
    let value = |name, value| Token::Value { name, value };
    Formula(vec![
        value("hourly", hourly),
        Token::Plus,
        value("upfront", upfront),
        Token::Divide,
        value("term_hours", term_hours),
    ])
}

/// The price of a whole instance from the price of one of its accelerators: cases C1 and C6 the other way round never happens silently.
#[must_use]
pub fn of_instance(per_accelerator: Decimal, numerator: u32, denominator: u32) -> Option<Decimal> {
    (per_accelerator * Decimal::from(numerator)).checked_div(Decimal::from(denominator))
}

/// The price of one whole accelerator from the price of an instance that has `numerator / denominator` of them (cases C2, C6).
#[must_use]
pub fn per_accelerator(instance: Decimal, numerator: u32, denominator: u32) -> Option<Decimal> {
    (instance * Decimal::from(denominator)).checked_div(Decimal::from(numerator))
}

/// The price of the whole instance, known only when every part of it is (case C3).
#[must_use]
pub fn all_in(parts: &[Option<Decimal>]) -> Option<Decimal> {
    parts.iter().copied().sum()
}
