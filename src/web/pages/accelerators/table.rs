//! Accelerators side by side: figures with their grade, and what one of them costs an hour, from the cheapest offer to the dearest.
//! Form factors and memory sizes are products of their own, and no mean over vendors stands in for a price.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use crate::domain::brief::{BadWord, Brief, Rule};
use crate::domain::capability::Finding;
use crate::domain::catalogue::{Accelerator, Attribute, Catalogue, Offer, Plan, Price, Subject, SubjectKind};
use crate::domain::evidence::grade_letter;
use crate::domain::ids::AcceleratorId;
use crate::domain::measure::all_in_prices;
use crate::domain::money::Currency;
use crate::web::ctx::Ctx;
use crate::web::lang::{Lang, fixed};
use crate::web::page::Shell;
use crate::web::pages::evidence::{attribute_texts, fact_text};
use crate::web::pages::ranking::{name_of, stale};
use crate::web::pages::tabs::Link;
use crate::web::sheet::{Field, Grid};
use crate::web::urls::{self, Pairs};

/// The figures of the table, in order.
const FIGURES: [&str; 7] = [
    "memory_gb",
    "memory_bandwidth_gb_s",
    "fp32_tflops",
    "tf32_tflops",
    "fp16_tflops",
    "interconnect",
    "interconnect_gb_s",
];

/// The generations that buyers of today choose between, as a ready-made choice.
const CLASSIC: [&str; 8] = [
    "t4",
    "a10g",
    "a100-pcie-40",
    "a100-sxm4-40",
    "a100-pcie-80",
    "a100-sxm4-80",
    "h100-pcie",
    "h100-sxm",
];

#[derive(Template)]
#[template(path = "accelerators.html")]
pub(super) struct AcceleratorsPage {
    shell: Shell,
    lang: Lang,
    action: String,
    kept: Pairs,
    heads: Vec<(String, String)>,
    rows: Vec<RowView>,
    choices: Vec<(String, String, bool)>,
    links: Vec<Link>,
    releases: String,
    count: String,
    downloads: Vec<Link>,
    release: String,
}

struct RowView {
    id: String,
    name: String,
    href: String,
    detail: String,
    figures: Vec<FigureView>,
    prices: Vec<PriceView>,
}

struct FigureView {
    href: Option<String>,
    text: String,
    missing: bool,
    grade: &'static str,
    as_of: String,
    source: String,
}

/// What one accelerator costs an hour on demand, in one currency.
struct PriceView {
    currency: Currency,
    ends: Vec<EndView>,
    of: String,
}

/// The cheapest or the dearest offer.
struct EndView {
    amount: String,
    href: String,
    offer: String,
    grade: &'static str,
    as_of: String,
    age: Option<String>,
    source: String,
}

impl AcceleratorsPage {
    /// The table of a query.
    ///
    /// # Errors
    /// [`BadWord`] names an accelerator that there is not.
    pub(super) fn new(ctx: &Ctx, catalogue: &Catalogue, brief: &Brief) -> Result<Self, BadWord> {
        let lang = ctx.lang;
        check(catalogue, &brief.accelerators)?;
        let offers = offers_by_accelerator(catalogue);
        let is_shown = |a: &&Accelerator| brief.accelerators.is_empty() || brief.accelerators.contains(&a.id);
        let rows: Vec<RowView> = catalogue
            .accelerators()
            .filter(is_shown)
            .map(|a| row(ctx, catalogue, a, offers.get(&a.id).map_or(&[], Vec::as_slice)))
            .collect();
        let release = lang.with("foot.release", "release", catalogue.release().number);
        let mut only = Brief {
            release: brief.release,
            accelerators: brief.accelerators.clone(),
            ..Brief::default()
        };
        let pairs = only.pairs();
        let page = urls::accelerators(lang, &Vec::new());
        let known = |id: &&str| catalogue.accelerator(id).is_some();
        only.accelerators = CLASSIC
            .iter()
            .filter(|id| known(id))
            .filter_map(|id| AcceleratorId::new(*id).ok())
            .collect();
        let classic = urls::accelerators(lang, &only.pairs());
        only.accelerators = BTreeSet::new();
        Ok(Self {
            shell: Shell::new(ctx, lang.t("accelerators.title"), release.clone(), &pairs),
            lang,
            action: page.clone(),
            kept: only.pairs(),
            heads: FIGURES
                .iter()
                .filter_map(|id| catalogue.attribute(id).map(|a| head(a, lang)))
                .collect(),
            count: lang.fill(
                "accelerators.count",
                &[("n", &rows.len()), ("m", &catalogue.accelerators().len())],
            ),
            rows,
            releases: urls::releases(lang),
            choices: catalogue
                .accelerators()
                .map(|a| (a.id.to_string(), a.name.clone(), brief.accelerators.contains(&a.id)))
                .collect(),
            links: vec![
                Link::new(classic, lang.t("accelerators.classic"), false),
                Link::new(
                    urls::accelerators(lang, &only.pairs()),
                    lang.t("accelerators.all"),
                    false,
                ),
            ],
            downloads: ["csv", "json"]
                .map(|format| Link::new(urls::data(&page, format, &pairs), format.to_uppercase(), false))
                .to_vec(),
            release,
        })
    }

