//! The comparison itself: columns, sections and rows in words, before any template.

use super::cell::{Cell, Row, Section, mark_best};
use super::{criteria, prices};
use crate::domain::brief::{BadWord, Brief, gate_mode_word};
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::domain::points::{Points, points};
use crate::domain::ranking::{self, Ranking};
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::{Eligibility, Outcome};
use crate::domain::why::{DimensionGap, gaps};
use crate::web::lang::{Lang, fixed, signed};
use crate::web::pages::offers::shape;
use crate::web::pages::ranking::{gate_parts, outcome_word};
use crate::web::pages::tabs::{Scene, place_among};

/// Offers side by side.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::web::pages) struct Comparison {
    /// The offers, in the order chosen.
    pub(in crate::web::pages) columns: Vec<Column>,
    /// The place of the baseline.
    pub(in crate::web::pages) base: usize,
    /// Rows under headings; only those that differ where that is asked for.
    pub(in crate::web::pages) sections: Vec<Section>,
    /// How many rows show the same for every offer.
    pub(in crate::web::pages) equal: usize,
}

/// One of the offers.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::web::pages) struct Column {
    /// Its place among those measured.
    pub(in crate::web::pages) offer: usize,
    /// Its id.
    pub(in crate::web::pages) id: OfferId,
    /// Who sells it.
    pub(in crate::web::pages) vendor: VendorId,
    /// Its accelerator.
    pub(in crate::web::pages) accelerator: AcceleratorId,
    /// How many accelerators it has.
    pub(in crate::web::pages) count: f64,
    /// Its shown points; `None` when nothing is known.
    pub(in crate::web::pages) points: Option<Points>,
    /// Its row of the ranking.
    pub(in crate::web::pages) row: Option<ranking::Row>,
    /// It takes part in the ranking of the brief.
    pub(in crate::web::pages) inside: bool,
    /// What separates it from the baseline.
    pub(in crate::web::pages) gaps: Option<(Tenths, Vec<DimensionGap>)>,
}

impl Comparison {
    /// The comparison of a query.
    ///
    /// # Errors
    /// [`BadWord`] names an offer that this release does not have.
    pub(in crate::web::pages) fn new(scene: &Scene<'_>) -> Result<Self, BadWord> {
        let pick = &scene.query.view.pick;
        let base = pick.base.as_ref().and_then(|id| pick.o.iter().position(|o| o == id));
        let base = base.unwrap_or(0);
        let columns = columns(scene, base)?;
        let mut sections = Vec::new();
        if !columns.is_empty() {
            sections.push(gates(scene, &columns));
            sections.push(totals(scene, &columns, base));
            sections.extend(criteria::sections(scene, &columns, base));
            sections.push(prices::section(scene, &columns, base));
            sections.push(shapes(scene, &columns));
        }
        let is_equal = |row: &Row| columns.len() > 1 && row.is_equal();
        let equal = sections.iter().flat_map(|s| &s.rows).filter(|r| is_equal(r)).count();
        if pick.diff {
            for section in &mut sections {
                section.rows.retain(|row| !is_equal(row));
            }
            sections.retain(|section| !section.rows.is_empty());
        }
        Ok(Self {
            columns,
            base,
            sections,
            equal,
        })
    }
}

fn columns(scene: &Scene<'_>, base: usize) -> Result<Vec<Column>, BadWord> {
    let Scene { prepared, ranking, .. } = *scene;
    let pick = &scene.query.view.pick;
    let places: Vec<usize> = pick
        .o
        .iter()
        .map(|id| place_among(prepared, "o", id))
        .collect::<Result<_, _>>()?;
    let find = |ranking: &Ranking, place: usize| ranking.rows.iter().find(|r| r.offer == place).cloned();
    // Gates and scores of an offer outside the filters are shown all the same; it only has no rank.
    let everybody = if places.iter().all(|p| find(ranking, *p).is_some()) {
        None
    } else {
        let unfiltered = Brief {
            vendors: [].into(),
            accelerators: [].into(),
            regions: [].into(),
            ..scene.query.brief.clone()
        };
        Some(prepared.rank(&unfiltered)?)
    };
    let base = places.get(base).copied();
    let columns = places.iter().filter_map(|&place| {
        let offer = &prepared.offers().get(place)?.offer;
        let row = find(ranking, place);
        Some(Column {
            offer: place,
            id: offer.id.clone(),
            vendor: offer.vendor.clone(),
            accelerator: offer.accelerator.clone(),
            count: offer.count.as_f64(),
            points: points(prepared, ranking, place),
            inside: row.is_some(),
            row: row.or_else(|| find(everybody.as_ref()?, place)),
            gaps: base.and_then(|base| gaps(prepared, ranking, place, base)),
        })
    });
    Ok(columns.collect())
}

