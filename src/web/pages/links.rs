//! Share links that somebody made, each to be revoked by itself; admins see everybody's.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::tabs::Link;
use crate::domain::account::Role;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::ShareLink;
use crate::web::app::App;
use crate::web::auth::form::{Begun, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::urls::Pairs;
use crate::web::{moment, now, urls};

/// A day, in microseconds.
pub(super) const DAY: i64 = 24 * 60 * 60 * 1_000_000;

#[derive(Template)]
#[template(path = "links.html")]
struct LinksPage {
    shell: Shell,
    lang: Lang,
    saved: Option<String>,
    links: Vec<LinkView>,
    /// Admins see who made each.
    owners: bool,
    start: Link,
}

/// A link, without its secret.
pub(super) struct LinkView {
    /// What it is pinned to.
    pub(super) basis: String,
    /// The same ranking for people who may read.
    pub(super) href: String,
    /// A word to those who open it.
    pub(super) note: String,
    owner: String,
    /// When it was made.
    pub(super) made: String,
    /// Until when it works, or since when it does not.
    pub(super) state: String,
    opened: String,
    /// Where it is revoked; none where it has ended.
    pub(super) revoke: Option<String>,
}

/// `GET /{lang}/links`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let (lang, who) = (ctx.lang, ctx.who()?);
    let sees_all = who.may(Role::Admin);
    let mut tx = app.db().read().await?;
    let links = if sees_all {
        tx.share_links().await?
    } else {
        tx.share_links_of(who.account.id).await?
    };
    let accounts = if sees_all { tx.accounts().await? } else { Vec::new() };
    drop(tx);
    let names: BTreeMap<_, _> = accounts
        .iter()
        .map(|account| (account.id, account.name.to_string()))
        .collect();
    let at = now().as_microsecond();
    let page = LinksPage {
        shell: Shell::new(&ctx, lang.t("links.title"), String::new(), &Vec::new()),
        lang,
        saved: match ctx.word("saved") {
            "once" => Some(lang.t("links.once")),
            "revoked" => Some(lang.t("links.revoked")),
            _ => None,
        },
        links: links
            .iter()
            .map(|link| LinkView {
                owner: names.get(&link.account).cloned().unwrap_or_default(),
                ..view(lang, link, at)
            })
            .collect(),
        owners: sees_all,
        start: Link::new(urls::share(lang, &Vec::new()), lang.t("links.start"), false),
    };
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/links/{id}`: revokes it.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such link of this account, or at all for an admin; those of the database.
pub async fn revoke(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let found = match id.parse::<Uuid>() {
        Ok(id) => tx.share_link_of_id(id).await?,
        Err(_) => None,
    };
    let may = |link: &ShareLink| link.account == sent.who.account.id || sent.who.may(Role::Admin);
    let link = found.filter(may).ok_or(WebError::NoRecord { kind: "link", id })?;
    let at = now().as_microsecond();
    if tx.revoke_share_link(link.id, at).await? {
        let act = Act::new(Action::Remove, Kind::Link, link.id.to_string()).with_note(link.note);
        tx.log(&sent.actor(), &act, at).await?;
    }
    sent.commit(tx, &format!("{}?saved=revoked", urls::links(ctx.lang)))
        .await
}

/// A link as its owner sees it.
pub(super) fn view(lang: Lang, link: &ShareLink, now: i64) -> LinkView {
    let pairs: Pairs = form_urlencoded::parse(link.query.as_bytes()).into_owned().collect();
    let state = match link.revoked_at_micros {
        Some(at) => lang.with("links.state_revoked", "date", moment(at)),
        None if link.is_open(now) => lang.with("links.state_open", "date", moment(link.expires_at_micros)),
        None => lang.with("links.state_expired", "date", moment(link.expires_at_micros)),
    };
    LinkView {
        basis: lang.fill(
            "links.basis",
            &[
                ("release", &link.pin.release),
                ("scorecard", &link.pin.scorecard),
                ("version", &link.pin.version),
            ],
        ),
        href: urls::ranking(lang, &pairs),
        note: link.note.clone(),
        owner: String::new(),
        made: moment(link.made_at_micros),
        state,
        opened: link
            .last_opened_at_micros
            .map_or_else(|| lang.t("account.token.never"), moment),
        revoke: link.is_open(now).then(|| urls::link(lang, &link.id)),
    }
}
