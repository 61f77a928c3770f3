//! Files on their way into the catalogue: first [`look`] says what one would change, then [`take`] saves that as a draft or publishes
//! it, with its line in the log. Command line, API and pages all come through here. A file is taken whole or not at all.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use serde::Serialize;
use serde_json::json;

use super::clock::{now, today};
use super::trail::acts;
use crate::domain::audit::{Act, Action, Actor, Kind};
use crate::domain::catalogue::{Catalogue, CatalogueError, Changes, Records};
use crate::domain::evidence::AsOf;
use crate::domain::finding::Acceptance;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::Problem;
use crate::exchange::import::{self, Context, Diff, Format, Imported, Profile, Report, Watch};
use crate::exchange::plausibility::{self, Finding};
use crate::store::{Db, Entry, NewRelease, StoreError, Tx, new_id};

/// A file, what is known beside it, and what is to become of it.
#[derive(Debug, Clone, Default)]
pub struct Order {
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// The format, unless the content is to tell.
    pub format: Option<Format>,
    /// Whose offers it lists, where it does not say.
    pub vendor: Option<VendorId>,
    /// The currency of the prices, where it does not say.
    pub currency: Option<Currency>,
    /// When the values held, where it does not say.
    pub as_of: Option<AsOf>,
    /// Where it comes from, in words; its name otherwise.
    pub source: Option<String>,
    /// How to read a table of no known format.
    pub profile: Option<Profile>,
    /// Where its records go.
    pub onto: Onto,
    /// Take the good rows although others are rejected.
    pub skip_rejected: bool,
    /// Take away what the file should list and does not.
    pub remove_missing: bool,
    /// What the log is to hold.
    pub trail: Trail,
}

/// What the log holds of a file that was taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Trail {
    /// One line with counts.
    #[default]
    Summary,
    /// A line for each record that is new or changed, with its next version and its content before and after. The content before is
    /// only true where the file was looked at with [`look_in`] in a transaction that holds the draft.
    Records,
}

/// Where records go, and so what they are compared with.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Onto {
    /// Into the draft: compared with the newest release and what is drafted.
    #[default]
    Draft,
    /// Into a release of their own: compared with the newest release.
    Release,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "outcome")]
pub enum Outcome {
    /// It says what the catalogue says.
    Nothing,
    /// It was only looked at.
    DryRun,
    /// Rows were rejected, so nothing was taken.
    Refused,
    /// Its records wait for the next release.
    Draft,
    /// Its records are a release.
    Published {
        /// Its number.
        release: u32,
    },
}

/// A file that was looked at.
#[derive(Debug)]
pub struct Looked {
    /// Its name.
    pub file: String,
    /// What is new, changed, unchanged, not listed any more, and rejected.
    pub report: Report,
    /// Values that cannot be right and that nobody has accepted.
    pub findings: Vec<Finding>,
    /// What is wrong with rejected rows, as the report says in English.
    pub problems: Vec<Problem>,
    /// Whether there is something to take, and whether it may be.
    pub standing: Standing,
    onto: Onto,
    changes: Changes,
    /// The lines of the log, where there is one for each record.
    acts: Option<Vec<Act>>,
    base: Base,
}

/// What can become of a file that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Rows were rejected.
    Refused,
    /// It says what the catalogue says.
    Nothing,
    /// It can be taken.
    Ready,
}

/// What programs are told about a file.
#[derive(Debug, Serialize)]
pub struct Answer<'a> {
    file: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    findings: &'a [Finding],
    #[serde(flatten)]
    outcome: Outcome,
}

/// Why a file could not be looked at or taken.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The database is empty.
    #[error("the database holds no release")]
    NoRelease,
    /// With the file's records the catalogue would not fit together.
    #[error("the file does not fit the catalogue, nothing was changed")]
    Unfit(#[source] CatalogueError),
    /// What is drafted does not fit the newest release.
    #[error("the draft does not fit the newest release: correct or discard it")]
    Draft(#[source] CatalogueError),
    /// The thread that reads ended.
    #[error("the file could not be read: {0}")]
    Reading(String),
    /// The database does not do its work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Looked {
    /// What programs are told, with what became of the file.
    #[must_use]
    pub fn answer(&self, outcome: Outcome) -> Answer<'_> {
        Answer {
            file: &self.file,
            report: &self.report,
            findings: &self.findings,
            outcome,
        }
    }

    /// What would be seen after these records; nothing where they would not fit together.
    #[must_use]
    pub fn after(&self, seen: &Records) -> Option<Catalogue> {
        let after = self.changes.apply(seen);
        Catalogue::new(self.base.catalogue.release().clone(), after).ok()
    }

    /// What has become of it when it is only looked at.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self.standing {
            Standing::Refused => Outcome::Refused,
            Standing::Nothing => Outcome::Nothing,
            Standing::Ready => Outcome::DryRun,
        }
    }
}

