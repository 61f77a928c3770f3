//! The weights of a brief, fitted to its scorecard.

use crate::domain::brief::{BadWord, Brief, Rule, write_weights};
use crate::domain::scorecard::Scorecard;
use crate::domain::scoring::Weights;
use crate::domain::scoring::weights::{Dimension, WeightError};

/// The points of the dimensions for a brief.
///
/// # Errors
/// [`BadWord`] when there are not as many as dimensions.
pub fn dimension_points(scorecard: &Scorecard, brief: &Brief) -> Result<Vec<f64>, BadWord> {
    let Some(points) = &brief.weights else {
        return Ok(scorecard.weights());
    };
    if points.len() == scorecard.dimensions.len() {
        Ok(points.clone())
    } else {
        Err(BadWord::new(
            "w",
            &write_weights(points),
            Rule::Weights {
                count: scorecard.dimensions.len(),
            },
        ))
    }
}

/// The weights in force.
pub(super) fn weights(scorecard: &Scorecard, brief: &Brief, points: &[f64]) -> Result<Weights, BadWord> {
    let dimensions: Vec<Dimension<'_>> = scorecard
        .dimensions
        .iter()
        .zip(points)
        .map(|(dimension, &weight)| Dimension {
            id: &dimension.id,
            weight,
            criteria: dimension
                .criteria
                .iter()
                .map(|c| (c.id.as_str(), brief.points.get(&c.id).copied().unwrap_or(c.points)))
                .collect(),
        })
        .collect();
    Weights::new(&dimensions).map_err(|error| match error {
        WeightError::Unusable { node, weight } => {
            BadWord::new(&format!("c.{node}"), &weight.to_string(), Rule::SomeWeight)
        }
        WeightError::NothingToShare { node } | WeightError::Overflow { node } => {
            let first = scorecard
                .dimensions
                .iter()
                .find(|d| d.id == node)
                .and_then(|d| d.criteria.first());
            let word = first.map_or_else(|| "w".to_owned(), |c| format!("c.{}", c.id));
            BadWord::new(&word, "0", Rule::SomeWeight)
        }
    })
}
