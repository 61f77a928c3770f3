//! A scorecard as a list of fields, each a place and a text: what forms show, what the edits of two people are merged by, and
//! what two versions are compared by.

use std::fmt;

use super::scale::{SCALES, anchors_of, scale_fields};
use super::{Criterion, GateRule, Measure, Scorecard, Text};
use crate::domain::brief::gate_mode_word;
use crate::domain::scoring::{GateTest, Raw};

/// A part of a scorecard that has fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The scorecard itself.
    Card,
    /// A dimension.
    Dimension,
    /// A criterion.
    Criterion,
    /// A preset.
    Preset,
    /// A gate.
    Gate,
}

/// Where a field stands, e.g. `c.mlperf.points`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// In which kind of part.
    pub part: Part,
    /// In which one; empty for the scorecard.
    pub id: String,
    /// Its name; empty for the part as a whole.
    pub field: String,
}

/// Fields in the order of the scorecard.
pub type Fields = Vec<(Place, String)>;

impl Part {
    fn letter(self) -> &'static str {
        match self {
            Self::Card => "s",
            Self::Dimension => "d",
            Self::Criterion => "c",
            Self::Preset => "p",
            Self::Gate => "g",
        }
    }
}

impl Place {
    /// A field of a part.
    #[must_use]
    pub fn new(part: Part, id: &str, field: &str) -> Self {
        Self {
            part,
            id: id.to_owned(),
            field: field.to_owned(),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.part.letter(), self.id, self.field)
    }
}

impl Scorecard {
    /// Every field with its text.
    #[must_use]
    pub fn fields(&self) -> Fields {
        let mut list = List(Vec::new(), Part::Card, "");
        list.text("name", &self.name);
        list.text("description", &self.description);
        list.put("need", json(&self.need));
        list.put("dearest_egress", self.dearest_egress_usd_per_gb.to_string());
        for dimension in &self.dimensions {
            list.go_to(Part::Dimension, &dimension.id);
            list.text("name", &dimension.name);
            list.put("points", dimension.points.to_string());
            for criterion in &dimension.criteria {
                criterion_fields(&mut list, criterion);
            }
        }
        for preset in &self.presets {
            list.go_to(Part::Preset, &preset.id);
            list.text("name", &preset.name);
            for (dimension, weight) in self.dimensions.iter().zip(&preset.weights) {
                list.put(&format!("weight.{}", dimension.id), weight.to_string());
            }
            list.put("workload", preset.workload.map_or("", |w| w.word()).to_owned());
            list.text("reason", &preset.reason);
        }
        for gate in &self.gates {
            gate_fields(&mut list, gate);
        }
        list.0
    }

    /// The place of a text that names one, also of an anchor that the value function does not have now.
    #[must_use]
    pub fn place_of(&self, text: &str) -> Option<Place> {
        let anchors = self.criteria().flat_map(|criterion| {
            let fields = SCALES.iter().flat_map(|scale| anchors_of(scale));
            fields.map(|field| Place::new(Part::Criterion, &criterion.id, field))
        });
        let fields = self.fields().into_iter().map(|(place, _)| place);
        fields.chain(anchors).find(|place| place.to_string() == text)
    }

    /// The points, or what else stands for a part in one word: dimensions and criteria their points, presets their weights,
    /// gates how they are used.
    #[must_use]
    pub fn gist(&self, part: Part, id: &str) -> Option<String> {
        match part {
            Part::Card => None,
            Part::Dimension => self
                .dimensions
                .iter()
                .find(|d| d.id == id)
                .map(|d| d.points.to_string()),
            Part::Criterion => self.criterion(id).map(|c| c.points.to_string()),
            Part::Preset => self.presets.iter().find(|p| p.id == id).map(|p| {
                let weights: Vec<String> = p.weights.iter().map(f64::to_string).collect();
                weights.join(" / ")
            }),
            Part::Gate => self
                .gates
                .iter()
                .find(|g| g.id == id)
                .map(|g| gate_mode_word(g.mode).to_owned()),
        }
    }

