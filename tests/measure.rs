//! From catalogue records to raw values: prices for a need, fractions, missing rates, the MLPerf index and its chains.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;
use std::sync::Arc;

use steelyard::domain::brief::Brief;
use steelyard::domain::catalogue::{Catalogue, Plan, Records, Release};
use steelyard::domain::ids::{AcceleratorId, AttributeId, VendorId};
use steelyard::domain::measure::{Gap, Measurer, all_in_prices, effective_hourly};
use steelyard::domain::mlperf::MlperfTable;
use steelyard::domain::money::Micros;
use steelyard::domain::ranking::Prepared;
use steelyard::domain::scorecard::{Measure, Need, PriceKind, Workload};
use steelyard::domain::scoring::{Cell, Grade, Raw};
use steelyard::domain::stability::price_limits;
use steelyard::domain::usage::Usage;
use steelyard::exchange::catalogue::read;
use steelyard::exchange::{scorecard, starter};
use steelyard::web::today;

const HEADS: [(&str, &str); 8] = [
    (
        "vendors.csv",
        "vendor_id,name,name_zh,country,kind,homepage,source,url,as_of,grade,note",
    ),
    (
        "accelerators.csv",
        "accelerator_id,name,maker,architecture,form_factor,release_date,source,as_of,grade,note",
    ),
    ("aliases.csv", "alias,accelerator_id"),
    (
        "offers.csv",
        "offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,url,as_of,grade,note",
    ),
    (
        "prices.csv",
        "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note",
    ),
    (
        "attributes.csv",
        "attribute_id,subject,kind,unit,group,name_en,name_zh,description_en,description_zh",
    ),
    (
        "facts.csv",
        "subject,subject_id,attribute_id,variant,value,unit,source,url,as_of,grade,note",
    ),
    (
        "benchmarks.csv",
        "result_id,suite,round,mode,division,task,scenario,metric,value,unit,higher_is_better,accelerator_id,accelerators,nodes,vendor_id,submitter,system,framework,source,url,as_of,grade,note",
    ),
];

/// A catalogue of one vendor `v` with accelerators `a`, `b`, `c` and `r` (the reference), and the given lines.
fn catalogue(lines: &[(&str, &str)]) -> Catalogue {
    let mut files: BTreeMap<&str, String> = HEADS.iter().map(|(name, head)| (*name, format!("{head}\n"))).collect();
    let fixed = [
        ("vendors.csv", "v,V,,,gpu_cloud,,test,,2026,A,"),
        ("accelerators.csv", "a,A,M,,SXM,,test,2026,A,"),
        ("accelerators.csv", "b,B,M,,PCIe,,test,2026,A,"),
        ("accelerators.csv", "c,C,M,,SXM,,test,2026,A,"),
        ("accelerators.csv", "r,R,M,,SXM,,test,2026,A,"),
        ("attributes.csv", "memory_gb,accelerator,number,GB,memory,m,m,m,m"),
        ("attributes.csv", "minutes,vendor,number,min,support,m,m,m,m"),
        ("facts.csv", "accelerator,a,memory_gb,,24,GB,test,,2026,C,"),
    ];
    for (file, line) in fixed.iter().chain(lines) {
        let text = files.get_mut(file).unwrap();
        text.push_str(line);
        text.push('\n');
    }
    let bytes = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let reading = read(&bytes, today());
    assert!(reading.problems.is_empty(), "{:?}", reading.problems);
    Catalogue::new(first_release(), reading.records).unwrap()
}

fn first_release() -> Release {
    Release {
        number: 1,
        note: String::new(),
        published_by: String::new(),
        published_at_micros: 0,
    }
}

fn need(gpus: u32) -> Need {
    Need {
        workload: Workload::Training,
        gpus,
        vram_gb: 0.0,
        usage: Usage::default(),
    }
}

