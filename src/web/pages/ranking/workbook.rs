//! The workbench as a workbook that computes: change a weight, and totals, their ranges and ranks follow. Five sheets: the ranking, the
//! weights, and the value of every criterion on its scale as it counts, at least and at most, from which totals are sums of products.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_decimal::prelude::ToPrimitive;
use rust_xlsxwriter::{Format, Formula, Workbook, Worksheet, XlsxError, utility::column_number_to_name};

use super::columns::{about, price_heading, price_unit, unknown_criteria};
use super::rows::{Entry, shown, shown_price};
use super::words::{name_of, place_of};
use crate::domain::cost::Amount;
use crate::domain::ranking::{MeasuredOffer, Prepared, Ranking, typical_grade};
use crate::domain::scoring::Eligibility;
use crate::domain::scoring::cell::Span;
use crate::web::columns::Column;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::money::Money;
use crate::web::query::Query;

/// The row of the headings of the ranking and of the values, counted from 0; rows of offers follow.
const HEADS: u32 = 5;

/// A sheet of values: its name, the key of what it says of itself, and which end of a value it holds.
type Values = (&'static str, &'static str, fn(&Span) -> f64);

const VALUES: Values = ("Values", "workbook.values", |span| span.data_low);
const LOWEST: Values = ("Lowest", "workbook.lowest", |span| span.evidence_low);
const HIGHEST: Values = ("Highest", "workbook.highest", |span| span.evidence_high);

/// What a workbook is made from.
struct Book<'a> {
    lang: Lang,
    prepared: &'a Prepared,
    ranking: &'a Ranking,
    query: &'a Query,
    rows: Vec<Entry<'a>>,
    bold: Format,
}

/// Every row of the view, all pages of it.
///
/// # Errors
/// [`WebError::Internal`] when the workbook cannot be written.
pub(super) fn xlsx(ctx: &Ctx, prepared: &Prepared, ranking: &Ranking, query: &Query) -> Result<Response, WebError> {
    let book = Book {
        lang: ctx.lang,
        prepared,
        ranking,
        query,
        rows: shown(prepared, ranking, query).ranked,
        bold: Format::new().set_bold(),
    };
    let bytes = book.write().map_err(|e| WebError::Internal(e.to_string()))?;
    let name = format!(
        "attachment; filename=\"steelyard-ranking-r{}.xlsx\"",
        prepared.catalogue().release().number
    );
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet".to_owned();
    Ok((
        [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)],
        bytes,
    )
        .into_response())
}

