//! Scoring families in which a score depends on who else is listed: for comparison with other tools and for statutory
//! formulas, never the default. Scores are on 0..1 except where a formula says otherwise.
//!
//! Weighted sums after local normalisation, weighted product, and TOPSIS (Hwang & Yoon 1981); formulas and the treatment
//! of constant columns are in `golden/README.md`.

mod scale;

use super::weights::{WeightError, Weights};
use scale::{Column, normalise, range, ratio};

/// Whether more or less is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// More is better.
    Max,
    /// Less is better.
    Min,
}

/// A scoring family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Weighted sum of `(x - min) / (max - min)`; a constant column gives everybody 1.
    WsmMinmax,
    /// Weighted sum of `x / max`, for cost `min / x`.
    WsmMax,
    /// Weighted sum of `x / max`, for cost `1 - x / max`.
    WsmMaxComplement,
    /// Weighted sum of shares of the column, for cost of its inverses.
    WsmSum,
    /// Weighted sum of `x` over the column's length, for cost 1 less that.
    WsmVector,
    /// Weighted sum of `x` over the column's length, for cost of its inverses.
    WsmVectorInverse,
    /// Weighted product of the ratios of [`Method::WsmMax`].
    WpmRatio,
    /// Closeness to the ideal and distance from the anti-ideal, on columns divided by their lengths.
    TopsisVector,
}

impl Method {
    /// All of them, in the order of the golden files.
    pub const ALL: [Self; 8] = [
        Self::WsmMinmax,
        Self::WsmMax,
        Self::WsmMaxComplement,
        Self::WsmSum,
        Self::WsmVector,
        Self::WsmVectorInverse,
        Self::WpmRatio,
        Self::TopsisVector,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::WsmMinmax => "wsm_minmax",
            Self::WsmMax => "wsm_max",
            Self::WsmMaxComplement => "wsm_max_complement",
            Self::WsmSum => "wsm_sum",
            Self::WsmVector => "wsm_vector",
            Self::WsmVectorInverse => "wsm_vector_inverse",
            Self::WpmRatio => "wpm_ratio",
            Self::TopsisVector => "topsis_vector",
        }
    }
}

/// A criterion of a table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Factor<'a> {
    /// Its name.
    pub id: &'a str,
    /// Whether more or less is better.
    pub direction: Direction,
    /// Its raw weight, at least 0.
    pub weight: f64,
}

/// A table of raw values with directions and normalised weights.
#[derive(Debug, Clone)]
pub struct Table {
    columns: Vec<Vec<f64>>,
    directions: Vec<Direction>,
    weights: Vec<f64>,
    alternatives: usize,
}

/// A table that cannot be scored by a method, or at all. Alternatives and criteria are positions.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum RelativeError {
    /// Rows, criteria and weights do not agree in number.
    #[error("row {alternative} has {found} values for {expected} criteria")]
    Ragged {
        /// Which row.
        alternative: usize,
        /// Its length.
        found: usize,
        /// The number of criteria.
        expected: usize,
    },
    /// NaN or infinite.
    #[error("the value of alternative {alternative} on criterion {criterion} is {value}, not a finite number")]
    NotFinite {
        /// Whose value.
        alternative: usize,
        /// On which criterion.
        criterion: usize,
        /// The value.
        value: f64,
    },
    /// A ratio needs values above zero (or, where it divides by nothing, not below).
    #[error(
        "the value of alternative {alternative} on criterion {criterion} is {value}, the method needs a positive one"
    )]
    NotPositive {
        /// Whose value.
        alternative: usize,
        /// On which criterion.
        criterion: usize,
        /// The value.
        value: f64,
    },
    /// No spread to measure distances in.
    #[error("all alternatives are equally far from the ideal and the anti-ideal: the method is undefined here")]
    Undefined,
    /// Weights that cannot be normalised.
    #[error(transparent)]
    Weights(#[from] WeightError),
}

