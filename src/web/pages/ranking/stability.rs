//! How safe the order is and why the first is above the second, in words and small drawings.

use super::rows::Shown;
use super::words::{cell_text, name_of, with_unit};
use crate::domain::ranking::{Prepared, Ranking};
use crate::domain::scoring::Score;
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::sensitivity::verdict::{Verdict, too_close};
use crate::domain::stability::{DimensionStability, Sampled, Stability, price_limits};
use crate::domain::why::{Way, why};
use crate::web::lang::{Lang, fixed, number, signed};
use crate::web::query::Query;
use crate::web::urls;

/// How safe the first place is.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct StabilityView {
    /// How far the weights may move.
    pub(in crate::web::pages) text: String,
    /// How far the leader's prices may rise, each in a sentence.
    pub(in crate::web::pages) prices: Vec<String>,
    /// What sampling says; `None` where it is fetched after the page.
    pub(in crate::web::pages) sampled: Option<SampledView>,
    /// Where it is fetched from.
    pub(in crate::web::pages) href: String,
}

/// What sampling says of the first place.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct SampledView {
    /// `robust`, `leaning`, `open` or `provisional`.
    pub(in crate::web::pages) kind: &'static str,
    /// The same in the page's language.
    pub(in crate::web::pages) verdict: String,
    /// The numbers behind the word.
    pub(in crate::web::pages) text: String,
}

/// Who leads at which weight of one dimension, drawn under its slider.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct Track {
    /// The stretches, from 0 to 100.
    pub(in crate::web::pages) stretches: Vec<Stretch>,
    /// The share of the total now, in percent.
    pub(in crate::web::pages) now: String,
    /// For how long the leader stays first, in words.
    pub(in crate::web::pages) text: String,
}

/// One stretch of a track.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct Stretch {
    /// Left end in percent.
    pub(in crate::web::pages) x: String,
    /// Width in percent.
    pub(in crate::web::pages) width: String,
    /// `lead` for the leader of the ranking, `other` and `another` in turn for the rest.
    pub(in crate::web::pages) class: &'static str,
    /// Who leads here, and from where to where.
    pub(in crate::web::pages) label: String,
}

/// Why the first is above the second.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct WhyView {
    /// The question.
    pub(in crate::web::pages) title: String,
    /// The answer in a sentence whose parts add up.
    pub(in crate::web::pages) sentence: String,
    /// The page that answers in full.
    pub(in crate::web::pages) href: String,
    /// One bar per dimension, to the right in favour of the first.
    pub(in crate::web::pages) bars: Vec<GapBar>,
    /// What comes before the ways.
    pub(in crate::web::pages) ways_title: String,
    /// The single values with which the second would draw level.
    pub(in crate::web::pages) ways: Vec<String>,
}

/// What one dimension adds to the gap.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct GapBar {
    /// The dimension's or criterion's name.
    pub(in crate::web::pages) name: String,
    /// Points with a sign, as shown.
    pub(in crate::web::pages) points: String,
    /// The dimension's place, for the colour.
    pub(in crate::web::pages) place: usize,
    /// Left end in percent.
    pub(in crate::web::pages) x: String,
    /// Width in percent.
    pub(in crate::web::pages) width: String,
}

/// A bar to the right of the middle for points above 0, to the left for those below; `largest` fills one side.
pub(in crate::web::pages) fn bar_of(name: String, place: usize, points: Tenths, largest: u64) -> GapBar {
    let size = f64::from(u32::try_from(points.0.unsigned_abs()).unwrap_or(u32::MAX));
    let width = 50.0 * size / f64::from(u32::try_from(largest.max(1)).unwrap_or(u32::MAX));
    GapBar {
        name,
        points: signed(points),
        place: place % 6,
        x: format!("{:.2}", if points.0 < 0 { 50.0 - width } else { 50.0 }),
        width: format!("{width:.2}"),
    }
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

/// A share in percent with one decimal.
pub(in crate::web::pages) fn percent(share: f64) -> String {
    fixed(100.0 * share, 1)
}

impl StabilityView {
    pub(super) fn new(
        lang: Lang,
        (prepared, ranking): (&Prepared, &Ranking),
        (stability, sampled): (&Stability, Option<&Sampled>),
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
    pub(in crate::web::pages) fn new(lang: Lang, sampled: &Sampled) -> Self {
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
    /// The track of a dimension.
    pub(in crate::web::pages) fn new(
        lang: Lang,
        prepared: &Prepared,
        leader: usize,
        dimension: &DimensionStability,
    ) -> Self {
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
    pub(super) fn of_first_two(
        lang: Lang,
        prepared: &Prepared,
        ranking: &Ranking,
        (shown, query): (&Shown<'_>, &Query),
    ) -> Option<Self> {
        let mut best: Vec<_> = shown.ranked.iter().filter(|e| e.place <= 3).collect();
        best.sort_by_key(|e| e.place);
        let (first, second) = (best.first()?.row.offer, best.get(1)?.row.offer);
        let found = why(prepared, ranking, first, second)?;
        let mut asked = query.clone();
        let id = |place: usize| prepared.offers().get(place).map(|o| o.offer.id.clone());
        (asked.view.pick.a, asked.view.pick.b) = (id(first), id(second));
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
        let largest = found.dimensions.iter().map(|d| d.points.0.unsigned_abs()).max();
        let bars = dimensions
            .enumerate()
            .map(|(place, (d, gap))| bar_of(lang.text(&d.name).to_owned(), place, gap.points, largest.unwrap_or(1)));
        let ways: Vec<String> = found
            .ways
            .iter()
            .take(5)
            .map(|w| way_text(lang, prepared, second, w))
            .collect();
        let names = (a.as_str(), b.as_str());
        let sentence = sentence(lang, names, (prepared, ranking, first, second), &parts);
        Some(Self {
            title: lang.fill("why.title", &[("a", &a), ("b", &b)]),
            sentence: sentence?,
            href: urls::why(lang, &asked.pairs()),
            bars: bars.collect(),
            ways_title: lang.with(if ways.is_empty() { "why.none" } else { "why.ways" }, "b", &b),
            ways,
        })
    }
}

/// Who is ahead, by how much and by what; no winner is named where totals are equal, too close, or their ranges overlap.
/// `None` when one of them has no score.
pub(in crate::web::pages) fn sentence(
    lang: Lang,
    (a, b): (&str, &str),
    (prepared, ranking, upper, lower): (&Prepared, &Ranking, usize, usize),
    parts: &[String],
) -> Option<String> {
    let score = |offer| prepared.matrix().score(&ranking.weights, offer);
    let (above, below) = (score(upper)?, score(lower)?);
    let gap = Tenths(Tenths::nearest(above.floor).0 - Tenths::nearest(below.floor).0);
    if gap.0 == 0 {
        return Some(lang.fill("why.tied", &[("a", &a), ("b", &b)]));
    }
    let range = |s: &Score| format!("{}–{}", Tenths::nearest(s.low), Tenths::nearest(s.high));
    let key = if too_close(above.floor - below.floor, None) {
        "why.close"
    } else if above.is_apart_from(&below) {
        "why.settled"
    } else {
        "why.open"
    };
    Some(lang.fill(
        key,
        &[
            ("a", &a),
            ("b", &b),
            ("gap", &gap),
            ("range_a", &range(&above)),
            ("range_b", &range(&below)),
            ("parts", &parts.join(&lang.t("list.join"))),
        ],
    ))
}

/// A value with which an offer would draw level, in its own unit.
pub(in crate::web::pages) fn way_text(lang: Lang, prepared: &Prepared, offer: usize, way: &Way) -> String {
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
