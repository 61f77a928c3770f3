//! `steelyard export`: a release as files that `import` reads back.

use std::process::ExitCode;

use anyhow::Context as _;

use super::{fill, open, release_of, say};
use crate::config::Export;
use crate::exchange::export as write;

/// Writes a release: a folder of CSV files, one workbook, or one JSON document.
///
/// # Errors
/// When the release does not exist or the files cannot be written.
pub(super) async fn export(settings: Export) -> anyhow::Result<ExitCode> {
    let db = open(&settings.store.database_url).await?;
    fill(&db).await?;
    let release = release_of(&db, settings.release).await?;
    let records = db.read().await?.records_of(&release).await?;
    let path = &settings.path;
    let cannot = || format!("{} cannot be written", path.display());
    match settings.format.as_str() {
        "csv" => {
            std::fs::create_dir_all(path).with_context(cannot)?;
            for (name, bytes) in write::csv_files(&records)? {
                std::fs::write(path.join(name), bytes).with_context(cannot)?;
            }
        }
        "xlsx" => std::fs::write(path, write::xlsx(&records)?).with_context(cannot)?,
        "json" => std::fs::write(path, write::json(&records)?).with_context(cannot)?,
        other => anyhow::bail!("--format {other:?} is not known: write csv, xlsx or json"),
    }
    say(&format!("Wrote {}", path.display()));
    Ok(ExitCode::SUCCESS)
}
