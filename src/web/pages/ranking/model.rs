//! The workbench as one value: everything the template shows.

use std::sync::Arc;

use askama::Template;

use super::columns::{self, Shows};
use super::panel::Panel;
use super::rows::{self, Shown};
use super::stability::{StabilityView, WhyView};
use super::table::Table;
use super::view::{OutRow, RowView};
use super::words::name_of;
use crate::domain::brief::BadWord;
use crate::domain::ranking::{Prepared, Ranking};
use crate::domain::scorecard::Scorecard;
use crate::domain::scoring::rank::{TOO_CLOSE, key};
use crate::domain::stability::{Sampled, Stability, stability};
use crate::web::columns::Column;
use crate::web::ctx::Ctx;
use crate::web::lang::{Lang, number};
use crate::web::money::rates_in_use;
use crate::web::page::Shell;
use crate::web::pages::tabs::{self, Link};
use crate::web::query::{Group, Query, Sort, View};
use crate::web::urls;

/// What a page is made from.
#[derive(Clone, Copy)]
pub(in crate::web::pages) struct Scene<'a> {
    /// The request.
    pub(in crate::web::pages) ctx: &'a Ctx,
    /// The offers.
    pub(in crate::web::pages) prepared: &'a Prepared,
    /// Their order.
    pub(in crate::web::pages) ranking: &'a Ranking,
    /// The state of the page.
    pub(in crate::web::pages) query: &'a Query,
    /// What sampling says; `None` where it is fetched after the page.
    pub(in crate::web::pages) sampled: Option<&'a Sampled>,
    /// Every scorecard, for the choice between them.
    pub(in crate::web::pages) scorecards: &'a [Arc<Scorecard>],
}

/// The ranking workbench.
#[derive(Template)]
#[template(path = "ranking.html", blocks = ["results", "verdict", "weights", "workload", "columns", "outside"])]
pub(super) struct RankingPage {
    shell: Shell,
    lang: Lang,
    action: String,
    q: String,
    panel: Panel,
    tabs: Vec<Link>,
    results: Results,
    /// The workbench with columns that whoever asks keeps; `None` for people who keep nothing.
    own_columns: Option<Vec<Link>>,
    is_fragment: bool,
}

/// What changes with every weight.
pub(in crate::web::pages) struct Results {
    /// How many rank, in words.
    pub(in crate::web::pages) count: String,
    /// The release and the scorecard.
    pub(in crate::web::pages) basis: String,
    /// One sentence for a screen reader.
    pub(in crate::web::pages) status: String,
    /// How safe the first place is.
    pub(in crate::web::pages) stability: Option<StabilityView>,
    /// Why the first is above the second.
    pub(in crate::web::pages) why: Option<WhyView>,
    /// What a reader has to know.
    pub(in crate::web::pages) notes: Vec<String>,
    /// The headings.
    pub(in crate::web::pages) heads: Vec<Head>,
    /// Which columns there are.
    pub(in crate::web::pages) shows: Shows,
    /// What a price is of.
    pub(in crate::web::pages) price_unit: String,
    /// The heading of the cost.
    pub(in crate::web::pages) cost_heading: String,
    /// The currency of the cost.
    pub(in crate::web::pages) currency: String,
    /// The exchange rates in use.
    pub(in crate::web::pages) rates: Option<String>,
    /// The ranked rows.
    pub(in crate::web::pages) rows: Vec<RowView>,
    /// The same grouped the other way.
    pub(in crate::web::pages) other_group: Link,
    /// The pages of the rows.
    pub(in crate::web::pages) pager: Vec<Link>,
    /// The rows without a rank.
    pub(in crate::web::pages) out: Vec<OutRow>,
    /// Their heading.
    pub(in crate::web::pages) out_title: String,
    /// They are unfolded.
    pub(in crate::web::pages) out_open: bool,
    /// Their pages.
    pub(in crate::web::pages) out_pager: Vec<Link>,
    /// The same with every row.
    pub(in crate::web::pages) unhide: Option<Link>,
    /// Why there are no rows.
    pub(in crate::web::pages) empty: Option<Empty>,
    /// The rows in other formats.
    pub(in crate::web::pages) downloads: Vec<Link>,
    /// The same on one sheet of paper.
    pub(in crate::web::pages) summary: String,
    /// Where it is shown to others.
    pub(in crate::web::pages) share: String,
    /// Chosen offers that are on none of the rows.
    pub(in crate::web::pages) picked_elsewhere: Vec<String>,
}

/// The heading of a column.
pub(in crate::web::pages) struct Head {
    /// The class of the column.
    pub(in crate::web::pages) class: &'static str,
    /// Its text where nothing sorts by it.
    pub(in crate::web::pages) text: String,
    /// The order of the rows by it.
    pub(in crate::web::pages) sorted: &'static str,
    /// One link per order: the column with the bar has one for each dimension.
    pub(in crate::web::pages) links: Vec<SortLink>,
    /// Its unit.
    pub(in crate::web::pages) unit: String,
}

