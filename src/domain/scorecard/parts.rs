//! Adding and taking away criteria, gates and presets, and a copy under another id.

use super::fields::Part;
use super::{Criterion, GateRule, Preset, Scorecard};

/// Why a part cannot be added or taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PartError {
    /// The id has other characters than small letters, digits, `_` and `-`, or more than 40.
    #[error("not an id of 1 to 40 small letters, digits, _ and -")]
    Id,
    /// There is one of this id.
    #[error("there is one of this id already")]
    Taken,
    /// There is none of this id.
    #[error("there is none of this id")]
    Missing,
    /// A dimension needs a criterion.
    #[error("a dimension needs a criterion")]
    Last,
}

impl Scorecard {
    /// Checks the id of a new part.
    ///
    /// # Errors
    /// [`PartError::Id`] and [`PartError::Taken`].
    pub fn check_new(&self, part: Part, id: &str) -> Result<(), PartError> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'-');
        if id.is_empty() || id.len() > 40 || !id.bytes().all(plain) {
            return Err(PartError::Id);
        }
        // The brief has a gate of this name.
        let reserved = part == Part::Gate && id == "budget";
        if reserved || self.name_of(part, id).is_some() {
            return Err(PartError::Taken);
        }
        Ok(())
    }

    /// With one more criterion at the end of a dimension.
    ///
    /// # Errors
    /// [`PartError`] when the id is of no use or there is no such dimension.
    pub fn with_criterion(&self, dimension: &str, criterion: Criterion) -> Result<Self, PartError> {
        self.check_new(Part::Criterion, &criterion.id)?;
        let mut card = self.clone();
        let found = card.dimensions.iter_mut().find(|d| d.id == dimension);
        found.ok_or(PartError::Missing)?.criteria.push(criterion);
        Ok(card)
    }

    /// With one more gate.
    ///
    /// # Errors
    /// [`PartError`] when the id is of no use.
    pub fn with_gate(&self, gate: GateRule) -> Result<Self, PartError> {
        self.check_new(Part::Gate, &gate.id)?;
        let mut card = self.clone();
        card.gates.push(gate);
        Ok(card)
    }

    /// With one more preset.
    ///
    /// # Errors
    /// [`PartError`] when the id is of no use.
    pub fn with_preset(&self, preset: Preset) -> Result<Self, PartError> {
        self.check_new(Part::Preset, &preset.id)?;
        let mut card = self.clone();
        card.presets.push(preset);
        Ok(card)
    }

    /// Without a criterion, gate or preset.
    ///
    /// # Errors
    /// [`PartError::Missing`], and [`PartError::Last`] for the only criterion of a dimension.
    pub fn without(&self, part: Part, id: &str) -> Result<Self, PartError> {
        let mut card = self.clone();
        match part {
            Part::Criterion => {
                let holds = |c: &Criterion| c.id == id;
                let dimension = card.dimensions.iter_mut().find(|d| d.criteria.iter().any(holds));
                let criteria = &mut dimension.ok_or(PartError::Missing)?.criteria;
                if criteria.len() == 1 {
                    return Err(PartError::Last);
                }
                criteria.retain(|c| c.id != id);
            }
            Part::Gate => card.gates.retain(|g| g.id != id),
            Part::Preset => card.presets.retain(|p| p.id != id),
            Part::Card | Part::Dimension => return Err(PartError::Missing),
        }
        if card == *self {
            Err(PartError::Missing)
        } else {
            Ok(card)
        }
    }
}
