//! The tables as a JSON document. A cell without anything is left out. A number that a double does not hold to the last digit is
//! written as text.

use serde_json::{Map, Number, Value, json};

use super::{Cell, ExportError, Table};

pub(super) fn write(tables: &[Table]) -> Result<Vec<u8>, ExportError> {
    let mut document = Map::new();
    document.insert("format".to_owned(), json!("steelyard catalogue"));
    document.insert("version".to_owned(), json!(1));
    for table in tables {
        let rows = table.rows.iter().map(|row| {
            let named = table
                .columns
                .iter()
                .zip(row)
                .filter(|(_, cell)| !cell.text().is_empty());
            Value::Object(named.map(|(name, cell)| ((*name).to_owned(), value(cell))).collect())
        });
        document.insert(table.name.to_owned(), Value::Array(rows.collect()));
    }
    serde_json::to_vec_pretty(&document).map_err(|error| ExportError::Writing(error.to_string()))
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => match text.as_str() {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            text => Value::from(text),
        },
        Cell::Number(text) => {
            let number = exact(text).and_then(Number::from_f64);
            number.map_or_else(|| Value::from(text.as_str()), Value::Number)
        }
    }
}

/// The number as a double, when that is the number.
pub(super) fn exact(text: &str) -> Option<f64> {
    let value: f64 = text.parse().ok()?;
    let significant = |text: &str| {
        let digits = text.trim_start_matches('-').trim_start_matches('0');
        if digits.contains('.') {
            digits.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            digits.to_owned()
        }
    };
    (significant(&value.to_string()) == significant(text)).then_some(value)
}
