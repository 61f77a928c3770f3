//! A decision matrix as a table, the way people keep it in a spreadsheet, turned into a scoring case.
//!
//! The first row names the criteria; each further row is an alternative. Rows that begin with `#` say what the criteria mean:
//! `#dimension`, `#weight`, `#scale` (`linear`, `log`, `direct`, `yes/no`), `#worst` and `#best` (the anchors), `#direction`
//! (`max`, `min`; where anchors are missing they are taken from the values), `#gate` (`>= 80`). A cell is a number, `lo..hi`,
//! `yes` or `no`, `?` or empty for unknown, `-` for a feature that does not exist, each with an evidence grade if wanted: `3.5 @C`.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// The most rows and columns a table may have.
const MOST_ROWS: usize = 2_000;
const MOST_COLUMNS: usize = 200;

/// A table read.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The case, in the form of a golden file.
    pub case: Value,
    /// Criteria without anchors, whose scale was taken from the values: name, worst, best.
    pub anchored_by_values: Vec<(String, f64, f64)>,
    /// The unit of each criterion, where one is given.
    pub units: Vec<String>,
}

/// Why a table cannot be read. Rows count from 1 with the header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Not a table at all.
    #[error("row {row}: {reason}")]
    Csv {
        /// The row.
        row: u64,
        /// What the reader met.
        reason: String,
    },
    /// No criterion or no alternative.
    #[error("the table has no {0}: the first row names the criteria, each further row is an alternative")]
    Empty(&'static str),
    /// More than can be answered in reasonable time.
    #[error("the table has {found} {what}; at most {most}")]
    TooLarge {
        /// Rows or columns.
        what: &'static str,
        /// How many.
        found: usize,
        /// How many may be.
        most: usize,
    },
    /// A row that begins with `#` and is not known.
    #[error(
        "row {row}: {name:?} is not known; write #dimension, #unit, #weight, #scale, #worst, #best, #direction or #gate"
    )]
    UnknownRow {
        /// The row.
        row: u64,
        /// Its first cell.
        name: String,
    },
    /// A cell that cannot be read.
    #[error("row {row}, column {column:?}: {value:?} is not {wanted}")]
    Cell {
        /// The row.
        row: u64,
        /// The criterion.
        column: String,
        /// The text found.
        value: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// Anchors that can be taken neither from the table nor from the values.
    #[error("column {column:?}: give #worst and #best, or at least two different numbers to take them from")]
    NoAnchors {
        /// The criterion.
        column: String,
    },
}

type Rows = BTreeMap<String, (u64, Vec<String>)>;

/// Reads a table separated by commas, semicolons or tabs.
///
/// # Errors
/// [`TableError`] names the first row and column at fault.
pub fn read(text: &str) -> Result<Table, TableError> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default();
    let delimiter = [b'\t', b';', b',']
        .into_iter()
        .max_by_key(|d| first.bytes().filter(|b| b == d).count())
        .unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .trim(csv::Trim::All)
        .has_headers(true)
        .from_reader(text.as_bytes());
    let fault = |error: &csv::Error| TableError::Csv {
        row: error.position().map_or(1, csv::Position::line),
        reason: error.to_string(),
    };
    let names: Vec<String> = reader
        .headers()
        .map_err(|e| fault(&e))?
        .iter()
        .skip(1)
        .map(str::to_owned)
        .collect();
    if names.iter().all(String::is_empty) {
        return Err(TableError::Empty("criteria"));
    }
    limit("columns", names.len(), MOST_COLUMNS)?;
    let mut meanings = Rows::new();
    let mut alternatives = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| fault(&e))?;
        let row = record.position().map_or(1, csv::Position::line);
        let mut cells = record.iter().map(str::to_owned);
        let name = cells.next().unwrap_or_default();
        if let Some(meaning) = name.strip_prefix('#') {
            let known = [
                "dimension",
                "unit",
                "weight",
                "scale",
                "worst",
                "best",
                "direction",
                "gate",
            ];
            let meaning = meaning.trim().to_lowercase();
            if !known.contains(&meaning.as_str()) {
                return Err(TableError::UnknownRow { row, name });
            }
            meanings.insert(meaning, (row, cells.collect()));
        } else {
            alternatives.push((row, name, cells.collect::<Vec<String>>()));
            limit("alternatives", alternatives.len(), MOST_ROWS)?;
        }
    }
    if alternatives.is_empty() {
        return Err(TableError::Empty("alternative"));
    }
    build(&names, &meanings, &alternatives)
}

