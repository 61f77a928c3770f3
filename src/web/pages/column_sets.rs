//! Columns of the ranking that somebody keeps under a name, beside the ready-made sets of the workbench.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::evaluations::{fault, name_of};
use super::share::{SharePage, asked, words};
use super::tabs::Link;
use crate::domain::account::Role;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{KeptColumns, StoreError, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::html;
use crate::web::query::Query;
use crate::web::urls::Pairs;
use crate::web::{now, urls};

/// `POST /{lang}/column-sets`: keeps the columns of the ranking of the form.
///
/// # Errors
/// [`WebError::BadWord`] when the words of the ranking cannot be used; those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let (ctx, loaded) = asked(&app, ctx, &sent).await?;
    let Some(name) = name_of(&sent) else {
        let errors = vec![FieldError::new("columns-name", fault(ctx.lang))];
        let page = SharePage::load(&app, &ctx, &loaded).await?.filled(&sent, errors);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let pairs = loaded.query.pairs().into_iter();
    let columns = KeptColumns {
        id: new_id(),
        name,
        query: words(&pairs.filter(|(word, _)| is_of_columns(word)).collect()),
    };
    let at = now().as_microsecond();
    tx.save_columns(sent.who.account.id, &columns, at).await?;
    let act = Act::new(Action::Add, Kind::Columns, columns.id.to_string()).with_note(columns.name);
    tx.log(&sent.actor(), &act, at).await?;
    sent.commit(tx, &urls::ranking(ctx.lang, &loaded.query.pairs())).await
}

/// `POST /{lang}/column-sets/{id}/removal`
///
/// # Errors
/// [`WebError::NoRecord`] when this account keeps no such columns; those of the database.
pub async fn remove(
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
        Ok(id) => tx.remove_columns(id, sent.who.account.id).await?,
        Err(_) => false,
    };
    if !gone {
        return Err(WebError::NoRecord { kind: "columns", id });
    }
    let act = Act::new(Action::Remove, Kind::Columns, id);
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &urls::share(ctx.lang, &Vec::new())).await
}

fn is_of_columns(word: &str) -> bool {
    matches!(word, "cols" | "per" | "cur")
}

/// The columns that whoever asks keeps; `None` for people who keep nothing.
pub(super) async fn kept(app: &App, ctx: &Ctx) -> Result<Option<Vec<KeptColumns>>, StoreError> {
    let Some(who) = ctx.asker.who.as_ref().filter(|who| who.may(Role::Member)) else {
        return Ok(None);
    };
    app.db().read().await?.columns_of(who.account.id).await.map(Some)
}

/// The workbench with each of these columns.
pub(super) fn links(lang: Lang, query: &Query, kept: &[KeptColumns]) -> Vec<Link> {
    let now = query.pairs();
    let link = |columns: &KeptColumns| {
        let pairs: Pairs = form_urlencoded::parse(columns.query.as_bytes()).into_owned().collect();
        let chosen = Query::read(&pairs).ok()?;
        let mut query = query.clone();
        query.view.cols = chosen.view.cols;
        query.view.pick.per = chosen.view.pick.per;
        // A budget is an amount of the brief's currency: another currency would change who passes.
        if query.brief.budget.is_none() {
            query.brief.currency = chosen.brief.currency;
        }
        let pairs = query.pairs();
        Some(Link::new(
            urls::ranking(lang, &pairs),
            columns.name.as_str(),
            pairs == now,
        ))
    };
    kept.iter().filter_map(link).collect()
}
