//! Which product a row means. A spelling is looked up among ids and aliases; where it only names the chip, the rest of the row or
//! the catalogue's own knowledge of the instance type may decide, and if neither does, the row is reported with the candidates.

use std::collections::{BTreeMap, BTreeSet};

use super::note::Remark;
use crate::domain::catalogue::{Catalogue, FactValue, Fraction, Offer, Subject};
use crate::domain::ids::{AcceleratorId, OfferId};
use crate::exchange::Reason;

/// What a row says about its accelerator.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Clues<'r> {
    /// The spelling in the column of the accelerator.
    pub(super) spelling: &'r str,
    /// Other names of it in the row.
    pub(super) others: &'r [&'r str],
    /// Memory of one, in GB, if the row says.
    pub(super) memory_gb: Option<f64>,
    /// Whose row it is, and its instance type.
    pub(super) vendor: &'r str,
    pub(super) instance_type: &'r str,
}

/// The catalogue's offers and accelerators, by what files know of them.
pub(super) struct Known<'a> {
    catalogue: &'a Catalogue,
    listings: BTreeMap<(&'a str, String, String), &'a Offer>,
    types: BTreeMap<(&'a str, String), Vec<&'a Offer>>,
    families: BTreeMap<(&'a str, String), BTreeSet<&'a AcceleratorId>>,
    series: BTreeMap<(&'a str, String), BTreeSet<&'a AcceleratorId>>,
    products: Vec<(&'a AcceleratorId, Vec<String>)>,
}

impl<'a> Known<'a> {
    pub(super) fn new(catalogue: &'a Catalogue) -> Self {
        let mut known = Self {
            catalogue,
            listings: BTreeMap::new(),
            types: BTreeMap::new(),
            families: BTreeMap::new(),
            series: BTreeMap::new(),
            products: Vec::new(),
        };
        for offer in catalogue.offers() {
            let vendor = offer.vendor.as_str();
            let name = offer.instance_type.to_lowercase();
            let listing = (vendor, name.clone(), offer.region.to_lowercase());
            known.listings.entry(listing).or_insert(offer);
            known
                .families
                .entry((vendor, family(&name)))
                .or_default()
                .insert(&offer.accelerator);
            if let Some(series) = series(&name) {
                known
                    .series
                    .entry((vendor, series))
                    .or_default()
                    .insert(&offer.accelerator);
            }
            known.types.entry((vendor, name)).or_default().push(offer);
        }
        known.products = catalogue
            .accelerators()
            .map(|accelerator| {
                let form = accelerator.form_factor.as_deref().unwrap_or_default();
                (
                    &accelerator.id,
                    words(&format!("{} {} {form}", accelerator.id, accelerator.name)),
                )
            })
            .collect();
        known
    }

    /// The offer of that vendor, instance type and region.
    pub(super) fn listing(&self, vendor: &str, instance_type: &str, region: &str) -> Option<&'a Offer> {
        self.listings
            .get(&(vendor, instance_type.to_lowercase(), region.to_lowercase()))
            .copied()
    }

    /// Accelerator and count of an instance type, when all its offers agree.
    pub(super) fn shape(&self, vendor: &str, instance_type: &str) -> Option<(&'a AcceleratorId, Fraction)> {
        let offers = self.types.get(&(vendor, instance_type.to_lowercase()))?;
        let first = offers.first()?;
        let agree = offers
            .iter()
            .all(|o| o.accelerator == first.accelerator && o.count == first.count);
        agree.then_some((&first.accelerator, first.count))
    }

    /// The accelerator of a family of instance types, when all its offers agree.
    pub(super) fn family(&self, vendor: &str, instance_type: &str) -> Option<&'a AcceleratorId> {
        let members = self.families.get(&(vendor, family(&instance_type.to_lowercase())))?;
        members.first().copied().filter(|_| members.len() == 1)
    }

    /// The accelerator of the sizes of one machine, `a2-highgpu-1g` and `a2-highgpu-8g`, when all its offers agree.
    fn series(&self, vendor: &str, instance_type: &str) -> Option<&'a AcceleratorId> {
        let members = self.series.get(&(vendor, series(&instance_type.to_lowercase())?))?;
        members.first().copied().filter(|_| members.len() == 1)
    }

    /// The memory of one accelerator in GB.
    pub(super) fn memory_gb(&self, accelerator: &AcceleratorId) -> Option<f64> {
        memory_gb(self.catalogue, accelerator)
    }

    /// Whether the id of an offer is taken.
    pub(super) fn is_taken(&self, id: &OfferId) -> bool {
        self.catalogue.offer(id.as_str()).is_some()
    }

    /// The accelerator that the row means, and the remark that says how it was found; or what is wrong with the spelling.
    pub(super) fn accelerator(&self, clues: &Clues<'_>) -> Result<(&'a AcceleratorId, Option<Remark>), Reason> {
        let spellings = std::iter::once(clues.spelling).chain(clues.others.iter().copied());
        for spelling in spellings.clone().filter(|spelling| !spelling.trim().is_empty()) {
            if let Some(found) = self.catalogue.accelerator_by_alias(spelling) {
                return Ok((&found.id, None));
            }
        }
        let candidates = self.candidates(clues.spelling);
        let words_of_row: Vec<String> = spellings.chain([clues.instance_type]).flat_map(words).collect();
        let memory = clues
            .memory_gb
            .or_else(|| words(clues.spelling).iter().find_map(|word| size(word)));
        let fits = |id: &AcceleratorId| {
            memory
                .zip(self.memory_gb(id))
                .is_none_or(|(said, card)| near(said, card))
        };
        let is_candidate = |id: &AcceleratorId| candidates.iter().any(|(candidate, _)| *candidate == id);
        let shape = self.shape(clues.vendor, clues.instance_type).map(|(id, _)| id);
        let known = shape.filter(|id| candidates.is_empty() || is_candidate(id));
        let series = || {
            self.series(clues.vendor, clues.instance_type)
                .filter(|id| is_candidate(id))
        };
        if let Some(id) = known.or_else(series).filter(|id| fits(id)) {
            return Ok((id, Some(Remark::KnownFromCatalogue)));
        }
        let form = form_factor(&words_of_row);
        let fitting: Vec<_> = candidates
            .iter()
            .filter(|(id, words)| form.is_some() && form_factor(words) == form && fits(id))
            .collect();
        match (fitting.as_slice(), candidates.as_slice()) {
            ([(id, ..)], _) => Ok((id, Some(Remark::FormFactorFromRow))),
            (_, several) => {
                let ids = several.iter().take(8).map(|(id, ..)| id.to_string());
                Err(Reason::Spelling(shown(clues.spelling), ids.collect()))
            }
        }
    }

    /// The products whose words hold the first word of the spelling that names a chip.
    fn candidates(&self, spelling: &str) -> Vec<(&'a AcceleratorId, &[String])> {
        let words = words(spelling);
        let names_chip = |word: &&String| word.bytes().any(|b| b.is_ascii_digit()) && size(word).is_none();
        let Some(chip) = words.iter().find(names_chip) else {
            return Vec::new();
        };
        let matches = self.products.iter().filter(|(_, product)| product.contains(chip));
        matches.map(|(id, words)| (*id, words.as_slice())).collect()
    }
}

fn memory_gb(catalogue: &Catalogue, accelerator: &AcceleratorId) -> Option<f64> {
    match catalogue.fact(Subject::Accelerator(accelerator), "memory_gb")?.value {
        FactValue::Number(memory) => Some(memory),
        FactValue::Range(_, most) => Some(most),
        FactValue::Flag(_) | FactValue::Text(_) | FactValue::Absent | FactValue::Unknown => None,
    }
}

/// The words of a name in small letters.
fn words(name: &str) -> Vec<String> {
    name.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty() && word.len() <= 40)
        .take(40)
        .map(str::to_lowercase)
        .collect()
}

