//! Local scales: a column of raw values to figures that can be added up.

use super::{Direction, Method, RelativeError};

/// A column and which criterion it belongs to.
#[derive(Clone, Copy)]
pub(super) struct Column<'a> {
    pub(super) criterion: usize,
    pub(super) values: &'a [f64],
}

/// The column as a method sees it.
pub(super) fn normalise(method: Method, column: Column<'_>, direction: Direction) -> Result<Vec<f64>, RelativeError> {
    match method {
        Method::WsmMinmax => Ok(minmax(column.values, direction)),
        Method::WsmMax | Method::WpmRatio => ratio(column, direction),
        Method::WsmMaxComplement => Ok(complement(ratio(column, Direction::Max)?, direction)),
        Method::WsmSum => Ok(divided(ratio(column, direction)?, total)),
        Method::WsmVectorInverse => Ok(divided(ratio(column, direction)?, length)),
        Method::WsmVector => Ok(complement(over_length(column)?, direction)),
        Method::TopsisVector => over_length(column),
    }
}

/// Shares of the spread; without a spread 1 for everybody.
fn minmax(values: &[f64], direction: Direction) -> Vec<f64> {
    let (low, high) = range(values);
    // Where the spread overflows, half of everything.
    let scale = if (high - low).is_finite() { 1.0 } else { 0.5 };
    let share = |value: &f64| match direction {
        Direction::Max => (scale * value - scale * low) / (scale * high - scale * low),
        Direction::Min => (scale * high - scale * value) / (scale * high - scale * low),
    };
    values
        .iter()
        .map(|value| if low < high { share(value) } else { 1.0 })
        .collect()
}

/// Ratios to the best: `x / max`, for cost `min / x`.
///
/// Their sum is that of the values (or inverses) up to a factor, and cannot overflow: [`divided`] needs no other form.
pub(super) fn ratio(column: Column<'_>, direction: Direction) -> Result<Vec<f64>, RelativeError> {
    let refused = |value: f64| match direction {
        Direction::Max => value < 0.0,
        Direction::Min => value <= 0.0,
    };
    let (low, high) = range(column.values);
    // A column of zeros has no best to compare with.
    if let Some((alternative, value)) = column.find(|value| refused(value) || high <= 0.0) {
        return Err(RelativeError::NotPositive {
            alternative,
            criterion: column.criterion,
            value,
        });
    }
    Ok(match direction {
        Direction::Max => column.values.iter().map(|value| value / high).collect(),
        Direction::Min => column.values.iter().map(|value| low / value).collect(),
    })
}

/// For cost what is missing to 1.
fn complement(shares: Vec<f64>, direction: Direction) -> Vec<f64> {
    match direction {
        Direction::Max => shares,
        Direction::Min => shares.into_iter().map(|share| 1.0 - share).collect(),
    }
}

fn divided(shares: Vec<f64>, norm: fn(&[f64]) -> f64) -> Vec<f64> {
    let norm = norm(&shares);
    shares.into_iter().map(|share| share / norm).collect()
}

/// Values over the length of their column; a column of zeros has none.
fn over_length(column: Column<'_>) -> Result<Vec<f64>, RelativeError> {
    let largest = column
        .values
        .iter()
        .fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if let Some((alternative, value)) = column.find(|_| largest <= 0.0) {
        return Err(RelativeError::NotPositive {
            alternative,
            criterion: column.criterion,
            value,
        });
    }
    Ok(divided(
        column.values.iter().map(|value| value / largest).collect(),
        length,
    ))
}

impl Column<'_> {
    /// The first alternative whose value is so.
    pub(super) fn find(&self, is: impl Fn(f64) -> bool) -> Option<(usize, f64)> {
        self.values.iter().copied().enumerate().find(|(_, value)| is(*value))
    }
}

pub(super) fn range(values: &[f64]) -> (f64, f64) {
    values
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(*value), high.max(*value))
        })
}

fn total(values: &[f64]) -> f64 {
    values.iter().sum()
}

fn length(values: &[f64]) -> f64 {
    values.iter().map(|value| value * value).sum::<f64>().sqrt()
}
