//! How a record is called in reports and found in another release or file: its kind and natural key as one text.

use crate::domain::catalogue::{Accelerator, Attribute, BenchmarkResult, Fact, FactValue, Offer, Price, Vendor};
use crate::domain::ids::AcceleratorId;
use crate::domain::rates::ExchangeRate;

/// A record with a name of its own.
pub(in crate::exchange) trait Label {
    /// Which kind of record it is.
    const KIND: &'static str;

    /// The natural key as text.
    fn label(&self) -> String;
}

macro_rules! labelled_by_id {
    ($($record:ty => $kind:literal),+ $(,)?) => {
        $(impl Label for $record {
            const KIND: &'static str = $kind;

            fn label(&self) -> String {
                self.id.to_string()
            }
        })+
    };
}

labelled_by_id!(
    Vendor => "vendor",
    Accelerator => "accelerator",
    Offer => "offer",
    Attribute => "attribute",
    BenchmarkResult => "result",
);

impl Label for (String, AcceleratorId) {
    const KIND: &'static str = "alias";

    fn label(&self) -> String {
        self.0.trim().to_lowercase()
    }
}

impl Label for ExchangeRate {
    const KIND: &'static str = "rate";

    fn label(&self) -> String {
        format!("{}/{}, {}", self.base, self.quote, self.evidence.source)
    }
}

impl Label for Price {
    const KIND: &'static str = "price";

    fn label(&self) -> String {
        let Self {
            offer,
            plan,
            currency,
            completeness,
            evidence,
            ..
        } = self;
        format!("{offer} {plan} {currency} {completeness}, {}", evidence.source)
    }
}

impl Label for Fact {
    const KIND: &'static str = "fact";

    fn label(&self) -> String {
        let Self {
            subject,
            subject_id,
            attribute,
            variant,
            evidence,
            ..
        } = self;
        let member = match &self.value {
            FactValue::Text(text) => format!(" = {text}"),
            FactValue::Number(_)
            | FactValue::Range(..)
            | FactValue::Flag(_)
            | FactValue::Absent
            | FactValue::Unknown => String::new(),
        };
        let variant = if variant.is_empty() {
            String::new()
        } else {
            format!(" ({variant})")
        };
        format!(
            "{attribute}{variant} of {subject} {subject_id}{member}, {}, {}",
            evidence.source, evidence.as_of
        )
    }
}
