//! What a draft changes, and what that does to a ranking: the new order beside the one in force, before anything is published.

use std::collections::BTreeMap;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::words::{Changed, changed, obstacle, question};
use super::{Desk, Head};
use crate::domain::brief::Brief;
use crate::domain::effect::{Standing, moves, standings};
use crate::domain::ids::OfferId;
use crate::domain::ranking::{PrepareError, Prepared, Ranking, Row};
use crate::domain::scorecard::{Difference, Part, Scorecard, differences};
use crate::domain::scoring::display::Tenths;
use crate::web::app::App;
use crate::web::auth::form::FieldError;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, signed};
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::pages::ranking::{name_of, region_of};
use crate::web::{urls, wording};

#[derive(Template)]
#[template(path = "scorecard-review.html")]
struct ReviewPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    errors: Vec<FieldError>,
    changes: Vec<Changed>,
    obstacles: Vec<String>,
    questions: Vec<(String, String, bool)>,
    publish_action: String,
    discard_action: String,
    card_href: String,
    has_draft: bool,
    revision: i64,
    note: String,
    next: String,
    weights: Vec<(String, String, bool)>,
    review_href: String,
    effect: Option<Effect>,
}

/// What the draft does to a ranking.
struct Effect {
    summary: String,
    leader: String,
    gates: Option<String>,
    rows: Vec<EffectRow>,
}

struct EffectRow {
    rank: usize,
    before: String,
    /// `up`, `down`, `new` or nothing, for the sign in front of the rank before.
    direction: &'static str,
    name: String,
    detail: String,
    href: String,
    total: String,
    total_before: String,
    change: String,
}

/// Rows of the new ranking that are shown.
const SHOWN: usize = 20;

/// What was typed into the form that publishes.
#[derive(Default)]
pub(super) struct Typed {
    pub note: String,
    pub confirmed: Vec<String>,
}

/// `GET /{lang}/admin/scorecards/{id}/review`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    answer((&app, &ctx), desk, (StatusCode::OK, Vec::new()), Typed::default()).await
}

/// The page, with what keeps the draft from being published.
pub(super) async fn answer(
    (app, ctx): (&App, &Ctx),
    desk: Desk,
    (status, errors): (StatusCode, Vec<FieldError>),
    typed: Typed,
) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let found = differences(&desk.base, &desk.card);
    let asked = asked(&desk, ctx, &found);
    let prepared = prepared(app, &desk, asked.as_deref()).await?;
    let mut obstacles: Vec<String> = obstacles(&desk, lang);
    let effect = match prepared {
        Ok((before, after)) => Some(Effect::new(&desk, (&before, &after), asked.as_deref(), lang)?),
        Err(error) => {
            obstacles.push(lang.with(
                "scorecards.obstacle.prepare",
                "error",
                wording::fit::prepare(&error, lang),
            ));
            None
        }
    };
    let id = desk.card.id.as_str();
    let part = |part: &str| urls::scorecard_part(lang, id, part);
    let next = desk
        .live
        .newest_scorecard(id)
        .map_or(1, |card| card.version.saturating_add(1));
    let questions = desk.card.questions(Some(&desk.base)).into_iter().map(|one| {
        let (name, text) = question(&desk.card, &one, lang);
        let confirmed = typed.confirmed.contains(&name);
        (name, text, confirmed)
    });
    let default = (String::new(), lang.t("scorecards.review.default"), asked.is_none());
    let presets = desk.card.presets.iter().map(|p| {
        let name = lang.with("scorecards.review.preset", "name", lang.text(&p.name));
        (p.id.clone(), name, asked.as_deref() == Some(p.id.as_str()))
    });
    let page = ReviewPage {
        head: desk.head(ctx),
        shell: Shell::new(
            ctx,
            lang.with("scorecards.one", "name", lang.text(&desk.card.name)),
            String::new(),
            &ctx.pairs,
        ),
        lang,
        sections: sections(ctx),
        errors,
        changes: changed(&desk.base, &desk.card, &found, lang),
        obstacles,
        questions: questions.collect(),
        publish_action: part("publication"),
        discard_action: part("removal"),
        card_href: urls::scorecard(lang, id),
        has_draft: desk.draft.is_some(),
        revision: desk.revision(),
        note: typed.note,
        next: lang.with("scorecards.publish", "version", next),
        weights: std::iter::once(default).chain(presets).collect(),
        review_href: part("review"),
        effect,
    };
    Ok(html(status, &page))
}

/// Why the draft cannot be published, in words.
pub(super) fn obstacles(desk: &Desk, lang: Lang) -> Vec<String> {
    let mut found: Vec<String> = desk
        .card
        .obstacles(Some(&desk.base), &desk.live.catalogue)
        .iter()
        .map(|one| obstacle(&desk.card, one, lang))
        .collect();
    let newest = desk
        .live
        .newest_scorecard(desk.card.id.as_str())
        .map(|card| card.version);
    if newest.is_some_and(|newest| desk.base.id == desk.card.id && desk.base.version < newest) {
        found.push(lang.with("scorecards.obstacle.outdated", "version", newest.unwrap_or_default()));
    }
    found
}

/// The preset that the ranking is shown for: the one asked for, or the first changed one where only presets changed.
fn asked(desk: &Desk, ctx: &Ctx, found: &[Difference]) -> Option<String> {
    let known = |id: &str| desk.card.presets.iter().any(|p| p.id == id);
    if let Some((_, word)) = ctx.pairs.iter().find(|(word, _)| word == "preset") {
        return known(word).then(|| word.clone());
    }
    let only_presets = found.iter().all(|d| d.place.part == Part::Preset);
    let first = found
        .iter()
        .find(|d| d.place.field.starts_with("weight.") || d.place.field.is_empty());
    first
        .filter(|d| only_presets && known(&d.place.id))
        .map(|d| d.place.id.clone())
}

