//! The ranking workbench, and the same rows as CSV and JSON.

mod api;
mod columns;
mod export;
mod model;
mod one_sheet;
mod panel;
mod rows;
mod stability;
mod table;
mod usage;
mod view;
mod words;
mod workbook;

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

pub(super) use api::answer as json_of;
pub use api::{json, rankings};
pub(super) use columns::price_unit;
pub use model::foot;
pub(super) use model::{Results, Scene};
pub use one_sheet::one_sheet;
pub(super) use panel::{summary, summary_of};
pub(super) use rows::{Shown, page, shown, vendors_first};
pub(super) use stability::{GapBar, SampledView, Track, bar_of, percent, sentence, way_text};
pub use table::Table;
pub(super) use table::stale;
pub use view::Total;
pub use words::{
    accelerators_of, cell_text, gap_text, gate_parts, gate_reason, name_of, outcome_word, place_of, region_of,
    with_unit,
};

use super::column_sets;
use crate::domain::brief::{BadWord, Rule};
use crate::domain::ranking::{Prepared, dimension_points};
use crate::domain::scorecard::Scorecard;
use crate::domain::scoring::balance::{Entry, balance_to};
use crate::domain::stability::Sampled;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::page::{cached, etag, html, is_fresh, leave_for, put_address};
use crate::web::query::{Action, Query};
use crate::web::urls;
use model::RankingPage;

/// A query read against its scorecard, with the offers it is about.
pub(super) struct Loaded {
    /// The query, without what is as the scorecard has it.
    pub(super) query: Query,
    /// Every offer, measured for it.
    pub(super) prepared: Arc<Prepared>,
    action: Option<Action>,
    /// Every scorecard, for the choice between them.
    pub(super) scorecards: Vec<Arc<Scorecard>>,
}

impl Loaded {
    /// The query with the release and the version of the scorecard that it was read against.
    pub(super) fn pinned(&self) -> Query {
        let (release, scorecard) = (self.prepared.catalogue().release(), self.prepared.scorecard());
        let mut query = self.query.clone();
        query.brief.release = Some(release.number);
        query.brief.scorecard = Some((scorecard.id.clone(), Some(scorecard.version)));
        query
    }

    /// The workbench for the query.
    fn page(&self, ctx: &Ctx, sampled: Option<&Sampled>) -> Result<RankingPage, BadWord> {
        let ranking = self.prepared.rank(&self.query.brief)?;
        RankingPage::new(&Scene {
            ctx,
            prepared: &self.prepared,
            ranking: &ranking,
            query: &self.query,
            sampled,
            scorecards: &self.scorecards,
        })
    }
}

/// Reads the query of a request, does what its button says, and measures the offers.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(super) async fn load(app: &App, ctx: &Ctx) -> Result<Loaded, WebError> {
    let mut query = Query::read(&ctx.pairs)?;
    let mut prepared = app.prepared(&query.brief).await?;
    let action = query.action.take();
    act(&prepared, &mut query, action.as_ref())?;
    if let Some(Action::Preset(_)) = action {
        // A preset may be for another workload.
        prepared = app.prepared(&query.brief).await?;
    }
    query.normalise(prepared.scorecard())?;
    Ok(Loaded {
        query,
        prepared,
        action,
        scorecards: app.live().scorecards.clone(),
    })
}

/// What a button of the form does to the weights.
fn act(prepared: &Prepared, query: &mut Query, action: Option<&Action>) -> Result<(), BadWord> {
    let scorecard = prepared.scorecard();
    match action {
        None | Some(Action::Apply) => {}
        Some(Action::Columns(set)) => query.view.cols = Some(set.columns()),
        Some(Action::Compare) => query.view.pick.keep_chosen(),
        Some(Action::Reset) => {
            query.brief.weights = None;
            query.brief.points.clear();
            query.view.lock.clear();
        }
        Some(Action::Preset(id)) => {
            let preset = scorecard.presets.iter().find(|p| p.id == *id).ok_or_else(|| {
                let known = scorecard
                    .presets
                    .iter()
                    .map(|p| p.id.as_str())
                    .collect::<Vec<_>>()
                    .join(" ");
                BadWord::new("preset", id, Rule::Missing { known })
            })?;
            query.brief.weights = Some(preset.weights.clone());
            query.brief.workload = preset.workload.or(query.brief.workload);
            query.brief.points.clear();
        }
        Some(Action::Balance) => {
            let points = dimension_points(scorecard, &query.brief)?;
            let locked = |id: &String| query.view.lock.contains(id);
            let entries: Vec<Entry> = scorecard
                .dimensions
                .iter()
                .zip(&points)
                .map(|(dimension, &points)| Entry {
                    points,
                    locked: locked(&dimension.id),
                })
                .collect();
            let balanced =
                balance_to(100.0, &entries).map_err(|_| BadWord::new("lock", &join(query), Rule::SomeWeight))?;
            query.brief.weights = Some(balanced);
        }
    }
    Ok(())
}

