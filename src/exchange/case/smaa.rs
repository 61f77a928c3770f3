//! A model sampled: one answer per run.

use std::num::NonZeroUsize;

use serde::Deserialize;
use serde_json::{Value, json};

use super::model::ModelForm;
use super::{CaseError, Model};
use crate::domain::scoring::smaa::{self, Settings};

/// A model and the runs asked of it.
#[derive(Debug)]
pub struct SmaaCase {
    /// The model.
    pub model: Model,
    /// What to sample.
    pub runs: Vec<Run>,
}

/// One run; what is left out has its default.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct Run {
    /// How far weights vary, 0..1.
    #[serde(default = "lambda")]
    pub lambda: f64,
    /// Start of the random stream; a hash of the model unless given.
    pub seed: Option<u64>,
    /// Whether cells vary within their evidence interval.
    #[serde(default = "data_uncertainty")]
    pub data_uncertainty: bool,
    /// How many samples.
    #[serde(default = "samples")]
    pub samples: u32,
}

/// The most runs a case may ask for.
const MAX_RUNS: usize = 20;

/// How the input is written.
#[derive(Deserialize)]
pub(super) struct SmaaForm {
    model: ModelForm,
    runs: Vec<Run>,
}

const fn lambda() -> f64 {
    Settings::LAMBDA
}

const fn data_uncertainty() -> bool {
    true
}

const fn samples() -> u32 {
    Settings::SAMPLES
}

impl SmaaCase {
    pub(super) fn new(form: SmaaForm) -> Result<Self, CaseError> {
        if form.runs.len() > MAX_RUNS {
            return Err(CaseError::TooLarge {
                what: "runs",
                count: form.runs.len(),
                limit: MAX_RUNS,
            });
        }
        Ok(Self {
            model: Model::new(form.model)?,
            runs: form.runs,
        })
    }

    pub(super) fn answer(&self) -> Result<Value, CaseError> {
        let runs = self.runs.iter().enumerate().map(|(number, run)| self.run(number, *run));
        Ok(json!({ "runs": runs.collect::<Result<Vec<_>, _>>()? }))
    }

    fn run(&self, number: usize, run: Run) -> Result<Value, CaseError> {
        let (matrix, weights, rows) = (self.model.matrix(), self.model.weights(), self.model.competing());
        let seed = run
            .seed
            .unwrap_or_else(|| smaa::seed_of(self.model.alternatives(), matrix, weights, &rows));
        let Run {
            lambda,
            data_uncertainty,
            samples,
            ..
        } = run;
        let settings = Settings {
            lambda,
            seed,
            samples,
            data_uncertainty,
            confidence: true,
        };
        let all = smaa::run(matrix, weights, &rows, &settings, NonZeroUsize::MIN)
            .map_err(|problem| CaseError::Run { run: number, problem })?;
        Ok(json!({
            "lambda": lambda,
            "seed": seed,
            "data_uncertainty": data_uncertainty,
            "N": samples,
            "alternative_index": rows,
            "rank_acceptability": all.rank_acceptability().collect::<Vec<_>>(),
            "first_rank_count": all.first_counts().collect::<Vec<_>>(),
            "central_weights": all.central_weights(),
            "pairwise_winning": all.pairwise_winning().collect::<Vec<_>>(),
            "expected_rank": all.expected_ranks().collect::<Vec<_>>(),
            "confidence_factor": all.confidence_factors(),
        }))
    }
}
