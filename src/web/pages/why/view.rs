//! The answer in words, bars and tables.

use askama::Template;

use crate::domain::brief::BadWord;
use crate::domain::points::{Points, points};
use crate::domain::scorecard::GateMode;
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::{Eligibility, Outcome};
use crate::domain::why::{DimensionGap, Turn, turns, why};
use crate::web::lang::{Lang, signed};
use crate::web::page::Shell;
use crate::web::pages::ranking::{
    GapBar, Table, Total, bar_of, foot, gate_reason, percent, sentence, vendors_first, way_text,
};
use crate::web::pages::tabs::{Head, Scene, Tab, full_name, kept, place_among, short_name};
use crate::web::sheet::{Field, Grid};
use crate::web::urls::{self, Pairs};

/// Offers to choose from beside those that the query names.
const OFFERED: usize = 40;

#[derive(Template)]
#[template(path = "why.html")]
pub(super) struct WhyPage {
    shell: Shell,
    lang: Lang,
    head: Head,
    action: String,
    kept: Pairs,
    choices: [Vec<Choice>; 2],
    answer: Option<Answer>,
    about: Vec<String>,
}

struct Choice {
    id: String,
    name: String,
    chosen: bool,
}

/// What can be said of two offers.
pub(in crate::web::pages) struct Answer {
    /// The question.
    pub(in crate::web::pages) title: String,
    /// The answer in a sentence.
    pub(in crate::web::pages) sentence: String,
    /// What the gates say.
    pub(in crate::web::pages) notes: Vec<String>,
    /// The two offers, the upper first.
    pub(in crate::web::pages) sides: Vec<Side>,
    /// What separates them, by dimension and criterion.
    pub(in crate::web::pages) parts: Vec<Part>,
    /// The gap between the totals.
    pub(in crate::web::pages) gap: String,
    /// At which weight each dimension turns the order.
    pub(in crate::web::pages) turns: Vec<(String, String)>,
    /// What comes before the ways.
    pub(in crate::web::pages) ways_title: String,
    /// The single values with which the lower would draw level.
    pub(in crate::web::pages) ways: Vec<String>,
}

/// One of the two.
pub(in crate::web::pages) struct Side {
    /// Its name.
    pub(in crate::web::pages) name: String,
    /// Its page.
    pub(in crate::web::pages) href: String,
    /// Its total.
    pub(in crate::web::pages) total: Total,
}

/// What a dimension or criterion adds to the gap.
pub(in crate::web::pages) struct Part {
    /// The bar.
    pub(in crate::web::pages) bar: GapBar,
    /// It is a dimension; the criteria below add up to it.
    pub(in crate::web::pages) sum: bool,
    /// The points of each.
    pub(in crate::web::pages) points: [String; 2],
}

impl WhyPage {
    /// The page of a query.
    ///
    /// # Errors
    /// [`BadWord`] names an offer that this release does not have.
    pub(super) fn new(scene: &Scene<'_>) -> Result<Self, BadWord> {
        let Scene {
            ctx, prepared, query, ..
        } = *scene;
        let lang = ctx.lang;
        let candidates = candidates(scene)?;
        let pair = pair(scene, &candidates)?;
        let answer = pair.and_then(|(a, b)| Answer::between(scene, a, b));
        let title = answer
            .as_ref()
            .map_or_else(|| lang.t("why.heading"), |a| a.title.clone());
        let choose = |chosen: Option<usize>| choices(scene, &candidates, chosen);
        Ok(Self {
            shell: Shell::new(ctx, title, foot(lang, prepared), &query.pairs()),
            lang,
            head: Head::new(lang, prepared, query, Tab::Why),
            action: urls::why(lang, &Vec::new()),
            kept: kept(query, &["a", "b"]),
            choices: [choose(pair.map(|p| p.0)), choose(pair.map(|p| p.1))],
            about: vec![foot(lang, prepared), lang.t("csv.points")],
            answer,
        })
    }

