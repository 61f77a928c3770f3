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
use crate::store::StoreError;
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::changes::{self, Effect, MoveView, Section};
use crate::web::publishing::{self, LONGEST_NOTE, PublishError};
use crate::web::urls;
use crate::web::wording::finding::Words;

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
    /// Which draft this is.
    version: i64,
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
    if is_another(&sent, tx.hold_draft().await?) {
        drop(tx);
        return changed(&app, &ctx, note).await;
    }
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
    if is_another(&sent, tx.hold_draft().await?) {
        drop(tx);
        return changed(&app, &ctx, "").await;
    }
    publishing::discard(&mut tx, &sent.actor()).await?;
    sent.commit(tx, &format!("{}?saved=discarded", urls::draft(ctx.lang)))
        .await
}

/// Whether the form was shown for another draft than the one that is there now.
fn is_another(sent: &Sent, version: i64) -> bool {
    let seen = sent.field("draft");
    !seen.is_empty() && seen != version.to_string()
}

/// Nothing is done to a draft that nobody has looked at.
async fn changed(app: &App, ctx: &Ctx, note: &str) -> Result<Response, WebError> {
    let mut response = refused(app, ctx, ("draft", ctx.lang.t("draft.error.changed")), note).await?;
    *response.status_mut() = StatusCode::CONFLICT;
    Ok(response)
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
        let version = tx.draft_version().await?;
        let work = match Work::load(&mut tx).await {
            // The newest release does not hold what the draft refers to: it can still be thrown away.
            Err(WebError::Store(StoreError::Inconsistent(text))) => {
                let page = Self::new(ctx, (&Diff::default(), &Records::default()), None);
                let errors = vec![FieldError::new("draft", lang.with("draft.error.unfit", "fault", text))];
                return Ok(Self {
                    errors,
                    version,
                    ..page
                });
            }
            other => other?,
        };
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
            Some(effect(app, None, work.catalogue).await?)
        };
        let page = Self {
            version,
            ..Self::new(ctx, (&diff, &touched), effect.as_ref())
        };
        Ok(page.with_findings(
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
            version: 0,
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

/// What another catalogue does to the ranking that a newcomer sees, compared with one, or with the newest release.
pub(super) async fn effect(app: &App, before: Option<Catalogue>, after: Catalogue) -> Result<Effect, WebError> {
    let brief = Brief::default();
    let (newest, scorecard) = (app.prepared(&brief).await?, app.scorecard(&brief)?);
    let need = brief.need(&scorecard);
    let measured = move || {
        let measure = |catalogue| Prepared::new(Arc::new(catalogue), scorecard.clone(), need).map(Arc::new);
        let before = before.map_or(Ok(newest), measure)?;
        Effect::between(before, measure(after)?)
    };
    tokio::task::spawn_blocking(measured)
        .await
        .map_err(|e| WebError::Internal(e.to_string()))?
}
