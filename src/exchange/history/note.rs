//! What is said about a file: errors that stop it, faults of single rows, and notes.

use std::fmt;

use crate::domain::cost::CostError;

/// Why a file is no history.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HistoryError {
    /// No row of data.
    #[error("the file has no rows: each row needs a time and a utilisation")]
    Empty,
    /// The first row names no columns that are known, and is no data either.
    #[error("row 1 is {0:?}: name the columns time and utilisation, or begin with a row such as 2026-11-30 12:00,45")]
    NoColumns(String),
    /// A line that is no row of such a file.
    #[error("row {row} is longer than 4096 bytes: this is no table of times and utilisations")]
    LongLine {
        /// The row.
        row: u32,
    },
    /// More rows than are read.
    #[error("the file has more than {0} rows: take a coarser step or a shorter time")]
    TooManyRows(u32),
    /// More than a tenth of the rows is broken.
    #[error("{broken} of {rows} rows cannot be read, more than a tenth{}", first_of(first.as_ref()))]
    TooManyBroken {
        /// How many.
        broken: u32,
        /// Of how many.
        rows: usize,
        /// The first of them.
        first: Option<(u32, Fault)>,
    },
    /// The rows make no history.
    #[error(transparent)]
    Cost(#[from] CostError),
}

fn first_of(first: Option<&(u32, Fault)>) -> String {
    first.map_or_else(String::new, |(row, fault)| format!("; row {row}: {fault}"))
}

/// What is wrong with a row.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Fewer cells than columns that are needed.
    #[error("it has too few cells")]
    TooFewCells,
    /// A time that is none.
    #[error("{0:?} is no time: write 2026-11-30 12:00:00, with or without an offset, or seconds since 1970")]
    Time(String),
    /// A utilisation that is none.
    #[error("{0:?} is no utilisation: write 45, 45 % or 0.45")]
    Utilisation(String),
    /// A number of accelerators that is none.
    #[error("{0:?} is no number of accelerators from 1 to 2048")]
    Gpus(String),
    /// A utilisation above everything there is.
    #[error("the utilisation is above 100 %")]
    AboveFull,
    /// A time with an offset among times without, or the other way round.
    #[error("its time has an offset where others have none, or the other way round")]
    Offset,
}

/// What was found, assumed or repaired. Rows count from 1, the header is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// There are no names of columns: the first is taken as time, the second as utilisation, a third as accelerators.
    NoHeader,
    /// Values are percentages; the file says so, or many are above 1.
    Percent {
        /// The file says so.
        said: bool,
    },
    /// Values are fractions: hardly any is above 1.
    Fraction,
    /// Times carry no offset: hours are those of the file's clock.
    NoOffset,
    /// Rows were not in the order of time and were sorted; this row was the first out of order.
    Sorted {
        /// The row.
        row: u32,
    },
    /// Several rows with the same time: their mean counts once.
    Duplicates {
        /// Rows that were merged into another.
        count: u32,
        /// The first of them.
        row: u32,
    },
    /// The clock was set back before this row: the hour that stands twice counts twice.
    ClockBack {
        /// The row.
        row: u32,
    },
    /// The clock was set forward before this row: the hour that is not there is no gap.
    ClockForward {
        /// The row.
        row: u32,
    },
    /// Pauses that were not measured; they count as nothing, neither idle nor busy.
    Gaps {
        /// How many.
        count: u32,
        /// Seconds of the longest.
        longest_seconds: i64,
        /// When it begins, in seconds since 1970.
        from_second: i64,
    },
    /// Rows that could not be read and were left out.
    Broken {
        /// How many.
        count: u32,
        /// The first of them.
        first: Vec<(u32, Fault)>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHeader => {
                f.write_str("no column names: the first column is taken as time, the second as utilisation")
            }
            Self::Percent { said: true } => f.write_str("utilisation in percent, as the file says"),
            Self::Percent { said: false } => f.write_str("utilisation taken as percent: many values are above 1"),
            Self::Fraction => f.write_str("utilisation taken as a fraction: hardly a value is above 1"),
            Self::NoOffset => f.write_str("times without an offset: hours are those of the file's clock"),
            Self::Sorted { row } => write!(f, "rows were sorted by time; row {row} was the first out of order"),
            Self::Duplicates { count, row } => {
                write!(
                    f,
                    "{count} rows repeat a time and count as one with their mean; the first is row {row}"
                )
            }
            Self::ClockBack { row } => write!(f, "the clock was set back an hour before row {row}: both hours count"),
            Self::ClockForward { row } => {
                write!(
                    f,
                    "the clock was set forward an hour before row {row}: no time is missing"
                )
            }
            Self::Gaps {
                count, longest_seconds, ..
            } => write!(
                f,
                "{count} gaps, the longest of {longest_seconds} seconds: what was not measured does not count"
            ),
            Self::Broken { count, first } => {
                write!(f, "{count} rows were left out")?;
                for (row, fault) in first {
                    write!(f, "; row {row}: {fault}")?;
                }
                Ok(())
            }
        }
    }
}
