//! Accelerators side by side, and one accelerator: its figures with their evidence, and the offers that have it.

mod table;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::benchmarks::of_accelerator;
use super::evidence::{EvidenceView, FactGroup, groups};
use super::instances::{Instances, instances};
use super::ranking::name_of;
use crate::domain::brief::Brief;
use crate::domain::catalogue::Subject;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::urls;
use table::AcceleratorsPage;

#[derive(Template)]
#[template(path = "accelerator.html")]
struct AcceleratorPage {
    shell: Shell,
    lang: Lang,
    title: String,
    detail: String,
    groups: Vec<FactGroup>,
    instances: Instances,
    benchmarks: Option<(String, String)>,
    evidence: EvidenceView,
}

/// `GET /{lang}/accelerators`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    list(&app, &ctx, |_, page| Ok(html(StatusCode::OK, &page))).await
}

/// `GET /{lang}/accelerators.csv`
///
/// # Errors
/// As for the page.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    list(&app, &ctx, |release, page| page.grid().csv("accelerators", release)).await
}

/// `GET /{lang}/accelerators.json`
///
/// # Errors
/// As for the page.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    list(&app, &ctx, |release, page| Ok(page.grid().json(release))).await
}

async fn list(
    app: &App,
    ctx: &Ctx,
    write: impl FnOnce(u32, AcceleratorsPage) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    let brief = Brief::read(ctx.pairs.iter().map(|(w, v)| (w.as_str(), v.as_str())))?;
    let catalogue = app.catalogue(&brief).await?;
    let release = catalogue.release().number;
    cached(ctx, &release, || {
        write(release, AcceleratorsPage::new(ctx, &catalogue, &brief)?)
    })
}

/// `GET /{lang}/accelerators/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such accelerator.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    let Some(accelerator) = catalogue.accelerator(&id) else {
        return Err(WebError::NoRecord {
            kind: "accelerator",
            id,
        });
    };
    cached(&ctx, &catalogue.release().number, || {
        let lang = ctx.lang;
        let offers = catalogue.offers().filter(|o| o.accelerator == accelerator.id);
        let results = catalogue
            .results()
            .iter()
            .filter(|r| r.accelerator == accelerator.id)
            .count();
        let parts = [
            Some(accelerator.maker.clone()),
            accelerator.architecture.clone(),
            accelerator.form_factor.clone(),
            accelerator.release_date.clone(),
        ];
        let mut filter = Brief::default();
        filter.accelerators.insert(accelerator.id.clone());
        let mut pairs = filter.pairs();
        pairs.push(("group".to_owned(), "offer".to_owned()));
        let all_href = urls::ranking(lang, &pairs);
        let page = AcceleratorPage {
            shell: Shell::new(
                &ctx,
                accelerator.name.clone(),
                lang.fill("foot.release", &[("release", &catalogue.release().number)]),
                &ctx.pairs,
            ),
            lang,
            title: accelerator.name.clone(),
            detail: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            groups: groups(&catalogue, Subject::Accelerator(&accelerator.id), ctx.today, lang),
            instances: instances(&catalogue, offers, (lang, &all_href), |o| {
                format!("{} · {}", name_of(&catalogue, o, lang), o.instance_type)
            }),
            benchmarks: (results > 0).then(|| {
                let href = urls::benchmarks(lang, &of_accelerator(&accelerator.id));
                (href, lang.plural("accelerator.benchmarks", results))
            }),
            evidence: EvidenceView::new(&accelerator.evidence, ctx.today, lang),
        };
        Ok(html(StatusCode::OK, &page))
    })
}
