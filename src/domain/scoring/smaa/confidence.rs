//! Confidence factors: how often an alternative is first when the weights are the ones that favour it.

use super::super::rank::key;
use super::draw::Lottery;

/// For each alternative the share of samples in which it is first with its central weights, over the same cell draws;
/// 1 when no cell varies, `None` where it never was first. Rivals are tried in order of strength: the first that is
/// above settles the sample.
pub(super) fn factors(
    lottery: &Lottery<'_>,
    samples: u32,
    central_weights: &[Option<Vec<f64>>],
    rivals: &[usize],
) -> Vec<Option<f64>> {
    if !lottery.data_uncertainty() {
        return central_weights
            .iter()
            .map(|central| central.as_ref().map(|_| 1.0))
            .collect();
    }
    let mut firsts = vec![0_u32; central_weights.len()];
    let mut values = Vec::new();
    for sample in 0..samples {
        lottery.values(sample.into(), &mut values);
        let rows: Vec<&[f64]> = values.chunks_exact(lottery.criteria().max(1)).collect();
        for ((central, own), firsts) in central_weights.iter().zip(&rows).zip(&mut firsts) {
            let Some(weights) = central else { continue };
            let score = |row: &[f64]| key(row.iter().zip(weights).map(|(value, weight)| value * weight).sum());
            let own = score(own);
            let beaten = rivals
                .iter()
                .filter_map(|rival| rows.get(*rival))
                .any(|rival| score(rival) > own);
            *firsts += u32::from(!beaten);
        }
    }
    let share = |firsts: u32| f64::from(firsts) / f64::from(samples);
    central_weights
        .iter()
        .zip(firsts)
        .map(|(central, firsts)| central.as_ref().map(|_| share(firsts)))
        .collect()
}
