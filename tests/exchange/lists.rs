//! The traps of the other lists.

use steelyard::domain::catalogue::Plan;
use steelyard::domain::money::{Currency, Micros};
use steelyard::exchange::import::{self, Format, Remark};

use super::support::{context, import_text, noted, problems};

#[test]
fn a_price_table_takes_the_shape_of_a_known_instance_type() {
    let text = "region,instance_type,on_demand_per_hour,currency\n\
        westus3,Standard_NV6ads_A10_v5,0.454000,USD\n\
        westus3,Standard_D2s_v5,0.096,USD\n\
        westus3,Standard_M128bs,0.000000,USD\n\
        westus3,Standard_NC8ads_A99_v9,1.5,USD\n\
        westus3,Standard_NV6ads_A10_v5,0.500000,USD\n";
    let imported = import_text(text, &context());
    assert_eq!(imported.format, Some(Format::Karpenter));
    let offer = &imported.records.offers[0];
    assert_eq!(
        (
            offer.vendor.as_str(),
            offer.accelerator.as_str(),
            offer.count.to_string()
        ),
        ("azure", "a10", "1/6".to_owned())
    );
    assert_eq!(offer.area.word(), "us");
    assert_eq!(
        (
            noted(&imported, Remark::NoAccelerator),
            noted(&imported, Remark::ZeroWithoutAccelerator)
        ),
        (2, 1)
    );
    let problems = problems(&imported);
    assert!(problems[0].contains(
        "row 5, column instance_type: \"Standard_NC8ads_A99_v9\" has an accelerator, the file does not say which"
    ));
    assert!(problems[1].contains("row 6: the row has the same region and instance_type as row 2"));
    assert_eq!(
        (imported.records.prices.len(), imported.records.prices[0].hourly),
        (1, Micros(454_000))
    );
}

#[test]
fn yuan_stay_yuan_and_a_row_without_currency_is_asked_about() {
    let text = "region,instance_type,on_demand_per_hour,currency\ncn-north-1,g4dn.xlarge,3.711,CNY\ncn-north-1,g5.xlarge,10,\n";
    let imported = import_text(text, &context());
    assert_eq!(imported.records.prices[0].currency, Currency::CNY);
    assert!(problems(&imported)[0].contains("row 3, column currency: the row has no currency"));
}

const ALIBABA: &str = r#"{"cn-beijing":{"instanceTypePrices":{
    "ecs.gn6v-c8g1.4xlarge":{"vcpu":16,"memory":64,"gpu":2,"onDemandPricePerHour":0},
    "ecs.gn6i-c4g1.xlarge":{"vcpu":4,"memory":15,"gpu":1,"onDemandPricePerHour":11.63},
    "ecs.vgn7i-vws-m4.xlarge":{"vcpu":4,"memory":30,"gpu":1,"onDemandPricePerHour":3.1},
    "ecs.c6.large":{"vcpu":2,"memory":4,"gpu":0,"onDemandPricePerHour":0}}}}"#;

#[test]
fn a_price_of_zero_and_a_family_of_fractions_are_findings() {
    let imported = import::read("prices.json", ALIBABA.as_bytes(), &context());
    assert_eq!(imported.format, Some(Format::Alibaba));
    let problems = problems(&imported);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("cn-beijing / ecs.gn6v-c8g1.4xlarge / onDemandPricePerHour: 0 is not a price"));
    assert!(problems[1].contains(
        "ecs.vgn7i-vws-m4.xlarge: \"ecs.vgn7i-vws-m4.xlarge\" has an accelerator, the file does not say which"
    ));
    assert_eq!(imported.records.offers.len(), 1);
    assert_eq!(imported.records.offers[0].accelerator.as_str(), "t4");
    assert_eq!(imported.records.prices[0].currency, Currency::CNY);
    assert_eq!(noted(&imported, Remark::CurrencyTaken), 1);
    let mut given = context();
    given.currency = Some(Currency::USD);
    let imported = import::read("prices.json", ALIBABA.as_bytes(), &given);
    assert_eq!(
        (
            imported.records.prices[0].currency,
            noted(&imported, Remark::CurrencyTaken)
        ),
        (Currency::USD, 0)
    );
}

