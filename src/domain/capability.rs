//! What is known of one attribute of a subject: the values shown, whether they are old or contradicted, or which kind of nothing.

use jiff::civil::Date;

use super::catalogue::in_force;
use super::catalogue::{AttributeKind, Fact, FactValue};

/// A value older than so many days is stale.
pub const STALE_DAYS: i64 = 365;

/// What is known of an attribute of a subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<'a> {
    /// One fact per variant: what drives a ranking, else what is claimed. Empty where nothing is known.
    pub facts: Vec<&'a Fact>,
    /// Other values of the same variants.
    pub competing: usize,
    /// A competing value has the same grade and says something else.
    pub disputed: bool,
    /// Why there is no value.
    pub nothing: Option<Nothing>,
}

/// The four kinds of nothing. None of them is a zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Nothing {
    /// Looked for; no source was found.
    Unknown,
    /// The subject does not have this property at all.
    Absent,
    /// A source at an address was read; it does not say.
    NotPublished,
    /// Nobody has looked yet.
    NotLookedFor,
}

impl Nothing {
    /// The word in files and text keys.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Absent => "absent",
            Self::NotPublished => "not_published",
            Self::NotLookedFor => "not_looked_for",
        }
    }
}

impl<'a> Finding<'a> {
    /// Reads the facts of one attribute of one subject, as the catalogue orders them: by variant, the one in force first.
    #[must_use]
    pub fn new(kind: AttributeKind, facts: &'a [Fact]) -> Self {
        let claims = |f: &&Fact| f.value != FactValue::Unknown;
        let mut shown: Vec<&Fact> = Vec::new();
        let mut disputed = false;
        for variant in facts.chunk_by(|a, b| a.variant == b.variant) {
            let Some(first) = in_force(variant).or_else(|| variant.iter().find(claims)) else {
                continue;
            };
            // Texts that differ in their wording do not contradict each other.
            disputed |= kind != AttributeKind::Text
                && variant
                    .iter()
                    .filter(claims)
                    .any(|f| f.evidence.grade == first.evidence.grade && f.value != first.value);
            shown.push(first);
        }
        let nothing = if shown.is_empty() {
            Some(kind_of_nothing(facts))
        } else {
            shown
                .iter()
                .all(|f| f.value == FactValue::Absent)
                .then_some(Nothing::Absent)
        };
        Self {
            competing: facts.iter().filter(claims).count().saturating_sub(shown.len()),
            facts: shown,
            disputed,
            nothing,
        }
    }

    /// There is a value, or it is known that the subject has none.
    #[must_use]
    pub fn is_known(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Somebody has looked, found or not.
    #[must_use]
    pub fn was_looked_for(&self) -> bool {
        self.nothing != Some(Nothing::NotLookedFor)
    }

    /// How many of the values shown are over a year old.
    #[must_use]
    pub fn stale(&self, today: Date) -> usize {
        self.facts.iter().filter(|f| is_stale(f, today)).count()
    }

    /// A value shown is over a year old.
    #[must_use]
    pub fn is_stale(&self, today: Date) -> bool {
        self.stale(today) > 0
    }
}

/// A value over a year old.
#[must_use]
pub fn is_stale(fact: &Fact, today: Date) -> bool {
    fact.evidence
        .as_of
        .age_days(today)
        .is_some_and(|days| days > STALE_DAYS)
}

fn kind_of_nothing(facts: &[Fact]) -> Nothing {
    if facts.is_empty() {
        Nothing::NotLookedFor
    } else if facts.iter().any(|f| f.evidence.url.is_some()) {
        Nothing::NotPublished
    } else {
        Nothing::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::catalogue::SubjectKind;
    use crate::domain::evidence::{AsOf, Evidence, Grade};
    use crate::domain::ids::AttributeId;

    fn fact(variant: &str, value: FactValue, grade: Option<Grade>) -> Fact {
        Fact {
            subject: SubjectKind::Vendor,
            subject_id: "v".into(),
            attribute: AttributeId::new("a").unwrap(),
            variant: variant.into(),
            value,
            evidence: Evidence {
                source: "s".into(),
                url: None,
                as_of: AsOf::parse("2024-01-01").unwrap(),
                grade,
                note: None,
            },
        }
    }

    #[test]
    fn equal_grades_that_differ_are_disputed_and_a_worse_grade_only_competes() {
        let number = |x, grade| fact("", FactValue::Number(x), Some(grade));
        let disputed = [number(1.0, Grade::C), number(2.0, Grade::C)];
        let finding = Finding::new(AttributeKind::Number, &disputed);
        assert!(finding.disputed && finding.competing == 1);
        let settled = [number(1.0, Grade::C), number(2.0, Grade::D)];
        let finding = Finding::new(AttributeKind::Number, &settled);
        assert!(!finding.disputed && finding.competing == 1);
        assert!(!Finding::new(AttributeKind::Text, &disputed).disputed);
    }

    #[test]
    fn a_claim_without_a_source_is_shown_only_where_nothing_better_is_known() {
        let facts = [
            fact("", FactValue::Unknown, None),
            fact("", FactValue::Flag(true), Some(Grade::E)),
        ];
        let finding = Finding::new(AttributeKind::Boolean, &facts);
        assert_eq!(finding.facts, vec![&facts[1]]);
        assert_eq!(finding.nothing, None);
    }

    #[test]
    fn there_are_four_kinds_of_nothing() {
        let look = |facts: &[Fact]| Finding::new(AttributeKind::Number, facts).nothing;
        let mut published = fact("", FactValue::Unknown, None);
        published.evidence.url = Some("https://example.org".into());
        assert_eq!(look(&[]), Some(Nothing::NotLookedFor));
        assert_eq!(look(&[fact("", FactValue::Unknown, None)]), Some(Nothing::Unknown));
        assert_eq!(look(&[published]), Some(Nothing::NotPublished));
        assert_eq!(
            look(&[fact("", FactValue::Absent, Some(Grade::C))]),
            Some(Nothing::Absent)
        );
    }

    #[test]
    fn a_value_over_a_year_old_is_stale() {
        let facts = [fact("", FactValue::Number(0.0), Some(Grade::C))];
        let finding = Finding::new(AttributeKind::Number, &facts);
        assert!(!finding.is_stale(Date::constant(2024, 12, 31)));
        assert!(finding.is_stale(Date::constant(2025, 1, 2)));
    }
}
