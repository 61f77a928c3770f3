//! Offers ranked for a brief: a pure function of release, scorecard and brief. [`Prepared`] holds what does not depend on
//! weights, gate modes and filters, so that a weight change is a multiplication and a sort.

use std::sync::Arc;

use rust_decimal::Decimal;

use super::brief::{BadWord, Brief, Rule, write_weights};
use super::catalogue::{Area, Catalogue, Offer};
use super::measure::{Gap, Measured, Measurer};
use super::money::{Currency, Micros};
use super::scorecard::{GateMode, Need, Scorecard};
use super::scoring::cell::Span;
use super::scoring::rank::{key, rank_intervals};
use super::scoring::value::ValueError;
use super::scoring::weights::{Dimension, WeightError};
use super::scoring::{Cell, Eligibility, EvidenceWidths, Gate, Grade, Matrix, Outcome, Ranker, Score, Weights};
use super::spend::OfferCost;
use super::usage::Thousandths;

/// Every offer of a release measured for one scorecard and need.
#[derive(Debug)]
pub struct Prepared {
    catalogue: Arc<Catalogue>,
    scorecard: Arc<Scorecard>,
    need: Need,
    offers: Vec<MeasuredOffer>,
    matrix: Matrix,
    /// What ties are ordered by.
    names: Vec<String>,
    ranker: Ranker,
}

/// One offer's cells and gates.
#[derive(Debug, Clone)]
pub struct MeasuredOffer {
    /// The offer.
    pub offer: Offer,
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
    pub reason: String,
}

/// The offers in order, for one brief.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// Ranked offers, best first, then those without a rank, best score first.
    pub rows: Vec<Row>,
    /// How many offers have a rank.
    pub ranked: usize,
    /// How many of them are conditional.
    pub conditional: usize,
    /// Offers outside the filters of the brief: the word, and how many.
    pub left_out: Vec<(&'static str, usize)>,
    /// The points in force, per dimension.
    pub points: Vec<f64>,
    /// The weights in force.
    pub weights: Weights,
    /// The gates that are looked at, must and want.
    pub gates: Vec<GateInForce>,
}

/// A gate of the scorecard or of the need, as it is used.
#[derive(Debug, Clone, PartialEq)]
pub struct GateInForce {
    /// What is asked.
    pub question: Question,
    /// How it is used.
    pub mode: GateMode,
}

/// What a gate asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The gate of the scorecard at this place.
    Rule(usize),
    /// Memory per accelerator.
    Vram,
    /// The part of the world.
    Area,
    /// What may be spent over the months.
    Budget(Budget),
}

/// What may be spent over the months of a brief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The amount as it was given.
    pub amount: Thousandths,
    /// Its currency.
    pub currency: Currency,
    /// The same in US dollars; `None` without a rate.
    pub dollars: Option<Micros>,
}

impl Budget {
    /// The budget of a brief, converted with the rates of a catalogue.
    #[must_use]
    pub fn of(brief: &Brief, catalogue: &Catalogue) -> Option<Self> {
        let (amount, currency) = (brief.budget?, brief.shown_currency());
        let dollars = || {
            let micros = i64::try_from(amount.0.checked_mul(1_000)?).ok()?;
            let conversion = catalogue.rates().conversion(currency, Currency::USD)?;
            conversion.apply(Micros(micros))
        };
        Some(Self {
            amount,
            currency,
            dollars: dollars(),
        })
    }

    /// Whether a cost stays inside: unknown when its range does not say.
    #[must_use]
    pub fn outcome(&self, cost: Option<&OfferCost>) -> Outcome {
        let (Some(cost), Some(dollars)) = (cost, self.dollars) else {
            return Outcome::Unknown;
        };
        let budget = Decimal::from_i128_with_scale(dollars.0.into(), 6);
        if cost.total.1.decimal() <= budget {
            Outcome::Pass
        } else if cost.total.0.decimal() > budget {
            Outcome::Fail
        } else {
            Outcome::Unknown
        }
    }
}

/// One offer in the order.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its place in [`Prepared::offers`].
    pub offer: usize,
    /// 1 = best; `None` when not eligible or nothing is known.
    pub rank: Option<usize>,
    /// Best and worst rank that its interval allows.
    pub rank_interval: Option<(usize, usize)>,
    /// Its score; `None` when nothing is known.
    pub score: Option<Score>,
    /// What the gates say together.
    pub eligibility: Eligibility,
    /// What each gate in force says, in the order of [`Ranking::gates`].
    pub gates: Vec<Outcome>,
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

