//! The records a release is made of, as they are stored and exchanged: flat, each naming others by id.

use serde::{Deserialize, Serialize};

use super::values::{Area, AttributeKind, Completeness, FactValue, Fraction, Mode, Plan, SubjectKind, VendorKind};
use crate::domain::evidence::Evidence;
use crate::domain::ids::{AcceleratorId, AttributeId, OfferId, ResultId, VendorId};
use crate::domain::money::{Currency, Micros};
use crate::domain::rates::ExchangeRate;

/// All records of one release, in no particular order; `Catalogue` checks and indexes them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Records {
    /// Providers.
    pub vendors: Vec<Vendor>,
    /// GPU products.
    pub accelerators: Vec<Accelerator>,
    /// Other spellings of accelerators: text as found in sources, and the product it means.
    pub aliases: Vec<(String, AcceleratorId)>,
    /// Instance types in regions.
    pub offers: Vec<Offer>,
    /// Prices of offers.
    pub prices: Vec<Price>,
    /// Definitions of properties.
    pub attributes: Vec<Attribute>,
    /// Values of properties; several may compete.
    pub facts: Vec<Fact>,
    /// Benchmark results.
    pub results: Vec<BenchmarkResult>,
    /// Exchange rates.
    pub rates: Vec<ExchangeRate>,
}

/// An immutable, numbered publication of the catalogue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Release {
    /// 1, 2, …; written `r1`, `r2`.
    pub number: u32,
    /// What changed, in a sentence.
    pub note: String,
    /// Who published it.
    pub published_by: String,
    /// Microseconds since 1970.
    pub published_at_micros: i64,
}

/// A provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vendor {
    /// Its id.
    pub id: VendorId,
    /// Its name.
    pub name: String,
    /// Its Chinese name, if it has one.
    pub name_zh: Option<String>,
    /// ISO 3166-1 code of the country of its seat, if known.
    pub country: Option<String>,
    /// What sort of provider it is.
    pub kind: VendorKind,
    /// Its own site.
    pub homepage: Option<String>,
    /// Where this record comes from.
    pub evidence: Evidence,
}

/// A GPU product; form factor and memory size make different products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accelerator {
    /// Its id.
    pub id: AcceleratorId,
    /// Its full name.
    pub name: String,
    /// Who makes it.
    pub maker: String,
    /// Its architecture, if known.
    pub architecture: Option<String>,
    /// Its form factor, if known.
    pub form_factor: Option<String>,
    /// When it was released, in the source's precision.
    pub release_date: Option<String>,
    /// Where this record comes from.
    pub evidence: Evidence,
}

/// Host size of an offer.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct CpuMemory {
    /// Virtual CPUs, if known.
    pub vcpu: Option<u32>,
    /// Main memory in GiB, as the source gives it.
    pub ram_gib: Option<f64>,
}

/// A vendor's instance type in one region. What is ranked.
#[derive(Debug, Clone, PartialEq)]
pub struct Offer {
    /// Its id.
    pub id: OfferId,
    /// Who sells it.
    pub vendor: VendorId,
    /// The vendor's own name of the instance type.
    pub instance_type: String,
    /// Which accelerator it has.
    pub accelerator: AcceleratorId,
    /// How many of them.
    pub count: Fraction,
    /// Host size.
    pub host: CpuMemory,
    /// The vendor's name of the region.
    pub region: String,
    /// The part of the world it lies in.
    pub area: Area,
    /// Listed with a price; says nothing about stock.
    pub available: bool,
    /// Where this record comes from.
    pub evidence: Evidence,
}

/// One price of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// Of which offer.
    pub offer: OfferId,
    /// Under which plan.
    pub plan: Plan,
    /// Per hour of the whole instance, without tax.
    pub hourly: Micros,
    /// Paid once at the start of the term, if any.
    pub upfront: Option<Micros>,
    /// In which currency.
    pub currency: Currency,
    /// Whether it covers the whole instance.
    pub completeness: Completeness,
    /// Where it was read.
    pub evidence: Evidence,
}

/// The definition of a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Its id.
    pub id: AttributeId,
    /// What it is a property of.
    pub subject: SubjectKind,
    /// The type of its values.
    pub kind: AttributeKind,
    /// The unit of a number, e.g. `GB/s`; empty where there is none.
    pub unit: String,
    /// The heading it is shown under.
    pub group: String,
    /// English name.
    pub name_en: String,
    /// Chinese name.
    pub name_zh: String,
    /// What exactly is measured, in English.
    pub description_en: String,
    /// The same in Chinese.
    pub description_zh: String,
}

/// A property's value for a subject, with its evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Fact {
    /// What kind of subject.
    pub subject: SubjectKind,
    /// The subject's id.
    pub subject_id: String,
    /// Which property.
    pub attribute: AttributeId,
    /// Separates facts that do not compete, e.g. the support tier; empty for most.
    pub variant: String,
    /// The value.
    pub value: FactValue,
    /// Where it was read.
    pub evidence: Evidence,
}

/// One measured result of a benchmark suite.
#[derive(Debug, Clone, PartialEq)]
pub struct BenchmarkResult {
    /// Its id.
    pub id: ResultId,
    /// The suite, e.g. `MLPerf`.
    pub suite: String,
    /// The round, e.g. `Inference v5.1`.
    pub round: String,
    /// Training or inference.
    pub mode: Mode,
    /// `closed` or `open`.
    pub division: String,
    /// The task, e.g. `llama2-70b-99`.
    pub task: String,
    /// The scenario, e.g. `Offline`.
    pub scenario: String,
    /// What was measured, e.g. `throughput`.
    pub metric: String,
    /// The value in `unit`.
    pub value: f64,
    /// The unit, e.g. `Samples/s`.
    pub unit: String,
    /// Whether a larger value is the better one.
    pub higher_is_better: bool,
    /// On which accelerator.
    pub accelerator: AcceleratorId,
    /// On how many of them in all.
    pub accelerators: u32,
    /// Over how many machines.
    pub nodes: Option<u32>,
    /// The cloud that submitted it, if the submitter is one.
    pub vendor: Option<VendorId>,
    /// Who submitted it.
    pub submitter: String,
    /// The system measured.
    pub system: String,
    /// The software.
    pub framework: Option<String>,
    /// Where it was read.
    pub evidence: Evidence,
}
