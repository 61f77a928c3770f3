//! The columns of the ranking that people choose from. Offer and total are always there; the rest is said by `cols`, in any order.

use std::collections::BTreeSet;

use crate::domain::brief::{BadWord, Rule};
use crate::domain::catalogue::Plan;

/// A column beside offer and total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Column {
    /// The points of each dimension, and their bar.
    Parts,
    /// The price of a plan.
    Price(Plan),
    /// What the months of the brief cost.
    Cost,
    /// How much of the score is known, and on which evidence.
    Coverage,
    /// The criteria of which nothing is known.
    Unknown,
}

/// Columns that go well together, under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnSet {
    /// What a ranking shows unless asked for something else.
    Decision,
    /// Every plan.
    Prices,
    /// What the scores stand on.
    Evidence,
}

/// The words, for a message.
const WORDS: &str = "total parts price spot reserved_1y reserved_3y tco coverage unknown";

impl Column {
    /// Every column, in the order of the table.
    pub const ALL: [Self; 8] = [
        Self::Parts,
        Self::Price(Plan::OnDemand),
        Self::Price(Plan::Spot),
        Self::Price(Plan::Reserved1y),
        Self::Price(Plan::Reserved3y),
        Self::Cost,
        Self::Coverage,
        Self::Unknown,
    ];

    /// The word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Parts => "parts",
            Self::Price(plan) => price_word(plan),
            Self::Cost => "tco",
            Self::Coverage => "coverage",
            Self::Unknown => "unknown",
        }
    }

    /// The plan whose price it is.
    #[must_use]
    pub fn plan(self) -> Option<Plan> {
        match self {
            Self::Price(plan) => Some(plan),
            Self::Parts | Self::Cost | Self::Coverage | Self::Unknown => None,
        }
    }

    fn of(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| column.word() == word)
    }
}

/// The word of a plan's price, as a column and as an order: `price` is the one on demand.
#[must_use]
pub(super) fn price_word(plan: Plan) -> &'static str {
    match plan {
        Plan::OnDemand => "price",
        Plan::Spot => "spot",
        Plan::Reserved1y => "reserved_1y",
        Plan::Reserved3y => "reserved_3y",
    }
}

impl ColumnSet {
    /// Every set.
    pub const ALL: [Self; 3] = [Self::Decision, Self::Prices, Self::Evidence];

    /// The word of its button.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Prices => "prices",
            Self::Evidence => "evidence",
        }
    }

    /// Its columns.
    #[must_use]
    pub fn columns(self) -> BTreeSet<Column> {
        let columns = Column::ALL.into_iter();
        columns
            .filter(|column| match self {
                Self::Decision => matches!(
                    column,
                    Column::Parts | Column::Price(Plan::OnDemand) | Column::Cost | Column::Coverage
                ),
                Self::Prices => matches!(column, Column::Price(_) | Column::Cost),
                Self::Evidence => matches!(column, Column::Parts | Column::Coverage | Column::Unknown),
            })
            .collect()
    }

    /// The set of a button.
    ///
    /// # Errors
    /// [`BadWord`] when there is none of that name.
    pub fn read(word: &str, value: &str) -> Result<Self, BadWord> {
        let found = Self::ALL.into_iter().find(|set| set.word() == value);
        found.ok_or_else(|| BadWord::new(word, value, Rule::OneOf("decision prices evidence")))
    }
}

/// Adds the columns of a value to those chosen so far. `total`, which is always shown, stands for a choice of nothing else.
///
/// # Errors
/// [`BadWord`] names the column that does not exist.
pub(super) fn choose(chosen: &mut Option<BTreeSet<Column>>, word: &str, value: &str) -> Result<(), BadWord> {
    let chosen = chosen.get_or_insert_default();
    for part in value
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty() && *part != "total")
    {
        let column = Column::of(part).ok_or_else(|| BadWord::new(word, part, Rule::OneOf(WORDS)))?;
        chosen.insert(column);
    }
    Ok(())
}

/// The value of `cols`; empty where the columns are those shown anyway.
#[must_use]
pub(super) fn value(chosen: Option<&BTreeSet<Column>>) -> String {
    match chosen {
        Some(columns) if *columns == ColumnSet::Decision.columns() => String::new(),
        Some(columns) if columns.is_empty() => "total".to_owned(),
        Some(columns) => columns.iter().map(|c| c.word()).collect::<Vec<_>>().join(","),
        None => String::new(),
    }
}
