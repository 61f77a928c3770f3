//! Accounts: who may sign in, and as what. Nobody's password is ever typed by somebody else: a link lets each choose their own.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::sections;
use crate::domain::account::{Account, AccountId, AccountName, Role};
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{StoreError, Tx, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::auth::{account_content, link_token};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::account::account_fault;
use crate::web::{moment, now, urls};

#[derive(Template)]
#[template(path = "accounts.html")]
struct AccountsPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    accounts: Vec<AccountRow>,
    action: String,
    roles: Vec<(String, String)>,
    /// Whose link it is, and the link, shown this once.
    link: Option<(String, String)>,
    saved: Option<String>,
    errors: Vec<FieldError>,
    name: String,
}

struct AccountRow {
    name: String,
    role: String,
    disabled: bool,
    since: String,
    action: String,
    link_action: String,
}

/// `GET /{lang}/admin/accounts`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let page = AccountsPage::load(&app, &ctx).await?;
    let saved = match ctx.word("saved") {
        "yes" => Some(ctx.lang.t("form.saved")),
        "link" => Some(ctx.lang.t("account.link_shown_once")),
        _ => None,
    };
    Ok(html(StatusCode::OK, &AccountsPage { saved, ..page }))
}

/// `POST /{lang}/admin/accounts`
///
/// # Errors
/// Those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let (name, role) = (AccountName::new(sent.field("name")), Role::parse(sent.field("role")));
    let mut errors = Vec::new();
    if let Err(fault) = &name {
        errors.push(FieldError::new("name", account_fault(lang, fault)));
    }
    if let Err(fault) = &role {
        errors.push(FieldError::new("role", account_fault(lang, fault)));
    }
    if let Ok(name) = &name
        && app.db().read().await?.account_named(name).await?.is_some()
    {
        errors.push(FieldError::new("name", lang.with("account.error.taken", "name", name)));
    }
    let (Ok(name), Ok(role), true) = (name, role, errors.is_empty()) else {
        return refused(&app, &ctx, errors, sent.field("name")).await;
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let at = now().as_microsecond();
    let account = Account {
        id: AccountId(new_id()),
        name,
        role,
        disabled: false,
        created_at_micros: at,
    };
    match tx.add_account(&account, None).await {
        Err(StoreError::Conflict) => {
            drop(tx);
            let error = FieldError::new("name", lang.with("account.error.taken", "name", &account.name));
            return refused(&app, &ctx, vec![error], account.name.as_str()).await;
        }
        done => done?,
    }
    let after = account_content(account.role, false);
    let act = Act::new(Action::Add, Kind::Account, account.name.as_str()).with_content(None, Some(after));
    tx.log(&sent.actor(), &act, at).await?;
    invite(&app, &ctx, &sent, tx, &account).await
}

/// `POST /{lang}/admin/accounts/{id}`: another role, disabled or not.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such account; those of the database.
pub async fn update(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let account = find(&mut tx, &id).await?;
    let disabled = !sent.field("disabled").is_empty();
    let role = match Role::parse(sent.field("role")) {
        Ok(role) => role,
        Err(fault) => {
            drop(tx);
            let error = FieldError::new("accounts", account_fault(ctx.lang, &fault));
            return refused(&app, &ctx, vec![error], "").await;
        }
    };
    tx.change_account(account.id, role, disabled).await?;
    if !tx.has_admin().await? {
        drop(tx);
        let error = FieldError::new(
            "accounts",
            ctx.lang.with("account.error.last_admin", "name", &account.name),
        );
        return refused(&app, &ctx, vec![error], "").await;
    }
    let act = Act::new(Action::Change, Kind::Account, account.name.as_str()).with_content(
        Some(account_content(account.role, account.disabled)),
        Some(account_content(role, disabled)),
    );
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &format!("{}?saved=yes", urls::accounts(ctx.lang)))
        .await
}

/// `POST /{lang}/admin/accounts/{id}/link`: a link with which the account chooses a password.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such account; those of the database.
pub async fn link(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let account = find(&mut tx, &id).await?;
    if account.disabled {
        drop(tx);
        let error = FieldError::new(
            "accounts",
            ctx.lang.with("account.error.link_of_disabled", "name", &account.name),
        );
        return refused(&app, &ctx, vec![error], "").await;
    }
    invite(&app, &ctx, &sent, tx, &account).await
}

/// Makes the link and shows it; it is nowhere to be read again.
async fn invite(app: &App, ctx: &Ctx, sent: &Sent, mut tx: Tx, account: &Account) -> Result<Response, WebError> {
    let (token, at) = (link_token(&mut tx, account).await?, now().as_microsecond());
    let act = Act::new(Action::Invite, Kind::Account, account.name.as_str());
    tx.log(&sent.actor(), &act, at).await?;
    // Whoever sends the form twice sees that there is a link, and not the link.
    sent.commit(tx, &format!("{}?saved=link", urls::accounts(ctx.lang)))
        .await?;
    // Never the host that the request names: whoever chose that could read the link.
    let base = app.options().base_url.as_deref().unwrap_or_default();
    let address = format!("{base}{}", urls::welcome(ctx.lang, &token));
    let page = AccountsPage::load(app, ctx).await?;
    let page = AccountsPage {
        link: Some((account.name.to_string(), address)),
        ..page
    };
    Ok(html(StatusCode::OK, &page))
}

async fn find(tx: &mut Tx, id: &str) -> Result<Account, WebError> {
    let found = match id.parse::<Uuid>() {
        Ok(id) => tx.account(AccountId(id)).await?,
        Err(_) => None,
    };
    found.ok_or_else(|| WebError::NoRecord {
        kind: "account",
        id: id.to_owned(),
    })
}

async fn refused(app: &App, ctx: &Ctx, errors: Vec<FieldError>, name: &str) -> Result<Response, WebError> {
    let page = AccountsPage::load(app, ctx).await?;
    let page = AccountsPage {
        errors,
        name: name.to_owned(),
        ..page
    };
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
}

impl AccountsPage {
    async fn load(app: &App, ctx: &Ctx) -> Result<Self, WebError> {
        let lang = ctx.lang;
        let accounts = app.db().read().await?.accounts().await?;
        let row = |account: &Account| AccountRow {
            name: account.name.to_string(),
            role: account.role.to_string(),
            disabled: account.disabled,
            since: moment(account.created_at_micros),
            action: urls::one_account(lang, &account.id),
            link_action: urls::invitation(lang, &account.id),
        };
        Ok(Self {
            shell: Shell::new(ctx, lang.t("accounts.title"), String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            accounts: accounts.iter().map(row).collect(),
            action: urls::accounts(lang),
            roles: Role::ALL
                .iter()
                .map(|role| (role.to_string(), lang.t(&format!("role.{role}"))))
                .collect(),
            link: None,
            saved: None,
            errors: Vec::new(),
            name: String::new(),
        })
    }
}
