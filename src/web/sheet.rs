//! Tables as CSV downloads: UTF-8 with a byte order mark, lines about the table first, texts that no spreadsheet runs.

use axum::Json;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

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

/// One field of a [`Grid`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Field {
    /// A text.
    Text(String),
    /// A number in plain digits, as many as the page shows.
    Number(String),
    /// Nothing.
    Empty,
}

/// A page's table on its way out: the same rows and digits as CSV and as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    /// What the figures mean: release, unit, currency.
    pub(super) about: Vec<String>,
    /// The names of the columns.
    pub(super) heads: Vec<String>,
    /// The rows, one field per column.
    pub(super) rows: Vec<Vec<Field>>,
}

impl Field {
    /// A text; nothing where it is empty.
    pub(super) fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }

    /// A number as shown, without the marks of its thousands and with a plain minus; a text where it is none.
    pub(super) fn shown(text: &str) -> Self {
        let plain = text.replace(',', "").replace('\u{2212}', "-");
        let digits = plain.strip_prefix('+').unwrap_or(&plain);
        match digits.parse::<f64>() {
            Ok(x) if x.is_finite() => Self::Number(digits.to_owned()),
            Ok(_) | Err(_) => Self::text(text),
        }
    }

    fn csv(&self) -> String {
        match self {
            Self::Text(value) => text(value),
            Self::Number(digits) => digits.clone(),
            Self::Empty => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Number(digits) => serde_json::from_str(digits).unwrap_or_else(|_| Value::String(digits.clone())),
            Self::Empty => Value::Null,
        }
    }
}

impl Grid {
    /// The table as a CSV download.
    ///
    /// # Errors
    /// [`WebError::Internal`] when a row cannot be written.
    pub(super) fn csv(&self, name: &str, release: u32) -> Result<Response, WebError> {
        let mut sheet = Sheet::new(&self.about)?;
        sheet.row(&self.heads)?;
        for row in &self.rows {
            sheet.row(row.iter().map(Field::csv))?;
        }
        sheet.response(name, release)
    }

    /// The table as a list of objects.
    pub(super) fn json(&self, release: u32) -> Response {
        let item = |row: &Vec<Field>| -> Map<String, Value> {
            let fields = row.iter().map(Field::json);
            self.heads.iter().cloned().zip(fields).collect()
        };
        let items: Vec<Map<String, Value>> = self.rows.iter().map(item).collect();
        let release = format!("r{release}");
        Json(json!({"release": release, "about": self.about, "items": items, "next": null})).into_response()
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

    #[test]
    fn a_number_as_shown_leaves_as_a_number() {
        let number = |text: &str| super::Field::shown(text);
        assert_eq!(number("1,234.50"), super::Field::Number("1234.50".to_owned()));
        assert_eq!(number("\u{2212}6.6"), super::Field::Number("-6.6".to_owned()));
        assert_eq!(number("+3.6"), super::Field::Number("3.6".to_owned()));
        assert_eq!(number("=1+1"), super::Field::Text("=1+1".to_owned()));
        assert_eq!(number(""), super::Field::Empty);
    }
}
