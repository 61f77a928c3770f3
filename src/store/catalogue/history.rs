//! The history of a value: everything that was ever said about it, drafts included, the newest first.

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::table::{Scope, Table, columns, kinds};
use crate::domain::catalogue::{Fact, Price, Recorded, SubjectKind};
use crate::domain::ids::OfferId;
use crate::store::dialect::{Tx, on_either};
use crate::store::error::StoreError;
use crate::store::rows::readable;

#[derive(sqlx::FromRow)]
struct Recording<Content> {
    #[sqlx(flatten)]
    row: Content,
    entered_by: String,
    entered_at: i64,
    added_in: Option<i64>,
    removed_in: Option<i64>,
}

impl Tx {
    /// Everything that was said about an attribute of a subject.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    pub async fn fact_history(
        &mut self,
        subject: SubjectKind,
        subject_id: &str,
        attribute: &str,
    ) -> Result<Vec<Recorded<Fact>>, StoreError> {
        let condition = "subject_id = $1 and attribute_id = $2 and subject = $3";
        history(self, condition, &[subject_id, attribute, subject.word()]).await
    }

    /// Every price an offer ever had.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    pub async fn price_history(&mut self, offer: &OfferId) -> Result<Vec<Recorded<Price>>, StoreError> {
        history(self, "offer_id = $1", &[offer.as_str()]).await
    }
}

async fn history<T: Table>(tx: &mut Tx, condition: &str, values: &[&str]) -> Result<Vec<Recorded<T>>, StoreError> {
    let kinds = kinds(tx, Scope::Draft).await?;
    let text = format!(
        "select id, {}, entered_by, entered_at, added_in, removed_in from {} where {condition} order by id desc",
        columns::<T>(),
        T::NAME
    );
    let rows: Vec<Recording<T::Row>> = on_either!(tx, |connection| {
        let mut query = sqlx::query_as(AssertSqlSafe(text));
        for value in values {
            query = query.bind(*value);
        }
        query.fetch_all(connection).await
    })?;
    let read = |row: Recording<T::Row>| {
        let (id, record) = T::read(row.row, &kinds)?;
        Ok(Recorded {
            record,
            entered_by: row.entered_by,
            entered_at_micros: row.entered_at,
            added_in: number(row.added_in, (T::NAME, "added_in"), id)?,
            removed_in: number(row.removed_in, (T::NAME, "removed_in"), id)?,
        })
    };
    rows.into_iter().map(read).collect()
}

fn number(stored: Option<i64>, place: (&'static str, &'static str), id: Uuid) -> Result<Option<u32>, StoreError> {
    readable(stored.map(u32::try_from).transpose(), place, &id)
}
