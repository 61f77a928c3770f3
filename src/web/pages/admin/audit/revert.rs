//! Taking a line of the log back: what it changed says again what it said before, unless somebody has changed it since.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;

use super::{LinePage, find};
use crate::domain::account::{AccountName, Role};
use crate::domain::audit::{Act, Action, Kind, Logged};
use crate::domain::catalogue::{Catalogue, Changes, Records};
use crate::exchange::import::{Context, Format, read_as};
use crate::exchange::record::{self, Kind as RecordKind, Row};
use crate::store::{Entry, Tx, new_id};
use crate::web::app::App;
use crate::web::auth::account_content;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::html;
use crate::web::pages::admin::catalogue::{Work, content, subject_of};
use crate::web::{now, urls, wording};

/// Whether a line can be taken back on its own page; releases and scorecards have pages for that.
pub(super) fn is_possible(line: &Logged) -> bool {
    match (line.act.kind, line.act.action) {
        (Kind::Record, _) | (Kind::Account, Action::Change) => true,
        (Kind::Draft, action) => action == Action::Remove && line.act.before.is_some(),
        (
            Kind::Release
            | Kind::Scorecard
            | Kind::Account
            | Kind::Token
            | Kind::Link
            | Kind::Evaluation
            | Kind::Columns
            | Kind::Finding,
            _,
        ) => false,
    }
}

/// `POST /{lang}/admin/audit/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such line; those of the database.
pub async fn revert(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let line = find(&app, &id).await?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let outcome = match line.act.kind {
        Kind::Record => record_back(&mut tx, &ctx, &sent, &line).await?,
        Kind::Draft => draft_back(&mut tx, &ctx, &sent, &line).await?,
        Kind::Account => account_back(&mut tx, ctx.lang, &sent, &line).await?,
        Kind::Release
        | Kind::Scorecard
        | Kind::Token
        | Kind::Link
        | Kind::Evaluation
        | Kind::Columns
        | Kind::Finding => Err(ctx.lang.t("audit.error.not_here")),
    };
    match outcome {
        Ok(()) => {
            sent.commit(tx, &format!("{}?saved=yes", urls::audit_line(ctx.lang, &line.id)))
                .await
        }
        Err(text) => {
            drop(tx);
            let page = LinePage {
                errors: vec![FieldError::new("line", text)],
                ..LinePage::new(&ctx, &line)
            };
            Ok(html(StatusCode::CONFLICT, &page))
        }
    }
}

