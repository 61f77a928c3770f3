//! Workbooks and compressed folders, made in three layers: rows of the starter catalogue with some cells changed, the parts of the
//! file written from them with some syntax changed, the container with some bytes changed. Most files keep two layers whole, so
//! that changed cells reach the readers of records.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use jiff::civil::{Date, date};
use steelyard::exchange::export;

use super::super::support::{of, records};
use super::lists::SKYPILOT;
use super::{PIECES, Random, import_files, mutate};

/// A table: its name, and the rows with the header first.
#[derive(Clone)]
struct Table {
    name: String,
    rows: Vec<Vec<String>>,
}

/// The tables of the starter catalogue, and a list of another format.
fn seeds() -> Vec<Table> {
    let files = export::csv_files(&records()).unwrap();
    let foreign = ("vms.csv", SKYPILOT.as_bytes().to_vec());
    files
        .into_iter()
        .chain([foreign])
        .map(|(name, bytes)| {
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(bytes.as_slice());
            let rows = reader
                .records()
                .map(|row| row.unwrap().iter().map(str::to_owned).collect());
            Table {
                name: name.trim_end_matches(".csv").to_owned(),
                rows: rows.collect(),
            }
        })
        .collect()
}

/// One to three different tables with a few rows of each.
fn some(seeds: &[Table], random: &mut Random) -> Vec<Table> {
    let mut chosen: BTreeMap<&str, Table> = BTreeMap::new();
    for _ in 0..=random.below(3) {
        let seed = &seeds[random.below(seeds.len())];
        let mut rows = seed.rows[..1].to_vec();
        for _ in 0..=random.below(6) {
            rows.push(seed.rows[1 + random.below(seed.rows.len() - 1)].clone());
        }
        let name = seed.name.clone();
        chosen.insert(&seed.name, Table { name, rows });
    }
    chosen.into_values().collect()
}

/// Changes up to four cells, rows or columns.
fn change(tables: &mut [Table], random: &mut Random) {
    for _ in 0..random.below(5) {
        let table = random.below(tables.len());
        let table = &mut tables[table];
        let row = random.below(table.rows.len());
        match random.below(10) {
            0 => drop(table.rows.remove(row)),
            1 => table.rows.push(table.rows[row].clone()),
            2 => table.rows[row].push(random.pick(&PIECES).to_owned()),
            3 => drop(table.rows[row].pop()),
            4 => table.rows.iter_mut().for_each(|row| drop(row.pop())),
            _ => {
                let column = random.below(table.rows[row].len());
                if let Some(cell) = table.rows[row].get_mut(column) {
                    *cell = text(cell, random);
                }
            }
        }
        if table.rows.is_empty() {
            table.rows.push(Vec::new());
        }
    }
}

fn text(cell: &str, random: &mut Random) -> String {
    match random.below(4) {
        0 => random.pick(&PIECES).to_owned(),
        1 => random.pick(&PIECES).repeat(random.below(3_000)),
        2 => format!("{cell}{}", random.pick(&PIECES)),
        _ => String::from_utf8_lossy(&mutate(cell.as_bytes(), random)).into_owned(),
    }
}

fn as_csv(table: &Table) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for row in &table.rows {
        writer.write_record(row).unwrap();
    }
    writer.into_inner().unwrap()
}

