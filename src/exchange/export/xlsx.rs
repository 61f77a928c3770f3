//! The tables as a workbook: the header stays in sight, columns can be filtered.

use rust_xlsxwriter::{Format, Workbook, XlsxError};

use super::json::exact;
use super::{Cell, ExportError, Table};
use crate::exchange::source::neutral::neutral;

pub(super) fn write(tables: &[Table]) -> Result<Vec<u8>, ExportError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    for table in tables {
        let sheet = book.add_worksheet();
        sheet.set_name(table.name)?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, name) in (0_u16..).zip(table.columns) {
            sheet.write_string_with_format(0, column, *name, &bold)?;
        }
        for (row, cells) in (1_u32..).zip(&table.rows) {
            for (column, cell) in (0_u16..).zip(cells) {
                match cell {
                    Cell::Text(text) if text.is_empty() => {}
                    Cell::Text(text) => {
                        sheet.write_string(row, column, neutral(text))?;
                    }
                    Cell::Number(text) => match exact(text) {
                        Some(value) => {
                            sheet.write_number(row, column, value)?;
                        }
                        None => {
                            sheet.write_string(row, column, text)?;
                        }
                    },
                }
            }
        }
        let last = u16::try_from(table.columns.len().saturating_sub(1)).unwrap_or(u16::MAX);
        let rows = u32::try_from(table.rows.len()).unwrap_or(u32::MAX);
        sheet.autofilter(0, 0, rows, last)?;
    }
    Ok(book.save_to_buffer().map_err(|error: XlsxError| error)?)
}
