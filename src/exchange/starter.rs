//! The starter catalogue: the CSV files of `catalogue/`, embedded in the program, read as any import is.

use std::collections::BTreeMap;

use jiff::civil::{Date, date};

use super::Problem;
use super::catalogue::{Reading, read};
use crate::domain::catalogue::Records;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/catalogue/", $name)).as_bytes())),+]
    };
}

const FILES: [(&str, &[u8]); 9] = files!(
    "vendors.csv",
    "accelerators.csv",
    "aliases.csv",
    "offers.csv",
    "prices.csv",
    "attributes.csv",
    "facts.csv",
    "benchmarks.csv",
    "rates.csv",
);

/// The day the files were collected; nothing in them is newer.
pub const COLLECTED: Date = date(2026, 11, 30);

/// The files of the starter catalogue by name.
#[must_use]
pub fn files() -> BTreeMap<&'static str, &'static [u8]> {
    BTreeMap::from(FILES)
}

/// The records of the starter catalogue. A server whose clock is behind the day of collection gets them too.
///
/// # Errors
/// The first problem, should a file be edited into one; a test reads every row.
pub fn records(today: Date) -> Result<Records, Box<Problem>> {
    let Reading { records, problems } = read(&files(), today.max(COLLECTED));
    problems
        .into_iter()
        .next()
        .map_or(Ok(records), |first| Err(Box::new(first)))
}
