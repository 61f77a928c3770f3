//! Offers of the same instance type on one line, with a link for each region.

use std::collections::BTreeMap;

use super::ranking::region_of;
use crate::domain::catalogue::{Catalogue, Offer};
use crate::web::lang::Lang;
use crate::web::urls;

/// Instance types that a page lists, and regions of each.
const LISTED: (usize, usize) = (200, 40);

/// An instance type and where it is offered.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its name.
    pub name: String,
    /// Its accelerators: `8 × H100 SXM 80GB`.
    pub accelerators: String,
    /// Its offers: address and region.
    pub regions: Vec<(String, String)>,
    /// How many more regions there are, in words.
    pub more: Option<String>,
}

/// The instance types of a page.
#[derive(Debug, Clone)]
pub struct Instances {
    /// The first of them, by name.
    pub list: Vec<Instance>,
    /// How many more there are, in words, and where they are listed.
    pub more: Option<(String, String)>,
}

/// The instance types of some offers, by name; what is too much for a page stands at `all_href`.
pub fn instances<'a>(
    catalogue: &Catalogue,
    offers: impl Iterator<Item = &'a Offer>,
    (lang, all_href): (Lang, &str),
    name: impl Fn(&Offer) -> String,
) -> Instances {
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
    let (types, most_regions) = LISTED;
    let more = found.len().saturating_sub(types);
    let list = found
        .into_iter()
        .take(types)
        .map(|((name, accelerators), mut regions)| {
            let more = regions.len().saturating_sub(most_regions);
            regions.truncate(most_regions);
            Instance {
                name,
                accelerators,
                regions,
                more: (more > 0).then(|| lang.plural("instance.more_regions", more)),
            }
        });
    Instances {
        list: list.collect(),
        more: (more > 0).then(|| (lang.plural("instance.more", more), all_href.to_owned())),
    }
}