fn price(catalogue: &Catalogue, kind: PriceKind, gpus: u32) -> (Cell, Option<Gap>) {
    let scorecard = scorecard::starter().unwrap().remove(0);
    let measurer = Measurer::new(catalogue, &scorecard, need(gpus));
    let offer = catalogue.offer("o").unwrap();
    let measured = measurer.measure(
        &Measure::Price {
            price: kind,
            deepest_discount: 0.75,
        },
        offer,
    );
    (measured.cell.clone(), measured.gap)
}

fn number(cell: &Cell) -> f64 {
    match cell {
        Cell::Known { x: Raw::Number(x), .. } => *x,
        Cell::Known { .. } | Cell::Range { .. } | Cell::Unknown | Cell::Absent => panic!("{cell:?} is no number"),
    }
}

const EIGHT: (&str, &str) = ("offers.csv", "o,v,eight,a,8,,,r1,us,true,test,,2026,A,");

#[test]
fn a_price_is_that_of_as_many_whole_instances_as_the_need_takes() {
    let catalogue = catalogue(&[EIGHT, ("prices.csv", "o,on_demand,24,,USD,all_in,2026,test,,C,")]);
    let per_gpu = |gpus| number(&price(&catalogue, PriceKind::OnDemand, gpus).0);
    assert!((per_gpu(8) - 3.0).abs() < 1e-12);
    assert!(
        (per_gpu(4) - 6.0).abs() < 1e-12,
        "half of the instance idles and is paid for"
    );
    assert!((per_gpu(9) - 48.0 / 9.0).abs() < 1e-12, "two instances for nine");
}

#[test]
fn c2_a_third_of_an_accelerator_has_a_third_of_its_memory() {
    let catalogue = catalogue(&[
        ("offers.csv", "o,v,third,a,1/3,,,r1,us,true,test,,2026,A,"),
        ("prices.csv", "o,on_demand,0.908,,USD,all_in,2026,test,,C,"),
    ]);
    let offer = catalogue.offer("o").unwrap();
    let card = scorecard::starter().unwrap().remove(0);
    assert_eq!(Measurer::new(&catalogue, &card, need(1)).memory_gb(offer), Some(8.0));
    assert_eq!(offer.count.to_string(), "1/3");
    assert!(
        (number(&price(&catalogue, PriceKind::OnDemand, 1).0) - 2.724).abs() < 1e-12,
        "the whole accelerator costs three of them"
    );
}

#[test]
fn c3_host_and_accelerators_add_up_and_a_part_alone_is_incomplete() {
    let host = ("prices.csv", "o,on_demand,3.40428,,USD,host_only,2026,test,,C,");
    let both = catalogue(&[
        EIGHT,
        host,
        ("prices.csv", "o,on_demand,1.09565,,USD,accelerator_only,2026,test,,D,"),
    ]);
    let parts = all_in_prices(both.prices(&both.offer("o").unwrap().id), Plan::OnDemand).unwrap();
    assert_eq!(parts.iter().map(|(_, hourly)| hourly.0).sum::<i64>(), 4_499_930);
    let part = catalogue(&[EIGHT, host]);
    assert_eq!(
        price(&part, PriceKind::OnDemand, 8),
        (Cell::Unknown, Some(Gap::IncompletePrice))
    );
}

#[test]
fn c4_a_price_without_a_rate_is_unknown_and_never_one_to_one() {
    let catalogue = catalogue(&[EIGHT, ("prices.csv", "o,on_demand,100,,CNY,all_in,2026,test,,C,")]);
    let (cell, gap) = price(&catalogue, PriceKind::OnDemand, 8);
    assert_eq!(cell, Cell::Unknown);
    assert!(matches!(gap, Some(Gap::NoRate(currency)) if currency.to_string() == "CNY"));
}

#[test]
fn c5_an_upfront_payment_is_spread_over_the_term() {
    let catalogue = catalogue(&[
        EIGHT,
        ("prices.csv", "o,reserved_3y,0.50,10000,USD,all_in,2026,test,,C,"),
    ]);
    let prices = catalogue.prices(&catalogue.offer("o").unwrap().id);
    assert_eq!(
        effective_hourly(prices.first().unwrap()).0,
        880_518,
        "0.50 + 10 000 / 26 280"
    );
}