/// A link that sorts the rows.
pub(in crate::web::pages) struct SortLink {
    /// Its text.
    pub(in crate::web::pages) text: String,
    /// The rows in that order.
    pub(in crate::web::pages) href: String,
    /// `ascending` or `descending` where the rows are in this order.
    pub(in crate::web::pages) sorted: Option<&'static str>,
    /// The dimension's place, for the colour.
    pub(in crate::web::pages) place: Option<usize>,
}

/// Why there is nothing to show, and what to do.
pub(in crate::web::pages) struct Empty {
    /// The reason.
    pub(in crate::web::pages) reason: String,
    /// What to do.
    pub(in crate::web::pages) action: Link,
}

impl RankingPage {
    /// The page for a query.
    ///
    /// # Errors
    /// [`BadWord`] when a page is asked for that does not exist.
    pub(super) fn new(scene: &Scene<'_>) -> Result<Self, BadWord> {
        let Scene {
            ctx,
            prepared,
            ranking,
            query,
            ..
        } = *scene;
        let lang = ctx.lang;
        let foot = foot(lang, prepared);
        let stability = stability(prepared, ranking);
        let results = Results::new(scene, stability.as_ref())?;
        Ok(Self {
            shell: Shell::new(ctx, lang.t("ranking.title"), foot, &query.pairs()),
            lang,
            action: urls::ranking(lang, &Vec::new()),
            q: query.view.q.clone(),
            panel: Panel::new(lang, prepared, ranking, (query, stability.as_ref())).with_scorecards(
                lang,
                scene.scorecards,
                prepared.scorecard(),
            ),
            tabs: tabs::tabs(lang, query, tabs::Tab::Ranking),
            results,
            own_columns: None,
            is_fragment: ctx.fragment,
        })
    }

    /// The same with columns that whoever asks keeps.
    pub(super) fn with_own_columns(self, own_columns: Option<Vec<Link>>) -> Self {
        Self { own_columns, ..self }
    }

    /// The part that htmx swaps in; with the fields where a button changed them.
    ///
    /// # Errors
    /// A template that fails.
    pub(super) fn fragment(&self, fields: bool) -> Result<String, askama::Error> {
        let mut html = self.as_results().render()?;
        html.push_str(&self.as_outside().render()?);
        if fields {
            let oob = |block: &str, start: &str| block.replacen(start, &format!("{start} hx-swap-oob=\"true\""), 1);
            html.push_str(&oob(&self.as_weights().render()?, "<fieldset id=\"weights\""));
            html.push_str(&oob(&self.as_workload().render()?, "<select id=\"workload\""));
            html.push_str(&oob(&self.as_columns().render()?, "<fieldset id=\"columns\""));
        }
        Ok(html)
    }
}

/// Which release and scorecard a page stands on.
#[must_use]
pub fn foot(lang: Lang, prepared: &Prepared) -> String {
    let (scorecard, release) = (prepared.scorecard(), prepared.catalogue().release());
    lang.fill(
        "foot.basis",
        &[
            ("release", &release.number),
            ("scorecard", &lang.text(&scorecard.name)),
            ("version", &scorecard.version),
        ],
    )
}

impl Results {
    /// The results of a scene.
    ///
    /// # Errors
    /// [`BadWord`] when a page is asked for that does not exist.
    pub(in crate::web::pages) fn new(scene: &Scene<'_>, stability: Option<&Stability>) -> Result<Self, BadWord> {
        let Scene {
            ctx,
            prepared,
            ranking,
            query,
            sampled,
            ..
        } = *scene;
        let lang = ctx.lang;
        let shown = rows::shown(prepared, ranking, query);
        let table = Table {
            lang,
            today: ctx.today,
            prepared,
            ranking,
            query,
        };
        let (ranked, pages) = rows::page("page", &shown.ranked, query.view.page)?;
        let (out, out_pages) = rows::page("out", &shown.out, query.view.out)?;
        let rows: Vec<RowView> = ranked.iter().filter_map(|entry| table.row(entry)).collect();
        let chosen = query.view.pick.o.iter().map(ToString::to_string);
        let all = ranking.rows.len() + ranking.left_out.iter().map(|(_, n)| n).sum::<usize>();
        Ok(Self {
            count: lang.fill("ranking.count", &[("ranked", &ranking.ranked), ("all", &all)]),
            basis: foot(lang, prepared),
            status: status(lang, prepared, ranking),
            price_unit: columns::price_unit(lang, query.view.pick.per, query.brief.shown_currency()),
            shows: Shows(query.view.columns()),
            cost_heading: cost_heading(lang, prepared),
            currency: query.brief.shown_currency().to_string(),
            rates: rates_in_use(prepared, query, lang),
            stability: stability.map(|s| StabilityView::new(lang, (prepared, ranking), (s, sampled), query)),
            why: WhyView::of_first_two(lang, prepared, ranking, (&shown, query)),
            notes: notes(lang, prepared, ranking, &shown),
            heads: heads(lang, prepared, query),
            picked_elsewhere: chosen.filter(|id| rows.iter().all(|row| row.id != *id)).collect(),
            rows,
            other_group: other_group(lang, query),
            pager: pager(lang, query, pages, |view, n| view.page = n, query.view.page),
            out: out.iter().filter_map(|row| table.out(row)).collect(),
            out_open: shown.ranked.is_empty() || query.view.out > 1,
            out_title: lang.fill("out.title", &[("n", &shown.out.len())]),
            out_pager: pager(lang, query, out_pages, |view, n| view.out = n, query.view.out),
            unhide: unhide(lang, query, shown.hidden),
            empty: empty(lang, ranking, query, &shown),
            downloads: downloads(lang, query),
            summary: urls::summary(lang, &query.pairs()),
            share: urls::share(lang, &query.pairs()),
        })
    }
}

