//! Amounts, formulas and assumptions in the words of a page.

use rust_decimal::Decimal;

use crate::domain::cost::formula::{Assumption, Formula, Origin, Said, Token};
use crate::domain::cost::rounded;
use crate::domain::money::Currency;
use crate::web::lang::{Lang, group};

/// An amount that already has its decimals, with a true minus.
pub(super) fn amount(amount: Decimal) -> String {
    group(&amount.to_string()).replace('-', "\u{2212}")
}

/// Two amounts, or one where they are equal.
pub(super) fn range(low: &str, high: &str) -> String {
    if low == high {
        low.to_owned()
    } else {
        format!("{low}–{high}")
    }
}

/// A number as short as it is.
pub(super) fn plain(number: Decimal) -> String {
    amount(number.normalize())
}

/// The price of an hour, to four decimals; a dash where nothing useful is done.
pub(super) fn hourly(price: Option<Decimal>) -> String {
    price.map_or_else(|| "–".to_owned(), |price| amount(rounded(price, 4)))
}

/// A piece of a formula: a sign, or a number with its name.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    /// The sign or the number.
    pub text: String,
    /// The name; empty for a sign.
    pub name: String,
}

/// A formula with its result.
pub(super) struct FormulaView {
    /// What it is of; empty where there is only one.
    pub name: String,
    /// Its pieces.
    pub pieces: Vec<Piece>,
    /// What it comes to.
    pub total: String,
}

/// A formula with the numbers put in, in reading order.
pub(super) fn pieces(lang: Lang, formula: &Formula) -> Vec<Piece> {
    let sign = |text: &str| Piece {
        text: text.to_owned(),
        name: String::new(),
    };
    let named = |name: &str, text: String| Piece {
        text,
        name: name_of(lang, name),
    };
    formula
        .0
        .iter()
        .map(|token| match token {
            Token::Value { name, value } => named(name, plain(value.round_dp(12))),
            Token::Unknown(name) => named(name, "?".to_owned()),
            Token::Constant(value) => sign(&plain(*value)),
            Token::Plus => sign("+"),
            Token::Minus => sign("\u{2212}"),
            Token::Times => sign("×"),
            Token::Divide => sign("÷"),
            Token::Open => sign("("),
            Token::Close => sign(")"),
            Token::Ceil => sign("ceil("),
            Token::Floor => sign("floor("),
            Token::Max => sign("max("),
            Token::Comma => sign(","),
            Token::Equals => sign("="),
        })
        .collect()
}

/// The name of an input.
pub(super) fn name_of(lang: Lang, name: &str) -> String {
    lang.t(&format!("tco.name.{name}"))
}

/// The name of a part.
pub(super) fn part_of(lang: Lang, part: &str) -> String {
    lang.t(&format!("tco.part.{part}"))
}

/// A unit.
pub(super) fn unit_of(lang: Lang, unit: &str, currency: Currency) -> String {
    if unit.is_empty() {
        return String::new();
    }
    lang.with(&format!("tco.unit.{unit}"), "currency", currency)
}

/// The value of an assumption.
pub(super) fn said(lang: Lang, assumption: &Assumption) -> String {
    match assumption.value {
        Said::Number(number) => plain(number.round_dp(12)),
        Said::Word(word) => lang.t(&format!("tco.word.{word}")),
        Said::Unknown => lang.t("value.unknown"),
    }
}

/// Where a value came from.
pub(super) fn origin_of(lang: Lang, origin: Origin) -> String {
    lang.t(&format!("tco.origin.{}", origin.word()))
}
