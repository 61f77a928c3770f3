//! The table as it is shown: every amount in minor units, every sum right to the last one.
//!
//! The total is rounded once. It is shared among the components and each component among its months by largest remainder, so a
//! shown part is never a whole unit away from the exact one; a shown month is the sum of its shown parts.

use rust_decimal::Decimal;

use super::component::COMPONENTS;
use super::table::Table;
use crate::domain::cost::amount::Amount;
use crate::domain::cost::apportion::apportion;

/// Shown amounts, each in the decimals of its currency; `None` where a price is unknown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The total.
    pub total: Option<Decimal>,
    /// For each of [`COMPONENTS`] its total.
    pub components: Vec<Option<Decimal>>,
    /// For each month the parts in the order of [`COMPONENTS`].
    pub parts: Vec<Vec<Option<Decimal>>>,
    /// For each month its total.
    pub months: Vec<Option<Decimal>>,
    /// For each month what has been paid by its end.
    pub cumulative: Vec<Option<Decimal>>,
}

impl Shown {
    pub(super) fn new(table: &Table, decimals: u32) -> Self {
        let unit = Amount::unit(decimals);
        let exact: Vec<Option<Amount>> = COMPONENTS.into_iter().map(|c| table.component(c)).collect();
        // While something is unknown there is no total to add up to: what is known is rounded by itself.
        let known: Vec<i128> = exact.iter().map(|amount| amount.unwrap_or_default().digits()).collect();
        let components = match table.total {
            Some(total) => apportion(&known, unit, total.minor_units(decimals)),
            None => exact
                .iter()
                .map(|a| a.unwrap_or_default().minor_units(decimals))
                .collect(),
        };
        let columns: Vec<Vec<Option<i128>>> = (0..)
            .zip(exact.iter().zip(&components))
            .map(|(at, (exact, shown))| column(table, at, exact.is_some(), *shown, unit))
            .collect();
        let parts: Vec<Vec<Option<i128>>> = (0..table.months.len())
            .map(|month| {
                columns
                    .iter()
                    .map(|column| column.get(month).copied().flatten())
                    .collect()
            })
            .collect();
        let months: Vec<Option<i128>> = parts.iter().map(|parts| parts.iter().copied().sum()).collect();
        let mut paid = Some(0);
        let by_then = |month: &Option<i128>| {
            paid = paid.zip(*month).map(|(paid, month)| paid + month);
            paid
        };
        let cumulative: Vec<Option<i128>> = months.iter().map(by_then).collect();
        let money = |units: &Option<i128>| units.map(|units| minor(units, decimals));
        let listed = |list: &[Option<i128>]| list.iter().map(money).collect::<Vec<_>>();
        Self {
            total: table.total.map(|total| minor(total.minor_units(decimals), decimals)),
            components: exact
                .iter()
                .zip(components)
                .map(|(exact, shown)| exact.map(|_| minor(shown, decimals)))
                .collect(),
            parts: parts.iter().map(|parts| listed(parts)).collect(),
            months: listed(&months),
            cumulative: listed(&cumulative),
        }
    }
}

/// One component, month by month.
fn column(table: &Table, at: usize, known: bool, shown: i128, unit: i128) -> Vec<Option<i128>> {
    let exact: Vec<Option<Amount>> = table
        .months
        .iter()
        .map(|month| month.parts.get(at).copied().flatten())
        .collect();
    if known {
        let digits: Vec<i128> = exact.iter().map(|amount| amount.unwrap_or_default().digits()).collect();
        apportion(&digits, unit, shown).into_iter().map(Some).collect()
    } else {
        vec![None; exact.len()]
    }
}

fn minor(units: i128, decimals: u32) -> Decimal {
    Decimal::try_from_i128_with_scale(units, decimals).unwrap_or(Decimal::MAX)
}
