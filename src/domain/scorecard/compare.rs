//! What differs between two scorecards, field by field, and what keeps one from being published.

use std::collections::{BTreeMap, BTreeSet};

use super::fields::{Part, Place};
use super::{Criterion, Measure, PriceKind, Scorecard, ScorecardError, TcoPart};
use crate::domain::catalogue::{AttributeKind, Catalogue};
use crate::domain::scoring::{GateTest, Shape};

/// A field that differs; of a part that only one of both has, the part as a whole with its gist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Where.
    pub place: Place,
    /// Before; `None` when it was not there.
    pub before: Option<String>,
    /// After; `None` when it is gone.
    pub after: Option<String>,
}

/// Why a scorecard cannot be published.
#[derive(Debug, Clone, PartialEq)]
pub enum Obstacle {
    /// It says what the version before says.
    Unchanged,
    /// The dimensions do not add up to 100.
    Dimensions(f64),
    /// The criteria of a dimension have more points than the dimension.
    Overallocated {
        /// The dimension.
        dimension: String,
        /// By how much.
        by: f64,
    },
    /// The criteria of a dimension that has points have none.
    Nothing(String),
    /// The weights of a preset do not add up to 100.
    Preset {
        /// The preset.
        preset: String,
        /// What they add up to.
        total: f64,
    },
    /// The attribute that a criterion or gate names is not in the catalogue.
    Attribute(Place),
    /// What is measured is of another kind than the value function or test takes.
    Kind(Place),
    /// A log scale over values that may be zero.
    Zero(Place),
    /// Ids or texts that make no sense.
    Invalid(ScorecardError),
}

/// What whoever publishes has to confirm.
#[derive(Debug, Clone, PartialEq)]
pub enum Question {
    /// The anchors of a criterion changed: is the step between them still worth its points?
    Recheck(String),
    /// Points of a dimension that no criterion has are shared among its criteria: is that meant?
    Open {
        /// The dimension.
        dimension: String,
        /// How many.
        points: f64,
    },
}

const CLOSE: f64 = 1e-9;

/// Every field that differs, weights of dimensions first, then points, presets, scales, gates, texts.
#[must_use]
pub fn differences(before: &Scorecard, after: &Scorecard) -> Vec<Difference> {
    let (old, new) = (before.fields(), after.fields());
    let parts = |fields: &[(Place, String)]| -> BTreeSet<(Part, String)> {
        fields.iter().map(|(place, _)| (place.part, place.id.clone())).collect()
    };
    let (old_parts, new_parts) = (parts(&old), parts(&new));
    let in_both = |place: &Place| {
        let part = (place.part, place.id.clone());
        old_parts.contains(&part) && new_parts.contains(&part)
    };
    let old_texts: BTreeMap<&Place, &String> = old.iter().map(|(place, text)| (place, text)).collect();
    let new_texts: BTreeMap<&Place, &String> = new.iter().map(|(place, text)| (place, text)).collect();
    let mut found: Vec<Difference> = Vec::new();
    for (part, id) in old_parts.symmetric_difference(&new_parts) {
        found.push(Difference {
            place: Place::new(*part, id, ""),
            before: before.gist(*part, id),
            after: after.gist(*part, id),
        });
    }
    let gone = old.iter().filter(|(place, _)| !new_texts.contains_key(place));
    for (place, _) in new.iter().chain(gone).filter(|(place, _)| in_both(place)) {
        let (before, after) = (old_texts.get(place), new_texts.get(place));
        if before != after {
            found.push(Difference {
                place: place.clone(),
                before: before.map(|text| (*text).clone()),
                after: after.map(|text| (*text).clone()),
            });
        }
    }
    found.sort_by_key(|difference| weight_first(&difference.place));
    found
}

fn weight_first(place: &Place) -> u8 {
    match (place.part, place.field.as_str()) {
        (Part::Dimension, "points" | "") => 0,
        (Part::Criterion, "points" | "") => 1,
        (Part::Preset, field) if field.is_empty() || field.starts_with("weight.") => 2,
        (Part::Criterion, field) if field.starts_with("value.") || field == "attribute" => 3,
        (Part::Gate, "" | "mode" | "op" | "value" | "attribute") => 4,
        _ => 5,
    }
}

