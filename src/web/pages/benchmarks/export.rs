//! The results shown as CSV, in the order of the page, numbers as numbers.

use axum::response::Response;

use crate::domain::benchmark::{Comparison, per_accelerator};
use crate::domain::catalogue::{BenchmarkResult, Catalogue};
use crate::domain::evidence::grade_letter;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::sheet::{Sheet, text};

const HEADS: [&str; 23] = [
    "place",
    "result_id",
    "suite",
    "round",
    "mode",
    "division",
    "task",
    "scenario",
    "metric",
    "higher_is_better",
    "accelerator_id",
    "accelerators",
    "nodes",
    "per_accelerator",
    "value",
    "unit",
    "submitter",
    "vendor_id",
    "system",
    "framework",
    "grade",
    "as_of",
    "source",
];

/// Every result of the view.
///
/// # Errors
/// [`WebError::Internal`] when the rows cannot be written.
pub(super) fn csv(ctx: &Ctx, catalogue: &Catalogue, sets: &[Comparison<'_>]) -> Result<Response, WebError> {
    let release = catalogue.release().number;
    let about = [
        ctx.lang.with("foot.release", "release", release),
        ctx.lang.t("benchmarks.why_not"),
        ctx.lang.t("benchmarks.per_accelerator"),
    ];
    let mut sheet = Sheet::new(&about)?;
    sheet.row(HEADS)?;
    for set in sets {
        for (place, result) in set.results.iter().enumerate() {
            sheet.row(fields(place + 1, result))?;
        }
    }
    sheet.response("benchmarks", release)
}

fn fields(place: usize, result: &BenchmarkResult) -> [String; 23] {
    [
        place.to_string(),
        result.id.to_string(),
        text(&result.suite),
        text(&result.round),
        result.mode.to_string(),
        text(&result.division),
        text(&result.task),
        text(&result.scenario),
        text(&result.metric),
        result.higher_is_better.to_string(),
        result.accelerator.to_string(),
        result.accelerators.to_string(),
        result.nodes.map_or_else(String::new, |n| n.to_string()),
        per_accelerator(result).to_string(),
        result.value.to_string(),
        text(&result.unit),
        text(&result.submitter),
        result.vendor.as_ref().map_or_else(String::new, ToString::to_string),
        text(&result.system),
        result.framework.as_deref().map_or_else(String::new, text),
        result.evidence.grade.map_or("", grade_letter).to_owned(),
        result.evidence.as_of.to_string(),
        text(&result.evidence.source),
    ]
}
