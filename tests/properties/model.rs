//! Made-up models: a few dimensions, criteria of every shape, cells of every kind, gates.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use steelyard::domain::scoring::matrix::Bound;
use steelyard::domain::scoring::rank::{key, ranks};
use steelyard::domain::scoring::sensitivity::Contest;
use steelyard::domain::scoring::{
    Cell, Dimension, Eligibility, EvidenceWidths, Gate, GateTest, Grade, Matrix, Outcome, Raw, Score, Shape, Span,
    ValueFunction, Weights,
};

#[derive(Debug, Clone)]
pub(crate) struct Model {
    pub(crate) dimensions: Vec<(String, f64, Vec<Criterion>)>,
    pub(crate) alternatives: Vec<Alternative>,
    pub(crate) gates: Vec<Gate>,
}

#[derive(Debug, Clone)]
pub(crate) struct Criterion {
    pub(crate) id: String,
    pub(crate) weight: f64,
    pub(crate) function: ValueFunction,
}

/// Cells in the order of the criteria.
#[derive(Debug, Clone)]
pub(crate) struct Alternative {
    pub(crate) id: String,
    pub(crate) cells: Vec<Cell>,
}

impl Model {
    pub(crate) fn criteria(&self) -> Vec<&Criterion> {
        self.dimensions.iter().flat_map(|(_, _, criteria)| criteria).collect()
    }

    pub(crate) fn weights(&self) -> Weights {
        let dimensions: Vec<Dimension<'_>> = self
            .dimensions
            .iter()
            .map(|(id, weight, criteria)| Dimension {
                id,
                weight: *weight,
                criteria: criteria
                    .iter()
                    .map(|criterion| (criterion.id.as_str(), criterion.weight))
                    .collect(),
            })
            .collect();
        Weights::new(&dimensions).unwrap()
    }

    pub(crate) fn spans(&self, alternative: &Alternative) -> Vec<Span> {
        let widths = EvidenceWidths::default();
        let cells = self.criteria().into_iter().zip(&alternative.cells);
        cells
            .map(|(criterion, cell)| Span::of(&criterion.function, cell, &widths).unwrap())
            .collect()
    }

    pub(crate) fn matrix(&self) -> Matrix {
        let ids: Vec<&str> = self.criteria().iter().map(|criterion| criterion.id.as_str()).collect();
        Matrix::new(
            &ids,
            self.alternatives.iter().map(|alternative| self.spans(alternative)),
        )
    }

    pub(crate) fn scores(&self) -> Vec<Score> {
        let scores = self.matrix().scores(&self.weights());
        scores
            .into_iter()
            .map(|score| score.unwrap_or(Score::NOTHING_KNOWN))
            .collect()
    }

    pub(crate) fn ranks(&self) -> Vec<usize> {
        let keys: Vec<Option<i64>> = self.scores().iter().map(|score| Some(key(score.floor))).collect();
        ranks(&keys).into_iter().flatten().collect()
    }

    pub(crate) fn outcomes(&self, alternative: &Alternative) -> Vec<Outcome> {
        let criteria = self.criteria();
        let asked = |gate: &Gate| {
            let column = criteria
                .iter()
                .position(|criterion| criterion.id == gate.criterion)
                .unwrap();
            gate.outcome(&alternative.cells[column]).unwrap()
        };
        self.gates.iter().map(asked).collect()
    }

    pub(crate) fn eligibility(&self, alternative: &Alternative) -> Eligibility {
        Eligibility::of(self.outcomes(alternative))
    }

    /// Everybody's contest on the criteria, and on the dimensions.
    pub(crate) fn contests(&self) -> [Contest; 2] {
        let (matrix, weights) = (self.matrix(), self.weights());
        let rows: Vec<usize> = (0..self.alternatives.len()).collect();
        [
            Contest::on_criteria(&matrix, &weights, &rows),
            Contest::on_dimensions(&matrix, &weights, &rows),
        ]
    }

    /// Headline values, one row per alternative.
    pub(crate) fn floors(&self) -> Vec<Vec<f64>> {
        self.alternatives
            .iter()
            .map(|of| self.spans(of).iter().map(|span| span.data_low).collect())
            .collect()
    }

