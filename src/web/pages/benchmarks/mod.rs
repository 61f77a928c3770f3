//! The benchmark browser: results of one round, task, scenario and metric side by side, and nothing that may not be compared.

mod export;
mod overview;
mod query;
mod table;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use crate::domain::benchmark::{Comparison, comparisons};
use crate::domain::catalogue::{BenchmarkResult, Catalogue};
use crate::domain::ids::AcceleratorId;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::urls::{self, Pairs};
use overview::Overview;
use query::Chosen;
pub(in crate::web) use query::{Level, Words, brief};
use table::SetView;

#[derive(Template)]
#[template(path = "benchmarks.html")]
struct BenchmarksPage {
    shell: Shell,
    lang: Lang,
    action: String,
    kept: Pairs,
    facets: Vec<Facet>,
    accelerators: Vec<Facetted>,
    notes: Vec<String>,
    title: String,
    sets: Vec<SetView>,
    csv: String,
    all_href: Option<String>,
    reset: String,
    overview: Overview,
}

struct Facet {
    name: String,
    options: Vec<Facetted>,
}

/// A value that can be chosen, with its number of results.
struct Facetted {
    href: String,
    value: String,
    text: String,
    count: usize,
    chosen: bool,
}

/// What the words of an address choose.
struct Scene<'a> {
    ctx: &'a Ctx,
    catalogue: &'a Catalogue,
    words: &'a Words,
    chosen: Vec<Chosen<'a>>,
    /// Results of the accelerators asked for.
    results: Vec<&'a BenchmarkResult>,
}

/// `GET /{lang}/benchmarks`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn index(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.catalogue(&brief(&ctx.pairs)?).await?;
    let words = Words::read(&ctx.pairs, &catalogue)?;
    cached(&ctx, &catalogue.release().number, || {
        let scene = Scene::new(&ctx, &catalogue, &words);
        Ok(html(StatusCode::OK, &scene.page()))
    })
}

/// `GET /{lang}/benchmarks.csv`
///
/// # Errors
/// [`WebError::BadWord`] names the word at fault.
pub async fn csv(State(app): State<App>, ctx: Ctx) -> Result<Response, WebError> {
    let catalogue = app.catalogue(&brief(&ctx.pairs)?).await?;
    let words = Words::read(&ctx.pairs, &catalogue)?;
    cached(&ctx, &catalogue.release().number, || {
        let scene = Scene::new(&ctx, &catalogue, &words);
        export::csv(&ctx, &catalogue, &scene.sets())
    })
}

/// The browser for one accelerator.
#[must_use]
pub fn of_accelerator(id: &AcceleratorId) -> Pairs {
    vec![("gpu".to_owned(), id.to_string())]
}

impl<'a> Scene<'a> {
    fn new(ctx: &'a Ctx, catalogue: &'a Catalogue, words: &'a Words) -> Self {
        let wanted = catalogue.results().iter().filter(|r| words.is_wanted(r));
        let results: Vec<&BenchmarkResult> = wanted.collect();
        Self {
            ctx,
            catalogue,
            words,
            chosen: words.choose(&results),
            results,
        }
    }

