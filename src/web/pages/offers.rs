//! One offer: its score taken apart, its gates, its prices, its accelerator, each value with its evidence.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::evidence::{EvidenceView, FactGroup, fact_text, groups};
use super::ranking::{
    Table, Total, cell_text, foot, gap_text, gate_reason, name_of, outcome_word, place_of, region_of,
};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Catalogue, Offer, Price, Subject};
use crate::domain::measure::{Basis, Measured, Measurer, effective_hourly};
use crate::domain::mlperf::Index;
use crate::domain::points::points;
use crate::domain::ranking::{Prepared, Ranking, Row};
use crate::domain::scorecard::Criterion;
use crate::domain::scoring::Cell;
use crate::domain::scoring::display::Tenths;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, fixed, group, number};
use crate::web::page::{Shell, cached, html};
use crate::web::query::Query;
use crate::web::urls;

#[derive(Template)]
#[template(path = "offer.html")]
struct OfferPage {
    shell: Shell,
    lang: Lang,
    vendor: String,
    vendor_href: String,
    title: String,
    facts: Vec<(String, String)>,
    accelerator_href: String,
    back_href: String,
    compare_href: String,
    why_href: String,
    standing: String,
    total: Option<Total>,
    criteria: Vec<CriterionView>,
    gates: Vec<GateView>,
    prices: Vec<PriceView>,
    prices_href: String,
    tco_href: String,
    accelerator: Vec<FactGroup>,
    evidence: EvidenceView,
}

/// A criterion of an offer, with what it stands on.
pub(super) struct CriterionView {
    /// Its name.
    pub(super) name: String,
    dimension: Option<(String, String, usize)>,
    /// The raw value with its unit.
    pub(super) raw: String,
    value: String,
    /// The value's bar: lowest and highest, in percent.
    low: String,
    high: String,
    points: String,
    most: String,
    clipped: bool,
    /// Why it is missing or only a range.
    pub(super) gap: Option<String>,
    /// Where it was read.
    pub(super) sources: Vec<SourceView>,
}

/// One record behind a value.
pub(super) struct SourceView {
    /// What the source says, where it is not the raw value itself.
    pub(super) what: Option<String>,
    /// Its source, date and grade.
    pub(super) evidence: Option<EvidenceView>,
}

struct GateView {
    mode: String,
    outcome: &'static str,
    outcome_text: String,
    reason: String,
}

struct PriceView {
    plan: String,
    hourly: String,
    per_gpu: String,
    effective: bool,
    currency: String,
    evidence: EvidenceView,
}

/// `GET /{lang}/offers/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such offer.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let mut query = Query::read(&ctx.pairs)?;
    let prepared = app.prepared(&query.brief).await?;
    query.normalise(prepared.scorecard())?;
    let missing = || WebError::NoRecord {
        kind: "offer",
        id: id.clone(),
    };
    let offer = prepared.catalogue().offer(&id).ok_or_else(missing)?.clone();
    let epoch = (prepared.catalogue().release().number, prepared.scorecard().version);
    cached(&ctx, &epoch, || {
        // The offer's rank is that among all offers of the brief's need; filters are the workbench's.
        let unfiltered = Brief {
            vendors: [].into(),
            accelerators: [].into(),
            regions: [].into(),
            ..query.brief.clone()
        };
        let ranking = prepared.rank(&unfiltered)?;
        Ok(html(
            StatusCode::OK,
            &OfferPage::new(&ctx, &prepared, &ranking, (&query, &offer)),
        ))
    })
}

impl OfferPage {
    fn new(ctx: &Ctx, prepared: &Prepared, ranking: &Ranking, (query, offer): (&Query, &Offer)) -> Self {
        let (lang, catalogue) = (ctx.lang, prepared.catalogue());
        let vendor = name_of(catalogue, offer, lang);
        let row = ranking
            .rows
            .iter()
            .find(|r| prepared.offers().get(r.offer).is_some_and(|o| o.offer.id == offer.id));
        let table = Table {
            lang,
            today: ctx.today,
            prepared,
            ranking,
            query,
        };
        let title = format!("{vendor} · {} · {}", offer.instance_type, region_of(offer, lang));
        Self {
            shell: Shell::new(ctx, title.clone(), foot(lang, prepared), &query.pairs()),
            lang,
            vendor_href: urls::vendor(lang, &offer.vendor),
            vendor,
            title,
            facts: shape(catalogue, offer, lang),
            accelerator_href: urls::accelerator(lang, &offer.accelerator),
            back_href: urls::ranking(lang, &query.pairs()),
            compare_href: urls::compare(lang, &with_offer(query, offer).pairs()),
            why_href: urls::why(lang, &against(query, offer).pairs()),
            standing: standing(ranking, row, lang),
            total: row.and_then(|row| Some(table.total(row.offer, &row.score?))),
            criteria: row.map_or_else(Vec::new, |row| {
                let measurer = Measurer::new(catalogue, prepared.scorecard(), prepared.need());
                criteria(ctx, prepared, ranking, (&measurer, row, offer))
            }),
            gates: row.map_or_else(Vec::new, |row| gates(prepared, ranking, row, lang)),
            prices: catalogue
                .prices(&offer.id)
                .iter()
                .map(|p| price(p, offer, ctx))
                .collect(),
            prices_href: urls::prices(lang, &offer.id, &query.pairs()),
            tco_href: {
                let mut pairs = query.pairs();
                pairs.push(("o".to_owned(), offer.id.to_string()));
                urls::tco(lang, &pairs)
            },
            accelerator: groups(catalogue, Subject::Accelerator(&offer.accelerator), ctx.today, lang),
            evidence: EvidenceView::new(&offer.evidence, ctx.today, lang),
        }
    }
}

