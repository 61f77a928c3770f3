//! Why something cannot be taken, one of each kind.

use super::is_chinese;
use crate::domain::catalogue::{AttributeKind, CatalogueError, FactValue, Fraction, Plan, Source, SubjectKind};
use crate::domain::evidence::AsOf;
use crate::domain::ids::{AttributeId, OfferId, ResultId, VendorId};
use crate::domain::money::{Currency, Micros};
use crate::domain::ranking::{Misfit, PrepareError};
use crate::domain::rates::Rate;
use crate::domain::scoring::{GateError, ValueError};
use crate::exchange::import::{Profile, ProfileFault, Unusable};
use crate::exchange::{Limit, Reason, Unread, Unsaid};
use crate::web::lang::Lang;
use crate::web::wording::{fit, reason::reason};

/// What somebody typed, or another program said.
const TYPED: &str = "x y";

fn values() -> Vec<Reason> {
    let text = || TYPED.to_owned();
    vec![
        VendorId::new("").unwrap_err().into(),
        VendorId::new(TYPED).unwrap_err().into(),
        VendorId::new("x".repeat(90)).unwrap_err().into(),
        Plan::parse("x").unwrap_err().into(),
        Fraction::parse("x").unwrap_err().into(),
        FactValue::parse(AttributeKind::Number, "x").unwrap_err().into(),
        FactValue::parse(AttributeKind::Boolean, "x").unwrap_err().into(),
        FactValue::parse(AttributeKind::Text, "").unwrap_err().into(),
        Currency::parse("x").unwrap_err().into(),
        Micros::parse("x").unwrap_err().into(),
        AsOf::parse("x").unwrap_err().into(),
        Rate::parse("x").unwrap_err().into(),
        Reason::Grade(text()),
        Reason::Amount(text()),
        Reason::Price("0".to_owned()),
        Reason::TooDear("9".to_owned()),
        Reason::Count(text()),
        Reason::Accelerators(text()),
        Reason::Number(text()),
        Reason::Positive(text()),
        Reason::Flag(text()),
        Reason::YesNo(text()),
        Reason::Day(text()),
        Reason::LongAlias,
        Reason::Country(text()),
        Reason::WebAddress(text()),
    ]
}

fn rows() -> Vec<Reason> {
    let text = || TYPED.to_owned();
    let several = vec!["h100-pcie".to_owned(), "h100-sxm".to_owned()];
    let same = [
        "region and instance type",
        "machine type and region",
        "vendor, instance type and region",
        "system, task and scenario",
        "Cloud and Name (or accelerator, count and size)",
        "subject, attribute, variant, source, as_of (and value of a text)",
        "base, quote and source",
    ];
    let mut all: Vec<Reason> = same.into_iter().map(Reason::Repeated).collect();
    all.extend([
        Reason::Spelling(text(), Vec::new()),
        Reason::Spelling(text(), vec!["h100-pcie".to_owned()]),
        Reason::Spelling(text(), several),
        Reason::SeveralAccelerators(text()),
        Reason::UnsaidAccelerator(text()),
        Reason::UnsaidFamily(text()),
        Unsaid::Vendor.into(),
        Unsaid::VendorOfRow.into(),
        Unsaid::Currency.into(),
        Unsaid::CurrencyOfRow.into(),
        Reason::OtherCurrency(text(), Currency::USD),
        Reason::TwoCurrencies,
        Reason::NoPrice,
        Reason::NoInstancePrice("2".to_owned()),
        Reason::OtherPrice {
            plan: Plan::Spot,
            price: "1".to_owned(),
            row: 2,
            before: "2".to_owned(),
        },
        Reason::Twice(text()),
        Reason::NoResult,
        Reason::NoRound,
    ]);
    for (count, stopped) in [(None, false), (Some(9), false), (Some(9), true)] {
        all.push(Reason::More { count, stopped });
    }
    all
}

