//! `steelyard user`: accounts from the command line of the server, e.g. when nobody can sign in any more.

use std::io::BufRead;
use std::process::ExitCode;

use anyhow::Context;

use super::{base_url, open, say};
use crate::config::{Site, UserAction};
use crate::domain::account::{Account, AccountId, AccountName, Role, check_password};
use crate::domain::audit::{Act, Action, Actor, Kind};
use crate::store::{Db, StoreError, Tx, new_id};
use crate::web;
use crate::web::lang::Lang;

/// Does what the command line says.
///
/// # Errors
/// One line that says what is wrong.
pub(super) async fn user(action: UserAction) -> anyhow::Result<ExitCode> {
    match action {
        UserAction::Add {
            name,
            role,
            password_stdin,
            site,
            store,
        } => {
            let db = open(&store.database_url).await?;
            add(&db, &name, &role, password_stdin, &site).await?;
        }
        UserAction::List(store) => list(&open(&store.database_url).await?).await?,
        UserAction::Role { name, role, store } => {
            let role = Role::parse(&role)?;
            change(&open(&store.database_url).await?, &name, |account| account.role = role).await?;
        }
        UserAction::Disable { name, store } => {
            change(&open(&store.database_url).await?, &name, |account| {
                account.disabled = true;
            })
            .await?;
        }
        UserAction::Enable { name, store } => {
            change(&open(&store.database_url).await?, &name, |account| {
                account.disabled = false;
            })
            .await?;
        }
        UserAction::Reset { name, site, store } => {
            let db = open(&store.database_url).await?;
            let mut tx = db.write().await?;
            let account = named(&mut tx, &name).await?;
            let link = invite(&mut tx, &account, &site).await?;
            tx.commit().await?;
            say(&link);
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn add(db: &Db, name: &str, role: &str, password_stdin: bool, site: &Site) -> anyhow::Result<()> {
    let account = Account {
        id: AccountId(new_id()),
        name: AccountName::new(name)?,
        role: Role::parse(role)?,
        disabled: false,
        created_at_micros: web::now().as_microsecond(),
    };
    let password = password_stdin.then(first_line).transpose()?;
    let mut tx = db.write().await?;
    match tx.add_account(&account, None).await {
        Err(StoreError::Conflict) => anyhow::bail!("there is an account {name:?} already: choose another name"),
        done => done?,
    }
    let after = web::account_content(account.role, false);
    log(&mut tx, Action::Add, &account, (None, Some(after))).await?;
    let link = match password {
        Some(password) => {
            tx.set_password(account.id, &web::password_hash(password).await?)
                .await?;
            None
        }
        None => Some(invite(&mut tx, &account, site).await?),
    };
    tx.commit().await?;
    say(&format!("{} may sign in as {}", account.name, account.role));
    if let Some(link) = link {
        say(&link);
    }
    Ok(())
}

async fn list(db: &Db) -> anyhow::Result<()> {
    for account in db.read().await?.accounts().await? {
        say(&format!(
            "{}\t{}\t{}{}",
            account.name,
            account.role,
            web::moment(account.created_at_micros),
            if account.disabled { "\tdisabled" } else { "" }
        ));
    }
    Ok(())
}

async fn change(db: &Db, name: &str, change: impl FnOnce(&mut Account)) -> anyhow::Result<()> {
    let mut tx = db.write().await?;
    let before = named(&mut tx, name).await?;
    let mut after = before.clone();
    change(&mut after);
    tx.change_account(after.id, after.role, after.disabled).await?;
    let content = |account: &Account| Some(web::account_content(account.role, account.disabled));
    log(&mut tx, Action::Change, &after, (content(&before), content(&after))).await?;
    let alone = !tx.has_admin().await?;
    tx.commit().await?;
    let state = if after.disabled { "disabled" } else { "may sign in" };
    say(&format!("{}: {}, {state}", after.name, after.role));
    if alone {
        say("Nobody can sign in as admin now: the next start of the server prints a link that makes one.");
    }
    Ok(())
}

async fn named(tx: &mut Tx, name: &str) -> anyhow::Result<Account> {
    let found = tx.account_named(&AccountName::new(name)?).await?;
    found.with_context(|| format!("there is no account {name:?}: `steelyard user list` names those that exist"))
}

/// A link for a day.
async fn invite(tx: &mut Tx, account: &Account, site: &Site) -> anyhow::Result<String> {
    let base = base_url(site.base_url.as_deref())?.unwrap_or_else(|| "http://127.0.0.1:8080".to_owned());
    let token = web::link_token(tx, account).await?;
    log(tx, Action::Invite, account, (None, None)).await?;
    Ok(format!(
        "{base}{}   (lets {} choose a password; works once, for a day)",
        web::urls::welcome(Lang::En, &token),
        account.name
    ))
}

async fn log(
    tx: &mut Tx,
    action: Action,
    account: &Account,
    (before, after): (Option<String>, Option<String>),
) -> anyhow::Result<()> {
    let act = Act::new(action, Kind::Account, account.name.as_str()).with_content(before, after);
    Ok(tx
        .log(&Actor::command_line(), &act, web::now().as_microsecond())
        .await?)
}

fn first_line() -> anyhow::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).context("standard input")?;
    let password = line.trim_end_matches(['\r', '\n']).to_owned();
    check_password(&password)?;
    Ok(password)
}
