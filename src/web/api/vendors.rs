//! Vendors with their facts.

use serde::Serialize;

use super::subject::Listed;
use super::view::{EvidenceItem, FactItem, facts};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Catalogue, Subject, Vendor};

#[derive(Serialize)]
pub(in crate::web) struct VendorItem<'a> {
    id: &'a str,
    name: &'a str,
    name_zh: Option<&'a str>,
    country: Option<&'a str>,
    kind: &'static str,
    homepage: Option<&'a str>,
    evidence: EvidenceItem<'a>,
    facts: Vec<FactItem<'a>>,
}

impl Listed for Vendor {
    const KIND: &'static str = "vendor";
    type Item<'a> = VendorItem<'a>;

    fn all(catalogue: &Catalogue) -> impl Iterator<Item = &Self> {
        catalogue.vendors()
    }

    fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a Self> {
        catalogue.vendor(id)
    }

    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn is_wanted(&self, brief: &Brief) -> bool {
        brief.vendors.is_empty() || brief.vendors.contains(&self.id)
    }

    fn item<'a>(&'a self, catalogue: &'a Catalogue) -> VendorItem<'a> {
        VendorItem {
            id: self.id.as_str(),
            name: &self.name,
            name_zh: self.name_zh.as_deref(),
            country: self.country.as_deref(),
            kind: self.kind.word(),
            homepage: self.homepage.as_deref(),
            evidence: EvidenceItem::new(&self.evidence),
            facts: facts(catalogue, Subject::Vendor(&self.id)),
        }
    }
}
