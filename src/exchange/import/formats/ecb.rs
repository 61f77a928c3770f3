//! Euro foreign exchange reference rates of the European Central Bank: the daily and the historical CSV, a row for each day and a
//! column for each currency, and the daily and historical XML. Of several days the newest is taken, the others are counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use ::csv::StringRecord;
use jiff::civil::Date;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::domain::evidence::{AsOf, Evidence};
use crate::domain::money::Currency;
use crate::domain::rates::{ExchangeRate, Rate};
use crate::domain::scoring::Grade;
use crate::exchange::catalogue::Label;
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::note::{Note, Remark};
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::limits::PROBLEMS;
use crate::exchange::source::{Fault, Grid};
use crate::exchange::{Problem, ProblemKind, Reason, Unread};

const SOURCE: &str = "European Central Bank, euro foreign exchange reference rates";
const URL: &str = "https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/";

/// More days than the bank has published since 1999, and more currencies than there are.
const MOST_DAYS: usize = 50_000;

/// Whether a header is that of the CSV: a date, then currencies.
pub(in crate::exchange::import) fn is_header(header: &StringRecord) -> bool {
    let mut names = header.iter().map(str::trim).filter(|name| !name.is_empty());
    names.next().is_some_and(|first| first.eq_ignore_ascii_case("date"))
        && header.len() > 2
        && names.all(|name| Currency::parse(name).is_ok())
}

/// One day of the file.
struct Day {
    date: Date,
    row: Option<u64>,
    rates: Vec<(String, String)>,
}

/// Reads the CSV.
pub(in crate::exchange::import) fn read_table(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut reading = Reading::new(file, context);
    let header: Vec<String> = grid.header.iter().map(|name| name.trim().to_owned()).collect();
    for row in grid.rows.take(MOST_DAYS) {
        match row {
            Err(fault) => reading.problems.push(fault.of(file)),
            Ok((line, cells)) => {
                let mut cells = cells.iter().map(str::trim);
                let text = cells.next().unwrap_or_default();
                let Some(date) = day(text) else {
                    reading.fault(Some(line), "Date", Reason::Day(shown(text)));
                    continue;
                };
                let rates = header.iter().skip(1).zip(cells);
                reading.take(Day {
                    date,
                    row: Some(line),
                    rates: rates.map(|(name, cell)| (name.clone(), cell.to_owned())).collect(),
                });
            }
        }
    }
    reading.finish()
}

/// Whether a text is the XML.
pub(in crate::exchange::import) fn is_document(text: &str) -> bool {
    text.starts_with('<') && text.contains("Cube")
}

/// Reads the XML: an element `Cube` with a `time` for each day, and in it one with `currency` and `rate` for each currency.
pub(in crate::exchange::import) fn read_document(file: &str, text: &str, context: &Context<'_>) -> Imported {
    let mut reading = Reading::new(file, context);
    let mut reader = Reader::from_str(text);
    let mut current: Option<Day> = None;
    let mut days = 0;
    loop {
        let element = match reader.read_event() {
            Err(error) => {
                let message = error.to_string();
                let reason = Unread::Syntax { format: "XML", message };
                reading.problems.push(Fault::whole(reason).of(file));
                break;
            }
            Ok(Event::Eof) => break,
            Ok(Event::Start(element) | Event::Empty(element)) => element,
            Ok(_) => continue,
        };
        if element.local_name().as_ref() != "Cube" {
            continue;
        }
        if let Some(time) = attribute(&element, "time") {
            if let Some(before) = current.take() {
                reading.take(before);
            }
            days += 1;
            if days > MOST_DAYS {
                break;
            }
            match day(&time) {
                None => reading.fault(None, "time", Reason::Day(shown(&time))),
                Some(date) => {
                    current = Some(Day {
                        date,
                        row: None,
                        rates: Vec::new(),
                    });
                }
            }
        }
        let rate = attribute(&element, "currency").zip(attribute(&element, "rate"));
        if let (Some(day), Some(rate)) = (&mut current, rate)
            && day.rates.len() < 1_000
        {
            day.rates.push(rate);
        }
    }
    if let Some(last) = current {
        reading.take(last);
    }
    reading.finish()
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let found = element.try_get_attribute(name).ok().flatten()?;
    Some(found.value.into_owned())
}