impl Prepared {
    /// Measures every offer of the catalogue.
    ///
    /// # Errors
    /// [`PrepareError`] names the first offer and criterion whose raw value the scorecard cannot take.
    pub fn new(catalogue: Arc<Catalogue>, scorecard: Arc<Scorecard>, need: Need) -> Result<Self, PrepareError> {
        let mut offers = Vec::with_capacity(catalogue.offers().len());
        let mut spans = Vec::with_capacity(catalogue.offers().len());
        {
            let measurer = Measurer::new(&catalogue, &scorecard, need);
            for offer in catalogue.offers() {
                let measured = measure_offer(&measurer, &scorecard, offer)?;
                spans.push(spans_of(&scorecard, &measured)?);
                offers.push(measured);
            }
        }
        let criteria: Vec<&str> = scorecard.criteria().map(|c| c.id.as_str()).collect();
        let matrix = Matrix::new(&criteria, spans);
        let names: Vec<String> = offers.iter().map(|o| sort_name(&catalogue, &o.offer)).collect();
        let ranker = Ranker::new(&names);
        Ok(Self {
            catalogue,
            scorecard,
            need,
            offers,
            matrix,
            names,
            ranker,
        })
    }

    /// The catalogue measured.
    #[must_use]
    pub fn catalogue(&self) -> &Arc<Catalogue> {
        &self.catalogue
    }

    /// The scorecard measured with.
    #[must_use]
    pub fn scorecard(&self) -> &Arc<Scorecard> {
        &self.scorecard
    }

    /// The need measured for.
    #[must_use]
    pub fn need(&self) -> Need {
        self.need
    }

    /// Every offer, measured.
    #[must_use]
    pub fn offers(&self) -> &[MeasuredOffer] {
        &self.offers
    }