/// The words of a preset; of the default weights without one, or without one of this id.
fn brief(card: &Scorecard, preset: Option<&str>) -> Brief {
    let found = card.presets.iter().find(|p| Some(p.id.as_str()) == preset);
    found.map_or_else(Brief::default, |preset| Brief {
        weights: Some(preset.weights.clone()),
        workload: preset.workload,
        ..Brief::default()
    })
}

/// The offers measured with the version in force and with the draft; the draft's may not fit the catalogue.
pub(super) async fn prepared(
    app: &App,
    desk: &Desk,
    preset: Option<&str>,
) -> Result<Result<(Arc<Prepared>, Arc<Prepared>), PrepareError>, WebError> {
    let (base, card) = (desk.base.clone(), Arc::new(desk.card.clone()));
    let before = Brief {
        scorecard: Some((base.id.clone(), Some(base.version))),
        ..brief(&base, preset)
    };
    let before = app.prepared(&before).await?;
    let (catalogue, need) = (desk.live.catalogue.clone(), brief(&card, preset).need(&card));
    let after = tokio::task::spawn_blocking(move || Prepared::new(catalogue, card, need))
        .await
        .map_err(|e| WebError::Internal(e.to_string()))?;
    Ok(after.map(|after| (before, Arc::new(after))))
}

impl Effect {
    fn new(
        desk: &Desk,
        (before, after): (&Prepared, &Prepared),
        preset: Option<&str>,
        lang: Lang,
    ) -> Result<Self, WebError> {
        let (old, new) = (
            before.rank(&brief(&desk.base, preset))?,
            after.rank(&brief(&desk.card, preset))?,
        );
        let moved = moves((before, &old), (after, &new));
        let rank = |standing: Option<Standing>| standing.and_then(|s| s.rank);
        let ranks = moved.iter().filter(|m| rank(m.before) != rank(m.after)).count();
        let score = |standing: Option<Standing>| standing.and_then(|s| s.score);
        let totals = moved.iter().filter(|m| score(m.before) != score(m.after)).count();
        let left = moved
            .iter()
            .filter(|m| rank(m.before).is_some() && rank(m.after).is_none())
            .count();
        let joined = moved
            .iter()
            .filter(|m| rank(m.before).is_none() && rank(m.after).is_some())
            .count();
        let all = after.offers().len();
        let summary = lang.fill(
            "scorecards.review.summary",
            &[("ranks", &ranks), ("totals", &totals), ("n", &all)],
        );
        let gates = lang.fill("scorecards.review.gates", &[("left", &left), ("joined", &joined)]);
        let was: BTreeMap<_, _> = standings(before, &old);
        Ok(Self {
            summary,
            leader: leader((before, &old), (after, &new), lang),
            gates: (left + joined > 0).then_some(gates),
            rows: rows(after, &new, &was, lang),
        })
    }
}

fn rows(after: &Prepared, ranking: &Ranking, was: &BTreeMap<&OfferId, Standing>, lang: Lang) -> Vec<EffectRow> {
    let ranked = ranking.rows.iter().filter_map(|row| Some((row.rank?, row)));
    let view = |(rank, row): (usize, &Row)| {
        let offer = &after.offers().get(row.offer)?.offer;
        let total = Tenths::nearest(row.score?.floor);
        let before = was.get(&offer.id).copied();
        let (old_rank, old_total) = (before.and_then(|b| b.rank), before.and_then(|b| b.score));
        let direction = match old_rank {
            None => "new",
            Some(old) if old > rank => "up",
            Some(old) if old < rank => "down",
            Some(_) => "",
        };
        Some(EffectRow {
            rank,
            before: old_rank.map_or_else(|| "–".to_owned(), |old| old.to_string()),
            direction,
            name: name_of(after.catalogue(), offer, lang),
            detail: format!("{} · {}", offer.instance_type, region_of(offer, lang)),
            href: urls::offer(lang, &offer.id, &Vec::new()),
            total: total.to_string(),
            total_before: old_total.map_or_else(|| "–".to_owned(), |old| old.to_string()),
            change: old_total.map_or_else(String::new, |old| match Tenths(total.0 - old.0) {
                Tenths(0) => "0.0".to_owned(),
                change => signed(change),
            }),
        })
    };
    ranked.filter_map(view).take(SHOWN).collect()
}

/// Who is first, before and after.
fn leader((before, old): (&Prepared, &Ranking), (after, new): (&Prepared, &Ranking), lang: Lang) -> String {
    let first = |prepared: &Prepared, ranking: &Ranking| {
        let row = ranking.rows.iter().find(|row| row.rank == Some(1))?;
        let offer = &prepared.offers().get(row.offer)?.offer;
        let name = format!(
            "{} · {}",
            name_of(prepared.catalogue(), offer, lang),
            offer.instance_type
        );
        Some((offer.id.clone(), name))
    };
    match (first(before, old), first(after, new)) {
        (Some((old, _)), Some((new, name))) if old == new => lang.with("scorecards.review.leader_stays", "name", name),
        (Some((_, old)), Some((_, new))) => lang.fill("scorecards.review.leader", &[("old", &old), ("new", &new)]),
        (_, new) => lang.with(
            "scorecards.review.leader_only",
            "name",
            new.map_or_else(|| lang.t("scorecards.review.nobody"), |(_, name)| name),
        ),
    }
}
