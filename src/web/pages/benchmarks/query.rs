//! The words of the benchmark browser, and what they choose: each choice narrows those after it, and only combinations that exist
//! are ever offered.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;

use crate::domain::brief::{BadWord, Brief, Rule, text};
use crate::domain::catalogue::{BenchmarkResult, Catalogue, Mode};
use crate::domain::ids::AcceleratorId;
use crate::web::urls::Pairs;

/// One of the choices, in the order in which they narrow the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::web) enum Level {
    /// The suite.
    Suite,
    /// Training or inference.
    Mode,
    /// Closed or open.
    Division,
    /// The round.
    Round,
    /// The task.
    Task,
    /// The scenario.
    Scenario,
}

impl Level {
    /// All, in order.
    pub(in crate::web) const ALL: [Self; 6] = [
        Self::Suite,
        Self::Mode,
        Self::Division,
        Self::Round,
        Self::Task,
        Self::Scenario,
    ];

    /// The word in links.
    pub(in crate::web) fn word(self) -> &'static str {
        match self {
            Self::Suite => "suite",
            Self::Mode => "mode",
            Self::Division => "division",
            Self::Round => "round",
            Self::Task => "task",
            Self::Scenario => "scenario",
        }
    }

    /// A result's value of this choice.
    pub(in crate::web) fn of(self, result: &BenchmarkResult) -> &str {
        match self {
            Self::Suite => &result.suite,
            Self::Mode => result.mode.word(),
            Self::Division => &result.division,
            Self::Round => &result.round,
            Self::Task => &result.task,
            Self::Scenario => &result.scenario,
        }
    }
}

/// The words of the address.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::web) struct Words {
    /// What each choice was asked to be.
    pub(in crate::web) asked: BTreeMap<Level, String>,
    /// Only these accelerators; empty for all.
    pub(in crate::web) accelerators: BTreeSet<AcceleratorId>,
    /// A release other than the newest.
    pub(in crate::web) release: Option<u32>,
}

/// A choice as made.
pub(super) struct Chosen<'a> {
    /// Which choice.
    pub(super) level: Level,
    /// Its value.
    pub(super) value: &'a str,
    /// The values possible after the choices before it, each with its number of results.
    pub(super) options: Vec<(&'a str, usize)>,
    /// What was asked for and exists elsewhere only.
    pub(super) instead_of: Option<String>,
}

impl Words {
    /// Reads the words; those it does not know are ignored. What is named must exist in the catalogue.
    ///
    /// # Errors
    /// [`BadWord`] names the first word with a value that cannot be used.
    pub(in crate::web) fn read(pairs: &Pairs, catalogue: &Catalogue) -> Result<Self, BadWord> {
        let brief = brief(pairs)?;
        if let Some(id) = brief
            .accelerators
            .iter()
            .find(|id| catalogue.accelerator(id.as_str()).is_none())
        {
            let known: BTreeSet<&str> = catalogue.results().iter().map(|r| r.accelerator.as_str()).collect();
            return Err(missing("gpu", id.as_str(), known));
        }
        let mut asked = BTreeMap::new();
        for (word, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
            let Some(level) = Level::ALL.into_iter().find(|l| l.word() == word) else {
                continue;
            };
            if level == Level::Mode {
                Mode::parse(value).map_err(|e| BadWord::new(word, value, Rule::OneOf(e.allowed)))?;
            }
            let known: BTreeSet<&str> = catalogue.results().iter().map(|r| level.of(r)).collect();
            if !known.contains(value.as_str()) && level != Level::Mode {
                return Err(missing(word, value, known));
            }
            asked.insert(level, text(word, value, 100)?);
        }
        Ok(Self {
            asked,
            accelerators: brief.accelerators,
            release: brief.release,
        })
    }

    /// The words in canonical order.
    pub(super) fn pairs(&self) -> Pairs {
        let mut pairs: Pairs = self
            .asked
            .iter()
            .map(|(level, value)| (level.word().to_owned(), value.clone()))
            .collect();
        pairs.extend(self.rest());
        pairs
    }

    /// The words beside the choices.
    pub(super) fn rest(&self) -> Pairs {
        let brief = Brief {
            accelerators: self.accelerators.clone(),
            release: self.release,
            ..Brief::default()
        };
        brief.pairs()
    }

    /// Whether a result is of an accelerator asked for.
    pub(in crate::web) fn is_wanted(&self, result: &BenchmarkResult) -> bool {
        self.accelerators.is_empty() || self.accelerators.contains(&result.accelerator)
    }

    /// Makes every choice: what was asked for where it exists, else what has the most results, else the newest.
    pub(super) fn choose<'a>(&self, results: &[&'a BenchmarkResult]) -> Vec<Chosen<'a>> {
        let mut left = results.to_vec();
        let mut chosen = Vec::new();
        for level in Level::ALL {
            let options = options(level, &left);
            let asked = self.asked.get(&level);
            let found = options.iter().find(|o| asked.is_some_and(|a| a == o.value));
            let Some(value) = found
                .or(options.iter().max_by_key(|o| (o.count, o.newest)))
                .map(|o| o.value)
            else {
                break;
            };
            chosen.push(Chosen {
                level,
                value,
                options: options.iter().map(|o| (o.value, o.count)).collect(),
                instead_of: asked.filter(|a| *a != value).cloned(),
            });
            left.retain(|r| level.of(r) == value);
        }
        chosen
    }
}

struct Choice<'a> {
    value: &'a str,
    count: usize,
    newest: Option<Date>,
}

fn options<'a>(level: Level, results: &[&'a BenchmarkResult]) -> Vec<Choice<'a>> {
    let mut by_value: BTreeMap<&str, (usize, Option<Date>)> = BTreeMap::new();
    for result in results {
        let (count, newest) = by_value.entry(level.of(result)).or_default();
        *count += 1;
        *newest = (*newest).max(result.evidence.as_of.latest());
    }
    by_value
        .into_iter()
        .map(|(value, (count, newest))| Choice { value, count, newest })
        .collect()
}

/// The words shared with rankings.
pub(in crate::web) fn brief(pairs: &Pairs) -> Result<Brief, BadWord> {
    let own = pairs.iter().filter(|(word, _)| word == "gpu" || word == "release");
    Brief::read(own.map(|(word, value)| (word.as_str(), value.as_str())))
}

fn missing(word: &str, value: &str, known: BTreeSet<&str>) -> BadWord {
    let known = known.into_iter().collect::<Vec<_>>().join(", ");
    BadWord::new(word, value, Rule::Missing { known })
}
