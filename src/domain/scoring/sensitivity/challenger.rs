//! What would have to be true for a challenger to draw level: on one criterion alone, or by moving the weights.

use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, Variable};

use super::super::rank::key;
use super::Contest;

/// What separates a challenger from the leader.
#[derive(Debug, Clone, PartialEq)]
pub struct Challenge {
    /// Who, by position in the contest.
    pub challenger: usize,
    /// Points behind the leader.
    pub gap: f64,
    /// For each factor the value (0..100) with which the challenger draws level, all else the same; `None` when no value
    /// does.
    pub required: Vec<Option<f64>>,
    /// The least share of the weights that must move to the challenger's best factor to pass the leader; `None` when it
    /// is better at nothing.
    pub lambda_pairwise: Option<f64>,
}

/// Every challenger, in the order of the contest's positions. Empty without a leader and a challenger.
#[must_use]
pub fn challenges(contest: &Contest) -> Vec<Challenge> {
    let Some(leader) = contest.leader() else {
        return Vec::new();
    };
    (0..contest.len())
        .filter(|challenger| *challenger != leader)
        .map(|challenger| challenge(contest, leader, challenger))
        .collect()
}

fn challenge(contest: &Contest, leader: usize, challenger: usize) -> Challenge {
    let gap = contest.score(leader) - contest.score(challenger);
    let required = contest.values(challenger).zip(&contest.weights).map(|(value, weight)| {
        let needed = value + gap / weight;
        // Beyond the scale by no more than rounding is the end of the scale.
        (*weight > 0.0 && key(needed) <= key(100.0)).then(|| needed.clamp(0.0, 100.0))
    });
    Challenge {
        challenger,
        gap,
        required: required.collect(),
        lambda_pairwise: pairwise(contest, leader, challenger),
    }
}

/// `gap / (gap + the challenger's largest advantage)`; `None` without an advantage to overcome a gap with.
fn pairwise(contest: &Contest, leader: usize, challenger: usize) -> Option<f64> {
    if tied(contest, leader, challenger) {
        return Some(0.0);
    }
    let gap = contest.score(leader) - contest.score(challenger);
    let advantage = contest
        .values(challenger)
        .zip(contest.values(leader))
        .map(|(own, other)| own - other);
    let largest = advantage.max_by(f64::total_cmp).filter(|largest| *largest > 0.0)?;
    Some(gap / (gap + largest))
}

fn tied(contest: &Contest, leader: usize, challenger: usize) -> bool {
    key(contest.score(leader)) == key(contest.score(challenger))
}

/// The least `lambda` of 0..1 such that, with weights `(1 - lambda) w + lambda u` for some `u` that sums to 1, the
/// challenger is first or tied for it. `None` when there is none.
///
/// A linear program in `q = lambda u`: minimise the sum of `q` so that for every rival `i`
/// `sum q_j ((v_cj - v_ij) + g_i) >= g_i`, where `g_i = S_i - S_c`. Few rivals ever bind, so they are added one by one:
/// whoever leads under the weights found so far.
///
/// # Errors
/// The solver's own, when it meets a numerical failure it cannot recover from.
pub fn lambda_first(contest: &Contest, challenger: usize) -> Result<Option<f64>, microlp::Error> {
    let Some(leader) = contest.leader() else {
        return Ok(None);
    };
    if tied(contest, leader, challenger) {
        return Ok(Some(0.0));
    }
    // Passing everybody takes at least what passing the leader takes.
    let least = pairwise(contest, leader, challenger).unwrap_or(1.0);
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let shares: Vec<Variable> = contest
        .weights
        .iter()
        .map(|_| problem.add_var(1.0, (0.0, 1.0)))
        .collect();
    let whole: Vec<(Variable, f64)> = shares.iter().map(|share| (*share, 1.0)).collect();
    problem.add_constraint(whole, ComparisonOp::Le, 1.0);
    let (terms, gap) = constraint(contest, challenger, leader, &shares);
    problem.add_constraint(terms, ComparisonOp::Ge, gap);
    let mut outcome = problem.solve();
    let mut binding = vec![leader];
    loop {
        let solution = match outcome {
            Err(microlp::Error::Infeasible) => return Ok(None),
            outcome => outcome?.into_solution(),
        };
        // Only a time limit interrupts, and none is set.
        let Ok(solution) = solution else { return Ok(None) };
        let moved: Vec<f64> = shares.iter().map(|share| solution.var_value(*share)).collect();
        match ahead(contest, challenger, &moved).filter(|rival| !binding.contains(rival)) {
            None => return Ok(Some(solution.objective().clamp(least, 1.0))),
            Some(rival) => {
                binding.push(rival);
                let (terms, gap) = constraint(contest, challenger, rival, &shares);
                outcome = solution.add_constraint(terms, ComparisonOp::Ge, gap);
            }
        }
    }
}

/// A rival's constraint: what a share of each factor gains on it, and the gap to make up.
fn constraint(contest: &Contest, challenger: usize, rival: usize, shares: &[Variable]) -> (LinearExpr, f64) {
    let gap = contest.score(rival) - contest.score(challenger);
    let mut terms = LinearExpr::empty();
    for ((share, own), other) in shares.iter().zip(contest.values(challenger)).zip(contest.values(rival)) {
        let gain = own - other + gap;
        // Anything below the quantum of the ranking is rounding, and would only disturb the solver.
        if key(gain) != 0 {
            terms.add(*share, gain);
        }
    }
    (terms, gap)
}

/// How far a constraint may be missed, in points: the tolerance the solver itself works to.
const FEASIBLE: f64 = 1e-7;

/// Who is furthest ahead of the challenger when shares of the weight have moved to the factors.
fn ahead(contest: &Contest, challenger: usize, moved: &[f64]) -> Option<usize> {
    let stays = 1.0 - moved.iter().sum::<f64>();
    let mut scores: Vec<f64> = contest.scores.iter().map(|score| stays * score).collect();
    for (column, share) in contest.columns.iter().zip(moved).filter(|(_, share)| **share > 0.0) {
        for (score, value) in scores.iter_mut().zip(column) {
            *score += share * value;
        }
    }
    let bar = scores.get(challenger)? + FEASIBLE;
    let (rival, _) = scores
        .into_iter()
        .enumerate()
        .filter(|(_, score)| *score > bar)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Some(rival)
}
