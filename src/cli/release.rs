//! `steelyard release`: the draft and the releases of the catalogue.

use std::process::ExitCode;

use super::{fill, open, release_of, say};
use crate::config::{ReleaseAction, ReleaseStore};
use crate::domain::audit::Actor;
use crate::domain::catalogue::Release;
use crate::exchange::import::{Diff, between};
use crate::store::Db;
use crate::web::{self, publishing};

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
            let release = publishing::publish(&mut tx, &actor(), said(&note)?).await?;
            tx.commit().await?;
            published(&release);
        }
        ReleaseAction::Revert { number, note, store } => {
            let db = ready(&store.database_url).await?;
            let note = note.as_deref().map(said).transpose()?;
            let mut tx = db.write().await?;
            let release = publishing::revert(&mut tx, &actor(), number, note).await?;
            tx.commit().await?;
            published(&release);
        }
        ReleaseAction::Discard(store) => {
            let db = ready(&store.database_url).await?;
            let mut tx = db.write().await?;
            publishing::discard(&mut tx, &actor()).await?;
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

fn said(note: &str) -> anyhow::Result<&str> {
    anyhow::ensure!(!note.trim().is_empty(), "--note is empty: say what changed");
    Ok(note.trim())
}

fn actor() -> Actor {
    Actor {
        name: "steelyard release".to_owned(),
        ..Actor::command_line()
    }
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
