//! How safe the order is: who leads at which weight, how often in samples, what moves the margin, and under other presets.

mod export;
mod presets;
mod tornado;
mod view;

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::load;
use super::tabs;
use crate::domain::brief::Brief;
use crate::domain::ranking::Prepared;
use crate::domain::scorecard::Preset;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
use crate::web::query::Query;
use view::SensitivityPage;

/// `GET /{lang}/sensitivity`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |_, page| Ok(html(StatusCode::OK, &page))).await
}

/// `GET /{lang}/sensitivity.csv`
///
/// # Errors
/// As for the page.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |release, page| {
        export::grid(&page).csv("sensitivity", release)
    })
    .await
}

/// `GET /{lang}/sensitivity.json`
///
/// # Errors
/// As for the page.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |release, page| Ok(export::grid(&page).json(release))).await
}

/// The brief with the weights and the workload of a preset, and the offers measured for it.
struct Alternative {
    preset: Preset,
    brief: Brief,
    prepared: Arc<Prepared>,
}

async fn answer(
    app: &App,
    ctx: &Ctx,
    write: impl FnOnce(u32, SensitivityPage) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    let loaded = load(app, ctx).await?;
    let sampled = app.sampled(&loaded.prepared, &loaded.query.brief).await?;
    let alternatives = alternatives(app, &loaded.prepared, &loaded.query).await?;
    tabs::answer(ctx, &loaded, |scene| {
        let page = SensitivityPage::new(scene, sampled.as_deref(), &alternatives)?;
        write(scene.release(), page)
    })
}

/// One per preset of the scorecard. Other presets may be for another workload: measured once and kept like any other need.
async fn alternatives(app: &App, prepared: &Prepared, query: &Query) -> Result<Vec<Alternative>, WebError> {
    let mut found = Vec::new();
    for preset in &prepared.scorecard().presets {
        let brief = Brief {
            weights: Some(preset.weights.clone()),
            workload: preset.workload.or(query.brief.workload),
            points: std::collections::BTreeMap::new(),
            ..query.brief.clone()
        };
        found.push(Alternative {
            prepared: app.prepared(&brief).await?,
            preset: preset.clone(),
            brief,
        });
    }
    Ok(found)
}
