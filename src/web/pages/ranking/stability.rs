//! How safe the order is and why the first is above the second, in words and small drawings.

use super::rows::Shown;
use super::words::{cell_text, name_of, with_unit};
use crate::domain::ranking::{Prepared, Ranking};
use crate::domain::scoring::sensitivity::verdict::Verdict;
use crate::domain::stability::{DimensionStability, Sampled, Stability, price_limits};
use crate::domain::why::{Way, why};
use crate::web::lang::{Lang, fixed, number, signed};
use crate::web::query::Query;
use crate::web::urls;

/// How safe the first place is.
#[derive(Debug, Clone)]
pub(super) struct StabilityView {
    /// How far the weights may move.
    pub(super) text: String,
    /// How far the leader's prices may rise, each in a sentence.
    pub(super) prices: Vec<String>,
    /// What sampling says; `None` where it is fetched after the page.
    pub(super) sampled: Option<SampledView>,
    /// Where it is fetched from.
    pub(super) href: String,
}

/// What sampling says of the first place.
#[derive(Debug, Clone)]
pub(super) struct SampledView {
    /// `robust`, `leaning`, `open` or `provisional`.
    pub(super) kind: &'static str,
    /// The same in the page's language.
    pub(super) verdict: String,
    /// The numbers behind the word.
    pub(super) text: String,
}

/// Who leads at which weight of one dimension, drawn under its slider.
#[derive(Debug, Clone)]
pub(super) struct Track {
    /// The stretches, from 0 to 100.
    pub(super) stretches: Vec<Stretch>,
    /// The share of the total now, in percent.
    pub(super) now: String,
    /// For how long the leader stays first, in words.
    pub(super) text: String,
}

/// One stretch of a track.
#[derive(Debug, Clone)]
pub(super) struct Stretch {
    /// Left end in percent.
    pub(super) x: String,
    /// Width in percent.
    pub(super) width: String,
    /// `lead` for the leader of the ranking, `other` and `another` in turn for the rest.
    pub(super) class: &'static str,
    /// Who leads here, and from where to where.
    pub(super) label: String,
}

/// Why the first is above the second.
#[derive(Debug, Clone)]
pub(super) struct WhyView {
    /// The question.
    pub(super) title: String,
    /// The answer in a sentence whose parts add up.
    pub(super) sentence: String,
    /// One bar per dimension, to the right in favour of the first.
    pub(super) bars: Vec<GapBar>,
    /// What comes before the ways.
    pub(super) ways_title: String,
    /// The single values with which the second would draw level.
    pub(super) ways: Vec<String>,
}

/// What one dimension adds to the gap.
#[derive(Debug, Clone)]
pub(super) struct GapBar {
    pub(super) name: String,
    pub(super) points: String,
    pub(super) place: usize,
    pub(super) x: String,
    pub(super) width: String,
}

fn offer_name(prepared: &Prepared, offer: usize, lang: Lang) -> String {
    let named = prepared.offers().get(offer);
    named.map_or_else(String::new, |o| {
        format!(
            "{} · {}",
            name_of(prepared.catalogue(), &o.offer, lang),
            o.offer.instance_type
        )
    })
}

fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

impl StabilityView {
    pub(super) fn new(
        lang: Lang,
        (prepared, ranking): (&Prepared, &Ranking),
        (stability, sampled): (&Stability, Option<Sampled>),
        query: &Query,
    ) -> Self {
        Self {
            text: limits(lang, prepared, stability),
            prices: price_sentences(lang, prepared, ranking),
            sampled: sampled.map(|s| SampledView::new(lang, s)),
            href: urls::verdict(lang, &query.brief.pairs()),
        }
    }
}

impl SampledView {
    fn new(lang: Lang, sampled: Sampled) -> Self {
        let kind = match sampled.verdict {
            Verdict::Robust => "robust",
            Verdict::Leaning => "leaning",
            Verdict::Open => "open",
            Verdict::Provisional => "provisional",
        };
        let values: [(&str, &dyn std::fmt::Display); 2] =
            [("share", &percent(sampled.first_share)), ("n", &sampled.among)];
        Self {
            kind,
            verdict: lang.t(&format!("verdict.{kind}")),
            text: lang.fill("stability.sampled", &values),
        }
    }
}

/// Up to which weights the leader leads, the nearest limits first; the tracks under the sliders say who leads then.
fn limits(lang: Lang, prepared: &Prepared, stability: &Stability) -> String {
    let mut found: Vec<(f64, String)> = Vec::new();
    for (dimension, safety) in prepared.scorecard().dimensions.iter().zip(&stability.dimensions) {
        for (key, limit) in [
            ("stability.limit_below", safety.below()),
            ("stability.limit_above", safety.above()),
        ] {
            if let Some((share, _)) = limit {
                let text = lang.fill(
                    key,
                    &[("dimension", &lang.text(&dimension.name)), ("share", &percent(share))],
                );
                found.push(((share - safety.weight).abs(), text));
            }
        }
    }
    if found.is_empty() {
        return lang.t("stability.safe");
    }
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let nearest: Vec<String> = found.into_iter().map(|(_, text)| text).take(4).collect();
    lang.with("stability.until", "limits", nearest.join(&lang.t("stability.or")))
}

