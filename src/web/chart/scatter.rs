//! Points on two axes with whiskers for what is open; a frontier told apart by shape and number, so that it shows in greyscale.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Scale, Size, Tick, place, ticks};

/// More points than this are drawn as one cloud without texts, so that the drawing stays small.
const NAMED: usize = 250;

const SIZES: [Size; 2] = [
    Size {
        class: "wide",
        width: 960.0,
        height: 440.0,
    },
    Size {
        class: "narrow",
        width: 350.0,
        height: 340.0,
    },
];

/// A value with what it may be at least and at most.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    /// Where the point stands.
    pub at: f64,
    /// The least it may be.
    pub low: f64,
    /// The most it may be.
    pub high: f64,
}

/// A point.
#[derive(Debug, Clone, PartialEq)]
pub struct Dot {
    /// Along the axis below.
    pub x: Span,
    /// Along the axis at the side.
    pub y: Span,
    /// What it is, for whoever points at it.
    pub label: String,
    /// Its number on the frontier; `None` for the others.
    pub front: Option<usize>,
}

/// An axis in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// What lies along it, with its unit.
    pub text: String,
    /// What is said when its steps are ratios; `None` for points of a score, whose steps are equal.
    pub logarithmic: Option<String>,
}

/// A chart, laid out in every size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScatterChart {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// The axis below.
    pub x: String,
    /// The axis at the side.
    pub y: String,
    /// A drawing for each size.
    pub drawings: Vec<Drawing>,
}

/// A chart in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// `wide` or `narrow`.
    pub class: &'static str,
    /// Its width and height.
    pub size: (String, String),
    /// The area of the points: left, right, top and bottom.
    pub area: (String, String, String, String),
    /// Marks of the axis below.
    pub x_ticks: Vec<Tick>,
    /// Marks of the axis at the side.
    pub y_ticks: Vec<Tick>,
    /// The whiskers of all points but the frontier's.
    pub whiskers: String,
    /// The whiskers of the frontier.
    pub front_whiskers: String,
    /// The way from one point of the frontier to the next.
    pub steps: String,
    /// Points with a text; empty where there are too many.
    pub dots: Vec<(String, String, String)>,
    /// Points without a text.
    pub cloud: String,
    /// The frontier: shape, place of its number, number, text.
    pub front: Vec<Mark>,
}

/// A point of the frontier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// A diamond.
    pub path: String,
    /// Where its number stands.
    pub at: (String, String),
    /// Its number; empty where the same number already stands there.
    pub number: String,
    /// What it is.
    pub label: String,
}

/// An axis divided.
struct Axis {
    low: f64,
    high: f64,
    log: bool,
    marks: Vec<f64>,
}

impl ScatterChart {
    /// Lays the points out. `None` when there is no point.
    #[must_use]
    pub fn new(title: String, (x, y): (Title, Title), dots: &[Dot], write: &dyn Fn(f64) -> String) -> Option<Self> {
        let across = Axis::new(dots.iter().map(|d| d.x), x.logarithmic.is_some())?;
        let upward = Axis::new(dots.iter().map(|d| d.y), y.logarithmic.is_some())?;
        let named = |title: Title, axis: &Axis| match title.logarithmic.filter(|_| axis.log) {
            Some(said) => format!("{} ({said})", title.text),
            None => title.text,
        };
        Some(Self {
            title,
            x: named(x, &across),
            y: named(y, &upward),
            drawings: SIZES
                .iter()
                .map(|size| draw(*size, dots, (&across, &upward), write))
                .collect(),
        })
    }
}

