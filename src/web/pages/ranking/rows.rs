//! Which rows a view shows, and in which order: filters, grouping, sorting and paging. Scores are not touched.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rust_decimal::prelude::ToPrimitive;

use crate::domain::brief::{BadWord, Rule};
use crate::domain::catalogue::Plan;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::domain::price::{instance_rate, rate};
use crate::domain::ranking::{Prepared, Ranking, Row};
use crate::domain::scoring::rank::key;
use crate::web::pick::Per;
use crate::web::query::{Group, Query, Sort};

/// Rows on one page.
pub(super) const PAGE_ROWS: usize = 50;

/// A row of the table: an offer, and in a list of vendors the vendor's other ranked offers.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The place shown: of the vendor in a list of vendors, of the offer in a list of offers.
    pub place: usize,
    /// The offer that stands for the row.
    pub row: &'a Row,
    /// The vendor's other ranked offers, best first; empty in a list of offers.
    pub others: Vec<&'a Row>,
}

/// The rows of a view before paging.
#[derive(Debug)]
pub(in crate::web::pages) struct Shown<'a> {
    /// Ranked rows in the order of the view.
    pub ranked: Vec<Entry<'a>>,
    /// Rows without a rank, in the order of the ranking.
    pub out: Vec<&'a Row>,
    /// Ranked and other rows that the text filter does not match.
    pub unmatched: usize,
    /// Rows hidden by hand.
    pub hidden: usize,
}

/// The rows a view shows.
#[must_use]
pub(in crate::web::pages) fn shown<'a>(prepared: &Prepared, ranking: &'a Ranking, query: &Query) -> Shown<'a> {
    let view = &query.view;
    // A text filter names offers, so it lists them.
    let by_offer = view.group == Group::Offer || !view.q.is_empty();
    let needle = view.q.to_lowercase();
    let matches = |row: &Row| needle.is_empty() || haystack(prepared, row).contains(&needle);
    let is_hidden = |row: &Row| {
        prepared
            .offers()
            .get(row.offer)
            .is_some_and(|o| view.hide.contains(&o.offer.id))
    };
    let all = if by_offer {
        by_offers(ranking)
    } else {
        by_vendors(prepared, ranking)
    };
    let (matched, unmatched): (Vec<Entry<'a>>, Vec<_>) = all.into_iter().partition(|e| matches(e.row));
    let (hidden, mut ranked): (Vec<_>, Vec<Entry<'a>>) = matched.into_iter().partition(|e| is_hidden(e.row));
    sort(prepared, ranking, query, &mut ranked);
    let all_out: Vec<&Row> = ranking.rows.iter().filter(|r| r.rank.is_none()).collect();
    let without = all_out.len();
    let out: Vec<&Row> = all_out.into_iter().filter(|r| matches(r)).collect();
    Shown {
        ranked,
        unmatched: unmatched.len() + without - out.len(),
        out,
        hidden: hidden.len(),
    }
}

fn haystack(prepared: &Prepared, row: &Row) -> String {
    let Some(measured) = prepared.offers().get(row.offer) else {
        return String::new();
    };
    let offer = &measured.offer;
    let catalogue = prepared.catalogue();
    let vendor = catalogue.vendor(offer.vendor.as_str());
    let accelerator = catalogue.accelerator(offer.accelerator.as_str());
    [
        vendor.map_or("", |v| v.name.as_str()),
        vendor.and_then(|v| v.name_zh.as_deref()).unwrap_or_default(),
        &offer.instance_type,
        &offer.region,
        accelerator.map_or("", |a| a.name.as_str()),
        offer.id.as_str(),
        offer.accelerator.as_str(),
    ]
    .join("\n")
    .to_lowercase()
}

fn by_offers(ranking: &Ranking) -> Vec<Entry<'_>> {
    ranking
        .rows
        .iter()
        .filter_map(|row| {
            row.rank.map(|place| Entry {
                place,
                row,
                others: Vec::new(),
            })
        })
        .collect()
}

/// The best offer of each vendor, best first.
pub(in crate::web::pages) fn vendors_first(prepared: &Prepared, ranking: &Ranking) -> Vec<usize> {
    by_vendors(prepared, ranking).into_iter().map(|e| e.row.offer).collect()
}

/// One entry per vendor. Its place counts the vendors whose best offer scores more.
fn by_vendors<'a>(prepared: &Prepared, ranking: &'a Ranking) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    let mut entry_of: BTreeMap<&VendorId, usize> = BTreeMap::new();
    for row in ranking.rows.iter().filter(|r| r.rank.is_some()) {
        let Some(measured) = prepared.offers().get(row.offer) else {
            continue;
        };
        if let Some(entry) = entry_of.get(&measured.offer.vendor).and_then(|&at| entries.get_mut(at)) {
            entry.others.push(row);
        } else {
            entry_of.insert(&measured.offer.vendor, entries.len());
            let tied = entries
                .last()
                .filter(|last| last.row.rank == row.rank)
                .map(|last| last.place);
            entries.push(Entry {
                place: tied.unwrap_or(entries.len() + 1),
                row,
                others: Vec::new(),
            });
        }
    }
    entries
}

