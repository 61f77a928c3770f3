//! When a record was entered, by whom, and in which releases it was in force.

/// A record with its place in the history of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded<T> {
    /// The record.
    pub record: T,
    /// Who entered it.
    pub entered_by: String,
    /// When, in microseconds since 1970.
    pub entered_at_micros: i64,
    /// The first release with it; `None` while it waits for one.
    pub added_in: Option<u32>,
    /// The first release without it; `None` while it is in force.
    pub removed_in: Option<u32>,
}
