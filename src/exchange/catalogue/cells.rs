//! How the text of a cell becomes a value; every fault names the text and says what to write.

use std::str::FromStr;

use jiff::civil::Date;

use super::sheet::{Read, Row};
use crate::domain::evidence::{AsOf, Evidence, grade_from_letter};
use crate::domain::money::Micros;
use crate::domain::scoring::Grade;
use crate::exchange::ProblemKind;

pub(super) fn evidence(row: &mut Row<'_>, today: Date, found: bool) -> Read<Evidence> {
    let source = row.text("source");
    let url = row.maybe("url", web_address);
    let as_of = row
        .read("as_of", AsOf::parse)
        .and_then(|as_of| match first_day(&as_of) {
            Some(day) if day > today => Err(row.fault(
                "as_of",
                ProblemKind::Future {
                    value: as_of.to_string(),
                    today,
                },
            )),
            Some(_) | None => Ok(as_of),
        });
    let grade = if found {
        row.read("grade", grade).map(Some)
    } else {
        row.maybe("grade", grade)
    };
    let note = row.maybe_text("note");
    Ok(Evidence {
        source: source?,
        url: url?,
        as_of: as_of?,
        grade: grade?,
        note: note?,
    })
}

/// The first day a date can mean: one that says no more than this year does not lie in the future.
pub(in crate::exchange) fn first_day(as_of: &AsOf) -> Option<Date> {
    let latest = as_of.latest()?;
    let text = as_of.as_str();
    if text.contains('Q') {
        return Date::new(latest.year(), latest.month() - 2, 1).ok();
    }
    match text.len() {
        10 => Some(latest),
        7 => Some(latest.first_of_month()),
        _ => Some(latest.first_of_year()),
    }
}

fn grade(cell: &str) -> Result<Grade, String> {
    grade_from_letter(cell).ok_or_else(|| format!("{cell:?} is not a grade: write A, B, C, D or E"))
}

pub(super) fn amount(cell: &str, least: i64) -> Result<Micros, String> {
    let amount = Micros::parse(cell).map_err(|error| error.to_string())?;
    if amount.0 >= least {
        Ok(amount)
    } else {
        Err(format!(
            "{cell} is not a price: write an amount above zero, or leave out what is unknown"
        ))
    }
}

fn number<T: FromStr>(cell: &str, fits: impl Fn(&T) -> bool, what: &str) -> Result<T, String> {
    cell.parse()
        .ok()
        .filter(fits)
        .ok_or_else(|| format!("{cell:?} is not {what}"))
}

pub(super) fn count_of(cell: &str) -> Result<u32, String> {
    number(
        cell,
        |count| *count > 0,
        "a count: write a whole number above zero, for example 8",
    )
}

pub(super) fn positive(cell: &str) -> Result<f64, String> {
    number(
        cell,
        |x: &f64| x.is_finite() && *x > 0.0,
        "a positive number: write for example 1117.5",
    )
}

pub(super) fn yes_or_no(cell: &str) -> Result<bool, String> {
    number(cell, |_| true, "true or false")
}

pub(super) fn short_text(cell: &str) -> Result<String, String> {
    if cell.len() > 200 {
        Err("the alias is longer than 200 bytes: shorten it".to_owned())
    } else {
        Ok(cell.to_owned())
    }
}

pub(super) fn country_code(cell: &str) -> Result<String, String> {
    if cell.len() == 2 && cell.bytes().all(|byte| byte.is_ascii_uppercase()) {
        Ok(cell.to_owned())
    } else {
        Err(format!(
            "{cell:?} is not a country: write its two capital letters of ISO 3166, for example DE"
        ))
    }
}

/// Only these two schemes ever reach a link on a page.
pub(in crate::exchange) fn web_address(cell: &str) -> Result<String, String> {
    let rest = cell.strip_prefix("https://").or_else(|| cell.strip_prefix("http://"));
    match rest {
        Some(rest)
            if rest.starts_with(|c: char| c.is_alphanumeric())
                && !cell.contains(|c: char| c.is_whitespace() || c.is_control()) =>
        {
            Ok(cell.to_owned())
        }
        Some(_) | None => Err(format!(
            "{cell:?} is not a web address: write one that begins with https:// or http://"
        )),
    }
}
