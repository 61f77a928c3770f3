//! The server: every route on one screen, and the layers that all of them share.

mod api;
pub mod app;
mod assets;
pub mod auth;
mod book;
pub mod chart;
mod clock;
mod columns;
mod ctx;
mod error;
pub mod intake;
pub mod lang;
pub mod money;
mod page;
pub mod pages;
mod pick;
pub mod publishing;
mod query;
mod server;
mod sheet;
mod trail;
pub mod urls;
pub mod wording;

use std::any::Any;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderName, HeaderValue, Method, Request, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post, put};
use tower::ServiceBuilder;
use tower::util::option_layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;
use tower_http::set_header::SetResponseHeaderLayer;

pub use app::{App, Live, Options};
#[cfg(feature = "oidc")]
pub use auth::Issuer;
pub use auth::{Peer, account_content, link_token, password_hash, setup_token};
pub use clock::{day, moment, now, today};
pub use server::{Server, serve};

use crate::domain::account::Role;
use crate::domain::catalogue::{Accelerator, Offer, Vendor};
use crate::store::Scope;
use api::subject;
use auth::guard::{self, Needs};
use ctx::Ctx;
use error::WebError;
use pages::{
    accelerators, account, admin, benchmarks, chart as charts, column_sets, compare, evaluations, facts, findings,
    frozen, links, matrix, method, offers, prices, ranking, releases, score, sensitivity, share, tco, vendors, why,
};

/// A query longer than this is not one of ours.
const LONGEST_QUERY: usize = 8 * 1024;

/// The largest body a request may have, in bytes.
const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// The largest file of a measured history, in bytes: four years of minutes.
const LARGEST_HISTORY: usize = 64 * 1024 * 1024;

/// The largest form with a file to import, in bytes: a file of 64 MB and what is said about it.
const LARGEST_IMPORT: usize = 66 * 1024 * 1024;

/// The largest file to import, in bytes.
const LARGEST_FILE: usize = 64 * 1024 * 1024;

/// The longest query of a page that keeps a measured history in its address.
const LONGEST_HISTORY: usize = 24 * 1024;

/// No page loads anything from another host, and none runs a script that stands in it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a group of routes asks of its callers.
macro_rules! needs {
    ($needs:expr) => {
        middleware::from_fn_with_state($needs, guard::require)
    };
}

