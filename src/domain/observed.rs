//! What the offers of a catalogue have for one measure: the figures to set anchors by, and how much is missing.

use std::collections::BTreeMap;

use super::catalogue::{AttributeKind, Catalogue, Offer};
use super::measure::Measurer;
use super::scorecard::{Criterion, Measure, Scorecard};
use super::scoring::{Cell, GateTest, Raw, Shape, ValueFunction};

/// The raw values of one measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Observed {
    /// Figures that are published, ascending; both ends of a range.
    pub numbers: Vec<f64>,
    /// Levels, and yes and no, with the number of offers.
    pub labels: BTreeMap<String, usize>,
    /// Offers with one value.
    pub known: usize,
    /// Offers with a range.
    pub ranges: usize,
    /// Offers without what is measured.
    pub absent: usize,
    /// Offers of which nothing is known.
    pub unknown: usize,
}

impl Observed {
    /// The raw values of one measure over all offers.
    #[must_use]
    pub fn of(measurer: &Measurer<'_>, measure: &Measure, catalogue: &Catalogue) -> Self {
        let offers: Vec<&Offer> = catalogue.offers().collect();
        let mut found = Self::default();
        for offer in offers {
            let measured = measurer.measure(measure, offer);
            match measured.cell {
                Cell::Unknown => found.unknown += 1,
                Cell::Absent => found.absent += 1,
                Cell::Known { x, .. } => {
                    found.known += 1;
                    found.take(&x);
                }
                Cell::Range { lo, hi, .. } => {
                    found.ranges += 1;
                    // A bound that we only assume is no figure of an offer.
                    if measured.gap.is_none() {
                        found.take(&lo);
                        found.take(&hi);
                    }
                }
            }
        }
        found.numbers.sort_by(f64::total_cmp);
        found
    }

    /// The raw values of a criterion for the need that holds unless a brief says otherwise.
    #[must_use]
    pub fn for_criterion(scorecard: &Scorecard, criterion: &Criterion, catalogue: &Catalogue) -> Self {
        let measurer = Measurer::new(catalogue, scorecard, scorecard.need);
        Self::of(&measurer, &criterion.measure, catalogue)
    }

    fn take(&mut self, raw: &Raw) {
        match raw {
            Raw::Number(number) => self.numbers.push(*number),
            Raw::Flag(true) => self.count("yes"),
            Raw::Flag(false) => self.count("no"),
            Raw::Label(label) => self.count(label),
        }
    }

    fn count(&mut self, label: &str) {
        *self.labels.entry(label.to_owned()).or_default() += 1;
    }

    /// The lowest and the highest figure; `None` unless they differ.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let (low, high) = (*self.numbers.first()?, *self.numbers.last()?);
        (low < high).then_some((low, high))
    }

    /// A value function whose anchors are the lowest and highest figure, with worst and best on the sides they have now.
    /// `None` for other forms than a line or a logarithm, or when the figures cannot be anchors.
    #[must_use]
    pub fn anchored(&self, function: &ValueFunction) -> Option<ValueFunction> {
        let (low, high) = self.range()?;
        let ends = |worst: f64, best: f64| if worst < best { (low, high) } else { (high, low) };
        let shape = match function.shape() {
            Shape::Linear { worst, best } => {
                let (worst, best) = ends(*worst, *best);
                Shape::Linear { worst, best }
            }
            Shape::Log { worst, best } => {
                let (worst, best) = ends(*worst, *best);
                Shape::Log { worst, best }
            }
            Shape::Points { .. }
            | Shape::Target { .. }
            | Shape::Levels { .. }
            | Shape::Boolean { .. }
            | Shape::Direct => {
                return None;
            }
        };
        ValueFunction::new(shape, function.absent()).ok()
    }

    /// Anchors to begin with for another form of value function; `None` for levels of which there are none.
    #[must_use]
    pub fn suggested(&self, scale: &str) -> Option<ValueFunction> {
        let (low, high) = self.range().unwrap_or((1.0, 100.0));
        let above_zero = if low > 0.0 { low } else { high.max(1.0) / 100.0 };
        let step = (high - low) / 4.0;
        let shape = match scale {
            "linear" => Shape::Linear { worst: low, best: high },
            "log" => Shape::Log {
                worst: above_zero,
                best: high.max(above_zero * 10.0),
            },
            "points" => Shape::Points {
                x: vec![low, high],
                v: vec![0.0, 100.0],
            },
            "target" => Shape::Target {
                lo_zero: low,
                lo_full: low + step,
                hi_full: high - step,
                hi_zero: high,
            },
            "levels" => Shape::Levels {
                levels: self.labels.keys().map(|label| (label.clone(), 0.0)).collect(),
            },
            "boolean" => Shape::Boolean { yes: 100.0, no: 0.0 },
            _ => Shape::Direct,
        };
        ValueFunction::new(shape, 0.0).ok()
    }

    /// A value function to begin with for values of a kind; `None` for levels of which there are none.
    #[must_use]
    pub fn first_scale(&self, kind: AttributeKind) -> Option<ValueFunction> {
        let shape = match kind {
            AttributeKind::Boolean => Shape::Boolean { yes: 100.0, no: 0.0 },
            AttributeKind::Number => {
                let (worst, best) = self.range().unwrap_or((0.0, 100.0));
                Shape::Linear { worst, best }
            }
            AttributeKind::Level | AttributeKind::Text | AttributeKind::Set | AttributeKind::Date => Shape::Levels {
                levels: self.labels.keys().map(|label| (label.clone(), 0.0)).collect(),
            },
        };
        ValueFunction::new(shape, 0.0).ok()
    }
}

/// What a gate asks for to begin with.
#[must_use]
pub fn first_test(kind: AttributeKind) -> GateTest {
    match kind {
        AttributeKind::Number => GateTest::AtLeast(0.0),
        AttributeKind::Boolean => GateTest::Equals(Raw::Flag(true)),
        AttributeKind::Level | AttributeKind::Text | AttributeKind::Set | AttributeKind::Date => {
            GateTest::OneOf(Vec::new())
        }
    }
}
