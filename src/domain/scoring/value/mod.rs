//! Anchored value functions: from a raw figure in its unit to a value of 0..100 that does not depend on who else is listed.
//!
//! The anchors are the buyer's (Keeney & Raiffa 1976; Belton & Stewart 2002, chapter 5); a figure beyond an anchor is
//! clipped and flagged. The formulas are in `golden/README.md`.

mod check;
mod inverse;
mod raw;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use check::AnchorError;
pub use raw::Raw;

/// The form of a value function and its anchors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Shape {
    /// `100 (x - worst) / (best - worst)`; `worst > best` where less is better.
    Linear {
        /// The raw value worth 0.
        worst: f64,
        /// The raw value worth 100.
        best: f64,
    },
    /// `100 ln(x / worst) / ln(best / worst)`: equal ratios are worth equal steps.
    Log {
        /// The raw value worth 0, above zero.
        worst: f64,
        /// The raw value worth 100, above zero.
        best: f64,
    },
    /// Straight lines between given points.
    Points {
        /// Raw values, ascending.
        x: Vec<f64>,
        /// Their values, rising or falling throughout.
        v: Vec<f64>,
    },
    /// A trapezoid: 100 on `lo_full..=hi_full`, falling to 0 at the outer anchors.
    Target {
        /// Below this: 0.
        lo_zero: f64,
        /// From here on: 100.
        lo_full: f64,
        /// Up to here: 100.
        hi_full: f64,
        /// Above this: 0.
        hi_zero: f64,
    },
    /// A value for each named level.
    Levels {
        /// Level to value.
        levels: BTreeMap<String, f64>,
    },
    /// A value for yes and one for no.
    Boolean {
        /// The value of yes.
        #[serde(rename = "true")]
        yes: f64,
        /// The value of no.
        #[serde(rename = "false")]
        no: f64,
    },
    /// The raw value already is a value.
    Direct,
}

/// A [`Shape`] whose anchors were checked, and the value of a feature that does not exist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Form", into = "Form")]
pub struct ValueFunction {
    shape: Shape,
    absent: f64,
}

/// A value and whether an anchor cut it off.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Valued {
    /// 0..100.
    pub value: f64,
    /// The raw value lay beyond an anchor.
    pub clipped: bool,
}

/// The lowest and highest value over a range of raw values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Lowest, 0..100.
    pub low: f64,
    /// Highest, 0..100.
    pub high: f64,
    /// An end of the range lay beyond an anchor.
    pub clipped: bool,
}

/// A raw value that a function cannot take.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ValueError {
    /// NaN or infinite.
    #[error("{0} is not a finite number")]
    NotFinite(f64),
    /// A log scale has no zero.
    #[error("{0} is not above zero, as a log scale needs")]
    NotPositive(f64),
    /// A number where a level is needed, or the like.
    #[error("a {expected} is needed, this is a {found}")]
    WrongKind {
        /// What the function takes.
        expected: &'static str,
        /// What it was given.
        found: &'static str,
    },
    /// A level the scale does not have.
    #[error("the scale has no level {0:?}")]
    UnknownLevel(String),
    /// A range whose lower end is above its higher one.
    #[error("the range runs backwards from {lo} to {hi}")]
    Reversed {
        /// The end given as lower.
        lo: f64,
        /// The end given as higher.
        hi: f64,
    },
}

/// How a [`ValueFunction`] is written in JSON.
#[derive(Serialize, Deserialize)]
struct Form {
    #[serde(flatten)]
    shape: Shape,
    #[serde(default)]
    absent: f64,
}

impl ValueFunction {
    /// A function whose anchors can be used.
    ///
    /// # Errors
    /// [`AnchorError`] names the anchor that cannot.
    pub fn new(shape: Shape, absent: f64) -> Result<Self, AnchorError> {
        check::on_scale("absent", absent)?;
        check::shape(&shape)?;
        Ok(Self { shape, absent })
    }

    /// The form and its anchors.
    #[must_use]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The value of a feature that does not exist, 0..100.
    #[must_use]
    pub const fn absent(&self) -> f64 {
        self.absent
    }

