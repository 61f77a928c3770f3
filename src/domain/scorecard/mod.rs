//! A scorecard says what is scored and how: dimensions, criteria with points and value functions, gates, presets. It is data
//! (a JSON document), versioned as a whole; nothing about `gpu-cloud` is written in code.

mod compare;
mod edit;
mod fields;
mod parts;
mod scale;
#[cfg(test)]
mod tests;
mod write;

use serde::{Deserialize, Serialize};

use super::catalogue::{SubjectKind, WordError};
use super::ids::{AttributeId, ScorecardId};
pub use super::scoring::GateMode;
use super::scoring::{GateTest, ValueFunction};
use super::usage::Usage;
pub use compare::{Difference, Obstacle, Question, differences};
pub use edit::{Clash, Edit, FieldFault, Rule};
pub use fields::{Fields, Part, Place, chosen, test_words};
pub use parts::PartError;
pub use scale::{SCALES, anchors_of, scale_fields};
pub use write::read_attribute;

/// A text in both languages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// What is scored and how.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scorecard {
    /// Its id; stands in links.
    pub id: ScorecardId,
    /// 1, 2, …; a changed scorecard is a new version.
    pub version: u32,
    /// Its name.
    pub name: Text,
    /// What it is for.
    pub description: Text,
    /// The scored parts, in canonical order.
    pub dimensions: Vec<Dimension>,
    /// The must-haves, in the order they are shown.
    pub gates: Vec<GateRule>,
    /// Ready-made weights.
    pub presets: Vec<Preset>,
    /// The need that holds unless the brief says otherwise.
    pub need: Need,
    /// The dearest price of a GB out that is believed possible where a vendor publishes none, in USD.
    #[serde(default = "dearest_egress")]
    pub dearest_egress_usd_per_gb: f64,
}

/// Above every list price in the starter catalogue.
fn dearest_egress() -> f64 {
    0.15
}

/// One of the scored parts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dimension {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Its points of the whole.
    pub points: f64,
    /// What is scored inside it.
    pub criteria: Vec<Criterion>,
}

/// One scored property.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    /// Its id; stands in links as `c.<id>`.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Unit of its raw values; empty where there is none.
    pub unit: String,
    /// Its points of the dimension's.
    pub points: f64,
    /// Where its raw value comes from.
    pub measure: Measure,
    /// From raw value to 0..100.
    pub value: ValueFunction,
    /// Why it has these points and anchors.
    pub reason: Text,
}

/// Where a raw value comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Measure {
    /// The fact in force for an attribute of the offer, its accelerator or its vendor.
    Fact {
        /// Whose attribute.
        subject: SubjectKind,
        /// Which attribute.
        attribute: AttributeId,
    },
    /// The smallest number among an attribute's variants, e.g. the quickest support tier.
    Least {
        /// Whose attribute.
        subject: SubjectKind,
        /// Which attribute.
        attribute: AttributeId,
    },
    /// MLPerf results of the brief's workload against the reference accelerator, 100 = equal.
    MlperfIndex {
        /// The accelerator that counts as 100.
        reference: String,
    },
    /// US dollars per needed accelerator-hour of the instances that serve the brief.
    Price {
        /// Which price.
        price: PriceKind,
        /// The largest discount off the on-demand price that is believed possible where the plan's price is not published, 0..1.
        #[serde(default)]
        deepest_discount: f64,
    },
    /// US dollars per useful accelerator-hour of the brief's load over its months, by the life-cycle model.
    Tco {
        /// Which part of it.
        part: TcoPart,
    },
    /// A vendor's availability percentage as one of five levels, 0 below the first.
    SlaLevel {
        /// The attribute with the percentage.
        attribute: AttributeId,
    },
    /// How many accelerators of one instance are joined by `NVLink` or the maker's equivalent.
    LinkedAccelerators {
        /// The attribute with the fabric's bandwidth.
        attribute: AttributeId,
    },
}

impl Measure {
    /// Whether its value may differ between two needs.
    #[must_use]
    pub fn depends_on(&self, one: Need, other: Need) -> bool {
        match self {
            Self::Fact { .. } | Self::Least { .. } | Self::SlaLevel { .. } | Self::LinkedAccelerators { .. } => false,
            Self::MlperfIndex { .. } => one.workload != other.workload,
            Self::Price { .. } | Self::Tco { .. } => !one.has_load_of(other),
        }
    }
}

/// Which part of the life-cycle cost is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TcoPart {
    /// All of it.
    Total,
    /// What is not compute: transfer and storage.
    Rest,
}

/// Which price of an offer is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceKind {
    /// The on-demand price.
    OnDemand,
    /// The lowest reserved price; where none is published, at most the on-demand price.
    Reserved,
    /// The price of capacity added for a while: spot; where none is published, at most the on-demand price.
    Burst,
}

/// A must-have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GateRule {
    /// Its id; stands in links as `gate.<id>`.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Unit of its raw values.
    pub unit: String,
    /// Where its raw value comes from.
    pub measure: Measure,
    /// What the raw value has to satisfy.
    pub test: GateTest,
    /// How it is used unless the brief says otherwise.
    pub mode: GateMode,
    /// Why it is used this way.
    pub reason: Text,
}

/// Ready-made weights, one number per dimension.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Points of the dimensions, in order.
    pub weights: Vec<f64>,
    /// The workload it is meant for, if one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub workload: Option<Workload>,
    /// When to use it.
    pub reason: Text,
}

