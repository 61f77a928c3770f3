//! What is wrong with a file, in the reader's language.

use super::reason::{columns, why};
use super::tidy;
use crate::exchange::{Problem, ProblemKind};
use crate::web::lang::Lang;

/// What is wrong with a column.
#[must_use]
pub fn located(found: &Problem, lang: Lang) -> String {
    let text = problem(&found.kind, lang);
    match &found.column {
        Some(column) => lang.fill("problem.at", &[("column", column), ("problem", &text)]),
        None => text,
    }
}

/// What is wrong, and what to do.
#[must_use]
pub fn problem(kind: &ProblemKind, lang: Lang) -> String {
    let text = match kind {
        ProblemKind::UnknownFile { known } => lang.fill("problem.unknown_file", &[("known", known)]),
        ProblemKind::NotCsv { reason } => lang.fill("problem.not_csv", &[("reason", reason)]),
        ProblemKind::NotUtf8 => lang.t("problem.not_utf8"),
        ProblemKind::MissingColumn => lang.t("problem.missing_column"),
        ProblemKind::UnknownColumn { known } => lang.fill("problem.unknown_column", &[("known", known)]),
        ProblemKind::DuplicateColumn => lang.t("problem.duplicate_column"),
        ProblemKind::RowLength { found, expected } => {
            lang.fill("problem.row_length", &[("found", found), ("expected", expected)])
        }
        ProblemKind::TooLong { bytes, limit } => lang.fill("problem.too_long", &[("bytes", bytes), ("limit", limit)]),
        ProblemKind::Empty => lang.t("problem.empty"),
        ProblemKind::Value { reason } => why(reason, lang),
        ProblemKind::Future { value, today } => lang.fill("problem.future", &[("value", value), ("today", today)]),
        ProblemKind::Unit {
            value,
            expected,
            attribute,
        } => lang.fill(
            "problem.unit",
            &[("value", value), ("expected", expected), ("attribute", attribute)],
        ),
        ProblemKind::Unknown { kind, id } => {
            let kind = lang.t(&format!("record.{kind}")).to_lowercase();
            lang.fill("problem.unknown", &[("kind", &kind), ("id", id)])
        }
        ProblemKind::Subject {
            attribute,
            expected,
            found,
        } => {
            let name = |kind: &str| lang.t(&format!("record.{kind}")).to_lowercase();
            lang.fill(
                "problem.subject",
                &[
                    ("attribute", attribute),
                    ("expected", &name(expected)),
                    ("found", &name(found)),
                ],
            )
        }
        ProblemKind::Duplicate { columns: same, first } => {
            let columns = columns(same, lang);
            lang.fill("problem.duplicate", &[("columns", &columns), ("first", first)])
        }
    };
    tidy(&text)
}
