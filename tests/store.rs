//! The contract of the store: every public method, on both databases.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may panic and print"
)]

mod support;

mod store {
    mod accounts;
    mod catalogue;
    mod draft;
    mod faults;
    mod findings;
    mod first_start;
    mod releases;
    mod scorecards;
    mod sharing;
    mod statements;
    mod writers;
}