/// What the buyer will run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Workload {
    /// Training models.
    Training,
    /// Answering in bulk.
    Inference,
    /// Answering under a latency limit.
    Realtime,
}

impl Workload {
    /// All of them, in the order they are shown.
    pub const ALL: [Self; 3] = [Self::Training, Self::Inference, Self::Realtime];

    /// The word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Inference => "inference",
            Self::Realtime => "realtime",
        }
    }

    /// Reads the word.
    ///
    /// # Errors
    /// [`WordError`] lists the words that are possible.
    pub fn parse(text: &str) -> Result<Self, WordError> {
        Self::ALL
            .into_iter()
            .find(|w| w.word() == text)
            .ok_or_else(|| WordError {
                word: text.chars().take(40).collect(),
                what: "workload",
                allowed: "training inference realtime",
            })
    }
}

/// How much of what is needed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Need {
    /// What will run.
    pub workload: Workload,
    /// How many accelerators.
    pub gpus: u32,
    /// Memory per accelerator in GB, at least; 0 for any.
    pub vram_gb: f64,
    /// How the capacity is used, and what goes with it.
    #[serde(default)]
    pub usage: Usage,
}

impl Need {
    /// Whether as many accelerators are used in the same way: what an offer costs is the same.
    #[must_use]
    pub fn has_load_of(&self, other: Self) -> bool {
        (self.gpus, self.usage) == (other.gpus, other.usage)
    }
}

/// What is wrong with a scorecard.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ScorecardError {
    /// There is nothing to score.
    #[error("the scorecard {0} has no {1}")]
    Empty(String, &'static str),
    /// The same id twice.
    #[error("the {kind} {id:?} is there twice")]
    Duplicate {
        /// What kind of part.
        kind: &'static str,
        /// Its id.
        id: String,
    },
    /// Points that are negative or not a number.
    #[error("{id}: {points} are not points: write a number of 0 or more")]
    Points {
        /// The dimension or criterion.
        id: String,
        /// The points found.
        points: f64,
    },
    /// A preset whose weights do not fit the dimensions.
    #[error("the preset {id:?} has {found} weights, not {wanted}")]
    Preset {
        /// The preset.
        id: String,
        /// How many weights it has.
        found: usize,
        /// How many dimensions there are.
        wanted: usize,
    },
}

impl Scorecard {
    /// Checks ids, points and presets; value functions were checked when they were read.
    ///
    /// # Errors
    /// The first [`ScorecardError`] found.
    pub fn check(&self) -> Result<(), ScorecardError> {
        if self.dimensions.is_empty() {
            return Err(ScorecardError::Empty(self.id.to_string(), "dimension"));
        }
        unique("dimension", self.dimensions.iter().map(|d| &d.id))?;
        unique("criterion", self.criteria().map(|c| &c.id))?;
        unique("gate", self.gates.iter().map(|g| &g.id))?;
        unique("preset", self.presets.iter().map(|p| &p.id))?;
        for dimension in &self.dimensions {
            points(&dimension.id, dimension.points)?;
            if dimension.criteria.is_empty() {
                return Err(ScorecardError::Empty(dimension.id.clone(), "criterion"));
            }
            for criterion in &dimension.criteria {
                points(&criterion.id, criterion.points)?;
            }
        }
        for preset in &self.presets {
            preset.weights.iter().try_for_each(|&w| points(&preset.id, w))?;
            if preset.weights.len() != self.dimensions.len() {
                return Err(ScorecardError::Preset {
                    id: preset.id.clone(),
                    found: preset.weights.len(),
                    wanted: self.dimensions.len(),
                });
            }
        }
        Ok(())
    }

    /// What the criteria and the gates measure.
    pub fn measures(&self) -> impl Iterator<Item = &Measure> {
        let gates = self.gates.iter().map(|gate| &gate.measure);
        self.criteria().map(|criterion| &criterion.measure).chain(gates)
    }

    /// Every criterion in canonical order: dimension by dimension.
    pub fn criteria(&self) -> impl Iterator<Item = &Criterion> {
        self.dimensions.iter().flat_map(|d| &d.criteria)
    }

    /// Values of the criteria in canonical order, dimension by dimension.
    pub fn by_dimension<T>(&self, values: impl IntoIterator<Item = T>) -> Vec<Vec<T>> {
        let mut values = values.into_iter();
        let dimensions = self.dimensions.iter();
        dimensions
            .map(|d| values.by_ref().take(d.criteria.len()).collect())
            .collect()
    }

    /// The points of the dimensions, in order.
    #[must_use]
    pub fn weights(&self) -> Vec<f64> {
        self.dimensions.iter().map(|d| d.points).collect()
    }
}

impl Dimension {
    /// Points of the dimension that no criterion has; negative where the criteria have more.
    #[must_use]
    pub fn unallocated(&self) -> f64 {
        self.points - self.criteria.iter().map(|c| c.points).sum::<f64>()
    }
}

fn unique<'a>(kind: &'static str, ids: impl Iterator<Item = &'a String>) -> Result<(), ScorecardError> {
    let mut seen = std::collections::BTreeSet::new();
    for id in ids {
        if !seen.insert(id) {
            return Err(ScorecardError::Duplicate { kind, id: id.clone() });
        }
    }
    Ok(())
}

fn points(id: &str, points: f64) -> Result<(), ScorecardError> {
    if points.is_finite() && points >= 0.0 {
        Ok(())
    } else {
        Err(ScorecardError::Points {
            id: id.to_owned(),
            points,
        })
    }
}
