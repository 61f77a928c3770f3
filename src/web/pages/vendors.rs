//! One vendor with every fact and its evidence.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::evidence::{EvidenceView, FactGroup, groups};
use super::instances::{Instances, instances};
use super::matrix::of_vendor;
use crate::domain::catalogue::{Catalogue, FactValue, Subject, Vendor};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::urls;

#[derive(Template)]
#[template(path = "vendor.html")]
struct VendorPage {
    shell: Shell,
    lang: Lang,
    title: String,
    detail: String,
    homepage: Option<String>,
    coverage: String,
    vendors_href: String,
    groups: Vec<FactGroup>,
    instances: Instances,
    ranking_href: String,
    matrix_href: String,
    compare_href: Option<String>,
    evidence: EvidenceView,
}

/// `GET /{lang}/vendors/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such vendor.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    let Some(vendor) = catalogue.vendor(&id) else {
        return Err(WebError::NoRecord { kind: "vendor", id });
    };
    cached(&ctx, &catalogue.release().number, || {
        let lang = ctx.lang;
        let (known, looked_for) = counts(&catalogue, vendor);
        let offers = catalogue.offers().filter(|o| o.vendor == vendor.id);
        let mut filter = crate::domain::brief::Brief::default();
        filter.vendors.insert(vendor.id.clone());
        let mut pairs = filter.pairs();
        pairs.push(("group".to_owned(), "offer".to_owned()));
        let ranking_href = urls::ranking(lang, &pairs);
        let page = VendorPage {
            shell: Shell::new(
                &ctx,
                name(vendor, lang),
                lang.fill("foot.release", &[("release", &catalogue.release().number)]),
                &ctx.pairs,
            ),
            lang,
            title: name(vendor, lang),
            detail: detail(vendor, lang),
            homepage: vendor.homepage.clone(),
            coverage: lang.fill("vendor.coverage", &[("known", &known), ("looked_for", &looked_for)]),
            vendors_href: urls::vendors(lang),
            groups: groups(&catalogue, Subject::Vendor(&vendor.id), ctx.today, lang),
            instances: instances(&catalogue, offers, (lang, &ranking_href), |o| o.instance_type.clone()),
            ranking_href,
            matrix_href: urls::matrix(lang, &of_vendor(&vendor.id)),
            compare_href: side_by_side(&catalogue, vendor, lang),
            evidence: EvidenceView::new(&vendor.evidence, ctx.today, lang),
        };
        Ok(html(StatusCode::OK, &page))
    })
}

/// Its first offers of different instance types side by side; `None` without two of them.
fn side_by_side(catalogue: &Catalogue, vendor: &Vendor, lang: Lang) -> Option<String> {
    let mut types: Vec<&str> = Vec::new();
    let mut ids: Vec<&str> = Vec::new();
    for offer in catalogue.offers().filter(|o| o.vendor == vendor.id) {
        if !types.contains(&offer.instance_type.as_str()) && ids.len() < super::compare::MOST {
            types.push(&offer.instance_type);
            ids.push(offer.id.as_str());
        }
    }
    (ids.len() > 1).then(|| urls::compare(lang, &vec![("o".to_owned(), ids.join(","))]))
}

/// Its name in the page's language.
#[must_use]
pub fn name(vendor: &Vendor, lang: Lang) -> String {
    match (lang, &vendor.name_zh) {
        (Lang::Zh, Some(name)) => name.clone(),
        (Lang::Zh | Lang::En, _) => vendor.name.clone(),
    }
}

/// Its kind and country.
#[must_use]
pub fn detail(vendor: &Vendor, lang: Lang) -> String {
    let kind = lang.t(&format!("vendor_kind.{}", vendor.kind));
    vendor
        .country
        .as_ref()
        .map_or_else(|| kind.clone(), |country| format!("{kind} · {country}"))
}

/// Attributes with a value, and attributes for which nothing was found.
fn counts(catalogue: &Catalogue, vendor: &Vendor) -> (usize, usize) {
    let (known, looked_for): (Vec<_>, Vec<_>) = catalogue
        .facts_of(Subject::Vendor(&vendor.id))
        .partition(|(_, facts)| facts.iter().any(|f| f.value != FactValue::Unknown));
    (known.len(), looked_for.len())
}
