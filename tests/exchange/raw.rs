//! The real files, where they are at hand: beside the repository, or in the folder that `STEELYARD_SHARED` names. Every row of a
//! file is in the records, among the problems or in a count; the numbers below say which and why.

use std::path::PathBuf;
use std::time::Instant;

use steelyard::exchange::import::{self, Format, Imported, Remark, diff};

use super::support::{context, noted, of, problems, starter};

/// The bytes of a file of the collection, or nothing and a word about it.
fn raw(path: &str) -> Option<Vec<u8>> {
    let folders = [
        std::env::var_os("STEELYARD_SHARED").map(PathBuf::from),
        Some(PathBuf::from("../shared")),
    ];
    let found = folders
        .into_iter()
        .flatten()
        .flat_map(|folder| [folder.join("data/raw"), folder])
        .find_map(|folder| std::fs::read(folder.join(path)).ok());
    if found.is_none() {
        println!("SKIPPED: {path} is not at hand (set STEELYARD_SHARED to the folder of the collection)");
    }
    found
}

fn import(path: &str, vendor: Option<&str>) -> Option<Imported> {
    let bytes = raw(path)?;
    let context = vendor.map_or_else(context, of);
    let start = Instant::now();
    let imported = import::read(path.rsplit('/').next().unwrap(), &bytes, &context);
    println!("{path}: {} bytes in {:?}", bytes.len(), start.elapsed());
    Some(imported)
}

/// Rows of the file, rows without accelerator, merged zones, offers, problems: the first is the sum of the others.
const SKYPILOT: [(&str, &str, u64, u64, u64, usize, usize); 13] = [
    // 34 CPU rows; 17 regions each of A100 (3 types without form factor), V100 (2), RTX6000 (1) and H100 rows stay ambiguous.
    ("v8_lambda_vms.csv", "lambda", 408, 34, 0, 255, 119),
    ("v8_nebius_vms.csv", "nebius", 61, 40, 0, 21, 0),
    // RTX PRO 6000 is no spelling of the catalogue.
    ("v8_verda_vms.csv", "verda", 33, 11, 0, 18, 4),
    ("v8_jarvislabs_vms.csv", "jarvislabs", 23, 7, 0, 10, 6),
    ("v8_hyperstack_vms.csv", "hyperstack", 25, 0, 0, 25, 0),
    ("v6_do_vms.csv", "digitalocean", 38, 36, 0, 2, 0),
    // Two zones of Paris have the same machine.
    ("v6_scaleway_vms.csv", "scaleway", 5, 0, 1, 4, 0),
    // H100x8 is ambiguous; the other sizes are those of types that the catalogue has.
    ("v6_paperspace_vms.csv", "paperspace", 19, 5, 0, 13, 1),
    // V100 without form factor: the types that the catalogue does not have.
    ("v6_ovhcloud_vms.csv", "ovhcloud", 42, 0, 0, 23, 19),
    ("v8_aws_vms_excerpt.csv", "aws", 167, 0, 96, 71, 0),
    ("v8_oci_vms_excerpt.csv", "oci", 69, 48, 0, 13, 8),
    ("v8_runpod_vms_excerpt.csv", "runpod", 79, 0, 51, 28, 0),
    // V100 without form factor.
    ("v8_cudo_vms_excerpt.csv", "cudo", 72, 0, 0, 66, 6),
];

