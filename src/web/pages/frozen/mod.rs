//! What a share link shows: a shortlist as it was on the day it was frozen, for anyone who has the link. Everything is reckoned as of
//! that day, so that the page stays the same to the byte; what has changed since then stands on a page of its own.

mod evidence;
mod since;
mod view;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::ranking::{Loaded, csv_of, json_of, load};
use crate::store::ShareLink;
use crate::web::app::App;
use crate::web::auth::{Asker, NOTED_EVERY, note, secret};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
use crate::web::{day, now, urls};
use view::FrozenPage;

/// A link that was opened.
pub(super) struct Opened {
    /// Its token.
    token: String,
    /// What is stored of it.
    link: ShareLink,
    /// The request as it would have been on the day it was frozen, from nobody in particular.
    ctx: Ctx,
    /// The ranking it shows.
    loaded: Loaded,
}

/// `GET /s/{token}`
///
/// # Errors
/// [`WebError::NoRecord`] and [`WebError::ShareLinkEnded`]; those of the database.
pub async fn show(State(app): State<App>, Path(token): Path<String>, ctx: Ctx) -> Result<Response, WebError> {
    let opened = Opened::new(&app, token, &ctx).await?;
    opened.note(&app).await;
    let sampled = app.sampled(&opened.loaded.prepared, &opened.loaded.query.brief).await?;
    Ok(html(StatusCode::OK, &FrozenPage::new(&opened, sampled.as_deref())?))
}

/// `GET /s/{token}/since`: what has changed since then, as a page or as a part of the shortlist's.
///
/// # Errors
/// As for the shortlist.
pub async fn since(State(app): State<App>, Path(token): Path<String>, ctx: Ctx) -> Result<Response, WebError> {
    let opened = Opened::new(&app, token, &ctx).await?;
    since::answer(&app, &opened, ctx.fragment).await
}

/// `GET /s/{token}/ranking.csv`
///
/// # Errors
/// As for the shortlist.
pub async fn csv(State(app): State<App>, Path(token): Path<String>, ctx: Ctx) -> Result<Response, WebError> {
    let opened = Opened::new(&app, token, &ctx).await?;
    csv_of(&opened.ctx, &opened.loaded)
}

/// `GET /s/{token}/ranking.json`, in pages of `limit` rows.
///
/// # Errors
/// As for the shortlist; a bad word for a page that does not exist.
pub async fn json(State(app): State<App>, Path(token): Path<String>, ctx: Ctx) -> Result<Response, WebError> {
    let opened = Opened::new(&app, token, &ctx).await?;
    // The words of the request choose the page of the answer and nothing else.
    let asked = Ctx {
        pairs: ctx.pairs,
        ..opened.ctx
    };
    json_of(&asked, &opened.loaded)
}

/// Keeps answers about share links out of caches, search engines and the logs of other sites, errors among them.
pub(in crate::web) async fn kept_private(request: Request, next: Next) -> Response {
    let frozen = urls::is_frozen(request.uri().path());
    let mut response = next.run(request).await;
    if frozen {
        let headers = response.headers_mut();
        headers.remove(header::ETAG);
        let robots = HeaderName::from_static("x-robots-tag");
        for (name, value) in [
            (robots, "noindex, nofollow"),
            (header::REFERRER_POLICY, "no-referrer"),
            (header::CACHE_CONTROL, "private, no-store"),
            (header::VARY, "HX-Request, Accept-Language, Accept-Encoding"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
    response
}

impl Opened {
    /// Looks the link up, at each request anew: a link that was revoked elsewhere shows nothing from then on.
    async fn new(app: &App, token: String, ctx: &Ctx) -> Result<Self, WebError> {
        let found = app.db().read().await?.share_link(&secret::digest(&token)).await?;
        let link = found.ok_or_else(|| WebError::NoRecord {
            kind: "share_link",
            // The token stays out of the answer, as it may be a real one with a letter wrong.
            id: String::new(),
        })?;
        if !link.is_open(now().as_microsecond()) {
            return Err(WebError::ShareLinkEnded);
        }
        let ctx = Ctx {
            pairs: form_urlencoded::parse(link.query.as_bytes()).into_owned().collect(),
            today: day(link.made_at_micros),
            fragment: false,
            push: false,
            if_none_match: None,
            asker: Asker::default(),
            ..ctx.clone()
        };
        let (live, pin) = (app.live(), &link.pin);
        let is_known = pin.release <= live.catalogue.release().number
            && live.scorecard_version(pin.scorecard.as_str(), pin.version).is_some();
        if !is_known {
            // Made on another server, from what was published there a moment ago.
            app.refresh().await?;
        }
        let loaded = load(app, &ctx).await?;
        Ok(Self {
            token,
            link,
            ctx,
            loaded,
        })
    }

    async fn note(&self, app: &App) {
        let (id, at) = (self.link.id, now().as_microsecond());
        if self
            .link
            .last_opened_at_micros
            .is_none_or(|opened| opened + NOTED_EVERY < at)
        {
            note(app, async |tx| tx.open_share_link(id, at).await).await;
        }
    }
}
