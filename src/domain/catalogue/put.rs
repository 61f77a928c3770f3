//! Records that are put into a catalogue: whether it has any of them already, and whether everything still fits together, without
//! building the whole catalogue anew.

use std::collections::BTreeSet;

use super::build::{check_fact, exists};
use super::unfit::Source;
use super::{
    Accelerator, Attribute, BenchmarkResult, Catalogue, CatalogueError, Fact, Keyed, Offer, Price, Records, Vendor,
};
use crate::domain::ids::AcceleratorId;
use crate::domain::rates::ExchangeRate;

/// Records that a catalogue may have.
pub trait Filed: Keyed + Sized {
    /// Whether the catalogue has a record of the key of one of these.
    fn any_in(records: &[Self], catalogue: &Catalogue) -> bool;
}

macro_rules! filed {
    ($($record:ty => |$one:ident, $catalogue:ident| $is_in:expr),+ $(,)?) => {
        $(impl Filed for $record {
            fn any_in(records: &[Self], $catalogue: &Catalogue) -> bool {
                records.iter().any(|$one| $is_in)
            }
        })+
    };
}

filed!(
    Vendor => |one, catalogue| catalogue.vendors.contains_key(&one.id),
    Accelerator => |one, catalogue| catalogue.accelerators.contains_key(&one.id),
    Offer => |one, catalogue| catalogue.offers.contains_key(&one.id),
    Attribute => |one, catalogue| catalogue.attributes.contains_key(&one.id),
    (String, AcceleratorId) => |one, catalogue| catalogue.aliases.contains_key(&one.key()),
    Price => |one, catalogue| catalogue.prices(&one.offer).iter().any(|price| price.key() == one.key()),
    Fact => |one, catalogue| catalogue.facts_like(one).iter().any(|fact| fact.key() == one.key()),
    ExchangeRate => |one, catalogue| catalogue.rates.all().any(|rate| rate.key() == one.key()),
);

impl Filed for BenchmarkResult {
    fn any_in(records: &[Self], catalogue: &Catalogue) -> bool {
        let known: BTreeSet<_> = catalogue.results.iter().map(|result| &result.id).collect();
        records.iter().any(|result| known.contains(&result.id))
    }
}

impl Catalogue {
    /// Whether an attribute is put that the catalogue has with values of another kind or of other subjects: then facts that stay may
    /// not fit any more, and only [`Catalogue::new`] can tell.
    #[must_use]
    pub fn is_redefined_by(&self, put: &Records) -> bool {
        put.attributes.iter().any(|attribute| {
            let before = self.attributes.get(&attribute.id);
            before.is_some_and(|before| (before.subject, before.kind) != (attribute.subject, attribute.kind))
        })
    }

    /// Checks records that are put into this catalogue as [`Catalogue::new`] would check all of them.
    ///
    /// # Errors
    /// The first [`CatalogueError`] found.
    pub fn check_put(&self, put: &Records) -> Result<(), CatalogueError> {
        let vendors = ids("vendor", &put.vendors, |one| one.id.as_str())?;
        let accelerators = ids("accelerator", &put.accelerators, |one| one.id.as_str())?;
        let attributes = ids("attribute", &put.attributes, |one| one.id.as_str())?;
        let offers = ids("offer", &put.offers, |one| one.id.as_str())?;
        ids("benchmark result", &put.results, |one| one.id.as_str())?;
        let vendor = |id: &str| vendors.contains(id) || self.vendors.contains_key(id);
        let accelerator = |id: &str| accelerators.contains(id) || self.accelerators.contains_key(id);
        let offer = |id: &str| offers.contains(id) || self.offers.contains_key(id);
        for one in &put.offers {
            let from = || Source::Offer(one.id.clone());
            exists(vendor, "vendor", one.vendor.as_str(), from)?;
            exists(accelerator, "accelerator", one.accelerator.as_str(), from)?;
        }
        let mut spellings = BTreeSet::new();
        for alias in &put.aliases {
            let from = || Source::Alias(alias.0.clone());
            exists(accelerator, "accelerator", alias.1.as_str(), from)?;
            if !spellings.insert(alias.key()) {
                return Err(CatalogueError::Duplicate {
                    kind: "alias",
                    id: alias.0.clone(),
                });
            }
        }
        for price in &put.prices {
            exists(offer, "offer", price.offer.as_str(), || {
                Source::Price(price.offer.clone())
            })?;
        }
        for fact in &put.facts {
            let attribute = if attributes.contains(fact.attribute.as_str()) {
                put.attributes.iter().find(|one| one.id == fact.attribute)
            } else {
                self.attributes.get(&fact.attribute)
            };
            check_fact(fact, attribute, (&vendor, &accelerator, &offer))?;
        }
        for result in &put.results {
            let from = || Source::Result(result.id.clone());
            exists(accelerator, "accelerator", result.accelerator.as_str(), from)?;
            if let Some(id) = &result.vendor {
                exists(vendor, "vendor", id.as_str(), from)?;
            }
        }
        Ok(())
    }
}

fn ids<'r, T>(
    kind: &'static str,
    records: &'r [T],
    id: impl Fn(&'r T) -> &'r str,
) -> Result<BTreeSet<&'r str>, CatalogueError> {
    let mut ids = BTreeSet::new();
    for record in records {
        if !ids.insert(id(record)) {
            return Err(CatalogueError::Duplicate {
                kind,
                id: id(record).to_owned(),
            });
        }
    }
    Ok(ids)
}