    /// The value of one raw value.
    ///
    /// # Errors
    /// [`ValueError`] when `x` is of the wrong kind, not finite, not a level, or not above zero on a log scale.
    pub fn value(&self, x: &Raw) -> Result<Valued, ValueError> {
        let exact = |value| Ok(Valued { value, clipped: false });
        match &self.shape {
            Shape::Levels { levels } => {
                let label = x.label()?;
                exact(
                    *levels
                        .get(label)
                        .ok_or_else(|| ValueError::UnknownLevel(label.to_owned()))?,
                )
            }
            Shape::Boolean { yes, no } => exact(if x.flag()? { *yes } else { *no }),
            Shape::Log { .. } if x.number()? <= 0.0 => Err(ValueError::NotPositive(x.number()?)),
            Shape::Log { .. } | Shape::Linear { .. } | Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
                let x = x.number()?;
                let (from, to) = self.domain();
                let inside = x.clamp(from, to);
                Ok(Valued {
                    value: self.inside(x, inside),
                    clipped: !(from..=to).contains(&x),
                })
            }
        }
    }

    /// The lowest and highest value over `lo..=hi`. Levels and flags have no raw order: theirs are the values of the
    /// two ends.
    ///
    /// # Errors
    /// [`ValueError`] as for [`Self::value`], or when a numeric range runs backwards.
    pub fn bounds(&self, lo: &Raw, hi: &Raw) -> Result<Bounds, ValueError> {
        let (at_lo, at_hi) = (self.value(lo)?, self.value(hi)?);
        let (low, mut high) = (at_lo.value.min(at_hi.value), at_lo.value.max(at_hi.value));
        if let (Raw::Number(lo), Raw::Number(hi)) = (lo, hi) {
            if lo > hi {
                return Err(ValueError::Reversed { lo: *lo, hi: *hi });
            }
            // The only form that is not monotone has its peak between its ends.
            if let Shape::Target { lo_full, hi_full, .. } = &self.shape
                && lo <= hi_full
                && hi >= lo_full
            {
                high = 100.0;
            }
        }
        Ok(Bounds {
            low,
            high,
            clipped: at_lo.clipped || at_hi.clipped,
        })
    }

    /// The raw values between which nothing is clipped.
    fn domain(&self) -> (f64, f64) {
        match &self.shape {
            Shape::Linear { worst, best } | Shape::Log { worst, best } => (worst.min(*best), worst.max(*best)),
            Shape::Points { x, .. } => (
                x.first().copied().unwrap_or_default(),
                x.last().copied().unwrap_or_default(),
            ),
            Shape::Target { lo_zero, hi_zero, .. } => (*lo_zero, *hi_zero),
            Shape::Levels { .. } | Shape::Boolean { .. } | Shape::Direct => (0.0, 100.0),
        }
    }

    /// The value of `x`, where `inside` is `x` moved between the anchors, so that no step can overflow.
    fn inside(&self, x: f64, inside: f64) -> f64 {
        let value = match &self.shape {
            Shape::Linear { worst, best } => 100.0 * ((inside - worst) / (best - worst)),
            Shape::Log { worst, best } => 100.0 * ((inside / worst).ln() / (best / worst).ln()),
            Shape::Points { x: xs, v } => interpolate(xs, v, inside),
            Shape::Target {
                lo_zero,
                lo_full,
                hi_full,
                hi_zero,
            } => {
                if x < *lo_zero || x > *hi_zero {
                    0.0
                } else if x < *lo_full {
                    100.0 * ((x - lo_zero) / (lo_full - lo_zero))
                } else if x > *hi_full {
                    100.0 * ((hi_zero - x) / (hi_zero - hi_full))
                } else {
                    100.0
                }
            }
            Shape::Levels { .. } | Shape::Boolean { .. } | Shape::Direct => inside,
        };
        value.clamp(0.0, 100.0)
    }
}

impl TryFrom<Form> for ValueFunction {
    type Error = AnchorError;

    fn try_from(form: Form) -> Result<Self, AnchorError> {
        Self::new(form.shape, form.absent)
    }
}

impl From<ValueFunction> for Form {
    fn from(function: ValueFunction) -> Self {
        Self {
            shape: function.shape,
            absent: function.absent,
        }
    }
}

/// Neighbouring points, as `([x0, x1], [v0, v1])`.
fn segments<'a>(x: &'a [f64], v: &'a [f64]) -> impl DoubleEndedIterator<Item = (&'a [f64; 2], &'a [f64; 2])> {
    x.array_windows().zip(v.array_windows())
}

/// The value at `x`, which lies between the first and the last point.
fn interpolate(xs: &[f64], vs: &[f64], x: f64) -> f64 {
    let segment = segments(xs, vs).find(|([_, x1], _)| x <= *x1);
    segment.map_or(0.0, |([x0, x1], [v0, v1])| {
        // At a given point its given value, not one that rounding has moved.
        let inside = v0 + (v1 - v0) * ((x - x0) / (x1 - x0));
        if x >= *x1 {
            *v1
        } else {
            inside.clamp(v0.min(*v1), v0.max(*v1))
        }
    })
}
