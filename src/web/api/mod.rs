//! The catalogue as JSON, one file per resource: lists in pages of ids, single records, every value with its evidence and with the
//! values that compete with it. What is written here is a view of its own; no record of the domain is written as it is.

mod accelerators;
pub(super) mod benchmarks;
mod list;
mod offers;
pub(super) mod releases;
pub(super) mod scorecards;
pub(super) mod subject;
mod vendors;
mod view;
