//! `steelyard release`: the draft and the releases of the catalogue.

use std::process::ExitCode;

use anyhow::Context as _;

use super::{fill, open, release_of, say};
use crate::config::{ReleaseAction, ReleaseStore};
use crate::domain::catalogue::{Catalogue, Changes, Release};
use crate::exchange::import::{Diff, between};
use crate::store::{Db, NewRelease, new_id};
use crate::web;

/// Does one of the actions.
///
/// # Errors
/// When the database cannot be used, a release does not exist, or the draft is empty or does not fit together.
pub(super) async fn release(action: ReleaseAction) -> anyhow::Result<ExitCode> {
    match action {
        ReleaseAction::List(store) => list(&ready(&store.database_url).await?).await?,
        ReleaseAction::Draft(store) => {
            let db = ready(&store.store.database_url).await?;
            let newest = release_of(&db, None).await?;
            let mut tx = db.read().await?;
            let before = tx.records_of(&newest).await?;
            let after = tx.draft().await?.apply(&before);
            report(&between(&before, &after), &store)?;
        }
        ReleaseAction::Diff { from, to, store } => {
            let db = ready(&store.store.database_url).await?;
            let (from, to) = (release_of(&db, Some(from)).await?, release_of(&db, to).await?);
            let mut tx = db.read().await?;
            let (before, after) = (tx.records_of(&from).await?, tx.records_of(&to).await?);
            report(&between(&before, &after), &store)?;
        }
        ReleaseAction::Publish { note, store } => {
            let db = ready(&store.database_url).await?;
            let mut tx = db.write().await?;
            anyhow::ensure!(
                !tx.draft().await?.is_empty(),
                "the draft is empty: there is nothing to publish"
            );
            let release = tx.publish_draft(&new(&note)?).await?;
            let records = tx.records_of(&release).await?;
            Catalogue::new(release.clone(), records)
                .context("the draft does not fit together, nothing was published")?;
            tx.commit().await?;
            published(&release);
        }
        ReleaseAction::Revert { number, note, store } => {
            let db = ready(&store.database_url).await?;
            let (newest, old) = (release_of(&db, None).await?, release_of(&db, Some(number)).await?);
            let note = note.unwrap_or_else(|| format!("Back to r{number}"));
            let mut tx = db.write().await?;
            let changes = Changes::between(&tx.records_of(&newest).await?, &tx.records_of(&old).await?);
            anyhow::ensure!(
                !changes.is_empty(),
                "r{number} holds what r{} holds: nothing to revert",
                newest.number
            );
            let release = tx.publish_changes(&changes, &new(&note)?, &mut new_id).await?;
            tx.commit().await?;
            published(&release);
        }
        ReleaseAction::Discard(store) => {
            let db = ready(&store.database_url).await?;
            let mut tx = db.write().await?;
            tx.discard_draft().await?;
            tx.commit().await?;
            say("The draft is empty.");
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn ready(url: &str) -> anyhow::Result<Db> {
    let db = open(url).await?;
    fill(&db).await?;
    Ok(db)
}

async fn list(db: &Db) -> anyhow::Result<()> {
    for release in db.read().await?.releases().await? {
        say(&format!(
            "r{} {} {}: {}",
            release.number,
            web::moment(release.published_at_micros),
            release.published_by,
            release.note
        ));
    }
    Ok(())
}

fn new(note: &str) -> anyhow::Result<NewRelease> {
    anyhow::ensure!(!note.trim().is_empty(), "--note is empty: say what changed");
    Ok(NewRelease {
        note: note.trim().to_owned(),
        published_by: "steelyard release".to_owned(),
        at_micros: web::now().as_microsecond(),
    })
}

fn published(release: &Release) {
    say(&format!("Published as release r{}.", release.number));
}

fn report(diff: &Diff, settings: &ReleaseStore) -> anyhow::Result<()> {
    if settings.json {
        say(&serde_json::to_string_pretty(diff)?);
    } else {
        say(diff.text().trim_end());
    }
    Ok(())
}
