//! The one place where new ids are drawn. Everything else takes them as an argument.

use uuid::Uuid;

/// A new id, later in order than every one drawn before it in this process.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "this is the place where ids are drawn")]
pub fn new_id() -> Uuid {
    Uuid::now_v7()
}
