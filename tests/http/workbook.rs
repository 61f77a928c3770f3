//! The workbook computes what the page shows: its formulas, followed by hand here, give the scores and ranks of the API.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use steelyard::domain::catalogue::Records;

use super::site::{Answer, Site};

/// A cell: its formula, and its number or text.
#[derive(Debug, Clone, Default)]
struct Cell {
    formula: Option<String>,
    number: Option<f64>,
}

type Sheet = BTreeMap<String, Cell>;

fn between<'t>(text: &'t str, start: &str, end: &str) -> Option<&'t str> {
    let rest = &text[text.find(start)? + start.len()..];
    Some(&rest[..rest.find(end)?])
}

/// The sheets in their order.
fn sheets(answer: &Answer) -> Vec<Sheet> {
    let mut zip = zip::ZipArchive::new(Cursor::new(&answer.bytes)).expect("a workbook");
    (1..=5)
        .map(|number| {
            let mut xml = String::new();
            let name = format!("xl/worksheets/sheet{number}.xml");
            zip.by_name(&name).unwrap().read_to_string(&mut xml).unwrap();
            let cells = xml.split("<c r=\"").skip(1);
            cells
                .map(|cell| {
                    let name = cell.split('"').next().unwrap().to_owned();
                    let is_text = cell.split('>').next().unwrap().contains("t=\"s\"");
                    let formula = between(cell, "<f>", "</f>").map(|f| f.replace("&gt;", ">").replace("&amp;", "&"));
                    let number = between(cell, "<v>", "</v>")
                        .filter(|_| !is_text)
                        .and_then(|v| v.parse().ok());
                    (name, Cell { formula, number })
                })
                .collect()
        })
        .collect()
}

fn number(sheet: &Sheet, name: &str) -> f64 {
    sheet[name].number.unwrap_or_else(|| panic!("{name} is a number"))
}

/// `Values!D$5:T$5` and the like as the numbers of those cells.
fn range(sheet: &Sheet, range: &str) -> Vec<f64> {
    let (_, cells) = range.split_once('!').unwrap();
    let (from, to) = cells.split_once(':').unwrap();
    let row: String = from.chars().filter(char::is_ascii_digit).collect();
    let column = |cell: &str| {
        cell.chars()
            .filter(char::is_ascii_alphabetic)
            .fold(0, |n, c| n * 26 + u32::from(c) - 64)
    };
    (column(from)..=column(to))
        .map(|n| {
            let letter = if n > 26 {
                format!("A{}", char::from_u32(64 + n - 26).unwrap())
            } else {
                char::from_u32(64 + n).unwrap().to_string()
            };
            number(sheet, &format!("{letter}{row}"))
        })
        .collect()
}

/// What a sum of products over a sheet gives.
fn product(cell: &Cell, sheet: &Sheet) -> f64 {
    let formula = cell.formula.clone().expect("a total is a formula");
    let (one, other) = between(&formula, "SUMPRODUCT(", ")").unwrap().split_once(',').unwrap();
    range(sheet, one)
        .iter()
        .zip(range(sheet, other))
        .map(|(a, b)| a * b)
        .sum()
}

#[tokio::test]
async fn ux_15_formulas_give_the_scores_and_ranks_of_the_api() {
    let site = Site::starter().await;
    let query = "group=offer&w=30-40-20-10&c.mlperf=20";
    let answer = site.get(&format!("/en/ranking.xlsx?{query}")).await;
    assert_eq!(answer.status, 200);
    let sheets = sheets(&answer);
    let [ranking, weights, values, lowest, highest] = sheets.as_slice() else {
        panic!("five sheets")
    };

    // Weights follow from points.
    let points: Vec<(f64, f64)> = (2..40)
        .take_while(|row| weights.contains_key(&format!("E{row}")))
        .scan(0.0, |dimension, row| {
            if let Some(cell) = weights.get(&format!("C{row}")) {
                *dimension = cell.number.unwrap();
            }
            Some((*dimension, number(weights, &format!("E{row}"))))
        })
        .collect();
    let all: f64 = 100.0;
    for (row, (dimension, inside)) in (2..).zip(&points) {
        let siblings: f64 = points
            .iter()
            .filter(|(d, _)| d.to_bits() == dimension.to_bits())
            .map(|(_, p)| p)
            .sum();
        let weight = number(weights, &format!("F{row}"));
        assert!((dimension / all * inside / siblings - weight).abs() < 1e-12, "F{row}");
    }

    let api = site.get(&format!("/api/v1/rankings?limit=1000&{query}")).await.json();
    let items: Vec<_> = api["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| !item["rank"].is_null())
        .collect();
    let totals: Vec<f64> = (0..items.len())
        .map(|n| number(ranking, &format!("E{}", n + 7)))
        .collect();
    for (row, item) in (7..).zip(&items) {
        let total = product(&ranking[&format!("E{row}")], values);
        for (column, sheet, end) in [("F", lowest, "low"), ("G", highest, "high")] {
            let found = product(&ranking[&format!("{column}{row}")], sheet);
            assert!(
                (found - item[end].as_f64().unwrap()).abs() < 1e-6,
                "row {row}: {found} {item}"
            );
        }
        assert!(
            (total - item["score"].as_f64().unwrap()).abs() < 1e-6,
            "row {row}: {total} {item}"
        );
        let above = totals.iter().filter(|other| **other > total + 1e-9).count();
        assert_eq!(
            item["rank"].as_u64().unwrap(),
            u64::try_from(above + 1).unwrap(),
            "row {row}"
        );
        assert!(
            ranking[&format!("A{row}")]
                .formula
                .as_ref()
                .unwrap()
                .contains("COUNTIF")
        );
    }
    assert!(
        !ranking.contains_key(&format!("E{}", items.len() + 7)),
        "one row for each ranked offer"
    );
}

#[tokio::test]
async fn ux_15_a_name_that_looks_like_a_formula_stays_text() {
    let site = Site::starter().await;
    let mut vendor = site.app().live().catalogue.vendor("gcp").unwrap().clone();
    vendor.name = "=1+1".to_owned();
    let put = Records {
        vendors: vec![vendor],
        ..Records::default()
    };
    site.publish(&put.into(), "A strange name").await;
    let answer = site.get("/en/ranking.xlsx").await;
    let mut zip = zip::ZipArchive::new(Cursor::new(&answer.bytes)).unwrap();
    let mut strings = String::new();
    zip.by_name("xl/sharedStrings.xml")
        .unwrap()
        .read_to_string(&mut strings)
        .unwrap();
    assert!(strings.contains("=1+1"), "{strings}");
    let ranking = &sheets(&answer)[0];
    assert!(
        ranking
            .iter()
            .filter(|(name, _)| name.starts_with('B'))
            .all(|(_, cell)| cell.formula.is_none())
    );
}
