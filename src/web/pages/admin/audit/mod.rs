//! The log: every write with who, when, from where, what before and what after; as a list to filter, as CSV, and line by line. A line
//! can be taken back where that makes sense, which is a new change with a line of its own.

mod revert;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::Value;
use uuid::Uuid;

pub use revert::revert;

use super::sections;
use crate::domain::audit::{Action, Kind, Logged};
use crate::store::LogFilter;
use crate::web::app::App;
use crate::web::auth::form::FieldError;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::moment;
use crate::web::page::{NavItem, Shell, html};
use crate::web::sheet::{Field, Grid};
use crate::web::urls::{self, Pairs};

/// Lines on a page.
const PER_PAGE: i64 = 100;
/// Lines of a file; whoever wants older ones filters.
const EXPORTED: i64 = 50_000;

/// The columns of the file.
const HEADS: [&str; 11] = [
    "id", "at", "account", "address", "action", "kind", "subject", "version", "before", "after", "note",
];

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    action: String,
    filter: LogFilter,
    actions: Vec<(String, String, bool)>,
    kinds: Vec<(String, String, bool)>,
    lines: Vec<LineView>,
    older: Option<String>,
    csv: String,
}

struct LineView {
    at: String,
    who: String,
    address: String,
    what: String,
    subject: String,
    note: String,
    href: String,
}

#[derive(Template)]
#[template(path = "audit-line.html")]
struct LinePage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    back: String,
    line: LineView,
    version: Option<u32>,
    /// Field, before, after, whether they differ.
    fields: Vec<(String, String, String, bool)>,
    revert: Option<String>,
    errors: Vec<FieldError>,
    done: bool,
}

/// `GET /{lang}/admin/audit`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let filter = filter_of(&ctx);
    let before = ctx.word("before").parse::<Uuid>().ok();
    let mut lines = app.db().read().await?.log_lines(&filter, before, PER_PAGE + 1).await?;
    let more = i64::try_from(lines.len()).is_ok_and(|n| n > PER_PAGE);
    if more {
        lines.pop();
    }
    let older = lines.last().filter(|_| more).map(|last| {
        let mut pairs = pairs_of(&filter);
        pairs.push(("before".to_owned(), last.id.to_string()));
        urls::audit(lang, &pairs)
    });
    let page = AuditPage {
        shell: Shell::new(&ctx, lang.t("audit.title"), String::new(), &pairs_of(&filter)),
        lang,
        sections: sections(&ctx),
        action: urls::audit(lang, &Vec::new()),
        actions: choices(lang, "action", Action::ALL.iter().map(|a| a.as_str()), &filter.action),
        kinds: choices(lang, "kind", Kind::ALL.iter().map(|k| k.as_str()), &filter.kind),
        lines: lines.iter().map(|line| view(lang, line)).collect(),
        older,
        csv: urls::audit_csv(lang, &pairs_of(&filter)),
        filter,
    };
    Ok(html(StatusCode::OK, &page))
}

/// `GET /{lang}/admin/audit.csv`
///
/// # Errors
/// Those of the database.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let lines = app
        .db()
        .read()
        .await?
        .log_lines(&filter_of(&ctx), None, EXPORTED)
        .await?;
    let row = |line: Logged| {
        let act = line.act;
        vec![
            Field::text(line.id.to_string()),
            Field::text(moment(line.at_micros)),
            Field::text(line.actor.name),
            Field::text(line.actor.address),
            Field::text(act.action.as_str()),
            Field::text(act.kind.as_str()),
            Field::text(act.subject),
            line.version.map_or(Field::Empty, |v| Field::Number(v.to_string())),
            Field::text(act.before.unwrap_or_default()),
            Field::text(act.after.unwrap_or_default()),
            Field::text(act.note),
        ]
    };
    let grid = Grid {
        about: vec![ctx.lang.t("audit.lead")],
        heads: HEADS.map(str::to_owned).to_vec(),
        rows: lines.into_iter().map(row).collect(),
    };
    grid.csv("audit", app.live().catalogue.release().number)
}

/// `GET /{lang}/admin/audit/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such line; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let line = find(&app, &id).await?;
    let done = ctx.word("saved") == "yes";
    Ok(html(
        StatusCode::OK,
        &LinePage {
            done,
            ..LinePage::new(&ctx, &line)
        },
    ))
}

async fn find(app: &App, id: &str) -> Result<Logged, WebError> {
    let found = match id.parse::<Uuid>() {
        Ok(id) => app.db().read().await?.log_line(id).await?,
        Err(_) => None,
    };
    found.ok_or_else(|| WebError::NoRecord {
        kind: "line",
        id: id.to_owned(),
    })
}

fn filter_of(ctx: &Ctx) -> LogFilter {
    let word = |name: &str| ctx.word(name).to_owned();
    LogFilter {
        who: word("who"),
        action: word("action"),
        kind: word("kind"),
        subject: word("subject"),
    }
}

fn pairs_of(filter: &LogFilter) -> Pairs {
    let words = [
        ("who", &filter.who),
        ("action", &filter.action),
        ("kind", &filter.kind),
        ("subject", &filter.subject),
    ];
    let said = words.into_iter().filter(|(_, value)| !value.is_empty());
    said.map(|(word, value)| (word.to_owned(), value.clone())).collect()
}

fn choices<'a>(
    lang: Lang,
    what: &str,
    words: impl Iterator<Item = &'a str>,
    chosen: &str,
) -> Vec<(String, String, bool)> {
    let any = (String::new(), lang.t("audit.any"), chosen.is_empty());
    let others = words.map(|word| (word.to_owned(), lang.t(&format!("audit.{what}.{word}")), word == chosen));
    std::iter::once(any).chain(others).collect()
}

fn view(lang: Lang, line: &Logged) -> LineView {
    let act = &line.act;
    LineView {
        at: moment(line.at_micros),
        who: line.actor.name.clone(),
        address: line.actor.address.clone(),
        what: lang.fill(
            "audit.what",
            &[
                ("kind", &lang.t(&format!("audit.kind.{}", act.kind.as_str()))),
                ("action", &lang.t(&format!("audit.action.{}", act.action.as_str()))),
            ],
        ),
        subject: act.subject.clone(),
        note: act.note.clone(),
        href: urls::audit_line(lang, &line.id),
    }
}

/// The fields of both contents: those of a record one by one, anything else by its own names.
fn fields(line: &Logged) -> Vec<(String, String, String, bool)> {
    let read = |text: &Option<String>| -> serde_json::Map<String, Value> {
        let value = text.as_deref().and_then(|t| serde_json::from_str::<Value>(t).ok());
        let value = value.map(|v| v.get("cells").cloned().unwrap_or(v));
        value.and_then(|v| v.as_object().cloned()).unwrap_or_default()
    };
    let (before, after) = (read(&line.act.before), read(&line.act.after));
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort();
    names.dedup();
    let text = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string().chars().take(2_000).collect(),
    };
    names
        .into_iter()
        .map(|name| {
            let (old, new) = (text(before.get(name)), text(after.get(name)));
            let differs = old != new;
            (name.clone(), old, new, differs)
        })
        .collect()
}

impl LinePage {
    fn new(ctx: &Ctx, line: &Logged) -> Self {
        let lang = ctx.lang;
        let view = view(lang, line);
        Self {
            shell: Shell::new(ctx, lang.t("audit.line"), String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            back: urls::audit(lang, &Vec::new()),
            version: line.version,
            fields: fields(line),
            revert: revert::is_possible(line).then(|| view.href.clone()),
            line: view,
            errors: Vec::new(),
            done: false,
        }
    }
}
