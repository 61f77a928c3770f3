//! How the needed capacity is used and what goes with it: months, hours, utilisation, burst, transfer, storage and the plan it is
//! paid under. The words of a link that change what an offer costs.

use std::fmt;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::brief::{BadWord, Rule};
use super::catalogue::Plan;

/// An amount in thousandths: exact, and the same in every link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Thousandths(pub u64);

impl Thousandths {
    /// Reads `12` or `0.5`: digits with at most three decimals, no sign and no exponent.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 12 || part.len() > 3 || !plain(whole) || !plain(part) {
            return None;
        }
        format!("{whole}{part:0<3}").parse().ok().map(Self)
    }

    /// The same number, exactly.
    #[must_use]
    pub fn decimal(self) -> Decimal {
        Decimal::from_i128_with_scale(self.0.into(), 3)
    }
}

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = format!("{:03}", self.0 % 1_000);
        let part = part.trim_end_matches('0');
        write!(f, "{}", self.0 / 1_000)?;
        if part.is_empty() { Ok(()) } else { write!(f, ".{part}") }
    }
}

impl TryFrom<f64> for Thousandths {
    type Error = String;

    fn try_from(number: f64) -> Result<Self, String> {
        Self::parse(&number.to_string()).ok_or_else(|| format!("{number} is not a number with at most three decimals"))
    }
}

impl From<Thousandths> for f64 {
    fn from(number: Thousandths) -> Self {
        number.to_string().parse().unwrap_or_default()
    }
}

/// Under which plan the base load is paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// This plan, however long it binds.
    Plan(Plan),
    /// The cheapest of on demand and the reserved plans whose term fits into the months.
    Best,
}

impl Term {
    /// Every choice, in the order in which they are offered.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Plan(Plan::OnDemand),
        Self::Plan(Plan::Spot),
        Self::Plan(Plan::Reserved1y),
        Self::Plan(Plan::Reserved3y),
    ];

    /// The word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Plan(plan) => plan.word(),
        }
    }
}

/// Months a plan binds; `None` for one that does not.
#[must_use]
pub fn term_months(plan: Plan) -> Option<u32> {
    match plan {
        Plan::OnDemand | Plan::Spot => None,
        Plan::Reserved1y => Some(12),
        Plan::Reserved3y => Some(36),
    }
}

/// An amount of a [`Usage`] with a word of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UsageWord {
    /// Months looked at.
    Months,
    /// Hours a month.
    Hours,
    /// Mean utilisation in percent.
    Util,
    /// Hours above the capacity, in percent of its hours.
    Burst,
    /// Terabytes out a month.
    EgressTb,
    /// GB stored hot.
    HotGb,
    /// GB stored warm.
    WarmGb,
    /// GB stored cold.
    ColdGb,
}

impl UsageWord {
    /// Every word, in canonical order.
    pub const ALL: [Self; 8] = [
        Self::Months,
        Self::Hours,
        Self::Util,
        Self::Burst,
        Self::EgressTb,
        Self::HotGb,
        Self::WarmGb,
        Self::ColdGb,
    ];

    /// The word in links.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Months => "months",
            Self::Hours => "hours",
            Self::Util => "util",
            Self::Burst => "burst",
            Self::EgressTb => "egress_tb",
            Self::HotGb => "hot_gb",
            Self::WarmGb => "warm_gb",
            Self::ColdGb => "cold_gb",
        }
    }

    /// The least and the most.
    #[must_use]
    pub fn bounds(self) -> (u64, u64) {
        match self {
            Self::Months => (1, 120),
            Self::Hours => (1, 744),
            Self::Util => (1, 100),
            Self::Burst => (0, 1_000),
            Self::EgressTb => (0, 100_000),
            Self::HotGb | Self::WarmGb | Self::ColdGb => (0, 100_000_000),
        }
    }

    fn read(self, value: &str) -> Result<Thousandths, BadWord> {
        let (min, max) = self.bounds();
        let fits = |n: &Thousandths| {
            (min * 1_000..=max * 1_000).contains(&n.0) && (self != Self::Months || n.0.is_multiple_of(1_000))
        };
        Thousandths::parse(value)
            .filter(fits)
            .ok_or_else(|| BadWord::new(self.word(), value, Rule::Number { min, max }))
    }
}

/// How capacity is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Usage {
    /// Under which plan the base load is paid.
    pub term: Term,
    /// Months looked at.
    pub months: Thousandths,
    /// Hours a month.
    pub hours: Thousandths,
    /// Mean utilisation in percent.
    pub util: Thousandths,
    /// Hours above the capacity, in percent of its hours.
    pub burst: Thousandths,
    /// Terabytes out a month.
    pub egress_tb: Thousandths,
    /// GB stored hot.
    pub hot_gb: Thousandths,
    /// GB stored warm.
    pub warm_gb: Thousandths,
    /// GB stored cold.
    pub cold_gb: Thousandths,
}

