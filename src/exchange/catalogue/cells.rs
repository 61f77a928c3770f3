//! How the text of a cell becomes a value; every fault names the text and says what to write.

use jiff::civil::Date;

use super::sheet::{Read, Row};
use crate::domain::evidence::{AsOf, Evidence, grade_from_letter};
use crate::domain::money::Micros;
use crate::domain::scoring::Grade;
use crate::exchange::{ProblemKind, Reason};

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

fn grade(cell: &str) -> Result<Grade, Reason> {
    grade_from_letter(cell).ok_or_else(|| Reason::Grade(cell.to_owned()))
}

pub(super) fn amount(cell: &str, least: i64) -> Result<Micros, Reason> {
    let amount = Micros::parse(cell)?;
    if amount.0 >= least {
        Ok(amount)
    } else {
        Err(Reason::Price(cell.to_owned()))
    }
}

pub(super) fn count_of(cell: &str) -> Result<u32, Reason> {
    let count = cell.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| Reason::Count(cell.to_owned()))
}

pub(super) fn positive(cell: &str) -> Result<f64, Reason> {
    let number = cell.parse().ok().filter(|x: &f64| x.is_finite() && *x > 0.0);
    number.ok_or_else(|| Reason::Positive(cell.to_owned()))
}

pub(super) fn yes_or_no(cell: &str) -> Result<bool, Reason> {
    cell.parse().map_err(|_| Reason::Flag(cell.to_owned()))
}

pub(super) fn short_text(cell: &str) -> Result<String, Reason> {
    if cell.len() > 200 {
        Err(Reason::LongAlias)
    } else {
        Ok(cell.to_owned())
    }
}

pub(super) fn country_code(cell: &str) -> Result<String, Reason> {
    if cell.len() == 2 && cell.bytes().all(|byte| byte.is_ascii_uppercase()) {
        Ok(cell.to_owned())
    } else {
        Err(Reason::Country(cell.to_owned()))
    }
}

/// Only these two schemes ever reach a link on a page.
pub(in crate::exchange) fn web_address(cell: &str) -> Result<String, Reason> {
    let rest = cell.strip_prefix("https://").or_else(|| cell.strip_prefix("http://"));
    match rest {
        Some(rest)
            if rest.starts_with(|c: char| c.is_alphanumeric())
                && !cell.contains(|c: char| c.is_whitespace() || c.is_control()) =>
        {
            Ok(cell.to_owned())
        }
        Some(_) | None => Err(Reason::WebAddress(cell.to_owned())),
    }
}
