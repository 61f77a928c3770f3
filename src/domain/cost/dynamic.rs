//! Model A (S1-20, S1-21): the monthly price of a mix of reserved and burst instances, dearer the less it is used.
//!
//! `(base × (1 − reserved discount) + burst × burst factor) × (1 + region premium) × utilisation factor(u)`. The source says that
//! the factor rises by 0.15 per 10 % below the threshold and not whether in steps, so the three readings have names.

use rust_decimal::{Decimal, dec};

use super::formula::{Assumption, Formula, Input, Origin, Token};
use super::{Answer, CostError, Part, Rule};

/// How much of a burst instance's price is charged, unless said otherwise.
pub const BURST_FACTOR: Decimal = dec!(0.8);
/// Percent of utilisation from which on nothing is added, unless said otherwise.
pub const THRESHOLD: Decimal = dec!(60);
/// What ten points of missing utilisation add.
pub const PER_STEP: Decimal = dec!(0.15);
/// The points of a step.
pub const STEP: Decimal = dec!(10);

/// How the factor rises below the threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UtilisationRule {
    /// In proportion.
    #[default]
    Linear,
    /// By whole steps, each begun step counts.
    StepUp,
    /// By whole steps, only full steps count.
    StepDown,
}

impl UtilisationRule {
    /// All of them, the default first.
    pub const ALL: [Self; 3] = [Self::Linear, Self::StepUp, Self::StepDown];

    /// Its word in links and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::StepUp => "step_up",
            Self::StepDown => "step_down",
        }
    }

    /// The rule of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }

    /// The factor at a utilisation, both in percent.
    #[must_use]
    pub fn factor(self, utilisation: Decimal, threshold: Decimal) -> Decimal {
        if utilisation >= threshold {
            return Decimal::ONE;
        }
        let missing = threshold - utilisation;
        match self {
            // First times, then by: a division that ends stays exact.
            Self::Linear => Decimal::ONE + PER_STEP * missing / STEP,
            Self::StepUp => Decimal::ONE + PER_STEP * (missing / STEP).ceil(),
            Self::StepDown => Decimal::ONE + PER_STEP * (missing / STEP).floor(),
        }
    }
}

/// The inputs of model A.
#[derive(Debug, Clone, PartialEq)]
pub struct Dynamic {
    /// Price of the base instances, before the discount; `None` where it is not known.
    pub base: Option<Input>,
    /// Price of the burst instances; `None` where it is not known.
    pub burst: Option<Input>,
    /// What a reservation takes off, 0..1.
    pub reserved_discount: Input,
    /// What is charged of a burst instance's price; [`BURST_FACTOR`].
    pub burst_factor: Input,
    /// What the region adds, above −1. 0 where a price already is the price of its region.
    pub region_premium: Input,
    /// Mean utilisation in percent.
    pub utilisation_percent: Input,
    /// From which utilisation on nothing is added, in percent; [`THRESHOLD`].
    pub threshold_percent: Input,
    /// How the factor rises below, and who chose it.
    pub rule: (UtilisationRule, Origin),
}

impl Dynamic {
    /// The total, its two parts, and the formula.
    ///
    /// # Errors
    /// [`CostError`] names an input outside of what it can be.
    pub fn answer(&self) -> Result<Answer, CostError> {
        let base = Rule::MONEY.of_known("base", self.base)?;
        let burst = Rule::MONEY.of_known("burst", self.burst)?;
        let discount = Rule::SHARE.of("reserved_discount", self.reserved_discount)?;
        let burst_factor = Rule::FACTOR.of("burst_factor", self.burst_factor)?;
        let premium = Rule::CHANGE.of("region_premium", self.region_premium)?;
        let utilisation = Rule::PERCENT.of("utilisation_percent", self.utilisation_percent)?;
        let threshold = Rule::PERCENT.of("threshold_percent", self.threshold_percent)?;
        let factor = (Decimal::ONE + premium) * self.rule.0.factor(utilisation, threshold);
        let base_part = base.map(|base| base * (Decimal::ONE - discount) * factor);
        let burst_part = burst.map(|burst| burst * burst_factor * factor);
        let total = base_part.zip(burst_part).map(|(base, burst)| base + burst);

        let value = |name, value| Token::Value { name, value };
        let mut formula = vec![
            Token::Open,
            Token::of("base", base),
            Token::Times,
            Token::Open,
            Token::Constant(Decimal::ONE),
            Token::Minus,
            value("reserved_discount", discount),
            Token::Close,
            Token::Plus,
            Token::of("burst", burst),
            Token::Times,
            value("burst_factor", burst_factor),
            Token::Close,
            Token::Times,
            Token::Open,
            Token::Constant(Decimal::ONE),
            Token::Plus,
            value("region_premium", premium),
            Token::Close,
            Token::Times,
        ];
        formula.extend(self.factor_tokens(utilisation, threshold));
        Ok(Answer {
            total,
            parts: vec![
                Part {
                    name: "base",
                    amount: base_part,
                },
                Part {
                    name: "burst",
                    amount: burst_part,
                },
            ],
            formula: Formula(formula),
            assumptions: vec![
                Assumption::known("base", self.base, "money"),
                Assumption::known("burst", self.burst, "money"),
                Assumption::number("reserved_discount", self.reserved_discount, "share"),
                Assumption::number("burst_factor", self.burst_factor, "factor"),
                Assumption::number("region_premium", self.region_premium, "share"),
                Assumption::number("utilisation_percent", self.utilisation_percent, "percent"),
                Assumption::number("threshold_percent", self.threshold_percent, "percent"),
                Assumption::word("utilisation_rule", self.rule.0.word(), self.rule.1),
            ],
        })
    }

    fn factor_tokens(&self, utilisation: Decimal, threshold: Decimal) -> Vec<Token> {
        if utilisation >= threshold {
            return vec![Token::Constant(Decimal::ONE)];
        }
        let steps = match self.rule.0 {
            UtilisationRule::Linear => Token::Open,
            UtilisationRule::StepUp => Token::Ceil,
            UtilisationRule::StepDown => Token::Floor,
        };
        let missing = vec![
            Token::Open,
            Token::Value {
                name: "threshold_percent",
                value: threshold,
            },
            Token::Minus,
            Token::Value {
                name: "utilisation_percent",
                value: utilisation,
            },
            Token::Close,
            Token::Divide,
            Token::Constant(STEP),
            Token::Close,
        ];
        let mut tokens = vec![
            Token::Open,
            Token::Constant(Decimal::ONE),
            Token::Plus,
            Token::Constant(PER_STEP),
            Token::Times,
            steps,
        ];
        tokens.extend(missing);
        tokens.push(Token::Close);
        tokens
    }
}
