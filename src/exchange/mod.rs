//! Import and export: bytes on one side, domain values and located problems on the other. Nothing here reads a file or a clock.

pub mod case;
pub mod catalogue;
pub mod matrix;
mod problem;
pub mod scorecard;
pub mod starter;

pub use problem::{Problem, ProblemKind};
