//! How each column is typed: one of a few words, a word of the catalogue, a long text, or a text.

use crate::domain::catalogue::{Area, AttributeKind, Catalogue, Completeness, Mode, Plan, SubjectKind, VendorKind};
use crate::exchange::record::Kind;
use crate::web::lang::Lang;

/// A field of the form.
pub(super) enum Control {
    /// One of these words, with what it means.
    Choice(Vec<(String, String)>),
    /// A text for which these are proposed.
    Proposed(Vec<String>),
    /// Several lines.
    Long,
    /// A line.
    Line,
}

/// The field of a column.
pub(super) fn control(kind: Kind, column: &str, catalogue: &Catalogue, lang: Lang) -> Control {
    let words = |words: Vec<String>| Control::Choice(words.into_iter().map(|w| (w.clone(), w)).collect());
    match column {
        "grade" => {
            let grades = ["A", "B", "C", "D", "E"];
            let named = grades.map(|g| (g.to_owned(), format!("{g}: {}", lang.t(&format!("grade.{g}")))));
            Control::Choice(with_nothing(named.to_vec()))
        }
        "kind" if kind == Kind::Vendors => words(VendorKind::ALL.iter().map(ToString::to_string).collect()),
        "kind" => words(AttributeKind::ALL.iter().map(ToString::to_string).collect()),
        "area" => words(Area::ALL.iter().map(ToString::to_string).collect()),
        "plan" => words(Plan::ALL.iter().map(ToString::to_string).collect()),
        "completeness" => words(Completeness::ALL.iter().map(ToString::to_string).collect()),
        "mode" => words(Mode::ALL.iter().map(ToString::to_string).collect()),
        "subject" => words(SubjectKind::ALL.iter().map(ToString::to_string).collect()),
        "available" | "higher_is_better" => words(vec!["true".to_owned(), "false".to_owned()]),
        "vendor_id" if kind != Kind::Vendors => {
            Control::Proposed(catalogue.vendors().map(|v| v.id.to_string()).collect())
        }
        "accelerator_id" if kind != Kind::Accelerators => {
            Control::Proposed(catalogue.accelerators().map(|a| a.id.to_string()).collect())
        }
        "attribute_id" if kind != Kind::Attributes => {
            Control::Proposed(catalogue.attributes().map(|a| a.id.to_string()).collect())
        }
        "currency" | "base" | "quote" => {
            Control::Proposed(["USD", "EUR", "CNY"].iter().map(ToString::to_string).collect())
        }
        "group" => {
            let mut groups: Vec<String> = catalogue.attributes().map(|a| a.group.clone()).collect();
            groups.sort();
            groups.dedup();
            Control::Proposed(groups)
        }
        "note" | "description_en" | "description_zh" => Control::Long,
        _ => Control::Line,
    }
}

fn with_nothing(mut words: Vec<(String, String)>) -> Vec<(String, String)> {
    words.insert(0, (String::new(), "–".to_owned()));
    words
}
