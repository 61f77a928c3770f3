//! Rankings as JSON: every offer with its score, interval, parts, gates and reasons.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::words::{gap_text, gate_reason, outcome_word};
use crate::domain::brief::{BadWord, Rule, whole};
use crate::domain::cost::rounded;
use crate::domain::ranking::{Prepared, Question, Ranking, Row};
use crate::domain::scoring::Eligibility;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::cached;
use crate::web::urls;

/// Rows of one answer unless `limit` says otherwise.
const LIMIT: u32 = 100;

#[derive(Serialize)]
struct Answer<'a> {
    release: String,
    scorecard: String,
    ranked: usize,
    conditional: usize,
    left_out: BTreeMap<&'static str, usize>,
    weights: BTreeMap<&'a str, f64>,
    items: Vec<Item<'a>>,
    next: Option<String>,
}

#[derive(Serialize)]
struct Item<'a> {
    id: &'a str,
    vendor: &'a str,
    instance_type: &'a str,
    accelerator: &'a str,
    accelerator_count: String,
    region: &'a str,
    area: &'static str,
    rank: Option<usize>,
    rank_interval: Option<(usize, usize)>,
    score: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    coverage: Option<f64>,
    dimensions: BTreeMap<&'a str, f64>,
    contributions: BTreeMap<&'a str, f64>,
    gaps: BTreeMap<&'a str, String>,
    eligibility: &'static str,
    gates: Vec<GateItem<'a>>,
    cost: Option<CostItem>,
}

/// What the months of the brief cost, in US dollars.
#[derive(Serialize)]
struct CostItem {
    plan: &'static str,
    months: u32,
    currency: &'static str,
    low: String,
    high: String,
}

#[derive(Serialize)]
struct GateItem<'a> {
    id: &'a str,
    mode: &'static str,
    outcome: &'static str,
    reason: String,
}

/// `GET /api/v1/rankings`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn rankings(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = super::load(&app, &ctx).await?;
    cached(&ctx, &super::epoch(&loaded.prepared), || {
        let (limit, page) = paging(&ctx)?;
        let prepared = &loaded.prepared;
        let ranking = prepared.rank(&loaded.query.brief)?;
        let pages = ranking.rows.len().div_ceil(limit).max(1);
        if page > pages {
            return Err(BadWord::new(
                "page",
                &page.to_string(),
                Rule::Number {
                    min: 1,
                    max: u64::try_from(pages).unwrap_or(u64::MAX),
                },
            )
            .into());
        }
        let items = ranking.rows.iter().skip((page - 1) * limit).take(limit);
        let items = items.filter_map(|row| item(&ctx, prepared, &ranking, row)).collect();
        let scorecard = prepared.scorecard();
        let criteria = scorecard.criteria().map(|c| c.id.as_str());
        Ok(Json(Answer {
            release: format!("r{}", prepared.catalogue().release().number),
            scorecard: format!("{}@{}", scorecard.id, scorecard.version),
            ranked: ranking.ranked,
            conditional: ranking.conditional,
            left_out: ranking.left_out.iter().copied().collect(),
            weights: criteria
                .zip(ranking.weights.effective().iter().map(|w| exact(100.0 * w)))
                .collect(),
            items,
            next: (page < pages).then(|| next(&ctx, page + 1)),
        })
        .into_response())
    })
}

fn paging(ctx: &Ctx) -> Result<(usize, usize), BadWord> {
    let word = |name: &str, default: u32, most: u32| {
        let given = ctx.pairs.iter().find(|(word, value)| word == name && !value.is_empty());
        given.map_or(Ok(default), |(_, value)| whole(name, value, 1, most))
    };
    let size = |n: u32| usize::try_from(n).unwrap_or(usize::MAX);
    Ok((size(word("limit", LIMIT, 1000)?), size(word("page", 1, 1_000_000_000)?)))
}

fn next(ctx: &Ctx, page: usize) -> String {
    let mut pairs: urls::Pairs = ctx.pairs.iter().filter(|(word, _)| word != "page").cloned().collect();
    pairs.push(("page".to_owned(), page.to_string()));
    urls::with_query(&ctx.path, &pairs)
}

fn item<'a>(ctx: &Ctx, prepared: &'a Prepared, ranking: &Ranking, row: &Row) -> Option<Item<'a>> {
    let measured = prepared.offers().get(row.offer)?;
    let offer = &measured.offer;
    let scorecard = prepared.scorecard();
    let contributions = prepared.matrix().contributions(&ranking.weights, row.offer);
    let parts = prepared.dimension_parts(ranking, row.offer);
    let gaps = scorecard
        .criteria()
        .zip(&measured.gaps)
        .filter_map(|(c, gap)| Some((c.id.as_str(), gap_text(gap.as_ref()?, ctx.lang))));
    let gates = row.gates.iter().zip(&ranking.gates).map(|(outcome, gate)| GateItem {
        id: match gate.question {
            Question::Rule(place) => scorecard.gates.get(place).map_or("", |g| g.id.as_str()),
            Question::Vram => "vram",
            Question::Area => "area",
            Question::Budget(_) => "budget",
        },
        mode: crate::domain::brief::gate_mode_word(gate.mode),
        outcome: outcome_word(*outcome),
        reason: gate_reason(prepared, measured, gate.question, ctx.lang),
    });
    Some(Item {
        id: offer.id.as_str(),
        vendor: offer.vendor.as_str(),
        instance_type: &offer.instance_type,
        accelerator: offer.accelerator.as_str(),
        accelerator_count: offer.count.to_string(),
        region: &offer.region,
        area: offer.area.word(),
        rank: row.rank,
        rank_interval: row.rank_interval,
        score: row.score.map(|s| exact(s.floor)),
        low: row.score.map(|s| exact(s.low)),
        high: row.score.map(|s| exact(s.high)),
        coverage: row.score.map(|s| exact(s.coverage)),
        dimensions: scorecard
            .dimensions
            .iter()
            .map(|d| d.id.as_str())
            .zip(parts.into_iter().map(exact))
            .collect(),
        contributions: scorecard
            .criteria()
            .map(|c| c.id.as_str())
            .zip(contributions.into_iter().map(exact))
            .collect(),
        gaps: gaps.collect(),
        eligibility: match row.eligibility {
            Eligibility::Eligible => "eligible",
            Eligibility::Conditional => "conditional",
            Eligibility::Ineligible => "ineligible",
        },
        gates: gates.collect(),
        cost: measured.cost.as_ref().ok().map(|cost| CostItem {
            plan: cost.plan.word(),
            months: prepared.need().usage.whole_months(),
            currency: "USD",
            low: rounded(cost.total.0.decimal(), 2).to_string(),
            high: rounded(cost.total.1.decimal(), 2).to_string(),
        }),
    })
}

/// To the billionth of a point that ranks are compared by, so that sums do not show their last bits.
fn exact(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}
