//! Releases: the numbered publications of the catalogue.

use super::dialect::Tx;
use super::error::StoreError;
use super::rows::readable;
use super::sql::sql;
use crate::domain::catalogue::Release;

/// What is said about a release when it is published.
#[derive(Debug, Clone)]
pub struct NewRelease {
    /// What changed, in a sentence.
    pub note: String,
    /// Who publishes it.
    pub published_by: String,
    /// The moment, in microseconds since 1970.
    pub at_micros: i64,
}

#[derive(sqlx::FromRow)]
struct ReleaseRow {
    number: i64,
    note: String,
    published_by: String,
    published_at: i64,
}

impl TryFrom<ReleaseRow> for Release {
    type Error = StoreError;

    fn try_from(row: ReleaseRow) -> Result<Self, StoreError> {
        Ok(Self {
            number: readable(u32::try_from(row.number), ("release", "number"), &row.number)?,
            note: row.note,
            published_by: row.published_by,
            published_at_micros: row.published_at,
        })
    }
}

impl Tx {
    /// The newest release; `None` in an empty database.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn latest_release(&mut self) -> Result<Option<Release>, StoreError> {
        let row: Option<ReleaseRow> = sql!(
            self,
            fetch_optional,
            "select number, note, published_by, published_at from release order by number desc limit 1",
        )?;
        row.map(Release::try_from).transpose()
    }

    /// The release of this number.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn release(&mut self, number: u32) -> Result<Option<Release>, StoreError> {
        let row: Option<ReleaseRow> = sql!(
            self,
            fetch_optional,
            "select number, note, published_by, published_at from release where number = $1",
            i64::from(number),
        )?;
        row.map(Release::try_from).transpose()
    }

    /// Every release, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn releases(&mut self) -> Result<Vec<Release>, StoreError> {
        let rows: Vec<ReleaseRow> = sql!(
            self,
            fetch_all,
            "select number, note, published_by, published_at from release order by number desc"
        )?;
        rows.into_iter().map(Release::try_from).collect()
    }

    /// Takes the next number. Of two transactions that do so at once, the later one waits and then gets a conflict, so that the
    /// rest of a publication needs no lock of its own.
    pub(super) async fn open_release(&mut self, new: &NewRelease) -> Result<Release, StoreError> {
        let number = self
            .latest_release()
            .await?
            .map_or(1, |latest| latest.number.saturating_add(1));
        sql!(
            self,
            execute,
            "insert into release (number, note, published_by, published_at) values ($1, $2, $3, $4)",
            i64::from(number),
            new.note.as_str(),
            new.published_by.as_str(),
            new.at_micros,
        )?;
        Ok(Release {
            number,
            note: new.note.clone(),
            published_by: new.published_by.clone(),
            published_at_micros: new.at_micros,
        })
    }
}
