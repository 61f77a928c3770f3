//! `steelyard tco`: a cost case in, its breakdown out; a file of utilisation beside it or alone.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::{read, say};
use crate::config::Tco;
use crate::domain::cost::history::Summary;
use crate::exchange::{history, tco};

/// Answers a case; the exit code is 2 when an input is missing or impossible.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn tco(settings: &Tco) -> anyhow::Result<ExitCode> {
    let summary = match &settings.history {
        None => None,
        Some(file) => match history::read(&read(file)?, settings.gpus) {
            Err(error) => return Ok(refuse(file, &error)),
            Ok(read) if settings.file.is_none() => {
                say(&serde_json::to_string_pretty(&read.describe())?);
                return Ok(ExitCode::SUCCESS);
            }
            Ok(read) => Some(read.history.summary()),
        },
    };
    match &settings.file {
        None => Ok(ExitCode::SUCCESS),
        Some(file) => answer(file, summary.as_ref()),
    }
}

fn answer(file: &Path, summary: Option<&Summary>) -> anyhow::Result<ExitCode> {
    match tco::evaluate_with(&read(file)?, summary) {
        Ok(answer) => {
            say(&serde_json::to_string_pretty(&answer)?);
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => Ok(refuse(file, &error)),
    }
}

fn refuse(file: &Path, error: &dyn std::fmt::Display) -> ExitCode {
    writeln!(std::io::stderr(), "steelyard: {}: {error}", file.display()).ok();
    ExitCode::from(2)
}
