//! MLPerf results of many rounds as one index per accelerator: 100 = the reference. Only results of the same round, task and
//! scenario are ever compared; accelerators without a common round are joined over the shortest chain of others.

use std::collections::{BTreeMap, VecDeque};

use super::catalogue::{BenchmarkResult, Catalogue, Mode};
use super::ids::{AcceleratorId, VendorId};
use super::scorecard::Workload;
use super::scoring::Grade;

/// How an accelerator compares with the reference, which is 100.
#[derive(Debug, Clone, PartialEq)]
pub struct Index {
    /// 100 times the geometric mean of the ratios.
    pub index: f64,
    /// 100 times the smallest ratio.
    pub low: f64,
    /// 100 times the largest ratio.
    pub high: f64,
    /// B with three or more common tasks, C with fewer, D over a chain.
    pub grade: Grade,
    /// The comparisons it stands on, from the accelerator to the reference.
    pub chain: Vec<Link>,
}

/// One comparison of two accelerators.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The accelerator compared.
    pub from: AcceleratorId,
    /// With which other.
    pub to: AcceleratorId,
    /// One ratio per common round, task and scenario.
    pub ratios: Vec<Ratio>,
}

/// Two medians of the same round, task and scenario.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratio {
    /// The round, e.g. `Inference v5.1`.
    pub round: String,
    /// The task.
    pub task: String,
    /// The scenario.
    pub scenario: String,
    /// How many times faster `from` is than `to`, per accelerator.
    pub ratio: f64,
}

/// The indices of all accelerators for one workload.
#[derive(Debug, Clone, Default)]
pub struct MlperfTable {
    by_accelerator: BTreeMap<AcceleratorId, Index>,
    by_vendor: BTreeMap<(VendorId, AcceleratorId), Index>,
}

type TaskKey = (String, String, String, String);
/// Work per accelerator and unit of time, larger is better.
type Rates = BTreeMap<TaskKey, f64>;

impl MlperfTable {
    /// Compares every accelerator with the reference; a vendor's own submissions are compared apart.
    #[must_use]
    pub fn new(catalogue: &Catalogue, workload: Workload, reference: &str) -> Self {
        let results: Vec<&BenchmarkResult> = catalogue
            .results()
            .iter()
            .filter(|r| r.division == "closed" && serves(r, workload))
            .collect();
        let mut by_product: BTreeMap<&AcceleratorId, Vec<&BenchmarkResult>> = BTreeMap::new();
        for &result in &results {
            by_product.entry(&result.accelerator).or_default().push(result);
        }
        let rates: BTreeMap<&AcceleratorId, Rates> = by_product
            .iter()
            .map(|(id, results)| (*id, median_rates(results)))
            .collect();
        let Some((&reference, reference_rates)) = rates.iter().find(|(id, _)| id.as_str() == reference) else {
            return Self::default();
        };
        let chains = shortest_chains(&rates, reference);
        let by_accelerator = rates
            .keys()
            .copied()
            .filter(|id| *id == reference || chains.contains_key(id))
            .filter_map(|id| Some((id.clone(), index_of(chain_links(id, &chains, &rates)?))))
            .collect();
        let mut own: BTreeMap<(&VendorId, &AcceleratorId), Vec<&BenchmarkResult>> = BTreeMap::new();
        for &result in &results {
            if let Some(vendor) = &result.vendor {
                own.entry((vendor, &result.accelerator)).or_default().push(result);
            }
        }
        let by_vendor = own
            .into_iter()
            .filter_map(|((vendor, id), results)| {
                let link = link((id, &median_rates(&results)), (reference, reference_rates))?;
                let index = Index {
                    grade: Grade::B,
                    ..index_of(vec![link])
                };
                Some(((vendor.clone(), id.clone()), index))
            })
            .collect();
        Self {
            by_accelerator,
            by_vendor,
        }
    }

    /// The index of a vendor's accelerator: its own submissions before everybody's.
    #[must_use]
    pub fn index(&self, vendor: &VendorId, accelerator: &AcceleratorId) -> Option<&Index> {
        self.by_vendor
            .get(&(vendor.clone(), accelerator.clone()))
            .or_else(|| self.by_accelerator.get(accelerator))
    }
}

fn serves(result: &BenchmarkResult, workload: Workload) -> bool {
    match workload {
        Workload::Training => result.mode == Mode::Training,
        Workload::Inference => result.mode == Mode::Inference && result.scenario == "Offline",
        Workload::Realtime => {
            result.mode == Mode::Inference && matches!(result.scenario.as_str(), "Server" | "Interactive")
        }
    }
}

