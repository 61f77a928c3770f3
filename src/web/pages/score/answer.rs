//! What the engine says of a decision matrix, as the page shows it.

use crate::domain::scoring::Eligibility;
use crate::domain::scoring::display::{Tenths, differences};
use crate::domain::scoring::rank::{key, rank_intervals, ranks};
use crate::domain::scoring::sensitivity::challenger::challenges;
use crate::domain::scoring::sensitivity::{Contest, Ray};
use crate::exchange::case::Model;
use crate::web::lang::{Lang, fixed, number, signed};
use crate::web::pages::ranking::Total;

/// The ranking of a matrix, and how safe it is.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    /// Who leads, in a sentence.
    pub sentence: String,
    /// Alternatives, best first; those not eligible last.
    pub rows: Vec<RowView>,
    /// For each dimension the weights for which the leader stays first.
    pub stability: Vec<(String, String)>,
    /// Why the leader is above each other: the parts of the gap, and what would close it.
    pub challengers: Vec<ChallengerView>,
}

/// One alternative.
#[derive(Debug, Clone)]
pub(super) struct RowView {
    /// Its rank, or a dash.
    pub rank: String,
    /// Its name.
    pub name: String,
    /// Score, range and parts; `None` when nothing is known.
    pub total: Option<Total>,
    /// Share of the score that is known, in percent.
    pub coverage: String,
    /// Its gates, in a word; empty where they pass.
    pub remark: String,
}

/// What separates an alternative from the leader.
#[derive(Debug, Clone)]
pub(super) struct ChallengerView {
    /// Its name and the gap.
    pub title: String,
    /// What each criterion adds to the gap; they add up to it.
    pub parts: Vec<(String, String)>,
    /// The single values with which it would draw level.
    pub ways: Vec<String>,
}

impl Answer {
    /// The answer for a model; `units` of the criteria as far as they are known.
    #[must_use]
    pub(super) fn new(lang: Lang, model: &Model, units: &[String]) -> Self {
        let scores = model.matrix().scores(model.weights());
        let competes = |row: usize| model.eligibility().get(row).is_some_and(|e| e.competes());
        let keys: Vec<Option<i64>> = scores
            .iter()
            .enumerate()
            .map(|(row, s)| s.filter(|_| competes(row)).map(|s| key(s.floor)))
            .collect();
        let places = ranks(&keys);
        let mut order: Vec<usize> = (0..scores.len()).collect();
        let name = |row: &usize| model.alternatives().get(*row).map_or("", String::as_str);
        let place = |row: &usize| places.get(*row).copied().flatten().unwrap_or(usize::MAX);
        order.sort_by(|a, b| place(a).cmp(&place(b)).then_with(|| name(a).cmp(name(b))));
        let rows = order.iter().map(|&row| {
            Self::row(
                lang,
                model,
                row,
                (scores.get(row).copied().flatten(), places.get(row).copied().flatten()),
            )
        });
        let mut competing: Vec<usize> = order
            .iter()
            .copied()
            .filter(|row| keys.get(*row).copied().flatten().is_some())
            .collect();
        competing.sort_by(|a, b| name(a).cmp(name(b)));
        let contest = Contest::on_criteria(model.matrix(), model.weights(), &competing);
        Self {
            sentence: sentence(lang, model, &order, &scores, &places),
            rows: rows.collect(),
            stability: stability(lang, model, &competing),
            challengers: challengers(lang, model, &competing, (&contest, units)),
        }
    }

    fn row(
        lang: Lang,
        model: &Model,
        row: usize,
        (score, rank): (Option<crate::domain::scoring::Score>, Option<usize>),
    ) -> RowView {
        let mut contributions = model.matrix().contributions(model.weights(), row).into_iter();
        let parts: Vec<f64> = model
            .weights()
            .local()
            .iter()
            .map(|inside| contributions.by_ref().take(inside.len()).sum())
            .collect();
        let remark = match model.eligibility().get(row) {
            Some(Eligibility::Conditional) => lang.t("score.conditional"),
            Some(Eligibility::Ineligible) => lang.t("score.ineligible"),
            Some(Eligibility::Eligible) | None => String::new(),
        };
        RowView {
            rank: rank.map_or_else(|| "–".to_owned(), |r| r.to_string()),
            name: model.alternatives().get(row).cloned().unwrap_or_default(),
            total: score.map(|score| Total::new(model.dimensions().iter().map(String::as_str), &parts, &score)),
            coverage: score.map_or_else(|| "0".to_owned(), |s| fixed(s.coverage * 100.0, 0)),
            remark,
        }
    }
}

