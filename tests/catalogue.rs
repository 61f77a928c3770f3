//! The starter catalogue keeps its promises: every row is known, dated, sourced and possible, and there is enough of it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may panic and print"
)]

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::date;
use steelyard::domain::catalogue::{
    Area, AttributeKind, Catalogue, Changes, Completeness, Fact, FactValue, Plan, Price, Records, Release, SubjectKind,
};
use steelyard::domain::evidence::Evidence;
use steelyard::domain::ids::{AcceleratorId, AttributeId, OfferId, VendorId};
use steelyard::domain::money::Currency;
use steelyard::domain::scoring::Grade;
use steelyard::exchange::catalogue;
use steelyard::exchange::starter::{self, COLLECTED};

fn records() -> Records {
    starter::records(COLLECTED).unwrap_or_else(|problem| panic!("{problem}"))
}

fn evidence_of(records: &Records) -> Vec<(String, &Evidence)> {
    let mut all: Vec<(String, &Evidence)> = Vec::new();
    all.extend(
        records
            .vendors
            .iter()
            .map(|one| (format!("vendor {}", one.id), &one.evidence)),
    );
    all.extend(
        records
            .accelerators
            .iter()
            .map(|one| (format!("accelerator {}", one.id), &one.evidence)),
    );
    all.extend(
        records
            .offers
            .iter()
            .map(|one| (format!("offer {}", one.id), &one.evidence)),
    );
    all.extend(
        records
            .prices
            .iter()
            .map(|one| (format!("{} price of {}", one.plan, one.offer), &one.evidence)),
    );
    all.extend(
        records
            .facts
            .iter()
            .map(|one| (format!("{} of {}", one.attribute, one.subject_id), &one.evidence)),
    );
    all.extend(
        records
            .results
            .iter()
            .map(|one| (format!("result {}", one.id), &one.evidence)),
    );
    all
}

fn is_known(fact: &Fact) -> bool {
    fact.value != FactValue::Unknown
}

#[test]
fn every_row_is_read_without_a_problem() {
    let problems = catalogue::read(&starter::files(), COLLECTED).problems;
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "{} problems\n{}", lines.len(), lines.join("\n"));
}

#[test]
fn a_clock_that_is_behind_gets_the_same_records() {
    assert_eq!(starter::records(date(1970, 1, 1)).unwrap(), records());
}

#[test]
fn all_rows_fit_together_as_a_catalogue() {
    let release = Release {
        number: 1,
        note: String::new(),
        published_by: String::new(),
        published_at_micros: 0,
    };
    let built = Catalogue::new(release, records()).unwrap();
    assert_eq!(built.offers().len(), records().offers.len());
    for offer in built.offers() {
        assert!(
            !built.prices(&offer.id).is_empty(),
            "the offer {} has no price",
            offer.id
        );
    }
}

#[test]
fn there_is_enough_of_everything() {
    let records = records();
    let known = records
        .facts
        .iter()
        .filter(|fact| fact.subject == SubjectKind::Vendor && is_known(fact))
        .count();
    let selling: BTreeSet<_> = records.offers.iter().map(|offer| &offer.vendor).collect();
    for (what, found, wanted) in [
        ("vendors", records.vendors.len(), 18),
        ("vendors with offers", selling.len(), 15),
        ("offers", records.offers.len(), 200),
        ("accelerators", records.accelerators.len(), 40),
        ("benchmark results", records.results.len(), 150),
        ("known facts about vendors", known, 400),
    ] {
        assert!(found >= wanted, "{found} {what}, {wanted} are promised");
    }
}

#[test]
fn offers_lie_in_several_areas_and_are_priced_in_several_currencies() {
    let records = records();
    let areas: BTreeSet<Area> = records.offers.iter().map(|offer| offer.area).collect();
    for area in [Area::Us, Area::Eu, Area::Cn, Area::Apac] {
        assert!(areas.contains(&area), "no offer in {area}");
    }
    let currencies: BTreeSet<Currency> = records.prices.iter().map(|price| price.currency).collect();
    for currency in [Currency::USD, Currency::CNY] {
        assert!(currencies.contains(&currency), "no price in {currency}");
    }
}

