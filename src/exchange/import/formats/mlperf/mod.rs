//! Summaries of `MLPerf` results: `summary_results.json` and `summary.csv` of inference rounds, `summary.json` of training rounds.
//! Accelerators are counted per node in the first two and per system in the last; a training row has a column for each task.

use std::collections::BTreeMap;

mod training;

use super::each_row;
use crate::domain::catalogue::{BenchmarkResult, Mode};
use crate::domain::ids::ResultId;
use crate::domain::scoring::Grade;
use crate::exchange::catalogue::web_address;
use crate::exchange::import::accelerators::{Clues, shown};
use crate::exchange::import::decimal::{Decimal, Style};
use crate::exchange::import::draft::{At, Draft, hash, slug};
use crate::exchange::import::note::Remark;
use crate::exchange::import::vendors::vendor_named;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::Grid;
use crate::exchange::source::tree::Node;
use crate::exchange::{ProblemKind, Reason};

pub(in crate::exchange::import) const NEEDED: [&str; 6] = [
    "Organization",
    "Division",
    "MlperfModel",
    "Scenario",
    "Result",
    "accelerator_model_name",
];

/// What makes two results the same: round, division, task, scenario, submitter, system, software and accelerators.
type Identity = (String, String, String, String, String, (String, Option<String>), u32);
type Existing<'c> = BTreeMap<Identity, Vec<&'c BenchmarkResult>>;

/// One result in the words of this file.
struct Row<'r> {
    round: String,
    mode: Mode,
    division: &'r str,
    task: &'r str,
    scenario: &'r str,
    metric: &'static str,
    value: f64,
    unit: &'r str,
    accelerator: &'r str,
    accelerators: u32,
    nodes: u32,
    submitter: &'r str,
    system: &'r str,
    framework: &'r str,
    url: &'r str,
    note: Option<&'static str>,
    /// Further names that tell results apart.
    apart: String,
}

/// Reads a CSV summary.
pub(in crate::exchange::import) fn read_table(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::B, context);
    let existing = existing(context);
    each_row(grid, &NEEDED, &mut draft, |draft, cell, at| {
        inference(draft, &existing, &|_, column| cell(column), at);
    });
    draft.finish(Format::MlPerf)
}

/// Reads a JSON summary of either kind.
pub(in crate::exchange::import) fn read_document(file: &str, document: &Node, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::B, context);
    let existing = existing(context);
    for (number, item) in (1..).zip(document.items()) {
        let at = At {
            row: Some(number),
            path: "",
        };
        draft.note(Remark::RowsRead, at);
        if item.get("Performance_Result").is_some() || item.get("Submitter").is_some() {
            inference(&mut draft, &existing, &|name, _| item.text_of(name).to_owned(), at);
        } else if item.get("accelerators_count").is_some() {
            training::read(&mut draft, &existing, item, at);
        } else {
            draft.fault(at, "", Reason::NoResult);
        }
    }
    if document.items().is_empty() {
        draft.note(Remark::HeaderOnly, At::default());
    }
    draft.finish(Format::MlPerf)
}

fn existing<'c>(context: &Context<'c>) -> Existing<'c> {
    let mut map = Existing::new();
    for result in context.catalogue.results() {
        map.entry(identity(result)).or_default().push(result);
    }
    map
}

fn identity(result: &BenchmarkResult) -> Identity {
    (
        result.round.clone(),
        result.division.clone(),
        result.task.clone(),
        result.scenario.clone(),
        result.submitter.clone(),
        (result.system.clone(), result.framework.clone()),
        result.accelerators,
    )
}

