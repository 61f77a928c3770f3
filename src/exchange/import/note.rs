//! What an import counted: rows that are no offers, values taken in a way worth knowing. Every row of a file is in one of these
//! counts, in the records, or among the problems.

use serde::Serialize;

/// What is counted. The message says what was done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remark {
    /// Rows of the file.
    RowsRead,
    /// The file was in an encoding other than UTF-8.
    OtherEncoding,
    /// There is a header and nothing under it.
    HeaderOnly,
    /// Rows without an accelerator.
    NoAccelerator,
    /// Rows of no accelerator whose price is zero.
    ZeroWithoutAccelerator,
    /// Rows of zones of one region.
    ZonesMerged,
    /// An empty spot price.
    SpotUnknown,
    /// Only a spot price.
    SpotOnly,
    /// Amounts with more than six decimals.
    Rounded,
    /// The row names the chip only; the rest is known from elsewhere in it.
    FormFactorFromRow,
    /// The row names the chip only; the product is known from the catalogue.
    KnownFromCatalogue,
    /// A total of accelerator memory that is that of one.
    MemoryIsPerAccelerator,
    /// An accelerator memory in another unit.
    MemoryUnit,
    /// More memory than the card has.
    MemoryAboveCard,
    /// The region lies in no known part of the world.
    AreaUnknown,
    /// The same price in every region.
    SamePriceEverywhere,
    /// A price that does not prove that the region has the accelerator.
    ComputedPrice,
    /// Currency taken because the file names none.
    CurrencyTaken,
    /// Price per accelerator and price of the instance do not fit.
    PerGpuDiffers,
    /// Columns that are not read.
    ColumnIgnored,
    /// Results that were derived from other results.
    Inferred,
    /// Power readings.
    PowerLeftOut,
    /// Results without a value.
    NoResult,
    /// Machine types that no offer of the catalogue has.
    NoOffer,
    /// Rows that hold nothing a catalogue has a place for.
    NothingToImport,
    /// Days of rates that are not the newest.
    OlderDays,
    /// Currencies without a rate on the day.
    NoRate,
    /// Rows without any value.
    Blank,
}

impl Remark {
    fn message(self) -> &'static str {
        match self {
            Self::RowsRead => "rows read",
            Self::OtherEncoding => "file read in another encoding than UTF-8",
            Self::HeaderOnly => "header without rows: there is nothing to import",
            Self::NoAccelerator => "rows without an accelerator: no offers of this catalogue",
            Self::ZeroWithoutAccelerator => "of the rows without an accelerator have the price zero",
            Self::ZonesMerged => "rows are further zones of a region: one offer, the lowest spot price of its zones",
            Self::SpotUnknown => "rows with an empty spot price: unknown, not free",
            Self::SpotOnly => "rows with a spot price only",
            Self::Rounded => "amounts with more than six decimals: rounded half to even",
            Self::FormFactorFromRow => {
                "rows whose form factor is read from the instance type or a second name in the row"
            }
            Self::KnownFromCatalogue => {
                "rows whose exact accelerator is the one the catalogue has for this instance type"
            }
            Self::MemoryIsPerAccelerator => {
                "rows whose total of accelerator memory is that of one accelerator: the total is not used"
            }
            Self::MemoryUnit => "rows whose accelerator memory is below one GiB: another unit, not used",
            Self::MemoryAboveCard => "rows with more accelerator memory than the card has: not used",
            Self::AreaUnknown => "rows in regions whose part of the world is not known",
            Self::SamePriceEverywhere => {
                "offers with one price in every region: a listing does not prove availability, their notes say so"
            }
            Self::ComputedPrice => {
                "offers with a price that is computed from parts: it does not prove that the region has the accelerator"
            }
            Self::CurrencyTaken => {
                "prices whose currency the file does not name: CNY taken from the magnitude, graded D"
            }
            Self::PerGpuDiffers => "rows whose price per accelerator is not the instance price divided: not used",
            Self::ColumnIgnored => "columns that are not read",
            Self::Inferred => "results that the publisher derived from other results: imported, their notes say so",
            Self::PowerLeftOut => "results with a power reading: the power is not imported",
            Self::NoResult => "results without a value",
            Self::NoOffer => "machine types that no offer of the catalogue has: left out",
            Self::NothingToImport => "rows that hold nothing to import",
            Self::OlderDays => "days older than the newest one of the file: left out",
            Self::NoRate => "currencies without a rate on that day: left out",
            Self::Blank => "blank rows",
        }
    }
}

/// How often something was met.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Note {
    /// What.
    pub remark: Remark,
    /// How often.
    pub count: u64,
    /// The row where it was met first.
    pub first_row: Option<u64>,
    /// What it means, with details such as the names of columns.
    pub message: String,
}

impl Note {
    pub(super) fn new(remark: Remark, first_row: Option<u64>, detail: &str) -> Self {
        let message = if detail.is_empty() {
            remark.message().to_owned()
        } else {
            format!("{}: {detail}", remark.message())
        };
        Self {
            remark,
            count: 0,
            first_row,
            message,
        }
    }
}
