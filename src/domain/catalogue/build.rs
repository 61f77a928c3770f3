//! Records become a catalogue: references are checked once, everything is indexed, and the fact in force is chosen.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::{
    Accelerator, Attribute, AttributeKind, BenchmarkResult, CatalogueError, Fact, FactValue, Offer, Price, Records,
    Release, Source, SubjectKind, Vendor,
};
use crate::domain::ids::{AcceleratorId, AttributeId, OfferId, VendorId};
use crate::domain::rates::Rates;

/// One release, checked and indexed; never changes once built.
#[derive(Debug, Clone)]
pub struct Catalogue {
    release: Release,
    pub(super) vendors: BTreeMap<VendorId, Vendor>,
    pub(super) accelerators: BTreeMap<AcceleratorId, Accelerator>,
    pub(super) aliases: BTreeMap<String, AcceleratorId>,
    pub(super) offers: Listed<OfferId, Offer>,
    prices: BTreeMap<OfferId, Vec<Price>>,
    pub(super) attributes: BTreeMap<AttributeId, Attribute>,
    /// By kind of subject, then its id: a look-up needs no key of its own.
    facts: BTreeMap<SubjectKind, BTreeMap<String, BTreeMap<AttributeId, Vec<Fact>>>>,
    pub(super) results: Vec<BenchmarkResult>,
    pub(super) rates: Rates,
}

/// Records that are many: they stay where they are, and are found by their id.
#[derive(Debug, Clone)]
pub(super) struct Listed<K, T> {
    records: Vec<T>,
    /// The places in the order of their ids.
    order: Vec<usize>,
    key: fn(&T) -> &K,
}

impl<K: Ord + ToString, T> Listed<K, T> {
    #[expect(clippy::indexing_slicing, reason = "each place is that of a record")]
    fn new(kind: &'static str, records: Vec<T>, key: fn(&T) -> &K) -> Result<Self, CatalogueError> {
        let mut order: Vec<usize> = (0..records.len()).collect();
        order.sort_by(|one, other| key(&records[*one]).cmp(key(&records[*other])));
        let listed = Self { records, order, key };
        let twice = listed
            .values()
            .zip(listed.values().skip(1))
            .find(|(one, next)| key(one) == key(next));
        match twice {
            Some((one, _)) => Err(CatalogueError::Duplicate {
                kind,
                id: key(one).to_string(),
            }),
            None => Ok(listed),
        }
    }

    pub(super) fn contains_key<Q: Ord + ?Sized>(&self, id: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.get(id).is_some()
    }

    fn get<Q: Ord + ?Sized>(&self, id: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        let record = |place: &usize| self.records.get(*place);
        let found = self
            .order
            .binary_search_by(|place| record(place).map_or(Ordering::Less, |one| (self.key)(one).borrow().cmp(id)));
        self.order.get(found.ok()?).and_then(record)
    }

    /// In the order of their ids.
    #[expect(clippy::indexing_slicing, reason = "each place is that of a record")]
    fn values(&self) -> impl ExactSizeIterator<Item = &T> {
        self.order.iter().map(|place| &self.records[*place])
    }
}

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject<'a> {
    /// A vendor.
    Vendor(&'a VendorId),
    /// An offer.
    Offer(&'a OfferId),
    /// An accelerator.
    Accelerator(&'a AcceleratorId),
}

impl<'a> Subject<'a> {
    /// The subject's id.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Self::Vendor(id) => id.as_str(),
            Self::Offer(id) => id.as_str(),
            Self::Accelerator(id) => id.as_str(),
        }
    }

    /// What kind of subject it is.
    #[must_use]
    pub fn kind(self) -> SubjectKind {
        match self {
            Self::Vendor(_) => SubjectKind::Vendor,
            Self::Offer(_) => SubjectKind::Offer,
            Self::Accelerator(_) => SubjectKind::Accelerator,
        }
    }
}

impl Catalogue {
    /// Checks every reference and indexes the records.
    ///
    /// # Errors
    /// The first [`CatalogueError`] found.
    pub fn new(release: Release, records: Records) -> Result<Self, CatalogueError> {
        let vendors = index("vendor", records.vendors, |v| &v.id)?;
        let accelerators = index("accelerator", records.accelerators, |a| &a.id)?;
        let attributes = index("attribute", records.attributes, |a| &a.id)?;
        let offers = Listed::new("offer", records.offers, |o| &o.id)?;
        let mut catalogue = Self {
            release,
            vendors,
            accelerators,
            aliases: BTreeMap::new(),
            offers,
            prices: BTreeMap::new(),
            attributes,
            facts: BTreeMap::new(),
            results: Vec::new(),
            rates: Rates::new(records.rates),
        };
        catalogue.check_offers()?;
        catalogue.add_aliases(records.aliases)?;
        catalogue.add_prices(records.prices)?;
        catalogue.add_facts(records.facts)?;
        catalogue.add_results(records.results)?;
        Ok(catalogue)
    }

    /// Which release this is.
    #[must_use]
    pub fn release(&self) -> &Release {
        &self.release
    }

