//! How an answer is written: amounts as decimal texts in the minor unit of their currency, what nobody knows as `"unknown"`.

use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::domain::cost::formula::{Assumption, Formula, Said};
use crate::domain::cost::{rounded, rounded_parts};
use crate::domain::money::Currency;

/// What stands in the place of an amount that is not known.
const UNKNOWN: &str = "unknown";

/// Decimals of an hourly price.
const HOURLY: u32 = 6;

/// A currency and the decimals it is shown with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Money {
    pub(super) currency: Currency,
    pub(super) decimals: u32,
}

impl Money {
    pub(super) fn new(currency: Currency) -> Self {
        Self {
            currency,
            decimals: currency.minor_digits(),
        }
    }

    /// An exact amount, rounded once.
    pub(super) fn amount(self, amount: Option<Decimal>) -> Value {
        shown(amount.map(|amount| rounded(amount, self.decimals)))
    }

    /// Parts that add up to their total.
    pub(super) fn parts(self, parts: &[(&'static str, Option<Decimal>)], total: Option<Decimal>) -> Value {
        let exact: Vec<Option<Decimal>> = parts.iter().map(|(_, amount)| *amount).collect();
        let amounts = rounded_parts(&exact, total, self.decimals);
        let named = parts.iter().zip(amounts);
        named
            .map(|((name, _), amount)| ((*name).to_owned(), shown(amount)))
            .collect::<Map<_, _>>()
            .into()
    }

    /// The keys that every answer has, in their order.
    pub(super) fn answer(
        self,
        total: Value,
        components: Value,
        formula: &Formula,
        list: &[Assumption],
    ) -> Map<String, Value> {
        let mut answer = Map::new();
        answer.insert("total".to_owned(), total);
        answer.insert("currency".to_owned(), json!(self.currency));
        answer.insert("components".to_owned(), components);
        answer.insert("formula".to_owned(), json!(formula.to_string()));
        answer.insert("assumptions".to_owned(), list.iter().map(assumption).collect());
        answer
    }
}

/// An amount that already has its decimals.
pub(super) fn shown(amount: Option<Decimal>) -> Value {
    amount.map_or_else(|| json!(UNKNOWN), |amount| json!(amount.to_string()))
}

/// A price of an hour, to the sixth decimal.
pub(super) fn hourly(price: Option<Decimal>) -> Value {
    shown(price.map(|price| rounded(price, HOURLY)))
}

/// A number as short as it is.
pub(super) fn number(number: Decimal) -> Value {
    json!(number.normalize().to_string())
}

pub(super) fn assumption(of: &Assumption) -> Value {
    let value = match of.value {
        Said::Number(value) => number(value),
        Said::Word(word) => json!(word),
        Said::Unknown => json!(UNKNOWN),
    };
    json!({"name": of.name, "value": value, "unit": of.unit, "origin": of.origin.word()})
}
