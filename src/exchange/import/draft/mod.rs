//! The records an import grows: one offer for each vendor, instance type and region, its prices, and everything that is wrong. A
//! second row about the same thing is merged by a rule or reported, never the silent winner.

mod finish;
mod listing;
mod values;

pub(super) use finish::{hash, slug};

use std::collections::{BTreeMap, BTreeSet};

use super::accelerators::Known;
use super::note::{Note, Remark};
use super::{Context, Scope};
use crate::domain::catalogue::{Area, BenchmarkResult, Completeness, CpuMemory, Fact, Fraction, Offer, Plan};
use crate::domain::evidence::{AsOf, Evidence};
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::domain::money::{Currency, Micros};
use crate::domain::scoring::Grade;
use crate::exchange::source::limits::PROBLEMS;
use crate::exchange::{Problem, ProblemKind, Reason};

/// Where a value stands: a row of a table, or a path of names in a document.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct At<'r> {
    pub(super) row: Option<u64>,
    pub(super) path: &'r str,
}

/// One row of a price list.
#[derive(Debug, Clone)]
pub(super) struct Listing<'r> {
    pub(super) vendor: VendorId,
    pub(super) instance_type: &'r str,
    pub(super) region: &'r str,
    /// The zone inside the region, where a list has a row for each.
    pub(super) zone: &'r str,
    pub(super) area: Option<Area>,
    pub(super) accelerator: AcceleratorId,
    pub(super) count: Fraction,
    pub(super) host: CpuMemory,
    pub(super) currency: Currency,
    pub(super) prices: Vec<Quote>,
    /// Which columns tell rows apart, for the report of a duplicate.
    pub(super) key_columns: &'static str,
    /// What to remember about offer and prices.
    pub(super) note: Option<&'static str>,
}

/// One price of a row.
#[derive(Debug, Clone)]
pub(super) struct Quote {
    pub(super) plan: Plan,
    pub(super) hourly: Micros,
    pub(super) upfront: Option<Micros>,
    pub(super) completeness: Completeness,
    pub(super) note: Option<&'static str>,
}

impl Quote {
    pub(super) fn all_in(plan: Plan, hourly: Micros) -> Self {
        Self {
            plan,
            hourly,
            upfront: None,
            completeness: Completeness::AllIn,
            note: None,
        }
    }
}

/// Vendor, instance type and region.
type Key = (String, String, String);

struct OfferDraft {
    row: Option<u64>,
    offer: Offer,
    zones: BTreeSet<String>,
}

struct PriceDraft {
    row: Option<u64>,
    quote: Quote,
    as_of: AsOf,
}

/// Everything read so far.
pub(super) struct Draft<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) known: Known<'c>,
    pub(super) file: String,
    /// The evidence of every value of this file.
    pub(super) evidence: Evidence,
    offers: BTreeMap<Key, OfferDraft>,
    /// Numbers of the ids of `offers`.
    ids: BTreeSet<u64>,
    prices: BTreeMap<(OfferId, Plan, Currency, Completeness), PriceDraft>,
    facts: Vec<(Option<u64>, Fact)>,
    results: Vec<(Option<u64>, BenchmarkResult)>,
    result_places: BTreeMap<String, Option<u64>>,
    problems: Vec<Problem>,
    problems_beyond: u64,
    notes: BTreeMap<(Remark, String), Note>,
    scope: Scope,
    /// Whether the file lists whole vendors, or only the regions it names.
    pub(super) whole_vendors: bool,
    /// Whether it lists offers at all: an offer that a table of other things does not name is not missing.
    pub(super) lists_offers: bool,
}

