//! What every handler needs to know of a request, in one extractor.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use jiff::civil::Date;
use serde::Deserialize;

use super::auth::{Asker, Who};
use super::clock;
use super::error::WebError;
use super::lang::Lang;
use super::urls::{self, Pairs};

/// A request, as far as pages care.
#[derive(Debug, Clone)]
pub struct Ctx {
    /// The language of the path, or the one the browser asks for.
    pub lang: Lang,
    /// The path.
    pub path: String,
    /// The query's words in the order they came.
    pub pairs: Pairs,
    /// htmx wants the fragment, not the page.
    pub fragment: bool,
    /// The page asked for this state to be a step of the history.
    pub push: bool,
    /// The validators the browser holds.
    pub if_none_match: Option<String>,
    /// Today, in UTC.
    pub today: Date,
    /// Who asks.
    pub asker: Asker,
}

impl Ctx {
    /// The value of a word of the query; empty where it is not there.
    #[must_use]
    pub fn word(&self, word: &str) -> &str {
        let found = self.pairs.iter().find(|(name, _)| name == word);
        found.map_or("", |(_, value)| value.trim())
    }

    /// Who is signed in; only routes that ask for a role may count on it.
    ///
    /// # Errors
    /// [`WebError::SignIn`] when nobody is.
    pub fn who(&self) -> Result<&Arc<Who>, WebError> {
        self.asker.who.as_ref().ok_or(WebError::SignIn { next: None })
    }
}

#[derive(Deserialize)]
struct LangPath {
    lang: Option<String>,
}

impl<S: Send + Sync> FromRequestParts<S> for Ctx {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, WebError> {
        let path = Path::<LangPath>::from_request_parts(parts, state)
            .await
            .ok()
            .and_then(|Path(p)| p.lang);
        let asked = preferred(&parts.headers);
        let lang = match path.as_deref() {
            None => language_of(&parts.uri).unwrap_or(asked),
            Some("en") => Lang::En,
            Some("zh") => Lang::Zh,
            Some(_) => return Err(WebError::NoPage { lang: asked }),
        };
        let header = |name: &str| parts.headers.get(name).and_then(|v| v.to_str().ok());
        Ok(Self {
            lang,
            path: parts.uri.path().to_owned(),
            pairs: pairs(&parts.uri),
            fragment: wants_fragment(&parts.headers),
            push: header("steelyard-history") == Some("push"),
            if_none_match: header("if-none-match").map(str::to_owned),
            today: clock::today(),
            asker: parts.extensions.get::<Asker>().cloned().unwrap_or_default(),
        })
    }
}

/// Whether htmx asks for a fragment, and not for a whole page to go back to.
#[must_use]
pub(super) fn wants_fragment(headers: &HeaderMap) -> bool {
    let is = |name: &str| headers.get(name).is_some_and(|v| v == "true");
    is("hx-request") && !is("hx-boosted") && !is("hx-history-restore-request")
}

/// The words of a query, decoded.
#[must_use]
pub(super) fn pairs(uri: &Uri) -> Pairs {
    form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes())
        .into_owned()
        .collect()
}

/// The language an address is in, if it names one: at the beginning of its path, or in a word behind that of a frozen shortlist.
#[must_use]
pub(super) fn language_of(uri: &Uri) -> Option<Lang> {
    let named = if urls::is_frozen(uri.path()) {
        let words = pairs(uri).into_iter();
        words.filter(|(word, _)| word == "lang").map(|(_, code)| code).next()
    } else {
        let first = uri.path().trim_start_matches('/').split('/').next();
        first.map(str::to_owned)
    };
    Lang::ALL.into_iter().find(|lang| Some(lang.code()) == named.as_deref())
}

/// The first of the browser's languages that the product speaks; English otherwise.
#[must_use]
pub(super) fn preferred(headers: &HeaderMap) -> Lang {
    let accepted = headers
        .get("accept-language")
        .and_then(|v| v.to_str().ok())
        .unwrap_or_default();
    accepted
        .split(',')
        .filter_map(|part| part.trim().split([';', '-']).next())
        .find_map(|code| Lang::ALL.into_iter().find(|lang| lang.code() == code))
        .unwrap_or(Lang::En)
}
