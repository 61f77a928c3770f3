//! The catalogue for those who keep it: every kind of record as a list to filter, and one form for each record.
//!
//! Nothing here changes a release. What is saved waits in the draft, and the page of the draft publishes it.

mod control;
mod form;
mod list;
mod save;
mod work;

pub use form::{edit, new};
pub use list::index;
pub use save::{create, remove, update};
pub(super) use work::Work;

use serde_json::Value;

use crate::domain::catalogue::Records;
use crate::exchange::export;
use crate::exchange::record::{Kind, Row};
use crate::web::auth::secret;
use crate::web::error::WebError;

/// The kind of an address.
fn kind_of(word: &str) -> Result<Kind, WebError> {
    Kind::parse(word).ok_or_else(|| WebError::NoRecord {
        kind: "kind",
        id: word.to_owned(),
    })
}

/// How a record is called in addresses: its key may be long and hold anything.
pub(super) fn address_of(label: &str) -> String {
    secret::digest(label).chars().take(20).collect()
}

/// How a record is called in the log.
pub(super) fn subject_of(kind: Kind, label: &str) -> String {
    format!("{} {label}", kind.word())
}

/// A record for the log.
pub(super) fn content(kind: Kind, label: &str, cells: &[String]) -> String {
    value(kind, label, cells).to_string()
}

/// The same with everything that was taken away together with it, so that it can come back together.
fn content_with(kind: Kind, row: &Row, removed: &Records) -> String {
    let mut value = value(kind, &row.label, &row.cells);
    let all = export::json(removed)
        .ok()
        .and_then(|document| serde_json::from_slice(&document).ok());
    if let (Some(fields), Some(all), true) = (value.as_object_mut(), all, removed.len() > 1) {
        fields.insert("all".to_owned(), all);
    }
    value.to_string()
}

fn value(kind: Kind, label: &str, cells: &[String]) -> Value {
    let cells: serde_json::Map<String, Value> = kind
        .columns()
        .iter()
        .zip(cells)
        .filter(|(_, text)| !text.is_empty())
        .map(|(column, text)| ((*column).to_owned(), text.as_str().into()))
        .collect();
    serde_json::json!({"kind": kind.word(), "record": label, "cells": cells})
}
