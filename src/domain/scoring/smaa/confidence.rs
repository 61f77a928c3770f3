//! Confidence: how often an alternative is first when the weights are the ones that favour it.

use super::super::rank::key;
use super::draw::Lottery;

/// For each alternative in how many of `samples` it is first with its central weights, over the same cell draws: all of
/// them when no cell varies, none where there are no central weights. Rivals are tried in order of strength: the first
/// that is above settles the sample.
pub(super) fn firsts(
    lottery: &Lottery<'_>,
    samples: impl Iterator<Item = u32>,
    central_weights: &[Option<Vec<f64>>],
    rivals: &[usize],
) -> Vec<u32> {
    if !lottery.data_uncertainty() {
        // The weights with which one is first form a convex set, so their mean is among them.
        let all = samples.map(|_| 1).sum();
        return central_weights
            .iter()
            .map(|central| if central.is_some() { all } else { 0 })
            .collect();
    }
    let mut firsts = vec![0; central_weights.len()];
    let mut values = Vec::new();
    for sample in samples {
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
    firsts
}
