//! Showing a ranking to others: its address, a frozen shortlist under a link of its own, or an evaluation to come back to.

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;
use uuid::Uuid;

use super::column_sets;
use super::links::DAY;
use super::ranking::{Loaded, foot, load, summary};
use super::tabs::Link;
use crate::domain::account::Role;
use crate::domain::audit::{Act, Action, Kind};
use crate::store::{Pin, ShareLink, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::auth::secret;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::urls::Pairs;
use crate::web::{LONGEST_QUERY, moment, now, urls};

/// How long a link may show its shortlist, in days.
const DAYS: [i64; 4] = [7, 30, 90, 365];

/// The choice of days unless another is made.
const USUAL_DAYS: i64 = 30;

/// The longest word to those who open a link, in characters.
const LONGEST_NOTE: usize = 300;

#[derive(Template)]
#[template(path = "share.html")]
pub(super) struct SharePage {
    shell: Shell,
    lang: Lang,
    back: String,
    brief: String,
    basis: String,
    /// The address of the view, and of the view in this release for good.
    live: String,
    pinned: String,
    /// The words of the view with release and version.
    query: String,
    /// Somebody who may keep work is signed in.
    may_keep: bool,
    /// Where those sign in who are not.
    sign_in: Option<String>,
    create: String,
    days: Vec<(i64, String, bool)>,
    note: String,
    previews: bool,
    evaluation: String,
    save: String,
    name: String,
    kept: Vec<Link>,
    keep_columns: String,
    /// Columns that are kept: the name, and where they are taken away.
    columns: Vec<(String, String)>,
    errors: Vec<FieldError>,
    made: Option<Made>,
}

/// A link that is shown this once.
struct Made {
    address: String,
    until: String,
}

/// What a form says of a link to be made.
struct Wish {
    days: Option<i64>,
    note: String,
    previews: bool,
    evaluation: Option<Uuid>,
}

/// `GET /{lang}/share`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn show(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = load(&app, &ctx).await?;
    let page = SharePage::load(&app, &ctx, &loaded).await?;
    let evaluation = ctx.word("evaluation").chars().take(40).collect();
    Ok(html(StatusCode::OK, &SharePage { evaluation, ..page }))
}

/// `POST /{lang}/links`: freezes the ranking of the form.
///
/// # Errors
/// [`WebError::BadWord`] when the words of the ranking cannot be used; those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, sent: Sent) -> Result<Response, WebError> {
    let (ctx, loaded) = asked(&app, ctx, &sent).await?;
    let wish = Wish::read(&sent);
    let errors = wish.faults(&ctx);
    let (Some(days), true) = (wish.days, errors.is_empty()) else {
        let page = SharePage::load(&app, &ctx, &loaded).await?.filled(&sent, errors);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    };
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let account = sent.who.account.id;
    let evaluation = match wish.evaluation {
        Some(id) => tx.evaluation(id, account).await?.map(|found| found.id),
        None => None,
    };
    let (at, token) = (now().as_microsecond(), secret::token()?);
    let link = ShareLink {
        id: new_id(),
        account,
        evaluation,
        query: words(&loaded.pinned().pairs()),
        pin: pin_of(&loaded),
        engine: env!("CARGO_PKG_VERSION").to_owned(),
        note: wish.note,
        previews: wish.previews,
        made_at_micros: at,
        expires_at_micros: at + days * DAY,
        revoked_at_micros: None,
        last_opened_at_micros: None,
    };
    tx.add_share_link(&link, &secret::digest(&token)).await?;
    let act = Act::new(Action::Add, Kind::Link, link.id.to_string());
    let act = act
        .with_content(None, Some(content(&link)))
        .with_note(link.note.as_str());
    tx.log(&sent.actor(), &act, at).await?;
    // Sent again, the form leads to the list, which says that a link is shown once.
    sent.commit(tx, &format!("{}?saved=once", urls::links(ctx.lang)))
        .await?;
    // Never the host that the request names: whoever chose that could read the link.
    let base = app.options().base_url.as_deref().unwrap_or_default();
    let page = SharePage {
        made: Some(Made {
            address: format!("{base}{}", urls::frozen(&token)),
            until: moment(link.expires_at_micros),
        }),
        ..SharePage::load(&app, &ctx, &loaded).await?
    };
    Ok(html(StatusCode::OK, &page))
}

/// What a link is pinned to and how long it lives, for the log.
fn content(link: &ShareLink) -> String {
    json!({
        "query": link.query,
        "expires": moment(link.expires_at_micros),
        "previews": link.previews,
    })
    .to_string()
}