/// All routes.
pub fn router(app: App) -> Router {
    let machinery = Router::new()
        .route(urls::HEALTH_LIVE, get(|| async { "live\n" }))
        .route(urls::HEALTH_READY, get(ready))
        .nest(urls::STATIC, assets::router());
    let layers = ServiceBuilder::new()
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(app.clone(), auth::identify))
        .layer(header_layer(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(header_layer(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(option_layer(app.options().is_secure().then(|| {
            header_layer(header::STRICT_TRANSPORT_SECURITY, "max-age=31536000")
        })))
        .layer(header_layer(header::REFERRER_POLICY, "same-origin"))
        .layer(header_layer(
            HeaderName::from_static("permissions-policy"),
            "camera=(), geolocation=(), microphone=()",
        ))
        .layer(header_layer(
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ))
        .layer(middleware::from_fn(frozen::kept_private))
        .layer(middleware::from_fn(error::worded))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_here(app.options()))
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn(refuse_long));
    reading()
        .merge(api())
        .route_layer(middleware::from_fn_with_state(app.clone(), guard::reading))
        .merge(shared())
        .merge(people())
        .merge(programs())
        .merge(machinery)
        .fallback(no_page)
        .method_not_allowed_fallback(no_method)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(layers)
        .with_state(app)
}

/// Pages that everybody may read, unless reading takes an account.
fn reading() -> Router<App> {
    Router::new()
        .route(urls::ROOT, get(root))
        .route(urls::RANKING, get(ranking::index))
        .route(urls::VERDICT, get(ranking::verdict))
        .route(urls::SUMMARY, get(ranking::one_sheet))
        .route(urls::SHARE, get(share::show))
        .route(urls::RANKING_CSV, get(ranking::csv))
        .route(urls::RANKING_XLSX, get(ranking::xlsx))
        .route(urls::RANKING_JSON, get(ranking::json))
        .route(urls::COMPARE, get(compare::index))
        .route(urls::COMPARE_CSV, get(compare::csv))
        .route(urls::COMPARE_JSON, get(compare::json))
        .route(urls::WHY, get(why::show))
        .route(urls::WHY_CSV, get(why::csv))
        .route(urls::WHY_JSON, get(why::json))
        .route(urls::SENSITIVITY, get(sensitivity::show))
        .route(urls::SENSITIVITY_CSV, get(sensitivity::csv))
        .route(urls::SENSITIVITY_JSON, get(sensitivity::json))
        .route(urls::CHART, get(charts::show))
        .route(urls::CHART_CSV, get(charts::csv))
        .route(urls::CHART_JSON, get(charts::json))
        .route(urls::OFFER, get(offers::show))
        .route(urls::PRICES, get(prices::show))
        .route(urls::FACT, get(facts::show))
        .route(urls::RELEASES, get(releases::index))
        .route(urls::RELEASE, get(releases::show))
        .route(urls::FINDINGS, get(findings::index))
        .route(urls::VENDORS, get(matrix::index))
        .route(urls::VENDORS_CSV, get(matrix::csv))
        .route(urls::VENDOR, get(vendors::show))
        .route(urls::ACCELERATORS, get(accelerators::index))
        .route(urls::ACCELERATORS_CSV, get(accelerators::csv))
        .route(urls::ACCELERATORS_JSON, get(accelerators::json))
        .route(urls::ACCELERATOR, get(accelerators::show))
        .route(urls::BENCHMARKS, get(benchmarks::index))
        .route(urls::BENCHMARKS_CSV, get(benchmarks::csv))
        .route(urls::METHOD, get(method::show))
        .route(urls::TCO, get(tco::index))
        .route(urls::TCO_CSV, get(tco::csv))
        .route(urls::TCO_XLSX, get(tco::xlsx))
        .route(urls::TCO_JSON, get(tco::json))
        .route(
            urls::LOAD,
            get(tco::load_page)
                .post(tco::read_load)
                .layer(DefaultBodyLimit::max(LARGEST_HISTORY)),
        )
        .route(urls::SCORE, get(score::show).post(score::answer))
}

/// The same for programs.
fn api() -> Router<App> {
    Router::new()
        .route(urls::API_DESCRIPTION, get(api::description))
        .route(urls::API_RANKINGS, get(ranking::rankings))
        .route(urls::API_OFFERS, get(subject::index::<Offer>))
        .route(urls::API_OFFER, get(subject::show::<Offer>))
        .route(urls::API_VENDORS, get(subject::index::<Vendor>))
        .route(urls::API_VENDOR, get(subject::show::<Vendor>))
        .route(urls::API_ACCELERATORS, get(subject::index::<Accelerator>))
        .route(urls::API_ACCELERATOR, get(subject::show::<Accelerator>))
        .route(urls::API_BENCHMARKS, get(api::benchmarks::index))
        .route(urls::API_SCORECARDS, get(api::scorecards::index))
        .route(urls::API_RELEASES, get(api::releases::index))
        .route(urls::API_SCORE, post(score::api))
        .route(urls::API_TCO, post(tco::api))
}

/// What programs with a key may change.
fn programs() -> Router<App> {
    let drafting = Router::new()
        .route(urls::API_DRAFT, get(api::draft::show).delete(api::draft::discard))
        .route(urls::API_RECORDS, put(api::draft::put))
        .route(
            urls::API_IMPORTS,
            post(api::imports::create).layer(DefaultBodyLimit::max(LARGEST_FILE)),
        )
        .route_layer(needs!(Needs::only_key(Role::Editor, Scope::Draft)));
    let publishing = Router::new()
        .route(urls::API_RELEASES, post(api::releases::create))
        .route(urls::API_REVERT, post(api::releases::revert))
        .route_layer(needs!(Needs::only_key(Role::Editor, Scope::Publish)));
    drafting.merge(publishing)
}

/// Frozen shortlists, for anyone with the link.
fn shared() -> Router<App> {
    Router::new()
        .route(urls::FROZEN, get(frozen::show))
        .route(urls::FROZEN_SINCE, get(frozen::since))
        .route(urls::FROZEN_CSV, get(frozen::csv))
        .route(urls::FROZEN_JSON, get(frozen::json))
}

/// Pages of people who sign in, by what each asks of them.
fn people() -> Router<App> {
    let entrance = Router::new()
        .route(urls::SIGN_IN, get(account::sign_in_page).post(account::sign_in))
        .route(urls::WELCOME, get(account::welcome_page).post(account::begin));
    #[cfg(feature = "oidc")]
    let entrance = entrance
        .route(urls::SIGN_IN_ELSEWHERE, get(account::leave))
        .route(urls::SIGN_IN_RETURN, get(account::come_back));
    let own = Router::new()
        .route(urls::SIGN_OUT, post(account::sign_out))
        .route(urls::ACCOUNT, get(account::show))
        .route(urls::PASSWORD, post(account::change_password))
        .route(urls::SESSIONS, post(account::end_sessions))
        .route(urls::TOKENS, post(account::create_token))
        .route(urls::TOKEN, post(account::revoke_token))
        .route_layer(needs!(Needs::role(Role::Viewer)));
    let keeping = Router::new()
        .route(urls::LINKS, get(links::index).post(share::create))
        .route(urls::LINK, post(links::revoke))
        .route(urls::EVALUATIONS, get(evaluations::index).post(evaluations::create))
        .route(urls::EVALUATION, post(evaluations::rename))
        .route(urls::EVALUATION_REMOVAL, post(evaluations::remove))
        .route(urls::COLUMN_SETS, post(column_sets::create))
        .route(urls::COLUMN_SET_REMOVAL, post(column_sets::remove))
        .route_layer(needs!(Needs::role(Role::Member)));
    let editing = Router::new()
        .route(urls::ADMIN, get(admin::home))
        .merge(scorecards())
        .route(urls::REVERT, post(releases::revert))
        .route(urls::FINDING, post(findings::settle))
        .route(urls::RECORDS, get(admin::catalogue::index))
        .route(
            urls::NEW_RECORD,
            get(admin::catalogue::new).post(admin::catalogue::create),
        )
        .route(urls::RECORD, get(admin::catalogue::edit).post(admin::catalogue::update))
        .route(urls::RECORD_REMOVAL, post(admin::catalogue::remove))
        .route(
            urls::IMPORTS,
            get(admin::imports::index)
                .post(admin::imports::create)
                .layer(DefaultBodyLimit::max(LARGEST_IMPORT)),
        )
        .route(urls::IMPORT, get(admin::imports::show).post(admin::imports::confirm))
        .route(urls::DRAFT, get(admin::draft::show))
        .route(urls::PUBLICATION, post(admin::draft::publish))
        .route(urls::DISCARD, post(admin::draft::discard))
        .route_layer(needs!(Needs::role(Role::Editor)));
    let administration = Router::new()
        .route(
            urls::ACCOUNTS,
            get(admin::accounts::index).post(admin::accounts::create),
        )
        .route(urls::ONE_ACCOUNT, post(admin::accounts::update))
        .route(urls::INVITATION, post(admin::accounts::link))
        .route(urls::AUDIT, get(admin::audit::index))
        .route(urls::AUDIT_CSV, get(admin::audit::csv))
        .route(urls::AUDIT_LINE, get(admin::audit::show).post(admin::audit::revert))
        .route_layer(needs!(Needs::role(Role::Admin)));
    entrance.merge(own).merge(keeping).merge(editing).merge(administration)
}

/// Pages that edit scorecards.
fn scorecards() -> Router<App> {
    use admin::scorecards::{card, criterion, gates, list, missing, publication, review, versions};
    Router::new()
        .route(urls::SCORECARDS, get(list::index).post(list::copy))
        .route(urls::SCORECARD, get(card::show).post(card::update))
        .route(urls::SCORECARD_GATES, get(gates::show).post(gates::update))
        .route(urls::SCORECARD_CRITERIA, post(card::add_criterion))
        .route(urls::SCORECARD_CRITERION, get(criterion::show).post(criterion::update))
        .route(urls::SCORECARD_CURVE, post(criterion::curve))
        .route(urls::SCORECARD_CRITERION_REMOVAL, post(criterion::remove))
        .route(urls::SCORECARD_MISSING, get(missing::show))
        .route(urls::SCORECARD_REVIEW, get(review::show))
        .route(urls::SCORECARD_PUBLICATION, post(publication::publish))
        .route(urls::SCORECARD_DISCARD, post(publication::discard))
        .route(urls::SCORECARD_VERSIONS, get(versions::index).post(versions::revert))
}

/// Refuses writes that come from pages of others: by what browsers say of where a request comes from.
fn from_here(options: &Options) -> CsrfLayer {
    let layer = CsrfLayer::new();
    let Some(base) = &options.base_url else {
        return layer;
    };
    layer.clone().add_trusted_origin(base).unwrap_or(layer)
}

async fn root(ctx: Ctx) -> Redirect {
    Redirect::to(&urls::ranking(ctx.lang, &ctx.pairs))
}

async fn ready(State(app): State<App>) -> Response {
    match app.db().ping().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {error}\n")).into_response(),
    }
}

