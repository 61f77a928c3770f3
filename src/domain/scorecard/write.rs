//! A scorecard with other texts in some of its fields, or what is wrong with them.

use std::collections::BTreeMap;

use super::edit::{FieldFault, Rule};
use super::fields::{Part, Place, chosen, test_words};
use super::scale::{parse_number, read_scale, scale_fields};
use super::{Criterion, GateMode, GateRule, Measure, Scorecard, Text};
use crate::domain::brief::gate_mode_word;
use crate::domain::catalogue::SubjectKind;
use crate::domain::ids::AttributeId;
use crate::domain::scoring::{GateTest, Raw};

/// The longest text of a field.
const LONGEST: usize = 2_000;

impl Scorecard {
    /// The scorecard with other texts in some of its fields.
    ///
    /// # Errors
    /// Every field whose text does not fit.
    pub fn with_fields(&self, changes: &BTreeMap<String, String>) -> Result<Self, Vec<FieldFault>> {
        let mut card = self.clone();
        let mut writer = Writer {
            changes,
            faults: Vec::new(),
        };
        let dimensions: Vec<String> = card.dimensions.iter().map(|d| d.id.clone()).collect();
        writer.texts((Part::Card, ""), "name", &mut card.name, true);
        writer.texts((Part::Card, ""), "description", &mut card.description, false);
        for dimension in &mut card.dimensions {
            writer.texts((Part::Dimension, &dimension.id), "name", &mut dimension.name, true);
            writer.points(
                &Place::new(Part::Dimension, &dimension.id, "points"),
                &mut dimension.points,
            );
            for criterion in &mut dimension.criteria {
                writer.criterion(criterion);
            }
        }
        for preset in &mut card.presets {
            writer.texts((Part::Preset, &preset.id), "name", &mut preset.name, true);
            writer.texts((Part::Preset, &preset.id), "reason", &mut preset.reason, false);
            for (dimension, weight) in dimensions.iter().zip(&mut preset.weights) {
                let field = format!("weight.{dimension}");
                writer.points(&Place::new(Part::Preset, &preset.id, &field), weight);
            }
        }
        for gate in &mut card.gates {
            writer.gate(gate);
        }
        if writer.faults.is_empty() {
            Ok(card)
        } else {
            Err(writer.faults)
        }
    }
}

/// Writes changed fields into a scorecard and gathers what does not fit.
struct Writer<'a> {
    changes: &'a BTreeMap<String, String>,
    faults: Vec<FieldFault>,
}

