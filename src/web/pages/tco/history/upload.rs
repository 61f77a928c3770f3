//! An upload: read piece by piece as it arrives, never held as a whole.

use std::sync::LazyLock;

use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::link::{LoadQuery, ReadFile};
use super::notes::error_text;
use super::rules::{Outcome, rule_of};
use crate::domain::cost::history::replay::replay;
use crate::exchange::history::{HistoryError, Reader};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::urls::Pairs;

/// Files read at once: each may hold a hundred megabytes of rows.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(6));

/// A form that is no upload, in bytes.
const LARGEST_FORM: usize = 4 * 1024 * 1024;

/// A field that is a word of the address, in bytes.
const LARGEST_WORD: usize = 32 * 1024;

/// Pasted rows up to here, in bytes, stand in the form again when they cannot be read.
const LONGEST_ECHO: usize = 1024 * 1024;

/// What arrived.
pub(super) struct Received {
    place: SemaphorePermit<'static>,
    words: Pairs,
    file: Source,
    pasted: Source,
    /// The beginning of what was pasted.
    echo: Vec<u8>,
}

/// A table being read, or why it cannot be.
struct Source {
    reader: Result<Reader, HistoryError>,
    bytes: usize,
}

impl Source {
    fn new() -> Self {
        Self {
            reader: Ok(Reader::default()),
            bytes: 0,
        }
    }

    /// Takes the next piece; after a fault the rest is let by.
    fn push(&mut self, piece: &[u8]) {
        self.bytes += piece.len();
        if let Ok(reader) = &mut self.reader
            && let Err(error) = reader.push(piece)
        {
            self.reader = Err(error);
        }
    }
}

/// Takes the body of a request.
///
/// # Errors
/// [`WebError::TooLarge`] for a body beyond the limit, [`WebError::Input`] for one that is no form.
pub(super) async fn receive(request: Request) -> Result<Received, WebError> {
    let place = PLACES.acquire().await.map_err(|e| WebError::Internal(e.to_string()))?;
    let mut received = Received {
        place,
        words: Vec::new(),
        file: Source::new(),
        pasted: Source::new(),
        echo: Vec::new(),
    };
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
        let form = Multipart::from_request(request, &())
            .await
            .map_err(|e| broken(e.body_text()))?;
        received.multipart(form).await?;
    } else {
        let body = axum::body::to_bytes(request.into_body(), LARGEST_FORM).await;
        let body = body.map_err(|_| WebError::TooLarge)?;
        for (word, value) in form_urlencoded::parse(&body) {
            if word == "table" {
                received.paste(value.as_bytes());
            } else {
                received.words.push((word.into_owned(), value.into_owned()));
            }
        }
    }
    Ok(received)
}

impl Received {
    async fn multipart(&mut self, mut form: Multipart) -> Result<(), WebError> {
        while let Some(mut field) = form.next_field().await.map_err(|e| refused(&e))? {
            let name = field.name().unwrap_or_default().to_owned();
            let mut word = Vec::new();
            while let Some(piece) = field.chunk().await.map_err(|e| refused(&e))? {
                match name.as_str() {
                    "file" => self.file.push(&piece),
                    "table" => self.paste(&piece),
                    _ if word.len() + piece.len() <= LARGEST_WORD => word.extend_from_slice(&piece),
                    _ => return Err(WebError::TooLarge),
                }
            }
            if !matches!(name.as_str(), "file" | "table") {
                self.words.push((name, String::from_utf8_lossy(&word).into_owned()));
            }
        }
        Ok(())
    }

    fn paste(&mut self, piece: &[u8]) {
        self.pasted.push(piece);
        let room = (LONGEST_ECHO + 1).saturating_sub(self.echo.len());
        self.echo.extend(piece.iter().take(room));
    }

    /// What was pasted, to be mended; empty when it is longer than a form can show.
    pub(super) fn typed(&self) -> String {
        if self.echo.len() > LONGEST_ECHO {
            return String::new();
        }
        String::from_utf8_lossy(&self.echo).into_owned()
    }

    /// The words of the form, over those of the address, without those of an older file.
    pub(super) fn pairs(&self, ctx: &Ctx) -> Pairs {
        let sent = |word: &str| self.words.iter().any(|(name, _)| name == word);
        let kept = ctx.pairs.iter().filter(|(word, _)| !sent(word)).cloned();
        let all = kept.chain(self.words.iter().cloned());
        all.filter(|(word, _)| !matches!(word.as_str(), "h" | "n" | "r"))
            .collect()
    }

    /// The end of the file: on a thread of its own, as it sorts and adds.
    ///
    /// # Errors
    /// [`WebError::Internal`] when the thread fails.
    pub(super) async fn finish(self, query: &LoadQuery, lang: Lang) -> Result<Result<ReadFile, String>, WebError> {
        let source = if self.file.bytes > 0 { self.file } else { self.pasted };
        let (fleet, values) = (query.fleet.unwrap_or(1), query.rules.values());
        let work = move || -> Result<ReadFile, HistoryError> {
            let read = source.reader?.finish(fleet)?;
            let replayed = replay(&read.history, &rule_of(values))?;
            Ok(ReadFile {
                summary: read.history.summary(),
                notes: read.notes,
                outcome: Outcome { values, replayed },
            })
        };
        let done = tokio::task::spawn_blocking(work).await;
        drop(self.place);
        let done = done.map_err(|e| WebError::Internal(e.to_string()))?;
        Ok(done.map_err(|error| error_text(lang, &error)))
    }
}

fn broken(text: String) -> WebError {
    WebError::Input { field: "file", text }
}

fn refused(error: &axum::extract::multipart::MultipartError) -> WebError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        WebError::TooLarge
    } else {
        broken(error.body_text())
    }
}
