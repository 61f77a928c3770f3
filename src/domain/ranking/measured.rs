//! One offer, measured by a scorecard.

use std::cell::LazyCell;
use std::sync::Arc;

use crate::domain::catalogue::Offer;
use crate::domain::measure::{Gap, Measured, Measurer};
use crate::domain::scorecard::{Measure, Need, Scorecard};
use crate::domain::scoring::cell::Span;
use crate::domain::scoring::{Cell, EvidenceWidths, Gate, GateError, Grade, Outcome, ValueError};
use crate::domain::spend::{OfferCost, Spend};

/// One offer's cells and gates.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredOffer {
    /// The offer.
    pub offer: Arc<Offer>,
    /// Memory of one of its accelerators in GB; of a fraction of one, that part.
    pub vram_gb: Option<f64>,
    /// Raw values of the criteria, in canonical order.
    pub cells: Vec<Cell>,
    /// Why each of them is unknown or only a range.
    pub gaps: Vec<Option<Gap>>,
    /// Raw values of the scorecard's gates.
    pub gate_cells: Vec<Cell>,
    /// What the scorecard's gates say.
    pub gates: Vec<Outcome>,
    /// What it costs over the months of the need, or which price is missing.
    pub cost: Result<OfferCost, Gap>,
}

/// A raw value that the scorecard cannot take: the scorecard and the catalogue do not fit together.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("offer {offer}, {node}: {reason}")]
pub struct PrepareError {
    /// The offer.
    pub offer: String,
    /// The criterion or gate.
    pub node: String,
    /// What is wrong.
    pub reason: Misfit,
}

/// Why a scorecard cannot take a raw value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Misfit {
    /// The value function of a criterion cannot.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// A gate cannot.
    #[error(transparent)]
    Gate(#[from] GateError),
}

/// The grade that at least half of the known weight reaches.
#[must_use]
pub fn typical_grade(cells: &[Cell], weights: &[f64]) -> Option<Grade> {
    let mut graded: Vec<(Grade, f64)> = cells
        .iter()
        .zip(weights)
        .filter_map(|(cell, &weight)| match cell {
            Cell::Known { evidence, .. } | Cell::Range { evidence, .. } => Some((*evidence, weight)),
            Cell::Unknown | Cell::Absent => None,
        })
        .collect();
    graded.sort_by_key(|(grade, _)| *grade);
    let half = graded.iter().map(|(_, w)| w).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    graded
        .iter()
        .find(|(_, weight)| {
            sum += weight;
            sum >= half
        })
        .map(|(grade, _)| *grade)
}

/// Cells, gates and cost of an offer. What was measured for another need is taken over as far as it does not depend on the need.
pub(super) fn measure_offer(
    measurer: &Measurer<'_>,
    scorecard: &Scorecard,
    offer: &Offer,
    before: Option<(&MeasuredOffer, Need)>,
) -> Result<MeasuredOffer, PrepareError> {
    let need = measurer.need();
    let spend = LazyCell::new(|| measurer.spend(offer));
    let stays = |measure: &Measure| before.filter(|(_, then)| !measure.depends_on(*then, need));
    let measure = |(place, measure): (usize, &Measure)| {
        let known = stays(measure).and_then(|(was, _)| Some((was.cells.get(place)?.clone(), *was.gaps.get(place)?)));
        known.unwrap_or_else(|| {
            let Measured { cell, gap, .. } = measurer.measure_spent(measure, offer, || &spend);
            (cell, gap)
        })
    };
    let (cells, gaps) = scorecard
        .criteria()
        .map(|c| &c.measure)
        .enumerate()
        .map(measure)
        .unzip();
    let gate_cells: Vec<Cell> = scorecard
        .gates
        .iter()
        .enumerate()
        .map(|(place, gate)| {
            let known = stays(&gate.measure).and_then(|(was, _)| was.gate_cells.get(place).cloned());
            known.unwrap_or_else(|| measurer.measure_spent(&gate.measure, offer, || &spend).cell)
        })
        .collect();
    let gates = scorecard
        .gates
        .iter()
        .zip(&gate_cells)
        .map(|(rule, cell)| {
            let gate = Gate {
                id: rule.id.clone(),
                criterion: String::new(),
                test: rule.test.clone(),
                mode: rule.mode,
            };
            gate.outcome(cell).map_err(|e| PrepareError {
                offer: offer.id.to_string(),
                node: rule.id.clone(),
                reason: e.into(),
            })
        })
        .collect::<Result<_, _>>()?;
    let cost = match before {
        Some((was, then)) if then.has_load_of(need) => was.cost.clone(),
        Some(_) | None => spend.as_ref().map(Spend::cost).map_err(|gap| *gap),
    };
    Ok(MeasuredOffer {
        offer: before.map_or_else(|| Arc::new(offer.clone()), |(was, _)| was.offer.clone()),
        vram_gb: before.map_or_else(|| measurer.memory_gb(offer), |(was, _)| was.vram_gb),
        cells,
        gaps,
        gate_cells,
        gates,
        cost,
    })
}

/// The values of the criteria.
pub(super) fn spans_of(scorecard: &Scorecard, measured: &MeasuredOffer) -> Result<Vec<Span>, PrepareError> {
    let widths = EvidenceWidths::default();
    scorecard
        .criteria()
        .zip(measured.cells.iter().zip(&measured.gaps))
        .map(|(criterion, (cell, gap))| {
            let span = Span::of(&criterion.value, cell, &widths).map_err(|e: ValueError| PrepareError {
                offer: measured.offer.id.to_string(),
                node: criterion.id.clone(),
                reason: e.into(),
            })?;
            // A bound that we only assume says nothing about how tight an anchor is.
            Ok(Span {
                clipped: span.clipped && gap.is_none(),
                ..span
            })
        })
        .collect()
}