impl Scorecard {
    /// What keeps this scorecard from being published after `base`, over a catalogue.
    #[must_use]
    pub fn obstacles(&self, base: Option<&Self>, catalogue: &Catalogue) -> Vec<Obstacle> {
        let mut found: Vec<Obstacle> = self.check().err().map(Obstacle::Invalid).into_iter().collect();
        if base.is_some_and(|base| base.id == self.id && differences(base, self).is_empty()) {
            found.push(Obstacle::Unchanged);
        }
        let total: f64 = self.weights().iter().sum();
        if (total - 100.0).abs() > CLOSE {
            found.push(Obstacle::Dimensions(total));
        }
        for dimension in &self.dimensions {
            let open = dimension.unallocated();
            if open < -CLOSE {
                found.push(Obstacle::Overallocated {
                    dimension: dimension.id.clone(),
                    by: -open,
                });
            }
            // Points that no criterion takes cannot be shared.
            if dimension.criteria.iter().all(|c| c.points <= 0.0) {
                found.push(Obstacle::Nothing(dimension.id.clone()));
            }
        }
        for preset in &self.presets {
            let total: f64 = preset.weights.iter().sum();
            if (total - 100.0).abs() > CLOSE {
                found.push(Obstacle::Preset {
                    preset: preset.id.clone(),
                    total,
                });
            }
        }
        found.extend(self.criteria().filter_map(|c| unfit(c, catalogue)));
        for gate in &self.gates {
            let place = Place::new(Part::Gate, &gate.id, "value");
            match kind_of(&gate.measure, catalogue) {
                None => found.push(Obstacle::Attribute(place)),
                Some(AttributeKind::Number) => {}
                Some(_) if matches!(gate.test, GateTest::AtLeast(_) | GateTest::AtMost(_)) => {
                    found.push(Obstacle::Kind(place));
                }
                Some(_) => {}
            }
        }
        found
    }

    /// What whoever publishes this scorecard after `base` has to confirm.
    #[must_use]
    pub fn questions(&self, base: Option<&Self>) -> Vec<Question> {
        let rechecks = self.criteria().filter(|c| self.wants_recheck(base, c));
        let rechecks = rechecks.map(|c| Question::Recheck(c.id.clone()));
        let open = self.dimensions.iter().filter(|d| d.unallocated() > CLOSE);
        let open = open.map(|d| Question::Open {
            dimension: d.id.clone(),
            points: d.unallocated(),
        });
        rechecks.chain(open).collect()
    }

    /// Whether the scale of a criterion is another one than in `base`, and its points were weighed for that one.
    #[must_use]
    pub fn wants_recheck(&self, base: Option<&Self>, criterion: &Criterion) -> bool {
        base.and_then(|base| base.criterion(&criterion.id))
            .is_some_and(|old| old.value != criterion.value)
    }
}

/// Why the value function of a criterion cannot take what is measured.
fn unfit(criterion: &Criterion, catalogue: &Catalogue) -> Option<Obstacle> {
    let place = |field: &str| Place::new(Part::Criterion, &criterion.id, field);
    let Some(kind) = kind_of(&criterion.measure, catalogue) else {
        return Some(Obstacle::Attribute(place("attribute")));
    };
    let fits = match criterion.value.shape() {
        Shape::Boolean { .. } => kind == AttributeKind::Boolean,
        Shape::Levels { .. } => matches!(kind, AttributeKind::Level | AttributeKind::Text | AttributeKind::Set),
        Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
            kind == AttributeKind::Number
        }
    };
    if !fits {
        return Some(Obstacle::Kind(place("value.type")));
    }
    let log = matches!(criterion.value.shape(), Shape::Log { .. });
    (log && may_be_zero(&criterion.measure)).then(|| Obstacle::Zero(place("value.type")))
}

/// The kind of raw values; `None` when the attribute is not in the catalogue.
fn kind_of(measure: &Measure, catalogue: &Catalogue) -> Option<AttributeKind> {
    match measure {
        Measure::Fact { attribute, .. } => catalogue.attribute(attribute.as_str()).map(|a| a.kind),
        Measure::Least { attribute, .. }
        | Measure::SlaLevel { attribute }
        | Measure::LinkedAccelerators { attribute } => {
            catalogue.attribute(attribute.as_str()).map(|_| AttributeKind::Number)
        }
        Measure::MlperfIndex { .. } | Measure::Price { .. } | Measure::Tco { .. } => Some(AttributeKind::Number),
    }
}

fn may_be_zero(measure: &Measure) -> bool {
    match measure {
        Measure::Tco { part: TcoPart::Rest } | Measure::SlaLevel { .. } | Measure::LinkedAccelerators { .. } => true,
        Measure::Price {
            price: PriceKind::OnDemand | PriceKind::Reserved | PriceKind::Burst,
            ..
        }
        | Measure::Tco { part: TcoPart::Total }
        | Measure::Fact { .. }
        | Measure::Least { .. }
        | Measure::MlperfIndex { .. } => false,
    }
}
