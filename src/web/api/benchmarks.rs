//! Benchmark results.

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;

use super::list::{Asked, asked, page};
use super::view::EvidenceItem;
use crate::domain::benchmark::per_accelerator;
use crate::domain::catalogue::BenchmarkResult;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;
use crate::web::pages::benchmarks::Words;

#[derive(Serialize)]
struct ResultItem<'a> {
    id: &'a str,
    suite: &'a str,
    round: &'a str,
    mode: &'static str,
    division: &'a str,
    task: &'a str,
    scenario: &'a str,
    metric: &'a str,
    value: f64,
    unit: &'a str,
    higher_is_better: bool,
    /// Value ÷ accelerators; where less is better, value × accelerators.
    per_accelerator: f64,
    accelerator: &'a str,
    accelerators: u32,
    nodes: Option<u32>,
    vendor: Option<&'a str>,
    submitter: &'a str,
    system: &'a str,
    framework: Option<&'a str>,
    evidence: EvidenceItem<'a>,
}

/// `GET /api/v1/benchmarks`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web) async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let Asked { catalogue, brief } = asked(&app, &ctx).await?;
    let words = Words::read(&ctx.pairs, &catalogue)?;
    let release = catalogue.release().number;
    cached(&ctx, &release, || {
        let is_wanted = |r: &&BenchmarkResult| {
            words.is_wanted(r)
                && words.asked.iter().all(|(level, value)| level.of(r) == value)
                && (brief.vendors.is_empty() || r.vendor.as_ref().is_some_and(|v| brief.vendors.contains(v)))
        };
        let mut results: Vec<&BenchmarkResult> = catalogue.results().iter().filter(is_wanted).collect();
        results.sort_by(|a, b| a.id.cmp(&b.id));
        page(&ctx, release, results.into_iter(), |r| r.id.to_string(), item)
    })
}

fn item(result: &BenchmarkResult) -> ResultItem<'_> {
    ResultItem {
        id: result.id.as_str(),
        suite: &result.suite,
        round: &result.round,
        mode: result.mode.word(),
        division: &result.division,
        task: &result.task,
        scenario: &result.scenario,
        metric: &result.metric,
        value: result.value,
        unit: &result.unit,
        higher_is_better: result.higher_is_better,
        per_accelerator: per_accelerator(result),
        accelerator: result.accelerator.as_str(),
        accelerators: result.accelerators,
        nodes: result.nodes,
        vendor: result.vendor.as_ref().map(crate::domain::ids::VendorId::as_str),
        submitter: &result.submitter,
        system: &result.system,
        framework: result.framework.as_deref(),
        evidence: EvidenceItem::new(&result.evidence),
    }
}