#[test]
fn every_value_names_a_source_and_a_date() {
    let records = records();
    for (what, evidence) in evidence_of(&records) {
        assert!(
            evidence.source.len() >= 3,
            "{what}: the source {:?} says nothing",
            evidence.source
        );
        assert!(
            evidence.as_of.latest().is_some() || evidence.as_of.as_str() == "undated",
            "{what}"
        );
        if let Some(url) = &evidence.url {
            assert!(
                url.starts_with("https://") || url.starts_with("http://"),
                "{what}: {url}"
            );
        }
    }
}

#[test]
fn only_what_is_unknown_has_no_grade_and_nothing_claims_our_own_measurement() {
    let records = records();
    let unknown = records.facts.iter().filter(|fact| !is_known(fact)).count();
    let without = evidence_of(&records)
        .iter()
        .filter(|(_, evidence)| evidence.grade.is_none())
        .count();
    assert!(
        without <= unknown,
        "{without} values without a grade, {unknown} unknown facts"
    );
    for (what, evidence) in evidence_of(&records) {
        assert_ne!(
            evidence.grade,
            Some(Grade::A),
            "{what}: nothing in the starter catalogue was measured by us"
        );
    }
    for result in &records.results {
        assert_eq!(result.evidence.grade, Some(Grade::B), "result {}", result.id);
    }
}

#[test]
fn prices_are_positive_and_results_possible() {
    let records = records();
    for price in &records.prices {
        assert!(price.hourly.0 > 0, "{} {}", price.offer, price.plan);
        assert!(
            price.upfront.is_none_or(|upfront| upfront.0 >= 0),
            "{} {}",
            price.offer,
            price.plan
        );
    }
    for result in &records.results {
        assert!(result.value.is_finite() && result.value > 0.0, "result {}", result.id);
        assert!(
            result.accelerators >= result.nodes.unwrap_or(1),
            "result {} has more machines than accelerators",
            result.id
        );
    }
}

#[test]
fn zero_is_never_written_for_unknown() {
    for fact in &records().facts {
        let zero = matches!(fact.value, FactValue::Number(x) if x == 0.0);
        let fee = fact.attribute.as_str().contains("usd")
            || fact.attribute.as_str().contains("fee")
            || fact.evidence.note.is_some();
        assert!(
            !zero || fee,
            "{} of {} is zero: say in the note that it is none, or write unknown",
            fact.attribute,
            fact.subject_id
        );
    }
}

#[test]
fn spot_costs_no_more_than_on_demand_unless_a_note_says_so() {
    let records = records();
    let mut by_offer: BTreeMap<(&OfferId, Currency, Completeness), Vec<&Price>> = BTreeMap::new();
    for price in &records.prices {
        by_offer
            .entry((&price.offer, price.currency, price.completeness))
            .or_default()
            .push(price);
    }
    for ((offer, ..), prices) in by_offer {
        let of = |plan: Plan| prices.iter().copied().filter(move |price| price.plan == plan);
        let Some(on_demand) = of(Plan::OnDemand).map(|price| price.hourly).max() else {
            continue;
        };
        for spot in of(Plan::Spot) {
            let noted = spot.evidence.note.is_some();
            assert!(
                spot.hourly <= on_demand || noted,
                "{offer}: spot {} above on demand {}",
                spot.hourly.plain(),
                on_demand.plain()
            );
        }
    }
}

#[test]
fn ids_of_offers_begin_with_their_vendor() {
    for offer in &records().offers {
        assert!(
            offer.id.as_str().starts_with(&format!("{}-", offer.vendor)),
            "{}",
            offer.id
        );
    }
}

