//! Editing scorecards: a draft that everybody shares, changed field by field, looked at beside the version in force, and published
//! as the next version.

pub mod card;
pub mod criterion;
mod curve;
mod form;
pub mod gates;
pub mod list;
pub mod missing;
pub mod publication;
pub mod review;
mod save;
mod steps;
pub mod versions;
mod words;

use std::sync::Arc;

use crate::domain::scorecard::{Scorecard, differences};
use crate::store::ScorecardDraft;
use crate::web::app::{App, Live};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::NavItem;
use crate::web::{moment, urls};

/// What the pages of one scorecard stand on.
struct Desk {
    live: Arc<Live>,
    /// What it says now: the draft, or the newest version.
    card: Scorecard,
    /// The version that the draft was made from.
    base: Arc<Scorecard>,
    draft: Option<ScorecardDraft>,
}

/// What stands above each of these pages.
struct Head {
    name: String,
    list_href: String,
    state: String,
    tabs: Vec<NavItem>,
    saved: bool,
}

impl Desk {
    async fn load(app: &App, id: &str) -> Result<Self, WebError> {
        let draft = app.db().read().await?.scorecard_draft(id).await?;
        if let Ok(desk) = Self::new(app, id, draft.clone()) {
            return Ok(desk);
        }
        // Another server may have published what the draft was made from.
        app.refresh().await?;
        Self::new(app, id, draft)
    }

    fn new(app: &App, id: &str, draft: Option<ScorecardDraft>) -> Result<Self, WebError> {
        let live = app.live();
        let base = match &draft {
            Some(draft) => live.scorecard_version(draft.base.0.as_str(), draft.base.1),
            None => live.newest_scorecard(id),
        };
        let base = base.cloned().ok_or_else(|| no_scorecard(id))?;
        let card = draft
            .as_ref()
            .map_or_else(|| (*base).clone(), |draft| draft.card.clone());
        Ok(Self {
            live,
            card,
            base,
            draft,
        })
    }

    /// The draft, or one that begins with what it says now.
    fn to_open(&self) -> ScorecardDraft {
        self.draft.clone().unwrap_or_else(|| ScorecardDraft {
            card: self.card.clone(),
            base: (self.base.id.clone(), self.base.version),
            revision: 0,
            edited_by: String::new(),
            edited_at_micros: 0,
        })
    }

    fn revision(&self) -> i64 {
        self.draft.as_ref().map_or(0, |draft| draft.revision)
    }

    fn head(&self, ctx: &Ctx) -> Head {
        let (lang, id) = (ctx.lang, self.card.id.as_str());
        let changes = self
            .draft
            .as_ref()
            .map_or(0, |_| differences(&self.base, &self.card).len());
        let review = lang.plural("scorecards.tab.review", changes);
        let part = |part: &str| urls::scorecard_part(lang, id, part);
        let tabs = [
            (urls::scorecard(lang, id), lang.t("scorecards.tab.points")),
            (part("gates"), lang.t("gate.title")),
            (part("missing"), lang.t("scorecards.tab.missing")),
            (part("review"), review),
            (part("versions"), lang.t("scorecards.versions")),
        ];
        let inside = format!("{}/", part("criteria"));
        let current = |place: usize, href: &str| href == ctx.path || (place == 0 && ctx.path.starts_with(&inside));
        let tabs = tabs.into_iter().enumerate().map(|(place, (href, text))| NavItem {
            current: current(place, &href),
            text,
            href,
        });
        Head {
            name: lang.text(&self.card.name).to_owned(),
            list_href: urls::scorecards(lang),
            state: state(self.draft.as_ref(), &self.base, changes, lang),
            tabs: tabs.collect(),
            saved: ctx.word("saved") == "yes",
        }
    }
}

/// What there is: a version in force alone, or a draft with changes.
fn state(draft: Option<&ScorecardDraft>, base: &Scorecard, changes: usize, lang: Lang) -> String {
    let Some(draft) = draft else {
        return lang.with("scorecards.state.none", "version", base.version);
    };
    let (of, at) = (format!("{} v{}", base.id, base.version), moment(draft.edited_at_micros));
    let key = match changes {
        0 => "scorecards.state.same",
        1 => "scorecards.state.one",
        _ => "scorecards.state.other",
    };
    lang.fill(
        key,
        &[("n", &changes), ("version", &of), ("by", &draft.edited_by), ("at", &at)],
    )
}

fn no_scorecard(id: &str) -> WebError {
    WebError::NoRecord {
        kind: "scorecard",
        id: id.to_owned(),
    }
}
