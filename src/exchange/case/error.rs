//! What can be wrong with a case.

use crate::domain::scoring::gate::GateError;
use crate::domain::scoring::relative::RelativeError;
use crate::domain::scoring::smaa::SmaaError;
use crate::domain::scoring::value::{AnchorError, ValueError};
use crate::domain::scoring::weights::WeightError;

/// Why a case has no answer.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// Not JSON, or not in the form of a case; the message says where.
    #[error("this is not a case: {0}")]
    Json(#[from] serde_json::Error),
    /// A kind nobody answers.
    #[error("{0:?} is no kind of case: mavt, smaa and relative_matrix are")]
    UnknownKind(String),
    /// A name that must be unique is not.
    #[error("two {what} are called {id:?}")]
    Duplicate {
        /// Of what.
        what: &'static str,
        /// The name.
        id: String,
    },
    /// Lists that belong together differ in length.
    #[error("{found} {what} where {expected} are needed")]
    Count {
        /// Of what.
        what: String,
        /// How many there are.
        found: usize,
        /// How many are needed.
        expected: usize,
    },
    /// More than can be answered in reasonable time and space.
    #[error("{count} {what} are too many: at most {limit}")]
    TooLarge {
        /// Of what.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many may be.
        limit: usize,
    },
    /// Weights that cannot be normalised.
    #[error(transparent)]
    Weights(#[from] WeightError),
    /// A value function that cannot be used.
    #[error("the value function of criterion {criterion:?}: {problem}")]
    Function {
        /// Whose function.
        criterion: String,
        /// What is wrong with it.
        problem: FunctionProblem,
    },
    /// A cell that cannot be valued.
    #[error("alternative {alternative:?}, criterion {criterion:?}: {problem}")]
    Cell {
        /// Whose cell.
        alternative: String,
        /// On which criterion.
        criterion: String,
        /// What is wrong with it.
        problem: CellProblem,
    },
    /// A gate that is not in the form of a gate.
    #[error("gate {gate:?}: {problem}")]
    Gate {
        /// Its name, or its number where it has none.
        gate: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A gate on a criterion that does not exist.
    #[error("gate {gate:?} asks for criterion {criterion:?}, which does not exist")]
    GateCriterion {
        /// The gate.
        gate: String,
        /// What it asks for.
        criterion: String,
    },
    /// A table on which a method has no answer.
    #[error(transparent)]
    Undefined(RelativeError),
    /// Settings that cannot be sampled.
    #[error("run {run}: {problem}")]
    Run {
        /// Which run, from 0.
        run: usize,
        /// What is wrong with it.
        problem: SmaaError,
    },
    /// The linear program for one challenger met a numerical failure.
    #[error("what alternative {alternative:?} needs to come first could not be computed: {problem}")]
    Solver {
        /// The challenger.
        alternative: String,
        /// The solver's words.
        problem: microlp::Error,
    },
}

/// What is wrong with a value function.
#[derive(Debug, thiserror::Error)]
pub enum FunctionProblem {
    /// Not in the form of one.
    #[error("{0}")]
    Malformed(serde_json::Error),
    /// Anchors that cannot be used.
    #[error(transparent)]
    Anchors(AnchorError),
}

/// What is wrong with a cell.
#[derive(Debug, thiserror::Error)]
pub enum CellProblem {
    /// Not in the form of a cell.
    #[error("{0}")]
    Malformed(serde_json::Error),
    /// A raw value the criterion cannot take.
    #[error(transparent)]
    Value(ValueError),
    /// A raw value that a gate cannot compare.
    #[error("gate {gate:?}: {problem}")]
    Gate {
        /// The gate.
        gate: String,
        /// Why not.
        problem: GateError,
    },
    /// Two cells for one criterion.
    #[error("there are two cells")]
    Duplicate,
    /// A cell for a criterion that does not exist.
    #[error("there is no such criterion")]
    NoSuchCriterion,
    /// A value that is not a number.
    #[error("{0} is not a number")]
    NotANumber(serde_json::Value),
    /// A value the table cannot take.
    #[error(transparent)]
    Table(RelativeError),
}