#[test]
fn every_row_of_the_skypilot_files_is_accounted_for() {
    let mut wrong = Vec::new();
    for (file, vendor, rows, without, zones, offers, rejected) in SKYPILOT {
        let Some(imported) = import(&format!("skypilot-catalog-transcribed/{file}"), Some(vendor)) else {
            continue;
        };
        assert_eq!(imported.format, Some(Format::SkyPilot), "{file}");
        let expected = (rows, without, zones, offers, rejected);
        let counts = (
            noted(&imported, Remark::RowsRead),
            noted(&imported, Remark::NoAccelerator),
            noted(&imported, Remark::ZonesMerged),
            imported.records.offers.len(),
            imported.problems.len(),
        );
        let sum = counts.1 + counts.2 + u64::try_from(counts.3 + counts.4).unwrap();
        assert_eq!(
            counts.0, sum,
            "{file}: every row is an offer, a zone, a problem or no accelerator"
        );
        if counts != expected {
            wrong.push((file, counts, expected));
        }
    }
    assert_eq!(wrong, [], "file, found, expected");
}

#[test]
fn the_traps_of_the_skypilot_files_are_noted() {
    if let Some(lambda) = import("skypilot-catalog-transcribed/v8_lambda_vms.csv", Some("lambda")) {
        assert_eq!(noted(&lambda, Remark::SpotUnknown), 374, "no spot price at all");
        assert!(
            noted(&lambda, Remark::MemoryIsPerAccelerator) > 100,
            "the total is that of one card"
        );
        assert_eq!(noted(&lambda, Remark::SamePriceEverywhere), 255);
    }
    if let Some(runpod) = import("skypilot-catalog-transcribed/v8_runpod_vms_excerpt.csv", Some("runpod")) {
        assert_eq!(noted(&runpod, Remark::MemoryUnit), 79, "80 MiB on a card of 80 GB");
    }
    if let Some(metadata) = import("skypilot-catalog-transcribed/v7_common_metadata.csv", None) {
        assert_eq!((metadata.format, metadata.problems.len()), (None, 1), "no price list");
    }
}

#[test]
fn the_price_tables_of_azure_and_aws_are_read_whole_and_fast() {
    for (file, rows, without, offers, rejected) in [
        // 1 412 of the rows are accelerated, 21 of those with an FPGA.
        ("azure_all_regions_on_demand.csv", 64_947, 63_556, 382, 1_009),
        ("azure_gpu_all_regions_on_demand.csv", 1_412, 21, 382, 1_009),
        ("aws_us-east-1_on_demand.csv", 1_367, 1_274, 28, 65),
        ("aws_cn_on_demand.csv", 316, 288, 11, 17),
        ("aws_us-gov_on_demand.csv", 1_319, 1_259, 26, 34),
    ] {
        let start = Instant::now();
        let Some(imported) = import(&format!("karpenter-derived/{file}"), None) else {
            continue;
        };
        assert!(start.elapsed().as_secs() < 10);
        let counts = (
            noted(&imported, Remark::RowsRead),
            noted(&imported, Remark::NoAccelerator),
            imported.records.offers.len(),
            imported.problems.len(),
        );
        assert_eq!(counts, (rows, without, offers, rejected), "{file}");
        assert_eq!(rows, without + u64::try_from(offers + rejected).unwrap());
    }
}

#[test]
fn the_price_document_of_alibaba_has_two_accelerated_rows_of_price_zero() {
    let Some(imported) = import("priceserver-alibaba/alibabacloud_price.json", None) else {
        return;
    };
    let zero: Vec<_> = problems(&imported)
        .into_iter()
        .filter(|problem| problem.contains("0 is not a price"))
        .collect();
    assert_eq!(zero.len(), 2, "{zero:?}");
    assert!(zero.iter().all(|problem| problem.contains("ecs.gn6v-c8g1.4xlarge")));
    assert_eq!(
        (
            noted(&imported, Remark::RowsRead),
            noted(&imported, Remark::NoAccelerator)
        ),
        (5_227, 4_909)
    );
    assert_eq!(noted(&imported, Remark::ZeroWithoutAccelerator), 10);
    let rows_with_problems = imported
        .problems
        .iter()
        .filter_map(|p| p.column.clone())
        .map(|column| column.split(" / ").take(2).collect::<String>());
    let rejected = rows_with_problems.collect::<std::collections::BTreeSet<_>>().len();
    assert_eq!(
        318,
        imported.records.offers.len() + rejected,
        "every accelerated row is an offer or a problem"
    );
}

