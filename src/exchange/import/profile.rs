//! What the columns of a table mean that is of no known format: a small JSON document, kept and named by the user.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::decimal::Style;
use crate::domain::catalogue::{Area, Completeness, Plan};
use crate::domain::evidence::{AsOf, grade_from_letter};
use crate::domain::ids::{AttributeId, VendorId};
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;

/// How to read a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What the user calls it.
    pub name: String,
    /// Between cells: `,`, `;` or `tab`; found by the first line otherwise.
    #[serde(default)]
    pub delimiter: Option<String>,
    /// Between whole and part of a number; `.` otherwise.
    #[serde(default)]
    pub decimal: Option<char>,
    /// Between groups of three digits, if there are any.
    #[serde(default)]
    pub thousands: Option<char>,
    /// The sheet of a workbook; the first one with rows otherwise.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row of the header, counted from 1.
    #[serde(default)]
    pub header_row: Option<u64>,
    /// Whose offers these are, where no column says.
    #[serde(default)]
    pub vendor: Option<VendorId>,
    /// The region, where no column says.
    #[serde(default)]
    pub region: Option<String>,
    /// The part of the world, where no column says.
    #[serde(default)]
    pub area: Option<Area>,
    /// The currency, where no column says.
    #[serde(default)]
    pub currency: Option<Currency>,
    /// The date, where no column says.
    #[serde(default)]
    pub as_of: Option<AsOf>,
    /// The grade of the evidence, `A` to `E`; `D` otherwise.
    #[serde(default)]
    pub grade: Option<String>,
    /// Whether the table lists everything the vendor sells in its regions; a quote does not.
    #[serde(default)]
    pub complete: bool,
    /// What each column means, by its name.
    pub columns: BTreeMap<String, Field>,
}

/// What a column means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "field", rename_all = "snake_case", deny_unknown_fields)]
pub enum Field {
    /// Id or name of the vendor.
    Vendor,
    /// The vendor's name of the instance type.
    InstanceType,
    /// The vendor's name of the region.
    Region,
    /// The part of the world: `us`, `eu`, `cn`, …
    Area,
    /// A spelling of the accelerator.
    Accelerator,
    /// How many of them.
    AcceleratorCount,
    /// Virtual CPUs.
    Vcpu,
    /// Main memory.
    Ram {
        /// `GiB` (default), `GB`, `MiB` or `TB`.
        #[serde(default)]
        unit: RamUnit,
    },
    /// The currency of the row.
    Currency,
    /// The date of the row.
    AsOf,
    /// A price.
    Price {
        /// Under which plan.
        #[serde(default = "on_demand")]
        plan: Plan,
        /// For how long.
        #[serde(default)]
        unit: TimeUnit,
        /// Of what.
        #[serde(default)]
        per: Per,
        /// In which currency, where it is not that of the row.
        #[serde(default)]
        currency: Option<Currency>,
        /// What it covers.
        #[serde(default = "all_in")]
        completeness: Completeness,
    },
    /// Paid once at the start of the term.
    Upfront {
        /// Of which plan.
        plan: Plan,
        /// Of what.
        #[serde(default)]
        per: Per,
    },
    /// A fact about the vendor, the offer or the accelerator of the row, whichever the attribute belongs to.
    Fact {
        /// The attribute.
        attribute: AttributeId,
        /// The unit of the column; that of the attribute otherwise.
        #[serde(default)]
        unit: Option<String>,
        /// The variant, e.g. the support tier.
        #[serde(default)]
        variant: String,
    },
    /// A column to leave out without a word.
    Ignore,
}

/// The unit of main memory.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RamUnit {
    /// 2^30 bytes.
    #[default]
    GiB,
    /// 10^9 bytes.
    GB,
    /// 2^20 bytes.
    MiB,
    /// 10^12 bytes.
    TB,
}

/// For how long a price is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeUnit {
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    #[default]
    Hour,
    /// 24 hours.
    Day,
    /// 730 hours.
    Month,
    /// 8 760 hours.
    Year,
}

