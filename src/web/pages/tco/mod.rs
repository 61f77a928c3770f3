//! What a load costs: offers over the months of a brief, the two formulas of the seed, and measured histories.

mod api;
mod detail;
mod export;
mod form;
mod formulas;
mod history;
mod list;
mod text;
mod view;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};

pub use api::api;
pub use history::{load_page, read_load};

use super::ranking::epoch;
use super::tabs::no_offer;
use crate::domain::brief::{BadWord, Rule};
use crate::domain::catalogue::Offer;
use crate::domain::cost::CostError;
use crate::domain::ids::{OfferId, VendorId};
use crate::domain::ranking::{Prepared, Ranking};
use crate::domain::tco::{Asking, Comparison, Model, Words};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{cached, html};
use crate::web::query::{Action, Query};
use crate::web::urls::{self, Pairs};

/// Offers that are compared where the link names none.
const BEST: usize = 6;

/// A query read against its scorecard.
struct Loaded {
    query: Query,
    words: Words,
    /// The same with typed amounts in the currency of the page.
    costs: Words,
    prepared: Arc<Prepared>,
    /// The best ranked offer of each vendor, best first.
    best: Vec<OfferId>,
    given: BTreeSet<String>,
    applied: bool,
}

/// What a page or a file is made from.
#[derive(Clone, Copy)]
struct Scene<'a> {
    ctx: &'a Ctx,
    loaded: &'a Loaded,
    comparison: &'a Comparison<'a>,
}

async fn load(app: &App, ctx: &Ctx) -> Result<Loaded, WebError> {
    let mut query = Query::read(&ctx.pairs)?;
    let mut words = Words::read(ctx.pairs.iter().map(|(w, v)| (w.as_str(), v.as_str())))?;
    let prepared = app.prepared(&query.brief).await?;
    let applied = query.action.take() == Some(Action::Apply);
    query.normalise(prepared.scorecard())?;
    words.normalise(query.brief.shown_currency());
    let best = best(&prepared, &prepared.rank(&query.brief)?);
    if best.iter().take(BEST).eq(&words.offers) {
        words.offers.clear();
    }
    words
        .prices
        .retain(|id, _| prepared.catalogue().offer(id.as_str()).is_some());
    let mut given: BTreeSet<String> = query.brief.usage.pairs().into_iter().map(|(word, _)| word).collect();
    given.extend(query.brief.gpus.map(|_| "gpus".to_owned()));
    let costs = in_shown_currency(&prepared, &query, &words)?;
    Ok(Loaded {
        query,
        words,
        costs,
        prepared,
        best,
        given,
        applied,
    })
}

