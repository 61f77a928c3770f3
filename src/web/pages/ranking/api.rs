//! Rankings as JSON: offers with score, interval, parts, prices, gates and reasons. Without words of the view it is every offer in the
//! order of the ranking; with them it is what the page shows, in its unit and currency.

use std::collections::{BTreeMap, BTreeSet};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use super::Loaded;
use super::rows::shown;
use super::table::Table;
use super::words::{gap_text, gate_reason, outcome_word};
use crate::domain::brief::{BadWord, Rule, whole};
use crate::domain::catalogue::Plan;
use crate::domain::cost::{Amount, rounded};
use crate::domain::ranking::{MeasuredOffer, Question, Row, typical_grade};
use crate::domain::scoring::Eligibility;
use crate::web::app::App;
use crate::web::columns::Column;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::money::{Money, rates_in_use};
use crate::web::page::cached;
use crate::web::query::Group;
use crate::web::urls;

/// Rows of one answer unless `limit` says otherwise.
const LIMIT: u32 = 100;

#[derive(Serialize)]
struct Answer<'a> {
    release: String,
    scorecard: String,
    /// What prices are of: `gpu` or `offer`.
    per: &'static str,
    currency: String,
    months: u32,
    utilisation: String,
    /// The exchange rates that amounts were converted with, in words.
    rates: Option<String>,
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
    #[serde(flatten)]
    coverage: Option<CoverageField>,
    #[serde(flatten)]
    parts: Option<PartsFields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gaps: Option<BTreeMap<&'a str, String>>,
    eligibility: &'static str,
    gates: Vec<GateItem<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    prices: BTreeMap<&'static str, PriceItem>,
    #[serde(flatten)]
    cost: Option<CostField>,
}

/// The fields of the column `coverage`.
#[derive(Serialize)]
struct CoverageField {
    coverage: Option<f64>,
    evidence_grade: Option<String>,
}

/// The fields of the column `parts`.
#[derive(Serialize)]
struct PartsFields<'a> {
    dimensions: BTreeMap<&'a str, f64>,
    contributions: BTreeMap<&'a str, f64>,
}

/// The field of the column `tco`: null when a price is missing.
#[derive(Serialize)]
struct CostField {
    cost: Option<CostItem>,
}

/// The price of a plan, as shown; without an amount there is a reason.
#[derive(Serialize)]
struct PriceItem {
    amount: Option<String>,
    note: Option<String>,
}

/// What the months of the brief cost, in its currency.
#[derive(Serialize)]
struct CostItem {
    plan: &'static str,
    months: u32,
    currency: String,
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

/// `GET /api/v1/rankings`: offers, unless vendors are asked for.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn rankings(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let mut loaded = super::load(&app, &ctx).await?;
    if !ctx
        .pairs
        .iter()
        .any(|(word, value)| word == "group" && !value.is_empty())
    {
        loaded.query.view.group = Group::Offer;
    }
    answer(&ctx, &loaded)
}

/// `GET /{lang}/ranking.json`: the rows of the page.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    answer(&ctx, &super::load(&app, &ctx).await?)
}

