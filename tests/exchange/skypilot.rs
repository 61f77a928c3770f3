//! The traps of `vms.csv`, each in a few rows.

use steelyard::domain::catalogue::Plan;
use steelyard::domain::money::Micros;
use steelyard::exchange::import::{Format, Remark};

use super::support::{context, import_text, noted, of, problems};

const HEADER: &str =
    "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice,AvailabilityZone\n";

fn file(rows: &str) -> String {
    format!("{HEADER}{rows}")
}

#[test]
fn the_vendor_is_asked_for_and_must_be_known() {
    let text = file("a,T4,1,4,16,0.5,us-1,,,\n");
    let imported = import_text(&text, &context());
    assert_eq!(imported.format, Some(Format::SkyPilot));
    assert!(problems(&imported)[0].contains("name the vendor, for example --vendor lambda"));
    assert!(imported.records.offers.is_empty());
    let imported = import_text(&text, &of("nobody"));
    assert_eq!(
        problems(&imported),
        ["file.csv: there is no vendor \"nobody\": correct the id, or add the vendor"]
    );
}

#[test]
fn an_empty_spot_price_is_unknown_and_zero_is_no_price() {
    let imported = import_text(
        &file("a,T4,1,4,16,0.5,us-1,,,\nb,T4,1,4,16,0,us-1,,,\nc,T4,1,4,16,,us-1,,0.2,\n"),
        &of("lambda"),
    );
    assert_eq!(noted(&imported, Remark::SpotUnknown), 2);
    assert_eq!(noted(&imported, Remark::SpotOnly), 1);
    assert_eq!(
        problems(&imported),
        ["file.csv, row 3, column Price: 0 is not a price: write an amount above zero, or leave out what is unknown"]
    );
    let plans: Vec<_> = imported
        .records
        .prices
        .iter()
        .map(|price| (price.plan, price.hourly))
        .collect();
    assert_eq!(
        plans,
        [(Plan::OnDemand, Micros(500_000)), (Plan::Spot, Micros(200_000))]
    );
}

#[test]
fn a_row_without_accelerator_is_no_offer() {
    let imported = import_text(
        &file("cpu,,,4,16,0.2,us-1,,,\ncpu2,,0,4,16,0.2,us-1,,,\n"),
        &of("lambda"),
    );
    assert_eq!(noted(&imported, Remark::NoAccelerator), 2);
    assert!(imported.records.offers.is_empty() && imported.problems.is_empty());
}

#[test]
fn a_total_that_is_the_memory_of_one_accelerator_is_not_used() {
    let info = "\"{'Gpus': [{'Name': 'H100', 'Count': 8.0, 'MemoryInfo': {'SizeInMiB': 81920}}], 'TotalGpuMemoryInMiB': 81920}\"";
    let imported = import_text(
        &file(&format!("gpu_8x_h100_sxm5,H100,8.0,208,1800,31.92,us-1,{info},,\n")),
        &of("lambda"),
    );
    assert_eq!(noted(&imported, Remark::MemoryIsPerAccelerator), 1);
    assert_eq!(imported.records.offers[0].accelerator.as_str(), "h100-sxm");
    assert_eq!(imported.records.offers[0].count.to_string(), "8");
}

#[test]
fn memory_in_another_unit_and_above_the_card_is_noted() {
    let rows = "a,T4,1,4,16,0.5,us-1,\"{'Name': 'T4', 'SizeInMiB': 16}\",,\nb,T4,1,4,16,0.5,us-1,\"{'Name': 'T4', 'SizeInMiB': 24576}\",,\n";
    let imported = import_text(&file(rows), &of("lambda"));
    assert_eq!(
        (
            noted(&imported, Remark::MemoryUnit),
            noted(&imported, Remark::MemoryAboveCard)
        ),
        (1, 1)
    );
}

#[test]
fn plain_h100_is_ambiguous_unless_the_row_names_the_form_factor() {
    let rows = "plain,H100,1,26,225,3.29,us-1,,,\nh100-pcie,H100,1,26,225,3.29,us-1,,,\nx,H100,1,26,225,3.29,us-1,\"{'Name': 'NVIDIA H100 PCIe'}\",,\n";
    let imported = import_text(&file(rows), &of("lambda"));
    assert_eq!(
        problems(&imported),
        [
            "file.csv, row 2, column AcceleratorName: \"H100\" is ambiguous, it may mean h100-nvl, h100-pcie, h100-sxm: write the exact product, or add the spelling to aliases.csv"
        ]
    );
    assert!(
        imported
            .records
            .offers
            .iter()
            .all(|offer| offer.accelerator.as_str() == "h100-pcie")
    );
    assert_eq!(
        (
            imported.records.offers.len(),
            noted(&imported, Remark::FormFactorFromRow)
        ),
        (2, 1)
    );
}

