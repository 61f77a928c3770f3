use std::collections::BTreeMap;

use jiff::civil::{Date, date};

use super::{Reading, read};
use crate::domain::catalogue::{FactValue, Plan};
use crate::domain::money::Micros;
use crate::domain::scoring::Grade;

const TODAY: Date = date(2026, 11, 30);

const VENDORS: &str = "vendor_id,name,name_zh,country,kind,homepage,source,url,as_of,grade,note\n\
    aws,Amazon,亚马逊,US,hyperscaler,https://aws.amazon.com,list,,2026-07,C,\n";
const ACCELERATORS: &str = "accelerator_id,name,maker,architecture,form_factor,release_date,source,as_of,grade,note\n\
    h100,H100,NVIDIA,Hopper,SXM5,2022-Q3,sheet,undated,D,\n";
const OFFERS: &str = "offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,url,as_of,grade,note\n\
    o1,aws,p5,h100,8,192,2048,us-east-1,us,true,list,https://example.org/a,2026-07-20,C,\"one, two\"\n";
const PRICES: &str = "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n\
    o1,on_demand,98.32,,USD,all_in,2026-07-20,list,,C,\n";
const ATTRIBUTES: &str = "attribute_id,subject,kind,unit,group,name_en,name_zh,description_en,description_zh\n\
    sla,vendor,number,%,support,SLA,服务等级,,\n\
    compliance,vendor,set,,support,Compliance,合规,,\n\
    memory,accelerator,number,GB,memory,Memory,显存,,\n";
const FACTS: &str = "subject,subject_id,attribute_id,variant,value,unit,source,url,as_of,grade,note\n\
    vendor,aws,sla,,99.95,%,docs,,2026,C,\n\
    vendor,aws,compliance,,SOC 2,,docs,,2026,C,\n\
    vendor,aws,compliance,,ISO 27001,,docs,,2026,C,\n\
    accelerator,h100,memory,,unknown,,looked for it,,2026-11-30,,\n";
const BENCHMARKS: &str = "result_id,suite,round,mode,division,task,scenario,metric,value,unit,higher_is_better,accelerator_id,accelerators,nodes,vendor_id,submitter,system,framework,source,url,as_of,grade,note\n\
    b1,MLPerf,Training v5.0,training,closed,llama2,,minutes,28.6,minutes,false,h100,8,1,,Someone,System,,log,,2025-06,B,\n";
const ALIASES: &str = "alias,accelerator_id\nNVIDIA H100 80GB,h100\n";

fn folder() -> BTreeMap<&'static str, String> {
    BTreeMap::from([
        ("vendors.csv", VENDORS.to_owned()),
        ("accelerators.csv", ACCELERATORS.to_owned()),
        ("aliases.csv", ALIASES.to_owned()),
        ("offers.csv", OFFERS.to_owned()),
        ("prices.csv", PRICES.to_owned()),
        ("attributes.csv", ATTRIBUTES.to_owned()),
        ("facts.csv", FACTS.to_owned()),
        ("benchmarks.csv", BENCHMARKS.to_owned()),
    ])
}

fn read_folder(folder: &BTreeMap<&str, String>) -> Reading {
    read(
        &folder.iter().map(|(name, text)| (*name, text.as_bytes())).collect(),
        TODAY,
    )
}