    /// The rows in the digits of the page.
    pub(super) fn grid(&self) -> Grid {
        let mut heads: Vec<String> = ["accelerator_id", "accelerator"].map(str::to_owned).to_vec();
        for (name, unit) in &self.heads {
            let unit = if unit.is_empty() {
                String::new()
            } else {
                format!(" ({unit})")
            };
            heads.extend([
                format!("{name}{unit}"),
                format!("{name} grade"),
                format!("{name} as_of"),
            ]);
        }
        for word in [
            "currency",
            "lowest",
            "lowest_offer",
            "lowest_grade",
            "highest",
            "highest_offer",
            "highest_grade",
        ] {
            heads.push(format!("on_demand_per_gpu_hour {word}"));
        }
        let mut rows = Vec::new();
        for row in &self.rows {
            let mut start = vec![Field::text(&*row.id), Field::text(&*row.name)];
            for figure in &row.figures {
                start.extend([
                    Field::shown(&figure.text),
                    Field::text(figure.grade),
                    Field::text(&*figure.as_of),
                ]);
            }
            let priced = |price: Option<&PriceView>| {
                let mut fields = start.clone();
                fields.push(price.map_or(Field::Empty, |p| Field::text(p.currency.to_string())));
                let ends = price.map(|p| (p.ends.first(), p.ends.last()));
                for end in ends.map_or([None, None], |(low, high)| [low, high]) {
                    fields.push(end.map_or(Field::Empty, |e| Field::shown(&e.amount)));
                    fields.push(end.map_or(Field::Empty, |e| Field::text(&*e.offer)));
                    fields.push(end.map_or(Field::Empty, |e| Field::text(e.grade)));
                }
                fields
            };
            if row.prices.is_empty() {
                rows.push(priced(None));
            }
            rows.extend(row.prices.iter().map(|p| priced(Some(p))));
        }
        Grid {
            about: vec![
                self.release.clone(),
                self.lang.t("accelerators.lead"),
                self.lang.t("accelerators.price_note"),
            ],
            heads,
            rows,
        }
    }
}

fn check(catalogue: &Catalogue, asked: &BTreeSet<AcceleratorId>) -> Result<(), BadWord> {
    match asked.iter().find(|id| catalogue.accelerator(id.as_str()).is_none()) {
        None => Ok(()),
        Some(id) => {
            let known: Vec<&str> = catalogue.accelerators().map(|a| a.id.as_str()).collect();
            Err(BadWord::new(
                "gpu",
                id.as_str(),
                Rule::Missing { known: known.join(" ") },
            ))
        }
    }
}

fn head(attribute: &Attribute, lang: Lang) -> (String, String) {
    let (name, _) = attribute_texts(attribute, lang);
    (name.to_owned(), attribute.unit.clone())
}

fn offers_by_accelerator(catalogue: &Catalogue) -> BTreeMap<&AcceleratorId, Vec<&Offer>> {
    let mut found: BTreeMap<&AcceleratorId, Vec<&Offer>> = BTreeMap::new();
    for offer in catalogue.offers() {
        found.entry(&offer.accelerator).or_default().push(offer);
    }
    found
}

