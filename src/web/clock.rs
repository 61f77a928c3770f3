//! The only reader of the clock.

use jiff::Timestamp;
use jiff::civil::Date;

/// This moment.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "everything else takes the moment as an argument"
)]
pub fn now() -> Timestamp {
    Timestamp::now()
}

/// Today, in UTC.
#[must_use]
pub fn today() -> Date {
    now().to_zoned_datetime(jiff::tz::TimeZone::UTC).date()
}

/// The day of a stored moment, in UTC.
#[must_use]
pub fn day(micros: i64) -> Date {
    let moment = Timestamp::from_microsecond(micros).unwrap_or_default();
    moment.to_zoned_datetime(jiff::tz::TimeZone::UTC).date()
}

/// A stored moment as people read it, in UTC: `2026-11-30 21:13 UTC`.
#[must_use]
pub fn moment(micros: i64) -> String {
    Timestamp::from_microsecond(micros).map_or_else(
        |_| micros.to_string(),
        |moment| moment.strftime("%Y-%m-%d %H:%M UTC").to_string(),
    )
}
