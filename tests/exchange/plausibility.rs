//! What cannot be right is found, and what is right is left in peace.

use steelyard::domain::catalogue::{FactValue, Plan, Records};
use steelyard::domain::evidence::AsOf;
use steelyard::domain::money::Micros;
use steelyard::exchange::import;
use steelyard::exchange::plausibility::{Finding, Rule, check, check_catalogue};
use steelyard::exchange::starter::COLLECTED;

use super::support::{context, problems, records, starter, zip};

macro_rules! samples {
    ($($name:literal),+) => {
        [$(($name, include_bytes!(concat!("../../catalogue/samples/", $name)).as_slice())),+]
    };
}

fn sample_records() -> Records {
    let files = samples!(
        "seed_vendors.csv",
        "seed_accelerators.csv",
        "seed_offers.csv",
        "seed_prices.csv",
        "seed_facts.csv"
    );
    let imported = import::read("samples.zip", &zip(&files), &context());
    // Nobody is known to make an H680.
    assert!(
        problems(&imported)
            .iter()
            .all(|problem| problem.contains("column maker: the cell is empty")),
        "{:?}",
        problems(&imported)
    );
    imported.records
}

/// Findings in whose first value the remark names the row of the articles.
fn about<'f>(findings: &'f [Finding], row: &str) -> Vec<&'f Finding> {
    let names = |note: &str| note.split("; ").any(|part| part == row);
    findings
        .iter()
        .filter(|finding| {
            finding
                .values
                .iter()
                .any(|value| value.note.as_deref().is_some_and(names))
        })
        .collect()
}

#[test]
fn the_tables_of_the_articles_are_flagged_row_by_row() {
    let findings = check(&sample_records(), starter(), COLLECTED);
    for row in ["S1-41", "S1-42", "S2-15", "S2-16", "S2-17", "S2-18"] {
        let found = about(&findings, row);
        assert!(!found.is_empty(), "{row}");
        for finding in found {
            println!("{row} {:?} {}: {}", finding.rule, finding.subject, finding.message);
        }
    }
    let rules = |row: &str| {
        about(&findings, row)
            .iter()
            .map(|finding| finding.rule)
            .collect::<Vec<_>>()
    };
    assert!(rules("S1-41").contains(&Rule::SameChipDiffers) && rules("S1-42").contains(&Rule::SameChipDiffers));
    assert!(rules("S1-41").contains(&Rule::UnknownProduct), "nothing is called H680");
    assert!(rules("S1-42").contains(&Rule::FarFromDataSheet));
    assert!(
        rules("S2-15").contains(&Rule::PriceFarFromOthers),
        "0.35 is the price of the card without a machine"
    );
    assert!(
        rules("S2-16").contains(&Rule::FigureOfAnotherProduct),
        "31.2 is the A10"
    );
    assert!(rules("S2-17").contains(&Rule::Tf32IsFp32) && rules("S2-17").contains(&Rule::SeveralProducts));
    assert!(
        rules("S2-17").contains(&Rule::PriceOfAnotherProduct),
        "3.06 is one V100"
    );
    assert!(rules("S2-18").contains(&Rule::FarFromDataSheet));
}

#[test]
fn every_finding_names_both_values_and_both_sources() {
    let findings = check(&sample_records(), starter(), COLLECTED);
    let one_sided = [Rule::UnknownProduct, Rule::NotOnDataSheet, Rule::UnitDoesNotFit];
    for finding in findings.iter().filter(|finding| !one_sided.contains(&finding.rule)) {
        assert!(finding.values.len() >= 2, "{finding:?}");
        assert!(
            finding
                .values
                .iter()
                .all(|value| !value.source.is_empty() && !value.value.to_string().is_empty())
        );
    }
}

#[test]
fn the_starter_catalogue_has_few_findings_and_each_is_a_known_conflict() {
    let findings = check_catalogue(starter(), COLLECTED);
    for finding in &findings {
        println!("{:?} {}: {}", finding.rule, finding.subject, finding.message);
    }
    let known = [Rule::SameChipDiffers, Rule::SpotNotBelowList, Rule::UnitDoesNotFit];
    assert!(
        findings.iter().all(|finding| known.contains(&finding.rule)),
        "{findings:#?}"
    );
}

/// The rules that a change of the starter catalogue breaks.
fn broken(change: impl FnOnce(&mut Records)) -> Vec<Rule> {
    let before = check(&records(), starter(), COLLECTED);
    let mut changed = records();
    change(&mut changed);
    let after = check(&changed, starter(), COLLECTED);
    after
        .into_iter()
        .filter(|finding| !before.contains(finding))
        .map(|finding| finding.rule)
        .collect()
}

fn set(records: &mut Records, subject: &str, attribute: &str, value: f64) {
    let fact = records
        .facts
        .iter_mut()
        .find(|fact| fact.subject_id == subject && fact.attribute.as_str() == attribute);
    let fact = fact.unwrap_or_else(|| panic!("{attribute} of {subject}"));
    fact.value = FactValue::Number(value);
    "a test".clone_into(&mut fact.evidence.source);
}

#[test]
fn each_rule_fires_on_its_fault() {
    assert!(broken(|r| set(r, "t4", "memory_gb", 24.0)).contains(&Rule::MemoryAboveCard));
    assert!(broken(|r| set(r, "a100-sxm4-80", "tf32_tflops", 19.5)).contains(&Rule::Tf32IsFp32));
    assert!(broken(|r| set(r, "b200", "interconnect_gb_s", 14_400.0)).contains(&Rule::UnitDoesNotFit));
    assert!(broken(|r| set(r, "h200", "fp8_tflops", 3_958.0)).contains(&Rule::FarFromDataSheet));
    assert!(broken(|r| set(r, "alibaba", "sla_instance_percent", 999.5)).contains(&Rule::SlaAboveHundred));
    assert!(broken(|r| r.offers[0].evidence.as_of = AsOf::parse("2027").unwrap()).contains(&Rule::FutureDate));
    assert!(broken(|r| r.prices[0].hourly = Micros(0)).contains(&Rule::PriceNotPositive));
    assert!(broken(|r| r.prices[0].hourly = Micros(-1)).contains(&Rule::PriceNotPositive));
    let dear_spot = |records: &mut Records| {
        for price in records.prices.iter_mut().filter(|price| price.plan == Plan::Spot) {
            price.hourly = Micros(i64::MAX / 2);
        }
    };
    assert!(broken(dear_spot).contains(&Rule::SpotNotBelowList));
    assert_eq!(broken(|_| {}), []);
}
