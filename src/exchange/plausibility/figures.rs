//! The numbers of a catalogue by accelerator and property.

use crate::domain::catalogue::{Accelerator, Catalogue, Fact, FactValue, Subject};

/// A number of a data sheet.
#[derive(Clone, Copy)]
pub(super) struct Figure<'c> {
    pub(super) card: &'c Accelerator,
    pub(super) value: f64,
    pub(super) fact: &'c Fact,
}

/// The figures in force of the cards for an attribute.
pub(super) fn figures<'c>(reference: &'c Catalogue, cards: &[&'c Accelerator], attribute: &str) -> Vec<Figure<'c>> {
    let figure = |card: &&'c Accelerator| {
        let fact = reference.fact(Subject::Accelerator(&card.id), attribute)?;
        let value = largest(&fact.value)?;
        Some(Figure { card, value, fact })
    };
    cards
        .iter()
        .filter_map(figure)
        .filter(|figure| figure.value > 0.0)
        .collect()
}

/// A number, or the upper end of a range.
pub(super) fn largest(value: &FactValue) -> Option<f64> {
    match value {
        FactValue::Number(number) | FactValue::Range(_, number) => Some(*number),
        FactValue::Flag(_) | FactValue::Text(_) | FactValue::Absent | FactValue::Unknown => None,
    }
}

/// Whether two numbers differ by at most that part.
pub(super) fn close(a: f64, b: f64, part: f64) -> bool {
    (a - b).abs() <= part * a.abs().max(b.abs())
}
