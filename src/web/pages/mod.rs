//! The pages, one module per resource: load, call the domain, show.

pub mod accelerators;
pub mod account;
pub mod admin;
pub mod benchmarks;
mod changes;
pub mod chart;
pub mod compare;
pub mod evaluations;
pub mod evidence;
pub mod facts;
pub mod findings;
pub mod frozen;
pub mod instances;
pub mod links;
pub mod matrix;
pub mod method;
pub mod offers;
pub mod prices;
pub mod ranking;
pub mod releases;
pub mod score;
pub mod sensitivity;
pub mod share;
mod tabs;
pub mod tco;
pub mod vendors;
pub mod why;
