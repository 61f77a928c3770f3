//! The parts of a compressed file, unfolded one at a time with a count of what comes out: what a part says about its own size is
//! not believed.

use std::io::{Cursor, Read};

use ::zip::ZipArchive;

use super::Fault;
use super::limits::{UNFOLDED_BYTES, ZIP_ENTRIES};
use crate::exchange::{Limit, Unread};

/// A compressed file, and how much of it may still be unfolded.
pub(in crate::exchange) struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

/// Whether the bytes begin as a compressed file does.
pub(in crate::exchange) fn is_zip(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

impl<'a> Archive<'a> {
    /// Opens a compressed file of at most a thousand parts.
    pub(in crate::exchange) fn open(bytes: &'a [u8]) -> Result<Self, Fault> {
        // The directory is held in memory, so its entries are counted before it is read.
        let marks = bytes.windows(4).filter(|four| *four == b"PK\x01\x02").count();
        if marks > ZIP_ENTRIES {
            return Err(Fault::whole(Limit::Parts(ZIP_ENTRIES)));
        }
        let zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| unreadable(&error.to_string()))?;
        Ok(Self {
            zip,
            left: UNFOLDED_BYTES,
        })
    }

    /// The names of the parts.
    pub(in crate::exchange) fn names(&self) -> Vec<String> {
        self.zip
            .file_names()
            .filter_map(Result::ok)
            .map(std::borrow::Cow::into_owned)
            .collect()
    }

    /// Unfolds a part whole.
    pub(in crate::exchange) fn bytes(&mut self, name: &str) -> Result<Vec<u8>, Fault> {
        let mut unfolded = Vec::new();
        self.stream(name)?
            .read_to_end(&mut unfolded)
            .map_err(|error| unreadable(&format!("{name}: {error}")))?;
        Ok(unfolded)
    }

    /// A part as a stream that fails where the limit is passed.
    pub(in crate::exchange) fn stream(&mut self, name: &str) -> Result<impl Read + '_, Fault> {
        let part = self
            .zip
            .by_name(name)
            .map_err(|error| unreadable(&format!("{name}: {error}")))?;
        if part.encrypted() {
            return Err(unreadable(&format!("{name} is encrypted")));
        }
        Ok(Counted {
            inner: part,
            left: &mut self.left,
        })
    }
}

struct Counted<'a, R> {
    inner: R,
    left: &'a mut u64,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let taken = u64::try_from(count).unwrap_or(u64::MAX);
        *self.left = self
            .left
            .checked_sub(taken)
            .ok_or_else(|| std::io::Error::other(format!("it unfolds to more than {UNFOLDED_BYTES} bytes")))?;
        Ok(count)
    }
}

fn unreadable(reason: &str) -> Fault {
    Fault::whole(Unread::Zip(reason.to_owned()))
}
