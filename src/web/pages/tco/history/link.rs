//! What the address of a measured history says: the summary, what was odd about the file, the scaling rule with what came of it,
//! and prices.

use rust_decimal::Decimal;

use super::notes::{read_note, write_note};
use super::rules::{Outcome, RuleWords};
use crate::domain::brief::{BadWord, Brief, Rule, whole};
use crate::domain::cost::history::{MOST_GPUS, Summary};
use crate::domain::ids::OfferId;
use crate::domain::tco::numbers::decimal;
use crate::exchange::history::{Note, link};
use crate::web::urls::Pairs;

/// Notes that an address keeps.
const MOST_NOTES: usize = 60;

/// The address, read.
#[derive(Debug, Clone, Default)]
pub(super) struct LoadQuery {
    /// The brief that the page takes along.
    pub brief: Brief,
    /// The text of the summary, and what it says.
    pub history: Option<(String, Summary)>,
    /// What was odd about the file.
    pub notes: Vec<Note>,
    /// The rule that is to be replayed with the next file.
    pub rules: RuleWords,
    /// The rule that was replayed, and what came of it.
    pub outcome: Option<Outcome>,
    /// Accelerators where the file does not say.
    pub fleet: Option<u16>,
    /// The offer whose prices are taken.
    pub offer: Option<OfferId>,
    /// Prices typed, of an accelerator hour.
    pub prices: TypedPrices,
}

/// Prices of an accelerator hour that were typed.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct TypedPrices {
    pub on_demand: Option<Decimal>,
    pub committed: Option<Decimal>,
    pub spot: Option<Decimal>,
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct ReadFile {
    pub summary: Summary,
    pub notes: Vec<Note>,
    pub outcome: Outcome,
}

impl LoadQuery {
    /// Reads the words of an address; words it does not know are ignored.
    ///
    /// # Errors
    /// The first [`BadWord`] found.
    pub(super) fn read(pairs: &Pairs) -> Result<Self, BadWord> {
        let mut query = Self {
            brief: Brief::read(pairs.iter().map(|(w, v)| (w.as_str(), v.as_str())))?,
            ..Self::default()
        };
        for (word, value) in pairs.iter().filter(|(_, value)| !value.is_empty()) {
            query.take_word(word, value)?;
        }
        Ok(query)
    }

    fn take_word(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        match word {
            "h" => {
                let damaged = |_| BadWord::new(word, value, Rule::OneOf("h=… of a link of this page"));
                self.history = Some((value.to_owned(), link::read(value).map_err(damaged)?));
            }
            "n" if self.notes.len() < MOST_NOTES => {
                let damaged = || BadWord::new(word, value, Rule::OneOf("n=… of a link of this page"));
                self.notes.push(read_note(value).ok_or_else(damaged)?);
            }
            "r" => {
                let damaged = || BadWord::new(word, value, Rule::OneOf("r=… of a link of this page"));
                self.outcome = Some(Outcome::read(value).ok_or_else(damaged)?);
            }
            "fleet" => self.fleet = u16::try_from(whole(word, value, 1, MOST_GPUS)?).ok(),
            "o" => {
                let first = value.split(',').next().unwrap_or_default();
                self.offer = Some(OfferId::new(first).map_err(|_| BadWord::new(word, value, Rule::Id))?);
            }
            "price_on_demand" => self.prices.on_demand = Some(price(word, value)?),
            "price_committed" => self.prices.committed = Some(price(word, value)?),
            "price_spot" => self.prices.spot = Some(price(word, value)?),
            _ => self.rules.take(word, value)?,
        }
        Ok(())
    }

    /// Keeps what a file says.
    pub(super) fn take(&mut self, read: ReadFile) {
        self.history = Some((link::write(&read.summary), read.summary));
        self.notes = read.notes;
        self.outcome = Some(read.outcome);
    }

    /// The words in canonical order.
    pub(super) fn pairs(&self) -> Pairs {
        let mut pairs = self.brief.pairs();
        let mut put = |word: &str, value: Option<String>| pairs.extend(value.map(|value| (word.to_owned(), value)));
        put("o", self.offer.as_ref().map(OfferId::to_string));
        let typed = |price: Option<Decimal>| price.map(|price| price.normalize().to_string());
        put("price_on_demand", typed(self.prices.on_demand));
        put("price_committed", typed(self.prices.committed));
        put("price_spot", typed(self.prices.spot));
        put(
            "fleet",
            self.fleet.filter(|fleet| *fleet != 1).map(|fleet| fleet.to_string()),
        );
        pairs.extend(self.rules.pairs());
        let mut put = |word: &str, value: String| pairs.push((word.to_owned(), value));
        if let Some(outcome) = &self.outcome {
            put("r", outcome.write());
        }
        for text in self.notes.iter().flat_map(write_note).take(MOST_NOTES) {
            put("n", text);
        }
        if let Some((text, _)) = &self.history {
            put("h", text.clone());
        }
        pairs
    }
}

fn price(word: &str, value: &str) -> Result<Decimal, BadWord> {
    let most = 10_000;
    decimal(value)
        .filter(|price| !price.is_sign_negative() && *price <= Decimal::from(most))
        .ok_or_else(|| BadWord::new(word, value, Rule::Number { min: 0, max: most }))
}
