//! The cheapest commitment for a history, at the prices of an offer or at prices typed.

use rust_decimal::Decimal;

use super::super::text::{FormulaView, amount, pieces, plain};
use super::chart::staircase;
use super::link::LoadQuery;
use crate::domain::catalogue::{Catalogue, Offer, Plan};
use crate::domain::cost::history::Summary;
use crate::domain::cost::history::commitment::{Commitment, Mix, Prices, SEED_DISCOUNT, SEED_SHARE, cheapest, cost_of};
use crate::domain::cost::{CostError, rounded, rounded_parts};
use crate::domain::money::Currency;
use crate::domain::price::rate;
use crate::domain::usage::{Term, term_months};
use crate::web::chart::LineChart;
use crate::web::lang::Lang;

/// Steps of the table that are written out.
const STEPS: u32 = 40;

/// Prices of an accelerator hour, each with where it came from; `None` where nobody knows it.
#[derive(Debug, Clone, Default)]
pub(super) struct PriceSet {
    pub on_demand: Option<Decimal>,
    pub committed: Option<Decimal>,
    pub committed_plan: Option<Plan>,
    pub spot: Option<Decimal>,
}

/// The cheapest commitment as shown.
pub(super) struct CommitmentView {
    pub sentence: String,
    pub ties: Option<String>,
    /// How long the plan binds, beside how long was measured.
    pub binds: Option<String>,
    pub mixes: Vec<MixView>,
    pub formula: FormulaView,
    pub chart: Option<LineChart>,
    pub steps: Vec<StepView>,
    pub prices: Vec<(String, String)>,
}

/// A mix.
pub(super) struct MixView {
    pub name: String,
    pub committed: String,
    pub committed_cost: String,
    pub rest_cost: String,
    pub total: String,
    pub saving: String,
    pub best: bool,
}

/// What a number of committed accelerators costs.
pub(super) struct StepView {
    pub committed: u32,
    pub used: String,
    pub cost: String,
    pub best: bool,
}

impl PriceSet {
    /// Typed prices first, then those of the offer.
    pub(super) fn new(catalogue: &Catalogue, query: &LoadQuery) -> Self {
        let currency = query.brief.shown_currency();
        let offer = query.offer.as_ref().and_then(|id| catalogue.offer(id.as_str()));
        let of = |plan| offer.and_then(|offer| per_gpu(catalogue, offer, plan, currency));
        let term = match query.brief.usage.term {
            Some(Term::Plan(plan @ (Plan::Reserved1y | Plan::Reserved3y))) => vec![plan],
            _ => vec![Plan::Reserved1y, Plan::Reserved3y],
        };
        let reserved = term
            .into_iter()
            .filter_map(|plan| Some((of(plan)?, plan)))
            .min_by_key(|(price, _)| *price);
        let typed = query.prices;
        Self {
            on_demand: typed.on_demand.or_else(|| of(Plan::OnDemand)),
            committed: typed.committed.or(reserved.map(|(price, _)| price)),
            committed_plan: reserved.map(|(_, plan)| plan).filter(|_| typed.committed.is_none()),
            spot: typed.spot.or_else(|| of(Plan::Spot)),
        }
    }
}

/// The price of an accelerator hour under a plan.
fn per_gpu(catalogue: &Catalogue, offer: &Offer, plan: Plan, currency: Currency) -> Option<Decimal> {
    let rate = rate(catalogue, offer, plan, (1, currency)).ok()?;
    let hourly = Decimal::from_i128_with_scale(rate.hourly.0.into(), 6);
    let gpus = Decimal::from(offer.count.instances_for(1)) * Decimal::from(offer.count.numerator);
    (hourly * Decimal::from(offer.count.denominator)).checked_div(gpus)
}

