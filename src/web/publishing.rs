//! Releases: the draft becomes one, or is thrown away; an older one is in force again. Command line and API both come through here,
//! and each change has its line in the log.

use serde_json::json;

use super::clock::now;
use crate::domain::audit::{Act, Action, Actor, Kind};
use crate::domain::catalogue::{Catalogue, CatalogueError, Changes, Release};
use crate::exchange::export;
use crate::store::{NewRelease, StoreError, Tx, new_id};

/// The longest note of a release, in characters.
pub const LONGEST_NOTE: usize = 500;

/// The longest content of a line of the log, in bytes.
const LONGEST_CONTENT: usize = 4 * 1024 * 1024;

/// Why nothing was published.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// Nothing waits for a release.
    #[error("the draft is empty: there is nothing to publish")]
    Empty,
    /// The older release holds what the newest holds.
    #[error("r{old} holds what r{newest} holds: nothing to revert")]
    Same {
        /// The release to go back to.
        old: u32,
        /// The newest one.
        newest: u32,
    },
    /// There is no such release.
    #[error("there is no release r{number}: write 1 to {newest}")]
    NoRelease {
        /// The number asked for.
        number: u32,
        /// The newest one.
        newest: u32,
    },
    /// What is drafted would not fit the older release.
    #[error("the draft would not fit r{number}: publish or discard the draft first")]
    DraftUnfit {
        /// The release to go back to.
        number: u32,
        /// What would not fit.
        #[source]
        cause: CatalogueError,
    },
    /// With the draft the catalogue would not fit together.
    #[error("the draft does not fit together, nothing was published")]
    Unfit(#[source] CatalogueError),
    /// The database does not do its work.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Publishes the draft. The caller commits.
///
/// # Errors
/// [`PublishError`]; [`StoreError::Conflict`] when somebody else publishes at the same moment.
pub async fn publish(tx: &mut Tx, actor: &Actor, note: &str) -> Result<Release, PublishError> {
    tx.hold_draft().await?;
    let draft = tx.draft().await?;
    if draft.is_empty() {
        return Err(PublishError::Empty);
    }
    let release = tx.publish_draft(&new(actor, note)).await?;
    let records = tx.records_of(&release).await?;
    Catalogue::new(release.clone(), records).map_err(PublishError::Unfit)?;
    log(tx, actor, Action::Publish, (&release, &draft)).await?;
    Ok(release)
}

/// Publishes what turns the newest release into an older one. The caller commits.
///
/// # Errors
/// As [`publish`].
pub async fn revert(tx: &mut Tx, actor: &Actor, number: u32, note: Option<&str>) -> Result<Release, PublishError> {
    tx.hold_draft().await?;
    let newest = tx.latest_release().await?;
    let count = newest.as_ref().map_or(0, |newest| newest.number);
    let missing = PublishError::NoRelease { number, newest: count };
    let (Some(newest), Some(old)) = (newest, tx.release(number).await?) else {
        return Err(missing);
    };
    let before = tx.records_of(&old).await?;
    let draft = tx.draft().await?;
    if !draft.is_empty() {
        let seen = Catalogue::new(old.clone(), draft.apply(&before));
        seen.map_err(|cause| PublishError::DraftUnfit { number, cause })?;
    }
    let changes = Changes::between(&tx.records_of(&newest).await?, &before);
    if changes.is_empty() {
        return Err(PublishError::Same {
            old: number,
            newest: count,
        });
    }
    let note = note.map_or_else(|| format!("Back to r{number}"), str::to_owned);
    let release = tx.publish_changes(&changes, &new(actor, &note), &mut new_id).await?;
    if release.number != count.saturating_add(1) {
        return Err(StoreError::Conflict.into());
    }
    log(tx, actor, Action::Revert, (&release, &changes)).await?;
    Ok(release)
}

/// Throws the draft away, and answers what was in it. The caller commits.
///
/// # Errors
/// Those of the database.
pub async fn discard(tx: &mut Tx, actor: &Actor) -> Result<Changes, StoreError> {
    tx.hold_draft().await?;
    let draft = tx.draft().await?;
    if !draft.is_empty() {
        tx.discard_draft().await?;
        let before = content(&draft).unwrap_or_else(|| counts(&draft));
        let act = Act::new(Action::Remove, Kind::Draft, "draft").with_content(Some(before), None);
        tx.log(actor, &act, now().as_microsecond()).await?;
    }
    Ok(draft)
}

async fn log(
    tx: &mut Tx,
    actor: &Actor,
    action: Action,
    (release, changes): (&Release, &Changes),
) -> Result<(), StoreError> {
    let act = Act::new(action, Kind::Release, format!("r{}", release.number))
        .with_content(None, Some(counts(changes)))
        .with_note(release.note.clone());
    tx.log(actor, &act, release.published_at_micros).await
}

fn new(actor: &Actor, note: &str) -> NewRelease {
    NewRelease {
        note: note.to_owned(),
        published_by: actor.name.clone(),
        at_micros: now().as_microsecond(),
    }
}

/// For the log: what was drafted, so that it can be brought back; nothing where it is too much for a line.
fn content(draft: &Changes) -> Option<String> {
    let document = |records| serde_json::from_slice::<serde_json::Value>(&export::json(records).ok()?).ok();
    let text = json!({"put": document(&draft.put)?, "removed": document(&draft.removed)?}).to_string();
    (text.len() <= LONGEST_CONTENT).then_some(text)
}

/// For the log: how many records are put and how many taken away.
fn counts(changes: &Changes) -> String {
    json!({"put": changes.put.len(), "removed": changes.removed.len()}).to_string()
}
