//! Counting ranks and wins over the samples.

use std::cmp::Reverse;
use std::ops::Range;

use super::draw::{LANES, Lanes, Lottery};

/// Counts over the samples seen so far.
pub(super) struct Tally {
    /// For each alternative how often it had rank 1, 2, ...
    ranks: Vec<Vec<u32>>,
    /// For each pair `i < k`, row after row: how often `i` was above `k`, and `k` above `i`.
    pairs: Vec<(u32, u32)>,
}

impl Tally {
    pub(super) fn new(alternatives: usize) -> Self {
        let pairs = alternatives * alternatives.saturating_sub(1) / 2;
        Self {
            ranks: vec![vec![0; alternatives]; alternatives],
            pairs: vec![(0, 0); pairs],
        }
    }

    /// Adds a range of samples; returns for each alternative the sum of the weights with which it was first.
    pub(super) fn add(&mut self, lottery: &Lottery<'_>, samples: Range<u64>) -> Vec<Vec<f64>> {
        let (alternatives, criteria) = (lottery.alternatives(), lottery.criteria());
        let mut sums = vec![vec![0.0; criteria]; alternatives];
        let mut weights = vec![[0.0; LANES]; criteria];
        let mut scores = vec![[0.0; LANES]; alternatives];
        let mut above = vec![[0; LANES]; alternatives];
        let mut start = samples.start;
        while start < samples.end {
            let block = start..samples.end.min(start.saturating_add(STEP));
            lottery.scores(block.clone(), &mut weights, &mut scores);
            quantise(&mut scores);
            self.compare(&scores, &mut above);
            for ((above, ranks), sums) in above.iter().zip(&mut self.ranks).zip(&mut sums) {
                for ((_, above), lane) in block.clone().zip(above).zip(0..) {
                    if let Some(count) = usize::try_from(*above).ok().and_then(|above| ranks.get_mut(above)) {
                        *count += 1;
                    }
                    if *above == 0 {
                        for (sum, weights) in sums.iter_mut().zip(&weights) {
                            *sum += weights.get(lane).copied().unwrap_or_default();
                        }
                    }
                }
            }
            start = block.end;
        }
        sums
    }

    /// Counts every pair of a block, and for each alternative how many are above it in each lane.
    fn compare(&mut self, scores: &[Lanes<f64>], above: &mut [Lanes<u64>]) {
        above.fill([0; LANES]);
        let mut pairs = self.pairs.iter_mut();
        let (mut scores, mut above) = (scores, above);
        while let (Some((a, others)), Some((above_a, above_others))) = (scores.split_first(), above.split_first_mut()) {
            for ((b, above_b), pair) in others.iter().zip(&mut *above_others).zip(&mut pairs) {
                let (mut won, mut lost) = (0_u64, 0_u64);
                for (((a, b), above_a), above_b) in a.iter().zip(b).zip(&mut *above_a).zip(above_b) {
                    let (over, under) = (u64::from(a > b), u64::from(a < b));
                    won += over;
                    lost += under;
                    *above_a += under;
                    *above_b += over;
                }
                pair.0 += u32::try_from(won).unwrap_or(u32::MAX);
                pair.1 += u32::try_from(lost).unwrap_or(u32::MAX);
            }
            (scores, above) = (others, above_others);
        }
    }

    /// For each alternative how often it was first.
    pub(super) fn firsts(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranks
            .iter()
            .map(|ranks| ranks.first().copied().unwrap_or_default())
    }

    /// Alternatives, the one most often first before the others.
    pub(super) fn by_strength(&self) -> Vec<usize> {
        let mut strongest: Vec<(Reverse<u32>, usize)> = self.firsts().map(Reverse).zip(0..).collect();
        strongest.sort_unstable();
        strongest.into_iter().map(|(_, alternative)| alternative).collect()
    }

    /// Adds the counts of another part of the samples.
    pub(super) fn merge(&mut self, other: &Self) {
        for (count, more) in self.ranks.iter_mut().flatten().zip(other.ranks.iter().flatten()) {
            *count += more;
        }
        for (pair, more) in self.pairs.iter_mut().zip(&other.pairs) {
            *pair = (pair.0 + more.0, pair.1 + more.1);
        }
    }

    /// Ranks, and wins as a square of who was how often above whom.
    pub(super) fn into_counts(self) -> (Vec<Vec<u32>>, Vec<Vec<u32>>) {
        let n = self.ranks.len();
        let mut wins = vec![vec![0; n]; n];
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |k| (i, k)));
        for ((i, k), (won, lost)) in pairs.zip(self.pairs) {
            for (winner, loser, count) in [(i, k, won), (k, i, lost)] {
                if let Some(place) = wins.get_mut(winner).and_then(|row| row.get_mut(loser)) {
                    *place = count;
                }
            }
        }
        (self.ranks, wins)
    }
}

/// [`LANES`] as a number of samples.
#[expect(clippy::as_conversions, reason = "a small constant")]
const STEP: u64 = LANES as u64;

/// Scores to the integers that the ranking compares, as doubles: those can be compared two at a time on any processor.
fn quantise(scores: &mut [Lanes<f64>]) {
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    for score in scores.iter_mut().flatten() {
        *score = *score * 1e9 + SHIFT;
    }
}
