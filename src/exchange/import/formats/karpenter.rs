//! The price tables of AWS and Azure as Karpenter generates them: region, instance type, price. They list every machine and do not
//! say which has an accelerator: accelerator, count and size are those of the catalogue's own offers of the same instance type. A
//! type of an accelerator family that the catalogue does not know is reported, any other is no offer.

use std::collections::BTreeMap;

use super::each_row;
use crate::domain::catalogue::{CpuMemory, Plan};
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::decimal::{Decimal, Style};
use crate::exchange::import::draft::{At, Draft, Listing, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::Grid;
use crate::exchange::{ProblemKind, Reason, Unsaid};

pub(in crate::exchange::import) const NEEDED: [&str; 3] = ["region", "instance_type", "on_demand_per_hour"];

/// Reads the table.
pub(in crate::exchange::import) fn read(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::C, context);
    if context.vendor.is_some() && draft.given_vendor(None).is_none() {
        return draft.finish(Format::Karpenter);
    }
    let mut vendors = BTreeMap::new();
    each_row(grid, &NEEDED, &mut draft, |draft, cell, at| {
        row(draft, &mut vendors, cell, at);
    });
    draft.finish(Format::Karpenter)
}

fn row(
    draft: &mut Draft<'_>,
    vendors: &mut BTreeMap<&'static str, Option<VendorId>>,
    cell: &dyn Fn(&str) -> String,
    at: At<'_>,
) {
    let (region, instance_type, price) = (cell("region"), cell("instance_type"), cell("on_demand_per_hour"));
    let is_azure = ["Standard_", "Basic_", "Experimental_"]
        .iter()
        .any(|start| instance_type.starts_with(start));
    let name = if is_azure { "azure" } else { "aws" };
    let vendor = vendors.entry(name).or_insert_with(|| {
        let given = draft.context.vendor.as_ref().map(VendorId::as_str);
        draft
            .context
            .catalogue
            .vendor(given.unwrap_or(name))
            .map(|vendor| vendor.id.clone())
    });
    let Some(vendor) = vendor.clone() else {
        let id = name.to_owned();
        return draft.kind(at, "", ProblemKind::Unknown { kind: "vendor", id });
    };
    let Some((accelerator, count)) = draft.known.shape(vendor.as_str(), &instance_type) else {
        if has_accelerator(&instance_type, is_azure) {
            draft.mention(&vendor, &instance_type, &region);
            return draft.fault(at, "instance_type", Reason::UnsaidAccelerator(shown(&instance_type)));
        }
        let zero = Decimal::parse(&price, Style::PLAIN).is_some_and(|price| !price.is_positive());
        if zero {
            draft.note(Remark::ZeroWithoutAccelerator, at);
        }
        return draft.note(Remark::NoAccelerator, at);
    };
    let accelerator = accelerator.clone();
    draft.mention(&vendor, &instance_type, &region);
    let currency = match (cell("currency").as_str(), draft.context.currency) {
        ("", None) => Err(Reason::from(Unsaid::CurrencyOfRow)),
        ("", Some(given)) => Ok(given),
        (code, _) => Currency::parse(code).map_err(Reason::from),
    };
    let currency = currency.map_err(|reason| draft.fault(at, "currency", reason)).ok();
    let hourly = draft.price(&price, (1, 1), at, "on_demand_per_hour");
    let (Some(currency), Some(hourly)) = (currency, hourly) else {
        return;
    };
    draft.list(
        Listing {
            vendor,
            instance_type: &instance_type,
            region: &region,
            zone: "",
            area: None,
            accelerator,
            count,
            host: CpuMemory::default(),
            currency,
            prices: vec![Quote::all_in(Plan::OnDemand, hourly)],
            key_columns: "region and instance_type",
            note: None,
        },
        at,
    );
}

/// Families that the vendors themselves call accelerated computing; FPGA and video machines are left out.
fn has_accelerator(instance_type: &str, is_azure: bool) -> bool {
    if is_azure {
        return instance_type.starts_with("Standard_N") && !instance_type.starts_with("Standard_NP");
    }
    let family = instance_type.split(['.', '-']).next().unwrap_or_default();
    let stem = family.trim_end_matches(|c: char| c.is_ascii_lowercase());
    let letters = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    letters.len() < stem.len() && matches!(letters, "g" | "gr" | "p" | "inf" | "trn" | "dl")
}
