//! What makes two records the same record in different releases or files: its natural key.

use super::{
    Accelerator, Attribute, BenchmarkResult, Completeness, Fact, FactValue, Offer, Plan, Price, SubjectKind, Vendor,
};
use crate::domain::ids::{AcceleratorId, AttributeId, OfferId, ResultId, VendorId};
use crate::domain::money::Currency;
use crate::domain::rates::ExchangeRate;

/// A record that can be recognised in another release or file.
pub trait Keyed {
    /// The natural key.
    type Key<'a>: Ord
    where
        Self: 'a;

    /// The natural key of this record.
    fn key(&self) -> Self::Key<'_>;
}

macro_rules! keyed_by_id {
    ($($record:ty => $id:ty),+ $(,)?) => {
        $(impl Keyed for $record {
            type Key<'a> = &'a $id;

            fn key(&self) -> &$id {
                &self.id
            }
        })+
    };
}

keyed_by_id!(
    Vendor => VendorId,
    Accelerator => AcceleratorId,
    Offer => OfferId,
    Attribute => AttributeId,
    BenchmarkResult => ResultId,
);

/// An alias is its spelling; letter case does not matter.
impl Keyed for (String, AcceleratorId) {
    type Key<'a> = String;

    fn key(&self) -> String {
        self.0.trim().to_lowercase()
    }
}

/// Two sources may quote one price; one source has one.
impl Keyed for Price {
    type Key<'a> = (&'a OfferId, Plan, Currency, Completeness, &'a str);

    fn key(&self) -> Self::Key<'_> {
        (
            &self.offer,
            self.plan,
            self.currency,
            self.completeness,
            &self.evidence.source,
        )
    }
}

/// One source has one rate for a pair at a time; a newer day replaces it.
impl Keyed for ExchangeRate {
    type Key<'a> = (Currency, Currency, &'a str);

    fn key(&self) -> Self::Key<'_> {
        (self.base, self.quote, &self.evidence.source)
    }
}

/// Sources and their dates compete, so both belong to the key; so does a text, because a set has a fact for each member.
impl Keyed for Fact {
    type Key<'a> = (
        SubjectKind,
        &'a str,
        &'a AttributeId,
        &'a str,
        &'a str,
        &'a str,
        Option<&'a str>,
    );

    fn key(&self) -> Self::Key<'_> {
        let member = match &self.value {
            FactValue::Text(text) => Some(text.as_str()),
            FactValue::Number(_)
            | FactValue::Range(..)
            | FactValue::Flag(_)
            | FactValue::Absent
            | FactValue::Unknown => None,
        };
        let evidence = &self.evidence;
        (
            self.subject,
            &self.subject_id,
            &self.attribute,
            &self.variant,
            &evidence.source,
            evidence.as_of.as_str(),
            member,
        )
    }
}
