//! The price document of Alibaba Cloud: regions, in each the instance types with their number of accelerators and price. Which
//! accelerator it is, the catalogue knows from its own offers of the same type or family. The document names no currency.

use crate::domain::catalogue::{CpuMemory, Plan};
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::Reason;
use crate::exchange::import::accelerators::shown;
use crate::exchange::import::decimal::{Decimal, Style, count};
use crate::exchange::import::draft::{At, Draft, Listing, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::tree::Node;

const INFERRED: &str = "currency inferred from the magnitude";

/// Reads the document.
pub(in crate::exchange::import) fn read(file: &str, document: &Node, context: &Context<'_>) -> Imported {
    let grade = if context.currency.is_some() { Grade::C } else { Grade::D };
    let mut draft = Draft::new(file, grade, context);
    draft.whole_vendors = true;
    if let Some(vendor) = draft.given_vendor(Some("alibaba")) {
        for (region, content) in document.entries() {
            for (instance_type, values) in content.get("instanceTypePrices").map(Node::entries).unwrap_or_default() {
                let path = format!("{} / {}", shown(region), shown(instance_type));
                let at = At { row: None, path: &path };
                draft.note(Remark::RowsRead, At::default());
                item(&mut draft, &vendor, (region, instance_type), values, at);
            }
        }
    }
    draft.finish(Format::Alibaba)
}

fn item(draft: &mut Draft<'_>, vendor: &VendorId, (region, name): (&str, &str), values: &Node, at: At<'_>) {
    let price = values.text_of("onDemandPricePerHour");
    let zero = Decimal::parse(price, Style::PLAIN).is_some_and(|price| !price.is_positive());
    if matches!(values.text_of("gpu"), "" | "0") {
        if zero {
            draft.note(Remark::ZeroWithoutAccelerator, At::default());
        }
        return draft.note(Remark::NoAccelerator, At::default());
    }
    draft.mention(vendor, name, region);
    let shape = draft.known.shape(vendor.as_str(), name);
    let family = draft.known.family(vendor.as_str(), name);
    let accelerator = shape.map(|(id, _)| id).or(family).cloned();
    if accelerator.is_none() {
        draft.fault(at, "", Reason::UnsaidFamily(shown(name)));
    } else if shape.is_none() {
        draft.note(Remark::KnownFromCatalogue, At::default());
    }
    let number = shape.map(|(_, count)| count).or_else(|| count(values.text_of("gpu")));
    if number.is_none() {
        draft.fault(at, "gpu", Reason::Accelerators(shown(values.text_of("gpu"))));
    }
    let hourly = draft.price(price, (1, 1), at, "onDemandPricePerHour");
    let (Some(accelerator), Some(count), Some(hourly)) = (accelerator, number, hourly) else {
        return;
    };
    let note = draft.context.currency.is_none().then_some(INFERRED);
    if note.is_some() {
        draft.note(Remark::CurrencyTaken, At::default());
    }
    let size = |field| Decimal::parse(values.text_of(field), Style::PLAIN).filter(|number| number.is_positive());
    draft.list(
        Listing {
            vendor: vendor.clone(),
            instance_type: name,
            region,
            zone: "",
            area: None,
            accelerator,
            count,
            host: CpuMemory {
                vcpu: size("vcpu").and_then(Decimal::whole),
                ram_gib: size("memory").and_then(Decimal::as_f64),
            },
            currency: draft.context.currency.unwrap_or(Currency::CNY),
            prices: vec![Quote {
                note,
                ..Quote::all_in(Plan::OnDemand, hourly)
            }],
            key_columns: "region and instance type",
            note: None,
        },
        at,
    );
}
