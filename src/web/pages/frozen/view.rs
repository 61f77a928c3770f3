//! The page of a frozen shortlist: what it stands on, the ranking, why the first is first, the best side by side, and all evidence.

use askama::Template;

use super::Opened;
use super::evidence::{OfferEvidence, evidence};
use crate::domain::brief::BadWord;
use crate::domain::points::points;
use crate::domain::ranking::Ranking;
use crate::domain::stability::{Sampled, stability};
use crate::web::lang::Lang;
use crate::web::page::Shell;
use crate::web::pages::compare::{ColumnView, Comparison, MOST, Section, column_view};
use crate::web::pages::ranking::{Results, Scene, Shown, foot, page, shown, summary};
use crate::web::pages::tabs::{self, Link, short_name};
use crate::web::pages::why::Answer;
use crate::web::urls;
use crate::web::{day, moment};

/// Offers side by side where none were chosen.
const SIDE_BY_SIDE: usize = 3;

#[derive(Template)]
#[template(path = "frozen.html")]
pub(super) struct FrozenPage {
    shell: Shell,
    lang: Lang,
    heading: String,
    /// Release, scorecard, dates, engine: what and its value.
    stands_on: Vec<(String, String)>,
    note: String,
    /// Another version of the program shows it than made it.
    other_engine: Option<String>,
    since: String,
    downloads: Vec<Link>,
    brief: String,
    results: Results,
    /// Rows of both lists that are on other pages of them.
    more_rows: Option<String>,
    more_out: Option<String>,
    answer: Option<Answer>,
    columns: Vec<ColumnView>,
    sections: Vec<Section>,
    evidence: Vec<OfferEvidence>,
}

impl FrozenPage {
    /// The page of a link.
    ///
    /// # Errors
    /// [`BadWord`] when the words of the link do not fit its release.
    pub(super) fn new(opened: &Opened, sampled: Option<&Sampled>) -> Result<Self, BadWord> {
        let (ctx, lang, token) = (&opened.ctx, opened.ctx.lang, opened.token.as_str());
        let (prepared, query) = (&*opened.loaded.prepared, &opened.loaded.query);
        let ranking = &prepared.rank(&query.brief)?;
        let scene = Scene {
            ctx,
            prepared,
            ranking,
            query,
            sampled,
            scorecards: &opened.loaded.scorecards,
        };
        let results = Results::new(&scene, stability(prepared, ranking).as_ref())?;
        let shown = shown(prepared, ranking, query);
        let (rows, _) = page("page", &shown.ranked, query.view.page)?;
        let places: Vec<usize> = rows.iter().map(|entry| entry.row.offer).collect();
        let best = best(&shown);
        let (columns, sections) = side_by_side(opened, ranking, &best)?;
        let scene = tabs::Scene {
            ctx,
            prepared,
            ranking,
            query,
        };
        Ok(Self {
            shell: shell(opened, ranking, &best),
            lang,
            heading: lang.t("frozen.heading"),
            stands_on: stands_on(opened),
            note: opened.link.note.clone(),
            other_engine: other_engine(opened),
            since: urls::frozen_in(token, "since", lang),
            downloads: [("ranking.csv", "CSV"), ("ranking.json", "JSON")]
                .map(|(part, name)| Link::new(urls::frozen_in(token, part, lang), name, false))
                .to_vec(),
            brief: summary(lang, prepared, query),
            answer: best
                .first()
                .zip(best.get(1))
                .and_then(|(a, b)| Answer::between(&scene, *a, *b)),
            columns,
            sections,
            evidence: evidence(ctx, prepared, ranking, &shown, &places),
            more_rows: more(lang, results.rows.len(), shown.ranked.len()),
            more_out: more(lang, results.out.len(), shown.out.len()),
            results,
        })
    }
}

/// How many of the rows stand on the page, where it is not all of them.
fn more(lang: Lang, here: usize, all: usize) -> Option<String> {
    (here < all).then(|| lang.fill("frozen.more", &[("here", &here), ("all", &all)]))
}

