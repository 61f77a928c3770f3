//! Steelyard (杆秤) weighs GPU cloud vendors. In reading order:

/// The commands.
pub mod cli;
/// The command line and its environment variables.
pub mod config;
/// The pure core: catalogue, scorecard, scoring, ranking.
pub mod domain;
/// Import and export: bytes to domain values and located problems, and back.
pub mod exchange;
/// The database, and the only place with SQL.
pub mod store;
/// The pages and the API.
pub mod web;

rust_i18n::i18n!("locales", fallback = "en");
