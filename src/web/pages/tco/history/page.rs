//! The page of a measured history.

use askama::Template;
use rust_decimal::Decimal;

use super::chart::{Day, curve, heat, points, shades};
use super::commitment::{CommitmentView, PriceSet};
use super::link::LoadQuery;
use super::notes::sentences;
use super::rules::{Outcome, RULES, rule_of};
use crate::domain::catalogue::Catalogue;
use crate::domain::cost::history::{MOST_GPUS, Summary};
use crate::domain::cost::rounded;
use crate::web::chart::LineChart;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, group};
use crate::web::page::Shell;
use crate::web::pages::ranking::{name_of, region_of};
use crate::web::pages::tabs::no_offer;
use crate::web::urls::{self, Pairs};

use super::super::text::{amount, plain};

/// The page.
#[derive(Template)]
#[template(path = "load.html")]
pub(super) struct LoadPage {
    shell: Shell,
    lang: Lang,
    back: String,
    action: String,
    error: Option<String>,
    /// Pasted rows that could not be read.
    typed: String,
    /// Words of the address that the upload takes along.
    kept: Pairs,
    fleet: u16,
    most_gpus: u32,
    rules: Vec<RuleField>,
    found: Option<Found>,
}

/// A part of the scaling rule.
struct RuleField {
    word: &'static str,
    label: String,
    value: u32,
    min: u32,
    max: u32,
}

