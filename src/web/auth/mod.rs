//! Who asks: the session of a browser or the key of a program, looked up before any handler runs. Nobody is refused here but the
//! bearer of a bad key; what each route asks for stands in the route table and is held by [`guard`].

pub(super) mod form;
pub(super) mod guard;
#[cfg(feature = "oidc")]
pub(super) mod oidc;
pub(super) mod password;
pub(super) mod secret;
pub(super) mod session;

#[cfg(feature = "oidc")]
pub use oidc::Issuer;

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use super::app::App;
use super::clock::now;
use super::error::{self, WebError};
use crate::domain::account::{Account, Role};
use crate::domain::audit::Actor;
use crate::store::{Db, Scope, Session, StoreError, Token, Tx};

/// A use is noted at most this often, in microseconds: noting it is a write.
pub(in crate::web) const NOTED_EVERY: i64 = 5 * 60 * 1_000_000;

/// A day, in microseconds: how long a link to choose a password works.
const LINK_LIVES: i64 = 24 * 60 * 60 * 1_000_000;
/// An hour, in microseconds: how long the link that sets a server up works.
const SETUP_LIVES: i64 = 60 * 60 * 1_000_000;

/// The address of the other end of a connection.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub IpAddr);

/// Somebody who is signed in.
#[derive(Debug, Clone)]
pub struct Who {
    /// The account.
    pub account: Account,
    /// How it signed in.
    pub access: Access,
}

/// How somebody signed in.
#[derive(Debug, Clone)]
pub enum Access {
    /// In a browser.
    Browser(Session),
    /// As a program.
    Key(Token),
}

/// What is known of whoever sent a request.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// Who; `None` for everybody who is not signed in.
    pub who: Option<Arc<Who>>,
    /// Where the request comes from.
    pub address: String,
}

impl Asker {
    /// Whether somebody with at least this role is signed in.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.who.as_ref().is_some_and(|who| who.may(role))
    }
}

impl Who {
    /// Whether the account's role is at least this one.
    #[must_use]
    pub fn may(&self, role: Role) -> bool {
        self.account.role >= role
    }

    /// Whether a program's key may be used for this; a browser may do what its account may.
    #[must_use]
    pub fn has_scope(&self, scope: Scope) -> bool {
        match &self.access {
            Access::Browser(_) => true,
            Access::Key(token) => token.scope >= scope,
        }
    }

    /// The session, for a browser.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        match &self.access {
            Access::Browser(session) => Some(session),
            Access::Key(_) => None,
        }
    }

    /// For the log.
    #[must_use]
    pub fn actor(&self, address: &str) -> Actor {
        Actor {
            account: Some(self.account.id),
            name: self.account.name.to_string(),
            address: address.to_owned(),
        }
    }
}

/// The token of a link that makes the first admin; none where there is one.
///
/// # Errors
/// Those of the database; [`WebError::Internal`] without random numbers.
pub async fn setup_token(db: &Db) -> Result<Option<String>, WebError> {
    let mut tx = db.write().await?;
    if tx.has_admin().await? {
        return Ok(None);
    }
    let token = secret::token()?;
    let expires = now().as_microsecond() + SETUP_LIVES;
    tx.add_link(&secret::digest(&token), None, expires).await?;
    tx.commit().await?;
    Ok(Some(token))
}

/// The token of a link with which somebody chooses a password.
///
/// # Errors
/// Those of the database; [`WebError::Internal`] without random numbers.
pub async fn link_token(tx: &mut Tx, account: &Account) -> Result<String, WebError> {
    let token = secret::token()?;
    let expires = now().as_microsecond() + LINK_LIVES;
    tx.add_link(&secret::digest(&token), Some(account.id), expires).await?;
    Ok(token)
}

/// The hash to store of a password.
///
/// # Errors
/// [`WebError::Internal`] when it cannot be computed.
pub async fn password_hash(password: String) -> Result<String, WebError> {
    password::hash(password).await
}

/// What an account may do, for the log.
#[must_use]
pub fn account_content(role: Role, disabled: bool) -> String {
    serde_json::json!({"role": role.as_str(), "disabled": disabled}).to_string()
}

/// Finds out who asks, for everything that comes after.
pub(super) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = address_of(&request, app.options().behind_proxy);
    let who = match find(&app, request.headers()).await {
        Ok(Found::Nobody) => None,
        Ok(Found::Somebody(who)) => Some(Arc::new(*who)),
        Ok(Found::BadKey) => {
            error::bar(&mut request, WebError::BadKey);
            None
        }
        // Reading goes on without a database; whoever writes has to be known.
        Err(error) if request.method().is_safe() => {
            tracing::warn!(%error, "who asks is not known");
            None
        }
        Err(error) => {
            error::bar(&mut request, WebError::Store(error));
            None
        }
    };
    let known = who.is_some();
    request.extensions_mut().insert(Asker { who, address });
    let mut response = next.run(request).await;
    if known {
        // What one person sees must not be in a cache, nor come back with the Back button after signing out.
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.remove(header::ETAG);
    }
    response
}

enum Found {
    Nobody,
    Somebody(Box<Who>),
    BadKey,
}

async fn find(app: &App, headers: &HeaderMap) -> Result<Found, StoreError> {
    let at = now().as_microsecond();
    if let Some(key) = bearer(headers) {
        let found = app.db().read().await?.token(&secret::digest(key), at).await?;
        let Some((token, account)) = found else {
            return Ok(Found::BadKey);
        };
        if token.last_used_at_micros.is_none_or(|used| used + NOTED_EVERY < at) {
            note(app, async |tx| tx.use_token(token.id, at).await).await;
        }
        let access = Access::Key(token);
        return Ok(Found::Somebody(Box::new(Who { account, access })));
    }
    let Some(token) = session::token_in(headers) else {
        return Ok(Found::Nobody);
    };
    let found = app.db().read().await?.session(&secret::digest(token), at).await?;
    let Some((session, account)) = found else {
        return Ok(Found::Nobody);
    };
    if session.last_used_at_micros + NOTED_EVERY < at {
        let expires = session::expires(session.signed_in_at_micros, at);
        note(app, async |tx| tx.use_session(&session.digest, at, expires).await).await;
    }
    let access = Access::Browser(session);
    Ok(Found::Somebody(Box::new(Who { account, access })))
}

/// A use that cannot be noted is no reason to refuse it.
pub(in crate::web) async fn note(app: &App, write: impl AsyncFnOnce(&mut Tx) -> Result<(), StoreError>) {
    let noted = async {
        let mut tx = app.db().write().await?;
        write(&mut tx).await?;
        tx.commit().await
    };
    if let Err(error) = noted.await {
        tracing::warn!(%error, "a use was not noted");
    }
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| key.trim())
}

/// Where a request comes from: the other end of the connection, or what the proxy in front says.
fn address_of(request: &Request, behind_proxy: bool) -> String {
    let forwarded = || {
        let value = request.headers().get("x-forwarded-for")?.to_str().ok()?;
        value.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
    };
    let peer = || request.extensions().get::<Peer>().map(|peer| peer.0);
    let address = if behind_proxy {
        forwarded().or_else(peer)
    } else {
        peer()
    };
    address.map_or_else(|| "unknown".to_owned(), |address| address.to_string())
}
