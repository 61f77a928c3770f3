//! Charts as server-rendered SVG: places are computed here, templates only draw. Colours and strokes are classes, so that charts
//! follow light, dark, print and forced colours; a library that writes colours into attributes could not. Every chart is laid out
//! twice, for a wide page and for a phone, because text inside a scaled drawing would be scaled too; the style sheet shows one.

mod lines;
mod scale;
mod scatter;

pub use lines::{Axes, LineChart, Point, Series};
pub use scale::{Scale, ticks};
pub use scatter::{Dot, ScatterChart, Span, Title};

/// The sizes a chart is laid out in, in pixels of the page.
pub const SIZES: [Size; 2] = [
    Size {
        class: "wide",
        width: 960.0,
        height: 320.0,
    },
    Size {
        class: "narrow",
        width: 350.0,
        height: 260.0,
    },
];

/// One of the sizes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    /// The class of its drawing.
    pub class: &'static str,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
}

/// A mark of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tick {
    /// Where it lies along the axis.
    pub at: String,
    /// What is written beside it.
    pub label: String,
    /// `start`, `middle` or `end`: how the text lies to the mark.
    pub anchor: &'static str,
}

/// A place in a drawing with one decimal, which is a tenth of a pixel.
#[must_use]
pub fn place(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}
