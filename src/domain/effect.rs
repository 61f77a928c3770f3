//! What another release, scorecard or brief does to a ranking: who moved, who came, who went.

use std::collections::BTreeMap;

use super::ids::OfferId;
use super::ranking::{Prepared, Ranking};
use super::scoring::display::Tenths;

/// Where an offer stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// 1 = best; `None` when it is not ranked.
    pub rank: Option<usize>,
    /// Its score; `None` when nothing is known of it.
    pub score: Option<Tenths>,
}

/// An offer whose standing is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The offer.
    pub offer: OfferId,
    /// Before; `None` when it was not in the catalogue.
    pub before: Option<Standing>,
    /// After; `None` when it is not any more.
    pub after: Option<Standing>,
}

/// Every offer whose rank or shown score differs, in the order of the better of its ranks.
#[must_use]
pub fn moves(before: (&Prepared, &Ranking), after: (&Prepared, &Ranking)) -> Vec<Move> {
    let (old, new) = (standings(before.0, before.1), standings(after.0, after.1));
    let mut offers: Vec<&OfferId> = old.keys().chain(new.keys()).copied().collect();
    offers.sort();
    offers.dedup();
    let mut moves: Vec<Move> = offers
        .into_iter()
        .map(|offer| Move {
            offer: offer.clone(),
            before: old.get(offer).copied(),
            after: new.get(offer).copied(),
        })
        .filter(|one| one.before != one.after)
        .collect();
    moves.sort_by_key(|one| {
        let rank = |standing: Option<Standing>| standing.and_then(|s| s.rank).unwrap_or(usize::MAX);
        (rank(one.after).min(rank(one.before)), one.offer.clone())
    });
    moves
}

/// Where every offer of a ranking stands.
#[must_use]
pub fn standings<'a>(prepared: &'a Prepared, ranking: &Ranking) -> BTreeMap<&'a OfferId, Standing> {
    ranking
        .rows
        .iter()
        .filter_map(|row| {
            let offer = &prepared.offers().get(row.offer)?.offer;
            let score = row.score.map(|score| Tenths::nearest(score.floor));
            Some((&offer.id, Standing { rank: row.rank, score }))
        })
        .collect()
}
