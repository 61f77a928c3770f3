//! Cyclenerd's calculator for Google Cloud. `pricing.yml` has a price for every machine type and region, computed from the prices
//! of its parts: that it has one does not prove that the region has the accelerator. The small tables separated by semicolons give
//! sizes of machine types and the regions of accelerators for offers that the catalogue has.

use std::collections::BTreeSet;

use super::each_row;
use crate::domain::catalogue::{CpuMemory, Plan};
use crate::domain::ids::VendorId;
use crate::domain::money::Currency;
use crate::domain::scoring::Grade;
use crate::exchange::Reason;
use crate::exchange::import::accelerators::{Clues, shown};
use crate::exchange::import::decimal::{Decimal, Style, count};
use crate::exchange::import::draft::{At, Draft, Listing, Quote};
use crate::exchange::import::note::Remark;
use crate::exchange::import::{Context, Format, Imported};
use crate::exchange::source::Grid;
use crate::exchange::source::tree::Node;

const COMPUTED: &str = "computed from parts; a price does not prove availability";
const EFFECTIVE: &str = "effective price: committed use discount, monthly price / 730";
/// Values of a machine type that are no accelerators.
const PARTS: [&str; 6] = ["cost", "cpu", "ram", "local-ssd", "type", "description"];

/// Reads `pricing.yml`.
pub(in crate::exchange::import) fn read_document(file: &str, document: &Node, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::C, context);
    draft.whole_vendors = true;
    let Some(vendor) = draft.given_vendor(Some("gcp")) else {
        return draft.finish(Format::Cyclenerd);
    };
    let machines = document
        .at(&["compute", "instance"])
        .map(Node::entries)
        .unwrap_or_default();
    let mut seen = BTreeSet::new();
    for (name, machine) in machines {
        let at = At {
            row: None,
            path: &shown(name),
        };
        draft.note(Remark::RowsRead, At::default());
        if !seen.insert(name.as_str()) {
            draft.fault(at, "", Reason::Twice(shown(name)));
            continue;
        }
        let part = machine.entries().iter().find(|(key, value)| {
            !PARTS.contains(&key.as_str()) && matches!(value, Node::Number(_)) && value.text() != "0"
        });
        match part {
            Some((key, number)) => machine_type(&mut draft, &vendor, (name, machine), (key, number.text())),
            None => draft.note(Remark::NoAccelerator, At::default()),
        }
    }
    if machines.is_empty() {
        draft.note(Remark::HeaderOnly, At::default());
    }
    draft.finish(Format::Cyclenerd)
}

fn machine_type(draft: &mut Draft<'_>, vendor: &VendorId, (name, machine): (&str, &Node), (key, number): (&str, &str)) {
    let path = shown(name);
    let at = At { row: None, path: &path };
    let regions = machine.get("cost").map(Node::entries).unwrap_or_default();
    for (region, _) in regions {
        draft.mention(vendor, name, region);
    }
    let (first, second) = (format!("nvidia-{key}"), format!("nvidia-tesla-{key}"));
    let clues = Clues {
        spelling: key,
        others: &[&first, &second],
        memory_gb: None,
        vendor: vendor.as_str(),
        instance_type: name,
    };
    let accelerator = draft.accelerator(&clues, at, "");
    let accelerators = count(number);
    if accelerators.is_none() {
        draft.fault(at, key, Reason::Accelerators(shown(number)));
    }
    let (Some(accelerator), Some(accelerators)) = (accelerator, accelerators) else {
        return;
    };
    let size = |field| Decimal::parse(machine.text_of(field), Style::PLAIN).filter(|number| number.is_positive());
    for (region, costs) in regions {
        let path = format!("{} / {}", shown(name), shown(region));
        let at = At { row: None, path: &path };
        let prices = prices(draft, costs, at);
        if prices.is_empty() {
            draft.fault(at, "", Reason::NoPrice);
            continue;
        }
        draft.note(Remark::ComputedPrice, At::default());
        draft.list(
            Listing {
                vendor: vendor.clone(),
                instance_type: name,
                region,
                zone: "",
                area: None,
                accelerator: accelerator.clone(),
                count: accelerators,
                host: CpuMemory {
                    vcpu: size("cpu").and_then(Decimal::whole),
                    ram_gib: size("ram").and_then(Decimal::as_f64),
                },
                currency: draft.context.currency.unwrap_or(Currency::USD),
                prices,
                key_columns: "machine type and region",
                note: Some(COMPUTED),
            },
            at,
        );
    }
}

