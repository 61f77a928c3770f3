//! The fields of the page. Everything in it is in the address, and everything in the address that has no field goes along hidden.

use super::text::unit_of;
use super::{Loaded, Scene};
use crate::domain::cost::lifecycle::Virtualisation;
use crate::domain::money::Currency;
use crate::domain::tco::{Group, NUMBERS, Words};
use crate::domain::usage::{Term, UsageWord};
use crate::web::lang::Lang;
use crate::web::pages::ranking::{name_of, region_of};
use crate::web::urls::Pairs;

/// A number of the form.
#[derive(Debug, Clone)]
pub(super) struct Field {
    /// Its word in links; also the end of its id.
    pub word: String,
    /// Its name.
    pub label: String,
    /// Its unit.
    pub unit: String,
    /// Its value.
    pub value: String,
    /// The least and the most.
    pub bounds: (String, String),
    /// What is taken where it is left empty.
    pub hint: String,
}

/// An entry of a choice.
#[derive(Debug, Clone)]
pub(super) struct Choice {
    /// Its word in links.
    pub value: String,
    /// Its name.
    pub text: String,
    /// It is in force.
    pub chosen: bool,
}

/// The fields.
#[derive(Debug, Clone)]
pub(super) struct Form {
    /// Words without a field.
    pub kept: Pairs,
    /// The currency of typed amounts.
    pub typed_in: String,
    /// The load in a sentence.
    pub summary: String,
    /// Load and money of the brief.
    pub usage: Vec<Field>,
    /// The plans to choose from.
    pub terms: Vec<Choice>,
    /// The currencies to choose from.
    pub currencies: Vec<Choice>,
    /// The kinds of virtualisation to choose from.
    pub virts: Vec<Choice>,
    /// What else running costs.
    pub lifecycle: Vec<Field>,
    /// Prices that offers do not have.
    pub prices: Vec<Field>,
    /// The machine of one's own.
    pub own: Vec<Field>,
    /// Offers compared.
    pub offers: Vec<Choice>,
    /// Offers that could be added: the best of each other vendor.
    pub more: Vec<Choice>,
}

/// The form's word for an input of the model, for naming and editing it.
pub(super) fn word_of(input: &str) -> Option<&'static str> {
    const WORDS: [(&str, &str); 34] = [
        ("horizon_months", "months"),
        ("hours_per_month", "hours"),
        ("burst_hours", "burst"),
        ("gpus_per_instance", "gpus"),
        ("utilisation_percent", "util"),
        ("virtualisation_loss", "loss"),
        ("growth_per_month", "growth"),
        ("egress_tb", "egress_tb"),
        ("hot_gb", "hot_gb"),
        ("warm_gb", "warm_gb"),
        ("cold_gb", "cold_gb"),
        ("redundancy", "redundancy"),
        ("safety", "safety"),
        ("ops_labour", "ops"),
        ("rpa_rate", "rpa"),
        ("migration", "migration"),
        ("support_minimum", "support_min"),
        ("support_rate", "support_pct"),
        ("renewal_change", "renewal"),
        ("egress_per_tb", "egress_price"),
        ("hot_per_gb", "hot_price"),
        ("warm_per_gb", "warm_price"),
        ("cold_per_gb", "cold_price"),
        ("term_months", "term"),
        ("upfront", "term"),
        ("purchase", "own_purchase"),
        ("rent", "own_rent"),
        ("tdp_kw", "own_kw"),
        ("pue", "own_pue"),
        ("electricity_price", "own_kwh"),
        ("hosting", "own_hosting"),
        ("maintenance", "own_maintenance"),
        ("staff", "own_staff"),
        ("residual_value", "own_residual"),
    ];
    WORDS.iter().find(|(name, _)| *name == input).map(|(_, word)| *word)
}

impl Form {
    pub(super) fn new(scene: Scene<'_>) -> Self {
        let (lang, loaded) = (scene.ctx.lang, scene.loaded);
        let currency = loaded.query.brief.shown_currency();
        let typed_in = loaded.words.typed_in.unwrap_or(currency);
        let group = |group| fields(lang, &loaded.words, typed_in, group);
        let usage = loaded.prepared.need().usage;
        let term = |term: Term| Choice {
            value: term.word().to_owned(),
            text: match term {
                Term::Best => lang.t("usage.term_best"),
                Term::Plan(plan) => lang.t(&format!("plan.{plan}")),
            },
            chosen: term == usage.term,
        };
        let offers = offers(scene);
        Self {
            kept: kept(loaded, &["price."]),
            typed_in: typed_in.to_string(),
            summary: summary(lang, loaded),
            usage: usage_fields(lang, loaded),
            terms: Term::ALL.map(term).to_vec(),
            currencies: currencies(loaded, currency),
            virts: virts(lang, &loaded.words),
            lifecycle: group(Group::Lifecycle),
            prices: group(Group::Prices),
            own: group(Group::Own),
            more: more(scene, &offers),
            offers,
        }
    }
}

