//! The rules about facts: figures of accelerators against the cards they mean, and values that their unit cannot have.

use std::collections::BTreeMap;

use super::chips::Chips;
use super::figures::{Figure, close, figures, largest};
use super::{About, Because, Finding, Message, Rule, Stated, Witness};
use crate::domain::catalogue::{Attribute, Catalogue, Fact, FactValue, Keyed, Records, SubjectKind};
use crate::domain::ids::AcceleratorId;
use crate::domain::scoring::Grade;

/// From here on a figure is called far: double, with room for rounding.
const FAR: f64 = 1.95;
/// Figures of one chip that differ by more are two figures.
const DIFFERENT: f64 = 0.05;

pub(super) fn check(records: &Records, reference: &Catalogue) -> Vec<Finding> {
    let attributes: BTreeMap<&str, &Attribute> = reference
        .attributes()
        .chain(&records.attributes)
        .map(|attribute| (attribute.id.as_str(), attribute))
        .collect();
    let check = Check {
        reference,
        chips: Chips::new(records, reference),
        attributes,
    };
    let mut findings = Vec::new();
    for fact in &records.facts {
        findings.extend(check.unit(fact));
        if fact.subject == SubjectKind::Accelerator {
            findings.extend(check.figure(fact));
        }
    }
    findings.extend(check.unknown_products(records));
    findings.extend(check.same_chip(records));
    findings
}

struct Check<'a> {
    reference: &'a Catalogue,
    chips: Chips<'a>,
    attributes: BTreeMap<&'a str, &'a Attribute>,
}

impl<'a> Check<'a> {
    fn with_unit(&self, value: &str, attribute: &str) -> String {
        let unit = self
            .attributes
            .get(attribute)
            .map_or("", |attribute| attribute.unit.as_str());
        format!("{value} {unit}").trim_end().to_owned()
    }

    fn witness(&self, fact: &Fact) -> Witness {
        let attribute = fact.attribute.as_str();
        let of = About::Fact(attribute.to_owned(), fact.subject, fact.subject_id.clone());
        let value = Stated::Plain(self.with_unit(&fact.value.to_text(), attribute));
        Witness::new(value, of, &fact.evidence)
    }