impl Axis {
    /// Steps are ratios where the largest value is many times the smallest: prices of small and large machines.
    fn new(spans: impl Iterator<Item = Span>, ratios: bool) -> Option<Self> {
        let ends = spans.fold(None, |ends: Option<(f64, f64)>, span| {
            let (low, high) = ends.unwrap_or((span.low, span.high));
            Some((low.min(span.low), high.max(span.high)))
        });
        let (low, high) = ends?;
        let log = ratios && low > 0.0 && high / low > 20.0;
        let marks = if log {
            decades(low, high)
        } else {
            ticks(low.min(0.0), high, 5)
        };
        Some(Self {
            low: marks.first().copied().unwrap_or(low).min(low),
            high: marks.last().copied().unwrap_or(high).max(high),
            log,
            marks,
        })
    }

    fn scale(&self, ends: (f64, f64)) -> impl Fn(f64) -> f64 {
        let log = self.log;
        let of = move |x: f64| if log { x.max(f64::MIN_POSITIVE).ln() } else { x };
        let scale = Scale::new((of(self.low), of(self.high)), ends);
        move |x| scale.at(of(x))
    }
}

/// 1, 2 and 5 times powers of ten, from `low` or below to `high` or above.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let first = low.log10().floor();
    let all = (0..=12).flat_map(|n| [1.0, 2.0, 5.0].map(|step| step * 10.0_f64.powf(first + f64::from(n))));
    let all: Vec<f64> = all.collect();
    let from = all.iter().rposition(|x| *x <= low).unwrap_or(0);
    let to = all
        .iter()
        .position(|x| *x >= high)
        .unwrap_or(all.len().saturating_sub(1));
    all.get(from..=to).map_or_else(Vec::new, <[f64]>::to_vec)
}

fn draw(size: Size, dots: &[Dot], (across, upward): (&Axis, &Axis), write: &dyn Fn(f64) -> String) -> Drawing {
    let labels: Vec<String> = upward.marks.iter().map(|y| write(*y)).collect();
    let longest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(1);
    let left = f64::from(u32::try_from(longest.min(12)).unwrap_or(12)) * 7.5 + 10.0;
    let (right, top, bottom) = (size.width - 14.0, 12.0, size.height - 28.0);
    let (x, y) = (across.scale((left, right)), upward.scale((bottom, top)));
    let few = dots.len() <= NAMED;
    let (front, others): (Vec<&Dot>, Vec<&Dot>) = dots.iter().partition(|d| d.front.is_some());
    let mut steps: Vec<(f64, f64)> = front.iter().map(|d| (x(d.x.at), y(d.y.at))).collect();
    steps.sort_by(|a, b| a.0.total_cmp(&b.0).then(b.1.total_cmp(&a.1)));
    steps.dedup();
    Drawing {
        class: size.class,
        size: (place(size.width), place(size.height)),
        area: (place(left), place(right), place(top), place(bottom)),
        x_ticks: across_ticks(across, &x, right, write),
        y_ticks: upward
            .marks
            .iter()
            .zip(labels)
            .map(|(value, label)| Tick {
                at: place(y(*value)),
                label,
                anchor: "end",
            })
            .collect(),
        whiskers: if few { whiskers(&others, &x, &y) } else { String::new() },
        front_whiskers: whiskers(&front, &x, &y),
        steps: way(&steps),
        dots: others
            .iter()
            .filter(|_| few)
            .map(|d| (place(x(d.x.at)), place(y(d.y.at)), d.label.clone()))
            .collect(),
        cloud: if few { String::new() } else { cloud(&others, &x, &y) },
        front: marks(&front, &x, &y),
    }
}

/// Marks whose texts would lie on each other are left out.
fn across_ticks(axis: &Axis, x: &impl Fn(f64) -> f64, right: f64, write: &dyn Fn(f64) -> String) -> Vec<Tick> {
    let mut free = 0.0;
    let mut found = Vec::new();
    for value in &axis.marks {
        let (at, label) = (x(*value), write(*value));
        let half = f64::from(u32::try_from(label.chars().count()).unwrap_or(0)) * 3.75;
        let end = at + half > right + 10.0;
        let from = if end { at - 2.0 * half } else { at - half };
        if from < free {
            continue;
        }
        free = from + 2.0 * half + 8.0;
        found.push(Tick {
            at: place(at),
            label,
            anchor: if end { "end" } else { "middle" },
        });
    }
    found
}

