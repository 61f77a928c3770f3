//! The gates of a draft: what each asks, and whether it must, should or need not hold.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::form::{Filled, Input, all};
use super::save::{Saved, save};
use super::steps::gates;
use super::words::attributes;
use super::{Desk, Head};
use crate::domain::measure::Measurer;
use crate::domain::scorecard::{GateRule, Part, chosen};
use crate::domain::scoring::{Cell, Gate, Outcome};
use crate::web::app::App;
use crate::web::auth::form::{FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::urls;

#[derive(Template)]
#[template(path = "scorecard-gates.html")]
struct GatesPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    errors: Vec<FieldError>,
    action: String,
    gates: Vec<GateView>,
    ops: Vec<(&'static str, String)>,
    modes: Vec<(&'static str, String)>,
    attributes: Vec<(String, String)>,
    new_id: Input,
    new_names: [Input; 2],
    new_attribute: Input,
}

struct GateView {
    id: String,
    name: String,
    names: [Input; 2],
    attribute: Option<Input>,
    op: Input,
    value: Input,
    unit: String,
    mode: Input,
    reasons: [Input; 2],
    /// How many offers pass, fail, are not known.
    outcomes: String,
    removed: bool,
}

/// `GET /{lang}/admin/scorecards/{id}/gates`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    Ok(html(StatusCode::OK, &GatesPage::new(&ctx, &desk, None, Vec::new())))
}

/// `POST /{lang}/admin/scorecards/{id}/gates`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn update(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let step = |card| gates(&app, card, &sent, ctx.lang);
    let location = urls::scorecard_part(ctx.lang, &id, "gates");
    match save((&app, &ctx), &sent, &id, step, &location).await? {
        Saved::Answer(response) => Ok(response),
        Saved::Refused(errors) => {
            let desk = Desk::load(&app, &id).await?;
            let page = GatesPage::new(&ctx, &desk, Some(&sent), errors);
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}

impl GatesPage {
    fn new(ctx: &Ctx, desk: &Desk, typed: Option<&Sent>, errors: Vec<FieldError>) -> Self {
        let (lang, card) = (ctx.lang, &desk.card);
        let filled = Filled::new(card, typed, &errors);
        let removed = typed.map(|typed| all(typed, "remove.gate")).unwrap_or_default();
        let measurer = Measurer::new(&desk.live.catalogue, card, card.need);
        let view = |gate: &GateRule| {
            let input = |field: &str| filled.input(Part::Gate, &gate.id, field);
            GateView {
                id: gate.id.clone(),
                name: lang.text(&gate.name).to_owned(),
                names: [input("name.en"), input("name.zh")],
                attribute: chosen(&gate.measure).map(|_| input("attribute")),
                op: input("op"),
                value: input("value"),
                unit: gate.unit.clone(),
                mode: input("mode"),
                reasons: [input("reason.en"), input("reason.zh")],
                outcomes: outcomes(&measurer, gate, desk, lang),
                removed: removed.contains(&gate.id.as_str()),
            }
        };
        let modes = ["must", "want", "off"].map(|mode| (mode, lang.t(&format!("gate.{mode}"))));
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
            action: urls::scorecard_part(lang, card.id.as_str(), "gates"),
            gates: card.gates.iter().map(view).collect(),
            ops: [
                (">=", "at_least"),
                ("<=", "at_most"),
                ("==", "equals"),
                ("in", "one_of"),
            ]
            .map(|(op, key)| (op, lang.t(&format!("scorecards.op.{key}"))))
            .into(),
            modes: modes.into_iter().collect(),
            attributes: attributes(&desk.live.catalogue, lang, false),
            new_id: filled.plain("new.id"),
            new_names: [filled.plain("new.name.en"), filled.plain("new.name.zh")],
            new_attribute: filled.plain("new.attribute"),
            errors,
        }
    }
}

/// How many offers a gate lets pass; none where it cannot be asked of what is measured.
fn outcomes(measurer: &Measurer<'_>, rule: &GateRule, desk: &Desk, lang: Lang) -> String {
    let gate = Gate {
        id: rule.id.clone(),
        criterion: String::new(),
        test: rule.test.clone(),
        mode: rule.mode,
    };
    let cells = desk
        .live
        .catalogue
        .offers()
        .map(|offer| measurer.measure(&rule.measure, offer).cell);
    let outcomes: Result<Vec<Outcome>, _> = cells.map(|cell: Cell| gate.outcome(&cell)).collect();
    let Ok(outcomes) = outcomes else {
        return lang.t("scorecards.gate.unfit");
    };
    let count = |wanted: Outcome| outcomes.iter().filter(|outcome| **outcome == wanted).count();
    lang.fill(
        "scorecards.gate.outcomes",
        &[
            ("pass", &count(Outcome::Pass)),
            ("fail", &count(Outcome::Fail)),
            ("unknown", &count(Outcome::Unknown)),
        ],
    )
}
