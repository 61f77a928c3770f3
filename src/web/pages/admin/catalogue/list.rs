//! All records of a kind, filtered: those in the draft, stale ones, disputed ones, and values that nobody has found.

use std::collections::BTreeSet;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;

use super::work::Work;
use super::{address_of, kind_of};
use crate::domain::capability::{Finding, STALE_DAYS};
use crate::domain::catalogue::{Catalogue, Subject};
use crate::domain::evidence::AsOf;
use crate::exchange::record::{self, Kind, Row};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::urls::{self, Pairs};

/// Records on a page.
const PER_PAGE: usize = 50;

/// What may be asked for besides a text.
const STATES: [&str; 5] = ["all", "draft", "stale", "disputed", "unknown"];

#[derive(Template)]
#[template(path = "records.html")]
struct RecordsPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    kinds: Vec<NavItem>,
    action: String,
    q: String,
    /// Word, text, chosen.
    states: Vec<(String, String, bool)>,
    count: String,
    rows: Vec<RecordView>,
    new: String,
    pages: Vec<NavItem>,
    saved: bool,
}

/// One record in the list.
#[derive(Debug, Clone)]
pub(super) struct RecordView {
    /// For the address of the row.
    pub id: String,
    /// Its key.
    pub label: String,
    /// What it says.
    pub says: String,
    /// Where it was read.
    pub source: String,
    /// When it held.
    pub as_of: String,
    /// How far it can be trusted.
    pub grade: String,
    /// What there is to know of it.
    pub tags: Vec<String>,
    /// Where it is edited; where one is added, for a value that nobody has found.
    pub href: String,
    /// It is to be added.
    pub missing: bool,
}

/// One row, for a form that stood in its place.
#[derive(Template)]
#[template(path = "record-row.html")]
pub(super) struct RowFragment {
    pub(super) lang: Lang,
    pub(super) r: RecordView,
}

