//! Gates of a scorecard and of a need, as one brief uses them.

use rust_decimal::Decimal;

use super::{MeasuredOffer, Prepared};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Area, Catalogue};
use crate::domain::money::{Currency, Micros};
use crate::domain::scorecard::{GateMode, Need, Scorecard};
use crate::domain::scoring::Outcome;
use crate::domain::spend::OfferCost;
use crate::domain::usage::Thousandths;

/// A gate of the scorecard or of the need, as it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct GateInForce {
    /// What is asked.
    pub question: Question,
    /// How it is used.
    pub mode: GateMode,
}

/// What a gate asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The gate of the scorecard at this place.
    Rule(usize),
    /// Memory per accelerator.
    Vram,
    /// The part of the world.
    Area,
    /// What may be spent over the months.
    Budget(Budget),
}

/// What may be spent over the months of a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The amount as it was given.
    pub amount: Thousandths,
    /// Its currency.
    pub currency: Currency,
    /// The same in US dollars; `None` without a rate.
    pub dollars: Option<Micros>,
}

impl Budget {
    /// The budget of a brief, converted with the rates of a catalogue.
    #[must_use]
    pub fn of(brief: &Brief, catalogue: &Catalogue) -> Option<Self> {
        let (amount, currency) = (brief.budget?, brief.shown_currency());
        let dollars = || {
            let micros = i64::try_from(amount.0.checked_mul(1_000)?).ok()?;
            let conversion = catalogue.rates().conversion(currency, Currency::USD)?;
            conversion.apply(Micros(micros))
        };
        Some(Self {
            amount,
            currency,
            dollars: dollars(),
        })
    }

    /// Whether a cost stays inside: unknown when its range does not say.
    #[must_use]
    pub fn outcome(&self, cost: Option<&OfferCost>) -> Outcome {
        let (Some(cost), Some(dollars)) = (cost, self.dollars) else {
            return Outcome::Unknown;
        };
        let budget = Decimal::from_i128_with_scale(dollars.0.into(), 6);
        if cost.total.1.decimal() <= budget {
            Outcome::Pass
        } else if cost.total.0.decimal() > budget {
            Outcome::Fail
        } else {
            Outcome::Unknown
        }
    }
}

/// The gates that a brief looks at.
pub(super) fn gates_in_force(
    scorecard: &Scorecard,
    brief: &Brief,
    need: Need,
    catalogue: &Catalogue,
) -> Vec<GateInForce> {
    let must = |question| GateInForce {
        question,
        mode: GateMode::Must,
    };
    let vram = (need.vram_gb > 0.0).then(|| must(Question::Vram));
    let area = (!brief.areas.is_empty()).then(|| must(Question::Area));
    // A budget only marks what is over it, unless the buyer makes it a gate.
    let budget = Budget::of(brief, catalogue).map(|budget| GateInForce {
        question: Question::Budget(budget),
        mode: brief.gates.get("budget").copied().unwrap_or(GateMode::Want),
    });
    let rules = scorecard.gates.iter().enumerate().map(|(place, rule)| GateInForce {
        question: Question::Rule(place),
        mode: brief.gates.get(&rule.id).copied().unwrap_or(rule.mode),
    });
    vram.into_iter()
        .chain(area)
        .chain(budget)
        .chain(rules)
        .filter(|g| g.mode != GateMode::Off)
        .collect()
}

impl Prepared {
    /// What a gate says of an offer.
    pub(super) fn outcome(&self, question: Question, measured: &MeasuredOffer, brief: &Brief) -> Outcome {
        match question {
            Question::Rule(place) => measured.gates.get(place).copied().unwrap_or(Outcome::Unknown),
            Question::Vram => self.vram_outcome(measured),
            Question::Area if matches!(measured.offer.area, Area::Global | Area::Unspecified) => Outcome::Unknown,
            Question::Area if brief.areas.contains(&measured.offer.area) => Outcome::Pass,
            Question::Area => Outcome::Fail,
            Question::Budget(budget) => budget.outcome(measured.cost.as_ref().ok()),
        }
    }

    fn vram_outcome(&self, measured: &MeasuredOffer) -> Outcome {
        match measured.vram_gb {
            None => Outcome::Unknown,
            Some(gb) if gb >= self.need.vram_gb => Outcome::Pass,
            Some(_) => Outcome::Fail,
        }
    }
}
