//! The brief: what a buyer asks for, read from the words of a link and written back in one canonical order. A link names only what
//! differs from the scorecard's defaults, so it stays short and keeps its meaning when defaults are added.

use std::collections::{BTreeMap, BTreeSet};

use super::catalogue::Area;
use super::ids::{AcceleratorId, ScorecardId, VendorId};
use super::money::Currency;
use super::scorecard::{GateMode, Need, Scorecard, Workload};
use super::usage::{Thousandths, UsageWords};

/// Everything in a link that can change a score or who is ranked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Brief {
    /// Points of the dimensions, `w=40-30-20-10`.
    pub weights: Option<Vec<f64>>,
    /// Points of single criteria, `c.mlperf=25`.
    pub points: BTreeMap<String, f64>,
    /// Which scorecard, and which of its versions, `scorecard=gpu-cloud@3`.
    pub scorecard: Option<(ScorecardId, Option<u32>)>,
    /// Which release, `release=r12`.
    pub release: Option<u32>,
    /// What will run.
    pub workload: Option<Workload>,
    /// How many accelerators.
    pub gpus: Option<u32>,
    /// Memory per accelerator in GB, at least.
    pub vram: Option<f64>,
    /// Only these accelerators; empty for any.
    pub accelerators: BTreeSet<AcceleratorId>,
    /// Only these parts of the world; empty for any.
    pub areas: BTreeSet<Area>,
    /// Only these regions; empty for any.
    pub regions: BTreeSet<String>,
    /// Only these vendors; empty for any.
    pub vendors: BTreeSet<VendorId>,
    /// How single gates are used, `gate.sla=must`.
    pub gates: BTreeMap<String, GateMode>,
    /// How the capacity is used, `months=12`.
    pub usage: UsageWords,
    /// In which currency money is shown, and the budget given, `cur=CNY`.
    pub currency: Option<Currency>,
    /// What may be spent over the months, `budget=100000`.
    pub budget: Option<Thousandths>,
}

/// A word of a link whose value cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{word}={value:?}: {rule:?}")]
pub struct BadWord {
    /// The word, e.g. `w`.
    pub word: String,
    /// Its value, cut to 80 characters.
    pub value: String,
    /// What it should be.
    pub rule: Rule,
}

/// What a value should have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// Numbers of 0 or more, joined by `-`, one per dimension.
    Weights {
        /// How many; 0 where the scorecard is not known yet.
        count: usize,
    },
    /// Not all weights may be 0.
    SomeWeight,
    /// A plain number between two bounds.
    Number {
        /// The least.
        min: u64,
        /// The most.
        max: u64,
    },
    /// One of these words.
    OneOf(&'static str),
    /// It names something that does not exist; what does exist follows.
    Missing {
        /// The names that exist, shortened.
        known: String,
    },
    /// An id: lower case letters, digits, `.`, `_`, `-`.
    Id,
    /// At most so many characters.
    Length(usize),
    /// A currency: three capital letters.
    Currency,
}

impl BadWord {
    /// Names the word and its value.
    #[must_use]
    pub fn new(word: &str, value: &str, rule: Rule) -> Self {
        Self {
            word: word.chars().take(40).collect(),
            value: value.chars().take(80).collect(),
            rule,
        }
    }
}

impl Brief {
    /// Reads the words of a link; words it does not know are ignored.
    ///
    /// # Errors
    /// The first [`BadWord`] found.
    pub fn read<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, BadWord> {
        let mut brief = Self::default();
        let mut weights: Vec<&str> = Vec::new();
        for (word, value) in pairs {
            // A form without scripts sends one `w` per dimension.
            if word == "w" {
                weights.push(value);
            } else {
                brief.take(word, value)?;
            }
        }
        if weights.iter().any(|w| !w.is_empty()) {
            brief.weights = Some(read_weights(&weights.join("-"))?);
        }
        Ok(brief)
    }