/// The words of the address that have no field: those of the ranking, mostly.
fn kept(loaded: &Loaded, prefixes: &[&str]) -> Pairs {
    let mut shown: Vec<&str> = vec!["gpus", "term", "budget", "cur", "in", "virt", "o"];
    shown.extend(UsageWord::ALL.map(UsageWord::word));
    let lifecycle = NUMBERS
        .iter()
        .filter(|n| !matches!(n.group, Group::Dynamic | Group::Annual));
    shown.extend(lifecycle.map(|number| number.word));
    let has_field = |word: &str| shown.contains(&word) || prefixes.iter().any(|prefix| word.starts_with(prefix));
    loaded
        .pairs()
        .into_iter()
        .filter(|(word, _)| !has_field(word))
        .collect()
}

fn summary(lang: Lang, loaded: &Loaded) -> String {
    let (need, usage) = (loaded.prepared.need(), loaded.prepared.need().usage);
    lang.fill(
        "tco.summary",
        &[
            ("gpus", &need.gpus),
            ("months", &usage.whole_months()),
            ("hours", &usage.hours),
            ("util", &usage.util),
        ],
    )
}

fn usage_fields(lang: Lang, loaded: &Loaded) -> Vec<Field> {
    let need = loaded.prepared.need();
    let field = |word: &str, label: String, value: String, (min, max): (u64, u64)| Field {
        word: word.to_owned(),
        label,
        unit: String::new(),
        value,
        bounds: (min.to_string(), max.to_string()),
        hint: String::new(),
    };
    let mut fields = vec![field(
        "gpus",
        lang.t("brief.gpu_count"),
        need.gpus.to_string(),
        (1, 100_000),
    )];
    fields.extend(UsageWord::ALL.map(|word| {
        field(
            word.word(),
            lang.t(&format!("usage.{}", word.word())),
            need.usage.amount(word).to_string(),
            word.bounds(),
        )
    }));
    let budget = loaded.query.brief.budget.map_or_else(String::new, |b| b.to_string());
    fields.push(Field {
        unit: loaded.query.brief.shown_currency().to_string(),
        ..field("budget", lang.t("usage.budget"), budget, (0, 1_000_000_000_000))
    });
    fields
}

/// The numbers of a group, with what is taken where they are left empty.
pub(super) fn fields(lang: Lang, words: &Words, currency: Currency, group: Group) -> Vec<Field> {
    let numbers = NUMBERS.iter().filter(|number| number.group == group);
    numbers
        .map(|number| Field {
            word: number.word.to_owned(),
            label: lang.t(&format!("tco.field.{}", number.word.replace('.', "_"))),
            unit: unit_of(lang, number.unit, currency),
            value: words
                .number(number.word)
                .map_or_else(String::new, |n| n.normalize().to_string()),
            bounds: (number.bounds.0.to_string(), number.bounds.1.to_string()),
            hint: match number.word {
                "hot_price" if currency == Currency::USD => "0.15".to_owned(),
                "warm_price" if currency == Currency::USD => "0.02".to_owned(),
                "cold_price" if currency == Currency::USD => "0.005".to_owned(),
                _ => String::new(),
            },
        })
        .collect()
}

fn virts(lang: Lang, words: &Words) -> Vec<Choice> {
    let none = Choice {
        value: "none".to_owned(),
        text: lang.t("tco.virt_none"),
        chosen: words.virt.is_none(),
    };
    let kinds = Virtualisation::ALL.map(|kind| Choice {
        value: kind.word().to_owned(),
        text: lang.fill(
            "tco.virt",
            &[
                ("kind", &lang.t(&format!("tco.word.{}", kind.word()))),
                ("loss", &(kind.loss() * rust_decimal::Decimal::ONE_HUNDRED).normalize()),
            ],
        ),
        chosen: words.virt == Some(kind),
    });
    [none].into_iter().chain(kinds).collect()
}

/// US dollars, every currency with a rate, those that offers are listed in, and the one in use.
fn currencies(loaded: &Loaded, shown: Currency) -> Vec<Choice> {
    let mut all = loaded.prepared.catalogue().rates().currencies();
    all.extend([Currency::USD, shown]);
    all.sort();
    all.dedup();
    all.into_iter()
        .map(|currency| Choice {
            value: currency.to_string(),
            text: currency.to_string(),
            chosen: currency == shown,
        })
        .collect()
}

fn offers(scene: Scene<'_>) -> Vec<Choice> {
    let offers = scene.loaded.offers().unwrap_or_default();
    offers.into_iter().map(|offer| choice(scene, offer, true)).collect()
}

fn more(scene: Scene<'_>, shown: &[Choice]) -> Vec<Choice> {
    let catalogue = scene.loaded.prepared.catalogue();
    let best = scene.loaded.best.iter();
    let others = best.filter(|id| !shown.iter().any(|choice| choice.value == id.as_str()));
    others
        .filter_map(|id| catalogue.offer(id.as_str()))
        .map(|offer| choice(scene, offer, false))
        .collect()
}

fn choice(scene: Scene<'_>, offer: &crate::domain::catalogue::Offer, chosen: bool) -> Choice {
    let lang = scene.ctx.lang;
    let name = name_of(scene.loaded.prepared.catalogue(), offer, lang);
    Choice {
        value: offer.id.to_string(),
        text: format!("{name} · {} · {}", offer.instance_type, region_of(offer, lang)),
        chosen,
    }
}
