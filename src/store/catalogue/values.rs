//! Facts and benchmark results: what was found out about the subjects.

use uuid::Uuid;

use super::{Kinds, Table};
use crate::domain::catalogue::{BenchmarkResult, Fact, FactValue, Mode, SubjectKind};
use crate::domain::ids::{AcceleratorId, AttributeId, ResultId, VendorId};
use crate::store::error::StoreError;
use crate::store::rows::{Column, EvidenceRow, flag, readable, sure_real};

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct FactRow {
    #[serde(skip)]
    id: Uuid,
    subject: String,
    subject_id: String,
    attribute_id: String,
    variant: String,
    value: String,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl FactRow {
    /// The kind of the attribute says how the value is read.
    fn read(self, kinds: &Kinds) -> Result<(Uuid, Fact), StoreError> {
        let row = self;
        let kind = kinds.get(&row.attribute_id).copied().ok_or(());
        let kind = readable(kind, ("fact", "attribute_id"), &row.id)?;
        let fact = Fact {
            subject: readable(SubjectKind::parse(&row.subject), ("fact", "subject"), &row.id)?,
            subject_id: row.subject_id,
            attribute: readable(AttributeId::new(row.attribute_id), ("fact", "attribute_id"), &row.id)?,
            variant: row.variant,
            value: readable(FactValue::parse(kind, &row.value), ("fact", "value"), &row.id)?,
            evidence: row.evidence.read("fact", row.id)?,
        };
        Ok((row.id, fact))
    }
}

impl Table for Fact {
    const NAME: &'static str = "fact";
    const COLUMNS: &'static str = "subject, subject_id, attribute_id, variant, value";
    type Row = FactRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("subject", self.subject.word().into()),
            ("subject_id", self.subject_id.as_str().into()),
            ("attribute_id", self.attribute.as_str().into()),
            ("variant", self.variant.as_str().into()),
            ("value", self.value.to_text().into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: FactRow, kinds: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.read(kinds)
    }
}

#[derive(sqlx::FromRow, serde::Deserialize)]
pub(super) struct ResultRow {
    #[serde(skip)]
    id: Uuid,
    result_id: String,
    suite: String,
    round: String,
    mode: String,
    division: String,
    task: String,
    scenario: String,
    metric: String,
    #[serde(deserialize_with = "sure_real")]
    value: f64,
    unit: String,
    #[serde(deserialize_with = "flag")]
    higher_is_better: bool,
    accelerator_id: String,
    accelerators: i64,
    nodes: Option<i64>,
    vendor_id: Option<String>,
    submitter: String,
    system: String,
    framework: Option<String>,
    #[sqlx(flatten)]
    evidence: EvidenceRow,
}

impl TryFrom<ResultRow> for (Uuid, BenchmarkResult) {
    type Error = StoreError;

    fn try_from(row: ResultRow) -> Result<Self, StoreError> {
        const TABLE: &str = "benchmark_result";
        let nodes = row.nodes.map(u32::try_from).transpose();
        let vendor = row.vendor_id.map(VendorId::new).transpose();
        let result = BenchmarkResult {
            id: readable(ResultId::new(row.result_id), (TABLE, "result_id"), &row.id)?,
            suite: row.suite,
            round: row.round,
            mode: readable(Mode::parse(&row.mode), (TABLE, "mode"), &row.id)?,
            division: row.division,
            task: row.task,
            scenario: row.scenario,
            metric: row.metric,
            value: row.value,
            unit: row.unit,
            higher_is_better: row.higher_is_better,
            accelerator: readable(
                AcceleratorId::new(row.accelerator_id),
                (TABLE, "accelerator_id"),
                &row.id,
            )?,
            accelerators: readable(u32::try_from(row.accelerators), (TABLE, "accelerators"), &row.id)?,
            nodes: readable(nodes, (TABLE, "nodes"), &row.id)?,
            vendor: readable(vendor, (TABLE, "vendor_id"), &row.id)?,
            submitter: row.submitter,
            system: row.system,
            framework: row.framework,
            evidence: row.evidence.read(TABLE, row.id)?,
        };
        Ok((row.id, result))
    }
}

impl Table for BenchmarkResult {
    const NAME: &'static str = "benchmark_result";
    const COLUMNS: &'static str = "result_id, suite, round, mode, division, task, scenario, metric, value, unit, higher_is_better, accelerator_id, accelerators, nodes, vendor_id, submitter, system, framework";
    const REALS: &'static [&'static str] = &["value"];
    type Row = ResultRow;

    fn columns(&self) -> Vec<Column<'_>> {
        let mut columns = vec![
            ("result_id", self.id.as_str().into()),
            ("suite", self.suite.as_str().into()),
            ("round", self.round.as_str().into()),
            ("mode", self.mode.word().into()),
            ("division", self.division.as_str().into()),
            ("task", self.task.as_str().into()),
            ("scenario", self.scenario.as_str().into()),
            ("metric", self.metric.as_str().into()),
            ("value", self.value.into()),
            ("unit", self.unit.as_str().into()),
            ("higher_is_better", self.higher_is_better.into()),
            ("accelerator_id", self.accelerator.as_str().into()),
            ("accelerators", i64::from(self.accelerators).into()),
            ("nodes", self.nodes.into()),
            ("vendor_id", self.vendor.as_ref().map(VendorId::as_str).into()),
            ("submitter", self.submitter.as_str().into()),
            ("system", self.system.as_str().into()),
            ("framework", (&self.framework).into()),
        ];
        columns.extend(EvidenceRow::columns(&self.evidence));
        columns
    }

    fn read(row: ResultRow, _: &Kinds) -> Result<(Uuid, Self), StoreError> {
        row.try_into()
    }
}