/// `GET /{lang}/admin/catalogue/{kind}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such kind; those of the database.
pub async fn index(
    State(app): State<App>,
    Path((_, kind)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let kind = kind_of(&kind)?;
    let work = Work::load(&mut app.db().read().await?).await?;
    let lang = ctx.lang;
    let q = ctx.word("q").to_owned();
    let state = STATES.into_iter().find(|s| *s == ctx.word("state")).unwrap_or("all");
    let all = views(kind, &work, &ctx, (&q, state));
    let pages = all.len().div_ceil(PER_PAGE).max(1);
    let page = ctx.word("page").parse().unwrap_or(1).clamp(1, pages);
    let kept = |number: usize| -> Pairs {
        let words = [
            ("q", q.clone()),
            ("state", state.to_owned()),
            ("page", number.to_string()),
        ];
        let said = |(word, value): &(&str, String)| !value.is_empty() && (*word, value.as_str()) != ("state", "all");
        words.into_iter().filter(said).map(|(w, v)| (w.to_owned(), v)).collect()
    };
    let address = urls::records(lang, kind, &Vec::new());
    let step = |number: usize, key: &str| NavItem {
        href: urls::records(lang, kind, &kept(number)),
        text: lang.t(key),
        current: false,
    };
    let mut steps = Vec::new();
    if page > 1 {
        steps.push(step(page - 1, "records.previous"));
    }
    if page < pages {
        steps.push(step(page + 1, "records.next"));
    }
    let view = RecordsPage {
        shell: Shell::new(&ctx, kind_name(lang, kind), String::new(), &kept(page)),
        lang,
        sections: sections(&ctx),
        kinds: kinds(lang, Some(kind)),
        action: address,
        states: states(lang, kind, state),
        count: format!(
            "{} · {}",
            lang.plural("records.count", all.len()),
            lang.fill("records.page", &[("page", &page), ("pages", &pages)])
        ),
        rows: all.into_iter().skip((page - 1) * PER_PAGE).take(PER_PAGE).collect(),
        new: urls::new_record(lang, kind, &Vec::new()),
        pages: steps,
        saved: ctx.word("saved") == "yes",
        q,
    };
    Ok(html(StatusCode::OK, &view))
}

/// What a kind is called.
pub(super) fn kind_name(lang: Lang, kind: Kind) -> String {
    lang.t(&format!("records.{}", kind.word()))
}

/// The tabs of the kinds.
pub(super) fn kinds(lang: Lang, current: Option<Kind>) -> Vec<NavItem> {
    let item = |kind: Kind| NavItem {
        href: urls::records(lang, kind, &Vec::new()),
        text: kind_name(lang, kind),
        current: current == Some(kind),
    };
    Kind::ALL.into_iter().map(item).collect()
}

fn states(lang: Lang, kind: Kind, chosen: &str) -> Vec<(String, String, bool)> {
    let fits = |state: &&str| kind == Kind::Facts || !["disputed", "unknown"].contains(state);
    STATES
        .into_iter()
        .filter(fits)
        .map(|state| {
            (
                state.to_owned(),
                lang.t(&format!("records.state.{state}")),
                state == chosen,
            )
        })
        .collect()
}

fn views(kind: Kind, work: &Work, ctx: &Ctx, (q, state): (&str, &str)) -> Vec<RecordView> {
    let lang = ctx.lang;
    let labels = |records| -> BTreeSet<String> { record::rows(kind, records).into_iter().map(|r| r.label).collect() };
    let (put, removed) = (labels(&work.draft.put), labels(&work.draft.removed));
    let disputed = if kind == Kind::Facts {
        disputed(&work.catalogue)
    } else {
        BTreeSet::new()
    };
    let wanted = q.to_lowercase();
    let fits = |row: &Row| {
        wanted.is_empty()
            || row.label.to_lowercase().contains(&wanted)
            || row.cells.iter().any(|cell| cell.to_lowercase().contains(&wanted))
    };
    let mut views = Vec::new();
    // Those that the draft takes away are listed, too: otherwise nobody could bring them back.
    let gone = record::rows(kind, &work.draft.removed).into_iter();
    let gone = gone.filter(|row| !put.contains(&row.label));
    for row in gone.chain(record::rows(kind, &work.seen)).filter(fits) {
        let cell = |column: &str| row.cell(kind, column);
        let is_stale = stale(cell("as_of"), ctx.today);
        let is_disputed = disputed.contains(&(
            cell("subject").to_owned(),
            cell("subject_id").to_owned(),
            cell("attribute_id").to_owned(),
        ));
        let is_unknown = cell("value") == "unknown";
        let (drafted, dropped) = (
            put.contains(&row.label),
            removed.contains(&row.label) && !put.contains(&row.label),
        );
        let shown = match state {
            "draft" => drafted || dropped,
            "stale" => is_stale,
            "disputed" => is_disputed,
            "unknown" => is_unknown,
            _ => true,
        };
        if !shown {
            continue;
        }
        let tags = [
            (drafted, "records.tag.draft"),
            (dropped, "records.tag.dropped"),
            (is_stale, "records.tag.stale"),
            (is_disputed, "records.tag.disputed"),
        ];
        let tags = tags.iter().filter(|(on, _)| *on).map(|(_, key)| lang.t(key)).collect();
        views.push(view(lang, kind, &row, tags));
    }
    if kind == Kind::Facts && state == "unknown" {
        views.extend(never_looked_for(&work.catalogue, lang, &wanted));
    }
    views
}

/// A record in the list.
pub(super) fn view(lang: Lang, kind: Kind, row: &Row, tags: Vec<String>) -> RecordView {
    let cell = |column: &str| row.cell(kind, column).to_owned();
    let id = address_of(&row.label);
    RecordView {
        says: row.says(kind),
        source: cell("source"),
        as_of: cell("as_of"),
        grade: cell("grade"),
        tags,
        href: urls::record(lang, kind, &id),
        missing: false,
        label: row.label.clone(),
        id,
    }
}

fn stale(as_of: &str, today: Date) -> bool {
    let age = AsOf::parse(as_of).ok().and_then(|as_of| as_of.age_days(today));
    age.is_some_and(|days| days > STALE_DAYS)
}

/// Values of which another says something else at the same grade.
fn disputed(catalogue: &Catalogue) -> BTreeSet<(String, String, String)> {
    let vendors = catalogue.vendors().map(|v| Subject::Vendor(&v.id));
    let accelerators = catalogue.accelerators().map(|a| Subject::Accelerator(&a.id));
    let offers = catalogue.offers().map(|o| Subject::Offer(&o.id));
    let mut found = BTreeSet::new();
    for subject in vendors.chain(accelerators).chain(offers) {
        for (attribute, facts) in catalogue.facts_of(subject) {
            let kind = catalogue.attribute(attribute.as_str()).map(|a| a.kind);
            if kind.is_some_and(|kind| Finding::new(kind, facts).disputed) {
                let subject_kind = subject.kind().to_string();
                found.insert((subject_kind, subject.id().to_owned(), attribute.to_string()));
            }
        }
    }
    found
}

/// Properties of vendors and accelerators of which there is not one value.
fn never_looked_for(catalogue: &Catalogue, lang: Lang, wanted: &str) -> Vec<RecordView> {
    let vendors = catalogue.vendors().map(|v| Subject::Vendor(&v.id));
    let accelerators = catalogue.accelerators().map(|a| Subject::Accelerator(&a.id));
    let mut views = Vec::new();
    for subject in vendors.chain(accelerators) {
        let own = catalogue.attributes().filter(|a| a.subject == subject.kind());
        for attribute in own.filter(|a| catalogue.facts(subject, a.id.as_str()).is_empty()) {
            let label = format!("{} {} {}", subject.kind(), subject.id(), attribute.id);
            if !label.to_lowercase().contains(wanted) {
                continue;
            }
            let words = [
                ("subject", subject.kind().to_string()),
                ("subject_id", subject.id().to_owned()),
                ("attribute_id", attribute.id.to_string()),
            ];
            let words: Pairs = words.into_iter().map(|(w, v)| (w.to_owned(), v)).collect();
            views.push(RecordView {
                id: address_of(&label),
                says: lang.t("records.nobody"),
                href: urls::new_record(lang, Kind::Facts, &words),
                missing: true,
                label,
                source: String::new(),
                as_of: String::new(),
                grade: String::new(),
                tags: Vec::new(),
            });
        }
    }
    views
}
