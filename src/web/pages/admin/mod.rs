//! The pages of those who keep the catalogue, the scorecards and the accounts.

pub mod accounts;
pub mod audit;
pub mod catalogue;
pub mod draft;
pub mod imports;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::account::Role;
use crate::exchange::record::Kind;
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
        (urls::records(lang, Kind::Vendors, &Vec::new()), "admin.catalogue", true),
        (urls::imports(lang), "admin.imports", true),
        (urls::draft(lang), "admin.draft", true),
        (urls::audit(lang, &Vec::new()), "admin.audit", admin),
        (urls::accounts(lang), "admin.accounts", admin),
    ];
    let shown = all.into_iter().filter(|(_, _, shown)| *shown);
    shown
        .map(|(href, key, _)| NavItem {
            current: is_current(&href, ctx),
            text: lang.t(key),
            href,
        })
        .collect()
}

/// Whether a tab is that of the page, or of the pages below it.
fn is_current(href: &str, ctx: &Ctx) -> bool {
    let catalogue = urls::records(ctx.lang, Kind::Vendors, &Vec::new());
    let base = if href == catalogue {
        href.trim_end_matches(Kind::Vendors.word())
    } else {
        href
    };
    if base == urls::admin(ctx.lang) {
        ctx.path == base
    } else {
        ctx.path.starts_with(base)
    }
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