    /// For every offer the text that ties are ordered by.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The values of every offer.
    #[must_use]
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }

    /// Ranks the offers for a brief. Filters choose who takes part; they never change a score.
    ///
    /// # Errors
    /// [`BadWord`] when the brief's weights do not fit the scorecard, or a filter names nothing.
    pub fn rank(&self, brief: &Brief) -> Result<Ranking, BadWord> {
        self.check_names(brief)?;
        let points = dimension_points(&self.scorecard, brief)?;
        let weights = weights(&self.scorecard, brief, &points)?;
        let gates = gates_in_force(&self.scorecard, brief, self.need, &self.catalogue);
        let mut left_out = Vec::new();
        let scores = self.matrix.scores(&weights);
        let mut rows = Vec::with_capacity(self.offers.len());
        for ((place, measured), score) in self.offers.iter().enumerate().zip(scores) {
            if let Some(word) = outside(brief, &measured.offer) {
                count_up(&mut left_out, word);
                continue;
            }
            let outcomes: Vec<Outcome> = gates
                .iter()
                .map(|g| self.outcome(g.question, measured, brief))
                .collect();
            let musts = outcomes
                .iter()
                .zip(&gates)
                .filter(|(_, g)| g.mode == GateMode::Must)
                .map(|(o, _)| *o);
            let eligibility = Eligibility::of(musts);
            rows.push(Row {
                offer: place,
                rank: None,
                rank_interval: None,
                score,
                eligibility,
                gates: outcomes,
            });
        }
        self.order(&mut rows);
        let ranked = rows.iter().filter(|r| r.rank.is_some()).count();
        let conditional = rows
            .iter()
            .filter(|r| r.rank.is_some() && r.eligibility == Eligibility::Conditional)
            .count();
        Ok(Ranking {
            rows,
            ranked,
            conditional,
            left_out,
            points,
            weights,
            gates,
        })
    }

    /// A filter that names nothing would silently empty the list.
    fn check_names(&self, brief: &Brief) -> Result<(), BadWord> {
        let catalogue = &self.catalogue;
        let missing =
            |word, id: &str, known: Vec<&str>| BadWord::new(word, id, Rule::Missing { known: known.join(" ") });
        if let Some(id) = brief.vendors.iter().find(|id| catalogue.vendor(id.as_str()).is_none()) {
            return Err(missing(
                "vendor",
                id.as_str(),
                catalogue.vendors().map(|v| v.id.as_str()).collect(),
            ));
        }
        if let Some(id) = brief
            .accelerators
            .iter()
            .find(|id| catalogue.accelerator(id.as_str()).is_none())
        {
            return Err(missing(
                "gpu",
                id.as_str(),
                catalogue.accelerators().map(|a| a.id.as_str()).collect(),
            ));
        }
        if let Some(region) = brief
            .regions
            .iter()
            .find(|r| !catalogue.offers().any(|o| o.region == **r))
        {
            let known: std::collections::BTreeSet<&str> = catalogue.offers().map(|o| o.region.as_str()).collect();
            return Err(missing("region", region, known.into_iter().collect()));
        }
        Ok(())
    }

    /// Gives ranks and brings the rows into order.
    fn order(&self, rows: &mut [Row]) {
        let mut place_of = vec![(usize::MAX, None); self.offers.len()];
        let competing = rows
            .iter()
            .filter(|r| r.eligibility.competes())
            .filter_map(|r| Some((r.offer, r.score?.floor)));
        for (position, place) in self.ranker.rank(competing).into_iter().enumerate() {
            if let Some(slot) = place_of.get_mut(place.row) {
                *slot = (position, Some(place.rank));
            }
        }
        let others = rows.iter().filter(|r| !r.eligibility.competes() || r.score.is_none());
        let others = others.map(|r| (r.offer, r.score.map_or(-1.0, |s| s.floor)));
        for (position, place) in self.ranker.rank(others.collect::<Vec<_>>()).into_iter().enumerate() {
            if let Some(slot) = place_of.get_mut(place.row) {
                *slot = (self.offers.len() + position, None);
            }
        }
        for row in rows.iter_mut() {
            row.rank = place_of.get(row.offer).and_then(|(_, rank)| *rank);
        }
        rows.sort_by_key(|r| place_of.get(r.offer).map_or(usize::MAX, |(position, _)| *position));
        let ranked: Vec<Score> = rows
            .iter()
            .filter(|r| r.rank.is_some())
            .filter_map(|r| r.score)
            .collect();
        let intervals: Vec<(i64, i64)> = ranked.iter().map(|s| (key(s.low), key(s.high))).collect();
        for (row, interval) in rows.iter_mut().zip(rank_intervals(&intervals)) {
            row.rank_interval = Some(interval);
        }
    }

    fn outcome(&self, question: Question, measured: &MeasuredOffer, brief: &Brief) -> Outcome {
        match question {
            Question::Rule(place) => measured.gates.get(place).copied().unwrap_or(Outcome::Unknown),
            Question::Vram => self.vram_outcome(measured),
            Question::Area if matches!(measured.offer.area, Area::Global | Area::Unspecified) => Outcome::Unknown,
            Question::Area if brief.areas.contains(&measured.offer.area) => Outcome::Pass,
            Question::Area => Outcome::Fail,
            Question::Budget(budget) => budget.outcome(measured.cost.as_ref().ok()),
        }
    }

    fn vram_outcome(&self, measured: &MeasuredOffer) -> Outcome {
        match self.vram_gb(&measured.offer) {
            None => Outcome::Unknown,
            Some(gb) if gb >= self.need.vram_gb => Outcome::Pass,
            Some(_) => Outcome::Fail,
        }
    }

    /// Memory of one accelerator of an offer in GB; of a fraction of one, that part.
    #[must_use]
    pub fn vram_gb(&self, offer: &Offer) -> Option<f64> {
        super::measure::memory_gb(&self.catalogue, offer)
    }
}

/// The points of the dimensions for a brief.
///
/// # Errors
/// [`BadWord`] when there are not as many as dimensions.
pub fn dimension_points(scorecard: &Scorecard, brief: &Brief) -> Result<Vec<f64>, BadWord> {
    let Some(points) = &brief.weights else {
        return Ok(scorecard.weights());
    };
    if points.len() == scorecard.dimensions.len() {
        Ok(points.clone())
    } else {
        Err(BadWord::new(
            "w",
            &write_weights(points),
            Rule::Weights {
                count: scorecard.dimensions.len(),
            },
        ))
    }
}