    fn take(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        if value.is_empty() {
            return Ok(());
        }
        match word {
            "scorecard" => self.scorecard = Some(read_scorecard(value)?),
            "release" => self.release = Some(read_release(value)?),
            "workload" => {
                self.workload =
                    Some(Workload::parse(value).map_err(|e| BadWord::new(word, value, Rule::OneOf(e.allowed)))?);
            }
            "gpus" => self.gpus = Some(whole(word, value, 1, 100_000)?),
            "vram" => self.vram = Some(number(word, value, 100_000)?),
            "gpu" => extend(&mut self.accelerators, value, |v| {
                AcceleratorId::new(v).map_err(|_| BadWord::new(word, v, Rule::Id))
            })?,
            "area" => extend(&mut self.areas, value, |v| read_area(word, v))?,
            "region" => extend(&mut self.regions, value, |v| text(word, v, 80))?,
            "vendor" => extend(&mut self.vendors, value, |v| {
                VendorId::new(v).map_err(|_| BadWord::new(word, v, Rule::Id))
            })?,
            "cur" => {
                self.currency = Some(Currency::parse(value).map_err(|_| BadWord::new(word, value, Rule::Currency))?);
            }
            "budget" => {
                let most = 1_000_000_000_000;
                let fault = || BadWord::new(word, value, Rule::Number { min: 0, max: most });
                self.budget = Some(
                    Thousandths::parse(value)
                        .filter(|n| n.0 <= most * 1_000)
                        .ok_or_else(fault)?,
                );
            }
            _ if self.usage.take(word, value)? => {}
            _ => {
                if let Some(criterion) = word.strip_prefix("c.") {
                    self.points
                        .insert(criterion.to_owned(), number(word, value, 1_000_000)?);
                } else if let Some(gate) = word.strip_prefix("gate.") {
                    self.gates.insert(gate.to_owned(), read_gate_mode(word, value)?);
                }
            }
        }
        Ok(())
    }

    /// What is needed: what the brief does not say is as the scorecard has it.
    #[must_use]
    pub fn need(&self, scorecard: &Scorecard) -> Need {
        let default = scorecard.need;
        Need {
            workload: self.workload.unwrap_or(default.workload),
            gpus: self.gpus.unwrap_or(default.gpus),
            vram_gb: self.vram.unwrap_or(default.vram_gb),
            usage: self.usage.over(default.usage),
        }
    }

    /// The currency that money is shown in.
    #[must_use]
    pub fn shown_currency(&self) -> Currency {
        self.currency.unwrap_or(Currency::USD)
    }

    /// The words of the brief in canonical order, defaults left out by whoever made the brief.
    #[must_use]
    pub fn pairs(&self) -> Vec<(String, String)> {
        let mut pairs = Vec::new();
        let mut put = |word: &str, value: String| {
            if !value.is_empty() {
                pairs.push((word.to_owned(), value));
            }
        };
        put("w", self.weights.as_deref().map_or_else(String::new, write_weights));
        for (criterion, points) in &self.points {
            put(&format!("c.{criterion}"), points.to_string());
        }
        put(
            "scorecard",
            self.scorecard.as_ref().map_or_else(String::new, |(id, version)| {
                version.map_or_else(|| id.to_string(), |v| format!("{id}@{v}"))
            }),
        );
        put("release", self.release.map_or_else(String::new, |n| format!("r{n}")));
        put(
            "workload",
            self.workload.map_or_else(String::new, |w| w.word().to_owned()),
        );
        put("gpus", self.gpus.map_or_else(String::new, |n| n.to_string()));
        put("vram", self.vram.map_or_else(String::new, |x| x.to_string()));
        put("gpu", join(self.accelerators.iter().map(AcceleratorId::as_str)));
        put("area", join(self.areas.iter().map(|a| a.word())));
        put("region", join(self.regions.iter().map(String::as_str)));
        put("vendor", join(self.vendors.iter().map(VendorId::as_str)));
        for (word, value) in self.usage.pairs() {
            put(&word, value);
        }
        put("budget", self.budget.map_or_else(String::new, |b| b.to_string()));
        put("cur", self.currency.map_or_else(String::new, |c| c.to_string()));
        for (gate, mode) in &self.gates {
            put(&format!("gate.{gate}"), gate_mode_word(*mode).to_owned());
        }
        pairs
    }
}

fn join<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

/// Weights as they stand in a link: `40-30-20-10`.
#[must_use]
pub fn write_weights(weights: &[f64]) -> String {
    weights.iter().map(f64::to_string).collect::<Vec<_>>().join("-")
}

fn read_weights(value: &str) -> Result<Vec<f64>, BadWord> {
    let fault = || BadWord::new("w", value, Rule::Weights { count: 0 });
    let weights = value
        .split('-')
        .map(|part| plain_number(part).filter(|&x| x <= 1e6))
        .collect::<Option<Vec<f64>>>()
        .ok_or_else(fault)?;
    if weights.iter().all(|&w| w == 0.0) {
        return Err(BadWord::new("w", value, Rule::SomeWeight));
    }
    Ok(weights)
}

fn read_scorecard(value: &str) -> Result<(ScorecardId, Option<u32>), BadWord> {
    let (id, version) = value.split_once('@').map_or((value, None), |(id, v)| (id, Some(v)));
    let id = ScorecardId::new(id).map_err(|_| BadWord::new("scorecard", value, Rule::Id))?;
    let version = version.map(|v| whole("scorecard", v, 1, 1_000_000)).transpose()?;
    Ok((id, version))
}

