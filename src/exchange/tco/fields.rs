//! The inputs of a case, taken out one by one; what is left at the end is not known.

use std::collections::BTreeMap;
use std::fmt;

use rust_decimal::Decimal;
use serde::de::{self, Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::TcoError;
use crate::domain::cost::formula::{Input, Origin};

/// The fields of an object, each at most once.
pub(super) struct Fields {
    left: BTreeMap<String, Value>,
    asked: Vec<&'static str>,
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Once)
    }
}

struct Once;

impl<'de> Visitor<'de> for Once {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the inputs of a cost model")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut left = BTreeMap::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if left.contains_key(&name) {
                return Err(de::Error::custom(format_args!("{name:?} stands there twice")));
            }
            left.insert(name, value);
        }
        Ok(Fields {
            left,
            asked: Vec::new(),
        })
    }
}

impl Fields {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, TcoError> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// An object inside the case.
    pub(super) fn object(&mut self, name: &'static str) -> Result<Option<Self>, TcoError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        if !value.is_object() {
            return Err(form(name, &value, "an object"));
        }
        Ok(Some(Self::deserialize(value)?))
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.left.contains_key(name)
    }

    fn take(&mut self, name: &'static str) -> Option<Value> {
        self.asked.push(name);
        self.left.remove(name)
    }

    /// A text that has to be there.
    pub(super) fn text(&mut self, name: &'static str) -> Result<String, TcoError> {
        match self.take(name) {
            None | Some(Value::Null) => Err(TcoError::MissingText(name)),
            Some(Value::String(text)) => Ok(text),
            Some(value) => Err(form(name, &value, "a text")),
        }
    }

    /// One of some words, if it is there.
    pub(super) fn word<T: Copy>(
        &mut self,
        name: &'static str,
        all: &[T],
        word: fn(T) -> &'static str,
    ) -> Result<Option<T>, TcoError> {
        let value = match self.take(name) {
            None => return Ok(None),
            Some(Value::String(text)) => text,
            Some(value) => shortened(&value),
        };
        match all.iter().find(|one| word(**one) == value) {
            Some(one) => Ok(Some(*one)),
            None => Err(TcoError::Word {
                field: name,
                value,
                known: all.iter().map(|one| word(*one)).collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// A number, if it is there.
    pub(super) fn number(&mut self, name: &'static str) -> Result<Option<Decimal>, TcoError> {
        match self.take(name) {
            None => Ok(None),
            Some(value) => number(name, &value).map(Some),
        }
    }

    /// A number that has to be there.
    pub(super) fn required(&mut self, name: &'static str) -> Result<Input, TcoError> {
        self.number(name)?.map(Input::given).ok_or(TcoError::Missing(name))
    }

    /// A number, or its default.
    pub(super) fn or(&mut self, name: &'static str, default: Decimal) -> Result<Input, TcoError> {
        Ok(self.number(name)?.map_or(Input::default_of(default), Input::given))
    }

    /// A price that has to be there, or said to be unknown.
    pub(super) fn price(&mut self, name: &'static str) -> Result<Option<Input>, TcoError> {
        if !self.has(name) {
            return Err(TcoError::MissingPrice(name));
        }
        self.known_price(name)
    }

    /// A price that may be left out; `None` where it is, and where it is said to be unknown.
    pub(super) fn known_price(&mut self, name: &'static str) -> Result<Option<Input>, TcoError> {
        match self.take(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => Ok(Some(Input::given(number(name, &value)?))),
        }
    }

    /// A whole number, if it is there.
    pub(super) fn whole(&mut self, name: &'static str) -> Result<Option<u32>, TcoError> {
        let Some(number) = self.number(name)? else {
            return Ok(None);
        };
        let whole = number.normalize();
        let whole = whole
            .is_integer()
            .then(|| u32::try_from(whole.mantissa()).ok())
            .flatten();
        whole.map(Some).ok_or_else(|| TcoError::Form {
            field: name,
            value: number.to_string(),
            wanted: "a whole number of 0 or more",
        })
    }

    /// A list of whole numbers, if it is there.
    pub(super) fn list(&mut self, name: &'static str) -> Result<Option<Vec<u32>>, TcoError> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let wanted = "a list of whole numbers such as [4, 4, 2, 0]";
        let Value::Array(items) = &value else {
            return Err(form(name, &value, wanted));
        };
        let whole = |item: &Value| {
            let number = number(name, item)?.normalize();
            let whole = number
                .is_integer()
                .then(|| u32::try_from(number.mantissa()).ok())
                .flatten();
            whole.ok_or_else(|| form(name, item, wanted))
        };
        items.iter().map(whole).collect::<Result<_, _>>().map(Some)
    }

    /// A fraction such as `1/3`, or a number, or its default.
    pub(super) fn fraction_or(&mut self, name: &'static str, default: Decimal) -> Result<Input, TcoError> {
        let Some(value) = self.take(name) else {
            return Ok(Input::default_of(default));
        };
        let parts = value.as_str().and_then(|text| text.split_once('/'));
        let quotient = |(above, below): (&str, &str)| decimal(above.trim())?.checked_div(decimal(below.trim())?);
        match parts {
            None => number(name, &value).map(Input::given),
            Some(parts) => match quotient(parts) {
                Some(quotient) => Ok(Input::given(quotient)),
                None => Err(not_a_number(name, &value)),
            },
        }
    }

    /// All inputs were asked for: what is left is not one.
    pub(super) fn finish(self) -> Result<(), TcoError> {
        match self.left.into_iter().next() {
            None => Ok(()),
            Some((field, _)) => Err(TcoError::Unknown {
                field: field.chars().take(40).collect(),
                known: self.asked.join(", "),
            }),
        }
    }
}

/// Where a choice came from: given if there is one.
pub(super) fn chosen<T: Default>(choice: Option<T>) -> (T, Origin) {
    choice.map_or_else(|| (T::default(), Origin::Default), |choice| (choice, Origin::Given))
}

/// A JSON number by its shortest text, or a decimal text; both exactly.
fn number(field: &'static str, value: &Value) -> Result<Decimal, TcoError> {
    let read = match value {
        Value::Number(number) => decimal(&number.to_string()),
        Value::String(text) => decimal(text.trim()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    };
    read.ok_or_else(|| not_a_number(field, value))
}

/// `12`, `-12.5`, `1e-7`: digits only, at most 28 of them.
fn decimal(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let starts = digits.starts_with(|c: char| c.is_ascii_digit()) || digits.starts_with('.');
    let plain = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '-' | '+');
    if !starts || !digits.chars().all(plain) || digits.len() > 40 {
        return None;
    }
    if digits.contains(['e', 'E']) {
        return Decimal::from_scientific(text).ok();
    }
    Decimal::from_str_exact(text).ok()
}

fn not_a_number(field: &'static str, value: &Value) -> TcoError {
    TcoError::NotANumber {
        field,
        value: shortened(value),
    }
}

fn form(field: &'static str, value: &Value, wanted: &'static str) -> TcoError {
    TcoError::Form {
        field,
        value: shortened(value),
        wanted,
    }
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}
