//! What is exported is what is imported.

use std::collections::BTreeMap;

use jiff::civil::Date;
use proptest::prelude::*;
use steelyard::domain::catalogue::{FactValue, Records};
use steelyard::exchange::import::{self, Context};
use steelyard::exchange::starter::COLLECTED;
use steelyard::exchange::{catalogue, export};

use super::support::{catalogue as catalogue_of, problems, records};

const TODAY: Date = COLLECTED;

/// The records in an order of their own, for formats that keep it and readers that do not care.
fn read_back(name: &str, bytes: &[u8]) -> Records {
    let empty = catalogue_of(Records::default());
    let imported = import::read(name, bytes, &Context::new(&empty, TODAY));
    assert_eq!(problems(&imported), Vec::<String>::new(), "{name}");
    imported.records
}

fn in_every_form(records: &Records) {
    let files = export::csv_files(records).unwrap();
    let files: BTreeMap<&str, &[u8]> = files.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let reading = catalogue::read(&files, TODAY);
    assert_eq!(reading.problems, []);
    assert_eq!(&reading.records, records, "CSV files");
    assert_eq!(&read_back("export.zip", &export::zip(records).unwrap()), records, "zip");
    assert_eq!(
        &read_back("export.xlsx", &export::xlsx(records).unwrap()),
        records,
        "workbook"
    );
    assert_eq!(
        &read_back("export.json", &export::json(records).unwrap()),
        records,
        "JSON"
    );
}

#[test]
fn the_starter_catalogue_comes_back_in_every_form() {
    in_every_form(&records());
}

#[test]
fn a_formula_is_text_outside_and_itself_inside() {
    let mut records = records();
    for (vendor, name) in records
        .vendors
        .iter_mut()
        .zip(["=1+1", "+1", "-1", "@x", "'=x", "''", "＝1", "'plain"])
    {
        vendor.name = name.to_owned();
    }
    let csv = export::csv_files(&records).unwrap();
    let text = std::str::from_utf8(&csv[0].1).unwrap();
    for cell in [
        ",'=1+1,",
        ",'+1,",
        ",'-1,",
        ",'@x,",
        ",''=x,",
        ",''',",
        ",'＝1,",
        ",''plain,",
    ] {
        assert!(text.contains(cell), "{cell} in {text}");
    }
    in_every_form(&records);
}

#[test]
fn numbers_are_numbers_and_text_is_text_in_every_form() {
    let records = records();
    let json: serde_json::Value = serde_json::from_slice(&export::json(&records).unwrap()).unwrap();
    assert!(json["prices"][0]["hourly"].is_f64());
    assert!(json["offers"][0]["vcpu"].is_number());
    let book = export::xlsx(&records).unwrap();
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(book)).unwrap();
    let mut sheet = String::new();
    std::io::Read::read_to_string(&mut zip.by_name("xl/worksheets/sheet5.xml").unwrap(), &mut sheet).unwrap();
    assert!(sheet.contains("<v>297.476</v>"), "a price is a number");
    assert!(!sheet.contains("<f>"), "nothing is a formula");
}

#[test]
fn an_amount_beyond_a_double_keeps_its_last_digit() {
    let mut records = records();
    records.prices[0].hourly = steelyard::domain::money::Micros(999_999_999_999_999_999);
    records.prices[1].hourly = steelyard::domain::money::Micros(1);
    in_every_form(&records);
}

fn text() -> impl Strategy<Value = String> {
    let tricky = [
        "=",
        "'",
        "''",
        "-",
        "+1",
        "@",
        "\"",
        ",",
        "\n",
        "true",
        "1e5",
        "0012",
        "_x000D_",
        "华为",
        "<b>&amp;",
        "\u{1f600}",
        "＝",
    ];
    let piece = prop_oneof![
        proptest::sample::select(tricky.to_vec()).prop_map(str::to_owned),
        "[ -~]{0,6}"
    ];
    proptest::collection::vec(piece, 1..4)
        .prop_map(|pieces| pieces.concat().trim().to_owned())
        .prop_filter("a text is not empty", |text| !text.is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 12 } else { 200 }))]
    #[test]
    fn any_text_and_number_comes_back_in_every_form(texts in proptest::collection::vec(text(), 6), number in any::<f64>().prop_filter("finite", |x| x.is_finite()), micros in 1_i64..999_999_999_999_999_999) {
        let mut all = records();
        let mut records = Records {
            vendors: all.vendors.drain(..2).collect(),
            accelerators: all.accelerators.clone(),
            ..Records::default()
        };
        let vendor = records.vendors[0].id.clone();
        records.offers = all.offers.into_iter().filter(|offer| offer.vendor == vendor).take(2).collect();
        records.prices = all.prices.into_iter().filter(|price| price.offer == records.offers[0].id).take(1).collect();
        records.prices[0].hourly = steelyard::domain::money::Micros(micros);
        records.attributes = all.attributes.into_iter().filter(|one| ["tdp_w", "memory_type"].contains(&one.id.as_str())).collect();
        records.facts = all.facts.into_iter().filter(|fact| fact.subject_id == "a10" && ["tdp_w", "memory_type"].contains(&fact.attribute.as_str())).collect();
        records.vendors[0].name.clone_from(&texts[0]);
        records.vendors[1].evidence.note = Some(texts[1].clone());
        records.offers[0].region.clone_from(&texts[2]);
        records.offers[0].instance_type.clone_from(&texts[3]);
        records.aliases = vec![(texts[4].clone(), records.accelerators[0].id.clone())];
        for fact in &mut records.facts {
            fact.value = match fact.value {
                FactValue::Number(_) => FactValue::Number(number),
                _ if ["absent", "unknown"].contains(&texts[5].as_str()) => continue,
                FactValue::Range(..)
                | FactValue::Flag(_)
                | FactValue::Text(_)
                | FactValue::Absent
                | FactValue::Unknown => FactValue::Text(texts[5].clone()),
            };
        }
        in_every_form(&records);
    }
}
