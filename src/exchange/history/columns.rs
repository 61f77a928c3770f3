//! Where time, utilisation and number of accelerators stand in a row.

use super::note::HistoryError;
use super::time;

const TIME: [&str; 9] = [
    "time",
    "timestamp",
    "datetime",
    "date_time",
    "date",
    "ts",
    "时间",
    "时间戳",
    "日期",
];
const UTILISATION: [&str; 17] = [
    "utilisation",
    "utilization",
    "gpu_utilisation",
    "gpu_utilization",
    "utilization_gpu",
    "utilisation_gpu",
    "gpu_util",
    "util",
    "dcgm_fi_dev_gpu_util",
    "usage",
    "gpu_usage",
    "load",
    "value",
    "利用率",
    "使用率",
    "gpu利用率",
    "gpu使用率",
];
const GPUS: [&str; 9] = [
    "gpus",
    "gpu_count",
    "n_gpus",
    "num_gpus",
    "count",
    "instances",
    "卡数",
    "gpu数量",
    "gpu数",
];

/// The form of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) delimiter: u8,
    pub(super) time: usize,
    pub(super) utilisation: usize,
    pub(super) gpus: Option<usize>,
    pub(super) has_header: bool,
    /// The header says that utilisation is in percent.
    pub(super) says_percent: bool,
}

impl Layout {
    /// The form of a file that begins with this line.
    pub(super) fn of(line: &[u8]) -> Result<Self, HistoryError> {
        let delimiter = [b'\t', b';', b',']
            .into_iter()
            .find(|delimiter| line.contains(delimiter))
            .unwrap_or(b',');
        let cells: Vec<&[u8]> = cells(line, delimiter).collect();
        if cells.first().is_some_and(|cell| time::parse(cell).is_some()) {
            return Ok(Self {
                delimiter,
                time: 0,
                utilisation: 1,
                gpus: (cells.len() > 2).then_some(2),
                has_header: false,
                says_percent: false,
            });
        }
        let names: Vec<String> = cells
            .iter()
            .map(|cell| String::from_utf8_lossy(cell).to_lowercase())
            .collect();
        let of = |known: &[&str]| {
            let plain = |name: &String| known.contains(&key(name).as_str());
            names.iter().position(plain)
        };
        match (of(&TIME), of(&UTILISATION)) {
            (Some(time), Some(utilisation)) => Ok(Self {
                delimiter,
                time,
                utilisation,
                gpus: of(&GPUS),
                has_header: true,
                says_percent: names
                    .get(utilisation)
                    .is_some_and(|name| ["%", "percent", "pct"].iter().any(|word| name.contains(word))),
            }),
            _ => Err(HistoryError::NoColumns(
                String::from_utf8_lossy(line).chars().take(80).collect(),
            )),
        }
    }
}

/// The cells of a line, without blanks and quotes around them.
pub(super) fn cells(line: &[u8], delimiter: u8) -> impl Iterator<Item = &[u8]> {
    line.split(move |byte| *byte == delimiter).map(|cell| {
        let cell = cell.trim_ascii();
        cell.strip_prefix(b"\"")
            .and_then(|cell| cell.strip_suffix(b"\""))
            .map_or(cell, <[u8]>::trim_ascii)
    })
}

/// A name without its unit: `utilization.gpu [%]` is `utilization_gpu`.
fn key(name: &str) -> String {
    let name = name.split(['[', '(', '%']).next().unwrap_or_default().trim();
    let name: String = name
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .collect();
    let name = name.trim_matches('_');
    ["_percent", "_pct"]
        .iter()
        .find_map(|unit| name.strip_suffix(unit))
        .unwrap_or(name)
        .to_owned()
}