/// What a file is compared with.
#[derive(Debug)]
struct Base {
    /// The newest release, with the draft where the file goes into the draft.
    catalogue: Catalogue,
    /// The records of the release, where some of them are to be taken away.
    records: Option<Records>,
    /// The records of the catalogue, where the log is to say what each said before.
    seen: Option<Records>,
    /// Findings that are right as they are.
    accepted: Vec<Acceptance>,
}

impl Base {
    async fn load(tx: &mut Tx, order: &Order) -> Result<Self, IntakeError> {
        let release = tx.latest_release().await?.ok_or(IntakeError::NoRelease)?;
        let records = tx.records_of(&release).await?;
        let draft = match order.onto {
            Onto::Draft => tx.draft().await?,
            Onto::Release => Changes::default(),
        };
        let kept = order.remove_missing.then(|| records.clone());
        let seen = if draft.is_empty() {
            records
        } else {
            draft.apply(&records)
        };
        Ok(Self {
            seen: (order.trail == Trail::Records).then(|| seen.clone()),
            catalogue: Catalogue::new(release, seen).map_err(IntakeError::Draft)?,
            accepted: tx.acceptances().await?,
            records: kept,
        })
    }
}

/// Reads a file and says what it would change. Nothing is written.
///
/// # Errors
/// [`IntakeError`]; what is wrong with the file stands in the report.
pub async fn look(db: &Db, order: Order, watch: Option<Arc<dyn Watch>>) -> Result<Looked, IntakeError> {
    let mut tx = db.read().await?;
    let base = Base::load(&mut tx, &order).await?;
    drop(tx);
    // Long tables take seconds: no other request waits for them.
    let work = tokio::task::spawn_blocking(move || compare(base, order, watch.as_deref()));
    work.await.map_err(|e| IntakeError::Reading(e.to_string()))
}

/// The same inside a transaction, e.g. one that holds the draft.
///
/// # Errors
/// As [`look`].
pub async fn look_in(tx: &mut Tx, order: Order) -> Result<Looked, IntakeError> {
    let base = Base::load(tx, &order).await?;
    let work = tokio::task::spawn_blocking(move || compare(base, order, None));
    work.await.map_err(|e| IntakeError::Reading(e.to_string()))
}

/// Takes over what a file brings, in one transaction and only when the whole catalogue still fits together.
///
/// # Errors
/// [`IntakeError`]; nothing was changed then.
pub async fn take(db: &Db, looked: &Looked, actor: &Actor, note: Option<&str>) -> Result<Outcome, IntakeError> {
    if looked.standing != Standing::Ready {
        return Ok(looked.outcome());
    }
    let mut tx = db.write().await?;
    let outcome = take_in(&mut tx, looked, actor, note).await?;
    tx.commit().await?;
    Ok(outcome)
}

/// The same inside a transaction that the caller commits.
///
/// # Errors
/// As [`take`].
pub async fn take_in(tx: &mut Tx, looked: &Looked, actor: &Actor, note: Option<&str>) -> Result<Outcome, IntakeError> {
    let outcome = match (looked.standing, looked.onto) {
        (Standing::Refused | Standing::Nothing, _) => return Ok(looked.outcome()),
        (Standing::Ready, Onto::Draft) => draft(tx, &looked.changes, actor).await?,
        (Standing::Ready, Onto::Release) => publish(tx, looked, actor, note).await?,
    };
    let at_micros = now().as_microsecond();
    if let Some(acts) = &looked.acts {
        for act in acts {
            tx.log_version(actor, act, at_micros).await?;
        }
        return Ok(outcome);
    }
    let (action, kind, subject) = match outcome {
        Outcome::Published { release } => (Action::Publish, Kind::Release, format!("r{release}")),
        Outcome::Nothing | Outcome::DryRun | Outcome::Refused | Outcome::Draft => {
            (Action::Import, Kind::Draft, looked.file.clone())
        }
    };
    let act = Act::new(action, kind, subject)
        .with_content(None, Some(counts(looked)))
        .with_note(note.unwrap_or_default());
    tx.log(actor, &act, at_micros).await?;
    Ok(outcome)
}

