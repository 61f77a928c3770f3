//! `steelyard import`: files to records. Each file is taken whole or not at all; one that fails keeps no other from being read.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context as _;

use super::progress::Bar;
use super::{complain, fill, open, read, say, say_json};
use crate::config::Import;
use crate::domain::audit::Actor;
use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::import::{Format, Profile, Report, Watch};
use crate::exchange::plausibility::Finding;
use crate::store::Db;
use crate::web::intake::{Looked, Onto, Order, Outcome, Standing, look, take};

/// Reads files, says what each would change, and takes that into the draft or publishes it.
///
/// # Errors
/// When settings or database cannot be used. Exit code 1 when a file could not be read or rows were rejected; then nothing of that
/// file was taken.
pub(super) async fn import(settings: Import) -> anyhow::Result<ExitCode> {
    let db = open(&settings.store.database_url).await?;
    fill(&db).await?;
    let order = order(&settings)?;
    let mut code = ExitCode::SUCCESS;
    let mut answers = Vec::new();
    for file in &settings.files {
        match one(&db, &settings, &order, file).await {
            Ok((looked, outcome)) => {
                if outcome == Outcome::Refused {
                    code = ExitCode::FAILURE;
                }
                if settings.json {
                    answers.push(serde_json::to_value(looked.answer(outcome))?);
                }
            }
            Err(error) if settings.files.len() > 1 => {
                code = ExitCode::FAILURE;
                complain(&error);
            }
            Err(error) => return Err(error),
        }
    }
    if settings.json {
        match answers.as_slice() {
            [one] if settings.files.len() == 1 => say_json(one),
            all => say_json(all),
        }
    }
    Ok(code)
}

/// What the settings say of every file.
fn order(settings: &Import) -> anyhow::Result<Order> {
    Ok(Order {
        // A profile that cannot be read is told before anything else.
        profile: settings.profile.as_deref().map(profile).transpose()?,
        format: match settings.format.as_str() {
            "auto" => None,
            word => Some(format(word)?),
        },
        vendor: settings.vendor.as_deref().map(VendorId::new).transpose()?,
        currency: settings.currency.as_deref().map(Currency::parse).transpose()?,
        as_of: settings.as_of.as_deref().map(AsOf::parse).transpose()?,
        source: settings.source.clone(),
        onto: if settings.release { Onto::Release } else { Onto::Draft },
        skip_rejected: settings.skip_rejected,
        remove_missing: settings.remove_missing,
        ..Order::default()
    })
}

async fn one(db: &Db, settings: &Import, order: &Order, file: &Path) -> anyhow::Result<(Looked, Outcome)> {
    let bytes = read(file)?;
    let name = file
        .file_name()
        .map_or_else(|| "-".to_owned(), |name| name.to_string_lossy().into_owned());
    let bar = Arc::new(Bar::new(&name, &bytes));
    let order = Order {
        name,
        bytes,
        ..order.clone()
    };
    let looked = look(db, order, Some(bar.clone())).await?;
    if !settings.json {
        bar.clear();
        announce(&looked.file, &looked.report, &looked.findings, settings.files.len() > 1);
    }
    let outcome = if settings.dry_run || looked.standing != Standing::Ready {
        looked.outcome()
    } else {
        bar.step("saving");
        let actor = Actor {
            name: "steelyard import".to_owned(),
            ..Actor::command_line()
        };
        take(db, &looked, &actor, settings.note.as_deref()).await?
    };
    bar.clear();
    if !settings.json {
        tell(outcome, settings);
    }
    Ok((looked, outcome))
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
