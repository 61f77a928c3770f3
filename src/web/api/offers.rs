//! Offers with their prices and facts.

use serde::Serialize;

use super::subject::Listed;
use super::view::{EvidenceItem, FactItem, PriceItem, facts, prices};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Catalogue, Offer, Subject};

#[derive(Serialize)]
pub(in crate::web) struct OfferItem<'a> {
    id: &'a str,
    vendor: &'a str,
    instance_type: &'a str,
    accelerator: &'a str,
    accelerator_count: String,
    vcpu: Option<u32>,
    ram_gib: Option<f64>,
    region: &'a str,
    area: &'static str,
    listed: bool,
    evidence: EvidenceItem<'a>,
    prices: Vec<PriceItem<'a>>,
    facts: Vec<FactItem<'a>>,
}

impl Listed for Offer {
    const KIND: &'static str = "offer";
    type Item<'a> = OfferItem<'a>;

    fn all(catalogue: &Catalogue) -> impl Iterator<Item = &Self> {
        catalogue.offers()
    }

    fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a Self> {
        catalogue.offer(id)
    }

    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn is_wanted(&self, brief: &Brief) -> bool {
        (brief.vendors.is_empty() || brief.vendors.contains(&self.vendor))
            && (brief.accelerators.is_empty() || brief.accelerators.contains(&self.accelerator))
            && (brief.areas.is_empty() || brief.areas.contains(&self.area))
            && (brief.regions.is_empty() || brief.regions.contains(&self.region))
    }

    fn item<'a>(&'a self, catalogue: &'a Catalogue) -> OfferItem<'a> {
        OfferItem {
            id: self.id.as_str(),
            vendor: self.vendor.as_str(),
            instance_type: &self.instance_type,
            accelerator: self.accelerator.as_str(),
            accelerator_count: self.count.to_string(),
            vcpu: self.host.vcpu,
            ram_gib: self.host.ram_gib,
            region: &self.region,
            area: self.area.word(),
            listed: self.available,
            evidence: EvidenceItem::new(&self.evidence),
            prices: prices(catalogue.prices(&self.id)),
            facts: facts(catalogue, Subject::Offer(&self.id)),
        }
    }
}