impl Book<'_> {
    fn write(&self) -> Result<Vec<u8>, XlsxError> {
        let mut workbook = Workbook::new();
        self.ranking(workbook.add_worksheet())?;
        self.weights(workbook.add_worksheet())?;
        for values in [VALUES, LOWEST, HIGHEST] {
            self.values(workbook.add_worksheet(), values)?;
        }
        workbook.save_to_buffer()
    }

    /// Lines that say what the figures mean.
    fn about(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        let lines = about(self.lang, self.prepared, self.query).into_iter();
        let lines = lines.chain([self.lang.t("workbook.lead")]);
        for (row, line) in (0_u32..).zip(lines) {
            sheet.write_string(row, 0, line)?;
        }
        Ok(())
    }

    fn heads(&self, sheet: &mut Worksheet, heads: &[String]) -> Result<(), XlsxError> {
        for (column, head) in (0_u16..).zip(heads) {
            sheet.write_string_with_format(HEADS, column, head, &self.bold)?;
        }
        Ok(())
    }

    fn ranking(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name("Ranking")?;
        self.about(sheet)?;
        let mut heads: Vec<String> = ["rank", "vendor", "offer", "region", "score", "low", "high"]
            .map(str::to_owned)
            .to_vec();
        let columns = self.query.view.columns().into_iter();
        heads.extend(columns.flat_map(|column| self.column_heads(column)));
        heads.extend(["eligibility", "offer id"].map(str::to_owned));
        self.heads(sheet, &heads)?;
        let (first, last) = self.span();
        for (row, entry) in (HEADS + 1..).zip(&self.rows) {
            self.ranked(sheet, row, entry, (first, last))?;
        }
        sheet.set_freeze_panes(HEADS + 1, 3)?;
        sheet.set_column_width(1, 24)?;
        sheet.set_column_width(2, 28)?;
        sheet.set_column_width(3, 24)?;
        Ok(())
    }

    /// The first and the last row of the offers as a spreadsheet counts them.
    fn span(&self) -> (u32, u32) {
        let count = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
        (HEADS + 2, HEADS + 1 + count)
    }

    fn ranked(
        &self,
        sheet: &mut Worksheet,
        row: u32,
        entry: &Entry<'_>,
        (first, last): (u32, u32),
    ) -> Result<(), XlsxError> {
        let (Some(measured), Some(score)) = (self.prepared.offers().get(entry.row.offer), entry.row.score) else {
            return Ok(());
        };
        let (number, catalogue) = (row + 1, self.prepared.catalogue());
        let rank = format!("=1+COUNTIF($E${first}:$E${last},\">\"&(E{number}+0.000000001))");
        // The place in this file; a filtered list has fewer rows than the ranking.
        sheet.write_formula(row, 0, Formula::new(rank).set_result(entry.place.to_string()))?;
        sheet.write_string(row, 1, name_of(catalogue, &measured.offer, self.lang))?;
        sheet.write_string(row, 2, &measured.offer.instance_type)?;
        sheet.write_string(row, 3, place_of(&measured.offer, self.lang))?;
        let totals = [(VALUES, score.floor), (LOWEST, score.low), (HIGHEST, score.high)];
        for (at, (values, total)) in (4_u16..).zip(totals) {
            let formula = product(values, number, (3, 2 + self.criteria()));
            sheet.write_formula(row, at, Formula::new(formula).set_result(total.to_string()))?;
        }
        let mut at = 7_u16;
        for column in self.query.view.columns() {
            at = self.chosen(sheet, (row, at), entry, (column, measured))?;
        }
        sheet.write_string(row, at, eligibility(entry.row.eligibility))?;
        sheet.write_string(row, at + 1, measured.offer.id.as_str())?;
        Ok(())
    }

    fn column_heads(&self, column: Column) -> Vec<String> {
        let currency = self.query.brief.shown_currency();
        match column {
            Column::Parts => {
                let dimensions = self.prepared.scorecard().dimensions.iter();
                dimensions
                    .map(|d| format!("{} points", self.lang.text(&d.name)))
                    .collect()
            }
            Column::Price(plan) => {
                let unit = price_unit(self.lang, self.query.view.pick.per, currency);
                vec![format!("{} {unit}", price_heading(self.lang, plan))]
            }
            Column::Cost => vec![
                format!("TCO {currency} low"),
                format!("TCO {currency} high"),
                "plan".to_owned(),
            ],
            Column::Coverage => ["coverage %", "evidence"].map(str::to_owned).to_vec(),
            Column::Unknown => vec![self.lang.t("column.unknown")],
        }
    }

    /// Writes the cells of a column that can be left out, and gives the place of the next one.
    fn chosen(
        &self,
        sheet: &mut Worksheet,
        (row, at): (u32, u16),
        entry: &Entry<'_>,
        (column, measured): (Column, &MeasuredOffer),
    ) -> Result<u16, XlsxError> {
        let next = at + u16::try_from(self.column_heads(column).len()).unwrap_or(0);
        match column {
            Column::Parts => self.parts(sheet, (row, at), entry)?,
            Column::Price(plan) => {
                let unit = (self.query.view.pick.per, self.query.brief.shown_currency());
                if let Some(price) = shown_price(self.prepared, entry.row, plan, unit) {
                    sheet.write_number(row, at, price)?;
                }
            }
            Column::Cost => self.cost(sheet, (row, at), measured)?,
            Column::Coverage => {
                let coverage = entry.row.score.map_or(0.0, |score| score.coverage);
                sheet.write_number(row, at, (coverage * 100.0).round())?;
                if let Some(grade) = typical_grade(&measured.cells, self.ranking.weights.effective()) {
                    sheet.write_string(row, at + 1, format!("{grade:?}"))?;
                }
            }
            Column::Unknown => {
                let names = unknown_criteria(self.prepared, measured, self.lang);
                sheet.write_string(row, at, names.join(&self.lang.t("list.join")))?;
            }
        }
        Ok(next)
    }

    /// The points of the dimensions, each a sum of its own criteria.
    fn parts(&self, sheet: &mut Worksheet, (row, at): (u32, u16), entry: &Entry<'_>) -> Result<(), XlsxError> {
        let mut begin = 3;
        let parts = self.prepared.dimension_parts(self.ranking, entry.row.offer);
        let dimensions = self.prepared.scorecard().dimensions.iter().zip(parts);
        for (at, (dimension, part)) in (at..).zip(dimensions) {
            let end = begin + u16::try_from(dimension.criteria.len()).unwrap_or(0);
            let formula = product(VALUES, row + 1, (begin, end.saturating_sub(1)));
            sheet.write_formula(row, at, Formula::new(formula).set_result(part.to_string()))?;
            begin = end;
        }
        Ok(())
    }

    fn cost(&self, sheet: &mut Worksheet, (row, at): (u32, u16), measured: &MeasuredOffer) -> Result<(), XlsxError> {
        let Ok(cost) = &measured.cost else { return Ok(()) };
        let money = Money::new(self.prepared.catalogue(), &self.query.brief);
        let amount = |amount: Amount| money.of_usd(amount.decimal())?.round_dp(2).to_f64();
        for (place, total) in (at..).zip([cost.total.0, cost.total.1]) {
            if let Some(total) = amount(total) {
                sheet.write_number(row, place, total)?;
            }
        }
        sheet.write_string(row, at + 2, cost.plan.word())?;
        Ok(())
    }

    fn criteria(&self) -> u16 {
        u16::try_from(self.prepared.scorecard().criteria().count()).unwrap_or(0)
    }

    /// Points that can be changed: in column C those of the dimensions, in column E those of the criteria.
    fn weights(&self, sheet: &mut Worksheet) -> Result<(), XlsxError> {
        sheet.set_name("Weights")?;
        let heads = ["dimension", "id", "points", "criterion", "points inside", "weight"];
        for (at, head) in (0_u16..).zip(heads) {
            sheet.write_string_with_format(0, at, head, &self.bold)?;
        }
        let scorecard = self.prepared.scorecard();
        let count = scorecard.criteria().count();
        let last = u32::try_from(count).unwrap_or(0) + 1;
        let mut row = 1_u32;
        let mut effective = self.ranking.weights.effective().iter();
        for (dimension, points) in scorecard.dimensions.iter().zip(&self.ranking.points) {
            let (first, inside) = (row + 1, u32::try_from(dimension.criteria.len()).unwrap_or(0));
            for (place, criterion) in dimension.criteria.iter().enumerate() {
                let number = row + 1;
                if place == 0 {
                    sheet.write_string(row, 0, self.lang.text(&dimension.name))?;
                    sheet.write_string(row, 1, &dimension.id)?;
                    sheet.write_number(row, 2, *points)?;
                }
                let given = self.query.brief.points.get(&criterion.id).copied();
                sheet.write_string(row, 3, self.lang.text(&criterion.name))?;
                sheet.write_number(row, 4, given.unwrap_or(criterion.points))?;
                let share = format!(
                    "=$C${first}/SUM($C$2:$C${last})*E{number}/SUM($E${first}:$E${})",
                    first + inside - 1
                );
                let weight = effective.next().copied().unwrap_or_default();
                sheet.write_formula(row, 5, Formula::new(share).set_result(weight.to_string()))?;
                row += 1;
            }
        }
        sheet.set_column_width(0, 16)?;
        sheet.set_column_width(3, 28)?;
        Ok(())
    }

    /// One end of the value of each criterion, 0 to 100, and above it its weight.
    fn values(&self, sheet: &mut Worksheet, (name, says, end): Values) -> Result<(), XlsxError> {
        sheet.set_name(name)?;
        sheet.write_string(0, 0, self.lang.t(says))?;
        let mut heads = vec!["vendor".to_owned(), "offer".to_owned(), "region".to_owned()];
        let criteria = self.prepared.scorecard().criteria();
        heads.extend(criteria.map(|c| self.lang.text(&c.name).to_owned()));
        self.heads(sheet, &heads)?;
        sheet.write_string(HEADS - 1, 2, "weight")?;
        for (at, weight) in (3_u16..).zip(self.ranking.weights.effective()) {
            let formula = format!("=Weights!$F${}", at - 1);
            sheet.write_formula(HEADS - 1, at, Formula::new(formula).set_result(weight.to_string()))?;
        }
        for (row, entry) in (HEADS + 1..).zip(&self.rows) {
            let Some(measured) = self.prepared.offers().get(entry.row.offer) else {
                continue;
            };
            sheet.write_string(row, 0, name_of(self.prepared.catalogue(), &measured.offer, self.lang))?;
            sheet.write_string(row, 1, &measured.offer.instance_type)?;
            sheet.write_string(row, 2, place_of(&measured.offer, self.lang))?;
            for (at, span) in (3_u16..).zip(self.prepared.matrix().row(entry.row.offer)) {
                sheet.write_number(row, at, end(&span))?;
            }
        }
        sheet.set_freeze_panes(HEADS + 1, 3)?;
        Ok(())
    }
}

/// Weights times values of the criteria from one column to another, in a row as a spreadsheet counts them.
fn product((name, ..): Values, number: u32, (from, to): (u16, u16)) -> String {
    let (from, to) = (column(from), column(to));
    format!("=SUMPRODUCT({name}!{from}${HEADS}:{to}${HEADS},{name}!{from}{number}:{to}{number})")
}

fn column(number: u16) -> String {
    column_number_to_name(number)
}

fn eligibility(eligibility: Eligibility) -> &'static str {
    match eligibility {
        Eligibility::Eligible => "eligible",
        Eligibility::Conditional => "conditional",
        Eligibility::Ineligible => "ineligible",
    }
}
