//! Passwords as Argon2id hashes. Each takes 19 MiB and some hundredths of a second, so no more are computed at once than there are
//! processors, and never on a thread that serves pages.

use std::sync::LazyLock;
use std::thread::available_parallelism;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use crate::web::error::WebError;

static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, usize::from)));

/// The hash of no password: an account that does not exist is checked against it, and takes as long as one that does.
static NOBODY: LazyLock<Option<String>> = LazyLock::new(|| hash_of("nobody has this password").ok());

/// The hash to store.
///
/// # Errors
/// [`WebError::Internal`] when it cannot be computed.
pub(in crate::web) async fn hash(password: String) -> Result<String, WebError> {
    let hash = work(move || hash_of(&password)).await?;
    hash.map_err(WebError::Internal)
}

/// Whether the password is the one of the hash; without a hash, it never is, and that takes as long.
///
/// # Errors
/// [`WebError::Internal`] when it cannot be computed.
pub(in crate::web) async fn is_right(password: String, hash: Option<String>) -> Result<bool, WebError> {
    work(move || {
        let known = hash.is_some();
        let Some(hash) = hash.or_else(|| NOBODY.clone()) else {
            return false;
        };
        let fits = |hash: PasswordHash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok();
        PasswordHash::new(&hash).is_ok_and(fits) && known
    })
    .await
}

fn hash_of(password: &str) -> Result<String, String> {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|e| e.to_string())
}

async fn work<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, WebError> {
    let internal = |e: &dyn std::error::Error| WebError::Internal(e.to_string());
    let _place = PLACES.acquire().await.map_err(|e| internal(&e))?;
    tokio::task::spawn_blocking(work).await.map_err(|e| internal(&e))
}
