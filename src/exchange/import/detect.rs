//! What a file is: by the bytes it begins with, then by the names of its columns or of its values. The file's own name decides
//! nothing, because people rename files.

use std::borrow::Cow;

use ::csv::StringRecord;

use super::formats::{alibaba, cyclenerd, ecb, full_stack, karpenter, mapping, mlperf, skypilot, steelyard};
use super::note::{Note, Remark};
use super::{Context, Format, Imported};
use crate::exchange::catalogue::{first_day, table_named, table_of};
use crate::exchange::source::tree::Node;
use crate::exchange::source::xlsx::{self, Book};
use crate::exchange::source::zip::{Archive, is_zip};
use crate::exchange::source::{Fault, Grid, csv, json, text, yaml};
use crate::exchange::{Problem, ProblemKind, Unread};

/// A file, opened.
enum Content<'a> {
    Book(Book),
    Folder(Vec<(String, Vec<u8>)>),
    Document(Node),
    Markup(Cow<'a, str>),
    Table(Cow<'a, str>),
}

pub(super) fn read(file: &str, bytes: &[u8], format: Option<Format>, context: &Context<'_>) -> Imported {
    if let Some(as_of) = context
        .as_of
        .as_ref()
        .filter(|as_of| first_day(as_of).is_some_and(|day| day > context.today))
    {
        let kind = ProblemKind::Future {
            value: as_of.to_string(),
            today: context.today,
        };
        return refused(format, Fault { row: None, kind }.of(file));
    }
    let (opened, encoding) = match open(file, bytes) {
        Ok(both) => both,
        Err(fault) => return refused(format, fault.of(file)),
    };
    let mut imported = match &opened {
        Content::Book(book) => read_book(file, book, format, context),
        Content::Folder(files) => steelyard::read_folder(files, context),
        Content::Document(document) => read_document(file, document, format, context),
        Content::Markup(text) if ecb::is_document(text.trim_start()) => ecb::read_document(file, text, context),
        Content::Markup(_) => refused(format, Fault::whole(Unread::OtherXml).of(file)),
        Content::Table(text) => {
            let given = context.profile.and_then(super::Profile::delimiter);
            let header_row = context.profile.and_then(|profile| profile.header_row).unwrap_or(1);
            match csv::grid_from(text, given, header_row) {
                Ok(grid) => read_grid(file, watched(grid, context), format, context),
                Err(fault) => refused(format, fault.of(file)),
            }
        }
    };
    if encoding != "UTF-8" {
        let mut note = Note::new(Remark::OtherEncoding, None, encoding);
        note.count = 1;
        imported.notes.insert(0, note);
    }
    imported
}

/// The same rows, counted for whoever watches.
fn watched<'g>(grid: Grid<'g>, context: &'g Context<'_>) -> Grid<'g> {
    let Some(watch) = context.watch else {
        return grid;
    };
    let counted = (1_u64..).zip(grid.rows).map(|(count, row)| {
        if count % 1_000 == 0 {
            watch.rows(count);
        }
        row
    });
    Grid {
        rows: Box::new(counted),
        ..grid
    }
}

fn open<'a>(file: &str, bytes: &'a [u8]) -> Result<(Content<'a>, &'static str), Fault> {
    if is_zip(bytes) {
        if bytes.len() > crate::exchange::source::limits::FILE_BYTES {
            return text::decode(bytes).map(|_| (Content::Document(Node::Null), "UTF-8"));
        }
        let mut archive = Archive::open(bytes)?;
        let names = archive.names();
        if xlsx::is_book(&names) {
            return Ok((Content::Book(xlsx::read(&mut archive)?), "UTF-8"));
        }
        let tables: Vec<String> = names
            .into_iter()
            .filter(|name| name.to_lowercase().ends_with(".csv"))
            .collect();
        if tables.is_empty() {
            return Err(Fault::whole(Unread::NoTables));
        }
        let mut files = Vec::new();
        for name in tables {
            files.push((name.clone(), archive.bytes(&name)?));
        }
        return Ok((Content::Folder(files), "UTF-8"));
    }
    if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0]) {
        return Err(Fault::whole(Unread::OldBook));
    }
    let decoded = text::decode(bytes)?;
    let first = decoded.text.trim_start();
    let content = if first.starts_with(['{', '[']) {
        Content::Document(json::parse(&decoded.text)?)
    } else if first.starts_with('<') {
        Content::Markup(decoded.text)
    } else if is_yaml(first, file) {
        Content::Document(yaml::parse(&decoded.text)?)
    } else {
        Content::Table(decoded.text)
    };
    Ok((content, decoded.encoding))
}

/// A document begins with dashes, or its first line that is no remark ends in a colon, as no header of a table does.
fn is_yaml(text: &str, file: &str) -> bool {
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty() && !line.starts_with('#'));
    let named = [".yml", ".yaml"]
        .iter()
        .any(|ending| file.to_lowercase().ends_with(ending));
    line.is_some_and(|line| line.starts_with("---") || line.starts_with("%YAML") || line.ends_with(':') || named)
}

fn refused(format: Option<Format>, problem: Problem) -> Imported {
    Imported {
        format,
        problems: vec![problem],
        ..Imported::default()
    }
}

