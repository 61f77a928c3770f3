//! The columns of each kind of record in the order of the files. The reader of the own format knows the same names.

use super::cells::{Cell, Exported, Units, maybe, maybe_number, number, text, unit_of, with_evidence};
use crate::domain::catalogue::{Accelerator, Attribute, BenchmarkResult, Fact, FactValue, Offer, Price, Vendor};
use crate::domain::ids::AcceleratorId;
use crate::domain::rates::ExchangeRate;

impl Exported for Vendor {
    const TABLE: &'static str = "vendors";
    const COLUMNS: &'static [&'static str] = &[
        "vendor_id",
        "name",
        "name_zh",
        "country",
        "kind",
        "homepage",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let cells = vec![
            text(&self.id),
            text(&self.name),
            maybe(self.name_zh.as_ref()),
            maybe(self.country.as_ref()),
            text(self.kind),
            maybe(self.homepage.as_ref()),
        ];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for Accelerator {
    const TABLE: &'static str = "accelerators";
    const COLUMNS: &'static [&'static str] = &[
        "accelerator_id",
        "name",
        "maker",
        "architecture",
        "form_factor",
        "release_date",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let cells = vec![
            text(&self.id),
            text(&self.name),
            text(&self.maker),
            maybe(self.architecture.as_ref()),
            maybe(self.form_factor.as_ref()),
            maybe(self.release_date.as_ref()),
        ];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for ExchangeRate {
    const TABLE: &'static str = "rates";
    const COLUMNS: &'static [&'static str] = &["base", "quote", "rate", "source", "url", "as_of", "grade", "note"];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let cells = vec![text(self.base), text(self.quote), number(self.rate)];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for (String, AcceleratorId) {
    const TABLE: &'static str = "aliases";
    const COLUMNS: &'static [&'static str] = &["alias", "accelerator_id"];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        vec![text(&self.0), text(&self.1)]
    }
}

impl Exported for Offer {
    const TABLE: &'static str = "offers";
    const COLUMNS: &'static [&'static str] = &[
        "offer_id",
        "vendor_id",
        "instance_type",
        "accelerator_id",
        "accelerator_count",
        "vcpu",
        "ram_gib",
        "region",
        "area",
        "available",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let count = if self.count.denominator == 1 {
            number(self.count)
        } else {
            text(self.count)
        };
        let cells = vec![
            text(&self.id),
            text(&self.vendor),
            text(&self.instance_type),
            text(&self.accelerator),
            count,
            maybe_number(self.host.vcpu),
            maybe_number(self.host.ram_gib),
            text(&self.region),
            text(self.area),
            text(self.available),
        ];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for Price {
    const TABLE: &'static str = "prices";
    const COLUMNS: &'static [&'static str] = &[
        "offer_id",
        "plan",
        "hourly",
        "upfront",
        "currency",
        "completeness",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let cells = vec![
            text(&self.offer),
            text(self.plan),
            number(self.hourly.plain()),
            maybe_number(self.upfront.map(crate::domain::money::Micros::plain)),
            text(self.currency),
            text(self.completeness),
        ];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for Attribute {
    const TABLE: &'static str = "attributes";
    const COLUMNS: &'static [&'static str] = &[
        "attribute_id",
        "subject",
        "kind",
        "unit",
        "group",
        "name_en",
        "name_zh",
        "description_en",
        "description_zh",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        vec![
            text(&self.id),
            text(self.subject),
            text(self.kind),
            text(&self.unit),
            text(&self.group),
            text(&self.name_en),
            text(&self.name_zh),
            text(&self.description_en),
            text(&self.description_zh),
        ]
    }
}

impl Exported for Fact {
    const TABLE: &'static str = "facts";
    const COLUMNS: &'static [&'static str] = &[
        "subject",
        "subject_id",
        "attribute_id",
        "variant",
        "value",
        "unit",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, units: &Units<'_>) -> Vec<Cell> {
        let value = match self.value {
            FactValue::Number(_) => number(self.value.to_text()),
            FactValue::Range(..) | FactValue::Flag(_) | FactValue::Text(_) | FactValue::Absent | FactValue::Unknown => {
                text(self.value.to_text())
            }
        };
        let cells = vec![
            text(self.subject),
            text(&self.subject_id),
            text(&self.attribute),
            text(&self.variant),
            value,
            text(unit_of(self, units)),
        ];
        with_evidence(cells, &self.evidence)
    }
}

impl Exported for BenchmarkResult {
    const TABLE: &'static str = "benchmarks";
    const COLUMNS: &'static [&'static str] = &[
        "result_id",
        "suite",
        "round",
        "mode",
        "division",
        "task",
        "scenario",
        "metric",
        "value",
        "unit",
        "higher_is_better",
        "accelerator_id",
        "accelerators",
        "nodes",
        "vendor_id",
        "submitter",
        "system",
        "framework",
        "source",
        "url",
        "as_of",
        "grade",
        "note",
    ];

    fn cells(&self, _: &Units<'_>) -> Vec<Cell> {
        let cells = vec![
            text(&self.id),
            text(&self.suite),
            text(&self.round),
            text(self.mode),
            text(&self.division),
            text(&self.task),
            text(&self.scenario),
            text(&self.metric),
            number(self.value),
            text(&self.unit),
            text(self.higher_is_better),
            text(&self.accelerator),
            number(self.accelerators),
            maybe_number(self.nodes),
            self.vendor.as_ref().map_or_else(|| text(""), text),
            text(&self.submitter),
            text(&self.system),
            maybe(self.framework.as_ref()),
        ];
        with_evidence(cells, &self.evidence)
    }
}