fn sentence(
    lang: Lang,
    model: &Model,
    order: &[usize],
    scores: &[Option<crate::domain::scoring::Score>],
    places: &[Option<usize>],
) -> String {
    let first: Vec<&str> = order
        .iter()
        .filter(|row| places.get(**row).copied().flatten() == Some(1))
        .filter_map(|row| model.alternatives().get(*row).map(String::as_str))
        .collect();
    let intervals: Vec<(i64, i64)> = order
        .iter()
        .filter(|r| places.get(**r).copied().flatten().is_some())
        .filter_map(|r| scores.get(*r).copied().flatten())
        .map(|s| (key(s.low), key(s.high)))
        .collect();
    let settled = rank_intervals(&intervals)
        .first()
        .is_some_and(|(best, worst)| best == worst);
    match first.as_slice() {
        [] => lang.t("score.none"),
        [only] if settled => lang.with("score.first_settled", "name", only),
        [only] => lang.with("score.first_open", "name", only),
        tied => lang.with("score.tied", "names", tied.join(&lang.t("list.join"))),
    }
}

fn stability(lang: Lang, model: &Model, competing: &[usize]) -> Vec<(String, String)> {
    let contest = Contest::on_dimensions(model.matrix(), model.weights(), competing);
    let percent = |x: f64| number(100.0 * x, 1);
    let names = model.dimensions().iter().enumerate();
    names
        .map(|(factor, name)| {
            let now = percent(contest.weights().get(factor).copied().unwrap_or_default());
            let kept = Ray::of(&contest, factor).and_then(|ray| ray.keeps_leader());
            let text = kept.map_or_else(
                || lang.t("score.only_dimension"),
                |kept| {
                    lang.fill(
                        "score.keeps",
                        &[
                            ("now", &now),
                            ("low", &percent(kept.low)),
                            ("high", &percent(kept.high)),
                        ],
                    )
                },
            );
            (name.clone(), text)
        })
        .collect()
}

fn challengers(
    lang: Lang,
    model: &Model,
    competing: &[usize],
    (contest, units): (&Contest, &[String]),
) -> Vec<ChallengerView> {
    let Some(leader) = contest.leader().and_then(|at| competing.get(at)).copied() else {
        return Vec::new();
    };
    let (matrix, weights) = (model.matrix(), model.weights());
    let name = |row: usize| model.alternatives().get(row).map_or("", String::as_str);
    let mut found = challenges(contest);
    found.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    found
        .into_iter()
        .take(10)
        .filter_map(|challenge| {
            let row = *competing.get(challenge.challenger)?;
            let (upper, lower) = (matrix.score(weights, leader)?, matrix.score(weights, row)?);
            let (parts, gap) = differences(
                &matrix.contributions(weights, leader),
                &matrix.contributions(weights, row),
                (upper.floor, lower.floor),
            );
            let parts = model
                .criteria()
                .iter()
                .zip(parts)
                .filter(|(_, p)| *p != Tenths(0))
                .map(|(c, p)| (c.clone(), signed(p)));
            let ways = challenge
                .required
                .iter()
                .zip(model.criteria())
                .zip(model.functions())
                .enumerate()
                .filter_map(|(at, ((needed, criterion), function))| {
                    let needed = (*needed)?;
                    let unit = units.get(at).map_or("", String::as_str);
                    let raw = function.raw_for(needed).map_or_else(
                        || format!("{} / 100", number(needed, 1)),
                        |x| format!("{} {unit}", number(x, 3)),
                    );
                    Some(lang.fill("score.way", &[("criterion", criterion), ("value", &raw.trim_end())]))
                });
            Some(ChallengerView {
                title: lang.fill(
                    "score.gap",
                    &[("leader", &name(leader)), ("other", &name(row)), ("gap", &gap)],
                ),
                parts: parts.collect(),
                ways: ways.collect(),
            })
        })
        .collect()
}
