//! The form of one record: a field for each column, what others say of the same thing, and who changed it.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::control::{Control, control};
use super::list::kind_name;
use super::work::Work;
use super::{kind_of, subject_of};
use crate::domain::audit::{Kind as Logged, Logged as Line};
use crate::exchange::Problem;
use crate::exchange::record::{self, Kind, Row};
use crate::store::Tx;
use crate::web::app::App;
use crate::web::auth::form::FieldError;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::{moment, urls, wording};

/// How many changes of a record are listed.
const LISTED: i64 = 20;

#[derive(Template)]
#[template(path = "record.html", blocks = ["editor"])]
pub(super) struct RecordPage {
    pub(super) shell: Shell,
    pub(super) lang: Lang,
    pub(super) sections: Vec<NavItem>,
    pub(super) back: NavItem,
    pub(super) title: String,
    pub(super) action: String,
    /// Where it is taken away, or brought back; not for one that is new.
    pub(super) removal: Option<String>,
    /// The draft takes it away.
    pub(super) dropped: bool,
    pub(super) fields: Vec<Field>,
    pub(super) errors: Vec<FieldError>,
    pub(super) history: Vec<Change>,
    pub(super) saved: bool,
    /// In the list, the form stands in place of a row.
    pub(super) in_list: bool,
    pub(super) row_id: String,
}

/// A field.
pub(super) struct Field {
    /// The column.
    pub name: &'static str,
    /// What it is called.
    pub label: String,
    /// What to write.
    pub help: String,
    /// What it says.
    pub value: String,
    /// What it said when the page was opened.
    pub was: String,
    /// What somebody else saved meanwhile.
    pub theirs: Option<String>,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// It must not be empty.
    pub needed: bool,
    /// One of these.
    pub choices: Vec<(String, String)>,
    /// These are proposed.
    pub proposed: Vec<String>,
    /// Several lines.
    pub long: bool,
}

/// A change of the record.
pub(super) struct Change {
    pub at: String,
    pub who: String,
    pub what: String,
}

/// What stands in the fields.
pub(super) struct Filled {
    /// A text for each column.
    pub cells: Vec<String>,
    /// What each said when the page was opened.
    pub was: Vec<String>,
    /// What somebody else saved meanwhile, where it is another text.
    pub theirs: Vec<Option<String>>,
}

impl Filled {
    /// A form as it is opened.
    pub(super) fn opened(cells: Vec<String>) -> Self {
        Self {
            theirs: vec![None; cells.len()],
            was: cells.clone(),
            cells,
        }
    }
}