fn limit(what: &'static str, found: usize, most: usize) -> Result<(), TableError> {
    if found > most {
        Err(TableError::TooLarge { what, found, most })
    } else {
        Ok(())
    }
}

fn build(names: &[String], meanings: &Rows, alternatives: &[(u64, String, Vec<String>)]) -> Result<Table, TableError> {
    let meaning = |what: &str, place: usize| -> (u64, &str) {
        meanings.get(what).map_or((1, ""), |(row, cells)| {
            (*row, cells.get(place).map_or("", String::as_str))
        })
    };
    let mut dimensions: Vec<(String, Vec<Value>, f64)> = Vec::new();
    let mut gates = Vec::new();
    let mut anchored_by_values = Vec::new();
    let mut cells: Vec<Map<String, Value>> = vec![Map::new(); alternatives.len()];
    for (place, name) in names.iter().enumerate() {
        let number = |what| optional_number(meaning(what, place), name);
        let column = || {
            alternatives
                .iter()
                .map(|(row, _, cells)| (*row, cells.get(place).map_or("", String::as_str)))
        };
        for (into, (row, text)) in cells.iter_mut().zip(column()) {
            into.insert(
                name.clone(),
                cell(text).ok_or_else(|| cell_fault(row, name, text, "a number, lo..hi, yes, no, ? or -"))?,
            );
        }
        let (scale_row, scale) = meaning("scale", place);
        let value = match scale.to_lowercase().as_str() {
            "direct" => json!({"type": "direct"}),
            "yes/no" | "boolean" => json!({"type": "boolean", "true": 100.0, "false": 0.0}),
            "" if !column().any(|(_, t)| numbers(t).is_some()) && column().any(|(_, t)| flag(t).is_some()) => {
                json!({"type": "boolean", "true": 100.0, "false": 0.0})
            }
            kind @ ("" | "linear" | "log") => {
                let kind = if kind.is_empty() { "linear" } else { kind };
                let (worst, best) = match (number("worst")?, number("best")?) {
                    (Some(worst), Some(best)) => (worst, best),
                    (worst, best) => {
                        let (low, high) = range(column().filter_map(|(_, t)| numbers(t)))
                            .ok_or_else(|| TableError::NoAnchors { column: name.clone() })?;
                        let falling = matches!(
                            meaning("direction", place).1.to_lowercase().as_str(),
                            "min" | "lower" | "cost"
                        );
                        let (from, to) = if falling { (high, low) } else { (low, high) };
                        let anchors = (worst.unwrap_or(from), best.unwrap_or(to));
                        anchored_by_values.push((name.clone(), anchors.0, anchors.1));
                        anchors
                    }
                };
                json!({"type": kind, "worst": worst, "best": best})
            }
            _ => {
                return Err(cell_fault(
                    scale_row,
                    name,
                    scale,
                    "a scale: linear, log, direct or yes/no",
                ));
            }
        };
        let weight = number("weight")?.unwrap_or(1.0);
        let criterion = json!({"id": name, "weight": weight, "value": value});
        let dimension = match meaning("dimension", place).1 {
            "" => name.as_str(),
            named => named,
        };
        match dimensions.iter_mut().find(|(id, _, _)| id == dimension) {
            Some((_, criteria, sum)) => {
                criteria.push(criterion);
                *sum += weight;
            }
            None => dimensions.push((dimension.to_owned(), vec![criterion], weight)),
        }
        let (gate_row, gate) = meaning("gate", place);
        if !gate.is_empty() {
            gates.push(
                gate_case(name, gate)
                    .ok_or_else(|| cell_fault(gate_row, name, gate, "a gate such as >= 80, <= 5 or == yes"))?,
            );
        }
    }
    let dimensions: Vec<Value> = dimensions
        .into_iter()
        .map(|(id, criteria, weight)| json!({"id": id, "weight": weight, "criteria": criteria}))
        .collect();
    let alternatives: Vec<Value> = alternatives
        .iter()
        .zip(cells)
        .map(|((_, name, _), cells)| json!({"id": name, "cells": cells}))
        .collect();
    let units = (0..names.len())
        .map(|place| meaning("unit", place).1.to_owned())
        .collect();
    let case =
        json!({"kind": "mavt", "input": {"dimensions": dimensions, "alternatives": alternatives, "gates": gates}});
    Ok(Table {
        case,
        anchored_by_values,
        units,
    })
}

fn cell_fault(row: u64, column: &str, value: &str, wanted: &'static str) -> TableError {
    TableError::Cell {
        row,
        column: column.to_owned(),
        value: value.chars().take(60).collect(),
        wanted,
    }
}

