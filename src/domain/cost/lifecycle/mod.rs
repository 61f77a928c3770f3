//! Model C (S1-47, S1-61): a load month by month on the prices of an offer. The default of the product.
//!
//! A [`Load`] is the buyer's and is prepared once; [`Terms`] are an offer's. [`Prepared::total`] is a few multiplications per offer
//! and agrees to the last digit with [`Prepared::table`], which has every month and component.

mod component;
mod explain;
mod load;
mod rates;
mod shown;
mod table;
#[cfg(test)]
mod tests;

use rust_decimal::{Decimal, dec};

use super::formula::Input;
use super::{CostError, MONTH_HOURS, Rule};

pub use component::{COMPONENTS, Component};
pub use load::Prepared;
pub use rates::Rates;
pub use shown::Shown;
pub use table::{Month, Table, UtilisationLevel};

/// Months looked at, unless said otherwise.
pub const HORIZON: u32 = 6;
/// The most months that are looked at.
pub const LONGEST: u32 = 120;
/// Utilisations in percent at which a cost is shown beside the buyer's own.
pub const LEVELS: [Decimal; 3] = [dec!(40), dec!(60), dec!(80)];
/// USD per GB and month of hot, warm and cold storage (S1-57); in no other currency.
pub const STORAGE_USD: [Decimal; 3] = [dec!(0.15), dec!(0.02), dec!(0.005)];
/// Mean utilisation in percent, unless said otherwise.
pub const UTILISATION: Decimal = dec!(70);

/// How accelerators are reached, and what that costs of their work (S2-20: from a benchmark without accelerators, so a claim).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Virtualisation {
    /// KVM.
    Kvm,
    /// vSphere.
    Vsphere,
    /// No hypervisor.
    BareMetal,
}

impl Virtualisation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Kvm, Self::Vsphere, Self::BareMetal];

    /// Its word in links and files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Kvm => "kvm",
            Self::Vsphere => "vsphere",
            Self::BareMetal => "bare_metal",
        }
    }

    /// The kind of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// The share of the work that is lost.
    #[must_use]
    pub fn loss(self) -> Decimal {
        match self {
            Self::Kvm => dec!(0.12),
            Self::Vsphere => dec!(0.09),
            Self::BareMetal => dec!(0.02),
        }
    }
}

/// What the buyer runs. Volumes are those of the first month; they grow from month to month.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Months looked at.
    pub horizon_months: u32,
    /// Hours a month that committed capacity is paid for.
    pub hours_per_month: Input,
    /// Instances that are paid for whether used or not. To compare offers of several sizes, let it be 1 and give prices of as many
    /// instances as the load takes.
    pub committed: Input,
    /// Instance hours a month above the commitment.
    pub burst_hours: Input,
    /// Accelerators of an instance, for the cost of a useful hour.
    pub gpus_per_instance: Input,
    /// Share of the committed hours that do work, in percent.
    pub utilisation_percent: Input,
    /// Share of the work that virtualisation takes, 0 to below 1.
    pub virtualisation_loss: Input,
    /// Growth of hours, transfer and storage from month to month, above −1.
    pub growth_per_month: Input,
    /// Terabytes out a month.
    pub egress_tb: Input,
    /// GB stored hot.
    pub hot_gb: Input,
    /// GB stored warm.
    pub warm_gb: Input,
    /// GB stored cold.
    pub cold_gb: Input,
    /// Copies of what is stored.
    pub redundancy: Input,
    /// Margin on what is stored, 0.2 for a fifth more.
    pub safety: Input,
    /// Operations labour, money a month.
    pub ops_labour: Input,
    /// Share of that labour that is automated, 0..1.
    pub rpa_rate: Input,
    /// Money once, in the first month.
    pub migration: Input,
}

impl Default for Load {
    /// Nothing runs; the documented defaults everywhere else.
    fn default() -> Self {
        Self {
            horizon_months: HORIZON,
            hours_per_month: Input::default_of(MONTH_HOURS),
            committed: Input::NONE,
            burst_hours: Input::NONE,
            gpus_per_instance: Input::default_of(Decimal::ONE),
            utilisation_percent: Input::default_of(UTILISATION),
            virtualisation_loss: Input::NONE,
            growth_per_month: Input::NONE,
            egress_tb: Input::NONE,
            hot_gb: Input::NONE,
            warm_gb: Input::NONE,
            cold_gb: Input::NONE,
            redundancy: Input::default_of(Decimal::ONE),
            safety: Input::NONE,
            ops_labour: Input::NONE,
            rpa_rate: Input::NONE,
            migration: Input::NONE,
        }
    }
}

/// What an offer charges. A price that nobody knows is `None` and makes unknown what needs it, never free.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// An instance hour in the chosen plan.
    pub hourly: Option<Input>,
    /// Money upfront per instance and term.
    pub upfront: Input,
    /// Months of the term, after which the plan is renewed; `None` for a plan without one.
    pub term_months: Option<u32>,
    /// By what the plan's price changes at each renewal, above −1.
    pub renewal_change: Input,
    /// An instance hour above the commitment, on demand or spot.
    pub burst_hourly: Option<Input>,
    /// A terabyte out.
    pub egress_per_tb: Option<Input>,
    /// A GB stored hot for a month.
    pub hot_per_gb: Option<Input>,
    /// A GB stored warm for a month.
    pub warm_per_gb: Option<Input>,
    /// A GB stored cold for a month.
    pub cold_per_gb: Option<Input>,
    /// The least a support plan costs a month.
    pub support_minimum: Input,
    /// Share of the month's spend that a support plan costs.
    pub support_rate: Input,
}

impl Default for Terms {
    /// No price is known.
    fn default() -> Self {
        Self {
            hourly: None,
            upfront: Input::NONE,
            term_months: None,
            renewal_change: Input::NONE,
            burst_hourly: None,
            egress_per_tb: None,
            hot_per_gb: None,
            warm_per_gb: None,
            cold_per_gb: None,
            support_minimum: Input::NONE,
            support_rate: Input::NONE,
        }
    }
}

/// A number of months that can be looked at.
///
/// # Errors
/// [`CostError::Impossible`] for none and for more than [`LONGEST`].
pub fn horizon(months: u32) -> Result<u32, CostError> {
    Rule::Whole(1, LONGEST)
        .check("horizon_months", Decimal::from(months))
        .map(|_| months)
}