/// What a line says of a record: its kind, and the row.
fn row_of(text: Option<&String>) -> Option<(RecordKind, Row)> {
    let value: Value = serde_json::from_str(text?).ok()?;
    let kind = RecordKind::parse(value.get("kind")?.as_str()?)?;
    let cells = value.get("cells")?;
    let cell = |column: &&str| {
        cells
            .get(*column)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    Some((
        kind,
        Row {
            label: value.get("record")?.as_str()?.to_owned(),
            cells: kind.columns().iter().map(cell).collect(),
        },
    ))
}

async fn record_back(tx: &mut Tx, ctx: &Ctx, sent: &Sent, line: &Logged) -> Result<Result<(), String>, WebError> {
    let (before, after) = (row_of(line.act.before.as_ref()), row_of(line.act.after.as_ref()));
    let Some(kind) = before.as_ref().or(after.as_ref()).map(|(kind, _)| *kind) else {
        return Ok(Err(ctx.lang.t("audit.error.not_here")));
    };
    let (before, after) = (before.map(|(_, row)| row), after.map(|(_, row)| row));
    tx.hold_draft().await?;
    let work = Work::load(tx).await?;
    // Only what this line wrote is undone: a later change has to be undone first.
    let label = after.as_ref().or(before.as_ref()).map_or("", |row| row.label.as_str());
    let now_says = record::rows(kind, &work.seen)
        .into_iter()
        .find(|row| row.label == label);
    if now_says.as_ref().map(|row| &row.cells) != after.as_ref().map(|row| &row.cells) {
        return Ok(Err(ctx.lang.t("audit.error.changed_since")));
    }
    // Another record may have taken the key that this one had before.
    let taken =
        |before: &Row| before.label != label && record::rows(kind, &work.seen).iter().any(|r| r.label == before.label);
    if before.as_ref().is_some_and(taken) {
        return Ok(Err(ctx.lang.t("audit.error.changed_since")));
    }
    let put = match &before {
        _ if together(line).is_some() => match document(&work.catalogue, ctx, &together(line).unwrap_or_default()) {
            Ok(put) => put,
            Err(text) => return Ok(Err(text)),
        },
        None => Records::default(),
        Some(row) => match record::read(kind, &row.cells, &work.catalogue, ctx.today) {
            Ok(put) => put,
            Err(problems) => {
                let told = problems.iter().map(|p| wording::problem::located(p, ctx.lang));
                return Ok(Err(told.collect::<Vec<_>>().join("; ")));
            }
        },
    };
    let gone = after
        .as_ref()
        .filter(|after| before.as_ref().is_none_or(|b| b.label != after.label));
    let removed = gone.map_or_else(Records::default, |row| record::only(kind, &work.seen, &row.label));
    let act = Act::new(Action::Revert, Kind::Record, subject_of(kind, label))
        .with_content(
            after.as_ref().map(|row| content(kind, &row.label, &row.cells)),
            before.as_ref().map(|row| content(kind, &row.label, &row.cells)),
        )
        .with_note(line.id.to_string());
    save(tx, (ctx.lang, sent), &work, &Changes { put, removed }, &act).await
}

async fn draft_back(tx: &mut Tx, ctx: &Ctx, sent: &Sent, line: &Logged) -> Result<Result<(), String>, WebError> {
    let Some(before) = &line.act.before else {
        return Ok(Err(ctx.lang.t("audit.error.not_here")));
    };
    tx.hold_draft().await?;
    let work = Work::load(tx).await?;
    if !work.draft.is_empty() {
        return Ok(Err(ctx.lang.t("audit.error.draft_used")));
    }
    let parts: Value = serde_json::from_str(before).unwrap_or_default();
    let read = |part: &str| document(&work.catalogue, ctx, &parts.get(part).cloned().unwrap_or_default());
    let (put, removed) = match (read("put"), read("removed")) {
        (Ok(put), Ok(removed)) => (put, removed),
        (Err(text), _) | (_, Err(text)) => return Ok(Err(text)),
    };
    let act = Act::new(Action::Revert, Kind::Draft, "draft").with_note(line.id.to_string());
    save(tx, (ctx.lang, sent), &work, &Changes { put, removed }, &act).await
}

/// What was taken away together, where a line holds it.
fn together(line: &Logged) -> Option<Value> {
    let value: Value = serde_json::from_str(line.act.before.as_deref()?).ok()?;
    value.get("all").cloned()
}

/// Reads a document of the own format.
fn document(known: &Catalogue, ctx: &Ctx, value: &Value) -> Result<Records, String> {
    let context = Context::new(known, ctx.today);
    let imported = read_as(Format::Steelyard, "log.json", value.to_string().as_bytes(), &context);
    match imported.problems.first() {
        None => Ok(imported.records),
        Some(problem) => Err(wording::problem::located(problem, ctx.lang)),
    }
}

async fn save(
    tx: &mut Tx,
    (lang, sent): (Lang, &Sent),
    work: &Work,
    changes: &Changes,
    act: &Act,
) -> Result<Result<(), String>, WebError> {
    if let Err(error) = Catalogue::new(work.release.clone(), changes.apply(&work.seen)) {
        return Ok(Err(wording::fit::catalogue(&error, lang)));
    }
    let at_micros = now().as_microsecond();
    let by = sent.who.account.name.to_string();
    tx.save_draft(changes, &Entry { by, at_micros }, &mut new_id).await?;
    tx.log_version(&sent.actor(), act, at_micros).await?;
    Ok(Ok(()))
}

async fn account_back(tx: &mut Tx, lang: Lang, sent: &Sent, line: &Logged) -> Result<Result<(), String>, WebError> {
    let read = |text: &Option<String>| -> Option<(Role, bool)> {
        let value: Value = serde_json::from_str(text.as_deref()?).ok()?;
        let role = Role::parse(value.get("role")?.as_str()?).ok()?;
        Some((role, value.get("disabled")?.as_bool()?))
    };
    let name = AccountName::new(&line.act.subject);
    let account = match name {
        Ok(name) => tx.account_named(&name).await?,
        Err(_) => None,
    };
    let (Some((role, disabled)), Some(account)) = (read(&line.act.before), account) else {
        return Ok(Err(lang.t("audit.error.not_here")));
    };
    if read(&line.act.after) != Some((account.role, account.disabled)) {
        return Ok(Err(lang.t("audit.error.changed_since")));
    }
    tx.change_account(account.id, role, disabled).await?;
    if !tx.has_admin().await? {
        return Ok(Err(lang.with("account.error.last_admin", "name", &account.name)));
    }
    let act = Act::new(Action::Revert, Kind::Account, account.name.as_str())
        .with_content(
            Some(account_content(account.role, account.disabled)),
            Some(account_content(role, disabled)),
        )
        .with_note(line.id.to_string());
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    Ok(Ok(()))
}
