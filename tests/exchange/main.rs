//! Import, plausibility and export: the traps of real files in small, the real files themselves where they are at hand, and bytes
//! that mean harm.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::format_collect,
    reason = "a test may panic, print, ask where the real files are and build a text as it likes"
)]

mod diff;
mod export;
mod fuzz;
mod hostile;
mod lists;
mod mapping;
mod plausibility;
mod rates;
mod raw;
mod skypilot;
mod support;
mod text;