/// One sentence for a screen reader after each change.
fn status(lang: Lang, prepared: &Prepared, ranking: &Ranking) -> String {
    let leader = ranking.rows.first().filter(|r| r.rank.is_some());
    let named = leader.and_then(|r| Some((prepared.offers().get(r.offer)?, r.score?)));
    let Some((measured, score)) = named else {
        return lang.t("ranking.status_none");
    };
    let name = format!(
        "{} · {}",
        name_of(prepared.catalogue(), &measured.offer, lang),
        measured.offer.instance_type
    );
    let shown = crate::domain::scoring::display::Tenths::nearest(score.floor);
    lang.fill(
        "ranking.status",
        &[("ranked", &ranking.ranked), ("name", &name), ("score", &shown)],
    )
}

pub(super) fn notes(lang: Lang, prepared: &Prepared, ranking: &Ranking, shown: &Shown<'_>) -> Vec<String> {
    let mut notes = Vec::new();
    let total: f64 = ranking.points.iter().sum();
    if (total - 100.0).abs() >= 1e-9 {
        notes.push(lang.fill("note.normalised", &[("total", &number(total, 3))]));
    }
    if ranking.conditional > 0 {
        notes.push(lang.plural("note.conditional", ranking.conditional));
    }
    let mut first = ranking
        .rows
        .iter()
        .filter(|r| r.rank.is_some())
        .filter_map(|r| r.score.map(|s| (r.offer, s)));
    if let (Some((a, leader)), Some((b, second))) = (first.next(), first.next()) {
        let margin = leader.floor - second.floor;
        let name = |offer: usize| {
            prepared
                .offers()
                .get(offer)
                .map_or_else(String::new, |o| o.offer.instance_type.clone())
        };
        if key(margin) < key(TOO_CLOSE) {
            notes.push(lang.fill("note.too_close", &[("a", &name(a)), ("b", &name(b))]));
        } else if !leader.is_apart_from(&second) {
            notes.push(lang.t("note.not_separable"));
        }
    }
    for (word, n) in &ranking.left_out {
        notes.push(lang.fill(&format!("note.left_out_{word}"), &[("n", n)]));
    }
    if shown.unmatched > 0 {
        notes.push(lang.plural("note.unmatched", shown.unmatched));
    }
    notes
}

fn heads(lang: Lang, prepared: &Prepared, query: &Query) -> Vec<Head> {
    let simple = |class, sort, key: &str, unit| head(class, vec![sort_link(lang, query, sort, lang.t(key))], unit);
    let mut heads = vec![
        simple("name", Sort::Name, "column.offer", String::new()),
        simple("total", Sort::Total, "column.total", lang.t("column.total_unit")),
    ];
    heads.extend(
        query
            .view
            .columns()
            .into_iter()
            .map(|column| column_head(lang, prepared, query, column)),
    );
    heads
}