fn unknown(file: &str, found: &[&str]) -> Imported {
    let names: Vec<String> = found
        .iter()
        .take(12)
        .map(|name| super::accelerators::shown(name))
        .collect();
    refused(None, Fault::whole(Unread::Names(names)).of(file))
}

fn read_document(file: &str, document: &Node, format: Option<Format>, context: &Context<'_>) -> Imported {
    let format = format.or_else(|| document_format(document));
    match format {
        Some(Format::Steelyard) => steelyard::read_document(file, document, context),
        Some(Format::MlPerf) => mlperf::read_document(file, document, context),
        Some(Format::Cyclenerd) => cyclenerd::read_document(file, document, context),
        Some(Format::Alibaba) => alibaba::read(file, document, context),
        Some(table) => refused(format, Fault::whole(Unread::NoTable(table.word())).of(file)),
        None => {
            let first = document.items().first().unwrap_or(document);
            let names: Vec<&str> = first.entries().iter().map(|(name, _)| name.as_str()).collect();
            unknown(file, &names)
        }
    }
}

fn document_format(document: &Node) -> Option<Format> {
    let names = || document.entries().iter().map(|(name, _)| name.as_str());
    if document.at(&["compute", "instance"]).is_some() {
        return Some(Format::Cyclenerd);
    }
    if document
        .entries()
        .iter()
        .any(|(_, region)| region.get("instanceTypePrices").is_some())
    {
        return Some(Format::Alibaba);
    }
    if names().any(|name| table_named(&format!("{name}.csv")).is_some()) {
        return Some(Format::Steelyard);
    }
    let first = document.items().first()?;
    let has = |name| first.get(name).is_some();
    let results = has("Performance_Result") || (has("submitter") && has("accelerators_count"));
    results.then_some(Format::MlPerf)
}

fn read_book(file: &str, book: &Book, format: Option<Format>, context: &Context<'_>) -> Imported {
    let own = |sheet| {
        book.grid(sheet, None)
            .is_some_and(|grid| table_of(&grid.header).is_some())
    };
    if format.is_none_or(|format| format == Format::Steelyard) && book.sheets.iter().any(own) {
        return steelyard::read_book(file, book, context);
    }
    let wanted = context.profile.and_then(|profile| profile.sheet.as_deref());
    let header_row = context.profile.and_then(|profile| profile.header_row);
    let sheet = match wanted {
        Some(name) => book.sheets.iter().find(|sheet| sheet.name == name),
        None => book.sheets.iter().find(|sheet| book.grid(sheet, header_row).is_some()),
    };
    if let Some(grid) = sheet.and_then(|sheet| book.grid(sheet, header_row)) {
        return read_grid(file, grid, format, context);
    }
    let names = book.sheets.iter().map(|sheet| sheet.name.clone()).take(12);
    let reason = match wanted {
        Some(name) => Unread::NoSheet {
            wanted: name.to_owned(),
            sheets: names.collect(),
        },
        None => Unread::EmptyBook,
    };
    refused(format, Fault::whole(reason).of(file))
}

fn read_grid(file: &str, grid: Grid<'_>, format: Option<Format>, context: &Context<'_>) -> Imported {
    match format.or_else(|| table_format(&grid.header, context)) {
        Some(Format::Steelyard) => steelyard::read_table(file, grid, context),
        Some(Format::SkyPilot) => skypilot::read(file, grid, context),
        Some(Format::MlPerf) => mlperf::read_table(file, grid, context),
        Some(Format::Karpenter) => karpenter::read(file, grid, context),
        Some(Format::Cyclenerd) => cyclenerd::read_table(file, grid, context),
        Some(Format::FullStack) => full_stack::read(file, grid, context),
        Some(Format::Ecb) => ecb::read_table(file, grid, context),
        Some(Format::Mapping) => mapping::read(file, grid, context),
        Some(document @ Format::Alibaba) => refused(format, Fault::whole(Unread::NoDocument(document.word())).of(file)),
        None => unknown(file, &grid.header.iter().collect::<Vec<_>>()),
    }
}

fn table_format(header: &StringRecord, context: &Context<'_>) -> Option<Format> {
    let has = |name: &str| header.iter().any(|column| column.trim().eq_ignore_ascii_case(name));
    let all = |names: &[&str]| names.iter().all(|name| has(name));
    if context.profile.is_some() {
        return Some(Format::Mapping);
    }
    let candidates = [
        (table_of(header).is_some(), Format::Steelyard),
        (all(&["InstanceType", "AcceleratorName"]), Format::SkyPilot),
        (all(&["Organization", "MlperfModel"]), Format::MlPerf),
        (all(&karpenter::NEEDED), Format::Karpenter),
        (ecb::is_header(header), Format::Ecb),
        (all(&["Cloud", "GPU Type", "Per-GPU"]), Format::FullStack),
        (
            all(&["NAME", "CPUS", "MEMORY_GB"]) || all(&["NAME", "ZONE"]) || all(&["NAME", "TURNDOWN_DATE"]),
            Format::Cyclenerd,
        ),
    ];
    candidates.into_iter().find(|(fits, _)| *fits).map(|(_, format)| format)
}
