//! Tables as CSV downloads: UTF-8 with a byte order mark, lines about the table first, texts that no spreadsheet runs.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::error::WebError;

/// A table being written.
pub(super) struct Sheet {
    writer: csv::Writer<Vec<u8>>,
}

impl Sheet {
    /// A table below lines that say what it shows.
    ///
    /// # Errors
    /// [`WebError::Internal`] when a row cannot be written, as for the other methods.
    pub(super) fn new(about: &[String]) -> Result<Self, WebError> {
        let mut sheet = Self {
            writer: csv::WriterBuilder::new().flexible(true).from_writer(Vec::new()),
        };
        for line in about {
            sheet.row([format!("# {line}")])?;
        }
        Ok(sheet)
    }

    /// One row; texts go through [`text`] first.
    pub(super) fn row<T: AsRef<[u8]>>(&mut self, fields: impl IntoIterator<Item = T>) -> Result<(), WebError> {
        self.writer
            .write_record(fields)
            .map_err(|e| WebError::Internal(e.to_string()))
    }

    /// The download. The byte order mark makes spreadsheets read UTF-8.
    pub(super) fn response(self, name: &str, release: u32) -> Result<Response, WebError> {
        let body = self
            .writer
            .into_inner()
            .map_err(|e| WebError::Internal(e.to_string()))?;
        let name = format!("attachment; filename=\"steelyard-{name}-r{release}.csv\"");
        let body = [b"\xEF\xBB\xBF".as_slice(), &body].concat();
        let kind = "text/csv; charset=utf-8".to_owned();
        Ok((
            [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)],
            body,
        )
            .into_response())
    }
}

/// A text that no spreadsheet takes for a formula.
pub(super) fn text(value: &str) -> String {
    let runs = value.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
        || value.starts_with(char::is_whitespace);
    if runs { format!("'{value}") } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_name_that_looks_like_a_formula_stays_text() {
        assert_eq!(super::text("=1+1"), "'=1+1");
        assert_eq!(super::text("＝1+1"), "'＝1+1");
        assert_eq!(super::text("p5.48xlarge"), "p5.48xlarge");
    }
}
