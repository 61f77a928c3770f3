//! Money as pages show it: US dollars of the domain in the currency of the brief, or a word where there is no rate.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::lang::{Lang, group};
use super::query::Query;
use crate::domain::brief::Brief;
use crate::domain::catalogue::Catalogue;
use crate::domain::cost::{Amount, rounded};
use crate::domain::money::{Currency, Micros};
use crate::domain::ranking::Prepared;
use crate::domain::rates::{Conversion, ExchangeRate};

/// The currency of a page, and the way from US dollars to it.
#[derive(Debug, Clone)]
pub struct Money<'a> {
    /// The currency.
    pub currency: Currency,
    from_usd: Option<Conversion<'a>>,
}

impl<'a> Money<'a> {
    /// The currency of a brief.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, brief: &Brief) -> Self {
        Self::of(catalogue, brief.shown_currency())
    }

    /// Any currency.
    #[must_use]
    pub fn of(catalogue: &'a Catalogue, currency: Currency) -> Self {
        Self {
            currency,
            from_usd: catalogue.rates().conversion(Currency::USD, currency),
        }
    }

    /// Dollars in the currency; `None` without a rate.
    #[must_use]
    pub fn of_usd(&self, dollars: Decimal) -> Option<Decimal> {
        let conversion = self.from_usd.as_ref()?;
        if conversion.rates.is_empty() {
            return Some(dollars);
        }
        let micros = (dollars * Decimal::from(1_000_000)).round();
        let micros = i64::try_from(micros).ok()?;
        let converted = conversion.apply(Micros(micros))?;
        Some(Decimal::from_i128_with_scale(converted.0.into(), 6))
    }

    /// A cost between two bounds in whole units, without the currency: `190,000–200,000`; `None` without a rate.
    #[must_use]
    pub fn whole_range(&self, (low, high): (Amount, Amount)) -> Option<String> {
        let whole = |amount: Amount| Some(group(&rounded(self.of_usd(amount.decimal())?, 0).to_string()));
        let (low, high) = (whole(low)?, whole(high)?);
        Some(if low == high { low } else { format!("{low}–{high}") })
    }
}

/// The rates behind the amounts of a ranking in words: those of the currencies that prices are listed in and of the one shown;
/// `None` where nothing is converted.
#[must_use]
pub fn rates_in_use(prepared: &Prepared, query: &Query, lang: Lang) -> Option<String> {
    let catalogue = prepared.catalogue();
    let shown = query.brief.shown_currency();
    let listed = catalogue.offers().flat_map(|offer| catalogue.prices(&offer.id));
    let mut currencies: BTreeSet<Currency> = listed.map(|price| price.currency).collect();
    currencies.insert(Currency::USD);
    let mut rates: Vec<&ExchangeRate> = Vec::new();
    let mut missing = Vec::new();
    for currency in currencies.into_iter().filter(|currency| *currency != shown) {
        match catalogue.rates().conversion(currency, shown) {
            Some(conversion) => rates.extend(conversion.rates),
            None => missing.push(currency.to_string()),
        }
    }
    rates.sort_by_key(|rate| (rate.base, rate.quote));
    rates.dedup();
    let mut parts: Vec<String> = rates.into_iter().map(rate_text).collect();
    if !missing.is_empty() {
        let names = missing.join(&lang.t("list.join"));
        parts.push(lang.fill("money.no_rate", &[("currency", &names), ("shown", &shown)]));
    }
    (!parts.is_empty()).then(|| lang.with("money.rates", "rates", parts.join("; ")))
}

fn rate_text(rate: &ExchangeRate) -> String {
    let evidence = &rate.evidence;
    format!(
        "1 {} = {} {} ({}, {})",
        rate.base, rate.rate, rate.quote, evidence.source, evidence.as_of
    )
}
