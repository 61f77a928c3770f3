//! Facts in columns of a mapped table: the value in the type and unit of its attribute, or a problem that names both units.

use super::{Row, Subjects};
use crate::domain::catalogue::{Attribute, AttributeKind, Fact, FactValue, SubjectKind};
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::decimal::Decimal;
use crate::exchange::import::draft::Draft;
use crate::exchange::import::profile::Field;
use crate::exchange::source::limits::TEXT_BYTES;
use crate::exchange::{ProblemKind, Reason};

/// Units that turn into each other by a factor that cannot be mistaken.
const CONVERSIONS: [(&str, &str, f64); 9] = [
    ("TB", "GB", 1e3),
    ("MB", "GB", 1e-3),
    ("TB/s", "GB/s", 1e3),
    ("PFLOPS", "TFLOPS", 1e3),
    ("GFLOPS", "TFLOPS", 1e-3),
    ("kW", "W", 1e3),
    ("hours", "minutes", 60.0),
    ("minutes", "s", 60.0),
    ("ratio", "%", 100.0),
];

impl Row<'_> {
    pub(super) fn fact(&self, draft: &mut Draft<'_>, subjects: &Subjects, column: &str, field: &Field) {
        let Field::Fact {
            attribute,
            unit,
            variant,
        } = field
        else {
            return;
        };
        let text = (self.cell)(column);
        if text.is_empty() {
            return;
        }
        let Some(known) = draft.context.catalogue.attribute(attribute.as_str()) else {
            let id = attribute.to_string();
            return draft.kind(self.at, column, ProblemKind::Unknown { kind: "attribute", id });
        };
        let subject_id = match known.subject {
            SubjectKind::Vendor => subjects.vendor.as_ref().map(VendorId::as_str),
            SubjectKind::Accelerator => subjects.accelerator.as_ref().map(AcceleratorId::as_str),
            SubjectKind::Offer => subjects.offer.as_ref().map(OfferId::as_str),
        };
        // A row whose subject cannot be read is reported already.
        let Some(subject_id) = subject_id.map(str::to_owned) else {
            return;
        };
        match self.value(known, unit.as_deref(), &text) {
            Ok(value) => {
                let evidence = draft.evidence.clone();
                let fact = Fact {
                    subject: known.subject,
                    subject_id,
                    attribute: attribute.clone(),
                    variant: variant.clone(),
                    value,
                    evidence,
                };
                draft.fact(fact, self.at);
            }
            Err(kind) => draft.kind(self.at, column, kind),
        }
    }

    fn value(&self, attribute: &Attribute, unit: Option<&str>, text: &str) -> Result<FactValue, ProblemKind> {
        let fault = |reason: Reason| ProblemKind::Value { reason };
        match attribute.kind {
            AttributeKind::Number => {
                let factor: Option<f64> = match unit {
                    None => None,
                    Some(unit) if unit == attribute.unit => None,
                    Some(unit) => CONVERSIONS
                        .iter()
                        .find(|(from, to, _)| *from == unit && *to == attribute.unit)
                        .map(|(_, _, factor)| Some(*factor))
                        .ok_or_else(|| ProblemKind::Unit {
                            value: unit.to_owned(),
                            expected: attribute.unit.clone(),
                            attribute: attribute.id.to_string(),
                        })?,
                };
                let bare = text.strip_suffix('%').unwrap_or(text);
                Decimal::parse(bare, self.profile.style())
                    .and_then(Decimal::as_f64)
                    .map(|number| FactValue::Number(factor.map_or(number, |factor| number * factor)))
                    .ok_or_else(|| fault(Reason::Number(shown(text))))
            }
            AttributeKind::Boolean => match text.to_lowercase().as_str() {
                "true" | "yes" | "y" | "1" | "是" | "有" | "支持" => Ok(FactValue::Flag(true)),
                "false" | "no" | "n" | "0" | "否" | "无" | "不支持" => Ok(FactValue::Flag(false)),
                _ => Err(fault(Reason::YesNo(shown(text)))),
            },
            AttributeKind::Level | AttributeKind::Text | AttributeKind::Set | AttributeKind::Date => {
                let bytes = text.len();
                if bytes > TEXT_BYTES {
                    let limit = TEXT_BYTES;
                    return Err(ProblemKind::TooLong { bytes, limit });
                }
                FactValue::parse(attribute.kind, text).map_err(|error| fault(error.into()))
            }
        }
    }
}
