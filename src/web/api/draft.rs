//! The draft for programs: what it would change, records put into it, all of it thrown away.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::exchange::import::{Change, Diff, Entry, Format, ProblemEntry, between};
use crate::exchange::plausibility::Finding;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::intake::{IntakeError, Looked, Order, Outcome, Standing, Trail, look_in, take_in};
use crate::web::publishing;

/// Records of one document; more of them are a file to import.
const MOST: usize = 1000;

/// The name of the document in problems.
const BODY: &str = "body";

#[derive(Serialize)]
struct DraftItem<'a> {
    release: String,
    version: i64,
    new: &'a [Entry],
    changed: &'a [Change],
    removed: &'a [Entry],
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    outcome: Outcome,
    version: i64,
    new: &'a [Entry],
    changed: &'a [Change],
    unchanged: u64,
    findings: &'a [Finding],
}

/// `GET /api/v1/draft`
///
/// # Errors
/// Those of the database.
pub(in crate::web) async fn show(State(app): State<App>) -> Result<Response, WebError> {
    let mut tx = app.db().read().await?;
    let newest = tx.latest_release().await?.ok_or(IntakeError::NoRelease)?;
    let version = tx.draft_version().await?;
    let draft = tx.draft().await?;
    let before = tx.records_of(&newest).await?;
    drop(tx);
    let compare = move || between(&before, &draft.apply(&before));
    let diff = tokio::task::spawn_blocking(compare).await;
    let Diff {
        new, changed, removed, ..
    } = &diff.map_err(|e| WebError::Internal(e.to_string()))?;
    let item = DraftItem {
        release: format!("r{}", newest.number),
        version,
        new,
        changed,
        removed,
    };
    Ok(Json(item).into_response())
}

/// `PUT /api/v1/draft/records`: read, compared, saved and logged while nobody else changes the draft.
///
/// # Errors
/// [`WebError::Refused`] lists everything that is wrong, [`WebError::Moved`] when the draft is not the one the caller knows; those of
/// the database.
pub(in crate::web) async fn put(
    State(app): State<App>,
    ctx: Ctx,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let body = document(body)?;
    let actor = ctx.who()?.actor(&ctx.asker.address);
    let mut tx = app.db().write().await?;
    let held = tx.hold_draft().await?;
    as_known(&headers, held)?;
    let order = Order {
        name: BODY.to_owned(),
        bytes: body.to_vec(),
        format: Some(Format::Steelyard),
        trail: Trail::Records,
        ..Order::default()
    };
    let looked = look_in(&mut tx, order).await?;
    if looked.standing == Standing::Refused {
        return Err(refused(&looked.report.rejected, &body));
    }
    let count = looked.report.diff.new.len() + looked.report.diff.changed.len();
    if count > MOST {
        return Err(WebError::Input {
            field: BODY,
            text: format!("{count} records would change, at most {MOST} at once: send the document as an import"),
        });
    }
    let outcome = take_in(&mut tx, &looked, &actor, None).await?;
    if outcome == Outcome::Nothing {
        return Ok(answer(&looked, outcome, held));
    }
    let version = tx.draft_version().await?;
    tx.commit().await?;
    Ok(answer(&looked, outcome, version))
}

/// `DELETE /api/v1/draft`
///
/// # Errors
/// [`WebError::Moved`] when the draft is not the one the caller knows; those of the database.
pub(in crate::web) async fn discard(
    State(app): State<App>,
    ctx: Ctx,
    headers: HeaderMap,
) -> Result<StatusCode, WebError> {
    let actor = ctx.who()?.actor(&ctx.asker.address);
    let mut tx = app.db().write().await?;
    as_known(&headers, tx.hold_draft().await?)?;
    publishing::discard(&mut tx, &actor).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Whether the draft is the one that the caller has seen, where `If-Match` names one.
///
/// # Errors
/// [`WebError::Moved`] when it is another; [`WebError::Input`] when that is no version.
pub(super) fn as_known(headers: &HeaderMap, held: i64) -> Result<(), WebError> {
    let Some(value) = headers.get(header::IF_MATCH) else {
        return Ok(());
    };
    let value = value.to_str().unwrap_or_default().trim();
    if value == "*" {
        return Ok(());
    }
    let known: i64 = value.trim_matches('"').parse().map_err(|_| WebError::Input {
        field: "If-Match",
        text: format!("{value:?} is no version of the draft: write the number that GET /api/v1/draft calls version, for example \"17\""),
    })?;
    if known == held {
        Ok(())
    } else {
        Err(WebError::Moved { known, held })
    }
}

fn answer(looked: &Looked, outcome: Outcome, version: i64) -> Response {
    let diff = &looked.report.diff;
    Json(Answer {
        outcome,
        version,
        new: &diff.new,
        changed: &diff.changed,
        unchanged: diff.unchanged,
        findings: &looked.findings,
    })
    .into_response()
}

/// The body if it may be a document.
fn document(body: Result<Bytes, BytesRejection>) -> Result<Bytes, WebError> {
    let body = body.map_err(|_| WebError::TooLarge)?;
    if body.trim_ascii_start().first() == Some(&b'{') {
        return Ok(body);
    }
    Err(WebError::Input {
        field: BODY,
        text: "the body is no JSON document: write an object with a list for each kind of record, for example {\"prices\": [...]}"
            .to_owned(),
    })
}

/// Every problem with the list, the number and the value of its record.
fn refused(problems: &[ProblemEntry], body: &[u8]) -> WebError {
    let document: Value = serde_json::from_slice(body).unwrap_or_default();
    let listed: Vec<Value> = problems.iter().map(|problem| located(problem, &document)).collect();
    let text = match problems {
        [only] => format!("Nothing was saved: {}", only.reason),
        several => format!(
            "Nothing was saved: {} problems are listed in \"problems\".",
            several.len()
        ),
    };
    let more = Map::from_iter([("problems".to_owned(), Value::Array(listed))]);
    WebError::Refused { text, more }
}

fn located(problem: &ProblemEntry, document: &Value) -> Value {
    let list = problem.file.strip_prefix(BODY).and_then(|rest| rest.strip_prefix(", "));
    // What is wrong with the list as a whole stands before its first record.
    let number = problem.row.filter(|row| *row > 0);
    let place = number.and_then(|row| usize::try_from(row).ok()?.checked_sub(1));
    let record = list.zip(place).and_then(|(list, place)| document.get(list)?.get(place));
    let value = record
        .zip(problem.column.as_ref())
        .and_then(|(r, column)| r.get(column));
    json!({
        "list": list,
        "record": number,
        "column": problem.column,
        "value": value,
        "reason": problem.reason,
    })
}
