//! A scoring case as JSON in, the whole answer as JSON out: what `steelyard score` and `POST /score` speak.
//!
//! A case is `{"kind": "mavt" | "smaa" | "relative_matrix", "input": …}` in the form of the golden files; the answer has
//! the keys and the order of their `expected`. [`Case::parse`] turns bytes into checked values, [`Case::answer`] is pure
//! arithmetic on them, [`evaluate`] is both.

mod error;
mod mavt;
mod model;
mod relative;
mod smaa;
#[cfg(test)]
mod tests;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use error::{CaseError, CellProblem, FunctionProblem};
pub use model::Model;
pub use relative::RelativeCase;
pub use smaa::{Run, SmaaCase};

/// A case whose every part was checked.
#[derive(Debug)]
pub enum Case {
    /// The anchored model.
    Mavt(Model),
    /// The anchored model, sampled.
    Smaa(SmaaCase),
    /// A table scored on local scales by every method.
    RelativeMatrix(RelativeCase),
}

/// The most cells a case may have: its sensitivity compares everybody with everybody.
pub const MAX_CELLS: usize = 200_000;

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

#[derive(Deserialize)]
struct Input<T> {
    input: T,
}

impl Case {
    /// Reads and checks a case.
    ///
    /// # Errors
    /// [`CaseError`] says what is wrong, and names the alternative and the criterion where there is one.
    pub fn parse(bytes: &[u8]) -> Result<Self, CaseError> {
        // What `input` has to look like is known only after `kind`, which may stand behind it.
        let Kind { kind } = serde_json::from_slice(bytes)?;
        match kind.as_str() {
            "mavt" => Model::new(input(bytes)?).map(Self::Mavt),
            "smaa" => SmaaCase::new(input(bytes)?).map(Self::Smaa),
            "relative_matrix" => RelativeCase::new(input(bytes)?).map(Self::RelativeMatrix),
            _ => Err(CaseError::UnknownKind(kind)),
        }
    }

    /// The answer, in the form of the golden files' `expected`.
    ///
    /// # Errors
    /// [`CaseError`] when the answer would be too large or the solver fails.
    pub fn answer(&self) -> Result<Value, CaseError> {
        match self {
            Self::Mavt(model) => mavt::answer(model),
            Self::Smaa(case) => case.answer(),
            Self::RelativeMatrix(case) => case.answer(),
        }
    }
}

/// Bytes of a case to its answer.
///
/// # Errors
/// [`CaseError`] as for [`Case::parse`] and [`Case::answer`].
pub fn evaluate(bytes: &[u8]) -> Result<Value, CaseError> {
    Case::parse(bytes)?.answer()
}

fn input<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CaseError> {
    let Input { input } = serde_json::from_slice(bytes)?;
    Ok(input)
}

/// A list of pairs as its JSON: `[[0, 1], …]`.
fn pairs(pairs: impl Iterator<Item = (usize, usize)>) -> Result<Vec<[usize; 2]>, CaseError> {
    // One more than allowed tells that there are too many.
    let pairs: Vec<[usize; 2]> = pairs.map(|(i, k)| [i, k]).take(MAX_PAIRS + 1).collect();
    if pairs.len() > MAX_PAIRS {
        return Err(CaseError::TooLarge {
            what: "pairs in which one dominates the other",
            count: pairs.len(),
            limit: MAX_PAIRS,
        });
    }
    Ok(pairs)
}

/// The most pairs an answer lists.
const MAX_PAIRS: usize = 1_000_000;
