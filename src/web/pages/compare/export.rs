//! The comparison as a table of one line per row shown and a few columns per offer.

use super::cell::Cell;
use super::model::Comparison;
use crate::web::pages::ranking::foot;
use crate::web::pages::tabs::{Scene, full_name};
use crate::web::sheet::{Field, Grid};

/// The rows of the page, values and points in the digits of the page.
pub(super) fn grid(scene: &Scene<'_>, comparison: &Comparison) -> Grid {
    let lang = scene.ctx.lang;
    let mut about = vec![foot(lang, scene.prepared), lang.t("csv.points")];
    let mut heads: Vec<String> = ["section", "row", "unit"].map(str::to_owned).to_vec();
    for (place, column) in comparison.columns.iter().enumerate() {
        let name = full_name(scene.prepared, column.offer, lang);
        let tag = if place == comparison.base {
            format!(" ({})", lang.t("compare.base"))
        } else {
            String::new()
        };
        about.push(format!("{}: {name}{tag}", column.id));
        for part in ["value", "points", "best", "difference", "grade", "as_of", "source"] {
            heads.push(format!("{} {part}", column.id));
        }
    }
    let mut rows = Vec::new();
    for section in &comparison.sections {
        for row in &section.rows {
            let unit = if row.unit.is_empty() { &section.note } else { &row.unit };
            let mut fields = vec![Field::text(&*section.title), Field::text(&*row.name), Field::text(unit)];
            fields.extend(row.cells.iter().flat_map(fields_of));
            rows.push(fields);
        }
    }
    Grid { about, heads, rows }
}

fn fields_of(cell: &Cell) -> [Field; 7] {
    let proof = cell.proof.as_ref();
    let value = match &cell.gap {
        Some(gap) if cell.missing => Field::text(format!("{}: {gap}", cell.shown)),
        _ => Field::shown(&cell.shown),
    };
    [
        value,
        cell.points.as_deref().map_or(Field::Empty, Field::shown),
        Field::text(cell.best.clone().unwrap_or_default()),
        cell.delta.as_deref().map_or(Field::Empty, Field::shown),
        Field::text(proof.map_or("", |p| p.grade)),
        Field::text(proof.map_or("", |p| &p.as_of)),
        Field::text(proof.map_or("", |p| &p.source)),
    ]
}
