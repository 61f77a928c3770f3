//! The releases of the catalogue: the list, and what one changed, with what that did to the ranking.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::ranking::{name_of, region_of};
use crate::domain::brief::{BadWord, Brief, Rule, whole};
use crate::domain::catalogue::Release;
use crate::domain::effect::{Move, Standing, moves};
use crate::domain::ranking::Prepared;
use crate::exchange::import::{Change, Diff, Entry};
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::{moment, urls};

/// How many entries of a kind, and how many moves, a page lists.
const LISTED: usize = 200;

#[derive(Template)]
#[template(path = "releases.html")]
struct ReleasesPage {
    shell: Shell,
    lang: Lang,
    releases: Vec<ReleaseView>,
}

struct ReleaseView {
    name: String,
    href: String,
    ranking_href: String,
    newest: bool,
    note: String,
    by: String,
    at: String,
}

#[derive(Template)]
#[template(path = "release.html")]
struct ReleasePage {
    shell: Shell,
    lang: Lang,
    release: ReleaseView,
    releases_href: String,
    since: Option<String>,
    others: Vec<(String, String, bool)>,
    summary: String,
    sections: Vec<Section>,
    moved: String,
    moves: Vec<MoveView>,
}

/// Records that are new, changed, or gone.
struct Section {
    title: String,
    more: Option<String>,
    entries: Vec<EntryView>,
}

struct EntryView {
    kind: String,
    record: String,
    fields: Vec<(String, String, String)>,
}

struct MoveView {
    name: String,
    href: String,
    before: String,
    after: String,
}

/// `GET /{lang}/releases`
///
/// # Errors
/// Those of the database.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let newest = app.live().catalogue.release().number;
    let releases = app.db().read().await?.releases().await?;
    cached(&ctx, &newest, || {
        let lang = ctx.lang;
        let page = ReleasesPage {
            shell: shell(&ctx, lang.t("releases.title"), newest),
            lang,
            releases: releases.iter().map(|r| view(r, newest, lang)).collect(),
        };
        Ok(html(StatusCode::OK, &page))
    })
}

/// `GET /{lang}/releases/{number}`, compared with the one before it unless `since` names another.
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such release, [`BadWord`] for a bad `since`; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, name)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let newest = app.live().catalogue.release().number;
    let missing = || WebError::NoRecord {
        kind: "release",
        id: name.clone(),
    };
    let number = name
        .strip_prefix('r')
        .and_then(|n| n.parse().ok())
        .ok_or_else(missing)?;
    let mut tx = app.db().read().await?;
    let release = tx.release(number).await?.ok_or_else(missing)?;
    let since = match since_word(&ctx, number)? {
        None => None,
        Some(since) => tx.release(since).await?,
    };
    let all = tx.releases().await?;
    drop(tx);
    let diff = app
        .difference(since.as_ref().map_or(0, |since| since.number), number)
        .await?;
    let effect = match &since {
        None => None,
        Some(since) => Some(effect(&app, since.number, number).await?),
    };
    cached(&ctx, &newest, || {
        let page = ReleasePage::new(&ctx, (&release, since.as_ref(), &all), &diff, effect);
        Ok(html(StatusCode::OK, &page))
    })
}

/// The release to compare with; none for the first.
fn since_word(ctx: &Ctx, number: u32) -> Result<Option<u32>, BadWord> {
    let word = ctx
        .pairs
        .iter()
        .find(|(word, value)| word == "since" && !value.is_empty());
    let Some((_, value)) = word else {
        return Ok(number.checked_sub(1).filter(|n| *n > 0));
    };
    let digits = value.strip_prefix('r').unwrap_or(value);
    let since = whole("since", digits, 1, u32::MAX)?;
    if since >= number {
        return Err(BadWord::new(
            "since",
            value,
            Rule::Missing {
                known: format!("r1–r{}", number.saturating_sub(1)),
            },
        ));
    }
    Ok(Some(since))
}

/// Who moved in the ranking of the default brief, with the release that offers are found in.
async fn effect(app: &App, from: u32, to: u32) -> Result<(Vec<Move>, [std::sync::Arc<Prepared>; 2]), WebError> {
    let brief = |number| Brief {
        release: Some(number),
        ..Brief::default()
    };
    let (before, after) = (app.prepared(&brief(from)).await?, app.prepared(&brief(to)).await?);
    let (old, new) = (before.rank(&Brief::default())?, after.rank(&Brief::default())?);
    let moved = moves((&before, &old), (&after, &new));
    Ok((moved, [after, before]))
}

