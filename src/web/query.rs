//! A link's query, taken apart: the brief, which can change scores, and the view, which cannot. Written back in one canonical
//! order without defaults, so that equal pages have equal addresses.

use std::collections::BTreeSet;

use super::app::DEFAULT_SCORECARD;
use super::columns::{self, Column, ColumnSet, price_word};
use super::pick::Pick;
use super::urls::Pairs;
use crate::domain::brief::{BadWord, Brief, Rule, text, whole};
use crate::domain::catalogue::Plan;
use crate::domain::ids::OfferId;
use crate::domain::money::Currency;
use crate::domain::scorecard::{GateMode, Scorecard};

/// What is shown, and how; never changes a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// One row per vendor, or every offer.
    pub group: Group,
    /// Only rows whose names contain this text.
    pub q: String,
    /// Offers hidden by hand.
    pub hide: BTreeSet<OfferId>,
    /// By which column.
    pub sort: Sort,
    /// The other way round.
    pub reversed: bool,
    /// Page of the ranked rows, from 1.
    pub page: u32,
    /// Page of the rows that are not eligible, from 1.
    pub out: u32,
    /// Dimensions whose weight is locked while balancing.
    pub lock: BTreeSet<String>,
    /// The columns chosen beside offer and total; the usual ones unless named.
    pub cols: Option<BTreeSet<Column>>,
    /// What the pages beside the ranking show of it.
    pub pick: Pick,
}

/// What a row stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// A vendor, represented by its best offer.
    Vendor,
    /// An offer.
    Offer,
}

/// What the rows are ordered by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sort {
    /// The total: the order of the ranking.
    Total,
    /// The name.
    Name,
    /// The price of a plan, in the unit shown.
    Price(Plan),
    /// The cost over the months of the brief.
    Cost,
    /// The coverage.
    Coverage,
    /// The contribution of the dimension of this id.
    Dimension(String),
}

/// A button of the form, beside the state it sends along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Scale the weights to 100.
    Balance,
    /// Go back to the scorecard's weights.
    Reset,
    /// Take a preset's weights.
    Preset(String),
    /// Hold the chosen offers side by side.
    Compare,
    /// Show columns that go together.
    Columns(ColumnSet),
    /// Only apply what was typed.
    Apply,
}

/// A query, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// What can change a score.
    pub brief: Brief,
    /// What cannot.
    pub view: View,
    /// The button pressed, if the query came from the form.
    pub action: Option<Action>,
}

impl Default for View {
    fn default() -> Self {
        Self {
            group: Group::Vendor,
            q: String::new(),
            hide: BTreeSet::new(),
            sort: Sort::Total,
            reversed: false,
            page: 1,
            out: 1,
            lock: BTreeSet::new(),
            cols: None,
            pick: Pick::default(),
        }
    }
}

impl Sort {
    /// The word in links.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Total => "total",
            Self::Name => "name",
            Self::Price(plan) => price_word(*plan),
            Self::Cost => "tco",
            Self::Coverage => "coverage",
            Self::Dimension(id) => id,
        }
    }
}

impl Query {
    /// Reads a query; words it does not know are ignored.
    ///
    /// # Errors
    /// [`BadWord`] names the first word with a value that cannot be used.
    pub fn read(pairs: &Pairs) -> Result<Self, BadWord> {
        let brief = Brief::read(pairs.iter().map(|(w, v)| (w.as_str(), v.as_str())))?;
        let mut view = View::default();
        let mut action = None;
        for (word, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
            view.take(word, value)?;
            match word.as_str() {
                "balance" => action = Some(Action::Balance),
                "reset" => action = Some(Action::Reset),
                "compare" => action = Some(Action::Compare),
                "columns" => action = Some(Action::Columns(ColumnSet::read(word, value)?)),
                "preset" => action = Some(Action::Preset(text(word, value, 40)?)),
                "apply" => action = action.or(Some(Action::Apply)),
                _ => {}
            }
        }
        Ok(Self { brief, view, action })
    }

    /// Leaves out what is as the scorecard has it, and names that it does not have.
    ///
    /// # Errors
    /// [`BadWord`] when the sort column is none of the scorecard's.
    pub fn normalise(&mut self, scorecard: &Scorecard) -> Result<(), BadWord> {
        let brief = &mut self.brief;
        if brief
            .scorecard
            .as_ref()
            .is_some_and(|(id, version)| id.as_str() == DEFAULT_SCORECARD && version.is_none())
        {
            brief.scorecard = None;
        }
        if brief.weights.as_ref() == Some(&scorecard.weights()) {
            brief.weights = None;
        }
        brief.points.retain(|id, points| {
            scorecard
                .criteria()
                .any(|c| c.id == *id && c.points.to_bits() != points.to_bits())
        });
        brief.gates.retain(|id, mode| {
            scorecard.gates.iter().any(|g| g.id == *id && g.mode != *mode)
                || (id == "budget" && *mode != GateMode::Want)
        });
        brief.workload = brief.workload.filter(|w| *w != scorecard.need.workload);
        brief.gpus = brief.gpus.filter(|n| *n != scorecard.need.gpus);
        brief.usage.normalise(scorecard.need.usage);
        brief.currency = brief.currency.filter(|currency| *currency != Currency::USD);
        brief.vram = brief.vram.filter(|gb| gb.to_bits() != scorecard.need.vram_gb.to_bits());
        self.view
            .lock
            .retain(|id| scorecard.dimensions.iter().any(|d| d.id == *id));
        if let Sort::Dimension(id) = &self.view.sort
            && !scorecard.dimensions.iter().any(|d| d.id == *id)
        {
            return Err(BadWord::new(
                "sort",
                id,
                Rule::Missing {
                    known: sort_words(scorecard),
                },
            ));
        }
        Ok(())
    }

