//! The capability matrix: what is known of which vendor, every value with its evidence, and the same values as CSV.
//!
//! Whichever list is shorter stands across the top. Screening means few attributes of many vendors: a vendor is then a row, so that a
//! column can be read down as one question put to everybody. A shortlist means many attributes of few vendors: a vendor is then a
//! column, as on the comparison sheet of a tender, at most eight of them. A fixed orientation would make one of the two scroll sideways
//! for pages.

mod cell;
mod export;
mod grid;
mod query;
mod view;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::domain::brief::Brief;
use crate::domain::ids::VendorId;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::{cached, html, put_address};
use crate::web::urls;
use grid::Selection;
use query::MatrixQuery;
use view::MatrixPage;

/// `GET /{lang}/vendors`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.catalogue(&query::brief(&ctx.pairs)?).await?;
    let query = MatrixQuery::read(&ctx.pairs, &catalogue)?;
    let mut response = cached(&ctx, &catalogue.release().number, || {
        let page = MatrixPage::new(&ctx, &catalogue, &query);
        if !ctx.fragment {
            return Ok(html(StatusCode::OK, &page));
        }
        let fragment = page.fragment()?;
        Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], fragment).into_response())
    })?;
    put_address(&mut response, &ctx, &urls::matrix(ctx.lang, &query.pairs()));
    Ok(response)
}

/// `GET /{lang}/vendors.csv`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.catalogue(&query::brief(&ctx.pairs)?).await?;
    let query = MatrixQuery::read(&ctx.pairs, &catalogue)?;
    cached(&ctx, &catalogue.release().number, || {
        let selection = Selection::new(&catalogue, &query, ctx.today, ctx.lang);
        export::csv(&ctx, &catalogue, &selection)
    })
}

/// The matrix of one vendor, every attribute.
#[must_use]
pub fn of_vendor(vendor: &VendorId) -> urls::Pairs {
    let mut brief = Brief::default();
    brief.vendors.insert(vendor.clone());
    let mut pairs = vec![("topic".to_owned(), "all".to_owned())];
    pairs.extend(brief.pairs());
    pairs
}
