//! A formula with its numbers put in, and the list of what it rests on: data that a page words in its own language.

use std::fmt;

use rust_decimal::Decimal;

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// The buyer gave it.
    Given,
    /// Nobody gave it: a documented default.
    Default,
    /// It stands in the catalogue with the offer.
    Offer,
    /// It was measured: from the buyer's file of utilisation.
    History,
}

impl Origin {
    /// The word for it in exports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Given => "given",
            Self::Default => "default",
            Self::Offer => "offer",
            Self::History => "history",
        }
    }
}

/// A number and where it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// The number.
    pub value: Decimal,
    /// Where it came from.
    pub origin: Origin,
}

impl Input {
    /// What the buyer gave.
    #[must_use]
    pub fn given(value: Decimal) -> Self {
        Self {
            value,
            origin: Origin::Given,
        }
    }

    /// A documented default.
    #[must_use]
    pub fn default_of(value: Decimal) -> Self {
        Self {
            value,
            origin: Origin::Default,
        }
    }

    /// What the catalogue says of an offer.
    #[must_use]
    pub fn offer(value: Decimal) -> Self {
        Self {
            value,
            origin: Origin::Offer,
        }
    }

    /// What the buyer's file of utilisation says.
    #[must_use]
    pub fn history(value: Decimal) -> Self {
        Self {
            value,
            origin: Origin::History,
        }
    }

    /// Zero, because nobody asked for it.
    pub const NONE: Self = Self {
        value: Decimal::ZERO,
        origin: Origin::Default,
    };
}

/// A piece of a formula.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// A named number.
    Value {
        /// Its name as a key, the same as in the inputs.
        name: &'static str,
        /// The number put in.
        value: Decimal,
    },
    /// A named number nobody knows.
    Unknown(&'static str),
    /// A number that belongs to the formula itself.
    Constant(Decimal),
    /// `+`
    Plus,
    /// `−`
    Minus,
    /// `×`
    Times,
    /// `÷`
    Divide,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `ceil(`
    Ceil,
    /// `floor(`
    Floor,
    /// `max(`
    Max,
    /// `,` between the two of `max(`
    Comma,
    /// `=`
    Equals,
}

impl Token {
    /// A named number, or the name alone when the number is unknown.
    #[must_use]
    pub fn of(name: &'static str, value: Option<Decimal>) -> Self {
        value.map_or(Self::Unknown(name), |value| Self::Value { name, value })
    }
}

/// A formula in reading order. Displayed, it shows the numbers: `(10000 × (1 − 0.35) + 2000 × 0.8) × (1 + 0.08) × 1.225`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Formula(pub Vec<Token>);

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in &self.0 {
            match token {
                Token::Value { value, .. } | Token::Constant(value) if value.is_sign_negative() && !value.is_zero() => {
                    write!(f, "({})", value.normalize())?;
                }
                Token::Value { value, .. } | Token::Constant(value) => write!(f, "{}", value.normalize())?,
                Token::Unknown(name) => write!(f, "{name}?")?,
                Token::Plus => f.write_str(" + ")?,
                Token::Minus => f.write_str(" - ")?,
                Token::Times => f.write_str(" * ")?,
                Token::Divide => f.write_str(" / ")?,
                Token::Open => f.write_str("(")?,
                Token::Close => f.write_str(")")?,
                Token::Ceil => f.write_str("ceil(")?,
                Token::Floor => f.write_str("floor(")?,
                Token::Max => f.write_str("max(")?,
                Token::Comma => f.write_str(", ")?,
                Token::Equals => f.write_str(" = ")?,
            }
        }
        Ok(())
    }
}

/// The value of an assumption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A number.
    Number(Decimal),
    /// A named choice.
    Word(&'static str),
    /// Nobody knows.
    Unknown,
}

/// One thing a result rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assumption {
    /// The input's name, as a key.
    pub name: &'static str,
    /// Its value.
    pub value: Said,
    /// The unit as a key: `money`, `money_per_hour`, `share`, `percent`, `hours`, …; empty for a named choice.
    pub unit: &'static str,
    /// Where it came from.
    pub origin: Origin,
}

impl Assumption {
    /// A number with its unit.
    #[must_use]
    pub fn number(name: &'static str, input: Input, unit: &'static str) -> Self {
        Self {
            name,
            value: Said::Number(input.value),
            unit,
            origin: input.origin,
        }
    }

    /// A number that may be unknown.
    #[must_use]
    pub fn known(name: &'static str, input: Option<Input>, unit: &'static str) -> Self {
        match input {
            Some(input) => Self::number(name, input, unit),
            None => Self {
                name,
                value: Said::Unknown,
                unit,
                origin: Origin::Given,
            },
        }
    }

    /// A named choice.
    #[must_use]
    pub fn word(name: &'static str, word: &'static str, origin: Origin) -> Self {
        Self {
            name,
            value: Said::Word(word),
            unit: "",
            origin,
        }
    }
}
