//! Every formula, scale, gate, grade and preset in force, generated from the scorecard.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::{foot, with_unit};
use crate::domain::scorecard::{Criterion, GateMode, Scorecard};
use crate::domain::scoring::Grade;
use crate::domain::scoring::value::Shape;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, number};
use crate::web::page::{Shell, cached, html};
use crate::web::query::Query;

#[derive(Template)]
#[template(path = "method.html")]
struct MethodPage {
    shell: Shell,
    lang: Lang,
    name: String,
    description: String,
    dimensions: Vec<DimensionView>,
    gates: Vec<GateView>,
    presets: Vec<PresetView>,
    grades: Vec<GradeView>,
}

struct DimensionView {
    name: String,
    points: String,
    place: usize,
    unallocated: Option<String>,
    criteria: Vec<CriterionView>,
}

struct CriterionView {
    name: String,
    points: String,
    scale: String,
    unit: String,
    plot: Option<Plot>,
    curve: Vec<(String, String)>,
    reason: String,
}

/// A value function as a line: raw values to the right, value 0..100 upwards.
struct Plot {
    /// The points of the line in a square of 100.
    points: String,
    /// The raw value at the left edge.
    left: String,
    /// The raw value at the right edge.
    right: String,
}

struct GateView {
    name: String,
    mode: String,
    reason: String,
}

struct PresetView {
    name: String,
    weights: String,
    reason: String,
}

struct GradeView {
    letter: String,
    text: String,
    width: String,
}

/// `GET /{lang}/method`
///
/// # Errors
/// [`WebError::BadWord`] when there is no such scorecard.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let query = Query::read(&ctx.pairs)?;
    let prepared = app.prepared(&query.brief).await?;
    let scorecard = prepared.scorecard().clone();
    cached(
        &ctx,
        &(prepared.catalogue().release().number, scorecard.version),
        || {
            Ok(html(
                StatusCode::OK,
                &MethodPage::new(&ctx, &scorecard, foot(ctx.lang, &prepared)),
            ))
        },
    )
}

impl MethodPage {
    fn new(ctx: &Ctx, scorecard: &Scorecard, foot: String) -> Self {
        let lang = ctx.lang;
        let mode = |mode: GateMode| lang.t(&format!("gate.{}", crate::domain::brief::gate_mode_word(mode)));
        Self {
            shell: Shell::new(ctx, lang.t("method.title"), foot, &ctx.pairs),
            lang,
            name: lang.text(&scorecard.name).to_owned(),
            description: lang.text(&scorecard.description).to_owned(),
            dimensions: dimensions(scorecard, lang),
            gates: scorecard
                .gates
                .iter()
                .map(|g| GateView {
                    name: lang.text(&g.name).to_owned(),
                    mode: mode(g.mode),
                    reason: lang.text(&g.reason).to_owned(),
                })
                .collect(),
            presets: scorecard
                .presets
                .iter()
                .map(|p| PresetView {
                    name: lang.text(&p.name).to_owned(),
                    weights: p.weights.iter().map(|w| number(*w, 3)).collect::<Vec<_>>().join(" / "),
                    reason: lang.text(&p.reason).to_owned(),
                })
                .collect(),
            grades: Grade::ALL
                .into_iter()
                .map(|g| GradeView {
                    letter: format!("{g:?}"),
                    text: lang.t(&format!("grade.{g:?}")),
                    width: number(g.half_width(), 1),
                })
                .collect(),
        }
    }
}

fn dimensions(scorecard: &Scorecard, lang: Lang) -> Vec<DimensionView> {
    let views = scorecard
        .dimensions
        .iter()
        .enumerate()
        .map(|(place, dimension)| DimensionView {
            name: lang.text(&dimension.name).to_owned(),
            points: number(dimension.points, 3),
            place: place % 6,
            unallocated: (dimension.unallocated().abs() > 1e-9).then(|| {
                lang.fill(
                    "weights.unallocated",
                    &[
                        ("points", &number(dimension.unallocated(), 3)),
                        ("of", &number(dimension.points, 3)),
                    ],
                )
            }),
            criteria: dimension.criteria.iter().map(|c| criterion(c, lang)).collect(),
        });
    views.collect()
}

