//! The lines as a workbook.

use axum::response::Response;
use rust_decimal::Decimal;

use super::super::Scene;
use super::{Line, about, heads, lines, parts};
use crate::domain::tco::{Bound, Entry};
use crate::web::book::{self, Cell, Table, letters};
use crate::web::error::WebError;

/// The file as a workbook: totals are sums of their parts, prices of an hour are quotients, both live.
pub(in super::super) fn xlsx(scene: Scene<'_>) -> Result<Response, WebError> {
    let about = about(scene);
    let first = Table::first_row(about.len());
    let rows = (first..)
        .zip(lines(scene))
        .map(|(row, line)| book_row(scene, row, line))
        .collect();
    let costs = Table {
        name: "TCO".to_owned(),
        heads: heads(scene),
        rows,
        about: about.clone(),
    };
    let months = months(scene, about);
    book::response(
        &[costs, months],
        "tco",
        scene.loaded.prepared.catalogue().release().number,
    )
}

fn book_row(scene: Scene<'_>, row: usize, line: Line) -> Vec<Cell> {
    let number = |amount: Option<Decimal>| amount.map_or(Cell::Empty, Cell::Number);
    let count = parts(scene).len();
    let mut cells: Vec<Cell> = line
        .words
        .into_iter()
        .enumerate()
        .map(|(at, word)| match word.parse() {
            Ok(instances) if at == 5 => Cell::Number(instances),
            _ => Cell::Text(word),
        })
        .collect();
    let (from, total) = (cells.len(), cells.len() + count);
    let Some(sum) = line.total else {
        cells.resize(total + scene.comparison.levels.len() + 5, Cell::Empty);
        cells.push(Cell::Text(line.remarks));
        return cells;
    };
    cells.extend(line.parts.into_iter().map(Cell::Number));
    let range = format!("{}{row}:{}{row}", letters(from), letters(total.saturating_sub(1)));
    cells.push(Cell::Formula(format!("=SUM({range})"), sum));
    cells.push(number(line.hours));
    let quotient = format!("={}{row}/{}{row}", letters(total), letters(total + 1));
    let mut per_hour = line.per_hour.into_iter();
    cells.push(match per_hour.next().flatten() {
        Some(price) => Cell::Formula(quotient, price),
        None => Cell::Empty,
    });
    cells.extend(per_hour.map(number));
    let budget = scene
        .loaded
        .query
        .brief
        .budget
        .map(|budget| budget.decimal().normalize());
    cells.push(match (line.over, budget) {
        (Some(over), Some(budget)) => Cell::Formula(format!("=MAX(0,{}{row}-{budget})", letters(total)), over),
        _ => Cell::Empty,
    });
    let month = line
        .break_even
        .parse()
        .map_or(Cell::Text(line.break_even), Cell::Number);
    cells.extend([month, number(line.owed), Cell::Text(line.remarks)]);
    cells
}

/// Months by line, with their sums.
fn months(scene: Scene<'_>, about: Vec<String>) -> Table {
    let bounds: Vec<(&Entry<'_>, &str, &Bound)> = scene
        .comparison
        .entries
        .iter()
        .flat_map(|entry| {
            entry
                .bounds()
                .into_iter()
                .map(move |(name, bound)| (entry, name, bound))
        })
        .collect();
    let first = Table::first_row(about.len());
    let count = bounds.first().map_or(0, |(_, _, bound)| bound.months.len());
    let amounts = |month: usize| {
        let cost = bounds.iter().map(move |(_, _, bound)| bound.months.get(month).copied());
        cost.map(|amount| amount.map_or(Cell::Empty, Cell::Number))
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<Cell>> = (0..count)
        .map(|month| {
            [Cell::Number(Decimal::from(month + 1))]
                .into_iter()
                .chain(amounts(month))
                .collect()
        })
        .collect();
    let sums = bounds.iter().enumerate().map(|(at, (_, _, bound))| {
        let column = letters(at + 1);
        let last = first + count.saturating_sub(1);
        Cell::Formula(format!("=SUM({column}{first}:{column}{last})"), bound.total)
    });
    rows.push([Cell::Text("total".to_owned())].into_iter().chain(sums).collect());
    let heads = bounds.iter().map(|(entry, name, _)| match *name {
        "exact" => entry.id().to_owned(),
        name => format!("{} ({name})", entry.id()),
    });
    Table {
        name: "months".to_owned(),
        heads: ["month".to_owned()].into_iter().chain(heads).collect(),
        about,
        rows,
    }
}
