//! The fields of the brief that change what an offer costs.

use super::panel::Choice;
use crate::domain::brief::gate_mode_word;
use crate::domain::money::Currency;
use crate::domain::ranking::Prepared;
use crate::domain::scorecard::GateMode;
use crate::domain::usage::{Term, UsageWord};
use crate::web::lang::Lang;
use crate::web::query::Query;

/// The fields.
#[derive(Debug, Clone)]
pub(super) struct UsageFields {
    /// Amounts, in the order of the form.
    pub amounts: Vec<AmountField>,
    /// The plans to choose from.
    pub terms: Vec<Choice>,
    /// The currencies to choose from.
    pub currencies: Vec<Choice>,
    /// The budget; empty for none.
    pub budget: String,
    /// What happens to offers over the budget.
    pub over: Vec<Choice>,
    /// The scorecards to choose from.
    pub scorecards: Vec<Choice>,
}

/// A number of the form.
#[derive(Debug, Clone)]
pub(super) struct AmountField {
    /// Its word in links.
    pub word: &'static str,
    /// Its name, with its unit.
    pub label: String,
    /// Its value.
    pub value: String,
    /// The least and the most.
    pub bounds: (u64, u64),
    /// `1` for whole numbers, `any` for others.
    pub step: &'static str,
}

impl UsageFields {
    pub(super) fn new(lang: Lang, prepared: &Prepared, query: &Query) -> Self {
        let usage = prepared.need().usage;
        let amounts = UsageWord::ALL.map(|word| AmountField {
            word: word.word(),
            label: lang.t(&format!("usage.{}", word.word())),
            value: usage.amount(word).to_string(),
            bounds: word.bounds(),
            step: if word == UsageWord::Months { "1" } else { "any" },
        });
        let terms = Term::ALL.map(|term| Choice {
            value: term.word().to_owned(),
            text: match term {
                Term::Best => lang.t("usage.term_best"),
                Term::Plan(plan) => lang.t(&format!("plan.{plan}")),
            },
            chosen: term == usage.term,
        });
        let mode = query.brief.gates.get("budget").copied().unwrap_or(GateMode::Want);
        let over = [GateMode::Want, GateMode::Must, GateMode::Off].map(|one| Choice {
            value: gate_mode_word(one).to_owned(),
            text: lang.t(&format!("usage.over_{}", gate_mode_word(one))),
            chosen: one == mode,
        });
        Self {
            amounts: amounts.to_vec(),
            terms: terms.to_vec(),
            currencies: currencies(prepared, query.brief.shown_currency()),
            budget: query.brief.budget.map_or_else(String::new, |b| b.to_string()),
            over: over.to_vec(),
            scorecards: Vec::new(),
        }
    }
}

/// US dollars, every currency with a rate, and the one in use even if it has none.
fn currencies(prepared: &Prepared, shown: Currency) -> Vec<Choice> {
    let mut all = prepared.catalogue().rates().currencies();
    all.extend([Currency::USD, shown]);
    all.sort();
    all.dedup();
    let choice = |currency: Currency| Choice {
        value: currency.to_string(),
        text: currency.to_string(),
        chosen: currency == shown,
    };
    all.into_iter().map(choice).collect()
}
