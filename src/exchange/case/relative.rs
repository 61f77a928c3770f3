//! A table scored on local scales by every method, for comparison with other tools.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::model::{cell_error, unique};
use super::{CaseError, CellProblem, MAX_CELLS, pairs};
use crate::domain::scoring::rank::{key, ranks};
use crate::domain::scoring::relative::{Direction, Factor, Method, RelativeError, Table};
use crate::domain::scoring::sensitivity::dominance;

/// A table and the names of its rows and columns.
#[derive(Debug)]
pub struct RelativeCase {
    alternatives: Vec<String>,
    criteria: Vec<String>,
    table: Table,
}

/// How the input is written.
#[derive(Deserialize)]
pub(super) struct RelativeForm {
    alternatives: Vec<String>,
    criteria: Vec<CriterionForm>,
    weights: Vec<f64>,
    matrix: Vec<Vec<Value>>,
}

#[derive(Deserialize)]
struct CriterionForm {
    id: String,
    direction: Direction,
}

impl RelativeCase {
    pub(super) fn new(form: RelativeForm) -> Result<Self, CaseError> {
        let RelativeForm {
            alternatives,
            criteria,
            weights,
            matrix,
        } = form;
        unique("alternatives", alternatives.iter().map(String::as_str))?;
        unique("criteria", criteria.iter().map(|criterion| criterion.id.as_str()))?;
        let count = |what: &str, found, expected| {
            if found == expected {
                Ok(())
            } else {
                Err(CaseError::Count {
                    what: what.to_owned(),
                    found,
                    expected,
                })
            }
        };
        count("weights", weights.len(), criteria.len())?;
        count("rows of the matrix", matrix.len(), alternatives.len())?;
        let cells = alternatives.len() * criteria.len();
        if cells > MAX_CELLS {
            return Err(CaseError::TooLarge {
                what: "cells",
                count: cells,
                limit: MAX_CELLS,
            });
        }
        let mut rows = Vec::with_capacity(matrix.len());
        for (alternative, row) in alternatives.iter().zip(matrix) {
            count(
                &format!("values of alternative {alternative:?}"),
                row.len(),
                criteria.len(),
            )?;
            let numbers = row.into_iter().zip(&criteria).map(|(value, criterion)| {
                value
                    .as_f64()
                    .ok_or_else(|| cell_error(alternative, &criterion.id, CellProblem::NotANumber(value)))
            });
            rows.push(numbers.collect::<Result<Vec<_>, _>>()?);
        }
        let factors: Vec<Factor<'_>> = criteria
            .iter()
            .zip(weights)
            .map(|(criterion, weight)| Factor {
                id: &criterion.id,
                direction: criterion.direction,
                weight,
            })
            .collect();
        let table = Table::new(&factors, &rows);
        let criteria: Vec<String> = criteria.into_iter().map(|criterion| criterion.id).collect();
        let table = table.map_err(|error| named(error, &alternatives, &criteria))?;
        Ok(Self {
            alternatives,
            criteria,
            table,
        })
    }

    pub(super) fn answer(&self) -> Result<Value, CaseError> {
        let method = |method: Method| {
            let answer = match self.table.scores(method) {
                Ok(scores) => {
                    let keys: Vec<Option<i64>> = scores.iter().map(|score| Some(key(*score))).collect();
                    json!({ "scores": scores, "ranks": ranks(&keys) })
                }
                Err(error) => {
                    let reason = named(error, &self.alternatives, &self.criteria).to_string();
                    json!({ "undefined": true, "reason": reason })
                }
            };
            (method.name().to_owned(), answer)
        };
        let rows = self.table.oriented();
        Ok(json!({
            "methods": Method::ALL.into_iter().map(method).collect::<Map<_, _>>(),
            "dominates": pairs(dominance::pairs(&rows, &rows))?,
            "pareto_front": dominance::front(&rows),
        }))
    }
}

/// An error with names instead of positions.
fn named(error: RelativeError, alternatives: &[String], criteria: &[String]) -> CaseError {
    match error {
        RelativeError::Weights(error) => CaseError::Weights(error),
        RelativeError::NotFinite {
            alternative, criterion, ..
        }
        | RelativeError::NotPositive {
            alternative, criterion, ..
        } => {
            let name = |names: &[String], position: usize| names.get(position).cloned().unwrap_or_default();
            cell_error(
                &name(alternatives, alternative),
                &name(criteria, criterion),
                CellProblem::Table(error),
            )
        }
        RelativeError::Ragged { .. } | RelativeError::Undefined => CaseError::Undefined(error),
    }
}
