//! A workbook as grids. The parts are read as streams; cells are kept as ranges of one text, so that a long shared text that a
//! million cells name is held once. What a part says about how much it holds is not believed.

mod cells;
mod dates;
mod strings;
mod xml;

use ::csv::StringRecord;

use super::zip::Archive;
use super::{Fault, Grid};
use crate::exchange::Limit;

/// The cells of a sheet that hold something, row by row.
pub(in crate::exchange) struct Sheet {
    /// Its name.
    pub(in crate::exchange) name: String,
    cells: Vec<Cell>,
}

/// A cell: where it stands, and where its text lies.
#[derive(Clone, Copy)]
struct Cell {
    row: u32,
    column: u16,
    text: Span,
}

/// A range of the text of a book.
#[derive(Clone, Copy, Default)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn bytes(self) -> u64 {
        u64::from(self.end.saturating_sub(self.start))
    }
}

/// A workbook.
pub(in crate::exchange) struct Book {
    /// Its sheets in order.
    pub(in crate::exchange) sheets: Vec<Sheet>,
    text: String,
}

/// Whether the names of the parts are those of a workbook.
pub(in crate::exchange) fn is_book(names: &[String]) -> bool {
    names.iter().any(|name| name == "xl/workbook.xml")
}

/// Reads a workbook.
pub(in crate::exchange) fn read(archive: &mut Archive<'_>) -> Result<Book, Fault> {
    let names = archive.names();
    let targets = xml::targets(archive, &names)?;
    let dates = dates::formats(archive, &names)?;
    let mut text = String::new();
    let shared = strings::shared(archive, &names, &mut text)?;
    let mut sheets = Vec::new();
    let mut left = super::limits::BOOK_CELLS;
    let mut unfolded = 0;
    for (name, part) in targets {
        if !names.contains(&part) {
            continue;
        }
        let cells = cells::read(archive, &part, &shared, &dates, (&mut text, &mut left))?;
        // A shared text counts as often as a cell names it, because every record that is read from it holds it.
        unfolded += cells.iter().map(|cell| cell.text.bytes()).sum::<u64>();
        if unfolded > super::limits::UNFOLDED_BYTES {
            return Err(Fault::whole(Limit::BookBytes(super::limits::UNFOLDED_BYTES)));
        }
        sheets.push(Sheet { name, cells });
    }
    Ok(Book { sheets, text })
}

impl Book {
    /// The sheet as a grid whose header stands in the given row, or in the first row that holds anything.
    pub(in crate::exchange) fn grid(&self, sheet: &Sheet, header_row: Option<u64>) -> Option<Grid<'_>> {
        let mut rows: Vec<(u32, Vec<(u16, Span)>)> = Vec::new();
        for cell in &sheet.cells {
            match rows.last_mut() {
                Some((row, cells)) if *row == cell.row => cells.push((cell.column, cell.text)),
                _ => rows.push((cell.row, vec![(cell.column, cell.text)])),
            }
        }
        rows.sort_by_key(|(row, _)| *row);
        let first = |(row, _): &(u32, Vec<(u16, Span)>)| header_row.is_none_or(|wanted| u64::from(*row) >= wanted);
        let at = rows.iter().position(first)?;
        let mut rows = rows.into_iter().skip(at);
        let (header_row, header) = rows.next()?;
        let width = header.iter().map(|(column, _)| usize::from(*column) + 1).max()?;
        let header = self.record(&header, width);
        let rows = rows.map(move |(row, cells)| Ok((u64::from(row), self.record(&cells, width))));
        Some(Grid {
            header,
            header_row: u64::from(header_row),
            count: rows.len(),
            rows: Box::new(rows),
        })
    }

    /// The cells of a row at their places; a row that reaches beyond the header keeps what is there, so that it is seen.
    fn record(&self, cells: &[(u16, Span)], width: usize) -> StringRecord {
        let widest = cells.iter().map(|(column, _)| usize::from(*column) + 1).max();
        let mut texts = vec![""; widest.unwrap_or(0).max(width)];
        for (column, span) in cells {
            if let Some(place) = texts.get_mut(usize::from(*column)) {
                *place = self.slice(*span).trim();
            }
        }
        StringRecord::from(texts)
    }

    fn slice(&self, span: Span) -> &str {
        let range = usize::try_from(span.start).ok().zip(usize::try_from(span.end).ok());
        range
            .and_then(|(start, end)| self.text.get(start..end))
            .unwrap_or_default()
    }
}
