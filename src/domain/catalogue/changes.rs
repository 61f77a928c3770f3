//! What turns one set of records into another: what a draft holds, what a release adds, what a revert takes back.

use std::collections::{BTreeMap, BTreeSet};

use super::key::Keyed;
use super::{Records, SubjectKind};

/// Records to put and records to take away.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// Records that are new, or that say something else than the record of the same key.
    pub put: Records,
    /// Records that are taken away.
    pub removed: Records,
}

/// Does something for each kind of record, in the order in which they refer to each other.
macro_rules! each_kind {
    ($do:ident) => {
        $do!(vendors);
        $do!(accelerators);
        $do!(aliases);
        $do!(offers);
        $do!(prices);
        $do!(attributes);
        $do!(facts);
        $do!(results);
        $do!(rates);
    };
}

pub(crate) use each_kind;

impl Records {
    /// How many records there are of all kinds.
    #[must_use]
    pub fn len(&self) -> usize {
        let mut count = 0;
        macro_rules! add {
            ($kind:ident) => {
                count += self.$kind.len();
            };
        }
        each_kind!(add);
        count
    }

    /// Whether there is no record of any kind.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds the records of another set at the end of each kind.
    pub fn append(&mut self, mut other: Self) {
        macro_rules! append {
            ($kind:ident) => {
                self.$kind.append(&mut other.$kind);
            };
        }
        each_kind!(append);
    }

    /// These records with everything of `all` that cannot stay without them: the offers of a vendor and of an accelerator, prices and
    /// facts of an offer, facts of an attribute, spellings and results of an accelerator.
    #[must_use]
    pub fn with_dependents(mut self, all: &Self) -> Self {
        let vendors: BTreeSet<&str> = self.vendors.iter().map(|v| v.id.as_str()).collect();
        let accelerators: BTreeSet<&str> = self.accelerators.iter().map(|a| a.id.as_str()).collect();
        let gone = |vendor: &str, accelerator: &str| vendors.contains(vendor) || accelerators.contains(accelerator);
        let mut more = Self::default();
        more.aliases.extend(chosen(&all.aliases, &self.aliases, |a| {
            accelerators.contains(a.1.as_str())
        }));
        more.results.extend(chosen(&all.results, &self.results, |r| {
            gone(r.vendor.as_ref().map_or("", |v| v.as_str()), r.accelerator.as_str())
        }));
        more.offers.extend(chosen(&all.offers, &self.offers, |o| {
            gone(o.vendor.as_str(), o.accelerator.as_str())
        }));
        let offers: BTreeSet<&str> = self.offers.iter().chain(&more.offers).map(|o| o.id.as_str()).collect();
        let attributes: BTreeSet<&str> = self.attributes.iter().map(|a| a.id.as_str()).collect();
        let prices = chosen(&all.prices, &self.prices, |p| offers.contains(p.offer.as_str()));
        let facts = chosen(&all.facts, &self.facts, |f| {
            attributes.contains(f.attribute.as_str())
                || match f.subject {
                    SubjectKind::Vendor => vendors.contains(f.subject_id.as_str()),
                    SubjectKind::Offer => offers.contains(f.subject_id.as_str()),
                    SubjectKind::Accelerator => accelerators.contains(f.subject_id.as_str()),
                }
        });
        (more.prices, more.facts) = (prices, facts);
        self.append(more);
        self
    }
}

/// The records that a condition holds for and that are not listed yet.
fn chosen<T: Keyed + Clone>(all: &[T], listed: &[T], condition: impl Fn(&T) -> bool) -> Vec<T> {
    let listed: BTreeSet<T::Key<'_>> = listed.iter().map(Keyed::key).collect();
    all.iter()
        .filter(|record| condition(record) && !listed.contains(&record.key()))
        .cloned()
        .collect()
}

impl From<Records> for Changes {
    fn from(put: Records) -> Self {
        Self {
            put,
            removed: Records::default(),
        }
    }
}

impl Changes {
    /// What turns `before` into `after`.
    #[must_use]
    pub fn between(before: &Records, after: &Records) -> Self {
        let mut changes = Self::default();
        macro_rules! compare {
            ($kind:ident) => {
                changes.put.$kind = missing(&after.$kind, &before.$kind, |one, other| one == other);
                changes.removed.$kind = missing(&before.$kind, &after.$kind, |_, _| true);
            };
        }
        each_kind!(compare);
        changes
    }

    /// Whether nothing would change.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.put.is_empty() && self.removed.is_empty()
    }

    /// The records after the changes: what is put replaces the record of its key and stands at the end of its kind.
    #[must_use]
    pub fn apply(&self, records: &Records) -> Records {
        let mut after = Records::default();
        macro_rules! apply {
            ($kind:ident) => {
                let mut gone: BTreeSet<_> = self.removed.$kind.iter().map(Keyed::key).collect();
                gone.extend(self.put.$kind.iter().map(Keyed::key));
                let kept = records
                    .$kind
                    .iter()
                    .filter(|record| !gone.contains(&record.key()));
                after.$kind = kept.chain(&self.put.$kind).cloned().collect();
            };
        }
        each_kind!(apply);
        after
    }
}

/// The records of the first list that the second does not have, or not the same.
fn missing<T: Keyed + Clone>(first: &[T], second: &[T], same: impl Fn(&T, &T) -> bool) -> Vec<T> {
    let known: BTreeMap<T::Key<'_>, &T> = second.iter().map(|record| (record.key(), record)).collect();
    first
        .iter()
        .filter(|record| known.get(&record.key()).is_none_or(|other| !same(record, other)))
        .cloned()
        .collect()
}
