//! `summary.json` of a training round: an object for each system, in it the minutes of each task.

use super::{Existing, Row, take};
use crate::domain::catalogue::Mode;
use crate::exchange::Reason;
use crate::exchange::import::decimal::{Decimal, Style};
use crate::exchange::import::draft::{At, Draft};
use crate::exchange::import::note::Remark;
use crate::exchange::source::tree::Node;

/// The columns of a training summary that are no tasks.
const SYSTEM: [&str; 16] = [
    "division",
    "availability",
    "submitter",
    "system",
    "number_of_nodes",
    "host_processor_model_name",
    "host_processors_count",
    "accelerator_model_name",
    "accelerators_count",
    "framework",
    "notes",
    "details_url",
    "code_url",
    "id",
    "status",
    "host_processors_per_node",
];

pub(super) fn read(draft: &mut Draft<'_>, existing: &Existing<'_>, item: &Node, at: At<'_>) {
    let number = |text: &str| Decimal::parse(text, Style::PLAIN).filter(|number| number.is_positive());
    let accelerator = item.text_of("accelerator_model_name");
    let accelerators = number(item.text_of("accelerators_count")).and_then(Decimal::whole);
    let Some(accelerators) = accelerators else {
        return draft.note(Remark::NoAccelerator, at);
    };
    let url = item.text_of("details_url");
    // The file does not name its round; the address of its repository does.
    let version = url
        .split("training_results_")
        .nth(1)
        .and_then(|rest| rest.split('/').next());
    let Some(version) = version else {
        return draft.fault(at, "details_url", Reason::NoRound);
    };
    let nodes = number(item.text_of("number_of_nodes"))
        .and_then(Decimal::whole)
        .unwrap_or(1);
    for (task, minutes) in item
        .entries()
        .iter()
        .filter(|(name, _)| !SYSTEM.contains(&name.as_str()))
    {
        let Some(value) = number(minutes.text()).and_then(Decimal::as_f64) else {
            draft.note(Remark::NoResult, at);
            continue;
        };
        let row = Row {
            round: format!("Training {version}"),
            mode: Mode::Training,
            division: item.text_of("division"),
            task,
            scenario: "time_to_train",
            metric: "time_to_train",
            value,
            unit: "minutes",
            accelerator,
            accelerators,
            nodes,
            submitter: item.text_of("submitter"),
            system: item.text_of("system"),
            framework: item.text_of("framework"),
            url,
            note: None,
            apart: accelerators.to_string(),
        };
        take(draft, existing, row, at);
    }
}
