//! Every scorecard with its versions and its draft, and a copy of one under another id.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::words::part_error;
use crate::domain::audit::{Act, Action, Kind};
use crate::domain::ids::ScorecardId;
use crate::domain::scorecard::{Part, PartError, Scorecard, Text, differences};
use crate::store::{Published, ScorecardDraft};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::{moment, now, urls};

#[derive(Template)]
#[template(path = "scorecards.html")]
struct ListPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    cards: Vec<CardView>,
    action: String,
    saved: bool,
    errors: Vec<FieldError>,
    /// What was typed: the scorecard copied, the new id, and the names.
    from: String,
    id: String,
    name_en: String,
    name_zh: String,
}

struct CardView {
    id: String,
    name: String,
    description: String,
    href: String,
    versions_href: String,
    review_href: String,
    /// The version in force, when, by whom, and what was said; none for one that was never published.
    newest: Option<(String, String)>,
    versions: String,
    draft: Option<String>,
}

/// `GET /{lang}/admin/scorecards`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let page = ListPage::load(&app, &ctx).await?;
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/admin/scorecards`: a copy under another id, as a draft.
///
/// # Errors
/// Those of the database.
pub async fn copy(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let (lang, live) = (ctx.lang, app.live());
    let id = sent.field("id");
    let mut errors = Vec::new();
    let from = live.newest_scorecard(sent.field("from"));
    if from.is_none() {
        errors.push(FieldError::new("from", lang.t("scorecards.fault.from")));
    }
    let new_id = from
        .map(|card| card.check_new(Part::Criterion, id))
        .filter(|_| live.newest_scorecard(id).is_none());
    match new_id {
        Some(Err(PartError::Id)) => errors.push(FieldError::new("id", part_error(PartError::Id, id, lang))),
        None if from.is_some() => errors.push(FieldError::new("id", part_error(PartError::Taken, id, lang))),
        _ => {}
    }
    let name = Text {
        en: sent.field("name_en").to_owned(),
        zh: sent.field("name_zh").to_owned(),
    };
    for (field, text) in [("name_en", &name.en), ("name_zh", &name.zh)] {
        if text.is_empty() || text.chars().count() > 200 {
            errors.push(FieldError::new(field, lang.t("scorecards.fault.name")));
        }
    }
    let (Some(from), Ok(id), true) = (from, ScorecardId::new(id), errors.is_empty()) else {
        return refused(&app, &ctx, &sent, errors).await;
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    if tx.scorecard_draft(id.as_str()).await?.is_some() {
        drop(tx);
        let taken = FieldError::new("id", part_error(PartError::Taken, id.as_str(), lang));
        return refused(&app, &ctx, &sent, vec![taken]).await;
    }
    let (by, at) = (sent.actor(), now().as_microsecond());
    let base = (from.id.clone(), from.version);
    let source = format!("{}@{}", from.id, from.version);
    let card = Scorecard {
        id,
        name,
        ..(**from).clone()
    };
    let location = urls::scorecard(lang, card.id.as_str());
    let after = serde_json::to_string(&card).ok();
    let act = Act::new(Action::Add, Kind::Scorecard, card.id.as_str()).with_content(None, after);
    let draft = ScorecardDraft {
        card,
        base,
        revision: 1,
        edited_by: by.name.clone(),
        edited_at_micros: at,
    };
    tx.open_scorecard_draft(&draft).await?;
    tx.log_version(&by, &act.with_note(source), at).await?;
    sent.commit(tx, &location).await
}

async fn refused(app: &App, ctx: &Ctx, sent: &Sent, errors: Vec<FieldError>) -> Result<Response, WebError> {
    let page = ListPage::load(app, ctx).await?;
    let page = ListPage {
        errors,
        from: sent.field("from").to_owned(),
        id: sent.field("id").to_owned(),
        name_en: sent.field("name_en").to_owned(),
        name_zh: sent.field("name_zh").to_owned(),
        ..page
    };
    Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page))
}

impl ListPage {
    async fn load(app: &App, ctx: &Ctx) -> Result<Self, WebError> {
        let (lang, live) = (ctx.lang, app.live());
        let (drafts, published) = {
            let mut tx = app.db().read().await?;
            (tx.scorecard_drafts().await?, tx.scorecard_versions().await?)
        };
        let mut ids: Vec<&str> = live.scorecards.iter().map(|card| card.id.as_str()).collect();
        ids.extend(drafts.iter().map(|draft| draft.card.id.as_str()));
        ids.sort_unstable();
        ids.dedup();
        let view = |id: &&str| {
            let draft = drafts.iter().find(|draft| draft.card.id.as_str() == *id);
            let versions: Vec<&Published> = published.iter().filter(|one| one.id == *id).collect();
            let newest = live.newest_scorecard(id).map(|card| (**card).clone());
            let card = newest.or_else(|| draft.map(|draft| draft.card.clone()))?;
            let base = draft.and_then(|draft| live.scorecard_version(draft.base.0.as_str(), draft.base.1));
            let state = |draft: &ScorecardDraft| {
                let base = base.map_or(&card, |base| &**base);
                super::state(Some(draft), base, differences(base, &draft.card).len(), lang)
            };
            Some(CardView {
                id: (*id).to_owned(),
                name: lang.text(&card.name).to_owned(),
                description: lang.text(&card.description).to_owned(),
                href: urls::scorecard(lang, id),
                versions_href: urls::scorecard_part(lang, id, "versions"),
                review_href: urls::scorecard_part(lang, id, "review"),
                newest: versions.first().map(|one| {
                    let line = lang.fill(
                        "scorecards.published",
                        &[
                            ("version", &one.version),
                            ("at", &moment(one.at_micros)),
                            ("by", &one.by),
                        ],
                    );
                    (line, one.note.clone())
                }),
                versions: lang.plural("scorecards.count", versions.len()),
                draft: draft.map(state),
            })
        };
        Ok(Self {
            shell: Shell::new(ctx, lang.t("scorecards.title"), String::new(), &Vec::new()),
            lang,
            sections: sections(ctx),
            cards: ids.iter().filter_map(view).collect(),
            action: urls::scorecards(lang),
            saved: ctx.word("saved") == "yes",
            errors: Vec::new(),
            from: String::new(),
            id: String::new(),
            name_en: String::new(),
            name_zh: String::new(),
        })
    }
}
