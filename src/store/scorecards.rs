//! Versions of scorecards, each a whole document that is never changed.

use sqlx::types::Json;

use super::dialect::Tx;
use super::error::StoreError;
use super::releases::NewRelease;
use super::sql::sql;
use crate::domain::scorecard::Scorecard;

impl Tx {
    /// Every version of every scorecard, by id and version.
    ///
    /// # Errors
    /// Those of the database; a document that is no scorecard is one of them.
    pub async fn scorecards(&mut self) -> Result<Vec<Scorecard>, StoreError> {
        let rows: Vec<(Json<Scorecard>,)> =
            sql!(self, fetch_all, "select document from scorecard order by id, version")?;
        Ok(rows.into_iter().map(|(Json(scorecard),)| scorecard).collect())
    }

    /// Adds a version.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when this version is already there.
    pub async fn add_scorecard(&mut self, scorecard: &Scorecard, new: &NewRelease) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into scorecard (id, version, document, note, published_by, published_at) values ($1, $2, $3, $4, $5, $6)",
            scorecard.id.as_str(),
            i64::from(scorecard.version),
            Json(scorecard),
            new.note.as_str(),
            new.published_by.as_str(),
            new.at_micros,
        )
        .map(|_| ())
    }
}