fn whiskers(dots: &[&Dot], x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> String {
    let mut lines = BTreeSet::new();
    for dot in dots {
        let (at, height) = (place(x(dot.x.at)), place(y(dot.y.at)));
        if dot.x.high > dot.x.low {
            lines.insert(format!("M{} {height}H{}", place(x(dot.x.low)), place(x(dot.x.high))));
        }
        if dot.y.high > dot.y.low {
            lines.insert(format!("M{at} {}V{}", place(y(dot.y.low)), place(y(dot.y.high))));
        }
    }
    lines.into_iter().collect()
}

/// Points at whole pixels, each once: a line of no length with round ends is a dot.
fn cloud(dots: &[&Dot], x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> String {
    let places: BTreeSet<(String, String)> = dots
        .iter()
        .map(|d| (place(x(d.x.at).round()), place(y(d.y.at).round())))
        .collect();
    places.into_iter().fold(String::new(), |mut path, (x, y)| {
        // Writing to a text cannot fail.
        let _ = write!(path, "M{x} {y}h0");
        path
    })
}

fn way(steps: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (at, height) in steps {
        let word = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{word}{} {}", place(*at), place(*height));
    }
    path
}

fn marks(front: &[&Dot], x: &impl Fn(f64) -> f64, y: &impl Fn(f64) -> f64) -> Vec<Mark> {
    let mut numbered = BTreeSet::new();
    front
        .iter()
        .map(|dot| {
            let (at, height) = (x(dot.x.at), y(dot.y.at));
            let number = dot.front.map_or_else(String::new, |n| n.to_string());
            Mark {
                path: format!("M{} {}l6 6l-6 6l-6 -6z", place(at), place(height - 6.0)),
                at: (
                    place(at),
                    place(if height < 30.0 { height + 20.0 } else { height - 10.0 }),
                ),
                number: if numbered.insert(number.clone()) {
                    number
                } else {
                    String::new()
                },
                label: dot.label.clone(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(x: f64, y: f64, front: Option<usize>) -> Dot {
        let exact = |at| Span { at, low: at, high: at };
        Dot {
            x: exact(x),
            y: exact(y),
            label: format!("{x}, {y}"),
            front,
        }
    }

    fn chart(dots: &[Dot]) -> Option<ScatterChart> {
        let title = |text: &str| Title {
            text: text.to_owned(),
            logarithmic: Some("log".to_owned()),
        };
        ScatterChart::new(String::new(), (title("x"), title("y")), dots, &|x| format!("{x}"))
    }

    #[test]
    fn nothing_is_no_chart() {
        assert_eq!(chart(&[]), None);
    }

    #[test]
    fn the_frontier_has_a_shape_and_a_number_of_its_own() {
        let chart = chart(&[dot(1.0, 10.0, Some(1)), dot(2.0, 5.0, None)]).unwrap();
        let wide = chart.drawings.first().unwrap();
        assert_eq!((wide.front.len(), wide.dots.len()), (1, 1));
        assert_eq!(wide.front.first().unwrap().number, "1");
        assert!(wide.front.first().unwrap().path.ends_with('z'));
    }

    #[test]
    fn many_points_stay_small_and_wide_spans_are_logarithmic() {
        let dots: Vec<Dot> = (1..5000).map(|n| dot(f64::from(n), f64::from(n % 97), None)).collect();
        let chart = chart(&dots).unwrap();
        assert_eq!(chart.x, "x (log)");
        let wide = chart.drawings.first().unwrap();
        assert!(
            wide.dots.is_empty() && wide.cloud.len() < 80_000,
            "{}",
            wide.cloud.len()
        );
        assert_eq!(decades(0.6, 70.0), [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]);
    }
}
