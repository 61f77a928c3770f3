//! The report of an import: for programs as it serialises, for people as a few lines.

use std::fmt::Write;

use serde::Serialize;

use super::{Diff, Entry};
use crate::exchange::Problem;
use crate::exchange::import::{Format, Imported, Note};

/// How many entries of a kind the short form lists.
const LISTED: usize = 20;

/// Everything an import has to say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The format the file was read as.
    pub format: Option<Format>,
    /// What would change.
    #[serde(flatten)]
    pub diff: Diff,
    /// What could not be read.
    pub rejected: Vec<ProblemEntry>,
    /// What was counted on the way.
    pub notes: Vec<Note>,
}

/// A problem as it serialises.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProblemEntry {
    /// The file.
    pub file: String,
    /// The row.
    pub row: Option<u64>,
    /// The column, or the path of names in a document.
    pub column: Option<String>,
    /// What is wrong, and what to do.
    pub reason: String,
}

impl From<&Problem> for ProblemEntry {
    fn from(problem: &Problem) -> Self {
        Self {
            file: problem.file.clone(),
            row: problem.row,
            column: problem.column.clone(),
            reason: problem.kind.to_string(),
        }
    }
}

impl Report {
    /// Puts the parts together.
    #[must_use]
    pub fn new(imported: &Imported, diff: Diff) -> Self {
        Self {
            format: imported.format,
            diff,
            rejected: imported.problems.iter().map(ProblemEntry::from).collect(),
            notes: imported.notes.clone(),
        }
    }

    /// The short form: counts first, then at most twenty of each kind.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let Diff {
            new,
            changed,
            unchanged,
            removed,
            missing: _,
        } = &self.diff;
        let format = self.format.map_or("unknown", Format::word);
        if self.diff.is_empty() && self.rejected.is_empty() {
            line(
                &mut text,
                format_args!("{format}: nothing to import, {unchanged} records are as the catalogue has them"),
            );
        } else {
            line(
                &mut text,
                format_args!(
                    "{format}: {} new, {} changed, {unchanged} unchanged, {} not listed any more, {} problems",
                    new.len(),
                    changed.len(),
                    removed.len(),
                    self.rejected.len()
                ),
            );
        }
        for note in &self.notes {
            line(&mut text, format_args!("  {} {}", note.count, note.message));
        }
        self.diff.list(&mut text, "not listed any more (kept)");
        let problems = self.rejected.iter().map(|problem| {
            let row = problem.row.map(|row| format!(", row {row}")).unwrap_or_default();
            let column = problem
                .column
                .as_ref()
                .map(|column| format!(", column {column}"))
                .unwrap_or_default();
            format!("{}{row}{column}: {}", problem.file, problem.reason)
        });
        listed(&mut text, "problems", problems);
        text
    }
}

impl Diff {
    /// Two states of the catalogue compared: counts first, then at most twenty of each kind.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        if self.is_empty() && self.removed.is_empty() {
            line(&mut text, format_args!("nothing changes"));
            return text;
        }
        let (new, changed, removed) = (self.new.len(), self.changed.len(), self.removed.len());
        let unchanged = self.unchanged;
        line(
            &mut text,
            format_args!("{new} new, {changed} changed, {unchanged} unchanged, {removed} removed"),
        );
        self.list(&mut text, "removed");
        text
    }

    fn list(&self, text: &mut String, removed: &str) {
        listed(text, "new", self.new.iter().map(place));
        let changes = self.changed.iter().map(|change| {
            let fields = change
                .fields
                .iter()
                .map(|f| format!("{} {:?} -> {:?}", f.field, f.old, f.new));
            format!("{}: {}", place(&change.entry), fields.collect::<Vec<_>>().join(", "))
        });
        listed(text, "changed", changes);
        listed(text, removed, self.removed.iter().map(place));
    }
}

fn place(entry: &Entry) -> String {
    let row = entry.row.map(|row| format!(" (row {row})")).unwrap_or_default();
    format!("{} {}{row}", entry.kind, entry.record)
}

fn listed(text: &mut String, heading: &str, lines: impl ExactSizeIterator<Item = String>) {
    let count = lines.len();
    if count == 0 {
        return;
    }
    line(text, format_args!("{heading}:"));
    for item in lines.take(LISTED) {
        line(text, format_args!("  {item}"));
    }
    if count > LISTED {
        line(text, format_args!("  and {} more", count - LISTED));
    }
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{arguments}");
}
