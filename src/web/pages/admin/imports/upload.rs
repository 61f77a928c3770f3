//! The form that takes a file and what it does not say itself.

use askama::Template;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};

use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::exchange::Reason;
use crate::exchange::import::{Format, Profile};
use crate::store::{Upload, new_id};
use crate::web::app::App;
use crate::web::auth::form::{Begun, FieldError, Sent};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::intake::Order;
use crate::web::lang::Lang;
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::{now, urls, wording};

/// The longest text of a field, in bytes.
const LARGEST_WORD: usize = 64 * 1024;
/// The largest file, in bytes.
const LARGEST_FILE: usize = 64 * 1024 * 1024;
/// How long a file waits to be confirmed, in microseconds.
const WAITS: i64 = 24 * 60 * 60 * 1_000_000;

#[derive(Template)]
#[template(path = "import.html")]
struct ImportPage {
    shell: Shell,
    lang: Lang,
    tabs: Vec<NavItem>,
    action: String,
    formats: Vec<(String, String)>,
    vendors: Vec<String>,
    said: Said,
    errors: Vec<FieldError>,
}

/// What is said about a file.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Said {
    pub format: String,
    pub vendor: String,
    pub currency: String,
    pub as_of: String,
    pub source: String,
    pub profile: String,
}

impl Said {
    /// What the import is told, or what is wrong with a field.
    pub(super) fn order(&self, lang: Lang, name: &str, bytes: Vec<u8>) -> Result<Order, Vec<FieldError>> {
        let mut errors = Vec::new();
        let mut note = |field: &str, text: String| errors.push(FieldError::new(field, text));
        let format = Format::parse(&self.format);
        if format.is_none() && !["", "auto"].contains(&self.format.as_str()) {
            note("format", lang.with("import.error.format", "format", &self.format));
        }
        let mut misread = |field: &str, reason: Reason| note(field, wording::reason::reason(&reason, lang));
        let vendor = optional(&self.vendor, |text| VendorId::new(text)).unwrap_or_else(|error| {
            misread("vendor", error.into());
            None
        });
        let currency = optional(&self.currency, Currency::parse).unwrap_or_else(|error| {
            misread("currency", error.into());
            None
        });
        let as_of = optional(&self.as_of, AsOf::parse).unwrap_or_else(|error| {
            misread("as_of", error.into());
            None
        });
        let profile = optional(&self.profile, Profile::parse).unwrap_or_else(|fault| {
            note("profile", wording::fit::profile(&fault, lang));
            None
        });
        if bytes.is_empty() {
            note("file", lang.t("import.error.no_file"));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        Ok(Order {
            name: name.to_owned(),
            bytes,
            format,
            vendor,
            currency,
            as_of,
            profile,
            source: Some(self.source.clone()).filter(|text| !text.is_empty()),
            ..Order::default()
        })
    }
}

/// Nothing for an empty text.
fn optional<T, E>(text: &str, read: impl FnOnce(&str) -> Result<T, E>) -> Result<Option<T>, E> {
    if text.is_empty() {
        return Ok(None);
    }
    read(text).map(Some)
}

/// `GET /{lang}/admin/imports`
pub async fn index(State(app): State<App>, ctx: Ctx) -> Response {
    html(
        StatusCode::OK,
        &ImportPage::new(&app, &ctx, Said::default(), Vec::new()),
    )
}

/// `POST /{lang}/admin/imports`
///
/// # Errors
/// [`WebError::TooLarge`] for a file beyond the limit; those of the database.
pub async fn create(State(app): State<App>, ctx: Ctx, request: Request) -> Result<Response, WebError> {
    let (pairs, name, bytes) = receive(request).await?;
    let sent = Sent::check(pairs, ctx.asker.clone(), ctx.path.clone())?;
    let word = |field: &str| sent.field(field).to_owned();
    let said = Said {
        format: word("format"),
        vendor: word("vendor"),
        currency: word("currency"),
        as_of: word("as_of"),
        source: word("source"),
        profile: word("profile"),
    };
    if let Err(errors) = said.order(ctx.lang, &name, bytes.clone()) {
        let page = ImportPage::new(&app, &ctx, said, errors);
        return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
    }
    let mut tx = match sent.begin(&app).await? {
        Begun::Fresh(tx) => tx,
        Begun::Again(answer) => return Ok(answer),
    };
    let at_micros = now().as_microsecond();
    let upload = Upload {
        id: new_id(),
        account: sent.who.account.id,
        name,
        bytes,
        said: serde_json::to_string(&said).map_err(|e| WebError::Internal(e.to_string()))?,
        at_micros,
    };
    tx.add_upload(&upload, at_micros - WAITS).await?;
    sent.commit(tx, &urls::import(ctx.lang, &upload.id)).await
}

/// The fields, the file's name, and its content.
async fn receive(request: Request) -> Result<(urls::Pairs, String, Vec<u8>), WebError> {
    let broken = |text: String| WebError::Input { field: "file", text };
    let mut form = Multipart::from_request(request, &())
        .await
        .map_err(|e| broken(e.body_text()))?;
    let (mut pairs, mut name, mut bytes) = (Vec::new(), String::new(), Vec::new());
    let refused = |error: &axum::extract::multipart::MultipartError| {
        if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
            WebError::TooLarge
        } else {
            broken(error.body_text())
        }
    };
    while let Some(mut field) = form.next_field().await.map_err(|e| refused(&e))? {
        let word = field.name().unwrap_or_default().to_owned();
        let is_file = word == "file";
        if is_file {
            name = field.file_name().unwrap_or("file").chars().take(200).collect();
        }
        let limit = if is_file { LARGEST_FILE } else { LARGEST_WORD };
        let mut content = Vec::new();
        while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
            if content.len() + piece.len() > limit {
                return Err(WebError::TooLarge);
            }
            content.extend_from_slice(&piece);
        }
        if is_file {
            bytes = content;
        } else {
            pairs.push((word, String::from_utf8_lossy(&content).into_owned()));
        }
    }
    Ok((pairs, name, bytes))
}

impl ImportPage {
    fn new(app: &App, ctx: &Ctx, said: Said, errors: Vec<FieldError>) -> Self {
        let lang = ctx.lang;
        let auto = ("auto".to_owned(), lang.t("import.auto"));
        let formats = Format::ALL.iter().map(|f| (f.word().to_owned(), f.word().to_owned()));
        Self {
            shell: Shell::new(ctx, lang.t("import.title"), String::new(), &Vec::new()),
            lang,
            tabs: sections(ctx),
            action: urls::imports(lang),
            formats: std::iter::once(auto).chain(formats).collect(),
            vendors: app.live().catalogue.vendors().map(|v| v.id.to_string()).collect(),
            said,
            errors,
        }
    }
}
