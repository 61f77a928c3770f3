//! `steelyard import`: files to records. Each file is taken whole or not at all; one that fails keeps no other from being read.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;

use super::progress::Bar;
use super::{complain, fill, open, read, say};
use crate::config::Import;
use crate::domain::catalogue::{Catalogue, Changes, Records, Release};
use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::import::{self, Context, Diff, Format, Imported, Profile, Report};
use crate::exchange::plausibility::{self, Finding};
use crate::store::{Db, Entry, NewRelease, new_id};
use crate::web;

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
enum Outcome {
    /// It says what the catalogue says.
    Nothing,
    /// It was only looked at.
    DryRun,
    /// Rows were rejected, so nothing was taken.
    Refused,
    /// Its records wait for the next release.
    Draft,
    /// Its records are a release.
    Published { release: u32 },
}

/// The answer to `--json`.
#[derive(Serialize)]
struct Answer {
    file: String,
    #[serde(flatten)]
    report: Report,
    findings: Vec<Finding>,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Reads files, says what each would change, and takes that into the draft or publishes it.
///
/// # Errors
/// When settings or database cannot be used. Exit code 1 when a file could not be read or rows were rejected; then nothing of that
/// file was taken.
pub(super) async fn import(settings: Import) -> anyhow::Result<ExitCode> {
    let db = open(&settings.store.database_url).await?;
    fill(&db).await?;
    let profile = settings.profile.as_deref().map(profile).transpose()?;
    let given = Given::read(&settings, profile.as_ref())?;
    let mut code = ExitCode::SUCCESS;
    let mut answers = Vec::new();
    for file in &settings.files {
        match one(&db, &settings, &given, file).await {
            Ok(answer) => {
                if answer.outcome == Outcome::Refused {
                    code = ExitCode::FAILURE;
                }
                answers.push(answer);
            }
            Err(error) if settings.files.len() > 1 => {
                code = ExitCode::FAILURE;
                complain(&error);
            }
            Err(error) => return Err(error),
        }
    }
    if settings.json {
        let text = match answers.as_slice() {
            [one] if settings.files.len() == 1 => serde_json::to_string_pretty(one)?,
            all => serde_json::to_string_pretty(all)?,
        };
        say(&text);
    }
    Ok(code)
}

/// The settings that say of a file what it does not say itself.
struct Given<'a> {
    format: Option<Format>,
    vendor: Option<VendorId>,
    currency: Option<Currency>,
    as_of: Option<AsOf>,
    source: Option<String>,
    profile: Option<&'a Profile>,
}

impl<'a> Given<'a> {
    fn read(settings: &Import, profile: Option<&'a Profile>) -> anyhow::Result<Self> {
        Ok(Self {
            format: match settings.format.as_str() {
                "auto" => None,
                word => Some(format(word)?),
            },
            vendor: settings.vendor.as_deref().map(VendorId::new).transpose()?,
            currency: settings.currency.as_deref().map(Currency::parse).transpose()?,
            as_of: settings.as_of.as_deref().map(AsOf::parse).transpose()?,
            source: settings.source.clone(),
            profile,
        })
    }

    fn context<'c>(&self, catalogue: &'c Catalogue, bar: &'c Bar) -> Context<'c>
    where
        'a: 'c,
    {
        let mut context = Context::new(catalogue, web::today());
        context.vendor.clone_from(&self.vendor);
        context.currency = self.currency;
        context.as_of.clone_from(&self.as_of);
        context.source.clone_from(&self.source);
        context.profile = self.profile;
        context.watch = Some(bar);
        context
    }
}

async fn one(db: &Db, settings: &Import, given: &Given<'_>, file: &Path) -> anyhow::Result<Answer> {
    let bytes = read(file)?;
    let name = file
        .file_name()
        .map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
    let bar = Bar::new(&name, &bytes);
    let base = Base::load(db, !settings.release).await?;
    let catalogue = &base.catalogue;
    let context = given.context(catalogue, &bar);
    let imported = match given.format {
        None => import::read(&name, &bytes, &context),
        Some(format) => import::read_as(format, &name, &bytes, &context),
    };
    bar.say("comparing with the catalogue");
    let diff = import::diff(catalogue, &imported);
    bar.say("looking for values that cannot be right");
    let findings = open_findings(db, &imported, catalogue).await?;
    let (nothing, missing) = (diff.is_empty(), !diff.removed.is_empty());
    let report = Report::new(&imported, diff);
    if !settings.json {
        bar.clear();
        announce(&name, &report, &findings, settings.files.len() > 1);
    }
    let outcome = if !imported.problems.is_empty() && !settings.skip_rejected {
        Outcome::Refused
    } else if nothing && !(missing && settings.remove_missing) {
        Outcome::Nothing
    } else if settings.dry_run {
        Outcome::DryRun
    } else {
        bar.say("saving");
        save(db, settings, (&base, &report.diff), imported, &name).await?
    };
    bar.clear();
    if !settings.json {
        tell(outcome, settings);
    }
    Ok(Answer {
        file: name,
        report,
        findings,
        outcome,
    })
}

