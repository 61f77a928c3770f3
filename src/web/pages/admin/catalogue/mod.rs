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

use crate::domain::catalogue::Records;
use crate::exchange::export;
use crate::exchange::record::{Kind, Row};
use crate::web::auth::secret;
use crate::web::error::WebError;
use crate::web::trail;
pub(super) use crate::web::trail::{content, subject_of};

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

/// A record for the log with everything that was taken away together with it, so that it can come back together.
fn content_with(kind: Kind, row: &Row, removed: &Records) -> String {
    let mut value = trail::value(kind, &row.label, &row.cells);
    let all = export::json(removed)
        .ok()
        .and_then(|document| serde_json::from_slice(&document).ok());
    if let (Some(fields), Some(all), true) = (value.as_object_mut(), all, removed.len() > 1) {
        fields.insert("all".to_owned(), all);
    }
    value.to_string()
}
