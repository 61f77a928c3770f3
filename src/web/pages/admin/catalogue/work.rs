//! What editors work on: the newest release with the draft on top.

use crate::domain::catalogue::{Catalogue, Changes, Records, Release};
use crate::exchange::record::{self, Kind, Row};
use crate::store::{StoreError, Tx};
use crate::web::error::WebError;

/// The newest release, the draft, and both together.
pub(in crate::web::pages::admin) struct Work {
    /// The newest release.
    pub release: Release,
    /// Its records.
    pub records: Records,
    /// What the draft changes.
    pub draft: Changes,
    /// The records as they will be.
    pub seen: Records,
    /// The same, checked and indexed.
    pub catalogue: Catalogue,
}

impl Work {
    /// Reads them; in a transaction that holds the draft nobody else changes it until its end.
    ///
    /// # Errors
    /// Those of the database.
    pub(in crate::web::pages::admin) async fn load(tx: &mut Tx) -> Result<Self, WebError> {
        let missing = || StoreError::Inconsistent("there is no release".to_owned());
        let release = tx.latest_release().await?.ok_or_else(missing)?;
        let records = tx.records_of(&release).await?;
        let draft = tx.draft().await?;
        let seen = if draft.is_empty() {
            records.clone()
        } else {
            draft.apply(&records)
        };
        let catalogue = Catalogue::new(release.clone(), seen.clone());
        Ok(Self {
            catalogue: catalogue.map_err(|e| StoreError::Inconsistent(e.to_string()))?,
            release,
            records,
            draft,
            seen,
        })
    }

    /// The record of an address, as it will be.
    #[must_use]
    pub(super) fn row(&self, kind: Kind, address: &str) -> Option<Row> {
        let mut rows = record::rows(kind, &self.seen).into_iter();
        rows.find(|row| super::address_of(&row.label) == address)
    }
}
