//! Prices as they are listed, side by side: in their own currency, of the whole instance or of one of its accelerators. An
//! unknown or incomplete price is worded and never compared, and neither are two currencies.

use super::cell::{Cell, Proof, Row, Section, mark_best};
use super::model::Column;
use crate::domain::catalogue::Plan;
use crate::domain::evidence::Evidence;
use crate::domain::measure::all_in_prices;
use crate::domain::money::{Currency, Micros};
use crate::domain::scoring::display::Tenths;
use crate::web::lang::{Lang, fixed, group, signed};
use crate::web::pages::ranking::{gap_text, stale};
use crate::web::pages::tabs::Scene;
use crate::web::pick::Per;
use crate::web::urls;

/// A price of one offer.
struct Listed {
    amount: f64,
    shown: String,
    currency: Currency,
    effective: bool,
}

/// The section of the prices.
pub(super) fn section(scene: &Scene<'_>, columns: &[Column], base: usize) -> Section {
    let lang = scene.ctx.lang;
    let per = scene.query.view.pick.per;
    let plans = [Plan::OnDemand, Plan::Spot, Plan::Reserved1y, Plan::Reserved3y];
    let listed: Vec<Vec<(Option<Listed>, Cell)>> = plans
        .iter()
        .map(|plan| columns.iter().map(|c| listed(scene, c, *plan)).collect())
        .collect();
    let mut currencies: Vec<Currency> = listed
        .iter()
        .flatten()
        .filter_map(|(l, _)| Some(l.as_ref()?.currency))
        .collect();
    currencies.sort_unstable();
    currencies.dedup();
    let one = if let [one] = currencies.as_slice() {
        Some(*one)
    } else {
        None
    };
    let rows = plans.iter().zip(listed).map(|(plan, found)| {
        let name = lang.t(&format!("plan.{plan}"));
        row(lang, name, found, (one, base))
    });
    let unit = match per {
        Per::Gpu => lang.t("price.per_gpu"),
        Per::Offer => lang.t("price.per_instance"),
    };
    let note = match one {
        Some(currency) => format!("{unit}, {currency}"),
        None if currencies.len() > 1 => format!("{unit}. {}", lang.t("compare.currencies")),
        None => unit,
    };
    Section {
        title: lang.t("offer.prices"),
        note,
        place: None,
        rows: rows.collect(),
    }
}

fn listed(scene: &Scene<'_>, column: &Column, plan: Plan) -> (Option<Listed>, Cell) {
    let (lang, today) = (scene.ctx.lang, scene.ctx.today);
    let parts = match all_in_prices(scene.prepared.catalogue().prices(&column.id), plan) {
        Ok(parts) => parts,
        Err(gap) => return (None, Cell::nothing(gap_text(&gap, lang))),
    };
    let Some((first, _)) = parts.first() else {
        return (None, Cell::nothing(lang.t("value.unknown")));
    };
    let whole = Micros(parts.iter().map(|(_, effective)| effective.0).sum());
    let (amount, shown) = match scene.query.view.pick.per {
        Per::Offer => (whole.units(), group(&whole.plain())),
        Per::Gpu => {
            let each = whole.units() / column.count;
            (each, fixed(each, 3))
        }
    };
    let effective = parts.iter().any(|(price, hourly)| price.hourly != *hourly);
    let all: Vec<&Evidence> = parts.iter().map(|(p, _)| &p.evidence).collect();
    let href = urls::prices(lang, &column.id, &Vec::new());
    let age = stale(&first.evidence.as_of, today, lang);
    let cell = Cell {
        proof: Proof::new(&all, None, href, (today, lang)).map(|proof| Proof {
            age_dates: age.is_some(),
            age,
            ..proof
        }),
        gap: effective.then(|| lang.t("price.effective")),
        ..Cell::of(shown.clone())
    };
    let listed = Listed {
        amount,
        shown,
        currency: first.currency,
        effective,
    };
    (Some(listed), cell)
}

fn row(lang: Lang, name: String, found: Vec<(Option<Listed>, Cell)>, (one, base): (Option<Currency>, usize)) -> Row {
    let base_price = found
        .get(base)
        .and_then(|(l, _)| l.as_ref())
        .map(|l| (l.amount, l.currency));
    let comparable = {
        let mut currencies = found.iter().filter_map(|(l, _)| Some(l.as_ref()?.currency));
        let first = currencies.next();
        currencies.all(|c| Some(c) == first)
    };
    // Less money is better; a price is exact.
    let rank: Vec<Option<(f64, f64)>> = found
        .iter()
        .map(|(l, _)| l.as_ref().filter(|_| comparable).map(|l| (-l.amount, -l.amount)))
        .collect();
    let mut cells: Vec<Cell> = found
        .into_iter()
        .enumerate()
        .map(|(place, (listed, cell))| {
            let Some(listed) = listed else { return cell };
            let shown = if one.is_some() {
                listed.shown
            } else {
                format!("{} {}", listed.shown, listed.currency)
            };
            let delta = base_price
                .filter(|(_, currency)| place != base && *currency == listed.currency)
                .map(|(amount, _)| delta(listed.amount, amount));
            Cell {
                shown,
                delta,
                gap: cell.gap.filter(|_| listed.effective),
                ..cell
            }
        })
        .collect();
    mark_best(&mut cells, &rank, lang);
    Row::plain(name, cells)
}

/// `+0.750 (+12.5 %)`.
fn delta(amount: f64, base: f64) -> String {
    let sign = if amount < base { "\u{2212}" } else { "+" };
    let apart = fixed((amount - base).abs(), 3);
    if base > 0.0 {
        let percent = signed(Tenths::nearest(100.0 * (amount / base - 1.0)));
        format!("{sign}{apart} ({percent} %)")
    } else {
        format!("{sign}{apart}")
    }
}
