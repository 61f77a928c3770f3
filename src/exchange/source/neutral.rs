//! Text cells that a spreadsheet would run as a formula get an apostrophe in front when they are written, and lose it when they
//! are read. A text that begins with an apostrophe gets one more, so nothing is lost either way.

use std::borrow::Cow;

const STARTS: [char; 8] = ['=', '+', '-', '@', '\t', '\r', '\n', '\''];

/// The text as a cell that no spreadsheet runs.
pub(in crate::exchange) fn neutral(text: &str) -> Cow<'_, str> {
    if begins(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// The text of a cell.
pub(in crate::exchange) fn plain(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| begins(rest)).unwrap_or(cell)
}

/// Blanks in front are kept from the reader, which trims, in the same way. Full-width signs run too in some spreadsheets.
fn begins(text: &str) -> bool {
    text.starts_with(STARTS) || text.starts_with(char::is_whitespace) || text.starts_with(['＝', '＋', '－', '＠'])
}
