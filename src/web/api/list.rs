//! Lists in pages. The cursor is the id of the last item, so a page is never skipped or shown twice; the next address pins the
//! release, so that a publication between two pages changes nothing.

use std::sync::Arc;

use axum::Json;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::domain::brief::{BadWord, Brief, Rule, whole};
use crate::domain::catalogue::Catalogue;
use crate::domain::ranking::check_filters;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::urls;

/// Items of one answer unless `limit` says otherwise.
const LIMIT: u32 = 100;

#[derive(Serialize)]
struct Answer<T> {
    release: String,
    items: Vec<T>,
    next: Option<String>,
}

/// A catalogue and the filters of a request.
pub(super) struct Asked {
    /// The release asked for.
    pub(super) catalogue: Arc<Catalogue>,
    /// `vendor`, `gpu`, `area` and `region`.
    pub(super) brief: Brief,
}

/// Reads the filters that lists share with rankings; what is named must exist.
///
/// # Errors
/// [`BadWord`] names the word at fault; the database's for a release that is not in memory.
pub(super) async fn asked(app: &App, ctx: &Ctx) -> Result<Asked, WebError> {
    let words = ["vendor", "gpu", "area", "region", "release"];
    let own = ctx.pairs.iter().filter(|(word, _)| words.contains(&word.as_str()));
    let brief = Brief::read(own.map(|(word, value)| (word.as_str(), value.as_str())))?;
    let catalogue = app.catalogue(&brief).await?;
    check_filters(&brief, &catalogue)?;
    Ok(Asked { catalogue, brief })
}

/// One page of records that come in the order of their ids.
///
/// # Errors
/// [`BadWord`] when `limit` or `after` cannot be used.
pub(super) fn page<R, T: Serialize>(
    ctx: &Ctx,
    release: u32,
    records: impl Iterator<Item = R>,
    id: impl Fn(&R) -> String,
    view: impl Fn(R) -> T,
) -> Result<Response, WebError> {
    let given = |name: &str| ctx.pairs.iter().find(|(word, value)| word == name && !value.is_empty());
    let limit = given("limit").map_or(Ok(LIMIT), |(word, value)| whole(word, value, 1, 1000))?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let after = given("after").map(|(_, value)| cursor(value)).transpose()?;
    let mut left = records.filter(|r| after.is_none_or(|a| id(r).as_str() > a)).peekable();
    let mut items = Vec::new();
    let mut last = String::new();
    while items.len() < limit
        && let Some(record) = left.next()
    {
        last = id(&record);
        items.push(view(record));
    }
    let next = left.peek().map(|_| next(ctx, release, last));
    let release = format!("r{release}");
    Ok(Json(Answer { release, items, next }).into_response())
}

fn cursor(value: &str) -> Result<&str, BadWord> {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'_' | b'@');
    if value.len() <= 100 && value.bytes().all(plain) {
        Ok(value)
    } else {
        Err(BadWord::new("after", value, Rule::Id))
    }
}

fn next(ctx: &Ctx, release: u32, last: String) -> String {
    let mut pairs: urls::Pairs = ctx
        .pairs
        .iter()
        .filter(|(word, value)| word != "after" && word != "release" && !value.is_empty())
        .cloned()
        .collect();
    pairs.push(("release".to_owned(), format!("r{release}")));
    pairs.push(("after".to_owned(), last));
    urls::with_query(&ctx.path, &pairs)
}
