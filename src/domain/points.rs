//! The points of an offer as they are shown: criteria add up to their dimension, dimensions to the total, on every page and in
//! every export alike.

use super::ranking::{Prepared, Ranking};
use super::scoring::Score;
use super::scoring::display::{Tenths, apportion};

/// An offer's shown points.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    /// The exact score.
    pub score: Score,
    /// The headline.
    pub total: Tenths,
    /// The lowest total that data and evidence allow.
    pub low: Tenths,
    /// The highest.
    pub high: Tenths,
    /// One per dimension; they add up to the total.
    pub dimensions: Vec<DimensionPoints>,
}

/// The shown points of one dimension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DimensionPoints {
    /// Their sum.
    pub points: Tenths,
    /// One per criterion; they add up to the sum.
    pub criteria: Vec<Tenths>,
}

/// The shown points of the offer at a place of [`Prepared::offers`]; `None` when nothing is known of it.
#[must_use]
pub fn points(prepared: &Prepared, ranking: &Ranking, offer: usize) -> Option<Points> {
    let score = prepared.matrix().score(&ranking.weights, offer)?;
    let exact = prepared.matrix().contributions(&ranking.weights, offer);
    let inside = prepared.scorecard().by_dimension(exact);
    let sums: Vec<f64> = inside.iter().map(|criteria| criteria.iter().sum()).collect();
    let total = Tenths::nearest(score.floor);
    let dimensions = apportion(&sums, total).into_iter().zip(&inside);
    Some(Points {
        score,
        total,
        low: Tenths::nearest(score.low),
        high: Tenths::nearest(score.high),
        dimensions: dimensions
            .map(|(points, criteria)| DimensionPoints {
                points,
                criteria: apportion(criteria, points),
            })
            .collect(),
    })
}
