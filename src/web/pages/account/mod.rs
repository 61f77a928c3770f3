//! One's own account: signing in and out, the password, the browsers that are signed in, and keys for programs.

#[cfg(feature = "oidc")]
mod elsewhere;
mod sign_in;
mod tokens;
mod welcome;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

#[cfg(feature = "oidc")]
pub use elsewhere::{come_back, leave};
pub use sign_in::{sign_in, sign_in_page, sign_out};
pub use tokens::{create as create_token, revoke as revoke_token};
pub use welcome::{begin, welcome_page};

use crate::domain::account::{AccountError, LONGEST_PASSWORD, Role, SHORTEST_PASSWORD, check_password};
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{Scope, Session, Token};
use crate::web::app::App;
use crate::web::auth::Who;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::auth::password;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::pages::tabs::Link;
use crate::web::{moment, now, urls};

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    shell: Shell,
    lang: Lang,
    /// Name and role.
    lead: String,
    password_action: String,
    sessions_action: String,
    tokens_action: String,
    sessions: Vec<SessionView>,
    tokens: Vec<TokenView>,
    scopes: Vec<(String, String)>,
    /// A key that is shown this once.
    secret: Option<String>,
    saved: Option<String>,
    /// Signs in with a password of ours.
    has_password: bool,
    errors: Vec<FieldError>,
    token_name: String,
    /// Where those who keep work find it.
    kept: Vec<Link>,
}

struct SessionView {
    digest: String,
    agent: String,
    address: String,
    since: String,
    used: String,
    current: bool,
}

struct TokenView {
    name: String,
    scope: String,
    created: String,
    expires: String,
    used: String,
    action: String,
}

/// `GET /{lang}/account`
///
/// # Errors
/// Those of the database.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let saved = match ctx.word("saved") {
        "password" => Some(ctx.lang.t("account.saved.password")),
        "sessions" => Some(ctx.lang.t("account.saved.sessions")),
        "made" => Some(ctx.lang.t("account.key_shown_once")),
        "token" => Some(ctx.lang.t("account.saved.token")),
        _ => None,
    };
    let page = AccountPage::load(&app, &ctx).await?;
    Ok(html(StatusCode::OK, &AccountPage { saved, ..page }))
}

/// `POST /{lang}/account/password`
///
/// # Errors
/// Those of the database.
pub async fn change_password(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let mut errors = Vec::new();
    let hash = app.db().read().await?.password_of(sent.who.account.id).await?;
    if !password::is_right(sent.raw("current").to_owned(), hash).await? {
        errors.push(FieldError::new("current", ctx.lang.t("account.error.current")));
    }
    errors.extend(password_faults(ctx.lang, &sent));
    if !errors.is_empty() {
        let page = AccountPage::load(&app, &ctx).await?;
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &AccountPage { errors, ..page }));
    }
    let hash = password::hash(sent.raw("password").to_owned()).await?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let account = &sent.who.account;
    tx.set_password(account.id, &hash).await?;
    // Whoever knew the old password is out.
    tx.end_sessions(account.id, sent.who.session().map(|s| s.digest.as_str()))
        .await?;
    let act = Act::new(Action::Password, Kind::Account, account.name.as_str());
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &format!("{}?saved=password", urls::account(ctx.lang)))
        .await
}

/// `POST /{lang}/account/sessions`: signs one browser out, or all.
///
/// # Errors
/// Those of the database.
pub async fn end_sessions(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let (account, at) = (&sent.who.account, now().as_microsecond());
    let chosen = sent.field("session");
    if chosen.is_empty() {
        tx.end_sessions(account.id, None).await?;
    } else {
        // Only one's own: the digest of somebody else's session is not found here.
        let own = tx.sessions_of(account.id, at).await?;
        if own.iter().any(|session| session.digest == chosen) {
            tx.end_session(chosen).await?;
        }
    }
    let act = Act::new(Action::SignOut, Kind::Account, account.name.as_str());
    tx.log(&sent.actor(), &act, at).await?;
    sent.commit(tx, &format!("{}?saved=sessions", urls::account(ctx.lang)))
        .await
}

