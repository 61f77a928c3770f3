//! A draft becomes the next version, or is taken away.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::Desk;
use super::review::{Typed, answer, obstacles, prepared};
use super::words::question;
use crate::domain::audit::{Act, Action, Kind};
use crate::domain::scorecard::Scorecard;
use crate::store::{NewRelease, StoreError};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::{now, urls, wording};

/// The longest note.
const LONGEST: usize = 500;

/// `POST /{lang}/admin/scorecards/{id}/publication`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn publish(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let lang = ctx.lang;
    // A form sent again says where it led, whatever has become of the draft since.
    let desk = Desk::load(&app, &id).await?;
    let errors = errors(&app, &desk, &sent, &ctx).await?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let typed = || Typed {
        note: sent.field("note").to_owned(),
        confirmed: sent.pairs.iter().map(|(name, _)| name.clone()).collect(),
    };
    if !errors.is_empty() {
        drop(tx);
        return answer((&app, &ctx), desk, (StatusCode::UNPROCESSABLE_ENTITY, errors), typed()).await;
    }
    let draft = tx.hold_scorecard_draft(&id).await?;
    let seen = draft.as_ref().map(|draft| draft.revision.to_string());
    let Some(draft) = draft.filter(|_| seen.as_deref() == Some(sent.field("revision"))) else {
        drop(tx);
        let error = FieldError::new("changes", lang.t("scorecards.fault.revision"));
        let desk = Desk::load(&app, &id).await?;
        return answer((&app, &ctx), desk, (StatusCode::CONFLICT, vec![error]), typed()).await;
    };
    let (by, at) = (sent.actor(), now().as_microsecond());
    let newest = desk.live.newest_scorecard(&id).map_or(0, |card| card.version);
    let card = Scorecard {
        version: newest.saturating_add(1),
        ..draft.card
    };
    let new = NewRelease {
        note: sent.field("note").to_owned(),
        published_by: by.name.clone(),
        at_micros: at,
    };
    match tx.add_scorecard(&card, &new).await {
        Err(StoreError::Conflict) => {
            drop(tx);
            app.refresh().await?;
            let error = FieldError::new("changes", lang.t("scorecards.fault.revision"));
            let desk = Desk::load(&app, &id).await?;
            return answer((&app, &ctx), desk, (StatusCode::CONFLICT, vec![error]), typed()).await;
        }
        done => done?,
    }
    tx.discard_scorecard_draft(&id).await?;
    let json = |card: &Scorecard| serde_json::to_string(card).ok();
    let act = Act::new(Action::Publish, Kind::Scorecard, id.as_str()).with_content(json(&desk.base), json(&card));
    tx.log_version(&by, &act.with_note(new.note.as_str()), at).await?;
    let location = format!(
        "{}?published={}",
        urls::scorecard_part(lang, &id, "versions"),
        card.version
    );
    let response = sent.commit(tx, &location).await?;
    app.refresh().await?;
    Ok(response)
}

/// `POST /{lang}/admin/scorecards/{id}/removal`: takes the draft away.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no draft; those of the database.
pub async fn discard(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let draft = tx
        .hold_scorecard_draft(&id)
        .await?
        .ok_or_else(|| super::no_scorecard(&id))?;
    tx.discard_scorecard_draft(&id).await?;
    let before = serde_json::to_string(&draft.card).ok();
    let act = Act::new(Action::Remove, Kind::Scorecard, id.as_str()).with_content(before, None);
    tx.log_version(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &format!("{}?saved=yes", urls::scorecards(ctx.lang)))
        .await
}

/// What keeps the draft from being published.
async fn errors(app: &App, desk: &Desk, sent: &Sent, ctx: &Ctx) -> Result<Vec<FieldError>, WebError> {
    let lang = ctx.lang;
    let mut errors: Vec<FieldError> = Vec::new();
    let mut held: Vec<String> = obstacles(desk, lang);
    if let Err(error) = prepared(app, desk, None).await? {
        held.push(lang.with(
            "scorecards.obstacle.prepare",
            "error",
            wording::fit::prepare(&error, lang),
        ));
    }
    errors.extend(held.into_iter().map(|text| FieldError::new("changes", text)));
    for one in desk.card.questions(Some(&desk.base)) {
        let (name, text) = question(&desk.card, &one, lang);
        if sent.field(&name).is_empty() {
            errors.push(FieldError::new(
                &name,
                lang.with("scorecards.fault.confirm", "question", text),
            ));
        }
    }
    let note = sent.field("note");
    if note.is_empty() || note.chars().count() > LONGEST {
        errors.push(FieldError::new(
            "note",
            lang.with("scorecards.fault.note", "most", LONGEST),
        ));
    }
    Ok(errors)
}