impl CommitmentView {
    /// The view; `None` while a price that it needs is unknown.
    ///
    /// # Errors
    /// [`CostError`] names a price outside of what it can be.
    pub(super) fn new(
        lang: Lang,
        summary: &Summary,
        set: &PriceSet,
        currency: Currency,
    ) -> Result<Option<Self>, CostError> {
        let (Some(on_demand), Some(committed)) = (set.on_demand, set.committed) else {
            return Ok(None);
        };
        let prices = Prices {
            on_demand,
            committed,
            spot: set.spot,
            seed_share: SEED_SHARE,
            seed_discount: SEED_DISCOUNT,
        };
        let found = cheapest(&summary.demand, &prices)?;
        let decimals = currency.minor_digits();
        let shown = |exact: Decimal| amount(rounded(exact, decimals));
        let costs: Vec<(u32, Decimal)> = steps(summary.demand.peak(), found.best.committed)
            .into_iter()
            .map(|committed| (committed, cost_of(&summary.demand, committed, &prices)))
            .collect();
        let share = |committed: u32| {
            let at = usize::try_from(committed.checked_sub(1)?).ok()?;
            found
                .used_share
                .get(at)
                .map(|share| format!("{} %", plain((share * Decimal::ONE_HUNDRED).round_dp(2))))
        };
        let unit = lang.with("load.staircase_unit", "currency", currency);
        Ok(Some(Self {
            sentence: sentence(lang, summary, &found, decimals),
            ties: ties(lang, &found),
            binds: set
                .committed_plan
                .and_then(term_months)
                .map(|months| lang.with("load.binds", "months", months)),
            mixes: mixes(lang, &found, decimals),
            formula: FormulaView {
                name: String::new(),
                pieces: pieces(lang, &found.formula),
                total: shown(found.best.total()),
            },
            chart: staircase(lang, unit, &costs),
            steps: costs
                .iter()
                .map(|(committed, cost)| StepView {
                    committed: *committed,
                    used: share(*committed).unwrap_or_else(|| "–".to_owned()),
                    cost: shown(*cost),
                    best: *committed == found.best.committed,
                })
                .collect(),
            prices: price_lines(lang, set),
        }))
    }
}

fn price_lines(lang: Lang, set: &PriceSet) -> Vec<(String, String)> {
    let text = |price: Option<Decimal>| price.map_or_else(|| lang.t("value.unknown"), |p| plain(p.round_dp(6)));
    let committed = match set.committed_plan {
        Some(plan) => lang.with("load.committed_plan", "plan", lang.t(&format!("plan.{plan}"))),
        None => lang.t("load.committed"),
    };
    vec![
        (lang.t("load.on_demand"), text(set.on_demand)),
        (committed, text(set.committed)),
        (lang.t("load.spot"), text(set.spot)),
    ]
}

/// Every number up to the peak, or some of them and always the best.
fn steps(peak: u32, best: u32) -> Vec<u32> {
    let by = peak.div_ceil(STEPS).max(1);
    let step = usize::try_from(by).unwrap_or(1);
    let mut all: Vec<u32> = (0..=peak).step_by(step).chain([best, peak]).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn percent(part: Decimal, whole: Decimal) -> String {
    let share = part.checked_div(whole).unwrap_or_default() * Decimal::ONE_HUNDRED;
    amount(rounded(share, 1))
}

fn sentence(lang: Lang, summary: &Summary, found: &Commitment, decimals: u32) -> String {
    let shown = |exact: Decimal| amount(rounded(exact, decimals));
    lang.fill(
        "load.best",
        &[
            ("n", &found.best.committed),
            ("peak", &summary.demand.peak()),
            ("total", &shown(found.best.total())),
            ("hours", &plain(found.hours.round_dp(2))),
            ("saving", &shown(found.saving())),
            ("percent", &percent(found.saving(), found.all_on_demand)),
        ],
    )
}

/// Accelerators that cost the same either way.
fn ties(lang: Lang, found: &Commitment) -> Option<String> {
    let (first, last) = (found.break_even.first()?, found.break_even.last()?);
    Some(lang.with(
        "load.tie",
        "which",
        super::super::text::range(&first.to_string(), &last.to_string()),
    ))
}

fn mixes(lang: Lang, found: &Commitment, decimals: u32) -> Vec<MixView> {
    let view = |name: String, mix: &Mix, best| {
        let total = mix.total();
        let parts = rounded_parts(&[Some(mix.committed_cost), Some(mix.rest_cost)], Some(total), decimals);
        let part = |at: usize| parts.get(at).copied().flatten().map_or_else(String::new, amount);
        MixView {
            name,
            committed: mix.committed.to_string(),
            committed_cost: part(0),
            rest_cost: part(1),
            total: amount(rounded(total, decimals)),
            saving: amount(rounded(found.all_on_demand - total, decimals)),
            best,
        }
    };
    let none = Mix {
        committed: 0,
        committed_cost: Decimal::ZERO,
        rest_cost: found.all_on_demand,
    };
    let mut mixes = vec![
        view(lang.t("load.mix.best"), &found.best, true),
        view(lang.t("load.mix.on_demand"), &none, false),
    ];
    mixes.extend(
        found
            .seed
            .as_ref()
            .map(|seed| view(lang.t("load.mix.seed"), seed, false)),
    );
    mixes
}
