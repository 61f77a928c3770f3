//! Values of the newest release that cannot be right: both values, both sources, and what was accepted with which reason.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::account::Role;
use crate::domain::audit::{Act, Action, Kind};
use crate::domain::finding::Acceptance;
use crate::exchange::plausibility::Finding;
use crate::store::Entry;
use crate::web::app::App;
use crate::web::auth::form::{Begun, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::wording::finding::Words;
use crate::web::{moment, now, urls};

/// The longest reason, in characters.
const LONGEST_REASON: usize = 500;

#[derive(Template)]
#[template(path = "findings.html")]
struct FindingsPage {
    shell: Shell,
    lang: Lang,
    summary: String,
    groups: Vec<Group>,
    accepted: Vec<FindingView>,
}

/// Findings of one rule.
struct Group {
    title: String,
    findings: Vec<FindingView>,
}

struct FindingView {
    id: String,
    subject: String,
    message: String,
    values: Vec<Claim>,
    accepted: Option<String>,
    /// Where an editor accepts it, or takes that back.
    action: Option<String>,
}

/// `POST /{lang}/findings/{id}`: accepts a finding with a reason, or opens it again.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such finding, [`WebError::Input`] without a reason; those of the database.
pub async fn settle(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let missing = || WebError::NoRecord {
        kind: "finding",
        id: id.clone(),
    };
    let findings = app.findings(ctx.today).await?;
    let key = findings.iter().map(Finding::key).find(|key| key.short() == id);
    let key = key.ok_or_else(missing)?;
    let reason = sent.field("reason");
    let withdraws = !sent.field("withdraw").is_empty();
    if (reason.is_empty() || reason.chars().count() > LONGEST_REASON) && !withdraws {
        return Err(WebError::Input {
            field: "reason",
            text: ctx.lang.t("findings.no_reason"),
        });
    }
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let (by, at_micros) = (sent.who.account.name.to_string(), now().as_microsecond());
    let act = if withdraws {
        tx.withdraw_acceptance(&key).await?;
        Act::new(Action::Remove, Kind::Finding, id)
    } else {
        tx.accept_finding(&key, reason, &Entry { by, at_micros }).await?;
        Act::new(Action::Add, Kind::Finding, id).with_note(reason)
    };
    tx.log(&sent.actor(), &act, at_micros).await?;
    sent.commit(tx, &urls::findings(ctx.lang)).await
}

/// A value and where it stands.
struct Claim {
    value: String,
    of: String,
    source: String,
    as_of: String,
    note: Option<String>,
}

/// `GET /{lang}/findings`
///
/// # Errors
/// Those of the database, which knows what was accepted.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    let acceptances = app.db().read().await?.acceptances().await?;
    let (lang, number) = (ctx.lang, catalogue.release().number);
    let findings = app.findings(ctx.today).await?;
    let mut groups: Vec<Group> = Vec::new();
    let mut accepted = Vec::new();
    for finding in findings.iter() {
        let words = Words {
            catalogue: &catalogue,
            lang,
        };
        let view = view(finding, &acceptances, words, ctx.asker.may(Role::Editor));
        let title = lang.t(&format!("finding.{}", finding.rule.word()));
        if view.accepted.is_some() {
            accepted.push(view);
        } else if let Some(group) = groups.last_mut().filter(|g| g.title == title) {
            group.findings.push(view);
        } else {
            groups.push(Group {
                title,
                findings: vec![view],
            });
        }
    }
    let open: usize = groups.iter().map(|g| g.findings.len()).sum();
    let page = FindingsPage {
        shell: Shell::new(
            &ctx,
            lang.t("findings.title"),
            lang.fill("foot.release", &[("release", &number)]),
            &ctx.pairs,
        ),
        lang,
        summary: lang.fill("findings.summary", &[("open", &open), ("accepted", &accepted.len())]),
        groups,
        accepted,
    };
    Ok(html(StatusCode::OK, &page))
}

fn view(finding: &Finding, acceptances: &[Acceptance], words: Words<'_>, may_edit: bool) -> FindingView {
    let key = finding.key();
    let accepted = acceptances.iter().find(|a| a.key == key);
    FindingView {
        id: key.short(),
        subject: words.about(&finding.subject),
        message: words.message(&finding.message),
        values: finding
            .values
            .iter()
            .map(|witness| Claim {
                value: words.stated(&witness.value),
                of: words.about(&witness.of),
                source: witness.source.clone(),
                as_of: witness.as_of.clone(),
                note: witness.note.clone(),
            })
            .collect(),
        action: may_edit.then(|| urls::finding(words.lang, &key.short())),
        accepted: accepted.map(|a| {
            words.lang.fill(
                "finding.accepted",
                &[
                    ("by", &a.accepted_by),
                    ("at", &moment(a.accepted_at_micros)),
                    ("reason", &a.reason),
                ],
            )
        }),
    }
}
