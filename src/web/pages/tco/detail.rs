//! A line taken apart: its formula with the numbers put in, what it rests on, and its months by component.

use super::Scene;
use super::form::word_of;
use super::list::label;
use super::text::{FormulaView, Piece, amount, name_of, origin_of, part_of, pieces, said, unit_of};
use crate::domain::catalogue::Plan;
use crate::domain::cost::formula::{Assumption, Origin};
use crate::domain::measure::Basis;
use crate::domain::tco::{Bound, Entry, Machine, Quote, Subject};
use crate::web::pages::evidence::EvidenceView;

/// A line taken apart.
pub(super) struct DetailView {
    /// Its anchor.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The formula of each bound: its name, empty where there is only one, the pieces and the total.
    pub formulas: Vec<FormulaView>,
    /// What it rests on.
    pub assumptions: Vec<AssumptionView>,
    /// Exchange rates it was converted with.
    pub rates: Vec<(String, EvidenceView)>,
    /// The field for a quoted price: its word and its value.
    pub price: Option<(String, String)>,
    /// Months by component: headings, and for each month its amounts.
    pub months: Option<MonthParts>,
}

/// Months by component.
pub(super) struct MonthParts {
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// Something a result rests on.
pub(super) struct AssumptionView {
    pub name: String,
    pub value: String,
    pub unit: String,
    pub origin: String,
    /// The field that changes it.
    pub field: Option<String>,
    pub sources: Vec<EvidenceView>,
}

/// Every line of the list.
pub(super) fn details(scene: Scene<'_>) -> Vec<DetailView> {
    scene
        .comparison
        .entries
        .iter()
        .map(|entry| detail(scene, entry))
        .collect()
}

fn detail(scene: Scene<'_>, entry: &Entry<'_>) -> DetailView {
    let lang = scene.ctx.lang;
    let base = DetailView {
        id: entry.id().to_owned(),
        title: label(scene, entry),
        formulas: Vec::new(),
        assumptions: Vec::new(),
        rates: Vec::new(),
        price: None,
        months: months(scene, &entry.low),
    };
    match &entry.subject {
        Subject::Offer(quote) => {
            let word = format!("price.{}", quote.offer.id);
            let quoted = scene.loaded.words.prices.get(&quote.offer.id);
            let bounds = entry.bounds().into_iter().zip([&quote.low, &quote.high]);
            DetailView {
                formulas: bounds
                    .map(|((name, bound), table)| FormulaView {
                        name: if name == "exact" {
                            String::new()
                        } else {
                            lang.t(&format!("tco.bound.{name}"))
                        },
                        pieces: pieces(lang, &table.formula),
                        total: amount(bound.total),
                    })
                    .collect(),
                assumptions: assumptions(scene, quote),
                rates: rates(scene, quote),
                price: Some((word, quoted.map_or_else(String::new, |p| p.normalize().to_string()))),
                ..base
            }
        }
        Subject::Machine(machine) => DetailView {
            formulas: machine_formulas(scene, machine, &entry.low),
            assumptions: machine
                .inputs
                .assumptions()
                .iter()
                .filter(|of| of.origin == Origin::Given || !is_nothing(of))
                .map(|of| assumption(scene, of, Vec::new()))
                .collect(),
            ..base
        },
    }
}

fn is_nothing(of: &Assumption) -> bool {
    matches!(of.value, crate::domain::cost::Said::Number(number) if number.is_zero())
}

/// The sum of the parts, and a month of power.
fn machine_formulas(scene: Scene<'_>, machine: &Machine, bound: &Bound) -> Vec<FormulaView> {
    let lang = scene.ctx.lang;
    let mut sum = Vec::new();
    for (word, part) in &bound.parts {
        let (sign, size) = if part.is_sign_negative() {
            ("\u{2212}", -*part)
        } else {
            ("+", *part)
        };
        if !sum.is_empty() || part.is_sign_negative() {
            sum.push(Piece {
                text: sign.to_owned(),
                name: String::new(),
            });
        }
        sum.push(Piece {
            text: amount(size),
            name: part_of(lang, word),
        });
    }
    let mut formulas = vec![FormulaView {
        name: String::new(),
        pieces: sum,
        total: amount(bound.total),
    }];
    if !machine.inputs.tdp_kw.value.is_zero() {
        let inputs = &machine.inputs;
        let month =
            inputs.tdp_kw.value * inputs.pue.value * inputs.electricity_price.value * inputs.hours_per_month.value;
        let decimals = scene.loaded.query.brief.shown_currency().minor_digits();
        formulas.push(FormulaView {
            name: lang.t("tco.power_month"),
            pieces: pieces(lang, &machine.owned.power_formula),
            total: amount(crate::domain::cost::rounded(month, decimals)),
        });
    }
    formulas
}

fn assumptions(scene: Scene<'_>, quote: &Quote<'_>) -> Vec<AssumptionView> {
    let evidence = |basis: &Basis<'_>| {
        basis
            .evidence()
            .map(|e| EvidenceView::new(e, scene.ctx.today, scene.ctx.lang))
    };
    let of_plan = |plan: Option<Plan>| {
        let stands = |basis: &&Basis<'_>| matches!(basis, Basis::Price(price) if Some(price.plan) == plan);
        quote.basis.iter().filter(stands).filter_map(evidence).collect()
    };
    let facts = || {
        let stands = |basis: &&Basis<'_>| matches!(basis, Basis::Fact(_));
        quote.basis.iter().filter(stands).filter_map(evidence).collect()
    };
    // The table at the most holds the dearest egress price beside the least of 0.
    let open = quote
        .egress_open
        .then(|| quote.high.assumptions.iter().find(|of| of.name == "egress_per_tb"));
    let listed = quote
        .low
        .assumptions
        .iter()
        .filter(|of| !(quote.egress_open && of.name == "egress_per_tb"));
    listed
        .chain(open.flatten())
        .map(|of| {
            let sources = match (of.name, of.origin) {
                ("hourly" | "upfront" | "term_months", Origin::Offer) => of_plan(Some(quote.plan)),
                ("burst_hourly", Origin::Offer) => of_plan(quote.burst_plan),
                ("egress_per_tb", Origin::Offer) => facts(),
                _ => Vec::new(),
            };
            let view = assumption(scene, of, sources);
            if quote.egress_open && of.name == "egress_per_tb" {
                AssumptionView {
                    value: format!("0–{}", view.value),
                    ..view
                }
            } else {
                view
            }
        })
        .collect()
}

