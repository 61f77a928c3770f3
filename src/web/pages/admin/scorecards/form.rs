//! Fields of a form that edits a scorecard: what each shows, what it was filled in from, and what was typed when it comes back.

use std::collections::BTreeMap;

use crate::domain::scorecard::{Edit, Part, Place, Scorecard};
use crate::web::auth::form::{FieldError, Sent};

/// Before the name of a field: what the field showed.
const WAS: &str = "was.";

/// A field of a form.
pub(super) struct Input {
    /// Its name, and the id of its element.
    pub name: String,
    /// What it shows.
    pub value: String,
    /// What stood there when the page was first shown.
    pub was: String,
    /// Its text does not fit.
    pub wrong: bool,
}

/// What the fields of a page are filled with.
pub(super) struct Filled<'a> {
    now: BTreeMap<String, String>,
    typed: Option<&'a Sent>,
    errors: &'a [FieldError],
}

impl<'a> Filled<'a> {
    pub(super) fn new(card: &Scorecard, typed: Option<&'a Sent>, errors: &'a [FieldError]) -> Self {
        let now = card.fields().into_iter().map(|(place, text)| (place.to_string(), text));
        Self {
            now: now.collect(),
            typed,
            errors,
        }
    }

    /// The field of a part.
    pub(super) fn input(&self, part: Part, id: &str, field: &str) -> Input {
        self.or(part, id, field, "")
    }

    /// The same, which shows a text where the scorecard has no such field yet.
    pub(super) fn or(&self, part: Part, id: &str, field: &str, or: &str) -> Input {
        let name = Place::new(part, id, field).to_string();
        let now = self.now.get(&name).cloned();
        let typed = |name: &str| sent(self.typed?, name).map(str::to_owned);
        Input {
            value: typed(&name).or_else(|| now.clone()).unwrap_or_else(|| or.to_owned()),
            was: typed(&format!("{WAS}{name}")).or(now).unwrap_or_default(),
            wrong: self.errors.iter().any(|error| error.field == name),
            name,
        }
    }

    /// A field that is no part of the scorecard.
    pub(super) fn plain(&self, name: &str) -> Input {
        let typed = self.typed.and_then(|typed| sent(typed, name));
        Input {
            value: typed.unwrap_or_default().to_owned(),
            was: String::new(),
            wrong: self.errors.iter().any(|error| error.field == name),
            name: name.to_owned(),
        }
    }
}

fn sent<'a>(sent: &'a Sent, name: &str) -> Option<&'a str> {
    let found = sent.pairs.iter().find(|(word, _)| word == name);
    found.map(|(_, value)| value.as_str())
}

/// The fields of a form that show what they were filled in from. Browsers send lines with other ends than they were given.
pub(super) fn edits(form: &Sent) -> Vec<Edit> {
    let clean = |text: &str| text.replace("\r\n", "\n").trim().to_owned();
    let bases = form
        .pairs
        .iter()
        .filter_map(|(name, base)| Some((name.strip_prefix(WAS)?, base)));
    bases
        .filter_map(|(place, base)| {
            Some(Edit {
                place: place.to_owned(),
                base: clean(base),
                mine: clean(sent(form, place)?),
            })
        })
        .collect()
}

/// Values of all fields of a name.
pub(super) fn all<'a>(form: &'a Sent, name: &str) -> Vec<&'a str> {
    let found = form.pairs.iter().filter(|(word, _)| word == name);
    found.map(|(_, value)| value.as_str()).collect()
}
