//! The pages, one module per resource: load, call the domain, show.

pub mod accelerators;
pub mod evidence;
pub mod instances;
pub mod method;
pub mod offers;
pub mod ranking;
pub mod score;
pub mod vendors;
