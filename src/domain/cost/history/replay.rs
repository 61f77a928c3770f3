//! What a scaling rule would have done with a history (S2-22, S2-23): capacity over time, what it costs, and when it was short.
//!
//! Work is utilisation times the accelerators that were there. Capacity follows the rule; work above it waits in a queue where
//! there is one, and is lost where there is none. Whole numbers throughout, so a replay gives the same on every machine.

use rust_decimal::Decimal;

use super::{FULL, History, MOST_GPUS};
use crate::domain::cost::{CostError, Rule};

/// When to add and when to remove accelerators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScalingRules {
    /// Scale out above this utilisation, in millionths.
    pub out_above_ppm: u32,
    /// When it has been above for so many seconds.
    pub out_after_seconds: u32,
    /// Scale in below this utilisation, in millionths.
    pub in_below_ppm: u32,
    /// When it has been below for so many seconds.
    pub in_after_seconds: u32,
    /// Accelerators at least, and at the start.
    pub least: u32,
    /// Accelerators at most.
    pub most: u32,
    /// Accelerators added or removed at once.
    pub step: u32,
    /// The queue of what has to wait, where there is one.
    pub backlog: Option<Backlog>,
}

/// A queue that asks for a burst instance when it is long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Backlog {
    /// Ask for it above so many waiting tasks; it leaves when none waits.
    pub above_tasks: u32,
    /// Tasks that an accelerator does in an hour.
    pub tasks_per_gpu_hour: u32,
    /// Accelerators of the burst instance.
    pub burst_gpus: u32,
}

impl Default for ScalingRules {
    /// Out above 75 % for 300 s; in below 30 % for 900 s; from one accelerator up to as many as can be; no queue.
    fn default() -> Self {
        Self {
            out_above_ppm: 750_000,
            out_after_seconds: 300,
            in_below_ppm: 300_000,
            in_after_seconds: 900,
            least: 1,
            most: MOST_GPUS,
            step: 1,
            backlog: None,
        }
    }
}

impl Default for Backlog {
    /// Above 1 000 tasks ask for four accelerators; an accelerator does a task a second.
    fn default() -> Self {
        Self {
            above_tasks: 1000,
            tasks_per_gpu_hour: 3600,
            burst_gpus: 4,
        }
    }
}

/// What came of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Replayed {
    /// Accelerator seconds paid for, without burst instances.
    pub gpu_seconds: u64,
    /// Accelerator seconds of burst instances.
    pub burst_gpu_seconds: u64,
    /// Seconds during which there was more work than capacity.
    pub short_seconds: u64,
    /// Work above capacity, in millionths of accelerator seconds.
    pub short_work: u128,
    /// Work that still waited at the end, in the same unit.
    pub waiting_work: u128,
    /// The most accelerators at once, with burst instances.
    pub peak_gpus: u32,
    /// How often capacity changed.
    pub changes: u32,
}

impl Replayed {
    /// Hours during which there was more work than capacity.
    #[must_use]
    pub fn hours_short(&self) -> Decimal {
        Decimal::from(self.short_seconds) / Decimal::from(3600)
    }

    /// What it costs at these prices of an accelerator hour.
    #[must_use]
    pub fn cost(&self, hourly: Decimal, burst_hourly: Decimal) -> Decimal {
        (Decimal::from(self.gpu_seconds) * hourly + Decimal::from(self.burst_gpu_seconds) * burst_hourly)
            / Decimal::from(3600)
    }
}

/// The longest time a queue grows unwatched, in seconds.
const WATCH: u64 = 60;

/// Replays a history against a rule.
///
/// # Errors
/// [`CostError`] names a part of the rule outside of what it can be.
pub fn replay(history: &History, rules: &ScalingRules) -> Result<Replayed, CostError> {
    check(rules)?;
    let mut state = State {
        capacity: rules.least,
        ..State::default()
    };
    for span in history.spans() {
        let mut left = u64::try_from(span.seconds).unwrap_or_default();
        while left > 0 {
            left -= state.advance(span.work(), left, rules);
        }
    }
    state.done.waiting_work = state.queue;
    Ok(state.done)
}

