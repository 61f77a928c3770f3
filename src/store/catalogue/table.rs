//! What the tables of records have in common: the columns, and how the rows of a release or of the draft are loaded.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{DeserializeOwned, Error as _, SeqAccess, Visitor};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow, Row};
use uuid::Uuid;

use crate::domain::catalogue::{AttributeKind, Keyed};
use crate::store::dialect::{Tx, on_either};
use crate::store::error::StoreError;
use crate::store::rows::{Column, EvidenceRow, readable};
use crate::store::sql::sql;

/// Rows of one document: enough that what is done for each document does not count.
const ROWS_PER_DOCUMENT: i64 = 2_000;

/// How the values of each attribute are read.
pub(super) type Kinds = BTreeMap<String, AttributeKind>;

/// A kind of record with a table of its own.
pub(super) trait Table: Keyed + Clone + PartialEq + Send + Sync + Sized {
    /// Its name.
    const NAME: &'static str;
    /// The columns of a record, apart from those of its evidence and those that every table has.
    const COLUMNS: &'static str;
    /// Which of them are real numbers.
    const REALS: &'static [&'static str] = &[];
    /// Whether a record has evidence.
    const EVIDENCE: bool = true;
    /// A row: the id, the columns, the evidence. As JSON it is a list without the id, and the evidence a list in it.
    type Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + DeserializeOwned + Send + Unpin;

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

impl Scope {
    /// One text with one value for both scopes.
    fn condition(self) -> (&'static str, i64) {
        match self {
            Self::Release(number) => ("added_in <= $1 and (removed_in is null or removed_in > $1)", number),
            Self::Draft => ("added_in is null and $1 = 0", 0),
        }
    }
}

/// The columns of a record and its evidence.
pub(super) fn columns<T: Table>() -> String {
    let (columns, evidence) = (T::COLUMNS, EvidenceRow::COLUMNS);
    if T::EVIDENCE {
        format!("{columns}, {evidence}")
    } else {
        columns.to_owned()
    }
}

/// The records in scope in the order in which they were added. They come as documents of many rows: the driver hands every value of
/// every row over by itself, which takes ten times as long for a catalogue.
pub(super) async fn records<T: Table>(tx: &mut Tx, scope: Scope, kinds: &Kinds) -> Result<Vec<T>, StoreError> {
    let (condition, release) = scope.condition();
    let order = tx.order_added();
    let text = format!(
        "select count(*), {}, {} from (select {place} as place, {} from {} where {condition} and {place} > cast($2 as {})
         order by {place} limit {ROWS_PER_DOCUMENT}) as records",
        document::<T>(tx),
        order.last,
        columns::<T>(),
        T::NAME,
        order.kind,
        place = order.column
    );
    let mut place = order.start.to_owned();
    let mut records = Vec::new();
    loop {
        let text = AssertSqlSafe(text.as_str());
        let (count, read, last) = on_either!(tx, |connection| {
            let answer = sqlx::query(text).bind(release).bind(&place).fetch_one(connection);
            answer.await.and_then(|row| {
                let count: i64 = row.try_get(0)?;
                let document: Option<&str> = row.try_get(1)?;
                let read = read_document(document.unwrap_or("[]"), kinds, &mut records);
                Ok((count, read, row.try_get::<Option<String>, _>(2)?))
            })
        })?;
        if read.is_err() {
            // A document has no ids, and not every number. Read one by one, a value at fault is named with the id of its row.
            let rows = rows(tx, scope, kinds).await?;
            return Ok(rows.into_iter().map(|(_, record)| record).collect());
        }
        match last {
            Some(last) if count == ROWS_PER_DOCUMENT => place = last,
            _ => return Ok(records),
        }
        if i64::try_from(records.len()) == Ok(count) {
            // The first document of several.
            records.reserve_exact(count_of::<T>(tx, scope).await?.saturating_sub(records.len()));
        }
    }
}

async fn count_of<T: Table>(tx: &mut Tx, scope: Scope) -> Result<usize, StoreError> {
    let (condition, release) = scope.condition();
    let text = AssertSqlSafe(format!("select count(*) from {} where {condition}", T::NAME));
    let (count,): (i64,) = on_either!(tx, |connection| sqlx::query_as(text)
        .bind(release)
        .fetch_one(connection)
        .await)?;
    Ok(usize::try_from(count).unwrap_or(0))
}

fn read_document<T: Table>(document: &str, kinds: &Kinds, records: &mut Vec<T>) -> serde_json::Result<()> {
    serde_json::Deserializer::from_str(document).deserialize_seq(Document { records, kinds })
}

/// Makes a record of each row as soon as it is read.
struct Document<'k, T> {
    records: &'k mut Vec<T>,
    kinds: &'k Kinds,
}

impl<'de, T: Table> Visitor<'de> for Document<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        while let Some(row) = rows.next_element()? {
            let (_, record) = T::read(row, self.kinds).map_err(A::Error::custom)?;
            self.records.push(record);
        }
        Ok(())
    }
}

fn document<T: Table>(tx: &Tx) -> String {
    let mut columns: Vec<String> = T::COLUMNS
        .split(", ")
        .map(|column| {
            if T::REALS.contains(&column) {
                tx.exact_real(column)
            } else {
                column.to_owned()
            }
        })
        .collect();
    if T::EVIDENCE {
        columns.push(tx.json_list(EvidenceRow::COLUMNS));
    }
    tx.json_lists(&tx.json_list(&columns.join(", ")))
}

/// The same one by one, each with its row's id.
pub(super) async fn rows<T: Table>(tx: &mut Tx, scope: Scope, kinds: &Kinds) -> Result<Vec<(Uuid, T)>, StoreError> {
    let (condition, release) = scope.condition();
    let text = format!(
        "select id, {} from {} where {condition} order by id",
        columns::<T>(),
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
