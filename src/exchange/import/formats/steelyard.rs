//! The own format in all its forms: one CSV file, a zip of several, a workbook with a sheet for each table, a JSON document with a
//! list for each. The tables are told by their columns, so a file may have any name; what the rows refer to may stand in the file
//! or in the catalogue.

use std::collections::BTreeMap;

use ::csv::StringRecord;

use crate::exchange::catalogue::{Part, PartReading, read_parts, table_named, table_of, tables, unknown_file};
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::note::{Note, Remark};
use crate::exchange::import::{Context, Format, Imported, Scope};
use crate::exchange::source::neutral::neutral;
use crate::exchange::source::tree::{Node, plain_number};
use crate::exchange::source::xlsx::Book;
use crate::exchange::source::{Fault, Grid, GridRows, csv, text};
use crate::exchange::{Problem, Reason, Unread};

/// Reads one table.
pub(in crate::exchange::import) fn read_table(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let Some(table) = table_of(&grid.header) else {
        return finish(Vec::new(), vec![unknown_file(file)], context);
    };
    let part = Part {
        table,
        shown: file.to_owned(),
        grid: Ok(grid),
    };
    finish(vec![part], Vec::new(), context)
}

/// Reads the CSV files of a compressed folder.
pub(in crate::exchange::import) fn read_folder(files: &[(String, Vec<u8>)], context: &Context<'_>) -> Imported {
    let mut problems = Vec::new();
    let mut texts = Vec::new();
    for (name, bytes) in files {
        match text::decode(bytes) {
            Ok(decoded) => texts.push((name.as_str(), decoded.text)),
            Err(fault) => problems.push(fault.of(name)),
        }
    }
    let mut parts = Vec::new();
    for (name, text) in &texts {
        match csv::grid(text, csv::delimiter_of(text)) {
            Ok(grid) => {
                let base = name.rsplit('/').next().unwrap_or(name);
                match table_of(&grid.header).or_else(|| table_named(base)) {
                    Some(table) => parts.push(Part {
                        table,
                        shown: (*name).to_owned(),
                        grid: Ok(grid),
                    }),
                    None => problems.push(unknown_file(name)),
                }
            }
            Err(fault) => problems.push(fault.of(name)),
        }
    }
    finish(once_each(parts, &mut problems), problems, context)
}

/// Reads the sheets of a workbook.
pub(in crate::exchange::import) fn read_book(file: &str, book: &Book, context: &Context<'_>) -> Imported {
    let mut problems = Vec::new();
    let mut parts = Vec::new();
    for sheet in &book.sheets {
        let shown = format!("{file}, sheet {}", shown(&sheet.name));
        let Some(grid) = book.grid(sheet, None) else { continue };
        match table_of(&grid.header).or_else(|| table_named(&format!("{}.csv", sheet.name))) {
            Some(table) => parts.push(Part {
                table,
                shown,
                grid: Ok(grid),
            }),
            None => problems.push(unknown_file(&shown)),
        }
    }
    finish(once_each(parts, &mut problems), problems, context)
}

/// Reads the lists of a document.
pub(in crate::exchange::import) fn read_document(file: &str, document: &Node, context: &Context<'_>) -> Imported {
    let mut problems = Vec::new();
    let mut parts = Vec::new();
    for (name, list) in document.entries() {
        let shown = format!("{file}, {}", shown(name));
        match table_named(&format!("{name}.csv")) {
            Some(table) => parts.push(Part {
                table,
                shown,
                grid: grid_of(table, list.items()),
            }),
            None if matches!(name.as_str(), "format" | "version" | "release" | "note") => {}
            None => problems.push(unknown_file(&shown)),
        }
    }
    finish(once_each(parts, &mut problems), problems, context)
}

/// The objects of a list as rows. A name that is there twice in an object is a fault of that row.
fn grid_of<'a>(table: &str, items: &'a [Node]) -> Result<Grid<'a>, Fault> {
    let mut header: Vec<&'a str> = Vec::new();
    if items.is_empty() {
        let columns = tables().find(|(name, _)| *name == table).map(|(_, columns)| columns);
        header = columns.unwrap_or_default();
    }
    let known = tables()
        .find(|(name, _)| *name == table)
        .map(|(_, columns)| columns)
        .unwrap_or_default();
    for name in items.iter().flat_map(Node::entries).map(|(name, _)| name.as_str()) {
        if !header.contains(&name) {
            header.push(name);
        }
        if header.len() > known.len() + 20 {
            return Err(Fault::whole(Unread::TooManyNames));
        }
    }
    let places: BTreeMap<&str, usize> = header.iter().enumerate().map(|(place, name)| (*name, place)).collect();
    let width = header.len();
    let rows: GridRows<'a> = Box::new((1..).zip(items).map(move |(number, item)| {
        let mut cells = vec![String::new(); width];
        let mut filled = vec![false; width];
        for (name, value) in item.entries() {
            let Some(place) = places.get(name.as_str()) else {
                continue;
            };
            if let (Some(cell), Some(filled)) = (cells.get_mut(*place), filled.get_mut(*place)) {
                if std::mem::replace(filled, true) {
                    return Err(Fault::in_row(number, Reason::Twice(shown(name))));
                }
                *cell = match value {
                    Node::Number(text) if text.contains(['e', 'E']) => plain_number(text).unwrap_or_default(),
                    // A text in a document is as it stands: no apostrophe is to be taken from it.
                    Node::Text(text) => neutral(text).into_owned(),
                    Node::Number(_) | Node::Flag(_) | Node::Null | Node::List(_) | Node::Map(_) => {
                        value.text().to_owned()
                    }
                };
            }
        }
        Ok((number, StringRecord::from(cells)))
    }));
    Ok(Grid {
        header: StringRecord::from(header),
        header_row: 0,
        count: items.len(),
        rows,
    })
}

/// A second table of a kind is reported, not read over the first.
fn once_each<'a>(parts: Vec<Part<'a>>, problems: &mut Vec<Problem>) -> Vec<Part<'a>> {
    let mut first: BTreeMap<&str, String> = BTreeMap::new();
    let mut kept = Vec::new();
    for part in parts {
        if let Some(before) = first.get(part.table) {
            problems.push(Fault::whole(Unread::SecondTable(before.clone())).of(&part.shown));
        } else {
            first.insert(part.table, part.shown.clone());
            kept.push(part);
        }
    }
    kept
}

fn finish(parts: Vec<Part<'_>>, mut problems: Vec<Problem>, context: &Context<'_>) -> Imported {
    let PartReading {
        records,
        problems: found,
        places,
    } = read_parts(parts, Some(context.catalogue), context.today);
    problems.extend(found);
    let rows = u64::try_from(places.len()).unwrap_or(u64::MAX);
    let mut scope = Scope::default();
    for offer in &records.offers {
        scope.places.insert((offer.vendor.to_string(), None));
        let region = offer.region.to_lowercase();
        let mentioned = (offer.vendor.to_string(), offer.instance_type.to_lowercase(), region);
        scope.mentioned.insert(mentioned);
    }
    let mut note = Note::new(
        if rows == 0 {
            Remark::HeaderOnly
        } else {
            Remark::RowsRead
        },
        None,
        "",
    );
    note.count = rows.max(1);
    Imported {
        format: Some(Format::Steelyard),
        records,
        problems,
        notes: vec![note],
        places,
        scope,
    }
}
