//! Versions of scorecards, each a whole document that is never changed.

use sqlx::types::Json;

use super::dialect::Tx;
use super::error::StoreError;
use super::releases::NewRelease;
use super::rows::readable;
use super::sql::sql;
use crate::domain::scorecard::Scorecard;

/// When a version was published, by whom, and what was said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// The scorecard.
    pub id: String,
    /// The version.
    pub version: u32,
    /// What was said.
    pub note: String,
    /// Who.
    pub by: String,
    /// When, in microseconds.
    pub at_micros: i64,
}

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

    /// How many versions there are of all scorecards; they are only ever added.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn scorecard_count(&mut self) -> Result<i64, StoreError> {
        let (count,): (i64,) = sql!(self, fetch_one, "select count(id) from scorecard")?;
        Ok(count)
    }

    /// When every version was published, by id, the newest version first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn scorecard_versions(&mut self) -> Result<Vec<Published>, StoreError> {
        let rows: Vec<(String, i64, String, String, i64)> = sql!(
            self,
            fetch_all,
            "select id, version, note, published_by, published_at from scorecard order by id, version desc",
        )?;
        let published = rows.into_iter().map(|(id, version, note, by, at_micros)| {
            let version = readable(u32::try_from(version), ("scorecard", "version"), &id)?;
            Ok(Published {
                id,
                version,
                note,
                by,
                at_micros,
            })
        });
        published.collect()
    }
}
