//! The pages of those who keep the catalogue, the scorecards and the accounts.

pub mod accounts;
pub mod audit;
pub mod catalogue;
pub mod draft;
pub mod imports;
pub mod scorecards;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::account::Role;
use crate::domain::capability::is_stale;
use crate::domain::catalogue::{Catalogue, Subject, Vendor};
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
    todo: Vec<Todo>,
}

/// Something that waits for somebody.
struct Todo {
    figure: String,
    text: String,
    href: String,
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
        (urls::scorecards(lang), "admin.scorecards", true),
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
    let mut tx = app.db().read().await?;
    let (draft, accepted) = (tx.draft().await?, tx.acceptances().await?);
    drop(tx);
    let live = app.live();
    let findings = app.findings(ctx.today).await?;
    let open = findings.iter().filter(|f| accepted.iter().all(|a| a.key != f.key()));
    let stale = live
        .catalogue
        .vendors()
        .map(|v| stale_of(&live.catalogue, &ctx, v))
        .sum();
    let facts = |state: &str| urls::records(lang, Kind::Facts, &vec![("state".to_owned(), state.to_owned())]);
    let todo = |count: usize, key: &str, href: String| Todo {
        figure: count.to_string(),
        text: lang.t(key),
        href,
    };
    let page = AdminPage {
        shell: Shell::new(&ctx, lang.t("admin.title"), String::new(), &Vec::new()),
        lang,
        sections: sections(&ctx),
        lead: lang.with("admin.lead", "release", format!("r{}", live.catalogue.release().number)),
        todo: vec![
            todo(
                draft.put.len() + draft.removed.len(),
                "admin.todo.draft",
                urls::draft(lang),
            ),
            todo(open.count(), "admin.todo.findings", urls::findings(lang)),
            todo(stale, "admin.todo.stale", facts("stale")),
        ],
    };
    Ok(html(StatusCode::OK, &page))
}

/// How many values of a vendor in force are over a year old.
fn stale_of(catalogue: &Catalogue, ctx: &Ctx, vendor: &Vendor) -> usize {
    let facts = catalogue.facts_of(Subject::Vendor(&vendor.id));
    let first = facts.filter_map(|(_, facts)| facts.first());
    first.filter(|fact| is_stale(fact, ctx.today)).count()
}
