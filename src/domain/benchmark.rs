//! Benchmark results that may be compared: the same suite, round, mode, division, task, scenario, metric and unit, and nothing else.

use std::collections::BTreeMap;

use super::catalogue::BenchmarkResult;
use super::ids::AcceleratorId;

/// Results of one round, task, scenario and metric, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    /// What was measured.
    pub metric: &'a str,
    /// In which unit.
    pub unit: &'a str,
    /// Whether a larger value is the better one.
    pub higher_is_better: bool,
    /// The results, the best per accelerator first.
    pub results: Vec<&'a BenchmarkResult>,
}

/// How far results of the same accelerator lie apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread<'a> {
    /// Which accelerator.
    pub accelerator: &'a AcceleratorId,
    /// How many results.
    pub results: usize,
    /// From how many submitters.
    pub submitters: usize,
    /// The smallest value per accelerator.
    pub low: f64,
    /// The one in the middle.
    pub median: f64,
    /// The largest.
    pub high: f64,
}

/// Work per accelerator; where less is better, accelerator-time for the whole work, so that large systems are not favoured.
#[must_use]
pub fn per_accelerator(result: &BenchmarkResult) -> f64 {
    let accelerators = f64::from(result.accelerators.max(1));
    if result.higher_is_better {
        result.value / accelerators
    } else {
        result.value * accelerators
    }
}

/// Results of one round, task and scenario, one comparison per metric and unit.
#[must_use]
pub fn comparisons<'a>(results: impl IntoIterator<Item = &'a BenchmarkResult>) -> Vec<Comparison<'a>> {
    let mut by_metric: BTreeMap<(&str, &str, bool), Vec<&BenchmarkResult>> = BTreeMap::new();
    for result in results {
        let key = (result.metric.as_str(), result.unit.as_str(), result.higher_is_better);
        by_metric.entry(key).or_default().push(result);
    }
    by_metric
        .into_iter()
        .map(|((metric, unit, higher_is_better), mut results)| {
            results.sort_by(|a, b| {
                let up = per_accelerator(a).total_cmp(&per_accelerator(b));
                let best_first = if higher_is_better { up.reverse() } else { up };
                best_first.then_with(|| a.id.cmp(&b.id))
            });
            Comparison {
                metric,
                unit,
                higher_is_better,
                results,
            }
        })
        .collect()
}

impl<'a> Comparison<'a> {
    /// The spread of every accelerator with two results or more, by id.
    #[must_use]
    pub fn spreads(&self) -> Vec<Spread<'a>> {
        let mut by_product: BTreeMap<&AcceleratorId, Vec<&BenchmarkResult>> = BTreeMap::new();
        for &result in &self.results {
            by_product.entry(&result.accelerator).or_default().push(result);
        }
        by_product
            .into_iter()
            .filter_map(|(accelerator, results)| {
                let mut values: Vec<f64> = results.iter().map(|r| per_accelerator(r)).collect();
                values.sort_by(f64::total_cmp);
                let (low, high) = (*values.first()?, *values.last()?);
                let middle = values.len() / 2;
                let upper = *values.get(middle)?;
                let lower = *values.get(middle - (values.len() + 1) % 2)?;
                let mut submitters: Vec<&str> = results.iter().map(|r| r.submitter.as_str()).collect();
                submitters.sort_unstable();
                submitters.dedup();
                (values.len() > 1).then_some(Spread {
                    accelerator,
                    results: values.len(),
                    submitters: submitters.len(),
                    low,
                    median: f64::midpoint(lower, upper),
                    high,
                })
            })
            .collect()
    }
}

impl Spread<'_> {
    /// From the smallest to the largest, in percent of the middle; `None` where the middle is nothing.
    #[must_use]
    pub fn percent(&self) -> Option<f64> {
        (self.median > 0.0).then(|| 100.0 * (self.high - self.low) / self.median)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::catalogue::Mode;
    use crate::domain::evidence::{AsOf, Evidence};
    use crate::domain::ids::ResultId;

    fn result(id: &str, value: f64, accelerators: u32, higher_is_better: bool) -> BenchmarkResult {
        BenchmarkResult {
            id: ResultId::new(id).unwrap(),
            suite: "S".into(),
            round: "R".into(),
            mode: Mode::Training,
            division: "closed".into(),
            task: "t".into(),
            scenario: "s".into(),
            metric: "m".into(),
            value,
            unit: "u".into(),
            higher_is_better,
            accelerator: AcceleratorId::new("x1").unwrap(),
            accelerators,
            nodes: None,
            vendor: None,
            submitter: id.to_uppercase(),
            system: String::new(),
            framework: None,
            evidence: Evidence {
                source: "s".into(),
                url: None,
                as_of: AsOf::undated(),
                grade: None,
                note: None,
            },
        }
    }

    #[test]
    fn the_best_per_accelerator_is_first_whichever_way_is_better() {
        let order = |results: &[BenchmarkResult]| {
            let sets = comparisons(results);
            let ids = sets.iter().flat_map(|c| &c.results).map(|r| r.id.to_string());
            ids.collect::<Vec<_>>()
        };
        assert_eq!(
            order(&[result("a", 80.0, 8, true), result("b", 30.0, 2, true)]),
            ["b", "a"]
        );
        assert_eq!(
            order(&[result("a", 8.0, 64, false), result("b", 20.0, 8, false)]),
            ["b", "a"]
        );
        assert_eq!(
            comparisons(&[result("a", 1.0, 1, true), result("b", 1.0, 1, false)]).len(),
            2
        );
    }

    #[test]
    fn a_spread_needs_two_results() {
        let results = [result("a", 80.0, 8, true), result("b", 96.0, 8, true)];
        let spread = comparisons(&results)[0].spreads();
        assert_eq!(
            (spread[0].low, spread[0].median, spread[0].high, spread[0].submitters),
            (10.0, 11.0, 12.0, 2)
        );
        assert!((spread[0].percent().unwrap() - 18.18).abs() < 0.01);
        assert!(comparisons(&results[..1])[0].spreads().is_empty());
    }
}
