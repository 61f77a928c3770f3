//! What the tables of the catalogue have in common: reading stored words, the columns of evidence, and adding many rows.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::dialect::{Placeholder, Tx, on_either};
use super::error::StoreError;
use crate::domain::evidence::{AsOf, Evidence, grade_from_letter, grade_letter};

/// Rows added by one statement: at most some 24 000 values, below the limits of both databases (32 766 and 65 535).
const ROWS_PER_STATEMENT: usize = 1_000;

/// A column and its value.
pub(super) type Column<'a> = (&'static str, Value<'a>);

/// A value for a column, in the native type of either database.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value<'a> {
    Id(Uuid),
    Text(Option<Cow<'a, str>>),
    Whole(Option<i64>),
    Real(Option<f64>),
    Flag(bool),
}

macro_rules! value_from {
    ($($given:ty => |$x:ident| $value:expr;)+) => {
        $(impl<'a> From<$given> for Value<'a> {
            fn from($x: $given) -> Self {
                $value
            }
        })+
    };
}

value_from! {
    Uuid => |id| Self::Id(id);
    &'a str => |text| Self::Text(Some(text.into()));
    String => |text| Self::Text(Some(text.into()));
    Option<&'a str> => |text| Self::Text(text.map(Cow::from));
    &'a Option<String> => |text| Self::Text(text.as_deref().map(Cow::from));
    i64 => |number| Self::Whole(Some(number));
    Option<i64> => |number| Self::Whole(number);
    Option<u32> => |number| Self::Whole(number.map(i64::from));
    f64 => |number| Self::Real(Some(number));
    Option<f64> => |number| Self::Real(number);
    bool => |flag| Self::Flag(flag);
}

/// Adds a row for each record; all rows have the same columns. What all rows of a statement have in common is handed over once: the
/// prices of a list share all but four values.
pub(super) async fn insert_rows<'r, T: Sync>(
    tx: &mut Tx,
    table: &'static str,
    records: &'r [T],
    mut row: impl FnMut(&'r T) -> Vec<Column<'r>>,
) -> Result<(), StoreError> {
    let placeholder = tx.placeholder();
    let mut statements = records.chunks(ROWS_PER_STATEMENT).map(|chunk| {
        let mut rows: Vec<Vec<Column<'_>>> = chunk.iter().map(&mut row).collect();
        let common = take_common(&mut rows);
        let text = insert_text(placeholder, table, &common, &rows);
        (text, common.into_iter().chain(rows.into_iter().flatten()))
    });
    let mut next = statements.next();
    while let Some((text, values)) = next {
        let done = on_either!(tx, |connection| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (_, value) in values {
                query = match value {
                    Value::Id(id) => query.bind(id),
                    Value::Text(text) => query.bind(text),
                    Value::Whole(number) => query.bind(number),
                    Value::Real(number) => query.bind(number),
                    Value::Flag(flag) => query.bind(flag),
                };
            }
            // The next statement is put together while the database works on this one.
            let (done, following) = tokio::join!(biased; query.execute(connection), async { statements.next() });
            next = following;
            done.map(drop)
        });
        done?;
    }
    Ok(())
}

/// Takes the columns out of which all rows have the same value, and gives one of each. A single row keeps all of its own.
fn take_common<'r>(rows: &mut [Vec<Column<'r>>]) -> Vec<Column<'r>> {
    let [first, others @ ..] = rows else {
        return Vec::new();
    };
    if others.is_empty() {
        return Vec::new();
    }
    let same = |place: usize, value: &Value<'_>| {
        others
            .iter()
            .all(|row| row.get(place).is_some_and(|(_, other)| other == value))
    };
    let is_common: Vec<bool> = first
        .iter()
        .enumerate()
        .map(|(place, (_, value))| same(place, value))
        .collect();
    let common: Vec<Column<'r>> = first
        .iter()
        .zip(&is_common)
        .filter(|(_, common)| **common)
        .map(|(column, _)| column.clone())
        .collect();
    for row in rows {
        let mut places = is_common.iter();
        row.retain(|_| !places.next().copied().unwrap_or_default());
    }
    common
}

