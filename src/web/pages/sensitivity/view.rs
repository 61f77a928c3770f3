//! The page: verdict, strips, shares, tornado, criteria left out, presets.

use askama::Template;

use super::Alternative;
use super::presets::Presets;
use super::tornado::{TornadoView, Without, without};
use crate::domain::brief::BadWord;
use crate::domain::robustness::tornado;
use crate::domain::scoring::sensitivity::verdict::too_close;
use crate::domain::stability::{First, Sampled, Stability, stability};
use crate::web::lang::{Lang, fixed};
use crate::web::page::Shell;
use crate::web::pages::ranking::{SampledView, Track, foot, percent};
use crate::web::pages::tabs::{Head, Scene, Tab, full_name};
use crate::web::urls;

/// Offers whose shares are listed.
const LISTED: usize = 10;

#[derive(Template)]
#[template(path = "sensitivity.html")]
pub(super) struct SensitivityPage {
    shell: Shell,
    pub(super) lang: Lang,
    head: Head,
    pub(super) leader: String,
    verdict: Option<SampledView>,
    pub(super) reasons: Vec<String>,
    pub(super) strips: Vec<Strip>,
    pub(super) shares: Vec<Share>,
    shares_more: Option<String>,
    pub(super) dimensions: Vec<String>,
    pub(super) tornado: Option<TornadoView>,
    pub(super) without: Vec<Without>,
    without_note: String,
    pub(super) presets: Presets,
    pub(super) about: Vec<String>,
}

/// Who leads at which weight of a dimension.
pub(super) struct Strip {
    /// The dimension.
    pub(super) name: String,
    /// Its share now.
    pub(super) now: String,
    /// The drawing.
    pub(super) track: Track,
    /// From, to, who; and whether it is the leader.
    pub(super) stretches: Vec<Reign>,
}

/// A stretch of weights in words.
pub(super) struct Reign {
    /// From this share.
    pub(super) from: String,
    /// To this share.
    pub(super) to: String,
    /// Who leads.
    pub(super) name: String,
    /// Its id.
    pub(super) id: String,
    /// It is the leader of the ranking.
    pub(super) leads: bool,
}

/// How often an offer is first, and with which weights.
pub(super) struct Share {
    /// The offer.
    pub(super) name: String,
    /// Its id.
    pub(super) id: String,
    /// Its page.
    pub(super) href: String,
    /// In percent.
    pub(super) percent: String,
    /// The bar's length of 100.
    pub(super) width: String,
    /// Its mean rank.
    pub(super) mean_rank: String,
    /// The weights that favour it, in percent, one per dimension.
    pub(super) central: Vec<String>,
    /// The same in words: what they weigh more and less than now.
    pub(super) words: String,
}

impl SensitivityPage {
    /// The page of a ranking.
    ///
    /// # Errors
    /// [`BadWord`] when the brief does not fit.
    pub(super) fn new(
        scene: &Scene<'_>,
        sampled: Option<&Sampled>,
        alternatives: &[Alternative],
    ) -> Result<Self, BadWord> {
        let Scene {
            ctx,
            prepared,
            ranking,
            query,
        } = *scene;
        let lang = ctx.lang;
        let stability = stability(prepared, ranking);
        let leader = stability.as_ref().map(|s| s.leader);
        let shares = sampled.map_or_else(Vec::new, |s| shares(scene, s));
        let others = sampled.map_or(0, |s| s.firsts.len().saturating_sub(LISTED));
        let without = without(scene);
        let changed = without.iter().filter(|w| w.changed).count();
        let verdict = sampled.map(|s| SampledView::new(lang, s));
        Ok(Self {
            shell: Shell::new(ctx, lang.t("sensitivity.title"), foot(lang, prepared), &query.pairs()),
            lang,
            head: Head::new(lang, prepared, query, Tab::Sensitivity),
            leader: leader.map_or_else(String::new, |place| full_name(prepared, place, lang)),
            reasons: reasons(scene, sampled, verdict.as_ref()),
            verdict,
            strips: stability.as_ref().map_or_else(Vec::new, |s| strips(scene, s)),
            shares,
            shares_more: (others > 0).then(|| lang.plural("list.and_more", others)),
            dimensions: prepared
                .scorecard()
                .dimensions
                .iter()
                .map(|d| lang.text(&d.name).to_owned())
                .collect(),
            tornado: tornado(prepared, ranking).map(|t| TornadoView::new(scene, &t)),
            without_note: if changed == 0 {
                lang.t("sensitivity.without_none")
            } else {
                lang.plural("sensitivity.without_some", changed)
            },
            without,
            presets: Presets::new(scene, alternatives)?,
            about: vec![foot(lang, prepared), lang.t("csv.shares")],
        })
    }
}

