//! Tables of no known format, read with a profile.

use steelyard::domain::catalogue::{FactValue, Plan};
use steelyard::domain::money::Currency;
use steelyard::exchange::import::{self, Format, Imported, Profile, Remark};

use super::support::{context, noted, problems};

const PROFILE: &str = r#"{"name": "quote", "delimiter": ";", "decimal": ",", "thousands": ".", "vendor": "huawei", "region": "cn-north-4", "grade": "C",
    "columns": {"机型": {"field": "instance_type"}, "显卡": {"field": "accelerator"}, "数量": {"field": "accelerator_count"},
        "内存": {"field": "ram", "unit": "GB"}, "核": {"field": "vcpu"},
        "月价": {"field": "price", "unit": "month", "per": "gpu", "currency": "CNY"},
        "竞价": {"field": "price", "plan": "spot", "currency": "CNY"}, "备注": {"field": "ignore"}}}"#;

fn with(profile: &str, file: &str) -> Imported {
    let profile = Profile::parse(profile).unwrap();
    let mut context = context();
    context.profile = Some(&profile);
    import::read("quote.csv", file.as_bytes(), &context)
}

#[test]
fn a_quote_with_decimal_commas_by_month_and_card_becomes_hourly_and_whole() {
    let imported = with(
        PROFILE,
        "机型;显卡;数量;内存;核;月价;竞价;备注;更多\npi2.8xlarge;T4;4;256;32;1.460,00;;x;y\npi2.small;A10;1/6;8;2;730;0,50;;\n",
    );
    assert_eq!(
        (imported.format, problems(&imported)),
        (Some(Format::Mapping), Vec::new())
    );
    let prices: Vec<_> = imported
        .records
        .prices
        .iter()
        .map(|p| (p.plan, p.hourly.plain(), p.currency))
        .collect();
    // Four cards at 1 460 a month are 8 an hour; a sixth of a card at 730 a month is a sixth an hour.
    assert!(
        prices.contains(&(Plan::OnDemand, "8.00".to_owned(), Currency::CNY)),
        "{prices:?}"
    );
    assert!(prices.contains(&(Plan::OnDemand, "0.166667".to_owned(), Currency::CNY)));
    assert!(prices.contains(&(Plan::Spot, "0.50".to_owned(), Currency::CNY)));
    let first = imported
        .records
        .offers
        .iter()
        .find(|offer| offer.instance_type == "pi2.8xlarge")
        .unwrap();
    assert_eq!(
        (first.host.vcpu, first.host.ram_gib, first.area.word()),
        (Some(32), Some(238.419), "cn")
    );
    assert_eq!(
        (
            noted(&imported, Remark::SpotUnknown),
            noted(&imported, Remark::ColumnIgnored)
        ),
        (1, 1)
    );
    assert!(imported.notes.iter().any(|note| note.message.contains("更多")));
}

#[test]
fn faults_of_a_mapped_table_are_located() {
    let file = "机型;显卡;数量;内存;核;月价;竞价;备注\na;T4;4;256;32;1,460.00;;\nb;Z9;1;8;2;730;;\nc;T4;1;8;2;€ 730;;\nd;T4;none;8;2;730;;\ne;T4;1;viel;2;730;;\n";
    let problems = problems(&with(PROFILE, file));
    assert_eq!(problems.len(), 5, "{problems:#?}");
    assert!(problems[0].contains("row 2, column 月价: \"1,460.00\" is not an amount"));
    assert!(problems[1].contains("row 3, column 显卡: \"Z9\" is no accelerator"));
    assert!(problems[2].contains("row 4, column 月价: \"€ 730\" is not in CNY"));
    assert!(problems[3].contains("row 5, column 数量: \"none\" is not a count"));
    assert!(problems[4].contains("row 6, column 内存: \"viel\" is not a positive number"));
}

#[test]
fn a_price_without_currency_is_asked_about() {
    let profile = r#"{"name": "q", "vendor": "lambda", "columns": {"t": {"field": "instance_type"}, "g": {"field": "accelerator"}, "p": {"field": "price"}}}"#;
    let imported = with(profile, "t,g,p\na,T4,1\nb,T4,USD 2\nc,T4,3 EUR\nd,T4,€4\ne,T4,$5\n");
    let currencies: Vec<_> = imported
        .records
        .prices
        .iter()
        .map(|price| price.currency.to_string())
        .collect();
    assert_eq!(currencies, ["USD", "EUR", "EUR"]);
    let problems = problems(&imported);
    assert!(
        problems[0].contains("row 2, column p: the price has no currency") && problems[1].contains("row 6"),
        "a dollar may be any dollar"
    );
}

