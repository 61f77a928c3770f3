//! The ceilings of the cost models on one core: the life-cycle total of 10 000 offers within 50 ms, and a year of minutes read and
//! summarised well within a second. `cargo bench --bench cost`.
#![expect(clippy::expect_used, reason = "a benchmark fails by panicking")]

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rust_decimal::{Decimal, dec};
use steelyard::domain::cost::Input;
use steelyard::domain::cost::lifecycle::{Load, Prepared, Terms};
use steelyard::exchange::history;

fn offers(support_rate: Decimal) -> Vec<Terms> {
    let offer = |at: i64| Terms {
        hourly: Some(Input::offer(Decimal::new(1_000_000 + at * 977, 6))),
        upfront: Input::offer(dec!(1000)),
        term_months: Some(12),
        burst_hourly: Some(Input::offer(dec!(12))),
        egress_per_tb: Some(Input::offer(dec!(90))),
        hot_per_gb: Some(Input::offer(dec!(0.15))),
        support_minimum: Input::offer(dec!(100)),
        support_rate: Input::offer(support_rate),
        ..Terms::default()
    };
    (0..10_000).map(offer).collect()
}

fn life_cycles(c: &mut Criterion) {
    let mut group = c.benchmark_group("life-cycle totals of 10 000 offers");
    for (name, months, growth, support) in [
        ("6 level months", 6, dec!(0), dec!(0)),
        ("60 growing months with a support plan", 60, dec!(0.03), dec!(0.1)),
    ] {
        let load = Load {
            horizon_months: months,
            committed: Input::given(dec!(1)),
            burst_hours: Input::given(dec!(146)),
            egress_tb: Input::given(dec!(5)),
            hot_gb: Input::given(dec!(1000)),
            growth_per_month: Input::given(growth),
            ..Load::default()
        };
        let (load, offers) = (Prepared::new(&load).expect("a load"), offers(support));
        group.bench_function(name, |b| {
            b.iter(|| {
                offers
                    .iter()
                    .filter_map(|terms| load.total(black_box(terms)).ok()?)
                    .max()
            });
        });
    }
}

fn a_year_of_minutes(c: &mut Criterion) {
    let mut text = "time,utilisation\n".to_owned();
    for minute in 0..525_600_u32 {
        writeln!(
            text,
            "{},{}",
            1_767_225_600 + i64::from(minute) * 60,
            minute * 7919 % 101
        )
        .expect("text grows");
    }
    c.bench_function("a year of minutes, read and summarised", |b| {
        b.iter(|| {
            history::read(black_box(text.as_bytes()), 512)
                .expect("a history")
                .history
                .summary()
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = life_cycles, a_year_of_minutes
}
criterion_main!(benches);
