//! The database, and the only place with SQL. A method runs in a transaction ([`Db::read`], [`Db::write`]), takes and returns domain
//! values, answers what is missing with `None`, and never returns a row.

mod address;
mod catalogue;
mod dialect;
mod error;
mod findings;
mod ids;
mod releases;
mod rows;
mod scorecards;
mod sql;
#[cfg(test)]
mod tests;

pub use address::DatabaseUrl;
pub use catalogue::Entry;
pub use dialect::{Db, SqliteTx, Tx};
pub use error::StoreError;
pub use ids::new_id;
pub use releases::NewRelease;
