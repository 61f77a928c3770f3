//! Evaluations: briefs and views that somebody keeps under a name, and the links frozen from them.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use uuid::Uuid;

use super::links::{LinkView, view as link_view};
use super::ranking::{Loaded, summary_of};
use super::share::{SharePage, asked, pin_of, words};
use super::tabs::Link;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{Evaluation, ShareLink, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::query::Query;
use crate::web::urls::Pairs;
use crate::web::{moment, now, urls};

/// The longest name, in characters.
const LONGEST_NAME: usize = 80;

#[derive(Template)]
#[template(path = "evaluations.html")]
struct EvaluationsPage {
    shell: Shell,
    lang: Lang,
    saved: bool,
    errors: Vec<FieldError>,
    evaluations: Vec<EvaluationView>,
    start: Link,
}

/// An evaluation as its owner sees it.
struct EvaluationView {
    id: String,
    name: String,
    brief: String,
    saved: String,
    /// In the newest release, and in the one it was saved at.
    live: String,
    pinned: Link,
    freeze: String,
    rename: String,
    remove: String,
    links: Vec<LinkView>,
}

/// `GET /{lang}/evaluations`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let page = EvaluationsPage::load(&app, &ctx).await?;
    Ok(html(StatusCode::OK, &page))
}

/// `POST /{lang}/evaluations`: keeps the ranking of the form.
///
/// # Errors
/// [`WebError::BadWord`] when the words of the ranking cannot be used; those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let (ctx, loaded) = asked(&app, ctx, &sent).await?;
    let Some(name) = name_of(&sent) else {
        let errors = vec![FieldError::new("name", fault(ctx.lang))];
        let page = SharePage::load(&app, &ctx, &loaded).await?.filled(&sent, errors);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let at = now().as_microsecond();
    let evaluation = Evaluation {
        id: new_id(),
        account: sent.who.account.id,
        name,
        query: words(&unpinned(&loaded)),
        pin: pin_of(&loaded),
        saved_at_micros: at,
    };
    tx.add_evaluation(&evaluation).await?;
    let act = Act::new(Action::Add, Kind::Evaluation, evaluation.id.to_string()).with_note(evaluation.name);
    tx.log(&sent.actor(), &act, at).await?;
    sent.commit(tx, &saved(ctx.lang)).await
}

/// `POST /{lang}/evaluations/{id}`: gives it another name.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such evaluation of this account; those of the database.
pub async fn rename(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let Some(name) = name_of(&sent) else {
        let page = EvaluationsPage {
            errors: vec![FieldError::new(&format!("name-{id}"), fault(ctx.lang))],
            ..EvaluationsPage::load(&app, &ctx).await?
        };
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let renamed = match id.parse::<Uuid>() {
        Ok(id) => tx.rename_evaluation(id, sent.who.account.id, &name).await?,
        Err(_) => false,
    };
    if !renamed {
        return Err(missing(id));
    }
    let act = Act::new(Action::Change, Kind::Evaluation, id).with_note(name);
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &saved(ctx.lang)).await
}

/// `POST /{lang}/evaluations/{id}/removal`: takes it away; links frozen from it go on.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such evaluation of this account; those of the database.
pub async fn remove(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
    sent: Sent,
) -> Result<Response, WebError> {
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let gone = match id.parse::<Uuid>() {
        Ok(id) => tx.remove_evaluation(id, sent.who.account.id).await?,
        Err(_) => false,
    };
    if !gone {
        return Err(missing(id));
    }
    let act = Act::new(Action::Remove, Kind::Evaluation, id);
    tx.log(&sent.actor(), &act, now().as_microsecond()).await?;
    sent.commit(tx, &saved(ctx.lang)).await
}

fn missing(id: String) -> WebError {
    WebError::NoRecord { kind: "evaluation", id }
}

fn saved(lang: Lang) -> String {
    format!("{}?saved=yes", urls::evaluations(lang))
}

pub(super) fn fault(lang: Lang) -> String {
    lang.with("evaluations.error.name", "most", LONGEST_NAME)
}

/// The name of a form, if it can be one.
pub(super) fn name_of(sent: &Sent) -> Option<String> {
    let name: String = sent.field("name").chars().filter(|c| !c.is_control()).collect();
    (1..=LONGEST_NAME).contains(&name.chars().count()).then_some(name)
}

/// The words of a ranking in whatever release and version are in force.
fn unpinned(loaded: &Loaded) -> Pairs {
    let mut query = loaded.query.clone();
    query.brief.release = None;
    query.brief.scorecard = query.brief.scorecard.map(|(id, _)| (id, None));
    query.normalise(loaded.prepared.scorecard()).ok();
    query.pairs()
}

impl EvaluationsPage {
    async fn load(app: &App, ctx: &Ctx) -> Result<Self, WebError> {
        let (lang, account) = (ctx.lang, ctx.who()?.account.id);
        let mut tx = app.db().read().await?;
        let evaluations = tx.evaluations_of(account).await?;
        let links = tx.share_links_of(account).await?;
        drop(tx);
        Ok(Self {
            shell: Shell::new(ctx, lang.t("evaluations.title"), String::new(), &Vec::new()),
            lang,
            saved: ctx.word("saved") == "yes",
            errors: Vec::new(),
            evaluations: evaluations
                .iter()
                .map(|evaluation| view(app, lang, evaluation, &links))
                .collect(),
            start: Link::new(urls::ranking(lang, &Vec::new()), lang.t("evaluations.start"), false),
        })
    }
}

fn view(app: &App, lang: Lang, evaluation: &Evaluation, links: &[ShareLink]) -> EvaluationView {
    let pairs: Pairs = form_urlencoded::parse(evaluation.query.as_bytes())
        .into_owned()
        .collect();
    let pin = &evaluation.pin;
    let without = pairs.iter().filter(|(word, _)| word != "scorecard").cloned();
    let pinned = without.chain([
        ("scorecard".to_owned(), format!("{}@{}", pin.scorecard, pin.version)),
        ("release".to_owned(), format!("r{}", pin.release)),
    ]);
    let own = links.iter().filter(|link| link.evaluation == Some(evaluation.id));
    let at = now().as_microsecond();
    let mut freeze = pairs.clone();
    freeze.push(("evaluation".to_owned(), evaluation.id.to_string()));
    EvaluationView {
        id: evaluation.id.to_string(),
        name: evaluation.name.clone(),
        brief: brief(app, lang, &pairs).unwrap_or_else(|| evaluation.query.clone()),
        saved: moment(evaluation.saved_at_micros),
        pinned: Link::new(
            urls::ranking(lang, &pinned.collect()),
            lang.with("evaluations.open_pinned", "release", format!("r{}", pin.release)),
            false,
        ),
        live: urls::ranking(lang, &pairs),
        freeze: urls::share(lang, &freeze),
        rename: urls::evaluation(lang, &evaluation.id),
        remove: urls::evaluation_removal(lang, &evaluation.id),
        links: own.map(|link| link_view(lang, link, at)).collect(),
    }
}

/// The brief in words; `None` where it is of a scorecard that is not there any more.
fn brief(app: &App, lang: Lang, pairs: &Pairs) -> Option<String> {
    let query = Query::read(pairs).ok()?;
    let scorecard = app.scorecard(&query.brief).ok()?;
    Some(summary_of(lang, query.brief.need(&scorecard), &query))
}
