//! The rules about prices: above zero, spot below list, and in reach of what others ask for the same accelerator.

use std::collections::BTreeMap;

use super::chips::Chips;
use super::{About, Finding, Message, Rule, Stated, Witness};
use crate::domain::catalogue::{Catalogue, Completeness, Offer, Plan, Price, Records, SubjectKind};
use crate::domain::ids::{AcceleratorId, OfferId};
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;

pub(super) fn check(records: &Records, reference: &Catalogue) -> Vec<Finding> {
    if records.prices.is_empty() {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for price in records.prices.iter().filter(|price| price.hourly.0 <= 0) {
        let message = Message::PriceNotPositive {
            plan: price.plan,
            amount: price.hourly.plain(),
            currency: price.currency,
        };
        findings.push(finding(Rule::PriceNotPositive, price, message, Vec::new()));
    }
    findings.extend(spots(records, reference));
    // Without offers every price is one of an offer that the catalogue has.
    if !records.offers.is_empty() {
        findings.extend(Market::new(reference, records).check(records));
    }
    findings
}

fn finding(rule: Rule, price: &Price, message: Message, others: Vec<Witness>) -> Finding {
    let mut values = vec![witness(price)];
    values.extend(others);
    Finding {
        rule,
        subject: About::Subject(SubjectKind::Offer, price.offer.to_string()),
        message,
        values,
    }
}

fn witness(price: &Price) -> Witness {
    let value = Stated::Hourly(price.hourly.plain(), price.currency);
    let about = About::Price(price.plan, price.offer.to_string());
    Witness::new(value, about, &price.evidence)
}

/// Spot prices against the list price of the same offer, from the records or, where they have none, from the catalogue.
fn spots(records: &Records, reference: &Catalogue) -> Vec<Finding> {
    if records.prices.iter().all(|price| price.plan != Plan::Spot) {
        return Vec::new();
    }
    let mut lists: BTreeMap<(&OfferId, Currency, Completeness), &Price> = BTreeMap::new();
    for price in records.prices.iter().filter(|price| price.plan == Plan::OnDemand) {
        lists
            .entry((&price.offer, price.currency, price.completeness))
            .or_insert(price);
    }
    let mut findings = Vec::new();
    for spot in records.prices.iter().filter(|price| price.plan == Plan::Spot) {
        let alike = |list: &&Price| {
            (list.plan, list.currency, list.completeness) == (Plan::OnDemand, spot.currency, spot.completeness)
        };
        let own = lists.get(&(&spot.offer, spot.currency, spot.completeness)).copied();
        let Some(list) = own.or_else(|| reference.prices(&spot.offer).iter().find(alike)) else {
            continue;
        };
        if spot.hourly >= list.hourly {
            let message = Message::SpotNotBelowList {
                spot: spot.hourly.plain(),
                list: list.hourly.plain(),
                currency: spot.currency,
            };
            findings.push(finding(Rule::SpotNotBelowList, spot, message, vec![witness(list)]));
        }
    }
    findings
}

/// List prices per accelerator as the catalogue has them.
struct Market<'a> {
    reference: &'a Catalogue,
    chips: Chips<'a>,
    prices: BTreeMap<(&'a AcceleratorId, Currency), Vec<(f64, &'a Price)>>,
}

/// Between which prices those of an accelerator lie.
struct Reach<'a> {
    /// The cards that the name means.
    cards: Vec<&'a AcceleratorId>,
    lowest: (f64, &'a Price),
    highest: (f64, &'a Price),
}

impl<'a> Market<'a> {
    fn new(reference: &'a Catalogue, records: &Records) -> Self {
        let mut prices: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for offer in reference.offers() {
            for price in reference.prices(&offer.id).iter().filter(|price| is_list(price)) {
                let each = price.hourly.units() / offer.count.as_f64();
                prices
                    .entry((&offer.accelerator, price.currency))
                    .or_default()
                    .push((each, price));
            }
        }
        Self {
            chips: Chips::new(records, reference),
            prices,
            reference,
        }
    }

    /// Prices of offers that the catalogue does not have: those it has are what others are compared with.
    fn check(&self, records: &Records) -> Vec<Finding> {
        let offers: BTreeMap<&OfferId, &Offer> = records.offers.iter().map(|offer| (&offer.id, offer)).collect();
        let mut findings = Vec::new();
        let mut reaches: BTreeMap<(&AcceleratorId, Currency), Option<Reach<'_>>> = BTreeMap::new();
        for price in records
            .prices
            .iter()
            .filter(|price| is_list(price) && self.reference.offer(price.offer.as_str()).is_none())
        {
            let Some(offer) = offers.get(&price.offer) else {
                continue;
            };
            let each = price.hourly.units() / offer.count.as_f64();
            let reach = reaches
                .entry((&offer.accelerator, price.currency))
                .or_insert_with(|| self.reach(&offer.accelerator, price.currency));
            let Some(Reach {
                cards,
                lowest: (low, lowest),
                highest: (high, highest),
            }) = reach
            else {
                continue;
            };
            let (low, high) = (*low, *high);
            if each < low * 0.75 {
                let message = Message::BelowOthers {
                    each,
                    lowest: low,
                    currency: price.currency,
                };
                findings.push(finding(Rule::PriceFarFromOthers, price, message, vec![witness(lowest)]));
            } else if each > high * 3.0 {
                let message = Message::AboveOthers {
                    each,
                    highest: high,
                    currency: price.currency,
                };
                findings.push(finding(
                    Rule::PriceFarFromOthers,
                    price,
                    message,
                    vec![witness(highest)],
                ));
            }
            findings.extend(self.of_another(price, offer, cards));
        }
        findings
    }

    /// The lowest and highest known list price of an accelerator.
    fn reach(&self, accelerator: &AcceleratorId, currency: Currency) -> Option<Reach<'a>> {
        let cards: Vec<&AcceleratorId> = self.chips.of(accelerator).into_iter().map(|card| &card.id).collect();
        let known = cards
            .iter()
            .filter_map(|card| self.prices.get(&(*card, currency)))
            .flatten();
        let lowest = *known.clone().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let highest = *known.max_by(|a, b| a.0.total_cmp(&b.0))?;
        Some(Reach { cards, lowest, highest })
    }

    /// Only of claims that nobody vouches for: among real prices equal numbers are common.
    fn of_another(&self, price: &Price, offer: &Offer, cards: &[&AcceleratorId]) -> Option<Finding> {
        if price.evidence.grade != Some(Grade::E) || offer.count.as_f64() < 1.0 {
            return None;
        }
        let others = self
            .prices
            .iter()
            .filter(|((card, currency), _)| *currency == price.currency && !cards.contains(card));
        let (_, same) = others
            .flat_map(|(_, prices)| prices)
            .find(|(_, other)| other.hourly == price.hourly)?;
        let message = Message::PriceOfAnotherProduct {
            amount: price.hourly.plain(),
            currency: price.currency,
            offer: same.offer.to_string(),
        };
        Some(finding(
            Rule::PriceOfAnotherProduct,
            price,
            message,
            vec![witness(same)],
        ))
    }
}

fn is_list(price: &Price) -> bool {
    price.plan == Plan::OnDemand && price.completeness == Completeness::AllIn && price.hourly.0 > 0
}
