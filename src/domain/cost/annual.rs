//! Model B (S2-13): a year of one instance with its data, storage and the people who look after it.
//!
//! `unit price × hours + data transfer + storage redundancy × (1 + safety) + ops labour × rpa term`. The source multiplies labour by
//! the share that robots replace, so that more automation would cost more; the default reading takes that share off.

use rust_decimal::Decimal;

use super::formula::{Assumption, Formula, Input, Origin, Token};
use super::{Answer, CostError, Part, Rule};

/// What is left of the labour when a share of it is automated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RpaTerm {
    /// `1 − rate`: automation saves labour.
    #[default]
    AutomationSaves,
    /// `rate`, as the source prints it.
    AsPrinted,
}

impl RpaTerm {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::AutomationSaves, Self::AsPrinted];

    /// Its word in links and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::AutomationSaves => "automation_saves",
            Self::AsPrinted => "as_printed",
        }
    }

    /// The reading of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|term| term.word() == word)
    }

    fn of(self, rate: Decimal) -> Decimal {
        match self {
            Self::AutomationSaves => Decimal::ONE - rate,
            Self::AsPrinted => rate,
        }
    }
}

/// The inputs of model B. Money is per year; `None` where it is not known.
#[derive(Debug, Clone, PartialEq)]
pub struct Annual {
    /// Price of an hour.
    pub unit_price: Option<Input>,
    /// Hours a year.
    pub hours: Input,
    /// Data transfer.
    pub data_transfer: Option<Input>,
    /// Redundant storage, before the safety margin.
    pub storage_redundancy: Option<Input>,
    /// The safety margin on storage, 0.2 for a fifth more.
    pub safety: Input,
    /// Operations labour.
    pub ops_labour: Option<Input>,
    /// Share of the labour that is automated, 0..1.
    pub rpa_rate: Input,
    /// Which reading, and who chose it.
    pub rpa_term: (RpaTerm, Origin),
}

impl Annual {
    /// The total, its four parts, and the formula.
    ///
    /// # Errors
    /// [`CostError`] names an input outside of what it can be.
    pub fn answer(&self) -> Result<Answer, CostError> {
        let price = Rule::MONEY.of_known("unit_price", self.unit_price)?;
        let hours = Rule::Between(Decimal::ZERO, Decimal::from(1_000_000_000)).of("hours", self.hours)?;
        let transfer = Rule::MONEY.of_known("data_transfer", self.data_transfer)?;
        let storage = Rule::MONEY.of_known("storage_redundancy", self.storage_redundancy)?;
        let safety = Rule::FACTOR.of("safety", self.safety)?;
        let labour = Rule::MONEY.of_known("ops_labour", self.ops_labour)?;
        let rate = Rule::SHARE.of("rpa_rate", self.rpa_rate)?;
        let parts = vec![
            Part {
                name: "compute",
                amount: price.map(|price| price * hours),
            },
            Part {
                name: "data_transfer",
                amount: transfer,
            },
            Part {
                name: "storage",
                amount: storage.map(|storage| storage * (Decimal::ONE + safety)),
            },
            Part {
                name: "ops_labour",
                amount: labour.map(|labour| labour * self.rpa_term.0.of(rate)),
            },
        ];
        let value = |name, value| Token::Value { name, value };
        let mut formula = vec![
            Token::of("unit_price", price),
            Token::Times,
            value("hours", hours),
            Token::Plus,
            Token::of("data_transfer", transfer),
            Token::Plus,
            Token::of("storage_redundancy", storage),
            Token::Times,
            Token::Open,
            Token::Constant(Decimal::ONE),
            Token::Plus,
            value("safety", safety),
            Token::Close,
            Token::Plus,
            Token::of("ops_labour", labour),
            Token::Times,
        ];
        match self.rpa_term.0 {
            RpaTerm::AutomationSaves => formula.extend([
                Token::Open,
                Token::Constant(Decimal::ONE),
                Token::Minus,
                value("rpa_rate", rate),
                Token::Close,
            ]),
            RpaTerm::AsPrinted => formula.push(value("rpa_rate", rate)),
        }
        Ok(Answer {
            total: parts.iter().map(|part| part.amount).sum(),
            parts,
            formula: Formula(formula),
            assumptions: vec![
                Assumption::known("unit_price", self.unit_price, "money_per_hour"),
                Assumption::number("hours", self.hours, "hours"),
                Assumption::known("data_transfer", self.data_transfer, "money"),
                Assumption::known("storage_redundancy", self.storage_redundancy, "money"),
                Assumption::number("safety", self.safety, "share"),
                Assumption::known("ops_labour", self.ops_labour, "money"),
                Assumption::number("rpa_rate", self.rpa_rate, "share"),
                Assumption::word("rpa_term", self.rpa_term.0.word(), self.rpa_term.1),
            ],
        })
    }
}
