//! The end of an import: drafts become records, each with its place, and what only the whole file shows is said.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::{Draft, Listing};
use crate::domain::catalogue::{BenchmarkResult, Fact, Offer, Plan, Price, Records};
use crate::domain::ids::{IdError, OfferId};
use crate::domain::money::Micros;
use crate::exchange::catalogue::{Label, Places};
use crate::exchange::import::note::{Note, Remark};
use crate::exchange::import::{Format, Imported};
use crate::exchange::{Problem, ProblemKind, Reason};

const EVERYWHERE: &str = "one price for all regions; a listing does not prove availability";

impl Draft<'_> {
    /// The records and the report.
    pub(in crate::exchange::import) fn finish(mut self, format: Format) -> Imported {
        if self.problems.is_empty() && self.notes.is_empty() {
            self.note(Remark::HeaderOnly, super::At::default());
        }
        let everywhere = self.same_price_everywhere();
        let mut places = Places::default();
        let mut records = Records::default();
        let file: Arc<str> = Arc::from(self.file.as_str());
        let place = |places: &mut Places, kind, row: Option<u64>| places.push(kind, &file, row.unwrap_or_default());
        for (key, draft) in std::mem::take(&mut self.offers) {
            let mut offer = draft.offer;
            if everywhere.contains(&key.0) {
                self.note_everywhere(&mut offer);
            }
            place(&mut places, Offer::KIND, draft.row);
            records.offers.push(offer);
        }
        for ((offer, _, currency, completeness), draft) in std::mem::take(&mut self.prices) {
            let mut evidence = self.evidence.clone();
            evidence.as_of = draft.as_of;
            evidence.note = draft.quote.note.map(str::to_owned);
            let price = Price {
                offer,
                plan: draft.quote.plan,
                hourly: draft.quote.hourly,
                upfront: draft.quote.upfront,
                currency,
                completeness,
                evidence,
            };
            let price = self.known_price(price);
            place(&mut places, Price::KIND, draft.row);
            records.prices.push(price);
        }
        for (row, result) in std::mem::take(&mut self.results) {
            place(&mut places, BenchmarkResult::KIND, row);
            records.results.push(result);
        }
        let mut seen = BTreeSet::new();
        for (row, fact) in std::mem::take(&mut self.facts) {
            if seen.insert(fact.label()) {
                place(&mut places, Fact::KIND, row);
                records.facts.push(fact);
            }
        }
        if self.problems_beyond > 0 {
            let reason = Reason::More {
                count: Some(self.problems_beyond),
                stopped: self.has_had_enough(),
            };
            self.problems.push(Problem {
                file: self.file.clone(),
                row: None,
                column: None,
                kind: ProblemKind::Value { reason },
            });
        }
        Imported {
            format: Some(format),
            records,
            problems: self.problems,
            notes: self.notes.into_values().collect::<Vec<Note>>(),
            places,
            scope: self.scope,
        }
    }

    /// The price as the catalogue has it when it says the same and nothing newer, so that its evidence stays.
    fn known_price(&self, price: Price) -> Price {
        let date = |price: &Price| price.evidence.as_of.latest();
        let before = self.context.catalogue.prices(&price.offer).iter();
        let mut same = before.filter(|before| {
            (before.plan, before.currency, before.completeness) == (price.plan, price.currency, price.completeness)
                && (before.hourly, before.upfront) == (price.hourly, price.upfront)
                && date(&price).is_none_or(|new| date(before).is_some_and(|old| old >= new))
        });
        // The first is the one in force.
        same.next().cloned().unwrap_or(price)
    }

    fn note_everywhere(&mut self, offer: &mut Offer) {
        self.note(Remark::SamePriceEverywhere, super::At::default());
        if self.context.catalogue.offer(offer.id.as_str()) == Some(offer) {
            return;
        }
        offer.evidence.note = Some(match offer.evidence.note.take() {
            Some(note) if note != EVERYWHERE => format!("{note}; {EVERYWHERE}"),
            Some(_) | None => EVERYWHERE.to_owned(),
        });
    }

    /// Vendors with three regions or more that list every instance type in each of them at one price.
    fn same_price_everywhere(&self) -> BTreeSet<String> {
        let mut regions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut prices: BTreeMap<(&str, &str), (usize, BTreeSet<Micros>)> = BTreeMap::new();
        let on_demand = self.prices.iter().filter(|((_, plan, ..), _)| *plan == Plan::OnDemand);
        let lists: BTreeMap<&OfferId, Micros> = on_demand.map(|((id, ..), draft)| (id, draft.quote.hourly)).collect();
        for (key, offer) in &self.offers {
            if let Some(hourly) = lists.get(&offer.offer.id) {
                regions.entry(&key.0).or_default().insert(&key.2);
                let (count, amounts) = prices.entry((&key.0, &key.1)).or_default();
                *count += 1;
                amounts.insert(*hourly);
            }
        }
        let everywhere = |vendor: &str, count: usize| {
            let types = prices.iter().filter(|((of, _), _)| *of == vendor);
            count >= 3
                && types
                    .clone()
                    .all(|(_, (listed, amounts))| *listed == count && amounts.len() == 1)
        };
        regions
            .iter()
            .filter(|(vendor, regions)| everywhere(vendor, regions.len()))
            .map(|(vendor, _)| (*vendor).to_owned())
            .collect()
    }
}

/// Whether two offers differ in nothing but evidence and a listing that the file cannot deny.
pub(super) fn says_the_same(before: &Offer, new: &Offer) -> bool {
    before.accelerator == new.accelerator
        && before.count == new.count
        && before.host == new.host
        && before.area == new.area
        && before.region == new.region
        && before.instance_type == new.instance_type
        && before.available == new.available
}

/// `azure-standard-nv6ads-a10-v5-eastus`. What does not fit into an id, or is taken, ends in a number made of the names.
pub(super) fn offer_id(listing: &Listing<'_>, taken: impl Fn(&OfferId) -> bool) -> Result<OfferId, IdError> {
    let name = format!("{}-{}-{}", listing.vendor, listing.instance_type, listing.region);
    let slug = slug(&name);
    match OfferId::new(slug.clone()) {
        Ok(id) if name.is_ascii() && !taken(&id) => Ok(id),
        Ok(_) | Err(_) => {
            let short: String = slug.chars().take(63).collect();
            OfferId::new(format!("{short}-{:016x}", hash(&name)))
        }
    }
}

/// Small letters, digits, dots and hyphens.
pub(in crate::exchange::import) fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len().min(400));
    for c in name.chars().take(400).flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' | '.' => slug.push(c),
            _ if slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.trim_matches('-').to_owned()
}

/// FNV-1a: the same number for the same name in every program.
pub(in crate::exchange::import) fn hash(name: &str) -> u64 {
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
