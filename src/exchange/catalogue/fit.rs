//! Whether the rows of all files fit together: no record twice, no reference to one that is not there, every fact in the type and
//! unit of its attribute.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::label::Label;
use super::rows::{ACCELERATORS, ALIASES, ATTRIBUTES, BENCHMARKS, FACTS, OFFERS, PRICES, RATES, RawFact, VENDORS};
use super::sheet::{Layout, Rows, note};
use crate::domain::catalogue::{
    Accelerator, Attribute, BenchmarkResult, Catalogue, Fact, FactValue, Keyed, Offer, Price, Records, SubjectKind,
    Vendor,
};
use crate::domain::ids::AcceleratorId;
use crate::domain::rates::ExchangeRate;
use crate::exchange::{Problem, ProblemKind};

/// Where each record stands, file and row: for each kind a list in the order of its records.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::exchange) struct Places(BTreeMap<&'static str, Vec<(Arc<str>, u64)>>);

impl Places {
    /// Adds the place of the next record of a kind.
    pub(in crate::exchange) fn push(&mut self, kind: &'static str, file: &Arc<str>, row: u64) {
        self.0.entry(kind).or_default().push((Arc::clone(file), row));
    }

    fn reserve(&mut self, kind: &'static str, count: usize) {
        if count > 0 {
            self.0.entry(kind).or_default().reserve_exact(count);
        }
    }

    /// The place of a record of a kind, by its place among them.
    pub(in crate::exchange) fn get(&self, kind: &str, number: usize) -> Option<&(Arc<str>, u64)> {
        self.0.get(kind)?.get(number)
    }

    /// How many records have one.
    pub(in crate::exchange) fn len(&self) -> usize {
        self.0.values().map(Vec::len).sum()
    }

    /// Calls each file by another name.
    pub(super) fn rename(&mut self, names: &BTreeMap<&str, Arc<str>>) {
        for (file, _) in self.0.values_mut().flatten() {
            if let Some(name) = names.get(&**file) {
                *file = Arc::clone(name);
            }
        }
    }
}

/// The rows of all files, each with its line.
pub(super) struct Located {
    pub(super) vendors: Rows<Vendor>,
    pub(super) accelerators: Rows<Accelerator>,
    pub(super) aliases: Rows<(String, AcceleratorId)>,
    pub(super) offers: Rows<Offer>,
    pub(super) prices: Rows<Price>,
    pub(super) attributes: Rows<Attribute>,
    pub(super) facts: Rows<RawFact>,
    pub(super) results: Rows<BenchmarkResult>,
    pub(super) rates: Rows<ExchangeRate>,
}

impl Located {
    /// The records with their places, and a problem for every row that does not fit.
    pub(super) fn fit_together(self, known: Option<&Catalogue>, problems: &mut Vec<Problem>) -> (Records, Places) {
        let mut check = Check {
            problems,
            known,
            places: Places::default(),
        };
        check.references(&self);
        let facts = check.facts(self.facts, &self.attributes);
        let records = Records {
            vendors: check.unique(&VENDORS, "vendor_id", self.vendors),
            accelerators: check.unique(&ACCELERATORS, "accelerator_id", self.accelerators),
            aliases: check.unique(&ALIASES, "alias", self.aliases),
            offers: check.unique(&OFFERS, "offer_id", self.offers),
            prices: check.unique(
                &PRICES,
                "offer_id, plan, currency, completeness and source",
                self.prices,
            ),
            attributes: check.unique(&ATTRIBUTES, "attribute_id", self.attributes),
            facts: check.unique(
                &FACTS,
                "subject, attribute, variant, source, as_of (and value of a text)",
                facts,
            ),
            results: check.unique(&BENCHMARKS, "result_id", self.results),
            rates: check.unique(&RATES, "base, quote and source", self.rates),
        };
        (records, check.places)
    }
}

struct Check<'a> {
    problems: &'a mut Vec<Problem>,
    known: Option<&'a Catalogue>,
    places: Places,
}

