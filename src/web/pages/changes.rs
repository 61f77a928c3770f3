//! What a release or the draft changes, and what that does to the ranking: the lists that pages of both show.

use std::sync::Arc;

use super::ranking::{name_of, region_of};
use crate::domain::brief::Brief;
use crate::domain::catalogue::Records;
use crate::domain::effect::{Move, Standing, moves};
use crate::domain::ranking::Prepared;
use crate::exchange::import::{Change, Diff, Entry};
use crate::exchange::record::sayings;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::urls;

/// How many entries of a kind, and how many moves, a page lists.
const LISTED: usize = 200;

/// Records that are new, changed, or gone.
pub(super) struct Section {
    pub title: String,
    pub more: Option<String>,
    pub entries: Vec<EntryView>,
}

/// One record.
pub(super) struct EntryView {
    pub kind: String,
    pub record: String,
    pub says: String,
    pub fields: Vec<(String, String, String)>,
}

/// An offer that stands elsewhere.
pub(super) struct MoveView {
    pub name: String,
    pub href: String,
    pub before: String,
    pub after: String,
}

/// Who moved in the ranking of the default brief.
pub(super) struct Effect {
    moves: Vec<Move>,
    prepared: [Arc<Prepared>; 2],
}

impl Effect {
    /// Ranks both, and compares.
    ///
    /// # Errors
    /// [`WebError`] when scorecard and catalogue do not fit together.
    pub(super) fn between(before: Arc<Prepared>, after: Arc<Prepared>) -> Result<Self, WebError> {
        let (old, new) = (before.rank(&Brief::default())?, after.rank(&Brief::default())?);
        Ok(Self {
            moves: moves((&before, &old), (&after, &new)),
            prepared: [after, before],
        })
    }

    /// How many moved, in words.
    pub(super) fn sentence(&self, lang: Lang) -> String {
        lang.plural("release.moved", self.moves.len())
    }

    /// How many offers have another rank.
    pub(super) fn ranks_changed(&self) -> usize {
        let rank = |standing: Option<Standing>| standing.and_then(|s| s.rank);
        let other = |one: &&Move| rank(one.before) != rank(one.after);
        self.moves.iter().filter(other).count()
    }

    /// Those who moved.
    pub(super) fn views(&self, lang: Lang) -> Vec<MoveView> {
        let shown = self.moves.iter().take(LISTED);
        shown.map(|one| move_view(one, &self.prepared, lang)).collect()
    }
}

/// Changed, new and removed records, without kinds of change that did not happen.
pub(super) fn sections(diff: &Diff, lang: Lang) -> Vec<Section> {
    sections_with(diff, &Records::default(), lang)
}

/// The same, with what new and removed records say as far as they are among these.
pub(super) fn sections_with(diff: &Diff, records: &Records, lang: Lang) -> Vec<Section> {
    let sayings = sayings(records);
    let plain = |entries: &[Entry]| {
        let shown = entries.iter().take(LISTED);
        let view = |one: &Entry| EntryView {
            says: sayings
                .get(&(one.kind, one.record.clone()))
                .cloned()
                .unwrap_or_default(),
            ..entry(one, lang)
        };
        shown.map(view).collect()
    };
    let all = [
        section(
            lang,
            "release.changed",
            diff.changed.len(),
            changed(&diff.changed, lang),
        ),
        section(lang, "release.new", diff.new.len(), plain(&diff.new)),
        section(lang, "release.removed", diff.removed.len(), plain(&diff.removed)),
    ];
    all.into_iter().filter(|section| !section.entries.is_empty()).collect()
}

/// How many records of each kind of change there are, in words.
pub(super) fn summary(diff: &Diff, lang: Lang) -> String {
    lang.fill(
        "release.summary",
        &[
            ("new", &diff.new.len()),
            ("changed", &diff.changed.len()),
            ("removed", &diff.removed.len()),
            ("unchanged", &diff.unchanged),
        ],
    )
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
        says: String::new(),
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

fn move_view(one: &Move, prepared: &[Arc<Prepared>; 2], lang: Lang) -> MoveView {
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
