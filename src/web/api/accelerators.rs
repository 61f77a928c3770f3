//! Accelerators with their facts.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::list::{Asked, asked, page};
use super::view::{EvidenceItem, FactItem, facts};
use crate::domain::catalogue::{Accelerator, Catalogue, Subject};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;

#[derive(Serialize)]
struct AcceleratorItem<'a> {
    id: &'a str,
    name: &'a str,
    maker: &'a str,
    architecture: Option<&'a str>,
    form_factor: Option<&'a str>,
    release_date: Option<&'a str>,
    evidence: EvidenceItem<'a>,
    facts: Vec<FactItem<'a>>,
}

/// `GET /api/v1/accelerators`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let Asked { catalogue, brief } = asked(&app, &ctx).await?;
    let release = catalogue.release().number;
    cached(&ctx, &release, || {
        let is_wanted = |a: &&Accelerator| brief.accelerators.is_empty() || brief.accelerators.contains(&a.id);
        let accelerators = catalogue.accelerators().filter(is_wanted);
        page(
            &ctx,
            release,
            accelerators,
            |a| a.id.to_string(),
            |a| item(&catalogue, a),
        )
    })
}

/// `GET /api/v1/accelerators/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such accelerator.
pub(in crate::web) async fn show(
    State(app): State<App>,
    Path(id): Path<String>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let Asked { catalogue, .. } = asked(&app, &ctx).await?;
    let Some(accelerator) = catalogue.accelerator(&id) else {
        return Err(WebError::NoRecord {
            kind: "accelerator",
            id,
        });
    };
    cached(&ctx, &catalogue.release().number, || {
        Ok(Json(item(&catalogue, accelerator)).into_response())
    })
}

fn item<'a>(catalogue: &'a Catalogue, accelerator: &'a Accelerator) -> AcceleratorItem<'a> {
    AcceleratorItem {
        id: accelerator.id.as_str(),
        name: &accelerator.name,
        maker: &accelerator.maker,
        architecture: accelerator.architecture.as_deref(),
        form_factor: accelerator.form_factor.as_deref(),
        release_date: accelerator.release_date.as_deref(),
        evidence: EvidenceItem::new(&accelerator.evidence),
        facts: facts(catalogue, Subject::Accelerator(&accelerator.id)),
    }
}