impl Table {
    /// A table of one row per alternative, each with one value per criterion.
    ///
    /// # Errors
    /// [`RelativeError`] when the parts do not fit or hold unusable numbers.
    pub fn new(factors: &[Factor<'_>], rows: &[Vec<f64>]) -> Result<Self, RelativeError> {
        let expected = factors.len();
        let raw: Vec<(&str, f64)> = factors.iter().map(|factor| (factor.id, factor.weight)).collect();
        let weights = Weights::flat(&raw)?.effective().to_vec();
        let mut columns = vec![Vec::with_capacity(rows.len()); expected];
        for (alternative, row) in rows.iter().enumerate() {
            if row.len() != expected {
                return Err(RelativeError::Ragged {
                    alternative,
                    found: row.len(),
                    expected,
                });
            }
            for (criterion, (value, column)) in row.iter().zip(&mut columns).enumerate() {
                if !value.is_finite() {
                    return Err(RelativeError::NotFinite {
                        alternative,
                        criterion,
                        value: *value,
                    });
                }
                column.push(*value);
            }
        }
        let directions = factors.iter().map(|factor| factor.direction).collect();
        Ok(Self {
            columns,
            directions,
            weights,
            alternatives: rows.len(),
        })
    }

    /// The score of each alternative.
    ///
    /// # Errors
    /// [`RelativeError`] when a value or the lack of spread makes the method undefined.
    pub fn scores(&self, method: Method) -> Result<Vec<f64>, RelativeError> {
        let columns = self.columns.iter().zip(&self.directions).enumerate();
        let normalised = columns
            .map(|(criterion, (column, direction))| {
                normalise(
                    method,
                    Column {
                        criterion,
                        values: column,
                    },
                    *direction,
                )
            })
            .collect::<Result<Vec<_>, _>>()?;
        match method {
            Method::WpmRatio => Ok(self.product(&normalised)),
            Method::TopsisVector => self.topsis(&normalised),
            Method::WsmMinmax
            | Method::WsmMax
            | Method::WsmMaxComplement
            | Method::WsmSum
            | Method::WsmVector
            | Method::WsmVectorInverse => Ok(self.sum(&normalised)),
        }
    }

    /// Criteria on which everybody is equal: they tell nobody apart.
    #[must_use]
    pub fn constant(&self) -> Vec<usize> {
        let constant = |column: &[f64]| {
            column
                .iter()
                .zip(column.iter().skip(1))
                .all(|(a, b)| a.total_cmp(b).is_eq())
        };
        self.columns
            .iter()
            .zip(0..)
            .filter(|(column, _)| constant(column))
            .map(|(_, criterion)| criterion)
            .collect()
    }

    /// Rows with the sign of cost columns turned, so that more is better everywhere: what dominance compares.
    #[must_use]
    pub fn oriented(&self) -> Vec<Vec<f64>> {
        let mut rows = vec![Vec::with_capacity(self.columns.len()); self.alternatives];
        for (column, direction) in self.columns.iter().zip(&self.directions) {
            for (row, value) in rows.iter_mut().zip(column) {
                row.push(match direction {
                    Direction::Max => *value,
                    Direction::Min => -value,
                });
            }
        }
        rows
    }

    fn sum(&self, columns: &[Vec<f64>]) -> Vec<f64> {
        let mut sums = vec![0.0; self.alternatives];
        for (column, weight) in columns.iter().zip(&self.weights) {
            for (sum, value) in sums.iter_mut().zip(column) {
                *sum += weight * value;
            }
        }
        sums
    }

    fn product(&self, columns: &[Vec<f64>]) -> Vec<f64> {
        let mut products = vec![1.0; self.alternatives];
        for (column, weight) in columns.iter().zip(&self.weights) {
            for (product, value) in products.iter_mut().zip(column) {
                *product *= value.powf(*weight);
            }
        }
        products
    }

    /// The share of the distance that lies behind, between the anti-ideal and the ideal.
    fn topsis(&self, columns: &[Vec<f64>]) -> Result<Vec<f64>, RelativeError> {
        let mut squares = vec![(0.0, 0.0); self.alternatives];
        for ((column, direction), weight) in columns.iter().zip(&self.directions).zip(&self.weights) {
            let weighted: Vec<f64> = column.iter().map(|value| weight * value).collect();
            let (low, high) = range(&weighted);
            let (ideal, anti) = match direction {
                Direction::Max => (high, low),
                Direction::Min => (low, high),
            };
            for ((to_ideal, to_anti), value) in squares.iter_mut().zip(weighted) {
                *to_ideal += (value - ideal).powi(2);
                *to_anti += (value - anti).powi(2);
            }
        }
        let closeness = squares.into_iter().map(|(to_ideal, to_anti): (f64, f64)| {
            let (to_ideal, to_anti) = (to_ideal.sqrt(), to_anti.sqrt());
            // Otherwise ideal and anti-ideal are one point, and everybody stands on it.
            (to_ideal + to_anti > 0.0)
                .then(|| to_anti / (to_ideal + to_anti))
                .ok_or(RelativeError::Undefined)
        });
        closeness.collect()
    }
}

/// The tender formula: the lowest price has all points, others `lowest / price` of them (China, Order 87 art. 55).
///
/// # Errors
/// [`RelativeError::NotPositive`] or [`RelativeError::NotFinite`] for a price that is no price.
pub fn lowest_price_points(prices: &[f64], points: f64) -> Result<Vec<f64>, RelativeError> {
    let column = Column {
        criterion: 0,
        values: prices,
    };
    if let Some((alternative, value)) = column.find(|price| !price.is_finite()) {
        return Err(RelativeError::NotFinite {
            alternative,
            criterion: 0,
            value,
        });
    }
    Ok(ratio(column, Direction::Min)?
        .into_iter()
        .map(|share| share * points)
        .collect())
}
