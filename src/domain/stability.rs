//! How safe the first place of a ranking is: how far each dimension's weight may move, who leads where, and in how many of
//! ten thousand samples of weights and data the leader stays first.

use super::ranking::{Prepared, Ranking, Row};
use super::scorecard::Measure;
use super::scoring::parallel::threads;
use super::scoring::rank::key;
use super::scoring::sensitivity::verdict::{Verdict, verdict};
use super::scoring::sensitivity::{Contest, Interval, Ray, Segment};
use super::scoring::{Cell, Raw, smaa};

/// Samples are taken among at most so many of the best offers: who is far behind takes no first place, and the time grows
/// with their square.
const SAMPLED: usize = 30;

/// How far the weights may move before somebody else leads; closed forms over every ranked offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// The leader, by its place in [`Prepared::offers`].
    pub leader: usize,
    /// One per dimension, in order.
    pub dimensions: Vec<DimensionStability>,
}

/// How often the leader stays first when weights vary and open values are drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    /// The word for it.
    pub verdict: Verdict,
    /// The share of samples in which the leader is first, 0..1.
    pub first_share: f64,
    /// Among how many of the best offers was sampled.
    pub among: usize,
    /// The share of samples in which the leader scores above the second, 0..1.
    pub above_second: Option<f64>,
    /// Who was ever first, the most often first.
    pub firsts: Vec<First>,
}

/// How often one offer is first, and with which weights.
#[derive(Debug, Clone, PartialEq)]
pub struct First {
    /// The offer, by its place in [`Prepared::offers`].
    pub offer: usize,
    /// The share of samples in which it is first, ties included, 0..1.
    pub share: f64,
    /// Its mean rank among those sampled.
    pub mean_rank: f64,
    /// The mean weights of the dimensions in the samples in which it is first; they sum to 1.
    pub central: Vec<f64>,
}

/// How far a price of the leader may rise before the best rival draws level, everything else as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceLimit {
    /// The criterion, by its place among the scorecard's.
    pub criterion: usize,
    /// The price now, in the criterion's unit.
    pub now: f64,
    /// The price at which both are level; `None` when the leader stays first at any price.
    pub limit: Option<f64>,
}

/// How far one dimension's weight may move, the others in proportion.
#[derive(Debug, Clone, PartialEq)]
pub struct DimensionStability {
    /// Its share now, 0..1.
    pub weight: f64,
    /// The shares for which the leader stays first; `None` when the dimension has all the weight.
    pub keeps: Option<Interval>,
    /// Who leads at which share, from 0 to 1; offers by their place in [`Prepared::offers`].
    pub winners: Vec<Segment>,
}

impl DimensionStability {
    /// Who takes over when the share falls below the interval, and where.
    #[must_use]
    pub fn below(&self) -> Option<(f64, usize)> {
        let low = self.keeps?.low;
        let taker = self.winners.iter().rev().find(|s| s.from < low && s.to <= low + 1e-9);
        taker.filter(|_| low > 0.0).map(|s| (low, s.winner))
    }

    /// Who takes over when the share rises above the interval, and where.
    #[must_use]
    pub fn above(&self) -> Option<(f64, usize)> {
        let high = self.keeps?.high;
        let taker = self.winners.iter().find(|s| s.to > high && s.from >= high - 1e-9);
        taker.filter(|_| high < 1.0).map(|s| (high, s.winner))
    }
}

/// The stability of a ranking; `None` when fewer than two offers rank.
#[must_use]
pub fn stability(prepared: &Prepared, ranking: &Ranking) -> Option<Stability> {
    let leader = ranking.rows.first().filter(|r| r.rank.is_some())?.offer;
    let rows = by_name(prepared, ranking, usize::MAX);
    if rows.len() < 2 {
        return None;
    }
    let contest = Contest::on_dimensions(prepared.matrix(), &ranking.weights, &rows);
    let dimensions = (0..contest.weights().len())
        .map(|factor| dimension(&contest, factor, &rows))
        .collect();
    Some(Stability { leader, dimensions })
}

