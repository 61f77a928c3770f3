//! Vendors, accelerators with their aliases, and attributes: what offers and facts are about.

use uuid::Uuid;

use super::{Kinds, Table};
use crate::domain::catalogue::{Accelerator, Attribute, AttributeKind, SubjectKind, Vendor, VendorKind};
use crate::domain::ids::{AcceleratorId, AttributeId, VendorId};
use crate::store::error::StoreError;
use crate::store::rows::{Column, EvidenceRow, readable};

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct VendorRow {
    #[serde(skip)]
    id: Uuid,
    vendor_id: String,
    name: String,
    name_zh: Option<String>,
    country: Option<String>,
    kind: String,
    homepage: Option<String>,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl TryFrom<VendorRow> for (Uuid, Vendor) {
    type Error = StoreError;

    fn try_from(row: VendorRow) -> Result<Self, StoreError> {
        let vendor = Vendor {
            id: readable(VendorId::new(row.vendor_id), ("vendor", "vendor_id"), &row.id)?,
            name: row.name,
            name_zh: row.name_zh,
            country: row.country,
            kind: readable(VendorKind::parse(&row.kind), ("vendor", "kind"), &row.id)?,
            homepage: row.homepage,
            evidence: row.evidence.read("vendor", row.id)?,
        };
        Ok((row.id, vendor))
    }
}

impl Table for Vendor {
    const NAME: &'static str = "vendor";
    const COLUMNS: &'static str = "vendor_id, name, name_zh, country, kind, homepage";
    type Row = VendorRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("vendor_id", self.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("name_zh", (&self.name_zh).into()),
            ("country", (&self.country).into()),
            ("kind", self.kind.word().into()),
            ("homepage", (&self.homepage).into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: VendorRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct AcceleratorRow {
    #[serde(skip)]
    id: Uuid,
    accelerator_id: String,
    name: String,
    maker: String,
    architecture: Option<String>,
    form_factor: Option<String>,
    release_date: Option<String>,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl TryFrom<AcceleratorRow> for (Uuid, Accelerator) {
    type Error = StoreError;

    fn try_from(row: AcceleratorRow) -> Result<Self, StoreError> {
        let accelerator = Accelerator {
            id: readable(
                AcceleratorId::new(row.accelerator_id),
                ("accelerator", "accelerator_id"),
                &row.id,
            )?,
            name: row.name,
            maker: row.maker,
            architecture: row.architecture,
            form_factor: row.form_factor,
            release_date: row.release_date,
            evidence: row.evidence.read("accelerator", row.id)?,
        };
        Ok((row.id, accelerator))
    }
}

impl Table for Accelerator {
    const NAME: &'static str = "accelerator";
    const COLUMNS: &'static str = "accelerator_id, name, maker, architecture, form_factor, release_date";
    type Row = AcceleratorRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("accelerator_id", self.id.as_str().into()),
            ("name", self.name.as_str().into()),
            ("maker", self.maker.as_str().into()),
            ("architecture", (&self.architecture).into()),
            ("form_factor", (&self.form_factor).into()),
            ("release_date", (&self.release_date).into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: AcceleratorRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct AliasRow {
    #[serde(skip)]
    id: Uuid,
    alias: String,
    accelerator_id: String,
}

impl TryFrom<AliasRow> for (Uuid, (String, AcceleratorId)) {
    type Error = StoreError;

    fn try_from(row: AliasRow) -> Result<Self, StoreError> {
        let place = ("accelerator_alias", "accelerator_id");
        let accelerator = readable(AcceleratorId::new(row.accelerator_id), place, &row.id)?;
        Ok((row.id, (row.alias, accelerator)))
    }
}

impl Table for (String, AcceleratorId) {
    const NAME: &'static str = "accelerator_alias";
    const COLUMNS: &'static str = "alias, accelerator_id";
    const EVIDENCE: bool = false;
    type Row = AliasRow;

    fn columns(&self) -> Vec<Column<'_>> {
        vec![
            ("alias", self.0.as_str().into()),
            ("accelerator_id", self.1.as_str().into()),
        ]
    }

    fn read(row: AliasRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct AttributeRow {
    #[serde(skip)]
    id: Uuid,
    attribute_id: String,
    subject: String,
    kind: String,
    unit: String,
    heading: String,
    name_en: String,
    name_zh: String,
    description_en: String,
    description_zh: String,
}

impl TryFrom<AttributeRow> for (Uuid, Attribute) {
    type Error = StoreError;

    fn try_from(row: AttributeRow) -> Result<Self, StoreError> {
        let attribute = Attribute {
            id: readable(
                AttributeId::new(row.attribute_id),
                ("attribute", "attribute_id"),
                &row.id,
            )?,
            subject: readable(SubjectKind::parse(&row.subject), ("attribute", "subject"), &row.id)?,
            kind: readable(AttributeKind::parse(&row.kind), ("attribute", "kind"), &row.id)?,
            unit: row.unit,
            group: row.heading,
            name_en: row.name_en,
            name_zh: row.name_zh,
            description_en: row.description_en,
            description_zh: row.description_zh,
        };
        Ok((row.id, attribute))
    }
}

impl Table for Attribute {
    const NAME: &'static str = "attribute";
    const COLUMNS: &'static str =
        "attribute_id, subject, kind, unit, heading, name_en, name_zh, description_en, description_zh";
    const EVIDENCE: bool = false;
    type Row = AttributeRow;

    fn columns(&self) -> Vec<Column<'_>> {
        vec![
            ("attribute_id", self.id.as_str().into()),
            ("subject", self.subject.word().into()),
            ("kind", self.kind.word().into()),
            ("unit", self.unit.as_str().into()),
            ("heading", self.group.as_str().into()),
            ("name_en", self.name_en.as_str().into()),
            ("name_zh", self.name_zh.as_str().into()),
            ("description_en", self.description_en.as_str().into()),
            ("description_zh", self.description_zh.as_str().into()),
        ]
    }

    fn read(row: AttributeRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}