fn check(rules: &ScalingRules) -> Result<(), CostError> {
    let share = |field, ppm: u32| Rule::Between(Decimal::ZERO, Decimal::from(FULL)).check(field, Decimal::from(ppm));
    let whole = |field, value: u32, most| Rule::Whole(1, most).check(field, Decimal::from(value));
    share("out_above", rules.out_above_ppm)?;
    share("in_below", rules.in_below_ppm)?;
    whole("out_after_seconds", rules.out_after_seconds, 86_400)?;
    whole("in_after_seconds", rules.in_after_seconds, 86_400)?;
    whole("most", rules.most, MOST_GPUS)?;
    whole("least", rules.least, rules.most)?;
    whole("step", rules.step, MOST_GPUS)?;
    if rules.in_below_ppm >= rules.out_above_ppm {
        return Err(CostError::Order {
            field: "in_below",
            value: Decimal::from(rules.in_below_ppm),
            relation: "below",
            other: "out_above",
            bound: Decimal::from(rules.out_above_ppm),
        });
    }
    if let Some(backlog) = rules.backlog {
        whole("tasks_per_gpu_hour", backlog.tasks_per_gpu_hour, u32::MAX)?;
        whole("burst_gpus", backlog.burst_gpus, MOST_GPUS)?;
    }
    Ok(())
}

#[derive(Default)]
struct State {
    capacity: u32,
    burst: u32,
    /// Seconds above the upper and below the lower bound, without a break.
    above: u64,
    below: u64,
    /// Waiting work in millionths of accelerator seconds.
    queue: u128,
    done: Replayed,
}

impl State {
    /// Lets time pass until something changes, at most `left` seconds; says how many.
    fn advance(&mut self, work: u64, left: u64, rules: &ScalingRules) -> u64 {
        let full = u64::from(self.capacity + self.burst) * u64::from(FULL);
        // Work that waits keeps everything busy.
        let busy = if self.queue > 0 { full.max(work) } else { work };
        let relative = |ppm: u32| u64::from(self.capacity + self.burst) * u64::from(ppm);
        let is_above = busy > relative(rules.out_above_ppm) && self.capacity < rules.most;
        let is_below = busy < relative(rules.in_below_ppm) && self.capacity > rules.least;
        self.above = if is_above { self.above } else { 0 };
        self.below = if is_below { self.below } else { 0 };
        let mut pass = left;
        if is_above {
            pass = pass.min(u64::from(rules.out_after_seconds).saturating_sub(self.above).max(1));
        }
        if is_below {
            pass = pass.min(u64::from(rules.in_after_seconds).saturating_sub(self.below).max(1));
        }
        if rules.backlog.is_some() {
            pass = pass.min(WATCH);
        }
        self.spend(work, full, pass, rules);
        self.above += if is_above { pass } else { 0 };
        self.below += if is_below { pass } else { 0 };
        let before = self.capacity;
        if self.above >= u64::from(rules.out_after_seconds) {
            self.capacity = self.capacity.saturating_add(rules.step).min(rules.most);
            self.above = 0;
        }
        if self.below >= u64::from(rules.in_after_seconds) {
            self.capacity = self.capacity.saturating_sub(rules.step).max(rules.least);
            self.below = 0;
        }
        self.done.changes += u32::from(before != self.capacity);
        pass
    }

    /// Pays for some seconds and does their work.
    fn spend(&mut self, work: u64, full: u64, seconds: u64, rules: &ScalingRules) {
        self.done.gpu_seconds += u64::from(self.capacity) * seconds;
        self.done.burst_gpu_seconds += u64::from(self.burst) * seconds;
        self.done.peak_gpus = self.done.peak_gpus.max(self.capacity + self.burst);
        let over = u128::from(work.saturating_sub(full)) * u128::from(seconds);
        let spare = u128::from(full.saturating_sub(work)) * u128::from(seconds);
        if over > 0 {
            self.done.short_seconds += seconds;
            self.done.short_work += over;
        }
        let Some(backlog) = rules.backlog else { return };
        self.queue = (self.queue + over).saturating_sub(spare);
        let limit = u128::from(backlog.above_tasks) * 3600 * u128::from(FULL);
        if self.queue * u128::from(backlog.tasks_per_gpu_hour) > limit {
            self.burst = backlog.burst_gpus;
        } else if self.queue == 0 {
            self.burst = 0;
        }
    }
}