/// The smallest first; each value is looked up once.
fn cheapest_first(entries: &mut [Entry<'_>], reversed: bool, value: impl Fn(&Entry<'_>) -> Option<f64>) {
    let values: BTreeMap<usize, Option<f64>> = entries.iter().map(|e| (e.row.offer, value(e))).collect();
    let of = |e: &Entry<'_>| values.get(&e.row.offer).copied().flatten();
    entries.sort_by(|a, b| missing_last(of(a), of(b), f64::total_cmp, reversed));
}

fn sort(prepared: &Prepared, ranking: &Ranking, query: &Query, entries: &mut [Entry<'_>]) {
    let (by, reversed) = (&query.view.sort, query.view.reversed);
    let largest_first = |a: Option<f64>, b: Option<f64>| missing_last(a, b, |a, b| key(*b).cmp(&key(*a)), reversed);
    match by {
        Sort::Total if reversed => entries.reverse(),
        Sort::Total => {}
        Sort::Name => {
            let name = |e: &Entry<'_>| {
                prepared
                    .offers()
                    .get(e.row.offer)
                    .map(|o| super::name_of(prepared.catalogue(), &o.offer, crate::web::lang::Lang::En).to_lowercase())
            };
            entries.sort_by(|a, b| {
                if reversed {
                    name(b).cmp(&name(a))
                } else {
                    name(a).cmp(&name(b))
                }
            });
        }
        Sort::Price(plan) => {
            let unit = (query.view.pick.per, query.brief.shown_currency());
            cheapest_first(entries, reversed, |e| shown_price(prepared, e.row, *plan, unit));
        }
        Sort::Cost => cheapest_first(entries, reversed, |e| {
            let cost = prepared.offers().get(e.row.offer)?.cost.as_ref().ok()?;
            cost.total.0.decimal().to_f64()
        }),
        Sort::Coverage => {
            entries.sort_by(|a, b| largest_first(a.row.score.map(|s| s.coverage), b.row.score.map(|s| s.coverage)));
        }
        Sort::Dimension(id) => {
            let parts = |e: &Entry<'_>| dimension_part(prepared, ranking, e.row, id);
            entries.sort_by(|a, b| largest_first(parts(a), parts(b)));
        }
    }
}

/// Values in order, the missing ones last whichever way round.
fn missing_last(a: Option<f64>, b: Option<f64>, order: impl Fn(&f64, &f64) -> Ordering, reversed: bool) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) if reversed => order(&b, &a),
        (Some(a), Some(b)) => order(&a, &b),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    }
}

/// The price of a plan in a currency, where it is known: of a needed accelerator-hour, or of an hour of one whole instance.
#[must_use]
pub(super) fn shown_price(prepared: &Prepared, row: &Row, plan: Plan, (per, currency): (Per, Currency)) -> Option<f64> {
    let offer = &prepared.offers().get(row.offer)?.offer;
    let catalogue = prepared.catalogue();
    match per {
        Per::Gpu => {
            let gpus = prepared.need().gpus;
            Some(rate(catalogue, offer, plan, (gpus, currency)).ok()?.per_gpu(gpus))
        }
        Per::Offer => Some(instance_rate(catalogue, offer, plan, currency).ok()?.hourly.units()),
    }
}

/// What a dimension adds to the score of a row.
fn dimension_part(prepared: &Prepared, ranking: &Ranking, row: &Row, id: &str) -> Option<f64> {
    row.score?;
    let place = prepared.scorecard().dimensions.iter().position(|d| d.id == id)?;
    prepared.dimension_parts(ranking, row.offer).get(place).copied()
}

/// One page of a list: its rows, and how many pages there are.
///
/// # Errors
/// [`BadWord`] when there is no such page.
pub(in crate::web::pages) fn page<'a, T>(word: &str, rows: &'a [T], number: u32) -> Result<(&'a [T], u32), BadWord> {
    let pages = u32::try_from(rows.len().div_ceil(PAGE_ROWS)).unwrap_or(u32::MAX).max(1);
    let first = usize::try_from(number.saturating_sub(1))
        .unwrap_or(usize::MAX)
        .saturating_mul(PAGE_ROWS);
    if number > pages {
        return Err(BadWord::new(
            word,
            &number.to_string(),
            Rule::Number {
                min: 1,
                max: pages.into(),
            },
        ));
    }
    Ok((
        rows.get(first..(first + PAGE_ROWS).min(rows.len())).unwrap_or_default(),
        pages,
    ))
}
