//! The words of a cost comparison that do not change a ranking: `virt=kvm`, `growth=2`, `own_purchase=120000`, …

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use super::numbers::{Group, NUMBERS, NumberWord, decimal};

use crate::domain::brief::{BadWord, Rule};
use crate::domain::cost::annual::RpaTerm;
use crate::domain::cost::dynamic::UtilisationRule;
use crate::domain::cost::lifecycle::Virtualisation;
use crate::domain::ids::OfferId;
use crate::domain::money::Currency;
use crate::domain::rates::Conversion;

/// The most offers of a comparison.
pub const MOST_OFFERS: usize = 12;

/// Which model a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Model {
    /// Month by month, model C.
    #[default]
    Lifecycle,
    /// Model A.
    Dynamic,
    /// Model B.
    Annual,
}

impl Model {
    /// All, the default first.
    pub const ALL: [Self; 3] = [Self::Lifecycle, Self::Dynamic, Self::Annual];

    /// Its word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Lifecycle => "lifecycle",
            Self::Dynamic => "dynamic",
            Self::Annual => "annual",
        }
    }
}

/// What a link says of a comparison beside the brief.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Words {
    /// Which model is shown.
    pub model: Model,
    /// The offers compared, in the order given; empty for the best ranked.
    pub offers: Vec<OfferId>,
    /// How accelerators are reached.
    pub virt: Option<Virtualisation>,
    /// The utilisation of the brief was measured.
    pub util_measured: bool,
    /// The seed's two lines (S2-14) stand in the list as claims.
    pub claim: bool,
    /// The currency of the amounts that were typed, where it is not that of the page.
    pub typed_in: Option<Currency>,
    /// How model A rises below its threshold.
    pub rule: Option<UtilisationRule>,
    /// How model B reads automation.
    pub rpa_term: Option<RpaTerm>,
    numbers: BTreeMap<&'static str, Decimal>,
    /// Prices of an instance hour that the buyer was quoted, in the place of those of the catalogue.
    pub prices: BTreeMap<OfferId, Decimal>,
}

/// The most that an instance hour is quoted at.
const DEAREST: u32 = 1_000_000;

impl Words {
    /// Reads the words of a link; words it does not know are ignored, and so are empty values.
    ///
    /// # Errors
    /// The first [`BadWord`] found.
    pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, BadWord> {
        let mut words = Self::default();
        for (word, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            words.take(word, value)?;
        }
        Ok(words)
    }

    fn take(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        let one_of = |allowed| BadWord::new(word, value, Rule::OneOf(allowed));
        match word {
            "model" => {
                let found = Model::ALL.into_iter().find(|model| model.word() == value);
                self.model = found.ok_or_else(|| one_of("lifecycle dynamic annual"))?;
            }
            "o" => self.take_offers(value)?,
            "virt" if value == "none" => self.virt = None,
            "virt" => {
                let kind = Virtualisation::parse(value);
                self.virt = Some(kind.ok_or_else(|| one_of("none kvm vsphere bare_metal"))?);
            }
            "util_from" => {
                self.util_measured = (value == "history").then_some(true).ok_or_else(|| one_of("history"))?;
            }
            "in" => {
                let currency = Currency::parse(value).map_err(|_| BadWord::new(word, value, Rule::Currency))?;
                self.typed_in = Some(currency);
            }
            "claim" => self.claim = (value == "s2-14").then_some(true).ok_or_else(|| one_of("s2-14"))?,
            "a.rule" => {
                let rule = UtilisationRule::parse(value);
                self.rule = Some(rule.ok_or_else(|| one_of("linear step_up step_down"))?);
            }
            "b.rpa_term" => {
                let term = RpaTerm::parse(value);
                self.rpa_term = Some(term.ok_or_else(|| one_of("automation_saves as_printed"))?);
            }
            _ => self.take_number(word, value)?,
        }
        Ok(())
    }

