//! From the catalogue to the raw value of one criterion for one offer, with what it stands on or why it is missing.

use super::catalogue::{
    Catalogue, Fact, FactValue, Offer, Plan, Price, Subject, SubjectKind, in_force, least_in_force,
};
use super::cost::lifecycle::Prepared;
use super::evidence::Evidence;
use super::ids::AttributeId;
use super::mlperf::{Index, MlperfTable};
use super::money::Currency;
use super::price::rate;
pub use super::price::{all_in_prices, effective_hourly};
use super::rates::ExchangeRate;
use super::scorecard::{Measure, Need, PriceKind, Scorecard, TcoPart};
use super::scoring::{Cell, Grade, Raw};
use super::spend::{Spend, Spender};
use super::usage::Term;

/// The raw value of a criterion, and what it stands on.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured<'a> {
    /// The raw value, or the kind of its absence.
    pub cell: Cell,
    /// The records it was computed from.
    pub basis: Vec<Basis<'a>>,
    /// Why it is unknown, or only a range.
    pub gap: Option<Gap>,
}

/// One record behind a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis<'a> {
    /// A fact.
    Fact(&'a Fact),
    /// A price.
    Price(&'a Price),
    /// A comparison of benchmark results.
    Index(&'a Index),
    /// A rate that an amount was converted with.
    Rate(&'a ExchangeRate),
}

/// Why a value is missing or only a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gap {
    /// Nobody has entered a fact.
    NoFact,
    /// Looked for; no source was found.
    LookedFor,
    /// Only claims without a source (grade E) exist; they are shown and never drive a ranking.
    OnlyUnsourced,
    /// No price is known.
    NoPrice,
    /// Only a part of the price is known.
    IncompletePrice,
    /// The price is in a currency without an exchange rate.
    NoRate(Currency),
    /// This plan has no published price; it is bounded by the on-demand price.
    BoundedByOnDemand,
    /// No egress price is published; it is bounded by the dearest one believed possible.
    BoundedTransfer,
    /// No chain of common benchmark rounds leads to the reference.
    NoCommonRound,
}

/// Measures offers of one catalogue for one need.
#[derive(Debug)]
pub struct Measurer<'a> {
    catalogue: &'a Catalogue,
    need: Need,
    mlperf: MlperfTable,
    spender: Spender<'a>,
}

/// US dollars per needed accelerator-hour.
struct DollarPrice<'a> {
    per_gpu: f64,
    grade: Grade,
    basis: Vec<Basis<'a>>,
}

impl<'a> Measurer<'a> {
    /// Prepares what the scorecard's measures share.
    #[must_use]
    pub fn new(catalogue: &'a Catalogue, scorecard: &Scorecard, need: Need) -> Self {
        let reference = scorecard.measures().find_map(|m| {
            if let Measure::MlperfIndex { reference } = m {
                Some(reference)
            } else {
                None
            }
        });
        let mlperf = reference.map_or_else(MlperfTable::default, |r| MlperfTable::new(catalogue, need.workload, r));
        Self {
            catalogue,
            need,
            mlperf,
            spender: Spender::new(catalogue, need, scorecard.dearest_egress_usd_per_gb),
        }
    }

    /// The need that is measured for.
    #[must_use]
    pub fn need(&self) -> Need {
        self.need
    }

