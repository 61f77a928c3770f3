//! What one alternative scores, and how much of that is known.

use serde::Serialize;

/// A score of 0..100 with its interval, coverage and confidence.
///
/// `0 <= low <= floor <= neutral <= high <= 100`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Score {
    /// The headline: what is certain. An unknown cell counts 0.
    pub floor: f64,
    /// The middle of what the data allows.
    pub neutral: f64,
    /// The lowest score that data and evidence allow.
    pub low: f64,
    /// The highest score that data and evidence allow.
    pub high: f64,
    /// The neutral score over the known cells only. Compatibility with other tools: hiding a bad cell raises it.
    pub exclude_renormalised: Option<f64>,
    /// The share of the score range that data settles, 0..1.
    pub coverage: f64,
    /// The share of the score range that data and evidence settle, 0..1.
    pub confidence: f64,
}

impl Score {
    /// What the arithmetic gives when every weighted cell is unknown: no score, shown as such and never as 0.
    pub const NOTHING_KNOWN: Self = Self {
        floor: 0.0,
        neutral: 50.0,
        low: 0.0,
        high: 100.0,
        exclude_renormalised: None,
        coverage: 0.0,
        confidence: 0.0,
    };

    /// Whether the order against `other` is settled whatever the unknown cells and the evidence turn out to be.
    #[must_use]
    pub fn is_apart_from(&self, other: &Self) -> bool {
        use super::rank::key;
        key(self.low) > key(other.high) || key(other.low) > key(self.high)
    }
}
