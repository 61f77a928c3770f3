//! The part of the matrix that a query selects, before it is worded: vendors, attributes, and what is known where they meet.

use jiff::civil::Date;

use super::query::{MatrixQuery, State, Topic};
use crate::domain::capability::Finding;
use crate::domain::catalogue::{Attribute, Catalogue, Subject, SubjectKind, Vendor};
use crate::web::lang::Lang;
use crate::web::pages::evidence::fact_text;

/// The selected part.
pub(super) struct Selection<'a> {
    /// The vendors shown, by id.
    pub(super) vendors: Vec<&'a Vendor>,
    /// The attributes shown, by heading and id.
    pub(super) attributes: Vec<&'a Attribute>,
    /// For each vendor what is known of each attribute.
    pub(super) findings: Vec<Vec<Finding<'a>>>,
    /// Attributes under other headings that the same words would select.
    pub(super) elsewhere: usize,
    /// Which values are shown; the others of the rectangle are left blank.
    pub(super) state: State,
    /// When.
    pub(super) today: Date,
}

/// Known of looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Coverage {
    /// With a value.
    pub(super) known: usize,
    /// Looked for, found or not.
    pub(super) looked_for: usize,
}

impl<'a> Selection<'a> {
    /// What the query selects. A text keeps whole rows and columns, so that a value never stands without what it belongs to.
    pub(super) fn new(catalogue: &'a Catalogue, query: &MatrixQuery, today: Date, lang: Lang) -> Self {
        let vendors: Vec<&Vendor> = catalogue
            .vendors()
            .filter(|v| query.vendors.is_empty() || query.vendors.contains(&v.id))
            .filter(|v| query.kind.is_none_or(|kind| kind == v.kind))
            .collect();
        let all = attributes(catalogue);
        let topical = topical(catalogue, &all, &query.topic);
        let text = Text::new(query, lang);
        let fits = |v: &Vendor, a: &Attribute| {
            let finding = finding(catalogue, v, a);
            query.state.fits(&finding, today) && text.is_in(v, a, &finding)
        };
        let fitting = |attributes: &[&'a Attribute]| -> Vec<&'a Attribute> {
            let any = |a: &&'a Attribute| vendors.iter().any(|v| fits(v, a));
            attributes.iter().copied().filter(any).collect()
        };
        let attributes = fitting(&topical);
        let narrowed = !query.q.is_empty() || query.state != State::All;
        let elsewhere = if narrowed {
            fitting(&all).len() - attributes.len()
        } else {
            0
        };
        let vendors: Vec<&Vendor> = vendors
            .iter()
            .copied()
            .filter(|v| attributes.iter().any(|a| fits(v, a)))
            .collect();
        let findings = vendors
            .iter()
            .map(|v| attributes.iter().map(|a| finding(catalogue, v, a)).collect())
            .collect();
        Self {
            vendors,
            attributes,
            findings,
            elsewhere,
            state: query.state,
            today,
        }
    }

    /// The values that are shown: vendor, attribute, what is known.
    pub(super) fn cells(&self) -> impl Iterator<Item = (&'a Vendor, &'a Attribute, &Finding<'a>)> {
        self.vendors.iter().zip(&self.findings).flat_map(|(vendor, findings)| {
            let shown = |(_, finding): &(&&'a Attribute, &Finding<'a>)| self.shows(finding);
            let cells = self.attributes.iter().zip(findings).filter(shown);
            cells.map(|(attribute, finding)| (*vendor, *attribute, finding))
        })
    }

    /// Whether a value is in the state asked for.
    pub(super) fn shows(&self, finding: &Finding<'_>) -> bool {
        self.state.fits(finding, self.today)
    }
}

impl Coverage {
    /// Counts findings.
    pub(super) fn of<'a>(findings: impl Iterator<Item = &'a Finding<'a>>) -> Self {
        findings.fold(
            Self {
                known: 0,
                looked_for: 0,
            },
            |sum, finding| Self {
                known: sum.known + usize::from(finding.is_known()),
                looked_for: sum.looked_for + usize::from(finding.was_looked_for()),
            },
        )
    }
}

/// What is searched for, in lower case.
struct Text {
    wanted: String,
    lang: Lang,
}

impl Text {
    fn new(query: &MatrixQuery, lang: Lang) -> Self {
        Self {
            wanted: query.q.to_lowercase(),
            lang,
        }
    }

    fn is_in(&self, vendor: &Vendor, attribute: &Attribute, finding: &Finding<'_>) -> bool {
        let holds = |text: &str| text.to_lowercase().contains(&self.wanted);
        self.wanted.is_empty()
            || holds(&vendor.name)
            || vendor.name_zh.as_deref().is_some_and(holds)
            || [&attribute.name_en, &attribute.name_zh].into_iter().any(|t| holds(t))
            || [&attribute.description_en, &attribute.description_zh]
                .into_iter()
                .any(|t| holds(t))
            || finding
                .facts
                .iter()
                .any(|f| holds(&fact_text(attribute, &f.value, self.lang)))
    }
}

/// Every attribute of vendors, by heading and id.
pub(super) fn attributes(catalogue: &Catalogue) -> Vec<&Attribute> {
    let mut attributes: Vec<&Attribute> = catalogue
        .attributes()
        .filter(|a| a.subject == SubjectKind::Vendor)
        .collect();
    attributes.sort_by(|a, b| (&a.group, &a.id).cmp(&(&b.group, &b.id)));
    attributes
}

fn finding<'a>(catalogue: &'a Catalogue, vendor: &Vendor, attribute: &Attribute) -> Finding<'a> {
    Finding::new(
        attribute.kind,
        catalogue.facts(Subject::Vendor(&vendor.id), attribute.id.as_str()),
    )
}

/// The attributes of a topic. Where none is known of a third of the vendors, as in a young catalogue, all are common.
fn topical<'a>(catalogue: &Catalogue, all: &[&'a Attribute], topic: &Topic) -> Vec<&'a Attribute> {
    let common = |a: &&&Attribute| {
        let known = catalogue.vendors().filter(|v| finding(catalogue, v, a).is_known());
        3 * known.count() >= catalogue.vendors().len()
    };
    match topic {
        Topic::All => all.to_vec(),
        Topic::Group(group) => all.iter().copied().filter(|a| a.group == *group).collect(),
        Topic::Common => {
            let found: Vec<&Attribute> = all.iter().filter(common).copied().collect();
            if found.is_empty() { all.to_vec() } else { found }
        }
    }
}
