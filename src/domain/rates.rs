//! Exchange rates and what they turn money into. A rate is a record with a source and a day; without one an amount in another
//! currency is unknown, never converted at 1.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy};

use super::evidence::Evidence;
use super::money::{Currency, Micros};

/// A positive rate in units of 10⁻⁹: exact for every published rate of at most nine decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(pub i64);

/// Why a text is not a rate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a rate: write a plain number above 0 such as 1.0876, with at most nine decimals")]
pub struct RateError(pub String);

impl Rate {
    /// Reads `1.0876`.
    ///
    /// # Errors
    /// [`RateError`] for anything else, zero included.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        let fault = || RateError(text.chars().take(40).collect());
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 9 || part.len() > 9 || !plain(whole) || !plain(part) {
            return Err(fault());
        }
        let nanos: i64 = format!("{whole}{part:0<9}").parse().map_err(|_| fault())?;
        if nanos > 0 { Ok(Self(nanos)) } else { Err(fault()) }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = format!("{:09}", self.0 % NANOS);
        let part = part.trim_end_matches('0');
        write!(f, "{}", self.0 / NANOS)?;
        if part.is_empty() { Ok(()) } else { write!(f, ".{part}") }
    }
}

const NANOS: i64 = 1_000_000_000;

/// How much of `quote` one unit of `base` is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExchangeRate {
    /// The currency that is priced.
    pub base: Currency,
    /// The currency it is priced in.
    pub quote: Currency,
    /// Units of `quote` for one unit of `base`.
    pub rate: Rate,
    /// Who published it, and for which day.
    pub evidence: Evidence,
}

/// The rates of a release; of several for one pair the best grade, then the newest, is in force.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rates(BTreeMap<(Currency, Currency), Vec<ExchangeRate>>);

/// A way from one currency to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversion<'a> {
    /// The exact factor: above and below the line.
    factor: (i128, i128),
    /// The rates it is made of, in the order of their use; none where nothing is converted.
    pub rates: Vec<&'a ExchangeRate>,
}

impl Rates {
    /// Sorts the rates.
    #[must_use]
    pub fn new(rates: Vec<ExchangeRate>) -> Self {
        let mut sorted: BTreeMap<_, Vec<ExchangeRate>> = BTreeMap::new();
        for rate in rates {
            sorted.entry((rate.base, rate.quote)).or_default().push(rate);
        }
        for rates in sorted.values_mut() {
            rates.sort_by(|a, b| a.evidence.precedence(&b.evidence));
        }
        Self(sorted)
    }

    /// Every rate, the one in force of each pair first.
    pub fn all(&self) -> impl Iterator<Item = &ExchangeRate> {
        self.0.values().flatten()
    }

    /// The currencies that can be converted into each other or into others, in alphabetical order.
    #[must_use]
    pub fn currencies(&self) -> Vec<Currency> {
        let mut all: Vec<Currency> = self.0.keys().flat_map(|(base, quote)| [*base, *quote]).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The way from one currency to another: none needed for the same one, then a published rate, its inverse, or two rates over a
    /// common base. Of several common bases the one with the newest older rate is taken, then the first by name.
    #[must_use]
    pub fn conversion(&self, from: Currency, to: Currency) -> Option<Conversion<'_>> {
        if from == to {
            return Some(Conversion {
                factor: (1, 1),
                rates: Vec::new(),
            });
        }
        if let Some(rate) = self.in_force(from, to) {
            return Some(Conversion {
                factor: (rate.rate.0.into(), NANOS.into()),
                rates: vec![rate],
            });
        }
        if let Some(rate) = self.in_force(to, from) {
            return Some(Conversion {
                factor: (NANOS.into(), rate.rate.0.into()),
                rates: vec![rate],
            });
        }
        let bases = self.0.keys().map(|(base, _)| *base);
        let ways = bases.filter_map(|base| Some((self.in_force(base, from)?, self.in_force(base, to)?)));
        let (first, second) = ways.min_by(|a, b| older(b).cmp(&older(a)))?;
        Some(Conversion {
            factor: (second.rate.0.into(), first.rate.0.into()),
            rates: vec![first, second],
        })
    }

