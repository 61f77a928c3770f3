//! Random tokens, and the digests under which they are stored: whoever reads the database cannot use them.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::web::error::WebError;

/// A new token of 256 random bits, in 64 letters and digits.
///
/// # Errors
/// [`WebError::Internal`] when the system gives no random numbers.
pub(in crate::web) fn token() -> Result<String, WebError> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|e| WebError::Internal(e.to_string()))?;
    Ok(hex(&bytes))
}

/// What is stored of a token.
#[must_use]
pub(in crate::web) fn digest(token: impl AsRef<[u8]>) -> String {
    hex(&Sha256::digest(token))
}

/// Whether two tokens are the same, in a time that says nothing about them.
#[must_use]
pub(in crate::web) fn same(one: &str, other: &str) -> bool {
    digest(one) == digest(other)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").ok();
        text
    })
}