fn prices(draft: &mut Draft<'_>, costs: &Node, at: At<'_>) -> Vec<Quote> {
    let mut prices = Vec::new();
    for (field, plan, hours) in [
        ("hour", Plan::OnDemand, 1),
        ("hour_spot", Plan::Spot, 1),
        ("month_1y", Plan::Reserved1y, 730),
        ("month_3y", Plan::Reserved3y, 730),
    ] {
        let text = costs.text_of(field);
        if text.is_empty() {
            if plan == Plan::Spot {
                draft.note(Remark::SpotUnknown, At::default());
            }
            continue;
        }
        prices.extend(draft.price(text, (1, hours), at, field).map(|hourly| Quote {
            note: (hours > 1).then_some(EFFECTIVE),
            ..Quote::all_in(plan, hourly)
        }));
    }
    prices
}

/// Reads one of the small tables.
pub(in crate::exchange::import) fn read_table(file: &str, grid: Grid<'_>, context: &Context<'_>) -> Imported {
    let mut draft = Draft::new(file, Grade::C, context);
    let Some(vendor) = draft.given_vendor(Some("gcp")) else {
        return draft.finish(Format::Cyclenerd);
    };
    draft.lists_offers = false;
    if grid.header.iter().any(|name| name == "CPUS") {
        each_row(grid, &["NAME", "CPUS", "MEMORY_GB"], &mut draft, |draft, cell, at| {
            let host = (cell("CPUS"), cell("MEMORY_GB"));
            let name = cell("NAME");
            update(draft, at, &host, |offer| {
                offer.vendor == vendor && offer.instance_type == name
            });
        });
    } else {
        each_row(grid, &["NAME"], &mut draft, |draft, cell, at| {
            let (name, zone) = (cell("NAME"), cell("ZONE"));
            let accelerator = draft
                .context
                .catalogue
                .accelerator_by_alias(&name)
                .map(|found| &found.id);
            // Zones are regions with a letter.
            let region = zone
                .rsplit_once('-')
                .filter(|(_, letter)| letter.len() == 1)
                .map_or(zone.as_str(), |(r, _)| r);
            match accelerator {
                Some(accelerator) if !zone.is_empty() => {
                    let none = (String::new(), String::new());
                    update(draft, at, &none, |offer| {
                        offer.vendor == vendor && offer.accelerator == *accelerator && offer.region == region
                    });
                }
                Some(_) | None => draft.note(Remark::NothingToImport, at),
            }
        });
    }
    draft.finish(Format::Cyclenerd)
}

/// Takes the catalogue's offers of that kind again, with size and listing as the table has them.
fn update(
    draft: &mut Draft<'_>,
    at: At<'_>,
    (cpus, memory): &(String, String),
    is_meant: impl Fn(&crate::domain::catalogue::Offer) -> bool,
) {
    let size = |text: &str| Decimal::parse(text, Style::PLAIN).filter(|number| number.is_positive());
    let offers: Vec<_> = draft
        .context
        .catalogue
        .offers()
        .filter(|offer| is_meant(offer))
        .collect();
    if offers.is_empty() {
        return draft.note(Remark::NoOffer, at);
    }
    for offer in offers {
        draft.list(
            Listing {
                vendor: offer.vendor.clone(),
                instance_type: &offer.instance_type,
                region: &offer.region,
                // Every row of a table of zones is one zone more.
                zone: &at.row.unwrap_or_default().to_string(),
                area: None,
                accelerator: offer.accelerator.clone(),
                count: offer.count,
                host: CpuMemory {
                    vcpu: size(cpus).and_then(Decimal::whole),
                    ram_gib: size(memory).and_then(Decimal::as_f64),
                },
                currency: Currency::USD,
                prices: Vec::new(),
                key_columns: "NAME and ZONE",
                note: None,
            },
            at,
        );
    }
}
