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
