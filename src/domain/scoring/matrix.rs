//! The values of all alternatives on all criteria, column by column: weighing them is one pass over memory.

use super::cell::{Span, middle};
use super::score::Score;
use super::weights::Weights;

/// Values of `n` alternatives (rows) on `m` criteria (columns), prepared once; new weights only multiply.
///
/// Sums run in the order of the criteria's names, wherever they are listed, so that scores are the same to the last bit
/// under any permutation of criteria, dimensions or alternatives.
#[derive(Debug, Clone)]
pub struct Matrix {
    rows: usize,
    columns: Vec<Column>,
    /// Positions of the columns in order of name: the order of every sum.
    canonical: Vec<usize>,
}

/// One criterion: a [`Span`] for each row, taken apart.
#[derive(Debug, Clone, Default)]
struct Column {
    data_low: Vec<f64>,
    data_high: Vec<f64>,
    evidence_low: Vec<f64>,
    evidence_high: Vec<f64>,
    unknown: Vec<bool>,
    clipped: Vec<bool>,
}

/// The four bounds of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// What is certain: the headline.
    DataLow,
    /// What the data allows.
    DataHigh,
    /// What data and evidence leave at least.
    EvidenceLow,
    /// What data and evidence allow at most.
    EvidenceHigh,
}

/// Rows weighed together, so that their running sums stay in the nearest cache.
const BLOCK: usize = 1024;

impl Matrix {
    /// A matrix of one span per criterion for each row.
    ///
    /// # Panics
    /// When a row does not have one span per criterion.
    pub fn new<N: AsRef<str>>(criteria: &[N], rows: impl IntoIterator<Item = Vec<Span>>) -> Self {
        let mut columns = vec![Column::default(); criteria.len()];
        let mut count = 0;
        for row in rows {
            assert_eq!(row.len(), columns.len(), "row {count} needs one span per criterion");
            for (column, span) in columns.iter_mut().zip(row) {
                column.push(span);
            }
            count += 1;
        }
        let mut canonical: Vec<(&str, usize)> = criteria.iter().map(AsRef::as_ref).zip(0..).collect();
        canonical.sort_unstable();
        Self {
            rows: count,
            columns,
            canonical: canonical.into_iter().map(|(_, column)| column).collect(),
        }
    }

    /// How many alternatives.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// How many criteria.
    #[must_use]
    pub const fn criteria(&self) -> usize {
        self.columns.len()
    }

    /// One bound of one criterion for all rows.
    ///
    /// # Panics
    /// When there is no such criterion.
    #[must_use]
    pub fn column(&self, criterion: usize, bound: Bound) -> &[f64] {
        let column = self.columns.get(criterion);
        assert!(column.is_some(), "criterion {criterion} of {}", self.columns.len());
        column.map_or(&[], |column| column.bound(bound))
    }

    /// The spans of a row, in the order the criteria are listed. Empty when there is no such row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Span> + '_ {
        self.columns.iter().filter_map(move |column| column.span(row))
    }

    /// The weighted sum of one bound for every row, 0..100. With [`Bound::DataLow`]: the headline scores.
    ///
    /// # Panics
    /// When the weights are not those of these criteria.
    #[must_use]
    pub fn sums(&self, weights: &Weights, bound: Bound) -> Vec<f64> {
        self.weigh(weights, |column| column.bound(bound))
    }

    /// The score of every row; `None` where every weighted cell is unknown.
    ///
    /// # Panics
    /// When the weights are not those of these criteria.
    #[must_use]
    pub fn scores(&self, weights: &Weights) -> Vec<Option<Score>> {
        let [floor, data_high, low, high] = [Bound::DataLow, Bound::DataHigh, Bound::EvidenceLow, Bound::EvidenceHigh]
            .map(|bound| self.sums(weights, bound));
        let known = self.known(weights);
        let sums = floor.into_iter().zip(data_high).zip(low).zip(high).zip(known);
        sums.map(|((((floor, data_high), low), high), known)| assemble([floor, data_high, low, high], known))
            .collect()
    }

    /// The score of one row, equal to the last bit to that of [`Self::scores`].
    ///
    /// # Panics
    /// When the weights are not those of these criteria, or there is no such row.
    #[must_use]
    pub fn score(&self, weights: &Weights, row: usize) -> Option<Score> {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let (mut sums, mut known) = ([0.0; 4], Known::default());
        for (weight, column) in self.in_canonical_order(weights) {
            let span = column.span(row)?;
            let bounds = [span.data_low, span.data_high, span.evidence_low, span.evidence_high];
            for (sum, bound) in sums.iter_mut().zip(bounds) {
                *sum += weight * bound;
            }
            if !span.unknown {
                known.add(weight, span.neutral());
            }
        }
        assemble(sums.map(|sum| sum.min(100.0)), known)
    }

    /// What each criterion adds to the headline score of a row, in the order listed.
    #[must_use]
    pub fn contributions(&self, weights: &Weights, row: usize) -> Vec<f64> {
        self.row(row)
            .zip(weights.effective())
            .map(|(span, weight)| weight * span.data_low)
            .collect()
    }

    /// The headline score of every row inside each dimension, 0..100: one list of rows per dimension.
    #[must_use]
    pub fn dimension_sums(&self, weights: &Weights) -> Vec<Vec<f64>> {
        let mut first = 0;
        let inside = weights.local().iter().map(|local| {
            let members = first..first + local.len();
            first = members.end;
            let weight = |column: usize| {
                column
                    .checked_sub(members.start)
                    .and_then(|place| local.get(place))
                    .copied()
            };
            let chosen = self.canonical.iter().filter_map(|column| {
                weight(*column).and_then(|weight| self.columns.get(*column).map(|column| (weight, &*column.data_low)))
            });
            weighted_sums(self.rows, &chosen.collect::<Vec<_>>())
        });
        inside.collect()
    }

    fn weigh<'a>(&'a self, weights: &'a Weights, values: impl Fn(&'a Column) -> &'a [f64]) -> Vec<f64> {
        let chosen: Vec<(f64, &[f64])> = self
            .in_canonical_order(weights)
            .map(|(weight, column)| (weight, values(column)))
            .collect();
        weighted_sums(self.rows, &chosen)
    }

    /// For each row the weight of its known cells and the weighted sum of their neutral values.
    fn known(&self, weights: &Weights) -> Vec<Known> {
        let mut known = vec![Known::default(); self.rows];
        for (weight, column) in self.in_canonical_order(weights) {
            let cells = column.data_low.iter().zip(&column.data_high).zip(&column.unknown);
            for (known, ((low, high), unknown)) in known.iter_mut().zip(cells) {
                // Without a branch: an unknown cell adds nothing times its middle.
                known.add(if *unknown { 0.0 } else { weight }, middle(*low, *high));
            }
        }
        known
    }

    fn in_canonical_order<'a>(&'a self, weights: &'a Weights) -> impl Iterator<Item = (f64, &'a Column)> {
        let effective = weights.effective();
        assert_eq!(
            effective.len(),
            self.columns.len(),
            "one weight per criterion is needed"
        );
        self.canonical
            .iter()
            .filter_map(|column| Some((*effective.get(*column)?, self.columns.get(*column)?)))
    }
}

