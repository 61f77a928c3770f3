//! Import and export: bytes on one side, domain values and located problems on the other. Nothing here reads a file or a clock.

pub mod case;
pub mod catalogue;
pub mod export;
pub mod history;
pub mod import;
pub mod matrix;
pub mod plausibility;
mod problem;
mod reason;
pub mod record;
pub mod scorecard;
mod source;
pub mod starter;
pub mod tco;

pub use problem::{Problem, ProblemKind};
pub use reason::{Limit, Reason, Unread, Unsaid};
