//! Figures as they are shown: one decimal, and parts that add up to their total in every language and export.

use std::fmt;

use serde::Serialize;

use super::rank::key;

/// A number of tenths, shown with one decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash, Serialize)]
pub struct Tenths(pub i64);

impl Tenths {
    /// The nearest tenth, half up, after the quantisation of the ranking: tied scores look the same.
    #[must_use]
    pub fn nearest(number: f64) -> Self {
        Self((key(number) + KEYS_PER_TENTH / 2).div_euclid(KEYS_PER_TENTH))
    }
}

/// How many ranking quanta make a tenth.
const KEYS_PER_TENTH: i64 = 100_000_000;

impl fmt::Display for Tenths {
    /// `-6.6`; with `{:+}` also `+3.6`, and `±0.0` stays `0.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.0 {
            ..0 => "-",
            1.. if f.sign_plus() => "+",
            0.. => "",
        };
        let size = self.0.unsigned_abs();
        write!(f, "{sign}{}.{}", size / 10, size % 10)
    }
}

/// Parts rounded so that they add up to `total`, by largest remainder, ties to the first listed.
///
/// `parts` and `total` are exact figures of the same sum: contributions and their score, or (signed) differences of
/// contributions and the shown gap. For a hierarchy apply it from the top: dimensions to the score, then criteria to
/// their dimension.
#[must_use]
pub fn apportion(parts: &[f64], total: Tenths) -> Vec<Tenths> {
    let Ok(count @ 1..) = i64::try_from(parts.len()) else {
        return Vec::new();
    };
    let keys: Vec<i64> = parts.iter().copied().map(key).collect();
    let mut shown: Vec<i64> = keys.iter().map(|key| key.div_euclid(KEYS_PER_TENTH)).collect();
    let left = total.0 - shown.iter().sum::<i64>();
    let mut by_remainder: Vec<_> = keys
        .iter()
        .map(|key| key.rem_euclid(KEYS_PER_TENTH))
        .zip(&mut shown)
        .collect();
    by_remainder.sort_by_key(|(remainder, _)| std::cmp::Reverse(*remainder));
    // A total that fits its parts leaves 0..count tenths over; any other is spread as evenly as it goes.
    let (each, rest) = (left.div_euclid(count), left.rem_euclid(count));
    for ((_, part), position) in by_remainder.into_iter().zip(0..) {
        *part += each + i64::from(position < rest);
    }
    shown.into_iter().map(Tenths).collect()
}

/// Why A is above B: the weighted difference on each criterion and the gap, both as shown, and adding up.
///
/// `a` and `b` are the contributions of the two, `scores` their exact scores.
#[must_use]
pub fn differences(a: &[f64], b: &[f64], scores: (f64, f64)) -> (Vec<Tenths>, Tenths) {
    let gap = Tenths(Tenths::nearest(scores.0).0 - Tenths::nearest(scores.1).0);
    let parts: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
    (apportion(&parts, gap), gap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_case_5_differences_add_up_to_the_shown_gap() {
        let a = [0.4 * 88.0, 0.3 * 62.0, 0.2 * 80.0, 0.1 * 90.0];
        let b = [0.4 * 79.0, 0.3 * 84.0, 0.2 * 70.0, 0.1 * 70.0];
        let (parts, gap) = differences(&a, &b, (78.8, 77.8));
        let shown: Vec<String> = parts.iter().map(|part| format!("{part:+}")).collect();
        assert_eq!(
            (shown.join(" "), gap.to_string()),
            ("+3.6 -6.6 +2.0 +2.0".to_owned(), "1.0".to_owned())
        );
    }

    #[test]
    fn thirds_add_up() {
        let shown = apportion(&[100.0 / 3.0; 3], Tenths::nearest(100.0));
        assert_eq!(shown, [Tenths(334), Tenths(333), Tenths(333)]);
    }

    #[test]
    fn halves_round_up_even_when_the_sum_fell_just_short() {
        assert_eq!(Tenths::nearest(76.449_999_999_999_99), Tenths(765));
        assert_eq!(Tenths::nearest(-0.05), Tenths(0));
        assert_eq!(Tenths(-66).to_string(), "-6.6");
    }
}
