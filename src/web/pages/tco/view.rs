//! The page of costs as one value: everything the template shows.

use askama::Template;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::detail::{DetailView, details};
use super::form::Form;
use super::list::{ApartView, RowView, apart, label, rows};
use super::text::{amount, hourly, plain, range};
use super::{Loaded, Scene};
use crate::domain::tco::{Entry, Model, Subject};
use crate::web::chart::{Axes, LineChart, Point, Series};
use crate::web::lang::{Lang, number};
use crate::web::money::rates_in_use;
use crate::web::page::Shell;
use crate::web::pages::ranking::foot;
use crate::web::pages::tabs::{Link, Tab, tabs};
use crate::web::urls::{self, Pairs};

/// Lines of the chart: six offers and the own machine.
const LINES: usize = 7;

/// The page of costs.
#[derive(Template)]
#[template(path = "tco.html")]
pub(super) struct TcoPage {
    shell: Shell,
    lang: Lang,
    back: String,
    tabs: Vec<Link>,
    models: Vec<Link>,
    action: String,
    heading: String,
    currency: String,
    sentence: String,
    form: Form,
    rows: Vec<RowView>,
    has_break_even: bool,
    apart: Vec<ApartView>,
    chart: Option<LineChart>,
    chart_notes: Vec<String>,
    columns: Vec<String>,
    months: Vec<MonthRow>,
    level_heads: Vec<String>,
    levels: Vec<(String, Vec<String>)>,
    details: Vec<DetailView>,
    rates: Option<String>,
    downloads: Vec<(String, &'static str)>,
    claim: (String, String),
    claims: bool,
}

/// A month of the table: its number, and for each line what it costs and what was paid by its end.
struct MonthRow {
    month: usize,
    cells: Vec<(String, String)>,
}

impl TcoPage {
    pub(super) fn new(scene: Scene<'_>) -> Self {
        let Scene {
            ctx,
            loaded,
            comparison,
        } = scene;
        let lang = ctx.lang;
        let pairs = loaded.pairs();
        let heading = heading(lang, loaded);
        let entries = &comparison.entries;
        Self {
            shell: Shell {
                description: lang.t("tco.lead"),
                ..Shell::new(ctx, heading.clone(), foot(lang, &loaded.prepared), &pairs)
            },
            lang,
            back: urls::ranking(lang, &loaded.query.pairs()),
            tabs: tabs(lang, &loaded.query, Tab::Tco),
            models: models(lang, loaded),
            action: urls::tco(lang, &Vec::new()),
            heading,
            currency: loaded.query.brief.shown_currency().to_string(),
            sentence: sentence(scene),
            form: Form::new(scene),
            rows: rows(scene),
            has_break_even: entries.iter().any(|entry| entry.break_even.is_some()),
            apart: apart(scene),
            chart: chart(scene),
            chart_notes: chart_notes(lang, entries),
            columns: entries.iter().map(|entry| label(scene, entry)).collect(),
            months: months(entries),
            level_heads: comparison
                .levels
                .iter()
                .map(|level| format!("{} %", plain(*level)))
                .collect(),
            levels: entries
                .iter()
                .map(|entry| (label(scene, entry), level_cells(entry)))
                .collect(),
            details: details(scene),
            rates: rates_in_use(&loaded.prepared, &loaded.query, lang),
            downloads: vec![
                (urls::tco_csv(lang, &pairs), "CSV"),
                (urls::tco_xlsx(lang, &pairs), "Excel"),
                (urls::tco_json(lang, &pairs), "JSON"),
            ],
            claim: claim(lang, loaded),
            claims: loaded.words.claim,
        }
    }
}

/// `6-month TCO, USD, without tax`.
pub(super) fn heading(lang: Lang, loaded: &Loaded) -> String {
    lang.fill(
        "tco.heading",
        &[
            ("months", &loaded.prepared.need().usage.whole_months()),
            ("currency", &loaded.query.brief.shown_currency()),
        ],
    )
}

/// The three models, and the page of measured histories.
pub(super) fn models(lang: Lang, loaded: &Loaded) -> Vec<Link> {
    let link = |model: Model| {
        let mut words = loaded.words.clone();
        words.model = model;
        let pairs = loaded.pairs_with(&words);
        let text = lang.t(&format!("tco.model.{}", model.word()));
        Link::new(urls::tco(lang, &pairs), text, model == loaded.words.model)
    };
    let history = Link::new(urls::load(lang, &load_pairs(loaded)), lang.t("load.tab"), false);
    Model::ALL.map(link).into_iter().chain([history]).collect()
}

/// The words that the page of histories takes along: the brief, and the first offer for its prices.
fn load_pairs(loaded: &Loaded) -> Pairs {
    let mut pairs = loaded.query.brief.pairs();
    let first = loaded.words.offers.first().or_else(|| loaded.best.first());
    pairs.extend(first.map(|id| ("o".to_owned(), id.to_string())));
    pairs
}

/// The cheapest in a sentence, where the numbers name one.
fn sentence(scene: Scene<'_>) -> String {
    let lang = scene.ctx.lang;
    let mut real = scene.comparison.entries.iter().filter(|entry| !entry.is_claim());
    match (real.next(), real.next()) {
        (None, _) => lang.t("tco.nothing"),
        (Some(only), None) => lang.fill(
            "tco.only",
            &[
                ("name", &label(scene, only)),
                ("total", &range(&amount(only.low.total), &amount(only.high.total))),
            ],
        ),
        (Some(first), Some(_)) => {
            let others = || scene.comparison.entries.iter().filter(|e| !e.is_claim()).skip(1);
            let apart = others().all(|other| first.high.total < other.low.total);
            let next = others().map(|other| other.low.total).min().unwrap_or_default();
            let is_one = |entry: &&Entry| entry.low.total == entry.high.total;
            let exact = is_one(&first)
                && others()
                    .filter(|other| other.low.total == next)
                    .all(|other| is_one(&other));
            let key = match (apart, exact) {
                (true, true) => "tco.cheapest",
                (true, false) => "tco.cheapest_least",
                (false, _) => "tco.cheapest_open",
            };
            lang.fill(
                key,
                &[("name", &label(scene, first)), ("by", &amount(next - first.high.total))],
            )
        }
    }
}

fn months(entries: &[Entry<'_>]) -> Vec<MonthRow> {
    let count = entries.first().map_or(0, |entry| entry.low.months.len());
    let of = |list: &[Decimal], at: usize| list.get(at).copied().unwrap_or_default();
    let cell = |entry: &Entry<'_>, at| {
        let both = |low: &[Decimal], high: &[Decimal]| range(&amount(of(low, at)), &amount(of(high, at)));
        (
            both(&entry.low.months, &entry.high.months),
            both(&entry.low.cumulative, &entry.high.cumulative),
        )
    };
    (0..count)
        .map(|at| MonthRow {
            month: at + 1,
            cells: entries.iter().map(|entry| cell(entry, at)).collect(),
        })
        .collect()
}

fn level_cells(entry: &Entry<'_>) -> Vec<String> {
    let both = entry.low.per_gpu_hour.iter().zip(&entry.high.per_gpu_hour);
    both.map(|(low, high)| range(&hourly(*low), &hourly(*high))).collect()
}

/// What was paid by the end of each month, at the least; machines first, as every offer is held against them.
fn chart(scene: Scene<'_>) -> Option<LineChart> {
    let lang = scene.ctx.lang;
    let entries = &scene.comparison.entries;
    let is_machine = |entry: &&Entry<'_>| matches!(entry.subject, Subject::Machine(_));
    let machines = entries.iter().filter(is_machine).count();
    let room = LINES.saturating_sub(machines);
    let mut offers = 0;
    let shown = entries.iter().filter(|entry| {
        offers += usize::from(!is_machine(entry));
        is_machine(entry) || offers <= room.min(LINES - 1)
    });
    let series: Vec<Series> = shown
        .map(|entry| Series {
            name: label(scene, entry),
            points: points(entry),
            steps: false,
            marks: entry.low.cumulative.len() <= 12,
        })
        .collect();
    let months = scene.loaded.prepared.need().usage.whole_months();
    let ticks: Vec<(f64, String)> = (0..=months)
        .map(|month| (f64::from(month), month.to_string()))
        .collect();
    let axes = Axes {
        x: &ticks,
        y: &|paid| number(paid, 0),
    };
    LineChart::new(lang.t("tco.chart"), lang.t("tco.chart_unit"), &series, &axes)
}

/// What the chart leaves out.
fn chart_notes(lang: Lang, entries: &[Entry<'_>]) -> Vec<String> {
    let some = (entries.len() > LINES).then(|| lang.t("tco.chart_some"));
    let open = entries.iter().any(Entry::is_open).then(|| lang.t("tco.chart_open"));
    some.into_iter().chain(open).collect()
}

fn points(entry: &Entry<'_>) -> Vec<Point> {
    let start = Point {
        x: 0.0,
        y: 0.0,
        label: "0".to_owned(),
    };
    let paid = (1..).zip(&entry.low.cumulative).map(|(month, paid)| Point {
        x: f64::from(month),
        y: paid.to_f64().unwrap_or_default(),
        label: format!("{month}: {}", amount(*paid)),
    });
    [start].into_iter().chain(paid).collect()
}

/// The link that puts the seed's two lines beside the offers, or takes them away.
fn claim(lang: Lang, loaded: &Loaded) -> (String, String) {
    let mut words = loaded.words.clone();
    words.claim = !words.claim;
    let pairs = loaded.pairs_with(&words);
    let key = if loaded.words.claim {
        "tco.claim_off"
    } else {
        "tco.claim_on"
    };
    (urls::tco(lang, &pairs), lang.t(key))
}
