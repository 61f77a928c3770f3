//! The scaling rule in the words of an address, and what came of a replay. A replay needs every sample, so it runs while the file is
//! there, and its figures go along in the address with the rule they belong to.

use crate::domain::brief::{BadWord, whole};
use crate::domain::cost::history::MOST_GPUS;
use crate::domain::cost::history::replay::{Backlog, Replayed, ScalingRules};
use crate::web::urls::Pairs;

/// A part of the rule: its word, the least, the most, its default.
pub(super) const RULES: [(&str, u32, u32, u32); 10] = [
    ("out_above", 1, 100, 75),
    ("out_after", 1, 86_400, 300),
    ("in_below", 0, 99, 30),
    ("in_after", 1, 86_400, 900),
    ("least", 1, MOST_GPUS, 1),
    ("most", 1, MOST_GPUS, MOST_GPUS),
    ("step", 1, MOST_GPUS, 1),
    ("backlog", 0, 100_000_000, 0),
    ("tasks", 1, 100_000_000, 3_600),
    ("burst_gpus", 1, MOST_GPUS, 4),
];

/// The rule to replay: what is not said is as the default has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RuleWords([Option<u32>; 10]);

impl RuleWords {
    pub(super) fn take(&mut self, word: &str, value: &str) -> Result<(), BadWord> {
        for ((known, min, max, default), place) in RULES.into_iter().zip(&mut self.0) {
            if known == word {
                let number = whole(word, value, min, max)?;
                *place = (number != default).then_some(number);
            }
        }
        Ok(())
    }

    pub(super) fn pairs(&self) -> Pairs {
        let said = RULES.iter().zip(self.0);
        said.filter_map(|((word, ..), value)| Some(((*word).to_owned(), value?.to_string())))
            .collect()
    }

    /// The parts with their values, in order.
    pub(super) fn values(&self) -> [u32; 10] {
        let mut values = RULES.map(|(_, _, _, default)| default);
        for (value, said) in values.iter_mut().zip(self.0) {
            *value = said.unwrap_or(*value);
        }
        values
    }
}

/// The rule of ten numbers.
pub(super) fn rule_of(values: [u32; 10]) -> ScalingRules {
    let [
        out_above,
        out_after,
        in_below,
        in_after,
        least,
        most,
        step,
        backlog,
        tasks,
        burst,
    ] = values;
    ScalingRules {
        out_above_ppm: out_above * 10_000,
        out_after_seconds: out_after,
        in_below_ppm: in_below * 10_000,
        in_after_seconds: in_after,
        least,
        most,
        step,
        backlog: (backlog > 0).then_some(Backlog {
            above_tasks: backlog,
            tasks_per_gpu_hour: tasks,
            burst_gpus: burst,
        }),
    }
}

/// A rule and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcome {
    pub values: [u32; 10],
    pub replayed: Replayed,
}

impl Outcome {
    /// Ten numbers of the rule and seven of what came of it, joined by hyphens.
    pub(super) fn write(&self) -> String {
        let done = &self.replayed;
        let figures = [
            u128::from(done.gpu_seconds),
            u128::from(done.burst_gpu_seconds),
            u128::from(done.short_seconds),
            done.short_work,
            done.waiting_work,
            u128::from(done.peak_gpus),
            u128::from(done.changes),
        ];
        let all = self.values.iter().map(|value| u128::from(*value)).chain(figures);
        all.map(|number| number.to_string()).collect::<Vec<_>>().join("-")
    }

    /// The outcome of a text; `None` for anything that [`Outcome::write`] does not write.
    pub(super) fn read(text: &str) -> Option<Self> {
        if text.len() > 400 {
            return None;
        }
        let numbers: Option<Vec<u128>> = text.split('-').map(|part| part.parse().ok()).collect();
        let numbers: [u128; 17] = numbers?.try_into().ok()?;
        let mut values = [0; 10];
        for ((value, number), (_, min, max, _)) in values.iter_mut().zip(numbers).zip(RULES) {
            *value = u32::try_from(number).ok().filter(|n| (min..=max).contains(n))?;
        }
        let [.., gpu, burst, short, short_work, waiting_work, peak, changes] = numbers;
        // Longer than any history that is read.
        let bounded = |seconds: u128| u64::try_from(seconds).ok().filter(|s| *s < 10_u64.pow(13));
        Some(Self {
            values,
            replayed: Replayed {
                gpu_seconds: bounded(gpu)?,
                burst_gpu_seconds: bounded(burst)?,
                short_seconds: bounded(short)?,
                short_work: Some(short_work).filter(|work| *work < 10_u128.pow(19))?,
                waiting_work: Some(waiting_work).filter(|work| *work < 10_u128.pow(19))?,
                peak_gpus: u32::try_from(peak).ok()?,
                changes: u32::try_from(changes).ok()?,
            },
        })
    }
}
