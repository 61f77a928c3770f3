//! The ranking on one sheet of paper, for people who sign: what was asked, who leads and how safely, what excluded the others, on which
//! weights and evidence it stands.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::columns::{price_unit, unknown_criteria};
use super::model::{Scene, cost_heading, foot, notes};
use super::panel::summary;
use super::rows::{self, Shown};
use super::stability::{StabilityView, WhyView};
use super::table::Table;
use super::view::RowView;
use super::words::{gate_parts, name_of};
use crate::domain::brief::gate_mode_word;
use crate::domain::ranking::MeasuredOffer;
use crate::domain::scoring::Outcome;
use crate::domain::scoring::display::Tenths;
use crate::domain::stability::{Sampled, stability};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, number};
use crate::web::money::rates_in_use;
use crate::web::page::{Shell, cached, html};
use crate::web::pages::tabs::Link;
use crate::web::query::Sort;
use crate::web::urls;

/// Offers on the sheet.
const OFFERS: usize = 4;

/// Criteria that a line of evidence names before it counts the rest.
const NAMED: usize = 3;

/// An address longer than this is of no use on paper.
const LONGEST_ADDRESS: usize = 300;

#[derive(Template)]
#[template(path = "summary.html")]
struct OneSheet {
    shell: Shell,
    lang: Lang,
    back: Link,
    brief: String,
    count: String,
    basis: String,
    verdict: Option<StabilityView>,
    why: Option<String>,
    notes: Vec<String>,
    price_unit: String,
    cost_heading: String,
    currency: String,
    rates: Option<String>,
    rows: Vec<RowView>,
    weights: Vec<Weight>,
    gates: Vec<Gate>,
    evidence: Vec<String>,
    address: Option<String>,
    signatures: Vec<String>,
}

/// What a dimension counts for.
struct Weight {
    name: String,
    place: usize,
    points: String,
    share: String,
}

/// A gate in force, and how many offers do not pass it.
struct Gate {
    asked: String,
    mode: String,
    failed: usize,
    unknown: usize,
}

/// `GET /{lang}/summary`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn one_sheet(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let mut loaded = super::load(&app, &ctx).await?;
    // The sheet is of the ranking, however the list is sorted and whatever it shows.
    (
        loaded.query.view.sort,
        loaded.query.view.reversed,
        loaded.query.view.cols,
    ) = (Sort::Total, false, None);
    let sampled = app.sampled(&loaded.prepared, &loaded.query.brief).await?;
    cached(&ctx, &super::epoch(&loaded.prepared), || {
        let ranking = loaded.prepared.rank(&loaded.query.brief)?;
        let scene = Scene {
            ctx: &ctx,
            prepared: &loaded.prepared,
            ranking: &ranking,
            query: &loaded.query,
            sampled: sampled.as_deref(),
            scorecards: &loaded.scorecards,
        };
        Ok(html(StatusCode::OK, &OneSheet::new(&scene)))
    })
}

impl OneSheet {
    fn new(scene: &Scene<'_>) -> Self {
        let Scene {
            ctx,
            prepared,
            ranking,
            query,
            sampled,
            ..
        } = *scene;
        let lang = ctx.lang;
        let shown = rows::shown(prepared, ranking, query);
        let table = Table {
            lang,
            today: ctx.today,
            prepared,
            ranking,
            query,
        };
        let all = ranking.rows.len() + ranking.left_out.iter().map(|(_, n)| n).sum::<usize>();
        let currency = query.brief.shown_currency();
        let foot = foot(lang, prepared);
        Self {
            shell: Shell::new(ctx, lang.t("summary.title"), foot.clone(), &query.pairs()),
            lang,
            back: Link::new(urls::ranking(lang, &query.pairs()), lang.t("summary.back"), false),
            brief: summary(lang, prepared, query),
            count: lang.fill("ranking.count", &[("ranked", &ranking.ranked), ("all", &all)]),
            basis: foot,
            verdict: verdict(scene, sampled),
            why: WhyView::of_first_two(lang, prepared, ranking, (&shown, query)).map(|why| why.sentence),
            notes: notes(lang, prepared, ranking, &shown),
            price_unit: price_unit(lang, query.view.pick.per, currency),
            cost_heading: cost_heading(lang, prepared),
            currency: currency.to_string(),
            rates: rates_in_use(prepared, query, lang),
            rows: top(&shown).filter_map(|entry| table.row(entry)).collect(),
            weights: weights(scene),
            gates: gates(scene),
            evidence: evidence(scene, &table, &shown),
            address: address(scene),
            signatures: ["summary.prepared", "summary.reviewed", "summary.approved"]
                .map(|who| lang.t(who))
                .to_vec(),
        }
    }
}

