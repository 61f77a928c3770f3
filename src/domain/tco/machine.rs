//! A machine of one's own, and the two lines of the seed (S2-14), beside the offers.

use rust_decimal::{Decimal, dec};

use super::quote::{Quoter, input};
use super::words::Words;
use crate::domain::cost::on_premises::{OnPremises, Owned};
use crate::domain::cost::{CostError, Input};
use crate::domain::scorecard::Need;

/// USD a month that the seed names for eight RTX 3090 of one's own (S2-14).
pub const CLAIM_LOCAL: Decimal = dec!(18600);
/// USD a month that the seed names for four A100 in a cloud (S2-14).
pub const CLAIM_CLOUD: Decimal = dec!(9800);

/// Whose machine it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The buyer's.
    Own,
    /// The seed's eight RTX 3090, a claim.
    ClaimLocal,
    /// The seed's four A100, a claim.
    ClaimCloud,
}

impl Kind {
    /// Its key in texts and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::ClaimLocal => "claim_local",
            Self::ClaimCloud => "claim_cloud",
        }
    }
}

/// A machine with what it costs.
#[derive(Debug, Clone)]
pub struct Machine {
    /// Whose.
    pub kind: Kind,
    /// Accelerators in it.
    pub accelerators: Decimal,
    /// What was said of it.
    pub inputs: OnPremises,
    /// What it costs.
    pub owned: Owned,
}

/// Every machine of a comparison.
///
/// # Errors
/// [`CostError`] names an input outside of what it can be.
pub fn machines(words: &Words, need: Need, quoter: &Quoter<'_>) -> Result<Vec<Machine>, CostError> {
    let mut machines = Vec::new();
    let months = need.usage.whole_months();
    let mut put = |kind, accelerators: Decimal, inputs: OnPremises| -> Result<(), CostError> {
        let owned = inputs.over(months)?;
        machines.push(Machine {
            kind,
            accelerators,
            inputs,
            owned,
        });
        Ok(())
    };
    if words.has_own_machine() {
        let accelerators = words.given("own_gpus").unwrap_or_else(|| Decimal::from(need.gpus));
        put(Kind::Own, accelerators, own(words, need))?;
    }
    if words.claim {
        for (kind, accelerators, dollars) in [
            (Kind::ClaimLocal, dec!(8), CLAIM_LOCAL),
            (Kind::ClaimCloud, dec!(4), CLAIM_CLOUD),
        ] {
            if let Some(rent) = quoter.from_usd(dollars) {
                let rent = Input::default_of(rent);
                let claimed = OnPremises {
                    rent,
                    ..OnPremises::default()
                };
                put(kind, accelerators, claimed)?;
            }
        }
    }
    Ok(machines)
}

fn own(words: &Words, need: Need) -> OnPremises {
    OnPremises {
        purchase: input(words, "own_purchase"),
        rent: input(words, "own_rent"),
        tdp_kw: input(words, "own_kw"),
        pue: input(words, "own_pue"),
        electricity_price: input(words, "own_kwh"),
        hours_per_month: Input::default_of(need.usage.hours.decimal()),
        hosting: input(words, "own_hosting"),
        maintenance: input(words, "own_maintenance"),
        staff: input(words, "own_staff"),
        residual_value: input(words, "own_residual"),
    }
}
