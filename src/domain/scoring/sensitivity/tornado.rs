//! What moves the winning margin most: each weight halved and raised by half, each uncertain cell at its ends.

use super::super::matrix::Matrix;
use super::super::weights::Weights;
use super::{Contest, Ray};

/// The leader's margin over its best rival after moving one thing down and up.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Margins {
    /// With the weight halved, or the cell at its low end.
    pub low: f64,
    /// With the weight raised by half (at most to 1), or the cell at its high end.
    pub high: f64,
}

/// The margins at the two ends of one uncertain cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CellMargins {
    /// Whose cell, by position in the contest.
    pub position: usize,
    /// On which criterion.
    pub criterion: usize,
    /// The leader's margin at either end; negative where it would not be the leader.
    pub margins: Margins,
}

/// For each factor the margins with its weight times 0.5 and 1.5, the others in proportion. `None` for a factor with all
/// the weight, and for a contest without a rival.
#[must_use]
pub fn weights(contest: &Contest) -> Vec<Option<Margins>> {
    let margins = |(factor, weight): (usize, &f64)| {
        let ray = Ray::of(contest, factor)?;
        let at = |times: f64| contest.margin_at(&ray, (times * weight).min(1.0));
        Some(Margins {
            low: at(0.5)?,
            high: at(1.5)?,
        })
    };
    contest.weights.iter().enumerate().map(margins).collect()
}

/// The margins at both ends of the cells whose interval has a width, the `most` with the widest swing, widest first. `contest`
/// holds the rows `rows` of `matrix`.
#[must_use]
pub fn cells(contest: &Contest, matrix: &Matrix, effective: &Weights, rows: &[usize], most: usize) -> Vec<CellMargins> {
    let [Some(leader), Some(second)] = [0, 1].map(|place| contest.order.get(place).copied()) else {
        return Vec::new();
    };
    let lead = contest.score(leader);
    let third = contest
        .order
        .get(2)
        .map_or(f64::NEG_INFINITY, |third| contest.score(*third));
    let mut found = Vec::new();
    for (position, row) in rows.iter().enumerate() {
        // The best of the rivals that stay where they are.
        let rest = if position == second {
            third
        } else {
            contest.score(second)
        };
        for (criterion, (span, weight)) in matrix.row(*row).zip(effective.effective()).enumerate() {
            let margin = |value: f64| {
                let score = contest.score(position) + weight * (value - span.data_low);
                if position == leader {
                    score - rest
                } else {
                    lead - score.max(rest)
                }
            };
            if span.evidence_high > span.evidence_low && *weight > 0.0 {
                let margins = Margins {
                    low: margin(span.evidence_low),
                    high: margin(span.evidence_high),
                };
                found.push(CellMargins {
                    position,
                    criterion,
                    margins,
                });
            }
        }
    }
    let swing = |cell: &CellMargins| (cell.margins.high - cell.margins.low).abs();
    let widest_first = |a: &CellMargins, b: &CellMargins| {
        let places = (a.position, a.criterion).cmp(&(b.position, b.criterion));
        swing(b).total_cmp(&swing(a)).then(places)
    };
    if most < found.len() {
        found.select_nth_unstable_by(most, widest_first);
        found.truncate(most);
    }
    found.sort_unstable_by(widest_first);
    found
}
