//! Words of the pages that compare: which offers, against which, in which unit, on which axes. They never change a score.

use super::urls::Pairs;
use crate::domain::brief::{BadWord, Rule, text};
use crate::domain::ids::OfferId;

/// What the pages beside the ranking show of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pick {
    /// Offers chosen for a comparison, in the order chosen.
    pub o: Vec<OfferId>,
    /// The one that differences are taken against; the first unless named.
    pub base: Option<OfferId>,
    /// The one beside it where there is room for two.
    pub see: Option<OfferId>,
    /// Only rows whose shown values differ.
    pub diff: bool,
    /// The unit of prices.
    pub per: Per,
    /// The offer asked about.
    pub a: Option<OfferId>,
    /// The one it is held against.
    pub b: Option<OfferId>,
    /// The axis below a chart; the page's own unless named.
    pub x: Option<String>,
    /// The axis at its side.
    pub y: Option<String>,
}

/// What a price is of.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Per {
    /// One accelerator.
    #[default]
    Gpu,
    /// The whole instance.
    Offer,
}

impl Per {
    /// The word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Gpu => "gpu",
            Self::Offer => "offer",
        }
    }
}

impl Pick {
    /// Takes a word of a link; others are left alone.
    ///
    /// # Errors
    /// [`BadWord`] when its value cannot be used.
    pub(super) fn take(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        let id = |part: &str| OfferId::new(part).map_err(|_| BadWord::new(word, part, Rule::Id));
        match word {
            "o" => {
                for part in value.split(',').map(str::trim).filter(|p| !p.is_empty()) {
                    let offer = id(part)?;
                    if !self.o.contains(&offer) {
                        self.o.push(offer);
                    }
                }
            }
            "base" => self.base = Some(id(value)?),
            "see" => self.see = Some(id(value)?),
            "a" => self.a = Some(id(value)?),
            "b" => self.b = Some(id(value)?),
            "diff" => {
                self.diff = match value {
                    "0" => false,
                    "1" => true,
                    _ => return Err(BadWord::new(word, value, Rule::OneOf("0 1"))),
                }
            }
            "per" => {
                self.per = match value {
                    "gpu" => Per::Gpu,
                    "offer" => Per::Offer,
                    _ => return Err(BadWord::new(word, value, Rule::OneOf("gpu offer"))),
                }
            }
            "x" => self.x = Some(text(word, value, 60)?),
            "y" => self.y = Some(text(word, value, 60)?),
            _ => {}
        }
        Ok(())
    }

    /// Forgets what is said of offers that are not chosen any more.
    pub(super) fn keep_chosen(&mut self) {
        let Self { o, base, see, .. } = self;
        for said in [base, see] {
            said.take_if(|id| !o.contains(id));
        }
    }

    /// The words in canonical order.
    pub(super) fn pairs(&self) -> Pairs {
        let one = |id: &Option<OfferId>| id.as_ref().map_or_else(String::new, ToString::to_string);
        let ids: Vec<&str> = self.o.iter().map(OfferId::as_str).collect();
        let per = if self.per == Per::default() {
            ""
        } else {
            self.per.word()
        };
        let words = [
            ("o", ids.join(",")),
            ("base", one(&self.base)),
            ("see", one(&self.see)),
            ("diff", if self.diff { "1".to_owned() } else { String::new() }),
            ("per", per.to_owned()),
            ("a", one(&self.a)),
            ("b", one(&self.b)),
            ("x", self.x.clone().unwrap_or_default()),
            ("y", self.y.clone().unwrap_or_default()),
        ];
        let given = words.into_iter().filter(|(_, value)| !value.is_empty());
        given.map(|(word, value)| (word.to_owned(), value)).collect()
    }
}
