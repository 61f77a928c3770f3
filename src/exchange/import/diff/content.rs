//! Records that an import writes, with what they said before and what they say now.

use serde_json::{Map, Value};

use crate::exchange::export::{Exported, json_value};

/// A record that is new or says something else.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// vendor, accelerator, alias, offer, price, attribute, fact, result or rate.
    pub kind: &'static str,
    /// Its natural key.
    pub record: String,
    /// Its columns before, as an object; `None` when it is new.
    pub before: Option<Value>,
    /// Its columns now.
    pub after: Value,
}

/// The columns of a record, as an object without the empty ones.
pub(super) fn content<T: Exported>(record: &T) -> Value {
    let cells = record.cells(&std::collections::BTreeMap::new());
    let named = T::COLUMNS
        .iter()
        .zip(&cells)
        .filter(|(_, cell)| !cell.text().is_empty());
    Value::Object(
        named
            .map(|(name, cell)| ((*name).to_owned(), json_value(cell)))
            .collect::<Map<_, _>>(),
    )
}
