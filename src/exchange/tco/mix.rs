//! Cases of the cheapest commitment.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::TcoError;
use super::answer::{Money, number};
use super::fields::Fields;
use crate::domain::cost::CostError;
use crate::domain::cost::formula::{Assumption, Input};
use crate::domain::cost::history::commitment::{Commitment, Prices, SEED_DISCOUNT, SEED_SHARE, cheapest};
use crate::domain::cost::history::{Demand, Summary};

pub(super) fn answer(mut fields: Fields, money: Money, history: Option<&Summary>) -> Result<Value, TcoError> {
    let demand = match (fields.list("demand")?, history) {
        (Some(hours), _) => Demand::hourly(&hours)?,
        (None, Some(history)) => history.demand.clone(),
        (None, None) => return Err(TcoError::Missing("demand")),
    };
    let ratio = fields.number("price_ratio")?;
    // With a ratio alone every amount is in hours at the on-demand price.
    let on_demand = match ratio {
        Some(_) => fields.or("on_demand_hourly", Decimal::ONE)?,
        None => fields.required("on_demand_hourly")?,
    };
    let committed = match ratio {
        Some(_) if fields.has("committed_hourly") => return Err(TcoError::Both("price_ratio", "committed_hourly")),
        Some(ratio) => {
            let price = ratio.checked_mul(on_demand.value);
            Input::given(price.ok_or(CostError::TooLarge { field: "price_ratio" })?)
        }
        None => fields.required("committed_hourly")?,
    };
    let spot = fields.known_price("spot_hourly")?;
    let share = fields.or("seed_share", SEED_SHARE)?;
    let discount = fields.or("seed_discount", SEED_DISCOUNT)?;
    fields.finish()?;
    let prices = Prices {
        on_demand: on_demand.value,
        committed: committed.value,
        spot: spot.map(|spot| spot.value),
        seed_share: share.value,
        seed_discount: discount.value,
    };
    let found = cheapest(&demand, &prices)?;
    let assumptions = [
        Assumption::number("hours", Input::given(found.hours), "hours"),
        Assumption::number("on_demand_hourly", on_demand, "money_per_gpu_hour"),
        Assumption::number("committed_hourly", committed, "money_per_gpu_hour"),
        Assumption::known("spot_hourly", spot, "money_per_gpu_hour"),
        Assumption::number("seed_share", share, "share"),
        Assumption::number("seed_discount", discount, "share"),
    ];
    Ok(written(&found, money, &assumptions))
}

fn written(found: &Commitment, money: Money, assumptions: &[Assumption]) -> Value {
    let best = &found.best;
    let total = Some(best.total());
    let parts = [
        ("committed", Some(best.committed_cost)),
        ("on_demand", Some(best.rest_cost)),
    ];
    let mut written = money.answer(
        money.amount(total),
        money.parts(&parts, total),
        &found.formula,
        assumptions,
    );
    written.insert("model".to_owned(), json!("commitment"));
    written.insert("commit".to_owned(), json!(best.committed));
    written.insert("break_even".to_owned(), json!(found.break_even));
    let shares: Value = found.used_share.iter().map(|share| number(share.round_dp(6))).collect();
    written.insert("used_share".to_owned(), shares);
    written.insert("all_on_demand".to_owned(), money.amount(Some(found.all_on_demand)));
    written.insert("saving".to_owned(), money.amount(Some(found.saving())));
    let seed = found.seed.as_ref().map(|seed| {
        let parts = [("reserved", Some(seed.committed_cost)), ("spot", Some(seed.rest_cost))];
        json!({
            "commit": seed.committed,
            "total": money.amount(Some(seed.total())),
            "components": money.parts(&parts, Some(seed.total())),
            "saving": money.amount(Some(found.all_on_demand - seed.total())),
            "saving_of_best_on_it": money.amount(found.saving_on_seed()),
        })
    });
    written.insert("seed_mix".to_owned(), seed.unwrap_or_else(|| json!("unknown")));
    written.into()
}
