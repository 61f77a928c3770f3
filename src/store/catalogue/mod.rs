//! The records of a release, loaded whole and published whole.
//!
//! Nothing is overwritten: a record that changes is closed in the new release and added anew, so that every older release can still
//! be loaded. A record is the same one in two releases when its natural key (`Keyed`) is.

mod draft;
mod history;
mod offers;
mod publish;
mod rates;
mod table;
mod values;
mod vendors;

pub use self::draft::Entry;
use self::table::{Kinds, Scope, Table, kinds};
use super::dialect::Tx;
use super::error::StoreError;
use crate::domain::catalogue::{Records, Release, each_kind};

/// The tables of records.
const TABLES: [&str; 9] = [
    "vendor",
    "accelerator",
    "accelerator_alias",
    "offer",
    "price",
    "attribute",
    "fact",
    "benchmark_result",
    "exchange_rate",
];

impl Tx {
    /// Every record in force in the release.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    pub async fn records_of(&mut self, release: &Release) -> Result<Records, StoreError> {
        load(self, Scope::Release(i64::from(release.number))).await
    }
}

async fn load(tx: &mut Tx, scope: Scope) -> Result<Records, StoreError> {
    let kinds = kinds(tx, scope).await?;
    let mut all = Records::default();
    macro_rules! load {
        ($kind:ident) => {
            all.$kind = table::records(tx, scope, &kinds).await?;
        };
    }
    each_kind!(load);
    Ok(all)
}
