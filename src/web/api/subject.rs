//! What vendors, accelerators and offers have in common: a list of all that are wanted, and one by its id.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::list::{Asked, asked, page};
use crate::domain::brief::Brief;
use crate::domain::catalogue::Catalogue;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

/// A record of the catalogue that has an address of its own.
pub(in crate::web) trait Listed: Sized + 'static {
    /// What an error calls it.
    const KIND: &'static str;
    /// How it is written.
    type Item<'a>: Serialize;

    /// Every one, in the order of their ids.
    fn all(catalogue: &Catalogue) -> impl Iterator<Item = &Self>;

    /// The one with an id.
    fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a Self>;

    /// Its id.
    fn id(&self) -> &str;

    /// Whether the filters of a request let it through.
    fn is_wanted(&self, brief: &Brief) -> bool;

    /// Itself, as written.
    fn item<'a>(&'a self, catalogue: &'a Catalogue) -> Self::Item<'a>;
}

/// `GET /api/v1/vendors`, `/accelerators`, `/offers`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index<R: Listed>(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let Asked { catalogue, brief } = asked(&app, &ctx).await?;
    let release = catalogue.release().number;
    cached(&ctx, &release, || {
        let wanted = R::all(&catalogue).filter(|record| record.is_wanted(&brief));
        page(&ctx, release, wanted, |r| r.id().to_owned(), |r| r.item(&catalogue))
    })
}

/// The same with `/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is none of this id.
pub(in crate::web) async fn show<R: Listed>(
    State(app): State<App>,
    Path(id): Path<String>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let Asked { catalogue, .. } = asked(&app, &ctx).await?;
    let Some(record) = R::find(&catalogue, &id) else {
        return Err(WebError::NoRecord { kind: R::KIND, id });
    };
    cached(&ctx, &catalogue.release().number, || {
        Ok(Json(record.item(&catalogue)).into_response())
    })
}
