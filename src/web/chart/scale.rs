//! From values to places along an axis.

/// A linear scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// The value `low` lies at `from`, `high` at `to`. A span of one value lies in the middle.
    #[must_use]
    pub fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Self {
        Self { low, high, from, to }
    }

    /// Where a value lies.
    #[must_use]
    pub fn at(&self, value: f64) -> f64 {
        let span = self.high - self.low;
        let share = if span > 0.0 { (value - self.low) / span } else { 0.5 };
        self.from + share * (self.to - self.from)
    }
}

/// Round values from `low` or below to `high` or above, about `wanted` of them: steps of 1, 2, 2.5 or 5 times a power of ten.
#[must_use]
pub fn ticks(low: f64, high: f64, wanted: u32) -> Vec<f64> {
    if !(low.is_finite() && high.is_finite()) || wanted == 0 {
        return Vec::new();
    }
    let high = if high > low { high } else { low + low.abs().max(1.0) };
    let span = high - low;
    let raw = span / f64::from(wanted);
    let magnitude = 10.0_f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 2.5, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * magnitude)
        .find(|step| *step >= raw * 0.999_999)
        .unwrap_or(raw);
    let first = (low / step).floor();
    (0..=wanted.saturating_mul(3))
        .map(|n| (first + f64::from(n)) * step)
        .scan(false, |done, tick| {
            let now = *done;
            *done = tick > low && tick >= high - step * 1e-9;
            (!now).then_some(tick)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_span_the_values() {
        assert_eq!(ticks(0.0, 10.0, 5), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(0.0, 98.32, 4), [0.0, 25.0, 50.0, 75.0, 100.0]);
        assert_eq!(ticks(0.0, 0.0, 4), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(ticks(3.0, 3.0, 2), [2.0, 4.0, 6.0]);
        assert!(ticks(f64::NAN, 1.0, 4).is_empty());
    }

    #[test]
    fn a_scale_puts_its_ends_at_its_ends() {
        let scale = Scale::new((0.0, 50.0), (200.0, 0.0));
        assert!((scale.at(0.0) - 200.0).abs() < 1e-9);
        assert!((scale.at(25.0) - 100.0).abs() < 1e-9);
        assert!((Scale::new((1.0, 1.0), (0.0, 10.0)).at(1.0) - 5.0).abs() < 1e-9);
    }
}
