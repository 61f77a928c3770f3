//! Facts, prices and evidence as they stand in every answer.

use serde::Serialize;
use serde_json::{Value, json};

use crate::domain::catalogue::in_force;
use crate::domain::catalogue::{Catalogue, Fact, FactValue, Price, Subject};
use crate::domain::evidence::{Evidence, grade_letter};
use crate::domain::measure::all_in_prices;

/// Where a value was read.
#[derive(Serialize)]
pub(super) struct EvidenceItem<'a> {
    source: &'a str,
    url: Option<&'a str>,
    as_of: &'a str,
    grade: Option<&'static str>,
    note: Option<&'a str>,
}

/// A value of an attribute.
#[derive(Serialize)]
pub(super) struct FactItem<'a> {
    attribute: &'a str,
    variant: &'a str,
    state: &'static str,
    value: Value,
    unit: &'a str,
    in_force: bool,
    evidence: EvidenceItem<'a>,
}

/// A price; amounts are decimal strings.
#[derive(Serialize)]
pub(super) struct PriceItem<'a> {
    plan: &'static str,
    hourly: String,
    upfront: Option<String>,
    currency: String,
    completeness: &'static str,
    in_force: bool,
    evidence: EvidenceItem<'a>,
}

impl<'a> EvidenceItem<'a> {
    /// Evidence as it stands in an answer.
    pub(super) fn new(evidence: &'a Evidence) -> Self {
        Self {
            source: &evidence.source,
            url: evidence.url.as_deref(),
            as_of: evidence.as_of.as_str(),
            grade: evidence.grade.map(grade_letter),
            note: evidence.note.as_deref(),
        }
    }
}

/// Every value known of a subject. In force is what drives a ranking: one per variant, never a claim without a source.
pub(super) fn facts<'a>(catalogue: &'a Catalogue, subject: Subject<'_>) -> Vec<FactItem<'a>> {
    let mut items = Vec::new();
    let mut add = |variant: &'a [Fact]| {
        let driving = in_force(variant);
        items.extend(variant.iter().map(|fact| {
            let unit = catalogue
                .attribute(fact.attribute.as_str())
                .map_or("", |a| a.unit.as_str());
            fact_item(fact, unit, driving.is_some_and(|d| std::ptr::eq(d, fact)))
        }));
    };
    for (_, facts) in catalogue.facts_of(subject) {
        facts.chunk_by(|a, b| a.variant == b.variant).for_each(&mut add);
    }
    items
}

/// Every price of an offer, of which those in force make up the price of their plan.
pub(super) fn prices(prices: &[Price]) -> Vec<PriceItem<'_>> {
    let item = |price| PriceItem {
        in_force: is_in_force(prices, price),
        plan: price.plan.word(),
        hourly: price.hourly.plain(),
        upfront: price.upfront.map(crate::domain::money::Micros::plain),
        currency: price.currency.to_string(),
        completeness: price.completeness.word(),
        evidence: EvidenceItem::new(&price.evidence),
    };
    prices.iter().map(item).collect()
}

fn is_in_force(prices: &[Price], price: &Price) -> bool {
    all_in_prices(prices, price.plan).is_ok_and(|parts| parts.iter().any(|(part, _)| std::ptr::eq(*part, price)))
}

fn fact_item<'a>(fact: &'a Fact, unit: &'a str, in_force: bool) -> FactItem<'a> {
    let (state, value) = match &fact.value {
        FactValue::Number(x) => ("known", json!(x)),
        FactValue::Range(lo, hi) => ("known", json!({"low": lo, "high": hi})),
        FactValue::Flag(yes) => ("known", json!(yes)),
        FactValue::Text(text) => ("known", json!(text)),
        FactValue::Absent => ("absent", Value::Null),
        FactValue::Unknown => ("unknown", Value::Null),
    };
    FactItem {
        attribute: fact.attribute.as_str(),
        variant: &fact.variant,
        state,
        value,
        unit,
        in_force,
        evidence: EvidenceItem::new(&fact.evidence),
    }
}