/// The limits of the leader's known prices (scoring section 8e); empty when fewer than two offers rank or nobody leads.
#[must_use]
pub fn price_limits(prepared: &Prepared, ranking: &Ranking) -> Vec<PriceLimit> {
    let mut ranked = ranking.rows.iter().filter(|row| row.rank.is_some());
    let (Some(leader), Some(rival)) = (ranked.next(), ranked.next()) else {
        return Vec::new();
    };
    let floor = |row: &Row| row.score.map_or(0.0, |score| score.floor);
    let lead = floor(leader) - floor(rival);
    let Some(measured) = prepared.offers().get(leader.offer) else {
        return Vec::new();
    };
    let spans = prepared.matrix().row(leader.offer);
    let weights = ranking.weights.effective();
    let criteria = prepared
        .scorecard()
        .criteria()
        .zip(&measured.cells)
        .zip(spans.zip(weights));
    criteria
        .enumerate()
        .filter_map(|(place, ((criterion, cell), (span, weight)))| {
            let priced = matches!(criterion.measure, Measure::Price { .. } | Measure::Tco { .. });
            let Cell::Known {
                x: Raw::Number(now), ..
            } = cell
            else {
                return None;
            };
            if !priced || *weight <= 0.0 || lead < 0.0 {
                return None;
            }
            // At its worst anchor a price costs no more points, however high it is.
            let needed = span.data_low - lead / weight;
            Some(PriceLimit {
                criterion: place,
                now: *now,
                limit: criterion.value.raw_for(needed).filter(|_| needed > 0.0),
            })
        })
        .collect()
}

/// Ten thousand samples of weights and data; `None` when fewer than two offers rank. The same question has the same answer on
/// every machine.
#[must_use]
pub fn sample(prepared: &Prepared, ranking: &Ranking) -> Option<Sampled> {
    let leader = ranking.rows.first().filter(|r| r.rank.is_some())?;
    let best = by_name(prepared, ranking, SAMPLED);
    if best.len() < 2 {
        return None;
    }
    let settings = smaa::Settings {
        lambda: smaa::Settings::LAMBDA,
        seed: smaa::seed_of(prepared.names(), prepared.matrix(), &ranking.weights, &best),
        samples: smaa::Settings::SAMPLES,
        data_uncertainty: true,
        confidence: false,
    };
    let sampled = smaa::run(prepared.matrix(), &ranking.weights, &best, &settings, threads()).ok()?;
    let first_share = sampled.first_share(best.iter().position(|offer| *offer == leader.offer)?);
    let everybody = by_name(prepared, ranking, usize::MAX);
    let contest = Contest::on_dimensions(prepared.matrix(), &ranking.weights, &everybody);
    let position = |offer: Option<usize>| best.iter().position(|one| Some(*one) == offer);
    let first = position(Some(leader.offer));
    let second = position(ranking.rows.get(1).map(|r| r.offer));
    let above_second = first
        .zip(second)
        .and_then(|(a, b)| sampled.pairwise_winning().nth(a)?.get(b).copied());
    Some(Sampled {
        verdict: verdict(leader.eligibility, first_share, &contest),
        first_share,
        among: best.len(),
        above_second,
        firsts: firsts(prepared, &sampled, &best),
    })
}

/// Who was ever first; central weights are summed inside each dimension.
fn firsts(prepared: &Prepared, sampled: &smaa::Acceptability, best: &[usize]) -> Vec<First> {
    let central = |weights: &[f64]| {
        let inside = prepared.scorecard().by_dimension(weights).into_iter();
        inside.map(|weights| weights.into_iter().sum()).collect()
    };
    let ranks = sampled.expected_ranks().zip(sampled.central_weights());
    let mut found: Vec<First> = best
        .iter()
        .zip(ranks)
        .enumerate()
        .filter_map(|(position, (&offer, (mean_rank, weights)))| {
            Some(First {
                offer,
                share: sampled.first_share(position),
                mean_rank,
                central: central(weights.as_ref()?),
            })
        })
        .collect();
    found.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.offer.cmp(&b.offer)));
    found
}

/// The best offers of a ranking in order of name, by which a contest decides ties.
fn by_name(prepared: &Prepared, ranking: &Ranking, most: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = ranking
        .rows
        .iter()
        .filter(|r| r.rank.is_some())
        .take(most)
        .map(|r| r.offer)
        .collect();
    rows.sort_by(|a, b| prepared.names().get(*a).cmp(&prepared.names().get(*b)));
    rows
}

fn dimension(contest: &Contest, factor: usize, rows: &[usize]) -> DimensionStability {
    let weight = contest.weights().get(factor).copied().unwrap_or_default();
    let Some(ray) = Ray::of(contest, factor) else {
        return DimensionStability {
            weight,
            keeps: None,
            winners: Vec::new(),
        };
    };
    let offer = |segment: Segment| rows.get(segment.winner).map(|&winner| Segment { winner, ..segment });
    // Ties at the very ends make segments of no width.
    let visible = |s: &Segment| key(s.to - s.from) > 0;
    DimensionStability {
        weight,
        keeps: ray.keeps_leader(),
        winners: ray.winners().into_iter().filter(visible).filter_map(offer).collect(),
    }
}