fn top<'a, 's>(shown: &'s Shown<'a>) -> impl Iterator<Item = &'s rows::Entry<'a>> {
    shown.ranked.iter().take(OFFERS)
}

fn verdict(scene: &Scene<'_>, sampled: Option<&Sampled>) -> Option<StabilityView> {
    let found = stability(scene.prepared, scene.ranking)?;
    let offers = (scene.prepared, scene.ranking);
    Some(StabilityView::new(
        scene.ctx.lang,
        offers,
        (&found, sampled),
        scene.query,
    ))
}

fn weights(scene: &Scene<'_>) -> Vec<Weight> {
    let points = &scene.ranking.points;
    let total: f64 = points.iter().sum();
    let dimensions = scene.prepared.scorecard().dimensions.iter().zip(points);
    let weight = |(place, (dimension, points)): (usize, (&crate::domain::scorecard::Dimension, &f64))| Weight {
        name: scene.ctx.lang.text(&dimension.name).to_owned(),
        place: place % 6,
        points: number(*points, 3),
        share: Tenths::nearest(100.0 * points / total).to_string(),
    };
    dimensions.enumerate().map(weight).collect()
}

/// Every gate in force, with what it does to the offers that the filters leave.
fn gates(scene: &Scene<'_>) -> Vec<Gate> {
    let (lang, rows) = (scene.ctx.lang, &scene.ranking.rows);
    let Some(any) = rows.first().and_then(|row| scene.prepared.offers().get(row.offer)) else {
        return Vec::new();
    };
    let count = |place: usize, outcome: Outcome| rows.iter().filter(|r| r.gates.get(place) == Some(&outcome)).count();
    let gates = scene.ranking.gates.iter().enumerate();
    let gate = |(place, gate): (usize, &crate::domain::ranking::GateInForce)| Gate {
        asked: gate_parts(scene.prepared, any, gate.question, lang).0,
        mode: lang.t(&format!("gate.{}", gate_mode_word(gate.mode))),
        failed: count(place, Outcome::Fail),
        unknown: count(place, Outcome::Unknown),
    };
    gates.map(gate).collect()
}

/// One line for each offer on the sheet: how much of its score is known, on which evidence, and what is not.
fn evidence(scene: &Scene<'_>, table: &Table<'_>, shown: &Shown<'_>) -> Vec<String> {
    let lang = scene.ctx.lang;
    let line = |entry: &rows::Entry<'_>| {
        let measured = scene.prepared.offers().get(entry.row.offer)?;
        let row = table.row(entry)?;
        let name = format!(
            "{} {}",
            name_of(scene.prepared.catalogue(), &measured.offer, lang),
            measured.offer.instance_type
        );
        let known = lang.fill(
            "summary.known",
            &[
                ("name", &name),
                ("coverage", &row.coverage),
                ("grade", &row.grade.unwrap_or_else(|| "–".to_owned())),
            ],
        );
        let price = row
            .prices
            .into_iter()
            .find_map(|price| price.note)
            .map(|note| lang.with("summary.price", "note", note));
        let parts = [Some(known), unknown(scene, measured), price];
        Some(
            parts
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(&lang.t("summary.join")),
        )
    };
    top(shown).filter_map(line).collect()
}

/// The criteria of which nothing is known, the first of them by name.
fn unknown(scene: &Scene<'_>, measured: &MeasuredOffer) -> Option<String> {
    let lang = scene.ctx.lang;
    let missing = unknown_criteria(scene.prepared, measured, lang);
    let named = missing.iter().take(NAMED).copied().collect::<Vec<_>>();
    let mut names = named.join(&lang.t("list.join"));
    if missing.len() > NAMED {
        names = lang.fill(
            "summary.and_more",
            &[("names", &names), ("n", &(missing.len() - NAMED))],
        );
    }
    (!missing.is_empty()).then(|| lang.with("summary.unknown", "names", names))
}

/// The address of this ranking with its release, for whoever wants to see it again.
fn address(scene: &Scene<'_>) -> Option<String> {
    let mut query = scene.query.clone();
    query.brief.release = Some(scene.prepared.catalogue().release().number);
    let address = urls::ranking(scene.ctx.lang, &query.pairs());
    (address.len() <= LONGEST_ADDRESS).then_some(address)
}
