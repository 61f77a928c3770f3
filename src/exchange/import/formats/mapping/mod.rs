//! Any other table, read with a profile: each column says which field it is, in which unit and of what. A price per accelerator is
//! multiplied by the number of accelerators of its row, exactly.

mod facts;
mod prices;

use super::each_row;
use crate::domain::catalogue::{Area, CpuMemory, Fraction};
use crate::domain::evidence::AsOf;
use crate::domain::ids::{AcceleratorId, OfferId, VendorId};
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::catalogue::first_day;
use crate::exchange::import::accelerators::{Clues, shown};
use crate::exchange::import::decimal::{Decimal, count};
use crate::exchange::import::draft::{At, Draft, Listing};
use crate::exchange::import::note::Remark;
use crate::exchange::import::profile::{Field, Profile, RamUnit};
use crate::exchange::import::vendors::vendor_named;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::{Fault, Grid};
use crate::exchange::{ProblemKind, Reason, Unread, Unsaid};

/// Reads the table with the profile of the context.
pub(in crate::exchange::import) fn read(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let grade = context.profile.and_then(Profile::grade_letter).unwrap_or(Grade::D);
    let mut draft = Draft::new(file, grade, context);
    let Some(profile) = context.profile else {
        let fault = Fault::whole(Unread::NoProfile);
        draft.push(fault.of(file));
        return draft.finish(Format::Mapping);
    };
    draft.lists_offers = profile.complete;
    let known = |name: &str| {
        profile
            .columns
            .keys()
            .any(|column| column.trim().eq_ignore_ascii_case(name.trim()))
    };
    for name in grid
        .header
        .iter()
        .filter(|name| !name.trim().is_empty() && !known(name))
        .take(50)
    {
        draft.note_detail(Remark::ColumnIgnored, At::default(), &shown(name));
    }
    let needed: Vec<&str> = profile
        .columns
        .iter()
        .filter(|(_, field)| **field != Field::Ignore)
        .map(|(name, _)| name.trim())
        .collect();
    each_row(grid, &needed, &mut draft, |draft, cell, at| {
        Row { profile, cell, at }.take(draft);
    });
    draft.finish(Format::Mapping)
}

/// A row, and how to read it.
struct Row<'r> {
    profile: &'r Profile,
    cell: &'r dyn Fn(&str) -> String,
    at: At<'r>,
}

/// What a fact can be about.
#[derive(Default)]
struct Subjects {
    vendor: Option<VendorId>,
    accelerator: Option<AcceleratorId>,
    offer: Option<OfferId>,
}