/// `It leads until its reserved price rises above 7.20 USD/GPU·h; it is 5.06.`
fn price_sentences(lang: Lang, prepared: &Prepared, ranking: &Ranking) -> Vec<String> {
    let limits = price_limits(prepared, ranking);
    let sentences = limits.into_iter().filter_map(|limit| {
        let criterion = prepared.scorecard().criteria().nth(limit.criterion)?;
        let key = if limit.limit.is_some() {
            "stability.price_until"
        } else {
            "stability.price_always"
        };
        let until = limit
            .limit
            .map_or_else(String::new, |x| with_unit(fixed(x, 2), &criterion.unit, lang));
        Some(lang.fill(
            key,
            &[
                ("name", &lang.text(&criterion.name)),
                ("limit", &until),
                ("now", &fixed(limit.now, 2)),
            ],
        ))
    });
    sentences.collect()
}

impl Track {
    pub(super) fn new(lang: Lang, prepared: &Prepared, leader: usize, dimension: &DimensionStability) -> Self {
        let mut others = ["other", "another"].into_iter().cycle();
        let stretches = dimension.winners.iter().map(|segment| Stretch {
            x: format!("{:.2}", 100.0 * segment.from),
            width: format!("{:.2}", 100.0 * (segment.to - segment.from)),
            class: if segment.winner == leader {
                "lead"
            } else {
                others.next().unwrap_or("other")
            },
            label: lang.fill(
                "stability.track",
                &[
                    ("name", &offer_name(prepared, segment.winner, lang)),
                    ("from", &percent(segment.from)),
                    ("to", &percent(segment.to)),
                ],
            ),
        });
        Self {
            stretches: stretches.collect(),
            now: format!("{:.2}", 100.0 * dimension.weight),
            text: dimension.keeps.map_or_else(
                || lang.t("stability.track_all"),
                |kept| {
                    lang.fill(
                        "stability.track_short",
                        &[("low", &percent(kept.low)), ("high", &percent(kept.high))],
                    )
                },
            ),
        }
    }
}

impl WhyView {
    /// The first and second row of the view, whichever way it is sorted by default.
    pub(super) fn of_first_two(lang: Lang, prepared: &Prepared, ranking: &Ranking, shown: &Shown<'_>) -> Option<Self> {
        let mut best: Vec<_> = shown.ranked.iter().filter(|e| e.place <= 3).collect();
        best.sort_by_key(|e| e.place);
        let (first, second) = (best.first()?.row.offer, best.get(1)?.row.offer);
        let found = why(prepared, ranking, first, second)?;
        let (a, b) = (offer_name(prepared, first, lang), offer_name(prepared, second, lang));
        let dimensions = prepared.scorecard().dimensions.iter().zip(&found.dimensions);
        let mut parts: Vec<(i64, String)> = dimensions
            .clone()
            .map(|(d, gap)| {
                (
                    gap.points.0,
                    lang.fill(
                        "why.part",
                        &[("name", &lang.text(&d.name)), ("points", &signed(gap.points))],
                    ),
                )
            })
            .collect();
        parts.sort_by_key(|(points, _)| std::cmp::Reverse(points.abs()));
        let parts: Vec<String> = parts.into_iter().map(|(_, text)| text).collect();
        let largest = found
            .dimensions
            .iter()
            .map(|d| d.points.0.unsigned_abs())
            .max()
            .unwrap_or(1)
            .max(1);
        let share = |points: i64| {
            50.0 * f64::from(i32::try_from(points.abs()).unwrap_or(i32::MAX))
                / f64::from(u32::try_from(largest).unwrap_or(u32::MAX))
        };
        let bars = dimensions.enumerate().map(|(place, (d, gap))| GapBar {
            name: lang.text(&d.name).to_owned(),
            points: signed(gap.points),
            place: place % 6,
            x: format!(
                "{:.2}",
                if gap.points.0 < 0 {
                    50.0 - share(gap.points.0)
                } else {
                    50.0
                }
            ),
            width: format!("{:.2}", share(gap.points.0)),
        });
        let ways: Vec<String> = found
            .ways
            .iter()
            .take(5)
            .map(|w| way_text(lang, prepared, second, w))
            .collect();
        let sentence = if found.gap.0 == 0 {
            lang.fill("why.tied", &[("a", &a), ("b", &b)])
        } else {
            lang.fill(
                "why.sentence",
                &[
                    ("a", &a),
                    ("b", &b),
                    ("gap", &found.gap),
                    ("parts", &parts.join(&lang.t("list.join"))),
                ],
            )
        };
        Some(Self {
            title: lang.fill("why.title", &[("a", &a), ("b", &b)]),
            sentence,
            bars: bars.collect(),
            ways_title: lang.with(if ways.is_empty() { "why.none" } else { "why.ways" }, "b", &b),
            ways,
        })
    }
}

fn way_text(lang: Lang, prepared: &Prepared, offer: usize, way: &Way) -> String {
    let Some(criterion) = prepared.scorecard().criteria().nth(way.criterion) else {
        return String::new();
    };
    let cell = prepared.offers().get(offer).and_then(|o| o.cells.get(way.criterion));
    let needed = way.raw.map_or_else(
        || lang.with("why.way_points", "needed", number(way.needed, 1)),
        |raw| {
            let raw = number(raw, if raw.abs() < 100.0 { 2 } else { 0 });
            with_unit(raw, &criterion.unit, lang)
        },
    );
    let value = cell.map_or_else(String::new, |c| cell_text(c, &criterion.unit, lang));
    lang.fill(
        "why.way",
        &[
            ("criterion", &lang.text(&criterion.name)),
            ("needed", &needed),
            ("value", &value),
        ],
    )
}
