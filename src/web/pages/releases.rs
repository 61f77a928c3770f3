//! The releases of the catalogue: the list, and what one changed, with what that did to the ranking.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::changes::{Effect, MoveView, Section, sections, summary};
use crate::domain::account::Role;
use crate::domain::brief::{BadWord, Brief, Rule, whole};
use crate::domain::catalogue::Release;
use crate::exchange::import::Diff;
use crate::web::app::App;
use crate::web::auth::form::{Begun, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::publishing;
use crate::web::{moment, urls};

#[derive(Template)]
#[template(path = "releases.html")]
struct ReleasesPage {
    shell: Shell,
    lang: Lang,
    releases: Vec<ReleaseView>,
}

struct ReleaseView {
    name: String,
    href: String,
    ranking_href: String,
    newest: bool,
    note: String,
    by: String,
    at: String,
}

#[derive(Template)]
#[template(path = "release.html")]
struct ReleasePage {
    shell: Shell,
    lang: Lang,
    release: ReleaseView,
    releases_href: String,
    since: Option<String>,
    others: Vec<(String, String, bool)>,
    summary: String,
    sections: Vec<Section>,
    moved: String,
    moves: Vec<MoveView>,
    /// Where an editor brings an older release back.
    revert: Option<String>,
}

/// `GET /{lang}/releases`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let newest = app.live().catalogue.release().number;
    let releases = app.db().read().await?.releases().await?;
    cached(&ctx, &newest, || {
        let lang = ctx.lang;
        let page = ReleasesPage {
            shell: shell(&ctx, lang.t("releases.title"), newest),
            lang,
            releases: releases.iter().map(|r| view(r, newest, lang)).collect(),
        };
        Ok(html(StatusCode::OK, &page))
    })
}

/// `GET /{lang}/releases/{number}`, compared with the one before it unless `since` names another.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such release, [`BadWord`] for a bad `since`; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, name)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let newest = app.live().catalogue.release().number;
    let missing = || WebError::NoRecord {
        kind: "release",
        id: name.clone(),
    };
    let number = name
        .strip_prefix('r')
        .and_then(|n| n.parse().ok())
        .ok_or_else(missing)?;
    let mut tx = app.db().read().await?;
    let release = tx.release(number).await?.ok_or_else(missing)?;
    let since = match since_word(&ctx, number)? {
        None => None,
        Some(since) => tx.release(since).await?,
    };
    let all = tx.releases().await?;
    drop(tx);
    let diff = app
        .difference(since.as_ref().map_or(0, |since| since.number), number)
        .await?;
    let effect = match &since {
        None => None,
        Some(since) => Some(effect(&app, since.number, number).await?),
    };
    cached(&ctx, &newest, || {
        let page = ReleasePage::new(&ctx, (&release, since.as_ref(), &all), &diff, effect);
        Ok(html(StatusCode::OK, &page))
    })
}

/// `POST /{lang}/releases/{number}/revert`: publishes what an older release held; nothing is erased.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such release, [`WebError::Clash`] when it holds what the newest one holds.
pub async fn revert(
    State(app): State<App>,
    Path((_, name)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let number = name.strip_prefix('r').and_then(|n| n.parse().ok());
    let number = number.ok_or_else(|| WebError::NoRecord {
        kind: "release",
        id: name.clone(),
    })?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let release = publishing::revert(&mut tx, &sent.actor(), number, None).await?;
    let response = sent.commit(tx, &urls::release(ctx.lang, release.number)).await?;
    app.refresh().await?;
    Ok(response)
}

/// The release to compare with; none for the first.
fn since_word(ctx: &Ctx, number: u32) -> Result<Option<u32>, BadWord> {
    let word = ctx
        .pairs
        .iter()
        .find(|(word, value)| word == "since" && !value.is_empty());
    let Some((_, value)) = word else {
        return Ok(number.checked_sub(1).filter(|n| *n > 0));
    };
    let digits = value.strip_prefix('r').unwrap_or(value);
    let since = whole("since", digits, 1, u32::MAX)?;
    if since >= number {
        return Err(BadWord::new(
            "since",
            value,
            Rule::Missing {
                known: format!("r1–r{}", number.saturating_sub(1)),
            },
        ));
    }
    Ok(Some(since))
}

/// Who moved in the ranking from one release to another.
async fn effect(app: &App, from: u32, to: u32) -> Result<Effect, WebError> {
    let brief = |number| Brief {
        release: Some(number),
        ..Brief::default()
    };
    Effect::between(app.prepared(&brief(from)).await?, app.prepared(&brief(to)).await?)
}

impl ReleasePage {
    fn new(
        ctx: &Ctx,
        (release, since, all): (&Release, Option<&Release>, &[Release]),
        diff: &Diff,
        effect: Option<Effect>,
    ) -> Self {
        let lang = ctx.lang;
        let newest = all.first().map_or(release.number, |r| r.number);
        let title = lang.with("release.title", "release", format!("r{}", release.number));
        // Everything is new in the first release; a list of it would say nothing.
        let sections = since.map_or_else(Vec::new, |_| sections(diff, lang));
        Self {
            shell: shell(ctx, title, newest),
            lang,
            releases_href: urls::releases(lang),
            since: since.map(|s| format!("r{}", s.number)),
            others: all
                .iter()
                .filter(|other| other.number < release.number)
                .map(|other| {
                    let name = format!("r{}", other.number);
                    (
                        urls::release_since(lang, release.number, other.number),
                        name,
                        since == Some(other),
                    )
                })
                .collect(),
            summary: summary(diff, lang),
            sections,
            moved: effect.as_ref().map(|e| e.sentence(lang)).unwrap_or_default(),
            moves: effect.map_or_else(Vec::new, |e| e.views(lang)),
            revert: (ctx.asker.may(Role::Editor) && release.number < newest)
                .then(|| urls::revert(lang, release.number)),
            release: view(release, newest, lang),
        }
    }
}

fn shell(ctx: &Ctx, title: String, newest: u32) -> Shell {
    let foot = ctx.lang.fill("foot.release", &[("release", &newest)]);
    Shell::new(ctx, title, foot, &ctx.pairs)
}

fn view(release: &Release, newest: u32, lang: Lang) -> ReleaseView {
    let name = format!("r{}", release.number);
    ReleaseView {
        href: urls::release(lang, release.number),
        ranking_href: urls::ranking(lang, &vec![("release".to_owned(), name.clone())]),
        name,
        newest: release.number == newest,
        note: release.note.clone(),
        by: release.published_by.clone(),
        at: moment(release.published_at_micros),
    }
}
