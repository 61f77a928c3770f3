//! Keys for programs: made here, shown once, taken away here.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::AccountPage;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{Scope, Token, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::auth::secret;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
use crate::web::{now, urls};

/// What every key begins with, so that one is recognised where it must not be.
const PREFIX: &str = "steelyard_";
const DAY: i64 = 24 * 60 * 60 * 1_000_000;
/// How long a key may live, in days.
const LONGEST: i64 = 365;

/// `POST /{lang}/account/tokens`
///
/// # Errors
/// Those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let name: String = sent.field("name").chars().filter(|c| !c.is_control()).collect();
    let mut errors = Vec::new();
    if name.is_empty() || name.chars().count() > 80 {
        errors.push(FieldError::new("name", lang.t("account.error.token_name")));
    }
    let days = sent
        .field("days")
        .parse()
        .ok()
        .filter(|days| (1..=LONGEST).contains(days));
    if days.is_none() {
        errors.push(FieldError::new(
            "days",
            lang.with("account.error.days", "days", sent.field("days")),
        ));
    }
    let scope = Scope::parse(sent.field("scope"));
    if scope.is_none() {
        errors.push(FieldError::new("scope", lang.t("account.error.scope")));
    }
    let (Some(days), Some(scope), true) = (days, scope, errors.is_empty()) else {
        let page = AccountPage::load(&app, &ctx).await?;
        let page = AccountPage {
            errors,
            token_name: name,
            ..page
        };
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let (at, key) = (now().as_microsecond(), format!("{PREFIX}{}", secret::token()?));
    let token = Token {
        id: new_id(),
        account: sent.who.account.id,
        name,
        scope,
        created_at_micros: at,
        expires_at_micros: at + days * DAY,
        last_used_at_micros: None,
    };
    tx.add_token(&token, &secret::digest(&key)).await?;
    let act = Act::new(Action::Add, Kind::Token, token.id.to_string()).with_note(token.name.as_str());
    tx.log(&sent.actor(), &act, at).await?;
    // Whoever sends the form twice sees that there is a key, and not the key.
    sent.commit(tx, &format!("{}?saved=made", urls::account(lang))).await?;
    // The key is nowhere to be read again, so this one form answers with a page.
    let page = AccountPage::load(&app, &ctx).await?;
    let page = AccountPage {
        secret: Some(key),
        ..page
    };
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/account/tokens/{id}`: takes it away.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such key of this account; those of the database.
pub async fn revoke(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let gone = match id.parse::<Uuid>() {
        Ok(id) => tx.revoke_token(id, sent.who.account.id).await?,
        Err(_) => false,
    };
    if !gone {
        return Err(WebError::NoRecord { kind: "token", id });
    }
    let act = Act::new(Action::Remove, Kind::Token, id);
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &format!("{}?saved=token", urls::account(ctx.lang)))
        .await
}
