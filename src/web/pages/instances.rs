//! Offers of the same instance type on one line, with a link for each region.

use std::collections::BTreeMap;

use super::ranking::region_of;
use crate::domain::catalogue::{Catalogue, Offer};
use crate::web::lang::Lang;
use crate::web::urls;

/// An instance type and where it is offered.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its name.
    pub name: String,
    /// Its accelerators: `8 × H100 SXM 80GB`.
    pub accelerators: String,
    /// Its offers: address and region.
    pub regions: Vec<(String, String)>,
}

/// The instance types of some offers, by name.
pub fn instances<'a>(
    catalogue: &Catalogue,
    offers: impl Iterator<Item = &'a Offer>,
    lang: Lang,
    name: impl Fn(&Offer) -> String,
) -> Vec<Instance> {
    let mut found: BTreeMap<(String, String), Vec<(String, String)>> = BTreeMap::new();
    for offer in offers {
        let accelerator = catalogue.accelerator(offer.accelerator.as_str());
        let accelerators = format!(
            "{} × {}",
            offer.count,
            accelerator.map_or(offer.accelerator.as_str(), |a| a.name.as_str())
        );
        let region = (urls::offer(lang, &offer.id, &Vec::new()), region_of(offer, lang));
        found.entry((name(offer), accelerators)).or_default().push(region);
    }
    found
        .into_iter()
        .map(|((name, accelerators), regions)| Instance {
            name,
            accelerators,
            regions,
        })
        .collect()
}
