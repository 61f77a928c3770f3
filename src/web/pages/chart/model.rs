//! The points of a chart: who has a value on both axes, who is on the frontier, and who is left out and why.

use std::collections::BTreeMap;

use super::axes::{Axis, Value, choices, chosen};
use crate::domain::brief::BadWord;
use crate::domain::frontier::{Goods, dominators};
use crate::domain::scoring::rank::key;
use crate::web::pages::tabs::{Scene, short_name};

/// The points, and what they stand on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    /// The axis below.
    pub(super) x: Axis,
    /// The axis at the side.
    pub(super) y: Axis,
    /// Axes to choose from below, and at the side.
    pub(super) choices: [Vec<Axis>; 2],
    /// The frontier from the best of the first axis on, then the others in the order of the ranking.
    pub(super) points: Vec<Point>,
    /// How many of them are the frontier.
    pub(super) frontier: usize,
    /// Offers without a point, by reason.
    pub(super) left_out: Vec<(String, Vec<usize>)>,
}

/// An offer as a point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    /// Its place among those measured.
    pub(super) offer: usize,
    /// Its rank.
    pub(super) rank: usize,
    /// Its value on the axis below.
    pub(super) x: Value,
    /// Its value on the axis at the side.
    pub(super) y: Value,
    /// Its number on the frontier; offers of one instance type share one.
    pub(super) front: Option<usize>,
    /// An offer that is at least as good on both axes and better on one.
    pub(super) beaten_by: Option<usize>,
}

impl Field {
    /// The points of a query.
    ///
    /// # Errors
    /// [`BadWord`] names an axis that there is not.
    pub(super) fn new(scene: &Scene<'_>) -> Result<Self, BadWord> {
        let choices = choices(scene.prepared.scorecard(), scene.ctx.lang);
        let (x, y) = chosen(scene, &choices)?;
        let (x, y) = (x.clone(), y.clone());
        let (mut points, left_out) = read(scene, &x, &y);
        // As exact as the ranking compares: the last bits of a sum decide nothing.
        let exact = |good: f64| key(good);
        let goods: Vec<Goods> = points
            .iter()
            .map(|p| (quantum(exact(x.good(&p.x))), quantum(exact(y.good(&p.y)))))
            .collect();
        let beaten = dominators(&goods);
        let offers: Vec<usize> = points.iter().map(|p| p.offer).collect();
        for (point, by) in points.iter_mut().zip(beaten) {
            point.beaten_by = by.and_then(|by| offers.get(by).copied());
        }
        let (mut frontier, others): (Vec<Point>, Vec<Point>) = points.into_iter().partition(|p| p.beaten_by.is_none());
        frontier.sort_by(|a, b| x.good(&b.x).total_cmp(&x.good(&a.x)).then(a.rank.cmp(&b.rank)));
        number(scene, &mut frontier);
        Ok(Self {
            x,
            y,
            choices,
            frontier: frontier.len(),
            points: frontier.into_iter().chain(others).collect(),
            left_out,
        })
    }
}

/// A whole number of quanta as a float: equal where the ranking takes two figures for equal.
fn quantum(key: i64) -> f64 {
    let (whole, part) = (key.div_euclid(1_000_000), key.rem_euclid(1_000_000));
    let float = |n: i64| f64::from(i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX }));
    float(whole) * 1e6 + float(part)
}

type LeftOut = Vec<(String, Vec<usize>)>;

/// Every ranked offer that is not hidden, or the reason why it has no point.
fn read(scene: &Scene<'_>, x: &Axis, y: &Axis) -> (Vec<Point>, LeftOut) {
    let lang = scene.ctx.lang;
    let mut points = Vec::new();
    let mut left_out: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut leave = |reason: String, offer: usize| left_out.entry(reason).or_default().push(offer);
    for row in &scene.ranking.rows {
        let id = scene.prepared.offers().get(row.offer).map(|o| &o.offer.id);
        let Some(rank) = row.rank else {
            leave(lang.t("chart.not_ranked"), row.offer);
            continue;
        };
        if id.is_some_and(|id| scene.query.view.hide.contains(id)) {
            leave(lang.t("chart.hidden"), row.offer);
            continue;
        }
        match (x.value(scene, row), y.value(scene, row)) {
            (Ok(x), Ok(y)) => points.push(Point {
                offer: row.offer,
                rank,
                x,
                y,
                front: None,
                beaten_by: None,
            }),
            (Err(reason), _) => leave(reason_of(scene, x, &reason), row.offer),
            (_, Err(reason)) => leave(reason_of(scene, y, &reason), row.offer),
        }
    }
    (points, left_out.into_iter().collect())
}

fn reason_of(scene: &Scene<'_>, axis: &Axis, reason: &str) -> String {
    scene
        .ctx
        .lang
        .fill("gate.reason", &[("asked", &axis.name), ("found", &reason)])
}

/// Numbers the frontier; the same instance type at the same place, offered in several regions, has one number.
fn number(scene: &Scene<'_>, frontier: &mut [Point]) {
    let mut seen: Vec<(String, String, String)> = Vec::new();
    for point in frontier {
        let key = (
            short_name(scene.prepared, point.offer, scene.ctx.lang),
            point.x.text.clone(),
            point.y.text.clone(),
        );
        let at = seen.iter().position(|one| *one == key).unwrap_or_else(|| {
            seen.push(key);
            seen.len() - 1
        });
        point.front = Some(at + 1);
    }
}
