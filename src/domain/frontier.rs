//! Which of many points nobody beats on both axes, found by one sort.

use std::cmp::Ordering;

/// A point's two goods: more is better on both, so give what should be small negated.
pub type Goods = (f64, f64);

/// For each point `None` when it lies on the Pareto frontier, else the place of one that is at least as good on both axes and
/// better on one. Equal points beat neither.
#[must_use]
pub fn dominators(points: &[Goods]) -> Vec<Option<usize>> {
    let mut order: Vec<(usize, &Goods)> = points.iter().enumerate().collect();
    order.sort_by(|(a, x), (b, y)| best_first(x, y).then(a.cmp(b)));
    let mut found = vec![None; points.len()];
    // Whoever comes later is no better on the first axis: only the best on the second so far can beat it.
    let mut best: Option<(usize, &Goods)> = None;
    for (place, point) in order {
        let equal = |(_, top): &(usize, &Goods)| best_first(top, point).is_eq();
        match best {
            Some((top, goods)) if !equal(&(top, goods)) && point.1.total_cmp(&goods.1).is_le() => {
                if let Some(slot) = found.get_mut(place) {
                    *slot = Some(top);
                }
            }
            Some(top) if equal(&top) => {}
            Some(_) | None => best = Some((place, point)),
        }
    }
    found
}

/// The larger first good comes first; of equals the larger second.
fn best_first(a: &Goods, b: &Goods) -> Ordering {
    b.0.total_cmp(&a.0).then_with(|| b.1.total_cmp(&a.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frontier_is_what_nobody_beats_on_both() {
        let points = [(1.0, 1.0), (3.0, 1.0), (2.0, 2.0), (1.0, 3.0), (2.0, 1.5), (3.0, 1.0)];
        assert_eq!(dominators(&points), [Some(3), None, None, None, Some(2), None]);
        assert_eq!(dominators(&[]), []);
    }

    #[test]
    fn a_sort_finds_what_comparing_all_pairs_finds() {
        let points: Vec<Goods> = (0..200_u32)
            .map(|n| (f64::from((n * 7919) % 23), f64::from((n * 104_729) % 29)))
            .collect();
        let beats = |a: &Goods, b: &Goods| a.0 >= b.0 && a.1 >= b.1 && (a.0 > b.0 || a.1 > b.1);
        for (point, found) in points.iter().zip(dominators(&points)) {
            assert_eq!(
                found.is_some(),
                points.iter().any(|other| beats(other, point)),
                "{point:?}"
            );
            assert!(found.is_none_or(|by| beats(&points[by], point)), "{point:?}");
        }
    }
}
