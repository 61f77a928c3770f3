//! The cells of a row by the names of its columns. Letter case and blanks around a name do not matter.

use std::collections::BTreeMap;

use ::csv::StringRecord;

use crate::exchange::source::Grid;
use crate::exchange::{Problem, ProblemKind};

/// Where each column stands.
pub(super) struct Columns {
    places: BTreeMap<String, usize>,
    width: usize,
}

impl Columns {
    /// Finds the columns; one that is needed and missing, or there twice, is a problem.
    pub(super) fn of(grid: &Grid<'_>, needed: &[&str], file: &str) -> Result<Self, Vec<Problem>> {
        let mut places = BTreeMap::new();
        let mut problems = Vec::new();
        let fault = |column: &str, kind| Problem {
            file: file.to_owned(),
            row: Some(grid.header_row),
            column: Some(column.chars().take(80).collect()),
            kind,
        };
        for (place, name) in grid.header.iter().enumerate() {
            let name = name.trim();
            if !name.is_empty() && places.insert(name.to_lowercase(), place).is_some() {
                problems.push(fault(name, ProblemKind::DuplicateColumn));
            }
        }
        for column in needed {
            if !places.contains_key(&column.to_lowercase()) {
                problems.push(fault(column, ProblemKind::MissingColumn));
            }
        }
        problems.truncate(100);
        if problems.is_empty() {
            let width = grid.header.len();
            Ok(Self { places, width })
        } else {
            Err(problems)
        }
    }

    /// The cell; empty when the file has no such column.
    pub(super) fn cell<'r>(&self, row: &'r StringRecord, column: &str) -> &'r str {
        let place = self
            .places
            .get(column)
            .or_else(|| self.places.get(&column.to_lowercase()));
        place.and_then(|place| row.get(*place)).unwrap_or_default().trim()
    }

    /// Why the row does not fit the header, if it does not. Trailing empty cells do.
    pub(super) fn misfit(&self, row: &StringRecord) -> Option<ProblemKind> {
        let used = (1..)
            .zip(row)
            .filter(|(_, cell)| !cell.is_empty())
            .last()
            .map_or(0, |(place, _)| place);
        let fits = row.len() == self.width || (row.len() > self.width && used <= self.width);
        (!fits).then_some(ProblemKind::RowLength {
            found: row.len(),
            expected: self.width,
        })
    }
}
