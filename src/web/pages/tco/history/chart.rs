//! The heat map and the curves of a history.

use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

use crate::domain::cost::history::Summary;
use crate::web::chart::{Axes, LineChart, Point, Series};
use crate::web::lang::{Lang, number};

/// A day of the heat map: its name, and for each hour a class and a text.
pub(super) struct Day {
    pub name: String,
    pub hours: Vec<(&'static str, String)>,
}

const DAYS: [&str; 7] = [
    "load.day.mon",
    "load.day.tue",
    "load.day.wed",
    "load.day.thu",
    "load.day.fri",
    "load.day.sat",
    "load.day.sun",
];

/// Classes of the heat map with the utilisation they begin at.
pub(super) const SHADES: [(&str, u8); 5] = [("q0", 0), ("q1", 20), ("q2", 40), ("q3", 60), ("q4", 80)];

fn shade(percent: u8) -> &'static str {
    let reached = SHADES.iter().rev().find(|(_, from)| percent >= *from);
    reached.map_or("q0", |(class, _)| class)
}

/// Weekdays by hours.
pub(super) fn heat(lang: Lang, summary: &Summary) -> Vec<Day> {
    let cell = |percent: &Option<u8>| match percent {
        Some(percent) => (shade(*percent), percent.to_string()),
        None => ("none", "–".to_owned()),
    };
    let days = DAYS.iter().zip(&summary.heat);
    days.map(|(name, hours)| Day {
        name: lang.t(name),
        hours: hours.iter().map(cell).collect(),
    })
    .collect()
}

/// The legend of the heat map: class and span.
pub(super) fn shades() -> Vec<(&'static str, String)> {
    let ends = SHADES.iter().skip(1).map(|(_, from)| *from).chain([101]);
    let spans = SHADES.iter().zip(ends);
    spans
        .map(|((class, from), end)| (*class, format!("{from}–{} %", end - 1)))
        .collect()
}

/// Points of the curve: share of the time, utilisation exceeded.
pub(super) fn points(summary: &Summary) -> Vec<(u8, u8)> {
    (0..=100_u8).step_by(2).zip(summary.curve.iter().copied()).collect()
}

/// The load-duration curve.
pub(super) fn curve(lang: Lang, summary: &Summary) -> Option<LineChart> {
    let series = Series {
        name: lang.t("load.curve"),
        points: points(summary)
            .into_iter()
            .map(|(time, percent)| Point {
                x: f64::from(time),
                y: f64::from(percent),
                label: format!("{time} %: {percent} %"),
            })
            .collect(),
        steps: false,
        marks: false,
    };
    let ticks: Vec<(f64, String)> = (0..=10_u8)
        .map(|tenth| (f64::from(tenth) * 10.0, format!("{} %", tenth * 10)))
        .collect();
    let axes = Axes {
        x: &ticks,
        y: &|percent| format!("{} %", number(percent, 0)),
    };
    LineChart::new(lang.t("load.curve_title"), lang.t("load.curve_unit"), &[series], &axes)
}

/// What each number of committed accelerators costs.
pub(super) fn staircase(lang: Lang, unit: String, costs: &[(u32, Decimal)]) -> Option<LineChart> {
    let series = Series {
        name: lang.t("load.staircase"),
        points: costs
            .iter()
            .map(|(committed, cost)| Point {
                x: f64::from(*committed),
                y: cost.to_f64().unwrap_or_default(),
                label: format!("{committed}: {}", number(cost.to_f64().unwrap_or_default(), 0)),
            })
            .collect(),
        steps: false,
        marks: costs.len() <= 40,
    };
    let ticks: Vec<(f64, String)> = costs
        .iter()
        .map(|(committed, _)| (f64::from(*committed), committed.to_string()))
        .collect();
    let axes = Axes {
        x: &ticks,
        y: &|cost| number(cost, 0),
    };
    LineChart::new(lang.t("load.staircase"), unit, &[series], &axes)
}
