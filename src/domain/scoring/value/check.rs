//! Which anchors can be used.

use super::Shape;

/// Anchors that cannot be used.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AnchorError {
    /// NaN or infinite, or so far from the other anchor that their distance or ratio overflows.
    #[error("anchor {anchor} is {value}, which cannot be computed with")]
    NotFinite {
        /// Its name.
        anchor: &'static str,
        /// Its value.
        value: f64,
    },
    /// A log scale has no zero.
    #[error("anchor {anchor} is {value}, a log scale needs anchors above zero")]
    NotPositive {
        /// Its name.
        anchor: &'static str,
        /// Its value.
        value: f64,
    },
    /// A value outside 0..100.
    #[error("{anchor} is {value}, values lie in 0..100")]
    OutOfScale {
        /// Its name.
        anchor: &'static str,
        /// Its value.
        value: f64,
    },
    /// No distance between worst and best.
    #[error("worst and best are both {0}")]
    Equal(f64),
    /// Anchors that must ascend do not.
    #[error("{anchor} is {value}, below the one before it")]
    NotAscending {
        /// Its name.
        anchor: &'static str,
        /// Its value.
        value: f64,
    },
    /// Values that rise and fall.
    #[error("the values rise and fall, they must do one of the two")]
    NotMonotone,
    /// Points need two or more pairs of x and v.
    #[error("{x} raw values and {v} values: two or more of each are needed, in pairs")]
    Unpaired {
        /// How many raw values.
        x: usize,
        /// How many values.
        v: usize,
    },
    /// A scale of no levels.
    #[error("a scale of levels needs a level")]
    NoLevels,
}

/// Whether the anchors of a shape can be used.
pub(super) fn shape(shape: &Shape) -> Result<(), AnchorError> {
    match shape {
        Shape::Linear { worst, best } => apart(*worst, *best, best - worst),
        Shape::Log { worst, best } => {
            positive("worst", *worst)?;
            positive("best", *best)?;
            apart(*worst, *best, (best / worst).ln())
        }
        Shape::Points { x, v } => points(x, v),
        Shape::Target {
            lo_zero,
            lo_full,
            hi_full,
            hi_zero,
        } => {
            finite("lo_zero", *lo_zero)?;
            ascending("lo_full", *lo_zero, *lo_full)?;
            ascending("hi_full", *lo_full, *hi_full)?;
            ascending("hi_zero", *hi_full, *hi_zero)
        }
        Shape::Levels { levels } if levels.is_empty() => Err(AnchorError::NoLevels),
        Shape::Levels { levels } => levels.values().try_for_each(|value| on_scale("level", *value)),
        Shape::Boolean { yes, no } => on_scale("true", *yes).and(on_scale("false", *no)),
        Shape::Direct => Ok(()),
    }
}

/// Whether a value lies on the scale.
pub(super) fn on_scale(anchor: &'static str, value: f64) -> Result<(), AnchorError> {
    if (0.0..=100.0).contains(&value) {
        Ok(())
    } else {
        Err(AnchorError::OutOfScale { anchor, value })
    }
}

fn points(x: &[f64], v: &[f64]) -> Result<(), AnchorError> {
    if x.len() != v.len() || x.len() < 2 {
        return Err(AnchorError::Unpaired { x: x.len(), v: v.len() });
    }
    v.iter().try_for_each(|value| on_scale("v", *value))?;
    for (before, after) in x.iter().zip(x.iter().skip(1)) {
        ascending("x", *before, *after)?;
        if before.total_cmp(after).is_eq() {
            return Err(AnchorError::NotAscending {
                anchor: "x",
                value: *after,
            });
        }
    }
    if v.is_sorted() || v.is_sorted_by(|before, after| before >= after) {
        Ok(())
    } else {
        Err(AnchorError::NotMonotone)
    }
}

fn finite(anchor: &'static str, value: f64) -> Result<(), AnchorError> {
    if value.is_finite() {
        Ok(())
    } else {
        Err(AnchorError::NotFinite { anchor, value })
    }
}

fn positive(anchor: &'static str, value: f64) -> Result<(), AnchorError> {
    finite(anchor, value)?;
    if value > 0.0 {
        Ok(())
    } else {
        Err(AnchorError::NotPositive { anchor, value })
    }
}

fn apart(worst: f64, best: f64, distance: f64) -> Result<(), AnchorError> {
    finite("worst", worst)?;
    finite("best", best)?;
    if distance == 0.0 {
        return Err(AnchorError::Equal(worst));
    }
    if distance.is_finite() {
        Ok(())
    } else {
        Err(AnchorError::NotFinite {
            anchor: "best",
            value: best,
        })
    }
}

fn ascending(anchor: &'static str, before: f64, value: f64) -> Result<(), AnchorError> {
    finite(anchor, before)?;
    finite(anchor, value)?;
    if before > value {
        return Err(AnchorError::NotAscending { anchor, value });
    }
    if (value - before).is_finite() {
        Ok(())
    } else {
        Err(AnchorError::NotFinite { anchor, value })
    }
}
