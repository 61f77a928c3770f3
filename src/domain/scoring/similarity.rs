//! How alike two rankings are: WS (Sałabun & Urbaniak 2020), weighted Spearman (Pinto da Costa & Soares 2005), Spearman
//! and Kendall tau-b. Ranks are 1 = best; 1 means the same order.

use super::count;

/// How alike a ranking is to a reference. `None` where a coefficient is undefined: fewer than two alternatives, or for the
/// correlations no two that differ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Similarity {
    /// WS: differences at the top of the reference weigh most. 0..1.
    pub ws: Option<f64>,
    /// Weighted Spearman: differences at either top weigh most. -1..1.
    pub weighted_spearman: Option<f64>,
    /// Spearman's correlation of the ranks. -1..1.
    pub spearman: Option<f64>,
    /// Kendall's tau-b: agreeing less disagreeing pairs, corrected for ties. -1..1.
    pub kendall: Option<f64>,
}

/// Compares `other` with `reference`, rank by rank.
///
/// # Panics
/// When the two do not rank the same number of alternatives.
#[must_use]
pub fn similarity(reference: &[usize], other: &[usize]) -> Similarity {
    assert_eq!(reference.len(), other.len(), "two rankings of the same alternatives");
    let ranks: Vec<(f64, f64)> = reference
        .iter()
        .zip(other)
        .map(|(x, y)| (count(*x), count(*y)))
        .collect();
    let n = count(ranks.len());
    let defined = |value: f64| (ranks.len() > 1 && value.is_finite()).then_some(value);
    Similarity {
        ws: defined(
            1.0 - ranks
                .iter()
                .map(|(x, y)| (-x).exp2() * (x - y).abs() / (x - 1.0).max(n - x))
                .sum::<f64>(),
        ),
        weighted_spearman: defined(1.0 - 6.0 * weighted_squares(&ranks, n) / (n.powi(4) + n.powi(3) - n.powi(2) - n)),
        spearman: defined(correlation(&ranks)),
        kendall: defined(kendall(&ranks)),
    }
}

fn weighted_squares(ranks: &[(f64, f64)], n: f64) -> f64 {
    ranks
        .iter()
        .map(|(x, y)| (x - y).powi(2) * ((n - x + 1.0) + (n - y + 1.0)))
        .sum()
}

/// Pearson's correlation; not a number when one side does not vary.
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let n = count(pairs.len());
    let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / n;
    let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / n;
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        xx += (x - mean_x).powi(2);
        yy += (y - mean_y).powi(2);
        xy += (x - mean_x) * (y - mean_y);
    }
    xy / (xx * yy).sqrt()
}

/// Not a number when one side does not vary.
fn kendall(pairs: &[(f64, f64)]) -> f64 {
    let (mut agreement, mut x_differs, mut y_differs) = (0.0, 0.0_f64, 0.0_f64);
    for (place, (x, y)) in pairs.iter().enumerate() {
        for (other_x, other_y) in pairs.iter().skip(place + 1) {
            let sign = |difference: f64| if difference == 0.0 { 0.0 } else { difference.signum() };
            let (dx, dy) = (sign(x - other_x), sign(y - other_y));
            agreement += dx * dy;
            x_differs += dx.abs();
            y_differs += dy.abs();
        }
    }
    agreement / (x_differs * y_differs).sqrt()
}
