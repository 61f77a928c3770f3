//! Signing a browser in and out. Every sign-in draws a new token, so one that was planted before is worth nothing.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::secret;
use crate::domain::account::Account;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{Session, Tx};
use crate::web::app::{App, Options};
use crate::web::clock::now;
use crate::web::error::WebError;

/// The cookie where the server is reached over TLS: the prefix keeps other hosts of the domain from setting it.
const COOKIE: &str = "__Host-steelyard";
/// The cookie where it is not, e.g. on one's own machine.
const PLAIN_COOKIE: &str = "steelyard";
/// The cookie of a sign-in with an issuer that is under way.
#[cfg(feature = "oidc")]
const PENDING: &str = "steelyard-pending";

const DAY: i64 = 24 * 60 * 60 * 1_000_000;
/// A browser that is not used this long is signed out.
const IDLE: i64 = 7 * DAY;
/// A browser is signed out after this long in any case.
const LONGEST: i64 = 30 * DAY;

/// When a session ends that is used now.
#[must_use]
pub(super) fn expires(signed_in: i64, now: i64) -> i64 {
    (now + IDLE).min(signed_in + LONGEST)
}

/// The token in the cookie of a request.
#[must_use]
pub(in crate::web) fn token_in(headers: &HeaderMap) -> Option<&str> {
    named(headers, |name| [COOKIE, PLAIN_COOKIE].contains(&name))
}

fn named(headers: &HeaderMap, is: impl Fn(&str) -> bool) -> Option<&str> {
    let cookies = headers.get_all(header::COOKIE).iter();
    let pairs = cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|v| v.split(';'));
    let mut named = pairs.filter_map(|pair| pair.trim().split_once('='));
    named.find(|(name, _)| is(name)).map(|(_, value)| value)
}

/// Where and with what somebody signs in.
#[derive(Debug, Clone, Default)]
pub(in crate::web) struct Place {
    /// The network address.
    pub address: String,
    /// What the browser says it is.
    pub agent: String,
    /// The token of a session that ends with the new one.
    pub old: Option<String>,
}

/// Signs somebody in, and answers the token for the cookie.
///
/// # Errors
/// Those of the database.
pub(in crate::web) async fn begin(tx: &mut Tx, account: &Account, place: &Place) -> Result<String, WebError> {
    let (token, form_token) = (secret::token()?, secret::token()?);
    let at = now().as_microsecond();
    if let Some(old) = &place.old {
        tx.end_session(&secret::digest(old)).await?;
    }
    let session = Session {
        digest: secret::digest(&token),
        account: account.id,
        form_token,
        agent: place.agent.clone(),
        address: place.address.clone(),
        signed_in_at_micros: at,
        last_used_at_micros: at,
        expires_at_micros: expires(at, at),
    };
    tx.add_session(&session).await?;
    let actor = super::Who {
        account: account.clone(),
        access: super::Access::Browser(session),
    }
    .actor(&place.address);
    let act = Act::new(Action::SignIn, Kind::Account, account.name.as_str());
    tx.log(&actor, &act, at).await?;
    Ok(token)
}

/// Gives the browser its cookie.
pub(in crate::web) fn give_cookie(response: &mut Response, app: &App, token: &str) {
    put_cookie(
        response,
        app.options(),
        &format!("{token}; Max-Age={}", LONGEST / 1_000_000),
    );
}

/// Takes the cookie away, and whatever the browser keeps of the pages.
pub(in crate::web) fn take_cookie(response: &mut Response, app: &App) {
    put_cookie(response, app.options(), "; Max-Age=0");
    let clear = HeaderValue::from_static("\"cache\"");
    response.headers_mut().insert("clear-site-data", clear);
}

/// Has the browser remember a sign-in with an issuer, for ten minutes.
#[cfg(feature = "oidc")]
pub(in crate::web) fn give_pending(response: &mut Response, app: &App, pending: &str) {
    put(response, app.options(), PENDING, &format!("{pending}; Max-Age=600"));
}

/// What the browser remembers of a sign-in with an issuer.
#[cfg(feature = "oidc")]
pub(in crate::web) fn pending_in(headers: &HeaderMap) -> Option<String> {
    let both = [format!("__Host-{PENDING}"), PENDING.to_owned()];
    named(headers, |name| both.iter().any(|known| known == name)).map(str::to_owned)
}

/// Has the browser forget it.
#[cfg(feature = "oidc")]
pub(in crate::web) fn take_pending(response: &mut Response, app: &App) {
    put(response, app.options(), PENDING, "; Max-Age=0");
}

fn put_cookie(response: &mut Response, options: &Options, value: &str) {
    put(response, options, PLAIN_COOKIE, value);
}

/// Where the server is reached over TLS the name has a prefix that keeps other hosts of the domain from setting it.
fn put(response: &mut Response, options: &Options, name: &str, value: &str) {
    let (prefix, secure) = if options.is_secure() {
        ("__Host-", "; Secure")
    } else {
        ("", "")
    };
    let text = format!("{prefix}{name}={value}; Path=/; HttpOnly; SameSite=Lax{secure}");
    if let Ok(value) = HeaderValue::from_str(&text) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