impl Default for Usage {
    /// Six months of 730 hours at 70 %, and nothing beside the machines.
    fn default() -> Self {
        Self {
            term: Term::Best,
            months: Thousandths(6_000),
            hours: Thousandths(730_000),
            util: Thousandths(70_000),
            burst: Thousandths(0),
            egress_tb: Thousandths(0),
            hot_gb: Thousandths(0),
            warm_gb: Thousandths(0),
            cold_gb: Thousandths(0),
        }
    }
}

impl Usage {
    /// The amount of a word.
    #[must_use]
    pub fn amount(&self, word: UsageWord) -> Thousandths {
        match word {
            UsageWord::Months => self.months,
            UsageWord::Hours => self.hours,
            UsageWord::Util => self.util,
            UsageWord::Burst => self.burst,
            UsageWord::EgressTb => self.egress_tb,
            UsageWord::HotGb => self.hot_gb,
            UsageWord::WarmGb => self.warm_gb,
            UsageWord::ColdGb => self.cold_gb,
        }
    }

    fn set(&mut self, word: UsageWord, amount: Thousandths) {
        let place = match word {
            UsageWord::Months => &mut self.months,
            UsageWord::Hours => &mut self.hours,
            UsageWord::Util => &mut self.util,
            UsageWord::Burst => &mut self.burst,
            UsageWord::EgressTb => &mut self.egress_tb,
            UsageWord::HotGb => &mut self.hot_gb,
            UsageWord::WarmGb => &mut self.warm_gb,
            UsageWord::ColdGb => &mut self.cold_gb,
        };
        *place = amount;
    }

    /// Whole months looked at.
    #[must_use]
    pub fn whole_months(&self) -> u32 {
        u32::try_from(self.months.0 / 1_000).unwrap_or(u32::MAX)
    }
}

/// What a link says of a usage: only what differs from the scorecard.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsageWords {
    /// Under which plan the base load is paid.
    pub term: Option<Term>,
    amounts: Vec<(UsageWord, Thousandths)>,
}

impl UsageWords {
    /// Takes a word of a link and says whether it is one of these.
    ///
    /// # Errors
    /// [`BadWord`] when its value cannot be used.
    pub fn take(&mut self, word: &str, value: &str) -> Result<bool, BadWord> {
        if word == "term" {
            let found = Term::ALL.into_iter().find(|term| term.word() == value);
            let rule = Rule::OneOf("best on_demand spot reserved_1y reserved_3y");
            self.term = Some(found.ok_or_else(|| BadWord::new(word, value, rule))?);
            return Ok(true);
        }
        let Some(amount) = UsageWord::ALL.into_iter().find(|known| known.word() == word) else {
            return Ok(false);
        };
        let read = amount.read(value)?;
        self.amounts.retain(|(word, _)| *word != amount);
        self.amounts.push((amount, read));
        self.amounts.sort_unstable();
        Ok(true)
    }

    /// The usage: what is not said is as the default has it.
    #[must_use]
    pub fn over(&self, default: Usage) -> Usage {
        let mut usage = default;
        usage.term = self.term.unwrap_or(default.term);
        for (word, amount) in &self.amounts {
            usage.set(*word, *amount);
        }
        usage
    }

    /// Leaves out what the default has anyway.
    pub fn normalise(&mut self, default: Usage) {
        self.term = self.term.filter(|term| *term != default.term);
        self.amounts.retain(|(word, amount)| default.amount(*word) != *amount);
    }

    /// The words in canonical order.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        let term = self.term.map(|term| ("term".to_owned(), term.word().to_owned()));
        let amounts = self.amounts.iter();
        let amounts = amounts.map(|(word, amount)| (word.word().to_owned(), amount.to_string()));
        term.into_iter().chain(amounts).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_over_a_default_and_written_back() {
        let mut words = UsageWords::default();
        for (word, value) in [
            ("months", "12"),
            ("util", "45.5"),
            ("term", "reserved_1y"),
            ("hours", "730"),
        ] {
            assert!(words.take(word, value).unwrap());
        }
        assert!(!words.take("gpus", "8").unwrap());
        let usage = words.over(Usage::default());
        assert_eq!((usage.whole_months(), usage.util.to_string().as_str()), (12, "45.5"));
        words.normalise(Usage::default());
        let written: Vec<String> = words.pairs().into_iter().map(|(w, v)| format!("{w}={v}")).collect();
        assert_eq!(written.join("&"), "term=reserved_1y&months=12&util=45.5");
    }

    #[test]
    fn a_bad_amount_is_named() {
        for (word, value) in [
            ("months", "0"),
            ("months", "1.5"),
            ("hours", "745"),
            ("util", "0"),
            ("util", "101"),
            ("burst", "-1"),
            ("egress_tb", "1e3"),
            ("hot_gb", "many"),
            ("term", "forever"),
        ] {
            assert_eq!(
                UsageWords::default().take(word, value).unwrap_err().word,
                word,
                "{value}"
            );
        }
    }
}
