//! Saving what a form says into the draft: merged field by field with what others saved, logged, and refused as a whole when a
//! field does not fit or somebody else changed the same one.

use std::collections::BTreeMap;

use askama::Template;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

use super::form::edits;
use super::words::{fault_error, label, shown};
use super::{Desk, Head};
use crate::domain::audit::{Act, Action, Kind};
use crate::domain::scorecard::{Clash, Difference, Scorecard, differences};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::now;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::urls::Pairs;

/// What becomes of a form.
pub(super) enum Saved {
    /// It is saved, was saved before, or somebody has to choose.
    Answer(Response),
    /// Some fields do not fit.
    Refused(Vec<FieldError>),
}

/// Saves a form into the draft and leads to a page; `step` makes of the scorecard with its changed fields what else is asked for.
pub(super) async fn save(
    (app, ctx): (&App, &Ctx),
    sent: &Sent,
    id: &str,
    step: impl FnOnce(Scorecard) -> Result<Scorecard, Vec<FieldError>>,
    location: &str,
) -> Result<Saved, WebError> {
    let desk = Desk::load(app, id).await?;
    let mut tx = match sent.begin(app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(Saved::Answer(answer)),
    };
    let draft = tx.open_scorecard_draft(&desk.to_open()).await?;
    let desk = Desk::new(app, id, Some(draft))?;
    let changes = match desk.card.merged(&edits(sent)) {
        Ok(changes) => changes,
        Err(clashes) => {
            drop(tx);
            let page = ClashPage::new(ctx, &desk, sent, &clashes);
            return Ok(Saved::Answer(html(StatusCode::CONFLICT, &page)));
        }
    };
    let worded = |fault| fault_error(&desk.card, &fault, ctx.lang);
    let changed = match desk.card.with_fields(&changes) {
        Ok(card) => step(card),
        Err(faults) => Err(faults.into_iter().map(worded).collect()),
    };
    let card = match changed {
        Ok(card) => card,
        Err(errors) => return Ok(Saved::Refused(errors)),
    };
    let found = differences(&desk.card, &card);
    if found.is_empty() {
        // Nothing to save, and no draft that would say nothing.
        drop(tx);
        return Ok(Saved::Answer(Redirect::to(location).into_response()));
    }
    let (by, at) = (sent.actor(), now().as_microsecond());
    tx.save_scorecard_draft(&card, &by.name, at).await?;
    let side = |side: fn(&Difference) -> Option<String>| {
        let texts: BTreeMap<String, Option<String>> = found.iter().map(|d| (d.place.to_string(), side(d))).collect();
        serde_json::to_string(&texts).ok()
    };
    let act = Act::new(Action::Change, Kind::Scorecard, id)
        .with_content(side(|d| d.before.clone()), side(|d| d.after.clone()));
    tx.log_version(&by, &act, at).await?;
    let separator = if location.contains('?') { '&' } else { '?' };
    Ok(Saved::Answer(
        sent.commit(tx, &format!("{location}{separator}saved=yes")).await?,
    ))
}

#[derive(Template)]
#[template(path = "scorecard-conflict.html")]
struct ClashPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    action: String,
    by: String,
    clashes: Vec<ClashView>,
    /// The rest of the form, to be sent again.
    rest: Pairs,
}

struct ClashView {
    label: String,
    name: String,
    theirs: Option<(String, String)>,
    mine: (String, String),
}

impl ClashPage {
    fn new(ctx: &Ctx, desk: &Desk, sent: &Sent, clashes: &[Clash]) -> Self {
        let lang = ctx.lang;
        let clashing = |name: &str| {
            let place = name.strip_prefix("was.").unwrap_or(name);
            clashes.iter().any(|clash| clash.place == place)
        };
        let ours = |name: &str| matches!(name, "token" | "once");
        let rest = sent.pairs.iter().filter(|(name, _)| !clashing(name) && !ours(name));
        let view = |clash: &Clash| {
            let word = |text: &String| (text.clone(), shown(&clash.place, text, lang));
            ClashView {
                label: label(&desk.card, &clash.place, lang),
                name: clash.place.clone(),
                theirs: clash.theirs.as_ref().map(word),
                mine: word(&clash.mine),
            }
        };
        Self {
            shell: Shell::new(ctx, lang.t("scorecards.conflict.title"), String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            head: desk.head(ctx),
            action: ctx.path.clone(),
            by: desk
                .draft
                .as_ref()
                .map(|draft| draft.edited_by.clone())
                .unwrap_or_default(),
            clashes: clashes.iter().map(view).collect(),
            rest: rest.cloned().collect(),
        }
    }
}
