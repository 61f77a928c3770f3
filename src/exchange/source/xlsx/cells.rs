//! The cells of one sheet. Numbers become plain decimals, days become `2026-07-20`, a formula gives its stored result.

use quick_xml::events::BytesStart;

use super::super::Fault;
use super::super::limits::{BOOK_CELLS, COLUMNS, ROW_BYTES};
use super::super::tree::plain_number;
use super::super::zip::Archive;
use super::strings::{push, span, unescape};
use super::xml::{Mark, attribute, walk};
use super::{Cell, Span, dates};
use crate::exchange::Limit;

/// What the cell being read says about itself.
#[derive(Default)]
struct Current {
    row: u32,
    column: u16,
    kind: String,
    style: usize,
    start: usize,
}

/// Reads a part; `left` is how many more cells the book may have.
pub(super) fn read(
    archive: &mut Archive<'_>,
    part: &str,
    shared: &[Span],
    date_styles: &[bool],
    (text, left): (&mut String, &mut usize),
) -> Result<Vec<Cell>, Fault> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut current = Current::default();
    let (mut row, mut inside, mut phonetic) = (0_u32, false, false);
    let mut next_column = 0_u16;
    walk(archive, part, |mark| {
        match mark {
            Mark::Start(element) => match element.local_name().as_ref() {
                "row" => {
                    row = attribute(element, "r").and_then(|r| r.parse().ok()).unwrap_or(row + 1);
                    next_column = 0;
                }
                "c" => {
                    current = begin(element, row, next_column, text.len())?;
                    next_column = current.column.saturating_add(1);
                }
                "rPh" => phonetic = true,
                "v" | "t" => inside = !phonetic,
                _ => {}
            },
            Mark::Text(part) if inside => push(text, part, current.start)?,
            Mark::End("v" | "t") => inside = false,
            Mark::End("rPh") => phonetic = false,
            Mark::End("c") => {
                let place = finish(&current, shared, date_styles, text);
                if place.end > place.start {
                    *left = left
                        .checked_sub(1)
                        .ok_or_else(|| Fault::in_row(u64::from(current.row), Limit::BookCells(BOOK_CELLS)))?;
                    cells.push(Cell {
                        row: current.row,
                        column: current.column,
                        text: place,
                    });
                }
            }
            Mark::Text(_) | Mark::End(_) => {}
        }
        Ok(())
    })?;
    cells.sort_by_key(|cell| (cell.row, cell.column));
    cells.dedup_by_key(|cell| (cell.row, cell.column));
    check_rows(&cells)?;
    Ok(cells)
}

/// A row is read as a whole, and a shared text that all its cells name would be there as often.
fn check_rows(cells: &[Cell]) -> Result<(), Fault> {
    let (mut row, mut bytes) = (0, 0_u64);
    for cell in cells {
        if cell.row != row {
            (row, bytes) = (cell.row, 0);
        }
        bytes += cell.text.bytes();
        if bytes > ROW_BYTES {
            return Err(Fault::in_row(u64::from(row), Limit::RowBytes(ROW_BYTES)));
        }
    }
    Ok(())
}

fn begin(element: &BytesStart<'_>, row: u32, next_column: u16, start: usize) -> Result<Current, Fault> {
    let place = attribute(element, "r").and_then(|r| reference(&r));
    let (row, column) = place.unwrap_or((row.max(1), u32::from(next_column)));
    let column = u16::try_from(column)
        .ok()
        .filter(|column| usize::from(*column) < COLUMNS)
        .ok_or_else(|| Fault::in_row(u64::from(row), Limit::Columns(COLUMNS)))?;
    Ok(Current {
        row,
        column,
        kind: attribute(element, "t")
            .map(|kind| kind.chars().take(16).collect())
            .unwrap_or_default(),
        style: attribute(element, "s")
            .and_then(|s| s.parse().ok())
            .unwrap_or(usize::MAX),
        start,
    })
}

/// `B12` as row 12, column 1 (counted from 0).
fn reference(text: &str) -> Option<(u32, u32)> {
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let (letters, digits) = text.split_at_checked(digits)?;
    let column = letters.bytes().try_fold(0_u32, |column, byte| {
        let letter = byte
            .to_ascii_uppercase()
            .checked_sub(b'A')
            .filter(|letter| *letter < 26)?;
        column.checked_mul(26)?.checked_add(u32::from(letter) + 1)
    })?;
    Some((digits.parse().ok().filter(|row| *row > 0)?, column.checked_sub(1)?))
}

/// Turns what stands in the cell into the text it shows.
fn finish(cell: &Current, shared: &[Span], date_styles: &[bool], text: &mut String) -> Span {
    let raw = text.get(cell.start..).unwrap_or_default();
    let replaced = match cell.kind.as_str() {
        "s" => {
            let index = raw.trim().parse::<usize>().ok();
            text.truncate(cell.start);
            return index.and_then(|index| shared.get(index)).copied().unwrap_or_default();
        }
        "b" => Some(if raw.trim() == "1" { "true" } else { "false" }.to_owned()),
        "inlineStr" | "str" | "e" | "d" => None,
        _ if date_styles.get(cell.style).copied().unwrap_or(false) => {
            dates::day(raw.trim()).or_else(|| plain_number(raw.trim()))
        }
        _ => plain_number(raw.trim()),
    };
    if let Some(replaced) = replaced {
        text.truncate(cell.start);
        text.push_str(&replaced);
    } else {
        unescape(text, cell.start);
    }
    span(cell.start, text.len())
}