/// The rows of a query as JSON.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(in crate::web::pages) fn answer(ctx: &Ctx, loaded: &Loaded) -> Result<Response, WebError> {
    cached(ctx, &super::epoch(&loaded.prepared), || {
        let (limit, page) = paging(ctx)?;
        let (prepared, query) = (&*loaded.prepared, &loaded.query);
        let ranking = prepared.rank(&query.brief)?;
        let shown = shown(prepared, &ranking, query);
        let ranked = shown.ranked.iter().map(|entry| entry.row);
        let rows: Vec<&Row> = ranked.chain(shown.out.iter().copied()).collect();
        let pages = rows.len().div_ceil(limit).max(1);
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
        let items = Items {
            table: Table {
                lang: ctx.lang,
                today: ctx.today,
                prepared,
                ranking: &ranking,
                query,
            },
            money: Money::new(prepared.catalogue(), &query.brief),
            // Who asks for no columns gets all of them.
            columns: query.view.cols.clone().unwrap_or_else(|| Column::ALL.into()),
        };
        let wanted = rows.into_iter().skip((page - 1) * limit).take(limit);
        let scorecard = prepared.scorecard();
        let criteria = scorecard.criteria().map(|c| c.id.as_str());
        let usage = prepared.need().usage;
        Ok(Json(Answer {
            release: format!("r{}", prepared.catalogue().release().number),
            scorecard: format!("{}@{}", scorecard.id, scorecard.version),
            per: query.view.pick.per.word(),
            currency: query.brief.shown_currency().to_string(),
            months: usage.whole_months(),
            utilisation: usage.util.to_string(),
            rates: rates_in_use(prepared, query, ctx.lang),
            ranked: ranking.ranked,
            conditional: ranking.conditional,
            left_out: ranking.left_out.iter().copied().collect(),
            weights: criteria
                .zip(ranking.weights.effective().iter().map(|w| exact(100.0 * w)))
                .collect(),
            items: wanted.filter_map(|row| items.item(row)).collect(),
            next: (page < pages).then(|| next(ctx, page + 1)),
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

/// What items are made from.
struct Items<'a> {
    table: Table<'a>,
    money: Money<'a>,
    columns: BTreeSet<Column>,
}

impl<'a> Items<'a> {
    fn item(&self, row: &Row) -> Option<Item<'a>> {
        let Table {
            prepared,
            ranking,
            lang,
            ..
        } = self.table;
        let measured = prepared.offers().get(row.offer)?;
        let offer = &measured.offer;
        let has = |column| self.columns.contains(&column);
        let gates = row.gates.iter().zip(&ranking.gates).map(|(outcome, gate)| GateItem {
            id: match gate.question {
                Question::Rule(place) => prepared.scorecard().gates.get(place).map_or("", |g| g.id.as_str()),
                Question::Vram => "vram",
                Question::Area => "area",
                Question::Budget(_) => "budget",
            },
            mode: crate::domain::brief::gate_mode_word(gate.mode),
            outcome: outcome_word(*outcome),
            reason: gate_reason(prepared, measured, gate.question, lang),
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
            coverage: has(Column::Coverage).then(|| CoverageField {
                coverage: row.score.map(|s| exact(s.coverage)),
                evidence_grade: typical_grade(&measured.cells, ranking.weights.effective()).map(|g| format!("{g:?}")),
            }),
            parts: has(Column::Parts).then(|| self.parts(row)),
            gaps: has(Column::Unknown).then(|| self.gaps(measured)),
            eligibility: match row.eligibility {
                Eligibility::Eligible => "eligible",
                Eligibility::Conditional => "conditional",
                Eligibility::Ineligible => "ineligible",
            },
            gates: gates.collect(),
            prices: self.prices(measured, row),
            cost: has(Column::Cost).then(|| CostField {
                cost: self.cost(measured),
            }),
        })
    }

    fn parts(&self, row: &Row) -> PartsFields<'a> {
        let Table { prepared, ranking, .. } = self.table;
        let scorecard = prepared.scorecard();
        let dimensions = scorecard.dimensions.iter().map(|d| d.id.as_str());
        let contributions = prepared.matrix().contributions(&ranking.weights, row.offer);
        PartsFields {
            dimensions: dimensions
                .zip(prepared.dimension_parts(ranking, row.offer).into_iter().map(exact))
                .collect(),
            contributions: scorecard
                .criteria()
                .map(|c| c.id.as_str())
                .zip(contributions.into_iter().map(exact))
                .collect(),
        }
    }

    fn gaps(&self, measured: &MeasuredOffer) -> BTreeMap<&'a str, String> {
        let criteria = self.table.prepared.scorecard().criteria().zip(&measured.gaps);
        let gaps = criteria.filter_map(|(c, gap)| Some((c.id.as_str(), gap_text(gap.as_ref()?, self.table.lang))));
        gaps.collect()
    }

    fn prices(&self, measured: &MeasuredOffer, row: &Row) -> BTreeMap<&'static str, PriceItem> {
        let plans = self.columns.iter().copied().filter_map(Column::plan);
        let price = |plan: Plan| {
            let shown = self.table.price(measured, row, plan);
            let amount = shown.known.then(|| shown.text.replace(',', ""));
            (
                plan.word(),
                PriceItem {
                    amount,
                    note: shown.note,
                },
            )
        };
        plans.map(price).collect()
    }

    fn cost(&self, measured: &MeasuredOffer) -> Option<CostItem> {
        let cost = measured.cost.as_ref().ok()?;
        let amount = |amount: Amount| Some(rounded(self.money.of_usd(amount.decimal())?, 2).to_string());
        Some(CostItem {
            plan: cost.plan.word(),
            months: self.table.prepared.need().usage.whole_months(),
            currency: self.money.currency.to_string(),
            low: amount(cost.total.0)?,
            high: amount(cost.total.1)?,
        })
    }
}

/// To the billionth of a point that ranks are compared by, so that sums do not show their last bits.
fn exact(x: f64) -> f64 {
    (x * 1e9).round() / 1e9
}
