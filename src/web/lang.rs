//! The two languages, and the texts and numbers in them.

use std::fmt;

use serde::Deserialize;

use crate::domain::scorecard::Text;

/// A language of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Both.
    pub const ALL: [Self; 2] = [Self::En, Self::Zh];

    /// The word in paths and the key in the text files.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The value of the `lang` attribute.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh-Hans",
        }
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::En => Self::Zh,
            Self::Zh => Self::En,
        }
    }

    /// The text under a key.
    #[must_use]
    pub fn t(self, key: &str) -> String {
        rust_i18n::t!(key, locale = self.code()).into_owned()
    }

    /// The text under a key with `%{name}` filled in.
    #[must_use]
    pub fn fill(self, key: &str, values: &[(&str, &dyn fmt::Display)]) -> String {
        values.iter().fold(self.t(key), |text, (name, value)| {
            text.replace(&format!("%{{{name}}}"), &value.to_string())
        })
    }

    /// The text under a key with one `%{name}` filled in.
    #[must_use]
    pub fn with(self, key: &str, name: &str, value: impl fmt::Display) -> String {
        self.fill(key, &[(name, &value)])
    }

    /// `key.one` or `key.other` with `%{n}` filled in.
    #[must_use]
    pub fn plural(self, key: &str, n: usize) -> String {
        let form = if n == 1 { "one" } else { "other" };
        self.fill(&format!("{key}.{form}"), &[("n", &n)])
    }

    /// The text of a scorecard in this language.
    #[must_use]
    pub fn text(self, text: &Text) -> &str {
        match self {
            Self::En => &text.en,
            Self::Zh => &text.zh,
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A number with at most `decimals` decimals, trailing zeros dropped, thousands grouped by a thin space-free comma.
#[must_use]
pub fn number(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.')
    } else {
        text.as_str()
    };
    group(text)
}

/// A number with exactly `decimals` decimals, thousands grouped.
#[must_use]
pub fn fixed(x: f64, decimals: usize) -> String {
    group(&format!("{x:.decimals$}"))
}

/// A signed number with a true minus, as pages show it.
#[must_use]
pub fn signed(number: impl fmt::Display) -> String {
    format!("{number:+}").replace('-', "\u{2212}")
}

/// Thousands separated by commas, as both languages write them.
#[must_use]
pub fn group(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, part) = digits.split_once('.').map_or((digits, None), |(w, p)| (w, Some(p)));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    part.map_or_else(|| format!("{sign}{grouped}"), |p| format!("{sign}{grouped}.{p}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped_and_trailing_zeros_dropped() {
        assert_eq!(number(1_234_567.5, 1), "1,234,567.5");
        assert_eq!(number(99.950, 3), "99.95");
        assert_eq!(number(8000.0, 2), "8,000");
        assert_eq!(fixed(-1234.5, 2), "-1,234.50");
        assert_eq!(number(0.0, 0), "0");
    }
}
