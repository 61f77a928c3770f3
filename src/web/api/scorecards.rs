//! Scorecards: what is scored, with which points, and why.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::list::page;
use crate::domain::brief::gate_mode_word;
use crate::domain::scorecard::{Criterion, Dimension, GateRule, Preset, Scorecard, Text};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

#[derive(Serialize)]
struct ScorecardItem<'a> {
    id: &'a str,
    version: u32,
    name: Words<'a>,
    description: Words<'a>,
    dimensions: Vec<DimensionItem<'a>>,
    gates: Vec<GateItem<'a>>,
    presets: Vec<PresetItem<'a>>,
}

#[derive(Serialize)]
struct DimensionItem<'a> {
    id: &'a str,
    name: Words<'a>,
    points: f64,
    criteria: Vec<CriterionItem<'a>>,
}

#[derive(Serialize)]
struct CriterionItem<'a> {
    id: &'a str,
    name: Words<'a>,
    unit: &'a str,
    points: f64,
    reason: Words<'a>,
}

#[derive(Serialize)]
struct GateItem<'a> {
    id: &'a str,
    name: Words<'a>,
    unit: &'a str,
    mode: &'static str,
    reason: Words<'a>,
}

#[derive(Serialize)]
struct PresetItem<'a> {
    id: &'a str,
    name: Words<'a>,
    weights: &'a [f64],
    reason: Words<'a>,
}

/// A text in both languages.
#[derive(Serialize)]
struct Words<'a> {
    en: &'a str,
    zh: &'a str,
}

impl<'a> From<&'a Text> for Words<'a> {
    fn from(text: &'a Text) -> Self {
        Self {
            en: &text.en,
            zh: &text.zh,
        }
    }
}

/// `GET /api/v1/scorecards`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let live = app.live();
    let release = live.catalogue.release().number;
    let id = |s: &&Scorecard| format!("{}@{}", s.id, s.version);
    let mut scorecards: Vec<&Scorecard> = live.scorecards.iter().map(AsRef::as_ref).collect();
    scorecards.sort_by_key(id);
    let epoch: Vec<String> = scorecards.iter().map(id).collect();
    cached(&ctx, &(release, epoch), || {
        page(&ctx, release, scorecards.into_iter(), id, item)
    })
}

fn item(scorecard: &Scorecard) -> ScorecardItem<'_> {
    ScorecardItem {
        id: scorecard.id.as_str(),
        version: scorecard.version,
        name: (&scorecard.name).into(),
        description: (&scorecard.description).into(),
        dimensions: scorecard.dimensions.iter().map(dimension).collect(),
        gates: scorecard.gates.iter().map(gate).collect(),
        presets: scorecard.presets.iter().map(preset).collect(),
    }
}

fn dimension(dimension: &Dimension) -> DimensionItem<'_> {
    DimensionItem {
        id: &dimension.id,
        name: (&dimension.name).into(),
        points: dimension.points,
        criteria: dimension.criteria.iter().map(criterion).collect(),
    }
}

fn criterion(criterion: &Criterion) -> CriterionItem<'_> {
    CriterionItem {
        id: &criterion.id,
        name: (&criterion.name).into(),
        unit: &criterion.unit,
        points: criterion.points,
        reason: (&criterion.reason).into(),
    }
}

fn gate(gate: &GateRule) -> GateItem<'_> {
    GateItem {
        id: &gate.id,
        name: (&gate.name).into(),
        unit: &gate.unit,
        mode: gate_mode_word(gate.mode),
        reason: (&gate.reason).into(),
    }
}

fn preset(preset: &Preset) -> PresetItem<'_> {
    PresetItem {
        id: &preset.id,
        name: (&preset.name).into(),
        weights: &preset.weights,
        reason: (&preset.reason).into(),
    }
}
