//! Tables as a workbook: lines about the table first, numbers as numbers, sums as live formulas, texts that no spreadsheet runs.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError};

use super::error::WebError;
use super::sheet::text;

/// A cell.
#[derive(Debug, Clone)]
pub(super) enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A number.
    Number(Decimal),
    /// A formula, and what it comes to.
    Formula(String, Decimal),
}

/// A table below lines about it.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The name of its sheet.
    pub name: String,
    /// What it shows.
    pub about: Vec<String>,
    /// The headings.
    pub heads: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// The number of the sheet's row in which the first row of the table stands, as formulas count.
    pub(super) fn first_row(about: usize) -> usize {
        about + 3
    }
}

/// `A`, `B`, … `Z`, `AA`: the letters of a column, counted from 0.
pub(super) fn letters(column: usize) -> String {
    let letter = |n: usize| char::from(b'A' + u8::try_from(n % 26).unwrap_or(0));
    match column / 26 {
        0 => letter(column).to_string(),
        n => format!("{}{}", letter(n - 1), letter(column)),
    }
}

/// The download.
///
/// # Errors
/// [`WebError::Internal`] when it cannot be written.
pub(super) fn response(tables: &[Table], name: &str, release: u32) -> Result<Response, WebError> {
    let body = write(tables).map_err(|error| WebError::Internal(error.to_string()))?;
    let name = format!("attachment; filename=\"steelyard-{name}-r{release}.xlsx\"");
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned();
    Ok((
        [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)],
        body,
    )
        .into_response())
}

fn write(tables: &[Table]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let (bold, money) = (Format::new().set_bold(), Format::new().set_num_format("#,##0.00####"));
    for table in tables {
        let sheet = book.add_worksheet();
        sheet.set_name(&table.name)?;
        let mut row = 0_u32;
        for line in &table.about {
            sheet.write_string(row, 0, text(line))?;
            row += 1;
        }
        row += 1;
        for (column, head) in (0_u16..).zip(&table.heads) {
            sheet.write_string_with_format(row, column, text(head), &bold)?;
        }
        for (row, cells) in (row + 1..).zip(&table.rows) {
            for (column, cell) in (0_u16..).zip(cells) {
                put(sheet, (row, column), cell, &money)?;
            }
        }
        sheet.set_column_width(0, 34)?;
    }
    book.save_to_buffer()
}

fn put(sheet: &mut Worksheet, (row, column): (u32, u16), cell: &Cell, money: &Format) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => {}
        Cell::Text(value) => {
            sheet.write_string(row, column, text(value))?;
        }
        Cell::Number(value) => {
            sheet.write_number_with_format(row, column, value.to_f64().unwrap_or_default(), money)?;
        }
        Cell::Formula(formula, value) => {
            let formula = Formula::new(formula).set_result(value.to_string());
            sheet.write_formula_with_format(row, column, formula, money)?;
        }
    }
    Ok(())
}
