//! Bytes of a file from outside as bounded values: text in a known encoding, a grid of cells, a tree of named values. Whatever the
//! file holds, memory stays within [`limits`] and what is too large becomes a fault that says how large it may be.

pub(super) mod csv;
pub(super) mod json;
pub(super) mod limits;
pub(super) mod neutral;
pub(super) mod text;
pub(super) mod tree;
pub(super) mod xlsx;
pub(super) mod yaml;
pub(super) mod zip;

use ::csv::StringRecord;

use super::{Problem, ProblemKind, Reason};

/// What is wrong with a file, and in which row; the caller knows the file's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// Counted from 1; `None` for the file as a whole.
    pub(super) row: Option<u64>,
    /// What is wrong.
    pub(super) kind: ProblemKind,
}

impl Fault {
    /// A fault of the file as a whole, in words that end with what to do.
    pub(super) fn whole(reason: impl Into<Reason>) -> Self {
        Self {
            row: None,
            kind: ProblemKind::Value { reason: reason.into() },
        }
    }

    /// A fault of one row.
    pub(super) fn in_row(row: u64, reason: impl Into<Reason>) -> Self {
        Self {
            row: Some(row),
            kind: ProblemKind::Value { reason: reason.into() },
        }
    }

    /// The problem of a file of this name.
    pub(super) fn of(self, file: &str) -> Problem {
        Problem {
            file: file.to_owned(),
            row: self.row,
            column: None,
            kind: self.kind,
        }
    }
}

/// The rows of a grid, each with its number as the user sees it.
pub(super) type GridRows<'a> = Box<dyn Iterator<Item = Result<(u64, StringRecord), Fault>> + 'a>;

/// A table with a header; rows come one at a time, so that a large file is never held twice.
pub(super) struct Grid<'a> {
    /// The names of the columns.
    pub(super) header: StringRecord,
    /// Where the header stands.
    pub(super) header_row: u64,
    /// About how many rows there are, where that is known.
    pub(super) count: usize,
    /// The rows under it.
    pub(super) rows: GridRows<'a>,
}
