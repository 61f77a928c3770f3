//! A value function as a drawing and a table, with the figures that offers have now.

use std::collections::BTreeMap;

use crate::domain::observed::Observed;
use crate::domain::scorecard::Criterion;
use crate::domain::scoring::{Raw, Shape};
use crate::web::chart::place;
use crate::web::lang::{Lang, group, number};
use crate::web::pages::ranking::with_unit;

/// A value function and the offers on it.
pub(super) struct Curve {
    pub plot: Option<Plot>,
    pub rows: Vec<Row>,
    /// Values of offers that the scale has no level for.
    pub strangers: Vec<String>,
    /// How many offers have a figure, a range, nothing.
    pub counts: String,
    /// From where to where the offers run.
    pub range: Option<String>,
    /// How many lie beyond the anchors.
    pub beyond: Option<String>,
}

/// A line in a square of 100, with a mark for each figure.
pub(super) struct Plot {
    pub line: String,
    pub marks: Vec<(String, String)>,
    pub left: String,
    pub right: String,
}

/// A line of the table.
pub(super) struct Row {
    pub raw: String,
    pub value: String,
    /// The value for its bar.
    pub width: String,
    pub offers: String,
}

const STEPS: u32 = 120;

impl Curve {
    pub(super) fn new(criterion: &Criterion, observed: &Observed, lang: Lang) -> Self {
        let known = observed.known + observed.ranges;
        let counts = lang.fill(
            "scorecards.curve.counts",
            &[
                ("known", &known),
                ("absent", &observed.absent),
                ("unknown", &observed.unknown),
            ],
        );
        let figure = |x: f64| with_unit(number(x, decimals(x)), &criterion.unit, lang);
        let range = observed.range().map(|(low, high)| {
            lang.fill(
                "scorecards.curve.range",
                &[("low", &figure(low)), ("high", &figure(high))],
            )
        });
        let rows = match criterion.value.shape() {
            Shape::Levels { levels } => level_rows(levels, observed),
            Shape::Boolean { yes, no } => {
                let words = [("yes", lang.t("value.yes"), *yes), ("no", lang.t("value.no"), *no)];
                words
                    .map(|(key, word, value)| row(word, value, observed.labels.get(key).copied().unwrap_or(0)))
                    .into()
            }
            Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
                number_rows(criterion, observed, &figure)
            }
        };
        let strangers = match criterion.value.shape() {
            Shape::Levels { levels } => observed
                .labels
                .keys()
                .filter(|l| !levels.contains_key(*l))
                .cloned()
                .collect(),
            Shape::Boolean { .. } => Vec::new(),
            Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
                observed.labels.keys().cloned().collect()
            }
        };
        let clipped = |x: &&f64| {
            criterion
                .value
                .value(&Raw::Number(**x))
                .is_ok_and(|valued| valued.clipped)
        };
        let beyond = observed.numbers.iter().filter(clipped).count();
        Self {
            plot: plot(criterion, observed, &figure),
            rows,
            strangers,
            counts,
            range,
            beyond: (beyond > 0).then(|| {
                let of = observed.numbers.len();
                lang.fill("scorecards.curve.beyond", &[("n", &beyond), ("of", &of)])
            }),
        }
    }
}

fn decimals(x: f64) -> usize {
    if x.abs() < 10.0 { 2 } else { 0 }
}

fn row(raw: String, value: f64, offers: usize) -> Row {
    Row {
        raw,
        value: number(value, 1),
        width: place(value),
        offers: group(&offers.to_string()),
    }
}

/// Raw values at the quarters of the scale, and how many offers reach each.
fn number_rows(criterion: &Criterion, observed: &Observed, figure: &dyn Fn(f64) -> String) -> Vec<Row> {
    let value = |x: &f64| {
        criterion
            .value
            .value(&Raw::Number(*x))
            .map_or(0.0, |valued| valued.value)
    };
    let values: Vec<f64> = observed.numbers.iter().map(value).collect();
    let quarters = [100.0, 75.0, 50.0, 25.0, 0.0].into_iter();
    quarters
        .filter_map(|v| {
            let raw = criterion.value.raw_for(v)?;
            let reach = values.iter().filter(|value| **value >= v - 1e-9).count();
            Some(row(figure(raw), v, reach))
        })
        .collect()
}

fn level_rows(levels: &BTreeMap<String, f64>, observed: &Observed) -> Vec<Row> {
    let mut sorted: Vec<(&String, &f64)> = levels.iter().collect();
    sorted.sort_by(|a, b| b.1.total_cmp(a.1));
    let offers = |level: &String| observed.labels.get(level).copied().unwrap_or(0);
    sorted
        .into_iter()
        .map(|(level, value)| row(level.clone(), *value, offers(level)))
        .collect()
}

/// The line between the anchors and a little beyond, for value functions that take numbers.
fn plot(criterion: &Criterion, observed: &Observed, figure: &dyn Fn(f64) -> String) -> Option<Plot> {
    let (low, high) = match criterion.value.shape() {
        Shape::Linear { worst, best } | Shape::Log { worst, best } => (worst.min(*best), worst.max(*best)),
        Shape::Points { x, .. } => (*x.first()?, *x.last()?),
        Shape::Target { lo_zero, hi_zero, .. } => (*lo_zero, *hi_zero),
        Shape::Direct => (0.0, 100.0),
        Shape::Levels { .. } | Shape::Boolean { .. } => return None,
    };
    let span = high - low;
    let margin = 0.04 * span;
    // A logarithm goes no further than to its own anchor: zero lies below it.
    let (left, right) = match criterion.value.shape() {
        Shape::Log { .. } => (low, high + margin),
        Shape::Linear { .. }
        | Shape::Points { .. }
        | Shape::Target { .. }
        | Shape::Levels { .. }
        | Shape::Boolean { .. }
        | Shape::Direct => (low - margin, high + margin),
    };
    if !(span > 0.0 && (right - left).is_finite()) {
        return None;
    }
    let at = |x: f64| -> Option<(String, String)> {
        let value = criterion.value.value(&Raw::Number(x)).ok()?.value;
        Some((place(100.0 * (x - left) / (right - left)), place(100.0 - value)))
    };
    let steps = (0..=STEPS).map(|n| left + (right - left) * f64::from(n) / f64::from(STEPS));
    let corners = match criterion.value.shape() {
        Shape::Points { x, .. } => x.clone(),
        Shape::Target { lo_full, hi_full, .. } => vec![*lo_full, *hi_full],
        Shape::Linear { .. } | Shape::Log { .. } | Shape::Levels { .. } | Shape::Boolean { .. } | Shape::Direct => {
            Vec::new()
        }
    };
    let mut xs: Vec<f64> = steps.chain(corners).chain([low, high]).collect();
    xs.sort_by(f64::total_cmp);
    let line: Vec<String> = xs.into_iter().filter_map(at).map(|(x, y)| format!("{x},{y}")).collect();
    let mut marks: Vec<(String, String)> = observed
        .numbers
        .iter()
        .filter(|x| (left..=right).contains(*x))
        .filter_map(|x| at(*x))
        .collect();
    marks.dedup();
    Some(Plot {
        line: line.join(" "),
        marks,
        left: figure(left.max(low)),
        right: figure(high),
    })
}
