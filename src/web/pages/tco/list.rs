//! The list of a comparison: a line for each offer and machine, with its total, its bar and what goes with it.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use super::Scene;
use super::text::{amount, hourly, part_of, range};
use crate::domain::catalogue::{Catalogue, Completeness, Offer};
use crate::domain::cost::lifecycle::COMPONENTS;
use crate::domain::cost::on_premises::BreakEven;
use crate::domain::measure::Gap;
use crate::domain::money::Currency;
use crate::domain::tco::{Bound, Entry, Quote, Reason, Standing, Subject};
use crate::domain::usage::Term;
use crate::web::chart::place;
use crate::web::lang::{Lang, group};
use crate::web::pages::ranking::{gap_text, name_of, place_of, region_of};
use crate::web::urls;

/// A line of the list.
pub(super) struct RowView {
    /// The id of its anchor.
    pub id: String,
    /// Its place by cost; empty for a claim.
    pub place: String,
    /// The vendor or the machine.
    pub name: String,
    /// The instance type; empty for a machine.
    pub kind: String,
    /// The page of the offer.
    pub href: Option<String>,
    /// Accelerators, region and plan.
    pub detail: String,
    /// It is a claim.
    pub claim: bool,
    /// The total, or the least and the most.
    pub total: String,
    /// How it stands to the budget: class and words.
    pub standing: Option<(&'static str, String)>,
    /// A useful accelerator hour.
    pub per_hour: String,
    /// From which month on the own machine is cheaper.
    pub break_even: Option<String>,
    /// What a reservation costs after the horizon.
    pub after: Option<String>,
    /// The egress price is open.
    pub open: Option<String>,
    /// The bar.
    pub bar: Bar,
}

/// A bar of parts on the scale of the list.
pub(super) struct Bar {
    /// The parts that cost something.
    pub parts: Vec<BarPart>,
    /// From the least to the most: start and width in percent.
    pub open: Option<(String, String)>,
}

/// A part of a bar.
pub(super) struct BarPart {
    /// Its colour.
    pub place: usize,
    /// It is hatched as well, as colours come round again.
    pub hatched: bool,
    /// It is taken off, so it has no place in the bar.
    pub off: bool,
    /// Start and width in percent; no width for what is taken off.
    pub span: (String, String),
    /// Its name.
    pub name: String,
    /// Its amount.
    pub amount: String,
}

/// An offer without a total.
pub(super) struct ApartView {
    /// Its name.
    pub name: String,
    /// Its page.
    pub href: String,
    /// Accelerators and region.
    pub detail: String,
    /// Why.
    pub reason: String,
    /// What is known of its price all the same.
    pub known: Vec<String>,
    /// The field for a quoted price: its word and its value.
    pub price: (String, String),
}

/// The keys of all parts on the page in a fixed order: their places are their colours.
pub(super) fn palette(entries: &[Entry<'_>]) -> Vec<&'static str> {
    const MACHINE: [&str; 6] = ["purchase", "rent", "power", "hosting", "maintenance", "staff"];
    let all = COMPONENTS.iter().map(|component| component.word()).chain(MACHINE);
    let used = |part: &&str| {
        let bounds = entries.iter().flat_map(|entry| [&entry.low, &entry.high]);
        bounds.flat_map(|bound| &bound.parts).any(|(word, _)| word == part)
    };
    all.filter(used).collect()
}

/// The lines.
pub(super) fn rows(scene: Scene<'_>) -> Vec<RowView> {
    let entries = &scene.comparison.entries;
    let palette = palette(entries);
    let most = entries.iter().map(|entry| entry.high.total).max().unwrap_or_default();
    let mut place = 0_usize;
    entries
        .iter()
        .map(|entry| {
            place += usize::from(!entry.is_claim());
            RowView {
                place: if entry.is_claim() {
                    String::new()
                } else {
                    place.to_string()
                },
                ..row(scene, entry, (&palette, most))
            }
        })
        .collect()
}

fn row(scene: Scene<'_>, entry: &Entry<'_>, (palette, most): (&[&'static str], Decimal)) -> RowView {
    let (lang, catalogue) = (scene.ctx.lang, scene.loaded.prepared.catalogue());
    let currency = scene.loaded.query.brief.shown_currency();
    let per_hour = |bound: &Bound| hourly(bound.per_gpu_hour.first().copied().flatten());
    let (name, kind, href, detail) = match &entry.subject {
        Subject::Offer(quote) => (
            name_of(catalogue, quote.offer, lang),
            quote.offer.instance_type.clone(),
            Some(urls::offer(lang, &quote.offer.id, &scene.loaded.query.pairs())),
            quote_detail(lang, catalogue, quote),
        ),
        Subject::Machine(machine) => (
            lang.t(&format!("tco.machine.{}", machine.kind.word())),
            String::new(),
            None,
            lang.with("tco.machine_gpus", "n", machine.accelerators.normalize()),
        ),
    };
    let after = match &entry.subject {
        Subject::Offer(quote) => quote.after.map(|after| {
            let owed = crate::domain::cost::rounded(after.owed, currency.minor_digits());
            lang.fill("tco.after", &[("months", &after.months), ("amount", &amount(owed))])
        }),
        Subject::Machine(_) => None,
    };
    let is_open = matches!(&entry.subject, Subject::Offer(quote) if quote.egress_open);
    RowView {
        id: entry.id().to_owned(),
        place: String::new(),
        name,
        kind,
        href,
        detail,
        claim: entry.is_claim(),
        total: range(&amount(entry.low.total), &amount(entry.high.total)),
        standing: entry.standing.map(|standing| standing_text(lang, standing)),
        per_hour: range(&per_hour(&entry.low), &per_hour(&entry.high)),
        break_even: entry.break_even.map(|both| break_even_text(lang, both)),
        after,
        open: is_open.then(|| lang.t("gap.bounded_transfer")),
        bar: bar(lang, entry, palette, most),
    }
}

/// The name of a line in one text.
pub(super) fn label(scene: Scene<'_>, entry: &Entry<'_>) -> String {
    let lang = scene.ctx.lang;
    match &entry.subject {
        Subject::Offer(quote) => {
            let name = name_of(scene.loaded.prepared.catalogue(), quote.offer, lang);
            format!("{name} · {}", quote.offer.instance_type)
        }
        Subject::Machine(machine) => lang.t(&format!("tco.machine.{}", machine.kind.word())),
    }
}

fn quote_detail(lang: Lang, catalogue: &Catalogue, quote: &Quote<'_>) -> String {
    let accelerator = catalogue.accelerator(quote.offer.accelerator.as_str());
    let accelerator = accelerator.map_or(quote.offer.accelerator.as_str(), |a| a.name.as_str());
    let mut parts = vec![
        format!("{} × {} × {accelerator}", quote.instances, quote.offer.count),
        place_of(quote.offer, lang),
        lang.t(&format!("plan.{}", quote.plan)),
    ];
    let burst = quote.burst_plan.map(|plan| lang.t(&format!("plan.{plan}")));
    parts.extend(burst.map(|plan| lang.with("tco.burst_plan", "plan", plan)));
    if quote.quoted {
        parts.push(lang.t("tco.quoted"));
    }
    parts.join(" · ")
}

/// How a total stands to the budget, as a class and in words.
pub(super) fn standing_text(lang: Lang, standing: Standing) -> (&'static str, String) {
    match standing {
        Standing::Within => ("within", lang.t("tco.budget_within")),
        Standing::Perhaps(by) => ("perhaps", lang.with("tco.budget_perhaps", "by", amount(by))),
        Standing::Over(by) => ("over", lang.with("tco.budget_over", "by", amount(by))),
    }
}

/// From which month on the own machine is cheaper.
pub(super) fn break_even_text(lang: Lang, (low, high): (BreakEven, BreakEven)) -> String {
    let text = |at: BreakEven| match at {
        BreakEven::Month(month) => lang.with("tco.break_even", "month", month),
        BreakEven::Never(months) => lang.with("tco.break_even_never", "months", months),
        BreakEven::Unknown => lang.t("value.unknown"),
    };
    if low == high {
        text(low)
    } else {
        lang.fill("tco.break_even_open", &[("low", &text(low)), ("high", &text(high))])
    }
}

fn bar(lang: Lang, entry: &Entry<'_>, palette: &[&'static str], most: Decimal) -> Bar {
    let percent = |amount: Decimal| amount.checked_div(most).and_then(|share| share.to_f64()).unwrap_or(0.0) * 100.0;
    let width = |x: f64| format!("{}%", place(x));
    // Nothing has as many decimals as every other amount.
    let digits = |mut amount: Decimal| {
        amount.rescale(entry.low.total.scale());
        amount
    };
    let mut at = 0.0;
    let sold = entry.low.part("residual_value");
    let mut keys: Vec<&'static str> = entry.low.parts.iter().map(|(word, _)| *word).collect();
    keys.extend(entry.high.parts.iter().map(|(word, _)| *word));
    keys.sort_by_key(|word| palette.iter().position(|known| known == word).unwrap_or(usize::MAX));
    keys.dedup();
    let parts = keys.into_iter().map(|word| {
        let (low, high) = (entry.low.part(word), entry.high.part(word));
        // What the machine is sold for is taken off what it was bought for.
        let drawn = if word == "purchase" { low + sold } else { low };
        let length = if drawn.is_sign_positive() { percent(drawn) } else { 0.0 };
        let span = (width(at), width(length));
        at += length;
        let number = palette.iter().position(|known| *known == word).unwrap_or_default();
        BarPart {
            place: number % 6,
            hatched: number >= 6,
            off: word == "residual_value",
            span,
            name: part_of(lang, word),
            amount: range(&amount(digits(low)), &amount(digits(high))),
        }
    });
    let parts = parts.collect();
    let (low, high) = (percent(entry.low.total), percent(entry.high.total));
    Bar {
        parts,
        open: entry.is_open().then(|| (width(low), width(high - low))),
    }
}

/// What has no total.
pub(super) fn apart(scene: Scene<'_>) -> Vec<ApartView> {
    let (lang, catalogue) = (scene.ctx.lang, scene.loaded.prepared.catalogue());
    let currency = scene.loaded.query.brief.shown_currency();
    let view = |(offer, reason): &(&Offer, Reason)| ApartView {
        name: format!("{} · {}", name_of(catalogue, offer, lang), offer.instance_type),
        href: urls::offer(lang, &offer.id, &scene.loaded.query.pairs()),
        detail: format!("{} · {}", offer.accelerator, region_of(offer, lang)),
        reason: reason_text(lang, reason, (currency, scene.loaded.prepared.need().usage.term)),
        known: known_prices(lang, catalogue, offer, (reason, currency)),
        price: {
            let quoted = scene.loaded.words.prices.get(&offer.id);
            let value = quoted.map_or_else(String::new, |price| price.normalize().to_string());
            (format!("price.{}", offer.id), value)
        },
    };
    scene.comparison.apart.iter().map(view).collect()
}

/// Why an offer has no total.
pub(super) fn reason_text(lang: Lang, reason: &Reason, (currency, term): (Currency, Term)) -> String {
    let no_rate = |from: Currency| lang.fill("tco.no_rate", &[("currency", &from), ("shown", &currency)]);
    match reason {
        Reason::Gap(Gap::NoRate(from)) => no_rate(*from),
        Reason::Gap(Gap::NoPrice) => match term {
            Term::Best => gap_text(&Gap::NoPrice, lang),
            Term::Plan(plan) => lang.with("tco.no_price_plan", "plan", lang.t(&format!("plan.{plan}"))),
        },
        Reason::Gap(gap) => gap_text(gap, lang),
        Reason::NoRateFromUsd => no_rate(Currency::USD),
        Reason::Cost(error) => error.to_string(),
    }
}

/// Listed prices in their own currency: of what is known, and of what they cannot be converted into.
fn known_prices(
    lang: Lang,
    catalogue: &Catalogue,
    offer: &Offer,
    (reason, currency): (&Reason, Currency),
) -> Vec<String> {
    let prices = catalogue.prices(&offer.id).iter();
    let listed = prices.map(|price| {
        let part = match price.completeness {
            Completeness::AllIn => lang.t("tco.price_all_in"),
            Completeness::HostOnly => lang.t("tco.price_host"),
            Completeness::AcceleratorOnly => lang.t("tco.price_accelerators"),
        };
        lang.fill(
            "tco.listed",
            &[
                ("plan", &lang.t(&format!("plan.{}", price.plan))),
                ("part", &part),
                ("amount", &group(&price.hourly.plain())),
                ("currency", &price.currency),
            ],
        )
    });
    let mut known: Vec<String> = listed.collect();
    if matches!(reason, Reason::Gap(Gap::NoRate(_)) | Reason::NoRateFromUsd) {
        known.push(lang.with("tco.unknown_in", "currency", currency));
    }
    known
}
