//! CSV as a grid. A quick look over the bytes comes first and refuses what would take much memory: the CSV reader itself holds a
//! whole row, however long.

use ::csv::{ReaderBuilder, StringRecord, Trim};

use super::limits::{CELL_BYTES, COLUMNS, CSV_CELLS};
use super::{Fault, Grid};
use crate::exchange::{Limit, ProblemKind, Unread};

/// The delimiter that the first line uses most: comma, semicolon or tab.
pub(in crate::exchange) fn delimiter_of(text: &str) -> u8 {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |delimiter: u8| {
        let mut quoted = false;
        line.bytes()
            .take(100_000)
            .filter(|byte| {
                quoted ^= *byte == b'"';
                !quoted && *byte == delimiter
            })
            .count()
    };
    // The first of equals wins, so that a line without any is one of commas.
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|delimiter| count(*delimiter))
        .unwrap_or(b',')
}

/// The text as a grid; its size is checked before the first row is read.
pub(in crate::exchange) fn grid(text: &str, delimiter: u8) -> Result<Grid<'_>, Fault> {
    let count = check(text.as_bytes(), delimiter)?;
    let grid = strict_grid(text.as_bytes(), delimiter)?;
    Ok(Grid { count, ..grid })
}

/// The same for a text whose header stands in a later row; without a given delimiter it is the one that the header uses most.
pub(in crate::exchange) fn grid_from(text: &str, delimiter: Option<u8>, header_row: u64) -> Result<Grid<'_>, Fault> {
    let before = header_row.saturating_sub(1);
    let mut rest = text;
    for _ in 0..before.min(10_000) {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    let shifted = move |fault: Fault| Fault {
        row: fault.row.map(|row| row + before),
        ..fault
    };
    let grid = grid(rest, delimiter.unwrap_or_else(|| delimiter_of(rest))).map_err(shifted)?;
    Ok(Grid {
        header: grid.header,
        header_row: grid.header_row + before,
        count: grid.count,
        rows: Box::new(
            grid.rows
                .map(move |row| row.map(|(line, row)| (line + before, row)).map_err(shifted)),
        ),
    })
}

/// Bytes that must be UTF-8 as a grid; a row that is not is a fault of that row.
pub(in crate::exchange) fn strict_grid(bytes: &[u8], delimiter: u8) -> Result<Grid<'_>, Fault> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .trim(Trim::Headers)
        .delimiter(delimiter)
        .from_reader(bytes);
    let header = reader.headers().map_err(|error| unreadable(&error))?.clone();
    let header_row = header.position().map_or(1, ::csv::Position::line);
    let rows = reader.into_records().map(|record| {
        record
            .map(|record| (record.position().map_or(0, ::csv::Position::line), trimmed(record)))
            .map_err(|error| unreadable(&error))
    });
    Ok(Grid {
        header,
        header_row,
        count: 0,
        rows: Box::new(rows),
    })
}

/// Most rows have no blanks to take away; then nothing is copied.
fn trimmed(mut record: StringRecord) -> StringRecord {
    if record.iter().any(|cell| cell.trim().len() != cell.len()) {
        record.trim();
    }
    record
}

fn unreadable(error: &::csv::Error) -> Fault {
    let kind = if matches!(error.kind(), ::csv::ErrorKind::Utf8 { .. }) {
        ProblemKind::NotUtf8
    } else {
        ProblemKind::NotCsv {
            reason: error.to_string(),
        }
    };
    Fault {
        row: error.position().map(::csv::Position::line),
        kind,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    Plain,
    Quoted,
    Quote,
}

/// Refuses rows with too many cells, cells that are too long, too many cells in all, and a quote that is never closed. Answers how
/// many rows there are about.
fn check(bytes: &[u8], delimiter: u8) -> Result<usize, Fault> {
    let (mut at, mut line, mut opened) = (At::Start, 1_u64, 1_u64);
    let (mut cells, mut columns, mut length) = (0_usize, 1_usize, 0_usize);
    let mut rows = 0_usize;
    for byte in bytes.iter().copied() {
        let ends_line = byte == b'\n';
        line += u64::from(ends_line);
        length += 1;
        at = match (at, byte) {
            (At::Quoted, b'"') => At::Quote,
            (At::Quoted, _) | (At::Quote, b'"') => At::Quoted,
            (At::Start, b'"') => {
                opened = line;
                At::Quoted
            }
            (_, byte) if byte == delimiter || ends_line => At::Start,
            // The reader trims, so a quote behind blanks does not open a cell; nor does it here.
            _ => At::Plain,
        };
        if length > CELL_BYTES {
            let row = if at == At::Quoted { opened } else { line };
            return Err(Fault::in_row(row, Limit::CellBytes(CELL_BYTES)));
        }
        if at == At::Start {
            // A line of one byte is blank.
            rows += usize::from(ends_line && (columns > 1 || length > 1));
            (cells, length) = (cells + 1, 0);
            columns = if ends_line { 1 } else { columns + 1 };
            if columns > COLUMNS {
                return Err(Fault::in_row(line, Limit::RowCells(COLUMNS)));
            }
            if cells > CSV_CELLS {
                return Err(Fault::in_row(line, Limit::FileCells(CSV_CELLS)));
            }
        }
    }
    if at == At::Quoted {
        return Err(Fault::in_row(opened, Unread::OpenQuote));
    }
    Ok(rows)
}