#[test]
fn a_plan_without_a_price_lies_between_the_deepest_discount_and_the_on_demand_price() {
    let catalogue = catalogue(&[EIGHT, ("prices.csv", "o,on_demand,24,,USD,all_in,2026,test,,C,")]);
    let (cell, gap) = price(&catalogue, PriceKind::Reserved, 8);
    assert_eq!(
        cell,
        Cell::Range {
            lo: Raw::Number(0.75),
            hi: Raw::Number(3.0),
            evidence: Grade::C
        }
    );
    assert_eq!(gap, Some(Gap::BoundedByOnDemand));
}

#[test]
fn a_claim_without_a_source_never_drives_a_ranking() {
    let catalogue = catalogue(&[EIGHT, ("prices.csv", "o,on_demand,1,,USD,all_in,2026,test,,E,")]);
    assert_eq!(
        price(&catalogue, PriceKind::OnDemand, 8),
        (Cell::Unknown, Some(Gap::OnlyUnsourced))
    );
}

#[test]
fn the_least_of_several_tiers_counts_and_of_each_tier_the_fact_in_force() {
    let fact = |variant: &str, value: &str, as_of: &str, grade: &str| {
        format!("vendor,v,minutes,{variant},{value},min,test,,{as_of},{grade},")
    };
    let facts = [
        fact("gold", "5", "2021", "D"),
        fact("gold", "30", "2020", "C"),
        fact("silver", "60", "2026", "C"),
        fact("talk", "1", "2026", "E"),
    ];
    let lines: Vec<(&str, &str)> = std::iter::once(EIGHT)
        .chain(facts.iter().map(|f| ("facts.csv", f.as_str())))
        .collect();
    let catalogue = catalogue(&lines);
    let scorecard = scorecard::starter().unwrap().remove(0);
    let measurer = Measurer::new(&catalogue, &scorecard, need(1));
    let measure = Measure::Least {
        subject: steelyard::domain::catalogue::SubjectKind::Vendor,
        attribute: AttributeId::new("minutes").unwrap(),
    };
    assert!((number(&measurer.measure(&measure, catalogue.offer("o").unwrap()).cell) - 30.0).abs() < 1e-12);
}

/// A training result on eight or so accelerators: `id round task minutes accelerator count submitter`.
fn result(words: &str) -> String {
    let [id, round, task, value, accelerator, count, submitter] = words.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{words}")
    };
    format!(
        "{id},MLPerf,{round},training,closed,{task},time,minutes,{value},minutes,false,{accelerator},{count},,,{submitter},s,,test,,2026,B,"
    )
}

#[test]
fn an_index_compares_medians_of_the_same_task_and_chains_over_others() {
    let lines = [
        result("1 R1 t1 10.0 r 8 one"),
        result("2 R1 t1 30.0 r 8 two"), // median 20 x 8
        result("3 R1 t1 10.0 a 8 one"), // twice as fast
        result("4 R1 t2 10.0 r 8 one"),
        result("5 R1 t2 5.0 a 4 one"), // four times as fast per accelerator
        result("6 R2 t1 10.0 a 8 one"),
        result("7 R2 t1 20.0 b 8 one"), // half of a; never compared with r of round R1
        result("8 R3 t9 1.0 c 8 one"),  // no way to the reference
    ];
    let lines: Vec<(&str, &str)> = std::iter::once(EIGHT)
        .chain(lines.iter().map(|l| ("benchmarks.csv", l.as_str())))
        .collect();
    let catalogue = catalogue(&lines);
    let table = MlperfTable::new(&catalogue, Workload::Training, "r");
    let vendor = VendorId::new("v").unwrap();
    let index = |id: &str| table.index(&vendor, &AcceleratorId::new(id).unwrap()).cloned();
    let reference = index("r").unwrap();
    assert!((reference.index - 100.0).abs() < 1e-9 && reference.chain.is_empty());
    let direct = index("a").unwrap();
    assert!(
        (direct.low - 200.0).abs() < 1e-9 && (direct.high - 400.0).abs() < 1e-9,
        "{direct:?}"
    );
    assert!((direct.index - 100.0 * 8.0_f64.sqrt()).abs() < 1e-9);
    assert_eq!((direct.grade, direct.chain.len()), (Grade::C, 1));
    let chained = index("b").unwrap();
    assert!(
        (chained.low - 100.0).abs() < 1e-9 && (chained.high - 200.0).abs() < 1e-9,
        "{chained:?}"
    );
    assert_eq!((chained.grade, chained.chain.len()), (Grade::D, 2));
    assert_eq!(index("c"), None);
    let inference = MlperfTable::new(&catalogue, Workload::Inference, "r");
    assert!(
        inference.index(&vendor, &AcceleratorId::new("a").unwrap()).is_none(),
        "another workload"
    );
}