    /// What an offer costs over the months of the need.
    ///
    /// # Errors
    /// [`Gap`] says which price is missing.
    pub fn spend(&self, offer: &'a Offer) -> Result<Spend<'a>, Gap> {
        self.spender.spend(offer)
    }

    /// Memory of one accelerator of an offer in GB; of a fraction of one, that part.
    #[must_use]
    pub fn memory_gb(&self, offer: &Offer) -> Option<f64> {
        let facts = self
            .catalogue
            .facts(Subject::Accelerator(&offer.accelerator), "memory_gb");
        let FactValue::Number(gb) = in_force(facts)?.value else {
            return None;
        };
        Some(if offer.count.denominator > 1 {
            gb * offer.count.as_f64()
        } else {
            gb
        })
    }

    /// The load that offers are measured for; `None` should it be beyond what can be reckoned.
    #[must_use]
    pub fn load(&self) -> Option<&Prepared> {
        self.spender.load()
    }

    /// The raw value of `measure` for `offer`.
    #[must_use]
    pub fn measure(&self, measure: &Measure, offer: &'a Offer) -> Measured<'_> {
        match measure {
            Measure::Fact { subject, attribute } => self.fact(*subject, attribute, offer),
            Measure::Least { subject, attribute } => self.least(*subject, attribute, offer),
            Measure::MlperfIndex { .. } => self.mlperf_index(offer),
            Measure::Price {
                price,
                deepest_discount,
            } => self.price(*price, *deepest_discount, offer),
            Measure::Tco { part } => tco(*part, &self.spend(offer)),
            Measure::SlaLevel { attribute } => self.sla_level(attribute, offer),
            Measure::LinkedAccelerators { attribute } => self.linked_accelerators(attribute, offer),
        }
    }

    /// The same for several measures of an offer, which share what it costs over the months of the need.
    #[must_use]
    pub fn measure_spent<'s>(
        &'s self,
        measure: &Measure,
        offer: &'a Offer,
        spend: impl FnOnce() -> &'s Result<Spend<'a>, Gap>,
    ) -> Measured<'s>
    where
        'a: 's,
    {
        if let Measure::Tco { part } = measure {
            tco(*part, spend())
        } else {
            self.measure(measure, offer)
        }
    }

    fn facts(&self, subject: SubjectKind, attribute: &AttributeId, offer: &'a Offer) -> &'a [Fact] {
        let subject = match subject {
            SubjectKind::Vendor => Subject::Vendor(&offer.vendor),
            SubjectKind::Offer => Subject::Offer(&offer.id),
            SubjectKind::Accelerator => Subject::Accelerator(&offer.accelerator),
        };
        self.catalogue.facts(subject, attribute.as_str())
    }

    fn fact(&self, subject: SubjectKind, attribute: &AttributeId, offer: &'a Offer) -> Measured<'a> {
        let facts = self.facts(subject, attribute, offer);
        let Some(fact) = in_force(facts) else {
            return missing(facts);
        };
        let group = self
            .catalogue
            .attribute(attribute.as_str())
            .map_or("", |a| a.group.as_str());
        let scales =
            subject == SubjectKind::Accelerator && offer.count.denominator > 1 && matches!(group, "compute" | "memory");
        Measured {
            cell: fact_cell(fact, if scales { offer.count.as_f64() } else { 1.0 }),
            basis: vec![Basis::Fact(fact)],
            gap: None,
        }
    }

    fn least(&self, subject: SubjectKind, attribute: &AttributeId, offer: &'a Offer) -> Measured<'a> {
        let facts = self.facts(subject, attribute, offer);
        least_in_force(facts).map_or_else(
            || missing(facts),
            |fact| Measured {
                cell: fact_cell(fact, 1.0),
                basis: vec![Basis::Fact(fact)],
                gap: None,
            },
        )
    }

    fn mlperf_index(&self, offer: &'a Offer) -> Measured<'_> {
        let Some(index) = self.mlperf.index(&offer.vendor, &offer.accelerator) else {
            return unknown(Gap::NoCommonRound);
        };
        let cell = range_cell(index.low, index.high, index.grade);
        Measured {
            cell,
            basis: vec![Basis::Index(index)],
            gap: None,
        }
    }

    fn price(&self, kind: PriceKind, deepest_discount: f64, offer: &'a Offer) -> Measured<'a> {
        let plans: &[Plan] = match kind {
            PriceKind::OnDemand => &[],
            PriceKind::Reserved => match self.need.usage.term {
                Term::Best => &[Plan::Reserved1y, Plan::Reserved3y],
                Term::Plan(Plan::OnDemand) => return self.price(PriceKind::OnDemand, deepest_discount, offer),
                Term::Plan(Plan::Spot) => &[Plan::Spot],
                Term::Plan(Plan::Reserved1y) => &[Plan::Reserved1y],
                Term::Plan(Plan::Reserved3y) => &[Plan::Reserved3y],
            },
            PriceKind::Burst => &[Plan::Spot],
        };
        let of_plan = plans
            .iter()
            .filter_map(|&plan| self.dollars(plan, offer).ok())
            .min_by(|a, b| a.per_gpu.total_cmp(&b.per_gpu));
        if let Some(price) = of_plan {
            return Measured {
                cell: Cell::Known {
                    x: Raw::Number(price.per_gpu),
                    evidence: price.grade,
                },
                basis: price.basis,
                gap: None,
            };
        }
        match self.dollars(Plan::OnDemand, offer) {
            Err(gap) => unknown(gap),
            Ok(DollarPrice { per_gpu, grade, basis }) if kind == PriceKind::OnDemand => Measured {
                cell: Cell::Known {
                    x: Raw::Number(per_gpu),
                    evidence: grade,
                },
                basis,
                gap: None,
            },
            Ok(DollarPrice { per_gpu, grade, basis }) => {
                let cell = range_cell(per_gpu * (1.0 - deepest_discount), per_gpu, grade);
                Measured {
                    cell,
                    basis,
                    gap: Some(Gap::BoundedByOnDemand),
                }
            }
        }
    }

    /// The price of the instances that serve the need, per needed accelerator and hour.
    fn dollars(&self, plan: Plan, offer: &'a Offer) -> Result<DollarPrice<'a>, Gap> {
        let rate = rate(self.catalogue, offer, plan, (self.need.gpus, Currency::USD))?;
        Ok(DollarPrice {
            per_gpu: rate.per_gpu(self.need.gpus),
            grade: rate.grade(),
            basis: rate.basis,
        })
    }

    fn sla_level(&self, attribute: &AttributeId, offer: &'a Offer) -> Measured<'a> {
        let measured = self.fact(SubjectKind::Vendor, attribute, offer);
        let cell = match &measured.cell {
            Cell::Known {
                x: Raw::Number(x),
                evidence,
            } => Cell::Known {
                x: Raw::Number(level(*x)),
                evidence: *evidence,
            },
            Cell::Range {
                lo: Raw::Number(lo),
                hi: Raw::Number(hi),
                evidence,
            } => range_cell(level(*lo), level(*hi), *evidence),
            Cell::Known { .. } | Cell::Range { .. } | Cell::Unknown => Cell::Unknown,
            Cell::Absent => Cell::Absent,
        };
        Measured { cell, ..measured }
    }

    /// Accelerators on a board are joined two by two at most unless the maker's fabric joins all: only modules with one count.
    fn linked_accelerators(&self, attribute: &AttributeId, offer: &'a Offer) -> Measured<'a> {
        let fabric = self.fact(SubjectKind::Accelerator, attribute, offer);
        let module = self
            .catalogue
            .accelerator(offer.accelerator.as_str())
            .and_then(|a| a.form_factor.as_deref())
            .is_some_and(|f| !f.to_lowercase().contains("pcie"));
        let cell = match &fabric.cell {
            Cell::Absent => Cell::Absent,
            Cell::Known { evidence, .. } | Cell::Range { evidence, .. } if module => Cell::Known {
                x: Raw::Number(offer.count.as_f64()),
                evidence: (*evidence).max(Grade::D),
            },
            Cell::Known { .. } | Cell::Range { .. } | Cell::Unknown => Cell::Unknown,
        };
        let gap = if cell == Cell::Unknown {
            fabric.gap.or(Some(Gap::NoFact))
        } else {
            None
        };
        Measured {
            cell,
            basis: fabric.basis,
            gap,
        }
    }
}

fn tco<'a>(part: TcoPart, spend: &Result<Spend<'a>, Gap>) -> Measured<'a> {
    let spend = match spend {
        Ok(spend) => spend,
        Err(gap) => return unknown(*gap),
    };
    let Some(share) = spend.per_useful_gpu_hour() else {
        return unknown(Gap::NoPrice);
    };
    let (low, high) = match part {
        TcoPart::Total => share.total,
        TcoPart::Rest => share.rest,
    };
    Measured {
        cell: range_cell(low, high, spend.grade),
        gap: spend.egress_open.then_some(Gap::BoundedTransfer),
        basis: spend.basis.clone(),
    }
}

/// Five grades of availability per month (S1-18); 0 below the first.
fn level(percent: f64) -> f64 {
    [99.0, 99.5, 99.9, 99.95, 99.99]
        .into_iter()
        .map(|least| if percent >= least { 1.0 } else { 0.0 })
        .sum()
}

fn missing(facts: &[Fact]) -> Measured<'_> {
    let unsourced: Vec<Basis<'_>> = facts
        .iter()
        .filter(|f| f.value != FactValue::Unknown)
        .map(Basis::Fact)
        .collect();
    let gap = match facts.first() {
        None => Gap::NoFact,
        Some(_) if unsourced.is_empty() => Gap::LookedFor,
        Some(_) => Gap::OnlyUnsourced,
    };
    Measured {
        cell: Cell::Unknown,
        basis: unsourced,
        gap: Some(gap),
    }
}

fn unknown<'a>(gap: Gap) -> Measured<'a> {
    Measured {
        cell: Cell::Unknown,
        basis: Vec::new(),
        gap: Some(gap),
    }
}

fn fact_cell(fact: &Fact, scale: f64) -> Cell {
    let evidence = fact.evidence.grade.unwrap_or(Grade::E);
    match &fact.value {
        FactValue::Number(x) => Cell::Known {
            x: Raw::Number(x * scale),
            evidence,
        },
        FactValue::Range(lo, hi) => range_cell(lo * scale, hi * scale, evidence),
        FactValue::Flag(yes) => Cell::Known {
            x: Raw::Flag(*yes),
            evidence,
        },
        FactValue::Text(text) => Cell::Known {
            x: Raw::Label(text.clone()),
            evidence,
        },
        FactValue::Absent => Cell::Absent,
        FactValue::Unknown => Cell::Unknown,
    }
}

#[expect(clippy::float_cmp, reason = "a range whose ends are the same bits is a point")]
fn range_cell(lo: f64, hi: f64, evidence: Grade) -> Cell {
    if lo == hi {
        Cell::Known {
            x: Raw::Number(lo),
            evidence,
        }
    } else {
        Cell::Range {
            lo: Raw::Number(lo),
            hi: Raw::Number(hi),
            evidence,
        }
    }
}

impl<'a> Basis<'a> {
    /// The evidence of the record, where it is one record.
    #[must_use]
    pub fn evidence(&self) -> Option<&'a Evidence> {
        match self {
            Self::Fact(fact) => Some(&fact.evidence),
            Self::Price(price) => Some(&price.evidence),
            Self::Rate(rate) => Some(&rate.evidence),
            Self::Index(_) => None,
        }
    }
}
