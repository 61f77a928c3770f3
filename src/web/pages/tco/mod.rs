//! What a load costs.

mod api;

pub use api::api;
