//! From a needed value back to the raw figure that earns it: the price, the minutes, the TFLOPS.

use super::{Raw, Shape, ValueFunction, segments};

impl ValueFunction {
    /// The raw number whose value is `value` (0..100), by the shortest way from the worst anchor; for a target its
    /// lower side. `None` when no number has that value, or the function does not take numbers.
    #[must_use]
    pub fn raw_for(&self, value: f64) -> Option<f64> {
        if !(0.0..=100.0).contains(&value) {
            return None;
        }
        let share = value / 100.0;
        match &self.shape {
            Shape::Linear { worst, best } => Some(worst + (best - worst) * share),
            Shape::Log { worst, best } => Some(worst * (share * (best / worst).ln()).exp()),
            Shape::Points { x, v } => points(x, v, value),
            Shape::Target { lo_zero, lo_full, .. } => Some(lo_zero + (lo_full - lo_zero) * share),
            Shape::Levels { .. } | Shape::Boolean { .. } => None,
            Shape::Direct => Some(value),
        }
    }

    /// What is needed to be worth at least `value` (0..100): the number of [`Self::raw_for`], the lowest level or the
    /// flag that reaches it. `None` when nothing does.
    #[must_use]
    pub fn reaching(&self, value: f64) -> Option<Raw> {
        match &self.shape {
            Shape::Levels { levels } => levels
                .iter()
                .filter(|(_, of)| **of >= value)
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(level, _)| Raw::Label(level.clone())),
            Shape::Boolean { yes, no } => [(false, no), (true, yes)]
                .into_iter()
                .filter(|(_, of)| **of >= value)
                .min_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(flag, _)| Raw::Flag(flag)),
            Shape::Linear { .. } | Shape::Log { .. } | Shape::Points { .. } | Shape::Target { .. } | Shape::Direct => {
                self.raw_for(value).map(Raw::Number)
            }
        }
    }
}

/// The first point on the way from the worst end to the best at which the line has `value`.
fn points(x: &[f64], v: &[f64], value: f64) -> Option<f64> {
    let on = |(_, [v0, v1]): &(&[f64; 2], &[f64; 2])| (v0.min(*v1)..=v0.max(*v1)).contains(&value);
    let rising = v.first() <= v.last();
    let ([x0, x1], [v0, v1]) = if rising {
        segments(x, v).find(on)
    } else {
        segments(x, v).rfind(on)
    }?;
    let flat = v0.total_cmp(v1).is_eq();
    Some(match (flat, rising) {
        (true, true) => *x0,
        (true, false) => *x1,
        (false, _) => x0 + (x1 - x0) * ((value - v0) / (v1 - v0)),
    })
}