/// Every gate in force, three states with what was found.
fn gates(scene: &Scene<'_>, columns: &[Column]) -> Section {
    let lang = scene.ctx.lang;
    let rows = scene.ranking.gates.iter().enumerate().map(|(place, gate)| {
        let mut asked = String::new();
        let cells = columns
            .iter()
            .map(|column| {
                let outcome = column.row.as_ref().and_then(|r| r.gates.get(place));
                let outcome = outcome_word(outcome.copied().unwrap_or(Outcome::Unknown));
                let Some(measured) = scene.prepared.offers().get(column.offer) else {
                    return Cell::nothing(lang.t("value.unknown"));
                };
                let (question, found) = gate_parts(scene.prepared, measured, gate.question, lang);
                asked = question;
                let word = lang.t(&format!("outcome.{outcome}"));
                let shown = if found == word {
                    word
                } else {
                    lang.fill("gate.reason", &[("asked", &word), ("found", &found)])
                };
                Cell {
                    outcome,
                    ..Cell::of(shown)
                }
            })
            .collect();
        Row {
            tag: Some(lang.t(&format!("gate.{}", gate_mode_word(gate.mode)))),
            ..Row::plain(std::mem::take(&mut asked), cells)
        }
    });
    Section {
        title: lang.t("gate.title"),
        note: String::new(),
        place: None,
        rows: rows.collect(),
    }
}

fn totals(scene: &Scene<'_>, columns: &[Column], base: usize) -> Section {
    let lang = scene.ctx.lang;
    let nothing = || Cell::nothing(lang.t("out.nothing_known"));
    let total = |(place, column): (usize, &Column)| {
        let Some(points) = &column.points else { return nothing() };
        let gap = column.gaps.as_ref().filter(|_| place != base);
        Cell {
            points: Some(points.total.to_string()),
            delta: gap.map(|(gap, _)| signed(*gap)),
            ..Cell::default()
        }
    };
    let mut cells: Vec<Cell> = columns.iter().enumerate().map(total).collect();
    let competes = |c: &Column| c.row.as_ref().is_some_and(|r| r.eligibility.competes());
    let interval = |c: &Column| {
        let points = c.points.as_ref().filter(|_| competes(c))?;
        Some((points.score.low, points.score.high))
    };
    let rank: Vec<Option<(f64, f64)>> = columns.iter().map(interval).collect();
    mark_best(&mut cells, &rank, lang);
    let of = |show: &dyn Fn(&Column, &Points) -> Cell| {
        let cells = columns
            .iter()
            .map(|c| c.points.as_ref().map_or_else(nothing, |p| show(c, p)));
        cells.collect::<Vec<_>>()
    };
    let range = of(&|_, p| Cell::of(format!("{}–{}", p.low, p.high)));
    let coverage = of(&|_, p| Cell::of(format!("{} %", fixed(100.0 * p.score.coverage, 0))));
    let ranks = columns.iter().map(|c| Cell::of(standing(scene, c))).collect();
    Section {
        title: lang.t("compare.totals"),
        note: lang.t("compare.totals_note"),
        place: None,
        rows: vec![
            Row {
                sum: true,
                ..Row::plain(lang.t("column.total"), cells)
            },
            Row::plain(lang.t("compare.range"), range),
            Row::plain(lang.t("compare.rank"), ranks),
            Row::plain(lang.t("column.coverage"), coverage),
        ],
    }
}

/// Its rank, or why it has none.
fn standing(scene: &Scene<'_>, column: &Column) -> String {
    let lang = scene.ctx.lang;
    let Some(row) = &column.row else {
        return lang.t("out.nothing_known");
    };
    if !column.inside {
        return lang.t("compare.outside");
    }
    match (row.rank, row.rank_interval, row.eligibility) {
        (Some(rank), Some((best, worst)), eligibility) => {
            let ranks = lang.fill("row.rank", &[("rank", &rank), ("best", &best), ("worst", &worst)]);
            if eligibility == Eligibility::Conditional {
                format!("{ranks} · {}", lang.t("row.conditional"))
            } else {
                ranks
            }
        }
        (_, _, Eligibility::Ineligible) => lang.t("compare.not_eligible"),
        _ => lang.t("out.nothing_known"),
    }
}

/// What the offers are: accelerators, host, region.
fn shapes(scene: &Scene<'_>, columns: &[Column]) -> Section {
    let lang = scene.ctx.lang;
    let catalogue = scene.prepared.catalogue();
    let mut rows: Vec<Row> = Vec::new();
    for column in columns {
        let facts = scene.prepared.offers().get(column.offer);
        let facts = facts.map_or_else(Vec::new, |o| shape(catalogue, &o.offer, lang));
        for (place, (name, value)) in facts.into_iter().enumerate() {
            match rows.get_mut(place) {
                Some(row) => row.cells.push(worded(value, lang)),
                None => rows.push(Row::plain(name, vec![worded(value, lang)])),
            }
        }
    }
    Section {
        title: lang.t("compare.shape"),
        note: String::new(),
        place: None,
        rows,
    }
}

fn worded(value: String, lang: Lang) -> Cell {
    if value == lang.t("value.unknown") {
        Cell::nothing(value)
    } else {
        Cell::of(value)
    }
}