    /// Headline scores under other weights of the criteria.
    pub(crate) fn sums(&self, raw: &[f64]) -> Vec<f64> {
        let ids: Vec<String> = self.criteria().iter().map(|criterion| criterion.id.clone()).collect();
        let flat: Vec<(&str, f64)> = ids.iter().map(String::as_str).zip(raw.iter().copied()).collect();
        self.matrix().sums(&Weights::flat(&flat).unwrap(), Bound::DataLow)
    }

    pub(crate) fn json(&self) -> Value {
        let criterion = |of: &Criterion| json!({ "id": of.id, "weight": of.weight, "value": of.function });
        let dimension = |(id, weight, criteria): &(String, f64, Vec<Criterion>)| json!({ "id": id, "weight": weight, "criteria": criteria.iter().map(criterion).collect::<Vec<_>>() });
        let ids: Vec<String> = self.criteria().iter().map(|criterion| criterion.id.clone()).collect();
        let alternative = |of: &Alternative| {
            let cells: serde_json::Map<String, Value> = ids
                .iter()
                .cloned()
                .zip(of.cells.iter().map(|cell| json!(cell)))
                .collect();
            json!({ "id": of.id, "cells": cells })
        };
        json!({
            "dimensions": self.dimensions.iter().map(dimension).collect::<Vec<_>>(),
            "alternatives": self.alternatives.iter().map(alternative).collect::<Vec<_>>(),
            "gates": self.gates,
        })
    }
}

/// A model of up to four dimensions, ten criteria and seven alternatives.
pub(crate) fn model() -> impl Strategy<Value = Model> {
    vec((weight(), vec((weight(), function()), 1..4)), 1..4).prop_flat_map(|dimensions| {
        let mut names = (0..).map(|name: u32| format!("c{name}"));
        let dimensions: Vec<(String, f64, Vec<Criterion>)> = dimensions
            .into_iter()
            .enumerate()
            .map(|(place, (weight, criteria))| {
                let criteria = criteria.into_iter().zip(&mut names);
                let criteria = criteria
                    .map(|((weight, function), id)| Criterion { id, weight, function })
                    .collect();
                (format!("d{place}"), weight, criteria)
            })
            .collect();
        let criteria: Vec<Criterion> = dimensions
            .iter()
            .flat_map(|(_, _, criteria)| criteria.clone())
            .collect();
        let row: Vec<BoxedStrategy<Cell>> = criteria.iter().map(|criterion| cell(&criterion.function)).collect();
        let gates = vec(gate(&criteria), 0..3);
        (Just(dimensions), vec(row, 1..8), gates).prop_map(|(dimensions, rows, gates)| Model {
            dimensions,
            alternatives: rows
                .into_iter()
                .enumerate()
                .map(|(place, cells)| Alternative {
                    id: format!("a{place}"),
                    cells,
                })
                .collect(),
            gates: gates
                .into_iter()
                .enumerate()
                .map(|(place, gate)| Gate {
                    id: format!("g{place}"),
                    ..gate
                })
                .collect(),
        })
    })
}

/// A model and the place of one alternative and one criterion in it.
pub(crate) fn model_and_cell() -> impl Strategy<Value = (Model, usize, usize)> {
    model().prop_flat_map(|model| {
        let (alternatives, criteria) = (model.alternatives.len(), model.criteria().len());
        (Just(model), 0..alternatives, 0..criteria)
    })
}

pub(crate) fn weight() -> impl Strategy<Value = f64> {
    prop_oneof![4 => 0.5..50.0, 1 => (1_u8..=40).prop_map(f64::from)]
}

pub(crate) fn function() -> impl Strategy<Value = ValueFunction> {
    let two = |low: f64, high: f64| {
        (low..high, low..high).prop_filter("apart", |(a, b)| (a - b).abs() > 1e-2 * (a.abs() + b.abs()))
    };
    let level = (0_u8..=20).prop_map(|step| 5.0 * f64::from(step));
    let shape = prop_oneof![
        two(-100.0, 100.0).prop_map(|(worst, best)| Shape::Linear { worst, best }),
        two(0.01, 1000.0).prop_map(|(worst, best)| Shape::Log { worst, best }),
        (vec((0.1..10.0, 1.0..30.0), 2..5), any::<bool>()).prop_map(|(steps, rising)| points(&steps, rising)),
        vec(0.0..30.0, 4).prop_map(|mut at: Vec<f64>| {
            at.sort_by(f64::total_cmp);
            Shape::Target {
                lo_zero: at[0],
                lo_full: at[1],
                hi_full: at[2],
                hi_zero: at[3],
            }
        }),
        vec(level.clone(), 1..5).prop_map(|values| Shape::Levels {
            levels: values
                .into_iter()
                .enumerate()
                .map(|(place, value)| (format!("l{place}"), value))
                .collect(),
        }),
        (level.clone(), level.clone()).prop_map(|(yes, no)| Shape::Boolean { yes, no }),
        Just(Shape::Direct),
    ];
    (shape, prop_oneof![3 => Just(0.0), 1 => level])
        .prop_map(|(shape, absent)| ValueFunction::new(shape, absent).unwrap())
}