/// The parts of a workbook, as different programs write them.
fn as_book(tables: &[Table], random: &mut Random) -> Vec<(String, Vec<u8>)> {
    let mut shared = String::new();
    let mut count = 0;
    let (mut sheets, mut relations) = (String::new(), String::new());
    let mut parts = Vec::new();
    for (number, table) in (1..).zip(tables) {
        let sheet = sheet(&table.rows, (&mut shared, &mut count), random);
        parts.push((format!("xl/worksheets/sheet{number}.xml"), sheet.into_bytes()));
        let name = escaped(&table.name);
        write!(
            sheets,
            "<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>"
        )
        .unwrap();
        let target = if random.once_in(2) { "/xl/" } else { "" };
        let target = format!("{target}worksheets/sheet{number}.xml");
        write!(relations, "<Relationship Id=\"rId{number}\" Target=\"{target}\"/>").unwrap();
    }
    let whole = [
        (
            "xl/workbook.xml",
            format!("<workbook xmlns:r=\"r\"><sheets>{sheets}</sheets></workbook>"),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!("<Relationships>{relations}</Relationships>"),
        ),
        (
            "xl/sharedStrings.xml",
            format!("<sst uniqueCount=\"{count}\">{shared}</sst>"),
        ),
        (
            "xl/styles.xml",
            "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy-mm-dd\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>".to_owned(),
        ),
    ];
    parts.extend(whole.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    parts
}

fn sheet(rows: &[Vec<String>], shared: (&mut String, &mut usize), random: &mut Random) -> String {
    let (shared, count) = shared;
    // Some programs leave out where rows and cells stand.
    let places = !random.once_in(3);
    let mut xml = "<worksheet><sheetData>".to_owned();
    for (row, cells) in (1..).zip(rows) {
        if places {
            write!(xml, "<row r=\"{row}\">").unwrap();
        } else {
            xml.push_str("<row>");
        }
        for (column, cell) in cells.iter().enumerate() {
            if cell.is_empty() && places {
                continue;
            }
            let place = if places {
                format!(" r=\"{}{row}\"", letters(column))
            } else {
                String::new()
            };
            let day = cell.parse::<Date>().ok().map(serial);
            let safe = escaped(cell);
            let written = match random.below(5) {
                0 => {
                    write!(shared, "<si><t xml:space=\"preserve\">{safe}</t></si>").unwrap();
                    *count += 1;
                    format!("<c{place} t=\"s\"><v>{}</v></c>", *count - 1)
                }
                1 => format!("<c{place} t=\"str\"><f>A1&amp;B1</f><v>{safe}</v></c>"),
                2 if matches!(cell.as_str(), "true" | "false") => {
                    format!("<c{place} t=\"b\"><v>{}</v></c>", u8::from(cell == "true"))
                }
                2 | 3 if day.is_some() => format!("<c{place} s=\"1\"><v>{}</v></c>", day.unwrap()),
                2 | 3 if cell.parse::<f64>().is_ok() => format!("<c{place}><v>{safe}</v></c>"),
                _ => format!("<c{place} t=\"inlineStr\"><is><t>{safe}</t></is></c>"),
            };
            xml.push_str(&written);
        }
        xml.push_str("</row>");
    }
    xml.push_str("</sheetData></worksheet>");
    xml
}

/// The days since the one from which spreadsheets count.
fn serial(day: Date) -> i32 {
    (day - date(1899, 12, 30)).get_days()
}

fn letters(column: usize) -> String {
    let letter = |place: usize| char::from(b'A' + u8::try_from(place % 26).unwrap());
    match column / 26 {
        0 => letter(column).to_string(),
        tens => format!("{}{}", letter(tens - 1), letter(column)),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Some syntax of the parts changed, in one of four files.
fn change_parts(parts: &mut [(String, Vec<u8>)], random: &mut Random) {
    if random.once_in(4) {
        let (name, bytes) = &mut parts[random.below(parts.len())];
        if random.once_in(8) {
            name.push_str(random.pick(&["", "/", "x", ".csv", "\u{0}", "../"]));
        } else {
            *bytes = mutate(bytes, random);
        }
    }
}

/// The parts in a container, with some bytes of it changed in one of five files.
fn container(parts: &[(String, Vec<u8>)], random: &mut Random) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let method = if random.once_in(2) {
        zip::CompressionMethod::Stored
    } else {
        zip::CompressionMethod::Deflated
    };
    let options = zip::write::SimpleFileOptions::default().compression_method(method);
    for (name, bytes) in parts {
        zip.start_file(name.as_str(), options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    if random.once_in(5) {
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = u8::try_from(random.below(256)).unwrap();
        }
    } else if random.once_in(10) {
        bytes = mutate(&bytes, random);
    }
    bytes
}

#[test]
fn workbooks_stand_made_up_cells_parts_and_containers() {
    let seeds = seeds();
    import_files("workbook", &of("lambda"), |random| {
        let mut tables = some(&seeds, random);
        change(&mut tables, random);
        let mut parts = as_book(&tables, random);
        change_parts(&mut parts, random);
        container(&parts, random)
    });
}

#[test]
fn compressed_folders_stand_made_up_cells_parts_and_containers() {
    let seeds = seeds();
    import_files("zip", &of("lambda"), |random| {
        let mut tables = some(&seeds, random);
        change(&mut tables, random);
        let folder = random.pick(&["", "a/", "catalogue/b/"]);
        let csv = tables
            .iter()
            .map(|table| (format!("{folder}{}.csv", table.name), as_csv(table)));
        let mut parts: Vec<_> = csv.collect();
        change_parts(&mut parts, random);
        container(&parts, random)
    });
}
