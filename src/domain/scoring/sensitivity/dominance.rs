//! Who is beaten whatever the weights.

/// Pairs `(i, k)` in which `i` is at least as good as `k` on every criterion and better on one. `low` and `high` hold one
/// row of values for each alternative: `low` equal to `high` gives dominance of the values, the ends of the evidence
/// give sure dominance, which no missing or doubtful figure can overturn.
pub fn pairs<'a>(low: &'a [Vec<f64>], high: &'a [Vec<f64>]) -> impl Iterator<Item = (usize, usize)> + 'a {
    low.iter().enumerate().flat_map(move |(i, winner)| {
        let beaten = high
            .iter()
            .enumerate()
            .filter(move |(k, loser)| *k != i && beats(winner, loser));
        beaten.map(move |(k, _)| (i, k))
    })
}

/// For each row its Pareto layer: 1 when nobody dominates it, 2 when only layer 1 does, and so on.
#[must_use]
pub fn layers(rows: &[Vec<f64>]) -> Vec<usize> {
    // Who dominates another stands before it in descending lexicographic order: one pass is enough.
    let mut order: Vec<(usize, &Vec<f64>)> = rows.iter().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap_or(std::cmp::Ordering::Equal));
    let mut placed: Vec<(usize, usize, &Vec<f64>)> = Vec::with_capacity(rows.len());
    for (row, values) in order {
        let above = placed
            .iter()
            .filter(|(_, _, other)| beats(other, values))
            .map(|(_, layer, _)| *layer)
            .max();
        placed.push((row, above.unwrap_or(0) + 1, values));
    }
    placed.sort_unstable_by_key(|(row, _, _)| *row);
    placed.into_iter().map(|(_, layer, _)| layer).collect()
}

/// The rows of the first layer: the Pareto front.
#[must_use]
pub fn front(rows: &[Vec<f64>]) -> Vec<usize> {
    layers(rows)
        .into_iter()
        .zip(0..)
        .filter(|(layer, _)| *layer == 1)
        .map(|(_, row)| row)
        .collect()
}

/// At least as good everywhere, better somewhere.
fn beats(winner: &[f64], loser: &[f64]) -> bool {
    let mut better = false;
    for (winner, loser) in winner.iter().zip(loser) {
        if winner < loser {
            return false;
        }
        better |= winner > loser;
    }
    better
}
