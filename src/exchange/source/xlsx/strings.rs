//! The shared texts of a workbook, each held once.

use super::super::Fault;
use super::super::limits::{BOOK_CELLS, CELL_BYTES};
use super::super::zip::Archive;
use super::Span;
use super::xml::{Mark, walk};
use crate::exchange::Limit;

const PART: &str = "xl/sharedStrings.xml";

/// Where each shared text lies in `text`.
pub(super) fn shared(archive: &mut Archive<'_>, names: &[String], text: &mut String) -> Result<Vec<Span>, Fault> {
    let mut spans = Vec::new();
    if !names.iter().any(|name| name == PART) {
        return Ok(spans);
    }
    let (mut start, mut inside, mut phonetic) = (0, false, false);
    walk(archive, PART, |mark| {
        match mark {
            Mark::Start(element) => match element.local_name().as_ref() {
                "si" => start = text.len(),
                // How a Japanese text is read aloud is not part of it.
                "rPh" => phonetic = true,
                "t" => inside = !phonetic,
                _ => {}
            },
            Mark::Text(part) if inside => push(text, part, start)?,
            Mark::End("t") => inside = false,
            Mark::End("rPh") => phonetic = false,
            Mark::End("si") => {
                if spans.len() >= BOOK_CELLS {
                    return Err(Fault::whole(Limit::BookTexts(BOOK_CELLS)));
                }
                unescape(text, start);
                spans.push(span(start, text.len()));
            }
            Mark::Text(_) | Mark::End(_) => {}
        }
        Ok(())
    })?;
    Ok(spans)
}

/// Adds a part of a cell's text, which begins at `start`.
pub(super) fn push(text: &mut String, part: &str, start: usize) -> Result<(), Fault> {
    if text.len() - start.min(text.len()) + part.len() > CELL_BYTES {
        return Err(Fault::whole(Limit::BookCellBytes(CELL_BYTES)));
    }
    text.push_str(part);
    Ok(())
}

/// A range; the text of a book is far below four thousand million bytes.
pub(super) fn span(start: usize, end: usize) -> Span {
    let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    Span {
        start: place(start),
        end: place(end),
    }
}

/// Replaces `_x000D_` and the like, with which spreadsheets write characters that XML cannot hold.
pub(super) fn unescape(text: &mut String, start: usize) {
    let Some(tail) = text.get(start..).filter(|tail| tail.contains("_x")) else {
        return;
    };
    let mut plain = String::with_capacity(tail.len());
    let mut rest = tail;
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        plain.push_str(before);
        let code = escape
            .get(2..7)
            .and_then(|code| code.strip_suffix('_'))
            .filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        if let Some(char) = code {
            plain.push(char);
            rest = escape.get(7..).unwrap_or_default();
        } else {
            plain.push_str("_x");
            rest = escape.get(2..).unwrap_or_default();
        }
    }
    plain.push_str(rest);
    text.truncate(start);
    text.push_str(&plain);
}
