//! One comparison as a table with bars, and how far results of the same accelerator lie apart.

use crate::domain::benchmark::{Comparison, Spread, per_accelerator};
use crate::domain::catalogue::{BenchmarkResult, Catalogue};
use crate::web::ctx::Ctx;
use crate::web::lang::{Lang, number};
use crate::web::pages::evidence::EvidenceView;
use crate::web::pages::vendors::name;
use crate::web::urls;

/// A comparison.
pub(super) struct SetView {
    /// What was measured, and which way is better.
    pub(super) metric: String,
    /// How many results of how many submitters.
    pub(super) count: String,
    /// The unit of the value per accelerator.
    pub(super) unit_each: String,
    /// The unit of the whole value.
    pub(super) unit: String,
    /// The best first.
    pub(super) rows: Vec<ResultView>,
    /// The accelerators with two results or more.
    pub(super) spreads: Vec<SpreadView>,
}

/// A result.
pub(super) struct ResultView {
    /// From 1.
    pub(super) place: usize,
    /// The accelerator.
    pub(super) accelerator: String,
    /// Its page.
    pub(super) accelerator_href: String,
    /// How many of them, over how many machines.
    pub(super) size: String,
    /// The value per accelerator.
    pub(super) each: String,
    /// The bar's length of 100.
    pub(super) length: String,
    /// The whole value.
    pub(super) total: String,
    /// Who submitted it.
    pub(super) submitter: String,
    /// The submitter's page, when it is a cloud of the catalogue.
    pub(super) vendor: Option<(String, String)>,
    /// The system measured.
    pub(super) system: String,
    /// The software.
    pub(super) framework: String,
    /// Where it was read.
    pub(super) evidence: EvidenceView,
}

/// How far results of one accelerator lie apart.
pub(super) struct SpreadView {
    /// The accelerator.
    pub(super) accelerator: String,
    /// How many results of how many submitters.
    pub(super) count: String,
    /// Lowest, middle and highest value per accelerator.
    pub(super) values: [String; 3],
    /// From lowest to highest, in percent of the middle.
    pub(super) percent: String,
    /// The same three on a bar of 100.
    pub(super) marks: [String; 3],
}

impl SetView {
    /// A comparison as shown today.
    pub(super) fn new(catalogue: &Catalogue, set: &Comparison<'_>, ctx: &Ctx) -> Self {
        let lang = ctx.lang;
        let most = set.results.iter().map(|r| per_accelerator(r)).fold(0.0, f64::max);
        let scene = Scene {
            catalogue,
            ctx,
            scale: if most > 0.0 { 100.0 / most } else { 0.0 },
        };
        let (sentence, each) = if set.higher_is_better {
            ("benchmarks.higher", "benchmarks.each.higher")
        } else {
            ("benchmarks.lower", "benchmarks.each.lower")
        };
        let mut submitters: Vec<&str> = set.results.iter().map(|r| r.submitter.as_str()).collect();
        submitters.sort_unstable();
        submitters.dedup();
        Self {
            metric: lang.fill(
                sentence,
                &[
                    ("metric", &metric_text(set.metric, lang)),
                    ("unit", &unit_text(set.unit, lang)),
                ],
            ),
            count: counted(set.results.len(), submitters.len(), lang),
            unit_each: lang.with(each, "unit", unit_text(set.unit, lang)),
            unit: unit_text(set.unit, lang),
            rows: set
                .results
                .iter()
                .enumerate()
                .map(|(place, r)| scene.row(place + 1, r))
                .collect(),
            spreads: set.spreads().iter().map(|s| scene.spread(s)).collect(),
        }
    }
}

struct Scene<'a> {
    catalogue: &'a Catalogue,
    ctx: &'a Ctx,
    scale: f64,
}

impl Scene<'_> {
    fn row(&self, place: usize, result: &BenchmarkResult) -> ResultView {
        let lang = self.ctx.lang;
        let each = per_accelerator(result);
        let accelerators = usize::try_from(result.accelerators).unwrap_or(usize::MAX);
        let mut size = vec![lang.plural("benchmarks.size", accelerators)];
        size.extend(
            result
                .nodes
                .map(|nodes| lang.plural("benchmarks.nodes", usize::try_from(nodes).unwrap_or(usize::MAX))),
        );
        let vendor = result.vendor.as_ref().and_then(|id| self.catalogue.vendor(id.as_str()));
        ResultView {
            place,
            accelerator: self.accelerator(&result.accelerator),
            accelerator_href: urls::accelerator(lang, &result.accelerator),
            size: size.join(&lang.t("list.join")),
            each: figure(each),
            length: number(each * self.scale, 2),
            total: figure(result.value),
            submitter: result.submitter.clone(),
            vendor: vendor.map(|v| (urls::vendor(lang, &v.id), name(v, lang))),
            system: result.system.clone(),
            framework: result.framework.clone().unwrap_or_default(),
            evidence: EvidenceView::new(&result.evidence, self.ctx.today, lang),
        }
    }

    fn spread(&self, spread: &Spread<'_>) -> SpreadView {
        let three = [spread.low, spread.median, spread.high];
        SpreadView {
            accelerator: self.accelerator(spread.accelerator),
            count: counted(spread.results, spread.submitters, self.ctx.lang),
            values: three.map(figure),
            percent: spread
                .percent()
                .map_or_else(String::new, |p| format!("{} %", number(p, 1))),
            marks: three.map(|x| number(x * self.scale, 2)),
        }
    }

    fn accelerator(&self, id: &crate::domain::ids::AcceleratorId) -> String {
        self.catalogue
            .accelerator(id.as_str())
            .map_or_else(|| id.to_string(), |a| a.name.clone())
    }
}

fn counted(results: usize, submitters: usize, lang: Lang) -> String {
    let results = lang.plural("benchmarks.results", results);
    let submitters = lang.plural("benchmarks.submitters", submitters);
    [results, submitters].join(&lang.t("list.join"))
}

/// Four significant digits at least, so that small rates do not vanish.
pub(super) fn figure(x: f64) -> String {
    number(
        x,
        if x.abs() < 10.0 {
            4
        } else if x.abs() < 1000.0 {
            2
        } else {
            1
        },
    )
}

/// A unit in words where it is a word.
fn unit_text(unit: &str, lang: Lang) -> String {
    if unit == "minutes" {
        lang.t("unit.minutes")
    } else {
        unit.to_owned()
    }
}

fn metric_text(metric: &str, lang: Lang) -> String {
    let key = format!("benchmarks.metric.{metric}");
    let text = lang.t(&key);
    if text.ends_with(&key) { metric.to_owned() } else { text }
}
