//! The pages in a real browser: what only shows once styles, scripts, keys and the history are at work.
//!
//! Every test starts a browser session of its own against one server with the starter catalogue. A test that fails leaves a
//! screenshot and the page's source in `target/screenshots/failed/`.

#![expect(
    clippy::expect_used,
    reason = "a harness that cannot start has nothing better to do than say so"
)]

mod editing;
mod fresh;
mod harness;
mod history;
mod keyboard;
mod looks;
mod no_script;
mod print;
mod sliders;
mod sweep;
mod weights;
