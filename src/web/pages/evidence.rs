//! Values with their evidence, as every page of the catalogue shows them.

use jiff::civil::Date;

use super::ranking::with_unit;
use crate::domain::catalogue::{Attribute, AttributeKind, Catalogue, Fact, FactValue, Subject};
use crate::domain::evidence::Evidence;
use crate::web::lang::{Lang, number};
use crate::web::urls;

/// Where a value was read.
#[derive(Debug, Clone)]
pub struct EvidenceView {
    /// A to E; empty where nothing was found.
    pub grade: String,
    /// What the grade means.
    pub grade_text: String,
    /// The source in words.
    pub source: String,
    /// Its address.
    pub url: Option<String>,
    /// The date of the value.
    pub as_of: String,
    /// How old it is, where that matters.
    pub age: Option<String>,
    /// A remark.
    pub note: Option<String>,
}

/// One value of an attribute.
#[derive(Debug, Clone)]
pub struct FactView {
    /// The value with its unit.
    pub value: String,
    /// It is one of the four kinds of nothing.
    pub missing: bool,
    /// What separates it from other values that hold at the same time.
    pub variant: String,
    /// Where it was read.
    pub evidence: EvidenceView,
}

/// An attribute with all values known of it.
#[derive(Debug, Clone)]
pub struct AttributeView {
    /// Its name.
    pub name: String,
    /// The page of the value's evidence and history.
    pub href: String,
    /// What exactly it measures.
    pub description: String,
    /// Its values in force: one, or one per variant.
    pub facts: Vec<FactView>,
    /// Values that compete with them.
    pub competing: Vec<FactView>,
    /// How many compete, in words.
    pub competing_text: String,
    /// Values in force contradict others of the same grade.
    pub disputed: bool,
}

/// Attributes under one heading.
#[derive(Debug, Clone)]
pub struct FactGroup {
    /// The heading.
    pub title: String,
    /// The attributes, by name.
    pub attributes: Vec<AttributeView>,
}

impl EvidenceView {
    /// Evidence as shown today.
    #[must_use]
    pub fn new(evidence: &Evidence, today: Date, lang: Lang) -> Self {
        let grade = evidence.grade.map(|g| format!("{g:?}")).unwrap_or_default();
        Self {
            grade_text: if grade.is_empty() {
                String::new()
            } else {
                lang.t(&format!("grade.{grade}"))
            },
            grade,
            source: evidence.source.clone(),
            url: evidence.url.clone(),
            as_of: if evidence.as_of.latest().is_none() {
                lang.t("age.undated")
            } else {
                evidence.as_of.to_string()
            },
            age: evidence
                .as_of
                .age_days(today)
                .filter(|days| *days > 365)
                .map(|_| lang.t("age.over_a_year")),
            note: evidence.note.clone(),
        }
    }
}

/// Every fact about a subject under the headings of its attributes.
#[must_use]
pub fn groups(catalogue: &Catalogue, subject: Subject<'_>, today: Date, lang: Lang) -> Vec<FactGroup> {
    let mut groups: Vec<FactGroup> = Vec::new();
    let mut attributes: Vec<(&Attribute, &[Fact])> = catalogue
        .facts_of(subject)
        .filter_map(|(id, facts)| Some((catalogue.attribute(id.as_str())?, facts)))
        .collect();
    attributes.sort_by(|(a, _), (b, _)| (&a.group, &a.id).cmp(&(&b.group, &b.id)));
    for (attribute, facts) in attributes {
        let title = group_title(&attribute.group, lang);
        let href = urls::fact(lang, attribute.subject, subject.id(), &attribute.id);
        let view = AttributeView {
            href,
            ..attribute_view(attribute, facts, today, lang)
        };
        match groups.last_mut().filter(|g| g.title == title) {
            Some(group) => group.attributes.push(view),
            None => groups.push(FactGroup {
                title,
                attributes: vec![view],
            }),
        }
    }
    groups
}

/// A heading in words; one that no text names stands as it is.
#[must_use]
pub fn group_title(group: &str, lang: Lang) -> String {
    let key = format!("group.{group}");
    let title = lang.t(&key);
    if title.ends_with(&key) { group.to_owned() } else { title }
}

fn attribute_view(attribute: &Attribute, facts: &[Fact], today: Date, lang: Lang) -> AttributeView {
    let mut last: Option<&Fact> = None;
    let mut disputed = false;
    let mut competing = Vec::new();
    let mut in_force = Vec::new();
    for fact in facts {
        let is_first = last.is_none_or(|l| l.variant != fact.variant);
        if is_first {
            last = Some(fact);
        }
        disputed |= last.is_some_and(|l| {
            l.value != fact.value && l.evidence.grade == fact.evidence.grade && l.variant == fact.variant
        });
        let view = FactView {
            value: fact_text(attribute, &fact.value, lang),
            missing: matches!(fact.value, FactValue::Absent | FactValue::Unknown),
            variant: if attribute.kind == AttributeKind::Set {
                String::new()
            } else {
                fact.variant.clone()
            },
            evidence: EvidenceView::new(&fact.evidence, today, lang),
        };
        if is_first {
            in_force.push(view);
        } else {
            competing.push(view);
        }
    }
    let (name, description) = attribute_texts(attribute, lang);
    AttributeView {
        name: name.to_owned(),
        href: String::new(),
        description: description.to_owned(),
        facts: in_force,
        competing_text: lang.plural("fact.competing", competing.len()),
        competing,
        disputed: disputed && attribute.kind != AttributeKind::Text,
    }
}

/// An attribute's name, and what exactly it measures.
#[must_use]
pub fn attribute_texts(attribute: &Attribute, lang: Lang) -> (&str, &str) {
    match lang {
        Lang::En => (&attribute.name_en, &attribute.description_en),
        Lang::Zh => (&attribute.name_zh, &attribute.description_zh),
    }
}

/// A value in words and with its unit.
#[must_use]
pub fn fact_text(attribute: &Attribute, value: &FactValue, lang: Lang) -> String {
    let with_unit = |text: String| with_unit(text, &attribute.unit, lang);
    match value {
        FactValue::Number(year) if attribute.id.as_str().ends_with("_year") => year.to_string(),
        FactValue::Number(x) => with_unit(number(*x, 4)),
        FactValue::Range(lo, hi) => with_unit(format!("{}–{}", number(*lo, 4), number(*hi, 4))),
        FactValue::Flag(yes) => lang.t(if *yes { "value.yes" } else { "value.no" }),
        FactValue::Text(text) => text.clone(),
        FactValue::Absent => lang.t("value.absent"),
        FactValue::Unknown => lang.t("value.not_found"),
    }
}
