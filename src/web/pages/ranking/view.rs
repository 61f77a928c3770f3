//! The rows of the workbench as they are shown.

use crate::domain::catalogue::Plan;
use crate::domain::scoring::Score;
use crate::domain::scoring::display::{Tenths, apportion};

/// A total and its bar.
#[derive(Debug, Clone)]
pub struct Total {
    /// The headline score.
    pub score: String,
    /// Lowest and highest score that data and evidence allow.
    pub range: String,
    /// Its parts, one per dimension.
    pub parts: Vec<Part>,
    /// Left end of the interval, in percent of the bar.
    pub low: String,
    /// Right end of the interval, in percent of the bar.
    pub high: String,
}

/// What one dimension adds.
#[derive(Debug, Clone)]
pub struct Part {
    /// The dimension's name.
    pub name: String,
    /// Its place, for the colour.
    pub place: usize,
    /// Points, as shown; the parts add up to the total.
    pub points: String,
    /// Left end in percent of the bar.
    pub x: String,
    /// Width in percent of the bar.
    pub width: String,
}

/// A ranked row.
#[derive(Debug, Clone)]
pub struct RowView {
    /// Its place, 1 = best.
    pub place: usize,
    /// The offer's id.
    pub id: String,
    /// The vendor's name.
    pub vendor: String,
    /// The vendor's page.
    pub vendor_href: String,
    /// The instance type.
    pub offer: String,
    /// The offer's page.
    pub offer_href: String,
    /// Region, in words.
    pub region: String,
    /// Accelerators: `8 × H100 SXM 80GB`.
    pub accelerators: String,
    /// Total and bar.
    pub total: Total,
    /// The prices of the columns shown, or why there are none.
    pub prices: Vec<Price>,
    /// What the months of the brief cost.
    pub cost: Cost,
    /// Share of the score that is known, in percent.
    pub coverage: String,
    /// The grade that at least half of the known weight reaches.
    pub grade: Option<String>,
    /// The criteria of which nothing is known, in words.
    pub unknown: String,
    /// The offer's own rank, and the best and worst that the interval allows.
    pub ranks: String,
    /// The must-haves that are unknown, in words; the row is conditional on them.
    pub conditional: Option<String>,
    /// What else a reader has to know about the row.
    pub remarks: Vec<Remark>,
    /// The remarks in a few words.
    pub remarks_short: String,
    /// The vendor's other ranked offers.
    pub others: Option<Others>,
    /// The same page without this row.
    pub hide_href: String,
    /// It is chosen for a comparison.
    pub picked: bool,
}

/// What the months of a brief cost, as shown.
#[derive(Debug, Clone)]
pub struct Cost {
    /// The amount or its range in whole units, or a word where there is none.
    pub text: String,
    /// There is an amount.
    pub known: bool,
    /// Under which plan.
    pub plan: String,
}

/// A price as shown.
#[derive(Debug, Clone)]
pub struct Price {
    /// Under which plan.
    pub plan: Plan,
    /// The heading of its column.
    pub name: String,
    /// The amount, or a word where there is none.
    pub text: String,
    /// Why, or how old.
    pub note: Option<String>,
    /// There is an amount.
    pub known: bool,
}

/// A remark about a row.
#[derive(Debug, Clone)]
pub struct Remark {
    /// In a few words.
    pub short: String,
    /// In full.
    pub text: String,
}

/// A vendor's other ranked offers.
#[derive(Debug, Clone)]
pub struct Others {
    /// `and 14 more offers`.
    pub text: String,
    /// The best of them.
    pub offers: Vec<Other>,
    /// All of them as a list of offers.
    pub all_href: String,
    /// The text of that link.
    pub all_text: String,
}

/// One of a vendor's other offers.
#[derive(Debug, Clone)]
pub struct Other {
    /// Its rank among all offers.
    pub rank: usize,
    /// Type, accelerators and region.
    pub name: String,
    /// Its page.
    pub href: String,
    /// Its score.
    pub score: String,
}

/// A row without a rank.
#[derive(Debug, Clone)]
pub struct OutRow {
    /// Vendor and instance type.
    pub name: String,
    /// Accelerators and region.
    pub detail: String,
    /// The offer's page.
    pub href: String,
    /// Its score, which gates never change.
    pub score: String,
    /// Every reason.
    pub reasons: Vec<String>,
    /// What would put it into the ranking.
    pub fix: Option<String>,
}

impl Total {
    /// A score and what each dimension of a name adds to it, rounded so that the parts add up.
    pub fn new<'n>(names: impl Iterator<Item = &'n str>, exact: &[f64], score: &Score) -> Self {
        let shown = Tenths::nearest(score.floor);
        let mut x = 0.0;
        let mut parts = Vec::with_capacity(exact.len());
        for ((name, points), (place, width)) in names.zip(apportion(exact, shown)).zip(exact.iter().enumerate()) {
            parts.push(Part {
                name: name.to_owned(),
                place: place % 6,
                points: points.to_string(),
                x: format!("{x:.2}"),
                width: format!("{width:.2}"),
            });
            x += width;
        }
        let (low, high) = (Tenths::nearest(score.low), Tenths::nearest(score.high));
        Self {
            score: shown.to_string(),
            range: format!("{low}–{high}"),
            parts,
            low: format!("{:.2}", score.low),
            high: format!("{:.2}", score.high),
        }
    }
}
