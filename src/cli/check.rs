//! `steelyard check`: values of the newest release that cannot be right, and their acceptance.

use std::process::ExitCode;

use anyhow::Context as _;
use serde::Serialize;

use super::{content, open, say};
use crate::config::Check;
use crate::domain::finding::Acceptance;
use crate::exchange::plausibility::{self, Finding};
use crate::store::Entry;
use crate::web;

#[derive(Serialize)]
struct Answer<'a> {
    id: String,
    #[serde(flatten)]
    finding: &'a Finding,
    accepted: Option<&'a str>,
}

/// A finding on one line: its id, what it is about, what is wrong, and the values with their sources.
pub(super) fn line(finding: &Finding) -> String {
    let sources: Vec<String> = finding
        .values
        .iter()
        .map(|v| format!("{} in {} ({}, {})", v.value, v.of, v.source, v.as_of))
        .collect();
    let id = finding.key().short();
    format!("{id} {}: {}. {}", finding.subject, finding.message, sources.join("; "))
}

/// Lists the findings that nobody accepted, or changes what is accepted.
///
/// # Errors
/// When the database cannot be used, or when there is no finding of the id.
pub(super) async fn check(settings: Check) -> anyhow::Result<ExitCode> {
    let db = open(&settings.store.database_url).await?;
    let catalogue = content(&db).await?.catalogue;
    let findings = plausibility::check_catalogue(&catalogue, web::today());
    if let (Some(id), Some(reason)) = (&settings.accept, &settings.reason) {
        let found = findings.iter().map(Finding::key).find(|key| key.short() == *id);
        let key = found.with_context(|| format!("there is no finding {id}: `steelyard check` lists them"))?;
        let entry = Entry {
            by: "steelyard check".to_owned(),
            at_micros: web::now().as_microsecond(),
        };
        anyhow::ensure!(!reason.trim().is_empty(), "--reason is empty: say why the value stands");
        let mut tx = db.write().await?;
        tx.accept_finding(&key, reason.trim(), &entry).await?;
        tx.commit().await?;
        say(&format!("Accepted {id}: {}", reason.trim()));
        return Ok(ExitCode::SUCCESS);
    }
    let accepted = db.read().await?.acceptances().await?;
    if let Some(id) = &settings.withdraw {
        let found = accepted.iter().find(|a| a.key.short() == *id);
        let key = &found.with_context(|| format!("nobody accepted a finding {id}"))?.key;
        let mut tx = db.write().await?;
        tx.withdraw_acceptance(key).await?;
        tx.commit().await?;
        say(&format!("{id} is open again"));
        return Ok(ExitCode::SUCCESS);
    }
    let reason = |finding: &Finding| accepted.iter().find(|a| a.key == finding.key()).map(reason_of);
    if settings.json {
        let answers: Vec<Answer<'_>> = findings
            .iter()
            .map(|finding| Answer {
                id: finding.key().short(),
                finding,
                accepted: reason(finding),
            })
            .collect();
        say(&serde_json::to_string_pretty(&answers)?);
        return Ok(ExitCode::SUCCESS);
    }
    let (settled, unsettled): (Vec<_>, Vec<_>) = findings.iter().partition(|finding| reason(finding).is_some());
    say(&format!(
        "r{}: {} findings, {} accepted with a reason",
        catalogue.release().number,
        unsettled.len(),
        settled.len()
    ));
    for finding in unsettled {
        say(&line(finding));
    }
    Ok(ExitCode::SUCCESS)
}

fn reason_of(acceptance: &Acceptance) -> &str {
    &acceptance.reason
}
