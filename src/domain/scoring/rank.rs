//! Who comes first: quantised comparison, competition ranks 1-2-2-4, ties in order of name.

use std::cmp::Reverse;

/// A score as the integer that is compared: `round(score * 1e9)`. Integers make "tied" transitive and hide the last bits
/// of a sum. Exact for scores up to a million either way.
#[must_use]
pub fn key(score: f64) -> i64 {
    // Adding 1.5 * 2^52 leaves the rounded integer in the low bits: no cast, and it vectorises.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    (score * 1e9 + SHIFT)
        .to_bits()
        .wrapping_sub(SHIFT.to_bits())
        .cast_signed()
}

/// Two scores this close are not to be told apart: half a point.
pub const TOO_CLOSE: f64 = 0.5;

/// Competition ranks of those that compete (`Some(key)`), higher keys first: `1 + how many are above`.
#[must_use]
pub fn ranks(keys: &[Option<i64>]) -> Vec<Option<usize>> {
    let mut sorted: Vec<i64> = keys.iter().flatten().copied().collect();
    sorted.sort_unstable_by_key(|key| Reverse(*key));
    keys.iter()
        .map(|key| key.map(|key| 1 + sorted.partition_point(|other| *other > key)))
        .collect()
}

/// Best and worst rank that intervals of scores leave possible: `1 + how many are surely above` and
/// `n - how many are surely below`, from `(low, high)` keys.
#[must_use]
pub fn rank_intervals(intervals: &[(i64, i64)]) -> Vec<(usize, usize)> {
    let mut lows: Vec<i64> = intervals.iter().map(|(low, _)| *low).collect();
    let mut highs: Vec<i64> = intervals.iter().map(|(_, high)| *high).collect();
    lows.sort_unstable();
    highs.sort_unstable();
    let n = intervals.len();
    intervals
        .iter()
        .map(|(low, high)| {
            let surely_above = n - lows.partition_point(|other| other <= high);
            let surely_below = highs.partition_point(|other| other < low);
            (1 + surely_above, n - surely_below)
        })
        .collect()
}

/// An alternative's place in the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Which alternative, as a row of the matrix.
    pub row: usize,
    /// Its competition rank, 1 = best.
    pub rank: usize,
}

/// Orders alternatives by score, ties by name. Names are sorted once; each ranking after that sorts plain integers.
#[derive(Debug, Clone)]
pub struct Ranker {
    /// Rows in order of name.
    rows: Vec<usize>,
    /// For each row its place among the names.
    places: Vec<u64>,
}

/// Bits of a packed entry that hold the place among the names: 134 million alternatives.
const PLACE_BITS: u32 = 27;
/// The key of the best score there is; counting down from it takes the 37 bits that are left.
const TOP: u64 = 100_000_000_000;

impl Ranker {
    /// A ranker for alternatives of these names. Rows of the same name keep their order.
    #[must_use]
    pub fn new<N: AsRef<str>>(names: &[N]) -> Self {
        let mut by_name: Vec<(usize, &str)> = names.iter().map(AsRef::as_ref).enumerate().collect();
        by_name.sort_by_key(|(_, name)| *name);
        let rows: Vec<usize> = by_name.into_iter().map(|(row, _)| row).collect();
        let mut placed: Vec<(usize, u64)> = rows.iter().copied().zip(0..).collect();
        placed.sort_unstable();
        Self {
            places: placed.into_iter().map(|(_, place)| place).collect(),
            rows,
        }
    }

    /// All of `competing` (row and score of 0..100) in order, best first.
    pub fn rank(&self, competing: impl IntoIterator<Item = (usize, f64)>) -> Vec<Place> {
        let mut packed: Vec<u64> = competing
            .into_iter()
            .filter_map(|(row, score)| self.pack(row, score))
            .collect();
        packed.sort_unstable();
        self.places(&packed)
    }

    /// The first `count` of `competing` in order, without sorting the rest.
    pub fn top(&self, competing: impl IntoIterator<Item = (usize, f64)>, count: usize) -> Vec<Place> {
        let Some(last) = count.checked_sub(1) else {
            return Vec::new();
        };
        // Whatever does not beat the worst of a full buffer cannot be among the first.
        let (mut best, mut bar) = (Vec::with_capacity(2 * count), u64::MAX);
        for packed in competing.into_iter().filter_map(|(row, score)| self.pack(row, score)) {
            if packed < bar {
                best.push(packed);
                if best.len() == 2 * count {
                    bar = *best.select_nth_unstable(last).1;
                    best.truncate(count);
                }
            }
        }
        best.sort_unstable();
        best.truncate(count);
        self.places(&best)
    }

    /// Score and name in one integer: ascending is best first.
    fn pack(&self, row: usize, score: f64) -> Option<u64> {
        let place = self.places.get(row)?;
        Some((TOP.wrapping_add_signed(-key(score)) << PLACE_BITS) | place)
    }

    /// Rows and competition ranks of packed entries that are in order and complete from the first.
    fn places(&self, packed: &[u64]) -> Vec<Place> {
        let (mut rank, mut tied) = (0, None);
        let place = |(position, packed): (usize, &u64)| {
            let score = packed >> PLACE_BITS;
            if tied != Some(score) {
                (rank, tied) = (position + 1, Some(score));
            }
            let place = usize::try_from(packed & ((1 << PLACE_BITS) - 1)).ok()?;
            Some(Place {
                row: *self.rows.get(place)?,
                rank,
            })
        };
        packed.iter().enumerate().filter_map(place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_round_to_the_nearest_billionth() {
        assert_eq!(key(0.1 + 0.2), key(0.3));
        assert_eq!(
            (key(0.0), key(100.0), key(-1.5e-9), key(62.000_000_000_4)),
            (0, 100_000_000_000, -2, 62_000_000_000)
        );
    }

    #[test]
    fn ties_share_a_rank_and_stand_in_order_of_name() {
        let ranker = Ranker::new(&["d", "b", "c", "a"]);
        let places = ranker.rank([(0, 70.0), (1, 80.0), (2, 90.0), (3, 80.0)]);
        let shown: Vec<_> = places.iter().map(|place| (place.row, place.rank)).collect();
        assert_eq!(shown, [(2, 1), (3, 2), (1, 2), (0, 4)]);
    }

    #[test]
    fn the_top_is_the_beginning_of_the_whole_order() {
        let names: Vec<String> = (0..500).map(|name| format!("{name:03}")).collect();
        let ranker = Ranker::new(&names);
        let scores: Vec<(usize, f64)> = (0..500).zip((0..500).map(|row| f64::from((row * 7919) % 83))).collect();
        let all = ranker.rank(scores.iter().copied());
        for count in [0, 1, 7, 250, 499, 500, 900] {
            let top = ranker.top(scores.iter().copied(), count);
            assert_eq!(top, all.iter().copied().take(count).collect::<Vec<_>>(), "{count}");
        }
    }

    #[test]
    fn intervals_that_touch_leave_both_ranks_possible() {
        assert_eq!(rank_intervals(&[(10, 20), (20, 30), (0, 5)]), [(1, 2), (1, 2), (3, 3)]);
    }
}
