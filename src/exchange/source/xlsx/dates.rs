//! Days in a workbook are numbers with a format that says so.

use std::collections::BTreeSet;

use jiff::ToSpan;
use jiff::civil::date;

use super::super::Fault;
use super::super::tree::plain_number;
use super::super::zip::Archive;
use super::xml::{Mark, attribute, walk};

const PART: &str = "xl/styles.xml";
const STYLES: usize = 100_000;

/// For each cell style, whether it shows a day.
pub(super) fn formats(archive: &mut Archive<'_>, names: &[String]) -> Result<Vec<bool>, Fault> {
    let mut styles = Vec::new();
    if !names.iter().any(|name| name == PART) {
        return Ok(styles);
    }
    let mut own: BTreeSet<u32> = BTreeSet::new();
    let mut inside = false;
    walk(archive, PART, |mark| {
        match mark {
            Mark::Start(element) => match element.local_name().as_ref() {
                "numFmt" => {
                    let code = attribute(element, "formatCode").unwrap_or_default();
                    if shows_day(&code)
                        && let Some(id) = attribute(element, "numFmtId").and_then(|id| id.parse().ok())
                    {
                        own.insert(id);
                    }
                }
                "cellXfs" => inside = true,
                "xf" if inside && styles.len() < STYLES => {
                    let id: u32 = attribute(element, "numFmtId")
                        .and_then(|id| id.parse().ok())
                        .unwrap_or(0);
                    styles.push(matches!(id, 14..=17 | 22 | 27..=31 | 36 | 50..=58) || own.contains(&id));
                }
                _ => {}
            },
            Mark::End("cellXfs") => inside = false,
            Mark::End(_) | Mark::Text(_) => {}
        }
        Ok(())
    })?;
    Ok(styles)
}

/// A format with years, months and days outside quotes and brackets.
fn shows_day(code: &str) -> bool {
    let (mut quoted, mut bracket) = (false, false);
    code.chars().any(|c| {
        match c {
            '"' => quoted = !quoted,
            '[' => bracket = true,
            ']' => bracket = false,
            _ => {}
        }
        !quoted && !bracket && matches!(c, 'y' | 'Y' | 'd' | 'D')
    })
}

/// The day of a serial number, counted from the last of 1899.
pub(super) fn day(serial: &str) -> Option<String> {
    let plain = plain_number(serial)?;
    let whole: i32 = plain.split('.').next()?.parse().ok()?;
    if !(61..=2_958_465).contains(&whole) {
        return None;
    }
    date(1899, 12, 30)
        .checked_add(whole.days())
        .ok()
        .map(|day| day.to_string())
}