#[test]
fn what_is_measured_after_another_need_is_what_is_measured_alone() {
    let catalogue = Arc::new(Catalogue::new(first_release(), starter::records(today()).unwrap()).unwrap());
    let ways = [
        "",
        "workload=training",
        "workload=inference",
        "gpus=64",
        "gpus=3&months=24&egress_tb=12",
        "burst=100&util=30",
    ];
    for card in scorecard::starter().unwrap().into_iter().map(Arc::new) {
        let needs: Vec<Need> = ways
            .iter()
            .map(|words| Brief::read(words.split_terminator('&').filter_map(|word| word.split_once('='))).unwrap())
            .map(|brief| brief.need(&card))
            .collect();
        let alone: Vec<Prepared> = needs
            .iter()
            .map(|need| Prepared::new(catalogue.clone(), card.clone(), *need).unwrap())
            .collect();
        for (before, words) in alone.iter().zip(ways) {
            for (expected, after) in alone.iter().zip(ways) {
                let found = before.for_need(expected.need()).unwrap();
                assert_eq!(
                    found.offers(),
                    expected.offers(),
                    "{}: {words:?}, then {after:?}",
                    card.id
                );
                let rows = 0..found.offers().len();
                assert!(
                    rows.into_iter()
                        .all(|row| found.matrix().row(row).eq(expected.matrix().row(row)))
                );
            }
        }
    }
}

#[test]
fn the_leader_draws_level_with_its_rival_at_the_price_limit() {
    let starter = starter::records(today()).unwrap();
    let scorecard = Arc::new(scorecard::starter().unwrap().remove(0));
    let prepared = |records: Records| {
        let catalogue = Arc::new(Catalogue::new(first_release(), records).unwrap());
        Prepared::new(catalogue, scorecard.clone(), scorecard.need).unwrap()
    };
    let before = prepared(starter.clone());
    let ranking = before.rank(&Brief::default()).unwrap();
    let (leader, rival) = (&ranking.rows[0], &ranking.rows[1]);
    let limits = price_limits(&before, &ranking);
    let reserved = before
        .scorecard()
        .criteria()
        .position(|c| c.id == "reserved_price")
        .unwrap();
    let limit = limits
        .iter()
        .find(|l| l.criterion == reserved)
        .expect("the leader has a reserved price");
    let per_gpu = limit.limit.expect("another price would cost it the first place");
    assert!(per_gpu > limit.now);
    let offer = &before.offers()[leader.offer].offer;
    let mut records = starter;
    let hourly = per_gpu * offer.count.as_f64();
    for price in &mut records.prices {
        if price.offer == offer.id && matches!(price.plan, Plan::Reserved1y | Plan::Reserved3y) {
            price.hourly = Micros::parse(&format!("{hourly:.6}")).unwrap();
            price.upfront = None;
        }
    }
    let after = prepared(records);
    let ranking = after.rank(&Brief::default()).unwrap();
    let floor = |place: usize| {
        ranking
            .rows
            .iter()
            .find(|r| r.offer == place)
            .unwrap()
            .score
            .unwrap()
            .floor
    };
    assert!((floor(leader.offer) - floor(rival.offer)).abs() < 1e-5);
}
