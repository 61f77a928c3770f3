//! Which task has how many results in which round: the way into the browser.

use std::collections::{BTreeMap, BTreeSet};

use super::Scene;
use super::query::Level;
use crate::domain::catalogue::BenchmarkResult;
use crate::web::urls;

/// Tasks by rounds.
pub(super) struct Overview {
    /// The rounds, the newest first.
    pub(super) rounds: Vec<String>,
    /// The tasks, by name.
    pub(super) rows: Vec<OverviewRow>,
}

/// One task.
pub(super) struct OverviewRow {
    /// Its name.
    pub(super) task: String,
    /// For each round where its results are and how many; `None` without any.
    pub(super) cells: Vec<Option<OverviewCell>>,
}

/// The results of a task in a round.
pub(super) struct OverviewCell {
    /// Where they are.
    pub(super) href: String,
    /// How many.
    pub(super) count: usize,
    /// They are those shown.
    pub(super) current: bool,
}

impl Scene<'_> {
    /// The tasks and rounds of the suite and division chosen, of the accelerators asked for.
    pub(super) fn overview(&self) -> Overview {
        let value = |level| self.chosen.iter().find(|c| c.level == level).map(|c| c.value);
        let own = |r: &&&BenchmarkResult| {
            [Level::Suite, Level::Division]
                .into_iter()
                .all(|level| value(level).is_none_or(|v| v == level.of(r)))
        };
        let mut counts: BTreeMap<(&str, &str), (usize, &str)> = BTreeMap::new();
        let mut newest = BTreeMap::new();
        for result in self.results.iter().filter(own) {
            counts
                .entry((&result.task, &result.round))
                .or_insert((0, result.mode.word()))
                .0 += 1;
            let date = newest.entry(result.round.as_str()).or_insert(None);
            *date = (*date).max(result.evidence.as_of.latest());
        }
        let mut rounds: Vec<(&str, _)> = newest.into_iter().collect();
        rounds.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let tasks: BTreeSet<&str> = counts.keys().map(|(task, _)| *task).collect();
        let cell = |task, round| {
            let &(count, mode) = counts.get(&(task, round))?;
            let choices = [(Level::Mode, mode), (Level::Round, round), (Level::Task, task)];
            Some(OverviewCell {
                href: urls::benchmarks(self.ctx.lang, &self.with(&choices)),
                count,
                current: value(Level::Task) == Some(task) && value(Level::Round) == Some(round),
            })
        };
        let rows = tasks.into_iter().map(|task| OverviewRow {
            task: task.to_owned(),
            cells: rounds.iter().map(|(round, _)| cell(task, *round)).collect(),
        });
        Overview {
            rows: rows.collect(),
            rounds: rounds.iter().map(|(round, _)| (*round).to_owned()).collect(),
        }
    }
}
