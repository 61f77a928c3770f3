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

use crate::exchange::record::Kind;
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
    let cells: serde_json::Map<String, serde_json::Value> = kind
        .columns()
        .iter()
        .zip(cells)
        .filter(|(_, text)| !text.is_empty())
        .map(|(column, text)| ((*column).to_owned(), text.as_str().into()))
        .collect();
    serde_json::json!({"kind": kind.word(), "record": label, "cells": cells}).to_string()
}
