//! From raw weights in a hierarchy to effective weights that sum to one.

/// A dimension and the raw weights of its criteria.
#[derive(Debug, Clone, PartialEq)]
pub struct Dimension<'a> {
    /// Its name.
    pub id: &'a str,
    /// Its raw weight among the dimensions, at least 0.
    pub weight: f64,
    /// Name and raw weight of each criterion, at least 0.
    pub criteria: Vec<(&'a str, f64)>,
}

/// Normalised weights of a two-level hierarchy, in the order listed.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    dimensions: Vec<f64>,
    local: Vec<Vec<f64>>,
    effective: Vec<f64>,
}

/// Raw weights that cannot be normalised.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WeightError {
    /// Negative, NaN or infinite.
    #[error("the weight of {node:?} is {weight}, it must be a finite number of at least 0")]
    Unusable {
        /// The dimension or criterion.
        node: String,
        /// Its weight.
        weight: f64,
    },
    /// Siblings without any weight to share.
    #[error("the weights inside {node:?} add up to 0")]
    NothingToShare {
        /// The dimension, or [`ROOT`] for the dimensions themselves.
        node: String,
    },
    /// Siblings whose weights add up to more than a number can hold.
    #[error("the weights inside {node:?} are too large to add up")]
    Overflow {
        /// The dimension, or [`ROOT`] for the dimensions themselves.
        node: String,
    },
}

/// What the parent of all dimensions is called in a [`WeightError`].
pub const ROOT: &str = "scorecard";

impl Weights {
    /// Normalises: local weight = raw / sum of its siblings, effective weight = product down the tree.
    ///
    /// # Errors
    /// [`WeightError`] names the dimension or criterion.
    pub fn new(dimensions: &[Dimension<'_>]) -> Result<Self, WeightError> {
        let shares = normalise(
            ROOT,
            dimensions.iter().map(|dimension| (dimension.id, dimension.weight)),
        )?;
        let local = dimensions
            .iter()
            .map(|dimension| normalise(dimension.id, dimension.criteria.iter().copied()))
            .collect::<Result<Vec<_>, _>>()?;
        let effective = shares
            .iter()
            .zip(&local)
            .flat_map(|(share, local)| local.iter().map(move |of| share * of));
        Ok(Self {
            effective: effective.collect(),
            dimensions: shares,
            local,
        })
    }

    /// One dimension holding criteria of these raw weights.
    ///
    /// # Errors
    /// [`WeightError`] as for [`Self::new`].
    pub fn flat(criteria: &[(&str, f64)]) -> Result<Self, WeightError> {
        Self::new(&[Dimension {
            id: ROOT,
            weight: 1.0,
            criteria: criteria.to_vec(),
        }])
    }

    /// The weight of each criterion in the whole, in the order listed; they sum to 1.
    #[must_use]
    pub fn effective(&self) -> &[f64] {
        &self.effective
    }

    /// The weight of each dimension; they sum to 1.
    #[must_use]
    pub fn dimensions(&self) -> &[f64] {
        &self.dimensions
    }

    /// For each dimension the weights of its criteria inside it; each list sums to 1.
    #[must_use]
    pub fn local(&self) -> &[Vec<f64>] {
        &self.local
    }
}

/// Raw weights divided by their sum.
fn normalise<'a>(
    parent: &str,
    siblings: impl Iterator<Item = (&'a str, f64)> + Clone,
) -> Result<Vec<f64>, WeightError> {
    if let Some((node, weight)) = siblings
        .clone()
        .find(|(_, weight)| !weight.is_finite() || *weight < 0.0)
    {
        return Err(WeightError::Unusable {
            node: node.to_owned(),
            weight,
        });
    }
    let raw: Vec<f64> = siblings.map(|(_, weight)| weight).collect();
    let total = sum_in_any_order(&raw);
    if total == 0.0 {
        return Err(WeightError::NothingToShare {
            node: parent.to_owned(),
        });
    }
    if total.is_infinite() {
        return Err(WeightError::Overflow {
            node: parent.to_owned(),
        });
    }
    Ok(raw.into_iter().map(|weight| weight / total).collect())
}

/// The sum of numbers, the same to the last bit however they are ordered.
fn sum_in_any_order(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.into_iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_whose_weight_cannot_be_used_is_named() {
        let refused = |dimensions: &[Dimension<'_>]| Weights::new(dimensions).unwrap_err();
        let cost = |weight, criteria| Dimension {
            id: "cost",
            weight,
            criteria,
        };
        assert_eq!(
            refused(&[cost(1.0, vec![("egress", -1.0)])]),
            WeightError::Unusable {
                node: "egress".to_owned(),
                weight: -1.0
            }
        );
        assert_eq!(
            refused(&[cost(1.0, vec![("egress", 0.0)])]),
            WeightError::NothingToShare {
                node: "cost".to_owned()
            }
        );
        assert_eq!(
            refused(&[cost(0.0, vec![("egress", 1.0)])]),
            WeightError::NothingToShare { node: ROOT.to_owned() }
        );
        assert_eq!(
            refused(&[cost(1.0, vec![("egress", f64::MAX), ("price", f64::MAX)])]),
            WeightError::Overflow {
                node: "cost".to_owned()
            }
        );
    }
}
