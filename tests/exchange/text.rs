//! Encodings, line ends, delimiters.

use encoding_rs::GB18030;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use steelyard::exchange::import::{self, Remark};

use super::support::{context, import_text, noted, of, problems};

const ROWS: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n华为型,T4,1,4,16,0.5,华北,,0.2\n";

#[test]
fn ux_17_one_table_in_every_encoding_and_with_every_line_end_is_one_table() {
    let plain = import_text(ROWS, &of("huawei"));
    assert_eq!((plain.records.offers.len(), plain.problems.len()), (1, 0));
    assert_eq!(plain.records.offers[0].instance_type, "华为型");
    let (gb, _, faults) = GB18030.encode(ROWS);
    assert!(!faults);
    let utf16: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(ROWS.encode_utf16().flat_map(u16::to_le_bytes))
        .collect();
    let variants: [(&str, Vec<u8>); 7] = [
        ("byte order mark", [b"\xef\xbb\xbf", ROWS.as_bytes()].concat()),
        ("GB18030", gb.into_owned()),
        ("UTF-16", utf16),
        ("CRLF", ROWS.replace('\n', "\r\n").into_bytes()),
        ("semicolons", ROWS.replace(',', ";").into_bytes()),
        ("tabs", ROWS.replace(',', "\t").into_bytes()),
        ("no newline at the end", ROWS.trim_end().as_bytes().to_vec()),
    ];
    for (name, bytes) in variants {
        let imported = import::read("file.csv", &bytes, &of("huawei"));
        assert_eq!(imported.records, plain.records, "{name}: {:?}", problems(&imported));
        let other = u64::from(name == "GB18030" || name == "UTF-16");
        assert_eq!(noted(&imported, Remark::OtherEncoding), other, "{name}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_with_a_reason() {
    for (bytes, reason) in [
        (&b"a,b\n1,\x00\n"[..], "NUL"),
        (&b"a,b\n1,\xff\xff\n"[..], "UTF-8"),
        (&b"\xd0\xcf\x11\xe0\xa1\xb1"[..], ".xls"),
    ] {
        let imported = import::read("file.csv", bytes, &context());
        assert!(problems(&imported)[0].contains(reason), "{:?}", problems(&imported));
    }
}

#[test]
fn a_workbook_of_a_known_list_is_read_like_its_csv() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (row, line) in (0_u32..).zip(ROWS.lines()) {
        for (column, cell) in (0_u16..).zip(line.split(',')) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, cell).unwrap(),
            };
        }
    }
    let imported = import::read("book.xlsx", &book.save_to_buffer().unwrap(), &of("huawei"));
    let mut plain = import_text(ROWS, &of("huawei"));
    for evidence in plain.records.offers.iter_mut().map(|offer| &mut offer.evidence) {
        "book.xlsx".clone_into(&mut evidence.source);
    }
    assert_eq!(
        imported.records.offers,
        plain.records.offers,
        "{:?}",
        problems(&imported)
    );
}

#[test]
fn a_day_and_a_formula_in_a_workbook_are_their_values() {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.set_name("prices").unwrap();
    let day = Format::new().set_num_format("yyyy-mm-dd");
    for (column, name) in (0_u16..).zip([
        "offer_id",
        "plan",
        "hourly",
        "currency",
        "completeness",
        "source",
        "grade",
        "as_of",
    ]) {
        sheet.write_string(0, column, name).unwrap();
    }
    for (column, cell) in (0_u16..).zip(["aws-g5.xlarge-us-east-1", "spot", "", "USD", "all_in", "a quote", "C"]) {
        sheet.write_string(1, column, cell).unwrap();
    }
    sheet
        .write_formula(
            1,
            2,
            rust_xlsxwriter::Formula::new("=0.1+0.2").set_result("0.30000000000000004"),
        )
        .unwrap();
    sheet
        .write_datetime_with_format(1, 7, ExcelDateTime::from_ymd(2026, 11, 1).unwrap(), &day)
        .unwrap();
    let imported = import::read("book.xlsx", &book.save_to_buffer().unwrap(), &context());
    let told = problems(&imported);
    assert!(
        told[0].contains("sheet prices, row 2, column hourly: \"0.30000000000000004\" is not an amount"),
        "{told:?}"
    );
    let sheet = book.worksheet_from_name("prices").unwrap();
    sheet.write_number(1, 2, 0.3).unwrap();
    let imported = import::read("book.xlsx", &book.save_to_buffer().unwrap(), &context());
    assert_eq!(problems(&imported), Vec::<String>::new());
    assert_eq!(imported.records.prices[0].evidence.as_of.as_str(), "2026-11-01");
}
