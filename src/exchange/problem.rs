//! What is wrong with a file that could be opened: a value that says where, which value, and what to do.

use std::fmt;

use jiff::civil::Date;

use super::reason::Reason;

/// One fault of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The file's name.
    pub file: String,
    /// The line of the row, counted from 1 with the header; `None` for the file as a whole.
    pub row: Option<u64>,
    /// The column's name.
    pub column: Option<String>,
    /// What is wrong.
    pub kind: ProblemKind,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProblemKind {
    /// A file of another name.
    #[error("is none of the files of a catalogue: name it {known}, or take it out of the folder")]
    UnknownFile {
        /// The names that are possible.
        known: String,
    },
    /// Not CSV at all.
    #[error("cannot be read as CSV: {reason}")]
    NotCsv {
        /// What the reader met.
        reason: String,
    },
    /// Bytes that are no UTF-8.
    #[error("is not UTF-8 text: save the file with the encoding UTF-8")]
    NotUtf8,
    /// A column that must be there is not.
    #[error("this column is missing: add it to the header")]
    MissingColumn,
    /// A column of another name.
    #[error("this column is not known: name it {known}, or take it out")]
    UnknownColumn {
        /// The names that are possible.
        known: String,
    },
    /// The same column twice.
    #[error("this column is there twice: take one out")]
    DuplicateColumn,
    /// A row with too many or too few cells.
    #[error("the row has {found} cells, the header has {expected}: check commas and quotes")]
    RowLength {
        /// Cells of the row.
        found: usize,
        /// Cells of the header.
        expected: usize,
    },
    /// A cell that is too long.
    #[error("the cell has {bytes} bytes: shorten it to {limit}")]
    TooLong {
        /// Its length.
        bytes: usize,
        /// The greatest length.
        limit: usize,
    },
    /// A cell that must not be empty.
    #[error("the cell is empty: fill it in")]
    Empty,
    /// A value that cannot be read.
    #[error("{reason}")]
    Value {
        /// Names the value and says what to write.
        reason: Reason,
    },
    /// A date that has not come yet.
    #[error("{value} lies after today, {today}: write the day the value held")]
    Future {
        /// The value.
        value: String,
        /// Today.
        today: Date,
    },
    /// A unit other than that of the attribute.
    #[error(
        "the unit {value:?} is not {expected:?}, that of the attribute {attribute}: convert the value, or leave the cell empty"
    )]
    Unit {
        /// The unit found.
        value: String,
        /// The unit of the attribute.
        expected: String,
        /// The attribute.
        attribute: String,
    },
    /// A row that names a record that does not exist.
    #[error("there is no {kind} {id:?}: correct the id, or add the {kind}")]
    Unknown {
        /// The kind of record.
        kind: &'static str,
        /// The id.
        id: String,
    },
    /// A fact about the wrong kind of subject.
    #[error(
        "the attribute {attribute} is a property of a {expected}, not of a {found}: correct the subject or the attribute"
    )]
    Subject {
        /// The attribute.
        attribute: String,
        /// Its subject.
        expected: &'static str,
        /// The subject of the row.
        found: &'static str,
    },
    /// The same record twice.
    #[error("the row has the same {columns} as row {first}: take one of them out")]
    Duplicate {
        /// The columns that tell records apart.
        columns: &'static str,
        /// The row that came first.
        first: u64,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if let Some(column) = &self.column {
            write!(f, ", column {column}")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl std::error::Error for Problem {}