#[test]
fn the_calculator_for_google_cloud_is_read() {
    if let Some(imported) = import("cyclenerd-gcp/pricing_2026-07-30.yml", None) {
        assert_eq!(
            (
                noted(&imported, Remark::RowsRead),
                noted(&imported, Remark::NoAccelerator)
            ),
            (531, 502)
        );
        // 29 accelerated machine types; the G4 types of which the catalogue has no offer are spelled rtx6000.
        assert!(
            problems(&imported).iter().all(|problem| problem.contains("rtx6000")),
            "{:#?}",
            problems(&imported)
        );
        println!(
            "{} offers, {} prices",
            imported.records.offers.len(),
            imported.records.prices.len()
        );
        assert_eq!((imported.records.offers.len(), imported.problems.len()), (884, 5));
    }
    for (file, rows) in [
        ("machinetypes.csv", 568),
        ("acceleratortypezone.csv", 245),
        ("acceleratortyperegion.csv", 283),
        ("acceleratortypes.csv", 25),
        ("regions.csv", 43),
    ] {
        let Some(imported) = import(&format!("cyclenerd-gcp/{file}"), None) else {
            continue;
        };
        assert_eq!(
            (imported.format, noted(&imported, Remark::RowsRead)),
            (Some(Format::Cyclenerd), rows),
            "{file}"
        );
        let found = diff(starter(), &imported);
        assert!(
            found.is_empty() && found.removed.is_empty(),
            "{file} agrees with the catalogue"
        );
    }
}

#[test]
fn the_benchmark_summaries_are_read() {
    if let Some(imported) = import("mlperf/summary_results_inference_v5.1.json", None) {
        assert_eq!(
            (
                noted(&imported, Remark::RowsRead),
                noted(&imported, Remark::NoAccelerator)
            ),
            (1_448, 880)
        );
        assert_eq!((imported.records.results.len(), imported.problems.len()), (484, 84));
        let found = diff(starter(), &imported);
        assert_eq!(found.changed, [], "the starter catalogue took its rows from this file");
        println!("{} known, {} new", found.unchanged, found.new.len());
    }
    for (file, results) in [
        ("inference_v4.1_GigaComputing_summary.csv", 26),
        ("inference_v5.1_GigaComputing_summary.csv", 18),
        ("inference_v5.1_CoreWeave_summary.csv", 0),
        ("training_v5.1_Quanta_summary.json", 5),
    ] {
        let Some(imported) = import(&format!("mlperf/{file}"), None) else {
            continue;
        };
        assert_eq!(
            (imported.records.results.len(), imported.problems.len()),
            (results, 0),
            "{file}"
        );
    }
    if let Some(header) = import("mlperf/inference_v5.1_CoreWeave_summary.csv", None) {
        assert_eq!(noted(&header, Remark::HeaderOnly), 1);
    }
}

#[test]
fn the_list_without_regions_is_read_and_its_faults_are_named() {
    let Some(imported) = import("full-stack-cloud-gpus/cloud-gpus.csv", None) else {
        return;
    };
    assert_eq!(noted(&imported, Remark::RowsRead), 257);
    let problems = problems(&imported);
    let count = |text: &str| problems.iter().filter(|problem| problem.contains(text)).count();
    println!(
        "{} offers; {} of unknown vendors, {} spellings, {} duplicates, {} without instance price",
        imported.records.offers.len(),
        count("there is no vendor"),
        count("aliases.csv"),
        count("the same Cloud and Name"),
        count("is not taken for one")
    );
    assert_eq!(
        count("there is no vendor"),
        59,
        "Oblivus 32, NovoNimbus 16, Dataoorts 9, CR8DL 2"
    );
    assert_eq!(count("is not taken for one"), 6, "Exoscale");
}