/// A text short enough for a message.
pub(super) fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The form factor that words name; the one for pairs of cards is also one for slots.
fn form_factor(words: &[String]) -> Option<&'static str> {
    let names = |form: &&str| words.iter().any(|word| word.starts_with(*form));
    ["nvl", "sxm", "oam", "pci"].into_iter().find(names)
}

/// `80gb` and `80g` as 80.
fn size(word: &str) -> Option<f64> {
    let digits = word.strip_suffix("gb").or_else(|| word.strip_suffix('g'))?;
    digits.parse::<u16>().ok().map(f64::from)
}

/// Cards of one size are sold with a little more or less: 80 GB show as 79.6 or 81.9.
pub(super) fn near(said: f64, card: f64) -> bool {
    said > 0.0 && (said / card - 1.0).abs() < 0.06
}

/// `ecs.gn7i-c16g1.4xlarge` is of the family `ecs.gn7i`, `g5.xlarge` of `g5`.
fn family(instance_type: &str) -> String {
    let (stem, prefix) = instance_type
        .strip_prefix("ecs.")
        .map_or((instance_type, ""), |rest| (rest, "ecs."));
    let end = stem.find(['-', '.']).unwrap_or(stem.len());
    format!("{prefix}{}", stem.get(..end).unwrap_or(stem))
}

/// The name without its size: up to the last hyphen or dot.
fn series(instance_type: &str) -> Option<String> {
    let (series, _) = instance_type.rsplit_once(['-', '.'])?;
    Some(series.to_owned())
}
