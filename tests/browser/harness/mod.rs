//! Runs a test in a browser session of its own, and keeps what a failed one left on the screen.

mod page;
mod programs;
mod road;

use std::io::Write;
use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

pub(crate) use page::{Page, Scheme, Width};
pub(crate) use road::slow_road;

/// Held by every test, and by one that measures or keeps all cores busy alone.
static ROOM: RwLock<()> = RwLock::new(());

/// Runs `body` with a fresh browser, beside other tests.
pub(crate) fn in_browser<F, Fut>(body: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let _room = ROOM.read().unwrap_or_else(PoisonError::into_inner);
    with_page(body);
}

/// The same while no other test runs.
pub(crate) fn in_browser_alone<F, Fut>(body: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let _room = ROOM.write().unwrap_or_else(PoisonError::into_inner);
    with_page(body);
}

fn with_page<F, Fut>(body: F)
where
    F: FnOnce(Page) -> Fut,
    Fut: Future<Output = anyhow::Result<()>> + Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime starts");
    runtime.block_on(async {
        let page = Page::new().await.expect("a browser session starts");
        // A task of its own, so that a panic, too, comes back here.
        let outcome = tokio::spawn(body(page.clone())).await;
        if !matches!(outcome, Ok(Ok(()))) {
            page.keep(&screenshots().join("failed"), &test_name::<F>()).await;
        }
        page.quit().await;
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(error)) => panic!("{error:#}"),
            Err(panicked) => resume_unwind(panicked.into_panic()),
        }
    });
}

/// Where pictures go.
pub(crate) fn screenshots() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/screenshots"))
}

/// Says something in the test run's output also when the test passes.
pub(crate) fn report(line: &str) {
    drop(writeln!(std::io::stderr(), "browser: {line}"));
}

/// A setting of the test run.
#[expect(clippy::disallowed_methods, reason = "a test reads its own settings")]
pub(crate) fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The name of the test whose closure this is: `browser::weights::a_weight_…::{{closure}}` is the closure's type.
fn test_name<F>() -> String {
    let path = std::any::type_name::<F>().trim_end_matches("::{{closure}}");
    path.rsplit("::").next().unwrap_or(path).to_owned()
}