impl Check<'_> {
    fn fault(&mut self, layout: &Layout, row: u64, column: Option<&str>, kind: ProblemKind) {
        let column = column.map(str::to_owned);
        let problem = Problem {
            file: layout.file.to_owned(),
            row: Some(row),
            column,
            kind,
        };
        note(self.problems, problem);
    }

    fn references(&mut self, rows: &Located) {
        let (vendors, accelerators, offers) = (
            ids(&rows.vendors, |vendor| vendor.id.as_str()),
            ids(&rows.accelerators, |accelerator| accelerator.id.as_str()),
            ids(&rows.offers, |offer| offer.id.as_str()),
        );
        let known = self.known;
        let vendor = |id: &str| vendors.contains(id) || known.is_some_and(|known| known.vendor(id).is_some());
        let accelerator =
            |id: &str| accelerators.contains(id) || known.is_some_and(|known| known.accelerator(id).is_some());
        let offer = |id: &str| offers.contains(id) || known.is_some_and(|known| known.offer(id).is_some());
        let mut exists = |layout, column, row, known: (&'static str, &dyn Fn(&str) -> bool), id: &str| {
            if !known.1(id) {
                self.fault(
                    layout,
                    row,
                    Some(column),
                    ProblemKind::Unknown {
                        kind: known.0,
                        id: id.to_owned(),
                    },
                );
            }
        };
        let vendors: (&'static str, &dyn Fn(&str) -> bool) = ("vendor", &vendor);
        let accelerators: (&'static str, &dyn Fn(&str) -> bool) = ("accelerator", &accelerator);
        let offers: (&'static str, &dyn Fn(&str) -> bool) = ("offer", &offer);
        for (row, (_, accelerator)) in &rows.aliases.read {
            exists(&ALIASES, "accelerator_id", *row, accelerators, accelerator.as_str());
        }
        for (row, offer) in &rows.offers.read {
            exists(&OFFERS, "vendor_id", *row, vendors, offer.vendor.as_str());
            exists(
                &OFFERS,
                "accelerator_id",
                *row,
                accelerators,
                offer.accelerator.as_str(),
            );
        }
        for (row, price) in &rows.prices.read {
            exists(&PRICES, "offer_id", *row, offers, price.offer.as_str());
        }
        for (row, fact) in &rows.facts.read {
            let known = match fact.subject {
                SubjectKind::Vendor => vendors,
                SubjectKind::Offer => offers,
                SubjectKind::Accelerator => accelerators,
            };
            exists(&FACTS, "subject_id", *row, known, &fact.subject_id);
        }
        for (row, result) in &rows.results.read {
            exists(
                &BENCHMARKS,
                "accelerator_id",
                *row,
                accelerators,
                result.accelerator.as_str(),
            );
            if let Some(vendor) = &result.vendor {
                exists(&BENCHMARKS, "vendor_id", *row, vendors, vendor.as_str());
            }
        }
    }

    fn facts(&mut self, facts: Rows<RawFact>, attributes: &Rows<Attribute>) -> Rows<Fact> {
        let before = self.known.into_iter().flat_map(Catalogue::attributes);
        let here = attributes.read.iter().map(|(_, one)| one);
        let known: BTreeMap<&str, &Attribute> = before.chain(here).map(|one| (one.id.as_str(), one)).collect();
        let broken = ids(attributes, |_| "");
        let mut read = Vec::with_capacity(facts.read.len());
        for (row, fact) in facts.read {
            let id = fact.attribute.as_str();
            if broken.contains(id) && !known.contains_key(id) {
                continue;
            }
            match value_of(&fact, known.get(id).copied()) {
                Ok(value) => {
                    let RawFact {
                        subject,
                        subject_id,
                        attribute,
                        variant,
                        evidence,
                        ..
                    } = fact;
                    read.push((
                        row,
                        Fact {
                            subject,
                            subject_id,
                            attribute,
                            variant,
                            value,
                            evidence,
                        },
                    ));
                }
                Err((column, kind)) => self.fault(&FACTS, row, Some(column), kind),
            }
        }
        Rows {
            read,
            broken: facts.broken,
        }
    }

    fn unique<T: Keyed + Label>(&mut self, layout: &Layout, columns: &'static str, rows: Rows<T>) -> Vec<T> {
        let mut order: Vec<(T::Key<'_>, u64)> = rows.read.iter().map(|(row, record)| (record.key(), *row)).collect();
        order.sort_unstable();
        let mut repeated = BTreeMap::new();
        let mut first = None;
        for (key, row) in order {
            match &first {
                Some((before, place)) if *before == key => drop(repeated.insert(row, *place)),
                _ => first = Some((key, row)),
            }
        }
        drop(first);
        for (row, first) in &repeated {
            let first = *first;
            self.fault(layout, *row, None, ProblemKind::Duplicate { columns, first });
        }
        let file: Arc<str> = Arc::from(layout.file);
        self.places.reserve(T::KIND, rows.read.len());
        let kept = rows.read.into_iter().filter(|(row, _)| !repeated.contains_key(row));
        // Collected in the memory of the rows.
        kept.map(|(row, record)| {
            self.places.push(T::KIND, &file, row);
            record
        })
        .collect()
    }
}

/// The ids of all rows, those that could not be read included.
fn ids<T>(rows: &Rows<T>, id: impl Fn(&T) -> &str) -> BTreeSet<&str> {
    rows.read
        .iter()
        .map(|(_, record)| id(record))
        .chain(rows.broken.iter().map(String::as_str))
        .collect()
}

fn value_of(fact: &RawFact, attribute: Option<&Attribute>) -> Result<FactValue, (&'static str, ProblemKind)> {
    let id = fact.attribute.to_string();
    let Some(attribute) = attribute else {
        return Err(("attribute_id", ProblemKind::Unknown { kind: "attribute", id }));
    };
    if attribute.subject != fact.subject {
        let (expected, found) = (attribute.subject.word(), fact.subject.word());
        return Err((
            "subject",
            ProblemKind::Subject {
                attribute: id,
                expected,
                found,
            },
        ));
    }
    if !fact.unit.is_empty() && fact.unit != attribute.unit {
        let (value, expected) = (fact.unit.clone(), attribute.unit.clone());
        return Err((
            "unit",
            ProblemKind::Unit {
                value,
                expected,
                attribute: id,
            },
        ));
    }
    FactValue::parse(attribute.kind, &fact.value)
        .map_err(|error| ("value", ProblemKind::Value { reason: error.into() }))
}
