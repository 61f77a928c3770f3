//! Values over an axis as lines or steps with a mark on each value.

use super::{SIZES, Scale, Size, Tick, place, ticks};

/// Lines that differ by colour and dash.
const PALETTE: usize = 7;

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Along the axis.
    pub x: f64,
    /// Its height.
    pub y: f64,
    /// What it is, for whoever points at it; a place without a text has no mark.
    pub label: String,
}

/// Values of one kind, ordered along the axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// The values.
    pub points: Vec<Point>,
    /// A value holds until the next one, instead of a straight line between both.
    pub steps: bool,
    /// Each value has a mark.
    pub marks: bool,
}

/// A chart, laid out in every size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineChart {
    /// What it shows, for those who do not see it.
    pub title: String,
    /// The unit of the heights.
    pub unit: String,
    /// The names of the series, each with its place in the palette.
    pub legend: Vec<(usize, String)>,
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
    /// The area of the values: left, right, top and bottom.
    pub area: (String, String, String, String),
    /// Marks of the axis below.
    pub x_ticks: Vec<Tick>,
    /// Marks of the axis at the side.
    pub y_ticks: Vec<Tick>,
    /// The series.
    pub lines: Vec<Line>,
}

/// A series in one size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its place in the palette.
    pub place: usize,
    /// The way of the line.
    pub path: String,
    /// The marks: place and text.
    pub marks: Vec<(String, String, String)>,
}

/// How the axes are divided and written.
pub struct Axes<'a> {
    /// Values along the axis below that are written, with their text.
    pub x: &'a [(f64, String)],
    /// How a height is written.
    pub y: &'a dyn Fn(f64) -> String,
}

impl LineChart {
    /// Lays the series out; heights begin at zero. `None` when there is no value.
    #[must_use]
    pub fn new(title: String, unit: String, series: &[Series], axes: &Axes<'_>) -> Option<Self> {
        let points = || series.iter().flat_map(|s| &s.points);
        let (left, right) = span(points().map(|p| p.x))?;
        let highest = points().map(|p| p.y).fold(0.0, f64::max);
        let legend = series.iter().enumerate().map(|(n, s)| (n % PALETTE, s.name.clone()));
        let drawings = SIZES.iter().map(|size| {
            let y_values = ticks(0.0, highest, 4);
            let top_value = y_values.last().copied().unwrap_or(1.0);
            let labels: Vec<String> = y_values.iter().map(|y| (axes.y)(*y)).collect();
            let longest = labels.iter().map(|l| l.chars().count()).max().unwrap_or(1);
            let area = Area::new(*size, longest);
            let x = Scale::new((left, right), (area.left, area.right));
            let y = Scale::new((0.0, top_value), (area.bottom, area.top));
            Drawing {
                class: size.class,
                size: (place(size.width), place(size.height)),
                area: (place(area.left), place(area.right), place(area.top), place(area.bottom)),
                x_ticks: x_ticks(axes.x, &x, area),
                y_ticks: y_values
                    .iter()
                    .zip(labels)
                    .map(|(value, label)| Tick {
                        at: place(y.at(*value)),
                        label,
                        anchor: "end",
                    })
                    .collect(),
                lines: series.iter().enumerate().map(|(n, s)| line(n, s, &x, &y)).collect(),
            }
        });
        Some(Self {
            title,
            unit,
            legend: legend.collect(),
            drawings: drawings.collect(),
        })
    }
}

#[derive(Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    /// Leaves room for labels of so many characters at the side, and for one line below.
    fn new(size: Size, longest: usize) -> Self {
        let label = f64::from(u32::try_from(longest.min(12)).unwrap_or(12)) * 7.5 + 10.0;
        Self {
            left: label,
            right: size.width - 12.0,
            top: 10.0,
            bottom: size.height - 26.0,
        }
    }
}

fn span(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |span, x| {
        Some(span.map_or((x, x), |(low, high): (f64, f64)| (low.min(x), high.max(x))))
    })
}

/// Marks that would lie on each other are left out, the last one never.
fn x_ticks(values: &[(f64, String)], x: &Scale, area: Area) -> Vec<Tick> {
    let mut ticks: Vec<Tick> = Vec::new();
    let mut free = area.right + 1.0;
    for (value, label) in values.iter().rev() {
        let at = x.at(*value);
        let width = f64::from(u32::try_from(label.chars().count()).unwrap_or(0)) * 7.5;
        let (anchor, from, to) = if at + width / 2.0 > area.right {
            ("end", at - width, at)
        } else if at - width / 2.0 < 0.0 {
            ("start", at, at + width)
        } else {
            ("middle", at - width / 2.0, at + width / 2.0)
        };
        if to > free {
            continue;
        }
        free = from - 8.0;
        ticks.push(Tick {
            at: place(at),
            label: label.clone(),
            anchor,
        });
    }
    ticks.reverse();
    ticks
}

fn line(number: usize, series: &Series, x: &Scale, y: &Scale) -> Line {
    use std::fmt::Write;

    let mut path = String::new();
    for point in &series.points {
        let (at, height) = (place(x.at(point.x)), place(y.at(point.y)));
        // Writing to a text cannot fail.
        let _ = match (path.is_empty(), series.steps) {
            (true, _) => write!(path, "M{at} {height}"),
            (false, true) => write!(path, "H{at}V{height}"),
            (false, false) => write!(path, "L{at} {height}"),
        };
    }
    let marks = series.points.iter().filter(|p| series.marks && !p.label.is_empty());
    Line {
        place: number % PALETTE,
        path,
        marks: marks
            .map(|p| (place(x.at(p.x)), place(y.at(p.y)), p.label.clone()))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(points: &[(f64, f64)]) -> Series {
        Series {
            name: "a".to_owned(),
            points: points
                .iter()
                .map(|(x, y)| Point {
                    x: *x,
                    y: *y,
                    label: format!("{x}: {y}"),
                })
                .collect(),
            steps: true,
            marks: true,
        }
    }

    fn chart(points: &[(f64, f64)]) -> Option<LineChart> {
        let axes = Axes {
            x: &[(0.0, "first".to_owned()), (10.0, "last".to_owned())],
            y: &|y| format!("{y}"),
        };
        LineChart::new(String::new(), String::new(), &[series(points)], &axes)
    }

    #[test]
    fn nothing_is_no_chart() {
        assert_eq!(chart(&[]), None);
    }

    #[test]
    fn a_price_holds_until_the_next_one() {
        let chart = chart(&[(0.0, 2.0), (10.0, 4.0)]).unwrap();
        let wide = chart.drawings.first().unwrap();
        let line = wide.lines.first().unwrap();
        assert_eq!(line.path, "M17.5 152H948V10");
        assert_eq!(line.marks.len(), 2);
        assert_eq!(wide.x_ticks.len(), 2);
        assert_eq!(wide.y_ticks.last().unwrap().label, "4");
    }
}
