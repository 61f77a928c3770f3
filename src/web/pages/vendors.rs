//! All vendors, and one vendor with every fact and its evidence.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::evidence::{EvidenceView, FactGroup, fact_text, groups};
use super::instances::{Instance, instances};
use crate::domain::catalogue::{Catalogue, FactValue, Subject, Vendor};
use crate::domain::measure::{in_force, least_in_force};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::urls;

/// Attributes in the table of all vendors.
const SHOWN: [&str; 6] = [
    "sla_instance_percent",
    "response_minutes",
    "kubernetes_gpu",
    "gpu_monitoring_api",
    "hybrid_cloud",
    "nvlink_multi_gpu",
];

#[derive(Template)]
#[template(path = "vendors.html")]
struct VendorsPage {
    shell: Shell,
    lang: Lang,
    heads: Vec<String>,
    vendors: Vec<VendorRow>,
}

struct VendorRow {
    name: String,
    href: String,
    detail: String,
    offers: usize,
    cells: Vec<VendorCell>,
    known: usize,
    looked_for: usize,
}

struct VendorCell {
    head: String,
    text: String,
    grade: String,
    missing: bool,
}

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
    instances: Vec<Instance>,
    ranking_href: String,
    evidence: EvidenceView,
}

/// `GET /{lang}/vendors`
///
/// # Errors
/// None of its own.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    cached(&ctx, &catalogue.release().number, || {
        let lang = ctx.lang;
        let heads: Vec<String> = SHOWN.iter().map(|id| attribute_name(&catalogue, id, lang)).collect();
        let vendors = catalogue
            .vendors()
            .map(|v| vendor_row(&catalogue, v, &heads, lang))
            .collect();
        let foot = lang.fill("foot.release", &[("release", &catalogue.release().number)]);
        let page = VendorsPage {
            shell: Shell::new(&ctx, lang.t("vendors.title"), foot, &ctx.pairs),
            lang,
            heads,
            vendors,
        };
        Ok(html(StatusCode::OK, &page))
    })
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
            instances: instances(&catalogue, offers, lang, |o| o.instance_type.clone()),
            ranking_href: urls::ranking(lang, &pairs),
            evidence: EvidenceView::new(&vendor.evidence, ctx.today, lang),
        };
        Ok(html(StatusCode::OK, &page))
    })
}

fn vendor_row(catalogue: &Catalogue, vendor: &Vendor, heads: &[String], lang: Lang) -> VendorRow {
    let (known, looked_for) = counts(catalogue, vendor);
    let cells = SHOWN.iter().zip(heads).map(|(id, head)| {
        // What drives a ranking; where nothing does, whatever is claimed.
        let facts = catalogue.facts(Subject::Vendor(&vendor.id), id);
        let in_force = if *id == "response_minutes" {
            least_in_force(facts)
        } else {
            in_force(facts)
        };
        let fact = in_force.or_else(|| facts.iter().find(|f| f.value != FactValue::Unknown));
        let shown = fact.and_then(|f| Some((fact_text(catalogue.attribute(id)?, &f.value, lang), f.evidence.grade)));
        VendorCell {
            head: head.clone(),
            missing: shown.is_none(),
            grade: shown
                .as_ref()
                .and_then(|(_, g)| *g)
                .map(|g| format!("{g:?}"))
                .unwrap_or_default(),
            text: shown.map_or_else(|| lang.t("value.unknown"), |(text, _)| text),
        }
    });
    VendorRow {
        name: name(vendor, lang),
        href: urls::vendor(lang, &vendor.id),
        detail: detail(vendor, lang),
        offers: catalogue.offers().filter(|o| o.vendor == vendor.id).count(),
        cells: cells.collect(),
        known,
        looked_for,
    }
}

fn name(vendor: &Vendor, lang: Lang) -> String {
    match (lang, &vendor.name_zh) {
        (Lang::Zh, Some(name)) => name.clone(),
        (Lang::Zh | Lang::En, _) => vendor.name.clone(),
    }
}

fn detail(vendor: &Vendor, lang: Lang) -> String {
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

fn attribute_name(catalogue: &Catalogue, id: &str, lang: Lang) -> String {
    catalogue.attribute(id).map_or_else(
        || id.to_owned(),
        |a| {
            if lang == Lang::Zh {
                a.name_zh.clone()
            } else {
                a.name_en.clone()
            }
        },
    )
}
