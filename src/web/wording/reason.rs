//! Why a value, a row or a file cannot be taken. What the readers of other people's formats say stays English, inside a sentence of
//! the reader's language.

use crate::domain::catalogue::WordError;
use crate::domain::ids::IdError;
use crate::domain::money::MoneyError;
use crate::exchange::{Limit, Reason, Unread, Unsaid};
use crate::web::lang::Lang;

/// Why something cannot be taken, and what to write.
#[must_use]
pub fn reason(reason: &Reason, lang: Lang) -> String {
    super::tidy(&why(reason, lang))
}

pub(super) fn why(reason: &Reason, lang: Lang) -> String {
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
        Reason::Amount(amount) => of("misread.plain_amount", amount),
        Reason::Price(amount) => of("misread.price", amount),
        Reason::TooDear(amount) => of("misread.too_dear", amount),
        Reason::Count(count) => of("misread.count", count),
        Reason::Accelerators(count) => of("misread.accelerator_count", count),
        Reason::Number(number) => of("misread.plain_number", number),
        Reason::Positive(number) => of("misread.positive", number),
        Reason::Flag(flag) => of("misread.flag", flag),
        Reason::YesNo(text) => of("misread.yes_no", text),
        Reason::Day(day) => of("misread.day", day),
        Reason::LongAlias => lang.t("misread.long_alias"),
        Reason::Country(code) => of("misread.country", code),
        Reason::WebAddress(address) => of("misread.web_address", address),
        Reason::Spelling(spelling, candidates) => match candidates.as_slice() {
            [] => of("misread.spelling_unknown", spelling),
            [id] => lang.fill("misread.spelling_one", &[("value", spelling), ("id", id)]),
            several => {
                let ids = list(several, lang);
                lang.fill("misread.spelling_several", &[("value", spelling), ("ids", &ids)])
            }
        },
        Reason::SeveralAccelerators(text) => of("misread.several_accelerators", text),
        Reason::UnsaidAccelerator(name) => of("misread.unsaid_accelerator", name),
        Reason::UnsaidFamily(name) => of("misread.unsaid_family", name),
        Reason::Unsaid(unsaid) => lang.t(match unsaid {
            Unsaid::Vendor => "misread.unsaid_vendor",
            Unsaid::VendorOfRow => "misread.unsaid_vendor_of_row",
            Unsaid::Currency => "misread.unsaid_currency",
            Unsaid::CurrencyOfRow => "misread.unsaid_currency_of_row",
        }),
        Reason::OtherCurrency(amount, currency) => {
            lang.fill("misread.other_currency", &[("value", amount), ("currency", currency)])
        }
        Reason::TwoCurrencies => lang.t("misread.two_currencies"),
        Reason::NoPrice => lang.t("misread.no_price"),
        Reason::NoInstancePrice(each) => of("misread.no_instance_price", each),
        Reason::OtherPrice {
            plan,
            price,
            row,
            before,
        } => {
            let plan = lang.t(&format!("plan.{plan}"));
            lang.fill(
                "misread.other_price",
                &[("plan", &plan), ("price", price), ("row", row), ("before", before)],
            )
        }
        Reason::Twice(name) => of("misread.twice", name),
        Reason::Repeated(same) => lang.with("misread.repeated", "columns", columns(same, lang)),
        Reason::NoResult => lang.t("misread.no_result"),
        Reason::NoRound => lang.t("misread.no_round"),
        Reason::More { count, stopped } => match (count, stopped) {
            (None, _) => lang.t("misread.more"),
            (Some(n), false) => lang.with("misread.more_counted", "n", n),
            (Some(n), true) => lang.with("misread.more_stopped", "n", n),
        },
        Reason::Limit(limit) => beyond(*limit, lang),
        Reason::Unread(unread) => file(unread, lang),
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
    let allowed: Vec<String> = error.allowed.split_whitespace().map(str::to_owned).collect();
    lang.fill(key, &[("value", &error.word), ("allowed", &list(&allowed, lang))])
}