fn read_release(value: &str) -> Result<u32, BadWord> {
    whole("release", value.strip_prefix('r').unwrap_or(value), 1, 1_000_000_000)
}

/// The word of a gate mode in links.
#[must_use]
pub fn gate_mode_word(mode: GateMode) -> &'static str {
    match mode {
        GateMode::Must => "must",
        GateMode::Want => "want",
        GateMode::Off => "off",
    }
}

fn read_gate_mode(word: &str, value: &str) -> Result<GateMode, BadWord> {
    [GateMode::Must, GateMode::Want, GateMode::Off]
        .into_iter()
        .find(|mode| gate_mode_word(*mode) == value)
        .ok_or_else(|| BadWord::new(word, value, Rule::OneOf("must want off")))
}

fn read_area(word: &str, value: &str) -> Result<Area, BadWord> {
    Area::parse(value)
        .ok()
        .filter(|a| !matches!(a, Area::Global | Area::Unspecified))
        .ok_or_else(|| BadWord::new(word, value, Rule::OneOf("us ca eu cn apac me af latam")))
}

fn extend<T: Ord>(
    set: &mut BTreeSet<T>,
    value: &str,
    read: impl Fn(&str) -> Result<T, BadWord>,
) -> Result<(), BadWord> {
    for part in value.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        set.insert(read(part)?);
    }
    Ok(())
}

/// A text of at most `most` characters.
///
/// # Errors
/// [`BadWord`] when it is longer.
pub fn text(word: &str, value: &str, most: usize) -> Result<String, BadWord> {
    if value.chars().count() > most {
        Err(BadWord::new(word, value, Rule::Length(most)))
    } else {
        Ok(value.to_owned())
    }
}

/// A whole number between two bounds.
///
/// # Errors
/// [`BadWord`] for anything else.
pub fn whole(word: &str, value: &str, min: u32, max: u32) -> Result<u32, BadWord> {
    let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
    let fault = || {
        BadWord::new(
            word,
            value,
            Rule::Number {
                min: min.into(),
                max: max.into(),
            },
        )
    };
    if !digits {
        return Err(fault());
    }
    value.parse().ok().filter(|n| (min..=max).contains(n)).ok_or_else(fault)
}

fn number(word: &str, value: &str, max: u32) -> Result<f64, BadWord> {
    plain_number(value).filter(|&x| x <= f64::from(max)).ok_or_else(|| {
        BadWord::new(
            word,
            value,
            Rule::Number {
                min: 0,
                max: max.into(),
            },
        )
    })
}

/// Digits with at most one point: no sign, no exponent, so that `-` can separate weights.
fn plain_number(text: &str) -> Option<f64> {
    let plain = text.len() <= 20
        && text.bytes().any(|b| b.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if plain { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Brief, BadWord> {
        Brief::read(query.split('&').filter_map(|p| p.split_once('=')))
    }

    #[test]
    fn a_link_is_read_and_written_back_the_same() {
        let query = "w=40-30-20.5-9.5&c.mlperf=25&scorecard=gpu-cloud@3&release=r12&workload=inference&gpus=8&vram=80&gpu=a100-sxm4-80,h100-sxm&area=us,eu&vendor=aws&gate.sla=must";
        let brief = read(query).unwrap();
        let written = brief
            .pairs()
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect::<Vec<_>>()
            .join("&");
        assert_eq!(written, query);
        assert_eq!(read(&written).unwrap(), brief);
    }

    #[test]
    fn one_w_per_dimension_is_the_same_as_one_w() {
        assert_eq!(read("w=40&w=30&w=20&w=10"), read("w=40-30-20-10"));
        assert_eq!(read("w=40&w=&w=20&w=10").unwrap_err().word, "w");
    }

    #[test]
    fn a_bad_value_is_named_with_its_word() {
        for (query, word) in [
            ("w=abc", "w"),
            ("w=-1-2-3-4", "w"),
            ("w=0-0-0-0", "w"),
            ("w=1e400-1-1-1", "w"),
            ("w=NaN-1-1-1", "w"),
            ("c.mlperf=-1", "c.mlperf"),
            ("scorecard=A B", "scorecard"),
            ("scorecard=x@0", "scorecard"),
            ("release=latest", "release"),
            ("workload=mining", "workload"),
            ("gpus=0", "gpus"),
            ("vram=many", "vram"),
            ("area=moon", "area"),
            ("area=global", "area"),
            ("gpu=H 100", "gpu"),
            ("gate.sla=maybe", "gate.sla"),
        ] {
            assert_eq!(read(query).unwrap_err().word, word, "{query}");
        }
    }

    #[test]
    fn unknown_words_and_empty_values_are_ignored() {
        assert_eq!(read("utm_source=mail&fbclid=1&gpus=&w="), Ok(Brief::default()));
    }
}