/// The query with the offer among those compared; a full comparison keeps its size, and the last one makes room.
fn with_offer(query: &Query, offer: &Offer) -> Query {
    let mut query = query.clone();
    let chosen = &mut query.view.pick.o;
    if !chosen.contains(&offer.id) {
        chosen.truncate(super::compare::MOST - 1);
        chosen.push(offer.id.clone());
    }
    query.view.pick.keep_chosen();
    query
}

/// The query that asks why the offer stands where it does.
fn against(query: &Query, offer: &Offer) -> Query {
    let mut query = query.clone();
    let pick = &mut query.view.pick;
    pick.b = Some(offer.id.clone());
    pick.a.take_if(|a| *a == offer.id);
    query
}

/// What an offer is: accelerators, host, region.
pub(super) fn shape(catalogue: &Catalogue, offer: &Offer, lang: Lang) -> Vec<(String, String)> {
    let accelerator = catalogue
        .accelerator(offer.accelerator.as_str())
        .map_or(offer.accelerator.as_str(), |a| a.name.as_str());
    let unknown = || lang.t("value.unknown");
    vec![
        (lang.t("offer.accelerators"), format!("{} × {accelerator}", offer.count)),
        (
            lang.t("offer.vcpu"),
            offer.host.vcpu.map_or_else(unknown, |n| n.to_string()),
        ),
        (
            lang.t("offer.ram"),
            offer
                .host
                .ram_gib
                .map_or_else(unknown, |x| format!("{} GiB", number(x, 1))),
        ),
        (lang.t("offer.region"), place_of(offer, lang)),
    ]
}

fn standing(ranking: &Ranking, row: Option<&Row>, lang: Lang) -> String {
    let Some(row) = row else { return String::new() };
    match (row.rank, row.rank_interval) {
        (Some(rank), Some((best, worst))) => lang.fill(
            "row.ranks",
            &[
                ("rank", &rank),
                ("n", &ranking.ranked),
                ("best", &best),
                ("worst", &worst),
            ],
        ),
        _ if row.score.is_none() => lang.t("out.nothing_known"),
        _ => lang.t("offer.not_eligible"),
    }
}

