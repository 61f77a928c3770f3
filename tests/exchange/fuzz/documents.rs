//! Everything else that comes from outside: profiles of tables, cases of the command line, histories of use, scorecards and tables of
//! alternatives.

use steelyard::exchange::import::Profile;
use steelyard::exchange::{case, history, matrix, scorecard, tco};

use super::{changed, repeat};

fn documents(name: &str, seeds: &[&str], read: impl Fn(&[u8]) -> bool) {
    let seeds: Vec<_> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    repeat(
        name,
        |random| changed(&seeds, random),
        |bytes, _| usize::from(read(bytes)),
    );
}

/// For readers of texts: what is no text is none to them.
fn text(bytes: &[u8], read: impl Fn(&str) -> bool) -> bool {
    read(&String::from_utf8_lossy(bytes))
}

#[test]
fn profile_reader_stands_made_up_documents() {
    let seed = r#"{"name": "q", "delimiter": ";", "decimal": ",", "thousands": ".", "header_row": 3, "sheet": "Prices", "vendor": "huawei", "region": "cn-north-4", "area": "cn", "currency": "CNY", "as_of": "2026-11-01", "grade": "C", "columns": {"t": {"field": "instance_type"}, "g": {"field": "accelerator"}, "m": {"field": "ram", "unit": "GB"}, "p": {"field": "price", "plan": "reserved_1y", "unit": "month", "per": "gpu", "currency": "CNY"}, "s": {"field": "fact", "attribute": "sla_instance_percent"}}}"#;
    documents("profile", &[seed], |bytes| {
        text(bytes, |text| Profile::parse(text).is_ok())
    });
}

#[test]
fn scoring_case_reader_stands_made_up_documents() {
    documents(
        "score",
        &[
            r#"{"kind":"mavt","input":{"dimensions":[{"id":"d","weight":1,"criteria":[{"id":"c","weight":1,"value":{"type":"linear","worst":0,"best":10}},{"id":"e","weight":2,"value":{"type":"log","worst":1,"best":10}}]}],"alternatives":[{"id":"x","cells":{"c":{"kind":"known","x":3},"e":{"kind":"range","lo":1,"hi":2}}},{"id":"y","cells":{"c":{"kind":"unknown"}}}],"gates":[{"id":"g","criterion":"c","op":">=","value":1}]}}"#,
            include_str!("../../golden/g02_rel_seed_gpus.json"),
            include_str!("../../golden/g10_mavt_seed_gpus.json"),
        ],
        |bytes| case::evaluate(bytes).is_ok(),
    );
}

#[test]
fn cost_case_reader_stands_made_up_documents() {
    documents(
        "tco",
        &[
            r#"{"model": "dynamic", "currency": "USD", "base": "10000", "burst": "2000", "reserved_discount": "0.35", "region_premium": "0.08", "utilisation_percent": "45", "utilisation_rule": "linear", "burst_factor": "0.8", "threshold_percent": "60"}"#,
            r#"{"model": "annual", "currency": "USD", "unit_price": "3.06", "hours": "8760", "data_transfer": "1200", "storage_redundancy": "2400", "safety": "0.2", "ops_labour": "50000", "rpa_rate": "0.3", "rpa_term": "automation_saves"}"#,
        ],
        |bytes| tco::evaluate(bytes).is_ok(),
    );
}

#[test]
fn history_reader_stands_made_up_files() {
    documents(
        "history",
        &[
            "time,utilisation\n2026-11-02 00:00,40\n2026-11-02 01:00,60\n2026-11-02 02:00,61\n2026-11-02 03:00,59\n",
            "\u{feff}Timestamp;GPU-Util (%)\r\n2026-11-02T00:00:00;40,0\r\n2026-11-02T01:00:00;60,0",
            "2026-11-02T00:00:00+08:00\t0.4\n\n2026-11-02T01:00:00+08:00\t0.6",
            "时间,利用率,卡数\n\"2026-11-02 00:00:00\",\"40\",4\n\"2026-11-02 01:00:00\",60,4",
            "1793577600,40\n1793581200,60",
        ],
        |bytes| history::read(bytes, 4).is_ok_and(|read| !read.describe().is_null()),
    );
}

#[test]
fn table_of_alternatives_stands_made_up_files() {
    documents(
        "matrix",
        &[
            "name,speed,price,sla\n#weight,2,1,1\n#direction,up,down,up\n#worst,0,10,99\n#best,10,0,100\na,3,4,99.9\nb,5,6,99.95\n",
            "name;speed;support\na;3,5;yes\nb;5;no\n",
        ],
        |bytes| text(bytes, |text| matrix::read(text).is_ok()),
    );
}

#[test]
fn scorecard_reader_stands_made_up_documents() {
    let seed = include_str!("../../../catalogue/scorecards/gpu-cloud.json");
    documents("scorecard", &[seed], |bytes| {
        text(bytes, |text| scorecard::read(text).is_ok())
    });
}
