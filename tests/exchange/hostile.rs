//! Files that mean harm: each is answered with a problem, soon and without much memory.

use std::io::{Cursor, Write};
use std::time::{Duration, Instant};

use steelyard::exchange::import::{self, Imported};

use super::support::{context, of, problems, zip};

/// Imports and checks that it took no longer than it may.
fn read(name: &str, bytes: &[u8]) -> Imported {
    let start = Instant::now();
    let imported = import::read(name, bytes, &of("lambda"));
    let limit = if cfg!(debug_assertions) { 40 } else { 2 };
    assert!(
        start.elapsed() < Duration::from_secs(limit),
        "{name} took {:?}",
        start.elapsed()
    );
    imported
}

fn refused(name: &str, bytes: &[u8], reason: &str) {
    let imported = read(name, bytes);
    let problems = problems(&imported);
    assert!(
        problems.iter().any(|problem| problem.contains(reason)),
        "{name}: {:?}",
        problems.first()
    );
    assert!(imported.records.offers.is_empty(), "{name}");
}

fn book(sheet: &str, shared: &str) -> Vec<u8> {
    let workbook =
        r#"<workbook xmlns:r="r"><sheets><sheet name="offers" sheetId="1" r:id="rId1"/></sheets></workbook>"#;
    let relations = r#"<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>"#;
    zip(&[
        ("[Content_Types].xml", b"<Types/>"),
        ("xl/workbook.xml", workbook.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/sharedStrings.xml", shared.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

#[test]
fn a_million_columns_and_a_cell_of_ten_megabytes_are_refused() {
    refused("columns", &b",".repeat(1_000_000), "more than 16384 cells");
    refused(
        "cell",
        format!("a,b\n{},1\n", "x".repeat(10_000_000)).as_bytes(),
        "more than 1000000 bytes",
    );
    refused(
        "quote",
        format!("a,b\n\"{}", "x\n".repeat(100_000)).as_bytes(),
        "never closed",
    );
    refused("line", "x".repeat(45_000_000).as_bytes(), "more than 1000000 bytes");
    refused(
        "too large",
        &vec![b'x'; 50_000_001],
        "split it into files of at most 50000000",
    );
    refused("cells", &b"a,b\n".repeat(3_000_000), "more than 5000000 cells");
}

#[test]
fn deep_and_wide_documents_are_refused() {
    refused("deep", "[".repeat(10_000_000).as_bytes(), "nested more than 32 deep");
    refused(
        "wide",
        format!("[{}0]", "0,".repeat(5_000_000)).as_bytes(),
        "more than 1000000 values",
    );
    refused(
        "text",
        format!("[\"{}\"]", "x".repeat(2_000_000)).as_bytes(),
        "more than 1000000 bytes",
    );
    refused(
        "number",
        format!("[{{\"a\": {}}}]", "9".repeat(900_000)).as_bytes(),
        "JSON",
    );
    refused("cut", b"{\"a\": [1, 2", "JSON");
}

#[test]
fn laughing_and_nested_yaml_is_refused() {
    let laughs: String = (1..9)
        .map(|n| format!("l{n}: &l{n} [*l{}, *l{}, *l{}, *l{}]\n", n - 1, n - 1, n - 1, n - 1))
        .collect();
    refused(
        "laughs.yml",
        format!("---\nl0: &l0 lol\n{laughs}").as_bytes(),
        "anchors or aliases",
    );
    refused(
        "deep.yml",
        format!("---\na: {}", "[".repeat(100_000)).as_bytes(),
        "more than 200 lists",
    );
    refused(
        "deep2.yml",
        format!(
            "---\n{}",
            (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>()
        )
        .as_bytes(),
        "nested more than 32",
    );
    refused(
        "dashes.yml",
        format!("---\n{}", "- ".repeat(100_000)).as_bytes(),
        "more than 200",
    );
    let wide: String = (0..1_200_000).map(|n| format!("a{n}: 1\n")).collect();
    refused(
        "wide.yml",
        format!("---\n{wide}").as_bytes(),
        "more than 1000000 values",
    );
    refused("tabs.yml", b"---\na:\n\t- b", "YAML");
}

#[test]
fn a_bomb_in_a_zip_is_counted_while_it_unfolds() {
    let zeros = vec![b'0'; 60_000_000];
    refused(
        "bomb.zip",
        &zip(&[("offers.csv", &zeros)]),
        "unfolds to more than 50000000 bytes",
    );
    let third = vec![b'0'; 20_000_000];
    refused(
        "sum.zip",
        &zip(&[("a.csv", &third), ("b.csv", &third), ("c.csv", &third)]),
        "unfolds to more than",
    );
    let inner = zip(&[("offers.csv", &zeros)]);
    refused(
        "nested.zip",
        &zip(&[("inner.zip", &inner)]),
        "neither a workbook nor CSV files",
    );
    let mut many = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for n in 0..1_500 {
        many.start_file(format!("{n}.csv"), zip::write::SimpleFileOptions::default())
            .unwrap();
        many.write_all(b"a").unwrap();
    }
    refused("many.zip", &many.finish().unwrap().into_inner(), "more than 1000 parts");
    refused("cut.zip", &inner[..inner.len() / 2], "cannot be read");
    refused("not.zip", b"PK\x03\x04 and so on", "cannot be read");
}

#[test]
fn what_a_workbook_says_about_its_own_size_is_not_believed() {
    let sheet = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c></row></sheetData></worksheet>";
    let lying = "<sst uniqueCount=\"4000000000\" count=\"4000000000\"><si><t>offer_id</t></si></sst>";
    refused("lying.xlsx", &book(sheet, lying), "no known format");
    let long = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(40_000_000));
    refused("long.xlsx", &book(sheet, &long), "more than 1000000 bytes");
    let parts = format!("<sst><si>{}</si></sst>", "<t>xxxxxxxxxxxxxxxxxxxx</t>".repeat(100_000));
    refused("parts.xlsx", &book(sheet, &parts), "more than 1000000 bytes");
    let many = format!("<sst>{}</sst>", "<si><t/></si>".repeat(2_000_000));
    refused("many.xlsx", &book(sheet, &many), "more than 1000000 texts");
}

#[test]
fn a_long_text_that_many_cells_share_is_not_multiplied() {
    let shared = format!("<sst><si><t>{}</t></si></sst>", "x".repeat(900_000));
    let row = format!("<row>{}</row>", "<c t=\"s\"><v>0</v></c>".repeat(900));
    let sheet = |rows: &str| format!("<worksheet><sheetData>{rows}</sheetData></worksheet>");
    refused(
        "row.xlsx",
        &book(&sheet(&row), &shared),
        "the row has more than 2000000 bytes",
    );
    let header = ["InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region"];
    let inline = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let header: String = header.into_iter().map(inline).collect();
    let cells = ["T4", "1", "1", "us-1"].into_iter().map(inline).collect::<String>();
    let rows = format!(
        "<row>{header}</row>{}",
        format!("<row><c t=\"s\"><v>0</v></c>{cells}</row>").repeat(1_000)
    );
    refused(
        "rows.xlsx",
        &book(&sheet(&rows), &shared),
        "the cells of the workbook hold more than 50000000 bytes",
    );
    let few = rows.split_inclusive("</row>").take(21).collect::<String>();
    let imported = read("few.xlsx", &book(&sheet(&few), &shared));
    assert_eq!((imported.records.offers.len(), imported.problems.len()), (0, 20));
    assert!(problems(&imported)[0].contains("the cell has 900000 bytes: shorten it to 500"));
}

#[test]
fn cells_far_out_and_too_many_cells_are_refused() {
    let at = |cells: &str| format!("<worksheet><sheetData><row r=\"1\">{cells}</row></sheetData></worksheet>");
    let far = at("<c r=\"XFD1048576\" t=\"inlineStr\"><is><t>offer_id</t></is></c>");
    assert!(read("far.xlsx", &book(&far, "<sst/>")).records.offers.is_empty());
    refused(
        "farther.xlsx",
        &book(&at("<c r=\"XFE1\"><v>1</v></c>"), "<sst/>"),
        "beyond column 16384",
    );
    refused(
        "names.xlsx",
        &book(&at("<c r=\"ZZZZZZZZZZZZZZZ1\"><v>1</v></c>"), "<sst/>"),
        "no known format",
    );
    let million: String = "<c><v>1</v></c>".repeat(16_384);
    let rows: String = (0..62).map(|_| format!("<row>{million}</row>")).collect();
    refused(
        "cells.xlsx",
        &book(
            &format!("<worksheet><sheetData>{rows}</sheetData></worksheet>"),
            "<sst/>",
        ),
        "more than 1000000 cells",
    );
}

#[test]
fn entities_and_document_types_in_a_workbook_are_refused() {
    let laughs = "<!DOCTYPE x [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;\">]><sst><si><t>&b;</t></si></sst>";
    refused("doctype.xlsx", &book("<worksheet/>", laughs), "document type");
    refused(
        "entity.xlsx",
        &book("<worksheet/>", "<sst><si><t>&lol;</t></si></sst>"),
        "entity",
    );
    refused(
        "broken.xlsx",
        &book("<worksheet><sheetData>", "<sst><si><t></si></sst>"),
        "cannot be read",
    );
    refused(
        "attribute.xlsx",
        &book(&format!("<worksheet a=\"{}\"/>", "x".repeat(3_000_000)), "<sst/>"),
        "1000000 bytes",
    );
}

#[test]
fn many_problems_are_counted_not_kept() {
    let header = "InstanceType,AcceleratorName,AcceleratorCount,Price,Region\n";
    let rows = "a,T4,x,y,us-1\n".repeat(20_000);
    let imported = read("many.csv", format!("{header}{rows}").as_bytes());
    assert_eq!(imported.problems.len(), 10_001);
    assert!(
        imported
            .problems
            .last()
            .unwrap()
            .to_string()
            .contains("30000 more problems")
    );
}

#[test]
fn many_problems_of_the_own_format_are_counted_not_kept() {
    let header = "offer_id,plan,hourly,currency,completeness,as_of,source,grade";
    let rows = "\n?,?,?,?,?,?,?,?".repeat(400_000);
    let imported = read("prices.csv", format!("{header}{rows}").as_bytes());
    assert_eq!(imported.problems.len(), 10_001);
    let columns: String = (0..16_000).map(|n| format!(",c{n}")).collect();
    let imported = read("wide.csv", format!("{header}{columns}\n").as_bytes());
    assert_eq!(imported.problems.len(), 100);
}

#[test]
fn the_largest_file_that_is_allowed_is_read_in_time() {
    let count = if cfg!(debug_assertions) { 20_000 } else { 250_000 };
    let header = "region,instance_type,on_demand_per_hour,currency\n";
    let rows: String = (0..900_000)
        .map(|n| format!("r{n},Standard_NC4as_T4_v3,0.5,USD\n"))
        .take(count)
        .collect();
    let start = Instant::now();
    let imported = import::read("large.csv", format!("{header}{rows}").as_bytes(), &context());
    assert_eq!(imported.records.offers.len(), count);
    println!("{count} offers in {:?}", start.elapsed());
}
