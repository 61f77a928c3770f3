//! Dimensions and criteria side by side: raw value, points, evidence, the best, and the difference to the baseline.

use super::cell::{Cell, Proof, Row, Section, mark_best};
use super::model::Column;
use crate::domain::evidence::Evidence;
use crate::domain::measure::{Basis, Measured, Measurer};
use crate::domain::scorecard::{Criterion, Dimension};
use crate::domain::scoring::cell::Span;
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::{Cell as RawCell, Raw};
use crate::web::lang::{number, signed};
use crate::web::pages::benchmarks::of_accelerator;
use crate::web::pages::ranking::{cell_text, gap_text};
use crate::web::pages::tabs::Scene;
use crate::web::urls;

/// One section per dimension.
pub(super) fn sections(scene: &Scene<'_>, columns: &[Column], base: usize) -> Vec<Section> {
    let scorecard = scene.prepared.scorecard();
    let measurer = Measurer::new(scene.prepared.catalogue(), scorecard, scene.prepared.need());
    let mut first = 0;
    let mut sections = Vec::new();
    for (place, dimension) in scorecard.dimensions.iter().enumerate() {
        let weights = scene.ranking.weights.effective().iter().skip(first);
        let most: f64 = weights.take(dimension.criteria.len()).map(|w| 100.0 * w).sum();
        let mut rows = vec![sum_row(scene, columns, base, (place, dimension, first))];
        for (inside, criterion) in dimension.criteria.iter().enumerate() {
            let at = At {
                dimension: place,
                inside,
                criterion: first + inside,
            };
            rows.push(criterion_row(scene, columns, base, (&measurer, criterion, at)));
        }
        first += dimension.criteria.len();
        sections.push(Section {
            title: scene.ctx.lang.text(&dimension.name).to_owned(),
            note: scene.ctx.lang.with("compare.of_points", "most", Tenths::nearest(most)),
            place: Some(place % 6),
            rows,
        });
    }
    sections
}

/// Where a criterion stands: in which dimension, at which place inside it and among all.
#[derive(Clone, Copy)]
struct At {
    dimension: usize,
    inside: usize,
    criterion: usize,
}

/// The spans of an offer on all criteria.
fn spans(scene: &Scene<'_>, column: &Column) -> Vec<Span> {
    scene.prepared.matrix().row(column.offer).collect()
}

fn sum_row(
    scene: &Scene<'_>,
    columns: &[Column],
    base: usize,
    (place, dimension, first): (usize, &Dimension, usize),
) -> Row {
    let lang = scene.ctx.lang;
    let weights = scene.ranking.weights.effective();
    let interval = |column: &Column| {
        column.points.as_ref()?;
        let spans = spans(scene, column);
        let inside = || spans.iter().zip(weights).skip(first).take(dimension.criteria.len());
        let sum = |bound: fn(&Span) -> f64| inside().map(|(span, weight)| weight * bound(span)).sum();
        Some((sum(|s| s.data_low), sum(|s| s.data_high)))
    };
    let mut cells: Vec<Cell> = columns
        .iter()
        .enumerate()
        .map(|(at, column)| {
            let points = column.points.as_ref().and_then(|p| p.dimensions.get(place));
            let Some(points) = points else {
                return Cell::nothing(lang.t("out.nothing_known"));
            };
            let gap = column.gaps.as_ref().and_then(|(_, d)| d.get(place));
            Cell {
                points: Some(points.points.to_string()),
                delta: gap.filter(|_| at != base).map(|g| signed(g.points)),
                ..Cell::default()
            }
        })
        .collect();
    let rank: Vec<Option<(f64, f64)>> = columns.iter().map(interval).collect();
    mark_best(&mut cells, &rank, lang);
    Row {
        sum: true,
        ..Row::plain(lang.t("compare.dimension_points"), cells)
    }
}

fn criterion_row(
    scene: &Scene<'_>,
    columns: &[Column],
    base: usize,
    (measurer, criterion, at): (&Measurer<'_>, &Criterion, At),
) -> Row {
    let lang = scene.ctx.lang;
    let raw_of = |column: &Column| {
        let offer = scene.prepared.offers().get(column.offer);
        offer
            .and_then(|o| o.cells.get(at.criterion))
            .unwrap_or(&RawCell::Unknown)
    };
    let base_raw = columns.get(base).map(raw_of);
    let mut cells: Vec<Cell> = columns
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let cell = criterion_cell(scene, column, (measurer, criterion, at));
            let points = column.gaps.as_ref().and_then(|(_, d)| d.get(at.dimension));
            let points = points.and_then(|d| d.criteria.get(at.inside));
            Cell {
                delta: points
                    .filter(|_| place != base)
                    .and_then(|points| delta_text(scene, base_raw.and_then(|b| apart(raw_of(column), b)), *points)),
                ..cell
            }
        })
        .collect();
    let interval = |column: &Column| {
        let span = spans(scene, column).into_iter().nth(at.criterion)?;
        (!span.unknown).then_some((span.data_low, span.data_high))
    };
    let rank: Vec<Option<(f64, f64)>> = columns.iter().map(interval).collect();
    mark_best(&mut cells, &rank, lang);
    Row {
        unit: criterion.unit.clone(),
        ..Row::plain(lang.text(&criterion.name).to_owned(), cells)
    }
}

