//! One release of the catalogue as an immutable value: everything a ranking stands on, each value with its evidence.

mod build;
mod changes;
mod history;
mod key;
mod records;

pub use build::{Catalogue, CatalogueError, Subject};
pub use changes::Changes;
pub(crate) use changes::each_kind;
pub use history::Recorded;
pub use key::Keyed;
pub use records::{
    Accelerator, Area, Attribute, AttributeKind, BenchmarkResult, Completeness, CpuMemory, Fact, FactValue, Fraction,
    Mode, Offer, Plan, Price, Records, Release, SubjectKind, Vendor, VendorKind, WordError,
};
