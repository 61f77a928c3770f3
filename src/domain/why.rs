//! Why one offer is above another: differences of contributions that add up to the gap, and the single values with which the
//! lower one would draw level.

use super::ranking::{Prepared, Ranking};
use super::scoring::display::{Tenths, apportion};
use super::scoring::sensitivity::challenger::challenges;
use super::scoring::sensitivity::{Contest, Ray};

/// Two offers compared, parts rounded so that they add up.
#[derive(Debug, Clone, PartialEq)]
pub struct Why {
    /// The shown gap between the totals.
    pub gap: Tenths,
    /// What each dimension adds to the gap; they add up to it.
    pub dimensions: Vec<DimensionGap>,
    /// The single raw values with which the lower offer would draw level, nearest first.
    pub ways: Vec<Way>,
}

/// What one dimension adds to the gap.
#[derive(Debug, Clone, PartialEq)]
pub struct DimensionGap {
    /// Points, positive in favour of the upper offer.
    pub points: Tenths,
    /// What each criterion adds; they add up to `points`.
    pub criteria: Vec<Tenths>,
}

/// One value that would close the gap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Way {
    /// The criterion, by its place among the scorecard's.
    pub criterion: usize,
    /// The value on its scale the lower offer has now, 0..100.
    pub value: f64,
    /// The value on its scale it would need, 0..100.
    pub needed: f64,
    /// The same as a raw value, where the scale is of numbers.
    pub raw: Option<f64>,
}

/// Compares two offers by their places in [`Prepared::offers`]; `None` when one of them has no score.
#[must_use]
pub fn why(prepared: &Prepared, ranking: &Ranking, upper: usize, lower: usize) -> Option<Why> {
    let (gap, dimensions) = gaps(prepared, ranking, upper, lower)?;
    Some(Why {
        gap,
        dimensions,
        ways: ways(prepared, ranking, upper, lower),
    })
}

/// The shown gap between two totals and what each dimension and criterion adds to it, whichever is above; `None` when one of
/// them has no score.
#[must_use]
pub fn gaps(prepared: &Prepared, ranking: &Ranking, one: usize, other: usize) -> Option<(Tenths, Vec<DimensionGap>)> {
    let score = |offer| prepared.matrix().score(&ranking.weights, offer);
    let gap = Tenths(Tenths::nearest(score(one)?.floor).0 - Tenths::nearest(score(other)?.floor).0);
    let parts = |offer| prepared.matrix().contributions(&ranking.weights, offer);
    let differences = parts(one).into_iter().zip(parts(other)).map(|(a, b)| a - b);
    let inside = prepared.scorecard().by_dimension(differences);
    let sums: Vec<f64> = inside.iter().map(|d| d.iter().sum()).collect();
    let dimensions = apportion(&sums, gap)
        .into_iter()
        .zip(&inside)
        .map(|(points, criteria)| DimensionGap {
            points,
            criteria: apportion(criteria, points),
        })
        .collect();
    Some((gap, dimensions))
}

fn ways(prepared: &Prepared, ranking: &Ranking, upper: usize, lower: usize) -> Vec<Way> {
    let contest = Contest::on_criteria(prepared.matrix(), &ranking.weights, &[upper, lower]);
    let Some(challenge) = challenges(&contest).into_iter().next() else {
        return Vec::new();
    };
    let spans = prepared.matrix().row(lower);
    let mut ways: Vec<Way> = prepared
        .scorecard()
        .criteria()
        .zip(spans)
        .zip(challenge.required)
        .enumerate()
        .filter_map(|(place, ((criterion, span), required))| {
            let needed = required?;
            Some(Way {
                criterion: place,
                value: span.data_low,
                needed,
                raw: criterion.value.raw_for(needed),
            })
        })
        .collect();
    ways.sort_by(|a, b| (a.needed - a.value).total_cmp(&(b.needed - b.value)));
    ways
}

/// Where the order of two offers turns as the weight of one dimension moves, the others in proportion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Turn {
    /// The dimension's share now, 0..1.
    pub weight: f64,
    /// Below this share the lower offer leads; `None` where no smaller share does it.
    pub below: Option<f64>,
    /// Above this share the lower offer leads; `None` where no larger share does it.
    pub above: Option<f64>,
}

/// For each dimension where two offers change places.
#[must_use]
pub fn turns(prepared: &Prepared, ranking: &Ranking, upper: usize, lower: usize) -> Vec<Turn> {
    let contest = Contest::on_dimensions(prepared.matrix(), &ranking.weights, &[upper, lower]);
    let turn = |(factor, weight): (usize, &f64)| {
        let kept = Ray::of(&contest, factor).and_then(|ray| ray.keeps_leader());
        Turn {
            weight: *weight,
            below: kept.map(|k| k.low).filter(|low| *low > 0.0),
            above: kept.map(|k| k.high).filter(|high| *high < 1.0),
        }
    };
    contest.weights().iter().enumerate().map(turn).collect()
}