impl Row<'_> {
    /// Column and cell of a field without further particulars; the cell is empty when no column has it.
    fn of(&self, field: &Field) -> (&str, String) {
        let column = self
            .profile
            .columns
            .iter()
            .find(|(_, f)| *f == field)
            .map(|(name, _)| name.as_str());
        column.map_or(("", String::new()), |column| (column, (self.cell)(column)))
    }

    fn take(&self, draft: &mut Draft<'_>) {
        let as_of = self.date(draft);
        let mut subjects = Subjects {
            vendor: self.vendor(draft),
            ..Subjects::default()
        };
        let (_, instance_type) = self.of(&Field::InstanceType);
        let (column, spelling) = self.of(&Field::Accelerator);
        if !column.is_empty() {
            if spelling.is_empty() {
                return draft.note(Remark::NoAccelerator, self.at);
            }
            let clues = Clues {
                spelling: &spelling,
                vendor: subjects.vendor.as_ref().map_or("", VendorId::as_str),
                instance_type: &instance_type,
                ..Clues::default()
            };
            subjects.accelerator = draft.accelerator(&clues, self.at, column);
        }
        let Some(as_of) = as_of else { return };
        draft.evidence.as_of = as_of;
        if self
            .profile
            .columns
            .values()
            .any(|field| matches!(field, Field::Price { .. }))
        {
            subjects.offer = self.offer(draft, &subjects, &instance_type);
        }
        for (column, field) in &self.profile.columns {
            if let Field::Fact { .. } = field {
                self.fact(draft, &subjects, column, field);
            }
        }
    }

    fn vendor(&self, draft: &mut Draft<'_>) -> Option<VendorId> {
        let (column, name) = self.of(&Field::Vendor);
        if name.is_empty() {
            let given = draft.context.vendor.as_ref().or(self.profile.vendor.as_ref());
            let Some(given) = given.map(VendorId::to_string) else {
                draft.fault(self.at, column, Unsaid::VendorOfRow);
                return None;
            };
            let found = draft.context.catalogue.vendor(&given).map(|vendor| vendor.id.clone());
            if found.is_none() {
                let kind = ProblemKind::Unknown {
                    kind: "vendor",
                    id: given,
                };
                draft.kind(self.at, column, kind);
            }
            return found;
        }
        let found = vendor_named(draft.context.catalogue, &name);
        if found.is_none() {
            let id = shown(&name);
            draft.kind(self.at, column, ProblemKind::Unknown { kind: "vendor", id });
        }
        found
    }

    fn offer(&self, draft: &mut Draft<'_>, subjects: &Subjects, instance_type: &str) -> Option<OfferId> {
        let (_, region) = self.of(&Field::Region);
        let region = match (region.as_str(), &self.profile.region) {
            ("", Some(region)) => region.clone(),
            ("", None) => "unspecified".to_owned(),
            _ => region,
        };
        if let Some(vendor) = &subjects.vendor {
            draft.mention(vendor, instance_type, &region);
        }
        let area = self.area(draft, &region);
        let accelerators = self.count(draft);
        let currency = self.currency(draft);
        let host = self.host(draft);
        let accelerators = accelerators?;
        let quotes = self.quotes(draft, accelerators, currency);
        let (vendor, accelerator) = (subjects.vendor.clone()?, subjects.accelerator.clone()?);
        let (_, currency) = quotes.first()?;
        let mut listing = Listing {
            vendor,
            instance_type,
            region: &region,
            zone: "",
            area,
            accelerator,
            count: accelerators,
            host,
            currency: *currency,
            prices: Vec::new(),
            key_columns: "vendor, instance type and region",
            note: None,
        };
        for (quote, of) in quotes {
            if of == listing.currency {
                listing.prices.push(quote);
            } else {
                draft.fault(self.at, "", Reason::TwoCurrencies);
            }
        }
        draft.list(listing, self.at)
    }

    fn area(&self, draft: &mut Draft<'_>, region: &str) -> Option<Area> {
        let (column, area) = self.of(&Field::Area);
        if area.is_empty() {
            return self
                .profile
                .area
                .or((region == "unspecified").then_some(Area::Unspecified));
        }
        Area::parse(&area.to_lowercase())
            .map_err(|error| draft.fault(self.at, column, error))
            .ok()
    }

    fn count(&self, draft: &mut Draft<'_>) -> Option<Fraction> {
        let (column, text) = self.of(&Field::AcceleratorCount);
        if column.is_empty() {
            return count("1");
        }
        let found = count(&text).or_else(|| {
            Decimal::parse(&text, self.profile.style())?
                .as_f64()
                .and_then(|n| count(&n.to_string()))
        });
        if found.is_none() {
            draft.fault(self.at, column, Reason::Accelerators(shown(&text)));
        }
        found
    }

    fn currency(&self, draft: &mut Draft<'_>) -> Option<Currency> {
        let (column, code) = self.of(&Field::Currency);
        if code.is_empty() {
            return draft.context.currency.or(self.profile.currency);
        }
        Currency::parse(&code.to_uppercase())
            .map_err(|error| draft.fault(self.at, column, error))
            .ok()
    }

    /// The date of the row counts for its facts and prices; nothing when it cannot be read or lies in the future.
    fn date(&self, draft: &mut Draft<'_>) -> Option<AsOf> {
        let (column, text) = self.of(&Field::AsOf);
        let given = draft.context.as_of.as_ref().or(self.profile.as_of.as_ref());
        if text.is_empty() {
            return Some(given.cloned().unwrap_or_else(AsOf::undated));
        }
        let today = draft.context.today;
        match AsOf::parse(&text.replace('/', "-")) {
            Ok(as_of) if first_day(&as_of).is_none_or(|day| day <= today) => return Some(as_of),
            Ok(as_of) => {
                let value = as_of.to_string();
                draft.kind(self.at, column, ProblemKind::Future { value, today });
            }
            Err(error) => draft.fault(self.at, column, error),
        }
        None
    }

    fn host(&self, draft: &mut Draft<'_>) -> CpuMemory {
        let mut host = CpuMemory::default();
        for (column, field) in &self.profile.columns {
            if *field == Field::Vcpu {
                host.vcpu = self.positive(draft, column).and_then(Decimal::whole);
            }
            if let Field::Ram { unit } = field {
                let number = self.positive(draft, column).and_then(Decimal::as_f64);
                let gib = |bytes: f64| (bytes / 1_073_741_824.0 * 1e3).round() / 1e3;
                host.ram_gib = number.map(|number| match unit {
                    RamUnit::GiB => number,
                    RamUnit::GB => gib(number * 1e9),
                    RamUnit::MiB => gib(number * 1_048_576.0),
                    RamUnit::TB => gib(number * 1e12),
                });
            }
        }
        host
    }

    /// The number of a cell; nothing when it is empty, a problem when it is no number above zero.
    fn positive(&self, draft: &mut Draft<'_>, column: &str) -> Option<Decimal> {
        let text = (self.cell)(column);
        if text.is_empty() {
            return None;
        }
        let number = Decimal::parse(&text, self.profile.style()).filter(|number| number.is_positive());
        if number.is_none() {
            draft.fault(self.at, column, Reason::Positive(shown(&text)));
        }
        number
    }
}
