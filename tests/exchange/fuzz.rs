//! Made-up files against every reader: none may panic, take long or say nothing about what it left out. `STEELYARD_FUZZ_SECONDS`
//! lengthens the run of each reader, in seconds on the processor; the seeds are printed, so that a finding can be repeated.

use std::time::{Duration, Instant};

use steelyard::exchange::import::{self, Context, Format, Profile, diff};
use steelyard::exchange::plausibility;
use steelyard::exchange::starter::COLLECTED;

use super::support::{context, of, starter, zip};

/// Time on the processor where the system tells it: on a busy machine a thread may wait longer than it works.
struct Clock(Instant, Option<u64>);

impl Clock {
    fn start() -> Self {
        Self(Instant::now(), Self::busy())
    }

    fn stop(&self) -> Duration {
        let busy = self
            .1
            .zip(Self::busy())
            .map(|(before, after)| Duration::from_nanos(after - before));
        busy.unwrap_or_else(|| self.0.elapsed())
    }

    fn busy() -> Option<u64> {
        let line = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        line.split(' ').next()?.parse().ok()
    }
}

/// A small generator of its own, so that a seed means the same for ever.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }
}

const PIECES: [&str; 54] = [
    ",",
    ";",
    "\t",
    "\n",
    "\r\n",
    "\"",
    "\"\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "&a ",
    "*a",
    "|\n",
    ">\n",
    "#",
    "0",
    "-1",
    "1e308",
    "1e-300",
    "NaN",
    "inf",
    "9999999999999999999",
    "0.1667",
    "1/6",
    "1/0",
    "T4",
    "H100",
    "A100 (80 GB)",
    "USD",
    "€",
    "us-east-1",
    "华为",
    "\u{feff}",
    "\u{0}",
    "=1+1",
    "null",
    "true",
    "<t>",
    "</t>",
    "<c r=\"XFD1\">",
    "<v>",
    "&lt;",
    "&#0;",
    "&x;",
    "]]>",
    "<!--",
    "<![CDATA[",
    "2026-13-01",
    "%",
];

/// Changes a file in one to eight places: bytes, pieces of syntax, parts left out, doubled or moved.
fn mutate(seed: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(40)).min(bytes.len());
        match random.below(7) {
            0 => drop(bytes.drain(at..end)),
            1 => {
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            2 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(random.below(256)).unwrap();
                }
            }
            3 | 4 => {
                let piece = random.pick(&PIECES).as_bytes().to_vec();
                bytes.splice(at..end.min(at + random.below(4)).max(at), piece);
            }
            5 => {
                let piece = random.pick(&PIECES).repeat(random.below(300)).into_bytes();
                bytes.splice(at..at, piece);
            }
            _ => bytes.truncate(at.max(8)),
        }
    }
    bytes
}

fn run(name: &str, seeds: &[Vec<u8>], context: &Context<'_>, wrap: impl Fn(Vec<u8>) -> Vec<u8>) {
    let seconds: u64 = std::env::var("STEELYARD_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(0);
    let least = if cfg!(debug_assertions) { 100 } else { 2_000 };
    let start = Clock::start();
    let (mut runs, mut slowest, mut records) = (0_u64, Duration::ZERO, 0_usize);
    while runs < least || start.stop() < Duration::from_secs(seconds) {
        let mut random = Random(runs.wrapping_mul(0x1234_5678_9abc_def1));
        let seed = &seeds[random.below(seeds.len())];
        let bytes = wrap(mutate(seed, &mut random));
        let began = Clock::start();
        let imported = if random.below(4) == 0 {
            let format = Format::ALL[random.below(Format::ALL.len())];
            import::read_as(format, name, &bytes, context)
        } else {
            import::read(name, &bytes, context)
        };
        if runs % 8 == 0 {
            let _ = diff(starter(), &imported);
            let _ = plausibility::check(&imported.records, starter(), COLLECTED);
        }
        let took = began.stop();
        slowest = slowest.max(took);
        assert!(
            took < Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 1 }),
            "{name}: run {runs} took {took:?}"
        );
        assert!(
            imported.problems.len() <= 10_110,
            "{name}: run {runs} has {} problems",
            imported.problems.len()
        );
        let said = !imported.problems.is_empty() || !imported.notes.is_empty();
        assert!(said, "{name}: run {runs} says nothing");
        records += imported.records.offers.len() + imported.records.results.len() + imported.records.facts.len();
        runs += 1;
    }
    println!(
        "{name}: {runs} runs in {:?}, slowest {slowest:?}, {records} records",
        start.stop()
    );
}

fn plain(name: &str, seeds: &[&str], vendor: Option<&str>) {
    let seeds: Vec<_> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    run(name, &seeds, &vendor.map_or_else(context, of), |bytes| bytes);
}

const SKYPILOT: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice,AvailabilityZone\n\
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
    let seeds = [b"t;g;n;p;m;d;s\na;T4;4;USD 1.460,00;256;2026-01-01;99,5\nb;A10;1/6;EUR 730;8;2026;\n".to_vec()];
    run("mapping", &seeds, &context, |bytes| bytes);
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
fn workbooks_stand_made_up_parts() {
    let sheet = "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" t=\"inlineStr\"><is><t>accelerator_id</t></is></c></row><row r=\"2\"><c r=\"A2\" t=\"str\"><f>1+1</f><v>x_x000D_</v></c><c r=\"B2\" s=\"1\"><v>45000</v></c></row></sheetData></worksheet>";
    let shared = "<sst uniqueCount=\"1\"><si><r><t>ali</t></r><rPh><t>no</t></rPh><r><t>as</t></r></si></sst>";
    let workbook =
        "<workbook xmlns:r=\"r\"><sheets><sheet name=\"aliases\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>";
    let relations = "<Relationships><Relationship Id=\"rId1\" Target=\"worksheets/sheet1.xml\"/></Relationships>";
    let styles = "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"yyyy-mm-dd\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>";
    let names = [
        "xl/workbook.xml",
        "xl/_rels/workbook.xml.rels",
        "xl/sharedStrings.xml",
        "xl/styles.xml",
        "xl/worksheets/sheet1.xml",
    ];
    let parts = [workbook, relations, shared, styles, sheet];
    // The parts are one seed with marks between them, so that a change falls into any of them.
    let seed = parts.join("\u{1}").into_bytes();
    run("workbook", &[seed], &context(), |bytes| {
        let parts: Vec<&[u8]> = bytes.split(|byte| *byte == 1).collect();
        let files: Vec<(&str, &[u8])> = names.iter().copied().zip(parts).collect();
        zip(&files)
    });
}

#[test]
fn containers_stand_made_up_bytes() {
    let table = "alias,accelerator_id\nx,t4\n".as_bytes();
    let seeds = [
        zip(&[("aliases.csv", table)]),
        zip(&[("a/aliases.csv", table), ("prices.csv", b"offer_id,plan\n")]),
    ];
    run("zip", &seeds, &context(), |bytes| bytes);
}