/// Why the verdict is what it is.
fn reasons(scene: &Scene<'_>, sampled: Option<&Sampled>, verdict: Option<&SampledView>) -> Vec<String> {
    let lang = scene.ctx.lang;
    let (Some(sampled), Some(verdict)) = (sampled, verdict) else {
        return Vec::new();
    };
    let mut reasons = vec![
        lang.with(
            &format!("sensitivity.reason.{}", verdict.kind),
            "share",
            percent(sampled.first_share),
        ),
        lang.with("sensitivity.sampled", "n", sampled.among),
    ];
    let mut best = scene.ranking.rows.iter().filter_map(|r| r.rank.and(r.score));
    if let (Some(first), Some(second)) = (best.next(), best.next()) {
        if too_close(first.floor - second.floor, sampled.above_second) {
            let share = sampled.above_second.map_or_else(|| "–".to_owned(), percent);
            reasons.push(lang.with("sensitivity.too_close", "share", share));
        }
        if !first.is_apart_from(&second) {
            reasons.push(lang.t("note.not_separable"));
        }
    }
    reasons
}

fn strips(scene: &Scene<'_>, stability: &Stability) -> Vec<Strip> {
    let lang = scene.ctx.lang;
    let dimensions = scene.prepared.scorecard().dimensions.iter().zip(&stability.dimensions);
    dimensions
        .map(|(dimension, safety)| Strip {
            name: lang.text(&dimension.name).to_owned(),
            now: percent(safety.weight),
            track: Track::new(lang, scene.prepared, stability.leader, safety),
            stretches: safety
                .winners
                .iter()
                .filter_map(|segment| {
                    Some(Reign {
                        from: percent(segment.from),
                        to: percent(segment.to),
                        name: full_name(scene.prepared, segment.winner, lang),
                        id: scene.prepared.offers().get(segment.winner)?.offer.id.to_string(),
                        leads: segment.winner == stability.leader,
                    })
                })
                .collect(),
        })
        .collect()
}

fn shares(scene: &Scene<'_>, sampled: &Sampled) -> Vec<Share> {
    let lang = scene.ctx.lang;
    let share = |first: &First| {
        let id = &scene.prepared.offers().get(first.offer)?.offer.id;
        Some(Share {
            name: full_name(scene.prepared, first.offer, lang),
            id: id.to_string(),
            href: urls::offer(lang, id, &scene.query.brief.pairs()),
            percent: percent(first.share),
            width: format!("{:.2}", 100.0 * first.share),
            mean_rank: fixed(first.mean_rank, 1),
            central: first.central.iter().map(|w| percent(*w)).collect(),
            words: leaning(scene, &first.central),
        })
    };
    sampled.firsts.iter().take(LISTED).filter_map(share).collect()
}

/// What the weights that favour an offer weigh more and less than the weights now, by a point or more.
fn leaning(scene: &Scene<'_>, central: &[f64]) -> String {
    let lang = scene.ctx.lang;
    let now = scene.ranking.weights.dimensions();
    let named = scene
        .prepared
        .scorecard()
        .dimensions
        .iter()
        .zip(central.iter().zip(now));
    let mut moved: Vec<(f64, String)> = named
        .filter(|(_, (central, now))| (*central - *now).abs() >= 0.01)
        .map(|(d, (central, now))| {
            let key = if central > now {
                "sensitivity.more_of"
            } else {
                "sensitivity.less_of"
            };
            ((central - now).abs(), lang.with(key, "name", lang.text(&d.name)))
        })
        .collect();
    moved.sort_by(|a, b| b.0.total_cmp(&a.0));
    if moved.is_empty() {
        return lang.t("sensitivity.like_now");
    }
    let words: Vec<String> = moved.into_iter().map(|(_, text)| text).collect();
    words.join(&lang.t("list.join"))
}
