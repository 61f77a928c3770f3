//! Every number of a cost comparison that has a word of its own: where it belongs, its unit, bounds and default.

use rust_decimal::{Decimal, dec};

use crate::domain::brief::{BadWord, Rule};

/// Where a number belongs on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// What else running costs.
    Lifecycle,
    /// Prices for what an offer does not price itself.
    Prices,
    /// A machine of one's own.
    Own,
    /// Model A.
    Dynamic,
    /// Model B.
    Annual,
}

/// A number with a word of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberWord {
    /// The word in links.
    pub word: &'static str,
    /// Where it belongs.
    pub group: Group,
    /// Its unit, as a key.
    pub unit: &'static str,
    /// The least and the most.
    pub bounds: (i64, i64),
    /// What holds where nothing is said.
    pub default: Option<Decimal>,
}

const MONEY: (i64, i64) = (0, 1_000_000_000);
const PERCENT: (i64, i64) = (0, 100);

const fn number(
    word: &'static str,
    group: Group,
    unit: &'static str,
    bounds: (i64, i64),
    default: Option<Decimal>,
) -> NumberWord {
    NumberWord {
        word,
        group,
        unit,
        bounds,
        default,
    }
}

/// Every number, in canonical order.
pub const NUMBERS: [NumberWord; 37] = {
    use Group::{Annual, Dynamic, Lifecycle, Own, Prices};
    const ZERO: Option<Decimal> = Some(Decimal::ZERO);
    [
        number("loss", Lifecycle, "percent", (0, 99), None),
        number("growth", Lifecycle, "percent_per_month", (-50, 100), ZERO),
        number("redundancy", Lifecycle, "factor", (0, 100), Some(Decimal::ONE)),
        number("safety", Lifecycle, "percent", (0, 1_000), ZERO),
        number("ops", Lifecycle, "money_per_month", MONEY, ZERO),
        number("rpa", Lifecycle, "percent", PERCENT, ZERO),
        number("migration", Lifecycle, "money", MONEY, ZERO),
        number("support_min", Lifecycle, "money_per_month", MONEY, ZERO),
        number("support_pct", Lifecycle, "percent", PERCENT, ZERO),
        number("renewal", Lifecycle, "percent", (-99, 1_000), ZERO),
        number("egress_price", Prices, "money_per_gb", (0, 10_000), None),
        number("hot_price", Prices, "money_per_gb_month", (0, 10_000), None),
        number("warm_price", Prices, "money_per_gb_month", (0, 10_000), None),
        number("cold_price", Prices, "money_per_gb_month", (0, 10_000), None),
        number("own_gpus", Own, "gpus", (1, 100_000), None),
        number("own_purchase", Own, "money", MONEY, ZERO),
        number("own_rent", Own, "money_per_month", MONEY, ZERO),
        number("own_kw", Own, "kilowatts", (0, 100_000), ZERO),
        number("own_pue", Own, "factor", (1, 10), Some(dec!(1.4))),
        number("own_kwh", Own, "money_per_kwh", (0, 100_000), ZERO),
        number("own_hosting", Own, "money_per_month", MONEY, ZERO),
        number("own_maintenance", Own, "money_per_month", MONEY, ZERO),
        number("own_staff", Own, "money_per_month", MONEY, ZERO),
        number("own_residual", Own, "money", MONEY, ZERO),
        number("a.base", Dynamic, "money", MONEY, Some(dec!(10000))),
        number("a.burst", Dynamic, "money", MONEY, Some(dec!(2000))),
        number("a.discount", Dynamic, "percent", PERCENT, Some(dec!(35))),
        number("a.burst_factor", Dynamic, "factor", (0, 1_000), Some(dec!(0.8))),
        number("a.premium", Dynamic, "percent", (-99, 1_000), Some(dec!(8))),
        number("a.threshold", Dynamic, "percent", PERCENT, Some(dec!(60))),
        number("b.price", Annual, "money_per_hour", (0, 10_000_000), Some(dec!(3.06))),
        number("b.hours", Annual, "hours", (0, 1_000_000_000), Some(dec!(8760))),
        number("b.transfer", Annual, "money", MONEY, Some(dec!(1200))),
        number("b.storage", Annual, "money", MONEY, Some(dec!(2400))),
        number("b.safety", Annual, "percent", (0, 1_000), Some(dec!(20))),
        number("b.ops", Annual, "money", MONEY, Some(dec!(50000))),
        number("b.rpa", Annual, "percent", PERCENT, Some(dec!(30))),
    ]
};

impl NumberWord {
    /// The number of this word, if it is one.
    #[must_use]
    pub fn of(word: &str) -> Option<&'static Self> {
        NUMBERS.iter().find(|number| number.word == word)
    }

    /// Whether it is an amount of money.
    #[must_use]
    pub fn is_money(&self) -> bool {
        self.unit.starts_with("money")
    }

    /// Reads a value.
    ///
    /// # Errors
    /// [`BadWord`] for one that is none, or beyond the bounds.
    pub(super) fn read(&self, value: &str) -> Result<Decimal, BadWord> {
        let (min, max) = self.bounds;
        let rule = match u64::try_from(min).and_then(|min| Ok((min, u64::try_from(max)?))) {
            Ok((min, max)) => Rule::Number { min, max },
            Err(_) if min == -50 => Rule::OneOf("-50…100"),
            Err(_) => Rule::OneOf("-99…1000"),
        };
        decimal(value)
            .filter(|number| Decimal::from(min) <= *number && *number <= Decimal::from(max))
            .ok_or_else(|| BadWord::new(self.word, value, rule))
    }
}

/// A plain number of at most twelve digits and six decimals, with a sign if it has one.
#[must_use]
pub fn decimal(text: &str) -> Option<Decimal> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || whole.len() > 12 || part.len() > 6 || !plain(whole) || !plain(part) {
        return None;
    }
    Decimal::from_str_exact(text).ok()
}