/// The ranking that a form is about, and the request as if it had asked for that.
pub(super) async fn asked(app: &App, ctx: Ctx, sent: &Sent) -> Result<(Ctx, Loaded), WebError> {
    let query = sent.field("query");
    if query.len() > LONGEST_QUERY {
        return Err(WebError::TooLong);
    }
    let ctx = Ctx {
        pairs: form_urlencoded::parse(query.as_bytes()).into_owned().collect(),
        ..ctx
    };
    let loaded = load(app, &ctx).await?;
    Ok((ctx, loaded))
}

/// The words of a query in one line.
pub(super) fn words(pairs: &Pairs) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish()
}

/// What a ranking stands on.
pub(super) fn pin_of(loaded: &Loaded) -> Pin {
    let scorecard = loaded.prepared.scorecard();
    Pin {
        release: loaded.prepared.catalogue().release().number,
        scorecard: scorecard.id.clone(),
        version: scorecard.version,
    }
}

impl Wish {
    fn read(sent: &Sent) -> Self {
        let plain = |c: &char| !c.is_control() || *c == '\n';
        Self {
            days: sent.field("days").parse().ok().filter(|days| DAYS.contains(days)),
            note: sent.field("note").chars().filter(plain).collect(),
            previews: sent.field("previews") == "yes",
            evaluation: sent.field("evaluation").parse().ok(),
        }
    }

    fn faults(&self, ctx: &Ctx) -> Vec<FieldError> {
        let mut errors = Vec::new();
        if self.days.is_none() {
            errors.push(FieldError::new("days", ctx.lang.t("share.error.days")));
        }
        if self.note.chars().count() > LONGEST_NOTE {
            let text = ctx.lang.with("share.error.note", "most", LONGEST_NOTE);
            errors.push(FieldError::new("note", text));
        }
        errors
    }
}

impl SharePage {
    /// The page of a ranking.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn load(app: &App, ctx: &Ctx, loaded: &Loaded) -> Result<Self, WebError> {
        let columns = column_sets::kept(app, ctx).await?.unwrap_or_default();
        let (lang, prepared) = (ctx.lang, &*loaded.prepared);
        let (live, pinned) = (loaded.query.pairs(), loaded.pinned().pairs());
        let base = app.options().base_url.as_deref().unwrap_or_default();
        let here = urls::share(lang, &live);
        Ok(Self {
            shell: Shell {
                other_lang: urls::share(lang.other(), &live),
                ..Shell::new(ctx, lang.t("share.title"), foot(lang, prepared), &live)
            },
            lang,
            back: urls::ranking(lang, &live),
            brief: summary(lang, prepared, &loaded.query),
            basis: foot(lang, prepared),
            live: format!("{base}{}", urls::ranking(lang, &live)),
            pinned: format!("{base}{}", urls::ranking(lang, &pinned)),
            query: words(&pinned),
            may_keep: ctx.asker.may(Role::Member),
            sign_in: ctx.asker.who.is_none().then(|| urls::sign_in(lang, Some(&here))),
            create: urls::links(lang),
            days: days(lang, USUAL_DAYS),
            note: String::new(),
            previews: false,
            evaluation: String::new(),
            save: urls::evaluations(lang),
            name: String::new(),
            kept: vec![
                Link::new(urls::evaluations(lang), lang.t("evaluations.title"), false),
                Link::new(urls::links(lang), lang.t("links.title"), false),
            ],
            keep_columns: urls::column_sets(lang),
            columns: columns
                .into_iter()
                .map(|one| (one.name, urls::column_set_removal(lang, &one.id)))
                .collect(),
            errors: Vec::new(),
            made: None,
        })
    }

    /// The same with what was sent, and what is wrong with it.
    pub(super) fn filled(self, sent: &Sent, errors: Vec<FieldError>) -> Self {
        Self {
            days: days(self.lang, sent.field("days").parse().unwrap_or(USUAL_DAYS)),
            note: sent.raw("note").to_owned(),
            previews: sent.field("previews") == "yes",
            evaluation: sent.field("evaluation").to_owned(),
            name: sent.raw("name").to_owned(),
            errors,
            ..self
        }
    }
}

fn days(lang: Lang, chosen: i64) -> Vec<(i64, String, bool)> {
    DAYS.map(|days| (days, lang.with("share.days", "n", days), days == chosen))
        .to_vec()
}
