//! One sample: weights around the stated ones, and a value for each cell in doubt.

use std::ops::Range;

use super::super::cell::Span;
use super::super::weights::Weights;
use super::Settings;
use super::rng::SplitMix64;

/// Samples drawn together, one in each lane, so that the arithmetic runs over arrays.
pub(super) const LANES: usize = 32;
/// The same quantity in each of the samples drawn together.
pub(super) type Lanes<T> = [T; LANES];

/// Draws the samples of one run. Sample `s` starts `s * draws` draws into the stream.
pub(super) struct Lottery<'a> {
    weights: &'a Weights,
    lambda: f64,
    seed: u64,
    cells: Vec<Vec<Value>>,
    /// Draws per sample for the weights, and for all.
    weight_draws: u64,
    draws: u64,
}

/// A cell's value: `low + width * u`, `u` uniform; a cell of no width takes no draw.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    low: f64,
    width: f64,
}

impl Value {
    fn of(span: &Span, data_uncertainty: bool) -> Self {
        if data_uncertainty && span.evidence_high > span.evidence_low {
            Self {
                low: span.evidence_low,
                width: span.evidence_high - span.evidence_low,
            }
        } else {
            Self {
                low: span.data_low,
                width: 0.0,
            }
        }
    }

    const fn varies(self) -> bool {
        self.width > 0.0
    }
}

impl<'a> Lottery<'a> {
    pub(super) fn new(weights: &'a Weights, cells: &[Vec<Span>], settings: &Settings) -> Self {
        let value = |span| Value::of(span, settings.data_uncertainty);
        let cells: Vec<Vec<Value>> = cells.iter().map(|row| row.iter().map(value).collect()).collect();
        // One draw fewer than corners, for the dimensions and inside each.
        let free = |siblings: usize| siblings.saturating_sub(1);
        let weight_draws =
            free(weights.dimensions().len()) + weights.local().iter().map(|local| free(local.len())).sum::<usize>();
        let cell_draws = cells.iter().flatten().filter(|cell| cell.varies()).count();
        let draws = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        Self {
            weights,
            lambda: settings.lambda,
            seed: settings.seed,
            weight_draws: draws(weight_draws),
            draws: draws(weight_draws + cell_draws),
            cells,
        }
    }

    pub(super) fn alternatives(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn criteria(&self) -> usize {
        self.weights.effective().len()
    }

    /// Whether any cell varies.
    pub(super) fn data_uncertainty(&self) -> bool {
        self.draws > self.weight_draws
    }

    /// Weights (per criterion) and scores (per alternative) of up to [`LANES`] samples; lanes beyond them hold zeros.
    pub(super) fn scores(&self, samples: Range<u64>, weights: &mut [Lanes<f64>], scores: &mut [Lanes<f64>]) {
        let mut streams = [SplitMix64::new(0); LANES];
        weights.fill([0.0; LANES]);
        let (mut shares, mut drawn) = (self.weights.dimensions().to_vec(), self.weights.effective().to_vec());
        for (lane, (sample, stream)) in samples.zip(&mut streams).enumerate() {
            *stream = SplitMix64::after(self.seed, sample * self.draws);
            self.draw_weights(stream, &mut shares, &mut drawn);
            for (lanes, weight) in weights.iter_mut().zip(&drawn) {
                if let Some(place) = lanes.get_mut(lane) {
                    *place = *weight;
                }
            }
        }
        for (row, scores) in self.cells.iter().zip(scores) {
            let mut sums = [0.0; LANES];
            for (cell, weights) in row.iter().zip(&*weights) {
                if cell.varies() {
                    for ((sum, weight), stream) in sums.iter_mut().zip(weights).zip(&mut streams) {
                        *sum += weight * (cell.low + cell.width * stream.next_unit());
                    }
                } else {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += weight * cell.low;
                    }
                }
            }
            *scores = sums;
        }
    }

    /// The weights of one sample, per criterion.
    pub(super) fn weights_of(&self, sample: u64) -> Vec<f64> {
        let (mut shares, mut drawn) = (self.weights.dimensions().to_vec(), self.weights.effective().to_vec());
        self.draw_weights(
            &mut SplitMix64::after(self.seed, sample * self.draws),
            &mut shares,
            &mut drawn,
        );
        drawn
    }

    /// The values of all cells in one sample, row after row.
    pub(super) fn values(&self, sample: u64, values: &mut Vec<f64>) {
        let mut stream = SplitMix64::after(self.seed, sample * self.draws + self.weight_draws);
        values.clear();
        values.extend(self.cells.iter().flatten().map(|cell| {
            if cell.varies() {
                cell.low + cell.width * stream.next_unit()
            } else {
                cell.low
            }
        }));
    }

    /// The effective weights of one sample: at every node a share `lambda` of the stated weight is replaced by a uniform
    /// draw. `shares` is room for the dimensions' own.
    fn draw_weights(&self, stream: &mut SplitMix64, shares: &mut [f64], drawn: &mut [f64]) {
        let mix = |stated: f64, uniform: f64| (1.0 - self.lambda) * stated + self.lambda * uniform;
        stream.simplex(shares);
        let mut rest = drawn;
        for ((stated, uniform), local) in self.weights.dimensions().iter().zip(shares).zip(self.weights.local()) {
            let dimension = mix(*stated, *uniform);
            let Some((inside, after)) = rest.split_at_mut_checked(local.len()) else {
                return;
            };
            stream.simplex(inside);
            for (weight, stated) in inside.iter_mut().zip(local) {
                *weight = dimension * mix(*stated, *weight);
            }
            rest = after;
        }
    }
}
