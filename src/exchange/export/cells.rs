//! The columns of each kind of record, and the cells of a record in their order. The reader of the own format knows the same names.

use std::collections::BTreeMap;

use super::Table;
use crate::domain::catalogue::{Attribute, Fact};
use crate::domain::evidence::{Evidence, grade_letter};
use crate::domain::ids::AttributeId;

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::exchange) enum Cell {
    /// A text; empty for nothing.
    Text(String),
    /// A plain decimal number.
    Number(String),
}

impl Cell {
    /// What stands in the cell.
    pub(in crate::exchange) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
        }
    }
}

/// The attributes by id, for the unit of a fact.
pub(in crate::exchange) type Units<'a> = BTreeMap<&'a AttributeId, &'a Attribute>;

/// The unit of a fact's attribute; empty when the attribute is not there or has none.
pub(in crate::exchange) fn unit_of<'a>(fact: &Fact, units: &Units<'a>) -> &'a str {
    units
        .get(&fact.attribute)
        .map_or("", |attribute| attribute.unit.as_str())
}

/// A record that is written as a row.
pub(in crate::exchange) trait Exported {
    /// The name of its table.
    const TABLE: &'static str;
    /// The names of its columns.
    const COLUMNS: &'static [&'static str];

    /// Its cells, one for each column.
    fn cells(&self, units: &Units<'_>) -> Vec<Cell>;
}

pub(super) fn table<T: Exported>(records: &[T], units: &Units<'_>) -> Table {
    Table {
        name: T::TABLE,
        columns: T::COLUMNS,
        rows: records.iter().map(|record| record.cells(units)).collect(),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "a value or a reference, as it comes")]
pub(super) fn text(text: impl ToString) -> Cell {
    Cell::Text(text.to_string())
}

pub(super) fn maybe(value: Option<&String>) -> Cell {
    Cell::Text(value.cloned().unwrap_or_default())
}

#[expect(clippy::needless_pass_by_value, reason = "a value or a reference, as it comes")]
pub(super) fn number(value: impl ToString) -> Cell {
    Cell::Number(value.to_string())
}

pub(super) fn maybe_number(value: Option<impl ToString>) -> Cell {
    value.map_or_else(|| text(""), number)
}

/// source, url, `as_of`, grade, note
fn evidence(evidence: &Evidence) -> [Cell; 5] {
    [
        text(&evidence.source),
        maybe(evidence.url.as_ref()),
        text(&evidence.as_of),
        text(evidence.grade.map_or("", grade_letter)),
        maybe(evidence.note.as_ref()),
    ]
}

pub(super) fn with_evidence(mut cells: Vec<Cell>, of: &Evidence) -> Vec<Cell> {
    cells.extend(evidence(of));
    cells
}
