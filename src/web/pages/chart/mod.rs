//! Price against performance: every ranked offer as a point, and the frontier that nobody beats on both axes.

mod axes;
mod model;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::load;
use super::tabs::{self, Scene};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
use model::Field;
use view::ChartPage;

/// `GET /{lang}/chart`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, field| {
        Ok(html(StatusCode::OK, &ChartPage::new(scene, &field)?))
    })
    .await
}

/// `GET /{lang}/chart.csv`
///
/// # Errors
/// As for the page.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, field| {
        view::grid(scene, &field).csv("chart", scene.release())
    })
    .await
}

/// `GET /{lang}/chart.json`
///
/// # Errors
/// As for the page.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, field| {
        Ok(view::grid(scene, &field).json(scene.release()))
    })
    .await
}

async fn answer(
    app: &App,
    ctx: &Ctx,
    write: impl FnOnce(&Scene<'_>, Field) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    tabs::answer(ctx, &load(app, ctx).await?, |scene| write(scene, Field::new(scene)?))
}
