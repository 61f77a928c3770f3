//! The same offers under every preset of the scorecard, side by side.

use super::Alternative;
use crate::domain::brief::BadWord;
use crate::domain::ranking::Ranking;
use crate::domain::robustness::often_first;
use crate::web::pages::tabs::{Scene, full_name};
use crate::web::urls;

/// Places that count as winning.
const TOP: usize = 3;

/// Offers listed.
const LISTED: usize = 15;

/// Ranks under every preset.
pub(super) struct Presets {
    /// Who wins under all of them, in words.
    pub(super) sentence: String,
    /// The presets: name, weights, and the ranking with them.
    pub(super) heads: Vec<(String, String, String)>,
    /// The offers that win under any.
    pub(super) rows: Vec<PresetRow>,
    /// Offers that win under some preset and are not listed.
    pub(super) more: Option<String>,
}

/// One offer's ranks.
pub(super) struct PresetRow {
    /// Its name.
    pub(super) name: String,
    /// Its id.
    pub(super) id: String,
    /// Its page.
    pub(super) href: String,
    /// Rank now, then under each preset; whether it is among the first.
    pub(super) ranks: Vec<(String, bool)>,
    /// Under how many presets it is among the first.
    pub(super) often: String,
    /// Under all of them.
    pub(super) always: bool,
}

impl Presets {
    /// The ranks of the offers that are among the first under any preset or now.
    ///
    /// # Errors
    /// [`BadWord`] when the brief does not fit.
    pub(super) fn new(scene: &Scene<'_>, alternatives: &[Alternative]) -> Result<Self, BadWord> {
        let lang = scene.ctx.lang;
        let rankings: Vec<Ranking> = alternatives
            .iter()
            .map(|a| a.prepared.rank(&a.brief))
            .collect::<Result<_, _>>()?;
        let all: Vec<&Ranking> = rankings.iter().collect();
        let often = often_first(&all, TOP);
        let mut listed: Vec<(usize, usize)> = often.clone();
        for (offer, _) in often_first(&[scene.ranking], TOP) {
            if listed.iter().all(|(one, _)| *one != offer) {
                listed.push((offer, 0));
            }
        }
        let columns: Vec<Vec<Option<usize>>> = std::iter::once(scene.ranking)
            .chain(all.iter().copied())
            .map(|ranking| ranks(ranking, scene.prepared.offers().len()))
            .collect();
        let row = |&(offer, often): &(usize, usize)| {
            let id = &scene.prepared.offers().get(offer)?.offer.id;
            Some(PresetRow {
                name: full_name(scene.prepared, offer, lang),
                id: id.to_string(),
                href: urls::offer(lang, id, &scene.query.brief.pairs()),
                ranks: columns
                    .iter()
                    .map(|ranks| shown(ranks.get(offer).copied().flatten()))
                    .collect(),
                often: often.to_string(),
                always: often == all.len(),
            })
        };
        let more = listed.len().saturating_sub(LISTED);
        Ok(Self {
            sentence: sentence(scene, &often, all.len()),
            heads: alternatives.iter().map(|a| head(scene, a)).collect(),
            rows: listed.iter().take(LISTED).filter_map(row).collect(),
            more: (more > 0).then(|| lang.plural("list.and_more", more)),
        })
    }
}

fn head(scene: &Scene<'_>, alternative: &Alternative) -> (String, String, String) {
    let lang = scene.ctx.lang;
    let mut query = scene.query.clone();
    query.brief = alternative.brief.clone();
    let weights: Vec<String> = alternative.preset.weights.iter().map(f64::to_string).collect();
    (
        lang.text(&alternative.preset.name).to_owned(),
        weights.join("/"),
        urls::ranking(lang, &query.pairs()),
    )
}

fn ranks(ranking: &Ranking, offers: usize) -> Vec<Option<usize>> {
    let mut ranks = vec![None; offers];
    for row in &ranking.rows {
        if let Some(slot) = ranks.get_mut(row.offer) {
            *slot = row.rank;
        }
    }
    ranks
}

fn shown(rank: Option<usize>) -> (String, bool) {
    rank.map_or_else(|| ("–".to_owned(), false), |rank| (rank.to_string(), rank <= TOP))
}

fn sentence(scene: &Scene<'_>, often: &[(usize, usize)], presets: usize) -> String {
    let lang = scene.ctx.lang;
    let name = |offer: usize| full_name(scene.prepared, offer, lang);
    let always: Vec<String> = often
        .iter()
        .filter(|(_, often)| *often == presets)
        .map(|(offer, _)| name(*offer))
        .collect();
    match (always.is_empty(), often.first()) {
        (false, _) => lang.fill(
            "sensitivity.always",
            &[("n", &presets), ("names", &always.join(&lang.t("list.join")))],
        ),
        (true, Some((offer, often))) => lang.fill(
            "sensitivity.nearly_always",
            &[("n", &presets), ("name", &name(*offer)), ("often", often)],
        ),
        (true, None) => lang.t("ranking.status_none"),
    }
}
