//! Releases of the catalogue, the oldest first; the draft published as one, and an older one in force again.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};

use super::draft::as_known;
use super::list::page;
use super::once::{Begun, Once};
use crate::domain::audit::Actor;
use crate::domain::catalogue::Release;
use crate::store::Tx;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;
use crate::web::publishing::{self, LONGEST_NOTE, PublishError};

/// What is said about a new release.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    note: Option<String>,
}

#[derive(Serialize)]
struct ReleaseItem {
    id: String,
    number: u32,
    note: String,
    /// RFC 3339, in UTC.
    published_at: Option<String>,
    newest: bool,
}

/// `GET /api/v1/releases`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault; those of the database.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let newest = app.live().catalogue.release().clone();
    let mut releases = app.db().read().await?.releases().await?;
    releases.retain(|r| r.number < newest.number);
    releases.sort_by_key(|r| r.number);
    let number = newest.number;
    releases.push(newest);
    cached(&ctx, &number, || {
        page(&ctx, number, releases.into_iter(), cursor, |r| item(r, number))
    })
}

/// Numbers in the order of texts.
fn cursor(release: &Release) -> String {
    format!("r{:010}", release.number)
}

fn item(release: Release, newest: u32) -> ReleaseItem {
    ReleaseItem {
        id: format!("r{}", release.number),
        number: release.number,
        published_at: jiff::Timestamp::from_microsecond(release.published_at_micros)
            .ok()
            .map(|at| at.to_string()),
        newest: release.number == newest,
        note: release.note,
    }
}

/// `POST /api/v1/releases`: publishes the draft.
///
/// # Errors
/// [`WebError::Clash`] when there is nothing to publish, [`WebError::Moved`] when the draft is not the one the caller knows,
/// [`WebError::Input`] names the field at fault; those of the database, with a conflict when somebody else was faster.
pub(in crate::web) async fn create(
    State(app): State<App>,
    ctx: Ctx,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let body = body.map_err(|_| WebError::TooLarge)?;
    let note = said(&body)?.ok_or_else(|| WebError::Input {
        field: "note",
        text: "the note is empty: say what changed, {\"note\": \"...\"}".to_owned(),
    })?;
    once(&app, &ctx, (&headers, &body), async |tx, actor| {
        as_known(&headers, tx.hold_draft().await?)?;
        Ok(publishing::publish(tx, actor, &note).await?)
    })
    .await
}

/// `POST /api/v1/releases/{number}/revert`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such release, [`WebError::Clash`] when it holds what the newest one holds; otherwise as
/// [`create`].
pub(in crate::web) async fn revert(
    State(app): State<App>,
    Path(number): Path<String>,
    ctx: Ctx,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let body = body.map_err(|_| WebError::TooLarge)?;
    let digits = number.strip_prefix('r').unwrap_or(&number);
    let old: u32 = digits.parse().map_err(|_| WebError::NoRecord {
        kind: "release",
        id: number.clone(),
    })?;
    let note = said(&body)?;
    once(&app, &ctx, (&headers, &body), async |tx, actor| {
        Ok(publishing::revert(tx, actor, old, note.as_deref()).await?)
    })
    .await
}

/// Publishes once, and shows it at once.
async fn once(
    app: &App,
    ctx: &Ctx,
    (headers, body): (&HeaderMap, &[u8]),
    publish: impl AsyncFnOnce(&mut Tx, &Actor) -> Result<Release, WebError>,
) -> Result<Response, WebError> {
    let once = Once::read(ctx, headers, body)?;
    let mut tx = match once.begin(app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let actor = ctx.who()?.actor(&ctx.asker.address);
    let release = publish(&mut tx, &actor).await?;
    let number = release.number;
    let answer = serde_json::to_value(item(release, number)).map_err(|e| WebError::Internal(e.to_string()))?;
    let response = once.commit(tx, StatusCode::CREATED, answer).await?;
    if let Err(error) = app.refresh().await {
        // It is published; the server looks for new releases by itself, too.
        tracing::warn!(%error, "the new release is not shown yet");
    }
    Ok(response)
}

/// The note of a body; none where there is none.
fn said(body: &[u8]) -> Result<Option<String>, WebError> {
    let said = if body.trim_ascii().is_empty() {
        Said::default()
    } else {
        serde_json::from_slice(body).map_err(|error| WebError::Input {
            field: "body",
            text: format!("the body cannot be read, {error}: write {{\"note\": \"...\"}}"),
        })?
    };
    let note = said
        .note
        .map(|note| note.trim().to_owned())
        .filter(|note| !note.is_empty());
    match note.as_ref().map(|note| note.chars().count()) {
        Some(count) if count > LONGEST_NOTE => Err(WebError::Input {
            field: "note",
            text: format!("the note has {count} characters: shorten it to {LONGEST_NOTE}"),
        }),
        Some(_) | None => Ok(note),
    }
}

impl From<PublishError> for WebError {
    fn from(error: PublishError) -> Self {
        match error {
            PublishError::NoRelease { number, .. } => Self::NoRecord {
                kind: "release",
                id: format!("r{number}"),
            },
            PublishError::Empty | PublishError::Same { .. } => Self::Clash(error.to_string()),
            PublishError::DraftUnfit { number, cause } => Self::Clash(format!(
                "the draft would not fit r{number}: publish or discard the draft first ({cause})"
            )),
            PublishError::Unfit(cause) => Self::Clash(format!(
                "the draft does not fit together, nothing was published: {cause}"
            )),
            PublishError::Store(error) => error.into(),
        }
    }
}
