//! What an import would change: records that are new, those that say something else than the catalogue, those that say the same,
//! and those that the file should list and does not. The last are shown and never applied by themselves.

mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::{Format, Imported};
use crate::domain::catalogue::{Area, AttributeKind, Catalogue, Fact, Keyed, Price, Records, Subject, SubjectKind};
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::exchange::catalogue::Label;
use crate::exchange::export::Exported;

pub use report::{ProblemEntry, Report};

/// A record of the file or the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// vendor, accelerator, alias, offer, price, attribute, fact or result.
    pub kind: &'static str,
    /// Its natural key.
    pub record: String,
    /// The file in which it stands, when it stands in one.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "file_name")]
    pub file: Option<Arc<str>>,
    /// The row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<u64>,
}

/// A record that says something else than the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Change {
    /// Which.
    #[serde(flatten)]
    pub entry: Entry,
    /// What is different.
    pub fields: Vec<FieldChange>,
}

/// A value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FieldChange {
    /// The column.
    pub field: &'static str,
    /// What the catalogue says.
    pub old: String,
    /// What the file says.
    pub new: String,
}

/// What an import would change.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Diff {
    /// Records that the catalogue does not have.
    pub new: Vec<Entry>,
    /// Records that say something else.
    pub changed: Vec<Change>,
    /// How many say the same.
    pub unchanged: u64,
    /// Records that the file should list and does not; never applied by itself.
    pub removed: Vec<Entry>,
    /// The same as records.
    #[serde(skip)]
    pub missing: Records,
}

#[expect(clippy::ref_option, reason = "the signature is what serde calls")]
fn file_name<S: Serializer>(name: &Option<Arc<str>>, serializer: S) -> Result<S::Ok, S::Error> {
    name.as_deref().serialize(serializer)
}

impl Diff {
    /// Whether there is nothing to import.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.new.is_empty() && self.changed.is_empty()
    }
}

/// Compares what a file gave with the catalogue it is for.
#[must_use]
pub fn diff(current: &Catalogue, imported: &Imported) -> Diff {
    let mut comparison = Comparison {
        imported,
        diff: Diff::default(),
    };
    let records = &imported.records;
    comparison.diff.new.reserve_exact(records.len());
    for (place, vendor) in records.vendors.iter().enumerate() {
        comparison.compare(place, current.vendor(vendor.id.as_str()), vendor);
    }
    for (place, accelerator) in records.accelerators.iter().enumerate() {
        comparison.compare(place, current.accelerator(accelerator.id.as_str()), accelerator);
    }
    for (place, alias) in records.aliases.iter().enumerate() {
        let before = current
            .accelerator_by_alias(&alias.0)
            .map(|found| (alias.0.clone(), found.id.clone()));
        comparison.compare(place, before.as_ref(), alias);
    }
    for (place, attribute) in records.attributes.iter().enumerate() {
        comparison.compare(place, current.attribute(attribute.id.as_str()), attribute);
    }
    for (place, offer) in records.offers.iter().enumerate() {
        comparison.compare(place, current.offer(offer.id.as_str()), offer);
    }
    for (place, price) in records.prices.iter().enumerate() {
        comparison.compare(place, price_before(current, price), price);
    }
    for (place, fact) in records.facts.iter().enumerate() {
        comparison.compare(place, fact_before(current, fact), fact);
    }
    let results: BTreeMap<_, _> = current.results().iter().map(|result| (&result.id, result)).collect();
    for (place, result) in records.results.iter().enumerate() {
        comparison.compare(place, results.get(&result.id).copied(), result);
    }
    let rates: BTreeMap<_, _> = current.rates().all().map(|rate| (rate.key(), rate)).collect();
    for (place, rate) in records.rates.iter().enumerate() {
        comparison.compare(place, rates.get(&rate.key()).copied(), rate);
    }
    comparison.removed(current);
    comparison.diff
}

