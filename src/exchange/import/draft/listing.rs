//! Rows of a price list as offers: a further zone is merged by a rule, a duplicate is reported, and what the catalogue knows of an
//! offer stays where the file says nothing else.

use std::collections::BTreeSet;

use super::{At, Draft, Listing, OfferDraft, PriceDraft, Quote, finish, key};
use crate::domain::catalogue::{Area, CpuMemory, Offer, Plan};
use crate::domain::ids::{IdError, OfferId};
use crate::exchange::import::areas::area_of;
use crate::exchange::import::note::Remark;
use crate::exchange::source::limits::NAME_BYTES;
use crate::exchange::{ProblemKind, Reason};

impl Draft<'_> {
    /// Takes a row; a second row of the same key is merged when it is a further zone, and a problem otherwise.
    /// The id of the offer, when the row was taken.
    pub(in crate::exchange::import) fn list(&mut self, listing: Listing<'_>, at: At<'_>) -> Option<OfferId> {
        if listing.instance_type.is_empty() || listing.region.is_empty() {
            let column = if listing.region.is_empty() {
                "region"
            } else {
                "instance type"
            };
            self.kind(at, column, ProblemKind::Empty);
            return None;
        }
        let bytes = listing.instance_type.len().max(listing.region.len());
        if bytes > NAME_BYTES {
            let limit = NAME_BYTES;
            self.kind(at, "", ProblemKind::TooLong { bytes, limit });
            return None;
        }
        self.mention(&listing.vendor, listing.instance_type, listing.region);
        let key = key(&listing.vendor, listing.instance_type, listing.region);
        if let Some(first) = self.offers.get_mut(&key) {
            let same_zone = !first.zones.insert(listing.zone.to_owned());
            let (row, offer) = (first.row, &first.offer);
            let differs = offer.accelerator != listing.accelerator || offer.count != listing.count;
            if same_zone || differs {
                self.duplicate(at, listing.key_columns, row);
                return None;
            }
            let id = offer.id.clone();
            self.note(Remark::ZonesMerged, at);
            self.merge(&id, listing, at);
            return Some(id);
        }
        let offer = match self.offer_of(&listing, at) {
            Ok(offer) => offer,
            Err(error) => {
                self.fault(at, "", error);
                return None;
            }
        };
        let id = offer.id.clone();
        self.ids.insert(finish::hash(id.as_str()));
        let draft = OfferDraft {
            row: at.row,
            offer,
            zones: BTreeSet::from([listing.zone.to_owned()]),
        };
        self.offers.insert(key, draft);
        for quote in listing.prices {
            let place = (id.clone(), quote.plan, listing.currency, quote.completeness);
            let price = self.draft_of(quote, at);
            self.prices.entry(place).or_insert(price);
        }
        Some(id)
    }

    pub(super) fn duplicate(&mut self, at: At<'_>, columns: &'static str, first: Option<u64>) {
        let kind = match first {
            Some(first) => ProblemKind::Duplicate { columns, first },
            None => ProblemKind::Value {
                reason: Reason::Repeated(columns),
            },
        };
        self.kind(at, "", kind);
    }

    /// A further zone: the lowest spot price counts, every other price has to be the same.
    fn merge(&mut self, id: &OfferId, listing: Listing<'_>, at: At<'_>) {
        for quote in listing.prices {
            let place = (id.clone(), quote.plan, listing.currency, quote.completeness);
            let Some(first) = self.prices.get_mut(&place) else {
                let price = self.draft_of(quote, at);
                self.prices.insert(place, price);
                continue;
            };
            if quote.plan == Plan::Spot {
                if quote.hourly < first.quote.hourly {
                    first.quote.hourly = quote.hourly;
                }
                first.quote.note = Some("lowest of the zones of the region");
            } else if first.quote.hourly != quote.hourly {
                let reason = Reason::OtherPrice {
                    plan: quote.plan,
                    price: quote.hourly.plain(),
                    row: first.row.unwrap_or_default(),
                    before: first.quote.hourly.plain(),
                };
                self.fault(at, "", reason);
            }
        }
    }

    fn draft_of(&self, quote: Quote, at: At<'_>) -> PriceDraft {
        PriceDraft {
            row: at.row,
            quote,
            as_of: self.evidence.as_of.clone(),
        }
    }

    /// The offer as the catalogue has it, with what the file says otherwise; or a new one.
    fn offer_of(&mut self, listing: &Listing<'_>, at: At<'_>) -> Result<Offer, IdError> {
        let vendor = listing.vendor.as_str();
        let before = self.known.listing(vendor, listing.instance_type, listing.region);
        let area = listing
            .area
            .or_else(|| before.map(|offer| offer.area))
            .unwrap_or_else(|| area_of(listing.region));
        if area == Area::Unspecified && listing.region != "unspecified" {
            self.note(Remark::AreaUnknown, at);
        }
        let mut evidence = self.evidence.clone();
        evidence.note = listing.note.map(str::to_owned);
        let host = before.map_or_else(CpuMemory::default, |offer| offer.host);
        let taken = |id: &OfferId| self.known.is_taken(id) || self.ids.contains(&finish::hash(id.as_str()));
        let new = Offer {
            id: before.map_or_else(|| finish::offer_id(listing, taken), |offer| Ok(offer.id.clone()))?,
            vendor: listing.vendor.clone(),
            instance_type: listing.instance_type.to_owned(),
            accelerator: listing.accelerator.clone(),
            count: listing.count,
            host: CpuMemory {
                vcpu: listing.host.vcpu.or(host.vcpu),
                ram_gib: listing.host.ram_gib.or(host.ram_gib),
            },
            region: listing.region.to_owned(),
            area,
            available: true,
            evidence,
        };
        Ok(match before {
            Some(before) if finish::says_the_same(before, &new) => before.clone(),
            Some(_) | None => new,
        })
    }
}
