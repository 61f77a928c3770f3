//! The workbench's rows as CSV: the same rows in the same order and the same shown digits, numbers as numbers.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use super::rows::{dollars, shown};
use super::table::Table;
use super::words::name_of;
use crate::domain::ranking::{Prepared, Ranking};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::fixed;
use crate::web::query::Query;
use crate::web::sheet::text;

/// Every row of the view, all pages of it, below lines that say what the figures mean.
///
/// # Errors
/// [`WebError::Internal`] when the rows cannot be written.
pub(super) fn csv(ctx: &Ctx, prepared: &Prepared, ranking: &Ranking, query: &Query) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    let mut put = |fields: &[String]| {
        writer
            .write_record(fields)
            .map_err(|e| WebError::Internal(e.to_string()))
    };
    for line in [
        super::model::foot(lang, prepared),
        lang.t("csv.units"),
        lang.t("csv.rates"),
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
    heads.extend(
        [
            "usd_per_gpu_hour",
            "coverage_percent",
            "evidence_grade",
            "eligibility",
            "remarks",
        ]
        .map(str::to_owned),
    );
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
        fields.push(dollars(prepared, entry.row).map_or_else(String::new, |x| fixed(x, 2).replace(',', "")));
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
