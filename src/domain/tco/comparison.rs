//! The list: everything that has a total, the cheapest first, and apart from it what has none. Every amount as it is shown, so that
//! page, files and workbook say the same digits and parts add up to their totals.

use rust_decimal::Decimal;

use super::machine::{Kind, Machine, machines};
use super::quote::{Asking, Quote, Quoter, Reason};
use crate::domain::catalogue::Offer;
use crate::domain::cost::budget;
use crate::domain::cost::lifecycle::{COMPONENTS, LEVELS, Table};
use crate::domain::cost::on_premises::BreakEven;
use crate::domain::cost::{CostError, rounded, rounded_parts};

/// What a line of the list stands for.
#[derive(Debug, Clone)]
pub enum Subject<'a> {
    /// An offer.
    Offer(Box<Quote<'a>>),
    /// A machine of one's own, or a claim.
    Machine(Box<Machine>),
}

/// Shown amounts at the least or at the most.
#[derive(Debug, Clone, PartialEq)]
pub struct Bound {
    /// The total.
    pub total: Decimal,
    /// Its parts by key, those of nothing left out; they add up to the total.
    pub parts: Vec<(&'static str, Decimal)>,
    /// For each month the same parts; they add up to the month.
    pub month_parts: Vec<Vec<Decimal>>,
    /// For each month its total.
    pub months: Vec<Decimal>,
    /// For each month what has been paid by its end.
    pub cumulative: Vec<Decimal>,
    /// Unrounded cost of a useful accelerator hour at the load's own utilisation and at each of [`LEVELS`].
    pub per_gpu_hour: Vec<Option<Decimal>>,
}

/// How a total stands to the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It fits.
    Within,
    /// The least is within, the most is over by so much.
    Perhaps(Decimal),
    /// Even the least is over by so much.
    Over(Decimal),
}

/// A line of the list.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// What it stands for.
    pub subject: Subject<'a>,
    /// At the least.
    pub low: Bound,
    /// At the most.
    pub high: Bound,
    /// Useful accelerator hours at the own utilisation and at each of [`LEVELS`].
    pub useful_hours: Vec<Decimal>,
    /// From which month on the own machine is cheaper, against the least and against the most.
    pub break_even: Option<(BreakEven, BreakEven)>,
    /// How the total stands to the budget, where there is one.
    pub standing: Option<Standing>,
}

/// Everything that a page of costs shows.
#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    /// What has a total, the cheapest first.
    pub entries: Vec<Entry<'a>>,
    /// What has none, and why.
    pub apart: Vec<(&'a Offer, Reason)>,
    /// Utilisations in percent: the own one, then [`LEVELS`].
    pub levels: Vec<Decimal>,
}

impl<'a> Comparison<'a> {
    /// Reckons offers and machines.
    ///
    /// # Errors
    /// [`CostError`] for words that together are beyond what is reckoned.
    pub fn new(asking: Asking<'a>, offers: &[&'a Offer], budget: Option<Decimal>) -> Result<Self, CostError> {
        let quoter = Quoter::new(asking)?;
        let decimals = asking.currency.minor_digits();
        let own_level = asking.need.usage.util.decimal();
        let levels: Vec<Decimal> = [own_level].into_iter().chain(LEVELS).collect();
        let mut entries = Vec::new();
        let mut apart = Vec::new();
        let machines = machines(asking.words, asking.need, &quoter)?;
        // Offers are held against the own machine; without one, against the seed's.
        let of_kind = |kind| machines.iter().find(|machine| machine.kind == kind);
        let beside = of_kind(Kind::Own).or_else(|| of_kind(Kind::ClaimLocal)).cloned();
        for offer in offers {
            match quoter.quote(offer) {
                Ok(quote) => {
                    let useful: Vec<Decimal> = levels.iter().map(|u| quoter.load().useful_gpu_hours(*u)).collect();
                    let bound = |table: &Table| Bound::of_table(table, decimals, &useful);
                    let (Some(low), Some(high)) = (bound(&quote.low), bound(&quote.high)) else {
                        apart.push((*offer, Reason::NoRateFromUsd));
                        continue;
                    };
                    let break_even = beside.as_ref().map(|machine| {
                        let against = |table: &Table| machine.owned.break_even(table.cumulative().as_deref());
                        (against(&quote.low), against(&quote.high))
                    });
                    entries.push(Entry {
                        standing: budget.map(|budget| standing(&low, &high, budget)),
                        subject: Subject::Offer(Box::new(quote)),
                        low,
                        high,
                        useful_hours: useful,
                        break_even,
                    });
                }
                Err(reason) => apart.push((*offer, reason)),
            }
        }
        for machine in machines {
            let hours = asking.need.usage.hours.decimal() * Decimal::from(asking.need.usage.whole_months());
            let useful: Vec<Decimal> = levels
                .iter()
                .map(|u| hours * machine.accelerators * *u / Decimal::ONE_HUNDRED)
                .collect();
            let low = Bound::of_machine(&machine, decimals, &useful);
            let held = beside.as_ref().filter(|_| machine.kind == Kind::ClaimCloud);
            let break_even = held
                .map(|own| own.owned.break_even(Some(&machine.owned.cumulative)))
                .map(|at| (at, at));
            entries.push(Entry {
                standing: budget.map(|budget| standing(&low, &low, budget)),
                subject: Subject::Machine(Box::new(machine)),
                high: low.clone(),
                low,
                useful_hours: useful,
                break_even,
            });
        }
        entries.sort_by(|a, b| {
            (a.low.total, a.high.total)
                .cmp(&(b.low.total, b.high.total))
                .then_with(|| a.id().cmp(b.id()))
        });
        Ok(Self { entries, apart, levels })
    }
}