/// The heading of a column that can be left out.
fn column_head(lang: Lang, prepared: &Prepared, query: &Query, column: Column) -> Head {
    let currency = query.brief.shown_currency();
    let text = columns::heading(lang, prepared, column);
    let by = |sort| vec![sort_link(lang, query, sort, text.clone())];
    match column {
        Column::Parts => {
            let dimensions = prepared.scorecard().dimensions.iter().enumerate();
            let parts = dimensions.map(|(place, d)| SortLink {
                place: Some(place % 6),
                ..sort_link(
                    lang,
                    query,
                    Sort::Dimension(d.id.clone()),
                    lang.text(&d.name).to_owned(),
                )
            });
            head("parts", parts.collect(), String::new())
        }
        Column::Price(plan) => {
            let unit = columns::price_unit(lang, query.view.pick.per, currency);
            head("price", by(Sort::Price(plan)), unit)
        }
        Column::Cost => head(
            "cost",
            by(Sort::Cost),
            lang.with("column.cost_unit", "currency", currency),
        ),
        Column::Coverage => head("coverage", by(Sort::Coverage), lang.t("column.coverage_unit")),
        // Names of criteria have no order.
        Column::Unknown => Head {
            text: text.clone(),
            ..head("unknown", Vec::new(), String::new())
        },
    }
}

/// `6-month TCO`.
pub(super) fn cost_heading(lang: Lang, prepared: &Prepared) -> String {
    lang.with("column.cost", "months", prepared.need().usage.whole_months())
}

fn head(class: &'static str, links: Vec<SortLink>, unit: String) -> Head {
    Head {
        class,
        text: String::new(),
        sorted: links.iter().find_map(|link| link.sorted).unwrap_or("none"),
        links,
        unit,
    }
}

fn sort_link(lang: Lang, query: &Query, sort: Sort, text: String) -> SortLink {
    let current = query.view.sort == sort;
    let mut next = query.clone();
    next.view = View {
        reversed: current && !query.view.reversed,
        sort,
        page: 1,
        ..next.view
    };
    let smallest_first = matches!(next.view.sort, Sort::Name | Sort::Price(_) | Sort::Cost);
    let direction = if smallest_first == query.view.reversed {
        "descending"
    } else {
        "ascending"
    };
    SortLink {
        text,
        href: urls::ranking(lang, &next.pairs()),
        sorted: current.then_some(direction),
        place: None,
    }
}

fn other_group(lang: Lang, query: &Query) -> Link {
    let mut other = query.clone();
    let (group, key) = match query.view.group {
        Group::Vendor => (Group::Offer, "group.offer"),
        Group::Offer => (Group::Vendor, "group.vendor"),
    };
    other.view = View {
        group,
        page: 1,
        q: String::new(),
        ..other.view
    };
    Link {
        href: urls::ranking(lang, &other.pairs()),
        text: lang.t(key),
        current: false,
    }
}

fn pager(lang: Lang, query: &Query, pages: u32, set: impl Fn(&mut View, u32), current: u32) -> Vec<Link> {
    if pages < 2 {
        return Vec::new();
    }
    (1..=pages)
        .filter(|n| *n <= 2 || *n + 1 >= pages || n.abs_diff(current) <= 1)
        .map(|n| {
            let mut query = query.clone();
            set(&mut query.view, n);
            Link {
                href: urls::ranking(lang, &query.pairs()),
                text: n.to_string(),
                current: n == current,
            }
        })
        .collect()
}

fn unhide(lang: Lang, query: &Query, hidden: usize) -> Option<Link> {
    let mut all = query.clone();
    all.view.hide.clear();
    (!query.view.hide.is_empty()).then(|| Link {
        href: urls::ranking(lang, &all.pairs()),
        text: lang.plural("row.unhide", hidden),
        current: false,
    })
}

fn empty(lang: Lang, ranking: &Ranking, query: &Query, shown: &Shown<'_>) -> Option<Empty> {
    if !shown.ranked.is_empty() {
        return None;
    }
    if ranking.rows.is_empty() && ranking.left_out.is_empty() {
        return Some(Empty {
            reason: lang.t("empty.catalogue"),
            action: Link::new(urls::releases(lang), lang.t("empty.catalogue_action"), false),
        });
    }
    let mut without = query.clone();
    let (reason, text) = if query.view.q.is_empty() {
        without.brief = crate::domain::brief::Brief {
            weights: query.brief.weights.clone(),
            ..crate::domain::brief::Brief::default()
        };
        (lang.t("empty.gates"), lang.t("empty.gates_action"))
    } else {
        without.view.q.clear();
        (lang.fill("empty.q", &[("q", &query.view.q)]), lang.t("empty.q_action"))
    };
    Some(Empty {
        reason,
        action: Link {
            href: urls::ranking(lang, &without.pairs()),
            text,
            current: false,
        },
    })
}

/// Files hold all pages, so none of them is asked for.
fn downloads(lang: Lang, query: &Query) -> Vec<Link> {
    let mut all = query.clone();
    (all.view.page, all.view.out) = (1, 1);
    let pairs = all.pairs();
    vec![
        Link::new(urls::ranking_xlsx(lang, &pairs), "Excel", false),
        Link::new(urls::ranking_csv(lang, &pairs), "CSV", false),
        Link::new(urls::ranking_json(lang, &pairs), "JSON", false),
    ]
}
