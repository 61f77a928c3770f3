//! The lists that are texts: seeds of a few rows each, changed anywhere.

use steelyard::exchange::import::{Context, Profile};

use super::super::support::{context, of};
use super::{changed, import_files};

fn plain(name: &str, seeds: &[&str], vendor: Option<&str>) {
    of_context(name, seeds, &vendor.map_or_else(context, of));
}

fn of_context(name: &str, seeds: &[&str], context: &Context<'_>) {
    let seeds: Vec<_> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    import_files(name, context, |random| changed(&seeds, random));
}

pub(super) const SKYPILOT: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice,AvailabilityZone\n\
    a,T4,1,4,16,0.5,us-1,\"{'Gpus': [{'Name': 'T4', 'Count': 8.0, 'MemoryInfo': {'SizeInMiB': 16384}}], 'TotalGpuMemoryInMiB': 16384}\",0.2,z1\n\
    b,H100,8.0,4,16,0.36979999999999996,us-2,,,\nc,,,4,16,0.5,us-1,,,\n";

#[test]
fn skypilot_reader_stands_made_up_files() {
    plain("skypilot", &[SKYPILOT], Some("lambda"));
}

#[test]
fn price_table_reader_stands_made_up_files() {
    plain(
        "karpenter",
        &[
            "region,instance_type,on_demand_per_hour,currency\neastus,Standard_NV6ads_A10_v5,0.454,USD\ncn-north-1,g4dn.xlarge,3.7,CNY\nus-east-1,c5.large,0.1,USD\n",
        ],
        None,
    );
}

#[test]
fn benchmark_readers_stand_made_up_files() {
    plain(
        "mlperf",
        &[
            "Organization,Availability,Division,SystemType,SystemName,Platform,Model,MlperfModel,Scenario,Result,Accuracy,number_of_nodes,accelerator_model_name,accelerators_per_node,Units,version\nOrg,available,closed,datacenter,Sys,P,m,m,Offline,100.5,99,2,NVIDIA L40S,8,Tokens/s,v5.1\n",
            r#"[{"ID": "5.1-0001", "Submitter": "AMD", "Category": "closed", "Suite": "datacenter", "System": "S", "UsedModel": "llama2-70b-99", "Scenario": "Offline", "Nodes": 1, "Accelerator": "AMD Instinct MI300X", "a#": 8, "version": "v5.1", "inferred": 0, "Performance_Result": 8840.42, "Performance_Units": "Tokens/s"}]"#,
            r#"[{"division": "closed", "submitter": "Q", "system": "D", "number_of_nodes": "1", "accelerator_model_name": "NVIDIA H200-SXM5-141GB", "accelerators_count": 8, "framework": "f", "retinanet": 34.07, "rgat": null, "details_url": "https://example.org/training_results_v5.1/x"}]"#,
        ],
        None,
    );
}

#[test]
fn calculator_reader_stands_made_up_files() {
    plain(
        "cyclenerd",
        &[
            "---\nabout:\n  copyright: |2\n\n    text\n  timestamp: 1785391997\ncompute:\n  instance:\n    a2-highgpu-1g:\n      a100: 1\n      cost:\n        us-west9:\n          hour: 3.673385\n          hour_spot: 1.92802\n          month_1y: 1689.3711392\n      cpu: 12\n      ram: 85\n    g4-standard-48:\n      rtx6000: 0.25\n      cost:\n        us-west9: {hour: 1}\n",
            "NAME;CPUS;SHARED_CPU;MEMORY_GB;DEPRECATED;ZONE\na2-highgpu-1g;12;False;85.00;;\n",
            "NAME;ZONE\nnvidia-l4;us-central1-a\nnvidia-tesla-t4;\n",
        ],
        None,
    );
}

#[test]
fn alibaba_reader_stands_made_up_files() {
    plain(
        "alibaba",
        &[
            r#"{"cn-beijing":{"instanceTypePrices":{"ecs.gn6i-c4g1.xlarge":{"vcpu":4,"memory":15,"gpu":1,"zones":["a"],"onDemandPricePerHour":11.63},"ecs.c6.large":{"gpu":0,"onDemandPricePerHour":0}}}}"#,
        ],
        None,
    );
}

#[test]
fn full_stack_reader_stands_made_up_files() {
    plain(
        "full-stack",
        &[
            "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\nAWS,T4 (16 GB),Turing,1,16,4,16,1.2,1.2,0.4,g4dn.4xlarge\nRunPod,A40 (48 GB),Ampere,8,384,40,502,5.52,0.69,,\n",
        ],
        None,
    );
}

#[test]
fn mapped_tables_stand_made_up_files() {
    let profile = Profile::parse(
        r#"{"name": "q", "decimal": ",", "thousands": ".", "vendor": "lambda", "columns": {"t": {"field": "instance_type"}, "g": {"field": "accelerator"}, "n": {"field": "accelerator_count"}, "p": {"field": "price", "per": "gpu", "unit": "month"}, "m": {"field": "ram", "unit": "GB"}, "d": {"field": "as_of"}, "s": {"field": "fact", "attribute": "sla_instance_percent"}}}"#,
    )
    .unwrap();
    let mut context = context();
    context.profile = Some(&profile);
    let seed = "t;g;n;p;m;d;s\na;T4;4;USD 1.460,00;256;2026-01-01;99,5\nb;A10;1/6;EUR 730;8;2026;\n";
    of_context("mapping", &[seed], &context);
}

#[test]
fn own_tables_stand_made_up_files() {
    plain(
        "steelyard",
        &[
            "offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,url,as_of,grade,note\no1,aws,p5,h100-sxm,8,192,2048,us-east-1,us,true,list,https://example.org/a,2026-07-20,C,\"one, two\"\n",
            "subject,subject_id,attribute_id,variant,value,unit,source,url,as_of,grade,note\nvendor,aws,sla_instance_percent,,99.95,%,docs,,2026,C,\nvendor,aws,compliance,,SOC 2,,docs,,2026,C,'=1\n",
            r#"{"format": "steelyard catalogue", "version": 1, "prices": [{"offer_id": "aws-g5.xlarge-us-east-1", "plan": "spot", "hourly": 0.3, "currency": "USD", "completeness": "all_in", "source": "s", "as_of": "2026", "grade": "C"}], "aliases": [{"alias": "x", "accelerator_id": "t4"}]}"#,
        ],
        None,
    );
}

#[test]
fn exchange_rate_reader_stands_made_up_files() {
    plain(
        "ecb",
        &[
            "Date, USD, JPY, CNY, ISK, \n27 November 2026, 1.1000, 170.25, 8.0000, N/A, \n",
            "Date,USD,CNY,\n2026-11-26,1.09,7.9,\n2026-11-27,1.1,8,\n",
            "<?xml version=\"1.0\"?>\n<gesmes:Envelope xmlns:gesmes=\"http://www.gesmes.org/xml/2002-08-01\" xmlns=\"http://www.ecb.int/vocabulary/2002-08-01/eurofxref\"><Cube><Cube time='2026-11-27'><Cube currency='USD' rate='1.1000'/><Cube currency='CNY' rate='8.0000'/></Cube></Cube></gesmes:Envelope>",
        ],
        None,
    );
}