impl<'c> Draft<'c> {
    pub(super) fn new(file: &str, grade: Grade, context: &'c Context<'c>) -> Self {
        let file: String = file.chars().filter(|c| !c.is_control()).take(200).collect();
        let evidence = Evidence {
            source: context.source.clone().unwrap_or_else(|| file.clone()),
            url: None,
            as_of: context.as_of.clone().unwrap_or_else(AsOf::undated),
            grade: Some(grade),
            note: None,
        };
        Self {
            context,
            known: Known::new(context.catalogue),
            file,
            evidence,
            offers: BTreeMap::new(),
            ids: BTreeSet::new(),
            prices: BTreeMap::new(),
            facts: Vec::new(),
            results: Vec::new(),
            result_places: BTreeMap::new(),
            problems: Vec::new(),
            problems_beyond: 0,
            notes: BTreeMap::new(),
            scope: Scope::default(),
            whole_vendors: false,
            lists_offers: true,
        }
    }

    /// Notes a problem; beyond ten thousand it is only counted.
    pub(super) fn push(&mut self, problem: Problem) {
        if self.problems.len() < PROBLEMS {
            self.problems.push(problem);
        } else {
            self.problems_beyond += 1;
        }
    }

    /// Whether there are so many problems that counting more of them tells nothing.
    pub(super) fn has_had_enough(&self) -> bool {
        self.problems_beyond > 10 * u64::try_from(PROBLEMS).unwrap_or(u64::MAX)
    }

    /// Notes a problem with a value; the reason names it and says what to do.
    pub(super) fn fault(&mut self, at: At<'_>, column: &str, reason: impl Into<Reason>) {
        self.kind(at, column, ProblemKind::Value { reason: reason.into() });
    }

    /// Notes a problem.
    pub(super) fn kind(&mut self, at: At<'_>, column: &str, kind: ProblemKind) {
        let place = match (at.path, column) {
            ("", "") => None,
            ("", column) => Some(column.to_owned()),
            (path, "") => Some(path.to_owned()),
            (path, column) => Some(format!("{path} / {column}")),
        };
        self.push(Problem {
            file: self.file.clone(),
            row: at.row,
            column: place,
            kind,
        });
    }

    /// Counts something.
    pub(super) fn note(&mut self, remark: Remark, at: At<'_>) {
        self.note_detail(remark, at, "");
    }

    /// Counts something with a detail that is part of the message.
    pub(super) fn note_detail(&mut self, remark: Remark, at: At<'_>, detail: &str) {
        if !self.notes.contains_key(&(remark, String::new())) || !detail.is_empty() {
            let new = || Note::new(remark, at.row, detail);
            self.notes.entry((remark, detail.to_owned())).or_insert_with(new);
        }
        if let Some(note) = self.notes.get_mut(&(remark, detail.to_owned())) {
            note.count += 1;
        }
    }

    /// Says that the file lists this instance type, whether the row can be read or not.
    pub(super) fn mention(&mut self, vendor: &VendorId, instance_type: &str, region: &str) {
        if !self.lists_offers {
            return;
        }
        let place = (!self.whole_vendors).then(|| region.to_lowercase());
        self.scope.places.insert((vendor.to_string(), place));
        // Only what the catalogue has can be missing from it.
        if self.known.listing(vendor.as_str(), instance_type, region).is_some() {
            self.scope.mentioned.insert(key(vendor, instance_type, region));
        }
    }

    /// Takes a fact.
    pub(super) fn fact(&mut self, fact: Fact, at: At<'_>) {
        self.facts.push((at.row, fact));
    }

    /// Takes a benchmark result; the id tells results apart.
    pub(super) fn result(&mut self, result: BenchmarkResult, at: At<'_>) {
        if let Some(first) = self.result_places.get(result.id.as_str()) {
            let first = *first;
            self.duplicate(at, "system, task and scenario", first);
            return;
        }
        self.result_places.insert(result.id.to_string(), at.row);
        self.results.push((at.row, result));
    }

    /// Whether a result of that id was taken.
    pub(super) fn has_result(&self, id: &str) -> bool {
        self.result_places.contains_key(id)
    }
}

fn key(vendor: &VendorId, instance_type: &str, region: &str) -> Key {
    (vendor.to_string(), instance_type.to_lowercase(), region.to_lowercase())
}
