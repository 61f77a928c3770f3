//! Requests that name themselves with `Idempotency-Key`: one that is sent again makes no second change and is answered as the first
//! time. Two at the same moment wait for each other in the database.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::domain::account::AccountId;
use crate::store::{StoreError, Tx};
use crate::web::app::App;
use crate::web::auth::secret;
use crate::web::clock::now;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::urls::with_query;

/// An answer is given again for this long, in microseconds.
const REMEMBERED: i64 = 24 * 60 * 60 * 1_000_000;

/// The longest key, in bytes.
const LONGEST: usize = 200;

/// What a request calls itself; nothing where it does not.
pub(super) struct Once(Option<Named>);

struct Named {
    id: String,
    account: AccountId,
    request: String,
}

/// What is stored of an answer.
#[derive(Serialize, Deserialize)]
struct Kept {
    request: String,
    status: u16,
    answer: Value,
}

/// Whether a request may go on.
pub(super) enum Begun {
    /// It is new, and this is its transaction.
    Fresh(Tx),
    /// It was answered before.
    Again(Response),
}

impl Once {
    /// Reads the header; the same name for another request is a fault.
    ///
    /// # Errors
    /// [`WebError::Input`] when the name cannot be used.
    pub(super) fn read(ctx: &Ctx, headers: &HeaderMap, body: &[u8]) -> Result<Self, WebError> {
        let Some(value) = headers.get("idempotency-key") else {
            return Ok(Self(None));
        };
        let name = value.to_str().unwrap_or_default();
        if name.is_empty() || name.len() > LONGEST {
            let text = format!("the key has to be 1 to {LONGEST} visible ASCII characters, for example a random UUID");
            return Err(fault(text));
        }
        let account = ctx.who()?.account.id;
        let request = with_query(&ctx.path, &ctx.pairs);
        Ok(Self(Some(Named {
            id: secret::digest(format!("{account} {name}")),
            account,
            request: secret::digest(format!("{request}\n{}", secret::digest(body))),
        })))
    }

    /// The answer of the first time, if there was one.
    ///
    /// # Errors
    /// [`WebError::Input`] when the name belongs to another request; those of the database.
    pub(super) async fn before(&self, app: &App) -> Result<Option<Response>, WebError> {
        let Some(named) = &self.0 else { return Ok(None) };
        let kept = app.db().read().await?.submission(&named.id, named.account).await?;
        kept.map(|kept| named.again(&kept)).transpose()
    }

    /// Opens the transaction of the change.
    ///
    /// # Errors
    /// As [`Once::before`].
    pub(super) async fn begin(&self, app: &App) -> Result<Begun, WebError> {
        let mut tx = app.db().write().await?;
        let Some(named) = &self.0 else {
            return Ok(Begun::Fresh(tx));
        };
        let at = now().as_microsecond();
        match tx
            .add_submission(&named.id, named.account, "", (at, at - REMEMBERED))
            .await
        {
            Ok(()) => Ok(Begun::Fresh(tx)),
            Err(StoreError::Conflict) => {
                drop(tx);
                let again = self.before(app).await?;
                again.map(Begun::Again).ok_or_else(|| StoreError::Conflict.into())
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Commits, and remembers the answer.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn commit(&self, mut tx: Tx, status: StatusCode, answer: Value) -> Result<Response, WebError> {
        if let Some(named) = &self.0 {
            let kept = Kept {
                request: named.request.clone(),
                status: status.as_u16(),
                answer: answer.clone(),
            };
            let kept = serde_json::to_string(&kept).map_err(|e| WebError::Internal(e.to_string()))?;
            tx.settle_submission(&named.id, &kept).await?;
        }
        tx.commit().await?;
        Ok(answered(status, &answer))
    }
}

impl Named {
    fn again(&self, kept: &str) -> Result<Response, WebError> {
        let kept: Kept = serde_json::from_str(kept).map_err(|e| WebError::Internal(e.to_string()))?;
        if kept.request != self.request {
            let text = "this key was sent with another request: send each request with a key of its own";
            return Err(fault(text.to_owned()));
        }
        let status = StatusCode::from_u16(kept.status).unwrap_or(StatusCode::OK);
        let mut response = answered(status, &kept.answer);
        let again = HeaderValue::from_static("true");
        response.headers_mut().insert("idempotency-replayed", again);
        Ok(response)
    }
}

fn fault(text: String) -> WebError {
    WebError::Input {
        field: "Idempotency-Key",
        text,
    }
}

fn answered(status: StatusCode, answer: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}
