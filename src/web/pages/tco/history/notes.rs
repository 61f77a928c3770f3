//! What was odd about a file: in the words of an address, and in the words of a page.

use crate::exchange::history::{Fault, HistoryError, Note};
use crate::web::lang::{Lang, group};
use crate::web::moment;

/// Broken rows whose fault an address keeps.
const ROWS: usize = 10;

/// A note as words of an address: `percent`, `sorted:12`, `row:51:time:2026-11-02 25:00`.
pub(super) fn write_note(note: &Note) -> Vec<String> {
    match note {
        Note::NoHeader => vec!["no_header".to_owned()],
        Note::Percent { said: true } => vec!["percent_said".to_owned()],
        Note::Percent { said: false } => vec!["percent".to_owned()],
        Note::Fraction => vec!["fraction".to_owned()],
        Note::NoOffset => vec!["no_offset".to_owned()],
        Note::Sorted { row } => vec![format!("sorted:{row}")],
        Note::Duplicates { count, row } => vec![format!("duplicates:{count}:{row}")],
        Note::ClockBack { row } => vec![format!("clock_back:{row}")],
        Note::ClockForward { row } => vec![format!("clock_forward:{row}")],
        Note::Gaps {
            count,
            longest_seconds,
            from_second,
        } => vec![format!("gaps:{count}:{longest_seconds}:{from_second}")],
        Note::Broken { count, first } => {
            let rows = first.iter().take(ROWS).map(|(row, fault)| {
                let (word, text) = fault_word(fault);
                format!("row:{row}:{word}:{text}")
            });
            [format!("broken:{count}")].into_iter().chain(rows).collect()
        }
    }
}

fn fault_word(fault: &Fault) -> (&'static str, &str) {
    match fault {
        Fault::TooFewCells => ("cells", ""),
        Fault::Time(text) => ("time", text),
        Fault::Utilisation(text) => ("utilisation", text),
        Fault::Gpus(text) => ("gpus", text),
        Fault::AboveFull => ("above", ""),
        Fault::Offset => ("offset", ""),
    }
}

/// The note of a word; a row is a note of its own.
pub(super) fn read_note(text: &str) -> Option<Note> {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let mut numbers = rest.split(':').map(str::parse::<i64>);
    let mut next = || numbers.next()?.ok();
    let small = |number: Option<i64>| u32::try_from(number?).ok();
    Some(match word {
        "no_header" => Note::NoHeader,
        "percent_said" => Note::Percent { said: true },
        "percent" => Note::Percent { said: false },
        "fraction" => Note::Fraction,
        "no_offset" => Note::NoOffset,
        "sorted" => Note::Sorted { row: small(next())? },
        "duplicates" => Note::Duplicates {
            count: small(next())?,
            row: small(next())?,
        },
        "clock_back" => Note::ClockBack { row: small(next())? },
        "clock_forward" => Note::ClockForward { row: small(next())? },
        "gaps" => Note::Gaps {
            count: small(next())?,
            longest_seconds: next()?,
            from_second: next().filter(|second| second.abs() < 100_000_000_000)?,
        },
        "broken" => Note::Broken {
            count: small(next())?,
            first: Vec::new(),
        },
        "row" => read_row(rest)?,
        _ => return None,
    })
}

/// A broken row: a note of none more, with its fault.
fn read_row(rest: &str) -> Option<Note> {
    let mut parts = rest.splitn(3, ':');
    let row = parts.next()?.parse().ok()?;
    let word = parts.next()?;
    let text: String = parts.next().unwrap_or_default().chars().take(40).collect();
    let fault = match word {
        "cells" => Fault::TooFewCells,
        "time" => Fault::Time(text),
        "utilisation" => Fault::Utilisation(text),
        "gpus" => Fault::Gpus(text),
        "above" => Fault::AboveFull,
        "offset" => Fault::Offset,
        _ => return None,
    };
    Some(Note::Broken {
        count: 0,
        first: vec![(row, fault)],
    })
}

/// Notes as sentences.
pub(super) fn sentences(lang: Lang, notes: &[Note]) -> Vec<String> {
    notes.iter().flat_map(|note| sentence(lang, note)).collect()
}

fn sentence(lang: Lang, note: &Note) -> Vec<String> {
    let row = |key: &str, row: &u32| vec![lang.with(key, "row", group(&row.to_string()))];
    match note {
        Note::NoHeader => vec![lang.t("load.note.no_header")],
        Note::Percent { said: true } => vec![lang.t("load.note.percent_said")],
        Note::Percent { said: false } => vec![lang.t("load.note.percent")],
        Note::Fraction => vec![lang.t("load.note.fraction")],
        Note::NoOffset => vec![lang.t("load.note.no_offset")],
        Note::Sorted { row: at } => row("load.note.sorted", at),
        Note::Duplicates { count, row } => vec![lang.fill("load.note.duplicates", &[("count", count), ("row", row)])],
        Note::ClockBack { row: at } => row("load.note.clock_back", at),
        Note::ClockForward { row: at } => row("load.note.clock_forward", at),
        Note::Gaps {
            count,
            longest_seconds,
            from_second,
        } => vec![lang.fill(
            "load.note.gaps",
            &[
                ("count", count),
                ("minutes", &group(&(longest_seconds / 60).to_string())),
                ("from", &moment(from_second.saturating_mul(1_000_000))),
            ],
        )],
        Note::Broken { count, first } => {
            let whole = (*count > 0).then(|| lang.with("load.note.broken", "count", count));
            let rows = first
                .iter()
                .map(|(row, fault)| lang.fill("load.note.row", &[("row", row), ("fault", &fault_text(lang, fault))]));
            whole.into_iter().chain(rows).collect()
        }
    }
}

fn fault_text(lang: Lang, fault: &Fault) -> String {
    let (word, text) = fault_word(fault);
    lang.with(&format!("load.fault.{word}"), "text", text)
}

/// Why a file cannot be read, and what to do.
pub(super) fn error_text(lang: Lang, error: &HistoryError) -> String {
    match error {
        HistoryError::Empty => lang.t("load.error.empty"),
        HistoryError::NoColumns(line) => lang.with("load.error.no_columns", "line", line),
        HistoryError::LongLine { row } => lang.with("load.error.long_line", "row", row),
        HistoryError::TooManyRows(most) => lang.with("load.error.too_many_rows", "most", group(&most.to_string())),
        HistoryError::TooManyBroken { broken, rows, first } => {
            let first = first.as_ref().map_or_else(String::new, |(row, fault)| {
                lang.fill("load.note.row", &[("row", row), ("fault", &fault_text(lang, fault))])
            });
            lang.fill(
                "load.error.too_many_broken",
                &[("broken", broken), ("rows", rows), ("first", &first)],
            )
        }
        HistoryError::Cost(error) => lang.with("load.error.cost", "fault", error),
    }
}
