//! What can go wrong on the way to a page, and the only place where a status code is chosen.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Serialize;
use serde_json::{Map, Value};

use super::auth::Asker;
use super::ctx;
use super::intake::IntakeError;
use super::lang::{Lang, group};
use super::page::{Shell, html};
use super::urls;
use crate::domain::account::Role;
use crate::domain::brief::{BadWord, Rule};
use crate::domain::ranking::PrepareError;
use crate::store::{Scope, StoreError};

/// A request that does not get its page.
#[derive(Debug, thiserror::Error)]
pub enum WebError {
    /// A word of the query has a value that cannot be used.
    #[error(transparent)]
    BadWord(#[from] BadWord),
    /// More of something than a page has room for.
    #[error("{word} names {given}, at most {most}")]
    TooMany {
        /// The word of the query.
        word: &'static str,
        /// How many it names.
        given: usize,
        /// How many there is room for.
        most: usize,
    },
    /// No such page.
    #[error("no such page")]
    NoPage {
        /// The language to say so in.
        lang: Lang,
    },
    /// No such record.
    #[error("no such {kind}: {id}")]
    NoRecord {
        /// What kind, as a text key: `offer`, `vendor`, `accelerator`.
        kind: &'static str,
        /// The id asked for.
        id: String,
    },
    /// The method is not one of the page's.
    #[error("method not allowed")]
    Method,
    /// The query is too long to be one of ours.
    #[error("query too long")]
    TooLong,
    /// A case, table or file that cannot be used; the text says what and what to do.
    #[error("{text}")]
    Input {
        /// The field at fault.
        field: &'static str,
        /// What is wrong, in English.
        text: String,
    },
    /// A document or file with problems; all of them stand beside the text.
    #[error("{text}")]
    Refused {
        /// What is wrong, in English.
        text: String,
        /// Members of the problem besides those of every problem.
        more: Map<String, Value>,
    },
    /// What is asked for cannot be done as things stand; the text says why, in English.
    #[error("{0}")]
    Clash(String),
    /// The draft is another than the caller knows.
    #[error("the draft is {held}, not {known}")]
    Moved {
        /// The version that the caller knows.
        known: i64,
        /// The version that there is.
        held: i64,
    },
    /// A route that changes something and takes no cookie.
    #[error("only for keys")]
    OnlyKeys,
    /// A body that is too large.
    #[error("body too large")]
    TooLarge,
    /// The request took too long.
    #[error("timeout")]
    Timeout,
    /// Only for people who are signed in.
    #[error("sign in first")]
    SignIn {
        /// The page to come back to.
        next: Option<String>,
    },
    /// Only for people with at least this role.
    #[error("needs the role {0}")]
    Role(Role),
    /// Only for keys with this scope; without one, only for browsers.
    #[error("needs another scope")]
    KeyScope(Option<Scope>),
    /// A key that is not known, has expired, or belongs to a disabled account.
    #[error("bad key")]
    BadKey,
    /// A form that does not come from a page of ours, or one that is too old.
    #[error("not our form")]
    Forged,
    /// A link that was used, has expired, or never was.
    #[error("link of no use")]
    Link,
    /// A share link that was revoked or has expired.
    #[error("share link ended")]
    ShareLinkEnded,
    /// Too many attempts to sign in.
    #[error("too many attempts")]
    TooOften,
    /// The issuer that people sign in with did not confirm somebody; the text says why, in English.
    #[error("sign-in elsewhere: {0}")]
    Elsewhere(String),
    /// The database does not do its work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Scorecard and catalogue do not fit together.
    #[error(transparent)]
    Prepare(#[from] PrepareError),
    /// A template or a task failed.
    #[error("{0}")]
    Internal(String),
}

impl From<IntakeError> for WebError {
    fn from(error: IntakeError) -> Self {
        match error {
            IntakeError::Unfit(cause) => Self::Input {
                field: "body",
                text: format!("the file does not fit the catalogue, nothing was changed: {cause}"),
            },
            IntakeError::Draft(cause) => Self::Clash(format!(
                "the draft does not fit the newest release: correct or discard it: {cause}"
            )),
            IntakeError::NoRelease | IntakeError::Reading(_) => Self::Internal(error.to_string()),
            IntakeError::Store(error) => error.into(),
        }
    }
}

impl From<askama::Error> for WebError {
    fn from(error: askama::Error) -> Self {
        Self::Internal(error.to_string())
    }
}

/// The faults of one response, for the layer that words them.
#[derive(Clone)]
struct Fault {
    status: StatusCode,
    word: Option<String>,
    say: fn(Lang, &Said) -> String,
    said: Said,
    /// Signing in helps.
    sign_in: bool,
    /// The page to come back to.
    next: Option<String>,
    /// What else a problem holds.
    more: Map<String, Value>,
}

impl Fault {
    fn new(say: fn(Lang, &Said) -> String) -> Self {
        Self {
            status: StatusCode::INTERNAL_SERVER_ERROR,
            word: None,
            say,
            said: Said::default(),
            sign_in: false,
            next: None,
            more: Map::new(),
        }
    }

    /// An empty response that carries it.
    fn response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// The values of a message.
#[derive(Clone, Default)]
struct Said {
    word: String,
    value: String,
    rule: Option<Rule>,
    kind: &'static str,
    request: String,
}

impl IntoResponse for WebError {
    /// The status alone; [`worded`] writes the page or the problem once it knows who asks.
    fn into_response(self) -> Response {
        self.fault().response()
    }
}

impl WebError {
    fn fault(self) -> Fault {
        match self {
            Self::BadWord(BadWord { word, value, rule }) => Fault {
                word: Some(word.clone()),
                said: Said {
                    word,
                    value,
                    rule: Some(rule),
                    ..Said::default()
                },
                ..plain(StatusCode::UNPROCESSABLE_ENTITY, say_bad_word)
            },
            Self::TooMany { word, given, most } => Fault {
                word: Some(word.to_owned()),
                said: Said {
                    word: word.to_owned(),
                    value: given.to_string(),
                    request: most.to_string(),
                    ..Said::default()
                },
                ..plain(StatusCode::UNPROCESSABLE_ENTITY, |lang, said| {
                    let counts: [(&str, &dyn std::fmt::Display); 3] =
                        [("word", &said.word), ("given", &said.value), ("most", &said.request)];
                    lang.fill("error.too_many", &counts)
                })
            },
            Self::NoPage { .. } => plain(StatusCode::NOT_FOUND, |lang, _| lang.t("error.no_page")),
            Self::NoRecord { kind, id } => Fault {
                said: Said {
                    value: id.chars().take(80).collect(),
                    kind,
                    ..Said::default()
                },
                ..plain(StatusCode::NOT_FOUND, |lang, said| {
                    lang.fill(&format!("error.no_{}", said.kind), &[("id", &said.value)])
                })
            },
            Self::Method => plain(StatusCode::METHOD_NOT_ALLOWED, |lang, _| lang.t("error.method")),
            Self::TooLong => Fault {
                word: Some("query".to_owned()),
                ..plain(StatusCode::URI_TOO_LONG, |lang, _| lang.t("error.too_long"))
            },
            Self::Input { field, text } => Fault {
                word: Some(field.to_owned()),
                ..in_english(StatusCode::UNPROCESSABLE_ENTITY, text)
            },
            Self::Refused { text, more } => Fault {
                more,
                ..in_english(StatusCode::UNPROCESSABLE_ENTITY, text)
            },
            Self::Clash(text) => in_english(StatusCode::CONFLICT, text),
            Self::Moved { known, held } => Fault {
                said: Said {
                    word: held.to_string(),
                    value: known.to_string(),
                    ..Said::default()
                },
                ..plain(StatusCode::PRECONDITION_FAILED, |lang, said| {
                    lang.fill("error.moved", &[("held", &said.word), ("known", &said.value)])
                })
            },
            Self::OnlyKeys => plain(StatusCode::FORBIDDEN, |lang, _| lang.t("error.only_keys")),
            Self::TooLarge => plain(StatusCode::PAYLOAD_TOO_LARGE, |lang, _| lang.t("error.too_large")),
            Self::Timeout => plain(StatusCode::SERVICE_UNAVAILABLE, |lang, _| lang.t("error.timeout")),
            Self::SignIn { next } => Fault {
                sign_in: true,
                next,
                ..plain(StatusCode::UNAUTHORIZED, |lang, _| lang.t("error.sign_in"))
            },
            Self::Role(role) => Fault {
                said: Said {
                    kind: role.as_str(),
                    ..Said::default()
                },
                ..plain(StatusCode::FORBIDDEN, |lang, said| {
                    lang.with("error.role", "role", lang.t(&format!("role.{}", said.kind)))
                })
            },
            Self::KeyScope(scope) => scope_fault(scope),
            Self::BadKey => plain(StatusCode::UNAUTHORIZED, |lang, _| lang.t("error.bad_key")),
            Self::Forged => plain(StatusCode::FORBIDDEN, |lang, _| lang.t("error.forged")),
            Self::Link => plain(StatusCode::GONE, |lang, _| lang.t("error.link")),
            Self::ShareLinkEnded => plain(StatusCode::GONE, |lang, _| lang.t("error.share_link_ended")),
            Self::TooOften => plain(StatusCode::TOO_MANY_REQUESTS, |lang, _| lang.t("error.too_often")),
            Self::Elsewhere(reason) => elsewhere_fault(reason),
            Self::Store(error) => store_fault(&error),
            Self::Prepare(error) => internal(&error.to_string()),
            Self::Internal(error) => internal(&error),
        }
    }
}

/// A fault of content, whose text comes from the reader of the content.
fn in_english(status: StatusCode, text: String) -> Fault {
    Fault {
        status,
        said: Said {
            value: text,
            ..Said::default()
        },
        ..Fault::new(|_, said| said.value.clone())
    }
}

fn internal(error: &str) -> Fault {
    let request = uuid::Uuid::new_v4()
        .simple()
        .to_string()
        .chars()
        .take(8)
        .collect::<String>();
    tracing::error!(error, request, "internal");
    Fault {
        said: Said {
            request,
            ..Said::default()
        },
        ..Fault::new(|lang, said| lang.fill("error.internal", &[("id", &said.request)]))
    }
}

fn plain(status: StatusCode, say: fn(Lang, &Said) -> String) -> Fault {
    Fault {
        status,
        ..Fault::new(say)
    }
}

fn scope_fault(scope: Option<Scope>) -> Fault {
    Fault {
        said: Said {
            kind: scope.map_or("", Scope::as_str),
            ..Said::default()
        },
        ..plain(StatusCode::FORBIDDEN, |lang, said| match said.kind {
            "" => lang.t("error.no_keys"),
            scope => lang.with("error.scope", "scope", scope),
        })
    }
}

fn elsewhere_fault(reason: String) -> Fault {
    Fault {
        said: Said {
            value: reason,
            ..Said::default()
        },
        ..plain(StatusCode::BAD_GATEWAY, |lang, said| {
            lang.with("error.elsewhere", "reason", &said.value)
        })
    }
}

/// A change that somebody else was faster with is the caller's to repeat; everything else of the database passes, or an operator helps.
fn store_fault(error: &StoreError) -> Fault {
    let say: fn(Lang, &Said) -> String = match error {
        StoreError::Conflict => {
            return Fault {
                status: StatusCode::CONFLICT,
                ..Fault::new(|lang, _| lang.t("error.conflict"))
            };
        }
        StoreError::Busy => |lang, _| lang.t("error.busy"),
        StoreError::Full => |lang, _| lang.t("error.full"),
        StoreError::ReadOnly => |lang, _| lang.t("error.read_only"),
        StoreError::Corrupt { .. }
        | StoreError::Inconsistent(_)
        | StoreError::Url(_)
        | StoreError::Open { .. }
        | StoreError::NewerSchema { .. }
        | StoreError::ForeignSchema { .. }
        | StoreError::Unavailable(_)
        | StoreError::Database(_) => |lang, _| lang.t("error.store"),
    };
    tracing::error!(%error, "database");
    Fault {
        status: StatusCode::SERVICE_UNAVAILABLE,
        ..Fault::new(say)
    }
}

fn say_bad_word(lang: Lang, said: &Said) -> String {
    let rule = match &said.rule {
        Some(Rule::Weights { count: 0 }) => lang.t("error.rule.weights"),
        Some(Rule::Weights { count }) => lang.fill("error.rule.weights_count", &[("count", count)]),
        Some(Rule::SomeWeight) => lang.t("error.rule.some_weight"),
        Some(Rule::Number { min, max }) => lang.fill(
            "error.rule.number",
            &[("min", &group(&min.to_string())), ("max", &group(&max.to_string()))],
        ),
        Some(Rule::OneOf(words)) => lang.fill("error.rule.one_of", &[("words", words)]),
        Some(Rule::Missing { known }) => lang.fill("error.rule.missing", &[("known", known)]),
        Some(Rule::Id) => lang.t("error.rule.id"),
        Some(Rule::Currency) => lang.t("error.rule.currency"),
        Some(Rule::Length(most)) => lang.fill("error.rule.length", &[("most", most)]),
        None => String::new(),
    };
    lang.fill(
        "error.bad_word",
        &[("word", &said.word), ("value", &said.value), ("rule", &rule)],
    )
}

/// RFC 9457 problem details.
#[derive(Serialize)]
struct Problem {
    r#type: &'static str,
    title: String,
    status: u16,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(flatten)]
    more: Map<String, Value>,
}

#[derive(askama::Template)]
#[template(path = "error.html")]
struct ErrorPage {
    shell: Shell,
    title: String,
    message: String,
    home: String,
    home_text: String,
}

/// What htmx swaps in for the results: the fault alone, with everything around it still there.
#[derive(askama::Template)]
#[template(path = "error-fragment.html")]
struct ErrorFragment {
    title: String,
    message: String,
}

/// Marks a request that is refused before any route is looked for; [`worded`] says why.
pub(super) fn bar(request: &mut Request, error: WebError) {
    request.extensions_mut().insert(error.fault());
}

/// Writes the page, fragment or problem of a response that a handler left empty.
pub(super) async fn worded(uri: Uri, headers: HeaderMap, mut request: Request, next: Next) -> Response {
    let asker = request.extensions().get::<Asker>().cloned().unwrap_or_default();
    let mut response = match request.extensions_mut().remove::<Fault>() {
        Some(fault) => fault.response(),
        None => next.run(request).await,
    };
    let status = response.status();
    let fault = response.extensions_mut().remove::<Fault>().or_else(|| match status {
        StatusCode::NOT_FOUND => Some(WebError::NoPage { lang: Lang::En }.fault()),
        // The layer that compares where a form comes from with where it goes.
        StatusCode::FORBIDDEN => Some(WebError::Forged.fault()),
        StatusCode::PAYLOAD_TOO_LARGE => Some(WebError::TooLarge.fault()),
        StatusCode::METHOD_NOT_ALLOWED => Some(WebError::Method.fault()),
        StatusCode::REQUEST_TIMEOUT | StatusCode::SERVICE_UNAVAILABLE => Some(WebError::Timeout.fault()),
        _ => None,
    });
    let Some(fault) = fault else { return response };
    let lang = ctx::language_of(&uri).unwrap_or_else(|| ctx::preferred(&headers));
    let detail = (fault.say)(lang, &fault.said);
    let title = lang.t(&format!("error.title.{}", fault.status.as_u16()));
    let sign_in = fault.sign_in.then(|| urls::sign_in(lang, fault.next.as_deref()));
    let wants_json = uri.path().starts_with("/api/") || uri.path().rsplit('.').next() == Some("json");
    if wants_json {
        let problem = Problem {
            r#type: "about:blank",
            title,
            status: fault.status.as_u16(),
            detail,
            field: fault.word,
            more: fault.more,
        };
        let body = serde_json::to_string(&problem).unwrap_or_default();
        let response = (
            fault.status,
            [
                (header::CONTENT_TYPE, "application/problem+json"),
                (header::CACHE_CONTROL, "no-store"),
            ],
            body,
        )
            .into_response();
        return with_hints(response);
    }
    if ctx::wants_fragment(&headers) {
        let fragment = ErrorFragment { title, message: detail };
        let mut response = html(fault.status, &fragment);
        if let Some(Ok(address)) = sign_in.as_deref().map(HeaderValue::from_str) {
            response.headers_mut().insert("hx-redirect", address);
        }
        return with_hints(response);
    }
    if let (Some(address), Some(_)) = (&sign_in, &fault.next) {
        return Redirect::to(address).into_response();
    }
    let (home, home_text) = match sign_in {
        Some(address) => (address, lang.t("account.sign_in")),
        None => (urls::ranking(lang, &Vec::new()), lang.t("error.home")),
    };
    let page = ErrorPage {
        shell: Shell::bare(lang, uri.path(), title.clone()).for_asker(&asker, None),
        title,
        message: detail,
        home,
        home_text,
    };
    with_hints(html(fault.status, &page))
}

/// What a program needs to know besides the status.
fn with_hints(mut response: Response) -> Response {
    let hint = match response.status() {
        StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer")),
        StatusCode::SERVICE_UNAVAILABLE => Some((header::RETRY_AFTER, "3")),
        StatusCode::TOO_MANY_REQUESTS => Some((header::RETRY_AFTER, "900")),
        _ => None,
    };
    if let Some((name, value)) = hint {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
