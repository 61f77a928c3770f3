//! Page or fragment, decided here and nowhere else; validators, history and headers are the same for every page.

use std::hash::{DefaultHasher, Hash, Hasher};

use askama::Template;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use jiff::civil::Date;

use super::auth::form::Seal;
use super::auth::{Asker, Who};
use super::ctx::Ctx;
use super::error::WebError;
use super::lang::Lang;
use super::urls::{self, Pairs};
use crate::domain::account::Role;

/// What the frame of every page shows.
#[derive(Debug, Clone)]
pub(super) struct Shell {
    /// The page's language.
    pub lang: Lang,
    /// The text of `<title>`.
    pub title: String,
    /// A sentence for search engines and link previews.
    pub description: String,
    /// The navigation: address, text, and whether it is this page.
    pub nav: Vec<NavItem>,
    /// The workbench.
    pub home: String,
    /// The same page in the other language.
    pub other_lang: String,
    /// Release and scorecard, for the foot.
    pub foot: String,
    /// The list of releases.
    pub releases: String,
    /// Values that cannot be right.
    pub findings: String,
    /// Where to sign in.
    pub sign_in: String,
    /// Who is signed in.
    pub account: Option<AccountView>,
    /// What the forms of the page carry.
    pub seal: Seal,
    /// What every printed sheet says at its foot: page, release and scorecard, date.
    pub sheet: String,
}

/// Who is signed in, for the head of the page.
#[derive(Debug, Clone)]
pub(super) struct AccountView {
    /// The name.
    pub name: String,
    /// The page of the account.
    pub href: String,
    /// Where signing out is asked for.
    pub sign_out: String,
    /// The pages of those who keep the catalogue.
    pub admin: Option<String>,
}

/// One entry of the navigation.
#[derive(Debug, Clone)]
pub(super) struct NavItem {
    /// Where it leads.
    pub href: String,
    /// What it is called.
    pub text: String,
    /// It is the page shown.
    pub current: bool,
}

impl Shell {
    /// The frame of a page that belongs to no record.
    #[must_use]
    pub(super) fn bare(lang: Lang, path: &str, title: String) -> Self {
        let nav = [
            (urls::ranking(lang, &Vec::new()), "nav.ranking"),
            (urls::vendors(lang), "nav.vendors"),
            (urls::accelerators(lang, &Vec::new()), "nav.accelerators"),
            (urls::benchmarks(lang, &Vec::new()), "nav.benchmarks"),
            (urls::score(lang), "nav.score"),
            (urls::method(lang), "nav.method"),
        ];
        let current = |href: &str| {
            if href.ends_with('/') {
                path == href
            } else {
                path.starts_with(href)
            }
        };
        let nav = nav
            .into_iter()
            .map(|(href, key)| NavItem {
                current: current(&href),
                text: lang.t(key),
                href,
            })
            .collect();
        Self {
            lang,
            sheet: sheet(&title, "", super::today()),
            title,
            description: lang.t("app.description"),
            nav,
            home: urls::ranking(lang, &Vec::new()),
            other_lang: other_language(lang, path, &Vec::new()),
            foot: String::new(),
            releases: urls::releases(lang),
            findings: urls::findings(lang),
            sign_in: urls::sign_in(lang, None),
            account: None,
            seal: Seal::default(),
        }
    }

    /// The frame for whoever asks; signing in leads back to an address.
    #[must_use]
    pub(super) fn for_asker(self, asker: &Asker, back: Option<&str>) -> Self {
        let lang = self.lang;
        let view = |who: &std::sync::Arc<Who>| AccountView {
            name: who.account.name.to_string(),
            href: urls::account(lang),
            sign_out: urls::sign_out(lang),
            admin: who.may(Role::Editor).then(|| urls::admin(lang)),
        };
        Self {
            sign_in: urls::sign_in(lang, back),
            account: asker.who.as_ref().map(view),
            seal: Seal::new(asker.who.as_ref()),
            ..self
        }
    }

    /// The frame of a page of the catalogue.
    #[must_use]
    pub(super) fn new(ctx: &Ctx, title: String, foot: String, query: &Pairs) -> Self {
        let here = urls::with_query(&ctx.path, query);
        let bare = Self::bare(ctx.lang, &ctx.path, title).for_asker(&ctx.asker, Some(&here));
        Self {
            other_lang: other_language(ctx.lang, &ctx.path, query),
            sheet: sheet(&bare.title, &foot, ctx.today),
            foot,
            ..bare
        }
    }