/// Every criterion of an offer.
pub(super) fn criteria(
    ctx: &Ctx,
    prepared: &Prepared,
    ranking: &Ranking,
    (measurer, row, offer): (&Measurer<'_>, &Row, &Offer),
) -> Vec<CriterionView> {
    let (lang, scorecard) = (ctx.lang, prepared.scorecard());
    let shown = points(prepared, ranking, row.offer);
    let text = |points: Option<&Tenths>| points.map_or_else(|| "–".to_owned(), ToString::to_string);
    let mut spans = prepared.matrix().row(row.offer);
    let mut weights = ranking.weights.effective().iter();
    let mut views = Vec::new();
    for (place, dimension) in scorecard.dimensions.iter().enumerate() {
        let shown = shown.as_ref().and_then(|shown| shown.dimensions.get(place));
        let mut heading = Some((
            lang.text(&dimension.name).to_owned(),
            text(shown.map(|shown| &shown.points)),
            place % 6,
        ));
        let weighed = spans.by_ref().zip(weights.by_ref());
        for ((inside, criterion), (span, weight)) in dimension.criteria.iter().enumerate().zip(weighed) {
            let measured = measurer.measure(&criterion.measure, offer);
            let (low, high) = if span.unknown {
                (0.0, 100.0)
            } else {
                (span.data_low, span.data_high)
            };
            let value = if span.unknown {
                "0–100".to_owned()
            } else if low.to_bits() == high.to_bits() {
                fixed(low, 1)
            } else {
                format!("{}–{}", fixed(low, 1), fixed(high, 1))
            };
            let raw = raw(criterion, &measured, lang);
            views.push(CriterionView {
                name: lang.text(&criterion.name).to_owned(),
                dimension: heading.take(),
                low: format!("{low:.2}"),
                high: format!("{high:.2}"),
                value,
                points: text(shown.and_then(|shown| shown.criteria.get(inside))),
                most: Tenths::nearest(100.0 * weight).to_string(),
                clipped: span.clipped,
                gap: measured.gap.as_ref().map(|g| gap_text(g, lang)),
                sources: measured
                    .basis
                    .iter()
                    .map(|b| source(b, &raw, prepared.catalogue(), ctx))
                    .collect(),
                raw,
            });
        }
    }
    views
}

/// An index is shown with its middle, which is what people quote.
fn raw(criterion: &Criterion, measured: &Measured<'_>, lang: Lang) -> String {
    let text = cell_text(
        &measured.cell,
        if matches!(measured.cell, Cell::Known { .. } | Cell::Range { .. }) {
            &criterion.unit
        } else {
            ""
        },
        lang,
    );
    match measured.basis.first() {
        Some(Basis::Index(index)) => lang.fill(
            "offer.index",
            &[
                ("index", &number(index.index, 1)),
                ("low", &number(index.low, 1)),
                ("high", &number(index.high, 1)),
            ],
        ),
        Some(Basis::Fact(_) | Basis::Price(_) | Basis::Rate(_)) | None => text,
    }
}

fn source(basis: &Basis<'_>, raw: &str, catalogue: &Catalogue, ctx: &Ctx) -> SourceView {
    let lang = ctx.lang;
    let what = match basis {
        Basis::Fact(fact) => {
            let attribute = catalogue.attribute(fact.attribute.as_str());
            let value = attribute.map_or_else(|| fact.value.to_text(), |a| fact_text(a, &fact.value, lang));
            if fact.variant.is_empty() || fact.variant == value {
                value
            } else {
                format!("{}: {value}", fact.variant)
            }
        }
        Basis::Price(price) => {
            format!(
                "{} {} {}/h",
                lang.t(&format!("plan.{}", price.plan)),
                group(&price.hourly.plain()),
                price.currency
            )
        }
        Basis::Rate(rate) => format!("1 {} = {} {}", rate.base, rate.rate, rate.quote),
        Basis::Index(index) => index_text(index, catalogue, lang),
    };
    SourceView {
        what: (what != raw).then_some(what),
        evidence: basis.evidence().map(|e| EvidenceView::new(e, ctx.today, lang)),
    }
}

/// The comparisons behind an index: `H200 / H100 SXM 1.17 × (8 tasks)`.
fn index_text(index: &Index, catalogue: &Catalogue, lang: Lang) -> String {
    let name = |id: &str| {
        catalogue
            .accelerator(id)
            .map_or_else(|| id.to_owned(), |a| a.name.clone())
    };
    if index.chain.is_empty() {
        return lang.t("offer.index_reference");
    }
    let links: Vec<String> = index
        .chain
        .iter()
        .map(|link| {
            let count = f64::from(u32::try_from(link.ratios.len()).unwrap_or(u32::MAX));
            let mean = (link.ratios.iter().map(|r| r.ratio.ln()).sum::<f64>() / count).exp();
            let mut rounds: Vec<&str> = link.ratios.iter().map(|r| r.round.as_str()).collect();
            rounds.dedup();
            lang.fill(
                "offer.index_link",
                &[
                    ("from", &name(link.from.as_str())),
                    ("to", &name(link.to.as_str())),
                    ("ratio", &fixed(mean, 2)),
                    ("tasks", &lang.plural("offer.tasks", link.ratios.len())),
                    ("rounds", &rounds.join(", ")),
                ],
            )
        })
        .collect();
    links.join(" · ")
}

fn gates(prepared: &Prepared, ranking: &Ranking, row: &Row, lang: Lang) -> Vec<GateView> {
    let Some(measured) = prepared.offers().get(row.offer) else {
        return Vec::new();
    };
    let said = ranking.gates.iter().zip(&row.gates);
    said.map(|(gate, outcome)| GateView {
        mode: lang.t(&format!("gate.{}", crate::domain::brief::gate_mode_word(gate.mode))),
        outcome: outcome_word(*outcome),
        outcome_text: lang.t(&format!("outcome.{}", outcome_word(*outcome))),
        reason: gate_reason(prepared, measured, gate.question, lang),
    })
    .collect()
}

fn price(price: &Price, offer: &Offer, ctx: &Ctx) -> PriceView {
    let lang = ctx.lang;
    let effective = effective_hourly(price);
    let per_gpu = effective.units() / offer.count.as_f64();
    PriceView {
        plan: lang.t(&format!("plan.{}", price.plan)),
        hourly: group(&effective.plain()),
        per_gpu: fixed(per_gpu, 3),
        effective: effective != price.hourly,
        currency: price.currency.to_string(),
        evidence: EvidenceView::new(&price.evidence, ctx.today, lang),
    }
}
