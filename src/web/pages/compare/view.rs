//! The page around a comparison: headings with their links, the choice of offers, and what to do where nothing is chosen.

use askama::Template;

use super::MOST;
use super::cell::Section;
use super::model::{Column, Comparison};
use crate::domain::ids::OfferId;
use crate::domain::ranking::Prepared;
use crate::web::lang::Lang;
use crate::web::page::Shell;
use crate::web::pages::ranking::{accelerators_of, foot, name_of, place_of, vendors_first};
use crate::web::pages::tabs::{Head, Link, Scene, Tab, full_name, kept};
use crate::web::pick::Per;
use crate::web::query::Query;
use crate::web::urls::{self, Pairs};

/// Offers that the page suggests to add.
const SUGGESTED: usize = 40;

#[derive(Template)]
#[template(path = "compare.html")]
pub(super) struct ComparePage {
    shell: Shell,
    lang: Lang,
    head: Head,
    columns: Vec<ColumnView>,
    /// Which offer stands beside the baseline where there is room for two.
    beside: Vec<Link>,
    sections: Vec<Section>,
    diff: Link,
    equal: String,
    units: Vec<Link>,
    matrix: Option<String>,
    add: Option<Add>,
    full: bool,
    /// The way out of an empty page.
    start: Option<Link>,
}

/// The heading of a column.
pub(in crate::web::pages) struct ColumnView {
    /// Who sells it.
    pub(in crate::web::pages) vendor: String,
    /// The instance type.
    pub(in crate::web::pages) offer: String,
    /// Its page.
    pub(in crate::web::pages) href: String,
    /// Accelerators and region.
    pub(in crate::web::pages) detail: String,
    /// Differences are taken against it.
    pub(in crate::web::pages) is_base: bool,
    /// Left out where there is room for two.
    pub(in crate::web::pages) aside: bool,
    /// The same with differences against it.
    pub(in crate::web::pages) base: String,
    /// Why it stands where it does against the baseline.
    pub(in crate::web::pages) why: Option<String>,
    /// The same without it.
    pub(in crate::web::pages) remove: String,
    /// Its full name.
    pub(in crate::web::pages) name: String,
}

/// The form that adds an offer.
struct Add {
    action: String,
    kept: Pairs,
    options: Vec<(String, String)>,
    ranking: String,
}

impl ComparePage {
    /// How many columns are left out where there is room for two.
    fn aside(&self) -> usize {
        self.columns.iter().filter(|column| column.aside).count()
    }

    /// The page of a comparison.
    pub(super) fn new(scene: &Scene<'_>, comparison: Comparison) -> Self {
        let Scene {
            ctx, prepared, query, ..
        } = *scene;
        let lang = ctx.lang;
        let with = |change: &dyn Fn(&mut Query)| {
            let mut query = query.clone();
            change(&mut query);
            urls::compare(lang, &query.pairs())
        };
        let diff = query.view.pick.diff;
        let shown = comparison.columns.len();
        let seen = seen(query, &comparison);
        Self {
            shell: Shell::new(ctx, title(scene, &comparison), foot(lang, prepared), &query.pairs()),
            lang,
            head: Head::new(lang, prepared, query, Tab::Compare),
            columns: comparison
                .columns
                .iter()
                .enumerate()
                .map(|(place, column)| column_view(scene, column, (place == comparison.base, Some(place) == seen)))
                .collect(),
            beside: beside(scene, &comparison, seen),
            diff: Link::new(
                with(&|q| q.view.pick.diff = !diff),
                lang.t(if diff {
                    "compare.all_rows"
                } else {
                    "compare.only_differences"
                }),
                diff,
            ),
            equal: lang.plural(
                if diff { "compare.left_out" } else { "compare.equal" },
                comparison.equal,
            ),
            units: [Per::Gpu, Per::Offer]
                .map(|per| {
                    let text = lang.t(&format!("compare.per_{}", per.word()));
                    Link::new(with(&|q| q.view.pick.per = per), text, per == query.view.pick.per)
                })
                .to_vec(),
            matrix: matrix(lang, &comparison.columns),
            add: (shown < MOST).then(|| add(scene)),
            full: shown >= MOST,
            start: (shown == 0).then(|| start(scene)),
            sections: comparison.sections,
        }
    }
}

fn title(scene: &Scene<'_>, comparison: &Comparison) -> String {
    let lang = scene.ctx.lang;
    let offers = scene.prepared.offers();
    let names: Vec<&str> = comparison
        .columns
        .iter()
        .filter_map(|c| Some(offers.get(c.offer)?.offer.instance_type.as_str()))
        .collect();
    if names.is_empty() {
        lang.t("compare.title")
    } else {
        lang.with("compare.title_of", "names", names.join(&lang.t("list.join")))
    }
}

