//! The anchored model as a case states it: dimensions with criteria, alternatives with cells, gates.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::{CaseError, CellProblem, FunctionProblem, MAX_CELLS};
use crate::domain::scoring::{
    Cell, Dimension, Eligibility, EvidenceWidths, Gate, GateMode, Matrix, Outcome, Shape, Span, ValueFunction, Weights,
};

/// A model whose every cell was valued and every gate asked.
#[derive(Debug)]
pub struct Model {
    dimensions: Vec<String>,
    criteria: Vec<String>,
    functions: Vec<ValueFunction>,
    alternatives: Vec<String>,
    weights: Weights,
    matrix: Matrix,
    outcomes: Vec<Vec<Outcome>>,
    eligibility: Vec<Eligibility>,
}

/// How a model is written.
#[derive(Deserialize)]
pub(super) struct ModelForm {
    dimensions: Vec<DimensionForm>,
    alternatives: Vec<AlternativeForm>,
    #[serde(default)]
    gates: Vec<Value>,
}

#[derive(Deserialize)]
struct DimensionForm {
    id: String,
    weight: f64,
    criteria: Vec<CriterionForm>,
}

#[derive(Deserialize)]
struct CriterionForm {
    id: String,
    weight: f64,
    value: Value,
}

#[derive(Deserialize)]
struct AlternativeForm {
    id: String,
    cells: Cells,
}

/// Cells as they are written, two of the same name included: which of the two counts must not be left to chance.
struct Cells(Vec<(String, Value)>);

impl Model {
    /// Checks and values everything.
    pub(super) fn new(form: ModelForm) -> Result<Self, CaseError> {
        let criteria: Vec<&CriterionForm> = form
            .dimensions
            .iter()
            .flat_map(|dimension| &dimension.criteria)
            .collect();
        unique(
            "dimensions",
            form.dimensions.iter().map(|dimension| dimension.id.as_str()),
        )?;
        unique("criteria", criteria.iter().map(|criterion| criterion.id.as_str()))?;
        unique(
            "alternatives",
            form.alternatives.iter().map(|alternative| alternative.id.as_str()),
        )?;
        let cells = criteria.len() * form.alternatives.len();
        if cells > MAX_CELLS {
            return Err(CaseError::TooLarge {
                what: "cells",
                count: cells,
                limit: MAX_CELLS,
            });
        }
        let dimensions: Vec<Dimension<'_>> = form.dimensions.iter().map(DimensionForm::weights).collect();
        let weights = Weights::new(&dimensions)?;
        let columns: BTreeMap<&str, usize> = criteria
            .iter()
            .map(|criterion| criterion.id.as_str())
            .zip(0..)
            .collect();
        let functions = criteria
            .iter()
            .map(|criterion| function(criterion))
            .collect::<Result<Vec<_>, _>>()?;
        let gates = gates(&form.gates, &columns)?;

        let ids: Vec<String> = criteria.iter().map(|criterion| criterion.id.clone()).collect();
        let (mut rows, mut outcomes) = (Vec::new(), Vec::new());
        for alternative in &form.alternatives {
            let cells = cells_of(alternative, &columns)?;
            let problem = |criterion: &str, problem| cell_error(&alternative.id, criterion, problem);
            let spans = functions.iter().zip(&cells).zip(&ids).map(|((function, cell), id)| {
                Span::of(function, cell, &EvidenceWidths::default())
                    .map_err(|error| problem(id, CellProblem::Value(error)))
            });
            rows.push(spans.collect::<Result<Vec<_>, _>>()?);
            let asked = gates.iter().map(|(gate, column)| {
                gate.outcome(cells.get(*column).unwrap_or(&Cell::Unknown))
                    .map_err(|error| {
                        problem(
                            &gate.criterion,
                            CellProblem::Gate {
                                gate: gate.id.clone(),
                                problem: error,
                            },
                        )
                    })
            });
            outcomes.push(asked.collect::<Result<Vec<_>, _>>()?);
        }
        let must = |outcomes: &Vec<Outcome>| {
            let asked = gates.iter().zip(outcomes);
            Eligibility::of(
                asked
                    .filter(|((gate, _), _)| gate.mode == GateMode::Must)
                    .map(|(_, outcome)| *outcome),
            )
        };
        Ok(Self {
            eligibility: outcomes.iter().map(must).collect(),
            matrix: Matrix::new(&ids, rows),
            criteria: ids,
            functions,
            dimensions: form.dimensions.iter().map(|dimension| dimension.id.clone()).collect(),
            alternatives: form
                .alternatives
                .into_iter()
                .map(|alternative| alternative.id)
                .collect(),
            weights,
            outcomes,
        })
    }

    /// Names of the dimensions as listed.
    #[must_use]
    pub fn dimensions(&self) -> &[String] {
        &self.dimensions
    }

