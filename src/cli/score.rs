//! `steelyard score`: a case in, the whole answer out.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::{read, say};
use crate::exchange::case;

/// Answers a case; the exit code is 2 when it has no answer.
///
/// # Errors
/// When the file cannot be read.
pub(super) fn score(file: &Path) -> anyhow::Result<ExitCode> {
    let bytes = read(file)?;
    match case::evaluate(&bytes) {
        Ok(answer) => {
            say(&serde_json::to_string_pretty(&answer)?);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            writeln!(std::io::stderr(), "steelyard: {}: {error}", file.display()).ok();
            Ok(ExitCode::from(2))
        }
    }
}
