//! The engine on anybody's own numbers: a decision matrix pasted or uploaded, or a case as JSON; nothing is stored.

mod answer;

use std::sync::LazyLock;

use askama::Template;
use axum::Json;
use axum::body::Bytes;
use axum::extract::Multipart;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;

use crate::exchange::case::{self, Case};
use crate::exchange::matrix;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, number};
use crate::web::page::{Shell, html};
use crate::web::urls;
use answer::Answer;

/// A table that shows every kind of cell.
const EXAMPLE: &str = include_str!("../../../../catalogue/samples/decision-matrix.csv");

/// Cases answered at once: each may keep a core busy for seconds.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(2));

#[derive(Template)]
#[template(path = "score.html")]
struct ScorePage {
    shell: Shell,
    lang: Lang,
    action: String,
    text: String,
    error: Option<String>,
    notes: Vec<String>,
    answer: Option<Answer>,
}

/// `GET /{lang}/score`
pub async fn show(ctx: Ctx) -> Response {
    html(StatusCode::OK, &ScorePage::new(&ctx, EXAMPLE.to_owned()))
}

/// `POST /{lang}/score`: the form with its answer, or with what is wrong; what was typed is kept.
///
/// # Errors
/// [`WebError::TooLarge`] for a body beyond the limit.
pub async fn answer(ctx: Ctx, mut form: Multipart) -> Result<Response, WebError> {
    let (mut typed, mut uploaded) = (String::new(), None);
    while let Some(field) = form.next_field().await.map_err(|e| refused(&e))? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|e| refused(&e))?;
        match name.as_str() {
            "table" => typed = String::from_utf8_lossy(&bytes).into_owned(),
            "file" if !bytes.is_empty() => uploaded = Some(bytes),
            _ => {}
        }
    }
    let text = match uploaded.map(|bytes| String::from_utf8(bytes.to_vec())) {
        None => typed,
        Some(Ok(text)) => text,
        Some(Err(_)) => {
            let page = ScorePage {
                error: Some(ctx.lang.t("score.not_text")),
                ..ScorePage::new(&ctx, typed)
            };
            return Ok(html(StatusCode::UNPROCESSABLE_ENTITY, &page));
        }
    };
    let lang = ctx.lang;
    let page = ScorePage::new(&ctx, text.clone());
    let computed = compute(move || solve(&text, lang)).await?;
    Ok(match computed {
        Ok((answer, notes)) => html(
            StatusCode::OK,
            &ScorePage {
                answer: Some(answer),
                notes,
                ..page
            },
        ),
        Err(error) => html(
            StatusCode::UNPROCESSABLE_ENTITY,
            &ScorePage {
                error: Some(error),
                ..page
            },
        ),
    })
}

/// `POST /api/v1/score`: a case in, the `expected` object of a golden file out.
///
/// # Errors
/// [`WebError::Input`] says what is wrong with the case.
pub async fn api(body: Bytes) -> Result<Response, WebError> {
    match compute(move || case::evaluate(&body)).await? {
        Ok(answer) => Ok(Json(answer).into_response()),
        Err(error) => Err(WebError::Input {
            field: "case",
            text: error.to_string(),
        }),
    }
}

/// Runs on a thread of its own, a few at once.
async fn compute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, WebError> {
    let fault = |e: &dyn std::fmt::Display| WebError::Internal(e.to_string());
    let _place = PLACES.acquire().await.map_err(|e| fault(&e))?;
    tokio::task::spawn_blocking(work).await.map_err(|e| fault(&e))
}

fn refused(error: &axum::extract::multipart::MultipartError) -> WebError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        WebError::TooLarge
    } else {
        WebError::Input {
            field: "file",
            text: error.body_text(),
        }
    }
}

/// A table or a case to its answer, with notes about how it was read.
fn solve(text: &str, lang: Lang) -> Result<(Answer, Vec<String>), String> {
    let is_json = text.trim_start().starts_with('{');
    let (case, units, notes) = if is_json {
        (
            Case::parse(text.as_bytes()).map_err(|e| e.to_string())?,
            Vec::new(),
            Vec::new(),
        )
    } else {
        let table = matrix::read(text).map_err(|e| e.to_string())?;
        let notes = table.anchored_by_values.iter().map(|(name, worst, best)| {
            lang.fill(
                "score.anchored",
                &[
                    ("name", name),
                    ("worst", &number(*worst, 3)),
                    ("best", &number(*best, 3)),
                ],
            )
        });
        let notes = notes.collect();
        (
            Case::parse(table.case.to_string().as_bytes()).map_err(|e| e.to_string())?,
            table.units,
            notes,
        )
    };
    let model = match &case {
        Case::Mavt(model) => model,
        Case::Smaa(case) => &case.model,
        Case::RelativeMatrix(_) => return Err(lang.t("score.relative")),
    };
    Ok((Answer::new(lang, model, &units), notes))
}

impl ScorePage {
    fn new(ctx: &Ctx, text: String) -> Self {
        let lang = ctx.lang;
        let action = urls::score(lang);
        Self {
            shell: Shell::new(ctx, lang.t("score.title"), String::new(), &Vec::new()),
            lang,
            action,
            text,
            error: None,
            notes: Vec::new(),
            answer: None,
        }
    }
}
