//! Exchange rates.

use uuid::Uuid;

use super::{Kinds, Table};
use crate::domain::money::Currency;
use crate::domain::rates::{ExchangeRate, Rate};
use crate::store::error::StoreError;
use crate::store::rows::{Column, EvidenceRow, readable};

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct RateRow {
    #[serde(skip)]
    id: Uuid,
    base: String,
    quote: String,
    rate_nanos: i64,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl Table for ExchangeRate {
    const NAME: &'static str = "exchange_rate";
    const COLUMNS: &'static str = "base, quote, rate_nanos";
    type Row = RateRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("base", self.base.to_string().into()),
            ("quote", self.quote.to_string().into()),
            ("rate_nanos", self.rate.0.into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: RateRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        let currency = |text: &str, column| readable(Currency::parse(text), (Self::NAME, column), &row.id);
        let rate = Self {
            base: currency(&row.base, "base")?,
            quote: currency(&row.quote, "quote")?,
            rate: Rate(row.rate_nanos),
            evidence: row.evidence.read(Self::NAME, row.id)?,
        };
        Ok((row.id, rate))
    }
}
