//! The form of the workbench: the brief, the weights, the gates.

use std::sync::Arc;

use super::columns::ColumnsForm;
use super::stability::Track;
use super::usage::UsageFields;
use crate::domain::brief::gate_mode_word;
use crate::domain::catalogue::Area;
use crate::domain::ranking::{Prepared, Ranking};
use crate::domain::scorecard::{GateMode, Need, Scorecard, Workload};
use crate::domain::scoring::display::Tenths;
use crate::domain::stability::Stability;
use crate::domain::usage::UsageWord;
use crate::web::lang::{Lang, group, number};
use crate::web::query::Query;
use crate::web::urls;

/// The form's fields and texts.
#[derive(Debug, Clone)]
pub(super) struct Panel {
    /// The brief in one line.
    pub summary: String,
    /// The workloads to choose from.
    pub workloads: Vec<Choice>,
    /// How many accelerators.
    pub gpus: u32,
    /// Memory sizes to choose from.
    pub vram: Vec<Choice>,
    /// Parts of the world to choose from.
    pub areas: Vec<Choice>,
    /// The columns of the list, and the unit of its prices.
    pub columns: ColumnsForm,
    /// How the capacity is used, and money.
    pub usage: UsageFields,
    /// Words of the brief that have no field of their own and are sent along.
    pub kept: urls::Pairs,
    /// The dimensions.
    pub dimensions: Vec<DimensionField>,
    /// What the weights add up to.
    pub total: String,
    /// What each counts for where they do not add up to 100.
    pub shares: Option<String>,
    /// The weights in a few characters.
    pub short: String,
    /// They add up to 100.
    pub balanced: bool,
    /// Ready-made weights.
    pub presets: Vec<PresetButton>,
    /// The gates.
    pub gates: Vec<GateField>,
    /// Why the points are what they are.
    pub method_href: String,
}

/// An option of a choice.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// What is sent.
    pub value: String,
    /// What is read.
    pub text: String,
    /// It is chosen.
    pub chosen: bool,
}

/// The weight of a dimension.
#[derive(Debug, Clone)]
pub(super) struct DimensionField {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its place, for the colour.
    pub place: usize,
    /// Its points.
    pub points: String,
    /// Balancing leaves it alone.
    pub locked: bool,
    /// Points of the dimension that its criteria do not have, in words.
    pub unallocated: Option<String>,
    /// Its criteria.
    pub criteria: Vec<CriterionField>,
    /// Who leads at which weight of it.
    pub track: Option<Track>,
}

/// The points of a criterion.
#[derive(Debug, Clone)]
pub(super) struct CriterionField {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: String,
}

/// A button with ready-made weights.
#[derive(Debug, Clone)]
pub(super) struct PresetButton {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// When to use it.
    pub reason: String,
}

/// How a gate is used.
#[derive(Debug, Clone)]
pub(super) struct GateField {
    /// Its id.
    pub id: String,
    /// What it asks.
    pub name: String,
    /// Why it is used this way by default.
    pub reason: String,
    /// must, want, off.
    pub modes: Vec<Choice>,
}

impl Panel {
    /// The form for a query.
    #[must_use]
    pub(super) fn new(
        lang: Lang,
        prepared: &Prepared,
        ranking: &Ranking,
        (query, stability): (&Query, Option<&Stability>),
    ) -> Self {
        let scorecard = prepared.scorecard();
        let need = prepared.need();
        let total: f64 = ranking.points.iter().sum();
        Self {
            summary: summary(lang, prepared, query),
            workloads: Workload::ALL
                .into_iter()
                .map(|w| Choice {
                    value: w.word().to_owned(),
                    text: lang.t(&format!("workload.{}", w.word())),
                    chosen: w == need.workload,
                })
                .collect(),
            gpus: need.gpus,
            vram: vram_choices(lang, need.vram_gb),
            areas: areas(lang, query),
            columns: ColumnsForm::new(lang, prepared, query),
            usage: UsageFields::new(lang, prepared, query),
            kept: kept(query),
            dimensions: dimensions(lang, prepared, ranking, (query, stability)),
            total: total_text(lang, total),
            shares: shares(lang, &ranking.points, total),
            short: joined(ranking.points.iter().map(|p| number(*p, 3))),
            balanced: is_balanced(total),
            presets: scorecard
                .presets
                .iter()
                .map(|preset| PresetButton {
                    id: preset.id.clone(),
                    name: lang.text(&preset.name).to_owned(),
                    reason: lang.text(&preset.reason).to_owned(),
                })
                .collect(),
            gates: gates(lang, prepared, query),
            method_href: urls::method(lang),
        }
    }
}

