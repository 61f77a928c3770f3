//! A value function as fields of a form, and back.

use std::collections::BTreeMap;

use super::edit::{FieldFault, Rule};
use crate::domain::scoring::ValueFunction;
use crate::domain::scoring::value::{AnchorError, Shape};

/// The forms a value function can have, as they are written in documents.
pub const SCALES: [&str; 7] = ["linear", "log", "points", "target", "levels", "boolean", "direct"];

/// The fields that a form of value function has, besides the value of what does not exist.
#[must_use]
pub fn anchors_of(scale: &str) -> &'static [&'static str] {
    match scale {
        "linear" | "log" => &["value.worst", "value.best"],
        "points" => &["value.points"],
        "target" => &["value.lo_zero", "value.lo_full", "value.hi_full", "value.hi_zero"],
        "levels" => &["value.levels"],
        "boolean" => &["value.yes", "value.no"],
        _ => &[],
    }
}

/// The fields of a value function.
#[must_use]
pub fn scale_fields(function: &ValueFunction) -> Vec<(&'static str, String)> {
    let lines = |pairs: Vec<(String, &f64)>| -> String {
        let lines: Vec<String> = pairs
            .into_iter()
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        lines.join("\n")
    };
    let (scale, texts) = match function.shape() {
        Shape::Linear { worst, best } => ("linear", vec![worst.to_string(), best.to_string()]),
        Shape::Log { worst, best } => ("log", vec![worst.to_string(), best.to_string()]),
        Shape::Points { x, v } => {
            let pairs = x.iter().map(f64::to_string).zip(v).collect();
            ("points", vec![lines(pairs)])
        }
        Shape::Target {
            lo_zero,
            lo_full,
            hi_full,
            hi_zero,
        } => (
            "target",
            [lo_zero, lo_full, hi_full, hi_zero].map(f64::to_string).to_vec(),
        ),
        Shape::Levels { levels } => {
            let pairs = levels.iter().map(|(name, value)| (name.clone(), value)).collect();
            ("levels", vec![lines(pairs)])
        }
        Shape::Boolean { yes, no } => ("boolean", vec![yes.to_string(), no.to_string()]),
        Shape::Direct => ("direct", Vec::new()),
    };
    let kind = [("value.type", scale.to_owned())];
    let anchors = anchors_of(scale).iter().copied().zip(texts);
    let absent = [("value.absent", function.absent().to_string())];
    kind.into_iter().chain(anchors).chain(absent).collect()
}

/// The value function that fields say.
///
/// # Errors
/// Each field that does not fit.
pub(super) fn read_scale(values: &BTreeMap<&str, &str>) -> Result<ValueFunction, Vec<FieldFault>> {
    let mut faults = Vec::new();
    let text = |field: &str| values.get(field).copied().unwrap_or_default();
    let mut number = |field: &'static str| {
        parse_number(text(field)).unwrap_or_else(|| {
            faults.push(FieldFault::new(field, Rule::Number(text(field).to_owned())));
            0.0
        })
    };
    let absent = number("value.absent");
    let shape = match text("value.type") {
        "linear" => Some(Shape::Linear {
            worst: number("value.worst"),
            best: number("value.best"),
        }),
        "log" => Some(Shape::Log {
            worst: number("value.worst"),
            best: number("value.best"),
        }),
        "target" => Some(Shape::Target {
            lo_zero: number("value.lo_zero"),
            lo_full: number("value.lo_full"),
            hi_full: number("value.hi_full"),
            hi_zero: number("value.hi_zero"),
        }),
        "boolean" => Some(Shape::Boolean {
            yes: number("value.yes"),
            no: number("value.no"),
        }),
        "direct" => Some(Shape::Direct),
        "points" => lines("value.points", text("value.points"), &mut faults, parse_number).map(|pairs| {
            let (x, v) = pairs.into_iter().unzip();
            Shape::Points { x, v }
        }),
        "levels" => {
            let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
            let pairs = lines("value.levels", text("value.levels"), &mut faults, name).unwrap_or_default();
            let count = pairs.len();
            let levels: BTreeMap<String, f64> = pairs.into_iter().collect();
            if levels.len() < count {
                faults.push(FieldFault::new("value.levels", Rule::Twice));
            }
            Some(Shape::Levels { levels })
        }
        other => {
            faults.push(FieldFault::new("value.type", Rule::Choice(other.to_owned())));
            None
        }
    };
    let Some(shape) = shape.filter(|_| faults.is_empty()) else {
        return Err(faults);
    };
    let scale = text("value.type");
    ValueFunction::new(shape, absent)
        .map_err(|error| vec![FieldFault::new(field_of(scale, &error), Rule::Anchor(error))])
}

/// A number as somebody writes it: spaces, and commas between thousands, do no harm.
pub(super) fn parse_number(text: &str) -> Option<f64> {
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, ' ' | ',' | '\u{a0}' | '，'))
        .collect();
    plain.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Lines of the form `name = value`; blank ones are none.
fn lines<T>(
    field: &'static str,
    text: &str,
    faults: &mut Vec<FieldFault>,
    name: impl Fn(&str) -> Option<T>,
) -> Option<Vec<(T, f64)>> {
    let read = |line: &str| {
        let (left, right) = line.rsplit_once(['=', '＝', ':', '：'])?;
        Some((name(left.trim())?, parse_number(right)?))
    };
    let mut pairs = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let Some(pair) = read(line) else {
            faults.push(FieldFault::new(field, Rule::Line(line.trim().to_owned())));
            return None;
        };
        pairs.push(pair);
    }
    Some(pairs)
}

/// The field that a fault of an anchor is about.
fn field_of(scale: &str, error: &AnchorError) -> &'static str {
    let named = match error {
        AnchorError::NotFinite { anchor, .. }
        | AnchorError::NotPositive { anchor, .. }
        | AnchorError::OutOfScale { anchor, .. }
        | AnchorError::NotAscending { anchor, .. } => Some(*anchor),
        AnchorError::Equal(_) => Some("best"),
        AnchorError::NotMonotone | AnchorError::Unpaired { .. } | AnchorError::NoLevels => None,
    };
    match named {
        Some("absent") => "value.absent",
        Some("true") => "value.yes",
        Some("false") => "value.no",
        other => {
            let ends_with = |field: &&&str| other.is_some_and(|anchor| field.ends_with(anchor));
            let fields = anchors_of(scale);
            fields
                .iter()
                .find(ends_with)
                .or(fields.first())
                .copied()
                .unwrap_or("value.type")
        }
    }
}