    fn in_force(&self, base: Currency, quote: Currency) -> Option<&ExchangeRate> {
        self.0.get(&(base, quote)).and_then(|rates| rates.first())
    }
}

/// The day of the older of two rates; undated is the oldest.
fn older(way: &(&ExchangeRate, &ExchangeRate)) -> Option<jiff::civil::Date> {
    let day = |rate: &ExchangeRate| rate.evidence.as_of.latest();
    match day(way.0).cmp(&day(way.1)) {
        Ordering::Less | Ordering::Equal => day(way.0),
        Ordering::Greater => day(way.1),
    }
}

impl Conversion<'_> {
    /// The amount in the other currency, rounded half to even to the millionth; `None` beyond what money can hold.
    #[must_use]
    pub fn apply(&self, amount: Micros) -> Option<Micros> {
        let (above, below) = self.factor;
        let exact = i128::from(amount.0).checked_mul(above)?;
        let (quotient, rest) = (exact.div_euclid(below), exact.rem_euclid(below));
        let up = rest * 2 > below || (rest * 2 == below && quotient % 2 != 0);
        i64::try_from(quotient + i128::from(up)).ok().map(Micros)
    }

    /// A unit price in the other currency, to the twelfth decimal, half to even; `None` beyond what is reckoned.
    #[must_use]
    pub fn price(&self, price: Decimal) -> Option<Decimal> {
        if self.rates.is_empty() {
            return Some(price);
        }
        let whole = |factor| Decimal::try_from_i128_with_scale(factor, 0).ok();
        let (above, below) = (whole(self.factor.0)?, whole(self.factor.1)?);
        let converted = price.checked_mul(above.checked_div(below)?)?;
        Some(converted.round_dp_with_strategy(12, RoundingStrategy::MidpointNearestEven))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::{AsOf, Grade};

    fn rate(base: &str, quote: &str, rate: &str, day: &str) -> ExchangeRate {
        ExchangeRate {
            base: Currency::parse(base).unwrap(),
            quote: Currency::parse(quote).unwrap(),
            rate: Rate::parse(rate).unwrap(),
            evidence: Evidence {
                source: "bank".into(),
                url: None,
                as_of: AsOf::parse(day).unwrap(),
                grade: Some(Grade::A),
                note: None,
            },
        }
    }

    #[test]
    fn rates_are_read_and_written_exactly() {
        for text in ["1.0876", "7.8912", "17123.45", "1", "0.000000001"] {
            assert_eq!(Rate::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "1e3", "1,08", "N/A", "1.0000000001"] {
            assert!(Rate::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_amount_without_a_rate_has_no_value_in_the_other_currency() {
        let rates = Rates::new(vec![rate("EUR", "USD", "1.25", "2026-11-27")]);
        assert_eq!(rates.conversion(Currency::CNY, Currency::USD), None);
    }

    #[test]
    fn money_is_converted_directly_back_and_over_a_common_base() {
        let rates = Rates::new(vec![
            rate("EUR", "USD", "1.25", "2026-11-27"),
            rate("EUR", "CNY", "8", "2026-11-27"),
        ]);
        let convert = |from, to, amount| {
            let conversion = rates.conversion(from, to).unwrap();
            (conversion.apply(Micros(amount)).unwrap().0, conversion.rates.len())
        };
        assert_eq!(convert(Currency::EUR, Currency::USD, 8_000_000), (10_000_000, 1));
        assert_eq!(convert(Currency::USD, Currency::EUR, 10_000_000), (8_000_000, 1));
        assert_eq!(convert(Currency::CNY, Currency::USD, 100_000_000), (15_625_000, 2));
        assert_eq!(convert(Currency::USD, Currency::USD, 5), (5, 0));
    }

    #[test]
    fn the_newest_rate_is_in_force() {
        let rates = Rates::new(vec![
            rate("EUR", "USD", "1.1", "2026-01-01"),
            rate("EUR", "USD", "1.2", "2026-11-27"),
        ]);
        let conversion = rates.conversion(Currency::EUR, Currency::USD).unwrap();
        assert_eq!(conversion.apply(Micros(1_000_000)), Some(Micros(1_200_000)));
    }
}