/// The place of the offer beside the baseline: the one asked for, else the first other.
fn seen(query: &Query, comparison: &Comparison) -> Option<usize> {
    let asked = query.view.pick.see.as_ref();
    let others = || {
        comparison
            .columns
            .iter()
            .enumerate()
            .filter(|(place, _)| *place != comparison.base)
    };
    let found = others().find(|(_, c)| Some(&c.id) == asked).or_else(|| others().next());
    found.map(|(place, _)| place)
}

/// The heading of an offer, and whether it is the baseline and shown where there is room for two.
pub(in crate::web::pages) fn column_view(
    scene: &Scene<'_>,
    column: &Column,
    (is_base, is_seen): (bool, bool),
) -> ColumnView {
    let Scene { prepared, query, .. } = *scene;
    let lang = scene.ctx.lang;
    let catalogue = prepared.catalogue();
    let measured = prepared.offers().get(column.offer);
    let text = |show: &dyn Fn(&crate::domain::catalogue::Offer) -> String| {
        measured.map_or_else(String::new, |o| show(&o.offer))
    };
    let base_id = query
        .view
        .pick
        .base
        .clone()
        .or_else(|| query.view.pick.o.first().cloned());
    let mut based = query.clone();
    based.view.pick.base = Some(column.id.clone());
    let mut without = query.clone();
    without.view.pick.o.retain(|id| *id != column.id);
    without.view.pick.keep_chosen();
    let mut why = query.clone();
    why.view.pick.a = base_id;
    why.view.pick.b = Some(column.id.clone());
    ColumnView {
        vendor: text(&|o| name_of(catalogue, o, lang)),
        offer: text(&|o| o.instance_type.clone()),
        href: urls::offer(lang, &column.id, &query.brief.pairs()),
        detail: text(&|o| format!("{} · {}", accelerators_of(catalogue, o), place_of(o, lang))),
        is_base,
        aside: !is_base && !is_seen,
        base: urls::compare(lang, &based.pairs()),
        why: (!is_base).then(|| urls::why(lang, &why.pairs())),
        remove: urls::compare(lang, &without.pairs()),
        name: full_name(prepared, column.offer, lang),
    }
}

fn beside(scene: &Scene<'_>, comparison: &Comparison, seen: Option<usize>) -> Vec<Link> {
    if comparison.columns.len() < 3 {
        return Vec::new();
    }
    let lang = scene.ctx.lang;
    let others = comparison
        .columns
        .iter()
        .enumerate()
        .filter(|(place, _)| *place != comparison.base);
    others
        .map(|(place, column)| {
            let mut query = scene.query.clone();
            query.view.pick.see = Some(column.id.clone());
            let name = full_name(scene.prepared, column.offer, lang);
            Link::new(urls::compare(lang, &query.pairs()), name, Some(place) == seen)
        })
        .collect()
}

/// The vendors of the offers in the capability matrix, which compares everything known of them.
fn matrix(lang: Lang, columns: &[Column]) -> Option<String> {
    let mut vendors: Vec<&str> = columns.iter().map(|c| c.vendor.as_str()).collect();
    vendors.sort_unstable();
    vendors.dedup();
    let pairs = vec![
        ("topic".to_owned(), "all".to_owned()),
        ("vendor".to_owned(), vendors.join(",")),
    ];
    (!vendors.is_empty()).then(|| urls::matrix(lang, &pairs))
}

/// The best offer of each vendor that is not chosen yet.
fn add(scene: &Scene<'_>) -> Add {
    let Scene {
        prepared,
        ranking,
        query,
        ..
    } = *scene;
    let lang = scene.ctx.lang;
    let chosen = &query.view.pick.o;
    let options = vendors_first(prepared, ranking).into_iter().filter_map(|place| {
        let id = id_at(prepared, place).filter(|id| !chosen.contains(id))?;
        Some((id.to_string(), full_name(prepared, place, lang)))
    });
    let mut fields = kept(query, &["o"]);
    if !chosen.is_empty() {
        let ids: Vec<&str> = chosen.iter().map(OfferId::as_str).collect();
        fields.push(("o".to_owned(), ids.join(",")));
    }
    Add {
        action: urls::compare(lang, &Vec::new()),
        kept: fields,
        options: options.take(SUGGESTED).collect(),
        ranking: urls::ranking(lang, &query.pairs()),
    }
}

fn id_at(prepared: &Prepared, place: usize) -> Option<&OfferId> {
    prepared.offers().get(place).map(|o| &o.offer.id)
}

/// The best offers of the three best vendors; the ranking where nobody ranks.
fn start(scene: &Scene<'_>) -> Link {
    let lang = scene.ctx.lang;
    let mut query = scene.query.clone();
    let best = vendors_first(scene.prepared, scene.ranking).into_iter().take(3);
    query.view.pick.o = best.filter_map(|place| id_at(scene.prepared, place).cloned()).collect();
    if query.view.pick.o.is_empty() {
        Link::new(urls::ranking(lang, &query.pairs()), lang.t("error.home"), false)
    } else {
        Link::new(urls::compare(lang, &query.pairs()), lang.t("compare.start"), false)
    }
}
