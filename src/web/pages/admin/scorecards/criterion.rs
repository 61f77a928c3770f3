//! One criterion of a draft: names, points, what is measured, and its value function with a curve that shows the offers there are.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::curve::Curve;
use super::form::{Filled, Input, edits};
use super::save::{Saved, save};
use super::words::{attributes, fault_error, part_error};
use super::{Desk, Head};
use crate::domain::observed::Observed;
use crate::domain::scorecard::{
    Criterion, Dimension, Measure, Part, Place, PriceKind, SCALES, Scorecard, TcoPart, anchors_of, scale_fields,
};
use crate::domain::scoring::Shape;
use crate::web::app::App;
use crate::web::auth::form::{FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, number};
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::pages::ranking::with_unit;
use crate::web::urls;

#[derive(Template)]
#[template(path = "scorecard-criterion.html", blocks = ["scale"])]
struct CriterionPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    errors: Vec<FieldError>,
    action: String,
    curve_action: String,
    remove_action: String,
    card_href: String,
    id: String,
    name: String,
    dimension: String,
    names: [Input; 2],
    unit: Input,
    points: Input,
    reasons: [Input; 2],
    attribute: Option<Input>,
    attributes: Vec<(String, String)>,
    measure: String,
    kind: Input,
    kinds: Vec<(&'static str, String)>,
    anchors: Vec<(String, Input)>,
    absent: Input,
    /// Anchors written as lines need room.
    lines: bool,
    curve: Curve,
    place: usize,
    /// What one step from worst to best is worth.
    swing: String,
    recheck: Option<String>,
    may_anchor: bool,
}

