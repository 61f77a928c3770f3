//! Static files, embedded in release builds and served under a hash of their content.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::Router;
use memory_serve::{CacheControl, Manifest, MemoryServe};

use super::urls;

static MANIFEST: LazyLock<Manifest> = LazyLock::new(|| files().manifest());

static FINGERPRINT: LazyLock<u64> = LazyLock::new(|| {
    let mut routes: Vec<(&str, &str)> = MANIFEST.iter().collect();
    routes.sort_unstable();
    let mut hasher = DefaultHasher::new();
    routes.hash(&mut hasher);
    hasher.finish()
});

#[expect(unused_qualifications, reason = "the macro writes its own paths out")]
fn files() -> MemoryServe {
    memory_serve::load!()
        .index_file(None)
        .enable_hashed_routes(true)
        .cache_control(CacheControl::Medium)
}

/// The routes of the static files, to be nested under [`urls::STATIC`].
pub(super) fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    files().into_router()
}

/// The address of a file by name, e.g. `steelyard.css`.
#[must_use]
pub(super) fn url(name: &str) -> String {
    let route = format!("/{name}");
    format!("{}{}", urls::STATIC, MANIFEST.get(&route).unwrap_or(&route))
}

/// Changes when any static file changes.
#[must_use]
pub(super) fn fingerprint() -> u64 {
    *FINGERPRINT
}
