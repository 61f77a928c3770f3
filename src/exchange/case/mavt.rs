//! The answer to an anchored model: values, scores, ranks, and how safe the order is.

use serde_json::{Value, json};

use super::{CaseError, Model, pairs};
use crate::domain::scoring::rank::{key, rank_intervals, ranks};
use crate::domain::scoring::sensitivity::{Contest, Interval, Ray, Segment, challenger, dominance, tornado};
use crate::domain::scoring::{Score, Span};

/// What the golden files hold under `expected`.
pub(super) fn answer(model: &Model) -> Result<Value, CaseError> {
    let (matrix, weights, competing) = (model.matrix(), model.weights(), model.competing());
    let spans: Vec<Vec<Span>> = (0..matrix.rows()).map(|row| matrix.row(row).collect()).collect();
    let values =
        |of: fn(&Span) -> f64| -> Vec<Vec<f64>> { spans.iter().map(|row| row.iter().map(of).collect()).collect() };
    let scores: Vec<Score> = matrix
        .scores(weights)
        .into_iter()
        .map(|score| score.unwrap_or(Score::NOTHING_KNOWN))
        .collect();
    let each = |of: fn(&Score) -> f64| -> Vec<f64> { scores.iter().map(of).collect() };
    let dimensions = matrix.dimension_sums(weights);
    let dimension_scores =
        |row: usize| -> Vec<f64> { dimensions.iter().filter_map(|of| of.get(row)).copied().collect() };

    let keys = model
        .eligibility()
        .iter()
        .zip(&scores)
        .map(|(of, score)| of.competes().then(|| key(score.floor)));
    let intervals: Vec<(i64, i64)> = competing
        .iter()
        .filter_map(|row| scores.get(*row))
        .map(|score| (key(score.low), key(score.high)))
        .collect();
    let mut possible = vec![None; scores.len()];
    for (row, ranks) in competing.iter().zip(rank_intervals(&intervals)) {
        if let Some(place) = possible.get_mut(*row) {
            *place = Some(ranks);
        }
    }

    let chosen = |of: fn(&Span) -> f64| -> Vec<Vec<f64>> {
        competing
            .iter()
            .filter_map(|row| spans.get(*row))
            .map(|row| row.iter().map(of).collect())
            .collect()
    };
    let among = |low: &[Vec<f64>], high: &[Vec<f64>]| {
        let named = |(i, k): (usize, usize)| Some((*competing.get(i)?, *competing.get(k)?));
        pairs(dominance::pairs(low, high).filter_map(named))
    };
    let floors = chosen(|span| span.data_low);

    let mut answer = json!({
        "criteria_order": model.criteria(),
        "effective_weights": weights.effective(),
        "values_floor": values(|span| span.data_low),
        "values_data_low": values(|span| span.data_low),
        "values_data_high": values(|span| span.data_high),
        "values_evidence_low": values(|span| span.evidence_low),
        "values_evidence_high": values(|span| span.evidence_high),
        "score_floor": each(|score| score.floor),
        "score_neutral": each(|score| score.neutral),
        "score_exclude_renormalise": scores.iter().map(|score| score.exclude_renormalised).collect::<Vec<_>>(),
        "score_low": each(|score| score.low),
        "score_high": each(|score| score.high),
        "contributions_floor": (0..matrix.rows()).map(|row| matrix.contributions(weights, row)).collect::<Vec<_>>(),
        "dimension_scores_floor": (0..matrix.rows()).map(dimension_scores).collect::<Vec<_>>(),
        "coverage": each(|score| score.coverage),
        "confidence": each(|score| score.confidence),
        "gates": model.outcomes(),
        "eligibility": model.eligibility(),
        "rank_floor": ranks(&keys.collect::<Vec<_>>()),
        "rank_interval": possible,
        "dominates_floor": among(&floors, &floors)?,
        "surely_dominates": among(&chosen(|span| span.evidence_low), &chosen(|span| span.evidence_high))?,
    });
    // A race of one has no order to be sensitive.
    if let (Value::Object(answer), 2..) = (&mut answer, competing.len()) {
        answer.insert("sensitivity".to_owned(), sensitivity(model, &competing)?);
    }
    Ok(answer)
}

fn sensitivity(model: &Model, competing: &[usize]) -> Result<Value, CaseError> {
    let criteria = Contest::on_criteria(model.matrix(), model.weights(), competing);
    let dimensions = Contest::on_dimensions(model.matrix(), model.weights(), competing);
    let row = |position: usize| competing.get(position).copied();
    let margins = tornado::weights(&criteria)
        .into_iter()
        .map(|of| json!([of.map(|of| of.low), of.map(|of| of.high)]));
    let segment = |of: Segment| json!([of.from, of.to, row(of.winner)]);
    let winners = rays(&dimensions).map(|ray| ray.map(|ray| ray.winners().into_iter().map(segment).collect::<Value>()));
    Ok(json!({
        "leader": criteria.leader().and_then(row),
        "criterion_weight_keeps_leader": keeps(&criteria, Ray::keeps_leader),
        "criterion_weight_keeps_full_order": keeps(&criteria, |ray| Some(ray.keeps_order())),
        "dimension_weight_keeps_leader": keeps(&dimensions, Ray::keeps_leader),
        "dimension_weight_keeps_full_order": keeps(&dimensions, |ray| Some(ray.keeps_order())),
        "dimension_winner_segments": winners.collect::<Value>(),
        "what_would_have_to_be_true": challenges(model, &criteria, competing)?,
        "tornado_margin_weight_x0.5_x1.5": margins.collect::<Value>(),
    }))
}

fn rays(contest: &Contest) -> impl Iterator<Item = Option<Ray<'_>>> {
    (0..contest.weights().len()).map(|factor| Ray::of(contest, factor))
}

/// An interval for each factor; `[null, null]` for one that has all the weight.
fn keeps<'a>(contest: &'a Contest, interval: impl Fn(&Ray<'a>) -> Option<Interval>) -> Value {
    let ends = |ray: Option<Ray<'a>>| {
        let interval = ray.as_ref().and_then(&interval);
        json!([interval.map(|of| of.low), interval.map(|of| of.high)])
    };
    rays(contest).map(ends).collect()
}

fn challenges(model: &Model, contest: &Contest, competing: &[usize]) -> Result<Value, CaseError> {
    let entry = |challenge: challenger::Challenge| {
        let row = competing.get(challenge.challenger).copied().unwrap_or_default();
        let first = challenger::lambda_first(contest, challenge.challenger).map_err(|problem| CaseError::Solver {
            alternative: model.alternatives().get(row).cloned().unwrap_or_default(),
            problem,
        })?;
        Ok(json!({
            "challenger": row,
            "gap": challenge.gap,
            "required_value": challenge.required,
            "lambda_pairwise": challenge.lambda_pairwise,
            "lambda_first": first,
        }))
    };
    challenger::challenges(contest).into_iter().map(entry).collect()
}