    /// All vendors by id.
    #[must_use]
    pub fn vendors(&self) -> impl ExactSizeIterator<Item = &Vendor> {
        self.vendors.values()
    }

    /// All accelerators by id.
    #[must_use]
    pub fn accelerators(&self) -> impl ExactSizeIterator<Item = &Accelerator> {
        self.accelerators.values()
    }

    /// All offers by id.
    #[must_use]
    pub fn offers(&self) -> impl ExactSizeIterator<Item = &Offer> {
        self.offers.values()
    }

    /// All attributes by id.
    #[must_use]
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.values()
    }

    /// All benchmark results, sorted by round, task, scenario and id.
    #[must_use]
    pub fn results(&self) -> &[BenchmarkResult] {
        &self.results
    }

    /// Exchange rates.
    #[must_use]
    pub fn rates(&self) -> &Rates {
        &self.rates
    }

    /// One vendor.
    #[must_use]
    pub fn vendor(&self, id: &str) -> Option<&Vendor> {
        self.vendors.get(id)
    }

    /// One accelerator.
    #[must_use]
    pub fn accelerator(&self, id: &str) -> Option<&Accelerator> {
        self.accelerators.get(id)
    }

    /// The accelerator a spelling means; ids are spellings of themselves, letter case does not matter.
    #[must_use]
    pub fn accelerator_by_alias(&self, spelling: &str) -> Option<&Accelerator> {
        let lower = spelling.trim().to_lowercase();
        self.accelerators
            .get(lower.as_str())
            .or_else(|| self.aliases.get(&lower).and_then(|id| self.accelerators.get(id)))
    }

    /// One offer.
    #[must_use]
    pub fn offer(&self, id: &str) -> Option<&Offer> {
        self.offers.get(id)
    }

    /// One attribute.
    #[must_use]
    pub fn attribute(&self, id: &str) -> Option<&Attribute> {
        self.attributes.get(id)
    }

    /// The prices of an offer, by plan, the one in force first.
    #[must_use]
    pub fn prices(&self, offer: &OfferId) -> &[Price] {
        self.prices.get(offer).map_or(&[], Vec::as_slice)
    }

    /// Every fact about a subject by attribute; inside an attribute by variant, the one in force first.
    pub fn facts_of(&self, subject: Subject<'_>) -> impl Iterator<Item = (&AttributeId, &[Fact])> {
        self.about(subject)
            .into_iter()
            .flatten()
            .map(|(id, facts)| (id, facts.as_slice()))
    }

    /// Every fact about one attribute of a subject, by variant, the one in force first.
    #[must_use]
    pub fn facts(&self, subject: Subject<'_>, attribute: &str) -> &[Fact] {
        self.about(subject)
            .and_then(|by| by.get(attribute))
            .map_or(&[], Vec::as_slice)
    }

    /// The facts about the same attribute of the same subject.
    pub(super) fn facts_like(&self, fact: &Fact) -> &[Fact] {
        let of_kind = self.facts.get(&fact.subject);
        of_kind
            .and_then(|by| by.get(&fact.subject_id)?.get(&fact.attribute))
            .map_or(&[], Vec::as_slice)
    }

    fn about(&self, subject: Subject<'_>) -> Option<&BTreeMap<AttributeId, Vec<Fact>>> {
        self.facts.get(&subject.kind())?.get(subject.id())
    }

    /// The fact in force for an attribute without variants.
    #[must_use]
    pub fn fact(&self, subject: Subject<'_>, attribute: &str) -> Option<&Fact> {
        self.facts(subject, attribute).first()
    }

    fn check_offers(&self) -> Result<(), CatalogueError> {
        for offer in self.offers.values() {
            let from = || Source::Offer(offer.id.clone());
            exists(
                |id| self.vendors.contains_key(id),
                "vendor",
                offer.vendor.as_str(),
                from,
            )?;
            let accelerator = offer.accelerator.as_str();
            exists(
                |id| self.accelerators.contains_key(id),
                "accelerator",
                accelerator,
                from,
            )?;
        }
        Ok(())
    }

    fn add_aliases(&mut self, aliases: Vec<(String, AcceleratorId)>) -> Result<(), CatalogueError> {
        for (alias, id) in aliases {
            exists(
                |id| self.accelerators.contains_key(id),
                "accelerator",
                id.as_str(),
                || Source::Alias(alias.clone()),
            )?;
            let key = alias.trim().to_lowercase();
            if self.aliases.insert(key, id).is_some() {
                return Err(CatalogueError::Duplicate {
                    kind: "alias",
                    id: alias,
                });
            }
        }
        Ok(())
    }

    fn add_prices(&mut self, prices: Vec<Price>) -> Result<(), CatalogueError> {
        for price in prices {
            exists(
                |id| self.offers.contains_key(id),
                "offer",
                price.offer.as_str(),
                || Source::Price(price.offer.clone()),
            )?;
            self.prices.entry(price.offer.clone()).or_default().push(price);
        }
        for prices in self.prices.values_mut() {
            prices.sort_by(|a, b| {
                let parts = |p: &Price| p.completeness;
                a.plan
                    .cmp(&b.plan)
                    .then_with(|| parts(a).cmp(&parts(b)))
                    .then_with(|| a.evidence.precedence(&b.evidence))
                    .then_with(|| a.hourly.cmp(&b.hourly))
            });
        }
        Ok(())
    }

    fn add_facts(&mut self, facts: Vec<Fact>) -> Result<(), CatalogueError> {
        for fact in facts {
            let there: Subjects<'_> = (
                &|id| self.vendors.contains_key(id),
                &|id| self.accelerators.contains_key(id),
                &|id| self.offers.contains_key(id),
            );
            check_fact(&fact, self.attributes.get(&fact.attribute), there)?;
            let of_kind = self.facts.entry(fact.subject).or_default();
            let subject = of_kind.entry(fact.subject_id.clone()).or_default();
            subject.entry(fact.attribute.clone()).or_default().push(fact);
        }
        let subjects = self.facts.values_mut().flat_map(BTreeMap::values_mut);
        for facts in subjects.flat_map(BTreeMap::values_mut) {
            facts.sort_by(|a, b| {
                let text = |f: &Fact| f.value.to_text();
                a.variant
                    .cmp(&b.variant)
                    .then_with(|| a.evidence.precedence(&b.evidence))
                    .then_with(|| text(a).cmp(&text(b)))
            });
        }
        Ok(())
    }

    fn add_results(&mut self, results: Vec<BenchmarkResult>) -> Result<(), CatalogueError> {
        let mut seen = BTreeSet::new();
        for result in &results {
            let from = || Source::Result(result.id.clone());
            let accelerator = result.accelerator.as_str();
            exists(
                |id| self.accelerators.contains_key(id),
                "accelerator",
                accelerator,
                from,
            )?;
            if let Some(vendor) = &result.vendor {
                exists(|id| self.vendors.contains_key(id), "vendor", vendor.as_str(), from)?;
            }
            if !seen.insert(result.id.clone()) {
                return Err(CatalogueError::Duplicate {
                    kind: "benchmark result",
                    id: result.id.to_string(),
                });
            }
        }
        self.results = results;
        self.results
            .sort_by(|a, b| (&a.round, &a.task, &a.scenario, &a.id).cmp(&(&b.round, &b.task, &b.scenario, &b.id)));
        Ok(())
    }
}