/// What is too large, and how large it may be.
fn beyond(limit: Limit, lang: Lang) -> String {
    let (key, most): (_, &dyn std::fmt::Display) = match &limit {
        Limit::File { found, most } => {
            return lang.fill("misread.limit_file", &[("found", found), ("most", most)]);
        }
        Limit::FileCells(most) => ("misread.limit_file_cells", most),
        Limit::RowCells(most) => ("misread.limit_row_cells", most),
        Limit::RowBytes(most) => ("misread.limit_row_bytes", most),
        Limit::CellBytes(most) => ("misread.limit_cell_bytes", most),
        Limit::TextBytes(most) => ("misread.limit_text_bytes", most),
        Limit::Values(most) => ("misread.limit_values", most),
        Limit::Depth(most) => ("misread.limit_depth", most),
        Limit::Opened(most) => ("misread.limit_opened", most),
        Limit::Parts(most) => ("misread.limit_parts", most),
        Limit::BookCells(most) => ("misread.limit_book_cells", most),
        Limit::BookTexts(most) => ("misread.limit_book_texts", most),
        Limit::BookBytes(most) => ("misread.limit_book_bytes", most),
        Limit::BookCellBytes(most) => ("misread.limit_book_cell_bytes", most),
        Limit::Columns(most) => ("misread.limit_columns", most),
    };
    lang.fill(key, &[("most", most)])
}

fn file(unread: &Unread, lang: Lang) -> String {
    match unread {
        Unread::Syntax { format, message } => {
            lang.fill("misread.file_syntax", &[("format", format), ("message", message)])
        }
        Unread::Zip(message) => lang.with("misread.file_zip", "message", message),
        Unread::Book { part, message } => lang.fill("misread.file_book", &[("part", part), ("message", message)]),
        Unread::Binary => lang.t("misread.file_binary"),
        Unread::OpenQuote => lang.t("misread.file_open_quote"),
        Unread::Anchors => lang.t("misread.file_anchors"),
        Unread::NoTables => lang.t("misread.file_no_tables"),
        Unread::OldBook => lang.t("misread.file_old_book"),
        Unread::OtherXml => lang.t("misread.file_other_xml"),
        Unread::Names(names) => lang.with("misread.file_names", "names", list(names, lang)),
        Unread::NoTable(format) => lang.with("misread.file_no_table", "format", format),
        Unread::NoDocument(format) => lang.with("misread.file_no_document", "format", format),
        Unread::NoSheet { wanted, sheets } => lang.fill(
            "misread.file_no_sheet",
            &[("wanted", wanted), ("sheets", &list(sheets, lang))],
        ),
        Unread::EmptyBook => lang.t("misread.file_empty_book"),
        Unread::NoProfile => lang.t("misread.file_no_profile"),
        Unread::TooManyNames => lang.t("misread.file_too_many_names"),
        Unread::SecondTable(name) => lang.with("misread.file_second_table", "name", name),
        Unread::NoRates => lang.t("misread.file_no_rates"),
    }
}

fn list(names: &[String], lang: Lang) -> String {
    names.join(&lang.t("list.join"))
}

/// The columns that tell records apart; some formats have none, and say in words what does.
pub(super) fn columns(columns: &str, lang: Lang) -> String {
    let text = match columns {
        "region and instance type" => lang.t("misread.columns_region_type"),
        "machine type and region" => lang.t("misread.columns_type_region"),
        "vendor, instance type and region" => lang.t("misread.columns_vendor_type_region"),
        "system, task and scenario" => lang.t("misread.columns_result"),
        "Cloud and Name (or accelerator, count and size)" => lang.t("misread.columns_cloud"),
        "subject, attribute, variant, source, as_of (and value of a text)" => lang.t("misread.columns_fact"),
        names if lang == Lang::Zh => names.replace(" and ", "、").replace(", ", "、"),
        names => names.to_owned(),
    };
    super::inside(&text, lang)
}