    /// The name of a part.
    #[must_use]
    pub fn name_of(&self, part: Part, id: &str) -> Option<&Text> {
        match part {
            Part::Card => Some(&self.name),
            Part::Dimension => self.dimensions.iter().find(|d| d.id == id).map(|d| &d.name),
            Part::Criterion => self.criterion(id).map(|c| &c.name),
            Part::Preset => self.presets.iter().find(|p| p.id == id).map(|p| &p.name),
            Part::Gate => self.gates.iter().find(|g| g.id == id).map(|g| &g.name),
        }
    }

    /// The criterion of an id.
    #[must_use]
    pub fn criterion(&self, id: &str) -> Option<&Criterion> {
        self.criteria().find(|c| c.id == id)
    }
}

struct List<'a>(Fields, Part, &'a str);

impl<'a> List<'a> {
    fn go_to(&mut self, part: Part, id: &'a str) {
        (self.1, self.2) = (part, id);
    }

    fn put(&mut self, field: &str, value: String) {
        self.0.push((Place::new(self.1, self.2, field), value));
    }

    fn text(&mut self, field: &str, text: &Text) {
        self.put(&format!("{field}.en"), text.en.clone());
        self.put(&format!("{field}.zh"), text.zh.clone());
    }

    fn measure(&mut self, measure: &Measure) {
        match chosen(measure) {
            Some(attribute) => self.put("attribute", attribute),
            None => self.put("measure", json(measure)),
        }
    }
}

fn criterion_fields<'a>(list: &mut List<'a>, criterion: &'a Criterion) {
    list.go_to(Part::Criterion, &criterion.id);
    list.text("name", &criterion.name);
    list.put("unit", criterion.unit.clone());
    list.put("points", criterion.points.to_string());
    list.measure(&criterion.measure);
    for (field, value) in scale_fields(&criterion.value) {
        list.put(field, value);
    }
    list.text("reason", &criterion.reason);
}

fn gate_fields<'a>(list: &mut List<'a>, gate: &'a GateRule) {
    list.go_to(Part::Gate, &gate.id);
    list.text("name", &gate.name);
    list.put("unit", gate.unit.clone());
    list.measure(&gate.measure);
    let (op, value) = test_words(&gate.test);
    list.put("op", op.to_owned());
    list.put("value", value);
    list.put("mode", gate_mode_word(gate.mode).to_owned());
    list.text("reason", &gate.reason);
}

/// The attribute of a measure that is nothing but one, as `accelerator/memory_gb`.
#[must_use]
pub fn chosen(measure: &Measure) -> Option<String> {
    match measure {
        Measure::Fact { subject, attribute } | Measure::Least { subject, attribute } => {
            Some(format!("{}/{attribute}", subject.word()))
        }
        Measure::MlperfIndex { .. }
        | Measure::Price { .. }
        | Measure::Tco { .. }
        | Measure::SlaLevel { .. }
        | Measure::LinkedAccelerators { .. } => None,
    }
}

/// A test as its sign and its text.
#[must_use]
pub fn test_words(test: &GateTest) -> (&'static str, String) {
    match test {
        GateTest::AtLeast(limit) => (">=", limit.to_string()),
        GateTest::AtMost(limit) => ("<=", limit.to_string()),
        GateTest::Equals(raw) => ("==", raw_word(raw)),
        GateTest::OneOf(raws) => ("in", raws.iter().map(raw_word).collect::<Vec<_>>().join(", ")),
    }
}

fn raw_word(raw: &Raw) -> String {
    match raw {
        Raw::Flag(true) => "yes".to_owned(),
        Raw::Flag(false) => "no".to_owned(),
        Raw::Number(number) => number.to_string(),
        Raw::Label(label) => label.clone(),
    }
}

/// What has no fields of its own, as JSON.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