#[test]
fn the_seed_samples_are_no_part_of_it() {
    let names: Vec<&str> = starter::files().into_keys().collect();
    assert!(names.iter().all(|name| !name.contains("seed")));
    for (what, evidence) in evidence_of(&records()) {
        let marked = evidence.note.as_deref().is_some_and(|note| note.contains("SAMPLE"));
        assert!(!marked && !evidence.source.contains("SAMPLE"), "{what} is a sample");
    }
}

#[test]
fn records_that_are_put_are_checked_as_the_whole_catalogue_would_be() {
    let records = records();
    let release = Release {
        number: 1,
        note: String::new(),
        published_by: String::new(),
        published_at_micros: 0,
    };
    let base = Catalogue::new(release.clone(), records.clone()).unwrap();
    let one = |change: &dyn Fn(&mut Records)| {
        let mut put = Records {
            vendors: records.vendors[..1].to_vec(),
            offers: records.offers[..1].to_vec(),
            prices: records.prices[..1].to_vec(),
            facts: records.facts[..1].to_vec(),
            aliases: records.aliases[..1].to_vec(),
            results: records.results[..1].to_vec(),
            attributes: records.attributes[..1].to_vec(),
            ..Records::default()
        };
        change(&mut put);
        put
    };
    let nobody = VendorId::new("nobody").unwrap();
    let nothing = AcceleratorId::new("nothing").unwrap();
    let nowhere = OfferId::new("nowhere").unwrap();
    let puts = [
        one(&|_| {}),
        one(&|put| put.offers[0].vendor = nobody.clone()),
        one(&|put| {
            put.offers[0].vendor = nobody.clone();
            put.vendors[0].id = nobody.clone();
        }),
        one(&|put| put.offers[0].accelerator = nothing.clone()),
        one(&|put| put.offers.push(put.offers[0].clone())),
        one(&|put| put.vendors.push(put.vendors[0].clone())),
        one(&|put| put.prices[0].offer = nowhere.clone()),
        one(&|put| {
            put.prices[0].offer = nowhere.clone();
            put.offers[0].id = nowhere.clone();
        }),
        one(&|put| put.facts[0].subject_id = "nobody".to_owned()),
        one(&|put| put.facts[0].attribute = AttributeId::new("none").unwrap()),
        one(&|put| put.facts[0].value = FactValue::Range(1.0, 2.0)),
        one(&|put| put.facts[0].value = FactValue::Flag(true)),
        one(&|put| put.aliases[0].1 = nothing.clone()),
        one(&|put| put.aliases.push(put.aliases[0].clone())),
        one(&|put| put.results[0].accelerator = nothing.clone()),
        one(&|put| put.results[0].vendor = Some(nobody.clone())),
        one(&|put| put.results.push(put.results[0].clone())),
    ];
    let mut refused = 0;
    for put in puts {
        let whole = Catalogue::new(release.clone(), Changes::from(put.clone()).apply(&records)).map(drop);
        assert_eq!(base.check_put(&put), whole, "{put:?}");
        refused += usize::from(whole.is_err());
    }
    assert!(refused >= 12, "{refused}");
}

#[test]
fn an_attribute_that_gets_another_kind_is_no_matter_of_the_records_put_alone() {
    let records = records();
    let base = Catalogue::new(
        Release {
            number: 1,
            note: String::new(),
            published_by: String::new(),
            published_at_micros: 0,
        },
        records.clone(),
    )
    .unwrap();
    let mut put = Records {
        attributes: records.attributes.clone(),
        ..Records::default()
    };
    assert!(!base.is_redefined_by(&put));
    put.attributes[0].kind = match put.attributes[0].kind {
        AttributeKind::Number => AttributeKind::Text,
        AttributeKind::Boolean
        | AttributeKind::Level
        | AttributeKind::Text
        | AttributeKind::Set
        | AttributeKind::Date => AttributeKind::Number,
    };
    assert!(base.is_redefined_by(&put));
}
