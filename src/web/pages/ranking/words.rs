//! Raw values, gates and names in the words of a page.

use rust_decimal::Decimal;

use crate::domain::catalogue::{Area, Catalogue, Offer};
use crate::domain::cost::rounded;
use crate::domain::measure::Gap;
use crate::domain::ranking::{Budget, MeasuredOffer, Prepared, Question};
use crate::domain::scoring::{Cell, Outcome, Raw};
use crate::web::lang::{Lang, group, number};
use crate::web::money::Money;

/// The vendor's name in the page's language.
#[must_use]
pub fn name_of(catalogue: &Catalogue, offer: &Offer, lang: Lang) -> String {
    let Some(vendor) = catalogue.vendor(offer.vendor.as_str()) else {
        return offer.vendor.to_string();
    };
    match (lang, &vendor.name_zh) {
        (Lang::Zh, Some(name)) => name.clone(),
        (Lang::Zh | Lang::En, _) => vendor.name.clone(),
    }
}

/// An offer's region; in words where the catalogue has none.
#[must_use]
pub fn region_of(offer: &Offer, lang: Lang) -> String {
    match offer.area {
        Area::Unspecified => lang.t("area.unspecified"),
        Area::Global => lang.t("area.global"),
        Area::Us | Area::Ca | Area::Latam | Area::Eu | Area::Me | Area::Af | Area::Cn | Area::Apac => {
            offer.region.clone()
        }
    }
}

/// An offer's region and the part of the world that it lies in.
#[must_use]
pub fn place_of(offer: &Offer, lang: Lang) -> String {
    if matches!(offer.area, Area::Unspecified | Area::Global) {
        return region_of(offer, lang);
    }
    format!("{} ({})", offer.region, lang.t(&format!("area.{}", offer.area)))
}

/// An offer's accelerators: `8 × H100 SXM5 80GB`.
#[must_use]
pub fn accelerators_of(catalogue: &Catalogue, offer: &Offer) -> String {
    let accelerator = catalogue.accelerator(offer.accelerator.as_str());
    let name = accelerator.map_or(offer.accelerator.as_str(), |a| a.name.as_str());
    format!("{} × {name}", offer.count)
}

/// A raw value with its unit.
#[must_use]
pub fn cell_text(cell: &Cell, unit: &str, lang: Lang) -> String {
    let with_unit = |text: String| with_unit(text, unit, lang);
    match cell {
        Cell::Known { x, .. } => with_unit(raw_text(x, lang)),
        Cell::Range { lo, hi, .. } => with_unit(format!("{}–{}", raw_text(lo, lang), raw_text(hi, lang))),
        Cell::Unknown => lang.t("value.unknown"),
        Cell::Absent => lang.t("value.absent"),
    }
}

/// A value and its unit. A unit that is a scale of its own, as `0–5` or `H100 = 100`, stands in brackets.
#[must_use]
pub fn with_unit(text: String, unit: &str, lang: Lang) -> String {
    const WORDS: [&str; 6] = ["minutes", "min", "days", "months", "models", "GPUs"];
    if unit.is_empty() || unit == "yes/no" {
        text
    } else if WORDS.contains(&unit) {
        format!("{text} {}", lang.t(&format!("unit.{unit}")))
    } else if unit.starts_with(|c: char| c.is_ascii_digit()) || unit.contains('=') {
        format!("{text} ({unit})")
    } else {
        format!("{text} {unit}")
    }
}

fn raw_text(raw: &Raw, lang: Lang) -> String {
    match raw {
        Raw::Number(x) => number(*x, if x.abs() < 100.0 { 3 } else { 1 }),
        Raw::Flag(yes) => lang.t(if *yes { "value.yes" } else { "value.no" }),
        Raw::Label(text) => text.clone(),
    }
}

/// What a gate asks and what was found: `SLA ≥ 99.95 %: 99.5 %`.
#[must_use]
pub fn gate_reason(prepared: &Prepared, measured: &MeasuredOffer, question: Question, lang: Lang) -> String {
    let (asked, found) = gate_parts(prepared, measured, question, lang);
    lang.fill("gate.reason", &[("asked", &asked), ("found", &found)])
}

/// What a gate asks, and what was found.
#[must_use]
pub fn gate_parts(prepared: &Prepared, measured: &MeasuredOffer, question: Question, lang: Lang) -> (String, String) {
    match question {
        Question::Rule(place) => {
            let rule = prepared.scorecard().gates.get(place);
            let cell = measured.gate_cells.get(place).unwrap_or(&Cell::Unknown);
            let unit = rule.map_or("", |r| r.unit.as_str());
            (
                rule.map_or_else(String::new, |r| lang.text(&r.name).to_owned()),
                cell_text(cell, unit, lang),
            )
        }
        Question::Vram => {
            let needed = number(prepared.need().vram_gb, 1);
            let found = measured.vram_gb;
            let found = found.map_or_else(|| lang.t("value.unknown"), |gb| format!("{} GB", number(gb, 1)));
            (lang.fill("gate.vram", &[("gb", &needed)]), found)
        }
        Question::Budget(budget) => budget_texts(prepared, measured, budget, lang),
        Question::Area => (lang.t("gate.area"), lang.t(&format!("area.{}", measured.offer.area))),
    }
}

/// What is asked of a cost, and what it is: within the budget, or by how much it is over.
fn budget_texts(prepared: &Prepared, measured: &MeasuredOffer, budget: Budget, lang: Lang) -> (String, String) {
    let money = Money::of(prepared.catalogue(), budget.currency);
    let limit = format!("{} {}", group(&budget.amount.to_string()), budget.currency);
    let found = match &measured.cost {
        Err(gap) => gap_text(gap, lang),
        Ok(cost) => match (money.whole_range(cost.total), budget.dollars) {
            (Some(cost_text), Some(dollars)) => {
                let over = cost.total.0.decimal() - Decimal::from_i128_with_scale(dollars.0.into(), 6);
                let over = money
                    .of_usd(over)
                    .filter(|over| over.is_sign_positive() && !over.is_zero());
                match over {
                    None => format!("{cost_text} {}", budget.currency),
                    Some(over) => lang.fill(
                        "gate.over_budget",
                        &[
                            ("cost", &cost_text),
                            ("currency", &budget.currency),
                            ("over", &group(&rounded(over, 0).to_string())),
                        ],
                    ),
                }
            }
            _ => lang.fill("money.no_rate", &[("currency", &"USD"), ("shown", &budget.currency)]),
        },
    };
    (lang.with("gate.budget", "budget", limit), found)
}

/// The word of an outcome.
#[must_use]
pub fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::Unknown => "unknown",
    }
}

/// Why a value is missing, in a sentence.
#[must_use]
pub fn gap_text(gap: &Gap, lang: Lang) -> String {
    match gap {
        Gap::NoFact => lang.t("gap.no_fact"),
        Gap::LookedFor => lang.t("gap.looked_for"),
        Gap::OnlyUnsourced => lang.t("gap.only_unsourced"),
        Gap::NoPrice => lang.t("gap.no_price"),
        Gap::IncompletePrice => lang.t("gap.incomplete_price"),
        Gap::NoRate(currency) => lang.fill("gap.no_rate", &[("currency", currency)]),
        Gap::BoundedTransfer => lang.t("gap.bounded_transfer"),
        Gap::BoundedByOnDemand => lang.t("gap.bounded"),
        Gap::NoCommonRound => lang.t("gap.no_common_round"),
    }
}