    /// The results chosen, by metric.
    fn sets(&self) -> Vec<Comparison<'a>> {
        comparisons(self.results.iter().copied().filter(|r| self.is_chosen(r)))
    }

    fn is_chosen(&self, result: &BenchmarkResult) -> bool {
        self.chosen.iter().all(|c| c.level.of(result) == c.value)
    }

    fn page(&self) -> BenchmarksPage {
        let lang = self.ctx.lang;
        let sets = self.sets();
        let shown: usize = sets.iter().map(|s| s.results.len()).sum();
        let all = self.catalogue.results().iter().filter(|r| self.is_chosen(r)).count();
        let pairs = self.words.pairs();
        let mut notes: Vec<String> = self.chosen.iter().filter_map(|c| self.instead(c)).collect();
        if shown < all {
            notes.push(lang.fill("benchmarks.filtered", &[("shown", &shown), ("all", &all)]));
        }
        let release = self.catalogue.release().number;
        let title = self.chosen.iter().skip(3).map(|c| self.value_text(c.level, c.value));
        BenchmarksPage {
            shell: Shell::new(
                self.ctx,
                lang.t("benchmarks.title"),
                lang.with("foot.release", "release", release),
                &pairs,
            ),
            lang,
            action: urls::benchmarks(lang, &Vec::new()),
            kept: self.address_of_choices(),
            facets: self.chosen.iter().map(|c| self.facet(c)).collect(),
            accelerators: self.accelerators(),
            notes,
            title: title.collect::<Vec<_>>().join(" · "),
            sets: sets.iter().map(|s| SetView::new(self.catalogue, s, self.ctx)).collect(),
            csv: urls::benchmarks_csv(lang, &pairs),
            all_href: (shown < all).then(|| urls::benchmarks(lang, &self.address_of_choices())),
            reset: urls::benchmarks(lang, &Vec::new()),
            overview: self.overview(),
        }
    }

    /// Every choice made, spelled out, and the release.
    fn address_of_choices(&self) -> Pairs {
        let choices = self
            .chosen
            .iter()
            .map(|c| (c.level.word().to_owned(), c.value.to_owned()));
        let rest = self.words.rest().into_iter().filter(|(word, _)| word != "gpu");
        choices.chain(rest).collect()
    }

    fn instead(&self, chosen: &Chosen<'_>) -> Option<String> {
        let asked = chosen.instead_of.as_ref()?;
        Some(self.ctx.lang.fill(
            "benchmarks.instead",
            &[
                ("asked", &self.value_text(chosen.level, asked)),
                ("shown", &self.value_text(chosen.level, chosen.value)),
            ],
        ))
    }

    fn facet(&self, chosen: &Chosen<'_>) -> Facet {
        let lang = self.ctx.lang;
        let option = |&(value, count): &(&str, usize)| Facetted {
            href: urls::benchmarks(lang, &self.with(&[(chosen.level, value)])),
            value: value.to_owned(),
            text: self.value_text(chosen.level, value),
            count,
            chosen: value == chosen.value,
        };
        Facet {
            name: lang.t(&format!("benchmarks.level.{}", chosen.level.word())),
            options: chosen.options.iter().map(option).collect(),
        }
    }

    /// The address with some choices changed. Those before them stay, those after them as long as they still exist.
    fn with(&self, changed: &[(Level, &str)]) -> Pairs {
        let mut left: Vec<&BenchmarkResult> = self.results.clone();
        let mut pairs = Pairs::new();
        for chosen in &self.chosen {
            let level = chosen.level;
            let change = changed.iter().find(|(l, _)| *l == level).map(|(_, v)| *v);
            let value = change.unwrap_or(chosen.value);
            if left.iter().any(|r| level.of(r) == value) {
                left.retain(|r| level.of(r) == value);
                pairs.push((level.word().to_owned(), value.to_owned()));
            }
        }
        pairs.extend(self.words.rest());
        pairs
    }

    /// The accelerators with results in the set chosen, whether asked for or not.
    fn accelerators(&self) -> Vec<Facetted> {
        let mut found: std::collections::BTreeMap<&AcceleratorId, usize> = std::collections::BTreeMap::new();
        for result in self.catalogue.results().iter().filter(|r| self.is_chosen(r)) {
            *found.entry(&result.accelerator).or_default() += 1;
        }
        for id in &self.words.accelerators {
            found.entry(id).or_default();
        }
        let option = |(id, count): (&AcceleratorId, usize)| Facetted {
            href: String::new(),
            value: id.to_string(),
            text: self
                .catalogue
                .accelerator(id.as_str())
                .map_or_else(|| id.to_string(), |a| a.name.clone()),
            count,
            chosen: self.words.accelerators.contains(id),
        };
        found.into_iter().map(option).collect()
    }

    /// Words that have a text; names of rounds, tasks and scenarios stay as the suite spells them.
    fn value_text(&self, level: Level, value: &str) -> String {
        let key = format!("benchmarks.{}.{value}", level.word());
        let text = self.ctx.lang.t(&key);
        if text.ends_with(&key) { value.to_owned() } else { text }
    }
}
