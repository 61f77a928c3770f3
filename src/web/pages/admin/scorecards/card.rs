//! The points of a scorecard with what is left of them, its names, and its presets.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::form::{Filled, Input, all};
use super::save::{Saved, save};
use super::steps::{new_criterion, presets};
use super::words::{attributes, sum};
use super::{Desk, Head};
use crate::domain::scorecard::{Criterion, Dimension, Part, Place, Preset, Scorecard};
use crate::web::app::App;
use crate::web::auth::form::{FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::urls;

#[derive(Template)]
#[template(path = "scorecard.html")]
struct CardPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    errors: Vec<FieldError>,
    action: String,
    texts: Vec<(String, Input)>,
    dimensions: Vec<DimensionView>,
    total: (String, bool),
    /// The columns of the presets.
    columns: Vec<(usize, String)>,
    presets: Vec<PresetView>,
    new_preset: NewPreset,
    add_action: String,
    attributes: Vec<(String, String)>,
    new: NewCriterion,
}

struct DimensionView {
    id: String,
    place: usize,
    name: String,
    names: [Input; 2],
    points: Input,
    of: String,
    sum: (String, bool),
    criteria: Vec<CriterionView>,
}

struct CriterionView {
    name: String,
    href: String,
    scale: String,
    points: Input,
    /// Its scale changed: its points ask to be looked at again.
    recheck: bool,
}

struct PresetView {
    id: String,
    name: String,
    names: [Input; 2],
    weights: Vec<(String, Input)>,
    sum: (String, bool),
    removed: bool,
}

struct NewPreset {
    id: Input,
    names: [Input; 2],
    weights: Vec<(String, Input)>,
}

struct NewCriterion {
    dimension: Input,
    id: Input,
    names: [Input; 2],
    attribute: Input,
}

/// `GET /{lang}/admin/scorecards/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    Ok(html(StatusCode::OK, &CardPage::new(&ctx, &desk, None, Vec::new())))
}

/// `POST /{lang}/admin/scorecards/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn update(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let step = |card| presets(card, &sent, ctx.lang);
    let location = urls::scorecard(ctx.lang, &id);
    answer(
        (&app, &ctx),
        &sent,
        &id,
        save((&app, &ctx), &sent, &id, step, &location).await?,
    )
    .await
}

/// `POST /{lang}/admin/scorecards/{id}/criteria`: a new criterion without points, which opens.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn add_criterion(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let step = |card: Scorecard| new_criterion(&app, &card, &sent, ctx.lang);
    let location = urls::scorecard_criterion(ctx.lang, &id, sent.field("new.id"));
    answer(
        (&app, &ctx),
        &sent,
        &id,
        save((&app, &ctx), &sent, &id, step, &location).await?,
    )
    .await
}

async fn answer((app, ctx): (&App, &Ctx), sent: &Sent, id: &str, saved: Saved) -> Result<Response, WebError> {
    match saved {
        Saved::Answer(response) => Ok(response),
        Saved::Refused(errors) => {
            let desk = Desk::load(app, id).await?;
            let page = CardPage::new(ctx, &desk, Some(sent), errors);
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

impl CardPage {
    fn new(ctx: &Ctx, desk: &Desk, typed: Option<&Sent>, errors: Vec<FieldError>) -> Self {
        let (lang, card) = (ctx.lang, &desk.card);
        let filled = Filled::new(card, typed, &errors);
        let texts = [
            ("name.en", "name_en"),
            ("name.zh", "name_zh"),
            ("description.en", "description_en"),
            ("description.zh", "description_zh"),
        ];
        let texts = texts.map(|(field, key)| {
            (
                lang.t(&format!("scorecards.field.{key}")),
                filled.input(Part::Card, "", field),
            )
        });
        let columns: Vec<(usize, String)> = card
            .dimensions
            .iter()
            .enumerate()
            .map(|(place, d)| (place % 6, lang.text(&d.name).to_owned()))
            .collect();
        let removed = typed.map(|typed| all(typed, "remove.preset")).unwrap_or_default();
        let id = card.id.as_str();
        Self {
            head: desk.head(ctx),
            shell: Shell::new(
                ctx,
                lang.with("scorecards.one", "name", lang.text(&card.name)),
                String::new(),
                &Vec::new(),
            ),
            lang,
            sections: sections(ctx),
            action: urls::scorecard(lang, id),
            texts: texts.into_iter().collect(),
            dimensions: card
                .dimensions
                .iter()
                .enumerate()
                .map(|(n, d)| dimension(desk, &filled, (n, d), lang))
                .collect(),
            total: sum(card.weights().iter().sum(), 100.0, lang),
            presets: card
                .presets
                .iter()
                .map(|p| preset(card, &filled, p, removed.contains(&p.id.as_str()), lang))
                .collect(),
            new_preset: NewPreset {
                id: filled.plain("new.preset.id"),
                names: [filled.plain("new.preset.name.en"), filled.plain("new.preset.name.zh")],
                weights: card
                    .dimensions
                    .iter()
                    .map(|d| {
                        (
                            lang.text(&d.name).to_owned(),
                            filled.plain(&format!("new.preset.weight.{}", d.id)),
                        )
                    })
                    .collect(),
            },
            columns,
            add_action: urls::scorecard_part(lang, id, "criteria"),
            attributes: attributes(&desk.live.catalogue, lang, false),
            new: NewCriterion {
                dimension: filled.plain("new.dimension"),
                id: filled.plain("new.id"),
                names: [filled.plain("new.name.en"), filled.plain("new.name.zh")],
                attribute: filled.plain("new.attribute"),
            },
            errors,
        }
    }
}

fn dimension(desk: &Desk, filled: &Filled<'_>, (place, dimension): (usize, &Dimension), lang: Lang) -> DimensionView {
    let id = dimension.id.as_str();
    let criterion = |criterion: &Criterion| CriterionView {
        name: lang.text(&criterion.name).to_owned(),
        href: urls::scorecard_criterion(lang, desk.card.id.as_str(), &criterion.id),
        scale: crate::web::pages::method::scale(criterion, lang),
        points: filled.input(Part::Criterion, &criterion.id, "points"),
        recheck: desk.card.wants_recheck(Some(&desk.base), criterion),
    };
    DimensionView {
        id: id.to_owned(),
        place: place % 6,
        name: lang.text(&dimension.name).to_owned(),
        names: [
            filled.input(Part::Dimension, id, "name.en"),
            filled.input(Part::Dimension, id, "name.zh"),
        ],
        points: filled.input(Part::Dimension, id, "points"),
        of: Place::new(Part::Dimension, id, "points").to_string(),
        sum: sum(dimension.points - dimension.unallocated(), dimension.points, lang),
        criteria: dimension.criteria.iter().map(criterion).collect(),
    }
}

fn preset(card: &Scorecard, filled: &Filled<'_>, preset: &Preset, removed: bool, lang: Lang) -> PresetView {
    let id = preset.id.as_str();
    let weight = |d: &Dimension| {
        let input = filled.input(Part::Preset, id, &format!("weight.{}", d.id));
        (lang.text(&d.name).to_owned(), input)
    };
    PresetView {
        id: id.to_owned(),
        name: lang.text(&preset.name).to_owned(),
        names: [
            filled.input(Part::Preset, id, "name.en"),
            filled.input(Part::Preset, id, "name.zh"),
        ],
        weights: card.dimensions.iter().map(weight).collect(),
        sum: sum(preset.weights.iter().sum(), 100.0, lang),
        removed,
    }
}
