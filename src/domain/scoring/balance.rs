//! Weights a person can read: whole points that add up to a total, by largest remainder.

/// One weight on the panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    /// Its points, at least 0.
    pub points: f64,
    /// A locked weight stays as it is.
    pub locked: bool,
}

/// Weights that cannot be balanced.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BalanceError {
    /// Negative, NaN or infinite.
    #[error("weight number {position} is {points}, it must be a finite number of at least 0")]
    Unusable {
        /// Which entry, from 0.
        position: usize,
        /// Its points.
        points: f64,
    },
    /// What stays exceeds the total.
    #[error("the weights that stay add up to {fixed}, more than {total}")]
    Exceeded {
        /// The points that stay.
        fixed: f64,
        /// The total to reach.
        total: f64,
    },
    /// Everything stays and falls short of the total.
    #[error("every weight stays, and they add up to {fixed}, less than {total}")]
    NothingFree {
        /// The points that stay.
        fixed: f64,
        /// The total to reach.
        total: f64,
    },
}

/// The entries scaled in proportion to whole points that add up to `total`, locked ones untouched. Points left over go
/// to the largest remainders, ties to the first listed; free entries that are all 0 share equally.
///
/// # Errors
/// [`BalanceError`] when an entry is unusable or the locked ones leave no solution.
pub fn balance_to(total: f64, entries: &[Entry]) -> Result<Vec<f64>, BalanceError> {
    if let Some((position, entry)) = entries
        .iter()
        .enumerate()
        .find(|(_, entry)| !entry.points.is_finite() || entry.points < 0.0)
    {
        return Err(BalanceError::Unusable {
            position,
            points: entry.points,
        });
    }
    let fixed: f64 = entries
        .iter()
        .filter(|entry| entry.locked)
        .map(|entry| entry.points)
        .sum();
    let open = total - fixed;
    if open < 0.0 {
        return Err(BalanceError::Exceeded { fixed, total });
    }
    if open > 0.0 && entries.iter().all(|entry| entry.locked) {
        return Err(BalanceError::NothingFree { fixed, total });
    }
    let all_zero = entries.iter().all(|entry| entry.locked || entry.points == 0.0);
    let worth = |entry: &Entry| if all_zero { 1.0 } else { entry.points };
    let free: f64 = entries.iter().filter(|entry| !entry.locked).map(worth).sum();
    let quota = |entry: &Entry| {
        if entry.locked {
            entry.points
        } else {
            open * (worth(entry) / free)
        }
    };
    let floor = |entry: &Entry| {
        if entry.locked {
            entry.points
        } else {
            quota(entry).floor()
        }
    };

    let mut points: Vec<f64> = entries.iter().map(floor).collect();
    let mut left = open - entries.iter().filter(|entry| !entry.locked).map(floor).sum::<f64>();
    let mut by_remainder: Vec<_> = entries
        .iter()
        .zip(&mut points)
        .filter(|(entry, _)| !entry.locked)
        .collect();
    by_remainder.sort_by(|(a, _), (b, _)| (quota(b) - floor(b)).total_cmp(&(quota(a) - floor(a))));
    for (_, points) in by_remainder {
        let extra = left.min(1.0);
        *points += extra;
        left -= extra;
    }
    Ok(points)
}

/// What a slider does: entry `moved` of `baseline` set to `points`, the free others scaled to what is left of `total`.
/// The baseline is the state before the drag began, so that a slider moved to 100 and back restores the others.
///
/// # Errors
/// [`BalanceError`] as for [`balance_to`].
pub fn move_slider(total: f64, baseline: &[Entry], moved: usize, points: f64) -> Result<Vec<f64>, BalanceError> {
    let entries: Vec<Entry> = baseline
        .iter()
        .enumerate()
        .map(|(position, entry)| {
            if position == moved {
                Entry { points, locked: true }
            } else {
                *entry
            }
        })
        .collect();
    balance_to(total, &entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn free(points: &[f64]) -> Vec<Entry> {
        points
            .iter()
            .map(|points| Entry {
                points: *points,
                locked: false,
            })
            .collect()
    }

    #[test]
    fn worked_case_6_balances_to_100() {
        assert_eq!(
            balance_to(100.0, &free(&[45.0, 30.0, 20.0, 10.0])).unwrap(),
            [43.0, 29.0, 19.0, 9.0]
        );
    }

    #[test]
    fn worked_case_6_moves_a_slider_around_a_locked_weight() {
        let mut baseline = free(&[40.0, 30.0, 20.0, 10.0]);
        if let Some(support) = baseline.get_mut(2) {
            support.locked = true;
        }
        assert_eq!(move_slider(100.0, &baseline, 1, 36.0).unwrap(), [35.0, 36.0, 20.0, 9.0]);
    }

    #[test]
    fn worked_case_6_restores_the_others_when_a_slider_comes_back_from_100() {
        let baseline = free(&[40.0, 30.0, 20.0, 10.0]);
        assert_eq!(move_slider(100.0, &baseline, 0, 100.0).unwrap(), [100.0, 0.0, 0.0, 0.0]);
        assert_eq!(
            move_slider(100.0, &baseline, 0, 40.0).unwrap(),
            [40.0, 30.0, 20.0, 10.0]
        );
    }

    #[test]
    fn equal_remainders_go_to_the_first_listed() {
        assert_eq!(balance_to(100.0, &free(&[1.0, 1.0, 1.0])).unwrap(), [34.0, 33.0, 33.0]);
        assert_eq!(balance_to(100.0, &free(&[0.0, 0.0, 0.0])).unwrap(), [34.0, 33.0, 33.0]);
    }

    #[test]
    fn locked_weights_above_the_total_are_an_error() {
        let entries = [
            Entry {
                points: 101.0,
                locked: true,
            },
            Entry {
                points: 1.0,
                locked: false,
            },
        ];
        assert_eq!(
            balance_to(100.0, &entries),
            Err(BalanceError::Exceeded {
                fixed: 101.0,
                total: 100.0
            })
        );
    }
}
