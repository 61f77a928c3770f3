//! Values that cannot be right, or of which one of two cannot: each finding names the rule, what it is about, both values and both
//! sources. Nothing is corrected and nothing is rejected here; a person decides.
//!
//! What is checked is compared with a reference, the catalogue. A claim about "SAMPLE T4 (Tencent)" is compared with the card that
//! its name means, so that a wrong figure cannot hide behind a new id.

mod chips;
mod facts;
mod figures;
mod message;
mod prices;

use std::collections::BTreeSet;

use jiff::civil::Date;
use serde::Serialize;

use super::catalogue::first_day;
use crate::domain::catalogue::{Catalogue, Records, SubjectKind};
use crate::domain::evidence::Evidence;
use crate::domain::finding::FindingKey;

pub use message::{About, Because, Message, Stated};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// One chip with two figures for the same property.
    SameChipDiffers,
    /// A TF32 rate that is the FP32 rate of the card.
    Tf32IsFp32,
    /// More memory than the card has.
    MemoryAboveCard,
    /// One row for several products.
    SeveralProducts,
    /// A figure of another card.
    FigureOfAnotherProduct,
    /// Twice the data sheet's figure or more, half or less.
    FarFromDataSheet,
    /// A factor that bits for bytes, a sum over eight cards or another prefix explains; or a value its unit cannot have.
    UnitDoesNotFit,
    /// A figure that no data sheet of the catalogue gives.
    NotOnDataSheet,
    /// An accelerator that nothing in the catalogue corresponds to.
    UnknownProduct,
    /// A service level above 100 %.
    SlaAboveHundred,
    /// A date that has not come yet.
    FutureDate,
    /// A price that is zero or less.
    PriceNotPositive,
    /// A spot price that is not below the list price.
    SpotNotBelowList,
    /// A price below three quarters of the lowest one known for the accelerator, or above three times the highest.
    PriceFarFromOthers,
    /// A price without a source to be trusted that is exactly the price of another accelerator.
    PriceOfAnotherProduct,
}

/// A value with its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The value, with its unit.
    pub value: Stated,
    /// What it is the value of.
    pub of: About,
    /// Where it was read.
    pub source: String,
    /// When it held.
    pub as_of: String,
    /// The remark that stands beside it.
    pub note: Option<String>,
}

/// Something that cannot be right.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Which rule it breaks.
    pub rule: Rule,
    /// The record it is about.
    pub subject: About,
    /// What is wrong, with the values.
    pub message: Message,
    /// The value in question first, then what it was compared with.
    pub values: Vec<Witness>,
}

impl Rule {
    /// The word in reports, links and the database.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::SameChipDiffers => "same_chip_differs",
            Self::Tf32IsFp32 => "tf32_is_fp32",
            Self::MemoryAboveCard => "memory_above_card",
            Self::SeveralProducts => "several_products",
            Self::FigureOfAnotherProduct => "figure_of_another_product",
            Self::FarFromDataSheet => "far_from_data_sheet",
            Self::UnitDoesNotFit => "unit_does_not_fit",
            Self::NotOnDataSheet => "not_on_data_sheet",
            Self::UnknownProduct => "unknown_product",
            Self::SlaAboveHundred => "sla_above_hundred",
            Self::FutureDate => "future_date",
            Self::PriceNotPositive => "price_not_positive",
            Self::SpotNotBelowList => "spot_not_below_list",
            Self::PriceFarFromOthers => "price_far_from_others",
            Self::PriceOfAnotherProduct => "price_of_another_product",
        }
    }
}

impl Finding {
    /// What the finding is recognised by.
    #[must_use]
    pub fn key(&self) -> FindingKey {
        FindingKey {
            rule: self.rule.word().to_owned(),
            subject: self.subject.to_string(),
            message: self.message.to_string(),
        }
    }
}

impl Witness {
    fn new(value: Stated, of: About, evidence: &Evidence) -> Self {
        Self {
            value,
            of,
            source: evidence.source.clone(),
            as_of: evidence.as_of.to_string(),
            note: evidence.note.clone(),
        }
    }
}

/// Checks records against each other and against the catalogue they are for; the findings in order of rule and subject.
#[must_use]
pub fn check(records: &Records, reference: &Catalogue, today: Date) -> Vec<Finding> {
    let mut findings = facts::check(records, reference);
    findings.extend(prices::check(records, reference));
    findings.extend(future_dates(records, today));
    findings.sort_by_cached_key(|finding| (finding.rule, finding.subject.to_string(), finding.message.to_string()));
    findings.dedup();
    findings
}

/// Checks a catalogue against itself.
#[must_use]
pub fn check_catalogue(catalogue: &Catalogue, today: Date) -> Vec<Finding> {
    check(&records_of(catalogue), catalogue, today)
}

fn records_of(catalogue: &Catalogue) -> Records {
    use crate::domain::catalogue::Subject;

    let facts = |subject| {
        catalogue
            .facts_of(subject)
            .flat_map(|(_, facts)| facts)
            .cloned()
            .collect::<Vec<_>>()
    };
    let mut records = Records {
        vendors: catalogue.vendors().cloned().collect(),
        accelerators: catalogue.accelerators().cloned().collect(),
        offers: catalogue.offers().cloned().collect(),
        attributes: catalogue.attributes().cloned().collect(),
        results: catalogue.results().to_vec(),
        ..Records::default()
    };
    for offer in catalogue.offers() {
        records.prices.extend(catalogue.prices(&offer.id).iter().cloned());
        records.facts.extend(facts(Subject::Offer(&offer.id)));
    }
    for vendor in catalogue.vendors() {
        records.facts.extend(facts(Subject::Vendor(&vendor.id)));
    }
    for accelerator in catalogue.accelerators() {
        records.facts.extend(facts(Subject::Accelerator(&accelerator.id)));
    }
    records
}

/// Dates whose first possible day is after today.
fn future_dates(records: &Records, today: Date) -> Vec<Finding> {
    let late = |evidence: &Evidence| first_day(&evidence.as_of).is_some_and(|day| day > today);
    let mut found: Vec<(About, &Evidence)> = Vec::new();
    macro_rules! find {
        ($kind:ident, |$one:ident| $about:expr) => {
            let late = records.$kind.iter().filter(|one| late(&one.evidence));
            found.extend(late.map(|$one| ($about, &$one.evidence)));
        };
    }
    find!(vendors, |one| About::Subject(SubjectKind::Vendor, one.id.to_string()));
    find!(accelerators, |one| About::Subject(
        SubjectKind::Accelerator,
        one.id.to_string()
    ));
    find!(offers, |one| About::Subject(SubjectKind::Offer, one.id.to_string()));
    find!(prices, |one| About::Prices(one.offer.to_string()));
    find!(facts, |one| About::Value(
        one.attribute.to_string(),
        one.subject_id.clone()
    ));
    find!(results, |one| About::Result(one.id.to_string()));
    let mut seen = BTreeSet::new();
    found
        .into_iter()
        .filter(|(about, evidence)| seen.insert((about.clone(), evidence.source.clone())))
        .map(|(subject, evidence)| Finding {
            rule: Rule::FutureDate,
            message: Message::FutureDate {
                date: evidence.as_of.to_string(),
                today,
            },
            values: vec![Witness::new(
                Stated::Plain(evidence.as_of.to_string()),
                subject.clone(),
                evidence,
            )],
            subject,
        })
        .collect()
}
