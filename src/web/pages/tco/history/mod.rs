//! A measured history: read from a file piece by piece and forgotten; its page lives from its address.

mod chart;
mod commitment;
mod link;
mod notes;
mod page;
mod rules;
mod upload;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::{cached, html};
use crate::web::urls;
use link::LoadQuery;
use page::LoadPage;

/// `GET /{lang}/tco/history`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn load_page(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let query = LoadQuery::read(&ctx.pairs)?;
    let catalogue = app.catalogue(&query.brief).await?;
    cached(&ctx, &catalogue.release().number, || {
        Ok(html(StatusCode::OK, &LoadPage::new(&ctx, &catalogue, &query)?))
    })
}

/// `POST /{lang}/tco/history`: reads the file and leads to the page of what it says; with what is wrong where it cannot be read.
///
/// # Errors
/// [`WebError::TooLarge`] for a body beyond the limit, [`WebError::BadWord`] for a bad word.
pub async fn read_load(State(app): State<App>, ctx: Ctx, request: Request) -> Result<Response, WebError> {
    let received = upload::receive(request).await?;
    let pairs = received.pairs(&ctx);
    let mut query = LoadQuery::read(&pairs)?;
    let typed = received.typed();
    match received.finish(&query, ctx.lang).await? {
        Ok(read) => {
            query.take(read);
            Ok(Redirect::to(&urls::load(ctx.lang, &query.pairs())).into_response())
        }
        Err(text) => {
            let catalogue = app.catalogue(&query.brief).await?;
            let page = LoadPage::new(&ctx, &catalogue, &query)?.with_error(text, typed);
            Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
        }
    }
}