/// What a file is compared with.
struct Base {
    /// The newest release.
    release: Release,
    /// Its records.
    records: Records,
    /// The same, with the draft where the file goes into the draft.
    catalogue: Catalogue,
}

impl Base {
    async fn load(db: &Db, with_draft: bool) -> anyhow::Result<Self> {
        let mut tx = db.read().await?;
        let release = tx.latest_release().await?.context("the database holds no release")?;
        let records = tx.records_of(&release).await?;
        let draft = if with_draft {
            tx.draft().await?
        } else {
            Changes::default()
        };
        let seen = if draft.is_empty() {
            records.clone()
        } else {
            draft.apply(&records)
        };
        Ok(Self {
            catalogue: Catalogue::new(release.clone(), seen)?,
            release,
            records,
        })
    }
}

async fn open_findings(db: &Db, imported: &Imported, catalogue: &Catalogue) -> anyhow::Result<Vec<Finding>> {
    let accepted = db.read().await?.acceptances().await?;
    let mut findings = plausibility::check(&imported.records, catalogue, web::today());
    findings.retain(|finding| accepted.iter().all(|a| a.key != finding.key()));
    Ok(findings)
}

fn announce(name: &str, report: &Report, findings: &[Finding], several: bool) {
    if several {
        say(&format!("== {name}"));
    }
    say(report.text().trim_end());
    for finding in findings {
        say(&format!("look at this: {}", super::check::line(finding)));
    }
}

fn tell(outcome: Outcome, settings: &Import) {
    match outcome {
        Outcome::Nothing | Outcome::DryRun => {}
        Outcome::Refused => say(
            "Nothing was changed: correct the rejected rows and import the file again, or leave them out with --skip-rejected.",
        ),
        Outcome::Draft => say(
            "Saved as a draft, visible with the next release: look at it with `steelyard release draft`, publish it with `steelyard release publish`.",
        ),
        Outcome::Published { release } => say(&format!("Published as release r{release}.")),
    }
    if settings.skip_rejected && matches!(outcome, Outcome::Draft | Outcome::Published { .. }) {
        say("Rejected rows were left out.");
    }
}

/// Takes the records over in one transaction, and only when the whole catalogue still fits together.
async fn save(
    db: &Db,
    settings: &Import,
    (base, diff): (&Base, &Diff),
    imported: Imported,
    name: &str,
) -> anyhow::Result<Outcome> {
    let mut changes = Changes::from(imported.records);
    let at_micros = web::now().as_microsecond();
    let by = "steelyard import".to_owned();
    let note = settings.note.clone().unwrap_or_else(|| format!("Import of {name}"));
    if settings.remove_missing {
        changes.removed = diff.missing.clone().with_dependents(&base.records);
    }
    let mut tx = db.write().await?;
    let does_not_fit = "the file does not fit the catalogue, nothing was changed";
    let outcome = if settings.release {
        let new = NewRelease {
            note,
            published_by: by,
            at_micros,
        };
        Catalogue::new(base.release.clone(), changes.apply(&base.records)).context(does_not_fit)?;
        let release = tx
            .publish_onto((&base.release, &base.records), &changes, &new, &mut new_id)
            .await?;
        Outcome::Published {
            release: release.number,
        }
    } else {
        tx.save_draft(&changes, &Entry { by, at_micros }, &mut new_id).await?;
        let newest = tx.latest_release().await?.context("the database holds no release")?;
        let records = tx.records_of(&newest).await?;
        Catalogue::new(newest, tx.draft().await?.apply(&records)).context(does_not_fit)?;
        Outcome::Draft
    };
    tx.commit().await?;
    Ok(outcome)
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