impl ReleasePage {
    fn new(
        ctx: &Ctx,
        (release, since, all): (&Release, Option<&Release>, &[Release]),
        diff: &Diff,
        effect: Option<(Vec<Move>, [std::sync::Arc<Prepared>; 2])>,
    ) -> Self {
        let lang = ctx.lang;
        let newest = all.first().map_or(release.number, |r| r.number);
        let title = lang.with("release.title", "release", format!("r{}", release.number));
        let (moved, prepared) = effect.map_or((Vec::new(), None), |(moves, prepared)| (moves, Some(prepared)));
        let counts = |key: &str, n: usize| lang.plural(key, n);
        let mut sections = Vec::new();
        // Everything is new in the first release; a list of it would say nothing.
        if since.is_some() {
            let plain = |entries: &[Entry]| entries.iter().take(LISTED).map(|e| entry(e, lang)).collect();
            sections.push(section(
                lang,
                "release.changed",
                diff.changed.len(),
                changed(&diff.changed, lang),
            ));
            sections.push(section(lang, "release.new", diff.new.len(), plain(&diff.new)));
            sections.push(section(
                lang,
                "release.removed",
                diff.removed.len(),
                plain(&diff.removed),
            ));
        }
        Self {
            shell: shell(ctx, title, newest),
            lang,
            releases_href: urls::releases(lang),
            since: since.map(|s| format!("r{}", s.number)),
            others: all
                .iter()
                .filter(|other| other.number < release.number)
                .map(|other| {
                    let name = format!("r{}", other.number);
                    (
                        urls::release_since(lang, release.number, other.number),
                        name,
                        since == Some(other),
                    )
                })
                .collect(),
            summary: lang.fill(
                "release.summary",
                &[
                    ("new", &diff.new.len()),
                    ("changed", &diff.changed.len()),
                    ("removed", &diff.removed.len()),
                    ("unchanged", &diff.unchanged),
                ],
            ),
            sections: sections
                .into_iter()
                .filter(|s: &Section| !s.entries.is_empty())
                .collect(),
            moved: counts("release.moved", moved.len()),
            moves: prepared.map_or_else(Vec::new, |both| {
                moved
                    .iter()
                    .take(LISTED)
                    .map(|one| move_view(one, &both, lang))
                    .collect()
            }),
            release: view(release, newest, lang),
        }
    }
}

fn shell(ctx: &Ctx, title: String, newest: u32) -> Shell {
    let foot = ctx.lang.fill("foot.release", &[("release", &newest)]);
    Shell::new(ctx, title, foot, &ctx.pairs)
}

fn view(release: &Release, newest: u32, lang: Lang) -> ReleaseView {
    let name = format!("r{}", release.number);
    ReleaseView {
        href: urls::release(lang, release.number),
        ranking_href: urls::ranking(lang, &vec![("release".to_owned(), name.clone())]),
        name,
        newest: release.number == newest,
        note: release.note.clone(),
        by: release.published_by.clone(),
        at: moment(release.published_at_micros),
    }
}

fn section(lang: Lang, key: &str, count: usize, entries: Vec<EntryView>) -> Section {
    Section {
        title: lang.with(key, "n", count),
        more: (count > entries.len()).then(|| lang.with("release.more", "n", count - entries.len())),
        entries,
    }
}

fn entry(entry: &Entry, lang: Lang) -> EntryView {
    EntryView {
        kind: lang.t(&format!("record.{}", entry.kind)),
        record: entry.record.clone(),
        fields: Vec::new(),
    }
}

fn changed(changes: &[Change], lang: Lang) -> Vec<EntryView> {
    let fields = |change: &Change| {
        let fields = change.fields.iter();
        fields
            .map(|f| (f.field.to_owned(), f.old.clone(), f.new.clone()))
            .collect()
    };
    changes
        .iter()
        .take(LISTED)
        .map(|change| EntryView {
            fields: fields(change),
            ..entry(&change.entry, lang)
        })
        .collect()
}

fn move_view(one: &Move, prepared: &[std::sync::Arc<Prepared>; 2], lang: Lang) -> MoveView {
    let found = prepared.iter().find_map(|p| {
        let offer = p.catalogue().offer(one.offer.as_str())?;
        Some(format!(
            "{} · {} · {}",
            name_of(p.catalogue(), offer, lang),
            offer.instance_type,
            region_of(offer, lang)
        ))
    });
    let standing = |standing: Option<Standing>| match standing {
        None => lang.t("release.not_there"),
        Some(Standing { rank: None, score }) => {
            let score = score.map_or_else(|| lang.t("value.unknown"), |s| s.to_string());
            lang.with("release.unranked", "score", score)
        }
        Some(Standing {
            rank: Some(rank),
            score,
        }) => {
            let score = score.map_or_else(|| lang.t("value.unknown"), |s| s.to_string());
            lang.fill("release.ranked", &[("rank", &rank), ("score", &score)])
        }
    };
    MoveView {
        name: found.unwrap_or_else(|| one.offer.to_string()),
        href: urls::offer(lang, &one.offer, &Vec::new()),
        before: standing(one.before),
        after: standing(one.after),
    }
}
