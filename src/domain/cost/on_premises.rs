//! A machine of one's own beside the offers (S2-14): buy or rent, month by month, and the month from which on it is cheaper.

use rust_decimal::{Decimal, dec};

use super::amount::Amount;
use super::formula::{Assumption, Formula, Input, Token};
use super::{CostError, MONTH_HOURS, Rule};

/// The inputs. Money per month unless said otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct OnPremises {
    /// What the machine costs, paid in the first month. 0 for a rented one.
    pub purchase: Input,
    /// Rent of the machine.
    pub rent: Input,
    /// Design power of the whole machine in kW.
    pub tdp_kw: Input,
    /// Power drawn by the building for each kW of the machine, 1 or more.
    pub pue: Input,
    /// Price of a kWh.
    pub electricity_price: Input,
    /// Hours a month in which it draws power.
    pub hours_per_month: Input,
    /// Rack space and network.
    pub hosting: Input,
    /// Repairs and spares.
    pub maintenance: Input,
    /// People.
    pub staff: Input,
    /// What the machine is sold for in the last month of the horizon.
    pub residual_value: Input,
}

/// From which month on the machine is cheaper than an offer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BreakEven {
    /// The first month whose cumulative cost is below the offer's, from 1.
    Month(u32),
    /// Not within so many months.
    Never(u32),
    /// The cost of the offer is not known.
    Unknown,
}

/// The cost of a machine of one's own.
#[derive(Debug, Clone, PartialEq)]
pub struct Owned {
    /// What each part costs over the horizon, as key and amount; the residual value is negative.
    pub parts: Vec<(&'static str, Amount)>,
    /// What has been paid by the end of each month.
    pub cumulative: Vec<Amount>,
    /// One month of power with the numbers put in.
    pub power_formula: Formula,
}

impl OnPremises {
    /// A PUE that a good machine room reaches, unless said otherwise.
    pub const PUE: Decimal = dec!(1.4);

    /// All amounts over a horizon of so many months.
    ///
    /// # Errors
    /// [`CostError`] names an input outside of what it can be.
    pub fn over(&self, months: u32) -> Result<Owned, CostError> {
        let months = super::lifecycle::horizon(months)?;
        let once = |name, input| Ok((name, amount(name, Rule::MONEY.of(name, input)?)?));
        let purchase: (&'static str, Amount) = once("purchase", self.purchase)?;
        let residual: (&'static str, Amount) = once("residual_value", self.residual_value)?;
        if self.residual_value.value > self.purchase.value {
            return Err(CostError::Order {
                field: "residual_value",
                value: self.residual_value.value,
                relation: "at most",
                other: "purchase",
                bound: self.purchase.value,
            });
        }
        let monthly = [
            once("rent", self.rent)?,
            ("power", amount("power", self.power()?)?),
            once("hosting", self.hosting)?,
            once("maintenance", self.maintenance)?,
            once("staff", self.staff)?,
        ];
        let each_month: Amount = monthly.iter().map(|(_, amount)| *amount).sum();
        let cumulative = (1..=months).map(|month| {
            let sold = if month == months { residual.1 } else { Amount::ZERO };
            purchase.1 + each_month.repeated(month) - sold
        });
        let cumulative = cumulative.collect();
        let mut parts = vec![purchase];
        parts.extend(monthly.map(|(name, amount)| (name, amount.repeated(months))));
        parts.push(("residual_value", Amount::ZERO - residual.1));
        Ok(Owned {
            parts,
            cumulative,
            power_formula: self.power_formula(),
        })
    }

    /// A month of power: `TDP × PUE × electricity price × hours`.
    fn power(&self) -> Result<Decimal, CostError> {
        let kilowatts = Rule::Between(Decimal::ZERO, dec!(100000)).of("tdp_kw", self.tdp_kw)?;
        let pue = Rule::Between(Decimal::ONE, Decimal::TEN).of("pue", self.pue)?;
        let price = Rule::Between(Decimal::ZERO, dec!(1000000)).of("electricity_price", self.electricity_price)?;
        let hours = Rule::Between(Decimal::ZERO, dec!(744)).of("hours_per_month", self.hours_per_month)?;
        Ok(kilowatts * pue * price * hours)
    }

    fn power_formula(&self) -> Formula {
        let value = |name, input: Input| Token::Value {
            name,
            value: input.value,
        };
        Formula(vec![
            value("tdp_kw", self.tdp_kw),
            Token::Times,
            value("pue", self.pue),
            Token::Times,
            value("electricity_price", self.electricity_price),
            Token::Times,
            value("hours_per_month", self.hours_per_month),
        ])
    }

    /// Every input with where it came from.
    #[must_use]
    pub fn assumptions(&self) -> Vec<Assumption> {
        vec![
            Assumption::number("purchase", self.purchase, "money"),
            Assumption::number("rent", self.rent, "money_per_month"),
            Assumption::number("tdp_kw", self.tdp_kw, "kilowatts"),
            Assumption::number("pue", self.pue, "factor"),
            Assumption::number("electricity_price", self.electricity_price, "money_per_kwh"),
            Assumption::number("hours_per_month", self.hours_per_month, "hours"),
            Assumption::number("hosting", self.hosting, "money_per_month"),
            Assumption::number("maintenance", self.maintenance, "money_per_month"),
            Assumption::number("staff", self.staff, "money_per_month"),
            Assumption::number("residual_value", self.residual_value, "money"),
        ]
    }
}

impl Default for OnPremises {
    /// Nothing but a PUE and the hours of a month.
    fn default() -> Self {
        Self {
            purchase: Input::NONE,
            rent: Input::NONE,
            tdp_kw: Input::NONE,
            pue: Input::default_of(Self::PUE),
            electricity_price: Input::NONE,
            hours_per_month: Input::default_of(MONTH_HOURS),
            hosting: Input::NONE,
            maintenance: Input::NONE,
            staff: Input::NONE,
            residual_value: Input::NONE,
        }
    }
}

impl Owned {
    /// What was paid by the end.
    #[must_use]
    pub fn total(&self) -> Amount {
        self.cumulative.last().copied().unwrap_or_default()
    }

    /// The first month in which less has been paid than for the offer.
    #[must_use]
    pub fn break_even(&self, offer: Option<&[Amount]>) -> BreakEven {
        let Some(offer) = offer else {
            return BreakEven::Unknown;
        };
        let month = (1..)
            .zip(self.cumulative.iter().zip(offer))
            .find(|(_, (own, offer))| own < offer)
            .map(|(month, _)| month);
        let last = u32::try_from(self.cumulative.len()).unwrap_or(u32::MAX);
        month.map_or(BreakEven::Never(last), BreakEven::Month)
    }
}

/// A sum as an exact amount.
fn amount(field: &'static str, value: Decimal) -> Result<Amount, CostError> {
    Amount::new(value).ok_or(CostError::TooLarge { field })
}
