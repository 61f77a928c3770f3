//! Stochastic multicriteria acceptability analysis: how often each alternative takes each rank when weights, and cells if
//! wanted, vary as far as they are in doubt (Lahdelma & Salminen 2001; Tervonen & Lahdelma 2007).
//!
//! Samples are consecutive stretches of one seekable stream ([`rng`]), counts are integers and sums are merged in a fixed
//! order, so the same question has the same answer, to the last bit, on every machine and with any number of threads.

mod confidence;
mod draw;
pub mod rng;
mod tally;
#[cfg(test)]
mod tests;

use std::num::NonZeroUsize;

use super::cell::Span;
use super::matrix::Matrix;
use super::parallel::on_each;
use super::rank::key;
use super::weights::Weights;

use draw::Lottery;
use tally::Tally;

/// What is sampled, and how often.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// How far the weights vary: 0 not at all, 1 anything that sums to one.
    pub lambda: f64,
    /// Start of the random stream; [`seed_of`] derives one from the model.
    pub seed: u64,
    /// How many samples, at least 1.
    pub samples: u32,
    /// Whether cells vary within their evidence interval.
    pub data_uncertainty: bool,
    /// Whether confidence factors are wanted, which take as long again.
    pub confidence: bool,
}

impl Settings {
    /// The share of the weights in doubt unless stated otherwise.
    pub const LAMBDA: f64 = 0.25;
    /// The number of samples unless stated otherwise.
    pub const SAMPLES: u32 = 10_000;
}

/// Settings or a contest that cannot be sampled.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum SmaaError {
    /// Not in 0..1.
    #[error("lambda is {0}, it must lie in 0..1")]
    Lambda(f64),
    /// No sample.
    #[error("at least one sample is needed")]
    NoSamples,
    /// More than a reader would wait for.
    #[error("{samples} samples of {alternatives} alternatives are more than this is meant for")]
    TooLarge {
        /// How many samples were asked for.
        samples: u32,
        /// How many alternatives compete.
        alternatives: usize,
    },
}

/// How often each alternative took each rank. Alternatives are addressed by their position among those sampled.
#[derive(Debug, Clone, PartialEq)]
pub struct Acceptability {
    samples: u32,
    ranks: Vec<Vec<u32>>,
    wins: Vec<Vec<u32>>,
    central_weights: Vec<Option<Vec<f64>>>,
    confidence: Vec<Option<f64>>,
}

/// Batches in which the sums of weights are taken. Fixed, so that merging them is the same for any number of threads.
const BATCHES: u8 = 64;
/// Steps of arithmetic, roughly: beyond this a run takes more than ten seconds or so.
const MAX_WORK: u64 = 20_000_000_000;
/// What a sample costs however few compete.
const PER_SAMPLE: usize = 100;

/// Samples the competing `rows` of a matrix. Without `data_uncertainty` every cell has its headline value.
///
/// # Errors
/// [`SmaaError`] when the settings make no sense or the run would be too long.
pub fn run(
    matrix: &Matrix,
    weights: &Weights,
    rows: &[usize],
    settings: &Settings,
    threads: NonZeroUsize,
) -> Result<Acceptability, SmaaError> {
    if !(0.0..=1.0).contains(&settings.lambda) {
        return Err(SmaaError::Lambda(settings.lambda));
    }
    if settings.samples == 0 {
        return Err(SmaaError::NoSamples);
    }
    let work = u64::try_from(rows.len() * (rows.len() + matrix.criteria()) + PER_SAMPLE).unwrap_or(u64::MAX);
    if work.saturating_mul(settings.samples.into()) > MAX_WORK {
        return Err(SmaaError::TooLarge {
            samples: settings.samples,
            alternatives: rows.len(),
        });
    }
    let cells: Vec<Vec<Span>> = rows.iter().map(|row| matrix.row(*row).collect()).collect();
    let lottery = Lottery::new(weights, &cells, settings);
    // More threads than batches would have nothing to do.
    let threads = threads.get().min(BATCHES.into());
    let (tally, sums) = count(&lottery, settings, threads);

    let central_weights: Vec<Option<Vec<f64>>> = sums
        .into_iter()
        .zip(tally.firsts())
        .map(|(sum, first)| (first > 0).then(|| sum.into_iter().map(|weight| weight / f64::from(first)).collect()))
        .collect();
    let count_firsts = |first| {
        let samples = (0..settings.samples).skip(first).step_by(threads);
        confidence::firsts(&lottery, samples, &central_weights, &tally.by_strength())
    };
    let firsts = if settings.confidence {
        on_each(threads, count_firsts)
    } else {
        Vec::new()
    };
    let confident = |position: usize| firsts.iter().filter_map(|firsts| firsts.get(position)).sum::<u32>();
    let confidence = central_weights
        .iter()
        .enumerate()
        .map(|(position, central)| {
            central
                .as_ref()
                .filter(|_| settings.confidence)
                .map(|_| f64::from(confident(position)) / f64::from(settings.samples))
        })
        .collect();
    let (ranks, wins) = tally.into_counts();
    Ok(Acceptability {
        samples: settings.samples,
        ranks,
        wins,
        central_weights,
        confidence,
    })
}