/// Typed amounts stay in the currency they were typed in; what is reckoned with is converted.
fn in_shown_currency(prepared: &Prepared, query: &Query, words: &Words) -> Result<Words, BadWord> {
    let Some(typed_in) = words.typed_in else {
        return Ok(words.clone());
    };
    let rates = prepared.catalogue().rates();
    let conversion = rates.conversion(typed_in, query.brief.shown_currency());
    let known = || {
        rates
            .currencies()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let missing = || BadWord::new("in", &typed_in.to_string(), Rule::Missing { known: known() });
    conversion
        .and_then(|conversion| words.converted(&conversion))
        .ok_or_else(missing)
}

fn best(prepared: &Prepared, ranking: &Ranking) -> Vec<OfferId> {
    let mut vendors: BTreeSet<&VendorId> = BTreeSet::new();
    let ranked = ranking.rows.iter().filter(|row| row.rank.is_some());
    ranked
        .filter_map(|row| prepared.offers().get(row.offer))
        .filter(|measured| vendors.insert(&measured.offer.vendor))
        .map(|measured| measured.offer.id.clone())
        .collect()
}

impl Loaded {
    /// The words of the page in canonical order.
    fn pairs(&self) -> Pairs {
        self.pairs_with(&self.words)
    }

    /// The same with other words; the offers chosen are written once.
    fn pairs_with(&self, words: &Words) -> Pairs {
        let ranking = self.query.pairs().into_iter().filter(|(word, _)| word != "o");
        ranking.chain(words.pairs()).collect()
    }

    /// The offers compared.
    ///
    /// # Errors
    /// [`BadWord`] names one that does not exist.
    fn offers(&self) -> Result<Vec<&Offer>, BadWord> {
        let catalogue = self.prepared.catalogue();
        let chosen: Vec<&OfferId> = if self.words.offers.is_empty() {
            self.best.iter().take(BEST).collect()
        } else {
            self.words.offers.iter().collect()
        };
        let found = |id: &&OfferId| {
            let offer = catalogue.offer(id.as_str());
            offer.ok_or_else(|| no_offer("o", id, self.best.iter()))
        };
        chosen.iter().map(found).collect()
    }

    /// Everything the page shows.
    fn comparison(&self, lang: Lang) -> Result<Comparison<'_>, WebError> {
        let brief = &self.query.brief;
        let asking = Asking {
            catalogue: self.prepared.catalogue(),
            need: self.prepared.need(),
            given: &self.given,
            words: &self.costs,
            currency: brief.shown_currency(),
            dearest_egress: self.prepared.scorecard().dearest_egress_usd_per_gb,
        };
        let budget = brief.budget.map(|budget| budget.decimal().normalize());
        Comparison::new(asking, &self.offers()?, budget).map_err(|error| refused(lang, &error, &self.words))
    }
}

/// Names the word of the page behind an input of the model.
fn refused(lang: Lang, error: &CostError, words: &Words) -> WebError {
    let grows = words.given("growth").is_some() && matches!(error, CostError::TooLarge { .. });
    let field = error.field();
    let field = if grows {
        "growth"
    } else {
        form::word_of(field).unwrap_or(field)
    };
    let text = match error {
        CostError::TooLarge { .. } => lang.with("tco.refused.too_large", "word", field),
        CostError::Order { value, bound, .. } => {
            let values: [(&str, &dyn Display); 3] = [("word", &field), ("value", value), ("bound", bound)];
            lang.fill("tco.refused.order", &values)
        }
        CostError::Impossible { value, .. } => {
            lang.fill("tco.refused.impossible", &[("word", &field), ("value", value)])
        }
        CostError::Missing { .. } => lang.fill("tco.refused.impossible", &[("word", &field), ("value", &"–")]),
    };
    WebError::Input { field, text }
}

/// `GET /{lang}/tco`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = load(&app, &ctx).await?;
    if loaded.applied {
        return Ok(Redirect::to(&urls::tco(ctx.lang, &loaded.pairs())).into_response());
    }
    cached(&ctx, &epoch(&loaded.prepared), || {
        if loaded.words.model != Model::Lifecycle {
            return Ok(html(StatusCode::OK, &formulas::FormulaPage::new(&ctx, &loaded)?));
        }
        let comparison = loaded.comparison(ctx.lang)?;
        let scene = Scene {
            ctx: &ctx,
            loaded: &loaded,
            comparison: &comparison,
        };
        Ok(html(StatusCode::OK, &view::TcoPage::new(scene)))
    })
}

/// `GET /{lang}/tco.csv`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    file(&app, &ctx, export::csv).await
}

/// `GET /{lang}/tco.xlsx`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn xlsx(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    file(&app, &ctx, export::xlsx).await
}

/// `GET /{lang}/tco.json`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn json(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    file(&app, &ctx, export::json).await
}

async fn file(app: &App, ctx: &Ctx, write: fn(Scene<'_>) -> Result<Response, WebError>) -> Result<Response, WebError> {
    let loaded = load(app, ctx).await?;
    cached(ctx, &epoch(&loaded.prepared), || {
        let comparison = loaded.comparison(ctx.lang)?;
        write(Scene {
            ctx,
            loaded: &loaded,
            comparison: &comparison,
        })
    })
}
