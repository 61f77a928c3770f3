//! Values of the newest release that cannot be right: both values, both sources, and what was accepted with which reason.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::finding::Acceptance;
use crate::exchange::plausibility::{Finding, Witness};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::moment;
use crate::web::page::{Shell, html};

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
    values: Vec<Witness>,
    accepted: Option<String>,
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
        let view = view(finding, &acceptances, lang);
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

fn view(finding: &Finding, acceptances: &[Acceptance], lang: Lang) -> FindingView {
    let key = finding.key();
    let accepted = acceptances.iter().find(|a| a.key == key);
    FindingView {
        id: key.short(),
        subject: finding.subject.clone(),
        message: finding.message.clone(),
        values: finding.values.clone(),
        accepted: accepted.map(|a| {
            lang.fill(
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
