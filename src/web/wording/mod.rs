//! What other layers say as values, in the reader's language.

pub mod finding;
pub mod fit;
pub mod problem;
pub mod reason;

use super::lang::Lang;

/// A name inside a sentence: in Chinese a blank stands between it and the characters around it when it begins or ends with a Latin
/// letter or a digit. [`tidy`] takes away those that are too many.
fn inside(name: &str, lang: Lang) -> String {
    let latin = |c: Option<char>| lang == Lang::Zh && c.is_some_and(|c| c.is_ascii_alphanumeric());
    let before = if latin(name.chars().next()) { " " } else { "" };
    let after = if latin(name.chars().next_back()) { " " } else { "" };
    format!("{before}{name}{after}")
}

fn tidy(text: &str) -> String {
    let text = text.trim().replace("  ", " ");
    ["，", "；", "：", "（", "）", "、"].iter().fold(text, |text, mark| {
        text.replace(&format!(" {mark}"), mark)
            .replace(&format!("{mark} "), mark)
    })
}

#[cfg(test)]
mod tests;
