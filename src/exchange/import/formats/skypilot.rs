//! `vms.csv` of the `SkyPilot` catalogue: one row for each instance type, region and, for some vendors, zone. The vendor is the
//! folder the file lay in, so it has to be given. Prices are those of the whole instance in USD; an empty spot price is unknown.
//! The column `GpuInfo` holds a second name of the accelerator and its memory, in units that differ from vendor to vendor.

use super::each_row;
use crate::domain::catalogue::{CpuMemory, Plan};
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::Reason;
use crate::exchange::import::accelerators::{Clues, near};
use crate::exchange::import::decimal::{Decimal, Style, count};
use crate::exchange::import::draft::{At, Draft, Listing, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::Grid;

pub(in crate::exchange::import) const NEEDED: [&str; 5] =
    ["InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region"];

/// Reads the table.
pub(in crate::exchange::import) fn read(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::D, context);
    draft.whole_vendors = true;
    if let Some(vendor) = draft.given_vendor(None) {
        each_row(grid, &NEEDED, &mut draft, |draft, cell, at| {
            row(draft, &vendor, cell, at);
        });
    }
    draft.finish(Format::SkyPilot)
}

fn row(draft: &mut Draft<'_>, vendor: &VendorId, cell: &dyn Fn(&str) -> String, at: At<'_>) {
    let (instance_type, region, name) = (cell("InstanceType"), cell("Region"), cell("AcceleratorName"));
    if name.is_empty() {
        draft.note(Remark::NoAccelerator, at);
        return;
    }
    draft.mention(vendor, &instance_type, &region);
    let info = GpuInfo::read(&cell("GpuInfo"));
    let clues = Clues {
        spelling: &name,
        others: &[info.name.as_str()],
        memory_gb: info.memory_gb(),
        vendor: vendor.as_str(),
        instance_type: &instance_type,
    };
    let accelerator = draft.accelerator(&clues, at, "AcceleratorName");
    let accelerators = count(&cell("AcceleratorCount"));
    if accelerators.is_none() {
        let found = cell("AcceleratorCount");
        draft.fault(at, "AcceleratorCount", Reason::Accelerators(found));
    }
    let prices = prices(draft, cell, at);
    let (Some(accelerator), Some(accelerators), Some(prices)) = (accelerator, accelerators, prices) else {
        return;
    };
    info.remarks(draft, &accelerator, accelerators.as_f64(), at);
    let size = |column| Decimal::parse(&cell(column), Style::PLAIN).filter(|number| number.is_positive());
    draft.list(
        Listing {
            vendor: vendor.clone(),
            instance_type: &instance_type,
            region: &region,
            zone: &cell("AvailabilityZone"),
            area: None,
            accelerator,
            count: accelerators,
            host: CpuMemory {
                vcpu: size("vCPUs").and_then(Decimal::whole),
                ram_gib: size("MemoryGiB").and_then(Decimal::as_f64),
            },
            currency: draft.context.currency.unwrap_or(Currency::USD),
            prices,
            key_columns: "InstanceType, Region and AvailabilityZone",
            note: None,
        },
        at,
    );
}

/// The prices of a row; `None` when there is none that can be read.
fn prices(draft: &mut Draft<'_>, cell: &dyn Fn(&str) -> String, at: At<'_>) -> Option<Vec<Quote>> {
    let (list, spot) = (cell("Price"), cell("SpotPrice"));
    if list.is_empty() && spot.is_empty() {
        draft.fault(at, "Price", Reason::NoPrice);
        return None;
    }
    let mut prices = Vec::new();
    for (text, column, plan) in [(&list, "Price", Plan::OnDemand), (&spot, "SpotPrice", Plan::Spot)] {
        match text.as_str() {
            "" if plan == Plan::Spot => draft.note(Remark::SpotUnknown, at),
            "" => draft.note(Remark::SpotOnly, at),
            text => prices.extend(
                draft
                    .price(text, (1, 1), at, column)
                    .map(|hourly| Quote::all_in(plan, hourly)),
            ),
        }
    }
    (!prices.is_empty()).then_some(prices)
}

/// What the column `GpuInfo` says. It is a Python dictionary in most lists, JSON in one and a bare name in another.
struct GpuInfo {
    name: String,
    each_mib: Option<f64>,
    total_mib: Option<f64>,
}

impl GpuInfo {
    fn read(text: &str) -> Self {
        let lower = text.to_lowercase();
        if !lower.contains('{') {
            return Self {
                name: text.chars().take(100).collect(),
                each_mib: None,
                total_mib: None,
            };
        }
        let number = |name: &str| value_of(&lower, name).and_then(|value| value.parse().ok());
        Self {
            name: value_of(&lower, "name").unwrap_or_default().to_owned(),
            each_mib: number("sizeinmib"),
            total_mib: number("totalgpumemoryinmib"),
        }
    }

    /// Memory of one accelerator; less than one GiB is another unit and says nothing.
    fn memory_gb(&self) -> Option<f64> {
        self.each_mib.filter(|mib| *mib >= 1024.0).map(|mib| mib / 1024.0)
    }

    fn remarks(&self, draft: &mut Draft<'_>, accelerator: &crate::domain::ids::AcceleratorId, count: f64, at: At<'_>) {
        let Some(each) = self.each_mib else { return };
        if each < 1024.0 {
            draft.note(Remark::MemoryUnit, at);
            return;
        }
        if count > 1.0 && self.total_mib.is_some_and(|total| near(total, each)) {
            draft.note(Remark::MemoryIsPerAccelerator, at);
        }
        let card = draft.known.memory_gb(accelerator);
        if card.is_some_and(|card| each / 1024.0 > card * 1.06) {
            draft.note(Remark::MemoryAboveCard, at);
        }
    }
}

/// The value behind `'name':` or `"name":`.
fn value_of<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let quoted = |quote: char| text.split_once(&format!("{quote}{name}{quote}:")).map(|(_, rest)| rest);
    let rest = quoted('\'').or_else(|| quoted('"'))?.trim_start();
    let quote = rest.chars().next().filter(|c| matches!(c, '\'' | '"'));
    match quote {
        Some(quote) => rest.get(1..)?.split(quote).next(),
        None => rest.split([',', '}']).next().map(str::trim),
    }
}
