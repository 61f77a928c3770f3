//! Offers ranked for a brief: a pure function of release, scorecard and brief. [`Prepared`] holds what does not depend on
//! weights, gate modes and filters, so that a weight change is a multiplication and a sort.

mod filters;
mod gates;
mod measured;
mod weights;

use std::sync::Arc;

use super::brief::{BadWord, Brief};
use super::catalogue::{Catalogue, Offer};
use super::measure::Measurer;
use super::scorecard::{GateMode, Need, Scorecard};
use super::scoring::parallel::{on_each, threads};
use super::scoring::rank::{key, rank_intervals};
use super::scoring::{Eligibility, Matrix, Outcome, Ranker, Score, Weights};
pub use filters::check_filters;
use filters::{count_up, outside};
use gates::gates_in_force;
pub use gates::{Budget, GateInForce, Question};
pub use measured::{MeasuredOffer, Misfit, PrepareError, typical_grade};
use measured::{measure_offer, spans_of};
pub use weights::dimension_points;
use weights::weights;

/// Every offer of a release measured for one scorecard and need.
#[derive(Debug)]
pub struct Prepared {
    catalogue: Arc<Catalogue>,
    scorecard: Arc<Scorecard>,
    need: Need,
    measured: Arc<Measurement>,
    order: Arc<Order>,
}

/// What depends on the need.
#[derive(Debug)]
struct Measurement {
    offers: Vec<MeasuredOffer>,
    matrix: Matrix,
}

/// How ties are ordered.
#[derive(Debug)]
struct Order {
    names: Vec<String>,
    ranker: Ranker,
}

/// The offers in order, for one brief.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// Ranked offers, best first, then those without a rank, best score first.
    pub rows: Vec<Row>,
    /// How many offers have a rank.
    pub ranked: usize,
    /// How many of them are conditional.
    pub conditional: usize,
    /// Offers outside the filters of the brief: the word, and how many.
    pub left_out: Vec<(&'static str, usize)>,
    /// The points in force, per dimension.
    pub points: Vec<f64>,
    /// The weights in force.
    pub weights: Weights,
    /// The gates that are looked at, must and want.
    pub gates: Vec<GateInForce>,
}

/// One offer in the order.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in [`Prepared::offers`].
    pub offer: usize,
    /// 1 = best; `None` when not eligible or nothing is known.
    pub rank: Option<usize>,
    /// Best and worst rank that its interval allows.
    pub rank_interval: Option<(usize, usize)>,
    /// Its score; `None` when nothing is known.
    pub score: Option<Score>,
    /// What the gates say together.
    pub eligibility: Eligibility,
    /// What each gate in force says, in the order of [`Ranking::gates`].
    pub gates: Vec<Outcome>,
}

impl Prepared {
    /// Measures every offer of the catalogue.
    ///
    /// # Errors
    /// [`PrepareError`] names the first offer and criterion whose raw value the scorecard cannot take.
    pub fn new(catalogue: Arc<Catalogue>, scorecard: Arc<Scorecard>, need: Need) -> Result<Self, PrepareError> {
        let names: Vec<String> = catalogue.offers().map(|offer| sort_name(&catalogue, offer)).collect();
        let ranker = Ranker::new(&names);
        let measured = measure(&catalogue, &scorecard, need, None)?;
        Ok(Self {
            catalogue,
            scorecard,
            need,
            measured: Arc::new(measured),
            order: Arc::new(Order { names, ranker }),
        })
    }

    /// The same offers for another need: only what depends on the need is measured anew.
    ///
    /// # Errors
    /// As for [`Prepared::new`].
    pub fn for_need(&self, need: Need) -> Result<Self, PrepareError> {
        let differs = !need.has_load_of(self.need) || self.scorecard.measures().any(|m| m.depends_on(self.need, need));
        let measured = if differs {
            Arc::new(measure(&self.catalogue, &self.scorecard, need, Some(self))?)
        } else {
            self.measured.clone()
        };
        Ok(Self {
            catalogue: self.catalogue.clone(),
            scorecard: self.scorecard.clone(),
            need,
            measured,
            order: self.order.clone(),
        })
    }

    /// The catalogue measured.
    #[must_use]
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The scorecard measured with.
    #[must_use]
    pub fn scorecard(&self) -> &Arc<Scorecard> {
        &self.scorecard
    }

    /// The need measured for.
    #[must_use]
    pub fn need(&self) -> Need {
        self.need
    }

    /// Every offer, measured.
    #[must_use]
    pub fn offers(&self) -> &[MeasuredOffer] {
        &self.measured.offers
    }