    /// The address of a static file, with the hash of its content.
    #[must_use]
    #[expect(
        clippy::unused_self,
        reason = "a template can call methods of what it is given, and no functions"
    )]
    pub(super) fn asset(&self, name: &str) -> String {
        super::assets::url(name)
    }
}

/// Title, release and scorecard, date.
fn sheet(title: &str, foot: &str, today: Date) -> String {
    let today = today.to_string();
    let parts = [title, foot, &today].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// The same address in the other language, with the whole query.
#[must_use]
pub(super) fn other_language(lang: Lang, path: &str, query: &Pairs) -> String {
    let own = format!("/{lang}/");
    let rest = path.strip_prefix(&own).unwrap_or_default();
    urls::with_query(&format!("/{}/{rest}", lang.other()), query)
}

/// An HTML response.
#[must_use]
pub(super) fn html(status: StatusCode, page: &impl Template) -> Response {
    match page.render() {
        Ok(body) => {
            let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
            (status, kind, without_marks(body)).into_response()
        }
        Err(error) => {
            tracing::error!(%error, "template");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// The page with a sign in place of each mark that turns the direction of text: catalogue text may hold them, and what stands behind
/// one would be read as something else. No text of ours needs them.
fn without_marks(body: String) -> String {
    let bytes = body.as_bytes();
    let is_mark = |at: usize| {
        matches!(
            bytes.get(at..at + 3),
            Some([0xE2, 0x80, 0x8E | 0x8F | 0xAA..=0xAE] | [0xE2, 0x81, 0xA6..=0xA9])
        )
    };
    if !memchr::memchr_iter(0xE2, bytes).any(is_mark) {
        return body;
    }
    let mark = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    body.replace(mark, "\u{fffd}")
}

/// Tells htmx which address a fragment belongs to: a new step of the history, or the present one.
pub(super) fn put_address(response: &mut Response, ctx: &Ctx, address: &str) {
    if ctx.fragment
        && let Ok(address) = HeaderValue::from_str(address)
    {
        let name = if ctx.push { "hx-push-url" } else { "hx-replace-url" };
        response.headers_mut().insert(name, address);
    }
}

/// Sends a browser to another page, also where htmx asked for a part of this one.
#[must_use]
pub(super) fn leave_for(ctx: &Ctx, address: &str) -> Response {
    match HeaderValue::from_str(address) {
        Ok(address) if ctx.fragment => (
            StatusCode::NO_CONTENT,
            [(HeaderName::from_static("hx-redirect"), address)],
        )
            .into_response(),
        Ok(_) | Err(_) => Redirect::to(address).into_response(),
    }
}

/// Identifies the content of a page: everything that can change it goes in.
#[must_use]
pub(super) fn etag(ctx: &Ctx, epoch: &impl Hash) -> String {
    // DefaultHasher keeps its keys, so equal servers give equal validators.
    let mut hasher = DefaultHasher::new();
    (
        env!("CARGO_PKG_VERSION"),
        super::assets::fingerprint(),
        ctx.lang,
        &ctx.path,
        &ctx.pairs,
        ctx.fragment,
        ctx.push,
        ctx.today,
    )
        .hash(&mut hasher);
    epoch.hash(&mut hasher);
    format!("W/\"{:016x}\"", hasher.finish())
}

/// Whether the browser already holds this content.
#[must_use]
pub(super) fn is_fresh(ctx: &Ctx, etag: &str) -> bool {
    ctx.if_none_match
        .as_deref()
        .is_some_and(|held| held.split(',').any(|tag| tag.trim() == etag))
}

/// A page that depends on nothing but its address and the epoch: 304 where the browser holds it.
///
/// # Errors
/// What `render` gives.
pub(super) fn cached(
    ctx: &Ctx,
    epoch: &impl Hash,
    render: impl FnOnce() -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    let tag = etag(ctx, epoch);
    let mut response = if is_fresh(ctx, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        render()?
    };
    if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
        let headers = response.headers_mut();
        let mut put = |name, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        put(header::ETAG, &tag);
        put(header::CACHE_CONTROL, "no-cache");
        put(header::VARY, "HX-Request, Accept-Encoding");
    }
    Ok(response)
}
