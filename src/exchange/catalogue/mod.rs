//! The catalogue as a folder of CSV files, one for each kind of record: `docs/import.md` lists the columns.
//!
//! Columns are found by name, in any order; a byte order mark and Windows line ends are accepted. All problems are found in one
//! reading, each with file, row and column.

mod cells;
mod fit;
mod label;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use csv::StringRecord;
use jiff::civil::Date;

use super::source::csv::strict_grid;
use super::source::{Fault, Grid};
use super::{Problem, ProblemKind};
use crate::domain::catalogue::{Catalogue, Records};
pub(in crate::exchange) use cells::{first_day, web_address};
use fit::Located;
pub(in crate::exchange) use fit::Places;
pub(in crate::exchange) use label::Label;
use rows::{ACCELERATORS, ALIASES, ATTRIBUTES, BENCHMARKS, FACTS, OFFERS, PRICES, RATES, VENDORS};
use sheet::{Layout, read_rows};

const LAYOUTS: [&Layout; 9] = [
    &VENDORS,
    &ACCELERATORS,
    &ALIASES,
    &OFFERS,
    &PRICES,
    &ATTRIBUTES,
    &FACTS,
    &BENCHMARKS,
    &RATES,
];

/// What a folder holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The records of all rows without a problem; to be used only when there is none.
    pub records: Records,
    /// Everything that is wrong, by file and row.
    pub problems: Vec<Problem>,
}

/// One table of the own format, in whatever file it came.
pub(in crate::exchange) struct Part<'a> {
    /// Which table it is, by the name of its file in a folder.
    pub(in crate::exchange) table: &'static str,
    /// What problems call it.
    pub(in crate::exchange) shown: String,
    /// Its rows.
    pub(in crate::exchange) grid: Result<Grid<'a>, Fault>,
}

/// What tables gave.
pub(in crate::exchange) struct PartReading {
    /// The records of all rows without a problem.
    pub(in crate::exchange) records: Records,
    /// Everything that is wrong.
    pub(in crate::exchange) problems: Vec<Problem>,
    /// Where each record stands.
    pub(in crate::exchange) places: Places,
}

/// Reads the files of a folder, given by name; one that is missing reads as empty. A date after `today` is a problem.
#[must_use]
pub fn read(files: &BTreeMap<&str, &[u8]>, today: Date) -> Reading {
    let mut problems = Vec::new();
    for file in files.keys().filter(|file| table_named(file).is_none()) {
        problems.push(unknown_file(file));
    }
    let parts = files.iter().filter_map(|(file, bytes)| {
        let table = table_named(file)?;
        Some(Part {
            table,
            shown: table.to_owned(),
            grid: strict_grid(bytes, b','),
        })
    });
    let reading = read_parts(parts.collect(), None, today);
    problems.extend(reading.problems);
    Reading {
        records: reading.records,
        problems,
    }
}

/// The table of that file name.
pub(in crate::exchange) fn table_named(file: &str) -> Option<&'static str> {
    LAYOUTS.iter().map(|layout| layout.file).find(|name| *name == file)
}

/// Every table with its columns, needed ones first.
pub(in crate::exchange) fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    LAYOUTS.iter().map(|layout| {
        let columns = layout.needed.iter().chain(layout.optional).copied();
        (layout.file, columns.collect())
    })
}

/// The columns of a table that must not be left out.
pub(in crate::exchange) fn needed(table: &str) -> &'static [&'static str] {
    let layout = LAYOUTS.iter().find(|layout| layout.file == table);
    layout.map_or(&[], |layout| layout.needed)
}

/// The table that a header belongs to: the one whose needed columns are there, or the one of which most are and its id is first.
pub(in crate::exchange) fn table_of(header: &StringRecord) -> Option<&'static str> {
    let has = |column: &str| header.iter().any(|name| name == column);
    let present = |layout: &Layout| layout.needed.iter().filter(|column| has(column)).count();
    let whole = LAYOUTS.iter().filter(|layout| present(layout) == layout.needed.len());
    let begun = LAYOUTS.iter().filter(|layout| {
        let leads = layout.needed.first().is_some_and(|id| header.get(0) == Some(id));
        leads && 2 * present(layout) > layout.needed.len()
    });
    let best = whole.max_by_key(|layout| layout.needed.len());
    best.or_else(|| begun.max_by_key(|layout| present(layout)))
        .map(|layout| layout.file)
}

pub(in crate::exchange) fn unknown_file(file: &str) -> Problem {
    let known = LAYOUTS.iter().map(|layout| layout.file).collect::<Vec<_>>().join(", ");
    Problem {
        file: file.to_owned(),
        row: None,
        column: None,
        kind: ProblemKind::UnknownFile { known },
    }
}

/// Reads tables, each at most once. What they refer to may stand in them or in the catalogue they are for.
pub(in crate::exchange) fn read_parts(parts: Vec<Part<'_>>, known: Option<&Catalogue>, today: Date) -> PartReading {
    let mut problems = Vec::new();
    let mut shown = BTreeMap::new();
    let mut grids = BTreeMap::new();
    for part in parts {
        shown.insert(part.table, part.shown);
        grids.insert(part.table, part.grid);
    }
    let mut grid = |layout: &Layout| grids.remove(layout.file);
    let located = Located {
        vendors: read_rows(&VENDORS, grid(&VENDORS), &mut problems, |row| rows::vendor(row, today)),
        accelerators: read_rows(&ACCELERATORS, grid(&ACCELERATORS), &mut problems, |row| {
            rows::accelerator(row, today)
        }),
        aliases: read_rows(&ALIASES, grid(&ALIASES), &mut problems, rows::alias),
        offers: read_rows(&OFFERS, grid(&OFFERS), &mut problems, |row| rows::offer(row, today)),
        prices: read_rows(&PRICES, grid(&PRICES), &mut problems, |row| rows::price(row, today)),
        attributes: read_rows(&ATTRIBUTES, grid(&ATTRIBUTES), &mut problems, rows::attribute),
        facts: read_rows(&FACTS, grid(&FACTS), &mut problems, |row| rows::fact(row, today)),
        results: read_rows(&BENCHMARKS, grid(&BENCHMARKS), &mut problems, |row| {
            rows::benchmark(row, today)
        }),
        rates: read_rows(&RATES, grid(&RATES), &mut problems, |row| rows::rate(row, today)),
    };
    let (records, mut places) = located.fit_together(known, &mut problems);
    for problem in &mut problems {
        if let Some(name) = shown.get(problem.file.as_str()) {
            problem.file.clone_from(name);
        }
    }
    let names: BTreeMap<&str, Arc<str>> = shown
        .iter()
        .map(|(table, name)| (*table, Arc::from(name.as_str())))
        .collect();
    places.rename(&names);
    PartReading {
        records,
        problems,
        places,
    }
}
