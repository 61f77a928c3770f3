//! From what a person says about importance to weights that sum to one.
//!
//! Swing weights: von Winterfeldt & Edwards 1986. Rank order centroid: Barron & Barrett 1996. Rank sum, reciprocal and
//! exponent: Stillwell, Seaver & Edwards 1981. Pairwise comparison: Saaty 1980. Weights drawn from the data (entropy,
//! CRITIC) are left out on purpose: they depend on who is listed.

use super::count;
use super::weights::{WeightError, Weights};

/// Weights in proportion to what a swing from the worst to the best anchor is worth on each criterion.
///
/// # Errors
/// [`WeightError`] when a figure is unusable or all are 0; the node is the position.
pub fn swing(points: &[f64]) -> Result<Vec<f64>, WeightError> {
    let names: Vec<String> = (0..points.len()).map(|position| position.to_string()).collect();
    let raw: Vec<(&str, f64)> = names.iter().map(String::as_str).zip(points.iter().copied()).collect();
    Ok(Weights::flat(&raw)?.effective().to_vec())
}

/// Rank order centroid: the mean of all weights that respect the order, most important first. `(1/n) sum of 1/k, k >= i`.
#[must_use]
pub fn rank_order_centroid(criteria: usize) -> Vec<f64> {
    let mut tail = 0.0;
    let mut weights: Vec<f64> = (1..=criteria)
        .rev()
        .map(|rank| {
            tail += 1.0 / count(rank);
            tail / count(criteria)
        })
        .collect();
    weights.reverse();
    weights
}

/// Weights in proportion to `n + 1 - rank`.
#[must_use]
pub fn rank_sum(criteria: usize) -> Vec<f64> {
    rank_exponent(criteria, 1.0)
}

/// Weights in proportion to `1 / rank`.
#[must_use]
pub fn rank_reciprocal(criteria: usize) -> Vec<f64> {
    shares((1..=criteria).map(|rank| 1.0 / count(rank)).collect())
}

/// Weights in proportion to `(n + 1 - rank) ^ exponent`; an exponent below 0 counts as 0, which is equal weights.
#[must_use]
pub fn rank_exponent(criteria: usize, exponent: f64) -> Vec<f64> {
    let height = |rank: usize| count(rank) / count(criteria);
    shares(
        (1..=criteria)
            .rev()
            .map(|rank| height(rank).powf(exponent.max(0.0)))
            .collect(),
    )
}

/// What pairwise comparisons say.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The principal right eigenvector, summing to 1.
    pub weights: Vec<f64>,
    /// The geometric means of the rows, summing to 1.
    pub geometric_means: Vec<f64>,
    /// The principal eigenvalue: `n` when the judgements are consistent, more otherwise.
    pub lambda_max: f64,
    /// `(lambda_max - n) / (n - 1)`.
    pub consistency_index: f64,
    /// The index over that of random judgements; above 0.10 the judgements contradict each other. `None` beyond ten
    /// criteria, for which Saaty gives no random index.
    pub consistency_ratio: Option<f64>,
}

/// Comparisons that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ComparisonError {
    /// Not a square, or nothing in it.
    #[error("the comparisons must form a square")]
    NotSquare,
    /// A judgement must be a finite number above zero.
    #[error("the comparison of {row} with {column} is {value}, it must be a finite number above zero")]
    NotPositive {
        /// Which criterion.
        row: usize,
        /// With which.
        column: usize,
        /// The judgement.
        value: f64,
    },
    /// `a` times as important one way must be `1/a` the other way.
    #[error("{row} is {value} times {column}, but {column} is {inverse} times {row}")]
    NotReciprocal {
        /// Which criterion.
        row: usize,
        /// With which.
        column: usize,
        /// The judgement.
        value: f64,
        /// The judgement the other way.
        inverse: f64,
    },
    /// The comparisons span too many orders of magnitude for an eigenvector to be found.
    #[error("the comparisons span too many orders of magnitude")]
    NoConvergence,
}

/// Saaty's random index for 1..=10 criteria.
const RANDOM_INDEX: [f64; 10] = [0.0, 0.0, 0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49];
/// The scale of judgements is coarse: reciprocals written to a few digits still count as such.
const RECIPROCAL: f64 = 1e-2;

/// Pairwise comparison (AHP): `matrix[i][j]` says how many times as important `i` is as `j`.
///
/// # Errors
/// [`ComparisonError`] when the comparisons are not a positive reciprocal square.
pub fn pairwise_comparison(matrix: &[Vec<f64>]) -> Result<Comparison, ComparisonError> {
    check(matrix)?;
    let n = matrix.len();
    let (weights, lambda_max) = principal_eigenvector(matrix).ok_or(ComparisonError::NoConvergence)?;
    let consistency_index = if n > 1 {
        ((lambda_max - count(n)) / count(n - 1)).max(0.0)
    } else {
        0.0
    };
    let consistency_ratio = RANDOM_INDEX
        .get(n - 1)
        .map(|random| if *random > 0.0 { consistency_index / random } else { 0.0 });
    let logarithms = matrix
        .iter()
        .map(|row| row.iter().map(|value| value.ln()).sum::<f64>() / count(n));
    let geometric_means = shares(logarithms.map(f64::exp).collect());
    Ok(Comparison {
        weights,
        geometric_means,
        lambda_max,
        consistency_index,
        consistency_ratio,
    })
}

/// Power iteration: a positive matrix pulls any start towards its one positive eigenvector, whose image sums to the
/// eigenvalue.
fn principal_eigenvector(matrix: &[Vec<f64>]) -> Option<(Vec<f64>, f64)> {
    let mut weights = shares(vec![1.0; matrix.len()]);
    for _ in 0..10_000 {
        let image = times(matrix, &weights);
        let lambda_max: f64 = image.iter().sum();
        if !lambda_max.is_finite() {
            return None;
        }
        let next = shares(image);
        let moved = next
            .iter()
            .zip(&weights)
            .map(|(next, weight)| (next - weight).abs())
            .fold(0.0, f64::max);
        weights = next;
        if moved < 1e-14 {
            return Some((weights, lambda_max));
        }
    }
    None
}

fn check(matrix: &[Vec<f64>]) -> Result<(), ComparisonError> {
    if matrix.is_empty() || matrix.iter().any(|row| row.len() != matrix.len()) {
        return Err(ComparisonError::NotSquare);
    }
    for (row, values) in matrix.iter().enumerate() {
        for (column, value) in values.iter().copied().enumerate() {
            if !value.is_finite() || value <= 0.0 {
                return Err(ComparisonError::NotPositive { row, column, value });
            }
            let inverse = matrix
                .get(column)
                .and_then(|other| other.get(row))
                .copied()
                .unwrap_or_default();
            if inverse.is_finite() && (value * inverse - 1.0).abs() > RECIPROCAL {
                return Err(ComparisonError::NotReciprocal {
                    row,
                    column,
                    value,
                    inverse,
                });
            }
        }
    }
    Ok(())
}

fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix
        .iter()
        .map(|row| row.iter().zip(vector).map(|(value, weight)| value * weight).sum())
        .collect()
}

/// Positive numbers divided by their sum.
fn shares(numbers: Vec<f64>) -> Vec<f64> {
    let total: f64 = numbers.iter().sum();
    numbers.into_iter().map(|number| number / total).collect()
}
