//! Files for programs: what `steelyard import` does, with the file as the body and its settings as words of the query.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::once::{Begun, Once};
use crate::domain::brief::{BadWord, Rule};
use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::import::{Format, Profile};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::intake::{Looked, Order, Outcome, Standing, look, take_in};

/// The words of the query.
const WORDS: &str = "filename format vendor currency as_of source profile dry_run skip_rejected remove_missing";

/// The longest name of a file or source, in characters.
const LONGEST: usize = 200;

/// `POST /api/v1/imports`
///
/// # Errors
/// [`WebError::BadWord`] and [`WebError::Input`] name the word at fault, [`WebError::Refused`] holds the report when rows were
/// rejected; those of the database.
pub(in crate::web) async fn create(
    State(app): State<App>,
    ctx: Ctx,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, WebError> {
    let body = body.map_err(|_| WebError::TooLarge)?;
    let (order, dry_run) = order(&ctx, &body)?;
    let once = Once::read(&ctx, &headers, &body)?;
    if let Some(answer) = once.before(&app).await? {
        return Ok(answer);
    }
    let looked = look(app.db(), order, None).await?;
    if looked.standing == Standing::Refused {
        return Err(refused(&looked));
    }
    if dry_run || looked.standing == Standing::Nothing {
        return Ok(axum::Json(report(&looked, looked.outcome())?).into_response());
    }
    let mut tx = match once.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let actor = ctx.who()?.actor(&ctx.asker.address);
    let outcome = take_in(&mut tx, &looked, &actor, None).await?;
    once.commit(tx, StatusCode::OK, report(&looked, outcome)?).await
}

/// The report, as the command line writes it.
fn report(looked: &Looked, outcome: Outcome) -> Result<Value, WebError> {
    serde_json::to_value(looked.answer(outcome)).map_err(|e| WebError::Internal(e.to_string()))
}

fn refused(looked: &Looked) -> WebError {
    let count = looked.report.rejected.len();
    let text = format!(
        "Nothing was changed: {count} problems are listed in \"rejected\". Correct them and send the file again, or leave the rows out \
         with skip_rejected=true."
    );
    match report(looked, Outcome::Refused) {
        Ok(Value::Object(more)) => WebError::Refused { text, more },
        Ok(_) => WebError::Internal("the report is no object".to_owned()),
        Err(error) => error,
    }
}

/// The order of a query, and whether it is only to be looked at. A word that is not known is a fault: it may be a misspelt `dry_run`.
fn order(ctx: &Ctx, body: &Bytes) -> Result<(Order, bool), WebError> {
    let mut dry_run = false;
    let mut order = Order {
        name: "body".to_owned(),
        bytes: body.to_vec(),
        ..Order::default()
    };
    for (word, value) in &ctx.pairs {
        let fault = |reason: &dyn std::fmt::Display| WebError::Input {
            field: "query",
            text: format!("{word}={value:.80}: {reason}"),
        };
        match word.as_str() {
            _ if value.is_empty() => {}
            "filename" => order.name = short(word, value)?,
            "format" if value == "auto" => {}
            "format" => order.format = Some(format(value)?),
            "vendor" => order.vendor = Some(VendorId::new(value).map_err(|e| fault(&e))?),
            "currency" => order.currency = Some(Currency::parse(value).map_err(|e| fault(&e))?),
            "as_of" => order.as_of = Some(AsOf::parse(value).map_err(|e| fault(&e))?),
            "source" => order.source = Some(short(word, value)?),
            "profile" => order.profile = Some(Profile::parse(value).map_err(|e| fault(&e))?),
            "dry_run" => dry_run = flag(word, value)?,
            "skip_rejected" => order.skip_rejected = flag(word, value)?,
            "remove_missing" => order.remove_missing = flag(word, value)?,
            _ => return Err(BadWord::new("query", word, Rule::OneOf(WORDS)).into()),
        }
    }
    Ok((order, dry_run))
}

fn format(value: &str) -> Result<Format, BadWord> {
    let known = || {
        let words: Vec<&str> = Format::ALL.iter().map(|format| format.word()).collect();
        format!("auto {}", words.join(" "))
    };
    Format::parse(value).ok_or_else(|| BadWord::new("format", value, Rule::Missing { known: known() }))
}

fn flag(word: &str, value: &str) -> Result<bool, BadWord> {
    match value {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(BadWord::new(word, value, Rule::OneOf("true false"))),
    }
}

fn short(word: &str, value: &str) -> Result<String, BadWord> {
    if value.chars().count() <= LONGEST {
        Ok(value.to_owned())
    } else {
        Err(BadWord::new(word, value, Rule::Length(LONGEST)))
    }
}
