//! What is wrong with a file. What a reader of a foreign format says is English; everything else is in the reader's language.

use super::tidy;
use crate::domain::catalogue::WordError;
use crate::domain::ids::IdError;
use crate::domain::money::MoneyError;
use crate::exchange::{ProblemKind, Reason};
use crate::web::lang::Lang;

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
        ProblemKind::Duplicate { columns, first } => {
            lang.fill("problem.duplicate", &[("columns", columns), ("first", first)])
        }
    };
    tidy(&text)
}

/// Why a value cannot be read, and what to write.
fn why(reason: &Reason, lang: Lang) -> String {
    let of = |key: &str, value: &str| lang.fill(key, &[("value", &value)]);
    match reason {
        Reason::Id(IdError::Empty) => lang.t("problem.empty"),
        Reason::Id(IdError::TooLong(id)) => of("misread.id_length", id),
        Reason::Id(IdError::Character(id)) => of("misread.id", id),
        Reason::Word(error) => word(error, lang),
        Reason::Money(MoneyError::Currency(code)) => of("misread.currency", code),
        Reason::Money(MoneyError::Amount(amount)) => of("misread.amount", amount),
        Reason::Date(error) => of("misread.date", &error.0),
        Reason::Rate(error) => of("misread.rate", &error.0),
        Reason::Grade(letter) => of("misread.grade", letter),
        Reason::Price(amount) => of("misread.price", amount),
        Reason::Count(count) => of("misread.count", count),
        Reason::Positive(number) => of("misread.positive", number),
        Reason::Flag(flag) => of("misread.flag", flag),
        Reason::LongAlias => lang.t("misread.long_alias"),
        Reason::Country(code) => of("misread.country", code),
        Reason::WebAddress(address) => of("misread.web_address", address),
        Reason::NoPrice => lang.t("misread.no_price"),
        Reason::Other(text) => lang.fill("problem.value", &[("reason", text)]),
    }
}

fn word(error: &WordError, lang: Lang) -> String {
    let key = match error.what {
        "accelerator count" => "misread.accelerator_count",
        "number" => "misread.number",
        "boolean" => "misread.boolean",
        "text" => "misread.text",
        _ => "misread.word",
    };
    let allowed = error.allowed.split_whitespace().collect::<Vec<_>>().join(", ");
    lang.fill(key, &[("value", &error.word), ("allowed", &allowed)])
}
