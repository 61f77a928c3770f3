//! Which of the facts that compete for one value is in force.

use super::{Fact, FactValue};
use crate::domain::scoring::Grade;

/// The fact that drives a ranking: the first that says something and has a source.
#[must_use]
pub fn in_force(facts: &[Fact]) -> Option<&Fact> {
    facts.iter().find(|f| drives(f))
}

/// The fact with the least number among those in force, one for each variant.
#[must_use]
pub fn least_in_force(facts: &[Fact]) -> Option<&Fact> {
    let number = |fact: &Fact| {
        if let FactValue::Number(x) = fact.value {
            Some(x)
        } else {
            None
        }
    };
    let mut best: Option<(&Fact, f64)> = None;
    let mut variant: Option<&str> = None;
    for fact in facts.iter().filter(|f| drives(f)) {
        // The first of a variant is the one in force; its competitors follow.
        if variant.replace(&fact.variant) != Some(fact.variant.as_str())
            && let Some(x) = number(fact)
            && best.is_none_or(|(_, least)| x < least)
        {
            best = Some((fact, x));
        }
    }
    best.map(|(fact, _)| fact)
}

fn drives(fact: &Fact) -> bool {
    fact.value != FactValue::Unknown && fact.evidence.grade.is_some_and(|g| g != Grade::E)
}
