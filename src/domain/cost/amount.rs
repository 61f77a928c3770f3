//! Exact amounts as whole numbers: a quantity in billionths times a price in millionths of a millionth is an amount, and sums of
//! amounts do not depend on their order. That is what lets the life-cycle total of an offer be a handful of multiplications
//! and still agree with the table of months to the last digit.

use std::iter::Sum;
use std::ops::{Add, Sub};

use rust_decimal::{Decimal, RoundingStrategy};

use super::apportion::{apportion, half_even};

/// Decimals of a quantity.
const QUANTITY: u32 = 9;
/// Decimals of a price.
const PRICE: u32 = 12;
/// Decimals of an amount.
const AMOUNT: u32 = QUANTITY + PRICE;

/// Hours, GB, months: a volume in billionths of its unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Quantity(i128);

/// Money per unit of volume, to the twelfth decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Price(i128);

/// An exact amount of money.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Amount(i128);

impl Quantity {
    /// The nearest billionth; `None` beyond what is reckoned.
    #[must_use]
    pub fn new(value: Decimal) -> Option<Self> {
        fixed(value, QUANTITY).map(Self)
    }

    /// One unit.
    pub const ONE: Self = Self(1_000_000_000);

    /// As a decimal number.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        to_decimal(self.0, QUANTITY)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Price {
    /// The nearest price; `None` beyond what is reckoned.
    #[must_use]
    pub fn new(value: Decimal) -> Option<Self> {
        fixed(value, PRICE).map(Self)
    }

    /// What a quantity costs.
    #[must_use]
    pub fn times(self, quantity: Quantity) -> Amount {
        // Nearly always both fit into 64 bits, and that product needs no check.
        match (i64::try_from(self.0), i64::try_from(quantity.0)) {
            (Ok(price), Ok(quantity)) => Amount(i128::from(price) * i128::from(quantity)),
            _ => Amount(self.0.saturating_mul(quantity.0)),
        }
    }

    /// As a decimal number.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        to_decimal(self.0, PRICE)
    }
}

impl Amount {
    /// Nothing to pay.
    pub const ZERO: Self = Self(0);

    /// A sum of money that is not a price.
    #[must_use]
    pub fn new(value: Decimal) -> Option<Self> {
        Price::new(value).map(|price| price.times(Quantity::ONE))
    }

    /// So many times the amount.
    #[must_use]
    pub fn repeated(self, times: u32) -> Self {
        Self(self.0.saturating_mul(i128::from(times)))
    }

    /// A share of it, given in millionths, cut after fifteen decimals.
    #[must_use]
    pub fn share(self, millionths: u32) -> Self {
        Self((self.0 / 1_000_000).saturating_mul(i128::from(millionths)))
    }

    /// Whole minor units of a currency with so many decimals, half to even.
    #[must_use]
    pub fn minor_units(self, decimals: u32) -> i128 {
        half_even(self.0, Self::unit(decimals))
    }

    /// One minor unit of a currency with so many decimals, in the digits of [`Amount::digits`].
    #[must_use]
    pub fn unit(decimals: u32) -> i128 {
        10_i128.pow(AMOUNT.saturating_sub(decimals))
    }

    /// The amount as one whole number, for apportioning.
    #[must_use]
    pub fn digits(self) -> i128 {
        self.0
    }

    /// The amount as a decimal number, to as many digits as fit.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        to_decimal(self.0, AMOUNT)
    }
}

/// Sums saturate. The bounds of the inputs keep every sum far below the end of what is reckoned.
macro_rules! sums {
    ($($of:ident),*) => {$(
        impl Add for $of {
            type Output = Self;

            fn add(self, other: Self) -> Self {
                Self(self.0.saturating_add(other.0))
            }
        }

        impl Sub for $of {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }

        impl Sum for $of {
            fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
                parts.fold(Self::default(), Add::add)
            }
        }
    )*};
}

sums!(Quantity, Amount);

