//! The draft: what it would change, what that does to the ranking, what cannot be right in it, and its publication.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::catalogue::Work;
use super::sections;
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Catalogue, Records};
use crate::domain::ranking::Prepared;
use crate::exchange::import::{Diff, between};
use crate::exchange::plausibility;
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::changes::{self, Effect, MoveView, Section};
use crate::web::publishing::{self, PublishError};
use crate::web::urls;
use crate::web::wording::finding::Words;

/// The longest note of a release.
const LONGEST_NOTE: usize = 500;
/// How many findings are listed.
const FINDINGS: usize = 50;

#[derive(Template)]
#[template(path = "draft.html")]
struct DraftPage {
    shell: Shell,
    lang: Lang,
    tabs: Vec<NavItem>,
    empty: bool,
    lead: String,
    summary: String,
    sections: Vec<Section>,
    moved: String,
    moves: Vec<MoveView>,
    findings: Vec<String>,
    publish: String,
    discard: String,
    catalogue: String,
    note: String,
    errors: Vec<FieldError>,
    discarded: bool,
}

/// `GET /{lang}/admin/draft`
///
/// # Errors
/// Those of the database.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let page = DraftPage::load(&app, &ctx).await?;
    let discarded = ctx.word("saved") == "discarded";
    Ok(html(StatusCode::OK, &DraftPage { discarded, ..page }))
}

/// `POST /{lang}/admin/draft/publication`
///
/// # Errors
/// Those of the database.
pub async fn publish(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let note = sent.field("note");
    if note.is_empty() || note.chars().count() > LONGEST_NOTE {
        return refused(
            &app,
            &ctx,
            ("note", ctx.lang.with("draft.error.note", "most", LONGEST_NOTE)),
            note,
        )
        .await;
    }
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let release = match publishing::publish(&mut tx, &sent.actor(), note).await {
        Ok(release) => release,
        Err(PublishError::Empty) => {
            drop(tx);
            return refused(&app, &ctx, ("draft", ctx.lang.t("draft.error.empty")), note).await;
        }
        Err(error) => return Err(error.into()),
    };
    let response = sent.commit(tx, &urls::release(ctx.lang, release.number)).await?;
    app.refresh().await?;
    Ok(response)
}

/// `POST /{lang}/admin/draft/discard`
///
/// # Errors
/// Those of the database.
pub async fn discard(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    publishing::discard(&mut tx, &sent.actor()).await?;
    sent.commit(tx, &format!("{}?saved=discarded", urls::draft(ctx.lang)))
        .await
}

async fn refused(app: &App, ctx: &Ctx, (field, text): (&str, String), note: &str) -> Result<Response, WebError> {
    let page = DraftPage::load(app, ctx).await?;
    let page = DraftPage {
        errors: vec![FieldError::new(field, text)],
        note: note.to_owned(),
        ..page
    };
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
}

impl DraftPage {
    async fn load(app: &App, ctx: &Ctx) -> Result<Self, WebError> {
        let lang = ctx.lang;
        let mut tx = app.db().read().await?;
        let work = Work::load(&mut tx).await?;
        let accepted = tx.acceptances().await?;
        drop(tx);
        let diff = between(&work.records, &work.seen);
        let mut touched = work.draft.put.clone();
        touched.append(work.draft.removed.clone());
        // The unit of a value stands with its attribute.
        touched.attributes.extend(work.seen.attributes.iter().cloned());
        let empty = work.draft.is_empty();
        let mut findings = if empty {
            Vec::new()
        } else {
            plausibility::check(&work.draft.put, &work.catalogue, ctx.today)
        };
        let live = app.live();
        let words = Words {
            catalogue: &live.catalogue,
            lang,
        };
        findings.retain(|finding| accepted.iter().all(|a| a.key != finding.key()));
        let effect = if empty {
            None
        } else {
            Some(effect(app, work.catalogue).await?)
        };
        Ok(Self::new(ctx, (&diff, &touched), effect.as_ref()).with_findings(
            empty,
            findings.iter().take(FINDINGS).map(|f| words.sentence(f)).collect(),
            lang,
        ))
    }

    fn new(ctx: &Ctx, (diff, touched): (&Diff, &Records), effect: Option<&Effect>) -> Self {
        let lang = ctx.lang;
        Self {
            shell: Shell::new(ctx, lang.t("draft.title"), String::new(), &Vec::new()),
            lang,
            tabs: sections(ctx),
            empty: false,
            lead: String::new(),
            summary: changes::summary(diff, lang),
            sections: changes::sections_with(diff, touched, lang),
            moved: effect
                .map(|e| lang.plural("draft.moved", e.ranks_changed()))
                .unwrap_or_default(),
            moves: effect.map_or_else(Vec::new, |e| e.views(lang)),
            findings: Vec::new(),
            publish: urls::publication(lang),
            discard: urls::discard(lang),
            catalogue: urls::records(lang, crate::exchange::record::Kind::Vendors, &Vec::new()),
            note: String::new(),
            errors: Vec::new(),
            discarded: false,
        }
    }

    fn with_findings(self, empty: bool, findings: Vec<String>, lang: Lang) -> Self {
        Self {
            empty,
            findings,
            lead: lang.t(if empty { "draft.empty" } else { "draft.lead" }),
            ..self
        }
    }
}

/// What another catalogue does to the ranking that a newcomer sees.
pub(super) async fn effect(app: &App, after: Catalogue) -> Result<Effect, WebError> {
    let brief = Brief::default();
    let (before, scorecard) = (app.prepared(&brief).await?, app.scorecard(&brief)?);
    let need = brief.need(&scorecard);
    let measured = move || {
        let after = Prepared::new(Arc::new(after), scorecard, need)?;
        Effect::between(before, Arc::new(after))
    };
    tokio::task::spawn_blocking(measured)
        .await
        .map_err(|e| WebError::Internal(e.to_string()))?
}