fn row(ctx: &Ctx, catalogue: &Catalogue, accelerator: &Accelerator, offers: &[&Offer]) -> RowView {
    let parts = [
        Some(accelerator.maker.clone()),
        accelerator.architecture.clone(),
        accelerator.form_factor.clone(),
    ];
    RowView {
        id: accelerator.id.to_string(),
        name: accelerator.name.clone(),
        href: urls::accelerator(ctx.lang, &accelerator.id),
        detail: parts.into_iter().flatten().collect::<Vec<_>>().join(" · "),
        figures: FIGURES
            .iter()
            .filter_map(|id| Some(figure(ctx, catalogue, accelerator, catalogue.attribute(id)?)))
            .collect(),
        prices: prices(ctx, catalogue, offers),
    }
}

/// A figure without its unit, which stands in the head.
fn figure(ctx: &Ctx, catalogue: &Catalogue, accelerator: &Accelerator, attribute: &Attribute) -> FigureView {
    let lang = ctx.lang;
    let facts = catalogue.facts(Subject::Accelerator(&accelerator.id), attribute.id.as_str());
    let finding = Finding::new(attribute.kind, facts);
    let bare = Attribute {
        unit: String::new(),
        ..attribute.clone()
    };
    let fact = finding.facts.first();
    FigureView {
        href: finding
            .was_looked_for()
            .then(|| urls::fact(lang, SubjectKind::Accelerator, accelerator.id.as_str(), &attribute.id)),
        text: match finding.nothing {
            Some(nothing) => lang.t(&format!("nothing.{}", nothing.word())),
            None => fact.map_or_else(String::new, |f| fact_text(&bare, &f.value, lang)),
        },
        missing: finding.nothing.is_some(),
        grade: fact.and_then(|f| f.evidence.grade).map_or("", grade_letter),
        as_of: fact.map_or_else(String::new, |f| dated(&f.evidence.as_of, lang)),
        source: fact.map_or_else(String::new, |f| f.evidence.source.clone()),
    }
}

fn dated(as_of: &crate::domain::evidence::AsOf, lang: Lang) -> String {
    if as_of.latest().is_none() {
        lang.t("age.undated")
    } else {
        as_of.to_string()
    }
}

/// The range of on-demand prices per accelerator and hour, each currency for itself; every end is one offer.
fn prices(ctx: &Ctx, catalogue: &Catalogue, offers: &[&Offer]) -> Vec<PriceView> {
    let mut found: BTreeMap<Currency, Vec<(f64, &Offer, &Price)>> = BTreeMap::new();
    for offer in offers {
        let Ok(parts) = all_in_prices(catalogue.prices(&offer.id), Plan::OnDemand) else {
            continue;
        };
        let whole: f64 = parts.iter().map(|(_, hourly)| hourly.units()).sum();
        if let Some((price, _)) = parts.first() {
            let each = whole / offer.count.as_f64();
            found.entry(price.currency).or_default().push((each, offer, price));
        }
    }
    found
        .into_iter()
        .map(|(currency, mut prices)| {
            prices.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| a.1.id.cmp(&b.1.id)));
            let vendors: BTreeSet<_> = prices.iter().map(|(_, offer, _)| &offer.vendor).collect();
            let mut ends: Vec<EndView> = prices.first().into_iter().map(|p| end(ctx, catalogue, p)).collect();
            let apart = prices
                .last()
                .zip(prices.first())
                .is_some_and(|(b, a)| fixed(a.0, 3) != fixed(b.0, 3));
            ends.extend(prices.last().filter(|_| apart).map(|p| end(ctx, catalogue, p)));
            let offers = ctx.lang.plural("accelerators.offers", prices.len());
            PriceView {
                currency,
                ends,
                of: format!("{offers}, {}", ctx.lang.plural("accelerators.vendors", vendors.len())),
            }
        })
        .collect()
}

fn end(ctx: &Ctx, catalogue: &Catalogue, (each, offer, price): &(f64, &Offer, &Price)) -> EndView {
    let lang = ctx.lang;
    EndView {
        amount: fixed(*each, 3),
        href: urls::offer(lang, &offer.id, &Vec::new()),
        offer: format!("{} · {}", name_of(catalogue, offer, lang), offer.instance_type),
        grade: price.evidence.grade.map_or("", grade_letter),
        as_of: dated(&price.evidence.as_of, lang),
        age: stale(&price.evidence.as_of, ctx.today, lang),
        source: price.evidence.source.clone(),
    }
}
