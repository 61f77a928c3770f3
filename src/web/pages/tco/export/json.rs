//! The lines as JSON.

use axum::Json;
use axum::response::{IntoResponse, Response};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::super::Scene;
use super::super::list::reason_text;
use super::super::view::heading;
use super::{Line, line};
use crate::domain::cost::Said;
use crate::domain::tco::{Bound, Entry, Subject};
use crate::web::error::WebError;
use crate::web::money::rates_in_use;

/// The file as JSON.
#[expect(clippy::unnecessary_wraps, reason = "the signature is that of every file")]
pub(in super::super) fn json(scene: Scene<'_>) -> Result<Response, WebError> {
    let (lang, loaded) = (scene.ctx.lang, scene.loaded);
    let currency = loaded.query.brief.shown_currency();
    let entries = scene.comparison.entries.iter();
    let items = entries.flat_map(|entry| {
        entry
            .bounds()
            .into_iter()
            .map(move |(name, bound)| (entry, name, bound))
    });
    let items: Vec<Value> = items
        .map(|(entry, name, bound)| item(scene, entry, (name, bound)))
        .collect();
    let apart = scene.comparison.apart.iter().map(|(offer, reason)| {
        json!({"id": offer.id, "total": null, "currency": currency, "reason": reason_text(lang, reason, (currency, loaded.prepared.need().usage.term))})
    });
    let apart: Vec<Value> = apart.collect();
    Ok(Json(json!({
        "title": heading(lang, loaded),
        "unit": "total over the months, without tax",
        "months": loaded.prepared.need().usage.whole_months(),
        "currency": currency,
        "exchange_rates": rates_in_use(&loaded.prepared, &loaded.query, lang),
        "release": loaded.prepared.catalogue().release().number,
        "items": items,
        "incomplete": apart,
    }))
    .into_response())
}

fn item(scene: Scene<'_>, entry: &Entry<'_>, (name, bound): (&'static str, &Bound)) -> Value {
    let Line {
        words: [id, vendor, offer, region, plan, instances, _],
        total,
        hours,
        per_hour,
        over,
        break_even,
        owed,
        ..
    } = line(scene, entry, (name, bound));
    let shown = |amount: Option<Decimal>| amount.map(|amount| amount.to_string());
    let components: Map<String, Value> = bound
        .parts
        .iter()
        .map(|(part, amount)| ((*part).to_owned(), json!(amount.to_string())))
        .collect();
    let levels = scene.comparison.levels.iter().zip(&per_hour);
    let levels: Map<String, Value> = levels
        .map(|(level, price)| (level.normalize().to_string(), json!(shown(*price))))
        .collect();
    let (formula, assumptions) = match &entry.subject {
        Subject::Offer(quote) => {
            let table = if name == "most" { &quote.high } else { &quote.low };
            let list = table.assumptions.iter().map(|of| {
                let value = match of.value {
                    Said::Number(number) => json!(number.normalize().to_string()),
                    Said::Word(word) => json!(word),
                    Said::Unknown => Value::Null,
                };
                json!({"name": of.name, "value": value, "unit": of.unit, "origin": of.origin.word()})
            });
            (Some(table.formula.to_string()), list.collect::<Vec<_>>())
        }
        Subject::Machine(_) => (None, Vec::new()),
    };
    let months: Vec<String> = bound.months.iter().map(Decimal::to_string).collect();
    json!({
        "id": id, "vendor": vendor, "offer": offer, "region": region, "plan": plan, "instances": instances, "bound": name,
        "claim": entry.is_claim(), "components": components, "total": shown(total), "months": months,
        "useful_gpu_hours": hours.map(|hours| hours.normalize().to_string()), "per_useful_gpu_hour": levels,
        "over_budget_by": shown(over), "break_even_month": break_even, "owed_after": shown(owed),
        "formula": formula, "assumptions": assumptions,
    })
}