fn points(steps: &[(f64, f64)], rising: bool) -> Shape {
    let running = |mut sum: f64, step: f64| {
        sum += step;
        sum
    };
    let (mut x, mut v) = (vec![0.0], vec![0.0]);
    for (dx, dv) in steps {
        x.push(running(*x.last().unwrap(), *dx));
        v.push(running(*v.last().unwrap(), *dv).min(100.0));
    }
    if !rising {
        v.reverse();
    }
    Shape::Points { x, v }
}

/// A raw value the function takes, some of them beyond its anchors.
pub(crate) fn raw(function: &ValueFunction) -> BoxedStrategy<Raw> {
    let around = |a: f64, b: f64| {
        let (low, high) = (a.min(b), a.max(b));
        let beyond = 0.2 * (high - low) + 1e-3;
        prop_oneof![8 => low - beyond..high + beyond, 1 => Just(low), 1 => Just(high)]
            .prop_map(Raw::Number)
            .boxed()
    };
    match function.shape().clone() {
        Shape::Linear { worst, best } => around(worst, best),
        Shape::Log { worst, best } => {
            let (low, high) = (worst.min(best), worst.max(best));
            (0.5 * low..2.0 * high).prop_map(Raw::Number).boxed()
        }
        Shape::Points { x, .. } => around(x[0], x[x.len() - 1]),
        Shape::Target { lo_zero, hi_zero, .. } => around(lo_zero, hi_zero),
        Shape::Levels { levels } => select(levels.into_keys().collect::<Vec<_>>())
            .prop_map(Raw::Label)
            .boxed(),
        Shape::Boolean { .. } => any::<bool>().prop_map(Raw::Flag).boxed(),
        Shape::Direct => around(0.0, 100.0),
    }
}

pub(crate) fn grade() -> impl Strategy<Value = Grade> {
    select(Grade::ALL.to_vec())
}

pub(crate) fn cell(function: &ValueFunction) -> BoxedStrategy<Cell> {
    let range = (raw(function), raw(function), grade()).prop_map(|(a, b, evidence)| {
        let (lo, hi) = match (&a, &b) {
            (Raw::Number(x), Raw::Number(y)) if x > y => (b, a),
            _ => (a, b),
        };
        Cell::Range { lo, hi, evidence }
    });
    prop_oneof![
        6 => (raw(function), grade()).prop_map(|(x, evidence)| Cell::Known { x, evidence }),
        2 => range,
        1 => Just(Cell::Unknown),
        1 => Just(Cell::Absent),
    ]
    .boxed()
}

/// A gate on one of the criteria, without a name yet.
pub(crate) fn gate(criteria: &[Criterion]) -> BoxedStrategy<Gate> {
    let on = |criterion: &Criterion| {
        let id = criterion.id.clone();
        let test = (raw(&criterion.function), 0_u8..4).prop_map(|(x, kind)| match (x, kind) {
            (Raw::Number(x), 0) => GateTest::AtLeast(x),
            (Raw::Number(x), 1) => GateTest::AtMost(x),
            (x, 2) => GateTest::OneOf(vec![x]),
            (x, _) => GateTest::Equals(x),
        });
        test.prop_map(move |test| Gate {
            id: "new".to_owned(),
            criterion: id.clone(),
            test,
            mode: steelyard::domain::scoring::GateMode::Must,
        })
        .boxed()
    };
    proptest::strategy::Union::new(criteria.iter().map(on)).boxed()
}

/// A measured figure.
pub(crate) fn known(x: f64) -> Cell {
    Cell::Known {
        x: Raw::Number(x),
        evidence: Grade::A,
    }
}
