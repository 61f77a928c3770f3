//! What the tables of records have in common: the columns, and how the rows of a release or of the draft are loaded.

use std::collections::BTreeMap;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow};
use uuid::Uuid;

use crate::domain::catalogue::{AttributeKind, Keyed};
use crate::store::dialect::{Tx, on_either};
use crate::store::error::StoreError;
use crate::store::rows::{Column, readable};
use crate::store::sql::sql;

/// How the values of each attribute are read.
pub(super) type Kinds = BTreeMap<String, AttributeKind>;

/// A kind of record with a table of its own.
pub(super) trait Table: Keyed + Clone + PartialEq + Send + Sync + Sized {
    /// Its name.
    const NAME: &'static str;
    /// The columns of a record, apart from those that every table has.
    const COLUMNS: &'static str;
    /// A row: the id, and the columns.
    type Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin;

    /// The columns of a record with their values.
    fn columns(&self) -> Vec<Column<'_>>;

    /// The id of a row, and its record.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names a value that cannot be read.
    fn read(row: Self::Row, kinds: &Kinds) -> Result<(Uuid, Self), StoreError>;
}

/// Which rows of a table.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scope {
    /// Those in force in a release.
    Release(i64),
    /// Those that wait for the next release.
    Draft,
}

/// The records in scope in the order in which they were added, each with its row's id.
pub(super) async fn rows<T: Table>(tx: &mut Tx, scope: Scope, kinds: &Kinds) -> Result<Vec<(Uuid, T)>, StoreError> {
    let (condition, release) = match scope {
        Scope::Release(number) => ("added_in <= $1 and (removed_in is null or removed_in > $1)", number),
        // One text with one value for both scopes.
        Scope::Draft => ("added_in is null and $1 = 0", 0),
    };
    let text = format!(
        "select id, {} from {} where {condition} order by id",
        T::COLUMNS,
        T::NAME
    );
    let rows: Vec<T::Row> = on_either!(tx, |connection| sqlx::query_as(AssertSqlSafe(text))
        .bind(release)
        .fetch_all(connection)
        .await)?;
    rows.into_iter().map(|row| T::read(row, kinds)).collect()
}

/// How the attributes in scope read their values; a draft adds its attributes to those of the newest release.
pub(super) async fn kinds(tx: &mut Tx, scope: Scope) -> Result<Kinds, StoreError> {
    let rows: Vec<(Uuid, String, String)> = match scope {
        Scope::Release(number) => sql!(
            tx,
            fetch_all,
            "select id, attribute_id, kind from attribute
             where added_in <= $1 and (removed_in is null or removed_in > $1)",
            number,
        )?,
        Scope::Draft => sql!(
            tx,
            fetch_all,
            "select id, attribute_id, kind from attribute where removed_in is null
             order by case when added_in is null then 1 else 0 end, id",
        )?,
    };
    let read = |(id, attribute, kind): (Uuid, String, String)| {
        let kind = readable(AttributeKind::parse(&kind), ("attribute", "kind"), &id)?;
        Ok((attribute, kind))
    };
    rows.into_iter().map(read).collect()
}
