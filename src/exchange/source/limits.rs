//! How large a file from outside may be. Real price lists stay far below; what is above is refused before it takes memory.

/// Bytes of a file as it is sent.
pub(in crate::exchange) const FILE_BYTES: usize = 50_000_000;
/// Bytes that a compressed file may unfold to, all parts together.
pub(in crate::exchange) const UNFOLDED_BYTES: u64 = 50_000_000;
/// Parts of a compressed file.
pub(in crate::exchange) const ZIP_ENTRIES: usize = 1_000;
/// Cells of a workbook.
pub(in crate::exchange) const BOOK_CELLS: usize = 1_000_000;
/// Cells of a CSV file.
pub(in crate::exchange) const CSV_CELLS: usize = 5_000_000;
/// Columns of a table.
pub(in crate::exchange) const COLUMNS: usize = 16_384;
/// Bytes of a row of a workbook.
pub(in crate::exchange) const ROW_BYTES: u64 = 2_000_000;
/// Bytes of a name that becomes part of a record.
pub(in crate::exchange) const NAME_BYTES: usize = 500;
/// Bytes of a text that becomes a fact.
pub(in crate::exchange) const TEXT_BYTES: usize = 10_000;
/// Bytes of one cell or one text.
pub(in crate::exchange) const CELL_BYTES: usize = 1_000_000;
/// Values of a JSON or YAML document.
pub(in crate::exchange) const TREE_VALUES: usize = 1_000_000;
/// How deep lists and objects of a document may be nested.
pub(in crate::exchange) const TREE_DEPTH: usize = 32;
/// Problems that one reading lists; what is beyond is counted.
pub(in crate::exchange) const PROBLEMS: usize = 10_000;
