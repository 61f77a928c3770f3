//! One CSV file as rows whose cells are found by the names in the header. Every fault becomes a located problem, and reading goes
//! on behind it.

use std::collections::BTreeMap;
use std::fmt::Display;

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::exchange::{Problem, ProblemKind};

/// The longest cell, in bytes.
pub(super) const CELL_LIMIT: usize = 10_000;

/// Which columns a file has.
pub(super) struct Layout {
    pub(super) file: &'static str,
    pub(super) needed: &'static [&'static str],
    /// A column that may be left out reads as empty.
    pub(super) optional: &'static [&'static str],
}

/// What a file gave.
pub(super) struct Rows<T> {
    /// The records, each with the line of its row.
    pub(super) read: Vec<(u64, T)>,
    /// The first needed cell of the rows that could not be read: a reference to them is not a second problem.
    pub(super) broken: Vec<String>,
}

/// A cell that could not be read; why, stands in the list of problems.
pub(super) struct Noted;

/// What a cell or a row says.
pub(super) type Read<T> = Result<T, Noted>;

/// A row to read cells from.
pub(super) struct Row<'a> {
    file: &'static str,
    columns: &'a BTreeMap<&'static str, usize>,
    cells: &'a StringRecord,
    line: u64,
    problems: &'a mut Vec<Problem>,
}

/// Reads every row and goes on after those in which a cell cannot be read.
pub(super) fn read_rows<T>(
    layout: &Layout,
    bytes: Option<&[u8]>,
    problems: &mut Vec<Problem>,
    read: impl Fn(&mut Row<'_>) -> Read<T>,
) -> Rows<T> {
    let mut rows = Rows {
        read: Vec::new(),
        broken: Vec::new(),
    };
    let Some(bytes) = bytes else { return rows };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new().flexible(true).trim(Trim::All).from_reader(bytes);
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => {
            problems.push(unreadable(layout.file, &error));
            return rows;
        }
    };
    let Some(columns) = find_columns(layout, &header, problems) else {
        return rows;
    };
    for cells in reader.records() {
        let cells = match cells {
            Ok(cells) => cells,
            Err(error) => {
                problems.push(unreadable(layout.file, &error));
                continue;
            }
        };
        let line = cells.position().map_or(0, csv::Position::line);
        let mut row = Row {
            file: layout.file,
            columns: &columns,
            cells: &cells,
            line,
            problems,
        };
        if cells.len() != header.len() {
            row.note(
                None,
                ProblemKind::RowLength {
                    found: cells.len(),
                    expected: header.len(),
                },
            );
            continue;
        }
        let fits = row.check_lengths();
        match read(&mut row) {
            Ok(record) if fits => rows.read.push((line, record)),
            Ok(_) | Err(Noted) => rows
                .broken
                .extend(layout.needed.first().map(|id| row.cell(id).to_owned())),
        }
    }
    rows
}

fn find_columns(
    layout: &Layout,
    header: &StringRecord,
    problems: &mut Vec<Problem>,
) -> Option<BTreeMap<&'static str, usize>> {
    let known = || layout.needed.iter().chain(layout.optional).copied();
    let mut columns = BTreeMap::new();
    let mut faults = Vec::new();
    for (place, name) in header.iter().enumerate() {
        match known().find(|column| *column == name) {
            Some(column) if columns.insert(column, place).is_some() => {
                faults.push((name, ProblemKind::DuplicateColumn));
            }
            Some(_) => {}
            None => faults.push((
                name,
                ProblemKind::UnknownColumn {
                    known: known().collect::<Vec<_>>().join(", "),
                },
            )),
        }
    }
    let missing = layout.needed.iter().filter(|column| !columns.contains_key(*column));
    faults.extend(missing.map(|column| (*column, ProblemKind::MissingColumn)));
    let usable = !faults.iter().any(|(_, kind)| *kind == ProblemKind::MissingColumn);
    problems.extend(faults.into_iter().map(|(column, kind)| Problem {
        file: layout.file.to_owned(),
        row: Some(1),
        column: Some(column.to_owned()),
        kind,
    }));
    usable.then_some(columns)
}

fn unreadable(file: &str, error: &csv::Error) -> Problem {
    let row = error.position().map(csv::Position::line);
    let kind = if matches!(error.kind(), csv::ErrorKind::Utf8 { .. }) {
        ProblemKind::NotUtf8
    } else {
        ProblemKind::NotCsv {
            reason: error.to_string(),
        }
    };
    Problem {
        file: file.to_owned(),
        row,
        column: None,
        kind,
    }
}

impl Row<'_> {
    /// The cell as it stands; empty when the column was left out.
    pub(super) fn cell(&self, column: &str) -> &str {
        self.columns
            .get(column)
            .and_then(|place| self.cells.get(*place))
            .unwrap_or_default()
    }

    /// A value that must be there.
    pub(super) fn read<T, E: Display>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<T> {
        match self.maybe(column, parse)? {
            Some(value) => Ok(value),
            None => Err(self.fault(column, ProblemKind::Empty { fill: "fill it in" })),
        }
    }

    /// A value that may be missing.
    pub(super) fn maybe<T, E: Display>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<Option<T>> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return Ok(None);
        }
        parse(cell).map(Some).map_err(|error| {
            self.fault(
                column,
                ProblemKind::Value {
                    reason: error.to_string(),
                },
            )
        })
    }

    /// An id that must be there.
    pub(super) fn id<T: TryFrom<String, Error: Display>>(&mut self, column: &'static str) -> Read<T> {
        self.read(column, |cell| T::try_from(cell.to_owned()))
    }

    /// A text that must be there.
    pub(super) fn text(&mut self, column: &'static str) -> Read<String> {
        self.read(column, |cell| Ok::<_, String>(cell.to_owned()))
    }

    /// A text that may be missing.
    pub(super) fn maybe_text(&mut self, column: &'static str) -> Read<Option<String>> {
        self.maybe(column, |cell| Ok::<_, String>(cell.to_owned()))
    }

    /// Notes a problem with a cell.
    pub(super) fn fault(&mut self, column: &'static str, kind: ProblemKind) -> Noted {
        self.note(Some(column), kind);
        Noted
    }

    fn note(&mut self, column: Option<&'static str>, kind: ProblemKind) {
        let column = column.map(str::to_owned);
        self.problems.push(Problem {
            file: self.file.to_owned(),
            row: Some(self.line),
            column,
            kind,
        });
    }

    fn check_lengths(&mut self) -> bool {
        let columns = self.columns;
        let mut fits = true;
        for (column, place) in columns {
            let bytes = self.cells.get(*place).map_or(0, str::len);
            if bytes > CELL_LIMIT {
                fits = false;
                self.note(
                    Some(column),
                    ProblemKind::TooLong {
                        bytes,
                        limit: CELL_LIMIT,
                    },
                );
            }
        }
        fits
    }
}
