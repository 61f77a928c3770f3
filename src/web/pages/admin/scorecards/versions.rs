//! The versions of a scorecard, what differs between two of them, and an older one made the newest again.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::words::{Changed, changed};
use super::{Desk, Head, no_scorecard};
use crate::domain::audit::{Act, Action, Kind};
use crate::domain::scorecard::{Scorecard, differences};
use crate::store::{NewRelease, Published};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::{moment, now, urls};

#[derive(Template)]
#[template(path = "scorecard-versions.html")]
struct VersionsPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    errors: Vec<FieldError>,
    published: Option<(String, String)>,
    versions: Vec<VersionView>,
    action: String,
    from: u32,
    to: u32,
    title: Option<String>,
    changes: Vec<Changed>,
}

struct VersionView {
    version: u32,
    name: String,
    in_force: bool,
    at: String,
    by: String,
    note: String,
    ranking: String,
    since: Option<String>,
}

/// `GET /{lang}/admin/scorecards/{id}/versions`: with `from` and `to`, what differs between the two.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn index(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    page((&app, &ctx), &desk, (StatusCode::OK, Vec::new())).await
}

/// `POST /{lang}/admin/scorecards/{id}/versions`: what an older version says becomes the newest.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard or version; those of the database.
pub async fn revert(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let (lang, live) = (ctx.lang, app.live());
    let version = sent.field("version").parse().unwrap_or_default();
    let missing = || no_scorecard(&format!("{id}@{version}"));
    let older = live.scorecard_version(&id, version).ok_or_else(missing)?;
    let newest = live.newest_scorecard(&id).ok_or_else(missing)?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let fault = if tx.hold_scorecard_draft(&id).await?.is_some() {
        Some("scorecards.fault.draft")
    } else if differences(newest, older).is_empty() {
        Some("scorecards.obstacle.unchanged")
    } else {
        None
    };
    if let Some(fault) = fault {
        drop(tx);
        let desk = Desk::load(&app, &id).await?;
        let errors = vec![FieldError::new("versions", lang.t(fault))];
        return page((&app, &ctx), &desk, (StatusCode::UNPROCESSABLE_ENTITY, errors)).await;
    }
    let (by, at) = (sent.actor(), now().as_microsecond());
    let card = Scorecard {
        version: newest.version.saturating_add(1),
        ..(**older).clone()
    };
    let new = NewRelease {
        note: lang.with("scorecards.revert_note", "version", version),
        published_by: by.name.clone(),
        at_micros: at,
    };
    tx.add_scorecard(&card, &new).await?;
    let json = |card: &Scorecard| serde_json::to_string(card).ok();
    let act = Act::new(Action::Revert, Kind::Scorecard, id.as_str()).with_content(json(newest), json(&card));
    tx.log_version(&by, &act.with_note(new.note.as_str()), at).await?;
    let location = format!(
        "{}?published={}",
        urls::scorecard_part(lang, &id, "versions"),
        card.version
    );
    let response = sent.commit(tx, &location).await?;
    app.refresh().await?;
    Ok(response)
}

async fn page(
    (app, ctx): (&App, &Ctx),
    desk: &Desk,
    (status, errors): (StatusCode, Vec<FieldError>),
) -> Result<Response, WebError> {
    let (lang, id) = (ctx.lang, desk.card.id.as_str());
    let all = app.db().read().await?.scorecard_versions().await?;
    let published: Vec<Published> = all.into_iter().filter(|one| one.id == id).collect();
    let newest = published.first().map_or(0, |one| one.version);
    let word = |word: &str, or: u32| ctx.word(word).parse().unwrap_or(or);
    let (from, to) = (word("from", newest.saturating_sub(1)), word("to", newest));
    let pair = desk
        .live
        .scorecard_version(id, from)
        .zip(desk.live.scorecard_version(id, to));
    let found = pair.map(|(before, after)| changed(before, after, &differences(before, after), lang));
    let address = urls::scorecard_part(lang, id, "versions");
    let since = |version: u32| {
        let query = [("from", version.saturating_sub(1)), ("to", version)];
        let query = query.map(|(word, version)| (word.to_owned(), version.to_string()));
        (version > 1).then(|| urls::with_query(&address, &query.into_iter().collect()))
    };
    let ranking = |version: u32| {
        let query = vec![("scorecard".to_owned(), format!("{id}@{version}"))];
        urls::ranking(lang, &query)
    };
    let view = |one: &Published| VersionView {
        version: one.version,
        name: format!("v{}", one.version),
        in_force: one.version == newest,
        at: moment(one.at_micros),
        by: one.by.clone(),
        note: one.note.clone(),
        ranking: ranking(one.version),
        since: since(one.version),
    };
    let now_published = ctx.word("published").parse().ok().filter(|version| *version == newest);
    let page = VersionsPage {
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
        published: now_published.map(|version| {
            (
                lang.with("scorecards.now_in_force", "version", version),
                ranking(version),
            )
        }),
        versions: published.iter().map(view).collect(),
        action: address.clone(),
        from,
        to,
        title: found
            .is_some()
            .then(|| lang.fill("scorecards.diff", &[("from", &from), ("to", &to)])),
        changes: found.unwrap_or_default(),
    };
    Ok(html(status, &page))
}
