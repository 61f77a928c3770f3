//! What findings say, as values: a page words them in its reader's language. As text they are English; that text is what reports
//! hold and what an accepted finding is recognised by, so it stays as it is.

use std::fmt;

use jiff::civil::Date;
use serde::{Serialize, Serializer};

use crate::domain::catalogue::{Plan, SubjectKind};
use crate::domain::money::Currency;

/// What is wrong, with the values. Values of attributes come with their unit, amounts as plain numbers.
#[derive(Debug, Clone, PartialEq)]
#[expect(missing_docs, reason = "the text of each says what its values are")]
pub enum Message {
    SameChipDiffers {
        attribute: String,
        one: String,
        two: String,
    },
    Tf32IsFp32 {
        value: String,
        card: String,
    },
    MemoryAboveCard {
        value: String,
    },
    SeveralProducts {
        value: String,
        cards: Vec<String>,
    },
    FigureOfAnotherProduct {
        value: String,
        card: String,
    },
    FarFromDataSheet {
        attribute: String,
        value: String,
        ratio: f64,
        because: Option<Because>,
    },
    AboveHundred {
        attribute: String,
        value: String,
    },
    BelowLeast {
        attribute: String,
        value: String,
        least: f64,
    },
    NotOnDataSheet {
        attribute: String,
        value: String,
    },
    UnknownProduct,
    FutureDate {
        date: String,
        today: Date,
    },
    PriceNotPositive {
        plan: Plan,
        amount: String,
        currency: Currency,
    },
    SpotNotBelowList {
        spot: String,
        list: String,
        currency: Currency,
    },
    BelowOthers {
        each: f64,
        lowest: f64,
        currency: Currency,
    },
    AboveOthers {
        each: f64,
        highest: f64,
        currency: Currency,
    },
    PriceOfAnotherProduct {
        amount: String,
        currency: Currency,
        offer: String,
    },
}

/// What would explain a figure far from the data sheet's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// A factor of eight.
    EightTimes,
    /// A factor of 1 000 or 1 024.
    Prefix,
    /// Exactly double.
    Sparsity,
}

/// A record, or a value of one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A vendor, an offer or an accelerator of this id.
    Subject(SubjectKind, String),
    /// A benchmark result.
    Result(String),
    /// The prices of an offer.
    Prices(String),
    /// The price of an offer under a plan.
    Price(Plan, String),
    /// An attribute of whatever has this id.
    Value(String, String),
    /// An attribute of a vendor, an offer or an accelerator.
    Fact(String, SubjectKind, String),
}

/// A value as its source has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stated {
    /// Number and unit, or a date.
    Plain(String),
    /// An amount per hour.
    Hourly(String, Currency),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameChipDiffers { attribute, one, two } => write!(f, "{attribute} of one chip is {one} and {two}"),
            Self::Tf32IsFp32 { value, card } => write!(f, "{value} labelled TF32 is the FP32 rate of {card}"),
            Self::MemoryAboveCard { value } => write!(f, "{value} is more than the card has"),
            Self::SeveralProducts { value, cards } => {
                write!(f, "{value} are several products in one row: {}", cards.join(", "))
            }
            Self::FigureOfAnotherProduct { value, card } => write!(f, "{value} is the figure of {card}"),
            Self::FarFromDataSheet {
                attribute,
                value,
                ratio,
                because,
            } => {
                let because = match because {
                    None => "",
                    Some(Because::EightTimes) => ", as bits for bytes, or the sum of eight cards would explain",
                    Some(Because::Prefix) => ", as another prefix of the unit would explain",
                    Some(Because::Sparsity) => ", exactly double, as a rate with sparsity is",
                };
                write!(
                    f,
                    "{attribute} is {value}, {ratio:.2} times the data sheet's nearest figure{because}"
                )
            }
            Self::AboveHundred { attribute, value } => write!(f, "{attribute} is {value}, more than 100 %"),
            Self::BelowLeast {
                attribute,
                value,
                least,
            } => write!(f, "{attribute} is {value}, below {least}"),
            Self::NotOnDataSheet { attribute, value } => write!(
                f,
                "no data sheet in the catalogue gives {attribute} for this card; the claim is {value}"
            ),
            Self::UnknownProduct => f.write_str("the catalogue knows no product that this name means"),
            Self::FutureDate { date, today } => write!(f, "{date} lies after {today}"),
            Self::PriceNotPositive { plan, amount, currency } => write!(f, "the {plan} price is {amount} {currency}"),
            Self::SpotNotBelowList { spot, list, currency } => {
                write!(f, "the spot price {spot} is not below the list price {list} {currency}")
            }
            Self::BelowOthers { each, lowest, currency } => {
                write!(
                    f,
                    "{each:.2} {currency} per accelerator, the lowest known is {lowest:.2}"
                )
            }
            Self::AboveOthers {
                each,
                highest,
                currency,
            } => {
                write!(
                    f,
                    "{each:.2} {currency} per accelerator, the highest known is {highest:.2}"
                )
            }
            Self::PriceOfAnotherProduct {
                amount,
                currency,
                offer,
            } => write!(f, "{amount} {currency} is exactly the price of {offer}"),
        }
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Subject(kind, id) => write!(f, "{kind} {id}"),
            Self::Result(id) => write!(f, "result {id}"),
            Self::Prices(offer) => write!(f, "price of {offer}"),
            Self::Price(plan, offer) => write!(f, "{plan} price of {offer}"),
            Self::Value(attribute, id) => write!(f, "{attribute} of {id}"),
            Self::Fact(attribute, kind, id) => write!(f, "{attribute} of {kind} {id}"),
        }
    }
}

impl fmt::Display for Stated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) => f.write_str(text),
            Self::Hourly(amount, currency) => write!(f, "{amount} {currency} per hour"),
        }
    }
}

macro_rules! serialises_as_text {
    ($($text:ty),+) => {
        $(impl Serialize for $text {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        })+
    };
}

serialises_as_text!(Message, About, Stated);
