//! The pages of those who keep the catalogue, the scorecards and the accounts.

pub mod accounts;
pub mod scorecards;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::account::Role;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::urls;

#[derive(Template)]
#[template(path = "admin.html")]
struct AdminPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    lead: String,
}

/// The tabs of these pages, for whoever asks.
pub(in crate::web::pages) fn sections(ctx: &Ctx) -> Vec<NavItem> {
    let lang = ctx.lang;
    let admin = ctx.asker.who.as_ref().is_some_and(|who| who.may(Role::Admin));
    let all = [
        (urls::admin(lang), "admin.home", true),
        (urls::scorecards(lang), "admin.scorecards", true),
        (urls::accounts(lang), "admin.accounts", admin),
    ];
    let shown = all.into_iter().filter(|(_, _, shown)| *shown);
    shown
        .map(|(href, key, _)| NavItem {
            current: href == ctx.path || (href != urls::admin(lang) && ctx.path.starts_with(&format!("{href}/"))),
            text: lang.t(key),
            href,
        })
        .collect()
}

/// `GET /{lang}/admin`
///
/// # Errors
/// Those of the database.
pub async fn home(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let release = app.live().catalogue.release().number;
    let page = AdminPage {
        shell: Shell::new(&ctx, lang.t("admin.title"), String::new(), &Vec::new()),
        lang,
        sections: sections(&ctx),
        lead: lang.with("admin.lead", "release", format!("r{release}")),
    };
    Ok(html(StatusCode::OK, &page))
}