/// An inference result; `cell` is asked for the name in the JSON document and the column of the CSV file.
fn inference(draft: &mut Draft<'_>, existing: &Existing<'_>, cell: &dyn Fn(&str, &str) -> String, at: At<'_>) {
    let accelerator = cell("Accelerator", "accelerator_model_name");
    let per_node = cell("a#", "accelerators_per_node");
    if accelerator.is_empty() || matches!(per_node.as_str(), "" | "0") {
        return draft.note(Remark::NoAccelerator, at);
    }
    if !cell("Power_Result", "Power_Result").is_empty() {
        draft.note(Remark::PowerLeftOut, at);
    }
    let number = |text: &str| Decimal::parse(text, Style::PLAIN).filter(|number| number.is_positive());
    let result = cell("Performance_Result", "Result");
    if result.is_empty() {
        return draft.note(Remark::NoResult, at);
    }
    let Some(value) = number(&result).and_then(Decimal::as_f64) else {
        return draft.fault(at, "Result", Reason::Positive(shown(&result)));
    };
    let nodes = number(&cell("Nodes", "number_of_nodes")).and_then(Decimal::whole);
    let each = number(&per_node).and_then(Decimal::whole);
    let Some(accelerators) = nodes.zip(each).and_then(|(nodes, each)| nodes.checked_mul(each)) else {
        return draft.fault(at, "accelerators_per_node", Reason::Count(shown(&per_node)));
    };
    let inferred = matches!(cell("inferred", "inferred").as_str(), "1" | "true" | "True");
    if inferred {
        draft.note(Remark::Inferred, at);
    }
    let units = cell("Performance_Units", "Units");
    let latency = units.starts_with("Latency");
    let (id, suite) = (cell("ID", "Platform"), cell("Suite", "SystemType"));
    let version = cell("version", "version");
    let row = Row {
        round: format!("Inference {version}"),
        mode: Mode::Inference,
        division: &cell("Category", "Division"),
        task: &cell("UsedModel", "MlperfModel"),
        scenario: &cell("Scenario", "Scenario"),
        metric: if latency { "latency" } else { "throughput" },
        value,
        unit: if latency { "ms" } else { &units },
        accelerator: &accelerator,
        accelerators,
        nodes: nodes.unwrap_or(1),
        submitter: &cell("Submitter", "Organization"),
        system: &cell("System", "SystemName"),
        framework: &cell("Software", "framework"),
        url: &cell("Details", "Details"),
        note: inferred.then_some("derived from another result of the submission by the publisher"),
        apart: format!("{id} {suite}"),
    };
    take(draft, existing, row, at);
}

fn take(draft: &mut Draft<'_>, existing: &Existing<'_>, row: Row<'_>, at: At<'_>) {
    for (value, column) in [
        (row.division, "division"),
        (row.task, "model"),
        (row.scenario, "scenario"),
        (row.unit, "units"),
        (row.submitter, "submitter"),
        (row.system, "system"),
    ] {
        if value.is_empty() {
            return draft.kind(at, column, ProblemKind::Empty);
        }
    }
    if row.accelerator.contains("), ") || row.accelerator.contains(" and ") {
        return draft.fault(at, "accelerator", Reason::SeveralAccelerators(shown(row.accelerator)));
    }
    let clues = Clues {
        spelling: row.accelerator,
        ..Clues::default()
    };
    let Some(accelerator) = draft.accelerator(&clues, at, "accelerator") else {
        return;
    };
    let name = format!(
        "mlperf-{}-{}-{}-{}-{}-{}",
        row.round, row.submitter, row.task, row.scenario, row.system, row.apart
    );
    let short: String = slug(&name).chars().take(63).collect();
    let id = match ResultId::new(format!("{}-{:016x}", short.trim_end_matches('-'), hash(&name))) {
        Ok(id) => id,
        Err(error) => return draft.fault(at, "", error),
    };
    let mut evidence = draft.evidence.clone();
    evidence.url = web_address(row.url).ok();
    evidence.note = row.note.map(str::to_owned);
    let text = |text: &str| text.chars().take(1_000).collect::<String>();
    let mut result = BenchmarkResult {
        id,
        suite: "MLPerf".to_owned(),
        round: row.round,
        mode: row.mode,
        division: text(row.division),
        task: text(row.task),
        scenario: text(row.scenario),
        metric: row.metric.to_owned(),
        value: row.value,
        unit: text(row.unit),
        higher_is_better: row.metric == "throughput",
        accelerator,
        accelerators: row.accelerators,
        nodes: Some(row.nodes),
        vendor: vendor_named(draft.context.catalogue, row.submitter),
        submitter: text(row.submitter),
        system: text(row.system),
        framework: Some(text(row.framework)).filter(|framework| !framework.is_empty()),
        evidence,
    };
    let before = existing.get(&identity(&result)).map(Vec::as_slice).unwrap_or_default();
    if let Some(before) = before.iter().find(|before| !draft.has_result(before.id.as_str())) {
        result.id = before.id.clone();
        let same = before.metric == result.metric && before.unit == result.unit && near(before.value, result.value);
        if same && before.accelerator == result.accelerator {
            result = (*before).clone();
        }
    }
    draft.result(result, at);
}

/// Published summaries round to six digits.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-5 * a.abs().max(b.abs())
}
