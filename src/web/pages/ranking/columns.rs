//! The choice of columns and of the unit of prices: a small form without a script, ready-made sets, and what the headings say.

use super::panel::Choice;
use crate::domain::catalogue::Plan;
use crate::domain::money::Currency;
use crate::domain::ranking::{MeasuredOffer, Prepared};
use crate::web::columns::{Column, ColumnSet};
use crate::web::lang::Lang;
use crate::web::money::rates_in_use;
use crate::web::pick::Per;
use crate::web::query::Query;

/// The form.
#[derive(Debug, Clone)]
pub(super) struct ColumnsForm {
    /// What is chosen, in a few words.
    pub(super) summary: String,
    /// Every column that can be left out.
    pub(super) columns: Vec<Choice>,
    /// What a price is of.
    pub(super) units: Vec<Choice>,
    /// Columns that go well together.
    pub(super) sets: Vec<Choice>,
}

/// Which columns there are, for a template.
#[derive(Debug, Clone)]
pub(in crate::web::pages) struct Shows(pub(super) Vec<Column>);

impl ColumnsForm {
    pub(super) fn new(lang: Lang, prepared: &Prepared, query: &Query) -> Self {
        let chosen = query.view.columns();
        let per = query.view.pick.per;
        let set = ColumnSet::ALL
            .into_iter()
            .find(|set| set.columns().into_iter().eq(chosen.iter().copied()));
        let set_name = |set: ColumnSet| lang.t(&format!("columns.set_{}", set.word()));
        let unit_name = |per: Per| lang.t(&format!("columns.per_{}", per.word()));
        let name = set.map_or_else(|| lang.t("columns.own"), set_name);
        Self {
            summary: lang.fill("columns.summary", &[("set", &name), ("unit", &unit_name(per))]),
            columns: Column::ALL
                .map(|column| Choice {
                    value: column.word().to_owned(),
                    text: heading(lang, prepared, column),
                    chosen: chosen.contains(&column),
                })
                .to_vec(),
            units: [Per::Gpu, Per::Offer]
                .map(|one| Choice {
                    value: one.word().to_owned(),
                    text: unit_name(one),
                    chosen: one == per,
                })
                .to_vec(),
            sets: ColumnSet::ALL
                .map(|one| Choice {
                    value: one.word().to_owned(),
                    text: set_name(one),
                    chosen: Some(one) == set,
                })
                .to_vec(),
        }
    }
}

impl Shows {
    pub(in crate::web::pages) fn parts(&self) -> bool {
        self.0.contains(&Column::Parts)
    }

    pub(in crate::web::pages) fn cost(&self) -> bool {
        self.0.contains(&Column::Cost)
    }

    pub(in crate::web::pages) fn coverage(&self) -> bool {
        self.0.contains(&Column::Coverage)
    }

    pub(in crate::web::pages) fn unknown(&self) -> bool {
        self.0.contains(&Column::Unknown)
    }

    /// There are more than a sheet of paper takes upright.
    pub(in crate::web::pages) fn many(&self) -> bool {
        self.0.len() > 4
    }
}

/// The heading of a column.
pub(super) fn heading(lang: Lang, prepared: &Prepared, column: Column) -> String {
    match column {
        Column::Parts => lang.t("column.parts"),
        Column::Price(plan) => price_heading(lang, plan),
        Column::Cost => super::model::cost_heading(lang, prepared),
        Column::Coverage => lang.t("column.coverage"),
        Column::Unknown => lang.t("column.unknown"),
    }
}

/// The heading of a plan's prices.
pub(super) fn price_heading(lang: Lang, plan: Plan) -> String {
    match plan {
        Plan::OnDemand => lang.t("column.price"),
        Plan::Spot | Plan::Reserved1y | Plan::Reserved3y => lang.t(&format!("plan.{plan}")),
    }
}

/// What the figures below a heading of prices are: `USD/GPU·h`.
pub(in crate::web::pages) fn price_unit(lang: Lang, per: Per, currency: Currency) -> String {
    let key = match per {
        Per::Gpu => "column.price_unit",
        Per::Offer => "column.price_unit_instance",
    };
    lang.with(key, "currency", currency)
}

/// What the figures of a file mean: release, units, months, exchange rates.
pub(super) fn about(lang: Lang, prepared: &Prepared, query: &Query) -> [String; 3] {
    let usage = prepared.need().usage;
    let unit = lang.t(&format!("csv.per_{}", query.view.pick.per.word()));
    let units = lang.fill(
        "csv.units",
        &[
            ("currency", &query.brief.shown_currency()),
            ("unit", &unit),
            ("months", &usage.whole_months()),
            ("util", &usage.util),
        ],
    );
    let rates = rates_in_use(prepared, query, lang).unwrap_or_else(|| lang.t("csv.no_conversion"));
    [super::model::foot(lang, prepared), units, rates]
}

/// The criteria of which nothing is known.
pub(super) fn unknown_criteria<'p>(prepared: &'p Prepared, measured: &MeasuredOffer, lang: Lang) -> Vec<&'p str> {
    let criteria = prepared.scorecard().criteria().zip(&measured.gaps);
    let missing = criteria.filter(|(_, gap)| gap.is_some());
    missing.map(|(criterion, _)| lang.text(&criterion.name)).collect()
}
