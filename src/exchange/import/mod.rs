//! Foreign files as catalogue records. [`read`] recognises a format by what the file holds, reads every row it can, and says of
//! every other row what is wrong and what to do. Nothing is guessed: a spelling that may mean two products, a price without a
//! currency or a file without a vendor is a problem, not an assumption. `docs/import.md` describes the formats.
//!
//! What comes out is partial: a price list holds offers and prices, no vendors. [`diff()`] tells what it would change.

mod accelerators;
mod areas;
mod columns;
mod decimal;
mod detect;
mod diff;
mod draft;
mod formats;
mod note;
mod profile;
mod vendors;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::Problem;
use super::catalogue::Places;
use crate::domain::catalogue::{Catalogue, Records};
use crate::domain::evidence::AsOf;
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;

pub use diff::{Change, Diff, Entry, FieldChange, ProblemEntry, Report, between, diff};
pub use note::{Note, Remark};
pub use profile::{Field, Profile, ProfileFault, Unusable};

/// The formats that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The own format: one CSV file, a folder of them as zip, a workbook or a JSON document.
    Steelyard,
    /// A `vms.csv` of the `SkyPilot` catalogue.
    SkyPilot,
    /// A summary of `MLPerf` results, JSON or CSV.
    MlPerf,
    /// A price table of AWS or Azure, as derived from Karpenter.
    Karpenter,
    /// `pricing.yml` or a table of Cyclenerd's calculator for Google Cloud.
    Cyclenerd,
    /// The price document of Alibaba Cloud in `priceserver`.
    Alibaba,
    /// `cloud-gpus.csv` of Full Stack Deep Learning.
    #[serde(rename = "full-stack")]
    FullStack,
    /// Euro reference rates of the European Central Bank, CSV or XML.
    Ecb,
    /// Any other table, read with a [`Profile`].
    Mapping,
}

impl Format {
    /// Every format, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::Steelyard,
        Self::SkyPilot,
        Self::MlPerf,
        Self::Karpenter,
        Self::Cyclenerd,
        Self::Alibaba,
        Self::FullStack,
        Self::Ecb,
        Self::Mapping,
    ];

    /// The word on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Steelyard => "steelyard",
            Self::SkyPilot => "skypilot",
            Self::MlPerf => "mlperf",
            Self::Karpenter => "karpenter",
            Self::Cyclenerd => "cyclenerd",
            Self::Alibaba => "alibaba",
            Self::FullStack => "full-stack",
            Self::Ecb => "ecb",
            Self::Mapping => "mapping",
        }
    }

    /// The format of that word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }
}

/// Somebody who wants to know how far the reading of a long table is.
pub trait Watch: std::fmt::Debug + Send + Sync {
    /// So many rows have been read.
    fn rows(&self, read: u64);

    /// What is done with them now.
    fn step(&self, _what: &'static str) {}
}

/// What is known beside the file.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// The catalogue that the file is for: its accelerators, spellings, vendors, offers and attributes.
    pub catalogue: &'a Catalogue,
    /// Whose offers the file lists, where the file does not say.
    pub vendor: Option<VendorId>,
    /// The currency of the prices, where the file does not say.
    pub currency: Option<Currency>,
    /// When the values held, where the file does not say; undated otherwise.
    pub as_of: Option<AsOf>,
    /// Where the file comes from, in words; its name otherwise.
    pub source: Option<String>,
    /// How to read a table of no known format.
    pub profile: Option<&'a Profile>,
    /// The day of the import: no value is newer.
    pub today: Date,
    /// Who is told how far the reading is.
    pub watch: Option<&'a dyn Watch>,
}

impl<'a> Context<'a> {
    /// A context in which the file has to say everything.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, today: Date) -> Self {
        Self {
            catalogue,
            vendor: None,
            currency: None,
            as_of: None,
            source: None,
            profile: None,
            today,
            watch: None,
        }
    }
}

/// What a file gave.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Imported {
    /// The format it was read as; `None` when it is of no known one.
    pub format: Option<Format>,
    /// The records of all rows that could be read. A record that is in the catalogue already and says the same is that record.
    pub records: Records,
    /// Everything that is wrong, with file, row and column. At most ten thousand; a last one counts the rest.
    pub problems: Vec<Problem>,
    /// What was counted, left out or taken in a way worth knowing.
    pub notes: Vec<Note>,
    /// Where each record stands.
    pub(in crate::exchange) places: Places,
    /// What the file lists, rejected rows included: the scope in which an offer of the catalogue can be missing.
    pub(in crate::exchange) scope: Scope,
}

/// Which offers a file speaks of.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::exchange) struct Scope {
    /// Whole vendors (no region) or their regions.
    pub(in crate::exchange) places: std::collections::BTreeSet<(String, Option<String>)>,
    /// Vendor, instance type and region of every row, the rejected ones included.
    pub(in crate::exchange) mentioned: std::collections::BTreeSet<(String, String, String)>,
}

/// Reads a file of any known format.
#[must_use]
pub fn read(file_name: &str, bytes: &[u8], context: &Context<'_>) -> Imported {
    detect::read(file_name, bytes, None, context)
}

/// Reads a file as the given format.
#[must_use]
pub fn read_as(format: Format, file_name: &str, bytes: &[u8], context: &Context<'_>) -> Imported {
    detect::read(file_name, bytes, Some(format), context)
}