fn criterion(criterion: &Criterion, lang: Lang) -> CriterionView {
    CriterionView {
        name: lang.text(&criterion.name).to_owned(),
        points: number(criterion.points, 3),
        scale: scale(criterion, lang),
        unit: criterion.unit.clone(),
        plot: plot(criterion, lang),
        curve: curve(criterion),
        reason: lang.text(&criterion.reason).to_owned(),
    }
}

/// The value function in words.
#[must_use]
pub(in crate::web::pages) fn scale(criterion: &Criterion, lang: Lang) -> String {
    let unit = &criterion.unit;
    let with_unit = |x: f64| with_unit(number(x, 3), unit, lang);
    match criterion.value.shape() {
        Shape::Linear { worst, best } => lang.fill(
            "scale.linear",
            &[("worst", &with_unit(*worst)), ("best", &with_unit(*best))],
        ),
        Shape::Log { worst, best } => lang.fill(
            "scale.log",
            &[("worst", &with_unit(*worst)), ("best", &with_unit(*best))],
        ),
        Shape::Points { x, v } => {
            let pairs: Vec<String> = x
                .iter()
                .zip(v)
                .map(|(x, v)| format!("{} → {}", with_unit(*x), number(*v, 1)))
                .collect();
            lang.fill("scale.points", &[("pairs", &pairs.join(", "))])
        }
        Shape::Target {
            lo_zero,
            lo_full,
            hi_full,
            hi_zero,
        } => lang.fill(
            "scale.target",
            &[
                ("from", &with_unit(*lo_full)),
                ("to", &with_unit(*hi_full)),
                ("low", &with_unit(*lo_zero)),
                ("high", &with_unit(*hi_zero)),
            ],
        ),
        Shape::Levels { levels } => {
            let pairs: Vec<String> = levels
                .iter()
                .map(|(level, v)| format!("{level} → {}", number(*v, 1)))
                .collect();
            lang.fill("scale.levels", &[("pairs", &pairs.join(", "))])
        }
        Shape::Boolean { yes, no } => lang.fill("scale.boolean", &[("yes", &number(*yes, 1)), ("no", &number(*no, 1))]),
        Shape::Direct => lang.t("scale.direct"),
    }
}

/// The line of a value function that takes numbers.
fn plot(criterion: &Criterion, lang: Lang) -> Option<Plot> {
    match criterion.value.shape() {
        Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } => {}
        Shape::Target { .. } | Shape::Levels { .. } | Shape::Boolean { .. } | Shape::Direct => return None,
    }
    let values = (0..=50).map(|step| 2.0 * f64::from(step));
    let line: Vec<(f64, f64)> = values
        .filter_map(|v| criterion.value.raw_for(v).map(|x| (x, v)))
        .collect();
    let left = line.iter().map(|(x, _)| *x).min_by(f64::total_cmp)?;
    let right = line.iter().map(|(x, _)| *x).max_by(f64::total_cmp)?;
    let points = line
        .iter()
        .map(|(x, v)| format!("{:.1},{:.1}", 100.0 * (x - left) / (right - left), 100.0 - v));
    Some(Plot {
        points: points.collect::<Vec<_>>().join(" "),
        left: number(left, 3),
        right: with_unit(number(right, 3), &criterion.unit, lang),
    })
}

/// Raw values at which the score reaches quarters, as a small table.
fn curve(criterion: &Criterion) -> Vec<(String, String)> {
    let numeric = matches!(criterion.value.shape(), Shape::Log { .. });
    let quarters = [0.0, 25.0, 50.0, 75.0, 100.0].into_iter().filter(|_| numeric);
    quarters
        .filter_map(|v| {
            criterion
                .value
                .raw_for(v)
                .map(|x| (number(x, if x.abs() < 10.0 { 2 } else { 0 }), number(v, 0)))
        })
        .collect()
}
