//! Accelerators with their facts.

use serde::Serialize;

use super::subject::Listed;
use super::view::{EvidenceItem, FactItem, facts};
use crate::domain::brief::Brief;
use crate::domain::catalogue::{Accelerator, Catalogue, Subject};

#[derive(Serialize)]
pub(in crate::web) struct AcceleratorItem<'a> {
    id: &'a str,
    name: &'a str,
    maker: &'a str,
    architecture: Option<&'a str>,
    form_factor: Option<&'a str>,
    release_date: Option<&'a str>,
    evidence: EvidenceItem<'a>,
    facts: Vec<FactItem<'a>>,
}

impl Listed for Accelerator {
    const KIND: &'static str = "accelerator";
    type Item<'a> = AcceleratorItem<'a>;

    fn all(catalogue: &Catalogue) -> impl Iterator<Item = &Self> {
        catalogue.accelerators()
    }

    fn find<'a>(catalogue: &'a Catalogue, id: &str) -> Option<&'a Self> {
        catalogue.accelerator(id)
    }

    fn id(&self) -> &str {
        self.id.as_str()
    }

    fn is_wanted(&self, brief: &Brief) -> bool {
        brief.accelerators.is_empty() || brief.accelerators.contains(&self.id)
    }

    fn item<'a>(&'a self, catalogue: &'a Catalogue) -> AcceleratorItem<'a> {
        AcceleratorItem {
            id: self.id.as_str(),
            name: &self.name,
            maker: &self.maker,
            architecture: self.architecture.as_deref(),
            form_factor: self.form_factor.as_deref(),
            release_date: self.release_date.as_deref(),
            evidence: EvidenceItem::new(&self.evidence),
            facts: facts(catalogue, Subject::Accelerator(&self.id)),
        }
    }
}
