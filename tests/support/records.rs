//! Small and large sets of records for tests; none of it is true.

use steelyard::domain::catalogue::{
    Accelerator, Area, Attribute, AttributeKind, BenchmarkResult, Completeness, CpuMemory, Fact, FactValue, Fraction,
    Mode, Offer, Plan, Price, Records, SubjectKind, Vendor, VendorKind,
};
use steelyard::domain::evidence::{AsOf, Evidence};
use steelyard::domain::ids::{AcceleratorId, AttributeId, OfferId, ResultId, VendorId};
use steelyard::domain::money::{Currency, Micros};
use steelyard::domain::rates::{ExchangeRate, Rate};
use steelyard::domain::scoring::Grade;
use steelyard::store::NewRelease;

pub fn new_release(note: &str) -> NewRelease {
    NewRelease {
        note: note.to_owned(),
        published_by: "tester".to_owned(),
        at_micros: 1_764_500_000_123_456,
    }
}

pub fn evidence(source: &str, grade: Option<Grade>) -> Evidence {
    Evidence {
        source: source.to_owned(),
        url: Some("https://example.org/?a=1&b=2".to_owned()),
        as_of: AsOf::parse("2026-07-20").expect("a date"),
        grade,
        note: Some("quotes \" ' ; -- and 中文".to_owned()),
    }
}

pub fn vendor(id: &str) -> Vendor {
    Vendor {
        id: VendorId::new(id).expect("an id"),
        name: format!("Vendor {id}"),
        name_zh: Some("厂商".to_owned()),
        country: None,
        kind: VendorKind::GpuCloud,
        homepage: Some("https://example.org".to_owned()),
        evidence: evidence("vendor list", Some(Grade::C)),
    }
}

pub fn accelerator(id: &str) -> Accelerator {
    Accelerator {
        id: AcceleratorId::new(id).expect("an id"),
        name: format!("Accelerator {id}"),
        maker: "Maker".to_owned(),
        architecture: Some("Arch".to_owned()),
        form_factor: None,
        release_date: Some("2022-Q3".to_owned()),
        evidence: evidence("data sheet", Some(Grade::D)),
    }
}

pub fn offer(id: &str, vendor: &str, accelerator: &str) -> Offer {
    Offer {
        id: OfferId::new(id).expect("an id"),
        vendor: VendorId::new(vendor).expect("an id"),
        instance_type: format!("type.{id}"),
        accelerator: AcceleratorId::new(accelerator).expect("an id"),
        count: Fraction::parse("1/6").expect("a fraction"),
        host: CpuMemory {
            vcpu: Some(96),
            ram_gib: Some(1_117.5),
        },
        region: "us-east-1".to_owned(),
        area: Area::Us,
        available: true,
        evidence: evidence("price list", Some(Grade::C)),
    }
}

pub fn price(offer: &str, plan: Plan, hourly: &str) -> Price {
    Price {
        offer: OfferId::new(offer).expect("an id"),
        plan,
        hourly: Micros::parse(hourly).expect("an amount"),
        upfront: None,
        currency: Currency::CNY,
        completeness: Completeness::AllIn,
        evidence: evidence("price list", Some(Grade::C)),
    }
}

pub fn attribute(id: &str, kind: AttributeKind) -> Attribute {
    Attribute {
        id: AttributeId::new(id).expect("an id"),
        subject: SubjectKind::Vendor,
        kind,
        unit: String::new(),
        group: "group".to_owned(),
        name_en: "name".to_owned(),
        name_zh: "名称".to_owned(),
        description_en: "what it is".to_owned(),
        description_zh: "说明".to_owned(),
    }
}

pub fn fact(vendor: &str, attribute: &str, value: FactValue) -> Fact {
    let grade = if value == FactValue::Unknown {
        None
    } else {
        Some(Grade::C)
    };
    Fact {
        subject: SubjectKind::Vendor,
        subject_id: vendor.to_owned(),
        attribute: AttributeId::new(attribute).expect("an id"),
        variant: String::new(),
        value,
        evidence: evidence("documentation", grade),
    }
}

pub fn rate(base: &str, quote: &str, units: &str) -> ExchangeRate {
    ExchangeRate {
        base: Currency::parse(base).expect("a currency"),
        quote: Currency::parse(quote).expect("a currency"),
        rate: Rate::parse(units).expect("a rate"),
        evidence: evidence("bank", Some(Grade::B)),
    }
}

pub fn result(id: &str, accelerator: &str) -> BenchmarkResult {
    BenchmarkResult {
        id: ResultId::new(id).expect("an id"),
        suite: "Suite".to_owned(),
        round: "Round 1".to_owned(),
        mode: Mode::Inference,
        division: "closed".to_owned(),
        task: "task".to_owned(),
        scenario: "Offline".to_owned(),
        metric: "throughput".to_owned(),
        value: 0.1 + 0.2,
        unit: "Samples/s".to_owned(),
        higher_is_better: true,
        accelerator: AcceleratorId::new(accelerator).expect("an id"),
        accelerators: 8,
        nodes: None,
        vendor: None,
        submitter: "Submitter".to_owned(),
        system: "System".to_owned(),
        framework: None,
        evidence: evidence("log", Some(Grade::B)),
    }
}

/// One or a few of everything, with every kind of value.
pub fn sample() -> Records {
    Records {
        vendors: vec![vendor("v1"), vendor("v2")],
        accelerators: vec![accelerator("a1"), accelerator("a2")],
        aliases: vec![("A One 80GB".to_owned(), accelerator("a1").id)],
        offers: vec![offer("o1", "v1", "a1"), offer("o2", "v2", "a2")],
        prices: vec![
            price("o1", Plan::OnDemand, "59.531599"),
            price("o1", Plan::Spot, "0.000001"),
            price("o2", Plan::OnDemand, "999999999.5"),
        ],
        attributes: vec![
            attribute("number", AttributeKind::Number),
            attribute("flag", AttributeKind::Boolean),
            attribute("level", AttributeKind::Level),
            attribute("text", AttributeKind::Text),
            attribute("set", AttributeKind::Set),
            attribute("day", AttributeKind::Date),
        ],
        facts: vec![
            fact("v1", "number", FactValue::Number(99.95)),
            fact("v2", "number", FactValue::Range(0.1, 1e300)),
            fact("v1", "flag", FactValue::Flag(false)),
            fact("v1", "level", FactValue::Text("gold".to_owned())),
            fact("v1", "text", FactValue::Text("multi\nline, \"quoted\"".to_owned())),
            fact("v1", "set", FactValue::Text("SOC 2".to_owned())),
            fact("v1", "set", FactValue::Text("ISO 27001".to_owned())),
            fact("v1", "day", FactValue::Unknown),
            fact("v2", "day", FactValue::Absent),
        ],
        results: vec![result("b1", "a1"), result("b2", "a2")],
        rates: vec![rate("EUR", "USD", "1.1"), rate("EUR", "CNY", "7.8")],
    }
}

/// As many offers as asked for, each with one price.
pub fn many_offers(count: usize) -> Records {
    let id = |n: usize| format!("offer-{n}");
    Records {
        vendors: vec![vendor("v1")],
        accelerators: vec![accelerator("a1")],
        offers: (0..count).map(|n| offer(&id(n), "v1", "a1")).collect(),
        prices: (0..count).map(|n| price(&id(n), Plan::OnDemand, "12.34")).collect(),
        ..Records::default()
    }
}
