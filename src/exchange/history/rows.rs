//! One row.

use super::columns::{Layout, cells};
use super::note::Fault;
use super::time::{self, Time};
use crate::domain::cost::history::MOST_GPUS;

/// What a row says, with the utilisation in millionths of the file's unit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    pub(super) second: i64,
    pub(super) number: u32,
    pub(super) value: u32,
    pub(super) offset_minutes: Option<i16>,
    pub(super) gpus: u16,
}

/// Reads a row; says also whether its utilisation has a percent sign.
pub(super) fn read(line: &[u8], number: u32, layout: &Layout) -> Result<(Row, bool), Fault> {
    let (mut time, mut utilisation, mut gpus) = (None, None, None);
    for (at, cell) in cells(line, layout.delimiter).enumerate() {
        if at == layout.time {
            time = Some(cell);
        } else if at == layout.utilisation {
            utilisation = Some(cell);
        } else if Some(at) == layout.gpus {
            gpus = Some(cell);
        }
    }
    let (Some(time), Some(utilisation)) = (time, utilisation) else {
        return Err(Fault::TooFewCells);
    };
    let Time { second, offset_minutes } = time::parse(time).ok_or_else(|| Fault::Time(text(time)))?;
    let (plain, percent_sign) = match utilisation.strip_suffix(b"%") {
        Some(plain) => (plain.trim_ascii(), true),
        None => (utilisation, false),
    };
    let value = millionths(plain, layout.delimiter).ok_or_else(|| Fault::Utilisation(text(utilisation)))?;
    let gpus = match gpus {
        None | Some([]) => 0,
        Some(cell) => count(cell).ok_or_else(|| Fault::Gpus(text(cell)))?,
    };
    let row = Row {
        second,
        number,
        value,
        offset_minutes,
        gpus,
    };
    Ok((row, percent_sign))
}

/// `45`, `45.25`, `.5`, and `45,25` where the comma does not part cells; decimals beyond the sixth are cut.
fn millionths(cell: &[u8], delimiter: u8) -> Option<u32> {
    let (mut value, mut decimals) = (0_u64, None::<u32>);
    let mut digits = 0;
    for byte in cell {
        match byte {
            b'0'..=b'9' => {
                digits += 1;
                if decimals == Some(6) {
                    continue;
                }
                value = value.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
                decimals = decimals.map(|decimals| decimals + 1);
            }
            b'.' if decimals.is_none() => decimals = Some(0),
            b',' if decimals.is_none() && delimiter != b',' => decimals = Some(0),
            _ => return None,
        }
    }
    if digits == 0 {
        return None;
    }
    let value = value.checked_mul(10_u64.pow(6_u32.saturating_sub(decimals.unwrap_or(0))))?;
    u32::try_from(value).ok()
}

/// `8` or `8.0`.
fn count(cell: &[u8]) -> Option<u16> {
    let value = millionths(cell, b',')?;
    (value % 1_000_000 == 0 && value > 0 && value / 1_000_000 <= MOST_GPUS)
        .then(|| u16::try_from(value / 1_000_000).ok())
        .flatten()
}

fn text(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).chars().take(40).collect()
}
