//! The four ceilings of the scoring engine on one core, each beside a plain read of the same bytes in the same run:
//! 10 000 x 16 scored and ranked within 1 ms, 100 000 x 12 within 6 ms, every closed-form sensitivity of 50 x 16 within
//! 1 ms, and 10 000 samples of 50 x 16 within 15 ms. `cargo bench --bench scoring`.
#![expect(clippy::expect_used, reason = "a benchmark fails by panicking")]

mod fixture;

use std::hint::black_box;
use std::num::NonZeroUsize;

use criterion::{Criterion, criterion_group, criterion_main};
use steelyard::domain::scoring::matrix::Bound;
use steelyard::domain::scoring::sensitivity::{Contest, Ray, challenger, dominance, tornado};
use steelyard::domain::scoring::smaa::{self, Settings};

use fixture::Fixture;

fn score_and_rank(c: &mut Criterion) {
    for (alternatives, criteria) in [(10_000, 16), (100_000, 12)] {
        let Fixture {
            matrix,
            weights,
            ranker,
        } = Fixture::new(alternatives, criteria);
        let mut group = c.benchmark_group(format!("score {alternatives} x {criteria}"));
        group.bench_function("plain read of the same bytes", |b| {
            b.iter(|| {
                let columns = (0..criteria).map(|criterion| matrix.column(criterion, Bound::DataLow));
                columns
                    .map(|column| column.iter().fold(0, |bits, value| bits ^ value.to_bits()))
                    .fold(0, |a, b| a ^ b)
            });
        });
        group.bench_function("score", |b| b.iter(|| matrix.sums(black_box(&weights), Bound::DataLow)));
        group.bench_function("score and rank", |b| {
            b.iter(|| ranker.rank(matrix.sums(black_box(&weights), Bound::DataLow).into_iter().enumerate()));
        });
        group.bench_function("score and first 100", |b| {
            b.iter(|| {
                ranker.top(
                    matrix.sums(black_box(&weights), Bound::DataLow).into_iter().enumerate(),
                    100,
                )
            });
        });
        group.bench_function("score with intervals", |b| {
            b.iter(|| matrix.scores(black_box(&weights)));
        });
        group.finish();
    }
}

fn sensitivity(c: &mut Criterion) {
    let Fixture { matrix, weights, .. } = Fixture::new(50, 16);
    let rows: Vec<usize> = (0..50).collect();
    let mut group = c.benchmark_group("sensitivity 50 x 16");
    group.bench_function("every closed form", |b| {
        b.iter(|| {
            let criteria = Contest::on_criteria(&matrix, black_box(&weights), &rows);
            let dimensions = Contest::on_dimensions(&matrix, &weights, &rows);
            let kept = [&criteria, &dimensions].map(|contest| {
                let rays = (0..contest.weights().len()).filter_map(|factor| Ray::of(contest, factor));
                rays.map(|ray| (ray.keeps_leader(), ray.keeps_order(), ray.winners()))
                    .collect::<Vec<_>>()
            });
            let values: Vec<Vec<f64>> = rows
                .iter()
                .map(|row| matrix.row(*row).map(|span| span.data_low).collect())
                .collect();
            (
                kept,
                challenger::challenges(&criteria),
                tornado::weights(&criteria),
                tornado::cells(&criteria, &matrix, &weights, &rows, usize::MAX),
                dominance::pairs(&values, &values).collect::<Vec<_>>(),
                dominance::layers(&values),
            )
        });
    });
    let contest = Contest::on_criteria(&matrix, &weights, &rows);
    group.bench_function("lambda_first of all 49 challengers", |b| {
        b.iter(|| {
            rows.iter()
                .map(|row| challenger::lambda_first(&contest, *row).expect("solved"))
                .collect::<Vec<_>>()
        });
    });
    group.finish();
}

fn sampling(c: &mut Criterion) {
    let Fixture { matrix, weights, .. } = Fixture::new(50, 16);
    let rows: Vec<usize> = (0..50).collect();
    let mut group = c.benchmark_group("SMAA 10 000 x 50 x 16");
    group.sample_size(20);
    for (name, data_uncertainty) in [("weights", false), ("weights and cells", true)] {
        let settings = Settings {
            lambda: Settings::LAMBDA,
            seed: 1,
            samples: Settings::SAMPLES,
            data_uncertainty,
            confidence: true,
        };
        group.bench_function(name, |b| {
            b.iter(|| smaa::run(&matrix, &weights, &rows, black_box(&settings), NonZeroUsize::MIN));
        });
    }
    group.finish();
}

criterion_group!(benches, score_and_rank, sensitivity, sampling);
criterion_main!(benches);