#[test]
fn facts_take_the_unit_of_their_attribute_or_say_that_they_cannot() {
    let profile = r#"{"name": "f", "columns": {"厂商": {"field": "vendor"}, "SLA": {"field": "fact", "attribute": "sla_instance_percent"},
        "K8s": {"field": "fact", "attribute": "kubernetes_gpu"}, "响应": {"field": "fact", "attribute": "response_minutes", "unit": "hours", "variant": "gold"}}}"#;
    let imported = with(profile, "厂商,SLA,K8s,响应\n阿里云,99.95%,是,0.25\nAWS,99.5,maybe,\n");
    let facts: Vec<_> = imported
        .records
        .facts
        .iter()
        .map(|fact| (fact.subject_id.as_str(), fact.value.clone()))
        .collect();
    assert_eq!(
        facts,
        [
            ("alibaba", FactValue::Flag(true)),
            ("alibaba", FactValue::Number(99.95)),
            ("alibaba", FactValue::Number(15.0)),
            ("aws", FactValue::Number(99.5)),
        ]
    );
    assert_eq!(
        problems(&imported),
        ["quote.csv, row 3, column K8s: \"maybe\" is neither yes nor no: write one of the two"]
    );
    let wrong = profile.replace("\"hours\"", "\"parsecs\"");
    assert!(
        problems(&with(&wrong, "厂商,SLA,K8s,响应\nAWS,,,1\n"))[0].contains("the unit \"parsecs\" is not \"minutes\"")
    );
}

#[test]
fn a_header_below_a_title_is_found_by_its_row() {
    let profile = r#"{"name": "q", "vendor": "lambda", "currency": "USD", "header_row": 3, "columns": {"t": {"field": "instance_type"}, "g": {"field": "accelerator"}, "p": {"field": "price"}}}"#;
    let imported = with(profile, "Offer of November\n\nt,g,p\na,T4,1\nb,T4,x\n");
    assert_eq!(imported.records.offers.len(), 1);
    assert!(problems(&imported)[0].starts_with("quote.csv, row 5, column p"));
}

#[test]
fn a_date_in_the_future_is_refused() {
    let profile = r#"{"name": "q", "vendor": "lambda", "currency": "USD", "columns": {"t": {"field": "instance_type"}, "g": {"field": "accelerator"}, "p": {"field": "price"}, "d": {"field": "as_of"}}}"#;
    let imported = with(
        profile,
        "t,g,p,d\na,T4,1,2026/11/01\nb,T4,1,2027-01-01\nc,T4,1,\nd,T4,1,2026-Q4\n",
    );
    assert_eq!(
        problems(&imported),
        ["quote.csv, row 3, column d: 2027-01-01 lies after today, 2026-11-30: write the day the value held"]
    );
    let dates: Vec<_> = imported
        .records
        .prices
        .iter()
        .map(|price| price.evidence.as_of.as_str())
        .collect();
    assert_eq!(dates, ["2026-11-01", "undated", "2026-Q4"], "each row has its own date");
}

#[test]
fn a_profile_that_makes_no_sense_says_why() {
    for (profile, reason) in [
        ("{}", "missing field"),
        (r#"{"name": "x", "columns": {}}"#, "nothing to import"),
        (
            r#"{"name": "x", "columns": {"p": {"field": "price"}}}"#,
            "needs a column for instance_type",
        ),
        (
            r#"{"name": "x", "decimal": ",", "thousands": ",", "columns": {"p": {"field": "price"}}}"#,
            "two different signs",
        ),
        (
            r#"{"name": "x", "delimiter": "|", "columns": {"p": {"field": "price"}}}"#,
            "delimiter",
        ),
        (r#"{"name": "x", "columns": {"p": {"field": "prize"}}}"#, "prize"),
        (
            r#"{"name": "x", "columns": {"p": {"field": "price", "per": "rack"}}}"#,
            "rack",
        ),
    ] {
        let fault = Profile::parse(profile).unwrap_err().to_string();
        assert!(fault.contains(reason), "{profile}: {fault}");
    }
}
