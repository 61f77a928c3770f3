//! Models A and B: the formulas of the seed, their fields, the answer, and the reading that was used.

use askama::Template;
use rust_decimal::Decimal;

use super::form::{Choice, Field, fields};
use super::text::{FormulaView, amount, name_of, origin_of, pieces, said, unit_of};
use super::view::models;
use super::{Loaded, refused};
use crate::domain::cost::annual::{Annual, RpaTerm};
use crate::domain::cost::dynamic::{Dynamic, UtilisationRule};
use crate::domain::cost::formula::Origin;
use crate::domain::cost::{Answer, CostError, Input, rounded, rounded_parts};
use crate::domain::tco::{Group, Model, NumberWord, Words};
use crate::domain::usage::UsageWord;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::Shell;
use crate::web::pages::ranking::foot;
use crate::web::pages::tabs::{Link, Tab, tabs};
use crate::web::urls::{self, Pairs};

/// The page of a formula.
#[derive(Template)]
#[template(path = "tco-formula.html")]
pub(super) struct FormulaPage {
    shell: Shell,
    lang: Lang,
    tabs: Vec<Link>,
    models: Vec<Link>,
    action: String,
    title: String,
    lead: String,
    kept: Pairs,
    typed_in: String,
    fields: Vec<Field>,
    reading_word: &'static str,
    reading_label: String,
    readings: Vec<Choice>,
    formula: FormulaView,
    parts: Vec<(String, String)>,
    reading_title: String,
    reading_note: String,
    others: Vec<(String, String, bool)>,
    assumptions: Vec<(String, String, String, String)>,
}

