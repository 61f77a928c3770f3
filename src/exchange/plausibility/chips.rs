//! Which card of the catalogue a name means: the one of that id, spelling or chip, or the one that all machines of a family of the
//! named vendor have ("AWS G4" is the T4). A name may mean several products ("A100"), or none.

use std::collections::BTreeMap;

use crate::domain::catalogue::{Accelerator, Catalogue, Records};
use crate::domain::ids::AcceleratorId;

/// The cards that each accelerator of the records may be.
pub(super) struct Chips<'c> {
    reference: &'c Catalogue,
    cards: BTreeMap<AcceleratorId, Vec<&'c Accelerator>>,
}

impl<'c> Chips<'c> {
    pub(super) fn new(records: &Records, reference: &'c Catalogue) -> Self {
        let named = records
            .accelerators
            .iter()
            .map(|one| (one.id.clone(), cards_named(&one.name, one.id.as_str(), reference)));
        Self {
            reference,
            cards: named.collect(),
        }
    }

    /// The cards; more than one when the name does not say which.
    pub(super) fn of(&self, id: &AcceleratorId) -> Vec<&'c Accelerator> {
        if let Some(known) = self.reference.accelerator(id.as_str()) {
            return vec![known];
        }
        self.cards.get(id).cloned().unwrap_or_default()
    }
}

fn words(name: &str) -> Vec<String> {
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    words.take(20).map(str::to_lowercase).collect()
}

fn cards_named<'c>(name: &str, id: &str, reference: &'c Catalogue) -> Vec<&'c Accelerator> {
    if let Some(known) = reference.accelerator(id) {
        return vec![known];
    }
    let bare = name.strip_prefix("SAMPLE ").unwrap_or(name);
    let before = bare.split('(').next().unwrap_or(bare);
    if let Some(known) = reference
        .accelerator_by_alias(bare)
        .or_else(|| reference.accelerator_by_alias(before))
    {
        return vec![known];
    }
    let words = words(bare);
    let chips = || {
        words
            .iter()
            .filter(|word| word.bytes().any(|byte| byte.is_ascii_digit()))
    };
    for chip in chips() {
        if let Some(known) = reference.accelerator_by_alias(chip) {
            return vec![known];
        }
        let of_chip = |one: &&Accelerator| self::words(&format!("{} {}", one.id, one.name)).contains(chip);
        let cards: Vec<_> = reference.accelerators().filter(of_chip).collect();
        if !cards.is_empty() {
            return cards;
        }
    }
    let vendor = words.iter().find_map(|word| reference.vendor(word));
    chips()
        .find_map(|chip| family(vendor?.id.as_str(), chip, reference))
        .into_iter()
        .collect()
}

/// The card of all machines of the vendor whose names begin with the word and go on with a letter or a dot.
fn family<'c>(vendor: &str, word: &str, reference: &'c Catalogue) -> Option<&'c Accelerator> {
    let machines = reference.offers().filter(|offer| {
        let name = offer.instance_type.to_lowercase();
        let rest = name.strip_prefix(word);
        offer.vendor.as_str() == vendor && rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    let mut cards: Vec<_> = machines.map(|offer| &offer.accelerator).collect();
    cards.sort();
    cards.dedup();
    match cards.as_slice() {
        [one] => reference.accelerator(one.as_str()),
        _ => None,
    }
}
