//! What the analysis pages have in common: tabs that keep the whole query, the brief in words, downloads, names.

use axum::response::Response;

use super::ranking::{Loaded, epoch, name_of, place_of, summary};
use crate::domain::brief::{BadWord, Rule};
use crate::domain::ids::OfferId;
use crate::domain::ranking::{Prepared, Ranking};
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::cached;
use crate::web::query::Query;
use crate::web::urls::{self, Pairs};

/// One of the analysis pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tab {
    /// The workbench.
    Ranking,
    /// Offers side by side.
    Compare,
    /// Why one is above another.
    Why,
    /// How safe the order is.
    Sensitivity,
    /// Price against performance.
    Chart,
    /// Cost over time.
    Tco,
}

/// A link, and whether it is the page or choice shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    /// Where it leads.
    pub(super) href: String,
    /// Its text.
    pub(super) text: String,
    /// It is what is shown.
    pub(super) current: bool,
}

/// What an analysis page is made from.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    /// The request.
    pub(super) ctx: &'a Ctx,
    /// The offers.
    pub(super) prepared: &'a Prepared,
    /// Their order.
    pub(super) ranking: &'a Ranking,
    /// The state of the page.
    pub(super) query: &'a Query,
}

/// Ranks the offers of a request and answers with a page made from them, or says that the browser has it already.
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub(super) fn answer(
    ctx: &Ctx,
    loaded: &Loaded,
    write: impl FnOnce(&Scene<'_>) -> Result<Response, WebError>,
) -> Result<Response, WebError> {
    let (prepared, query) = (&*loaded.prepared, &loaded.query);
    cached(ctx, &epoch(prepared), || {
        write(&Scene {
            ctx,
            prepared,
            ranking: &prepared.rank(&query.brief)?,
            query,
        })
    })
}

impl Scene<'_> {
    /// The number of the release shown.
    pub(super) fn release(&self) -> u32 {
        self.prepared.catalogue().release().number
    }
}

/// What stands above every analysis page.
#[derive(Debug, Clone)]
pub(super) struct Head {
    /// The pages.
    pub(super) tabs: Vec<Link>,
    /// The brief in words.
    pub(super) summary: String,
    /// Where it is changed.
    pub(super) change: String,
    /// The page's data in other formats.
    pub(super) downloads: Vec<Link>,
}

impl Link {
    /// A link.
    pub(super) fn new(href: String, text: impl Into<String>, current: bool) -> Self {
        Self {
            href,
            text: text.into(),
            current,
        }
    }
}

impl Tab {
    /// The address of the page with a query.
    pub(super) fn href(self, lang: Lang, query: &Pairs) -> String {
        match self {
            Self::Ranking => urls::ranking(lang, query),
            Self::Compare => urls::compare(lang, query),
            Self::Why => urls::why(lang, query),
            Self::Sensitivity => urls::sensitivity(lang, query),
            Self::Chart => urls::chart(lang, query),
            Self::Tco => urls::tco(lang, query),
        }
    }
}

/// The tabs of a query.
pub(super) fn tabs(lang: Lang, query: &Query, current: Tab) -> Vec<Link> {
    let pages = [
        (Tab::Ranking, "tab.ranking"),
        (Tab::Compare, "tab.compare"),
        (Tab::Why, "tab.why"),
        (Tab::Sensitivity, "tab.sensitivity"),
        (Tab::Chart, "tab.chart"),
        (Tab::Tco, "tco.link"),
    ];
    let pairs = query.pairs();
    pages
        .into_iter()
        .map(|(tab, key)| Link::new(tab.href(lang, &pairs), lang.t(key), tab == current))
        .collect()
}

impl Head {
    /// The head of a page.
    pub(super) fn new(lang: Lang, prepared: &Prepared, query: &Query, tab: Tab) -> Self {
        let pairs = query.pairs();
        let page = tab.href(lang, &Vec::new());
        Self {
            tabs: tabs(lang, query, tab),
            summary: summary(lang, prepared, query),
            change: urls::ranking(lang, &pairs),
            downloads: ["csv", "json"]
                .map(|format| Link::new(urls::data(&page, format, &pairs), format.to_uppercase(), false))
                .to_vec(),
        }
    }
}

/// Vendor and instance type of the offer at a place.
pub(super) fn short_name(prepared: &Prepared, offer: usize, lang: Lang) -> String {
    let named = prepared.offers().get(offer);
    named.map_or_else(String::new, |o| {
        let vendor = name_of(prepared.catalogue(), &o.offer, lang);
        format!("{vendor} · {}", o.offer.instance_type)
    })
}

/// The same with its region: one instance type is offered in many.
pub(super) fn full_name(prepared: &Prepared, offer: usize, lang: Lang) -> String {
    let region = prepared.offers().get(offer).map(|o| place_of(&o.offer, lang));
    format!("{} · {}", short_name(prepared, offer, lang), region.unwrap_or_default())
}

/// The words of a query without some of them, as hidden fields of a form that sends these anew.
pub(super) fn kept(query: &Query, without: &[&str]) -> Pairs {
    let pairs = query.pairs().into_iter();
    pairs.filter(|(word, _)| !without.contains(&word.as_str())).collect()
}

/// Where an offer stands among those measured.
///
/// # Errors
/// [`BadWord`] names it when this release does not have it.
pub(super) fn place_among(prepared: &Prepared, word: &str, id: &OfferId) -> Result<usize, BadWord> {
    let offers = prepared.offers();
    offers
        .iter()
        .position(|o| o.offer.id == *id)
        .ok_or_else(|| no_offer(word, id, offers.iter().map(|o| &o.offer.id)))
}

/// An offer that the release does not have, with some that it has.
pub(super) fn no_offer<'a>(word: &str, id: &OfferId, known: impl Iterator<Item = &'a OfferId>) -> BadWord {
    let mut known = known.map(OfferId::as_str);
    let mut named: Vec<&str> = known.by_ref().take(3).collect();
    named.extend(known.next().map(|_| "…"));
    let known = named.join(" ");
    BadWord::new(word, id.as_str(), Rule::Missing { known })
}