fn optional_number((row, text): (u64, &str), column: &str) -> Result<Option<f64>, TableError> {
    if text.is_empty() {
        return Ok(None);
    }
    finite(text)
        .map(Some)
        .ok_or_else(|| cell_fault(row, column, text, "a number such as 12.5"))
}

fn cell(text: &str) -> Option<Value> {
    let (text, grade) = match text.rsplit_once('@') {
        Some((text, grade)) if matches!(grade.trim(), "A" | "B" | "C" | "D" | "E") => (text.trim(), grade.trim()),
        Some(_) => return None,
        None => (text, "A"),
    };
    match text {
        "" | "?" => return Some(json!({"kind": "unknown"})),
        "-" | "–" => return Some(json!({"kind": "absent"})),
        _ => {}
    }
    if let Some(flag) = flag(text) {
        return Some(json!({"kind": "known", "x": flag, "evidence": grade}));
    }
    let (lo, hi) = numbers(text)?;
    if lo.to_bits() == hi.to_bits() {
        Some(json!({"kind": "known", "x": lo, "evidence": grade}))
    } else {
        Some(json!({"kind": "range", "lo": lo, "hi": hi, "evidence": grade}))
    }
}

fn flag(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "true" | "是" => Some(true),
        "no" | "false" | "否" => Some(false),
        _ => None,
    }
}

/// Both ends of a number or a range; its grade is left aside.
fn numbers(text: &str) -> Option<(f64, f64)> {
    let text = text.rsplit_once('@').map_or(text, |(text, _)| text.trim());
    match text.split_once("..") {
        Some((lo, hi)) => finite(lo).zip(finite(hi)).filter(|(lo, hi)| lo <= hi),
        None => finite(text).map(|x| (x, x)),
    }
}

fn finite(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|x: &f64| x.is_finite())
}

/// The range of the values; `None` when it has no width.
fn range(values: impl Iterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    values
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
        .filter(|(low, high)| low < high)
}

fn gate_case(criterion: &str, text: &str) -> Option<Value> {
    let (op, target) = ["<=", ">=", "=="]
        .into_iter()
        .find_map(|op| text.strip_prefix(op).map(|rest| (op, rest.trim())))?;
    let target = match (op, flag(target)) {
        ("==", Some(flag)) => json!(flag),
        _ => json!(finite(target)?),
    };
    Some(json!({"id": format!("{criterion} {op}"), "criterion": criterion, "op": op, "value": target}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::case;

    const TABLE: &str = "offer;price;speed;open\n#dimension;cost;performance;ecosystem\n#weight;30;60;10\n#worst;12;0;\n#best;0.3;100;\n#scale;log;;\n#gate;<= 10;;\nA;3 @C;20..30;yes\nB;5;?;no\nC;11;80;-\n";

    #[test]
    fn a_table_becomes_a_case_that_the_engine_answers() {
        let table = read(TABLE).unwrap();
        let answer = case::evaluate(table.case.to_string().as_bytes()).unwrap();
        assert_eq!(answer["eligibility"], json!(["eligible", "eligible", "ineligible"]));
        assert_eq!(answer["criteria_order"], json!(["price", "speed", "open"]));
        assert_eq!(answer["effective_weights"], json!([0.3, 0.6, 0.1]));
        assert!(table.anchored_by_values.is_empty());
    }

    #[test]
    fn missing_anchors_are_taken_from_the_values_and_said() {
        let table = read("x,price\n#direction,min\nA,3\nB,5\n").unwrap();
        assert_eq!(table.anchored_by_values, [("price".to_owned(), 5.0, 3.0)]);
    }

    #[test]
    fn a_fault_is_named_by_row_and_column() {
        let at = |text: &str| read(text).unwrap_err().to_string();
        assert!(at("x,price\nA,cheap\nB,5\n").contains("row 2, column \"price\": \"cheap\""));
        assert!(at("x,price\n#wieght,3\nA,5\n").contains("#wieght"));
        assert!(at("x,price\nA,5\nB,5\n").contains("#worst and #best"));
        assert!(at("x,price\n#worst,a\n#best,2\nA,5\n").contains("\"a\""));
        assert!(at("").contains("no criteria"));
        assert!(at("x,price\n").contains("no alternative"));
        assert!(at("x,price\nA,5,6\n").contains("row 2"));
        assert!(at("x,price\n#worst,0\n#best,9\nA,NaN\n").contains("NaN"));
    }
}