/// `GET /{lang}/admin/scorecards/{id}/criteria/{criterion}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard or criterion; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id, criterion)): Path<(String, String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    let page = CriterionPage::new(&ctx, &desk, &criterion, (None, Vec::new()))?;
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/admin/scorecards/{id}/criteria/{criterion}`: saves it; with `do=range` with the range of the offers as anchors.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard or criterion; those of the database.
pub async fn update(
    State(app): State<App>,
    Path((_, id, criterion)): Path<(String, String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let step = |card: Scorecard| {
        if sent.field("do") == "range" {
            anchored(&app, card, &criterion, ctx.lang)
        } else {
            Ok(card)
        }
    };
    let location = urls::scorecard_criterion(ctx.lang, &id, &criterion);
    match save((&app, &ctx), &sent, &id, step, &location).await? {
        Saved::Answer(response) => Ok(response),
        Saved::Refused(errors) => {
            let desk = Desk::load(&app, &id).await?;
            let page = CriterionPage::new(&ctx, &desk, &criterion, (Some(&sent), errors))?;
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

/// `POST …/curve`: the criterion as it would be, with its curve; nothing is saved.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard or criterion; those of the database.
pub async fn curve(
    State(app): State<App>,
    Path((_, id, criterion)): Path<(String, String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    let (would_be, errors) = would_be(&desk, &criterion, &sent, ctx.lang);
    let desk = Desk { card: would_be, ..desk };
    let status = if errors.is_empty() {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    let page = CriterionPage::new(&ctx, &desk, &criterion, (Some(&sent), errors))?;
    Ok(if ctx.fragment {
        html(status, &page.as_scale())
    } else {
        html(status, &page)
    })
}

/// `POST …/removal`: takes the criterion away.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard or criterion; those of the database.
pub async fn remove(
    State(app): State<App>,
    Path((_, id, criterion)): Path<(String, String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let step = |card: Scorecard| {
        let without = card.without(Part::Criterion, &criterion);
        without.map_err(|error| vec![FieldError::new("remove", part_error(error, &criterion, ctx.lang))])
    };
    match save((&app, &ctx), &sent, &id, step, &urls::scorecard(ctx.lang, &id)).await? {
        Saved::Answer(response) => Ok(response),
        Saved::Refused(errors) => {
            let desk = Desk::load(&app, &id).await?;
            let page = CriterionPage::new(&ctx, &desk, &criterion, (None, errors))?;
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

fn anchored(app: &App, card: Scorecard, id: &str, lang: Lang) -> Result<Scorecard, Vec<FieldError>> {
    let mut card = card;
    let observed = card
        .criterion(id)
        .map(|c| Observed::for_criterion(&card, c, &app.live().catalogue));
    let criteria = card.dimensions.iter_mut().flat_map(|d| &mut d.criteria);
    let found = criteria.filter(|c| c.id == id).find_map(|c| {
        c.value = observed.as_ref()?.anchored(&c.value)?;
        Some(())
    });
    let kind = Place::new(Part::Criterion, id, "value.type").to_string();
    match found {
        Some(()) => Ok(card),
        None => Err(vec![FieldError::new(&kind, lang.t("scorecards.fault.no_range"))]),
    }
}

/// The scorecard with what was typed; a new form of value function begins with anchors that fit the offers.
fn would_be(desk: &Desk, id: &str, sent: &Sent, lang: Lang) -> (Scorecard, Vec<FieldError>) {
    let mut changes: BTreeMap<String, String> = edits(sent).into_iter().map(|e| (e.place, e.mine)).collect();
    let at = |field: &str| Place::new(Part::Criterion, id, field).to_string();
    if let (Some(criterion), Some(scale)) = (desk.card.criterion(id), changes.get(&at("value.type")).cloned()) {
        let fields = first_anchors(desk, criterion, &scale);
        for (field, text) in fields.into_iter().filter(|(field, _)| *field != "value.type") {
            changes.entry(at(field)).or_insert(text);
        }
    }
    match desk.card.with_fields(&changes) {
        Ok(card) => (card, Vec::new()),
        Err(faults) => {
            let errors = faults
                .iter()
                .map(|fault| fault_error(&desk.card, fault, lang))
                .collect();
            (desk.card.clone(), errors)
        }
    }
}

/// Fields of a form of value function: those it has, or some that fit the offers.
fn first_anchors(desk: &Desk, criterion: &Criterion, scale: &str) -> Vec<(&'static str, String)> {
    let now = scale_fields(&criterion.value);
    let same = now.iter().any(|(field, text)| *field == "value.type" && text == scale);
    let observed = || Observed::for_criterion(&desk.card, criterion, &desk.live.catalogue);
    let mut fields = if same {
        now.clone()
    } else {
        observed()
            .suggested(scale)
            .map(|value| scale_fields(&value))
            .unwrap_or_default()
    };
    // Anchors that both forms have keep their place.
    for (field, text) in &mut fields {
        if let Some((_, before)) = now.iter().find(|(name, _)| name == field && *name != "value.type") {
            text.clone_from(before);
        }
    }
    fields
}

impl CriterionPage {
    fn new(
        ctx: &Ctx,
        desk: &Desk,
        id: &str,
        (typed, errors): (Option<&Sent>, Vec<FieldError>),
    ) -> Result<Self, WebError> {
        let (lang, card) = (ctx.lang, &desk.card);
        let missing = || WebError::NoRecord {
            kind: "criterion",
            id: id.to_owned(),
        };
        let criterion = card.criterion(id).ok_or_else(missing)?;
        let holds = |d: &Dimension| d.criteria.iter().any(|c| c.id == id);
        let (place, dimension) = card
            .dimensions
            .iter()
            .enumerate()
            .find(|(_, d)| holds(d))
            .ok_or_else(missing)?;
        let filled = Filled::new(card, typed, &errors);
        let input = |field: &str| filled.input(Part::Criterion, id, field);
        let kind = input("value.type");
        let first = first_anchors(desk, criterion, &kind.value);
        let anchor = |field: &&str| {
            let or = first
                .iter()
                .find(|(name, _)| name == field)
                .map_or("", |(_, text)| text.as_str());
            let name = lang.t(&format!("scorecards.field.{}", field.replace('.', "_")));
            (name, filled.or(Part::Criterion, id, field, or))
        };
        let anchors: Vec<(String, Input)> = anchors_of(&kind.value).iter().map(anchor).collect();
        let observed = Observed::for_criterion(card, criterion, &desk.live.catalogue);
        let attribute = matches!(criterion.measure, Measure::Fact { .. } | Measure::Least { .. });
        let title = lang.with("scorecards.one", "name", lang.text(&criterion.name));
        let address = urls::scorecard_criterion(lang, card.id.as_str(), id);
        Ok(Self {
            head: desk.head(ctx),
            shell: Shell::new(ctx, title, String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            curve_action: format!("{address}/curve"),
            remove_action: format!("{address}/removal"),
            action: address,
            card_href: urls::scorecard(lang, card.id.as_str()),
            id: id.to_owned(),
            name: lang.text(&criterion.name).to_owned(),
            dimension: lang.text(&dimension.name).to_owned(),
            names: [input("name.en"), input("name.zh")],
            unit: input("unit"),
            points: input("points"),
            reasons: [input("reason.en"), input("reason.zh")],
            attribute: attribute.then(|| input("attribute")),
            attributes: attributes(
                &desk.live.catalogue,
                lang,
                matches!(criterion.measure, Measure::Least { .. }),
            ),
            measure: measure(&criterion.measure, lang),
            kinds: SCALES
                .iter()
                .map(|scale| (*scale, lang.t(&format!("scorecards.scale.{scale}"))))
                .collect(),
            lines: matches!(kind.value.as_str(), "points" | "levels"),
            kind,
            anchors,
            absent: input("value.absent"),
            curve: Curve::new(criterion, &observed, lang),
            place: place % 6,
            swing: swing(criterion, lang),
            recheck: card
                .wants_recheck(Some(&desk.base), criterion)
                .then(|| lang.with("scorecards.recheck", "n", number(criterion.points, 3))),
            may_anchor: observed
                .anchored(&criterion.value)
                .is_some_and(|value| value != criterion.value),
            errors,
        })
    }
}

/// What is measured, in words.
fn measure(measure: &Measure, lang: Lang) -> String {
    match measure {
        Measure::Fact { .. } => lang.t("scorecards.measure.fact"),
        Measure::Least { .. } => lang.t("scorecards.measure.least"),
        Measure::MlperfIndex { reference } => lang.with("scorecards.measure.mlperf", "reference", reference),
        Measure::Price { price, .. } => lang.t(match price {
            PriceKind::OnDemand => "scorecards.measure.on_demand",
            PriceKind::Reserved => "scorecards.measure.reserved",
            PriceKind::Burst => "scorecards.measure.burst",
        }),
        Measure::Tco { part } => lang.t(match part {
            TcoPart::Total => "scorecards.measure.tco",
            TcoPart::Rest => "scorecards.measure.rest",
        }),
        Measure::SlaLevel { .. } => lang.t("scorecards.measure.sla"),
        Measure::LinkedAccelerators { .. } => lang.t("scorecards.measure.linked"),
    }
}

/// What the step from worst to best is worth.
fn swing(criterion: &Criterion, lang: Lang) -> String {
    let figure = |x: f64| with_unit(number(x, 3), &criterion.unit, lang);
    let ends = match criterion.value.shape() {
        Shape::Linear { worst, best } | Shape::Log { worst, best } => Some((*worst, *best)),
        Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
            criterion.value.raw_for(0.0).zip(criterion.value.raw_for(100.0))
        }
        Shape::Levels { .. } | Shape::Boolean { .. } => None,
    };
    let points = number(criterion.points, 3);
    match ends {
        Some((worst, best)) => lang.fill(
            "scorecards.swing",
            &[("worst", &figure(worst)), ("best", &figure(best)), ("n", &points)],
        ),
        None => lang.with("scorecards.swing_levels", "n", points),
    }
}
