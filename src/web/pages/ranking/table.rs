//! Makes the rows of the workbench: texts, bars and links, nothing left to compute in the template.

use jiff::civil::Date;

use super::columns::{price_heading, unknown_criteria};
use super::rows::{Entry, shown_price};
use super::view::{Cost, Other, Others, OutRow, Price, Remark, RowView, Total};
use super::words::{accelerators_of, gap_text, gate_reason, name_of, place_of};
use crate::domain::catalogue::{Offer, Plan};
use crate::domain::evidence::AsOf;
use crate::domain::measure::all_in_prices;
use crate::domain::ranking::{MeasuredOffer, Prepared, Question, Ranking, Row, typical_grade};
use crate::domain::scorecard::GateMode;
use crate::domain::scoring::display::Tenths;
use crate::domain::scoring::rank::key;
use crate::domain::scoring::{Eligibility, Outcome, Score};
use crate::web::columns::Column;
use crate::web::lang::{Lang, fixed, group, number};
use crate::web::money::Money;
use crate::web::query::{Group, Query, View};
use crate::web::urls;

/// How many of a vendor's other offers a row lists before it links to all of them.
const OTHERS: usize = 12;

/// Makes rows of one page.
pub struct Table<'a> {
    /// The page's language.
    pub lang: Lang,
    /// Today, for ages.
    pub today: Date,
    /// The offers.
    pub prepared: &'a Prepared,
    /// Their order.
    pub ranking: &'a Ranking,
    /// The state of the page.
    pub query: &'a Query,
}