fn files() -> Vec<Reason> {
    let text = || TYPED.to_owned();
    let limits = [
        Limit::File { found: 2, most: 1 },
        Limit::FileCells(1),
        Limit::RowCells(1),
        Limit::RowBytes(1),
        Limit::CellBytes(1),
        Limit::TextBytes(1),
        Limit::Values(1),
        Limit::Depth(1),
        Limit::Opened(1),
        Limit::Parts(1),
        Limit::BookCells(1),
        Limit::BookTexts(1),
        Limit::BookBytes(1),
        Limit::BookCellBytes(1),
        Limit::Columns(1),
    ];
    let unread = [
        Unread::Syntax {
            format: "JSON",
            message: text(),
        },
        Unread::Zip(text()),
        Unread::Book {
            part: "xl/workbook.xml".to_owned(),
            message: text(),
        },
        Unread::Binary,
        Unread::OpenQuote,
        Unread::Anchors,
        Unread::NoTables,
        Unread::OldBook,
        Unread::OtherXml,
        Unread::Names(vec![text(), "b".to_owned()]),
        Unread::NoTable("karpenter"),
        Unread::NoDocument("alibaba"),
        Unread::NoSheet {
            wanted: text(),
            sheets: vec!["a".to_owned(), "b".to_owned()],
        },
        Unread::EmptyBook,
        Unread::NoProfile,
        Unread::TooManyNames,
        Unread::SecondTable(text()),
        Unread::NoRates,
    ];
    let limits = limits.into_iter().map(Reason::from);
    limits.chain(unread.into_iter().map(Reason::from)).collect()
}

/// Whole in English, and Chinese without a run of English words.
fn is_said(say: impl Fn(Lang) -> String) {
    let (english, chinese) = (say(Lang::En), say(Lang::Zh));
    let is_whole = |text: &str| !text.is_empty() && !text.contains("%{") && !is_key(text);
    assert!(is_whole(&english) && !is_chinese(&english), "{english}");
    assert!(is_whole(&chinese) && is_chinese(&chinese), "{chinese}");
    let own = chinese.replace(TYPED, "");
    let run = own
        .split(|c: char| !(c.is_ascii_alphabetic() || c == ' '))
        .any(|part| part.trim().contains(' '));
    assert!(!run, "{chinese}");
}

fn is_key(text: &str) -> bool {
    ["misread.", "problem.", "unfit.", "misfit.", "profile.", "record."]
        .iter()
        .any(|head| text.contains(head))
}

#[test]
fn every_reason_is_worded_in_both_languages() {
    for one in values().iter().chain(&rows()).chain(&files()) {
        is_said(|lang| reason(one, lang));
    }
}

#[test]
fn whatever_does_not_fit_together_is_worded_in_both_languages() {
    let id = || TYPED.to_owned();
    let offer = || OfferId::new("o1").unwrap();
    let sources = [
        Source::Offer(offer()),
        Source::Alias(id()),
        Source::Price(offer()),
        Source::Fact(SubjectKind::Vendor, id()),
        Source::Result(ResultId::new("r1").unwrap()),
    ];
    for from in sources {
        let attribute = AttributeId::new("memory_gb").unwrap();
        let value = id();
        let missing = CatalogueError::Missing {
            from: from.clone(),
            kind: "offer",
            id: id(),
        };
        is_said(|lang| fit::catalogue(&missing, lang));
        let value = CatalogueError::Value { from, attribute, value };
        is_said(|lang| fit::catalogue(&value, lang));
    }
    for kind in [
        "vendor",
        "accelerator",
        "attribute",
        "offer",
        "alias",
        "benchmark result",
    ] {
        let twice = CatalogueError::Duplicate { kind, id: id() };
        is_said(|lang| fit::catalogue(&twice, lang));
    }
    let (expected, found) = ("number", "yes or no");
    let misfits: [Misfit; 6] = [
        ValueError::NotFinite(f64::INFINITY).into(),
        ValueError::NotPositive(0.0).into(),
        ValueError::WrongKind { expected, found }.into(),
        ValueError::UnknownLevel(id()).into(),
        ValueError::Reversed { lo: 2.0, hi: 1.0 }.into(),
        GateError::NotANumber { found: "level" }.into(),
    ];
    for reason in misfits {
        let (offer, node) = ("o1".to_owned(), "sla".to_owned());
        let error = PrepareError { offer, node, reason };
        is_said(|lang| fit::prepare(&error, lang));
    }
}

#[test]
fn every_fault_of_a_profile_is_worded_in_both_languages() {
    let faults = [
        Unusable::Delimiter,
        Unusable::Signs,
        Unusable::Grade,
        Unusable::NoOffer,
        Unusable::Nothing,
        Unusable::Twice("vendor"),
    ];
    for fault in faults.map(ProfileFault::from) {
        is_said(|lang| fit::profile(&fault, lang));
    }
    let fault = Profile::parse("[").unwrap_err();
    assert!(fit::profile(&fault, Lang::Zh).starts_with("不是映射方案："));
}
