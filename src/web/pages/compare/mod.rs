//! Up to five offers side by side: gates first, then what each scores and on what it stands, then prices as they are listed.

mod cell;
mod criteria;
mod export;
mod model;
mod prices;
mod view;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::load;
use super::tabs::{self, Scene};
use crate::domain::brief::{BadWord, Rule};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
pub(super) use cell::Section;
pub(super) use model::Comparison;
use view::ComparePage;
pub(super) use view::{ColumnView, column_view};

/// More offers than this do not stand beside each other on a page or a sheet.
pub(super) const MOST: usize = 5;

/// `GET /{lang}/compare`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault, [`WebError::TooMany`] more offers than there is room for.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, comparison| {
        Ok(html(StatusCode::OK, &ComparePage::new(scene, comparison)))
    })
    .await
}

/// `GET /{lang}/compare.csv`
///
/// # Errors
/// As for the page.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, comparison| {
        export::grid(scene, &comparison).csv("compare", scene.release())
    })
    .await
}

/// `GET /{lang}/compare.json`
///
/// # Errors
/// As for the page.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&app, &ctx, |scene, comparison| {
        Ok(export::grid(scene, &comparison).json(scene.release()))
    })
    .await
}

async fn answer(
    app: &App,
    ctx: &Ctx,
    write: impl FnOnce(&Scene<'_>, Comparison) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    let loaded = load(app, ctx).await?;
    let pick = &loaded.query.view.pick;
    if pick.o.len() > MOST {
        return Err(WebError::TooMany {
            word: "o",
            given: pick.o.len(),
            most: MOST,
        });
    }
    for (word, id) in [("base", &pick.base), ("see", &pick.see)] {
        if let Some(id) = id.as_ref().filter(|id| !pick.o.contains(id)) {
            let known = pick.o.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            return Err(BadWord::new(word, id.as_str(), Rule::Missing { known }).into());
        }
    }
    tabs::answer(ctx, &loaded, |scene| write(scene, Comparison::new(scene)?))
}