fn criterion_cell(
    scene: &Scene<'_>,
    column: &Column,
    (measurer, criterion, at): (&Measurer<'_>, &Criterion, At),
) -> Cell {
    let lang = scene.ctx.lang;
    let Some(offer) = scene.prepared.catalogue().offer(column.id.as_str()) else {
        return Cell::nothing(lang.t("value.unknown"));
    };
    let measured = measurer.measure(&criterion.measure, offer);
    let points = column.points.as_ref().and_then(|p| p.dimensions.get(at.dimension));
    Cell {
        shown: cell_text(&measured.cell, "", lang),
        points: points.and_then(|d| d.criteria.get(at.inside)).map(ToString::to_string),
        missing: matches!(measured.cell, RawCell::Unknown | RawCell::Absent),
        gap: measured.gap.as_ref().map(|g| gap_text(g, lang)),
        proof: proof(scene, column, &measured),
        ..Cell::default()
    }
}

/// The records behind a value and the page that shows them.
fn proof(scene: &Scene<'_>, column: &Column, measured: &Measured<'_>) -> Option<Proof> {
    let lang = scene.ctx.lang;
    let grade = match &measured.cell {
        RawCell::Known { evidence, .. } | RawCell::Range { evidence, .. } => Some(*evidence),
        RawCell::Unknown | RawCell::Absent => None,
    };
    let all: Vec<&Evidence> = measured.basis.iter().filter_map(Basis::evidence).collect();
    let href = match measured.basis.first()? {
        Basis::Fact(fact) => urls::fact(lang, fact.subject, &fact.subject_id, &fact.attribute),
        Basis::Price(_) | Basis::Rate(_) => urls::prices(lang, &column.id, &Vec::new()),
        Basis::Index(_) => urls::benchmarks(lang, &of_accelerator(&column.accelerator)),
    };
    Proof::new(&all, grade, href.clone(), (scene.ctx.today, lang)).or_else(|| {
        // An index stands on many results; the browser of results lists them.
        let letter = grade.map(crate::domain::evidence::grade_letter)?;
        Some(Proof {
            grade: letter,
            grade_text: lang.t(&format!("grade.{letter}")),
            source: lang.t("compare.benchmark_results"),
            as_of: rounds(measured),
            age: None,
            age_dates: false,
            href,
        })
    })
}

/// The rounds that an index stands on.
fn rounds(measured: &Measured<'_>) -> String {
    let Some(Basis::Index(index)) = measured.basis.first() else {
        return String::new();
    };
    let rounds = index
        .chain
        .iter()
        .flat_map(|link| &link.ratios)
        .map(|r| r.round.as_str());
    let rounds: std::collections::BTreeSet<&str> = rounds.collect();
    rounds.into_iter().next_back().unwrap_or_default().to_owned()
}

/// How far two known numbers lie apart.
fn apart(one: &RawCell, base: &RawCell) -> Option<f64> {
    let number = |cell: &RawCell| match cell {
        RawCell::Known { x: Raw::Number(x), .. } => Some(*x),
        RawCell::Known { .. } | RawCell::Range { .. } | RawCell::Unknown | RawCell::Absent => None,
    };
    Some(number(one)? - number(base)?)
}

/// Nothing where nothing differs.
fn delta_text(scene: &Scene<'_>, raw: Option<f64>, points: Tenths) -> Option<String> {
    let lang = scene.ctx.lang;
    let worth = lang.with("compare.points", "points", signed(points));
    match raw.filter(|x| *x != 0.0) {
        None => (points != Tenths(0)).then_some(worth),
        Some(x) => {
            let digits = number(x.abs(), if x.abs() < 100.0 { 3 } else { 1 });
            let sign = if x < 0.0 { "\u{2212}" } else { "+" };
            Some(format!("{sign}{digits} · {worth}"))
        }
    }
}
