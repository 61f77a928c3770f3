//! Which encoding a file has, and its text. UTF-8 is tried first: no GB18030 text of some length is valid UTF-8 by chance.

use std::borrow::Cow;

use encoding_rs::{Encoding, GB18030, UTF_16BE, UTF_16LE};

use super::Fault;
use super::limits::FILE_BYTES;
use crate::exchange::{Limit, ProblemKind, Unread};

/// The text of a file, and the encoding it was in.
pub(in crate::exchange) struct Decoded<'a> {
    /// The text, without byte order mark.
    pub(in crate::exchange) text: Cow<'a, str>,
    /// `UTF-8`, `GB18030`, `UTF-16LE` or `UTF-16BE`.
    pub(in crate::exchange) encoding: &'static str,
}

/// Decodes a file.
pub(in crate::exchange) fn decode(bytes: &[u8]) -> Result<Decoded<'_>, Fault> {
    if bytes.len() > FILE_BYTES {
        return Err(Fault::whole(Limit::File {
            found: bytes.len(),
            most: FILE_BYTES,
        }));
    }
    let decoded = match bytes {
        [0xff, 0xfe, rest @ ..] => by_encoding(UTF_16LE, rest)?,
        [0xfe, 0xff, rest @ ..] => by_encoding(UTF_16BE, rest)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => Decoded {
            text: Cow::Borrowed(std::str::from_utf8(rest).map_err(|_| not_text())?),
            encoding: "UTF-8",
        },
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => Decoded {
                text: Cow::Borrowed(text),
                encoding: "UTF-8",
            },
            Err(_) => by_encoding(GB18030, bytes)?,
        },
    };
    if decoded.text.contains('\0') {
        return Err(Fault::whole(Unread::Binary));
    }
    Ok(decoded)
}

fn by_encoding<'a>(encoding: &'static Encoding, bytes: &'a [u8]) -> Result<Decoded<'a>, Fault> {
    encoding
        .decode_without_bom_handling_and_without_replacement(bytes)
        .map(|text| Decoded {
            text,
            encoding: match encoding.name() {
                "gb18030" => "GB18030",
                name => name,
            },
        })
        .ok_or_else(not_text)
}

fn not_text() -> Fault {
    Fault {
        row: None,
        kind: ProblemKind::NotUtf8,
    }
}
