//! Everything that can be said is said in both languages.

mod reasons;

use jiff::civil::date;

use super::finding::Words;
use super::problem::problem;
use crate::domain::catalogue::{Catalogue, Plan, Records, Release, SubjectKind};
use crate::domain::money::Currency;
use crate::exchange::plausibility::{About, Because, Message, Stated};
use crate::exchange::{ProblemKind, Reason};
use crate::web::lang::Lang;

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c))
}

fn is_whole(text: &str) -> bool {
    !text.is_empty() && !text.contains("%{") && !text.starts_with("finding.") && !text.starts_with("problem.")
}

fn nothing() -> Catalogue {
    let release = Release {
        number: 1,
        note: String::new(),
        published_by: String::new(),
        published_at_micros: 0,
    };
    Catalogue::new(release, Records::default()).unwrap()
}

fn messages() -> Vec<Message> {
    let (attribute, value) = ("memory_gb".to_owned(), "30 GB".to_owned());
    let (amount, currency) = ("1.5".to_owned(), Currency::USD);
    let far = |because| Message::FarFromDataSheet {
        attribute: attribute.clone(),
        value: value.clone(),
        ratio: 8.0,
        because,
    };
    vec![
        Message::SameChipDiffers {
            attribute: attribute.clone(),
            one: value.clone(),
            two: "40 GB".to_owned(),
        },
        Message::Tf32IsFp32 {
            value: value.clone(),
            card: "T4".to_owned(),
        },
        Message::MemoryAboveCard { value: value.clone() },
        Message::SeveralProducts {
            value: value.clone(),
            cards: vec!["a10".to_owned(), "a10g".to_owned()],
        },
        Message::FigureOfAnotherProduct {
            value: value.clone(),
            card: "A10".to_owned(),
        },
        far(None),
        far(Some(Because::EightTimes)),
        far(Some(Because::Prefix)),
        far(Some(Because::Sparsity)),
        Message::AboveHundred {
            attribute: attribute.clone(),
            value: value.clone(),
        },
        Message::BelowLeast {
            attribute: attribute.clone(),
            value: value.clone(),
            least: 1.0,
        },
        Message::NotOnDataSheet { attribute, value },
        Message::UnknownProduct,
        Message::FutureDate {
            date: "2027".to_owned(),
            today: date(2026, 12, 1),
        },
        Message::PriceNotPositive {
            plan: Plan::Spot,
            amount: amount.clone(),
            currency,
        },
        Message::SpotNotBelowList {
            spot: amount.clone(),
            list: amount.clone(),
            currency,
        },
        Message::BelowOthers {
            each: 1.0,
            lowest: 2.0,
            currency,
        },
        Message::AboveOthers {
            each: 9.0,
            highest: 2.0,
            currency,
        },
        Message::PriceOfAnotherProduct {
            amount,
            currency,
            offer: "o1".to_owned(),
        },
    ]
}

#[test]
fn every_finding_is_worded_in_both_languages_and_the_english_is_that_of_reports() {
    let catalogue = nothing();
    let words = |lang| Words {
        catalogue: &catalogue,
        lang,
    };
    for message in messages() {
        let (english, chinese) = (words(Lang::En).message(&message), words(Lang::Zh).message(&message));
        assert_eq!(english, message.to_string());
        assert!(is_chinese(&chinese) && is_whole(&chinese), "{chinese}");
    }
    for about in [
        About::Subject(SubjectKind::Vendor, "x".to_owned()),
        About::Result("x".to_owned()),
        About::Prices("x".to_owned()),
        About::Price(Plan::OnDemand, "x".to_owned()),
        About::Value("memory_gb".to_owned(), "x".to_owned()),
        About::Fact("memory_gb".to_owned(), SubjectKind::Accelerator, "x".to_owned()),
    ] {
        let (english, chinese) = (words(Lang::En).about(&about), words(Lang::Zh).about(&about));
        assert!(is_whole(&english) && !is_chinese(&english), "{english}");
        assert!(is_whole(&chinese) && is_chinese(&chinese), "{chinese}");
    }
    let hourly = Stated::Hourly("1.5".to_owned(), Currency::USD);
    assert_eq!(words(Lang::En).stated(&hourly), hourly.to_string());
    assert_eq!(words(Lang::Zh).stated(&hourly), "每小时 1.5 USD");
}

#[test]
fn every_problem_is_worded_in_both_languages() {
    let text = || "x".to_owned();
    for kind in [
        ProblemKind::UnknownFile { known: text() },
        ProblemKind::NotCsv { reason: text() },
        ProblemKind::NotUtf8,
        ProblemKind::MissingColumn,
        ProblemKind::UnknownColumn { known: text() },
        ProblemKind::DuplicateColumn,
        ProblemKind::RowLength { found: 1, expected: 2 },
        ProblemKind::TooLong { bytes: 2, limit: 1 },
        ProblemKind::Empty,
        ProblemKind::Value {
            reason: Reason::NoPrice,
        },
        ProblemKind::Future {
            value: text(),
            today: date(2026, 12, 1),
        },
        ProblemKind::Unit {
            value: text(),
            expected: text(),
            attribute: text(),
        },
        ProblemKind::Unknown {
            kind: "offer",
            id: text(),
        },
        ProblemKind::Subject {
            attribute: text(),
            expected: "vendor",
            found: "offer",
        },
        ProblemKind::Duplicate {
            columns: "alias",
            first: 2,
        },
    ] {
        let (english, chinese) = (problem(&kind, Lang::En), problem(&kind, Lang::Zh));
        assert!(is_whole(&english) && !is_chinese(&english), "{english}");
        assert!(is_whole(&chinese) && is_chinese(&chinese), "{chinese}");
    }
}