impl Table<'_> {
    /// A ranked row.
    #[must_use]
    pub fn row(&self, entry: &Entry<'_>) -> Option<RowView> {
        let measured = self.prepared.offers().get(entry.row.offer)?;
        let score = entry.row.score?;
        let offer = &measured.offer;
        let pairs = self.query.brief.pairs();
        let remarks = self.remarks(measured, entry.row);
        let short: Vec<&str> = remarks.iter().map(|r| r.short.as_str()).collect();
        Some(RowView {
            place: entry.place,
            id: offer.id.to_string(),
            vendor: name_of(self.prepared.catalogue(), offer, self.lang),
            vendor_href: urls::vendor(self.lang, &offer.vendor),
            offer: offer.instance_type.clone(),
            offer_href: urls::offer(self.lang, &offer.id, &pairs),
            region: place_of(offer, self.lang),
            accelerators: accelerators_of(self.prepared.catalogue(), offer),
            total: self.total(entry.row.offer, &score),
            prices: self.prices(measured, entry.row),
            cost: self.cost(measured),
            coverage: fixed(score.coverage * 100.0, 0),
            grade: typical_grade(&measured.cells, self.ranking.weights.effective()).map(|g| format!("{g:?}")),
            unknown: self.unknown(measured),
            ranks: self.ranks(entry.row),
            conditional: self.conditional(measured, entry.row),
            remarks_short: short.join(&self.lang.t("list.join")),
            remarks,
            others: self.others(entry),
            hide_href: self.hide(offer),
            picked: self.query.view.pick.o.contains(&offer.id),
        })
    }

    /// A row without a rank.
    #[must_use]
    pub fn out(&self, row: &Row) -> Option<OutRow> {
        let measured = self.prepared.offers().get(row.offer)?;
        let offer = &measured.offer;
        let failed = || self.gates(row, Outcome::Fail, GateMode::Must);
        let mut reasons: Vec<String> = failed()
            .map(|q| gate_reason(self.prepared, measured, q, self.lang))
            .collect();
        if row.score.is_none() {
            reasons.push(self.lang.t("out.nothing_known"));
        }
        Some(OutRow {
            name: format!(
                "{} · {}",
                name_of(self.prepared.catalogue(), offer, self.lang),
                offer.instance_type
            ),
            detail: format!(
                "{} · {}",
                accelerators_of(self.prepared.catalogue(), offer),
                place_of(offer, self.lang)
            ),
            href: urls::offer(self.lang, &offer.id, &self.query.brief.pairs()),
            score: row
                .score
                .map_or_else(|| "–".to_owned(), |s| Tenths::nearest(s.floor).to_string()),
            fix: row
                .score
                .filter(|_| failed().count() == 1)
                .map(|score| self.would_rank(&score)),
            reasons,
        })
    }

    /// The rank an offer would have if the one gate that it fails did not count.
    fn would_rank(&self, score: &Score) -> String {
        let above = self.ranking.rows.iter().filter(|r| r.rank.is_some());
        let above = above
            .filter(|r| r.score.is_some_and(|s| key(s.floor) > key(score.floor)))
            .count();
        self.lang.fill("out.would_rank", &[("rank", &(above + 1))])
    }

    fn gates(&self, row: &Row, outcome: Outcome, mode: GateMode) -> impl Iterator<Item = Question> {
        let said = row.gates.iter().zip(&self.ranking.gates);
        said.filter(move |(o, g)| **o == outcome && g.mode == mode)
            .map(|(_, g)| g.question)
    }

    fn conditional(&self, measured: &MeasuredOffer, row: &Row) -> Option<String> {
        (row.eligibility == Eligibility::Conditional).then(|| {
            let unknown = self.gates(row, Outcome::Unknown, GateMode::Must);
            let reasons = unknown.map(|question| gate_reason(self.prepared, measured, question, self.lang));
            self.list(reasons)
        })
    }

    fn remarks(&self, measured: &MeasuredOffer, row: &Row) -> Vec<Remark> {
        let lang = self.lang;
        let mut remarks = Vec::new();
        let missed = self.gates(row, Outcome::Fail, GateMode::Want);
        let missed: Vec<String> = missed
            .map(|question| gate_reason(self.prepared, measured, question, lang))
            .collect();
        if !missed.is_empty() {
            remarks.push(Remark {
                short: lang.plural("remark.want_short", missed.len()),
                text: lang.fill("remark.want", &[("reasons", &self.list(missed.into_iter()))]),
            });
        }
        let instances = measured.offer.count.instances_for(self.prepared.need().gpus);
        let idle = f64::from(instances) * measured.offer.count.as_f64() - f64::from(self.prepared.need().gpus);
        if idle > 0.0 {
            let gpus = number(idle, 2);
            remarks.push(Remark {
                short: lang.fill("remark.idle_short", &[("gpus", &gpus)]),
                text: lang.fill("remark.idle", &[("gpus", &gpus), ("instances", &instances)]),
            });
        } else if instances > 1 {
            remarks.push(Remark {
                short: lang.fill("remark.instances_short", &[("instances", &instances)]),
                text: lang.fill("remark.instances", &[("instances", &instances)]),
            });
        }
        if self.prepared.matrix().row(row.offer).any(|span| span.clipped) {
            remarks.push(Remark {
                short: lang.t("remark.clipped_short"),
                text: lang.fill("remark.clipped", &[("reasons", &self.list(self.clipped(row)))]),
            });
        }
        remarks
    }

    fn list(&self, items: impl Iterator<Item = String>) -> String {
        items.collect::<Vec<_>>().join(&self.lang.t("list.join"))
    }

    fn clipped(&self, row: &Row) -> impl Iterator<Item = String> {
        let spans = self.prepared.matrix().row(row.offer);
        let names = self
            .prepared
            .scorecard()
            .criteria()
            .zip(spans)
            .filter(|(_, span)| span.clipped);
        names.map(|(criterion, _)| self.lang.text(&criterion.name).to_owned())
    }

    fn ranks(&self, row: &Row) -> String {
        let Some((rank, (best, worst))) = row.rank.zip(row.rank_interval) else {
            return String::new();
        };
        self.lang
            .fill("row.rank", &[("rank", &rank), ("best", &best), ("worst", &worst)])
    }

    /// The total of the offer at a place of those measured.
    #[must_use]
    pub fn total(&self, place: usize, score: &Score) -> Total {
        let names = self.prepared.scorecard().dimensions.iter();
        let names = names.map(|d| self.lang.text(&d.name));
        Total::new(names, &self.prepared.dimension_parts(self.ranking, place), score)
    }

    /// The same; `None` when nothing is known of the offer.
    #[must_use]
    pub fn total_of(&self, place: usize) -> Option<Total> {
        let score = self.prepared.matrix().score(&self.ranking.weights, place)?;
        Some(self.total(place, &score))
    }

    /// The prices of the columns shown.
    fn prices(&self, measured: &MeasuredOffer, row: &Row) -> Vec<Price> {
        let plans = self.query.view.columns().into_iter().filter_map(Column::plan);
        plans.map(|plan| self.price(measured, row, plan)).collect()
    }

    /// The criteria of which nothing is known, by name.
    fn unknown(&self, measured: &MeasuredOffer) -> String {
        let names = unknown_criteria(self.prepared, measured, self.lang);
        if names.is_empty() {
            return self.lang.t("column.nothing_unknown");
        }
        names.join(&self.lang.t("list.join"))
    }

    /// The price of a plan; where it cannot be shown in the currency of the page, the list price in its own.
    pub(in crate::web::pages) fn price(&self, measured: &MeasuredOffer, row: &Row, plan: Plan) -> Price {
        let prices = self.prepared.catalogue().prices(&measured.offer.id);
        let found = all_in_prices(prices, plan);
        let currency = self.query.brief.shown_currency();
        let name = price_heading(self.lang, plan);
        let unit = (self.query.view.pick.per, currency);
        if let (Some(amount), Ok(parts)) = (shown_price(self.prepared, row, plan, unit), &found) {
            let age = parts
                .first()
                .and_then(|(p, _)| stale(&p.evidence.as_of, self.today, self.lang));
            let spread = parts.iter().any(|(price, hourly)| price.hourly != *hourly);
            let notes = [spread.then(|| self.lang.t("price.effective")), age]
                .into_iter()
                .flatten();
            let notes = notes.collect::<Vec<_>>().join(&self.lang.t("list.join"));
            return Price {
                plan,
                name,
                text: fixed(amount, 2),
                note: (!notes.is_empty()).then_some(notes),
                known: true,
            };
        }
        match found {
            Ok(parts) => {
                let listed = parts.first().map_or_else(String::new, |(p, _)| p.currency.to_string());
                let micros: i64 = parts.iter().map(|(_, hourly)| hourly.0).sum();
                let amount = group(&crate::domain::money::Micros(micros).rounded(2));
                let note = self.lang.fill(
                    "price.no_rate",
                    &[("amount", &amount), ("currency", &listed), ("shown", &currency)],
                );
                Price {
                    plan,
                    name,
                    text: self.lang.t("value.unknown"),
                    note: Some(note),
                    known: false,
                }
            }
            Err(gap) => Price {
                plan,
                name,
                text: self.lang.t("value.unknown"),
                note: Some(gap_text(&gap, self.lang)),
                known: false,
            },
        }
    }

    /// What the months of the brief cost, in its currency.
    fn cost(&self, measured: &MeasuredOffer) -> Cost {
        let money = Money::new(self.prepared.catalogue(), &self.query.brief);
        let unknown = || Cost {
            text: self.lang.t("value.unknown"),
            known: false,
            plan: String::new(),
        };
        let Ok(cost) = &measured.cost else {
            return unknown();
        };
        money.whole_range(cost.total).map_or_else(unknown, |text| Cost {
            text,
            known: true,
            plan: self.lang.t(&format!("plan.{}", cost.plan)),
        })
    }

    fn others(&self, entry: &Entry<'_>) -> Option<Others> {
        let first = self.prepared.offers().get(entry.row.offer)?;
        if entry.others.is_empty() {
            return None;
        }
        let pairs = self.query.brief.pairs();
        let offers = entry.others.iter().take(OTHERS).filter_map(|row| {
            let offer = &self.prepared.offers().get(row.offer)?.offer;
            Some(Other {
                rank: row.rank?,
                name: format!(
                    "{} · {} · {}",
                    offer.instance_type,
                    accelerators_of(self.prepared.catalogue(), offer),
                    place_of(offer, self.lang)
                ),
                href: urls::offer(self.lang, &offer.id, &pairs),
                score: Tenths::nearest(row.score?.floor).to_string(),
            })
        });
        let mut all = self.query.clone();
        all.brief.vendors = std::iter::once(first.offer.vendor.clone()).collect();
        all.view = View {
            group: Group::Offer,
            ..View::default()
        };
        Some(Others {
            text: self.lang.plural("row.more", entry.others.len()),
            offers: offers.collect(),
            all_href: urls::ranking(self.lang, &all.pairs()),
            all_text: self.lang.fill(
                "row.all_of",
                &[("vendor", &name_of(self.prepared.catalogue(), &first.offer, self.lang))],
            ),
        })
    }

    fn hide(&self, offer: &Offer) -> String {
        let mut query = self.query.clone();
        query.view.hide.insert(offer.id.clone());
        urls::ranking(self.lang, &query.pairs())
    }
}

/// Age of a price in words: older than 30 days is marked, older than 90 days is stale, and so is an undated one.
#[must_use]
pub(in crate::web::pages) fn stale(as_of: &AsOf, today: Date, lang: Lang) -> Option<String> {
    match as_of.age_days(today) {
        None => Some(lang.t("age.undated")),
        Some(days) if days > 90 => Some(lang.fill("age.stale", &[("date", as_of)])),
        Some(days) if days > 30 => Some(lang.fill("age.older", &[("date", as_of)])),
        Some(_) => None,
    }
}
