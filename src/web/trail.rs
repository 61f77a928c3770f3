//! Records in the log: how each is called there, and what it said before and after, so that a line can be taken back.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::domain::audit::{Act, Action, Kind as Logged};
use crate::domain::catalogue::Records;
use crate::exchange::record::{Kind, rows};

/// How a record is called in the log.
pub(super) fn subject_of(kind: Kind, label: &str) -> String {
    format!("{} {label}", kind.word())
}

/// A record for the log.
pub(super) fn content(kind: Kind, label: &str, cells: &[String]) -> String {
    value(kind, label, cells).to_string()
}

/// The same as a value, to which more can be added.
pub(super) fn value(kind: Kind, label: &str, cells: &[String]) -> Value {
    let cells: Map<String, Value> = kind
        .columns()
        .iter()
        .zip(cells)
        .filter(|(_, text)| !text.is_empty())
        .map(|(column, text)| ((*column).to_owned(), text.as_str().into()))
        .collect();
    json!({"kind": kind.word(), "record": label, "cells": cells})
}

/// A line for each record that is put and says something else than before.
pub(super) fn acts(before: &Records, put: &Records) -> Vec<Act> {
    let mut acts = Vec::new();
    // The unit of a fact stands with its attribute, which may have been there before.
    let mut with_units = put.clone();
    with_units.attributes.extend(before.attributes.iter().cloned());
    for kind in Kind::ALL {
        let after = rows(kind, if kind == Kind::Facts { &with_units } else { put });
        if after.is_empty() {
            continue;
        }
        let known: BTreeMap<String, Vec<String>> = rows(kind, before)
            .into_iter()
            .map(|row| (row.label, row.cells))
            .collect();
        for row in after {
            let old = known.get(&row.label);
            if old == Some(&row.cells) {
                continue;
            }
            let action = old.map_or(Action::Add, |_| Action::Change);
            let act = Act::new(action, Logged::Record, subject_of(kind, &row.label)).with_content(
                old.map(|cells| content(kind, &row.label, cells)),
                Some(content(kind, &row.label, &row.cells)),
            );
            acts.push(act);
        }
    }
    acts
}