/// The ranked offers of the view by their place, whatever the rows are sorted by.
fn best(shown: &Shown<'_>) -> Vec<usize> {
    let mut entries: Vec<_> = shown.ranked.iter().collect();
    entries.sort_by_key(|entry| entry.place);
    entries.into_iter().map(|entry| entry.row.offer).collect()
}

/// The offers that were chosen for a comparison, else the first few.
fn side_by_side(
    opened: &Opened,
    ranking: &Ranking,
    best: &[usize],
) -> Result<(Vec<ColumnView>, Vec<Section>), BadWord> {
    let prepared = &*opened.loaded.prepared;
    let mut query = opened.loaded.query.clone();
    query.view.pick.diff = false;
    query.view.pick.o.truncate(MOST);
    query.view.pick.keep_chosen();
    if query.view.pick.o.len() < 2 {
        let first = best.iter().take(SIDE_BY_SIDE);
        let ids = first.filter_map(|place| prepared.offers().get(*place));
        query.view.pick.o = ids.map(|measured| measured.offer.id.clone()).collect();
        query.view.pick.keep_chosen();
    }
    let scene = tabs::Scene {
        ctx: &opened.ctx,
        prepared,
        ranking,
        query: &query,
    };
    let comparison = Comparison::new(&scene)?;
    let columns = comparison.columns.iter().enumerate();
    let columns = columns.map(|(place, column)| column_view(&scene, column, (place == comparison.base, true)));
    Ok((columns.collect(), comparison.sections))
}

/// The frame: no way to sign in, and nothing in title and description that the owner did not allow.
pub(super) fn shell(opened: &Opened, ranking: &Ranking, best: &[usize]) -> Shell {
    let (lang, link, prepared) = (opened.ctx.lang, &opened.link, &*opened.loaded.prepared);
    let release = format!("r{}", link.pin.release);
    let dates: [(&str, &dyn std::fmt::Display); 3] = [
        ("release", &release),
        ("made", &day(link.made_at_micros)),
        ("expires", &day(link.expires_at_micros)),
    ];
    let neutral = lang.fill("frozen.title", &dates);
    let told = link.previews.then(|| {
        let names: Vec<String> = best
            .iter()
            .take(SIDE_BY_SIDE)
            .filter_map(|place| {
                let score = points(prepared, ranking, *place)?.total;
                let name = short_name(prepared, *place, lang);
                Some(lang.fill("frozen.standing", &[("name", &name), ("score", &score)]))
            })
            .collect();
        (names.first().cloned(), names.join(&lang.t("list.join")))
    });
    let (title, description) = match told {
        Some((Some(leader), standings)) => (
            lang.fill("frozen.title_leader", &[("leader", &leader), ("release", &release)]),
            lang.fill(
                "frozen.description_standings",
                &[("standings", &standings), ("title", &neutral)],
            ),
        ),
        Some((None, _)) | None => (neutral, lang.fill("frozen.description", &dates)),
    };
    Shell {
        description,
        nav: Vec::new(),
        other_lang: urls::frozen_in(&opened.token, "", lang.other()),
        ..Shell::new(&opened.ctx, title, foot(lang, prepared), &Vec::new())
    }
}

/// What the shortlist was made from, and until when it is shown.
fn stands_on(opened: &Opened) -> Vec<(String, String)> {
    let (lang, link) = (opened.ctx.lang, &opened.link);
    let scorecard = opened.loaded.prepared.scorecard();
    let card = format!(
        "{} ({}@{})",
        lang.text(&scorecard.name),
        scorecard.id,
        scorecard.version
    );
    vec![
        (lang.t("frozen.release"), format!("r{}", link.pin.release)),
        (lang.t("frozen.scorecard"), card),
        (lang.t("frozen.made"), moment(link.made_at_micros)),
        (lang.t("frozen.expires"), moment(link.expires_at_micros)),
        (lang.t("frozen.engine"), link.engine.clone()),
    ]
}

fn other_engine(opened: &Opened) -> Option<String> {
    let running = env!("CARGO_PKG_VERSION");
    let made = &opened.link.engine;
    (made != running).then(|| {
        opened
            .ctx
            .lang
            .fill("frozen.other_engine", &[("made", made), ("running", &running)])
    })
}
