//! What may lie along an axis: prices and points below, numbers of criteria and points at the side.

use rust_decimal::prelude::ToPrimitive;

use crate::domain::brief::{BadWord, Rule};
use crate::domain::catalogue::Plan;
use crate::domain::cost::Amount;
use crate::domain::money::Currency;
use crate::domain::points::points;
use crate::domain::price::rate;
use crate::domain::ranking::Row;
use crate::domain::scorecard::{Criterion, Measure, Scorecard};
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::value::Shape;
use crate::domain::scoring::{Cell, Raw};
use crate::web::chart::Span;
use crate::web::lang::{Lang, fixed};
use crate::web::money::Money;
use crate::web::pages::ranking::{cell_text, gap_text};
use crate::web::pages::tabs::Scene;

/// The word of the on-demand price.
const ON_DEMAND: &str = "on_demand_price";

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Axis {
    /// Its word in links.
    pub(super) word: String,
    /// Its name.
    pub(super) name: String,
    /// The unit of its values.
    pub(super) unit: String,
    /// Smaller values are the better ones.
    pub(super) less_is_better: bool,
    what: What,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    Criterion(usize),
    Points(usize),
    Total,
    /// The on-demand price, which no criterion need measure.
    OnDemand,
    /// The cost over the months of the brief.
    Cost,
}

/// A value on an axis.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// Where it stands: at what is certain, its worse end.
    pub(super) span: Span,
    /// As shown everywhere.
    pub(super) text: String,
}

/// The axes to choose from below, and at the side.
pub(super) fn choices(scorecard: &Scorecard, lang: Lang) -> [Vec<Axis>; 2] {
    let numbers = scorecard.criteria().enumerate().filter_map(|(place, c)| {
        let axis = Axis {
            word: c.id.clone(),
            name: lang.text(&c.name).to_owned(),
            unit: c.unit.clone(),
            less_is_better: less_is_better(c)?,
            what: What::Criterion(place),
        };
        Some((matches!(c.measure, Measure::Price { .. }), axis))
    });
    let (prices, others): (Vec<_>, Vec<_>) = numbers.partition(|(is_price, _)| *is_price);
    let dimensions = scorecard.dimensions.iter().enumerate().map(|(place, d)| Axis {
        word: format!("points.{}", d.id),
        name: lang.text(&d.name).to_owned(),
        unit: lang.t("chart.points"),
        less_is_better: false,
        what: What::Points(place),
    });
    let total = Axis {
        word: "total".to_owned(),
        name: lang.t("column.total"),
        unit: lang.t("chart.points"),
        less_is_better: false,
        what: What::Total,
    };
    let points: Vec<Axis> = dimensions.chain([total]).collect();
    let with_points = |axes: Vec<(bool, Axis)>| {
        let axes = axes.into_iter().map(|(_, axis)| axis);
        axes.chain(points.iter().cloned()).collect::<Vec<Axis>>()
    };
    let across = money_axes(lang).into_iter().chain(with_points(prices)).collect();
    [across, with_points(others)]
}

/// Prices that stand beside the criteria.
fn money_axes(lang: Lang) -> [Axis; 2] {
    let axis = |word: &str, name: &str, unit: &str, what| Axis {
        word: word.to_owned(),
        name: lang.t(name),
        unit: unit.to_owned(),
        less_is_better: true,
        what,
    };
    [
        axis(ON_DEMAND, "column.price", "USD/GPU·h", What::OnDemand),
        axis("tco", "chart.cost", "USD", What::Cost),
    ]
}

/// Which way is better on a criterion of numbers; `None` where it has none, or no one way.
fn less_is_better(criterion: &Criterion) -> Option<bool> {
    match criterion.value.shape() {
        Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Direct => {
            Some(criterion.value.raw_for(100.0)? < criterion.value.raw_for(0.0)?)
        }
        Shape::Target { .. } | Shape::Levels { .. } | Shape::Boolean { .. } => None,
    }
}

/// The axes of a query: those it names, else the on-demand price against the points of the first dimension.
///
/// # Errors
/// [`BadWord`] names an axis that there is not.
pub(super) fn chosen<'a>(
    scene: &Scene<'_>,
    [across, upward]: &'a [Vec<Axis>; 2],
) -> Result<(&'a Axis, &'a Axis), BadWord> {
    let pick = &scene.query.view.pick;
    let find = |word: &str, asked: &Option<String>, axes: &'a [Axis], default: Option<&str>| {
        let wanted = asked.as_deref().or(default).unwrap_or("total");
        axes.iter().find(|axis| axis.word == wanted).ok_or_else(|| {
            let known: Vec<&str> = axes.iter().map(|axis| axis.word.as_str()).collect();
            BadWord::new(word, wanted, Rule::Missing { known: known.join(" ") })
        })
    };
    let scorecard = scene.prepared.scorecard();
    let first = scorecard.dimensions.first().map(|d| format!("points.{}", d.id));
    Ok((
        find("x", &pick.x, across, Some(ON_DEMAND))?,
        find("y", &pick.y, upward, first.as_deref())?,
    ))
}

