//! How far a long import is, on a terminal; nothing where nobody watches.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::exchange::import::Watch;

/// A line on standard error that counts rows.
#[derive(Debug)]
pub(super) struct Bar(ProgressBar);

impl Watch for Bar {
    fn rows(&self, read: u64) {
        self.0.set_position(read);
    }

    fn step(&self, what: &'static str) {
        self.0.set_message(what);
    }
}

impl Bar {
    /// A bar for a file; it appears once the work has taken a moment. The number of rows is that of the lines.
    pub(super) fn new(name: &str, bytes: &[u8]) -> Self {
        let is_text = !bytes.iter().take(512).any(|byte| *byte == 0);
        let target = ProgressDrawTarget::stderr();
        if target.is_hidden() {
            return Self(ProgressBar::hidden());
        }
        let lines = bytes.split(|byte| *byte == b'\n').count();
        let total = u64::try_from(lines).unwrap_or(0);
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template = if is_text {
            "{prefix} {wide_bar} {human_pos} of {human_len} rows {elapsed} {msg}"
        } else {
            "{prefix} {spinner} {human_pos} rows {elapsed} {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Takes the line away.
    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
