//! One CSV file as rows whose cells are found by the names in the header. Every fault becomes a located problem, and reading goes
//! on behind it.

use std::collections::BTreeMap;

use csv::StringRecord;

use crate::exchange::source::limits::PROBLEMS;
use crate::exchange::source::neutral;
use crate::exchange::source::{Fault, Grid};
use crate::exchange::{Problem, ProblemKind, Reason};

/// The longest cell, in bytes.
pub(super) const CELL_LIMIT: usize = 10_000;

/// For how many rows room is made before they are read; what a file says of itself is not believed beyond.
const ROWS_RESERVED: usize = 100_000;

/// How many columns of a header are reported.
const COLUMN_FAULTS: usize = 100;

/// Notes a problem. Behind ten thousand there is one that says so, and the rest is not kept.
pub(super) fn note(problems: &mut Vec<Problem>, problem: Problem) {
    if problems.len() < PROBLEMS {
        problems.push(problem);
    } else if problems.len() == PROBLEMS {
        problems.push(Problem {
            file: problem.file,
            row: None,
            column: None,
            kind: ProblemKind::Value {
                reason: Reason::More {
                    count: None,
                    stopped: false,
                },
            },
        });
    }
}

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
    columns: &'a [(&'static str, usize)],
    cells: &'a StringRecord,
    line: u64,
    problems: &'a mut Vec<Problem>,
}

/// Reads every row and goes on after those in which a cell cannot be read.
pub(super) fn read_rows<T>(
    layout: &Layout,
    grid: Option<Result<Grid<'_>, Fault>>,
    problems: &mut Vec<Problem>,
    read: impl Fn(&mut Row<'_>) -> Read<T>,
) -> Rows<T> {
    let mut rows = Rows {
        read: Vec::new(),
        broken: Vec::new(),
    };
    let grid = match grid {
        None => return rows,
        Some(Ok(grid)) => grid,
        Some(Err(fault)) => {
            note(problems, fault.of(layout.file));
            return rows;
        }
    };
    let header = grid.header;
    let Some(columns) = find_columns(layout, (&header, grid.header_row), problems) else {
        return rows;
    };
    rows.read.reserve_exact(grid.count.min(ROWS_RESERVED));
    for cells in grid.rows {
        // A file with so many faults is not used; its other rows are spared.
        if problems.len() > PROBLEMS {
            break;
        }
        let (line, cells) = match cells {
            Ok(row) => row,
            Err(fault) => {
                note(problems, fault.of(layout.file));
                continue;
            }
        };
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
            Ok(_) | Err(Noted) => rows.broken.extend(
                layout
                    .needed
                    .first()
                    .map(|id| row.cell(id))
                    .filter(|id| id.len() <= 80)
                    .map(str::to_owned),
            ),
        }
    }
    rows
}

fn find_columns(
    layout: &Layout,
    (header, header_row): (&StringRecord, u64),
    problems: &mut Vec<Problem>,
) -> Option<Vec<(&'static str, usize)>> {
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
    for (column, kind) in faults.into_iter().take(COLUMN_FAULTS) {
        let problem = Problem {
            file: layout.file.to_owned(),
            row: Some(header_row),
            column: Some(column.chars().take(200).collect()),
            kind,
        };
        note(problems, problem);
    }
    // In the order in which a row is read, and few enough to look through.
    usable.then(|| {
        known()
            .filter_map(|name| columns.get_key_value(name))
            .map(|(name, place)| (*name, *place))
            .collect()
    })
}

impl Row<'_> {
    /// The cell as it stands; empty when the column was left out.
    pub(super) fn cell(&self, column: &str) -> &str {
        let place = self.columns.iter().find(|(name, _)| *name == column);
        place
            .and_then(|(_, place)| self.cells.get(*place))
            .map(neutral::plain)
            .unwrap_or_default()
    }

    /// A value that must be there.
    pub(super) fn read<T, E: Into<Reason>>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<T> {
        match self.maybe(column, parse)? {
            Some(value) => Ok(value),
            None => Err(self.fault(column, ProblemKind::Empty)),
        }
    }

    /// A value that may be missing.
    pub(super) fn maybe<T, E: Into<Reason>>(
        &mut self,
        column: &'static str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Read<Option<T>> {
        let cell = self.cell(column);
        if cell.is_empty() {
            return Ok(None);
        }
        parse(cell)
            .map(Some)
            .map_err(|error| self.fault(column, ProblemKind::Value { reason: error.into() }))
    }

    /// An id that must be there.
    pub(super) fn id<T: TryFrom<String, Error: Into<Reason>>>(&mut self, column: &'static str) -> Read<T> {
        self.read(column, |cell| T::try_from(cell.to_owned()))
    }

    /// A text that must be there.
    pub(super) fn text(&mut self, column: &'static str) -> Read<String> {
        self.read(column, |cell| Ok::<_, Reason>(cell.to_owned()))
    }

    /// A text that may be missing.
    pub(super) fn maybe_text(&mut self, column: &'static str) -> Read<Option<String>> {
        self.maybe(column, |cell| Ok::<_, Reason>(cell.to_owned()))
    }

    /// Notes a problem with a cell.
    pub(super) fn fault(&mut self, column: &'static str, kind: ProblemKind) -> Noted {
        self.note(Some(column), kind);
        Noted
    }

    fn note(&mut self, column: Option<&'static str>, kind: ProblemKind) {
        let column = column.map(str::to_owned);
        let problem = Problem {
            file: self.file.to_owned(),
            row: Some(self.line),
            column,
            kind,
        };
        note(self.problems, problem);
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