/// The problems of the folder when `from` of one file is replaced by `to`.
fn problems_with(file: &'static str, from: &str, to: &str) -> Vec<String> {
    let mut folder = folder();
    let text = folder.remove(file).unwrap();
    assert!(text.contains(from), "{from:?} is not in {file}");
    folder.insert(file, text.replacen(from, to, 1));
    read_folder(&folder).problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_folder_without_faults_is_read_whole() {
    let Reading { records, problems } = read_folder(&folder());
    assert_eq!(problems, []);
    assert_eq!(records.prices[0].hourly, Micros(98_320_000));
    assert_eq!(records.prices[0].plan, Plan::OnDemand);
    assert_eq!(records.offers[0].evidence.note.as_deref(), Some("one, two"));
    assert_eq!(records.vendors[0].evidence.grade, Some(Grade::C));
    assert_eq!(records.facts.len(), 4);
    assert_eq!(records.facts[3].value, FactValue::Unknown);
    assert_eq!(records.facts[3].evidence.grade, None);
    assert_eq!(records.results[0].scenario, "");
    assert_eq!(records.aliases[0].0, "NVIDIA H100 80GB");
}

#[test]
fn order_of_columns_byte_order_mark_and_windows_line_ends_do_not_matter() {
    let mut other = folder();
    other.insert(
        "aliases.csv",
        "\u{feff}accelerator_id,alias\r\nh100, NVIDIA H100 80GB \r\n".to_owned(),
    );
    assert_eq!(read_folder(&other), read_folder(&folder()));
    other.insert("prices.csv", PRICES.replace('\n', "\r\n"));
    assert_eq!(read_folder(&other), read_folder(&folder()));
}

#[test]
fn an_optional_column_may_be_left_out_and_a_missing_file_is_empty() {
    let mut shorter = folder();
    shorter.remove("aliases.csv");
    shorter.insert(
        "prices.csv",
        "offer_id,plan,hourly,currency,completeness,as_of,source,grade\no1,spot,1,USD,all_in,2026,s,D\n".to_owned(),
    );
    let Reading { records, problems } = read_folder(&shorter);
    assert_eq!(problems, []);
    assert_eq!(
        (records.aliases.len(), records.prices[0].evidence.note.clone()),
        (0, None)
    );
}

/// File, what is replaced, by what, and how the problem begins.
const FAULTS: &[(&str, &str, &str, &str)] = &[
    (
        "vendors.csv",
        "\naws,",
        "\nAWS,",
        "vendors.csv, row 2, column vendor_id: the id \"AWS\" has a character outside a-z",
    ),
    (
        "vendors.csv",
        "hyperscaler",
        "cloud",
        "vendors.csv, row 2, column kind: \"cloud\" is not a vendor kind: write one of hyperscaler",
    ),
    (
        "vendors.csv",
        ",US,",
        ",USA,",
        "vendors.csv, row 2, column country: \"USA\" is not a country: write its two capital letters",
    ),
    (
        "vendors.csv",
        "https://aws",
        "javascript://aws",
        "vendors.csv, row 2, column homepage: \"javascript://aws.amazon.com\" is not a web address",
    ),
    (
        "vendors.csv",
        "list",
        "",
        "vendors.csv, row 2, column source: the cell is empty: fill it in",
    ),
    (
        "vendors.csv",
        "2026-07",
        "",
        "vendors.csv, row 2, column as_of: the cell is empty",
    ),
    (
        "vendors.csv",
        "2026-07",
        "July",
        "vendors.csv, row 2, column as_of: \"July\" is not a date: write 2026-07-20",
    ),
    (
        "vendors.csv",
        "2026-07",
        "2026-12",
        "vendors.csv, row 2, column as_of: 2026-12 lies after today, 2026-11-30",
    ),
    (
        "vendors.csv",
        ",C,",
        ",F,",
        "vendors.csv, row 2, column grade: \"F\" is not a grade: write A, B, C, D or E",
    ),
    (
        "vendors.csv",
        ",C,",
        ",,",
        "vendors.csv, row 2, column grade: the cell is empty",
    ),
    (
        "vendors.csv",
        "name_zh",
        "nom",
        "vendors.csv, row 1, column nom: this column is not known: name it vendor_id, name",
    ),
    (
        "vendors.csv",
        "kind",
        "sort",
        "vendors.csv, row 1, column kind: this column is missing: add it to the header",
    ),
    (
        "vendors.csv",
        "name_zh",
        "name",
        "vendors.csv, row 1, column name: this column is there twice",
    ),
    (
        "vendors.csv",
        "Amazon,",
        "Amazon,,",
        "vendors.csv, row 2: the row has 12 cells, the header has 11",
    ),
    (
        "prices.csv",
        "98.32",
        "0",
        "prices.csv, row 2, column hourly: 0 is not a price: write an amount above zero",
    ),
    (
        "prices.csv",
        "98.32",
        "-1",
        "prices.csv, row 2, column hourly: -1 is not a price",
    ),
    (
        "prices.csv",
        "98.32",
        "\"1,000\"",
        "prices.csv, row 2, column hourly: \"1,000\" is not an amount",
    ),
    (
        "prices.csv",
        "USD",
        "usd",
        "prices.csv, row 2, column currency: \"usd\" is not a currency code",
    ),
    (
        "prices.csv",
        "\no1",
        "\no2",
        "prices.csv, row 2, column offer_id: there is no offer \"o2\": correct the id, or add the offer",
    ),
    (
        "prices.csv",
        "\no1",
        "\no1,on_demand,97,,USD,all_in,2026-07-21,list,,C,\no1",
        "prices.csv, row 3: the row has the same offer_id, plan, currency, completeness and source as row 2",
    ),
    (
        "offers.csv",
        ",8,192",
        ",0,192",
        "offers.csv, row 2, column accelerator_count: \"0\" is not a accelerator count",
    ),
    (
        "offers.csv",
        ",192,",
        ",0,",
        "offers.csv, row 2, column vcpu: \"0\" is not a count: write a whole number above zero",
    ),
    (
        "offers.csv",
        "2048",
        "NaN",
        "offers.csv, row 2, column ram_gib: \"NaN\" is not a positive number",
    ),
    (
        "offers.csv",
        "h100",
        "h200",
        "offers.csv, row 2, column accelerator_id: there is no accelerator \"h200\"",
    ),
    (
        "offers.csv",
        "true",
        "yes",
        "offers.csv, row 2, column available: \"yes\" is not true or false",
    ),
    (
        "facts.csv",
        "99.95",
        "many",
        "facts.csv, row 2, column value: \"many\" is not a number: write one of a plain number",
    ),
    (
        "facts.csv",
        "99.95,%",
        "99.95,GB",
        "facts.csv, row 2, column unit: the unit \"GB\" is not \"%\", that of the attribute sla",
    ),
    (
        "facts.csv",
        "aws,sla",
        "aws,slb",
        "facts.csv, row 2, column attribute_id: there is no attribute \"slb\"",
    ),
    (
        "facts.csv",
        "aws,sla",
        "aws,memory",
        "facts.csv, row 2, column subject: the attribute memory is a property of a accelerator, not of a vendor",
    ),
    (
        "facts.csv",
        "ISO 27001",
        "SOC 2",
        "facts.csv, row 4: the row has the same subject, attribute",
    ),
    (
        "benchmarks.csv",
        "28.6",
        "0",
        "benchmarks.csv, row 2, column value: \"0\" is not a positive number",
    ),
    (
        "benchmarks.csv",
        "training,closed",
        "sleeping,closed",
        "benchmarks.csv, row 2, column mode: \"sleeping\" is not a benchmark mode",
    ),
    (
        "accelerators.csv",
        "2022-Q3",
        "soon",
        "accelerators.csv, row 2, column release_date: \"soon\" is not a date",
    ),
    (
        "aliases.csv",
        "alias,accelerator_id\n",
        "alias,accelerator_id\nnvidia h100 80gb,h100\n",
        "aliases.csv, row 3: the row has the same alias as row 2",
    ),
];

#[test]
fn each_fault_names_file_row_column_value_and_remedy() {
    for (file, from, to, expected) in FAULTS {
        let problems = problems_with(file, from, to);
        assert!(
            problems.iter().any(|problem| problem.starts_with(expected)),
            "{file}: {from:?} -> {to:?}\nexpected {expected}\nfound {problems:#?}"
        );
    }
}

#[test]
fn all_problems_are_found_in_one_reading() {
    let mut bad = folder();
    bad.insert(
        "prices.csv",
        PRICES
            .replace("98.32", "free")
            .replace("USD", "dollar")
            .replace("all_in", "some"),
    );
    bad.insert("offers.csv", OFFERS.replace(",us,", ",moon,"));
    bad.insert("extra.csv", String::new());
    let reading = read_folder(&bad);
    let places: Vec<(&str, Option<&str>)> = reading
        .problems
        .iter()
        .map(|p| (p.file.as_str(), p.column.as_deref()))
        .collect();
    assert_eq!(
        places,
        [
            ("extra.csv", None),
            ("offers.csv", Some("area")),
            ("prices.csv", Some("hourly")),
            ("prices.csv", Some("currency")),
            ("prices.csv", Some("completeness")),
        ]
    );
    assert!(reading.records.offers.is_empty() && reading.records.prices.is_empty());
    assert_eq!(reading.records.vendors.len(), 1);
}

#[test]
fn a_date_no_more_exact_than_today_is_not_in_the_future() {
    for date in ["2026", "2026-11", "2026-Q4", "FY2026", "2026-11-30"] {
        assert_eq!(problems_with("vendors.csv", "2026-07", date), Vec::<String>::new());
    }
    for date in ["2027", "2026-12", "2027-Q1", "2026-12-01"] {
        assert_eq!(problems_with("vendors.csv", "2026-07", date).len(), 1, "{date}");
    }
}

#[test]
fn a_cell_that_is_too_long_or_no_text_is_a_problem_and_no_panic() {
    let long = problems_with("vendors.csv", "Amazon", &"x".repeat(10_001));
    assert!(
        long[0].starts_with("vendors.csv, row 2, column name: the cell has 10001 bytes: shorten it to 10000"),
        "{long:?}"
    );
    let broken = [("vendors.csv", b"vendor_id,name\n\xff\xfe,x\n".as_slice())];
    let problems = read(&BTreeMap::from(broken), TODAY).problems;
    assert!(problems.iter().any(|problem| problem.row == Some(1)), "{problems:?}");
    let text = VENDORS.replace("Amazon", "\u{1}").into_bytes();
    let latin: Vec<u8> = text.iter().map(|byte| if *byte == 1 { 0xe9 } else { *byte }).collect();
    let problems = read(&BTreeMap::from([("vendors.csv", latin.as_slice())]), TODAY).problems;
    assert_eq!(
        problems[0].to_string(),
        "vendors.csv, row 2: is not UTF-8 text: save the file with the encoding UTF-8"
    );
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300), at in 0_usize..300) {
        let mut text = OFFERS.as_bytes().to_vec();
        let at = at.min(text.len());
        text.splice(at..at, bytes);
        let reading = read(&BTreeMap::from([("offers.csv", text.as_slice())]), TODAY);
        proptest::prop_assert!(reading.records.offers.len() + reading.problems.len() < 1_000);
    }
}