/// The price of the same key, or the one in force under the same plan: another source or commit is a change, not a new price.
fn price_before<'c>(current: &'c Catalogue, price: &Price) -> Option<&'c Price> {
    let prices = current.prices(&price.offer);
    let alike = |before: &&Price| {
        (before.plan, before.currency, before.completeness) == (price.plan, price.currency, price.completeness)
    };
    prices
        .iter()
        .find(|before| before.key() == price.key())
        .or_else(|| prices.iter().find(alike))
}

/// The fact of the same key, or another date or value of the same source; members of a set are facts of their own.
fn fact_before<'c>(current: &'c Catalogue, fact: &Fact) -> Option<&'c Fact> {
    let facts = facts_about(current, fact);
    let is_set = current
        .attribute(fact.attribute.as_str())
        .is_some_and(|attribute| attribute.kind == AttributeKind::Set);
    let same_source = |before: &&Fact| before.variant == fact.variant && before.evidence.source == fact.evidence.source;
    facts
        .iter()
        .find(|before| before.key() == fact.key())
        .or_else(|| facts.iter().filter(|_| !is_set).find(same_source))
}

fn facts_about<'c>(current: &'c Catalogue, fact: &Fact) -> &'c [Fact] {
    let id = fact.subject_id.clone();
    let attribute = fact.attribute.as_str();
    match fact.subject {
        SubjectKind::Vendor => VendorId::new(id).map_or(&[][..], |id| current.facts(Subject::Vendor(&id), attribute)),
        SubjectKind::Offer => OfferId::new(id).map_or(&[][..], |id| current.facts(Subject::Offer(&id), attribute)),
        SubjectKind::Accelerator => {
            AcceleratorId::new(id).map_or(&[][..], |id| current.facts(Subject::Accelerator(&id), attribute))
        }
    }
}

/// What two sets of records differ in, each record recognised by its key: the difference of two releases, or of a draft.
#[must_use]
pub fn between(before: &Records, after: &Records) -> Diff {
    let mut diff = Diff::default();
    diff.compare(&before.vendors, &after.vendors);
    diff.compare(&before.accelerators, &after.accelerators);
    diff.compare(&before.aliases, &after.aliases);
    diff.compare(&before.offers, &after.offers);
    diff.compare(&before.prices, &after.prices);
    diff.compare(&before.attributes, &after.attributes);
    diff.compare(&before.facts, &after.facts);
    diff.compare(&before.results, &after.results);
    diff.compare(&before.rates, &after.rates);
    diff
}

impl Diff {
    fn compare<T: Label + Exported + Keyed + PartialEq>(&mut self, before: &[T], after: &[T]) {
        let known: BTreeMap<T::Key<'_>, &T> = before.iter().map(|record| (record.key(), record)).collect();
        let kept: BTreeSet<T::Key<'_>> = after.iter().map(Keyed::key).collect();
        for record in after {
            let Some(old) = known.get(&record.key()) else {
                self.new.push(entry_of(record));
                continue;
            };
            let fields = if *old == record {
                Vec::new()
            } else {
                field_changes(*old, record)
            };
            if fields.is_empty() {
                self.unchanged += 1;
            } else {
                self.changed.push(Change {
                    entry: entry_of(record),
                    fields,
                });
            }
        }
        let absent = before.iter().filter(|record| !kept.contains(&record.key()));
        self.removed.extend(absent.map(entry_of));
    }
}

fn field_changes<T: Exported>(before: &T, after: &T) -> Vec<FieldChange> {
    let none = BTreeMap::new();
    let (old, new) = (before.cells(&none), after.cells(&none));
    T::COLUMNS
        .iter()
        .zip(old.iter().zip(&new))
        .filter(|(_, (old, new))| old != new)
        .map(|(field, (old, new))| FieldChange {
            field,
            old: old.text().to_owned(),
            new: new.text().to_owned(),
        })
        .collect()
}

struct Comparison<'a> {
    imported: &'a Imported,
    diff: Diff,
}