fn insert_text(placeholder: Placeholder, table: &str, common: &[Column<'_>], rows: &[Vec<Column<'_>>]) -> String {
    let varying = rows.iter().take(1).flatten();
    let names: Vec<&str> = varying.chain(common).map(|(name, _)| *name).collect();
    let mut text = format!("insert into {table} ({}) ", names.join(", "));
    let mut number = 0;
    let mut push_placeholder = |text: &mut String| {
        number += 1;
        placeholder.push(text, number);
    };
    if !common.is_empty() {
        text.push_str("select");
        text.push_str(" list.*");
        for _ in common {
            text.push_str(", ");
            push_placeholder(&mut text);
        }
        text.push_str(" from (");
    }
    text.push_str("values ");
    for (row, columns) in rows.iter().enumerate() {
        text.push_str(if row == 0 { "(" } else { "), (" });
        for place in 0..columns.len() {
            text.push_str(if place == 0 { "" } else { ", " });
            push_placeholder(&mut text);
        }
    }
    text.push_str(if common.is_empty() { ")" } else { ")) as list" });
    text
}

/// A stored value that could be read, or the fault that names its table, column and row.
pub(super) fn readable<T, E>(
    value: Result<T, E>,
    (table, column): (&'static str, &'static str),
    id: &dyn ToString,
) -> Result<T, StoreError> {
    value.map_err(|_| StoreError::Corrupt {
        table,
        column,
        id: id.to_string(),
    })
}

/// Yes or no as a document has it: SQLite has only numbers.
pub(super) fn flag<'de, D: Deserializer<'de>>(document: D) -> Result<bool, D::Error> {
    match document.deserialize_any(Scalar)? {
        Some(number) => Ok(number != 0.0),
        None => Err(D::Error::custom("true or false is missing")),
    }
}

/// A real number as a document has it: a text where the database would not write all of its digits.
pub(super) fn real<'de, D: Deserializer<'de>>(document: D) -> Result<Option<f64>, D::Error> {
    document.deserialize_any(Scalar)
}

/// A real number that is there.
pub(super) fn sure_real<'de, D: Deserializer<'de>>(document: D) -> Result<f64, D::Error> {
    real(document)?.ok_or_else(|| D::Error::custom("a number is missing"))
}

struct Scalar;

impl Visitor<'_> for Scalar {
    type Value = Option<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, or true or false")
    }

    fn visit_unit<E>(self) -> Result<Option<f64>, E> {
        Ok(None)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Option<f64>, E> {
        Ok(Some(f64::from(u8::from(flag))))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Option<f64>, E> {
        Ok(Some(number))
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::as_conversions,
        reason = "it was a real number before it was written as a whole one"
    )]
    fn visit_u64<E>(self, number: u64) -> Result<Option<f64>, E> {
        Ok(Some(number as f64))
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::as_conversions,
        reason = "it was a real number before it was written as a whole one"
    )]
    fn visit_i64<E>(self, number: i64) -> Result<Option<f64>, E> {
        Ok(Some(number as f64))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Option<f64>, E> {
        text.parse().map(Some).map_err(E::custom)
    }
}

/// The columns of evidence as they are stored.
#[derive(sqlx::FromRow, Deserialize)]
pub(super) struct EvidenceRow {
    source: String,
    url: Option<String>,
    as_of: String,
    grade: Option<String>,
    note: Option<String>,
}

impl EvidenceRow {
    /// The columns in this order.
    pub(super) const COLUMNS: &'static str = "source, url, as_of, grade, note";

    /// The evidence of a row of the table.
    pub(super) fn read(self, table: &'static str, id: Uuid) -> Result<Evidence, StoreError> {
        let grade = match &self.grade {
            None => None,
            Some(letter) => Some(readable(grade_from_letter(letter).ok_or(()), (table, "grade"), &id)?),
        };
        Ok(Evidence {
            as_of: readable(AsOf::try_from(self.as_of), (table, "as_of"), &id)?,
            source: self.source,
            url: self.url,
            grade,
            note: self.note,
        })
    }

    /// The columns of evidence.
    pub(super) fn columns(evidence: &Evidence) -> [Column<'_>; 5] {
        [
            ("source", evidence.source.as_str().into()),
            ("url", (&evidence.url).into()),
            ("as_of", evidence.as_of.as_str().into()),
            (
                "grade",
                Value::Text(evidence.grade.map(|grade| grade_letter(grade).into())),
            ),
            ("note", (&evidence.note).into()),
        ]
    }
}