#[test]
fn a_spelling_that_nothing_knows_is_reported_not_guessed() {
    let imported = import_text(
        &file("a,RTX5000,1,4,16,0.5,us-1,,,\nb,P100,1,4,16,0.5,us-1,,,\n"),
        &of("lambda"),
    );
    let problems = problems(&imported);
    assert!(
        problems[0]
            .contains("\"RTX5000\" is no accelerator of the catalogue: add it, or add the spelling to aliases.csv")
    );
    assert!(
        problems[1].contains("if it is p100-pcie-16, add it to aliases.csv"),
        "{problems:?}"
    );
}

#[test]
fn zones_become_one_offer_with_the_lowest_spot_price() {
    let rows = "a,T4,1,4,16,0.5,us-1,,0.30,z1\na,T4,1,4,16,0.5,us-1,,0.20,z2\na,T4,1,4,16,0.5,us-1,,,z3\n";
    let imported = import_text(&file(rows), &of("lambda"));
    assert_eq!(
        (imported.records.offers.len(), noted(&imported, Remark::ZonesMerged)),
        (1, 2)
    );
    let spot = imported
        .records
        .prices
        .iter()
        .find(|price| price.plan == Plan::Spot)
        .unwrap();
    assert_eq!(spot.hourly, Micros(200_000));
    assert_eq!(spot.evidence.note.as_deref(), Some("lowest of the zones of the region"));
}

#[test]
fn a_duplicate_is_reported_and_the_first_row_stays() {
    let rows =
        "a,T4,1,4,16,0.5,us-1,,,\na,T4,1,4,16,0.9,us-1,,,\nb,T4,1,4,16,0.5,us-1,,,z1\nb,T4,1,4,16,0.6,us-1,,,z2\n";
    let imported = import_text(&file(rows), &of("lambda"));
    let problems = problems(&imported);
    assert_eq!(problems.len(), 2);
    assert!(problems[0].contains("row 3: the row has the same InstanceType, Region and AvailabilityZone as row 2"));
    assert!(problems[1].contains("row 5: the on_demand price 0.60 is not that of row 4, 0.50"));
    assert_eq!(imported.records.prices[0].hourly, Micros(500_000));
}

#[test]
fn one_price_in_every_region_does_not_prove_availability() {
    let rows: String = ["a", "b"]
        .iter()
        .flat_map(|name| {
            ["af-casablanca-1", "us-ashburn-1", "eu-frankfurt-1"]
                .map(|region| format!("{name},L40S,4,112,1024,14,{region},,7,\n"))
        })
        .collect();
    let imported = import_text(&file(&rows), &of("oci"));
    assert_eq!(noted(&imported, Remark::SamePriceEverywhere), 6);
    for offer in &imported.records.offers {
        assert_eq!(
            offer.evidence.note.as_deref(),
            Some("one price for all regions; a listing does not prove availability")
        );
    }
    let two = import_text(
        &file(
            &rows
                .replace("eu-frankfurt-1,,7", "eu-frankfurt-1,,6")
                .replacen(",14,", ",15,", 1),
        ),
        &of("oci"),
    );
    assert_eq!(noted(&two, Remark::SamePriceEverywhere), 0);
}

#[test]
fn numbers_of_programs_are_rounded_once_and_counted() {
    let imported = import_text(&file("a,L40S,1.0,2,4,0.36979999999999996,us-1,,,\n"), &of("cudo"));
    assert_eq!(imported.records.prices[0].hourly, Micros(369_800));
    assert_eq!(noted(&imported, Remark::Rounded), 1);
}

#[test]
fn a_row_with_too_few_cells_and_a_missing_column_are_located() {
    let imported = import_text(&file("a,T4,1\n"), &of("lambda"));
    assert!(problems(&imported)[0].starts_with("file.csv, row 2: the row has 3 cells, the header has 10"));
    let imported = import_text("InstanceType,AcceleratorName,Region\na,T4,r\n", &of("lambda"));
    let columns: Vec<_> = imported
        .problems
        .iter()
        .map(|problem| problem.column.clone().unwrap())
        .collect();
    assert_eq!(columns, ["AcceleratorCount", "Price"]);
}
