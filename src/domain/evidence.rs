//! What stands behind a value: where it was read, when it held, and how far it can be trusted.

use std::cmp::Ordering;
use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

pub use super::scoring::Grade;

/// Source, date and grade of one value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Where the value was read, in words.
    pub source: String,
    /// An `http` or `https` address of the source, if it has one.
    pub url: Option<String>,
    /// The day (or month, quarter, year) the value held.
    pub as_of: AsOf,
    /// How far the source can be trusted; `None` only where nothing was found.
    pub grade: Option<Grade>,
    /// A remark about the value.
    pub note: Option<String>,
}

/// A date in the precision of its source: `2026-07-20`, `2026-07`, `2026`, `2023-Q3`, `FY2025` or `undated`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AsOf {
    text: String,
    latest: Option<Date>,
}

/// Why a text is not a date of evidence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a date: write 2026-07-20, 2026-07, 2026, 2023-Q3, FY2025 or undated")]
pub struct AsOfError(pub String);

impl AsOf {
    /// The date of a source that names none.
    #[must_use]
    pub fn undated() -> Self {
        Self {
            text: "undated".to_owned(),
            latest: None,
        }
    }

    /// A day.
    #[must_use]
    pub fn of_day(day: Date) -> Self {
        Self {
            text: day.to_string(),
            latest: Some(day),
        }
    }

    /// Reads a date in any of the precisions.
    ///
    /// # Errors
    /// [`AsOfError`] holds the text when it is none of them.
    pub fn parse(text: &str) -> Result<Self, AsOfError> {
        Self::try_from(text.to_owned())
    }

    /// The text as the source gave it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The last day the date can mean; `None` when undated.
    #[must_use]
    pub fn latest(&self) -> Option<Date> {
        self.latest
    }

    /// Whole days from the date to `today`; `None` when undated, 0 for a date in the future.
    #[must_use]
    pub fn age_days(&self, today: Date) -> Option<i64> {
        let latest = self.latest?;
        let days = today.duration_since(latest).as_hours() / 24;
        Some(days.max(0))
    }
}

fn latest_day(text: &str) -> Option<Date> {
    if let Some(year) = text.strip_prefix("FY") {
        return Date::new(number(year, 4)?, 12, 31).ok();
    }
    let mut parts = text.splitn(4, '-');
    match (parts.next()?, parts.next(), parts.next(), parts.next()) {
        (year, None, None, None) => Date::new(number(year, 4)?, 12, 31).ok(),
        (year, Some(quarter), None, None) if quarter.starts_with('Q') => {
            let quarter: i8 = number(quarter.strip_prefix('Q')?, 1)?;
            let month = quarter.checked_mul(3).filter(|m| (3..=12).contains(m))?;
            Date::new(number(year, 4)?, month, 1).ok().map(Date::last_of_month)
        }
        (year, Some(month), None, None) => Date::new(number(year, 4)?, number(month, 2)?, 1)
            .ok()
            .map(Date::last_of_month),
        (year, Some(month), Some(day), None) => Date::new(number(year, 4)?, number(month, 2)?, number(day, 2)?).ok(),
        _ => None,
    }
}

fn number<T: std::str::FromStr>(text: &str, digits: usize) -> Option<T> {
    let plain = text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

impl TryFrom<String> for AsOf {
    type Error = AsOfError;

    fn try_from(text: String) -> Result<Self, AsOfError> {
        if text == "undated" {
            return Ok(Self { text, latest: None });
        }
        match latest_day(&text) {
            Some(day) => Ok(Self {
                text,
                latest: Some(day),
            }),
            None => Err(AsOfError(text)),
        }
    }
}

impl From<AsOf> for String {
    fn from(as_of: AsOf) -> Self {
        as_of.text
    }
}

impl fmt::Display for AsOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Evidence {
    /// Which of two competing pieces of evidence is in force: the better grade, then the newer date. `Less` means `self`.
    #[must_use]
    pub fn precedence(&self, other: &Self) -> Ordering {
        let grade = |e: &Self| e.grade.map_or(6, grade_order);
        grade(self)
            .cmp(&grade(other))
            .then_with(|| other.as_of.latest.cmp(&self.as_of.latest))
            .then_with(|| self.source.cmp(&other.source))
    }
}

/// A grade as files, links and the database write it.
#[must_use]
pub fn grade_letter(grade: Grade) -> &'static str {
    match grade {
        Grade::A => "A",
        Grade::B => "B",
        Grade::C => "C",
        Grade::D => "D",
        Grade::E => "E",
    }
}

/// The grade a letter means.
#[must_use]
pub fn grade_from_letter(letter: &str) -> Option<Grade> {
    Grade::ALL.into_iter().find(|grade| grade_letter(*grade) == letter)
}

fn grade_order(grade: Grade) -> u8 {
    match grade {
        Grade::A => 1,
        Grade::B => 2,
        Grade::C => 3,
        Grade::D => 4,
        Grade::E => 5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_keeps_the_precision_of_its_source() {
        for (text, latest) in [
            ("2026-07-20", "2026-07-20"),
            ("2026-02", "2026-02-28"),
            ("2023-Q3", "2023-09-30"),
            ("2025", "2025-12-31"),
            ("FY2025", "2025-12-31"),
        ] {
            let as_of = AsOf::parse(text).unwrap();
            assert_eq!(as_of.to_string(), text);
            assert_eq!(as_of.latest().unwrap().to_string(), latest);
        }
        assert_eq!(AsOf::parse("undated").unwrap().latest(), None);
        for text in ["", "2026-13", "2026-1-1", "July 2026", "2023-Q5", "26"] {
            assert_eq!(AsOf::parse(text), Err(AsOfError(text.to_owned())));
        }
    }

    #[test]
    fn the_better_grade_is_in_force_then_the_newer_date() {
        let evidence = |grade, as_of: &str| Evidence {
            source: "s".into(),
            url: None,
            as_of: AsOf::parse(as_of).unwrap(),
            grade: Some(grade),
            note: None,
        };
        let better = evidence(Grade::C, "2020");
        let newer = evidence(Grade::D, "2026");
        assert_eq!(better.precedence(&newer), Ordering::Less);
        assert_eq!(
            evidence(Grade::D, "2026").precedence(&evidence(Grade::D, "2025")),
            Ordering::Less
        );
        assert_eq!(
            evidence(Grade::D, "2020").precedence(&evidence(Grade::D, "undated")),
            Ordering::Less
        );
    }
}