impl Writer<'_> {
    fn changed(&self, place: &Place) -> Option<&str> {
        self.changes.get(&place.to_string()).map(String::as_str)
    }

    fn fault(&mut self, place: &Place, rule: Rule) {
        self.faults.push(FieldFault::new(place.to_string(), rule));
    }

    fn text(&mut self, place: &Place, slot: &mut String, needed: bool) {
        let Some(text) = self.changed(place).map(str::to_owned) else {
            return;
        };
        if needed && text.is_empty() {
            self.fault(place, Rule::Empty);
        } else if text.chars().count() > LONGEST {
            self.fault(place, Rule::Length(LONGEST));
        } else {
            *slot = text;
        }
    }

    fn texts(&mut self, (part, id): (Part, &str), field: &str, slot: &mut Text, needed: bool) {
        self.text(&Place::new(part, id, &format!("{field}.en")), &mut slot.en, needed);
        self.text(&Place::new(part, id, &format!("{field}.zh")), &mut slot.zh, needed);
    }

    fn points(&mut self, place: &Place, slot: &mut f64) {
        let Some(text) = self.changed(place).map(str::to_owned) else {
            return;
        };
        match parse_number(&text).filter(|points| (0.0..=100.0).contains(points)) {
            Some(points) => *slot = points,
            None => self.fault(place, Rule::Points(text)),
        }
    }

    fn criterion(&mut self, criterion: &mut Criterion) {
        let place = |field: &str| Place::new(Part::Criterion, &criterion.id, field);
        self.texts((Part::Criterion, &criterion.id), "name", &mut criterion.name, true);
        self.texts((Part::Criterion, &criterion.id), "reason", &mut criterion.reason, false);
        self.text(&place("unit"), &mut criterion.unit, false);
        self.points(&place("points"), &mut criterion.points);
        self.attribute(&place("attribute"), &mut criterion.measure);
        let prefix = place("").to_string();
        let now = scale_fields(&criterion.value);
        let mut values: BTreeMap<&str, &str> = now.iter().map(|(field, text)| (*field, text.as_str())).collect();
        let changed = self
            .changes
            .iter()
            .filter_map(|(name, text)| Some((name.strip_prefix(&prefix)?, text.as_str())));
        let changed: Vec<(&str, &str)> = changed.filter(|(field, _)| field.starts_with("value.")).collect();
        if changed.is_empty() {
            return;
        }
        values.extend(changed);
        match read_scale(&values) {
            Ok(value) => criterion.value = value,
            Err(faults) => {
                let placed = |fault: FieldFault| FieldFault::new(place(&fault.place).to_string(), fault.rule);
                self.faults.extend(faults.into_iter().map(placed));
            }
        }
    }

    fn gate(&mut self, gate: &mut GateRule) {
        let place = |field: &str| Place::new(Part::Gate, &gate.id, field);
        self.texts((Part::Gate, &gate.id), "name", &mut gate.name, true);
        self.texts((Part::Gate, &gate.id), "reason", &mut gate.reason, false);
        self.text(&place("unit"), &mut gate.unit, false);
        self.attribute(&place("attribute"), &mut gate.measure);
        if let Some(word) = self.changed(&place("mode")).map(str::to_owned) {
            let modes = [GateMode::Must, GateMode::Want, GateMode::Off];
            match modes.into_iter().find(|mode| gate_mode_word(*mode) == word) {
                Some(mode) => gate.mode = mode,
                None => self.fault(&place("mode"), Rule::Choice(word)),
            }
        }
        let (op, value) = test_words(&gate.test);
        let (new_op, new_value) = (self.changed(&place("op")), self.changed(&place("value")));
        if new_op.is_none() && new_value.is_none() {
            return;
        }
        let read = read_test(new_op.unwrap_or(op), new_value.unwrap_or(&value));
        match read {
            Ok(test) => gate.test = test,
            Err((field, rule)) => self.fault(&place(field), rule),
        }
    }

    fn attribute(&mut self, at: &Place, measure: &mut Measure) {
        let Some(text) = self.changed(at).map(str::to_owned) else {
            return;
        };
        let Some((subject, attribute)) = read_attribute(&text).filter(|_| chosen(measure).is_some()) else {
            self.fault(at, Rule::Choice(text));
            return;
        };
        *measure = match measure {
            Measure::Least { .. } => Measure::Least { subject, attribute },
            Measure::Fact { .. }
            | Measure::MlperfIndex { .. }
            | Measure::Price { .. }
            | Measure::Tco { .. }
            | Measure::SlaLevel { .. }
            | Measure::LinkedAccelerators { .. } => Measure::Fact { subject, attribute },
        };
    }
}

/// Reads `accelerator/memory_gb`.
#[must_use]
pub fn read_attribute(text: &str) -> Option<(SubjectKind, AttributeId)> {
    let (subject, attribute) = text.split_once('/')?;
    Some((SubjectKind::parse(subject).ok()?, AttributeId::new(attribute).ok()?))
}

/// Reads a test from its sign and its text.
///
/// # Errors
/// The field at fault, and what it should be.
fn read_test(op: &str, value: &str) -> Result<GateTest, (&'static str, Rule)> {
    let number = || parse_number(value).ok_or_else(|| ("value", Rule::Number(value.to_owned())));
    let raws: Vec<Raw> = value
        .split([',', '，'])
        .map(str::trim)
        .filter(|word| !word.is_empty())
        .map(|word| match (word, parse_number(word)) {
            ("yes", _) => Raw::Flag(true),
            ("no", _) => Raw::Flag(false),
            (_, Some(number)) => Raw::Number(number),
            (label, None) => Raw::Label(label.to_owned()),
        })
        .collect();
    match (op, raws.as_slice()) {
        (">=", _) => Ok(GateTest::AtLeast(number()?)),
        ("<=", _) => Ok(GateTest::AtMost(number()?)),
        ("==" | "in", []) => Err(("value", Rule::Empty)),
        ("==", [one]) => Ok(GateTest::Equals(one.clone())),
        ("==", _) => Err(("value", Rule::Choice(value.to_owned()))),
        ("in", _) => Ok(GateTest::OneOf(raws)),
        _ => Err(("op", Rule::Choice(op.to_owned()))),
    }
}
