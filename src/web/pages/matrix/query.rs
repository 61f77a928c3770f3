//! The words of the capability matrix, read and written back in one canonical order without defaults.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::domain::brief::{BadWord, Brief, Rule, text};
use crate::domain::capability::Finding;
use crate::domain::catalogue::{Catalogue, SubjectKind, VendorKind};
use crate::domain::ids::VendorId;
use crate::web::urls::Pairs;

/// Which part of the matrix is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MatrixQuery {
    /// Which attributes.
    pub(super) topic: Topic,
    /// Only these vendors; empty for all.
    pub(super) vendors: BTreeSet<VendorId>,
    /// Only vendors of this kind.
    pub(super) kind: Option<VendorKind>,
    /// Only vendors and attributes with this text in their names or values.
    pub(super) q: String,
    /// Only values in this state.
    pub(super) state: State,
    /// A release other than the newest.
    pub(super) release: Option<u32>,
}

/// Which attributes are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Topic {
    /// Those known of at least a third of the vendors.
    Common,
    /// Every one.
    All,
    /// Those under one heading.
    Group(String),
}

/// What a value must be like to be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Anything.
    All,
    /// Known.
    Known,
    /// Any kind of nothing.
    Unknown,
    /// Over a year old.
    Stale,
    /// Contradicted by another one of the same grade.
    Disputed,
}

impl State {
    /// All states, in the order they are offered.
    pub(super) const ALL: [Self; 5] = [Self::All, Self::Known, Self::Unknown, Self::Stale, Self::Disputed];

    /// The word in links.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Known => "known",
            Self::Unknown => "unknown",
            Self::Stale => "stale",
            Self::Disputed => "disputed",
        }
    }

    /// Whether what is known of an attribute is in this state.
    pub(super) fn fits(self, finding: &Finding<'_>, today: Date) -> bool {
        match self {
            Self::All => true,
            Self::Known => finding.is_known(),
            Self::Unknown => !finding.is_known(),
            Self::Stale => finding.is_stale(today),
            Self::Disputed => finding.disputed,
        }
    }
}

impl Topic {
    /// The word in links.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::Common => "common",
            Self::All => "all",
            Self::Group(group) => group,
        }
    }
}

impl MatrixQuery {
    /// Reads the words; those it does not know are ignored. Vendors and headings must exist in the catalogue.
    ///
    /// # Errors
    /// [`BadWord`] names the first word with a value that cannot be used.
    pub(super) fn read(pairs: &Pairs, catalogue: &Catalogue) -> Result<Self, BadWord> {
        let brief = brief(pairs)?;
        let mut query = Self {
            topic: Topic::Common,
            vendors: brief.vendors,
            kind: None,
            q: String::new(),
            state: State::All,
            release: brief.release,
        };
        if let Some(id) = query.vendors.iter().find(|id| catalogue.vendor(id.as_str()).is_none()) {
            let known = join(catalogue.vendors().map(|v| v.id.as_str()));
            return Err(BadWord::new("vendor", id.as_str(), Rule::Missing { known }));
        }
        for (word, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
            match word.as_str() {
                "topic" => query.topic = topic(value, catalogue)?,
                "kind" => {
                    let kind = VendorKind::parse(value);
                    query.kind = Some(kind.map_err(|e| BadWord::new(word, value, Rule::OneOf(e.allowed)))?);
                }
                "q" => text(word, value, 100)?.trim().clone_into(&mut query.q),
                "state" => {
                    let state = State::ALL.into_iter().find(|s| s.word() == value);
                    let rule = Rule::OneOf("all known unknown stale disputed");
                    query.state = state.ok_or_else(|| BadWord::new(word, value, rule))?;
                }
                _ => {}
            }
        }
        Ok(query)
    }

    /// The words in canonical order.
    pub(super) fn pairs(&self) -> Pairs {
        let vendors = self.vendors.iter().map(VendorId::as_str).collect::<Vec<_>>().join(",");
        let words = [
            ("topic", self.topic.word(), "common"),
            ("vendor", &vendors, ""),
            ("kind", self.kind.map_or("", VendorKind::word), ""),
            ("q", &self.q, ""),
            ("state", self.state.word(), "all"),
            (
                "release",
                &self.release.map_or_else(String::new, |n| format!("r{n}")),
                "",
            ),
        ];
        words
            .into_iter()
            .filter(|(_, value, default)| value != default)
            .map(|(word, value, _)| (word.to_owned(), value.to_owned()))
            .collect()
    }
}

/// The words shared with rankings.
pub(super) fn brief(pairs: &Pairs) -> Result<Brief, BadWord> {
    let own = pairs.iter().filter(|(word, _)| word == "vendor" || word == "release");
    Brief::read(own.map(|(word, value)| (word.as_str(), value.as_str())))
}

/// The headings of the attributes of vendors, by name.
pub(super) fn headings(catalogue: &Catalogue) -> BTreeSet<&str> {
    catalogue
        .attributes()
        .filter(|a| a.subject == SubjectKind::Vendor)
        .map(|a| a.group.as_str())
        .collect()
}

fn topic(value: &str, catalogue: &Catalogue) -> Result<Topic, BadWord> {
    match value {
        "common" => Ok(Topic::Common),
        "all" => Ok(Topic::All),
        group if headings(catalogue).contains(group) => Ok(Topic::Group(group.to_owned())),
        other => {
            let known = join(["common", "all"].into_iter().chain(headings(catalogue)));
            Err(BadWord::new("topic", other, Rule::Missing { known }))
        }
    }
}

fn join<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(" ")
}
