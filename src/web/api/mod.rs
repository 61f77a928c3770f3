//! The catalogue as JSON, one file per resource: lists in pages of ids, single records, every value with its evidence and with the
//! values that compete with it. What is written here is a view of its own; no record of the domain is written as it is. Holders of
//! keys write here, too: into the draft, and from there into a release.

mod accelerators;
pub(super) mod benchmarks;
pub(super) mod draft;
pub(super) mod imports;
mod list;
mod offers;
mod once;
pub(super) mod releases;
pub(super) mod scorecards;
pub(super) mod subject;
mod vendors;
mod view;

use axum::http::header;
use axum::response::IntoResponse;

/// `GET /api/v1/openapi.json`: every route, method and answer; a test compares it with the route table and with real answers.
pub(super) async fn description() -> impl IntoResponse {
    let json = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (json, include_str!("openapi.json"))
}
