//! Offers and their prices.

use uuid::Uuid;

use super::{Kinds, Table};
use crate::domain::catalogue::{Area, Completeness, CpuMemory, Fraction, Offer, Plan, Price};
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::domain::money::{Currency, Micros};
use crate::store::error::StoreError;
use crate::store::rows::{Column, EvidenceRow, flag, readable, real};

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct OfferRow {
    #[serde(skip)]
    id: Uuid,
    offer_id: String,
    vendor_id: String,
    instance_type: String,
    accelerator_id: String,
    accelerator_count: String,
    vcpu: Option<i64>,
    #[serde(deserialize_with = "real")]
    ram_gib: Option<f64>,
    region: String,
    area: String,
    #[serde(deserialize_with = "flag")]
    available: bool,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl TryFrom<OfferRow> for (Uuid, Offer) {
    type Error = StoreError;

    fn try_from(row: OfferRow) -> Result<Self, StoreError> {
        let vcpu = row.vcpu.map(u32::try_from).transpose();
        let offer = Offer {
            id: readable(OfferId::new(row.offer_id), ("offer", "offer_id"), &row.id)?,
            vendor: readable(VendorId::new(row.vendor_id), ("offer", "vendor_id"), &row.id)?,
            instance_type: row.instance_type,
            accelerator: readable(
                AcceleratorId::new(row.accelerator_id),
                ("offer", "accelerator_id"),
                &row.id,
            )?,
            count: readable(
                Fraction::parse(&row.accelerator_count),
                ("offer", "accelerator_count"),
                &row.id,
            )?,
            host: CpuMemory {
                vcpu: readable(vcpu, ("offer", "vcpu"), &row.id)?,
                ram_gib: row.ram_gib,
            },
            region: row.region,
            area: readable(Area::parse(&row.area), ("offer", "area"), &row.id)?,
            available: row.available,
            evidence: row.evidence.read("offer", row.id)?,
        };
        Ok((row.id, offer))
    }
}

impl Table for Offer {
    const NAME: &'static str = "offer";
    const COLUMNS: &'static str =
        "offer_id, vendor_id, instance_type, accelerator_id, accelerator_count, vcpu, ram_gib, region, area, available";
    const REALS: &'static [&'static str] = &["ram_gib"];
    type Row = OfferRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("offer_id", self.id.as_str().into()),
            ("vendor_id", self.vendor.as_str().into()),
            ("instance_type", self.instance_type.as_str().into()),
            ("accelerator_id", self.accelerator.as_str().into()),
            ("accelerator_count", self.count.to_string().into()),
            ("vcpu", self.host.vcpu.into()),
            ("ram_gib", self.host.ram_gib.into()),
            ("region", self.region.as_str().into()),
            ("area", self.area.word().into()),
            ("available", self.available.into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: OfferRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct PriceRow {
    #[serde(skip)]
    id: Uuid,
    offer_id: String,
    plan: String,
    hourly_micros: i64,
    upfront_micros: Option<i64>,
    currency: String,
    completeness: String,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl TryFrom<PriceRow> for (Uuid, Price) {
    type Error = StoreError;

    fn try_from(row: PriceRow) -> Result<Self, StoreError> {
        let price = Price {
            offer: readable(OfferId::new(row.offer_id), ("price", "offer_id"), &row.id)?,
            plan: readable(Plan::parse(&row.plan), ("price", "plan"), &row.id)?,
            hourly: Micros(row.hourly_micros),
            upfront: row.upfront_micros.map(Micros),
            currency: readable(Currency::parse(&row.currency), ("price", "currency"), &row.id)?,
            completeness: readable(
                Completeness::parse(&row.completeness),
                ("price", "completeness"),
                &row.id,
            )?,
            evidence: row.evidence.read("price", row.id)?,
        };
        Ok((row.id, price))
    }
}

impl Table for Price {
    const NAME: &'static str = "price";
    const COLUMNS: &'static str = "offer_id, plan, hourly_micros, upfront_micros, currency, completeness";
    type Row = PriceRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("offer_id", self.offer.as_str().into()),
            ("plan", self.plan.word().into()),
            ("hourly_micros", self.hourly.0.into()),
            ("upfront_micros", self.upfront.map(|upfront| upfront.0).into()),
            ("currency", self.currency.to_string().into()),
            ("completeness", self.completeness.word().into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: PriceRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}