fn join(query: &Query) -> String {
    query.view.lock.iter().map(String::as_str).collect::<Vec<_>>().join(",")
}

/// `GET /{lang}/`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = load(&app, &ctx).await?;
    if loaded.action == Some(Action::Compare) {
        return Ok(leave_for(&ctx, &urls::compare(ctx.lang, &loaded.query.pairs())));
    }
    let address = urls::ranking(ctx.lang, &loaded.query.pairs());
    if loaded.action.is_some() && !ctx.fragment {
        return Ok(Redirect::to(&address).into_response());
    }
    let own = column_sets::kept(&app, &ctx).await?;
    let epoch = (epoch(&loaded.prepared), &own);
    // A slider must not wait for samples: the fragment asks for them once it has come to rest.
    let sampled = if ctx.fragment || is_fresh(&ctx, &etag(&ctx, &epoch)) {
        None
    } else {
        app.sampled(&loaded.prepared, &loaded.query.brief).await?
    };
    let mut response = cached(&ctx, &epoch, || {
        let own = own
            .as_deref()
            .map(|own| column_sets::links(ctx.lang, &loaded.query, own));
        let page = loaded.page(&ctx, sampled.as_deref())?.with_own_columns(own);
        if !ctx.fragment {
            return Ok(html(StatusCode::OK, &page));
        }
        let fields = loaded.action.as_ref().is_some_and(|a| *a != Action::Apply);
        Ok((
            [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
            page.fragment(fields)?,
        )
            .into_response())
    })?;
    put_address(&mut response, &ctx, &address);
    Ok(response)
}

/// `GET /{lang}/verdict`: a part of the workbench; the workbench itself where a person opens it.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn verdict(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = load(&app, &ctx).await?;
    if !ctx.fragment {
        return Ok(Redirect::to(&urls::ranking(ctx.lang, &loaded.query.pairs())).into_response());
    }
    let sampled = app.sampled(&loaded.prepared, &loaded.query.brief).await?;
    cached(&ctx, &epoch(&loaded.prepared), || {
        let page = loaded.page(&ctx, sampled.as_deref())?;
        Ok((
            [(header::CONTENT_TYPE, "text/html; charset=utf-8")],
            page.as_verdict().render()?,
        )
            .into_response())
    })
}

/// `GET /{lang}/ranking.csv`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    csv_of(&ctx, &load(&app, &ctx).await?)
}

/// The rows of a query as CSV.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(super) fn csv_of(ctx: &Ctx, loaded: &Loaded) -> Result<Response, WebError> {
    cached(ctx, &epoch(&loaded.prepared), || {
        let ranking = loaded.prepared.rank(&loaded.query.brief)?;
        export::csv(ctx, &loaded.prepared, &ranking, &loaded.query)
    })
}

/// `GET /{lang}/ranking.xlsx`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn xlsx(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let loaded = load(&app, &ctx).await?;
    cached(&ctx, &epoch(&loaded.prepared), || {
        let ranking = loaded.prepared.rank(&loaded.query.brief)?;
        workbook::xlsx(&ctx, &loaded.prepared, &ranking, &loaded.query)
    })
}

/// What a ranking depends on beside its address.
pub(super) fn epoch(prepared: &Prepared) -> (u32, String, u32) {
    let scorecard = prepared.scorecard();
    (
        prepared.catalogue().release().number,
        scorecard.id.to_string(),
        scorecard.version,
    )
}
