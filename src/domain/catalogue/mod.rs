//! One release of the catalogue as an immutable value: everything a ranking stands on, each value with its evidence.

mod build;
mod changes;
mod force;
mod history;
mod key;
mod put;
mod records;
mod unfit;
mod values;

pub use build::{Catalogue, Subject};
pub use changes::Changes;
pub(crate) use changes::each_kind;
pub use force::{in_force, least_in_force};
pub use history::Recorded;
pub use key::Keyed;
pub use put::Filed;
pub use records::{Accelerator, Attribute, BenchmarkResult, CpuMemory, Fact, Offer, Price, Records, Release, Vendor};
pub use unfit::{CatalogueError, Source};
pub use values::{
    Area, AttributeKind, Completeness, FactValue, Fraction, Mode, Plan, SubjectKind, VendorKind, WordError,
};
