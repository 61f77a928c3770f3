//! Offers with their prices and facts.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::list::{Asked, asked, page};
use super::view::{EvidenceItem, FactItem, PriceItem, facts, prices};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Catalogue, Offer, Subject};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

#[derive(Serialize)]
struct OfferItem<'a> {
    id: &'a str,
    vendor: &'a str,
    instance_type: &'a str,
    accelerator: &'a str,
    accelerator_count: String,
    vcpu: Option<u32>,
    ram_gib: Option<f64>,
    region: &'a str,
    area: &'static str,
    listed: bool,
    evidence: EvidenceItem<'a>,
    prices: Vec<PriceItem<'a>>,
    facts: Vec<FactItem<'a>>,
}

/// `GET /api/v1/offers`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let Asked { catalogue, brief } = asked(&app, &ctx).await?;
    let release = catalogue.release().number;
    cached(&ctx, &release, || {
        let offers = catalogue.offers().filter(|o| is_wanted(&brief, o));
        page(&ctx, release, offers, |o| o.id.to_string(), |o| item(&catalogue, o))
    })
}

/// `GET /api/v1/offers/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such offer.
pub(in crate::web) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let Asked { catalogue, .. } = asked(&app, &ctx).await?;
    let Some(offer) = catalogue.offer(&id) else {
        return Err(WebError::NoRecord { kind: "offer", id });
    };
    cached(&ctx, &catalogue.release().number, || {
        Ok(Json(item(&catalogue, offer)).into_response())
    })
}

fn is_wanted(brief: &Brief, offer: &Offer) -> bool {
    (brief.vendors.is_empty() || brief.vendors.contains(&offer.vendor))
        && (brief.accelerators.is_empty() || brief.accelerators.contains(&offer.accelerator))
        && (brief.areas.is_empty() || brief.areas.contains(&offer.area))
        && (brief.regions.is_empty() || brief.regions.contains(&offer.region))
}

fn item<'a>(catalogue: &'a Catalogue, offer: &'a Offer) -> OfferItem<'a> {
    OfferItem {
        id: offer.id.as_str(),
        vendor: offer.vendor.as_str(),
        instance_type: &offer.instance_type,
        accelerator: offer.accelerator.as_str(),
        accelerator_count: offer.count.to_string(),
        vcpu: offer.host.vcpu,
        ram_gib: offer.host.ram_gib,
        region: &offer.region,
        area: offer.area.word(),
        listed: offer.available,
        evidence: EvidenceItem::new(&offer.evidence),
        prices: prices(catalogue.prices(&offer.id)),
        facts: facts(catalogue, Subject::Offer(&offer.id)),
    }
}
