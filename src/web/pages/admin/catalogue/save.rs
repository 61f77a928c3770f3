//! Saving one record into the draft. What others saved meanwhile is merged field by field; where both changed the same field, both
//! texts are shown and nothing is saved.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::form::{Filled, RecordPage, answer, history};
use super::list::{RowFragment, view};
use super::work::Work;
use super::{content, content_with, kind_of, subject_of};
use crate::domain::audit::{Act, Action, Kind as Logged};
use crate::domain::catalogue::{Catalogue, CatalogueError, Changes};
use crate::domain::merge::{Merged, merge};
use crate::exchange::record::{self, Kind, Row};
use crate::store::{Entry, Tx, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::html;
use crate::web::{now, urls, wording};

/// How often a record may have been renamed since the page was opened.
const RENAMED: usize = 20;

/// `POST /{lang}/admin/catalogue/{kind}/new`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such kind; those of the database.
pub async fn create(
    State(app): State<App>,
    Path((_, word)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    save(&app, &ctx, &sent, (kind_of(&word)?, None)).await
}

/// `POST /{lang}/admin/catalogue/{kind}/{id}`
///
/// # Errors
/// [`WebError::NoRecord`] when there never was such a record; those of the database.
pub async fn update(
    State(app): State<App>,
    Path((_, word, id)): Path<(String, String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    save(&app, &ctx, &sent, (kind_of(&word)?, Some(&id))).await
}

/// `POST /{lang}/admin/catalogue/{kind}/{id}/removal`: takes the record away, or brings it back.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such record; those of the database.
pub async fn remove(
    State(app): State<App>,
    Path((_, word, id)): Path<(String, String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let kind = kind_of(&word)?;
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(response) => return Ok(response),
    };
    tx.hold_draft().await?;
    let work = Work::load(&mut tx).await?;
    let list = urls::records(ctx.lang, kind, &vec![("saved".to_owned(), "yes".to_owned())]);
    let wanted = sent.field("do");
    let (changes, act) = if let Some(row) = work.row(kind, &id) {
        if wanted == "back" {
            return sent.commit(tx, &list).await;
        }
        let removed = record::only(kind, &work.seen, &row.label).with_dependents(&work.seen);
        let others = removed.len() - 1;
        let act = Act::new(Action::Remove, Logged::Record, subject_of(kind, &row.label))
            .with_content(Some(content_with(kind, &row, &removed)), None);
        let act = if others > 0 {
            act.with_note(ctx.lang.plural("record.with_others", others))
        } else {
            act
        };
        let changes = Changes {
            removed,
            ..Changes::default()
        };
        (changes, act)
    } else {
        let rows = record::rows(kind, &work.draft.removed);
        let row = rows.into_iter().find(|row| super::address_of(&row.label) == id);
        if wanted == "remove" {
            // Somebody else was faster.
            return sent.commit(tx, &list).await;
        }
        let row = row.ok_or(WebError::NoRecord { kind: "record", id })?;
        let back = record::only(kind, &work.draft.removed, &row.label).with_dependents(&work.draft.removed);
        let act = Act::new(Action::Add, Logged::Record, subject_of(kind, &row.label))
            .with_content(None, Some(content(kind, &row.label, &row.cells)));
        (Changes::from(back), act)
    };
    if let Err(error) = store(&mut tx, &work, &changes, &sent).await? {
        return Err(WebError::Input {
            field: "record",
            text: wording::fit::catalogue(&error, ctx.lang),
        });
    }
    tx.log_version(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &list).await
}

async fn save(app: &App, ctx: &Ctx, sent: &Sent, (kind, id): (Kind, Option<&str>)) -> Result<Response, WebError> {
    let mut tx = match sent.begin(app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(response) => return Ok(response),
    };
    // From here on nobody else changes the draft, so what is read is what is replaced.
    tx.hold_draft().await?;
    let work = Work::load(&mut tx).await?;
    let theirs = match id {
        None => None,
        Some(id) => find(&mut tx, &work, kind, id).await?,
    };
    if id.is_some() && theirs.is_none() {
        let filled = Filled {
            was: vec![String::new(); kind.columns().len()],
            ..Filled::opened(typed(sent, kind, ""))
        };
        let page = RecordPage::new(ctx, kind, (None, &work), filled);
        let errors = vec![FieldError::new("record", ctx.lang.t("record.error.gone"))];
        return Ok(answer(ctx, StatusCode::CONFLICT, &RecordPage { errors, ..page }));
    }
    let merged = merged(sent, kind, theirs.as_ref());
    let cells = match merged {
        Ok(cells) => cells,
        Err(filled) => {
            let label = theirs.as_ref().map(|row| row.label.clone()).unwrap_or_default();
            let page = RecordPage::new(ctx, kind, (theirs.as_ref(), &work), filled);
            let fault = |field: &super::form::Field| {
                FieldError::new(
                    &format!("f-{}", field.name),
                    ctx.lang.with("record.error.both", "field", &field.label),
                )
            };
            let errors = page.fields.iter().filter(|f| f.theirs.is_some()).map(fault).collect();
            let history = history(&mut tx, ctx.lang, kind, &label).await?;
            let page = RecordPage {
                errors,
                history,
                ..page
            };
            return Ok(answer(ctx, StatusCode::CONFLICT, &page));
        }
    };
    let refused = |problems: &[crate::exchange::Problem], error: Option<String>| {
        let filled = Filled {
            was: theirs
                .as_ref()
                .map_or_else(|| vec![String::new(); cells.len()], |row| row.cells.clone()),
            ..Filled::opened(cells.clone())
        };
        let mut page = RecordPage::new(ctx, kind, (theirs.as_ref(), &work), filled).with_problems(problems);
        page.errors.extend(error.map(|text| FieldError::new("record", text)));
        answer(ctx, StatusCode::UNPROCESSABLE_ENTITY, &page)
    };
    let put = match record::read(kind, &cells, &work.catalogue, ctx.today) {
        Ok(put) => put,
        Err(problems) => return Ok(refused(&problems, None)),
    };
    let mut seen = put.clone();
    // The unit of a fact stands with its attribute.
    if kind == Kind::Facts {
        seen.attributes.clone_from(&work.seen.attributes);
    }
    let Some(after) = record::rows(kind, &seen).pop() else {
        return Ok(refused(&[], Some(ctx.lang.t("record.error.gone"))));
    };
    let renamed = theirs.as_ref().filter(|row| row.label != after.label);
    let taken = (theirs.is_none() || renamed.is_some()) && work.row(kind, &super::address_of(&after.label)).is_some();
    if taken {
        return Ok(refused(
            &[],
            Some(ctx.lang.with("record.error.taken", "record", &after.label)),
        ));
    }
    let changes = Changes {
        put,
        removed: renamed.map_or_else(Default::default, |row| record::only(kind, &work.seen, &row.label)),
    };
    if let Err(error) = store(&mut tx, &work, &changes, sent).await? {
        return Ok(refused(&[], Some(wording::fit::catalogue(&error, ctx.lang))));
    }
    log(&mut tx, sent, kind, (theirs.as_ref(), &after)).await?;
    let address = urls::record(ctx.lang, kind, &super::address_of(&after.label));
    let response = sent.commit(tx, &format!("{address}?saved=yes")).await?;
    if ctx.fragment {
        // The row takes the place of the form that stood in the list.
        let r = view(ctx.lang, kind, &after, vec![ctx.lang.t("records.tag.draft")]);
        return Ok(html(StatusCode::OK, &RowFragment { lang: ctx.lang, r }));
    }
    Ok(response)
}

/// The record of an address, also when somebody else gave it another key since.
async fn find(tx: &mut Tx, work: &Work, kind: Kind, id: &str) -> Result<Option<Row>, WebError> {
    let mut id = id.to_owned();
    for _ in 0..RENAMED {
        if let Some(row) = work.row(kind, &id) {
            return Ok(Some(row));
        }
        let Some(newer) = tx.renamed(kind.word(), &id).await? else {
            return Ok(None);
        };
        id = newer;
    }
    Ok(None)
}

/// The fields as they were sent; those of the page as it was opened have a word in front.
fn typed(sent: &Sent, kind: Kind, before: &str) -> Vec<String> {
    let field = |column: &&str| plain(sent.raw(&format!("{before}{column}")));
    kind.columns().iter().map(field).collect()
}

/// A text as a form can hold it: without spaces around it, with plain ends of lines, without signs that nobody sees.
fn plain(text: &str) -> String {
    let unseen = |c: char| c.is_control() && c != '\n' && c != '\t';
    text.replace("\r\n", "\n").replace(unseen, "").trim().to_owned()
}

/// The texts after both changes, or the form with both texts of the fields that both changed.
fn merged(sent: &Sent, kind: Kind, theirs: Option<&Row>) -> Result<Vec<String>, Filled> {
    let mine = typed(sent, kind, "");
    let Some(theirs) = theirs else { return Ok(mine) };
    let was = typed(sent, kind, "was.");
    let taken = typed(sent, kind, "take.");
    let mut filled = Filled::opened(theirs.cells.clone());
    let texts = mine.into_iter().zip(was).zip(taken).zip(&theirs.cells);
    for (place, (((mine, was), taken), theirs)) in texts.enumerate() {
        let theirs = plain(theirs);
        let mine = if taken == "theirs" { theirs.clone() } else { mine };
        let (value, other) = match merge(&was, &theirs, &mine) {
            Merged::Value(value) => (value, None),
            Merged::Conflict { theirs, mine } => (mine, Some(theirs)),
        };
        if let (Some(cell), Some(slot)) = (filled.cells.get_mut(place), filled.theirs.get_mut(place)) {
            (*cell, *slot) = (value, other);
        }
    }
    if filled.theirs.iter().any(Option::is_some) {
        Err(filled)
    } else {
        Ok(filled.cells)
    }
}

/// Saves into the draft; says what does not fit together then.
async fn store(
    tx: &mut Tx,
    work: &Work,
    changes: &Changes,
    sent: &Sent,
) -> Result<Result<(), CatalogueError>, WebError> {
    let entry = Entry {
        by: sent.who.account.name.to_string(),
        at_micros: now().as_microsecond(),
    };
    if let Err(error) = Catalogue::new(work.release.clone(), changes.apply(&work.seen)) {
        return Ok(Err(error));
    }
    tx.save_draft(changes, &entry, &mut new_id).await?;
    Ok(Ok(()))
}

async fn log(tx: &mut Tx, sent: &Sent, kind: Kind, (before, after): (Option<&Row>, &Row)) -> Result<(), WebError> {
    let action = before.map_or(Action::Add, |_| Action::Change);
    let of = |row: &Row| content(kind, &row.label, &row.cells);
    let act =
        Act::new(action, Logged::Record, subject_of(kind, &after.label)).with_content(before.map(of), Some(of(after)));
    let at = now().as_microsecond();
    tx.log_version(&sent.actor(), &act, at).await?;
    if let Some(before) = before.filter(|before| before.label != after.label) {
        let ids = (super::address_of(&before.label), super::address_of(&after.label));
        tx.note_rename(kind.word(), &ids.0, &ids.1).await?;
    }
    Ok(())
}
