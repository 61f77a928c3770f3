//! A value that cannot be right may still be accepted, with a reason: what was accepted, by whom and why.

/// What a finding is recognised by. A value that changes changes the message, so an acceptance never covers a later mistake.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingKey {
    /// The rule that is broken.
    pub rule: String,
    /// The record it is about.
    pub subject: String,
    /// What is wrong, with the values.
    pub message: String,
}

impl FindingKey {
    /// A short name for people to type: 64 bits of FNV-1a over the parts, in hexadecimal.
    #[must_use]
    pub fn short(&self) -> String {
        let parts = [&self.rule, &self.subject, &self.message];
        let bytes = parts.into_iter().flat_map(|part| part.bytes().chain([0]));
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }
}

/// A finding that somebody accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    /// Which finding.
    pub key: FindingKey,
    /// Why the value stands in spite of it.
    pub reason: String,
    /// Who accepted it.
    pub accepted_by: String,
    /// When, in microseconds since 1970.
    pub accepted_at_micros: i64,
}
