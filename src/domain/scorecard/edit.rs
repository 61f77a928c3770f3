//! Editing a scorecard by its fields: what a form sends, and what two people's edits come to.

use std::collections::BTreeMap;

use super::Scorecard;
use super::fields::{Part, Place};
use super::scale::{anchors_of, parse_number};
use crate::domain::merge::{Merged, merge};
use crate::domain::scoring::value::AnchorError;

/// A field that a form sends: what it was filled in from, and what was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// Its place, as text.
    pub place: String,
    /// What the form showed.
    pub base: String,
    /// What was sent.
    pub mine: String,
}

impl Edit {
    /// The same, with the number it was filled in from where the one typed is equal: 40.0 is no change of 40.
    fn with_equal_numbers(&self) -> Self {
        let is_number = [".points", ".weight.", ".value"]
            .iter()
            .any(|field| self.place.contains(field));
        let equal = is_number && parse_number(&self.base).is_some_and(|base| parse_number(&self.mine) == Some(base));
        let mine = if equal { &self.base } else { &self.mine };
        Self {
            mine: mine.clone(),
            ..self.clone()
        }
    }
}

/// A field that somebody else changed to something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clash {
    /// Its place, as text.
    pub place: String,
    /// What stands there now; `None` when the part is gone.
    pub theirs: Option<String>,
    /// What was sent.
    pub mine: String,
}

/// A field whose text does not fit.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldFault {
    /// Its place, as text; of a value function, the field's name alone.
    pub place: String,
    /// What it should have been.
    pub rule: Rule,
}

/// What a field should have been.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    /// A number.
    Number(String),
    /// A number of 0 to 100.
    Points(String),
    /// Some text.
    Empty,
    /// A text of at most so many characters.
    Length(usize),
    /// One of the choices.
    Choice(String),
    /// A line of the form `name = value`.
    Line(String),
    /// No level twice.
    Twice,
    /// An anchor that can be computed with.
    Anchor(AnchorError),
}

impl FieldFault {
    pub(super) fn new(place: impl Into<String>, rule: Rule) -> Self {
        Self {
            place: place.into(),
            rule,
        }
    }
}

impl Scorecard {
    /// The fields that change when edits meet what stands here now.
    ///
    /// # Errors
    /// Every field that somebody else changed to something else.
    pub fn merged(&self, edits: &[Edit]) -> Result<BTreeMap<String, String>, Vec<Clash>> {
        let now: BTreeMap<String, String> = self
            .fields()
            .into_iter()
            .map(|(p, text)| (p.to_string(), text))
            .collect();
        let mut changes = BTreeMap::new();
        let mut clashes = Vec::new();
        for edit in edits {
            let Edit { place, base, mine } = edit.with_equal_numbers();
            // A form may show anchors that do not exist yet, when it changes the form of a value function.
            let Some(theirs) = now
                .get(&place)
                .or_else(|| self.will_have(&place, edits).then_some(&base))
            else {
                if mine != base {
                    clashes.push(Clash {
                        place,
                        theirs: None,
                        mine,
                    });
                }
                continue;
            };
            match merge(&base, theirs, &mine) {
                Merged::Value(value) if now.get(&place) == Some(&value) => {}
                Merged::Value(value) => {
                    changes.insert(place, value);
                }
                Merged::Conflict { theirs, mine } => clashes.push(Clash {
                    place,
                    theirs: Some(theirs),
                    mine,
                }),
            }
        }
        if clashes.is_empty() { Ok(changes) } else { Err(clashes) }
    }

    /// Whether a place is an anchor of the form that a value function gets by these edits.
    fn will_have(&self, place: &str, edits: &[Edit]) -> bool {
        self.criteria().any(|criterion| {
            let at = |field: &str| Place::new(Part::Criterion, &criterion.id, field).to_string();
            let scale = edits.iter().find(|edit| edit.place == at("value.type"));
            scale.is_some_and(|edit| {
                edit.base != edit.mine && anchors_of(&edit.mine).iter().any(|field| at(field) == place)
            })
        })
    }
}
