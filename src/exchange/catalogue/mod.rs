//! The catalogue as a folder of CSV files, one for each kind of record: `docs/import.md` lists the columns.
//!
//! Columns are found by name, in any order; a byte order mark and Windows line ends are accepted. All problems are found in one
//! reading, each with file, row and column.

mod cells;
mod fit;
mod rows;
mod sheet;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::civil::Date;

use super::{Problem, ProblemKind};
use crate::domain::catalogue::Records;
use fit::Located;
use rows::{ACCELERATORS, ALIASES, ATTRIBUTES, BENCHMARKS, FACTS, OFFERS, PRICES, VENDORS};
use sheet::{Layout, read_rows};

const LAYOUTS: [&Layout; 8] = [
    &VENDORS,
    &ACCELERATORS,
    &ALIASES,
    &OFFERS,
    &PRICES,
    &ATTRIBUTES,
    &FACTS,
    &BENCHMARKS,
];

/// What a folder holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The records of all rows without a problem; to be used only when there is none.
    pub records: Records,
    /// Everything that is wrong, by file and row.
    pub problems: Vec<Problem>,
}

/// Reads the files of a folder, given by name; one that is missing reads as empty. A date after `today` is a problem.
#[must_use]
pub fn read(files: &BTreeMap<&str, &[u8]>, today: Date) -> Reading {
    let mut problems = Vec::new();
    let names = || LAYOUTS.iter().map(|layout| layout.file);
    for file in files.keys().filter(|file| !names().any(|name| name == **file)) {
        let kind = ProblemKind::UnknownFile {
            known: names().collect::<Vec<_>>().join(", "),
        };
        problems.push(Problem {
            file: (*file).to_owned(),
            row: None,
            column: None,
            kind,
        });
    }
    let bytes = |layout: &Layout| files.get(layout.file).copied();
    let located = Located {
        vendors: read_rows(&VENDORS, bytes(&VENDORS), &mut problems, |row| rows::vendor(row, today)),
        accelerators: read_rows(&ACCELERATORS, bytes(&ACCELERATORS), &mut problems, |row| {
            rows::accelerator(row, today)
        }),
        aliases: read_rows(&ALIASES, bytes(&ALIASES), &mut problems, rows::alias),
        offers: read_rows(&OFFERS, bytes(&OFFERS), &mut problems, |row| rows::offer(row, today)),
        prices: read_rows(&PRICES, bytes(&PRICES), &mut problems, |row| rows::price(row, today)),
        attributes: read_rows(&ATTRIBUTES, bytes(&ATTRIBUTES), &mut problems, rows::attribute),
        facts: read_rows(&FACTS, bytes(&FACTS), &mut problems, |row| rows::fact(row, today)),
        results: read_rows(&BENCHMARKS, bytes(&BENCHMARKS), &mut problems, |row| {
            rows::benchmark(row, today)
        }),
    };
    let records = located.fit_together(&mut problems);
    Reading { records, problems }
}
