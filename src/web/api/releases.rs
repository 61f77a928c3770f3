//! Releases of the catalogue, the oldest first.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::list::page;
use crate::domain::catalogue::Release;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

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