/// `2026-11-30` or `30 November 2026`.
fn day(text: &str) -> Option<Date> {
    text.parse()
        .ok()
        .or_else(|| jiff::fmt::strtime::parse("%d %B %Y", text).ok()?.to_date().ok())
}

struct Reading<'c> {
    file: String,
    context: &'c Context<'c>,
    newest: Option<Day>,
    days: u64,
    problems: Vec<Problem>,
}

impl<'c> Reading<'c> {
    fn new(file: &str, context: &'c Context<'c>) -> Self {
        Self {
            file: file.chars().filter(|c| !c.is_control()).take(200).collect(),
            context,
            newest: None,
            days: 0,
            problems: Vec::new(),
        }
    }

    fn take(&mut self, day: Day) {
        self.days += 1;
        if self.newest.as_ref().is_none_or(|newest| newest.date < day.date) {
            self.newest = Some(day);
        }
    }

    fn fault(&mut self, row: Option<u64>, column: &str, reason: impl Into<Reason>) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(Problem {
                file: self.file.clone(),
                row,
                column: Some(column.to_owned()),
                kind: ProblemKind::Value { reason: reason.into() },
            });
        }
    }

    fn finish(mut self) -> Imported {
        let mut imported = Imported {
            format: Some(Format::Ecb),
            ..Imported::default()
        };
        let count = |imported: &mut Imported, remark, row, count| {
            if count > 0 {
                let mut note = Note::new(remark, row, "");
                note.count = count;
                imported.notes.push(note);
            }
        };
        count(&mut imported, Remark::RowsRead, None, self.days);
        count(&mut imported, Remark::OlderDays, None, self.days.saturating_sub(1));
        let Some(day) = self.newest.take() else {
            if self.problems.is_empty() {
                let fault = Fault::whole(Unread::NoRates);
                self.problems.push(fault.of(&self.file));
            }
            imported.problems = self.problems;
            return imported;
        };
        if day.date > self.context.today {
            let kind = ProblemKind::Future {
                value: day.date.to_string(),
                today: self.context.today,
            };
            self.problems.push(Problem {
                file: self.file.clone(),
                row: day.row,
                column: Some("Date".to_owned()),
                kind,
            });
        }
        let mut without = 0;
        let file: Arc<str> = self.file.as_str().into();
        let mut seen = BTreeSet::new();
        for (name, text) in &day.rates {
            if text.is_empty() || text == "N/A" {
                without += u64::from(!name.is_empty());
                continue;
            }
            match (Currency::parse(name), Rate::parse(text)) {
                (Ok(quote), Ok(rate)) => {
                    let rate = self.rate(quote, rate, day.date);
                    imported.places.push(ExchangeRate::KIND, &file, day.row.unwrap_or(0));
                    if !seen.insert(rate.label()) {
                        self.fault(day.row, name, Reason::Twice(name.clone()));
                    }
                    imported.records.rates.push(rate);
                }
                (Err(error), _) => self.fault(day.row, name, error),
                (_, Err(error)) => self.fault(day.row, name, error),
            }
        }
        count(&mut imported, Remark::NoRate, day.row, without);
        imported.problems = self.problems;
        imported
    }

    fn rate(&self, quote: Currency, rate: Rate, date: Date) -> ExchangeRate {
        let own = self.context.source.clone();
        ExchangeRate {
            base: Currency::EUR,
            quote,
            rate,
            evidence: Evidence {
                url: own.is_none().then(|| URL.to_owned()),
                source: own.unwrap_or_else(|| SOURCE.to_owned()),
                as_of: AsOf::of_day(date),
                grade: Some(Grade::B),
                note: None,
            },
        }
    }
}
