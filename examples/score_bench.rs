//! Median times of the scoring engine as JSON, for `benches/compare.py`:
//! `cargo run --release --example score_bench`. Keys are `alternatives x criteria`, values microseconds.
#![expect(clippy::print_stdout, reason = "the answer goes to standard output")]

#[path = "../benches/fixture/mod.rs"]
mod fixture;

use std::hint::black_box;
use std::num::NonZeroUsize;
use std::time::Instant;

use serde_json::{Map, Value, json};
use steelyard::domain::scoring::matrix::Bound;
use steelyard::domain::scoring::smaa::{self, Settings};

use fixture::Fixture;

fn main() {
    let ranked = [(100, 12), (1_000, 12), (10_000, 12), (10_000, 16), (100_000, 12)].map(|(alternatives, criteria)| {
        let Fixture {
            matrix,
            weights,
            ranker,
        } = Fixture::new(alternatives, criteria);
        let time = median(&mut || {
            black_box(ranker.rank(matrix.sums(black_box(&weights), Bound::DataLow).into_iter().enumerate()));
        });
        (format!("{alternatives} x {criteria}"), json!(time))
    });
    let Fixture { matrix, weights, .. } = Fixture::new(50, 16);
    let rows: Vec<usize> = (0..50).collect();
    let settings = Settings {
        lambda: Settings::LAMBDA,
        seed: 1,
        samples: Settings::SAMPLES,
        data_uncertainty: false,
        confidence: true,
    };
    let sampled = median(&mut || {
        black_box(smaa::run(&matrix, &weights, &rows, black_box(&settings), NonZeroUsize::MIN).ok());
    });
    let answer: Value = json!({ "score_and_rank": Map::from_iter(ranked), "smaa_10000": { "50 x 16": sampled } });
    println!("{answer}");
}

/// The median of 31 runs, in microseconds.
fn median(work: &mut dyn FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..31)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times.get(15).copied().unwrap_or_default()
}