/// The median over submitters of each submitter's median: of work per accelerator and time, or of accelerator-time for a fixed
/// work, which is inverted after the median.
fn median_rates(results: &[&BenchmarkResult]) -> Rates {
    let mut by_task: BTreeMap<(TaskKey, bool), BTreeMap<&str, Vec<f64>>> = BTreeMap::new();
    for result in results {
        let accelerators = f64::from(result.accelerators);
        let measured = if result.higher_is_better {
            result.value / accelerators
        } else {
            result.value * accelerators
        };
        if measured.is_finite() && measured > 0.0 {
            let key = (
                result.round.clone(),
                result.task.clone(),
                result.scenario.clone(),
                result.unit.clone(),
            );
            by_task
                .entry((key, result.higher_is_better))
                .or_default()
                .entry(&result.submitter)
                .or_default()
                .push(measured);
        }
    }
    by_task
        .into_iter()
        .filter_map(|((key, higher_is_better), submitters)| {
            let middle = median(submitters.into_values().filter_map(median).collect())?;
            Some((key, if higher_is_better { middle } else { middle.recip() }))
        })
        .collect()
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let upper = *values.get(middle)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    values
        .get(middle.checked_sub(1)?)
        .map(|lower| f64::midpoint(*lower, upper))
}

fn link((from, from_rates): (&AcceleratorId, &Rates), (to, to_rates): (&AcceleratorId, &Rates)) -> Option<Link> {
    let ratios: Vec<Ratio> = from_rates
        .iter()
        .filter_map(|(key, rate)| {
            let (round, task, scenario, _) = key.clone();
            to_rates.get(key).map(|other| Ratio {
                round,
                task,
                scenario,
                ratio: rate / other,
            })
        })
        .collect();
    if ratios.is_empty() {
        None
    } else {
        Some(Link {
            from: from.clone(),
            to: to.clone(),
            ratios,
        })
    }
}

/// For each accelerator the next one on its way to the reference: fewest links, then most common tasks, then by id.
fn shortest_chains<'a>(
    rates: &BTreeMap<&'a AcceleratorId, Rates>,
    reference: &'a AcceleratorId,
) -> BTreeMap<&'a AcceleratorId, &'a AcceleratorId> {
    let common = |a: &AcceleratorId, b: &AcceleratorId| {
        rates
            .get(a)
            .zip(rates.get(b))
            .map_or(0, |(a, b)| a.keys().filter(|k| b.contains_key(*k)).count())
    };
    let mut next: BTreeMap<&AcceleratorId, &AcceleratorId> = BTreeMap::new();
    // Distance and common tasks so far; a level is finished before the next begins, so the distance is the least.
    let mut reached: BTreeMap<&AcceleratorId, (usize, usize)> = BTreeMap::from([(reference, (0, 0))]);
    let mut queue = VecDeque::from([reference]);
    while let Some(at) = queue.pop_front() {
        let Some(&(distance, tasks)) = reached.get(at) else {
            continue;
        };
        for id in rates.keys().copied().filter(|id| common(id, at) > 0) {
            let offered = (distance + 1, tasks + common(id, at));
            match reached.get(id) {
                Some(&(d, t)) if d < offered.0 || (d == offered.0 && t >= offered.1) => {}
                Some(_) => {
                    reached.insert(id, offered);
                    next.insert(id, at);
                }
                None => {
                    reached.insert(id, offered);
                    next.insert(id, at);
                    queue.push_back(id);
                }
            }
        }
    }
    next
}

/// The comparisons on the way to the reference; `None` where there is no way. Each step is nearer to it, so the way ends.
fn chain_links<'a>(
    id: &'a AcceleratorId,
    next: &BTreeMap<&'a AcceleratorId, &'a AcceleratorId>,
    rates: &BTreeMap<&'a AcceleratorId, Rates>,
) -> Option<Vec<Link>> {
    let mut chain = Vec::new();
    let mut at = id;
    while let Some(&to) = next.get(at) {
        chain.push(link((at, rates.get(at)?), (to, rates.get(to)?))?);
        at = to;
    }
    Some(chain)
}

/// Ratios multiplied along the chain; the reference itself has none and is 100.
fn index_of(chain: Vec<Link>) -> Index {
    let mut index = Index {
        index: 100.0,
        low: 100.0,
        high: 100.0,
        grade: Grade::B,
        chain,
    };
    for link in &index.chain {
        let ratios = || link.ratios.iter().map(|r| r.ratio);
        let count = f64::from(u32::try_from(link.ratios.len()).unwrap_or(u32::MAX));
        index.index *= (ratios().map(f64::ln).sum::<f64>() / count).exp();
        index.low *= ratios().fold(f64::INFINITY, f64::min);
        index.high *= ratios().fold(0.0, f64::max);
    }
    index.grade = match index.chain.as_slice() {
        [] => Grade::B,
        [only] if only.ratios.len() >= 3 => Grade::B,
        [_] => Grade::C,
        _ => Grade::D,
    };
    index
}
