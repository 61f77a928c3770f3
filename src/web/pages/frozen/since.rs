//! What has become of the offers of a shortlist: scores, ranks and values then and in the newest release.

use std::sync::Arc;

use askama::Template;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::Opened;
use crate::domain::catalogue::{Offer, Plan};
use crate::domain::ids::OfferId;
use crate::domain::measure::{Basis, Measured, Measurer, all_in_prices};
use crate::domain::ranking::{Prepared, Ranking, Row};
use crate::domain::scorecard::Criterion;
use crate::domain::scoring::Cell;
use crate::domain::scoring::display::Tenths;
use crate::web::app::App;
use crate::web::columns::Column;
use crate::web::day;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, html};
use crate::web::pages::ranking::{Table, cell_text, page, price_unit, shown};
use crate::web::pages::tabs::full_name;
use crate::web::urls;

/// Offers that the banner lists without being asked to.
const FEW: usize = 5;

#[derive(Template)]
#[template(path = "frozen-since.html", blocks = ["changes"])]
struct SincePage {
    shell: Shell,
    lang: Lang,
    back: String,
    summary: String,
    offers: Vec<OfferChange>,
    /// The list is unfolded: in the banner of the shortlist only while it is short.
    open: bool,
}

/// An offer that stands elsewhere, or of which something else is known.
struct OfferChange {
    name: String,
    /// Score and rank, where they differ.
    standing: Vec<ValueChange>,
    /// The prices shown, where they differ.
    prices: Vec<ValueChange>,
    /// Values of criteria that differ.
    values: Vec<ValueChange>,
    /// It is not in the newest release.
    gone: bool,
}

struct ValueChange {
    name: String,
    then: String,
    now: String,
    dates: Option<String>,
}

/// One of two rankings of the same brief.
struct Side<'a> {
    prepared: &'a Prepared,
    ranking: &'a Ranking,
    measurer: Measurer<'a>,
}

/// Page or part of the page.
pub(super) async fn answer(app: &App, opened: &Opened, fragment: bool) -> Result<Response, WebError> {
    let lang = opened.ctx.lang;
    let page = match newest(app, opened).await? {
        Newest::Same => SincePage::new(opened, lang.with("since.same", "release", release(opened)), Vec::new()),
        Newest::Unfit => SincePage::new(opened, lang.t("since.unfit"), Vec::new()),
        Newest::Other(now) => compare(opened, &now)?,
    };
    if !fragment {
        return Ok(html(StatusCode::OK, &page));
    }
    let page = SincePage {
        open: page.offers.len() <= FEW,
        ..page
    };
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    Ok((kind, page.as_changes().render()?).into_response())
}

/// What the newest release has to say about the brief of a link.
enum Newest {
    /// It is the one of the link.
    Same,
    /// It no longer has what the brief names.
    Unfit,
    /// The offers of another release.
    Other(Arc<Prepared>),
}

async fn newest(app: &App, opened: &Opened) -> Result<Newest, WebError> {
    if app.live().catalogue.release().number == opened.link.pin.release {
        return Ok(Newest::Same);
    }
    let mut brief = opened.loaded.query.brief.clone();
    brief.release = None;
    let prepared = match app.prepared(&brief).await {
        Err(WebError::BadWord(_) | WebError::Prepare(_)) => return Ok(Newest::Unfit),
        prepared => prepared?,
    };
    Ok(match prepared.rank(&brief) {
        Ok(_) => Newest::Other(prepared),
        Err(_) => Newest::Unfit,
    })
}

fn release(opened: &Opened) -> String {
    format!("r{}", opened.link.pin.release)
}

fn compare(opened: &Opened, now: &Prepared) -> Result<SincePage, WebError> {
    let (lang, query, then) = (opened.ctx.lang, &opened.loaded.query, &*opened.loaded.prepared);
    let rankings = (then.rank(&query.brief)?, now.rank(&query.brief)?);
    let sides = [Side::new(then, &rankings.0), Side::new(now, &rankings.1)];
    let shown = shown(then, &rankings.0, query);
    let (rows, _) = page("page", &shown.ranked, query.view.page)?;
    let offers: Vec<OfferChange> = rows
        .iter()
        .filter_map(|entry| change(opened, &sides, entry.row))
        .collect();
    let newest = now.catalogue().release();
    let values: usize = offers.iter().map(|offer| offer.prices.len() + offer.values.len()).sum();
    let summary = lang.fill(
        "since.summary",
        &[
            ("release", &release(opened)),
            ("values", &lang.plural("since.values", values)),
            ("offers", &lang.plural("since.offers", offers.len())),
            ("newest", &format!("r{}", newest.number)),
            ("day", &day(newest.published_at_micros)),
        ],
    );
    Ok(SincePage::new(opened, summary, offers))
}

impl SincePage {
    fn new(opened: &Opened, summary: String, offers: Vec<OfferChange>) -> Self {
        let (lang, token) = (opened.ctx.lang, opened.token.as_str());
        let title = lang.with("since.title", "release", release(opened));
        Self {
            shell: Shell {
                nav: Vec::new(),
                description: title.clone(),
                other_lang: urls::frozen_in(token, "since", lang.other()),
                ..Shell::new(&opened.ctx, title, String::new(), &Vec::new())
            },
            lang,
            back: urls::frozen_in(token, "", lang),
            summary,
            offers,
            open: true,
        }
    }
}

