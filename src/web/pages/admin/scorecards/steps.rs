//! What a form asks for besides changed fields: presets, criteria and gates that come and go.

use super::form::all;
use super::words::{attribute_named, part_error};
use crate::domain::measure::Measurer;
use crate::domain::observed::{Observed, first_test};
use crate::domain::scorecard::{Criterion, GateMode, GateRule, Measure, Part, Preset, Scorecard, Text, read_attribute};
use crate::web::app::App;
use crate::web::auth::form::{FieldError, Sent};
use crate::web::lang::Lang;

/// Takes presets away and adds the new one.
pub(super) fn presets(card: Scorecard, sent: &Sent, lang: Lang) -> Result<Scorecard, Vec<FieldError>> {
    let mut card = card;
    for id in all(sent, "remove.preset") {
        // Gone already is what was asked for.
        card = card.without(Part::Preset, id).unwrap_or(card);
    }
    let typed = |name: &str| sent.field(&format!("new.preset.{name}"));
    let (id, name) = (
        typed("id"),
        Text {
            en: typed("name.en").to_owned(),
            zh: typed("name.zh").to_owned(),
        },
    );
    let weights: Vec<&str> = card
        .dimensions
        .iter()
        .map(|d| typed(&format!("weight.{}", d.id)))
        .collect();
    if id.is_empty() && name.en.is_empty() && name.zh.is_empty() && weights.iter().all(|w| w.is_empty()) {
        return Ok(card);
    }
    let mut errors = name_errors("new.preset.", &name, lang);
    let mut points = Vec::new();
    for (dimension, weight) in card.dimensions.iter().zip(weights) {
        if let Some(weight) = weight.parse().ok().filter(|w: &f64| (0.0..=100.0).contains(w)) {
            points.push(weight);
            continue;
        }
        let fault = lang.with("scorecards.fault.points", "text", weight);
        let field = lang.text(&dimension.name);
        let text = lang.fill("scorecards.fault.at", &[("field", &field), ("fault", &fault)]);
        errors.push(FieldError::new(&format!("new.preset.weight.{}", dimension.id), text));
    }
    let preset = Preset {
        id: id.to_owned(),
        name,
        weights: points,
        workload: None,
        reason: Text {
            en: String::new(),
            zh: String::new(),
        },
    };
    match card.with_preset(preset) {
        Ok(card) if errors.is_empty() => Ok(card),
        Ok(_) => Err(errors),
        Err(error) => {
            errors.insert(0, FieldError::new("new.preset.id", part_error(error, id, lang)));
            Err(errors)
        }
    }
}

fn name_errors(prefix: &str, name: &Text, lang: Lang) -> Vec<FieldError> {
    let missing = [("name.en", &name.en), ("name.zh", &name.zh)].into_iter();
    let missing = missing.filter(|(_, text)| text.is_empty() || text.chars().count() > 200);
    missing
        .map(|(field, _)| FieldError::new(&format!("{prefix}{field}"), lang.t("scorecards.fault.name")))
        .collect()
}

pub(super) fn new_criterion(
    app: &App,
    card: &Scorecard,
    sent: &Sent,
    lang: Lang,
) -> Result<Scorecard, Vec<FieldError>> {
    let (catalogue, id) = (app.live().catalogue.clone(), sent.field("new.id"));
    let name = Text {
        en: sent.field("new.name.en").to_owned(),
        zh: sent.field("new.name.zh").to_owned(),
    };
    let mut errors = name_errors("new.", &name, lang);
    if let Err(error) = card.check_new(Part::Criterion, id) {
        errors.insert(0, FieldError::new("new.id", part_error(error, id, lang)));
    }
    let chosen = read_attribute(sent.field("new.attribute"));
    let attribute = chosen.and_then(|(subject, id)| attribute_named(&catalogue, subject, id.as_str()).cloned());
    let Some(attribute) = attribute else {
        errors.push(FieldError::new("new.attribute", lang.t("scorecards.fault.attribute")));
        return Err(errors);
    };
    let measure = Measure::Fact {
        subject: attribute.subject,
        attribute: attribute.id,
    };
    let measurer = Measurer::new(&catalogue, card, card.need);
    let Some(value) = Observed::of(&measurer, &measure, &catalogue).first_scale(attribute.kind) else {
        errors.push(FieldError::new("new.attribute", lang.t("scorecards.fault.no_values")));
        return Err(errors);
    };
    let criterion = Criterion {
        id: id.to_owned(),
        name,
        unit: attribute.unit,
        points: 0.0,
        measure,
        value,
        reason: Text {
            en: String::new(),
            zh: String::new(),
        },
    };
    match card.with_criterion(sent.field("new.dimension"), criterion) {
        Ok(card) if errors.is_empty() => Ok(card),
        Err(error) if errors.is_empty() => {
            let text = part_error(error, sent.field("new.dimension"), lang);
            Err(vec![FieldError::new("new.dimension", text)])
        }
        Ok(_) | Err(_) => Err(errors),
    }
}

/// Takes gates away and adds the new one, which asks nothing until it is turned on.
pub(super) fn gates(app: &App, card: Scorecard, sent: &Sent, lang: Lang) -> Result<Scorecard, Vec<FieldError>> {
    let mut card = card;
    for id in all(sent, "remove.gate") {
        // Gone already is what was asked for.
        card = card.without(Part::Gate, id).unwrap_or(card);
    }
    let (id, name) = (
        sent.field("new.id"),
        Text {
            en: sent.field("new.name.en").to_owned(),
            zh: sent.field("new.name.zh").to_owned(),
        },
    );
    if id.is_empty() && name.en.is_empty() && name.zh.is_empty() {
        return Ok(card);
    }
    let mut errors = name_errors("new.", &name, lang);
    if let Err(error) = card.check_new(Part::Gate, id) {
        errors.insert(0, FieldError::new("new.id", part_error(error, id, lang)));
    }
    let catalogue = app.live().catalogue.clone();
    let chosen = read_attribute(sent.field("new.attribute"));
    let attribute = chosen.and_then(|(subject, id)| attribute_named(&catalogue, subject, id.as_str()).cloned());
    let Some(attribute) = attribute else {
        errors.push(FieldError::new("new.attribute", lang.t("scorecards.fault.attribute")));
        return Err(errors);
    };
    let gate = GateRule {
        id: id.to_owned(),
        name,
        unit: attribute.unit,
        measure: Measure::Fact {
            subject: attribute.subject,
            attribute: attribute.id,
        },
        test: first_test(attribute.kind),
        mode: GateMode::Off,
        reason: Text {
            en: String::new(),
            zh: String::new(),
        },
    };
    match card.with_gate(gate) {
        Ok(card) if errors.is_empty() => Ok(card),
        Ok(_) | Err(_) => Err(errors),
    }
}
