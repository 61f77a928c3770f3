//! `cloud-gpus.csv` of Full Stack Deep Learning: vendors by name, no regions, many rows without an instance name. The on-demand
//! price is that of the instance. The price per accelerator is never multiplied: in some rows it holds that of the instance.

use super::each_row;
use crate::domain::catalogue::{Area, CpuMemory, Plan};
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::Reason;
use crate::exchange::import::accelerators::{Clues, shown};
use crate::exchange::import::decimal::{Decimal, Style, count};
use crate::exchange::import::draft::{At, Draft, Listing, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::vendors::vendor_named;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::Grid;

pub(in crate::exchange::import) const NEEDED: [&str; 5] = ["Cloud", "GPU Type", "GPUs", "On-demand", "Per-GPU"];

/// Reads the table.
pub(in crate::exchange::import) fn read(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::D, context);
    // A list of somebody else: what it leaves out may be sold all the same.
    draft.lists_offers = false;
    each_row(grid, &NEEDED, &mut draft, row);
    draft.finish(Format::FullStack)
}

fn row(draft: &mut Draft<'_>, cell: &dyn Fn(&str) -> String, at: At<'_>) {
    let cloud = cell("Cloud");
    let Some(vendor) = vendor_named(draft.context.catalogue, &cloud) else {
        let id = shown(&cloud);
        return draft.kind(
            at,
            "Cloud",
            crate::exchange::ProblemKind::Unknown { kind: "vendor", id },
        );
    };
    let (gpu, gpus) = (cell("GPU Type"), cell("GPUs"));
    let name = match cell("Name") {
        name if name.is_empty() => unnamed(draft, vendor.as_str(), (&gpu, &gpus), cell),
        name => name,
    };
    draft.mention(&vendor, &name, "unspecified");
    let clues = Clues {
        spelling: &gpu,
        vendor: vendor.as_str(),
        instance_type: &name,
        ..Clues::default()
    };
    let accelerator = draft.accelerator(&clues, at, "GPU Type");
    let accelerators = count(&gpus);
    if accelerators.is_none() {
        draft.fault(at, "GPUs", Reason::Accelerators(shown(&gpus)));
    }
    let prices = prices(draft, cell, at);
    let (Some(accelerator), Some(accelerators), Some(prices)) = (accelerator, accelerators, prices) else {
        return;
    };
    let size = |column| Decimal::parse(&cell(column), Style::PLAIN).filter(|number| number.is_positive());
    let each = size("Per-GPU").and_then(Decimal::as_f64);
    let whole = size("On-demand").and_then(Decimal::as_f64);
    if each
        .zip(whole)
        .is_some_and(|(each, whole)| (whole / accelerators.as_f64() - each).abs() > 0.02)
    {
        draft.note(Remark::PerGpuDiffers, at);
    }
    draft.list(
        Listing {
            vendor,
            instance_type: &name,
            region: "unspecified",
            zone: "",
            area: Some(Area::Unspecified),
            accelerator,
            count: accelerators,
            host: CpuMemory {
                vcpu: size("vCPUs").and_then(Decimal::whole),
                ram_gib: size("RAM").and_then(Decimal::as_f64),
            },
            currency: draft.context.currency.unwrap_or(Currency::USD),
            prices,
            key_columns: "Cloud and Name (or accelerator, count and size)",
            note: None,
        },
        at,
    );
}

/// A name for a row that has none: the one under which the catalogue knows it, or number, product and size.
fn unnamed(draft: &Draft<'_>, vendor: &str, (gpu, gpus): (&str, &str), cell: &dyn Fn(&str) -> String) -> String {
    let bare = gpu.split('(').next().unwrap_or_default().trim();
    let close = gpu.replace(['(', ')'], "").replace(" GB", "GB");
    let known = [
        format!("{gpus}x{close}"),
        format!("{gpus}x{bare}"),
        format!("{gpus}xRTX {bare}"),
    ]
    .into_iter()
    .find(|name| draft.known.listing(vendor, name, "unspecified").is_some());
    known.unwrap_or_else(|| match cell("vCPUs") {
        vcpu if vcpu.is_empty() => format!("{gpus}x {gpu}"),
        vcpu => format!("{gpus}x {gpu}, {vcpu} vCPU, {} GB", cell("RAM")),
    })
}

fn prices(draft: &mut Draft<'_>, cell: &dyn Fn(&str) -> String, at: At<'_>) -> Option<Vec<Quote>> {
    let (list, each, spot) = (cell("On-demand"), cell("Per-GPU"), cell("Spot"));
    let mut prices = Vec::new();
    if list.is_empty() {
        if spot.is_empty() {
            draft.fault(at, "On-demand", Reason::NoInstancePrice(shown(&each)));
            return None;
        }
        draft.note(Remark::SpotOnly, at);
    } else {
        let hourly = draft.price(&list, (1, 1), at, "On-demand")?;
        prices.push(Quote::all_in(Plan::OnDemand, hourly));
    }
    if spot.is_empty() {
        draft.note(Remark::SpotUnknown, at);
    } else {
        let hourly = draft.price(&spot, (1, 1), at, "Spot")?;
        prices.push(Quote::all_in(Plan::Spot, hourly));
    }
    Some(prices)
}
