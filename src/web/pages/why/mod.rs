//! Why one offer is above another: a sentence made from the numbers, parts that add up, and what would turn the order.

mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::load;
use super::tabs;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
pub(super) use view::Answer;
use view::WhyPage;

/// `GET /{lang}/why`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |_, page| Ok(html(StatusCode::OK, &page))).await
}

/// `GET /{lang}/why.csv`
///
/// # Errors
/// As for the page.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |release, page| page.grid().csv("why", release)).await
}

/// `GET /{lang}/why.json`
///
/// # Errors
/// As for the page.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |release, page| Ok(page.grid().json(release))).await
}

async fn answer(
    app: &App,
    ctx: &Ctx,
    write: impl FnOnce(u32, WhyPage) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    tabs::answer(ctx, &load(app, ctx).await?, |scene| {
        write(scene.release(), WhyPage::new(scene)?)
    })
}
