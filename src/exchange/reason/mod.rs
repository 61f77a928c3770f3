//! Why a value, a row or a whole file cannot be taken, and what to do: as a value that says itself in English. Pages word it in the
//! reader's language.

mod file;

pub use file::{Limit, Unread};

use crate::domain::catalogue::{Plan, WordError};
use crate::domain::evidence::AsOfError;
use crate::domain::ids::IdError;
use crate::domain::money::{Currency, MoneyError};
use crate::domain::rates::RateError;

/// Why something cannot be taken, and what to write.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not an id.
    #[error(transparent)]
    Id(#[from] IdError),
    /// Not one of a closed list of words, or not of the form that is asked for.
    #[error(transparent)]
    Word(#[from] WordError),
    /// Not an amount or a currency.
    #[error(transparent)]
    Money(#[from] MoneyError),
    /// Not a date.
    #[error(transparent)]
    Date(#[from] AsOfError),
    /// Not an exchange rate.
    #[error(transparent)]
    Rate(#[from] RateError),
    /// Not a grade.
    #[error("{0:?} is not a grade: write A, B, C, D or E")]
    Grade(String),
    /// Not an amount; any number of decimals is rounded.
    #[error("{0:?} is not an amount: write a plain number such as 12.50")]
    Amount(String),
    /// A price of nothing or less.
    #[error("{0} is not a price: write an amount above zero, or leave out what is unknown")]
    Price(String),
    /// A price beyond what money can be.
    #[error("{0} is too large to be a price: check the unit")]
    TooDear(String),
    /// Not a count.
    #[error("{0:?} is not a count: write a whole number above zero, for example 8")]
    Count(String),
    /// Not a number of accelerators.
    #[error("{0:?} is not a count: write for example 8 or 1/6")]
    Accelerators(String),
    /// Not a number.
    #[error("{0:?} is not a number: write for example 99.95")]
    Number(String),
    /// Not a number above zero.
    #[error("{0:?} is not a positive number: write for example 1117.5")]
    Positive(String),
    /// Neither true nor false.
    #[error("{0:?} is not true or false")]
    Flag(String),
    /// Neither yes nor no.
    #[error("{0:?} is neither yes nor no: write one of the two")]
    YesNo(String),
    /// Not a day.
    #[error("{0:?} is not a day: write 2026-11-30 or 30 November 2026")]
    Day(String),
    /// A spelling that is too long.
    #[error("the alias is longer than 200 bytes: shorten it")]
    LongAlias,
    /// Not a country.
    #[error("{0:?} is not a country: write its two capital letters of ISO 3166, for example DE")]
    Country(String),
    /// Not the address of a page.
    #[error("{0:?} is not a web address: write one that begins with https:// or http://")]
    WebAddress(String),
    /// A spelling that may mean none, one or several accelerators of the catalogue.
    #[error("{}", spelling(.0, .1))]
    Spelling(String, Vec<String>),
    /// Several accelerators in one cell.
    #[error("{0:?} are several accelerators: a result has one")]
    SeveralAccelerators(String),
    /// An instance type of which nobody says which accelerator it has.
    #[error(
        "{0:?} has an accelerator, the file does not say which: add one offer of it by hand, then the others are read"
    )]
    UnsaidAccelerator(String),
    /// The same where an offer of its family is enough.
    #[error(
        "{0:?} has an accelerator, the file does not say which: add one offer of its family by hand, then the others are read"
    )]
    UnsaidFamily(String),
    /// Whose offers, or in which currency, nobody says.
    #[error(transparent)]
    Unsaid(#[from] Unsaid),
    /// An amount with the sign of another currency.
    #[error("{0:?} is not in {1}: correct the profile")]
    OtherCurrency(String, Currency),
    /// Prices of one row in two currencies.
    #[error("the prices of a row are in two currencies: read them with two profiles")]
    TwoCurrencies,
    /// A row without a price.
    #[error("the row has no price: write one, or take the row out")]
    NoPrice,
    /// A row with nothing but a price per accelerator.
    #[error(
        "there is no instance price; {0} in the column Per-GPU is not taken for one: write the price of the whole instance"
    )]
    NoInstancePrice(String),
    /// A further zone at another price.
    #[error(
        "the {plan} price {price} is not that of row {row}, {before}, for the same instance type and region: keep one"
    )]
    OtherPrice {
        /// The plan.
        plan: Plan,
        /// The price of the row.
        price: String,
        /// The row that came first.
        row: u64,
        /// Its price.
        before: String,
    },
    /// The same name twice.
    #[error("{0:?} is there twice: take one out")]
    Twice(String),
    /// The same record twice in a document, which has no rows.
    #[error("the same {0} are there before: take one of them out")]
    Repeated(&'static str),
    /// An item of another kind.
    #[error("the item is no MLPerf result: it names neither Submitter nor submitter")]
    NoResult,
    /// A training result of no known round.
    #[error("the address does not name the round: write one that holds training_results_v5.1 or the like")]
    NoRound,
    /// More problems than are listed.
    #[error("{}", more(*.count, *.stopped))]
    More {
        /// How many, where they were counted.
        count: Option<u64>,
        /// Whether reading ended there.
        stopped: bool,
    },
    /// Something of the file is too large.
    #[error(transparent)]
    Limit(#[from] Limit),
    /// The file as a whole cannot be read.
    #[error(transparent)]
    Unread(#[from] Unread),
}

/// What neither the file nor anybody beside it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unsaid {
    /// The vendor of a file.
    #[error("the file does not say whose offers it lists: name the vendor, for example --vendor lambda")]
    Vendor,
    /// The vendor of a row.
    #[error("the row names no vendor: name it in the profile, or for example with --vendor lambda")]
    VendorOfRow,
    /// The currency of a price.
    #[error("the price has no currency: name it in the profile, or for example with --currency CNY")]
    Currency,
    /// The currency of a row.
    #[error("the row has no currency: write for example USD, or name it with --currency")]
    CurrencyOfRow,
}

fn spelling(spelling: &str, candidates: &[String]) -> String {
    match candidates {
        [] => format!("{spelling:?} is no accelerator of the catalogue: add it, or add the spelling to aliases.csv"),
        [id] => format!(
            "{spelling:?} is no spelling the catalogue knows; if it is {id}, add it to aliases.csv, if not, add the product"
        ),
        several => format!(
            "{spelling:?} is ambiguous, it may mean {}: write the exact product, or add the spelling to aliases.csv",
            several.join(", ")
        ),
    }
}

fn more(count: Option<u64>, stopped: bool) -> String {
    let count = count.map(|count| format!("{count} ")).unwrap_or_default();
    let stopped = if stopped { " and reading stopped there" } else { "" };
    format!("{count}more problems are not listed{stopped}: mend those above first")
}
