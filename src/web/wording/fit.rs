//! Why records make no catalogue, a profile no import, and a scorecard no ranking.

use super::{inside, tidy};
use crate::domain::catalogue::{CatalogueError, Source};
use crate::domain::ranking::{Misfit, PrepareError};
use crate::domain::scoring::{GateError, ValueError};
use crate::exchange::import::{ProfileFault, Unusable};
use crate::web::intake::IntakeError;
use crate::web::lang::Lang;

/// Why records do not fit together.
#[must_use]
pub fn catalogue(error: &CatalogueError, lang: Lang) -> String {
    let text = match error {
        CatalogueError::Duplicate { kind, id } => {
            lang.fill("unfit.duplicate", &[("kind", &record(kind, lang)), ("id", id)])
        }
        CatalogueError::Missing { from, kind, id } => lang.fill(
            "unfit.missing",
            &[("from", &source(from, lang)), ("kind", &record(kind, lang)), ("id", id)],
        ),
        CatalogueError::Value { from, attribute, value } => lang.fill(
            "unfit.value",
            &[
                ("from", &source(from, lang)),
                ("value", value),
                ("attribute", attribute),
            ],
        ),
    };
    tidy(&text)
}

/// What a kind of record is called inside a sentence.
fn record(kind: &str, lang: Lang) -> String {
    let kind = if kind == "benchmark result" { "result" } else { kind };
    lang.t(&format!("record.{kind}")).to_lowercase()
}

fn source(source: &Source, lang: Lang) -> String {
    match source {
        Source::Offer(id) => lang.with("unfit.offer", "id", id),
        Source::Alias(spelling) => lang.with("unfit.alias", "id", spelling),
        Source::Price(offer) => lang.with("unfit.price", "id", offer),
        Source::Fact(subject, id) => {
            let kind = record(subject.word(), lang);
            lang.fill("unfit.fact", &[("kind", &kind), ("id", id)])
        }
        Source::Result(id) => lang.with("unfit.result", "id", id),
    }
}

/// Why a file cannot be looked at or taken.
#[must_use]
pub fn intake(error: &IntakeError, lang: Lang) -> String {
    match error {
        IntakeError::NoRelease => lang.t("import.error.no_release"),
        IntakeError::Unfit(cause) => lang.with("import.error.unfit", "fault", catalogue(cause, lang)),
        IntakeError::Draft(cause) => lang.with("import.error.draft", "fault", catalogue(cause, lang)),
        IntakeError::Reading(text) => lang.with("import.error.reading", "fault", text),
        IntakeError::Store(error) => lang.with("import.error.reading", "fault", error),
    }
}

/// Why a document is no mapping profile.
#[must_use]
pub fn profile(fault: &ProfileFault, lang: Lang) -> String {
    let fault = match fault {
        ProfileFault::Syntax(error) => return lang.with("profile.syntax", "message", error),
        ProfileFault::Content(fault) => fault,
    };
    match fault {
        Unusable::Delimiter => lang.t("profile.delimiter"),
        Unusable::Signs => lang.t("profile.signs"),
        Unusable::Grade => lang.t("profile.grade"),
        Unusable::NoOffer => lang.t("profile.no_offer"),
        Unusable::Nothing => lang.t("profile.nothing"),
        Unusable::Twice(field) => lang.with("profile.twice", "field", field),
    }
}

/// Which offer a scorecard cannot take, where and why.
#[must_use]
pub fn prepare(error: &PrepareError, lang: Lang) -> String {
    let PrepareError { offer, node, reason } = error;
    let kind = |kind: &str| {
        lang.t(match kind {
            "number" => "misfit.number",
            "level" => "misfit.level",
            _ => "misfit.flag",
        })
    };
    let reason = match reason {
        Misfit::Value(ValueError::NotFinite(value)) => lang.with("scorecards.fault.far", "value", value),
        Misfit::Value(ValueError::NotPositive(value)) => lang.with("scorecards.fault.positive", "value", value),
        Misfit::Value(ValueError::WrongKind { expected, found }) => {
            lang.fill("misfit.kind", &[("expected", &kind(expected)), ("found", &kind(found))])
        }
        Misfit::Value(ValueError::UnknownLevel(level)) => lang.with("misfit.no_level", "level", level),
        Misfit::Value(ValueError::Reversed { lo, hi }) => lang.fill("misfit.reversed", &[("lo", lo), ("hi", hi)]),
        Misfit::Gate(GateError::NotANumber { found }) => lang.with("misfit.gate", "found", kind(found)),
    };
    let offer = inside(offer, lang);
    tidy(&lang.fill("misfit.at", &[("offer", &offer), ("node", node), ("reason", &reason)]))
}
