//! A cost case as JSON in, the breakdown as JSON out: what `steelyard tco` and `POST /api/v1/tco` speak.
//!
//! A case is an object with `"model": "dynamic" | "annual" | "lifecycle" | "commitment"` and the inputs of that model, each a number
//! or a decimal text. A price that is not known is `null`; what needs it answers `"unknown"`. [`HELP`] lists every input.

mod answer;
mod error;
mod fields;
mod formulas;
mod lifecycle;
mod mix;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::domain::cost::history::Summary;
use crate::domain::money::Currency;
use answer::Money;
use fields::Fields;

pub use error::TcoError;

/// Every input of every model, with unit and default.
pub const HELP: &str = include_str!("help.txt");

/// The largest case, in bytes.
pub const LARGEST_CASE: usize = 4 * 1024 * 1024;

/// The words of `model`.
const MODELS: &str = "dynamic, annual, lifecycle, commitment";

/// Bytes of a case to its answer.
///
/// # Errors
/// [`TcoError`] names the input that is missing, cannot be, or is not known.
pub fn evaluate(bytes: &[u8]) -> Result<Value, TcoError> {
    evaluate_with(bytes, None)
}

/// As [`evaluate`], with a measured history in the place of a utilisation or a demand that the case leaves out.
///
/// # Errors
/// As for [`evaluate`].
pub fn evaluate_with(bytes: &[u8], history: Option<&Summary>) -> Result<Value, TcoError> {
    if bytes.len() > LARGEST_CASE {
        return Err(TcoError::TooLong(LARGEST_CASE));
    }
    let mut fields = Fields::parse(bytes)?;
    let model = fields.text("model")?;
    let currency = Currency::parse(&fields.text("currency")?)?;
    let money = Money::new(currency);
    match model.as_str() {
        "dynamic" => formulas::dynamic(fields, money, history),
        "annual" => formulas::annual(fields, money),
        "lifecycle" => lifecycle::answer(fields, money, history),
        "commitment" => mix::answer(fields, money, history),
        _ => Err(TcoError::Word {
            field: "model",
            value: model,
            known: MODELS.to_owned(),
        }),
    }
}
