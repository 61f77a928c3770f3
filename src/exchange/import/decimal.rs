//! Numbers as people and programs write them, kept exactly: `0.36979999999999996`, `1.234,50`, `1e-3`, `1/6`.

use crate::domain::catalogue::Fraction;
use crate::domain::money::Micros;

/// Which signs a file uses in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Style {
    /// Between whole and part.
    pub(super) decimal: char,
    /// Between groups of three digits, if there are any.
    pub(super) thousands: Option<char>,
}

impl Style {
    /// `1234.5`
    pub(super) const PLAIN: Self = Self {
        decimal: '.',
        thousands: None,
    };
}

/// A decimal number: `mantissa / 10^scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    scale: u32,
}

/// An amount, and whether it had to be rounded to a millionth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) micros: Micros,
    pub(super) rounded: bool,
}

impl Decimal {
    /// Reads a number; `None` for anything that is not plainly one.
    pub(super) fn parse(text: &str, style: Style) -> Option<Self> {
        let text = text.trim();
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (digits, exponent) = match rest.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok().filter(|e| e.abs() <= 20)?),
            None => (rest, 0),
        };
        let (whole, part) = digits.split_once(style.decimal).unwrap_or((digits, ""));
        let whole = ungrouped(whole, style.thousands)?;
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() && part.is_empty() || !all_digits(&whole) || !all_digits(part) || whole.len() > 15 {
            return None;
        }
        // More decimals than a double holds are noise.
        let part = part.get(..part.len().min(18))?;
        let mantissa: i128 = format!("0{whole}{part}").parse().ok()?;
        let scale = i32::try_from(part.len()).ok()? - exponent;
        let (mantissa, scale) = if scale < 0 {
            (mantissa.checked_mul(10_i128.checked_pow(scale.unsigned_abs())?)?, 0)
        } else {
            (mantissa, scale.unsigned_abs())
        };
        Some(Self {
            mantissa: if negative { -mantissa } else { mantissa },
            scale,
        })
    }

    /// Whether it is above zero.
    pub(super) fn is_positive(self) -> bool {
        self.mantissa > 0
    }

    /// The number times `above / below` as an amount, rounded half to even; `None` beyond what money can be.
    pub(super) fn amount(self, above: u32, below: u32) -> Option<Amount> {
        let above = self.mantissa.checked_mul(i128::from(above))?.checked_mul(1_000_000)?;
        let below = 10_i128.checked_pow(self.scale)?.checked_mul(i128::from(below.max(1)))?;
        let (quotient, rest) = (above.div_euclid(below), above.rem_euclid(below));
        let twice = rest.checked_mul(2)?;
        let up = twice > below || (twice == below && quotient % 2 != 0);
        let micros = i64::try_from(quotient + i128::from(up)).ok()?;
        (micros.unsigned_abs() < 1_000_000_000_000_000_000).then_some(Amount {
            micros: Micros(micros),
            rounded: rest != 0,
        })
    }

    /// The number as a float.
    pub(super) fn as_f64(self) -> Option<f64> {
        format!("{}e-{}", self.mantissa, self.scale).parse().ok()
    }

    /// The number when it is whole.
    pub(super) fn whole(self) -> Option<u32> {
        let unit = 10_i128.checked_pow(self.scale)?;
        (self.mantissa % unit == 0)
            .then_some(self.mantissa / unit)?
            .try_into()
            .ok()
    }
}

/// The digits without the signs between groups; every group but the first has three.
fn ungrouped(whole: &str, thousands: Option<char>) -> Option<String> {
    let Some(sign) = thousands.filter(|sign| whole.contains(*sign)) else {
        return Some(whole.to_owned());
    };
    let mut groups = whole.split(sign);
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()))?;
    let mut digits = first.to_owned();
    for group in groups {
        if group.len() != 3 {
            return None;
        }
        digits.push_str(group);
    }
    Some(digits)
}

/// How many accelerators: `8`, `8.0`, `1/6`, `0.25`. A part with many decimals is the fraction it rounds: `0.167` is a sixth.
pub(super) fn count(text: &str) -> Option<Fraction> {
    let text = text.trim();
    if text.contains('/') {
        let fraction = Fraction::parse(text).ok()?;
        return Some(reduced(fraction.numerator, fraction.denominator));
    }
    let number = Decimal::parse(text, Style::PLAIN)?;
    if let Some(whole) = number.whole() {
        return Fraction::parse(&whole.to_string()).ok();
    }
    let value = number.as_f64().filter(|value| *value > 0.0 && *value < 1.0)?;
    (2..=16_u32)
        .flat_map(|below| (1..below).map(move |above| (above, below)))
        .find(|(above, below)| (f64::from(*above) / f64::from(*below) - value).abs() < 0.000_5)
        .map(|(above, below)| reduced(above, below))
}

fn reduced(above: u32, below: u32) -> Fraction {
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Fraction {
        numerator: above / a.max(1),
        denominator: below / a.max(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn micros(text: &str, style: Style) -> Option<i64> {
        Decimal::parse(text, style)?.amount(1, 1).map(|amount| amount.micros.0)
    }

    #[test]
    fn numbers_are_read_exactly_in_the_style_of_their_file() {
        let german = Style {
            decimal: ',',
            thousands: Some('.'),
        };
        assert_eq!(micros("0.36979999999999996", Style::PLAIN), Some(369_800));
        assert_eq!(micros("1.234,50", german), Some(1_234_500_000));
        assert_eq!(micros("1234,5", german), Some(1_234_500_000));
        assert_eq!(micros("1e-3", Style::PLAIN), Some(1_000));
        assert_eq!(micros("2.5E2", Style::PLAIN), Some(250_000_000));
        for text in [
            "",
            ".",
            "1,234",
            "1.2.3",
            "NaN",
            "inf",
            "0x10",
            "--1",
            "1e99",
            "9999999999999999",
        ] {
            assert_eq!(micros(text, Style::PLAIN), None, "{text}");
        }
        assert_eq!(micros("12.34,5", german), None, "a group of two digits");
    }

    #[test]
    fn half_a_millionth_goes_to_the_even_one() {
        for (text, expected) in [("0.0000005", 0), ("0.0000015", 2), ("-0.0000005", 0), ("0.00000051", 1)] {
            assert_eq!(micros(text, Style::PLAIN), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_sixth_stays_a_sixth() {
        for (text, shown) in [
            ("1/6", "1/6"),
            ("0.1667", "1/6"),
            ("0.167", "1/6"),
            ("0.25", "1/4"),
            ("2/12", "1/6"),
            ("8.0", "8"),
        ] {
            assert_eq!(count(text).unwrap().to_string(), shown, "{text}");
        }
        for text in ["", "0", "-1", "0.01", "1.5", "1/0", "many", "9999"] {
            assert!(count(text).is_none(), "{text}");
        }
    }
}
