//! One weight moved from 0 to 1, the others in proportion: every score is a straight line, so who leads where, and how
//! far the weight may move before the order changes, are crossings of lines.

use std::cmp::Reverse;

use super::super::rank::key;
use super::Contest;

/// A range of weights, both ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A stretch of weights throughout which one alternative is first.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// From this weight.
    pub from: f64,
    /// To this weight.
    pub to: f64,
    /// Who is first, by position in the contest.
    pub winner: usize,
}

/// The scores of a contest as functions of the weight `t` of one factor: `rest + t (own - rest)`.
#[derive(Debug, Clone)]
pub struct Ray<'a> {
    contest: &'a Contest,
    /// The weight the factor has now.
    weight: f64,
    /// Scores at `t = 1`: the values on the factor itself.
    own: &'a [f64],
    /// Scores at `t = 0`: what the other factors give.
    rest: Vec<f64>,
}

/// Lines whose slopes differ by less than the quantum of the ranking do not cross: over the whole of 0..1 they move by
/// less than what tells two scores apart.
const PARALLEL: f64 = 1e-9;
/// Others that weigh less than this together have no proportions left to keep.
const NOTHING: f64 = 1e-12;

impl<'a> Ray<'a> {
    /// The ray of one factor; `None` when that factor has all the weight, or does not exist.
    #[must_use]
    pub fn of(contest: &'a Contest, factor: usize) -> Option<Self> {
        let (weight, own) = (*contest.weights.get(factor)?, contest.columns.get(factor)?);
        let mut others = 0.0;
        let mut rest = vec![0.0; own.len()];
        for (_, (column, weight)) in contest
            .columns
            .iter()
            .zip(&contest.weights)
            .enumerate()
            .filter(|(other, _)| *other != factor)
        {
            others += weight;
            for (rest, value) in rest.iter_mut().zip(column) {
                *rest += weight * value;
            }
        }
        if others <= NOTHING {
            return None;
        }
        for rest in &mut rest {
            *rest /= others;
        }
        Some(Self {
            contest,
            weight,
            own,
            rest,
        })
    }

    /// The score of a position when the factor weighs `t`.
    #[must_use]
    pub fn score(&self, position: usize, t: f64) -> f64 {
        let (rest, own) = self.line(position);
        rest + t * (own - rest)
    }

    /// The weights for which the leader stays first, ties included; `None` when nobody competes.
    #[must_use]
    pub fn keeps_leader(&self) -> Option<Interval> {
        let (leader, rivals) = self.contest.order.split_first()?;
        Some(self.keeps(rivals.iter().map(|rival| (*leader, *rival))))
    }

    /// The weights for which the whole order stays, ties included.
    #[must_use]
    pub fn keeps_order(&self) -> Interval {
        let order = &self.contest.order;
        self.keeps(order.iter().copied().zip(order.iter().copied().skip(1)))
    }

    /// Who is first at which weight, from 0 to 1; a tie throughout goes to the one listed first. Empty when nobody
    /// competes.
    #[must_use]
    pub fn winners(&self) -> Vec<Segment> {
        let mut segments: Vec<Segment> = Vec::new();
        let at_zero = (0..self.own.len()).min_by_key(|at| {
            let (rest, own) = self.line(*at);
            (Reverse(key(rest)), Reverse(key(own)), *at)
        });
        let (mut from, mut leader) = (0.0, at_zero);
        while let Some(winner) = leader {
            let next = self.overtakes(winner, from);
            let to = next.map_or(1.0, |(t, _)| t);
            if to > from {
                segments.push(Segment { from, to, winner });
            }
            (from, leader) = (to, next.map(|(_, rival)| rival));
        }
        segments
    }

    /// Where and by whom a leader from weight `from` on is overtaken before 1; of several at once by the one who is
    /// ahead after that, of equals by the one listed first.
    ///
    /// Lines that meet at 1 cross before it when rounding says so: the tie is then a segment of no visible width, as in the
    /// golden files.
    fn overtakes(&self, winner: usize, from: f64) -> Option<(f64, usize)> {
        let (rest, own) = self.line(winner);
        let crossings = self
            .rest
            .iter()
            .zip(self.own)
            .enumerate()
            .filter_map(|(rival, (rival_rest, rival_own))| {
                let gains = (rival_own - rival_rest) - (own - rest);
                (gains > PARALLEL).then(|| (((rest - rival_rest) / gains).max(from), *rival_own, rival))
            });
        let first = crossings
            .clone()
            .map(|(t, ..)| t)
            .min_by(f64::total_cmp)
            .filter(|t| *t < 1.0)?;
        let together = crossings.filter(|(t, ..)| key(*t) == key(first));
        together
            .min_by_key(|(_, own, rival)| (Reverse(key(*own)), *rival))
            .map(|(_, _, rival)| (first, rival))
    }

    /// The weights for which each of `pairs` keeps its order. The present weight always does.
    fn keeps(&self, pairs: impl Iterator<Item = (usize, usize)>) -> Interval {
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for (upper, lower) in pairs {
            let ((upper_rest, upper_own), (lower_rest, lower_own)) = (self.line(upper), self.line(lower));
            let (at_zero, at_one) = (upper_rest - lower_rest, upper_own - lower_own);
            let gains = at_one - at_zero;
            let crossing = -at_zero / gains;
            if gains > PARALLEL {
                low = low.max(crossing);
            } else if gains < -PARALLEL {
                high = high.min(crossing);
            }
        }
        Interval {
            low: low.min(self.weight),
            high: high.max(self.weight),
        }
    }

    /// The scores of a position at `t = 0` and `t = 1`.
    fn line(&self, position: usize) -> (f64, f64) {
        let at = |scores: &[f64]| scores.get(position).copied().unwrap_or_default();
        (at(&self.rest), at(self.own))
    }
}

impl Contest {
    /// What has to be taken from the weight of a factor, the others staying as they are, for `rival` to draw level with the
    /// leader (Triantaphyllou & Sanchez 1997); `None` where both have the same value. The same crossing as that of the
    /// ray, which lies at `(weight - change) / (1 - change)`.
    #[must_use]
    pub fn weight_change(&self, factor: usize, rival: usize) -> Option<f64> {
        let column = self.columns.get(factor)?;
        let leader = self.leader()?;
        let difference = column.get(rival)? - column.get(leader)?;
        (difference != 0.0).then(|| (self.score(rival) - self.score(leader)) / difference)
    }

    /// The leader's margin over its best rival when the factor weighs `t`. `None` without a rival.
    pub(super) fn margin_at(&self, ray: &Ray<'_>, t: f64) -> Option<f64> {
        let (leader, rivals) = self.order.split_first()?;
        let best = rivals.iter().map(|rival| ray.score(*rival, t)).max_by(f64::total_cmp)?;
        Some(ray.score(*leader, t) - best)
    }
}