/// Puts changes into the draft, and checks that the catalogue would still fit together.
///
/// # Errors
/// [`IntakeError::Unfit`] when it would not.
pub async fn draft(tx: &mut Tx, changes: &Changes, actor: &Actor) -> Result<Outcome, IntakeError> {
    let entry = Entry {
        by: actor.name.clone(),
        at_micros: now().as_microsecond(),
    };
    tx.save_draft(changes, &entry, &mut new_id).await?;
    let newest = tx.latest_release().await?.ok_or(IntakeError::NoRelease)?;
    let records = tx.records_of(&newest).await?;
    Catalogue::new(newest, tx.draft().await?.apply(&records)).map_err(IntakeError::Unfit)?;
    Ok(Outcome::Draft)
}

async fn publish(tx: &mut Tx, looked: &Looked, actor: &Actor, note: Option<&str>) -> Result<Outcome, IntakeError> {
    let Looked { base, changes, .. } = looked;
    let new = NewRelease {
        note: note.map_or_else(|| format!("Import of {}", looked.file), str::to_owned),
        published_by: actor.name.clone(),
        at_micros: now().as_microsecond(),
    };
    let catalogue = &base.catalogue;
    if changes.removed.is_empty() && !catalogue.is_redefined_by(&changes.put) {
        catalogue.check_put(&changes.put).map_err(IntakeError::Unfit)?;
    } else {
        let records = tx.records_of(catalogue.release()).await?;
        let after = changes.apply(&records);
        Catalogue::new(catalogue.release().clone(), after).map_err(IntakeError::Unfit)?;
    }
    let release = tx.publish_onto(catalogue, changes, &new, &mut new_id).await?;
    Ok(Outcome::Published {
        release: release.number,
    })
}

fn compare(base: Base, order: Order, watch: Option<&dyn Watch>) -> Looked {
    let imported = read(&base.catalogue, &order, watch);
    let tell = |step| watch.into_iter().for_each(|watch| watch.step(step));
    tell("comparing with the catalogue");
    let (diff, mut findings) = thread::scope(|scope| {
        let findings = scope.spawn(|| plausibility::check(&imported.records, &base.catalogue, today()));
        let diff = import::diff(&base.catalogue, &imported);
        tell("looking for values that cannot be right");
        (diff, findings.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    findings.retain(|finding| base.accepted.iter().all(|a| a.key != finding.key()));
    let report = Report::new(&imported, diff);
    let standing = standing(&order, &imported, &report.diff);
    let problems = imported.problems;
    let acts = base.seen.as_ref().map(|seen| acts(seen, &imported.records));
    let mut changes = Changes::from(imported.records);
    if let Some(records) = &base.records {
        changes.removed = report.diff.missing.clone().with_dependents(records);
    }
    Looked {
        file: order.name,
        report,
        findings,
        problems,
        standing,
        onto: order.onto,
        changes,
        acts,
        base,
    }
}

fn read(catalogue: &Catalogue, order: &Order, watch: Option<&dyn Watch>) -> Imported {
    let context = Context {
        vendor: order.vendor.clone(),
        currency: order.currency,
        as_of: order.as_of.clone(),
        source: order.source.clone(),
        profile: order.profile.as_ref(),
        watch,
        ..Context::new(catalogue, today())
    };
    match order.format {
        None => import::read(&order.name, &order.bytes, &context),
        Some(format) => import::read_as(format, &order.name, &order.bytes, &context),
    }
}

fn standing(order: &Order, imported: &Imported, diff: &Diff) -> Standing {
    if !imported.problems.is_empty() && !order.skip_rejected {
        Standing::Refused
    } else if diff.is_empty() && (diff.removed.is_empty() || !order.remove_missing) {
        Standing::Nothing
    } else {
        Standing::Ready
    }
}

/// For the log: how many records of each kind of change.
fn counts(looked: &Looked) -> String {
    let Report {
        format, diff, rejected, ..
    } = &looked.report;
    let removed = looked.changes.removed.len();
    json!({
        "file": looked.file,
        "format": format,
        "new": diff.new.len(),
        "changed": diff.changed.len(),
        "unchanged": diff.unchanged,
        "removed": removed,
        "rejected": rejected.len(),
    })
    .to_string()
}
