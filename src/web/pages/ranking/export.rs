//! The workbench's rows as CSV: the same rows in the same order and the same shown digits, numbers as numbers.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::rows::{shown, shown_price};
use super::table::Table;
use super::words::name_of;
use crate::domain::cost::{Amount, rounded};
use crate::domain::ranking::{MeasuredOffer, Prepared, Ranking};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::fixed;
use crate::web::money::{Money, rates_in_use};
use crate::web::query::Query;
use crate::web::sheet::text;

/// Every row of the view, all pages of it, below lines that say what the figures mean.
///
/// # Errors
/// [`WebError::Internal`] when the rows cannot be written.
pub(super) fn csv(ctx: &Ctx, prepared: &Prepared, ranking: &Ranking, query: &Query) -> Result<Response, WebError> {
    let (lang, currency, usage) = (ctx.lang, query.brief.shown_currency(), prepared.need().usage);
    let money = Money::new(prepared.catalogue(), &query.brief);
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut put = |fields: &[String]| {
        writer
            .write_record(fields)
            .map_err(|e| WebError::Internal(e.to_string()))
    };
    for line in [
        super::model::foot(lang, prepared),
        lang.fill(
            "csv.units",
            &[
                ("currency", &currency),
                ("months", &usage.whole_months()),
                ("util", &usage.util),
            ],
        ),
        rates_in_use(prepared, query, lang).unwrap_or_else(|| lang.t("csv.no_conversion")),
    ] {
        put(&[format!("# {line}")])?;
    }
    let dimensions = || prepared.scorecard().dimensions.iter();
    let mut heads: Vec<String> = [
        "place", "rank", "vendor", "offer", "region", "offer_id", "score", "low", "high",
    ]
    .map(str::to_owned)
    .to_vec();
    heads.extend(dimensions().map(|d| format!("{}_points", d.id)));
    let lower = currency.to_string().to_lowercase();
    heads.extend([
        format!("{lower}_per_gpu_hour"),
        format!("tco_{lower}_low"),
        format!("tco_{lower}_high"),
        "plan".to_owned(),
    ]);
    heads.extend(["coverage_percent", "evidence_grade", "eligibility", "remarks"].map(str::to_owned));
    put(&heads)?;
    let table = Table {
        lang,
        today: ctx.today,
        prepared,
        ranking,
        query,
    };
    for entry in shown(prepared, ranking, query).ranked {
        let (Some(row), Some(measured), Some(score)) = (
            table.row(&entry),
            prepared.offers().get(entry.row.offer),
            entry.row.score,
        ) else {
            continue;
        };
        let tenths = |x: f64| crate::domain::scoring::display::Tenths::nearest(x).to_string();
        let mut fields = vec![
            row.place.to_string(),
            entry.row.rank.map_or_else(String::new, |r| r.to_string()),
            text(&name_of(prepared.catalogue(), &measured.offer, lang)),
            text(&measured.offer.instance_type),
            text(&measured.offer.region),
            measured.offer.id.to_string(),
            row.total.score.clone(),
            tenths(score.low),
            tenths(score.high),
        ];
        fields.extend(row.total.parts.iter().map(|p| p.points.clone()));
        fields.push(
            shown_price(prepared, entry.row, currency).map_or_else(String::new, |x| fixed(x, 2).replace(',', "")),
        );
        fields.extend(cost_fields(&money, measured));
        fields.push(row.coverage);
        fields.push(row.grade.unwrap_or_default());
        fields.push(format!("{:?}", entry.row.eligibility).to_lowercase());
        fields.push(text(
            &row.conditional
                .map(|reasons| format!("{} – {reasons}", lang.t("row.conditional")))
                .into_iter()
                .chain(row.remarks.into_iter().map(|remark| remark.text))
                .collect::<Vec<_>>()
                .join(" | "),
        ));
        put(&fields)?;
    }
    let body = writer.into_inner().map_err(|e| WebError::Internal(e.to_string()))?;
    let name = format!(
        "attachment; filename=\"steelyard-ranking-r{}.csv\"",
        prepared.catalogue().release().number
    );
    // The byte order mark makes spreadsheets read UTF-8.
    let body = [b"\xEF\xBB\xBF".as_slice(), &body].concat();
    Ok((
        [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, name),
        ],
        body,
    )
        .into_response())
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
