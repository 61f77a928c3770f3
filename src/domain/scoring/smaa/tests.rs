use super::*;

/// Deterministic numbers of 0..100.
fn matrix(rows: u32, criteria: u32) -> (Matrix, Weights) {
    let names: Vec<String> = (0..criteria).map(|name| format!("c{name:02}")).collect();
    let mut stream = rng::SplitMix64::new(7);
    let mut span = || {
        let low = 80.0 * stream.next_unit();
        Span {
            evidence_high: low + 10.0,
            ..Span::exact(low)
        }
    };
    let rows: Vec<Vec<Span>> = (0..rows).map(|_| names.iter().map(|_| span()).collect()).collect();
    let flat: Vec<(&str, f64)> = names.iter().map(|name| (name.as_str(), 1.0)).collect();
    (Matrix::new(&names, rows), Weights::flat(&flat).unwrap())
}

fn settings(samples: u32) -> Settings {
    Settings {
        lambda: 0.5,
        seed: 11,
        samples,
        data_uncertainty: true,
        confidence: true,
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bits() {
    let (matrix, weights) = matrix(9, 5);
    let rows: Vec<usize> = (0..9).collect();
    let on = |threads: usize| {
        run(
            &matrix,
            &weights,
            &rows,
            &settings(997),
            NonZeroUsize::new(threads).unwrap(),
        )
        .unwrap()
    };
    let one = on(1);
    assert!([2, 3, 7, 64, 100].into_iter().all(|threads| on(threads) == one));
}

#[test]
fn every_sample_gives_everybody_a_rank() {
    let (matrix, weights) = matrix(6, 4);
    let all = run(
        &matrix,
        &weights,
        &[0, 1, 2, 3, 4, 5],
        &settings(101),
        NonZeroUsize::MIN,
    )
    .unwrap();
    assert!(all.ranks.iter().all(|counts| counts.iter().sum::<u32>() == 101));
}

#[test]
fn clones_are_level_in_every_sample() {
    let (matrix, weights) = matrix(4, 3);
    let settings = Settings {
        data_uncertainty: false,
        confidence: true,
        ..settings(100)
    };
    let all = run(&matrix, &weights, &[0, 1, 2, 1], &settings, NonZeroUsize::MIN).unwrap();
    assert_eq!((all.wins[1][3], all.wins[3][1]), (0, 0));
    assert_eq!(
        (&all.ranks[1], &all.central_weights[1]),
        (&all.ranks[3], &all.central_weights[3])
    );
}

#[test]
fn nobody_competing_is_an_empty_answer() {
    let (matrix, weights) = matrix(2, 3);
    let none = run(&matrix, &weights, &[], &settings(10), NonZeroUsize::MIN).unwrap();
    assert_eq!((none.ranks.len(), none.central_weights.len()), (0, 0));
}

#[test]
fn settings_without_meaning_are_refused() {
    let (matrix, weights) = matrix(2, 3);
    let with = |settings: Settings| run(&matrix, &weights, &[0, 1], &settings, NonZeroUsize::MIN).unwrap_err();
    assert_eq!(with(settings(0)), SmaaError::NoSamples);
    assert_eq!(
        with(Settings {
            lambda: 1.5,
            ..settings(1)
        }),
        SmaaError::Lambda(1.5)
    );
    assert!(matches!(
        with(Settings {
            lambda: f64::NAN,
            ..settings(1)
        }),
        SmaaError::Lambda(_)
    ));
}
