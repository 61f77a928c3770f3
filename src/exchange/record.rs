//! One record as a row of texts and back, for people who edit it: the same columns, the same reader and the same faults as a file.

use std::collections::BTreeMap;

use csv::StringRecord;
use jiff::civil::Date;

use super::Problem;
use super::catalogue::{Label, Part, needed, read_parts};
use super::export::{Exported, units};
use super::source::Grid;
use crate::domain::catalogue::{Catalogue, Records};

/// A kind of record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Providers.
    Vendors,
    /// Accelerator products.
    Accelerators,
    /// Other spellings of accelerators.
    Aliases,
    /// Instance types in regions.
    Offers,
    /// Prices of offers.
    Prices,
    /// Definitions of properties.
    Attributes,
    /// Values of properties.
    Facts,
    /// Benchmark results.
    Benchmarks,
    /// Exchange rates.
    Rates,
}

/// A record as texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its natural key as one text.
    pub label: String,
    /// A text for each column.
    pub cells: Vec<String>,
}

/// Does something with the records of a kind.
macro_rules! of_kind {
    ($kind:expr, $records:expr, |$list:ident| $body:expr) => {{
        let records = $records;
        match $kind {
            Kind::Vendors => {
                let $list = &records.vendors;
                $body
            }
            Kind::Accelerators => {
                let $list = &records.accelerators;
                $body
            }
            Kind::Aliases => {
                let $list = &records.aliases;
                $body
            }
            Kind::Offers => {
                let $list = &records.offers;
                $body
            }
            Kind::Prices => {
                let $list = &records.prices;
                $body
            }
            Kind::Attributes => {
                let $list = &records.attributes;
                $body
            }
            Kind::Facts => {
                let $list = &records.facts;
                $body
            }
            Kind::Benchmarks => {
                let $list = &records.results;
                $body
            }
            Kind::Rates => {
                let $list = &records.rates;
                $body
            }
        }
    }};
}

impl Kind {
    /// All of them, in the order in which they refer to each other.
    pub const ALL: [Self; 9] = [
        Self::Vendors,
        Self::Accelerators,
        Self::Aliases,
        Self::Offers,
        Self::Prices,
        Self::Attributes,
        Self::Facts,
        Self::Benchmarks,
        Self::Rates,
    ];

    /// The word in addresses and in documents of the own format.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Vendors => "vendors",
            Self::Accelerators => "accelerators",
            Self::Aliases => "aliases",
            Self::Offers => "offers",
            Self::Prices => "prices",
            Self::Attributes => "attributes",
            Self::Facts => "facts",
            Self::Benchmarks => "benchmarks",
            Self::Rates => "rates",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The names of the columns.
    #[must_use]
    pub fn columns(self) -> &'static [&'static str] {
        fn of<T: Exported>(_: &[T]) -> &'static [&'static str] {
            T::COLUMNS
        }
        of_kind!(self, &Records::default(), |list| of(list))
    }

    /// How reports call one record of the kind.
    #[must_use]
    pub fn one(self) -> &'static str {
        fn of<T: Label>(_: &[T]) -> &'static str {
            T::KIND
        }
        of_kind!(self, &Records::default(), |list| of(list))
    }

    /// The columns that say what a record is about, besides its key.
    fn telling(self) -> &'static [&'static str] {
        match self {
            Self::Vendors | Self::Accelerators => &["name"],
            Self::Aliases => &["accelerator_id"],
            Self::Offers => &["instance_type", "accelerator_count", "accelerator_id", "region"],
            Self::Prices => &["hourly", "currency"],
            Self::Attributes => &["name_en", "name_zh", "unit"],
            Self::Facts | Self::Benchmarks => &["value", "unit"],
            Self::Rates => &["rate"],
        }
    }

    /// Whether the column must not be empty.
    #[must_use]
    pub fn needs(self, column: &str) -> bool {
        needed(self.file()).contains(&column)
    }

    fn file(self) -> &'static str {
        match self {
            Self::Vendors => "vendors.csv",
            Self::Accelerators => "accelerators.csv",
            Self::Aliases => "aliases.csv",
            Self::Offers => "offers.csv",
            Self::Prices => "prices.csv",
            Self::Attributes => "attributes.csv",
            Self::Facts => "facts.csv",
            Self::Benchmarks => "benchmarks.csv",
            Self::Rates => "rates.csv",
        }
    }
}

/// The records of a kind as texts.
#[must_use]
pub fn rows(kind: Kind, records: &Records) -> Vec<Row> {
    let units = units(records);
    of_kind!(kind, records, |list| list
        .iter()
        .map(|record| Row {
            label: record.label(),
            cells: record.cells(&units).iter().map(|cell| cell.text().to_owned()).collect(),
        })
        .collect())
}

impl Row {
    /// The text of a column; empty where the kind has no such column.
    #[must_use]
    pub fn cell(&self, kind: Kind, column: &str) -> &str {
        let place = kind.columns().iter().position(|name| *name == column);
        place.and_then(|place| self.cells.get(place)).map_or("", String::as_str)
    }

    /// What the record says besides its key, in a few words.
    #[must_use]
    pub fn says(&self, kind: Kind) -> String {
        let cells = kind.telling().iter().map(|column| self.cell(kind, column));
        cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// What each record says, by how reports call it: its kind and label.
#[must_use]
pub fn sayings(records: &Records) -> BTreeMap<(&'static str, String), String> {
    let of = |kind: Kind| {
        let rows = rows(kind, records).into_iter();
        rows.map(move |row| ((kind.one(), row.label.clone()), row.says(kind)))
    };
    Kind::ALL.into_iter().flat_map(of).collect()
}

/// The record of a kind that has this label, and nothing else.
#[must_use]
pub fn only(kind: Kind, records: &Records, label: &str) -> Records {
    let mut found = Records::default();
    macro_rules! find {
        ($list:ident) => {
            found.$list.extend(
                records
                    .$list
                    .iter()
                    .filter(|record| record.label() == label)
                    .cloned(),
            )
        };
    }
    match kind {
        Kind::Vendors => find!(vendors),
        Kind::Accelerators => find!(accelerators),
        Kind::Aliases => find!(aliases),
        Kind::Offers => find!(offers),
        Kind::Prices => find!(prices),
        Kind::Attributes => find!(attributes),
        Kind::Facts => find!(facts),
        Kind::Benchmarks => find!(results),
        Kind::Rates => find!(rates),
    }
    found
}

/// Reads a record from the texts of its columns. What it refers to may stand in the catalogue.
///
/// # Errors
/// Everything that is wrong, each with its column where it belongs to one.
pub fn read(kind: Kind, cells: &[String], known: &Catalogue, today: Date) -> Result<Records, Vec<Problem>> {
    let row = StringRecord::from(cells.iter().map(String::as_str).collect::<Vec<_>>());
    let grid = Grid {
        header: kind.columns().to_vec().into(),
        header_row: 0,
        count: 1,
        rows: Box::new(std::iter::once(Ok((1, row)))),
    };
    let part = Part {
        table: kind.file(),
        shown: kind.word().to_owned(),
        grid: Ok(grid),
    };
    let reading = read_parts(vec![part], Some(known), today);
    if reading.problems.is_empty() {
        Ok(reading.records)
    } else {
        Err(reading.problems)
    }
}