/// A seed that is a hash of the question: who competes, under which weights, with which values, all as exact as the ranking
/// compares them. The same question gets the same answer on every machine, and nobody chooses the seed.
#[must_use]
pub fn seed_of<N: AsRef<str>>(names: &[N], matrix: &Matrix, weights: &Weights, rows: &[usize]) -> u64 {
    let mut print = rng::Fingerprint::default();
    for weight in weights.dimensions().iter().chain(weights.effective()) {
        print.number(key(*weight));
    }
    for row in rows {
        print.word(names.get(*row).map_or("", AsRef::as_ref));
        for span in matrix.row(*row) {
            for value in [span.data_low, span.evidence_low, span.evidence_high] {
                print.number(key(value));
            }
        }
    }
    print.seed()
}

/// The effective weights that [`run`] gives a sample (from 0) when no cell varies: for a reader who wants to follow one.
#[must_use]
pub fn weights_of_sample(weights: &Weights, settings: &Settings, sample: u32) -> Vec<f64> {
    Lottery::new(weights, &[], settings).weights_of(sample.into())
}

/// Tallies all samples on several threads, and for each alternative the sum of the weights with which it was first.
fn count(lottery: &Lottery<'_>, settings: &Settings, threads: usize) -> (Tally, Vec<Vec<f64>>) {
    let samples = u64::from(settings.samples);
    // Every thread takes every so many-th batch; a batch knows its place.
    let work = |first: usize| {
        let mut tally = Tally::new(lottery.alternatives());
        let batches = (0..BATCHES).skip(first).step_by(threads).map(|batch| {
            let start = |batch: u8| samples * u64::from(batch) / u64::from(BATCHES);
            (batch, tally.add(lottery, start(batch)..start(batch + 1)))
        });
        let sums: Vec<_> = batches.collect();
        (tally, sums)
    };
    let parts = on_each(threads, work);
    let mut tally = Tally::new(lottery.alternatives());
    let mut batches = Vec::new();
    for (part, sums) in parts {
        tally.merge(&part);
        batches.extend(sums);
    }
    batches.sort_unstable_by_key(|(batch, _)| *batch);
    let mut total = vec![vec![0.0; lottery.criteria()]; lottery.alternatives()];
    for (_, sums) in batches {
        for (total, sum) in total.iter_mut().flatten().zip(sums.iter().flatten()) {
            *total += sum;
        }
    }
    (tally, total)
}

impl Acceptability {
    /// How many samples.
    #[must_use]
    pub const fn samples(&self) -> u32 {
        self.samples
    }

    /// For each alternative the share of samples (0..1) in which it had rank 1, 2, ...
    pub fn rank_acceptability(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        self.ranks.iter().map(|counts| self.shares(counts))
    }

    /// For each alternative the share of samples in which it scored above each other.
    pub fn pairwise_winning(&self) -> impl Iterator<Item = Vec<f64>> + '_ {
        self.wins.iter().map(|counts| self.shares(counts))
    }

    /// For each alternative in how many samples it was first, ties included.
    pub fn first_counts(&self) -> impl Iterator<Item = u32> + '_ {
        self.ranks
            .iter()
            .map(|counts| counts.first().copied().unwrap_or_default())
    }

    /// The share of samples in which a position was first, ties included.
    #[must_use]
    pub fn first_share(&self, position: usize) -> f64 {
        self.ranks
            .get(position)
            .and_then(|counts| counts.first())
            .map_or(0.0, |count| self.share(*count))
    }

    /// For each alternative its mean rank.
    pub fn expected_ranks(&self) -> impl Iterator<Item = f64> + '_ {
        self.ranks.iter().map(|counts| {
            let ranks = counts.iter().zip(1_u64..).map(|(count, rank)| u64::from(*count) * rank);
            count_as_f64(ranks.sum()) / f64::from(self.samples)
        })
    }

    /// For each alternative the mean of the weights with which it was first: the preferences that favour it.
    #[must_use]
    pub fn central_weights(&self) -> &[Option<Vec<f64>>] {
        &self.central_weights
    }

    /// For each alternative how often it is first when the weights are its central weights: whether the data is good
    /// enough to choose it even by those who would. 1 without data uncertainty.
    #[must_use]
    pub fn confidence_factors(&self) -> &[Option<f64>] {
        &self.confidence
    }

    fn shares(&self, counts: &[u32]) -> Vec<f64> {
        counts.iter().map(|count| self.share(*count)).collect()
    }

    fn share(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.samples)
    }
}

#[expect(
    clippy::as_conversions,
    clippy::cast_precision_loss,
    reason = "a count of samples and ranks, far below 2^53"
)]
const fn count_as_f64(count: u64) -> f64 {
    count as f64
}
