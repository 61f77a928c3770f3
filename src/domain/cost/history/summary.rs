//! What a link keeps of a history: mean, peak, heat map, load-duration curve, and the time at each demand.

use rust_decimal::Decimal;

use super::{Demand, FULL, History, Span};

/// Points of the load-duration curve: the utilisation exceeded during 0 %, 2 %, … 100 % of the time.
pub const CURVE_POINTS: usize = 51;

/// Mean utilisation in percent for each weekday, Monday first, and hour of the wall clock; `None` where nothing was measured.
pub type Heat = [[Option<u8>; 24]; 7];

/// The summary of a history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many samples there were.
    pub samples: u32,
    /// Seconds between two samples, usually.
    pub step_seconds: u32,
    /// Accelerators where a sample does not say.
    pub fleet: u16,
    /// Mean utilisation over time, in millionths.
    pub mean_ppm: u32,
    /// The highest utilisation, in millionths.
    pub peak_ppm: u32,
    /// When it is busy.
    pub heat: Heat,
    /// Percent exceeded during 0 %, 2 %, … of the time; falls throughout.
    pub curve: Vec<u8>,
    /// Time at each number of accelerators in use.
    pub demand: Demand,
}

impl Summary {
    /// Mean utilisation in percent, for model A.
    #[must_use]
    pub fn mean_percent(&self) -> Decimal {
        Decimal::new(i64::from(self.mean_ppm), 4)
    }

    pub(super) fn of(history: &History) -> Self {
        let mut heat = HeatSums::default();
        let mut by_percent = [0_u64; 101];
        let (mut work, mut seconds, mut peak) = (0_u128, 0_u128, 0);
        for span in history.spans() {
            let length = u64::try_from(span.seconds).unwrap_or_default();
            work += u128::from(span.sample.ppm) * u128::from(length);
            seconds += u128::from(length);
            peak = peak.max(span.sample.ppm);
            heat.add(&span);
            let percent = usize::try_from((span.sample.ppm + FULL / 200) / (FULL / 100)).unwrap_or(100);
            if let Some(place) = by_percent.get_mut(percent) {
                *place += length;
            }
        }
        let mean = (work + seconds / 2) / seconds.max(1);
        Self {
            samples: u32::try_from(history.samples.len()).unwrap_or(u32::MAX),
            step_seconds: u32::try_from(history.step).unwrap_or(u32::MAX),
            fleet: history.fleet,
            mean_ppm: u32::try_from(mean).unwrap_or(FULL),
            peak_ppm: peak,
            heat: heat.means(),
            curve: curve(&by_percent),
            demand: history.demand(),
        }
    }
}

/// Work and time of each hour of the week.
#[derive(Default)]
struct HeatSums([[(u128, u64); 24]; 7]);

impl HeatSums {
    /// A span belongs to every hour it touches, in proportion.
    fn add(&mut self, span: &Span) {
        let mut at = span.sample.second + i64::from(span.sample.offset_minutes) * 60;
        let end = at + span.seconds;
        while at < end {
            let to = end.min((at.div_euclid(3600) + 1) * 3600);
            let hour = at.div_euclid(3600).rem_euclid(24);
            // The first of January 1970 was a Thursday.
            let day = (at.div_euclid(86_400) + 3).rem_euclid(7);
            let place = usize::try_from(day)
                .ok()
                .and_then(|day| self.0.get_mut(day))
                .zip(usize::try_from(hour).ok())
                .and_then(|(hours, hour)| hours.get_mut(hour));
            if let Some((work, seconds)) = place {
                let length = u64::try_from(to - at).unwrap_or_default();
                *work += u128::from(span.sample.ppm) * u128::from(length);
                *seconds += length;
            }
            at = to;
        }
    }

    fn means(&self) -> Heat {
        let percent = |(work, seconds): (u128, u64)| {
            let whole = u128::from(seconds) * u128::from(FULL / 100);
            let nearest = (work + whole / 2).checked_div(whole)?;
            u8::try_from(nearest).ok()
        };
        self.0.map(|hours| hours.map(percent))
    }
}

/// From the time at each whole percent to the percent exceeded at each share of the time.
fn curve(by_percent: &[u64; 101]) -> Vec<u8> {
    let all: u64 = by_percent.iter().sum();
    let last = u64::try_from(CURVE_POINTS - 1).unwrap_or(1);
    (0..=last)
        .map(|point| {
            let mut above = 0;
            for (percent, seconds) in (0..=100_u8).rev().zip(by_percent.iter().rev()) {
                above += seconds;
                let reached = u128::from(above) * u128::from(last) > u128::from(all) * u128::from(point);
                if *seconds > 0 && (reached || above == all) {
                    return percent;
                }
            }
            0
        })
        .collect()
}
