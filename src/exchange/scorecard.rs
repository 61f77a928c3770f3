//! Scorecards as JSON documents.

use crate::domain::scorecard::{Scorecard, ScorecardError};

/// A document that is no usable scorecard.
#[derive(Debug, thiserror::Error)]
pub enum ScorecardFault {
    /// It cannot be read.
    #[error("not a scorecard: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It can be read and makes no sense.
    #[error(transparent)]
    Content(#[from] ScorecardError),
}

/// Reads and checks a scorecard.
///
/// # Errors
/// [`ScorecardFault`] says what is wrong.
pub fn read(json: &str) -> Result<Scorecard, ScorecardFault> {
    let scorecard: Scorecard = serde_json::from_str(json)?;
    scorecard.check()?;
    Ok(scorecard)
}

/// The scorecards that a new database starts with.
///
/// # Errors
/// [`ScorecardFault`]; a test proves that there is none.
pub fn starter() -> Result<Vec<Scorecard>, ScorecardFault> {
    [
        include_str!("../../catalogue/scorecards/gpu-cloud.json"),
        include_str!("../../catalogue/scorecards/gpu-cloud-tco.json"),
    ]
    .into_iter()
    .map(read)
    .collect()
}
