//! The scoring engine: an additive value model with anchored scales, honest intervals and closed-form sensitivity.
//!
//! Everything here is a pure function of its arguments. The story, in reading order: raw [`Cell`]s become values of
//! 0..100 through an anchored [`ValueFunction`] ([`value`]), each with an interval ([`cell`], [`evidence`]); [`Gate`]s
//! decide who may win ([`gate`]); a hierarchy of raw weights becomes effective [`Weights`] ([`weights`]); a [`Matrix`]
//! of values times weights gives [`Score`]s ([`matrix`], [`score`]) that are ranked ([`rank`]) and shown to one decimal
//! so that parts add up ([`display`]). `docs/scoring-engine.md` gives the sources and the numerical choices.

pub mod balance;
pub mod cell;
pub mod display;
pub mod elicitation;
pub mod evidence;
pub mod gate;
pub mod matrix;
pub mod parallel;
pub mod rank;
pub mod relative;
pub mod score;
pub mod sensitivity;
pub mod similarity;
pub mod smaa;
#[cfg(test)]
mod tests;
pub mod value;
pub mod weights;

pub use cell::{Cell, Span};
pub use evidence::{EvidenceWidths, Grade};
pub use gate::{Eligibility, Gate, GateError, GateMode, GateTest, Outcome};
pub use matrix::Matrix;
pub use rank::{Place, Ranker};
pub use score::Score;
pub use sensitivity::Contest;
pub use value::{Raw, Shape, ValueError, ValueFunction, Valued};
pub use weights::{Dimension, Weights};

/// A number of things as a double.
#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "no list here comes near 2^53 entries"
)]
const fn count(things: usize) -> f64 {
    things as f64
}