    fn take_offers(&mut self, value: &str) -> Result<(), BadWord> {
        for part in value.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let id = OfferId::new(part).map_err(|_| BadWord::new("o", part, Rule::Id))?;
            if !self.offers.contains(&id) {
                self.offers.push(id);
            }
        }
        if self.offers.len() > MOST_OFFERS {
            let rule = Rule::Number {
                min: 1,
                max: u64::try_from(MOST_OFFERS).unwrap_or(u64::MAX),
            };
            return Err(BadWord::new("o", &self.offers.len().to_string(), rule));
        }
        Ok(())
    }

    fn take_number(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        if let Some(number) = NumberWord::of(word) {
            self.numbers.insert(number.word, number.read(value)?);
        } else if let Some(id) = word.strip_prefix("price.") {
            let id = OfferId::new(id).map_err(|_| BadWord::new(word, value, Rule::Id))?;
            let rule = Rule::Number {
                min: 0,
                max: u64::from(DEAREST),
            };
            let price = decimal(value).filter(|price| !price.is_sign_negative() && *price <= Decimal::from(DEAREST));
            self.prices
                .insert(id, price.ok_or_else(|| BadWord::new(word, value, rule))?);
        }
        Ok(())
    }

    /// What a link says of a number.
    #[must_use]
    pub fn given(&self, word: &str) -> Option<Decimal> {
        self.numbers.get(word).copied()
    }

    /// The number of a word: what the link says, else its default.
    #[must_use]
    pub fn number(&self, word: &str) -> Option<Decimal> {
        self.given(word).or_else(|| NumberWord::of(word)?.default)
    }

    /// Whether something is said of a machine of one's own.
    #[must_use]
    pub fn has_own_machine(&self) -> bool {
        let costs = |number: &&NumberWord| number.group == Group::Own && !matches!(number.word, "own_gpus" | "own_pue");
        NUMBERS
            .iter()
            .filter(costs)
            .any(|number| self.given(number.word).is_some())
    }

    /// The same with typed amounts in another currency; `None` beyond what is reckoned.
    #[must_use]
    pub fn converted(&self, conversion: &Conversion<'_>) -> Option<Self> {
        let mut words = self.clone();
        for (word, amount) in &mut words.numbers {
            if NumberWord::of(word).is_some_and(NumberWord::is_money) {
                *amount = conversion.price(*amount)?;
            }
        }
        for price in words.prices.values_mut() {
            *price = conversion.price(*price)?;
        }
        Some(words)
    }

    /// Leaves out what holds anyway, on a page in this currency.
    pub fn normalise(&mut self, shown: Currency) {
        self.numbers
            .retain(|word, value| NumberWord::of(word).is_some_and(|number| number.default != Some(*value)));
        let money = |word: &&str| NumberWord::of(word).is_some_and(NumberWord::is_money);
        let has_money = self.numbers.keys().any(money) || !self.prices.is_empty();
        self.typed_in = self.typed_in.filter(|currency| has_money && *currency != shown);
        self.rule = self.rule.filter(|rule| *rule != UtilisationRule::default());
        self.rpa_term = self.rpa_term.filter(|term| *term != RpaTerm::default());
    }

    /// The words in canonical order.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        let mut put = |word: &str, value: Option<String>| {
            pairs.extend(value.map(|value| (word.to_owned(), value)));
        };
        let word = |word: &str| Some(word.to_owned());
        let model = (self.model != Model::default()).then(|| self.model.word());
        put("model", model.and_then(word));
        let offers: Vec<&str> = self.offers.iter().map(OfferId::as_str).collect();
        put("o", (!offers.is_empty()).then(|| offers.join(",")));
        put("virt", self.virt.and_then(|kind| word(kind.word())));
        put("util_from", self.util_measured.then(|| "history".to_owned()));
        put("in", self.typed_in.map(|currency| currency.to_string()));
        put("claim", self.claim.then(|| "s2-14".to_owned()));
        for number in NUMBERS {
            put(number.word, self.given(number.word).map(|n| n.normalize().to_string()));
        }
        put("a.rule", self.rule.and_then(|rule| word(rule.word())));
        put("b.rpa_term", self.rpa_term.and_then(|term| word(term.word())));
        for (offer, price) in &self.prices {
            put(&format!("price.{offer}"), Some(price.normalize().to_string()));
        }
        pairs
    }
}