/// What is wrong with the two fields of a new password.
fn password_faults(lang: Lang, sent: &Sent) -> Vec<FieldError> {
    new_password_faults(lang, sent.raw("password"), sent.raw("repeated"))
}

/// The same for a form of nobody who is signed in.
fn new_password_faults(lang: Lang, password: &str, repeated: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if let Err(fault) = check_password(password) {
        errors.push(FieldError::new("password", account_fault(lang, &fault)));
    } else if password != repeated {
        errors.push(FieldError::new("repeated", lang.t("account.error.repeated")));
    }
    errors
}

/// What is wrong with an account, in words.
pub(super) fn account_fault(lang: Lang, fault: &AccountError) -> String {
    match fault {
        AccountError::Name(name) if name.is_empty() => lang.t("account.error.no_name"),
        AccountError::Name(name) => lang.with("account.error.name", "name", name),
        AccountError::Role(role) => lang.with("account.error.role", "role", role),
        AccountError::Password(length) => lang.fill(
            "account.error.password",
            &[
                ("n", length),
                ("least", &SHORTEST_PASSWORD),
                ("most", &LONGEST_PASSWORD),
            ],
        ),
    }
}

impl AccountPage {
    async fn load(app: &App, ctx: &Ctx) -> Result<Self, WebError> {
        let (lang, who) = (ctx.lang, ctx.who()?);
        let at = now().as_microsecond();
        let mut tx = app.db().read().await?;
        let sessions = tx.sessions_of(who.account.id, at).await?;
        let tokens = tx.tokens_of(who.account.id).await?;
        let has_password = tx.password_of(who.account.id).await?.is_some();
        drop(tx);
        let role = lang.t(&format!("role.{}", who.account.role));
        Ok(Self {
            shell: Shell::new(ctx, lang.t("account.title"), String::new(), &Vec::new()),
            lang,
            lead: lang.fill("account.lead", &[("name", &who.account.name), ("role", &role)]),
            password_action: urls::password(lang),
            sessions_action: urls::sessions(lang),
            tokens_action: urls::tokens(lang),
            sessions: sessions
                .iter()
                .map(|session| session_view(lang, session, who))
                .collect(),
            tokens: tokens.iter().map(|token| token_view(lang, token, at)).collect(),
            scopes: Scope::ALL
                .iter()
                .map(|scope| (scope.to_string(), lang.t(&format!("scope.{scope}"))))
                .collect(),
            secret: None,
            saved: None,
            has_password,
            errors: Vec::new(),
            token_name: String::new(),
            kept: if who.may(Role::Member) {
                vec![
                    Link::new(urls::evaluations(lang), lang.t("evaluations.title"), false),
                    Link::new(urls::links(lang), lang.t("links.title"), false),
                ]
            } else {
                Vec::new()
            },
        })
    }
}

fn session_view(lang: Lang, session: &Session, who: &Who) -> SessionView {
    let agent = if session.agent.is_empty() {
        lang.t("account.agent.unknown")
    } else {
        session.agent.clone()
    };
    SessionView {
        digest: session.digest.clone(),
        agent,
        address: session.address.clone(),
        since: moment(session.signed_in_at_micros),
        used: moment(session.last_used_at_micros),
        current: who.session().is_some_and(|own| own.digest == session.digest),
    }
}

fn token_view(lang: Lang, token: &Token, now: i64) -> TokenView {
    let expires = moment(token.expires_at_micros);
    TokenView {
        name: token.name.clone(),
        scope: lang.t(&format!("scope.{}", token.scope)),
        created: moment(token.created_at_micros),
        expires: if token.expires_at_micros <= now {
            lang.with("account.token.expired", "date", expires)
        } else {
            expires
        },
        used: token
            .last_used_at_micros
            .map_or_else(|| lang.t("account.token.never"), moment),
        action: urls::token(lang, &token.id),
    }
}

/// Where somebody goes who has just signed in.
fn after_sign_in(lang: Lang, next: &str) -> Response {
    let home = urls::ranking(lang, &Vec::new());
    Redirect::to(urls::own(next).unwrap_or(&home)).into_response()
}
