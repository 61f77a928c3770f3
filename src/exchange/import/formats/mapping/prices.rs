//! Prices in columns of a mapped table: per instance or accelerator, for an hour or a month, with or without the sign of a currency.

use super::Row;
use crate::domain::catalogue::{Fraction, Plan};
use crate::domain::money::{Currency, Micros};
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::decimal::Decimal;
use crate::exchange::import::draft::{Draft, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::profile::{Field, Per};
use crate::exchange::{Reason, Unsaid};

const PER_GPU: &str = "price per accelerator times their number";

impl Row<'_> {
    /// The prices of a row, each with its currency.
    pub(super) fn quotes(
        &self,
        draft: &mut Draft<'_>,
        accelerators: Fraction,
        row: Option<Currency>,
    ) -> Vec<(Quote, Currency)> {
        let mut quotes = Vec::new();
        for (column, field) in &self.profile.columns {
            let Field::Price {
                plan,
                unit,
                per,
                currency,
                completeness,
            } = field
            else {
                continue;
            };
            let text = (self.cell)(column);
            if text.is_empty() {
                if *plan == Plan::Spot {
                    draft.note(Remark::SpotUnknown, self.at);
                }
                continue;
            }
            let (amount, sign) = without_sign(&text);
            let currency = currency.or(row).or(sign);
            let Some(currency) = currency else {
                draft.fault(self.at, column, Unsaid::Currency);
                continue;
            };
            if sign.is_some_and(|sign| sign != currency) {
                draft.fault(self.at, column, Reason::OtherCurrency(shown(&text), currency));
                continue;
            }
            let (above, below) = unit.per_hour();
            let (above, below) = times(*per, (above, below), accelerators);
            let number = Decimal::parse(amount, self.profile.style());
            let Some(hourly) = draft.amount(number, amount, (above, below), (self.at, column)) else {
                continue;
            };
            let quote = Quote {
                plan: *plan,
                hourly,
                upfront: self.upfront(draft, *plan, accelerators),
                completeness: *completeness,
                note: (*per == Per::Gpu && accelerators.numerator != accelerators.denominator).then_some(PER_GPU),
            };
            quotes.push((quote, currency));
        }
        quotes
    }

    fn upfront(&self, draft: &mut Draft<'_>, of: Plan, accelerators: Fraction) -> Option<Micros> {
        let (column, per) = self.profile.columns.iter().find_map(|(column, field)| {
            let Field::Upfront { plan, per } = field else {
                return None;
            };
            (*plan == of).then_some((column, *per))
        })?;
        let text = (self.cell)(column);
        let (amount, _) = without_sign(&text);
        let number = Decimal::parse(amount, self.profile.style());
        if amount.is_empty() || number.is_some_and(|number| !number.is_positive()) {
            return None;
        }
        draft.amount(number, amount, times(per, (1, 1), accelerators), (self.at, column))
    }
}

fn times(per: Per, (above, below): (u32, u32), accelerators: Fraction) -> (u32, u32) {
    match per {
        Per::Instance => (above, below),
        Per::Gpu => (
            above.saturating_mul(accelerators.numerator),
            below.saturating_mul(accelerators.denominator),
        ),
    }
}

/// The amount without the sign or code of its currency, and the currency where the sign has only one.
fn without_sign(text: &str) -> (&str, Option<Currency>) {
    let text = text.trim();
    let signs = [
        ("€", Some(Currency::EUR)),
        ("元", Some(Currency::CNY)),
        ("$", None),
        ("¥", None),
        ("￥", None),
    ];
    for (sign, currency) in signs {
        if let Some(rest) = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign)) {
            return (rest.trim(), currency);
        }
    }
    let code = |code: &str| Currency::parse(code).ok();
    if let Some((start, rest)) = text.split_at_checked(3)
        && let Some(currency) = code(start)
    {
        return (rest.trim(), Some(currency));
    }
    if let Some((rest, end)) = text.len().checked_sub(3).and_then(|at| text.split_at_checked(at))
        && let Some(currency) = code(end)
    {
        return (rest.trim(), Some(currency));
    }
    (text, None)
}
