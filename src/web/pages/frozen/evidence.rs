//! Every value that the rows of a shortlist use, with its source, address, date and grade.

use crate::domain::measure::Measurer;
use crate::domain::ranking::{Prepared, Ranking};
use crate::web::ctx::Ctx;
use crate::web::pages::offers::{CriterionView, criteria};
use crate::web::pages::ranking::Shown;
use crate::web::pages::tabs::full_name;

/// The values of one offer.
pub(super) struct OfferEvidence {
    /// The offer's full name.
    pub(super) name: String,
    /// Its criteria, each with what it stands on.
    pub(super) criteria: Vec<CriterionView>,
}

/// The evidence of the rows shown, in their order.
pub(super) fn evidence(
    ctx: &Ctx,
    prepared: &Prepared,
    ranking: &Ranking,
    shown: &Shown<'_>,
    places: &[usize],
) -> Vec<OfferEvidence> {
    let measurer = Measurer::new(prepared.catalogue(), prepared.scorecard(), prepared.need());
    let rows = shown.ranked.iter().map(|entry| entry.row);
    rows.filter(|row| places.contains(&row.offer))
        .filter_map(|row| {
            // The measurer borrows from the catalogue, so the offer has to be the catalogue's.
            let id = &prepared.offers().get(row.offer)?.offer.id;
            let offer = prepared.catalogue().offer(id.as_str())?;
            Some(OfferEvidence {
                name: full_name(prepared, row.offer, ctx.lang),
                criteria: criteria(ctx, prepared, ranking, (&measurer, row, offer)),
            })
        })
        .collect()
}
