//! `steelyard import` and `steelyard export`: files to records and back, all or nothing.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;

use super::{content, open, read, say};
use crate::config::{Export, Import};
use crate::domain::catalogue::{Catalogue, Records, Release};
use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::import::{self, Context, Format, Imported, Profile, Report};
use crate::exchange::{export as write, plausibility};
use crate::store::{Db, NewRelease, new_id};
use crate::web;

/// Reads a file, says what it would change, and publishes it as a release if that is asked for.
///
/// # Errors
/// When file, settings or database cannot be used; exit code 1 when rows are rejected, and then nothing has changed.
pub(super) async fn import(settings: Import) -> anyhow::Result<ExitCode> {
    let bytes = read(&settings.file)?;
    let db = open(&settings.store.database_url).await?;
    let catalogue = content(&db).await?.catalogue;
    let profile = settings.profile.as_deref().map(profile).transpose()?;
    let mut context = Context::new(&catalogue, web::today());
    context.vendor = settings.vendor.as_deref().map(VendorId::new).transpose()?;
    context.currency = settings.currency.as_deref().map(Currency::parse).transpose()?;
    context.as_of = settings.as_of.as_deref().map(AsOf::parse).transpose()?;
    context.source.clone_from(&settings.source);
    context.profile = profile.as_ref();
    let name = settings
        .file
        .file_name()
        .map_or_else(|| "-".to_owned(), |n| n.to_string_lossy().into_owned());
    let imported = match settings.format.as_str() {
        "auto" => import::read(&name, &bytes, &context),
        word => import::read_as(format(word)?, &name, &bytes, &context),
    };
    let diff = import::diff(&catalogue, &imported);
    let nothing = diff.is_empty();
    let report = Report::new(&imported, diff);
    if settings.json {
        say(&serde_json::to_string_pretty(&report)?);
    } else {
        say(report.text().trim_end());
        for finding in plausibility::check(&imported.records, &catalogue, web::today()) {
            let sources: Vec<String> = finding
                .values
                .iter()
                .map(|v| format!("{} in {} ({}, {})", v.value, v.of, v.source, v.as_of))
                .collect();
            say(&format!(
                "look at this: {}: {}. {}",
                finding.subject,
                finding.message,
                sources.join("; ")
            ));
        }
    }
    if !imported.problems.is_empty() {
        say("Nothing was changed: correct the rejected rows and import the file again.");
        return Ok(ExitCode::FAILURE);
    }
    if nothing || settings.dry_run {
        return Ok(ExitCode::SUCCESS);
    }
    if !settings.release {
        say("Nothing was changed yet: add --release to publish this.");
        return Ok(ExitCode::SUCCESS);
    }
    let release = publish(&db, &imported, &format!("Import of {name}")).await?;
    say(&format!("Published as release r{}.", release.number));
    Ok(ExitCode::SUCCESS)
}

/// Publishes in one transaction, and only when the whole catalogue still fits together.
async fn publish(db: &Db, imported: &Imported, note: &str) -> anyhow::Result<Release> {
    let new = NewRelease {
        note: note.to_owned(),
        published_by: "steelyard import".to_owned(),
        at_micros: web::now().as_microsecond(),
    };
    let mut tx = db.write().await?;
    let release = tx.publish_records(&imported.records, &new, &mut new_id).await?;
    let records = tx.records_of(&release).await?;
    Catalogue::new(release.clone(), records).context("the file does not fit the catalogue, nothing was changed")?;
    tx.commit().await?;
    Ok(release)
}

fn format(word: &str) -> anyhow::Result<Format> {
    let known: Vec<&str> = Format::ALL.iter().map(|f| f.word()).collect();
    Format::parse(word).with_context(|| {
        format!(
            "--format {word:?} is not known: write auto or one of {}",
            known.join(", ")
        )
    })
}

fn profile(file: &Path) -> anyhow::Result<Profile> {
    let bytes = read(file)?;
    let text = std::str::from_utf8(&bytes).with_context(|| format!("{} is not UTF-8 text", file.display()))?;
    Profile::parse(text).map_err(|e| anyhow::anyhow!("{}: {e}", file.display()))
}

/// Writes a release: a folder of CSV files, one workbook, or one JSON document.
///
/// # Errors
/// When the release does not exist or the files cannot be written.
pub(super) async fn export(settings: Export) -> anyhow::Result<ExitCode> {
    let db = open(&settings.store.database_url).await?;
    content(&db).await?;
    let records = records(&db, settings.release).await?;
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

async fn records(db: &Db, number: Option<u32>) -> anyhow::Result<Records> {
    let mut tx = db.read().await?;
    let release = match number {
        None => tx.latest_release().await?,
        Some(number) => tx.release(number).await?,
    };
    let release = release.with_context(|| {
        format!(
            "there is no release {}",
            number.map_or_else(String::new, |n| format!("r{n}"))
        )
    })?;
    Ok(tx.records_of(&release).await?)
}