async fn no_page(ctx: Ctx) -> WebError {
    WebError::NoPage { lang: ctx.lang }
}

async fn no_method() -> WebError {
    WebError::Method
}

/// Gives an upload the time of a slow line, and everything else half a minute.
async fn in_time(request: Request<axum::body::Body>, next: Next) -> Response {
    let imports = request.uri().path().contains("/imports");
    let uploads = request.method() == Method::POST && (imports || keeps_history(request.uri()));
    let limit = Duration::from_secs(if uploads { 180 } else { 30 });
    let response = tokio::time::timeout(limit, next.run(request)).await;
    response.unwrap_or_else(|_| WebError::Timeout.into_response())
}

/// Whether it is the page of measured histories.
fn keeps_history(uri: &Uri) -> bool {
    uri.path().ends_with("/tco/history")
}

async fn refuse_long(request: Request<axum::body::Body>, next: Next) -> Response {
    let longest = if keeps_history(request.uri()) {
        LONGEST_HISTORY
    } else {
        LONGEST_QUERY
    };
    if request.uri().query().is_some_and(|q| q.len() > longest) {
        return WebError::TooLong.into_response();
    }
    next.run(request).await
}

#[expect(clippy::needless_pass_by_value, reason = "the signature is the layer's")]
fn panicked(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
    WebError::Internal(text.unwrap_or_else(|| "panic".to_owned())).into_response()
}

fn header_layer(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