#[test]
fn a_name_that_is_there_twice_in_a_document_is_reported() {
    let text = ALIBABA.replace(
        "\"ecs.vgn7i-vws-m4.xlarge\":{\"vcpu\":4,\"memory\":30,\"gpu\":1,\"onDemandPricePerHour\":3.1}",
        "\"ecs.gn6i-c4g1.xlarge\":{\"vcpu\":4,\"memory\":15,\"gpu\":1,\"onDemandPricePerHour\":99}",
    );
    let imported = import::read("prices.json", text.as_bytes(), &context());
    assert!(
        problems(&imported)
            .iter()
            .any(|problem| problem.contains("the same region and instance type are there before"))
    );
    assert_eq!(imported.records.prices[0].hourly, Micros(11_630_000));
}

#[test]
fn a_calculator_gives_four_plans_and_parts_of_a_card() {
    let text = "---\nabout:\n  url: https://example.org\ncompute:\n  instance:\n    a2-highgpu-1g:\n      a100: 1\n      cost:\n        us-west9:\n          hour: 3.673385\n          hour_spot: 1.92802\n          month: 2681.57\n          month_1y: 1689.3711392\n          month_3y: 938.56707798\n      cpu: 12\n      ram: 85\n    g4-standard-48:\n      rtx6000: 0.25\n      cost:\n        us-west9:\n          hour: 1\n      cpu: 12\n    c3-standard-4-lssd:\n      cost:\n        us-west9:\n          hour: 0.2\n      cpu: 4\n      local-ssd: 375\n";
    let imported = import::read("pricing.yml", text.as_bytes(), &context());
    assert_eq!(imported.format, Some(Format::Cyclenerd));
    assert_eq!(problems(&imported), Vec::<String>::new());
    let offers: Vec<_> = imported
        .records
        .offers
        .iter()
        .map(|offer| (offer.accelerator.as_str(), offer.count.to_string()))
        .collect();
    assert_eq!(
        offers,
        [("a100-sxm4-40", "1".to_owned()), ("rtx-pro-6000-bse", "1/4".to_owned())]
    );
    let prices: Vec<_> = imported
        .records
        .prices
        .iter()
        .map(|price| (price.plan, price.hourly.plain()))
        .collect();
    assert_eq!(prices[2], (Plan::Reserved1y, "2.314207".to_owned()));
    assert_eq!(prices[3], (Plan::Reserved3y, "1.285708".to_owned()));
    assert_eq!(noted(&imported, Remark::NoAccelerator), 1);
    assert!(
        imported.records.offers[0]
            .evidence
            .note
            .as_deref()
            .unwrap()
            .contains("does not prove availability")
    );
}

#[test]
fn tables_with_semicolons_update_known_offers_and_remove_none() {
    let imported = import_text(
        "NAME;CPUS;SHARED_CPU;MEMORY_GB;DEPRECATED;ZONE\na2-highgpu-1g;12;False;85.00;;\nc2-standard-4;4;False;16.00;;\n",
        &context(),
    );
    assert_eq!((imported.format, imported.problems.len()), (Some(Format::Cyclenerd), 0));
    assert!(!imported.records.offers.is_empty());
    assert_eq!(noted(&imported, Remark::NoOffer), 1);
    let diff = import::diff(super::support::starter(), &imported);
    assert!(diff.is_empty() && diff.removed.is_empty(), "{diff:?}");
}

const FULL_STACK: &str = "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n";