/// A whole number of units of the given decimals as a decimal, to as many digits as fit.
fn to_decimal(digits: i128, decimals: u32) -> Decimal {
    let (mut digits, mut scale) = (digits, decimals);
    loop {
        match Decimal::try_from_i128_with_scale(digits, scale) {
            Ok(decimal) => return decimal.normalize(),
            Err(_) if scale == 0 => return if digits < 0 { Decimal::MIN } else { Decimal::MAX },
            Err(_) => (digits, scale) = (half_even(digits, 10), scale - 1),
        }
    }
}

/// A decimal as a whole number of units of the given decimals, half to even.
fn fixed(value: Decimal, decimals: u32) -> Option<i128> {
    let (mantissa, scale) = (value.mantissa(), value.scale());
    match decimals.checked_sub(scale) {
        Some(more) => mantissa.checked_mul(10_i128.checked_pow(more)?),
        None => Some(half_even(mantissa, 10_i128.checked_pow(scale - decimals)?)),
    }
}

/// An amount as it is shown: rounded once, half to even, with all decimals of its currency.
#[must_use]
pub fn rounded(amount: Decimal, decimals: u32) -> Decimal {
    let mut shown = amount.round_dp_with_strategy(decimals, RoundingStrategy::MidpointNearestEven);
    shown.rescale(decimals);
    if shown.is_zero() {
        shown.set_sign_positive(true);
    }
    shown
}

/// Decimals kept beyond the minor unit while parts are shared out.
const BEYOND: u32 = 9;

/// Parts as they are shown beside their shown total: they add up to it. Without a total each is rounded by itself.
#[must_use]
pub fn rounded_parts(parts: &[Option<Decimal>], total: Option<Decimal>, decimals: u32) -> Vec<Option<Decimal>> {
    let alone = || {
        parts
            .iter()
            .map(|part| part.map(|part| rounded(part, decimals)))
            .collect()
    };
    let digits: Option<Vec<i128>> = parts.iter().map(|part| fixed((*part)?, decimals + BEYOND)).collect();
    let units = total.and_then(|total| fixed(rounded(total, decimals), decimals));
    let Some((digits, units)) = digits.zip(units) else {
        return alone();
    };
    apportion(&digits, 10_i128.pow(BEYOND), units)
        .into_iter()
        .map(|units| Decimal::try_from_i128_with_scale(units, decimals).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn a_price_times_a_quantity_is_exact() {
        let price = Price::new(decimal("0.880517503805")).unwrap();
        let amount = price.times(Quantity::new(decimal("730")).unwrap());
        assert_eq!(amount.decimal(), decimal("642.77777777765"));
        assert_eq!(amount.minor_units(2), 64_278);
    }

    #[test]
    fn what_is_too_large_is_not_wrapped() {
        let price = Price::new(decimal("1000000000000")).unwrap();
        let huge = Quantity::new(decimal("1000000000000")).unwrap();
        assert!(price.times(huge) > price.times(Quantity::ONE));
        assert_eq!(Price::new(Decimal::MAX), None);
    }

    #[test]
    fn shown_parts_of_a_decimal_total_add_up() {
        let third = Some(decimal("100") / decimal("3"));
        let shown = rounded_parts(&[third, third, third], Some(decimal("100")), 2);
        assert_eq!(shown, ["33.34", "33.33", "33.33"].map(|text| Some(decimal(text))));
        assert_eq!(rounded_parts(&[third, None], None, 2), [Some(decimal("33.33")), None]);
    }

    #[test]
    fn an_amount_is_shown_half_to_even_with_all_its_decimals() {
        for (text, shown) in [
            ("0.125", "0.12"),
            ("0.135", "0.14"),
            ("7", "7.00"),
            ("-0.001", "0.00"),
            ("-2.5", "-2.50"),
        ] {
            assert_eq!(rounded(decimal(text), 2).to_string(), shown);
        }
        assert_eq!(rounded(decimal("2.5"), 0).to_string(), "2");
    }
}