/// An answer under each reading, the one in force marked.
struct Read {
    answer: Answer,
    others: Vec<(&'static str, Option<Decimal>, bool)>,
}

impl FormulaPage {
    pub(super) fn new(ctx: &Ctx, loaded: &Loaded) -> Result<Self, WebError> {
        let (lang, words) = (ctx.lang, &loaded.costs);
        let currency = loaded.query.brief.shown_currency();
        let annual = words.model == Model::Annual;
        let read = if annual {
            annual_answers(words)
        } else {
            dynamic_answers(words, loaded)
        };
        let Read { answer, others } = read.map_err(|error| refused(lang, &error, words))?;
        let decimals = currency.minor_digits();
        let shown = |exact: Option<Decimal>| {
            exact.map_or_else(|| lang.t("value.unknown"), |exact| amount(rounded(exact, decimals)))
        };
        let key = |name: &str| format!("tco.{}.{name}", words.model.word());
        let title = lang.with(&key("title"), "currency", currency);
        let exact: Vec<Option<Decimal>> = answer.parts.iter().map(|part| part.amount).collect();
        let parts = answer.parts.iter().zip(rounded_parts(&exact, answer.total, decimals));
        let typed_in = loaded.words.typed_in.unwrap_or(currency);
        let mut all = fields(
            lang,
            &loaded.words,
            typed_in,
            if annual { Group::Annual } else { Group::Dynamic },
        );
        if !annual {
            all.push(util_field(lang, loaded));
        }
        Ok(Self {
            shell: Shell::new(ctx, title.clone(), foot(lang, &loaded.prepared), &loaded.pairs()),
            lang,
            tabs: tabs(lang, &loaded.query, Tab::Tco),
            models: models(lang, loaded),
            action: urls::tco(lang, &Vec::new()),
            title,
            lead: lang.t(&key("lead")),
            kept: kept(loaded, &all),
            typed_in: typed_in.to_string(),
            fields: all,
            reading_word: if annual { "b.rpa_term" } else { "a.rule" },
            reading_label: lang.t(&key("reading")),
            readings: others
                .iter()
                .map(|(word, _, chosen)| choice(lang, word, *chosen))
                .collect(),
            formula: FormulaView {
                name: String::new(),
                pieces: pieces(lang, &answer.formula),
                total: shown(answer.total),
            },
            parts: parts
                .map(|(part, amount)| (lang.t(&format!("tco.part.{}", part.name)), shown(amount)))
                .collect(),
            reading_title: lang.t(&key("reading_title")),
            reading_note: lang.t(&key("reading_note")),
            others: others
                .iter()
                .map(|(word, total, chosen)| (lang.t(&format!("tco.word.{word}")), shown(*total), *chosen))
                .collect(),
            assumptions: answer
                .assumptions
                .iter()
                .map(|of| {
                    (
                        name_of(lang, of.name),
                        said(lang, of),
                        unit_of(lang, of.unit, currency),
                        origin_of(lang, of.origin),
                    )
                })
                .collect(),
        })
    }
}

fn choice(lang: Lang, word: &str, chosen: bool) -> Choice {
    Choice {
        value: word.to_owned(),
        text: lang.t(&format!("tco.word.{word}")),
        chosen,
    }
}

fn util_field(lang: Lang, loaded: &Loaded) -> Field {
    let (min, max) = UsageWord::Util.bounds();
    Field {
        word: "util".to_owned(),
        label: lang.t("usage.util"),
        unit: String::new(),
        value: loaded.prepared.need().usage.util.to_string(),
        bounds: (min.to_string(), max.to_string()),
        hint: String::new(),
    }
}

fn kept(loaded: &Loaded, fields: &[Field]) -> Pairs {
    let has_field = |word: &str| {
        matches!(word, "a.rule" | "b.rpa_term" | "util_from" | "in") || fields.iter().any(|field| field.word == word)
    };
    loaded
        .pairs()
        .into_iter()
        .filter(|(word, _)| !has_field(word))
        .collect()
}

fn input(words: &Words, word: &str) -> Input {
    match words.given(word) {
        Some(number) => Input::given(number),
        None => Input::default_of(words.number(word).unwrap_or_default()),
    }
}

/// A number whose unit is percent, as a share.
fn share(words: &Words, word: &str) -> Input {
    let input = input(words, word);
    let percent = NumberWord::of(word).is_some_and(|number| number.unit == "percent");
    let by = if percent { Decimal::ONE_HUNDRED } else { Decimal::ONE };
    Input {
        value: input.value / by,
        ..input
    }
}

fn dynamic_answers(words: &Words, loaded: &Loaded) -> Result<Read, CostError> {
    let util = loaded.prepared.need().usage.util.decimal();
    let util = match (words.util_measured, loaded.given.contains("util")) {
        (true, _) => Input::history(util),
        (false, true) => Input::given(util),
        (false, false) => Input::default_of(util),
    };
    let case = |rule, origin| Dynamic {
        base: Some(input(words, "a.base")),
        burst: Some(input(words, "a.burst")),
        reserved_discount: share(words, "a.discount"),
        burst_factor: input(words, "a.burst_factor"),
        region_premium: share(words, "a.premium"),
        utilisation_percent: util,
        threshold_percent: input(words, "a.threshold"),
        rule: (rule, origin),
    };
    let origin = words.rule.map_or(Origin::Default, |_| Origin::Given);
    let chosen = words.rule.unwrap_or_default();
    let other = |rule: UtilisationRule| {
        let answer = case(rule, origin).answer()?;
        Ok((rule.word(), answer.total, rule == chosen))
    };
    Ok(Read {
        answer: case(chosen, origin).answer()?,
        others: UtilisationRule::ALL
            .into_iter()
            .map(other)
            .collect::<Result<_, CostError>>()?,
    })
}

fn annual_answers(words: &Words) -> Result<Read, CostError> {
    let case = |term, origin| Annual {
        unit_price: Some(input(words, "b.price")),
        hours: input(words, "b.hours"),
        data_transfer: Some(input(words, "b.transfer")),
        storage_redundancy: Some(input(words, "b.storage")),
        safety: share(words, "b.safety"),
        ops_labour: Some(input(words, "b.ops")),
        rpa_rate: share(words, "b.rpa"),
        rpa_term: (term, origin),
    };
    let origin = words.rpa_term.map_or(Origin::Default, |_| Origin::Given);
    let chosen = words.rpa_term.unwrap_or_default();
    let other = |term: RpaTerm| {
        let answer = case(term, origin).answer()?;
        Ok((term.word(), answer.total, term == chosen))
    };
    Ok(Read {
        answer: case(chosen, origin).answer()?,
        others: RpaTerm::ALL.into_iter().map(other).collect::<Result<_, CostError>>()?,
    })
}
