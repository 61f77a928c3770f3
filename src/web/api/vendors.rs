//! Vendors with their facts.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::list::{Asked, asked, page};
use super::view::{EvidenceItem, FactItem, facts};
use crate::domain::catalogue::{Catalogue, Subject, Vendor};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

#[derive(Serialize)]
struct VendorItem<'a> {
    id: &'a str,
    name: &'a str,
    name_zh: Option<&'a str>,
    country: Option<&'a str>,
    kind: &'static str,
    homepage: Option<&'a str>,
    evidence: EvidenceItem<'a>,
    facts: Vec<FactItem<'a>>,
}

/// `GET /api/v1/vendors`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let Asked { catalogue, brief } = asked(&app, &ctx).await?;
    let release = catalogue.release().number;
    cached(&ctx, &release, || {
        let is_wanted = |v: &&Vendor| brief.vendors.is_empty() || brief.vendors.contains(&v.id);
        let vendors = catalogue.vendors().filter(is_wanted);
        page(&ctx, release, vendors, |v| v.id.to_string(), |v| item(&catalogue, v))
    })
}

/// `GET /api/v1/vendors/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such vendor.
pub(in crate::web) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let Asked { catalogue, .. } = asked(&app, &ctx).await?;
    let Some(vendor) = catalogue.vendor(&id) else {
        return Err(WebError::NoRecord { kind: "vendor", id });
    };
    cached(&ctx, &catalogue.release().number, || {
        Ok(Json(item(&catalogue, vendor)).into_response())
    })
}

fn item<'a>(catalogue: &'a Catalogue, vendor: &'a Vendor) -> VendorItem<'a> {
    VendorItem {
        id: vendor.id.as_str(),
        name: &vendor.name,
        name_zh: vendor.name_zh.as_deref(),
        country: vendor.country.as_deref(),
        kind: vendor.kind.word(),
        homepage: vendor.homepage.as_deref(),
        evidence: EvidenceItem::new(&vendor.evidence),
        facts: facts(catalogue, Subject::Vendor(&vendor.id)),
    }
}