impl Panel {
    /// The same with the scorecards to choose from, the newest version of each.
    pub(super) fn with_scorecards(mut self, lang: Lang, all: &[Arc<Scorecard>], chosen: &Scorecard) -> Self {
        let newest = |one: &&Arc<Scorecard>| all.iter().all(|s| s.id != one.id || s.version <= one.version);
        let choices = all.iter().filter(newest).map(|one| Choice {
            value: one.id.to_string(),
            text: lang.text(&one.name).to_owned(),
            chosen: one.id == chosen.id,
        });
        self.usage.scorecards = choices.collect();
        self
    }
}

/// The brief in a few words.
pub(in crate::web::pages) fn summary(lang: Lang, prepared: &Prepared, query: &Query) -> String {
    summary_of(lang, prepared.need(), query)
}

/// The same where nothing is measured for it.
pub(in crate::web::pages) fn summary_of(lang: Lang, need: Need, query: &Query) -> String {
    let mut parts = vec![
        lang.t(&format!("workload.{}", need.workload.word())),
        lang.plural("brief.gpus", usize::try_from(need.gpus).unwrap_or(usize::MAX)),
    ];
    parts.push(if need.vram_gb > 0.0 {
        lang.fill("brief.vram_at_least", &[("gb", &number(need.vram_gb, 1))])
    } else {
        lang.t("brief.any_vram")
    });
    let areas: Vec<String> = query.brief.areas.iter().map(|a| lang.t(&format!("area.{a}"))).collect();
    parts.push(if areas.is_empty() {
        lang.t("brief.any_area")
    } else {
        areas.join(&lang.t("list.join"))
    });
    for (word, ids) in [
        (
            "vendor",
            query.brief.vendors.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ),
        (
            "gpu",
            query.brief.accelerators.iter().map(ToString::to_string).collect(),
        ),
        ("region", query.brief.regions.iter().cloned().collect()),
    ] {
        if !ids.is_empty() {
            parts.push(lang.fill(
                &format!("brief.only_{word}"),
                &[("names", &ids.join(&lang.t("list.join")))],
            ));
        }
    }
    let usage = need.usage;
    parts.push(lang.fill("brief.months_at", &[("months", &usage.months), ("util", &usage.util)]));
    if let Some(budget) = query.brief.budget {
        parts.push(lang.with("brief.budget_of", "amount", group(&budget.to_string())));
    }
    parts.push(query.brief.shown_currency().to_string());
    parts.join(" · ")
}

fn vram_choices(lang: Lang, chosen: f64) -> Vec<Choice> {
    let mut sizes = vec![0.0, 16.0, 24.0, 40.0, 48.0, 80.0, 96.0, 141.0, 180.0, 192.0, 256.0];
    if !sizes.contains(&chosen) {
        sizes.push(chosen);
        sizes.sort_by(f64::total_cmp);
    }
    sizes
        .into_iter()
        .map(|gb| Choice {
            value: gb.to_string(),
            text: if gb == 0.0 {
                lang.t("brief.any_vram")
            } else {
                format!("≥ {} GB", number(gb, 1))
            },
            chosen: gb.to_bits() == chosen.to_bits(),
        })
        .collect()
}

fn areas(lang: Lang, query: &Query) -> Vec<Choice> {
    let choosable = Area::ALL
        .iter()
        .filter(|a| !matches!(a, Area::Global | Area::Unspecified));
    choosable
        .map(|area| Choice {
            value: area.word().to_owned(),
            text: lang.t(&format!("area.{area}")),
            chosen: query.brief.areas.contains(area),
        })
        .collect()
}