fn index<K: Ord + Clone + ToString, T>(
    kind: &'static str,
    records: Vec<T>,
    key: impl Fn(&T) -> &K,
) -> Result<BTreeMap<K, T>, CatalogueError> {
    let mut map = BTreeMap::new();
    for record in records {
        match map.entry(key(&record).clone()) {
            Entry::Vacant(place) => drop(place.insert(record)),
            Entry::Occupied(place) => {
                let id = place.key().to_string();
                return Err(CatalogueError::Duplicate { kind, id });
            }
        }
    }
    Ok(map)
}

/// Faults when a record names another one that is not there.
pub(super) fn exists(
    is_there: impl Fn(&str) -> bool,
    kind: &'static str,
    id: &str,
    from: impl Fn() -> Source,
) -> Result<(), CatalogueError> {
    if is_there(id) {
        Ok(())
    } else {
        Err(CatalogueError::Missing {
            from: from(),
            kind,
            id: id.to_owned(),
        })
    }
}

/// Which vendors, accelerators and offers there are.
type Subjects<'a> = (
    &'a dyn Fn(&str) -> bool,
    &'a dyn Fn(&str) -> bool,
    &'a dyn Fn(&str) -> bool,
);

/// Whether subject and attribute of a fact are there, and its value fits.
pub(super) fn check_fact(
    fact: &Fact,
    attribute: Option<&Attribute>,
    (vendor, accelerator, offer): Subjects<'_>,
) -> Result<(), CatalogueError> {
    let from = || Source::Fact(fact.subject, fact.subject_id.clone());
    let (is_there, kind) = match fact.subject {
        SubjectKind::Vendor => (vendor, "vendor"),
        SubjectKind::Offer => (offer, "offer"),
        SubjectKind::Accelerator => (accelerator, "accelerator"),
    };
    exists(is_there, kind, &fact.subject_id, from)?;
    let Some(attribute) = attribute else {
        return Err(CatalogueError::Missing {
            from: from(),
            kind: "attribute",
            id: fact.attribute.to_string(),
        });
    };
    if attribute.subject != fact.subject || !fits(attribute.kind, &fact.value) {
        return Err(CatalogueError::Value {
            from: from(),
            attribute: fact.attribute.clone(),
            value: fact.value.to_text(),
        });
    }
    Ok(())
}

fn fits(kind: AttributeKind, value: &FactValue) -> bool {
    match value {
        FactValue::Absent | FactValue::Unknown => true,
        FactValue::Number(_) | FactValue::Range(..) => kind == AttributeKind::Number,
        FactValue::Flag(_) => kind == AttributeKind::Boolean,
        FactValue::Text(_) => matches!(
            kind,
            AttributeKind::Level | AttributeKind::Text | AttributeKind::Set | AttributeKind::Date
        ),
    }
}