fn weights(scorecard: &Scorecard, brief: &Brief, points: &[f64]) -> Result<Weights, BadWord> {
    let dimensions: Vec<Dimension<'_>> = scorecard
        .dimensions
        .iter()
        .zip(points)
        .map(|(dimension, &weight)| Dimension {
            id: &dimension.id,
            weight,
            criteria: dimension
                .criteria
                .iter()
                .map(|c| (c.id.as_str(), brief.points.get(&c.id).copied().unwrap_or(c.points)))
                .collect(),
        })
        .collect();
    Weights::new(&dimensions).map_err(|error| match error {
        WeightError::Unusable { node, weight } => {
            BadWord::new(&format!("c.{node}"), &weight.to_string(), Rule::SomeWeight)
        }
        WeightError::NothingToShare { node } | WeightError::Overflow { node } => {
            let first = scorecard
                .dimensions
                .iter()
                .find(|d| d.id == node)
                .and_then(|d| d.criteria.first());
            let word = first.map_or_else(|| "w".to_owned(), |c| format!("c.{}", c.id));
            BadWord::new(&word, "0", Rule::SomeWeight)
        }
    })
}

fn gates_in_force(scorecard: &Scorecard, brief: &Brief, need: Need, catalogue: &Catalogue) -> Vec<GateInForce> {
    let must = |question| GateInForce {
        question,
        mode: GateMode::Must,
    };
    let vram = (need.vram_gb > 0.0).then(|| must(Question::Vram));
    let area = (!brief.areas.is_empty()).then(|| must(Question::Area));
    // A budget only marks what is over it, unless the buyer makes it a gate.
    let budget = Budget::of(brief, catalogue).map(|budget| GateInForce {
        question: Question::Budget(budget),
        mode: brief.gates.get("budget").copied().unwrap_or(GateMode::Want),
    });
    let rules = scorecard.gates.iter().enumerate().map(|(place, rule)| GateInForce {
        question: Question::Rule(place),
        mode: brief.gates.get(&rule.id).copied().unwrap_or(rule.mode),
    });
    vram.into_iter()
        .chain(area)
        .chain(budget)
        .chain(rules)
        .filter(|g| g.mode != GateMode::Off)
        .collect()
}

/// The word of the brief that leaves the offer out, if one does.
fn outside(brief: &Brief, offer: &Offer) -> Option<&'static str> {
    if !brief.vendors.is_empty() && !brief.vendors.contains(&offer.vendor) {
        return Some("vendor");
    }
    if !brief.accelerators.is_empty() && !brief.accelerators.contains(&offer.accelerator) {
        return Some("gpu");
    }
    (!brief.regions.is_empty() && !brief.regions.contains(&offer.region)).then_some("region")
}

fn count_up(counts: &mut Vec<(&'static str, usize)>, word: &'static str) {
    match counts.iter_mut().find(|(w, _)| *w == word) {
        Some((_, count)) => *count += 1,
        None => counts.push((word, 1)),
    }
}

fn sort_name(catalogue: &Catalogue, offer: &Offer) -> String {
    let vendor = catalogue
        .vendor(offer.vendor.as_str())
        .map_or(offer.vendor.as_str(), |v| v.name.as_str());
    format!(
        "{vendor}\u{0}{}\u{0}{}\u{0}{}",
        offer.instance_type, offer.region, offer.id
    )
}

fn measure_offer(measurer: &Measurer<'_>, scorecard: &Scorecard, offer: &Offer) -> Result<MeasuredOffer, PrepareError> {
    let (cells, gaps) = scorecard
        .criteria()
        .map(|criterion| {
            let Measured { cell, gap, .. } = measurer.measure(&criterion.measure, offer);
            (cell, gap)
        })
        .unzip();
    let gate_cells: Vec<Cell> = scorecard
        .gates
        .iter()
        .map(|g| measurer.measure(&g.measure, offer).cell)
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
                reason: e.to_string(),
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(MeasuredOffer {
        offer: offer.clone(),
        cells,
        gaps,
        gate_cells,
        gates,
        cost: measurer.spend(offer).map(|spend| spend.cost()),
    })
}

fn spans_of(scorecard: &Scorecard, measured: &MeasuredOffer) -> Result<Vec<Span>, PrepareError> {
    let widths = EvidenceWidths::default();
    scorecard
        .criteria()
        .zip(measured.cells.iter().zip(&measured.gaps))
        .map(|(criterion, (cell, gap))| {
            let span = Span::of(&criterion.value, cell, &widths).map_err(|e: ValueError| PrepareError {
                offer: measured.offer.id.to_string(),
                node: criterion.id.clone(),
                reason: e.to_string(),
            })?;
            // A bound that we only assume says nothing about how tight an anchor is.
            Ok(Span {
                clipped: span.clipped && gap.is_none(),
                ..span
            })
        })
        .collect()
}
