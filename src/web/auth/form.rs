//! Forms of people who are signed in: read here, and only with the token of their session. Each form is sent once; sent again, it
//! answers as the first time.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Redirect, Response};

use super::{Asker, Who, secret};
use crate::domain::audit::Actor;
use crate::store::{StoreError, Tx};
use crate::web::app::App;
use crate::web::clock::now;
use crate::web::error::WebError;
use crate::web::urls::Pairs;

/// A form sent again after this long, in microseconds, is a new one.
const REMEMBERED: i64 = 24 * 60 * 60 * 1_000_000;

/// What a form carries besides its fields.
#[derive(Debug, Clone, Default)]
pub(in crate::web) struct Seal {
    /// Proves that the form is one of ours.
    pub token: String,
    /// Another for each time the form is shown.
    pub once: String,
}

impl Seal {
    /// For a form shown to somebody.
    #[must_use]
    pub(in crate::web) fn new(who: Option<&Arc<Who>>) -> Self {
        let session = who.and_then(|who| who.session());
        Self {
            token: session.map(|session| session.form_token.clone()).unwrap_or_default(),
            once: crate::store::new_id().simple().to_string(),
        }
    }
}

/// A form that was sent.
#[derive(Debug, Clone)]
pub struct Sent {
    /// Its fields in the order of the page.
    pub pairs: Pairs,
    /// Who sent it.
    pub who: Arc<Who>,
    address: String,
    path: String,
}

impl<S: Send + Sync> FromRequest<S> for Sent {
    type Rejection = WebError;

    async fn from_request(request: Request, state: &S) -> Result<Self, WebError> {
        let asker = request.extensions().get::<Asker>().cloned().unwrap_or_default();
        let path = request.uri().path().to_owned();
        let body = Bytes::from_request(request, state)
            .await
            .map_err(|_| WebError::TooLarge)?;
        Self::check(form_urlencoded::parse(&body).into_owned().collect(), asker, path)
    }
}

impl Sent {
    /// The form of whoever asks, if it carries their token.
    ///
    /// # Errors
    /// [`WebError::SignIn`] from nobody, [`WebError::Forged`] without the token.
    pub(in crate::web) fn check(pairs: Pairs, asker: Asker, path: String) -> Result<Self, WebError> {
        let who = asker.who.ok_or(WebError::SignIn { next: None })?;
        let sent = Self {
            pairs,
            who,
            address: asker.address,
            path,
        };
        let session = sent.who.session().ok_or(WebError::Forged)?;
        if secret::same(sent.field("token"), &session.form_token) {
            Ok(sent)
        } else {
            Err(WebError::Forged)
        }
    }

    /// The value of a field, without spaces around it; empty where it was not sent.
    #[must_use]
    pub(in crate::web) fn field(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// The value of a field as it was typed.
    #[must_use]
    pub(in crate::web) fn raw(&self, name: &str) -> &str {
        let found = self.pairs.iter().find(|(word, _)| word == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// Who sent it, for the log.
    #[must_use]
    pub(in crate::web) fn actor(&self) -> Actor {
        self.who.actor(&self.address)
    }

    /// Opens the transaction of what the form asks for; or the answer of the first time, when it was sent before.
    ///
    /// # Errors
    /// Those of the database.
    pub(in crate::web) async fn begin(&self, app: &App) -> Result<Begun, WebError> {
        let (id, account) = (self.id()?, self.who.account.id);
        let at = now().as_microsecond();
        let mut tx = app.db().write().await?;
        match tx.add_submission(&id, account, "", (at, at - REMEMBERED)).await {
            Ok(()) => Ok(Begun::Fresh(tx)),
            Err(StoreError::Conflict) => {
                drop(tx);
                let location = app.db().read().await?.submission(&id, account).await?;
                let location = location.ok_or(WebError::Forged)?;
                Ok(Begun::Again(Redirect::to(&location).into_response()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Commits, and remembers where the form leads.
    ///
    /// # Errors
    /// Those of the database.
    pub(in crate::web) async fn commit(&self, mut tx: Tx, location: &str) -> Result<Response, WebError> {
        tx.settle_submission(&self.id()?, location).await?;
        tx.commit().await?;
        Ok(Redirect::to(location).into_response())
    }

    /// What makes two forms the same one: a page may have several, and each may be filled in anew.
    fn id(&self) -> Result<String, WebError> {
        let once = self.field("once");
        let fits = once.len() == 32 && once.bytes().all(|b| b.is_ascii_hexdigit());
        if !fits {
            return Err(WebError::Forged);
        }
        let fields = self.pairs.iter().map(|(name, value)| format!("{name}={value}"));
        let fields: Vec<String> = [self.path.clone()].into_iter().chain(fields).collect();
        Ok(secret::digest(fields.join("\n")))
    }
}

/// What becomes of a form.
pub(in crate::web) enum Begun {
    /// It is sent for the first time.
    Fresh(Tx),
    /// It was sent before; this is where it led.
    Again(Response),
}

/// A fault of one field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web) struct FieldError {
    /// The id of the field.
    pub field: String,
    /// What is wrong and what to do.
    pub text: String,
}

impl FieldError {
    /// A fault.
    pub(in crate::web) fn new(field: &str, text: impl Into<String>) -> Self {
        Self {
            field: field.to_owned(),
            text: text.into(),
        }
    }
}
