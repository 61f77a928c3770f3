//! A file of utilisation, read in pieces and forgotten: what stays is a [`History`], what was odd about the file, and a
//! [`link`] text that a page lives from.
//!
//! Rows are time, utilisation and, if it is there, a number of accelerators. Columns are found by their names; without names the
//! first two or three are taken. Whether the file counts in percent or fractions is decided over the whole file, and said.

mod columns;
pub mod link;
mod note;
mod order;
mod rows;
#[cfg(test)]
mod tests;
mod time;

use serde_json::{Value, json};

use crate::domain::cost::history::{FULL, History, Sample};
use columns::Layout;
use rows::Row;

pub use note::{Fault, HistoryError, Note};

/// The most rows of a file: four years of minutes.
pub const MOST_ROWS: u32 = 2_200_000;

/// The longest line, in bytes.
const LONGEST_LINE: usize = 4096;

/// Broken rows that are listed; the rest is counted.
const LISTED: usize = 20;

/// A file that was read.
#[derive(Debug, Clone)]
pub struct Read {
    /// The samples in order.
    pub history: History,
    /// What was found, assumed or repaired, in the order of its weight.
    pub notes: Vec<Note>,
}

/// Takes a file piece by piece.
#[derive(Debug, Default)]
pub struct Reader {
    /// The beginning of a line whose end has not come yet.
    line: Vec<u8>,
    number: u32,
    layout: Option<Layout>,
    rows: Vec<Row>,
    broken: Broken,
    percent_signs: bool,
}

/// Rows that could not be read.
#[derive(Debug, Default)]
struct Broken {
    count: u32,
    first: Vec<(u32, Fault)>,
}

impl Broken {
    fn add(&mut self, row: u32, fault: Fault) {
        self.count += 1;
        if self.first.len() < LISTED {
            self.first.push((row, fault));
        }
    }
}

/// Reads a whole file. `fleet` is how many accelerators it is of, where no column says so.
///
/// # Errors
/// [`HistoryError`] when it is no such file, or when more than a tenth of its rows is broken.
pub fn read(bytes: &[u8], fleet: u16) -> Result<Read, HistoryError> {
    let mut reader = Reader::default();
    reader.push(bytes)?;
    reader.finish(fleet)
}

impl Reader {
    /// Takes the next piece, cut anywhere.
    ///
    /// # Errors
    /// [`HistoryError`] for columns that are not found, and for more than the limits.
    pub fn push(&mut self, piece: &[u8]) -> Result<(), HistoryError> {
        let mut lines = piece.split(|byte| *byte == b'\n');
        let last = lines.next_back().unwrap_or_default();
        for line in lines {
            if self.line.is_empty() {
                self.take(line)?;
            } else {
                self.keep(line)?;
                let whole = std::mem::take(&mut self.line);
                self.take(&whole)?;
            }
        }
        self.keep(last)
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), HistoryError> {
        if self.line.len() + part.len() > LONGEST_LINE {
            return Err(HistoryError::LongLine { row: self.number + 1 });
        }
        self.line.extend_from_slice(part);
        Ok(())
    }

    fn take(&mut self, line: &[u8]) -> Result<(), HistoryError> {
        self.number = self.number.saturating_add(1);
        if line.len() > LONGEST_LINE {
            return Err(HistoryError::LongLine { row: self.number });
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        if self.layout.is_none() {
            let layout = Layout::of(line)?;
            let has_header = layout.has_header;
            self.layout = Some(layout);
            if has_header {
                return Ok(());
            }
        }
        self.row(line)
    }

    fn row(&mut self, line: &[u8]) -> Result<(), HistoryError> {
        let Some(layout) = &self.layout else { return Ok(()) };
        let taken = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        if taken.saturating_add(self.broken.count) >= MOST_ROWS {
            return Err(HistoryError::TooManyRows(MOST_ROWS));
        }
        match rows::read(line, self.number, layout) {
            Ok((row, percent_sign)) => {
                self.percent_signs |= percent_sign;
                self.rows.push(row);
            }
            Err(fault) => self.broken.add(self.number, fault),
        }
        Ok(())
    }

    /// The end of the file.
    ///
    /// # Errors
    /// [`HistoryError`] when too little of it could be read.
    pub fn finish(mut self, fleet: u16) -> Result<Read, HistoryError> {
        let last = std::mem::take(&mut self.line);
        self.take(&last)?;
        let layout = self.layout.take().ok_or(HistoryError::Empty)?;
        let mut notes = Vec::new();
        if !layout.has_header {
            notes.push(Note::NoHeader);
        }
        let all = self.rows.len();
        let percent = self.unit(&layout, &mut notes);
        let broken = &mut self.broken;
        let mut readings = Vec::with_capacity(all);
        let offsets = self.rows.first().is_some_and(|row| row.offset_minutes.is_some());
        for row in &self.rows {
            let ppm = if percent { row.value.div_ceil(100) } else { row.value };
            if ppm > FULL {
                broken.add(row.number, Fault::AboveFull);
            } else if row.offset_minutes.is_some() != offsets {
                broken.add(row.number, Fault::Offset);
            } else {
                let sample = Sample {
                    second: row.second,
                    offset_minutes: row.offset_minutes.unwrap_or(0),
                    gpus: row.gpus,
                    ppm,
                };
                readings.push((row.number, sample));
            }
        }
        let rows = readings.len() + usize::try_from(broken.count).unwrap_or(usize::MAX);
        if rows == 0 {
            return Err(HistoryError::Empty);
        }
        broken.first.sort_by_key(|(row, _)| *row);
        if usize::try_from(broken.count).unwrap_or(usize::MAX).saturating_mul(10) > rows {
            return Err(HistoryError::TooManyBroken {
                broken: broken.count,
                rows,
                first: broken.first.first().cloned(),
            });
        }
        if broken.count > 0 {
            notes.push(Note::Broken {
                count: broken.count,
                first: std::mem::take(&mut broken.first),
            });
        }
        drop(std::mem::take(&mut self.rows));
        let samples = order::arrange(readings, offsets, &mut notes);
        let history = History::new(samples, fleet)?;
        notes.extend(order::gaps(&history));
        Ok(Read { history, notes })
    }

    /// Whether the file counts in percent: its header or its cells say so, or values above 1 are no exception.
    fn unit(&self, layout: &Layout, notes: &mut Vec<Note>) -> bool {
        let one = FULL;
        let above = self.rows.iter().filter(|row| row.value > one).count();
        let said = layout.says_percent || self.percent_signs;
        let percent = said || above.saturating_mul(10) > self.rows.len();
        notes.push(if percent {
            Note::Percent { said }
        } else {
            Note::Fraction
        });
        percent
    }
}

impl Read {
    /// The history in short, with its notes and its link text, as JSON.
    #[must_use]
    pub fn describe(&self) -> Value {
        let summary = self.history.summary();
        let notes: Vec<String> = self.notes.iter().map(ToString::to_string).collect();
        json!({
            "samples": summary.samples,
            "step_seconds": summary.step_seconds,
            "hours": summary.demand.hours().normalize().to_string(),
            "gpus": summary.fleet,
            "mean_percent": summary.mean_percent().normalize().to_string(),
            "peak_percent": rust_decimal::Decimal::new(i64::from(summary.peak_ppm), 4).normalize().to_string(),
            "heat_percent": summary.heat,
            "curve_percent": summary.curve,
            "link": link::write(&summary),
            "notes": notes,
        })
    }
}