/// `GET /{lang}/admin/catalogue/{kind}/new`; words of the query fill fields.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such kind; those of the database.
pub async fn new(
    State(app): State<App>,
    Path((_, kind)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let kind = kind_of(&kind)?;
    let work = Work::load(&mut app.db().read().await?).await?;
    let cells = kind
        .columns()
        .iter()
        .map(|column| ctx.word(column).to_owned())
        .collect();
    let filled = Filled {
        was: vec![String::new(); kind.columns().len()],
        ..Filled::opened(cells)
    };
    let page = RecordPage::new(&ctx, kind, (None, &work), filled);
    Ok(html(StatusCode::OK, &page))
}

/// `GET /{lang}/admin/catalogue/{kind}/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such record; those of the database.
pub async fn edit(
    State(app): State<App>,
    Path((_, word, id)): Path<(String, String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let kind = kind_of(&word)?;
    let mut tx = app.db().read().await?;
    let work = Work::load(&mut tx).await?;
    let (row, dropped) = match work.row(kind, &id) {
        Some(row) => (row, false),
        None => (dropped(&work, kind, &id)?, true),
    };
    let history = history(&mut tx, ctx.lang, kind, &row.label).await?;
    let page = RecordPage::new(&ctx, kind, (Some(&row), &work), Filled::opened(row.cells.clone()));
    let page = RecordPage {
        history,
        dropped,
        saved: ctx.word("saved") == "yes",
        ..page
    };
    Ok(answer(&ctx, StatusCode::OK, &page))
}

/// The page, or the form alone where the list asks for it.
pub(super) fn answer(ctx: &Ctx, status: StatusCode, page: &RecordPage) -> Response {
    if ctx.fragment {
        html(status, &page.as_editor())
    } else {
        html(status, page)
    }
}

fn dropped(work: &Work, kind: Kind, id: &str) -> Result<Row, WebError> {
    let mut rows = record::rows(kind, &work.draft.removed).into_iter();
    rows.find(|row| super::address_of(&row.label) == id)
        .ok_or_else(|| WebError::NoRecord {
            kind: "record",
            id: id.to_owned(),
        })
}

/// Who changed the record, the last first.
pub(super) async fn history(tx: &mut Tx, lang: Lang, kind: Kind, label: &str) -> Result<Vec<Change>, WebError> {
    let lines = tx.log_of(Logged::Record, &subject_of(kind, label), LISTED).await?;
    Ok(lines.iter().map(|line| change(lang, line)).collect())
}

fn change(lang: Lang, line: &Line) -> Change {
    Change {
        at: moment(line.at_micros),
        who: line.actor.name.clone(),
        what: format!(
            "{} {}",
            lang.t(&format!("audit.action.{}", line.act.action.as_str())),
            line.act.note
        ),
    }
}

impl RecordPage {
    /// The form of a record, or of a new one.
    pub(super) fn new(ctx: &Ctx, kind: Kind, (row, work): (Option<&Row>, &Work), filled: Filled) -> Self {
        let lang = ctx.lang;
        let id = row.map(|row| super::address_of(&row.label));
        let title = row.map_or_else(
            || lang.with("record.new", "kind", kind_name(lang, kind)),
            |r| r.label.clone(),
        );
        let mut fields = Vec::new();
        let texts = filled.cells.into_iter().zip(filled.was).zip(filled.theirs);
        for (column, ((value, was), theirs)) in kind.columns().iter().zip(texts) {
            let mut field = Field {
                name: column,
                label: lang.t(&format!("field.{column}")),
                help: help(lang, kind, column, work, row),
                value,
                was,
                theirs,
                fault: None,
                needed: kind.needs(column),
                choices: Vec::new(),
                proposed: Vec::new(),
                long: false,
            };
            match control(kind, column, &work.catalogue, lang) {
                Control::Choice(choices) => field.choices = choices,
                Control::Proposed(proposed) => field.proposed = proposed,
                Control::Long => field.long = true,
                Control::Line => {}
            }
            fields.push(field);
        }
        Self {
            shell: Shell::new(ctx, title.clone(), String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            back: NavItem {
                href: urls::records(lang, kind, &Vec::new()),
                text: kind_name(lang, kind),
                current: false,
            },
            title,
            action: match &id {
                Some(id) => urls::record(lang, kind, id),
                None => urls::new_record(lang, kind, &Vec::new()),
            },
            removal: id.as_ref().map(|id| urls::record_removal(lang, kind, id)),
            dropped: false,
            fields,
            errors: Vec::new(),
            history: Vec::new(),
            saved: false,
            in_list: ctx.fragment,
            row_id: id.unwrap_or_else(|| "new".to_owned()),
        }
    }

    /// The same with what is wrong, at the fields and above them.
    pub(super) fn with_problems(mut self, problems: &[Problem]) -> Self {
        for problem in problems {
            let text = wording::problem::problem(&problem.kind, self.lang);
            let column = problem.column.as_deref().unwrap_or_default();
            let field = self.fields.iter_mut().find(|field| field.name == column);
            if let Some(field) = field {
                field.fault = Some(text.clone());
                let named = format!("{}: {text}", field.label);
                self.errors.push(FieldError::new(&format!("f-{column}"), named));
            } else {
                self.errors.push(FieldError::new("record", text));
            }
        }
        self
    }
}

/// What to write into a field.
fn help(lang: Lang, kind: Kind, column: &str, work: &Work, row: Option<&Row>) -> String {
    if kind == Kind::Facts && column == "value" {
        let attribute = row.map(|row| row.cell(kind, "attribute_id"));
        let attribute = attribute.and_then(|id| work.catalogue.attribute(id));
        return match attribute {
            Some(attribute) => lang.fill(
                "field.help.value_of",
                &[("kind", &attribute.kind), ("unit", &attribute.unit)],
            ),
            None => lang.t("field.help.value"),
        };
    }
    match column {
        "as_of" => lang.t("field.help.as_of"),
        "source" => lang.t("field.help.source"),
        "hourly" => lang.t("field.help.hourly"),
        "accelerator_count" => lang.t("field.help.accelerator_count"),
        _ => String::new(),
    }
}
