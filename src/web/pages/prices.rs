//! The prices of an offer over time, as a chart for each currency and as a table of everything that was published.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use jiff::civil::Date;

use super::evidence::EvidenceView;
use super::ranking::{name_of, region_of};
use crate::domain::catalogue::{Offer, Plan, Price, Recorded};
use crate::domain::measure::effective_hourly;
use crate::domain::money::Currency;
use crate::web::app::App;
use crate::web::chart::{Axes, LineChart, Point, Series};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::{Lang, fixed, group, number};
use crate::web::page::{Shell, cached, html};
use crate::web::{moment, urls};

#[derive(Template)]
#[template(path = "prices.html")]
struct PricesPage {
    shell: Shell,
    lang: Lang,
    title: String,
    offer: String,
    offer_href: String,
    charts: Vec<LineChart>,
    rows: Vec<PriceRow>,
}

struct PriceRow {
    plan: String,
    hourly: String,
    per_gpu: String,
    currency: String,
    state: &'static str,
    state_text: String,
    releases: String,
    entered: String,
    evidence: EvidenceView,
}

/// `GET /{lang}/offers/{id}/prices`
///
/// # Errors
/// [`WebError::NoRecord`] when there is no such offer; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, id)): Path<(String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    let Some(offer) = catalogue.offer(&id) else {
        return Err(WebError::NoRecord { kind: "offer", id });
    };
    let history = app.db().read().await?.price_history(&offer.id).await?;
    cached(&ctx, &catalogue.release().number, || {
        let lang = ctx.lang;
        let name = format!(
            "{} · {} · {}",
            name_of(&catalogue, offer, lang),
            offer.instance_type,
            region_of(offer, lang)
        );
        let published: Vec<&Recorded<Price>> = history.iter().filter(|one| one.added_in.is_some()).collect();
        let page = PricesPage {
            shell: Shell::new(
                &ctx,
                lang.with("prices.of", "offer", &name),
                lang.fill("foot.release", &[("release", &catalogue.release().number)]),
                &ctx.pairs,
            ),
            lang,
            title: lang.t("prices.title"),
            offer_href: urls::offer(lang, &offer.id, &ctx.pairs),
            charts: charts(&published, ctx.today, lang),
            rows: published.iter().filter_map(|one| row(&ctx, offer, one)).collect(),
            offer: name,
        };
        Ok(html(StatusCode::OK, &page))
    })
}

/// Dated prices by day; prices of different currencies share no axis.
fn charts(history: &[&Recorded<Price>], today: Date, lang: Lang) -> Vec<LineChart> {
    let mut by_currency: BTreeMap<Currency, BTreeMap<Plan, BTreeMap<i32, &Price>>> = BTreeMap::new();
    // The newest entry comes first, and of one day it is the one that counts.
    for price in history.iter().map(|one| &one.record) {
        if let Some(day) = price.evidence.as_of.latest() {
            let plans = by_currency.entry(price.currency).or_default();
            plans.entry(price.plan).or_default().entry(days(day)).or_insert(price);
        }
    }
    by_currency
        .into_iter()
        .filter_map(|(currency, plans)| chart(currency, &plans, days(today), lang))
        .collect()
}

fn chart(
    currency: Currency,
    plans: &BTreeMap<Plan, BTreeMap<i32, &Price>>,
    today: i32,
    lang: Lang,
) -> Option<LineChart> {
    let all: BTreeSet<(i32, &str)> = plans
        .values()
        .flatten()
        .map(|(day, price)| (*day, price.evidence.as_of.as_str()))
        .collect();
    let series: Vec<Series> = plans
        .iter()
        .map(|(plan, prices)| Series {
            name: lang.t(&format!("plan.{plan}")),
            points: prices
                .iter()
                .map(|(day, price)| point(*day, price))
                .chain(still_holds(prices, today))
                .collect(),
            steps: true,
            marks: true,
        })
        .collect();
    let mut marks: Vec<(f64, String)> = all
        .iter()
        .map(|(day, text)| (f64::from(*day), (*text).to_owned()))
        .collect();
    marks.push((f64::from(today), lang.t("prices.today")));
    let axes = Axes {
        x: &marks,
        y: &|amount| number(amount, 4),
    };
    let unit = lang.with("prices.unit", "currency", currency);
    LineChart::new(lang.t("prices.chart"), unit, &series, &axes)
}

/// The last price holds until today.
fn still_holds(prices: &BTreeMap<i32, &Price>, today: i32) -> Option<Point> {
    let (day, price) = prices.last_key_value()?;
    (*day < today).then(|| Point {
        x: f64::from(today),
        y: effective_hourly(price).units(),
        label: String::new(),
    })
}

fn point(day: i32, price: &Price) -> Point {
    let hourly = effective_hourly(price);
    Point {
        x: f64::from(day),
        y: hourly.units(),
        label: format!("{}: {} {}", price.evidence.as_of, hourly.plain(), price.currency),
    }
}

/// Days since 1970.
fn days(day: Date) -> i32 {
    let epoch = jiff::civil::date(1970, 1, 1);
    i32::try_from(day.duration_since(epoch).as_hours() / 24).unwrap_or(0)
}

fn row(ctx: &Ctx, offer: &Offer, one: &Recorded<Price>) -> Option<PriceRow> {
    let lang = ctx.lang;
    let added = one.added_in?;
    let (state, releases) = match one.removed_in {
        None => ("now", lang.with("history.since", "from", added)),
        Some(to) => ("past", lang.fill("history.between", &[("from", &added), ("to", &to)])),
    };
    let hourly = effective_hourly(&one.record);
    Some(PriceRow {
        plan: lang.t(&format!("plan.{}", one.record.plan)),
        hourly: group(&hourly.plain()),
        per_gpu: fixed(hourly.units() / offer.count.as_f64(), 3),
        currency: one.record.currency.to_string(),
        state,
        state_text: lang.t(&format!("history.{state}")),
        releases,
        entered: format!("{} · {}", one.entered_by, moment(one.entered_at_micros)),
        evidence: EvidenceView::new(&one.record.evidence, ctx.today, lang),
    })
}
