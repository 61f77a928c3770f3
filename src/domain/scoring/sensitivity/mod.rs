//! How safe is this order? Closed forms over the alternatives that compete, on their headline values.
//!
//! A [`Contest`] holds the competing rows of a matrix. Moving one weight to `t` while the others keep their proportions
//! makes every score a straight line in `t` ([`ray`]), from which follow stability intervals, winner segments and the
//! [`tornado`]. [`challenger`] asks what would have to be true for another to win, [`dominance`] who is beaten whatever
//! the weights, [`verdict`] puts it into a word.

pub mod challenger;
pub mod dominance;
pub mod ray;
#[cfg(test)]
mod tests;
pub mod tornado;
pub mod verdict;

use std::cmp::Reverse;

use super::matrix::{Bound, Matrix};
use super::rank::key;
use super::weights::Weights;

pub use ray::{Interval, Ray, Segment};

/// Alternatives that compete, by their values on some factors (criteria or dimensions) and the weights of these.
///
/// Alternatives are addressed by their position in the contest; a tie goes to the one listed first, so list them by
/// name where names should decide.
#[derive(Debug, Clone)]
pub struct Contest {
    columns: Vec<Vec<f64>>,
    weights: Vec<f64>,
    scores: Vec<f64>,
    order: Vec<usize>,
}

impl Contest {
    /// A contest of one column of values per factor, weights that sum to 1, and the score of each alternative.
    ///
    /// # Panics
    /// When there is not one column per weight and one value and score per alternative.
    #[must_use]
    pub fn new(columns: Vec<Vec<f64>>, weights: Vec<f64>, scores: Vec<f64>) -> Self {
        assert_eq!(columns.len(), weights.len(), "one column per weight");
        assert!(
            columns.iter().all(|column| column.len() == scores.len()),
            "one value per score"
        );
        let mut order: Vec<(Reverse<i64>, usize)> = scores.iter().map(|score| Reverse(key(*score))).zip(0..).collect();
        order.sort_unstable();
        Self {
            columns,
            weights,
            scores,
            order: order.into_iter().map(|(_, position)| position).collect(),
        }
    }

    /// The contest of some rows of a matrix on its criteria.
    ///
    /// # Panics
    /// When the weights are not those of the matrix or a row does not exist.
    #[must_use]
    pub fn on_criteria(matrix: &Matrix, weights: &Weights, rows: &[usize]) -> Self {
        let columns = (0..matrix.criteria()).map(|criterion| pick(matrix.column(criterion, Bound::DataLow), rows));
        let scores = pick(&matrix.sums(weights, Bound::DataLow), rows);
        Self::new(columns.collect(), weights.effective().to_vec(), scores)
    }

    /// The contest of some rows of a matrix on its dimensions.
    ///
    /// # Panics
    /// When the weights are not those of the matrix or a row does not exist.
    #[must_use]
    pub fn on_dimensions(matrix: &Matrix, weights: &Weights, rows: &[usize]) -> Self {
        let columns = matrix
            .dimension_sums(weights)
            .iter()
            .map(|column| pick(column, rows))
            .collect();
        let scores = pick(&matrix.sums(weights, Bound::DataLow), rows);
        Self::new(columns, weights.dimensions().to_vec(), scores)
    }

    /// Positions in order, best first.
    #[must_use]
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Who is first; `None` when nobody competes.
    #[must_use]
    pub fn leader(&self) -> Option<usize> {
        self.order.first().copied()
    }

    /// How many compete.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.scores.len()
    }

    /// Whether nobody competes.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The weight of each factor.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The score of a position.
    pub(super) fn score(&self, position: usize) -> f64 {
        self.scores.get(position).copied().unwrap_or_default()
    }

    /// The values of a position, one per factor.
    pub(super) fn values(&self, position: usize) -> impl Iterator<Item = f64> + Clone + '_ {
        self.columns
            .iter()
            .map(move |column| column.get(position).copied().unwrap_or_default())
    }
}

/// The chosen rows of a column.
fn pick(column: &[f64], rows: &[usize]) -> Vec<f64> {
    let chosen: Vec<f64> = rows.iter().filter_map(|row| column.get(*row)).copied().collect();
    assert_eq!(chosen.len(), rows.len(), "every row must exist");
    chosen
}