    /// The words in canonical order.
    #[must_use]
    pub fn pairs(&self) -> Pairs {
        let mut pairs = self.brief.pairs();
        pairs.extend(self.view.pairs());
        pairs
    }
}

impl View {
    /// The columns shown beside offer and total, in the order of the table.
    #[must_use]
    pub fn columns(&self) -> Vec<Column> {
        let chosen = self.cols.clone();
        let columns = chosen.unwrap_or_else(|| ColumnSet::Decision.columns());
        columns.into_iter().collect()
    }

    fn take(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        match word {
            "group" => {
                self.group = match value {
                    "vendor" => Group::Vendor,
                    "offer" => Group::Offer,
                    _ => return Err(BadWord::new(word, value, Rule::OneOf("vendor offer"))),
                }
            }
            "q" => text(word, value, 100)?.trim().clone_into(&mut self.q),
            "hide" => {
                for part in value.split(',').filter(|p| !p.is_empty()) {
                    self.hide
                        .insert(OfferId::new(part).map_err(|_| BadWord::new(word, part, Rule::Id))?);
                }
            }
            "sort" => {
                self.sort = match value {
                    "total" => Sort::Total,
                    "name" => Sort::Name,
                    "price" => Sort::Price(Plan::OnDemand),
                    "spot" => Sort::Price(Plan::Spot),
                    "reserved_1y" => Sort::Price(Plan::Reserved1y),
                    "reserved_3y" => Sort::Price(Plan::Reserved3y),
                    "tco" => Sort::Cost,
                    "coverage" => Sort::Coverage,
                    other => Sort::Dimension(text(word, other, 40)?),
                }
            }
            "dir" => {
                self.reversed = match value {
                    "asc" => false,
                    "desc" => true,
                    _ => return Err(BadWord::new(word, value, Rule::OneOf("asc desc"))),
                }
            }
            "cols" => columns::choose(&mut self.cols, word, value)?,
            "page" => self.page = whole(word, value, 1, 1_000_000_000)?,
            "out" => self.out = whole(word, value, 1, 1_000_000_000)?,
            "lock" => self.lock.extend(
                value
                    .split(',')
                    .filter(|p| !p.is_empty())
                    .map(|p| p.chars().take(40).collect()),
            ),
            _ => self.pick.take(word, value)?,
        }
        Ok(())
    }

    fn pairs(&self) -> Pairs {
        let mut pairs = Vec::new();
        let mut put = |word: &str, value: String, default: &str| {
            if value != default && !value.is_empty() {
                pairs.push((word.to_owned(), value));
            }
        };
        put(
            "group",
            if self.group == Group::Offer {
                "offer".to_owned()
            } else {
                String::new()
            },
            "",
        );
        put("q", self.q.clone(), "");
        put(
            "hide",
            self.hide.iter().map(OfferId::as_str).collect::<Vec<_>>().join(","),
            "",
        );
        put("sort", self.sort.word().to_owned(), "total");
        put(
            "dir",
            if self.reversed {
                "desc".to_owned()
            } else {
                String::new()
            },
            "",
        );
        put(
            "lock",
            self.lock.iter().map(String::as_str).collect::<Vec<_>>().join(","),
            "",
        );
        put("cols", columns::value(self.cols.as_ref()), "");
        put("page", self.page.to_string(), "1");
        put("out", self.out.to_string(), "1");
        pairs.extend(self.pick.pairs());
        pairs
    }
}

fn sort_words(scorecard: &Scorecard) -> String {
    let dimensions = scorecard.dimensions.iter().map(|d| d.id.as_str());
    [
        "total",
        "name",
        "price",
        "spot",
        "reserved_1y",
        "reserved_3y",
        "tco",
        "coverage",
    ]
    .into_iter()
    .chain(dimensions)
    .collect::<Vec<_>>()
    .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Query, BadWord> {
        let pairs = query
            .split('&')
            .filter_map(|p| p.split_once('='))
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
            .collect();
        Query::read(&pairs)
    }

    #[test]
    fn a_query_is_written_back_in_canonical_order() {
        let query =
            read("y=total&o=b,a&page=2&sort=price&dir=desc&w=1-2-3-4&q=h100&group=offer&lock=cost&o=a").unwrap();
        let words: Vec<String> = query.pairs().into_iter().map(|(w, v)| format!("{w}={v}")).collect();
        assert_eq!(
            words.join("&"),
            "w=1-2-3-4&group=offer&q=h100&sort=price&dir=desc&lock=cost&page=2&o=b,a&y=total"
        );
    }

    #[test]
    fn a_bad_view_word_is_named() {
        for query in [
            "page=0",
            "page=-1",
            "page=x",
            "group=all",
            "dir=up",
            "hide=A B",
            "o=A B",
            "base=A",
            "per=hour",
            "diff=2",
        ] {
            assert_eq!(read(query).unwrap_err().word, query.split('=').next().unwrap());
        }
    }
}
