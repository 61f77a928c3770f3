//! What moves the winning margin most, as bars around zero.

use crate::domain::robustness::{Tornado, leaders_without};
use crate::domain::scoring::display::Tenths;
use crate::web::lang::signed;
use crate::web::pages::tabs::{Scene, short_name};

/// Open values listed.
const LISTED: usize = 10;

/// Bars and their numbers.
pub(super) struct TornadoView {
    /// The margin now.
    pub(super) margin: String,
    /// One bar per weight, then one per open value.
    pub(super) bars: Vec<Bar>,
    /// Where zero lies, in percent.
    pub(super) zero: String,
    /// Where the margin now lies, in percent.
    pub(super) now: String,
}

/// The margin when one thing moves.
pub(super) struct Bar {
    /// What moves.
    pub(super) name: String,
    /// Of which offer; empty for a weight.
    pub(super) offer: String,
    /// It is a weight.
    pub(super) weight: bool,
    /// The margin at the low and the high end.
    pub(super) margins: [String; 2],
    /// Left and right end in percent.
    pub(super) ends: [String; 2],
    /// Somebody else would lead at one of them.
    pub(super) turns: bool,
}

/// Who leads when a criterion counts for nothing.
pub(super) struct Without {
    /// The criterion.
    pub(super) name: String,
    /// Who leads then.
    pub(super) leader: String,
    /// It is somebody else than now.
    pub(super) changed: bool,
}

impl TornadoView {
    /// The bars of a tornado.
    pub(super) fn new(scene: &Scene<'_>, tornado: &Tornado) -> Self {
        let lang = scene.ctx.lang;
        let scorecard = scene.prepared.scorecard();
        let weights = scorecard
            .dimensions
            .iter()
            .zip(&tornado.weights)
            .filter_map(|(d, margins)| {
                let name = lang.with("sensitivity.weight_of", "name", lang.text(&d.name));
                Some((name, String::new(), true, (*margins)?))
            });
        let mut cells: Vec<(String, String, bool, (f64, f64))> = Vec::new();
        for cell in &tornado.cells {
            let offer = short_name(scene.prepared, cell.offer, lang);
            let name = scorecard.criteria().nth(cell.criterion);
            let name = name.map_or_else(String::new, |c| lang.text(&c.name).to_owned());
            // Its regions differ by little: the widest stands for them.
            if cells.len() < LISTED && cells.iter().all(|(one, of, ..)| *one != name || *of != offer) {
                cells.push((name, offer, false, cell.margins));
            }
        }
        let found: Vec<_> = weights.chain(cells).collect();
        let ends = found.iter().flat_map(|(.., (low, high))| [*low, *high]);
        let (least, most) = ends.fold((0.0_f64, tornado.margin.max(0.1)), |(least, most), x| {
            (least.min(x), most.max(x))
        });
        let at = |x: f64| format!("{:.2}", 2.0 + 96.0 * (x - least) / (most - least));
        let bars = found.into_iter().map(|(name, offer, weight, (low, high))| Bar {
            name,
            offer,
            weight,
            margins: [low, high].map(|x| signed(Tenths::nearest(x))),
            ends: [at(low.min(high)), at(low.max(high))],
            turns: Tenths::nearest(low.min(high)) < Tenths(0),
        });
        Self {
            margin: Tenths::nearest(tornado.margin).to_string(),
            bars: bars.collect(),
            zero: at(0.0),
            now: at(tornado.margin),
        }
    }
}

/// Each criterion left out in turn.
pub(super) fn without(scene: &Scene<'_>) -> Vec<Without> {
    let lang = scene.ctx.lang;
    let leader = scene.ranking.rows.first().map(|r| r.offer);
    let found = leaders_without(scene.prepared, scene.ranking);
    let criteria = scene.prepared.scorecard().criteria().zip(found);
    criteria
        .filter_map(|(criterion, other)| {
            let other = other?;
            Some(Without {
                name: lang.text(&criterion.name).to_owned(),
                leader: short_name(scene.prepared, other, lang),
                changed: Some(other) != leader,
            })
        })
        .collect()
}