    /// For every offer the text that ties are ordered by.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.order.names
    }

    /// The values of every offer.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.measured.matrix
    }

    /// What each dimension adds to the score of the offer at a place.
    #[must_use]
    pub fn dimension_parts(&self, ranking: &Ranking, place: usize) -> Vec<f64> {
        let contributions = self.measured.matrix.contributions(&ranking.weights, place);
        let inside = self.scorecard.by_dimension(contributions).into_iter();
        inside.map(|parts| parts.into_iter().sum()).collect()
    }

    /// Ranks the offers for a brief. Filters choose who takes part; they never change a score.
    ///
    /// # Errors
    /// [`BadWord`] when the brief's weights do not fit the scorecard, or a filter names nothing.
    pub fn rank(&self, brief: &Brief) -> Result<Ranking, BadWord> {
        check_filters(brief, &self.catalogue)?;
        let points = dimension_points(&self.scorecard, brief)?;
        let weights = weights(&self.scorecard, brief, &points)?;
        let gates = gates_in_force(&self.scorecard, brief, self.need, &self.catalogue);
        let mut left_out = Vec::new();
        let scores = self.measured.matrix.scores(&weights);
        let mut rows = Vec::with_capacity(self.measured.offers.len());
        for ((place, measured), score) in self.measured.offers.iter().enumerate().zip(scores) {
            if let Some(word) = outside(brief, &measured.offer) {
                count_up(&mut left_out, word);
                continue;
            }
            let outcomes: Vec<Outcome> = gates
                .iter()
                .map(|g| self.outcome(g.question, measured, brief))
                .collect();
            let musts = outcomes
                .iter()
                .zip(&gates)
                .filter(|(_, g)| g.mode == GateMode::Must)
                .map(|(o, _)| *o);
            let eligibility = Eligibility::of(musts);
            rows.push(Row {
                offer: place,
                rank: None,
                rank_interval: None,
                score,
                eligibility,
                gates: outcomes,
            });
        }
        self.order(&mut rows);
        let ranked = rows.iter().filter(|r| r.rank.is_some()).count();
        let conditional = rows
            .iter()
            .filter(|r| r.rank.is_some() && r.eligibility == Eligibility::Conditional)
            .count();
        Ok(Ranking {
            rows,
            ranked,
            conditional,
            left_out,
            points,
            weights,
            gates,
        })
    }

    /// Gives ranks and brings the rows into order.
    fn order(&self, rows: &mut [Row]) {
        let mut place_of = vec![(usize::MAX, None); self.measured.offers.len()];
        let competing = rows
            .iter()
            .filter(|r| r.eligibility.competes())
            .filter_map(|r| Some((r.offer, r.score?.floor)));
        for (position, place) in self.order.ranker.rank(competing).into_iter().enumerate() {
            if let Some(slot) = place_of.get_mut(place.row) {
                *slot = (position, Some(place.rank));
            }
        }
        let others = rows.iter().filter(|r| !r.eligibility.competes() || r.score.is_none());
        let others = others.map(|r| (r.offer, r.score.map_or(-1.0, |s| s.floor)));
        for (position, place) in self
            .order
            .ranker
            .rank(others.collect::<Vec<_>>())
            .into_iter()
            .enumerate()
        {
            if let Some(slot) = place_of.get_mut(place.row) {
                *slot = (self.measured.offers.len() + position, None);
            }
        }
        for row in rows.iter_mut() {
            row.rank = place_of.get(row.offer).and_then(|(_, rank)| *rank);
        }
        rows.sort_by_cached_key(|r| place_of.get(r.offer).map_or(usize::MAX, |(position, _)| *position));
        let ranked: Vec<Score> = rows
            .iter()
            .filter(|r| r.rank.is_some())
            .filter_map(|r| r.score)
            .collect();
        let intervals: Vec<(i64, i64)> = ranked.iter().map(|s| (key(s.low), key(s.high))).collect();
        for (row, interval) in rows.iter_mut().zip(rank_intervals(&intervals)) {
            row.rank_interval = Some(interval);
        }
    }
}

/// A thread of its own is not worth it for fewer offers.
const LEAST_SHARE: usize = 500;

fn measure(
    catalogue: &Catalogue,
    scorecard: &Scorecard,
    need: Need,
    before: Option<&Prepared>,
) -> Result<Measurement, PrepareError> {
    let measurer = Measurer::new(catalogue, scorecard, need);
    let all: Vec<(usize, &Offer)> = catalogue.offers().enumerate().collect();
    let measure_one = |(place, offer): &(usize, &Offer)| {
        let before = before.and_then(|before| Some((before.measured.offers.get(*place)?, before.need)));
        let measured = measure_offer(&measurer, scorecard, offer, before)?;
        let spans = spans_of(scorecard, &measured)?;
        Ok((measured, spans))
    };
    let shares: Vec<&[(usize, &Offer)]> = all.chunks((all.len() / threads()).max(LEAST_SHARE)).collect();
    let parts = on_each(shares.len(), |share| {
        let share = shares.get(share).copied().unwrap_or_default();
        share.iter().map(measure_one).collect::<Result<Vec<_>, PrepareError>>()
    });
    let mut offers = Vec::with_capacity(all.len());
    let mut spans = Vec::with_capacity(all.len());
    for part in parts {
        for (measured, span) in part? {
            offers.push(measured);
            spans.push(span);
        }
    }
    let criteria: Vec<&str> = scorecard.criteria().map(|c| c.id.as_str()).collect();
    Ok(Measurement {
        offers,
        matrix: Matrix::new(&criteria, spans),
    })
}

fn sort_name(catalogue: &Catalogue, offer: &Offer) -> String {
    let vendor = catalogue
        .vendor(offer.vendor.as_str())
        .map_or(offer.vendor.as_str(), |v| v.name.as_str());
    format!(
        "{vendor}\u{0}{}\u{0}{}\u{0}{}",
        offer.instance_type, offer.region, offer.id
    )
}
