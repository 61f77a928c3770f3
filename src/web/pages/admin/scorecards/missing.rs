//! What is missing of what a scorecard measures: for each criterion how many offers are known, and of which vendors nothing is.

use std::collections::BTreeMap;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::{Desk, Head};
use crate::domain::catalogue::SubjectKind;
use crate::domain::measure::Measurer;
use crate::domain::scorecard::{Criterion, Measure};
use crate::domain::scoring::Cell;
use crate::web::app::App;
use crate::web::chart::place;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, group};
use crate::web::page::{NavItem, Shell, html};
use crate::web::pages::admin::sections;
use crate::web::urls;

#[derive(Template)]
#[template(path = "scorecard-missing.html")]
struct MissingPage {
    shell: Shell,
    lang: Lang,
    sections: Vec<NavItem>,
    head: Head,
    lead: String,
    rows: Vec<MissingRow>,
}

struct MissingRow {
    name: String,
    href: String,
    dimension: String,
    known: String,
    range: String,
    absent: String,
    unknown: String,
    /// Known, known as a range, and without the property, in percent of all offers.
    widths: [(String, String); 3],
    /// Vendors with offers of which nothing is known: name, page, and how many.
    vendors: Vec<(String, String, usize)>,
    more: Option<String>,
    /// What is known of the attribute at all vendors.
    matrix: Option<String>,
}

/// Vendors named for a criterion.
const NAMED: usize = 12;

/// `GET /{lang}/admin/scorecards/{id}/missing`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such scorecard; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let desk = Desk::load(&app, &id).await?;
    let (lang, card, catalogue) = (ctx.lang, &desk.card, &desk.live.catalogue);
    let measurer = Measurer::new(catalogue, card, card.need);
    let criteria = card
        .dimensions
        .iter()
        .flat_map(|d| d.criteria.iter().map(move |c| (d, c)));
    let rows = criteria.map(|(dimension, criterion)| MissingRow {
        dimension: lang.text(&dimension.name).to_owned(),
        ..row(&desk, &measurer, criterion, lang)
    });
    let page = MissingPage {
        head: desk.head(&ctx),
        shell: Shell::new(
            &ctx,
            lang.with("scorecards.one", "name", lang.text(&card.name)),
            String::new(),
            &Vec::new(),
        ),
        lang,
        sections: sections(&ctx),
        lead: lang.fill(
            "scorecards.missing.lead",
            &[
                ("n", &catalogue.offers().len()),
                ("release", &format!("r{}", catalogue.release().number)),
            ],
        ),
        rows: rows.collect(),
    };
    Ok(html(StatusCode::OK, &page))
}

fn row(desk: &Desk, measurer: &Measurer<'_>, criterion: &Criterion, lang: Lang) -> MissingRow {
    let catalogue = &desk.live.catalogue;
    let (mut known, mut range, mut absent, mut unknown) = (0_u32, 0_u32, 0_u32, 0_u32);
    let mut by_vendor: BTreeMap<&str, usize> = BTreeMap::new();
    for offer in catalogue.offers() {
        match measurer.measure(&criterion.measure, offer).cell {
            Cell::Known { .. } => known += 1,
            Cell::Range { .. } => range += 1,
            Cell::Absent => absent += 1,
            Cell::Unknown => {
                unknown += 1;
                *by_vendor.entry(offer.vendor.as_str()).or_default() += 1;
            }
        }
    }
    let total = f64::from((known + range + absent + unknown).max(1));
    let share = |n: u32| 100.0 * f64::from(n) / total;
    let mut from = 0.0;
    let widths = [known, range, absent].map(|n| {
        let at = from;
        from += share(n);
        (place(at), place(share(n)))
    });
    let mut vendors: Vec<(&str, usize)> = by_vendor.into_iter().collect();
    vendors.sort_by_key(|(vendor, n)| (std::cmp::Reverse(*n), *vendor));
    let more = vendors.len().saturating_sub(NAMED);
    let vendor = |(id, n): (&str, usize)| {
        let vendor = catalogue.vendor(id)?;
        Some((vendor.name.clone(), urls::vendor(lang, &vendor.id), n))
    };
    let count = |n: u32| group(&n.to_string());
    MissingRow {
        name: lang.text(&criterion.name).to_owned(),
        href: urls::scorecard_criterion(lang, desk.card.id.as_str(), &criterion.id),
        dimension: String::new(),
        known: count(known),
        range: count(range),
        absent: count(absent),
        unknown: count(unknown),
        widths,
        vendors: vendors.into_iter().take(NAMED).filter_map(vendor).collect(),
        more: (more > 0).then(|| lang.with("scorecards.missing.more", "n", more)),
        matrix: matrix(&criterion.measure, desk, lang),
    }
}

/// The capability matrix with the unknown cells of the attribute that is measured.
fn matrix(measure: &Measure, desk: &Desk, lang: Lang) -> Option<String> {
    let attribute = match measure {
        Measure::Fact { attribute, .. } | Measure::Least { attribute, .. } | Measure::SlaLevel { attribute } => {
            attribute
        }
        Measure::MlperfIndex { .. }
        | Measure::Price { .. }
        | Measure::Tco { .. }
        | Measure::LinkedAccelerators { .. } => {
            return None;
        }
    };
    let found = desk.live.catalogue.attribute(attribute.as_str())?;
    let vendors = found.subject == SubjectKind::Vendor;
    let name = if lang == Lang::En {
        &found.name_en
    } else {
        &found.name_zh
    };
    let words = [("topic", "all"), ("q", name.as_str()), ("state", "unknown")];
    let words = words.map(|(word, value)| (word.to_owned(), value.to_owned()));
    vendors.then(|| urls::matrix(lang, &words.into_iter().collect()))
}
