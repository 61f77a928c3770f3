//! Signing in with an issuer: out to its page, and back with a code. An account is recognised by issuer and subject alone, never by its
//! name, so that nobody takes over somebody's account by being called the same there.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};

use super::after_sign_in;
use super::sign_in::{enter, place};
use crate::domain::account::{Account, AccountId, AccountName};
use crate::domain::audit::{Act, Action, Actor, Kind};
use crate::store::{Tx, new_id};
use crate::web::app::App;
use crate::web::auth::account_content;
use crate::web::auth::oidc::{Identity, Issuer, Pending};
use crate::web::auth::session;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::now;

/// `GET /{lang}/sign-in/elsewhere`: to the issuer.
///
/// # Errors
/// [`WebError::Elsewhere`] when it does not answer; [`WebError::NoPage`] without one.
pub async fn leave(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let (issuer, base) = configured(&app, &ctx)?;
    let pending = Pending::new(ctx.lang, ctx.word("next"))?;
    let mut response = Redirect::to(&issuer.entrance(base, &pending).await?).into_response();
    session::give_pending(&mut response, &app, &pending.cookie());
    Ok(response)
}

/// `GET /-/sign-in/return`: back from the issuer.
///
/// # Errors
/// [`WebError::Forged`] for an answer to no sign-in of this browser, [`WebError::Elsewhere`] when the issuer did not confirm it;
/// those of the database.
pub async fn come_back(State(app): State<App>, ctx: Ctx, headers: HeaderMap) -> Result<Response, WebError> {
    let (issuer, base) = configured(&app, &ctx)?;
    let pending = session::pending_in(&headers)
        .and_then(|cookie| Pending::parse(&cookie))
        .filter(|pending| pending.is(ctx.word("state")))
        .ok_or(WebError::Forged)?;
    let code = ctx.word("code");
    if code.is_empty() {
        let said = [ctx.word("error"), ctx.word("error_description")].join(" ");
        return Err(WebError::Elsewhere(said.trim().chars().take(200).collect()));
    }
    let identity = issuer.identity(base, &pending, code).await?;
    let mut tx = app.db().write().await?;
    let account = account_of(&mut tx, identity, &ctx.asker.address).await?;
    let mut response = after_sign_in(pending.lang, &pending.next);
    enter(&app, tx, &account, &place(&ctx.asker, &headers), &mut response).await?;
    session::take_pending(&mut response, &app);
    Ok(response)
}

fn configured<'a>(app: &'a App, ctx: &Ctx) -> Result<(&'a Issuer, &'a str), WebError> {
    let options = app.options();
    let both = options.issuer.as_ref().zip(options.base_url.as_deref());
    both.ok_or(WebError::NoPage { lang: ctx.lang })
}

/// The account of an identity: a new one the first time, and with the role that the issuer names now.
async fn account_of(tx: &mut Tx, identity: Identity, address: &str) -> Result<Account, WebError> {
    let at = now().as_microsecond();
    let known = tx.account_of_subject(&identity.subject).await?;
    let before = known
        .as_ref()
        .map(|account| account_content(account.role, account.disabled));
    let account = match known {
        Some(account) if account.disabled => {
            return Err(WebError::Elsewhere(format!("the account {} is disabled", account.name)));
        }
        Some(account) if account.role == identity.role => return Ok(account),
        Some(account) => {
            tx.change_account(account.id, identity.role, false).await?;
            Account {
                role: identity.role,
                ..account
            }
        }
        None => {
            let account = Account {
                id: AccountId(new_id()),
                name: free_name(tx, identity.name).await?,
                role: identity.role,
                disabled: false,
                created_at_micros: at,
            };
            tx.add_account(&account, Some(&identity.subject)).await?;
            account
        }
    };
    let actor = Actor {
        account: Some(account.id),
        name: account.name.to_string(),
        address: address.to_owned(),
    };
    let action = if before.is_some() { Action::Change } else { Action::Add };
    let act = Act::new(action, Kind::Account, account.name.as_str())
        .with_content(before, Some(account_content(account.role, account.disabled)));
    tx.log(&actor, &act, at).await?;
    Ok(account)
}

/// The name, or the first with a number behind it that nobody has.
async fn free_name(tx: &mut Tx, wanted: AccountName) -> Result<AccountName, WebError> {
    let mut name = wanted.clone();
    for number in 2..1000 {
        if tx.account_named(&name).await?.is_none() {
            return Ok(name);
        }
        name =
            AccountName::new(&format!("{wanted}-{number}")).map_err(|fault| WebError::Internal(fault.to_string()))?;
    }
    Err(WebError::Elsewhere(format!(
        "there are too many accounts called {wanted}"
    )))
}