fn assumption(scene: Scene<'_>, of: &Assumption, sources: Vec<EvidenceView>) -> AssumptionView {
    let lang = scene.ctx.lang;
    AssumptionView {
        name: name_of(lang, of.name),
        value: said(lang, of),
        unit: unit_of(lang, of.unit, scene.loaded.query.brief.shown_currency()),
        origin: origin_of(lang, of.origin),
        field: word_of(of.name).map(str::to_owned),
        sources,
    }
}

fn rates(scene: Scene<'_>, quote: &Quote<'_>) -> Vec<(String, EvidenceView)> {
    let view = |basis: &Basis<'_>| match basis {
        Basis::Rate(rate) => Some((
            format!("1 {} = {} {}", rate.base, rate.rate, rate.quote),
            EvidenceView::new(&rate.evidence, scene.ctx.today, scene.ctx.lang),
        )),
        Basis::Fact(_) | Basis::Price(_) | Basis::Index(_) => None,
    };
    quote.basis.iter().filter_map(view).collect()
}

fn months(scene: Scene<'_>, bound: &Bound) -> Option<MonthParts> {
    if bound.month_parts.is_empty() {
        return None;
    }
    let lang = scene.ctx.lang;
    let parts = bound.parts.iter().map(|(word, _)| part_of(lang, word));
    let heads = [lang.t("tco.month")]
        .into_iter()
        .chain(parts)
        .chain([lang.t("tco.total"), lang.t("tco.paid")]);
    let sums = bound.months.iter().zip(&bound.cumulative);
    let rows = (1..)
        .zip(bound.month_parts.iter().zip(sums))
        .map(|(month, (parts, (total, paid)))| {
            let parts = parts.iter().map(|part| amount(*part));
            let number: usize = month;
            [number.to_string()]
                .into_iter()
                .chain(parts)
                .chain([amount(*total), amount(*paid)])
                .collect()
        });
    Some(MonthParts {
        heads: heads.collect(),
        rows: rows.collect(),
    })
}