impl Axis {
    /// The value of a ranked offer, or why it has none.
    pub(super) fn value(&self, scene: &Scene<'_>, row: &Row) -> Result<Value, String> {
        let lang = scene.ctx.lang;
        let nothing = || lang.t("out.nothing_known");
        match self.what {
            What::Criterion(place) => self.of_criterion(scene, row, place),
            What::OnDemand => on_demand(scene, row),
            What::Cost => cost(scene, row),
            What::Points(place) => {
                let points = points(scene.prepared, scene.ranking, row.offer).ok_or_else(nothing)?;
                let shown = points.dimensions.get(place).ok_or_else(nothing)?.points;
                Ok(Value {
                    span: inside(scene, row, place),
                    text: shown.to_string(),
                })
            }
            What::Total => {
                let score = row.score.ok_or_else(nothing)?;
                Ok(Value {
                    span: Span {
                        at: score.floor,
                        low: score.low,
                        high: score.high,
                    },
                    text: Tenths::nearest(score.floor).to_string(),
                })
            }
        }
    }

    fn of_criterion(&self, scene: &Scene<'_>, row: &Row, place: usize) -> Result<Value, String> {
        let lang = scene.ctx.lang;
        let measured = scene.prepared.offers().get(row.offer);
        let cell = measured.and_then(|o| o.cells.get(place)).unwrap_or(&Cell::Unknown);
        let gap = measured.and_then(|o| o.gaps.get(place)?.as_ref());
        let (low, high) = match cell {
            Cell::Known { x: Raw::Number(x), .. } => (*x, *x),
            Cell::Range {
                lo: Raw::Number(lo),
                hi: Raw::Number(hi),
                ..
            } => (*lo, *hi),
            Cell::Known { .. } | Cell::Range { .. } | Cell::Unknown | Cell::Absent => {
                return Err(gap.map_or_else(|| cell_text(cell, "", lang), |g| gap_text(g, lang)));
            }
        };
        Ok(Value {
            span: Span {
                at: if self.less_is_better { high } else { low },
                low,
                high,
            },
            text: cell_text(cell, "", lang),
        })
    }

    /// A value turned so that more is better.
    pub(super) fn good(&self, value: &Value) -> f64 {
        if self.less_is_better {
            -value.span.at
        } else {
            value.span.at
        }
    }

    /// Name and unit.
    pub(super) fn title(&self, lang: Lang) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            lang.fill("chart.axis", &[("name", &self.name), ("unit", &self.unit)])
        }
    }

    /// Its values may span powers of ten.
    pub(super) fn is_raw(&self) -> bool {
        matches!(self.what, What::Criterion(_) | What::OnDemand | What::Cost)
    }
}

/// The on-demand price of an hour of one needed accelerator.
fn on_demand(scene: &Scene<'_>, row: &Row) -> Result<Value, String> {
    let lang = scene.ctx.lang;
    let measured = scene.prepared.offers().get(row.offer);
    let measured = measured.ok_or_else(|| lang.t("out.nothing_known"))?;
    let gpus = scene.prepared.need().gpus;
    let found = rate(
        scene.prepared.catalogue(),
        &measured.offer,
        Plan::OnDemand,
        (gpus, Currency::USD),
    );
    let price = found.map_err(|gap| gap_text(&gap, lang))?.per_gpu(gpus);
    Ok(Value {
        span: Span {
            at: price,
            low: price,
            high: price,
        },
        text: fixed(price, 2),
    })
}

/// What the months of the brief cost; the dear end is what is certain.
fn cost(scene: &Scene<'_>, row: &Row) -> Result<Value, String> {
    let lang = scene.ctx.lang;
    let measured = scene.prepared.offers().get(row.offer);
    let measured = measured.ok_or_else(|| lang.t("out.nothing_known"))?;
    let cost = measured.cost.as_ref().map_err(|gap| gap_text(gap, lang))?;
    let units = |amount: Amount| amount.decimal().to_f64().unwrap_or_default();
    let (low, high) = (units(cost.total.0), units(cost.total.1));
    let money = Money::of(scene.prepared.catalogue(), Currency::USD);
    Ok(Value {
        span: Span { at: high, low, high },
        text: money.whole_range(cost.total).unwrap_or_default(),
    })
}

/// What a dimension adds to the score, and what the data allows.
fn inside(scene: &Scene<'_>, row: &Row, place: usize) -> Span {
    let weighed = scene
        .prepared
        .matrix()
        .row(row.offer)
        .zip(scene.ranking.weights.effective());
    let inside = scene.prepared.scorecard().by_dimension(weighed).into_iter().nth(place);
    let (low, high) = inside
        .unwrap_or_default()
        .into_iter()
        .fold((0.0, 0.0), |(low, high), (span, weight)| {
            (low + weight * span.data_low, high + weight * span.data_high)
        });
    Span { at: low, low, high }
}
