//! The readers of the formats: each knows the names and the traps of one list, and hands rows to the draft.

pub(super) mod alibaba;
pub(super) mod cyclenerd;
pub(super) mod ecb;
pub(super) mod full_stack;
pub(super) mod karpenter;
pub(super) mod mapping;
pub(super) mod mlperf;
pub(super) mod skypilot;
pub(super) mod steelyard;

use ::csv::StringRecord;

use super::columns::Columns;
use super::draft::{At, Draft};
use super::note::Remark;
use crate::exchange::source::Grid;

/// Calls `take` with every row that fits the header, counts them, and reports the others.
fn each_row<'c>(
    grid: Grid<'_>,
    needed: &[&str],
    draft: &mut Draft<'c>,
    mut take: impl FnMut(&mut Draft<'c>, &dyn Fn(&str) -> String, At<'_>),
) {
    let columns = match Columns::of(&grid, needed, &draft.file) {
        Ok(columns) => columns,
        Err(problems) => return problems.into_iter().for_each(|problem| draft.push(problem)),
    };
    let mut rows = 0_u64;
    for row in grid.rows {
        if draft.has_had_enough() {
            break;
        }
        let (line, record) = match row {
            Ok(row) => row,
            Err(fault) => {
                let file = draft.file.clone();
                draft.push(fault.of(&file));
                continue;
            }
        };
        let at = At {
            row: Some(line),
            path: "",
        };
        rows += 1;
        draft.note(Remark::RowsRead, at);
        if let Some(kind) = columns.misfit(&record) {
            draft.kind(at, "", kind);
        } else if is_blank(&record) {
            draft.note(Remark::Blank, at);
        } else {
            take(draft, &|name| columns.cell(&record, name).to_owned(), at);
        }
    }
    if rows == 0 {
        draft.note(Remark::HeaderOnly, At::default());
    }
}

fn is_blank(record: &StringRecord) -> bool {
    record.iter().all(|cell| cell.trim().is_empty())
}
