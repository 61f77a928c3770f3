//! A link that works once. The setup link of a new server makes its first admin; any other lets its account choose a password.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum_extra::extract::Form;
use serde::Deserialize;

use super::sign_in::{enter, place};
use super::{account_fault, new_password_faults};
use crate::domain::account::{Account, AccountId, AccountName, Role};
use crate::domain::audit::{Act, Action, Actor, Kind};
use crate::store::new_id;
use crate::web::app::App;
use crate::web::auth::form::FieldError;
use crate::web::auth::{password, secret};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::{now, urls};

#[derive(Template)]
#[template(path = "welcome.html")]
struct WelcomePage {
    shell: Shell,
    lang: Lang,
    title: String,
    lead: String,
    action: String,
    /// The first admin chooses a name; everybody else has one.
    sets_up: bool,
    name: String,
    errors: Vec<FieldError>,
}

/// What the form sends.
#[derive(Deserialize)]
pub struct Choice {
    #[serde(default)]
    name: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    repeated: String,
}

/// `GET /{lang}/welcome/{token}`
///
/// # Errors
/// [`WebError::Link`] when the link is used or has expired; those of the database.
pub async fn welcome_page(
    State(app): State<App>,
    Path((_, token)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let account = owner(&app, &token).await?;
    let name = account.as_ref().map(|a| a.name.to_string()).unwrap_or_default();
    let page = WelcomePage::new(&ctx, &token, account.is_none(), name);
    Ok(private(html(StatusCode::OK, &page)))
}

/// `POST /{lang}/welcome/{token}`
///
/// # Errors
/// [`WebError::Link`] when the link is used or has expired; those of the database.
pub async fn begin(
    State(app): State<App>,
    Path((_, token)): Path<(String, String)>,
    ctx: Ctx,
    headers: HeaderMap,
    Form(choice): Form<Choice>,
) -> Result<Response, WebError> {
    let known = owner(&app, &token).await?;
    let mut errors = Vec::new();
    let name = match &known {
        Some(account) => Ok(account.name.clone()),
        None => AccountName::new(&choice.name),
    };
    if let Err(fault) = &name {
        errors.push(FieldError::new("name", account_fault(ctx.lang, fault)));
    }
    errors.extend(new_password_faults(ctx.lang, &choice.password, &choice.repeated));
    let Some(name) = name.ok().filter(|_| errors.is_empty()) else {
        let shown = known.as_ref().map_or(choice.name.clone(), |a| a.name.to_string());
        let page = WelcomePage::new(&ctx, &token, known.is_none(), shown);
        return Ok(private(html(
            StatusCode::UNPROCESSABLE_ENTITY,
            &WelcomePage { errors, ..page },
        )));
    };
    let hash = password::hash(choice.password).await?;
    let at = now().as_microsecond();
    let mut tx = app.db().write().await?;
    if !tx.use_link(&secret::digest(&token)).await? {
        return Err(WebError::Link);
    }
    let (account, action) = if let Some(account) = known {
        (account, Action::Password)
    } else {
        let account = Account {
            id: AccountId(new_id()),
            name,
            role: Role::Admin,
            disabled: false,
            created_at_micros: at,
        };
        tx.add_account(&account, None).await?;
        (account, Action::Add)
    };
    tx.set_password(account.id, &hash).await?;
    tx.end_sessions(account.id, None).await?;
    let actor = Actor {
        account: Some(account.id),
        name: account.name.to_string(),
        address: ctx.asker.address.clone(),
    };
    tx.log(&actor, &Act::new(action, Kind::Account, account.name.as_str()), at)
        .await?;
    let home = if account.role >= Role::Editor {
        urls::admin(ctx.lang)
    } else {
        urls::ranking(ctx.lang, &Vec::new())
    };
    let mut response = Redirect::to(&home).into_response();
    enter(&app, tx, &account, &place(&ctx.asker, &headers), &mut response).await?;
    Ok(response)
}

/// Whose link it is; nobody's is the one that sets a server up, and works while there is no admin.
async fn owner(app: &App, token: &str) -> Result<Option<Account>, WebError> {
    let mut tx = app.db().read().await?;
    let link = tx.link(&secret::digest(token), now().as_microsecond()).await?;
    match link.ok_or(WebError::Link)? {
        Some(id) => {
            let account = tx.account(id).await?.filter(|account| !account.disabled);
            account.map(Some).ok_or(WebError::Link)
        }
        None if tx.has_admin().await? => Err(WebError::Link),
        None => Ok(None),
    }
}

/// The address holds a secret: no other page may learn it, and no cache.
fn private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

impl WelcomePage {
    fn new(ctx: &Ctx, token: &str, sets_up: bool, name: String) -> Self {
        let lang = ctx.lang;
        let (title, lead) = if sets_up {
            (lang.t("welcome.setup"), lang.t("welcome.setup_lead"))
        } else {
            (
                lang.t("welcome.password"),
                lang.with("welcome.password_lead", "name", &name),
            )
        };
        let shell = Shell::bare(lang, &ctx.path, title.clone());
        Self {
            shell,
            lang,
            title,
            lead,
            action: urls::welcome(lang, token),
            sets_up,
            name,
            errors: Vec::new(),
        }
    }
}
