//! Cost cases over HTTP: stateless, the same answer as `steelyard tco`.

use axum::Json;
use axum::body::Bytes;
use axum::response::{IntoResponse, Response};

use crate::exchange::tco;
use crate::web::error::WebError;

/// `POST /api/v1/tco`: a cost case in, its breakdown out.
///
/// # Errors
/// [`WebError::Input`] names the input that is missing or impossible.
pub async fn api(body: Bytes) -> Result<Response, WebError> {
    match tco::evaluate(&body) {
        Ok(answer) => Ok(Json(answer).into_response()),
        Err(error) => Err(WebError::Input {
            field: error.field(),
            text: error.to_string(),
        }),
    }
}
