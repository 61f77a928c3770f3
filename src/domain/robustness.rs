//! What could overturn a ranking beside its sampled shares: weights halved and raised, open values at their ends, a criterion left
//! out, other presets.

use super::ranking::{Prepared, Ranking};
use super::scoring::rank::key;
use super::scoring::sensitivity::{Contest, tornado};

/// The widest open values that a tornado keeps: one instance type is often offered in many regions.
const WIDEST: usize = 300;

/// How the winning margin moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Tornado {
    /// The leader's margin over the second now, in points.
    pub margin: f64,
    /// One per dimension: the margin with its weight halved and raised by half; `None` when it has all the weight.
    pub weights: Vec<Option<(f64, f64)>>,
    /// The open values that move it most, widest first.
    pub cells: Vec<OpenCell>,
}

/// The winning margin at the two ends of an open value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenCell {
    /// Whose value, by its place in [`Prepared::offers`].
    pub offer: usize,
    /// On which criterion.
    pub criterion: usize,
    /// The margin with the value at its low and high end; below 0 the leader would be another.
    pub margins: (f64, f64),
}

/// The margins of a ranking; `None` when fewer than two offers rank.
#[must_use]
pub fn tornado(prepared: &Prepared, ranking: &Ranking) -> Option<Tornado> {
    let rows = by_name(prepared, ranking);
    if rows.len() < 2 {
        return None;
    }
    let (matrix, weights) = (prepared.matrix(), &ranking.weights);
    let mut best = ranking.rows.iter().filter(|r| r.rank.is_some()).filter_map(|r| r.score);
    let margin = best.next()?.floor - best.next()?.floor;
    let dimensions = Contest::on_dimensions(matrix, weights, &rows);
    let criteria = Contest::on_criteria(matrix, weights, &rows);
    let cells = tornado::cells(&criteria, matrix, weights, &rows, WIDEST);
    Some(Tornado {
        margin,
        weights: tornado::weights(&dimensions)
            .into_iter()
            .map(|m| m.map(|m| (m.low, m.high)))
            .collect(),
        cells: cells
            .into_iter()
            .filter_map(|cell| {
                Some(OpenCell {
                    offer: *rows.get(cell.position)?,
                    criterion: cell.criterion,
                    margins: (cell.margins.low, cell.margins.high),
                })
            })
            .collect(),
    })
}

/// For each criterion who leads when it counts for nothing and the others keep their proportions; `None` when nothing is left
/// to weigh.
#[must_use]
pub fn leaders_without(prepared: &Prepared, ranking: &Ranking) -> Vec<Option<usize>> {
    let rows = by_name(prepared, ranking);
    let contest = Contest::on_criteria(prepared.matrix(), &ranking.weights, &rows);
    let score_of = |place: usize| {
        prepared
            .matrix()
            .score(&ranking.weights, place)
            .map_or(0.0, |s| s.floor)
    };
    let scores: Vec<f64> = rows.iter().map(|place| score_of(*place)).collect();
    let without = |(criterion, weight): (usize, &f64)| {
        let rest = 1.0 - weight;
        if rest <= 1e-12 {
            return None;
        }
        let column = prepared
            .matrix()
            .column(criterion, super::scoring::matrix::Bound::DataLow);
        let left = rows.iter().zip(&scores).map(|(place, score)| {
            let value = column.get(*place).copied().unwrap_or_default();
            (*place, key((score - weight * value) / rest))
        });
        // Of equals the first by name.
        left.rev().max_by_key(|(_, score)| *score).map(|(place, _)| place)
    };
    contest.weights().iter().enumerate().map(without).collect()
}

/// Who is in the first `top` places of how many of some rankings of the same offers, the most often first, then by the sum of
/// ranks.
#[must_use]
pub fn often_first(rankings: &[&Ranking], top: usize) -> Vec<(usize, usize)> {
    let mut counts: std::collections::BTreeMap<usize, (usize, usize)> = std::collections::BTreeMap::new();
    for ranking in rankings {
        for row in ranking
            .rows
            .iter()
            .take_while(|r| r.rank.is_some_and(|rank| rank <= top))
        {
            let (often, sum) = counts.entry(row.offer).or_default();
            *often += 1;
            *sum += row.rank.unwrap_or_default();
        }
    }
    let mut found: Vec<(usize, usize, usize)> = counts.into_iter().map(|(o, (often, sum))| (o, often, sum)).collect();
    found.sort_by_key(|(offer, often, sum)| (std::cmp::Reverse(*often), *sum, *offer));
    found.into_iter().map(|(offer, often, _)| (offer, often)).collect()
}

fn by_name(prepared: &Prepared, ranking: &Ranking) -> Vec<usize> {
    let ranked = ranking.rows.iter().filter(|r| r.rank.is_some());
    let mut rows: Vec<usize> = ranked.map(|r| r.offer).collect();
    rows.sort_by(|a, b| prepared.names().get(*a).cmp(&prepared.names().get(*b)));
    rows
}