/// What the address says of a history.
struct Found {
    facts: Vec<(String, String)>,
    notes: Vec<String>,
    mean: Option<MeanLinks>,
    heat: Vec<Day>,
    hours: Vec<u8>,
    shades: Vec<(&'static str, String)>,
    curve: Option<LineChart>,
    points: Vec<(u8, u8)>,
    commitment: Option<CommitmentView>,
    heading: String,
    offer: Option<(String, String)>,
    kept: Pairs,
    price_fields: Vec<(&'static str, String, String)>,
    offer_id: String,
    replay: Option<ReplayView>,
}

/// Where the mean leads.
struct MeanLinks {
    lifecycle: String,
    dynamic: String,
}

/// What came of a scaling rule.
struct ReplayView {
    rule: String,
    facts: Vec<(String, String)>,
}

impl LoadPage {
    pub(super) fn new(ctx: &Ctx, catalogue: &Catalogue, query: &LoadQuery) -> Result<Self, WebError> {
        let lang = ctx.lang;
        if let Some(id) = query.offer.as_ref().filter(|id| catalogue.offer(id.as_str()).is_none()) {
            return Err(no_offer("o", id, catalogue.offers().map(|o| &o.id)).into());
        }
        let pairs = query.pairs();
        let is_rule = |word: &str| RULES.iter().any(|(known, ..)| *known == word);
        let has_field = |word: &str| is_rule(word) || matches!(word, "fleet" | "h" | "n" | "r");
        let rules = RULES
            .iter()
            .zip(query.rules.values())
            .map(|((word, min, max, _), value)| RuleField {
                word,
                label: lang.t(&format!("load.rule.{word}")),
                value,
                min: *min,
                max: *max,
            });
        let found = match &query.history {
            Some((_, summary)) => Some(Found::new(lang, catalogue, (query, summary, &pairs))?),
            None => None,
        };
        Ok(Self {
            shell: Shell {
                description: lang.t("load.lead"),
                ..Shell::new(
                    ctx,
                    lang.t("load.title"),
                    lang.with("foot.release", "release", catalogue.release().number),
                    &pairs,
                )
            },
            lang,
            back: urls::tco(lang, &query.brief.pairs()),
            action: urls::load(lang, &Vec::new()),
            error: None,
            typed: String::new(),
            kept: pairs.iter().filter(|(word, _)| !has_field(word)).cloned().collect(),
            fleet: query.fleet.unwrap_or(1),
            most_gpus: MOST_GPUS,
            rules: rules.collect(),
            found,
        })
    }

    /// The same page with what is wrong with a file or with pasted rows, and those rows.
    pub(super) fn with_error(self, text: String, typed: String) -> Self {
        Self {
            error: Some(text),
            typed,
            ..self
        }
    }
}

impl Found {
    fn new(
        lang: Lang,
        catalogue: &Catalogue,
        (query, summary, pairs): (&LoadQuery, &Summary, &Pairs),
    ) -> Result<Self, WebError> {
        let currency = query.brief.shown_currency();
        let set = PriceSet::new(catalogue, query);
        let fault = |error: crate::domain::cost::CostError| WebError::Input {
            field: error.field(),
            text: error.to_string(),
        };
        let offer = query.offer.as_ref().and_then(|id| catalogue.offer(id.as_str()));
        let price_words = ["price_on_demand", "price_committed", "price_spot", "o"];
        let typed = [query.prices.on_demand, query.prices.committed, query.prices.spot];
        let labels = ["load.on_demand", "load.committed", "load.spot"];
        let fields = price_words.into_iter().zip(labels).zip(typed);
        Ok(Self {
            facts: facts(lang, summary),
            notes: sentences(lang, &query.notes),
            mean: mean(lang, query, summary),
            heat: heat(lang, summary),
            hours: (0..24).collect(),
            shades: shades(),
            curve: curve(lang, summary),
            points: points(summary),
            commitment: CommitmentView::new(lang, summary, &set, currency).map_err(fault)?,
            heading: lang.with("load.commitment", "currency", currency),
            offer: offer.map(|offer| {
                let name = name_of(catalogue, offer, lang);
                (
                    urls::offer(lang, &offer.id, &Vec::new()),
                    format!("{name} · {} · {}", offer.instance_type, region_of(offer, lang)),
                )
            }),
            kept: pairs
                .iter()
                .filter(|(word, _)| !price_words.contains(&word.as_str()))
                .cloned()
                .collect(),
            price_fields: fields
                .map(|((word, label), price)| {
                    (
                        word,
                        lang.t(label),
                        price.map_or_else(String::new, |p| p.normalize().to_string()),
                    )
                })
                .collect(),
            offer_id: query.offer.as_ref().map_or_else(String::new, ToString::to_string),
            replay: query.outcome.map(|outcome| replay_view(lang, &outcome, (&set, query))),
        })
    }
}

fn facts(lang: Lang, summary: &Summary) -> Vec<(String, String)> {
    let percent = |ppm: u32| format!("{} %", plain(Decimal::new(ppm.into(), 4).round_dp(2)));
    vec![
        (lang.t("load.mean"), percent(summary.mean_ppm)),
        (lang.t("load.peak"), percent(summary.peak_ppm)),
        (lang.t("load.samples"), group(&summary.samples.to_string())),
        (
            lang.t("load.step"),
            lang.with("load.seconds", "n", group(&summary.step_seconds.to_string())),
        ),
        (lang.t("load.hours"), plain(summary.demand.hours().round_dp(2))),
        (lang.t("load.gpus_peak"), summary.demand.peak().to_string()),
    ]
}

/// Links that take the mean into the models, as far as it can be a utilisation there.
fn mean(lang: Lang, query: &LoadQuery, summary: &Summary) -> Option<MeanLinks> {
    let mean = summary.mean_percent().round_dp(3).normalize();
    if mean < Decimal::ONE {
        return None;
    }
    let mut pairs: Pairs = query
        .brief
        .pairs()
        .into_iter()
        .filter(|(word, _)| word != "util")
        .collect();
    pairs.push(("util".to_owned(), mean.to_string()));
    pairs.push(("util_from".to_owned(), "history".to_owned()));
    let mut dynamic = pairs.clone();
    dynamic.push(("model".to_owned(), "dynamic".to_owned()));
    Some(MeanLinks {
        lifecycle: urls::tco(lang, &pairs),
        dynamic: urls::tco(lang, &dynamic),
    })
}

fn replay_view(lang: Lang, outcome: &Outcome, (set, query): (&PriceSet, &LoadQuery)) -> ReplayView {
    let done = &outcome.replayed;
    let rules = rule_of(outcome.values);
    let percent = |ppm: u32| ppm / 10_000;
    let mut rule = lang.fill(
        "load.rule_text",
        &[
            ("out_above", &percent(rules.out_above_ppm)),
            ("out_after", &rules.out_after_seconds),
            ("in_below", &percent(rules.in_below_ppm)),
            ("in_after", &rules.in_after_seconds),
            ("least", &rules.least),
            ("most", &rules.most),
            ("step", &rules.step),
        ],
    );
    if let Some(backlog) = rules.backlog {
        rule.push(' ');
        rule.push_str(&lang.fill(
            "load.backlog_text",
            &[
                ("backlog", &backlog.above_tasks),
                ("tasks", &backlog.tasks_per_gpu_hour),
                ("burst", &backlog.burst_gpus),
            ],
        ));
    }
    let hours = |seconds: u64| plain((Decimal::from(seconds) / Decimal::from(3600)).round_dp(2));
    // Work is in millionths of accelerator seconds.
    let work = |work: u128| {
        let exact = i128::try_from(work)
            .ok()
            .and_then(|work| Decimal::try_from_i128_with_scale(work, 6).ok());
        plain((exact.unwrap_or(Decimal::MAX) / Decimal::from(3600)).round_dp(2))
    };
    let decimals = query.brief.shown_currency().minor_digits();
    let burst_price = set.spot.or(set.on_demand);
    let cost = set
        .on_demand
        .zip(burst_price)
        .map(|(price, burst)| amount(rounded(done.cost(price, burst), decimals)));
    let mut facts = vec![
        (lang.t("load.replay.gpu_hours"), hours(done.gpu_seconds)),
        (lang.t("load.replay.short"), plain(done.hours_short().round_dp(2))),
        (lang.t("load.replay.short_work"), work(done.short_work)),
        (lang.t("load.replay.peak"), done.peak_gpus.to_string()),
        (lang.t("load.replay.changes"), group(&done.changes.to_string())),
        (
            lang.with("load.replay.cost", "currency", query.brief.shown_currency()),
            cost.unwrap_or_else(|| lang.t("value.unknown")),
        ),
    ];
    if rules.backlog.is_some() {
        facts.push((lang.t("load.replay.burst_hours"), hours(done.burst_gpu_seconds)));
        facts.push((lang.t("load.replay.waiting"), work(done.waiting_work)));
    }
    ReplayView { rule, facts }
}
