//! The filters of a brief: they choose who takes part and never change a score.

use std::collections::BTreeSet;

use crate::domain::brief::{BadWord, Brief, Rule};
use crate::domain::catalogue::{Catalogue, Offer};
use crate::domain::ids::{AcceleratorId, VendorId};

/// Looks for everything that the filters name; a filter that names nothing would silently empty the list.
///
/// # Errors
/// [`BadWord`] with the first vendor, accelerator or region that the catalogue does not have, and those it has.
pub fn check_filters(brief: &Brief, catalogue: &Catalogue) -> Result<(), BadWord> {
    let vendors = || catalogue.vendors().map(|v| v.id.as_str()).collect();
    named(
        "vendor",
        brief.vendors.iter().map(VendorId::as_str),
        |id| catalogue.vendor(id).is_some(),
        vendors,
    )?;
    let accelerators = || catalogue.accelerators().map(|a| a.id.as_str()).collect();
    named(
        "gpu",
        brief.accelerators.iter().map(AcceleratorId::as_str),
        |id| catalogue.accelerator(id).is_some(),
        accelerators,
    )?;
    let regions = || catalogue.offers().map(|o| o.region.as_str()).collect();
    named(
        "region",
        brief.regions.iter().map(String::as_str),
        |name| catalogue.offers().any(|o| o.region == name),
        regions,
    )
}

fn named<'a>(
    word: &str,
    mut wanted: impl Iterator<Item = &'a str>,
    exists: impl Fn(&str) -> bool,
    known: impl FnOnce() -> BTreeSet<&'a str>,
) -> Result<(), BadWord> {
    let Some(missing) = wanted.find(|id| !exists(id)) else {
        return Ok(());
    };
    let known = known().into_iter().collect::<Vec<_>>().join(" ");
    Err(BadWord::new(word, missing, Rule::Missing { known }))
}

/// The word of the brief that leaves the offer out, if one does.
pub(super) fn outside(brief: &Brief, offer: &Offer) -> Option<&'static str> {
    if !brief.vendors.is_empty() && !brief.vendors.contains(&offer.vendor) {
        return Some("vendor");
    }
    if !brief.accelerators.is_empty() && !brief.accelerators.contains(&offer.accelerator) {
        return Some("gpu");
    }
    (!brief.regions.is_empty() && !brief.regions.contains(&offer.region)).then_some("region")
}

/// Counts an offer that a word leaves out.
pub(super) fn count_up(counts: &mut Vec<(&'static str, usize)>, word: &'static str) {
    match counts.iter_mut().find(|(w, _)| *w == word) {
        Some((_, count)) => *count += 1,
        None => counts.push((word, 1)),
    }
}