    /// The parts as a table, in the digits of the page.
    pub(super) fn grid(&self) -> Grid {
        let mut about = self.about.clone();
        let mut rows = Vec::new();
        if let Some(answer) = &self.answer {
            about.push(answer.sentence.clone());
            about.extend(answer.notes.iter().cloned());
            about.extend(
                answer
                    .sides
                    .iter()
                    .zip(["a", "b"])
                    .map(|(s, word)| format!("{word}: {}", s.name)),
            );
            let row = |level: &str, name: &str, points: [&str; 3]| {
                let mut fields = vec![Field::text(level), Field::text(name)];
                fields.extend(points.map(Field::shown));
                fields
            };
            for part in &answer.parts {
                let level = if part.sum { "dimension" } else { "criterion" };
                let [a, b] = &part.points;
                rows.push(row(level, &part.bar.name, [a, b, &part.bar.points]));
            }
            if let [a, b] = answer.sides.as_slice() {
                let name = self.lang.t("column.total");
                rows.push(row("total", &name, [&a.total.score, &b.total.score, &answer.gap]));
            }
        }
        Grid {
            about,
            heads: ["level", "name", "a_points", "b_points", "difference"]
                .map(str::to_owned)
                .to_vec(),
            rows,
        }
    }
}

/// Offers to choose from: those of the comparison, then the best of each vendor.
fn candidates(scene: &Scene<'_>) -> Result<Vec<usize>, BadWord> {
    let pick = &scene.query.view.pick;
    let mut places = Vec::new();
    for id in &pick.o {
        places.push(place_among(scene.prepared, "o", id)?);
    }
    for place in vendors_first(scene.prepared, scene.ranking).into_iter().take(OFFERED) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// The two asked about; what is not named comes from the candidates.
fn pair(scene: &Scene<'_>, candidates: &[usize]) -> Result<Option<(usize, usize)>, BadWord> {
    let pick = &scene.query.view.pick;
    let named = |word, id: &Option<_>| id.as_ref().map(|id| place_among(scene.prepared, word, id)).transpose();
    let (a, b) = (named("a", &pick.a)?, named("b", &pick.b)?);
    let other = |than: Option<usize>| candidates.iter().copied().find(|place| Some(*place) != than);
    let a = a.or_else(|| other(b));
    let b = b.filter(|b| Some(*b) != a).or_else(|| other(a));
    Ok(a.zip(b))
}

fn choices(scene: &Scene<'_>, candidates: &[usize], chosen: Option<usize>) -> Vec<Choice> {
    let mut places = candidates.to_vec();
    places.extend(chosen.filter(|place| !candidates.contains(place)));
    let choice = |place: usize| {
        Some(Choice {
            id: scene.prepared.offers().get(place)?.offer.id.to_string(),
            name: full_name(scene.prepared, place, scene.ctx.lang),
            chosen: Some(place) == chosen,
        })
    };
    places.into_iter().filter_map(choice).collect()
}

impl Answer {
    /// What is known of two offers, whichever is above; `None` when one of them has no score.
    pub(in crate::web::pages) fn between(scene: &Scene<'_>, a: usize, b: usize) -> Option<Self> {
        let floor = |place| Some(scene.prepared.matrix().score(&scene.ranking.weights, place)?.floor);
        let swapped = floor(a)? < floor(b)?;
        Self::new(scene, if swapped { (b, a) } else { (a, b) })
    }

    /// What is known of the offer with the higher total against the other; `None` when one of them has no score.
    fn new(scene: &Scene<'_>, (upper, lower): (usize, usize)) -> Option<Self> {
        let Scene { prepared, ranking, .. } = *scene;
        let lang = scene.ctx.lang;
        let found = why(prepared, ranking, upper, lower)?;
        let (a, b) = names(scene, upper, lower);
        let scorecard = prepared.scorecard();
        let mut words: Vec<(i64, String)> = scorecard
            .dimensions
            .iter()
            .zip(&found.dimensions)
            .map(|(d, gap)| {
                let values: [(&str, &dyn std::fmt::Display); 2] =
                    [("name", &lang.text(&d.name)), ("points", &signed(gap.points))];
                (gap.points.0, lang.fill("why.part", &values))
            })
            .collect();
        words.sort_by_key(|(points, _)| std::cmp::Reverse(points.abs()));
        let words: Vec<String> = words.into_iter().map(|(_, text)| text).collect();
        let shown = [points(prepared, ranking, upper)?, points(prepared, ranking, lower)?];
        let ways: Vec<String> = found.ways.iter().map(|w| way_text(lang, prepared, lower, w)).collect();
        let key = if found.gap.0 == 0 {
            "why.title_tied"
        } else {
            "why.title"
        };
        Some(Self {
            title: lang.fill(key, &[("a", &a), ("b", &b)]),
            sentence: sentence(lang, (&a, &b), (prepared, ranking, upper, lower), &words)?,
            notes: [(upper, &a), (lower, &b)]
                .iter()
                .filter_map(|(place, name)| note(scene, *place, name))
                .collect(),
            sides: [upper, lower].iter().filter_map(|place| side(scene, *place)).collect(),
            parts: parts(scene, &found.dimensions, &shown),
            gap: signed(found.gap),
            turns: turns(prepared, ranking, upper, lower)
                .iter()
                .zip(&scorecard.dimensions)
                .map(|(turn, d)| (lang.text(&d.name).to_owned(), turn_text(lang, *turn, &b)))
                .collect(),
            ways_title: lang.with(if ways.is_empty() { "why.none" } else { "why.ways" }, "b", &b),
            ways,
        })
    }
}

/// The two names, with regions where they are of one instance type.
fn names(scene: &Scene<'_>, a: usize, b: usize) -> (String, String) {
    let short = |place| short_name(scene.prepared, place, scene.ctx.lang);
    let full = |place| full_name(scene.prepared, place, scene.ctx.lang);
    if short(a) == short(b) {
        (full(a), full(b))
    } else {
        (short(a), short(b))
    }
}

/// What the gates say, where it is not that everything is met.
fn note(scene: &Scene<'_>, place: usize, name: &str) -> Option<String> {
    let lang = scene.ctx.lang;
    let measured = scene.prepared.offers().get(place)?;
    let Some(row) = scene.ranking.rows.iter().find(|r| r.offer == place) else {
        return Some(lang.with("why.outside", "name", name));
    };
    let (outcome, key) = match row.eligibility {
        Eligibility::Eligible => return None,
        Eligibility::Conditional => (Outcome::Unknown, "why.conditional"),
        Eligibility::Ineligible => (Outcome::Fail, "why.ineligible"),
    };
    let said = row.gates.iter().zip(&scene.ranking.gates);
    let reasons: Vec<String> = said
        .filter(|(o, gate)| **o == outcome && gate.mode == GateMode::Must)
        .map(|(_, gate)| gate_reason(scene.prepared, measured, gate.question, lang))
        .collect();
    Some(lang.fill(
        key,
        &[("name", &name), ("reasons", &reasons.join(&lang.t("list.join")))],
    ))
}

fn side(scene: &Scene<'_>, place: usize) -> Option<Side> {
    let Scene {
        ctx,
        prepared,
        ranking,
        query,
    } = *scene;
    let table = Table {
        lang: ctx.lang,
        today: ctx.today,
        prepared,
        ranking,
        query,
    };
    let id = &prepared.offers().get(place)?.offer.id;
    Some(Side {
        name: full_name(prepared, place, ctx.lang),
        href: urls::offer(ctx.lang, id, &query.brief.pairs()),
        total: table.total_of(place)?,
    })
}

/// Dimensions with their criteria, all bars on one scale.
fn parts(scene: &Scene<'_>, gaps: &[DimensionGap], shown: &[Points; 2]) -> Vec<Part> {
    let lang = scene.ctx.lang;
    let all = gaps.iter().flat_map(|d| d.criteria.iter().chain([&d.points]));
    let largest = all.map(|points| points.0.unsigned_abs()).max().unwrap_or(1);
    let mut parts = Vec::new();
    for (place, (dimension, gap)) in scene.prepared.scorecard().dimensions.iter().zip(gaps).enumerate() {
        let of = |show: &dyn Fn(&Points) -> Option<Tenths>| {
            [0, 1].map(|side| shown.get(side).and_then(show).unwrap_or_default().to_string())
        };
        parts.push(Part {
            bar: bar_of(lang.text(&dimension.name).to_owned(), place, gap.points, largest),
            sum: true,
            points: of(&|p| Some(p.dimensions.get(place)?.points)),
        });
        for (inside, (criterion, points)) in dimension.criteria.iter().zip(&gap.criteria).enumerate() {
            parts.push(Part {
                bar: bar_of(lang.text(&criterion.name).to_owned(), place, *points, largest),
                sum: false,
                points: of(&|p| p.dimensions.get(place)?.criteria.get(inside).copied()),
            });
        }
    }
    parts
}

/// At which share of a dimension the lower one would be ahead.
fn turn_text(lang: Lang, turn: Turn, b: &str) -> String {
    let now = percent(turn.weight);
    let limit = |key: &str, share: f64| lang.fill(key, &[("b", &b), ("share", &percent(share))]);
    let limits: Vec<String> = [
        turn.below.map(|share| limit("why.turn_below", share)),
        turn.above.map(|share| limit("why.turn_above", share)),
    ]
    .into_iter()
    .flatten()
    .collect();
    if limits.is_empty() {
        lang.with("why.turn_never", "now", now)
    } else {
        let limits = limits.join(&lang.t("stability.or"));
        lang.fill("why.turn", &[("now", &now), ("limits", &limits)])
    }
}