impl Column {
    fn push(&mut self, span: Span) {
        self.data_low.push(span.data_low);
        self.data_high.push(span.data_high);
        self.evidence_low.push(span.evidence_low);
        self.evidence_high.push(span.evidence_high);
        self.unknown.push(span.unknown);
        self.clipped.push(span.clipped);
    }

    fn bound(&self, bound: Bound) -> &[f64] {
        match bound {
            Bound::DataLow => &self.data_low,
            Bound::DataHigh => &self.data_high,
            Bound::EvidenceLow => &self.evidence_low,
            Bound::EvidenceHigh => &self.evidence_high,
        }
    }

    fn span(&self, row: usize) -> Option<Span> {
        Some(Span {
            data_low: *self.data_low.get(row)?,
            data_high: *self.data_high.get(row)?,
            evidence_low: *self.evidence_low.get(row)?,
            evidence_high: *self.evidence_high.get(row)?,
            unknown: *self.unknown.get(row)?,
            clipped: *self.clipped.get(row)?,
        })
    }
}

/// What is known of a row: the weight of its known cells, and the weighted sum of their neutral values.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    weight: f64,
    neutral: f64,
}

impl Known {
    fn add(&mut self, weight: f64, neutral: f64) {
        self.weight += weight;
        self.neutral += weight * neutral;
    }
}

/// A score from the sums of the four bounds: data low and high, evidence low and high.
fn assemble([floor, data_high, low, high]: [f64; 4], known: Known) -> Option<Score> {
    (known.weight > 0.0).then(|| Score {
        floor,
        neutral: middle(floor, data_high),
        low,
        high,
        exclude_renormalised: Some((known.neutral / known.weight).min(100.0)),
        coverage: 1.0 - (data_high - floor) / 100.0,
        confidence: 1.0 - (high - low) / 100.0,
    })
}

/// For each row the sum of weight times value over the columns, in their order and at most 100 (weights that sum to one
/// may do so with an error in the last bit).
fn weighted_sums(rows: usize, columns: &[(f64, &[f64])]) -> Vec<f64> {
    let mut sums = vec![0.0; rows];
    for (block, sums) in sums.chunks_mut(BLOCK).enumerate() {
        let rows = block * BLOCK..block * BLOCK + sums.len();
        let mut fours = columns.chunks_exact(4);
        for four in &mut fours {
            // Four columns at a time save three of four trips to the running sums; each sum still adds in order.
            if let [(wa, a), (wb, b), (wc, c), (wd, d)] = four {
                let [a, b, c, d] = [a, b, c, d].map(|values| values.get(rows.clone()).unwrap_or_default());
                for ((((sum, a), b), c), d) in sums.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                    *sum = (((*sum + wa * a) + wb * b) + wc * c) + wd * d;
                }
            }
        }
        for (weight, values) in fours.remainder() {
            for (sum, value) in sums.iter_mut().zip(values.get(rows.clone()).unwrap_or_default()) {
                *sum += weight * value;
            }
        }
        for sum in sums {
            *sum = sum.min(100.0);
        }
    }
    sums
}
