//! One value of a comparison: what is shown, how good its evidence is, and how it stands to the others of its row.

use jiff::civil::Date;

use crate::domain::evidence::{Evidence, grade_letter};
use crate::domain::scoring::Grade;
use crate::web::lang::Lang;

/// One value.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in crate::web::pages) struct Cell {
    /// The value as shown.
    pub(in crate::web::pages) shown: String,
    /// Its points as shown.
    pub(in crate::web::pages) points: Option<String>,
    /// There is no value; the text says which kind of nothing it is.
    pub(in crate::web::pages) missing: bool,
    /// `pass`, `fail` or `unknown` for a gate.
    pub(in crate::web::pages) outcome: &'static str,
    /// The best of its row, in words.
    pub(in crate::web::pages) best: Option<String>,
    /// How it differs from the baseline.
    pub(in crate::web::pages) delta: Option<String>,
    /// Why it is missing or only a range.
    pub(in crate::web::pages) gap: Option<String>,
    /// Where it comes from.
    pub(in crate::web::pages) proof: Option<Proof>,
}

/// What a value stands on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web::pages) struct Proof {
    /// The worst grade of what it stands on.
    pub(in crate::web::pages) grade: &'static str,
    /// The same in words.
    pub(in crate::web::pages) grade_text: String,
    /// The source.
    pub(in crate::web::pages) source: String,
    /// The oldest date of what it stands on.
    pub(in crate::web::pages) as_of: String,
    /// How old, where that matters.
    pub(in crate::web::pages) age: Option<String>,
    /// The age names the date, too.
    pub(in crate::web::pages) age_dates: bool,
    /// The page with all of it.
    pub(in crate::web::pages) href: String,
}

/// A row: one question put to every offer.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::web::pages) struct Row {
    /// What it is about.
    pub(in crate::web::pages) name: String,
    /// The unit of its values.
    pub(in crate::web::pages) unit: String,
    /// A word beside the name.
    pub(in crate::web::pages) tag: Option<String>,
    /// It sums up the rows below it.
    pub(in crate::web::pages) sum: bool,
    /// One value per offer.
    pub(in crate::web::pages) cells: Vec<Cell>,
}

/// Rows under a heading.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::web::pages) struct Section {
    /// The heading.
    pub(in crate::web::pages) title: String,
    /// A word about the figures below.
    pub(in crate::web::pages) note: String,
    /// The dimension's place, for the colour.
    pub(in crate::web::pages) place: Option<usize>,
    /// The rows.
    pub(in crate::web::pages) rows: Vec<Row>,
}

impl Row {
    /// A row of values that are only shown.
    pub(super) fn plain(name: String, cells: Vec<Cell>) -> Self {
        Self {
            name,
            unit: String::new(),
            tag: None,
            sum: false,
            cells,
        }
    }

    /// Every offer shows the same value and the same points.
    pub(super) fn is_equal(&self) -> bool {
        let mut shown = self.cells.iter().map(|c| (&c.shown, &c.points));
        let first = shown.next();
        shown.all(|one| Some(one) == first)
    }
}

impl Cell {
    /// A value.
    pub(super) fn of(shown: String) -> Self {
        Self {
            shown,
            ..Self::default()
        }
    }

    /// One of the kinds of nothing.
    pub(super) fn nothing(text: String) -> Self {
        Self {
            missing: true,
            ..Self::of(text)
        }
    }
}

impl Proof {
    /// What stands behind a value: the worst grade and the oldest date of several records. `None` without a record.
    pub(super) fn new(
        all: &[&Evidence],
        grade: Option<Grade>,
        href: String,
        (today, lang): (Date, Lang),
    ) -> Option<Self> {
        // An undated source is older than any other.
        let oldest = all.iter().min_by_key(|e| e.as_of.latest())?;
        let grade = grade.or_else(|| all.iter().filter_map(|e| e.grade).max());
        let letter = grade.map_or("", grade_letter);
        let days = oldest.as_of.age_days(today);
        Some(Self {
            grade: letter,
            grade_text: if letter.is_empty() {
                String::new()
            } else {
                lang.t(&format!("grade.{letter}"))
            },
            source: all.first().map_or_else(String::new, |e| e.source.clone()),
            as_of: if oldest.as_of.latest().is_none() {
                lang.t("age.undated")
            } else {
                oldest.as_of.to_string()
            },
            age: days.filter(|days| *days > 365).map(|_| lang.t("age.over_a_year")),
            age_dates: false,
            href,
        })
    }
}

/// Marks the best of a row: it takes two values to compare, and where one is missing the best is only the best known. `rank`
/// gives each known value as an interval in which more is better; where intervals overlap nothing is marked.
pub(super) fn mark_best(cells: &mut [Cell], rank: &[Option<(f64, f64)>], lang: Lang) {
    let known: Vec<(f64, f64)> = rank.iter().flatten().copied().collect();
    let Some(top) = known.iter().map(|(low, _)| *low).max_by(f64::total_cmp) else {
        return;
    };
    let leads = |(low, _): &(f64, f64)| low.total_cmp(&top).is_eq();
    let leaders = known.iter().filter(|k| leads(k)).count();
    let settled = known.iter().all(|k| {
        if leads(k) {
            leaders == 1 || k.1 <= top
        } else {
            k.1 <= top
        }
    });
    if leaders == known.len() || !settled {
        return;
    }
    let word = if known.len() == rank.len() {
        "compare.best"
    } else {
        "compare.best_known"
    };
    for (cell, rank) in cells.iter_mut().zip(rank) {
        if rank.as_ref().is_some_and(leads) {
            cell.best = Some(lang.t(word));
        }
    }
}