impl<'a> Side<'a> {
    fn new(prepared: &'a Prepared, ranking: &'a Ranking) -> Self {
        Self {
            prepared,
            ranking,
            measurer: Measurer::new(prepared.catalogue(), prepared.scorecard(), prepared.need()),
        }
    }

    fn offer(&self, id: &OfferId) -> Option<&'a Offer> {
        self.prepared.catalogue().offer(id.as_str())
    }

    fn row(&self, id: &OfferId) -> Option<&'a Row> {
        let place = self
            .prepared
            .offers()
            .iter()
            .position(|measured| measured.offer.id == *id)?;
        self.ranking.rows.iter().find(|row| row.offer == place)
    }
}

/// What differs of an offer; `None` when nothing does.
fn change(opened: &Opened, [then, now]: &[Side<'_>; 2], row: &Row) -> Option<OfferChange> {
    let lang = opened.ctx.lang;
    let id = &then.prepared.offers().get(row.offer)?.offer.id;
    let name = full_name(then.prepared, row.offer, lang);
    let Some((before, after)) = then.offer(id).zip(now.offer(id)) else {
        return Some(OfferChange {
            name,
            standing: Vec::new(),
            prices: Vec::new(),
            values: Vec::new(),
            gone: true,
        });
    };
    let standing = standing(lang, row, now.row(id));
    let plans = opened.loaded.query.view.columns().into_iter().filter_map(Column::plan);
    let prices: Vec<ValueChange> = plans
        .filter_map(|plan| price_change(opened, [then, now], id, plan))
        .collect();
    let criteria = then.prepared.scorecard().criteria();
    let values: Vec<ValueChange> = criteria
        .filter_map(|criterion| {
            let sides = [
                then.measurer.measure(&criterion.measure, before),
                now.measurer.measure(&criterion.measure, after),
            ];
            value_change(lang, criterion, &sides)
        })
        .collect();
    let differs = [&standing, &prices, &values].iter().any(|changes| !changes.is_empty());
    differs.then_some(OfferChange {
        name,
        standing,
        prices,
        values,
        gone: false,
    })
}

/// Score and rank, where they differ.
fn standing(lang: Lang, before: &Row, after: Option<&Row>) -> Vec<ValueChange> {
    let unknown = || lang.t("value.unknown");
    let score = |row: &Row| row.score.map_or_else(unknown, |s| Tenths::nearest(s.floor).to_string());
    let rank = |row: &Row| {
        row.rank
            .map_or_else(|| lang.t("since.no_rank"), |rank| rank.to_string())
    };
    let both = [
        (lang.t("since.score"), score(before), after.map_or_else(unknown, score)),
        (
            lang.t("since.rank"),
            rank(before),
            after.map_or_else(|| lang.t("since.no_rank"), rank),
        ),
    ];
    let differing = both.into_iter().filter(|(_, then, now)| then != now);
    let plain = |(name, then, now)| ValueChange {
        name,
        then,
        now,
        dates: None,
    };
    differing.map(plain).collect()
}

/// The price of a plan in the unit and currency of the view, where it differs.
fn price_change(opened: &Opened, sides: [&Side<'_>; 2], id: &OfferId, plan: Plan) -> Option<ValueChange> {
    let (lang, query) = (opened.ctx.lang, &opened.loaded.query);
    let price = |side: &Side<'_>| {
        let row = side.row(id)?;
        let table = Table {
            lang,
            today: opened.ctx.today,
            prepared: side.prepared,
            ranking: side.ranking,
            query,
        };
        let listed = all_in_prices(side.prepared.catalogue().prices(id), plan).ok();
        let date = listed.and_then(|parts| Some(parts.first()?.0.evidence.as_of.to_string()));
        Some((table.price(side.prepared.offers().get(row.offer)?, row, plan), date))
    };
    let [then, now] = sides;
    let ((then, old), (now, new)) = (price(then)?, price(now)?);
    let unit = price_unit(lang, query.view.pick.per, query.brief.shown_currency());
    (then.text != now.text).then(|| ValueChange {
        name: then.name,
        then: then.text,
        now: if now.known {
            format!("{} {unit}", now.text)
        } else {
            now.text
        },
        dates: dates_text(lang, [old, new]),
    })
}

fn dates_text(lang: Lang, dates: [Option<String>; 2]) -> Option<String> {
    let known = dates.iter().any(Option::is_some);
    let [then, now] = dates.map(|date| date.unwrap_or_else(|| "–".to_owned()));
    known.then(|| lang.fill("since.dates", &[("then", &then), ("now", &now)]))
}

fn value_change(lang: Lang, criterion: &Criterion, [then, now]: &[Measured<'_>; 2]) -> Option<ValueChange> {
    let text = |measured: &Measured<'_>| {
        let known = matches!(measured.cell, Cell::Known { .. } | Cell::Range { .. });
        cell_text(&measured.cell, if known { &criterion.unit } else { "" }, lang)
    };
    let (old, new) = (text(then), text(now));
    (old != new).then(|| ValueChange {
        name: lang.text(&criterion.name).to_owned(),
        then: old,
        now: new,
        dates: dates_text(lang, [as_of(then), as_of(now)]),
    })
}

/// The date of the first record that a value stands on.
fn as_of(measured: &Measured<'_>) -> Option<String> {
    let evidence = measured.basis.iter().find_map(Basis::evidence)?;
    Some(evidence.as_of.to_string())
}