/// Words without a field: they stay in force when the form is sent.
fn kept(query: &Query) -> urls::Pairs {
    let fields = |word: &str| {
        matches!(
            word,
            "w" | "workload"
                | "gpus"
                | "vram"
                | "area"
                | "q"
                | "lock"
                | "page"
                | "out"
                | "o"
                | "cols"
                | "per"
                | "scorecard"
                | "term"
                | "budget"
                | "cur"
        ) || UsageWord::ALL.iter().any(|known| known.word() == word)
            || word.starts_with("c.")
            || word.starts_with("gate.")
    };
    query.pairs().into_iter().filter(|(word, _)| !fields(word)).collect()
}

fn dimensions(
    lang: Lang,
    prepared: &Prepared,
    ranking: &Ranking,
    (query, stability): (&Query, Option<&Stability>),
) -> Vec<DimensionField> {
    let scorecard = prepared.scorecard();
    let points_of = |id: &str, default: f64| query.brief.points.get(id).copied().unwrap_or(default);
    scorecard
        .dimensions
        .iter()
        .zip(&ranking.points)
        .enumerate()
        .map(|(place, (dimension, &points))| {
            let allocated: f64 = dimension.criteria.iter().map(|c| points_of(&c.id, c.points)).sum();
            let rest = dimension.points - allocated;
            DimensionField {
                id: dimension.id.clone(),
                name: lang.text(&dimension.name).to_owned(),
                place: place % 6,
                points: number(points, 3),
                locked: query.view.lock.contains(&dimension.id),
                unallocated: (rest.abs() > 1e-9).then(|| {
                    let key = if rest > 0.0 {
                        "weights.unallocated"
                    } else {
                        "weights.overallocated"
                    };
                    lang.fill(
                        key,
                        &[("points", &number(rest.abs(), 3)), ("of", &number(dimension.points, 3))],
                    )
                }),
                track: stability.and_then(|s| Some(Track::new(lang, prepared, s.leader, s.dimensions.get(place)?))),
                criteria: dimension
                    .criteria
                    .iter()
                    .map(|c| CriterionField {
                        id: c.id.clone(),
                        name: lang.text(&c.name).to_owned(),
                        points: number(points_of(&c.id, c.points), 3),
                    })
                    .collect(),
            }
        })
        .collect()
}

fn is_balanced(total: f64) -> bool {
    (total - 100.0).abs() < 1e-9
}

fn shares(lang: Lang, points: &[f64], total: f64) -> Option<String> {
    (total > 0.0 && !is_balanced(total)).then(|| {
        let shares = points.iter().map(|p| Tenths::nearest(100.0 * p / total).to_string());
        lang.fill("weights.shares", &[("shares", &joined(shares))])
    })
}

fn joined(numbers: impl Iterator<Item = String>) -> String {
    numbers.collect::<Vec<_>>().join(" / ")
}

fn total_text(lang: Lang, total: f64) -> String {
    let over = total - 100.0;
    let shown = number(total, 3);
    if is_balanced(total) {
        lang.fill("weights.total", &[("total", &shown)])
    } else if over > 0.0 {
        lang.fill("weights.total_over", &[("total", &shown), ("over", &number(over, 3))])
    } else {
        lang.fill(
            "weights.total_under",
            &[("total", &shown), ("under", &number(-over, 3))],
        )
    }
}

fn gates(lang: Lang, prepared: &Prepared, query: &Query) -> Vec<GateField> {
    let rules = prepared.scorecard().gates.iter();
    rules
        .map(|rule| {
            let in_force = query.brief.gates.get(&rule.id).copied().unwrap_or(rule.mode);
            let mode = |mode: GateMode| Choice {
                value: gate_mode_word(mode).to_owned(),
                text: lang.t(&format!("gate.{}", gate_mode_word(mode))),
                chosen: mode == in_force,
            };
            GateField {
                id: rule.id.clone(),
                name: lang.text(&rule.name).to_owned(),
                reason: lang.text(&rule.reason).to_owned(),
                modes: [GateMode::Must, GateMode::Want, GateMode::Off].map(mode).to_vec(),
            }
        })
        .collect()
}