/// Of what a price is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Per {
    /// Of the whole instance.
    #[default]
    Instance,
    /// Of one accelerator of the instance.
    Gpu,
}

fn on_demand() -> Plan {
    Plan::OnDemand
}

fn all_in() -> Completeness {
    Completeness::AllIn
}

impl TimeUnit {
    /// An hourly price is the price times the first, divided by the second.
    pub(super) fn per_hour(self) -> (u32, u32) {
        match self {
            Self::Second => (3_600, 1),
            Self::Minute => (60, 1),
            Self::Hour => (1, 1),
            Self::Day => (1, 24),
            Self::Month => (1, 730),
            Self::Year => (1, 8_760),
        }
    }
}

/// Why a document is no usable profile.
#[derive(Debug, thiserror::Error)]
pub enum ProfileFault {
    /// It cannot be read.
    #[error("not a mapping profile: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It can be read and makes no sense.
    #[error("the mapping profile cannot be used: {0}")]
    Content(#[from] Unusable),
}

/// What makes no sense of a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// A delimiter that is none.
    #[error("the delimiter is none of \",\", \";\" and \"tab\"")]
    Delimiter,
    /// Signs of numbers that cannot be told apart.
    #[error("decimal and thousands have to be two different signs")]
    Signs,
    /// Not a grade.
    #[error("the grade is none of A, B, C, D and E")]
    Grade,
    /// Prices of nothing.
    #[error("a table of prices needs a column for instance_type and one for accelerator")]
    NoOffer,
    /// Neither prices nor facts.
    #[error("no column is a price or a fact: there is nothing to import")]
    Nothing,
    /// Two columns for one thing.
    #[error("two columns are {0}: keep one")]
    Twice(&'static str),
}

impl Profile {
    /// Reads and checks a profile.
    ///
    /// # Errors
    /// [`ProfileFault`] says what is wrong.
    pub fn parse(json: &str) -> Result<Self, ProfileFault> {
        let profile: Self = serde_json::from_str(json)?;
        profile.check()?;
        Ok(profile)
    }

    fn check(&self) -> Result<(), Unusable> {
        if self.delimiter.is_some() && self.delimiter().is_none() {
            return Err(Unusable::Delimiter);
        }
        let style = self.style();
        let sign = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '-' | '+');
        if !sign(style.decimal)
            || style
                .thousands
                .is_some_and(|thousands| !sign(thousands) || thousands == style.decimal)
        {
            return Err(Unusable::Signs);
        }
        if self.grade.is_some() && self.grade_letter().is_none() {
            return Err(Unusable::Grade);
        }
        let fields = || self.columns.values();
        let has = |wanted: &Field| fields().any(|field| field == wanted);
        let priced = fields().any(|field| matches!(field, Field::Price { .. }));
        let facts = fields().any(|field| matches!(field, Field::Fact { .. }));
        if priced && !(has(&Field::InstanceType) && has(&Field::Accelerator)) {
            return Err(Unusable::NoOffer);
        }
        if !priced && !facts {
            return Err(Unusable::Nothing);
        }
        for (single, word) in [
            (Field::Vendor, "vendor"),
            (Field::InstanceType, "instance_type"),
            (Field::Region, "region"),
            (Field::Accelerator, "accelerator"),
            (Field::AcceleratorCount, "accelerator_count"),
        ] {
            if fields().filter(|field| **field == single).count() > 1 {
                return Err(Unusable::Twice(word));
            }
        }
        Ok(())
    }

    /// The delimiter as a byte.
    pub(super) fn delimiter(&self) -> Option<u8> {
        match self.delimiter.as_deref()? {
            "," => Some(b','),
            ";" => Some(b';'),
            "tab" | "\t" => Some(b'\t'),
            _ => None,
        }
    }

    /// How numbers are written.
    pub(super) fn style(&self) -> Style {
        Style {
            decimal: self.decimal.unwrap_or('.'),
            thousands: self.thousands,
        }
    }

    /// The grade of the evidence.
    pub(super) fn grade_letter(&self) -> Option<Grade> {
        grade_from_letter(self.grade.as_deref().unwrap_or("D"))
    }
}