impl Entry<'_> {
    /// The id of the offer, or the word of the machine.
    #[must_use]
    pub fn id(&self) -> &str {
        match &self.subject {
            Subject::Offer(quote) => quote.offer.id.as_str(),
            Subject::Machine(machine) => machine.kind.word(),
        }
    }

    /// Whether it is a claim, never to be taken for an offer.
    #[must_use]
    pub fn is_claim(&self) -> bool {
        matches!(&self.subject, Subject::Machine(machine) if machine.kind != Kind::Own)
    }

    /// Whether the least and the most differ.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.low.total != self.high.total
    }

    /// The bounds that are shown: one, or the least and the most.
    #[must_use]
    pub fn bounds(&self) -> Vec<(&'static str, &Bound)> {
        if self.is_open() {
            vec![("least", &self.low), ("most", &self.high)]
        } else {
            vec![("exact", &self.low)]
        }
    }
}

impl Bound {
    /// `None` while a price is unknown.
    fn of_table(table: &Table, decimals: u32, useful: &[Decimal]) -> Option<Self> {
        let shown = table.shown(decimals);
        let keep: Vec<usize> = (0..COMPONENTS.len())
            .filter(|at| {
                shown
                    .components
                    .get(*at)
                    .copied()
                    .flatten()
                    .is_some_and(|amount| !amount.is_zero())
            })
            .collect();
        let pick = |list: &[Option<Decimal>]| -> Option<Vec<Decimal>> {
            keep.iter().map(|at| list.get(*at).copied().flatten()).collect()
        };
        let words = keep.iter().filter_map(|at| COMPONENTS.get(*at).map(|c| c.word()));
        let exact = table.total?.decimal();
        Some(Self {
            total: shown.total?,
            parts: words.zip(pick(&shown.components)?).collect(),
            month_parts: shown.parts.iter().map(|parts| pick(parts)).collect::<Option<_>>()?,
            months: shown.months.iter().copied().collect::<Option<_>>()?,
            cumulative: shown.cumulative.iter().copied().collect::<Option<_>>()?,
            per_gpu_hour: useful.iter().map(|hours| exact.checked_div(*hours)).collect(),
        })
    }

    fn of_machine(machine: &Machine, decimals: u32, useful: &[Decimal]) -> Self {
        let exact = machine.owned.total().decimal();
        let amounts: Vec<Option<Decimal>> = machine.owned.parts.iter().map(|(_, a)| Some(a.decimal())).collect();
        let shown = rounded_parts(&amounts, Some(exact), decimals);
        let words = machine.owned.parts.iter().map(|(word, _)| *word);
        let parts = words.zip(shown.into_iter().map(Option::unwrap_or_default));
        let cumulative: Vec<Decimal> = machine
            .owned
            .cumulative
            .iter()
            .map(|paid| rounded(paid.decimal(), decimals))
            .collect();
        let before = [Decimal::ZERO].into_iter().chain(cumulative.iter().copied());
        let months: Vec<Decimal> = cumulative
            .iter()
            .zip(before)
            .map(|(paid, before)| *paid - before)
            .collect();
        Self {
            total: rounded(exact, decimals),
            parts: parts.filter(|(_, amount)| !amount.is_zero()).collect(),
            month_parts: Vec::new(),
            months,
            cumulative,
            per_gpu_hour: useful.iter().map(|hours| exact.checked_div(*hours)).collect(),
        }
    }

    /// The amount of a part; nothing where there is none.
    #[must_use]
    pub fn part(&self, word: &str) -> Decimal {
        let found = self.parts.iter().find(|(part, _)| *part == word);
        found.map_or(Decimal::ZERO, |(_, amount)| *amount)
    }
}

/// On shown amounts, so that total less budget is what the page says.
fn standing(low: &Bound, high: &Bound, budget: Decimal) -> Standing {
    match (
        budget::standing(Some(low.total), budget),
        budget::standing(Some(high.total), budget),
    ) {
        (budget::Standing::Over { by }, _) => Standing::Over(by),
        (_, budget::Standing::Over { by }) => Standing::Perhaps(by),
        _ => Standing::Within,
    }
}