#[test]
fn a_price_per_gpu_is_never_multiplied_silently() {
    let text = format!(
        "{FULL_STACK}Exoscale,A5000 (24 GB),Ampere,2,48,24,112,,2.47951,,GPUA5000 MEDIUM\n\
         RunPod,A4000 (16 GB),Ampere,8,128,64,234,2.72,0.34,,\n\
         Azure,T4 (16 GB),Turing,4,64,64,440,4.35,4.35,,X\n\
         NovoNimbus,T4 (16 GB),Turing,1,16,4,16,0.5,0.5,,\n"
    );
    let imported = import_text(&text, &context());
    assert_eq!(imported.format, Some(Format::FullStack));
    let problems = problems(&imported);
    assert!(problems[0].contains(
        "row 2, column On-demand: there is no instance price; 2.47951 in the column Per-GPU is not taken for one"
    ));
    assert!(problems[1].contains("row 5, column Cloud: there is no vendor \"NovoNimbus\""));
    let prices: Vec<_> = imported.records.prices.iter().map(|price| price.hourly).collect();
    assert_eq!(prices.len(), 2);
    assert!(
        prices.contains(&Micros(2_720_000)),
        "eight cards at 0.34 are 2.72, not 0.34"
    );
    assert_eq!(noted(&imported, Remark::PerGpuDiffers), 1);
}

#[test]
fn the_same_name_with_other_figures_is_a_duplicate_by_rule() {
    let rows = "AWS,T4 (16 GB),Turing,1,16,4,16,1.2,1.2,,g4dn.4xlarge\nAWS,T4 (16 GB),Turing,1,16,8,32,0.75,0.75,,g4dn.4xlarge\n";
    let imported = import_text(&format!("{FULL_STACK}{rows}"), &context());
    assert!(problems(&imported)[0].contains("row 3: the row has the same Cloud and Name"));
    assert_eq!(imported.records.prices[0].hourly, Micros(1_200_000));
}

#[test]
fn a_benchmark_summary_of_a_header_imports_nothing_and_says_so() {
    let header = "Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,Scenario,Result,Accuracy,number_of_nodes,accelerator_model_name,accelerators_per_node,Units,version\n";
    let imported = import_text(header, &context());
    assert_eq!(
        (imported.format, noted(&imported, Remark::HeaderOnly)),
        (Some(Format::MlPerf), 1)
    );
    assert!(imported.problems.is_empty() && imported.records.results.is_empty());
    let row = "Org,available,closed,datacenter,Sys,P,m,m,Offline,100.5,99,2,NVIDIA L40S,8,Tokens/s,v5.1\n\
        Org,available,closed,datacenter,Sys,P,m,m,SingleStream,3.5,99,1,NVIDIA L40S,1,Latency (ms),v5.1\n\
        Org,available,closed,datacenter,Cpu,P,m,m,Offline,5,99,1,,0,Tokens/s,v5.1\n\
        Org,available,closed,datacenter,Mix,P,m,m,Offline,5,99,1,\"AMD Instinct MI300X (x8), AMD Instinct MI325X (x8)\",16,Tokens/s,v5.1\n\
        Org,available,closed,datacenter,Bad,P,m,m,Offline,fast,99,1,NVIDIA L40S,1,Tokens/s,v5.1\n";
    let imported = import_text(&format!("{header}{row}"), &context());
    let results: Vec<_> = imported
        .records
        .results
        .iter()
        .map(|r| (r.accelerators, r.metric.as_str(), r.higher_is_better))
        .collect();
    assert_eq!(results, [(16, "throughput", true), (1, "latency", false)]);
    assert_eq!(
        (noted(&imported, Remark::NoAccelerator), imported.problems.len()),
        (1, 2)
    );
}

#[test]
fn names_of_no_known_format_are_answered_with_what_to_do() {
    for text in ["GPU,MemoryGB\nA10,24\n", "[{\"a\": 1}]", "a:\n  b: 1\n", "", "\n\n"] {
        let imported = import::read("x", text.as_bytes(), &context());
        assert_eq!(imported.format, None, "{text}");
        assert_eq!(imported.problems.len(), 1, "{text}");
    }
}
