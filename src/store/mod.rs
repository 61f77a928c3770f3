//! The database, and the only place with SQL. A method runs in a transaction ([`Db::read`], [`Db::write`]), takes and returns domain
//! values, answers what is missing with `None`, and never returns a row.

mod accounts;
mod address;
mod audit;
mod catalogue;
mod column_sets;
mod dialect;
mod error;
mod evaluations;
mod failures;
mod findings;
mod ids;
mod links;
mod releases;
mod rows;
mod scorecard_drafts;
mod scorecards;
mod sessions;
mod share_links;
mod sql;
mod submissions;
#[cfg(test)]
mod tests;
mod tokens;
mod uploads;

pub use address::DatabaseUrl;
pub use audit::LogFilter;
pub use catalogue::Entry;
pub use column_sets::KeptColumns;
pub use dialect::{Db, SqliteTx, Tx};
pub use error::StoreError;
pub use evaluations::Evaluation;
pub use ids::new_id;
pub use releases::NewRelease;
pub use scorecard_drafts::ScorecardDraft;
pub use scorecards::Published;
pub use sessions::Session;
pub use share_links::{Pin, ShareLink};
pub use tokens::{Scope, Token};
pub use uploads::Upload;
