//! The lines of the page as CSV, workbook and JSON: the same rows, unit, months and currency, and what they mean above them.

mod json;
mod workbook;

use axum::response::Response;
use rust_decimal::Decimal;

use super::Scene;
use super::list::{palette, reason_text};
use super::view::heading;
use crate::domain::catalogue::Offer;
use crate::domain::cost::on_premises::BreakEven;
use crate::domain::cost::rounded;
use crate::domain::tco::{Bound, Entry, Standing, Subject};
use crate::web::error::WebError;
use crate::web::money::rates_in_use;
use crate::web::pages::ranking::{foot, name_of};
use crate::web::sheet::{Sheet, text};

pub(super) use json::json;
pub(super) use workbook::xlsx;

/// Decimals of the price of a useful hour.
const HOURLY: u32 = 6;

/// What the rows mean: unit, months, currency, rates with their dates, release.
fn about(scene: Scene<'_>) -> Vec<String> {
    let (lang, loaded) = (scene.ctx.lang, scene.loaded);
    let usage = loaded.prepared.need().usage;
    vec![
        heading(lang, loaded),
        lang.fill(
            "tco.summary",
            &[
                ("gpus", &loaded.prepared.need().gpus),
                ("months", &usage.whole_months()),
                ("hours", &usage.hours),
                ("util", &usage.util),
            ],
        ),
        lang.t("tco.about_rows"),
        rates_in_use(&loaded.prepared, &loaded.query, lang).unwrap_or_else(|| lang.t("csv.no_conversion")),
        foot(lang, &loaded.prepared),
    ]
}

/// The columns of amounts: every part of the page.
fn parts(scene: Scene<'_>) -> Vec<&'static str> {
    let mut parts = palette(&scene.comparison.entries);
    let sold = |entry: &Entry<'_>| !entry.low.part("residual_value").is_zero();
    if scene.comparison.entries.iter().any(sold) {
        parts.push("residual_value");
    }
    parts
}

fn heads(scene: Scene<'_>) -> Vec<String> {
    let mut heads: Vec<String> = ["id", "vendor", "offer", "region", "plan", "instances", "bound"]
        .map(str::to_owned)
        .to_vec();
    heads.extend(parts(scene).into_iter().map(str::to_owned));
    heads.extend(["total", "useful_gpu_hours", "per_useful_gpu_hour"].map(str::to_owned));
    let levels = scene.comparison.levels.iter().skip(1);
    heads.extend(levels.map(|level| format!("per_useful_gpu_hour_at_{level}_percent")));
    heads.extend(["over_budget_by", "break_even_month", "owed_after", "remarks"].map(str::to_owned));
    heads
}

/// One line of a file.
struct Line {
    words: [String; 7],
    parts: Vec<Decimal>,
    total: Option<Decimal>,
    hours: Option<Decimal>,
    per_hour: Vec<Option<Decimal>>,
    over: Option<Decimal>,
    break_even: String,
    owed: Option<Decimal>,
    remarks: String,
}

fn lines(scene: Scene<'_>) -> Vec<Line> {
    let currency = scene.loaded.query.brief.shown_currency();
    let entries = scene.comparison.entries.iter();
    let known = entries.flat_map(|entry| {
        entry
            .bounds()
            .into_iter()
            .map(move |(name, bound)| (entry, name, bound))
    });
    let apart = scene.comparison.apart.iter().map(|(offer, reason)| Line {
        words: offer_words(scene, offer, [String::new(), String::new(), "unknown".to_owned()]),
        parts: Vec::new(),
        total: None,
        hours: None,
        per_hour: Vec::new(),
        over: None,
        break_even: String::new(),
        owed: None,
        remarks: reason_text(
            scene.ctx.lang,
            reason,
            (currency, scene.loaded.prepared.need().usage.term),
        ),
    });
    known
        .map(|(entry, name, bound)| line(scene, entry, (name, bound)))
        .chain(apart)
        .collect()
}

fn offer_words(scene: Scene<'_>, offer: &Offer, [plan, instances, bound]: [String; 3]) -> [String; 7] {
    [
        offer.id.to_string(),
        name_of(scene.loaded.prepared.catalogue(), offer, scene.ctx.lang),
        offer.instance_type.clone(),
        offer.region.clone(),
        plan,
        instances,
        bound,
    ]
}

fn line(scene: Scene<'_>, entry: &Entry<'_>, (name, bound): (&'static str, &Bound)) -> Line {
    let lang = scene.ctx.lang;
    let decimals = scene.loaded.query.brief.shown_currency().minor_digits();
    let (words, owed) = match &entry.subject {
        Subject::Offer(quote) => {
            let shape = [
                quote.plan.word().to_owned(),
                quote.instances.to_string(),
                name.to_owned(),
            ];
            let owed = quote.after.map(|after| rounded(after.owed, decimals));
            (offer_words(scene, quote.offer, shape), owed)
        }
        Subject::Machine(machine) => {
            let word = machine.kind.word();
            let title = lang.t(&format!("tco.machine.{word}"));
            let blank = String::new;
            (
                [
                    word.to_owned(),
                    blank(),
                    title,
                    blank(),
                    blank(),
                    blank(),
                    name.to_owned(),
                ],
                None,
            )
        }
    };
    let at = entry
        .break_even
        .map(|(low, high)| if name == "most" { high } else { low });
    Line {
        words,
        parts: parts(scene).iter().map(|part| bound.part(part)).collect(),
        total: Some(bound.total),
        hours: entry.useful_hours.first().copied(),
        per_hour: bound
            .per_gpu_hour
            .iter()
            .map(|price| price.map(|price| rounded(price, HOURLY)))
            .collect(),
        over: entry.standing.map(|standing| match standing {
            Standing::Over(_) | Standing::Perhaps(_) => {
                let budget = scene
                    .loaded
                    .query
                    .brief
                    .budget
                    .map(|b| b.decimal().normalize())
                    .unwrap_or_default();
                (bound.total - budget).max(Decimal::ZERO)
            }
            Standing::Within => Decimal::ZERO,
        }),
        break_even: match at {
            Some(BreakEven::Month(month)) => month.to_string(),
            Some(BreakEven::Never(_)) => "never".to_owned(),
            Some(BreakEven::Unknown) | None => String::new(),
        },
        owed,
        remarks: if entry.is_claim() {
            lang.t("tco.claim_tag")
        } else {
            String::new()
        },
    }
}

/// The file as CSV.
pub(super) fn csv(scene: Scene<'_>) -> Result<Response, WebError> {
    let mut sheet = Sheet::new(&about(scene))?;
    sheet.row(heads(scene))?;
    let shown = |amount: Option<Decimal>| amount.map_or_else(String::new, |amount| amount.to_string());
    let width = (parts(scene).len(), scene.comparison.levels.len());
    for line in lines(scene) {
        let mut cells: Vec<String> = line.words.iter().map(|word| text(word)).collect();
        let amounts = line.parts.iter().copied().map(Some).chain([None].into_iter().cycle());
        cells.extend(amounts.take(width.0).map(shown));
        cells.push(shown(line.total));
        cells.push(shown(line.hours.map(|hours| hours.normalize())));
        cells.extend(
            line.per_hour
                .iter()
                .copied()
                .chain([None].into_iter().cycle())
                .take(width.1)
                .map(shown),
        );
        cells.extend([shown(line.over), line.break_even, shown(line.owed), text(&line.remarks)]);
        sheet.row(cells)?;
    }
    sheet.response("tco", scene.loaded.prepared.catalogue().release().number)
}
