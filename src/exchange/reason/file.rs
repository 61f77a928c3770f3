//! Why a whole file cannot be read.

/// Something of a file that is larger than it may be; each holds how large that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// The file.
    #[error("the file has {found} bytes: split it into files of at most {most}")]
    File {
        /// Its bytes.
        found: usize,
        /// How many it may have.
        most: usize,
    },
    /// Cells of a file.
    #[error("the file has more than {0} cells: split it")]
    FileCells(usize),
    /// Cells of a row.
    #[error("the row has more than {0} cells: take out columns")]
    RowCells(usize),
    /// Bytes of a row.
    #[error("the row has more than {0} bytes: shorten its cells")]
    RowBytes(u64),
    /// Bytes of a cell.
    #[error("a cell has more than {0} bytes: shorten it, or close its quote")]
    CellBytes(usize),
    /// Bytes of a text in a document.
    #[error("a text has more than {0} bytes: shorten it")]
    TextBytes(usize),
    /// Values of a document.
    #[error("the document has more than {0} values: split it")]
    Values(usize),
    /// How deep lists and objects are nested.
    #[error("lists and objects are nested more than {0} deep: this is no price list")]
    Depth(usize),
    /// Lists and objects that one line opens.
    #[error("the line opens more than {0} lists or objects: this is no price list")]
    Opened(usize),
    /// Parts of a compressed file.
    #[error("the compressed file has more than {0} parts: send the tables alone")]
    Parts(usize),
    /// Cells of a workbook.
    #[error("the workbook has more than {0} cells: split it")]
    BookCells(usize),
    /// Shared texts of a workbook.
    #[error("the workbook has more than {0} texts: split it")]
    BookTexts(usize),
    /// Bytes of all cells of a workbook.
    #[error("the cells of the workbook hold more than {0} bytes: split it")]
    BookBytes(u64),
    /// Bytes of a cell of a workbook.
    #[error("a cell of the workbook has more than {0} bytes: shorten it")]
    BookCellBytes(usize),
    /// Columns of a workbook.
    #[error("a cell stands beyond column {0}: take out columns")]
    Columns(usize),
}

/// Why a file is not read, whatever its values are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// What the reader of a format says, in English.
    #[error("cannot be read as {format}: {message}")]
    Syntax {
        /// The format.
        format: &'static str,
        /// What it says.
        message: String,
    },
    /// What the reader of compressed files says, in English.
    #[error("the compressed file cannot be read ({0}): save it again, or send the tables as CSV")]
    Zip(String),
    /// What the reader of workbooks says, in English.
    #[error("{part} of the workbook cannot be read ({message}): save it again")]
    Book {
        /// The part.
        part: String,
        /// What it says.
        message: String,
    },
    /// Bytes that are no text.
    #[error("the file holds NUL bytes, so it is no text: save it as CSV, JSON or YAML in the encoding UTF-8")]
    Binary,
    /// A quote that is opened and not closed.
    #[error("a quote is opened here and never closed: close it, or double it")]
    OpenQuote,
    /// One value in the place of many.
    #[error("the document uses YAML anchors or aliases: write the values out where they belong")]
    Anchors,
    /// A compressed file of other things.
    #[error("the compressed file holds neither a workbook nor CSV files: compress the tables themselves")]
    NoTables,
    /// A workbook of the kind before 2007.
    #[error("this is a workbook of the old kind (.xls): save it as .xlsx")]
    OldBook,
    /// XML of other things.
    #[error("this XML is of no known format: send CSV, XLSX or JSON")]
    OtherXml,
    /// Columns or fields that no format has.
    #[error(
        "the names {} are those of no known format: choose the format, or give a mapping profile that says what they mean",
        .0.join(", ")
    )]
    Names(Vec<String>),
    /// The format is one of tables, the file is none.
    #[error("the format {0} is a table, this is a document: send CSV or XLSX")]
    NoTable(&'static str),
    /// The format is one of documents, the file is none.
    #[error("the format {0} is a document, this is a table: send the JSON document")]
    NoDocument(&'static str),
    /// A sheet that is not there.
    #[error("there is no sheet {wanted:?} with rows, only {}", .sheets.join(", "))]
    NoSheet {
        /// Its name.
        wanted: String,
        /// Those that are there.
        sheets: Vec<String>,
    },
    /// A workbook without rows.
    #[error("the workbook has no sheet with rows")]
    EmptyBook,
    /// A table whose columns nobody explains.
    #[error("a table of no known format needs a mapping profile: say what its columns mean")]
    NoProfile,
    /// Objects that are no rows of one table.
    #[error("the objects have too many different names: this is no list of that kind")]
    TooManyNames,
    /// A second table of a kind.
    #[error("{0} is a table of the same kind: put their rows into one")]
    SecondTable(String),
    /// A file of rates without a day.
    #[error("there is no day with rates: send the file of the reference rates")]
    NoRates,
}