    fn finding(&self, rule: Rule, fact: &Fact, message: Message, others: &[Figure<'_>]) -> Finding {
        let mut values = vec![self.witness(fact)];
        values.extend(others.iter().map(|figure| self.witness(figure.fact)));
        Finding {
            rule,
            subject: About::Subject(fact.subject, fact.subject_id.clone()),
            message,
            values,
        }
    }

    /// Values that no quantity of that unit has.
    fn unit(&self, fact: &Fact) -> Option<Finding> {
        let attribute = self.attributes.get(fact.attribute.as_str())?;
        let value = largest(&fact.value)?;
        let id = attribute.id.as_str();
        let (value_text, name) = (self.with_unit(&fact.value.to_text(), id), id.to_owned());
        if attribute.unit == "%" && value > 100.0 {
            let rule = if id.starts_with("sla") {
                Rule::SlaAboveHundred
            } else {
                Rule::UnitDoesNotFit
            };
            let message = Message::AboveHundred {
                attribute: name,
                value: value_text,
            };
            return Some(self.finding(rule, fact, message, &[]));
        }
        let least = if id == "pue" { 1.0 } else { 0.0 };
        let message = Message::BelowLeast {
            attribute: name,
            value: value_text,
            least,
        };
        (value < least).then(|| self.finding(Rule::UnitDoesNotFit, fact, message, &[]))
    }

    /// A figure of an accelerator against the data sheets of the cards it may be.
    fn figure(&self, fact: &Fact) -> Option<Finding> {
        let value = largest(&fact.value)?;
        let attribute = fact.attribute.as_str();
        let cards = self.chips.of(&AcceleratorId::new(fact.subject_id.clone()).ok()?);
        if cards.is_empty() {
            return None;
        }
        let shown = self.with_unit(&fact.value.to_text(), attribute);
        let mut sheet = figures(self.reference, &cards, attribute);
        sheet.retain(|figure| figure.fact.key() != fact.key());
        if sheet.is_empty() {
            let claim = fact.evidence.grade == Some(Grade::E) && self.reference.accelerator(&fact.subject_id).is_none();
            let message = Message::NotOnDataSheet {
                attribute: attribute.to_owned(),
                value: shown,
            };
            return claim.then(|| self.finding(Rule::NotOnDataSheet, fact, message, &[]));
        }
        if let FactValue::Range(low, high) = fact.value
            && low < high
            && cards.len() > 1
        {
            let message = Message::SeveralProducts {
                value: shown,
                cards: cards.iter().map(|card| card.id.to_string()).collect(),
            };
            return Some(self.finding(Rule::SeveralProducts, fact, message, &sheet));
        }
        let ratio = nearest_ratio(value, &sheet);
        if attribute == "memory_gb" && ratio > 1.06 {
            let message = Message::MemoryAboveCard { value: shown };
            return Some(self.finding(Rule::MemoryAboveCard, fact, message, &sheet));
        }
        if !(1.0 / FAR..FAR).contains(&ratio) {
            return Some(self.far(fact, (value, ratio), &sheet));
        }
        self.of_another(fact, value, &sheet)
    }

    fn far(&self, fact: &Fact, (value, ratio): (f64, f64), sheet: &[Figure<'a>]) -> Finding {
        let attribute = fact.attribute.as_str();
        let shown = self.with_unit(&fact.value.to_text(), attribute);
        if attribute == "tf32_tflops" {
            let cards: Vec<_> = sheet.iter().map(|figure| figure.card).collect();
            let fp32 = figures(self.reference, &cards, "fp32_tflops");
            if let Some(same) = fp32.iter().find(|figure| close(figure.value, value, 0.02)) {
                let message = Message::Tf32IsFp32 {
                    value: shown,
                    card: same.card.name.clone(),
                };
                let others: Vec<_> = [*same].into_iter().chain(sheet.iter().copied()).collect();
                return self.finding(Rule::Tf32IsFp32, fact, message, &others);
            }
        }
        let explained = [
            (8.0, Because::EightTimes),
            (1_000.0, Because::Prefix),
            (1_024.0, Because::Prefix),
        ];
        let times = if ratio < 1.0 { 1.0 / ratio } else { ratio };
        let because = explained.iter().find(|(factor, _)| close(times, *factor, 0.03));
        let (rule, because) = match because {
            Some((_, because)) => (Rule::UnitDoesNotFit, Some(*because)),
            None if close(ratio, 2.0, 0.01) && attribute.contains("ops") => {
                (Rule::FarFromDataSheet, Some(Because::Sparsity))
            }
            None => (Rule::FarFromDataSheet, None),
        };
        let message = Message::FarFromDataSheet {
            attribute: attribute.to_owned(),
            value: shown,
            ratio,
            because,
        };
        self.finding(rule, fact, message, sheet)
    }

    /// A figure that is not quite the card's and exactly that of a card of nearly the same name.
    fn of_another(&self, fact: &Fact, value: f64, sheet: &[Figure<'a>]) -> Option<Finding> {
        if sheet.iter().any(|figure| close(figure.value, value, 0.003)) {
            return None;
        }
        let akin = |id: &str| {
            let of_card = |figure: &Figure<'_>| {
                let own = figure.card.id.as_str();
                own != id && (own.starts_with(id) || id.starts_with(own))
            };
            sheet.iter().any(of_card)
        };
        let cards: Vec<_> = self
            .reference
            .accelerators()
            .filter(|card| akin(card.id.as_str()))
            .collect();
        let others = figures(self.reference, &cards, fact.attribute.as_str());
        let same = others.into_iter().find(|figure| close(figure.value, value, 0.000_5))?;
        let shown = self.with_unit(&fact.value.to_text(), fact.attribute.as_str());
        let message = Message::FigureOfAnotherProduct {
            value: shown,
            card: same.card.name.clone(),
        };
        let values: Vec<_> = [same].into_iter().chain(sheet.iter().copied()).collect();
        Some(self.finding(Rule::FigureOfAnotherProduct, fact, message, &values))
    }

    /// Accelerators that no card of the catalogue corresponds to, with everything that is claimed about them.
    fn unknown_products(&self, records: &Records) -> Vec<Finding> {
        // Facts may name an accelerator whose own row could not be read.
        let mut ids: Vec<&str> = records.accelerators.iter().map(|one| one.id.as_str()).collect();
        let about = |fact: &&Fact| fact.subject == SubjectKind::Accelerator;
        ids.extend(records.facts.iter().filter(about).map(|fact| fact.subject_id.as_str()));
        ids.sort_unstable();
        ids.dedup();
        let unknown = |id: &&str| AcceleratorId::new(*id).is_ok_and(|id| self.chips.of(&id).is_empty());
        ids.into_iter()
            .filter(unknown)
            .map(|id| Finding {
                rule: Rule::UnknownProduct,
                subject: About::Subject(SubjectKind::Accelerator, id.to_owned()),
                message: Message::UnknownProduct,
                values: records
                    .facts
                    .iter()
                    .filter(|fact| fact.subject == SubjectKind::Accelerator && fact.subject_id == id)
                    .map(|fact| self.witness(fact))
                    .collect(),
            })
            .collect()
    }

    /// Figures of one card, told of it under different names or by different sources, that differ.
    fn same_chip(&self, records: &Records) -> Vec<Finding> {
        let mut by_card: BTreeMap<_, Vec<(&Fact, f64)>> = BTreeMap::new();
        for fact in records
            .facts
            .iter()
            .filter(|fact| fact.subject == SubjectKind::Accelerator)
        {
            let Ok(id) = AcceleratorId::new(fact.subject_id.clone()) else {
                continue;
            };
            let cards = self.chips.of(&id);
            if let ([card], FactValue::Number(value)) = (cards.as_slice(), &fact.value) {
                let key = (card.id.as_str(), fact.attribute.as_str(), fact.variant.as_str());
                by_card.entry(key).or_default().push((fact, *value));
            }
        }
        let mut findings = Vec::new();
        for ((card, attribute, _), facts) in by_card {
            let different = facts.iter().enumerate().find_map(|(place, (first, value))| {
                let mut later = facts.iter().skip(place + 1);
                later
                    .find(|(_, other)| !close(*value, *other, DIFFERENT))
                    .map(|(second, _)| (first, second))
            });
            if let Some((first, second)) = different {
                let (one, two) = (first.value.to_text(), second.value.to_text());
                findings.push(Finding {
                    rule: Rule::SameChipDiffers,
                    subject: About::Subject(SubjectKind::Accelerator, card.to_owned()),
                    message: Message::SameChipDiffers {
                        attribute: attribute.to_owned(),
                        one: self.with_unit(&one, attribute),
                        two: self.with_unit(&two, attribute),
                    },
                    values: facts.iter().map(|(fact, _)| self.witness(fact)).collect(),
                });
            }
        }
        findings
    }
}

/// The ratio of the value to the figure that it is nearest to.
fn nearest_ratio(value: f64, sheet: &[Figure<'_>]) -> f64 {
    let ratios = sheet.iter().map(|figure| value / figure.value);
    ratios
        .min_by(|a, b| a.ln().abs().total_cmp(&b.ln().abs()))
        .unwrap_or(1.0)
}
