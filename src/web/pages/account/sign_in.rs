//! Signing in and out. Whoever does not know the password learns nothing: not whether the name exists, neither from the words nor
//! from the time, and after ten failures in a quarter of an hour an address has to wait. A name has to wait after a hundred from all
//! addresses together, so that nobody keeps its owner out with a few tries.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::Form;
use serde::Deserialize;

use super::after_sign_in;
use crate::domain::account::{Account, AccountName};
use crate::domain::audit::{Act, Action, Kind};
use crate::store::Tx;
use crate::web::app::App;
use crate::web::auth::form::{FieldError, Sent};
use crate::web::auth::session::{self, Place};
use crate::web::auth::{Asker, password};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::now;
use crate::web::page::{Shell, html};
use crate::web::urls;

/// Failures that an address may have before it has to wait.
const MOST_OF_ADDRESS: i64 = 10;
/// Failures that a name may have, from whatever address.
const MOST_OF_NAME: i64 = 100;
/// How long failures count, in microseconds.
const COUNTED: i64 = 15 * 60 * 1_000_000;

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage {
    shell: Shell,
    lang: Lang,
    action: String,
    /// The address of the issuer's page, where there is an issuer.
    elsewhere: Option<String>,
    next: String,
    name: String,
    errors: Vec<FieldError>,
}

/// What the form sends.
#[derive(Deserialize)]
pub struct SignIn {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    next: String,
}

/// `GET /{lang}/sign-in`
pub async fn sign_in_page(State(app): State<App>, ctx: Ctx) -> Response {
    if ctx.asker.who.is_some() {
        return after_sign_in(ctx.lang, ctx.word("next"));
    }
    let next = ctx.word("next").to_owned();
    html(StatusCode::OK, &SignInPage::new(&app, &ctx, next, String::new(), None))
}

/// `POST /{lang}/sign-in`
///
/// # Errors
/// Those of the database; a name or an address that failed too often has to wait.
pub async fn sign_in(
    State(app): State<App>,
    ctx: Ctx,
    headers: HeaderMap,
    Form(form): Form<SignIn>,
) -> Result<Response, WebError> {
    let refused = |status, key| {
        let page = SignInPage::new(&app, &ctx, form.next.clone(), form.name.clone(), Some(ctx.lang.t(key)));
        let mut response = html(status, &page);
        if status == StatusCode::TOO_MANY_REQUESTS {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, axum::http::HeaderValue::from_static("900"));
        }
        response
    };
    let name = AccountName::new(&form.name);
    let folded = name.as_ref().map_or_else(|_| "?".to_owned(), AccountName::folded);
    let origins = [
        (format!("name {folded}"), MOST_OF_NAME),
        (format!("address {}", ctx.asker.address), MOST_OF_ADDRESS),
    ];
    if !counted(&app, &origins).await? {
        return Ok(refused(StatusCode::TOO_MANY_REQUESTS, "account.error.too_often"));
    }
    let mut tx = app.db().read().await?;
    let account = match &name {
        Ok(name) => tx.account_named(name).await?.filter(|account| !account.disabled),
        Err(_) => None,
    };
    let hash = match &account {
        Some(account) => tx.password_of(account.id).await?,
        // The same work for a name that does not exist.
        None => {
            tx.password_of(crate::domain::account::AccountId(uuid::Uuid::nil()))
                .await?
        }
    };
    drop(tx);
    let right = password::is_right(form.password.clone(), hash).await?;
    let Some(account) = account.filter(|_| right) else {
        return Ok(refused(StatusCode::UNPROCESSABLE_ENTITY, "account.error.sign_in"));
    };
    let mut tx = app.db().write().await?;
    for (origin, _) in &origins {
        tx.forget_sign_in_failures(origin).await?;
    }
    let mut response = after_sign_in(ctx.lang, &form.next);
    enter(&app, tx, &account, &place(&ctx.asker, &headers), &mut response).await?;
    Ok(response)
}

/// `POST /{lang}/sign-out`
///
/// # Errors
/// Those of the database.
pub async fn sign_out(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let mut tx = app.db().write().await?;
    if let Some(session) = sent.who.session() {
        tx.end_session(&session.digest).await?;
    }
    let act = Act::new(Action::SignOut, Kind::Account, sent.who.account.name.as_str());
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    tx.commit().await?;
    let mut response = Redirect::to(&urls::ranking(ctx.lang, &Vec::new())).into_response();
    session::take_cookie(&mut response, &app);
    Ok(response)
}

/// Counts an attempt as failed until it succeeds, so that many at once do not slip through, and says whether it is allowed.
async fn counted(app: &App, origins: &[(String, i64); 2]) -> Result<bool, WebError> {
    let at = now().as_microsecond();
    let mut tx = app.db().write().await?;
    for (origin, most) in origins {
        if tx.sign_in_failures(origin, at - COUNTED).await? >= *most {
            return Ok(false);
        }
        tx.add_sign_in_failure(origin, at, at - COUNTED).await?;
    }
    tx.commit().await?;
    Ok(true)
}

/// Signs somebody in and commits.
pub(super) async fn enter(
    app: &App,
    mut tx: Tx,
    account: &Account,
    place: &Place,
    response: &mut Response,
) -> Result<(), WebError> {
    let token = session::begin(&mut tx, account, place).await?;
    tx.commit().await?;
    session::give_cookie(response, app, &token);
    Ok(())
}

/// Where a request comes from.
pub(super) fn place(asker: &Asker, headers: &HeaderMap) -> Place {
    let agent = headers.get(header::USER_AGENT).and_then(|v| v.to_str().ok());
    Place {
        address: asker.address.clone(),
        agent: agent.unwrap_or_default().chars().take(200).collect(),
        old: session::token_in(headers).map(str::to_owned),
    }
}

impl SignInPage {
    fn new(app: &App, ctx: &Ctx, next: String, name: String, error: Option<String>) -> Self {
        let lang = ctx.lang;
        let kept = urls::own(&next).map(|next| ("next".to_owned(), next.to_owned()));
        Self {
            shell: Shell::new(
                ctx,
                lang.t("account.sign_in"),
                String::new(),
                &kept.into_iter().collect(),
            ),
            lang,
            action: urls::sign_in(lang, None),
            elsewhere: app.options().has_issuer().then(|| urls::sign_in_elsewhere(lang, &next)),
            next,
            name,
            errors: error.map(|text| FieldError::new("name", text)).into_iter().collect(),
        }
    }
}
