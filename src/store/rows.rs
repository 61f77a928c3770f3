//! What the tables of the catalogue have in common: reading stored words, the columns of evidence, and adding many rows.

use std::borrow::Cow;

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::dialect::{Tx, on_either};
use super::error::StoreError;
use crate::domain::evidence::{AsOf, Evidence, grade_from_letter, grade_letter};

/// Rows added by one statement: at most some 7 000 values, far from the limits of both databases (32 766 and 65 535).
const ROWS_PER_STATEMENT: usize = 256;

/// A column and its value.
pub(super) type Column<'a> = (&'static str, Value<'a>);

/// A value for a column, in the native type of either database.
#[derive(Debug, Clone)]
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

/// Adds a row for each record; all rows have the same columns.
pub(super) async fn insert_rows<'r, T: Sync>(
    tx: &mut Tx,
    table: &'static str,
    records: &'r [T],
    mut row: impl FnMut(&'r T) -> Vec<Column<'r>>,
) -> Result<(), StoreError> {
    for chunk in records.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<Vec<Column<'_>>> = chunk.iter().map(&mut row).collect();
        let text = insert_text(tx, table, &rows);
        let done = on_either!(tx, |connection| {
            let mut query = sqlx::query(AssertSqlSafe(text));
            for (_, value) in rows.into_iter().flatten() {
                query = match value {
                    Value::Id(id) => query.bind(id),
                    Value::Text(text) => query.bind(text),
                    Value::Whole(number) => query.bind(number),
                    Value::Real(number) => query.bind(number),
                    Value::Flag(flag) => query.bind(flag),
                };
            }
            query.execute(connection).await.map(drop)
        });
        done?;
    }
    Ok(())
}

fn insert_text(tx: &Tx, table: &str, rows: &[Vec<Column<'_>>]) -> String {
    let names: Vec<&str> = rows.iter().take(1).flatten().map(|(name, _)| *name).collect();
    let mut text = format!("insert into {table} ({}) values ", names.join(", "));
    let mut number = 0;
    for row in rows {
        text.push_str(if number == 0 { "(" } else { "), (" });
        for place in 0..row.len() {
            number += 1;
            text.push_str(if place == 0 { "" } else { ", " });
            text.push_str(&tx.placeholder(number));
        }
    }
    text.push(')');
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

/// The columns of evidence as they are stored.
#[derive(sqlx::FromRow)]
pub(super) struct EvidenceRow {
    source: String,
    url: Option<String>,
    as_of: String,
    grade: Option<String>,
    note: Option<String>,
}

impl EvidenceRow {
    /// The evidence of a row of the table.
    pub(super) fn read(self, table: &'static str, id: Uuid) -> Result<Evidence, StoreError> {
        let grade = match &self.grade {
            None => None,
            Some(letter) => Some(readable(grade_from_letter(letter).ok_or(()), (table, "grade"), &id)?),
        };
        Ok(Evidence {
            as_of: readable(AsOf::parse(&self.as_of), (table, "as_of"), &id)?,
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
