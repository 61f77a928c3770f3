//! The word for how safe the order is.

use serde::Serialize;

use super::super::gate::Eligibility;
use super::super::rank::TOO_CLOSE;
use super::{Contest, Interval, Ray};

/// How safe the first place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// First in four of five samples, and whatever a quarter more or less of any dimension's weight.
    Robust,
    /// First in half of the samples.
    Leaning,
    /// Neither.
    Open,
    /// The leader's eligibility is not settled.
    Provisional,
}

/// The verdict on a leader: `first` is its share of first places among the samples (0..1), `dimensions` the contest on
/// the dimensions.
#[must_use]
pub fn verdict(eligibility: Eligibility, first: f64, dimensions: &Contest) -> Verdict {
    match eligibility {
        Eligibility::Conditional | Eligibility::Ineligible => Verdict::Provisional,
        Eligibility::Eligible if first >= 0.8 && leader_survives(dimensions, 0.25) => Verdict::Robust,
        Eligibility::Eligible if first >= 0.5 => Verdict::Leaning,
        Eligibility::Eligible => Verdict::Open,
    }
}

/// Whether the leader stays first when the weight of any one factor changes by the given share of itself.
#[must_use]
pub fn leader_survives(contest: &Contest, share: f64) -> bool {
    contest.weights().iter().enumerate().all(|(factor, weight)| {
        let kept = Ray::of(contest, factor).and_then(|ray| ray.keeps_leader());
        // With all the weight on one factor there is nothing to move.
        kept.is_none_or(|Interval { low, high }| {
            low <= weight * (1.0 - share) && high >= (weight * (1.0 + share)).min(1.0)
        })
    })
}

/// Too close to call: less than half a point, or either wins about as often (`pairwise`: the share of samples in which
/// one is above the other).
#[must_use]
pub fn too_close(margin: f64, pairwise: Option<f64>) -> bool {
    margin.abs() < TOO_CLOSE || pairwise.is_some_and(|share| (0.4..=0.6).contains(&share))
}
