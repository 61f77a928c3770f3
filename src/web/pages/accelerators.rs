//! One accelerator: its figures with their evidence, and the offers that have it.

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
