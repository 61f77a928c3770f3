//! Shown amounts that add up: parts rounded so that their sum is the shown total.

/// Parts rounded to whole units of `unit` so that they add up to `total` units, by largest remainder, ties to the first.
///
/// `parts` are exact; `total` is their shown sum. A total that is not within the rounding of its parts is spread evenly.
#[must_use]
pub fn apportion(parts: &[i128], unit: i128, total: i128) -> Vec<i128> {
    let Ok(count @ 1..) = i128::try_from(parts.len()) else {
        return Vec::new();
    };
    let unit = unit.max(1);
    let mut shown: Vec<i128> = parts.iter().map(|part| part.div_euclid(unit)).collect();
    let left = total.saturating_sub(shown.iter().sum());
    let (each, rest) = (left.div_euclid(count), left.rem_euclid(count));
    let mut by_remainder: Vec<(i128, &mut i128)> =
        parts.iter().map(|part| part.rem_euclid(unit)).zip(&mut shown).collect();
    by_remainder.sort_by_key(|(remainder, _)| std::cmp::Reverse(*remainder));
    for ((_, part), position) in by_remainder.into_iter().zip(0..) {
        *part += each + i128::from(position < rest);
    }
    shown
}

/// The nearest whole number of units, halves to the even one.
#[must_use]
pub fn half_even(exact: i128, unit: i128) -> i128 {
    let unit = unit.max(1);
    let (quotient, rest) = (exact.div_euclid(unit), exact.rem_euclid(unit));
    let beyond = rest.cmp(&(unit - rest));
    let up = beyond.is_gt() || (beyond.is_eq() && quotient % 2 != 0);
    quotient + i128::from(up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_of_a_unit_add_up_and_ties_go_to_the_first() {
        assert_eq!(apportion(&[333, 333, 334], 100, 10), [3, 3, 4]);
        assert_eq!(apportion(&[50, 50], 100, 1), [1, 0]);
        assert_eq!(apportion(&[], 100, 0), Vec::<i128>::new());
    }

    #[test]
    fn negative_parts_and_foreign_totals_still_add_up() {
        for (parts, total) in [(&[-150_i128, 250][..], 1), (&[10, 20, 30], 7), (&[-1, -1, -1], 0)] {
            assert_eq!(apportion(parts, 100, total).iter().sum::<i128>(), total);
        }
    }

    #[test]
    fn a_part_that_is_whole_stays_as_it_is() {
        assert_eq!(apportion(&[200, 150, 150], 100, 5), [2, 2, 1]);
    }

    #[test]
    fn halves_go_to_the_even_unit() {
        assert_eq!(
            [150, 250, -150, -250, 151, -149].map(|n| half_even(n, 100)),
            [2, 2, -2, -2, 2, -1]
        );
    }
}
