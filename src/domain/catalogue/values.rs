//! What stands in the fields of records: closed lists of words, parts of an accelerator, values of facts.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A word that is not one of a closed list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word:?} is not a {what}: write one of {allowed}")]
pub struct WordError {
    /// The text found.
    pub word: String,
    /// What it should have been.
    pub what: &'static str,
    /// The words that are possible.
    pub allowed: &'static str,
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident ($what:literal) { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$vdoc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// Every word, in the order of the glossary.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in files and links.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// Reads the word.
            ///
            /// # Errors
            /// [`WordError`] lists the words that are possible.
            pub fn parse(text: &str) -> Result<Self, WordError> {
                match text {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(WordError {
                        word: text.chars().take(40).collect(),
                        what: $what,
                        allowed: concat!($($word, " "),+),
                    }),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

words!(
    /// What sort of provider a vendor is.
    VendorKind("vendor kind") {
        /// A general cloud of world scale.
        Hyperscaler = "hyperscaler",
        /// A cloud made for accelerators.
        GpuCloud = "gpu_cloud",
        /// A general cloud for developers.
        DeveloperCloud = "developer_cloud",
        /// A broker of other people's machines.
        Marketplace = "marketplace",
        /// Whole machines.
        BareMetal = "bare_metal",
    }
);

words!(
    /// The part of the world a region lies in.
    Area("area") {
        /// United States.
        Us = "us",
        /// Canada.
        Ca = "ca",
        /// Europe, with the United Kingdom, Switzerland and Norway.
        Eu = "eu",
        /// Mainland China.
        Cn = "cn",
        /// Asia and the Pacific without mainland China.
        Apac = "apac",
        /// Middle East.
        Me = "me",
        /// Africa.
        Af = "af",
        /// Latin America.
        Latam = "latam",
        /// One price for all regions; it does not prove that every region has the offer.
        Global = "global",
        /// The source names no region.
        Unspecified = "unspecified",
    }
);

words!(
    /// How an offer is paid.
    Plan("price plan") {
        /// By the hour, no commitment.
        OnDemand = "on_demand",
        /// Spare capacity that can be taken away.
        Spot = "spot",
        /// Committed for one year.
        Reserved1y = "reserved_1y",
        /// Committed for three years.
        Reserved3y = "reserved_3y",
    }
);

words!(
    /// Whether a price covers the whole instance.
    Completeness("price completeness") {
        /// Host and accelerators.
        AllIn = "all_in",
        /// Accelerators without the host.
        AcceleratorOnly = "accelerator_only",
        /// The host without accelerators.
        HostOnly = "host_only",
    }
);

words!(
    /// What an attribute is a property of.
    SubjectKind("subject") {
        /// A vendor.
        Vendor = "vendor",
        /// An offer.
        Offer = "offer",
        /// An accelerator.
        Accelerator = "accelerator",
    }
);

words!(
    /// The type of an attribute's values.
    AttributeKind("attribute kind") {
        /// A number in the attribute's unit.
        Number = "number",
        /// True or false.
        Boolean = "boolean",
        /// One word of an ordered list.
        Level = "level",
        /// Free text.
        Text = "text",
        /// One member of a set; a subject has as many facts as members.
        Set = "set",
        /// A day.
        Date = "date",
    }
);

words!(
    /// What a benchmark measures.
    Mode("benchmark mode") {
        /// Answering with a trained model.
        Inference = "inference",
        /// Training a model.
        Training = "training",
    }
);

/// A positive rational number of accelerators: 8, or 1/6 of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u32,
    /// Below the line.
    pub denominator: u32,
}

impl Fraction {
    /// Reads `8` or `1/6`; at most 4096 accelerators, at most 1/64 of one.
    ///
    /// # Errors
    /// [`WordError`] for anything else, zero included.
    pub fn parse(text: &str) -> Result<Self, WordError> {
        let fault = || WordError {
            word: text.chars().take(40).collect(),
            what: "accelerator count",
            allowed: "a whole number such as 8, or a fraction such as 1/6",
        };
        let number = |part: &str, most: u32| {
            part.parse::<u32>()
                .ok()
                .filter(|n| (1..=most).contains(n))
                .ok_or_else(fault)
        };
        match text.split_once('/') {
            None => Ok(Self {
                numerator: number(text, 4096)?,
                denominator: 1,
            }),
            Some((above, below)) => Ok(Self {
                numerator: number(above, 4096)?,
                denominator: number(below, 64)?,
            }),
        }
    }

    /// The number as a float.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// How many instances give at least `needed` accelerators.
    #[must_use]
    pub fn instances_for(self, needed: u32) -> u32 {
        let wanted = u64::from(needed) * u64::from(self.denominator);
        u32::try_from(wanted.div_ceil(u64::from(self.numerator.max(1)))).unwrap_or(u32::MAX)
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// The value of a property, or the kind of its absence.
#[derive(Debug, Clone, PartialEq)]
pub enum FactValue {
    /// A number in the attribute's unit.
    Number(f64),
    /// Between two numbers, both possible.
    Range(f64, f64),
    /// Yes or no.
    Flag(bool),
    /// A word or text.
    Text(String),
    /// The subject does not have this property at all.
    Absent,
    /// Looked for; no source was found.
    Unknown,
}

impl FactValue {
    /// The value as files and the database write it.
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Number(x) => x.to_string(),
            Self::Range(lo, hi) => format!("{lo}..{hi}"),
            Self::Flag(yes) => yes.to_string(),
            Self::Text(text) => text.clone(),
            Self::Absent => "absent".to_owned(),
            Self::Unknown => "unknown".to_owned(),
        }
    }

    /// Reads the text of a value of the given kind.
    ///
    /// # Errors
    /// [`WordError`] says what the kind accepts.
    pub fn parse(kind: AttributeKind, text: &str) -> Result<Self, WordError> {
        let fault = |what, allowed| WordError {
            word: text.chars().take(40).collect(),
            what,
            allowed,
        };
        match text {
            "absent" => return Ok(Self::Absent),
            "unknown" => return Ok(Self::Unknown),
            _ => {}
        }
        match kind {
            AttributeKind::Number => parse_number(text)
                .ok_or_else(|| fault("number", "a plain number such as 99.95, lo..hi, absent or unknown")),
            AttributeKind::Boolean => match text {
                "true" => Ok(Self::Flag(true)),
                "false" => Ok(Self::Flag(false)),
                _ => Err(fault("boolean", "true, false, absent or unknown")),
            },
            AttributeKind::Level | AttributeKind::Text | AttributeKind::Set | AttributeKind::Date => {
                if text.is_empty() {
                    Err(fault("text", "a text that is not empty, absent or unknown"))
                } else {
                    Ok(Self::Text(text.to_owned()))
                }
            }
        }
    }
}

fn parse_number(text: &str) -> Option<FactValue> {
    let finite = |t: &str| t.trim().parse::<f64>().ok().filter(|x| x.is_finite());
    match text.split_once("..") {
        None => finite(text).map(FactValue::Number),
        Some((lo, hi)) => finite(lo)
            .zip(finite(hi))
            .filter(|(lo, hi)| lo <= hi)
            .map(|(lo, hi)| FactValue::Range(lo, hi)),
    }
}
