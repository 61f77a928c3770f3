//! The rules P1 to P26 of the scoring model, and those of the cost models, as properties: each holds for all that can be made up.
//!
//! A failing case is kept in `proptest-regressions/properties.txt` and tried first from then on.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod cost;
mod exchange;
mod invariance;
mod model;
mod order;
mod scores;

use proptest::test_runner::{Config, FileFailurePersistence};

/// Sums of the same figures in another form agree to this.
const NEAR: f64 = 1e-9;

/// Cases per property, and where failures are kept.
fn config(cases: u32) -> Config {
    let kept = FileFailurePersistence::Direct("proptest-regressions/properties.txt");
    Config {
        cases,
        failure_persistence: Some(Box::new(kept)),
        ..Config::default()
    }
}