    /// The value function of each criterion.
    #[must_use]
    pub fn functions(&self) -> &[ValueFunction] {
        &self.functions
    }

    /// Names of the criteria, dimension by dimension as listed.
    #[must_use]
    pub fn criteria(&self) -> &[String] {
        &self.criteria
    }

    /// Names of the alternatives as listed.
    #[must_use]
    pub fn alternatives(&self) -> &[String] {
        &self.alternatives
    }

    /// The normalised weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// The values: one row per alternative, one column per criterion.
    #[must_use]
    pub const fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// For each alternative what each gate says, in the order the gates are listed.
    #[must_use]
    pub fn outcomes(&self) -> &[Vec<Outcome>] {
        &self.outcomes
    }

    /// For each alternative what its gates say together.
    #[must_use]
    pub fn eligibility(&self) -> &[Eligibility] {
        &self.eligibility
    }

    /// Rows of the alternatives that compete.
    #[must_use]
    pub fn competing(&self) -> Vec<usize> {
        self.eligibility
            .iter()
            .zip(0..)
            .filter(|(eligibility, _)| eligibility.competes())
            .map(|(_, row)| row)
            .collect()
    }
}

impl DimensionForm {
    fn weights(&self) -> Dimension<'_> {
        let criteria = self
            .criteria
            .iter()
            .map(|criterion| (criterion.id.as_str(), criterion.weight));
        Dimension {
            id: &self.id,
            weight: self.weight,
            criteria: criteria.collect(),
        }
    }
}

/// Refuses a name that is used twice.
pub(super) fn unique<'a>(what: &'static str, mut ids: impl Iterator<Item = &'a str>) -> Result<(), CaseError> {
    let mut seen = BTreeSet::new();
    match ids.find(|id| !seen.insert(*id)) {
        Some(id) => Err(CaseError::Duplicate {
            what,
            id: id.to_owned(),
        }),
        None => Ok(()),
    }
}

pub(super) fn cell_error(alternative: &str, criterion: &str, problem: CellProblem) -> CaseError {
    CaseError::Cell {
        alternative: alternative.to_owned(),
        criterion: criterion.to_owned(),
        problem,
    }
}

fn function(criterion: &CriterionForm) -> Result<ValueFunction, CaseError> {
    #[derive(Deserialize)]
    struct Absent {
        #[serde(default)]
        absent: f64,
    }
    let malformed = |error| FunctionProblem::Malformed(error);
    let read = || {
        let shape = Shape::deserialize(&criterion.value).map_err(malformed)?;
        let Absent { absent } = Absent::deserialize(&criterion.value).map_err(malformed)?;
        ValueFunction::new(shape, absent).map_err(FunctionProblem::Anchors)
    };
    read().map_err(|problem| CaseError::Function {
        criterion: criterion.id.clone(),
        problem,
    })
}

/// The gates, each with the column it asks for.
fn gates(forms: &[Value], columns: &BTreeMap<&str, usize>) -> Result<Vec<(Gate, usize)>, CaseError> {
    let named = |(number, form): (usize, &Value)| {
        let gate = Gate::deserialize(form).map_err(|error| CaseError::Gate {
            gate: form
                .get("id")
                .and_then(Value::as_str)
                .map_or_else(|| number.to_string(), str::to_owned),
            problem: error.to_string(),
        })?;
        match columns.get(gate.criterion.as_str()) {
            Some(column) => Ok((gate, *column)),
            None => Err(CaseError::GateCriterion {
                gate: gate.id,
                criterion: gate.criterion,
            }),
        }
    };
    let gates = forms.iter().enumerate().map(named).collect::<Result<Vec<_>, _>>()?;
    unique("gates", gates.iter().map(|(gate, _)| gate.id.as_str()))?;
    Ok(gates)
}

/// An alternative's cells in the order of the columns; a cell that is not given is unknown.
fn cells_of(alternative: &AlternativeForm, columns: &BTreeMap<&str, usize>) -> Result<Vec<Cell>, CaseError> {
    let mut cells: Vec<Option<Cell>> = vec![None; columns.len()];
    for (criterion, form) in &alternative.cells.0 {
        let problem = |problem| cell_error(&alternative.id, criterion, problem);
        let place = columns
            .get(criterion.as_str())
            .and_then(|column| cells.get_mut(*column));
        let place = place.ok_or_else(|| problem(CellProblem::NoSuchCriterion))?;
        let cell = Cell::deserialize(form).map_err(|error| problem(CellProblem::Malformed(error)))?;
        if place.replace(cell).is_some() {
            return Err(problem(CellProblem::Duplicate));
        }
    }
    Ok(cells.into_iter().map(Option::unwrap_or_default).collect())
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Cells;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of cells")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cells, A::Error> {
                let mut cells = Vec::new();
                while let Some(cell) = map.next_entry()? {
                    cells.push(cell);
                }
                Ok(Cells(cells))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