impl Comparison<'_> {
    /// Compares the record at a place among those of its kind.
    fn compare<T: Label + Exported + PartialEq>(&mut self, place: usize, before: Option<&T>, after: &T) {
        if before == Some(after) {
            self.diff.unchanged += 1;
            return;
        }
        let place = self.imported.places.get(T::KIND, place);
        let entry = Entry {
            kind: T::KIND,
            record: after.label(),
            file: place.map(|(file, _)| Arc::clone(file)),
            row: place.map(|(_, row)| *row).filter(|row| *row > 0),
        };
        let Some(before) = before else {
            self.diff.new.push(entry);
            return;
        };
        let fields = field_changes(before, after);
        if fields.is_empty() {
            self.diff.unchanged += 1;
        } else {
            self.diff.changed.push(Change { entry, fields });
        }
    }

    /// Offers of the vendors and regions of the file that no row mentions; in the own format their prices and facts too.
    fn removed(&mut self, current: &Catalogue) {
        let scope = &self.imported.scope;
        let lists_offers = !scope.places.is_empty();
        for offer in current.offers().filter(|_| lists_offers) {
            let vendor = offer.vendor.to_string();
            let (name, region) = (offer.instance_type.to_lowercase(), offer.region.to_lowercase());
            let listed = scope.places.contains(&(vendor.clone(), None))
                || scope.places.contains(&(vendor.clone(), Some(region.clone())));
            // A price for the whole world comes from another list than prices by region.
            let pseudo = matches!(offer.area, Area::Global | Area::Unspecified)
                && !scope.mentioned.iter().any(|(_, _, listed)| *listed == region);
            if listed && !pseudo && !scope.mentioned.contains(&(vendor, name, region)) {
                self.diff.removed.push(entry_of(offer));
                self.diff.missing.offers.push(offer.clone());
            }
        }
        if self.imported.format == Some(Format::Steelyard) {
            self.removed_prices(current);
            self.removed_facts(current);
        }
    }

    fn removed_prices(&mut self, current: &Catalogue) {
        let records = &self.imported.records;
        let vendors: BTreeSet<&VendorId> = records
            .prices
            .iter()
            .filter_map(|price| current.offer(price.offer.as_str()))
            .map(|offer| &offer.vendor)
            .collect();
        let of_vendors = current.offers().filter(|offer| vendors.contains(&offer.vendor));
        let known: Vec<&Price> = of_vendors.flat_map(|offer| current.prices(&offer.id)).collect();
        // The catalogue may have few prices where the file has many, so what the file has is taken out of what the catalogue has.
        let mut absent: BTreeSet<_> = known.iter().map(|price| price.key()).collect();
        for price in &records.prices {
            absent.remove(&price.key());
        }
        for price in known.into_iter().filter(|price| absent.contains(&price.key())) {
            self.diff.removed.push(entry_of(price));
            self.diff.missing.prices.push(price.clone());
        }
    }

    fn removed_facts(&mut self, current: &Catalogue) {
        let records = &self.imported.records;
        let kept: BTreeSet<_> = records.facts.iter().map(Keyed::key).collect();
        let mut seen = BTreeSet::new();
        for fact in &records.facts {
            if !seen.insert((fact.subject, &fact.subject_id, &fact.attribute)) {
                continue;
            }
            for before in facts_about(current, fact)
                .iter()
                .filter(|before| !kept.contains(&before.key()))
            {
                let replaced = records
                    .facts
                    .iter()
                    .any(|after| fact_before(current, after).is_some_and(|found| std::ptr::eq(found, before)));
                if !replaced {
                    self.diff.removed.push(entry_of(before));
                    self.diff.missing.facts.push(before.clone());
                }
            }
        }
    }
}

fn entry_of<T: Label>(record: &T) -> Entry {
    Entry {
        kind: T::KIND,
        record: record.label(),
        file: None,
        row: None,
    }
}
