//! Records as files that [`import`](super::import) reads back to equal records: a CSV file for each kind, a workbook with a sheet
//! for each, one JSON document. Numbers are numbers; a text that a spreadsheet would run as a formula gets an apostrophe in front,
//! which the reader takes away.

mod cells;
mod json;
mod rows;
mod xlsx;

pub(super) use cells::{Cell, Exported, Units};

use super::source::neutral::neutral;
use crate::domain::catalogue::Records;

/// One kind of records as a table.
pub(super) struct Table {
    /// Its name, without `.csv`.
    pub(super) name: &'static str,
    /// The names of its columns.
    pub(super) columns: &'static [&'static str],
    /// Its rows, a cell for each column.
    pub(super) rows: Vec<Vec<Cell>>,
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The workbook has more rows or longer texts than a spreadsheet holds.
    #[error("the records do not fit into a workbook: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    /// CSV or JSON could not be written.
    #[error("the file cannot be written: {0}")]
    Writing(String),
}

/// The records as the files of a folder: name and bytes, in the order in which they refer to each other.
///
/// # Errors
/// [`ExportError::Writing`] when memory is short.
pub fn csv_files(records: &Records) -> Result<Vec<(&'static str, Vec<u8>)>, ExportError> {
    let file_names = [
        "vendors.csv",
        "accelerators.csv",
        "aliases.csv",
        "offers.csv",
        "prices.csv",
        "attributes.csv",
        "facts.csv",
        "benchmarks.csv",
        "rates.csv",
    ];
    let written = tables(records).into_iter().map(|table| csv(&table));
    file_names
        .into_iter()
        .zip(written)
        .map(|(name, bytes)| Ok((name, bytes?)))
        .collect()
}

/// The same files as one compressed folder.
///
/// # Errors
/// [`ExportError::Writing`] when it cannot be written.
pub fn zip(records: &Records) -> Result<Vec<u8>, ExportError> {
    use std::io::Write;

    let fault = |error: &dyn std::fmt::Display| ExportError::Writing(error.to_string());
    let mut zip = ::zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = ::zip::write::SimpleFileOptions::default().compression_method(::zip::CompressionMethod::Deflated);
    for (name, bytes) in csv_files(records)? {
        zip.start_file(name, options).map_err(|error| fault(&error))?;
        zip.write_all(&bytes).map_err(|error| fault(&error))?;
    }
    zip.finish()
        .map(std::io::Cursor::into_inner)
        .map_err(|error| fault(&error))
}

/// The records as a workbook with a sheet for each kind.
///
/// # Errors
/// [`ExportError::Workbook`] when a sheet has more rows than a spreadsheet holds.
pub fn xlsx(records: &Records) -> Result<Vec<u8>, ExportError> {
    xlsx::write(&tables(records))
}

/// The records as one JSON document with a list for each kind.
///
/// # Errors
/// [`ExportError::Writing`] when memory is short.
pub fn json(records: &Records) -> Result<Vec<u8>, ExportError> {
    json::write(&tables(records))
}

/// The attributes by id, for the units of facts.
pub(super) fn units(records: &Records) -> Units<'_> {
    records.attributes.iter().map(|one| (&one.id, one)).collect()
}

fn tables(records: &Records) -> Vec<Table> {
    let units = units(records);
    vec![
        cells::table(&records.vendors, &units),
        cells::table(&records.accelerators, &units),
        cells::table(&records.aliases, &units),
        cells::table(&records.offers, &units),
        cells::table(&records.prices, &units),
        cells::table(&records.attributes, &units),
        cells::table(&records.facts, &units),
        cells::table(&records.results, &units),
        cells::table(&records.rates, &units),
    ]
}

fn csv(table: &Table) -> Result<Vec<u8>, ExportError> {
    let fault = |error: &dyn std::fmt::Display| ExportError::Writing(error.to_string());
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    writer.write_record(table.columns).map_err(|error| fault(&error))?;
    for row in &table.rows {
        let cells = row.iter().map(|cell| match cell {
            Cell::Text(text) => neutral(text),
            Cell::Number(text) => text.into(),
        });
        let cells: Vec<_> = cells.collect();
        writer
            .write_record(cells.iter().map(|cell| cell.as_bytes()))
            .map_err(|error| fault(&error))?;
    }
    writer.into_inner().map_err(|error| fault(&error.error()))
}
