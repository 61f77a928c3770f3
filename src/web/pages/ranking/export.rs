//! The workbench's rows as CSV: the same rows and columns in the same order and the same shown digits, numbers as numbers.

use axum::response::Response;

use super::columns::{about, unknown_criteria};
use super::rows::{Entry, shown, shown_price};
use super::table::Table;
use super::view::RowView;
use super::words::name_of;
use crate::domain::catalogue::Plan;
use crate::domain::cost::{Amount, rounded};
use crate::domain::ranking::{MeasuredOffer, Prepared, Ranking};
use crate::domain::scoring::display::Tenths;
use crate::web::columns::Column;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::fixed;
use crate::web::money::Money;
use crate::web::pick::Per;
use crate::web::query::Query;
use crate::web::sheet::{Sheet, text};

/// Every row of the view, all pages of it, below lines that say what the figures mean.
///
/// # Errors
/// [`WebError::Internal`] when the rows cannot be written.
pub(super) fn csv(ctx: &Ctx, prepared: &Prepared, ranking: &Ranking, query: &Query) -> Result<Response, WebError> {
    let columns = query.view.columns();
    let mut sheet = Sheet::new(&about(ctx.lang, prepared, query))?;
    let fixed_heads = [
        "place", "rank", "vendor", "offer", "region", "offer_id", "score", "low", "high",
    ];
    let chosen = columns.iter().flat_map(|column| heads(*column, prepared, query));
    let heads = fixed_heads.map(str::to_owned).into_iter().chain(chosen);
    sheet.row(heads.chain(["eligibility", "remarks"].map(str::to_owned)))?;
    let writer = Writer {
        table: Table {
            lang: ctx.lang,
            today: ctx.today,
            prepared,
            ranking,
            query,
        },
        money: Money::new(prepared.catalogue(), &query.brief),
        columns,
    };
    for entry in shown(prepared, ranking, query).ranked {
        if let Some(fields) = writer.fields(&entry) {
            sheet.row(fields)?;
        }
    }
    sheet.response("ranking", prepared.catalogue().release().number)
}

/// The headings of a column: some of the table's are several of a file's.
fn heads(column: Column, prepared: &Prepared, query: &Query) -> Vec<String> {
    let currency = query.brief.shown_currency().to_string().to_lowercase();
    match column {
        Column::Parts => {
            let dimensions = prepared.scorecard().dimensions.iter();
            dimensions.map(|d| format!("{}_points", d.id)).collect()
        }
        Column::Price(plan) => {
            let unit = match query.view.pick.per {
                Per::Gpu => "per_gpu_hour",
                Per::Offer => "per_instance_hour",
            };
            vec![match plan {
                Plan::OnDemand => format!("{currency}_{unit}"),
                Plan::Spot | Plan::Reserved1y | Plan::Reserved3y => format!("{plan}_{currency}_{unit}"),
            }]
        }
        Column::Cost => vec![
            format!("tco_{currency}_low"),
            format!("tco_{currency}_high"),
            "plan".to_owned(),
        ],
        Column::Coverage => ["coverage_percent", "evidence_grade"].map(str::to_owned).to_vec(),
        Column::Unknown => vec!["unknown".to_owned()],
    }
}

/// What rows are written from.
struct Writer<'a> {
    table: Table<'a>,
    money: Money<'a>,
    columns: Vec<Column>,
}

impl Writer<'_> {
    fn fields(&self, entry: &Entry<'_>) -> Option<Vec<String>> {
        let Table { prepared, lang, .. } = self.table;
        let row = self.table.row(entry)?;
        let measured = prepared.offers().get(entry.row.offer)?;
        let score = entry.row.score?;
        let offer = &measured.offer;
        let mut fields = vec![
            row.place.to_string(),
            entry.row.rank.map_or_else(String::new, |r| r.to_string()),
            text(&name_of(prepared.catalogue(), offer, lang)),
            text(&offer.instance_type),
            text(&offer.region),
            offer.id.to_string(),
            row.total.score.clone(),
            Tenths::nearest(score.low).to_string(),
            Tenths::nearest(score.high).to_string(),
        ];
        for column in &self.columns {
            fields.extend(self.column(*column, entry, (&row, measured)));
        }
        fields.push(format!("{:?}", entry.row.eligibility).to_lowercase());
        let conditional = row
            .conditional
            .map(|reasons| format!("{} – {reasons}", lang.t("row.conditional")));
        let remarks = conditional
            .into_iter()
            .chain(row.remarks.into_iter().map(|remark| remark.text));
        fields.push(text(&remarks.collect::<Vec<_>>().join(" | ")));
        Some(fields)
    }

    fn column(&self, column: Column, entry: &Entry<'_>, (row, measured): (&RowView, &MeasuredOffer)) -> Vec<String> {
        let Table {
            prepared, lang, query, ..
        } = self.table;
        match column {
            Column::Parts => row.total.parts.iter().map(|p| p.points.clone()).collect(),
            Column::Price(plan) => {
                let unit = (query.view.pick.per, query.brief.shown_currency());
                let price = shown_price(prepared, entry.row, plan, unit);
                vec![price.map_or_else(String::new, |x| fixed(x, 2).replace(',', ""))]
            }
            Column::Cost => cost_fields(&self.money, measured).to_vec(),
            Column::Coverage => vec![row.coverage.clone(), row.grade.clone().unwrap_or_default()],
            Column::Unknown => vec![text(&unknown_criteria(prepared, measured, lang).join(" | "))],
        }
    }
}

/// The least and the most that the months cost, to the cent, and under which plan; empty where that is unknown.
fn cost_fields(money: &Money<'_>, measured: &MeasuredOffer) -> [String; 3] {
    let Ok(cost) = &measured.cost else {
        return Default::default();
    };
    let amount = |amount: Amount| {
        let shown = money.of_usd(amount.decimal());
        shown.map_or_else(String::new, |x| rounded(x, 2).to_string())
    };
    [amount(cost.total.0), amount(cost.total.1), cost.plan.word().to_owned()]
}
