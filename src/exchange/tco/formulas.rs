//! Cases of the two formulas: `dynamic` and `annual`.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::TcoError;
use super::answer::Money;
use super::fields::{Fields, chosen};
use crate::domain::cost::annual::{Annual, RpaTerm};
use crate::domain::cost::dynamic::{BURST_FACTOR, Dynamic, THRESHOLD, UtilisationRule};
use crate::domain::cost::history::Summary;
use crate::domain::cost::{Answer, Input};

pub(super) fn dynamic(mut fields: Fields, money: Money, history: Option<&Summary>) -> Result<Value, TcoError> {
    let case = Dynamic {
        base: fields.price("base")?,
        burst: fields.price("burst")?,
        reserved_discount: fields.or("reserved_discount", Decimal::ZERO)?,
        burst_factor: fields.or("burst_factor", BURST_FACTOR)?,
        region_premium: fields.or("region_premium", Decimal::ZERO)?,
        utilisation_percent: match history {
            Some(history) if !fields.has("utilisation_percent") => Input::history(history.mean_percent()),
            _ => fields.required("utilisation_percent")?,
        },
        threshold_percent: fields.or("threshold_percent", THRESHOLD)?,
        rule: chosen(fields.word("utilisation_rule", &UtilisationRule::ALL, UtilisationRule::word)?),
    };
    fields.finish()?;
    Ok(written("dynamic", &case.answer()?, money))
}

pub(super) fn annual(mut fields: Fields, money: Money) -> Result<Value, TcoError> {
    let case = Annual {
        unit_price: fields.price("unit_price")?,
        hours: fields.required("hours")?,
        data_transfer: fields.price("data_transfer")?,
        storage_redundancy: fields.price("storage_redundancy")?,
        safety: fields.or("safety", Decimal::ZERO)?,
        ops_labour: fields.price("ops_labour")?,
        rpa_rate: fields.or("rpa_rate", Decimal::ZERO)?,
        rpa_term: chosen(fields.word("rpa_term", &RpaTerm::ALL, RpaTerm::word)?),
    };
    fields.finish()?;
    Ok(written("annual", &case.answer()?, money))
}

fn written(model: &str, answer: &Answer, money: Money) -> Value {
    let parts: Vec<_> = answer.parts.iter().map(|part| (part.name, part.amount)).collect();
    let mut written = money.answer(
        money.amount(answer.total),
        money.parts(&parts, answer.total),
        &answer.formula,
        &answer.assumptions,
    );
    written.insert("model".to_owned(), json!(model));
    written.into()
}
