//! Money is a whole number of millionths of its currency's unit: exact, and the same in both databases.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An ISO 4217 code, e.g. `USD`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

/// Why a text is not money.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    /// The currency is not three capital letters.
    #[error("{0:?} is not a currency code: write three capital letters, for example USD")]
    Currency(String),
    /// The amount is not a plain decimal number of at most six decimals.
    #[error("{0:?} is not an amount: write a plain number such as 12.50, with at most six decimals")]
    Amount(String),
}

impl Currency {
    /// United States dollar.
    pub const USD: Self = Self(*b"USD");
    /// Euro.
    pub const EUR: Self = Self(*b"EUR");
    /// Chinese yuan.
    pub const CNY: Self = Self(*b"CNY");

    /// Reads three capital letters.
    ///
    /// # Errors
    /// [`MoneyError::Currency`] for anything else.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        match text.as_bytes() {
            &[a, b, c] if [a, b, c].iter().all(u8::is_ascii_uppercase) => Ok(Self([a, b, c])),
            _ => Err(MoneyError::Currency(text.chars().take(20).collect())),
        }
    }

    /// Decimals of its minor unit (ISO 4217): what an amount is rounded to when it is shown.
    #[must_use]
    pub fn minor_digits(self) -> u32 {
        match &self.0 {
            b"BIF" | b"CLP" | b"DJF" | b"GNF" | b"ISK" | b"JPY" | b"KMF" | b"KRW" | b"PYG" | b"RWF" | b"UGX"
            | b"VND" | b"VUV" | b"XAF" | b"XOF" | b"XPF" => 0,
            b"BHD" | b"IQD" | b"JOD" | b"KWD" | b"LYD" | b"OMR" | b"TND" => 3,
            _ => 2,
        }
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&b| write!(f, "{}", char::from(b)))
    }
}

impl TryFrom<String> for Currency {
    type Error = MoneyError;

    fn try_from(text: String) -> Result<Self, MoneyError> {
        Self::parse(&text)
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.to_string()
    }
}

/// An amount in millionths of the currency's unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Micros(pub i64);

impl Micros {
    /// Reads `12`, `12.5` or `0.526` exactly; more than six decimals are refused rather than rounded.
    ///
    /// # Errors
    /// [`MoneyError::Amount`] for anything else, and for an amount beyond nine million million.
    pub fn parse(text: &str) -> Result<Self, MoneyError> {
        let fault = || MoneyError::Amount(text.chars().take(40).collect());
        let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 12 || part.len() > 6 || !plain(whole) || !plain(part) {
            return Err(fault());
        }
        let micros: i64 = format!("{whole}{part:0<6}").parse().map_err(|_| fault())?;
        Ok(Self(if negative { -micros } else { micros }))
    }

    /// The amount in units of the currency, for scales and charts; never for sums that are shown.
    #[must_use]
    #[expect(
        clippy::as_conversions,
        clippy::cast_precision_loss,
        reason = "a score needs a float; 2^53 micros are nine thousand million units"
    )]
    pub fn units(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The amount as plain decimals: at least two, and as many as are needed.
    #[must_use]
    pub fn plain(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let micros = self.0.unsigned_abs();
        let part = format!("{:06}", micros % 1_000_000);
        let part = part.trim_end_matches('0');
        format!("{sign}{}.{part:0<2}", micros / 1_000_000)
    }

    /// The amount with the given number of decimals (at most six), rounded half to even.
    #[must_use]
    pub fn rounded(self, decimals: u32) -> String {
        let step = 10_i64.pow(6_u32.saturating_sub(decimals));
        let (quotient, rest) = (self.0.div_euclid(step), self.0.rem_euclid(step));
        let up = rest * 2 > step || (rest * 2 == step && quotient % 2 != 0);
        let scaled = quotient + i64::from(up);
        let sign = if scaled < 0 { "-" } else { "" };
        let scaled = scaled.unsigned_abs();
        let unit = 10_u64.pow(decimals.min(6));
        if unit == 1 {
            return format!("{sign}{scaled}");
        }
        let width = usize::try_from(decimals.min(6)).unwrap_or(6);
        format!("{sign}{}.{:0width$}", scaled / unit, scaled % unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written_exactly() {
        for (text, micros, plain) in [
            ("0.526", 526_000, "0.526"),
            ("59.531599", 59_531_599, "59.531599"),
            ("12", 12_000_000, "12.00"),
            ("-1.5", -1_500_000, "-1.50"),
        ] {
            assert_eq!(Micros::parse(text), Ok(Micros(micros)));
            assert_eq!(Micros(micros).plain(), plain);
        }
        for text in ["", "1e3", "1,000", ".5", "1.1234567", "NaN", "9999999999999"] {
            assert!(Micros::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn rounding_is_half_to_even() {
        assert_eq!(Micros(125_000).rounded(2), "0.12");
        assert_eq!(Micros(135_000).rounded(2), "0.14");
        assert_eq!(Micros(-125_000).rounded(2), "-0.12");
        assert_eq!(Micros(2_500_000).rounded(0), "2");
        assert_eq!(Micros(4_499_930).rounded(5), "4.49993");
    }
}
