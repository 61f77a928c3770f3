//! Times as files write them. The usual form is read byte by byte, as a year of minutes has half a million; the rest is left to jiff.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::rfc2822;

/// A moment: seconds since 1970 in universal time, or of the wall clock where there is no offset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) second: i64,
    pub(super) offset_minutes: Option<i16>,
}

/// Forms that are tried last, days before months, as a dot between them says.
const RARE: [&str; 3] = ["%d.%m.%Y %H:%M:%S", "%d.%m.%Y %H:%M", "%Y%m%dT%H%M%S"];

/// Reads a time; `None` for anything that is not one.
pub(super) fn parse(cell: &[u8]) -> Option<Time> {
    usual(cell).or_else(|| unix(cell)).or_else(|| rare(cell))
}

/// `2026-11-30 12:00[:00[.5]]`, with `T` or a blank, dashes or slashes, with or without `Z`, `+08:00`, `+0800`, `+08`.
fn usual(cell: &[u8]) -> Option<Time> {
    let (date, rest) = cell.split_at_checked(10)?;
    let &[y1, y2, y3, y4, a @ (b'-' | b'/'), m1, m2, b, d1, d2] = date else {
        return None;
    };
    if a != b {
        return None;
    }
    let year = two(y1, y2)? * 100 + two(y3, y4)?;
    let (month, day) = (two(m1, m2)?, two(d1, d2)?);
    let days = days(year, month, day)?;
    if rest.is_empty() {
        return Some(Time {
            second: days * 86_400,
            offset_minutes: None,
        });
    }
    let &[b'T' | b't' | b' ', h1, h2, b':', n1, n2, ref rest @ ..] = rest else {
        return None;
    };
    let (hour, minute) = (two(h1, h2)?, two(n1, n2)?);
    let (second, rest) = match *rest {
        [b':', s1, s2, ref rest @ ..] => (two(s1, s2)?, rest),
        _ => (0, rest),
    };
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let rest = match rest {
        [b'.' | b',', decimals @ ..] => decimals.trim_ascii_start_digits(),
        _ => rest,
    };
    let offset_minutes = offset(rest.trim_ascii())?;
    let wall = days * 86_400 + hour * 3600 + minute * 60 + second;
    Some(Time {
        second: wall - i64::from(offset_minutes.unwrap_or(0)) * 60,
        offset_minutes,
    })
}

/// Bytes after the digits they begin with.
trait AfterDigits {
    fn trim_ascii_start_digits(&self) -> &Self;
}

impl AfterDigits for [u8] {
    fn trim_ascii_start_digits(&self) -> &Self {
        let digits = self.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.get(digits..).unwrap_or_default()
    }
}

/// The offset at the end of a time in minutes; the outer `None` for something else.
#[expect(clippy::option_option, reason = "no offset is not the same as a wrong one")]
fn offset(rest: &[u8]) -> Option<Option<i16>> {
    let (sign, digits) = match rest {
        [] => return Some(None),
        [b'Z' | b'z'] | b"UTC" => return Some(Some(0)),
        [b'+', digits @ ..] => (1, digits),
        [b'-', digits @ ..] => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match *digits {
        [h1, h2] => (two(h1, h2)?, 0),
        [h1, h2, m1, m2] | [h1, h2, b':', m1, m2] => (two(h1, h2)?, two(m1, m2)?),
        _ => return None,
    };
    if hours > 18 || minutes > 59 {
        return None;
    }
    i16::try_from(sign * (hours * 60 + minutes)).ok().map(Some)
}

/// Seconds, or thousandths or millionths of one, since 1970: by the number of digits.
fn unix(cell: &[u8]) -> Option<Time> {
    let (whole, decimals) = match cell.iter().position(|byte| *byte == b'.') {
        Some(at) => (cell.get(..at)?, cell.get(at + 1..)?),
        None => (cell, &[][..]),
    };
    if !whole.iter().chain(decimals).all(u8::is_ascii_digit) {
        return None;
    }
    let number: i64 = std::str::from_utf8(whole).ok()?.parse().ok()?;
    let second = match whole.len() {
        9..=11 => number,
        12..=14 => number / 1000,
        15..=17 => number / 1_000_000,
        _ => return None,
    };
    Some(Time {
        second,
        offset_minutes: Some(0),
    })
}

fn rare(cell: &[u8]) -> Option<Time> {
    let text = std::str::from_utf8(cell).ok()?;
    // A text without digits is no time, and headers are many.
    if !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let universal = |second| Time {
        second,
        offset_minutes: Some(0),
    };
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(universal(moment.as_second()));
    }
    if let Ok(moment) = rfc2822::DateTimeParser::new().parse_timestamp(text) {
        return Some(universal(moment.as_second()));
    }
    let wall = RARE.iter().find_map(|form| DateTime::strptime(form, text).ok())?;
    let days = days(wall.year().into(), wall.month().into(), wall.day().into())?;
    let second = i64::from(wall.hour()) * 3600 + i64::from(wall.minute()) * 60 + i64::from(wall.second());
    Some(Time {
        second: days * 86_400 + second,
        offset_minutes: None,
    })
}

fn two(tens: u8, ones: u8) -> Option<i64> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| i64::from(byte - b'0'));
    Some(digit(tens)? * 10 + digit(ones)?)
}

/// Days since 1970 of a date that exists, from 1970 on. Years begin in March here, so that the leap day is the last.
fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let length = match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if !(1970..=9999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let before = year * 365 + year / 4 - year / 100 + year / 400;
    Some(before + (month * 153 + 2) / 5 + day - 1 - 719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64, offset_minutes: Option<i16>) -> Time {
        Time { second, offset_minutes }
    }

    #[test]
    fn the_same_moment_in_many_forms() {
        let noon = 1_795_953_600;
        for (text, offset) in [
            ("2026-11-29 12:00", None),
            ("2026-11-29T12:00:00", None),
            ("2026/11/29 12:00:00.123", None),
            ("2026-11-29T12:00:00Z", Some(0)),
            ("2026-11-29 12:00:00 UTC", Some(0)),
            ("2026-11-29T20:00:00+08:00", Some(480)),
            ("2026-11-29T06:30:00.5-0530", Some(-330)),
            ("29.11.2026 12:00", None),
            ("Sun, 29 Nov 2026 12:00:00 +0000", Some(0)),
        ] {
            assert_eq!(parse(text.as_bytes()), Some(at(noon, offset)), "{text}");
        }
        for text in ["1795953600", "1795953600.25", "1795953600000", "1795953600000000"] {
            assert_eq!(parse(text.as_bytes()), Some(at(noon, Some(0))), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_none() {
        for text in [
            "",
            "time",
            "2026-02-29 00:00",
            "2026-13-01",
            "2026-11-29 24:00",
            "45",
            "2026-11-29 12:00 Moscow",
            "-5",
        ] {
            assert_eq!(parse(text.as_bytes()), None, "{text}");
        }
        assert_eq!(parse(b"2024-02-29"), Some(at(1_709_164_800, None)));
        assert_eq!(parse(b"1970-01-01 00:00"), Some(at(0, None)));
    }
}
