//! How a row of each file becomes a record. Every cell is read before the record is made, so that all faults of a row are found.

use jiff::civil::Date;

use super::cells::{amount, count_of, country_code, evidence, positive, short_text, web_address, yes_or_no};
use super::sheet::{Layout, Read, Row};
use crate::domain::catalogue::{
    Accelerator, Area, Attribute, AttributeKind, BenchmarkResult, Completeness, CpuMemory, Fraction, Mode, Offer, Plan,
    Price, SubjectKind, Vendor, VendorKind,
};
use crate::domain::evidence::{AsOf, Evidence};
use crate::domain::ids::{AcceleratorId, AttributeId, VendorId};
use crate::domain::money::Currency;
use crate::domain::rates::{ExchangeRate, Rate};

pub(super) const VENDORS: Layout = Layout {
    file: "vendors.csv",
    needed: &["vendor_id", "name", "kind", "source", "as_of", "grade"],
    optional: &["name_zh", "country", "homepage", "url", "note"],
};

pub(super) fn vendor(row: &mut Row<'_>, today: Date) -> Read<Vendor> {
    let id = row.id("vendor_id");
    let name = row.text("name");
    let name_zh = row.maybe_text("name_zh");
    let country = row.maybe("country", country_code);
    let kind = row.read("kind", VendorKind::parse);
    let homepage = row.maybe("homepage", web_address);
    let evidence = evidence(row, today, true);
    Ok(Vendor {
        id: id?,
        name: name?,
        name_zh: name_zh?,
        country: country?,
        kind: kind?,
        homepage: homepage?,
        evidence: evidence?,
    })
}

pub(super) const ACCELERATORS: Layout = Layout {
    file: "accelerators.csv",
    needed: &["accelerator_id", "name", "maker", "source", "as_of", "grade"],
    optional: &["architecture", "form_factor", "release_date", "url", "note"],
};

pub(super) fn accelerator(row: &mut Row<'_>, today: Date) -> Read<Accelerator> {
    let id = row.id("accelerator_id");
    let name = row.text("name");
    let maker = row.text("maker");
    let architecture = row.maybe_text("architecture");
    let form_factor = row.maybe_text("form_factor");
    let release_date = row.maybe("release_date", |cell| AsOf::parse(cell).map(|date| date.to_string()));
    let evidence = evidence(row, today, true);
    Ok(Accelerator {
        id: id?,
        name: name?,
        maker: maker?,
        architecture: architecture?,
        form_factor: form_factor?,
        release_date: release_date?,
        evidence: evidence?,
    })
}

pub(super) const RATES: Layout = Layout {
    file: "rates.csv",
    needed: &["base", "quote", "rate", "source", "as_of", "grade"],
    optional: &["url", "note"],
};

pub(super) fn rate(row: &mut Row<'_>, today: Date) -> Read<ExchangeRate> {
    let base = row.read("base", Currency::parse);
    let quote = row.read("quote", Currency::parse);
    let rate = row.read("rate", Rate::parse);
    let evidence = evidence(row, today, true);
    Ok(ExchangeRate {
        base: base?,
        quote: quote?,
        rate: rate?,
        evidence: evidence?,
    })
}

pub(super) const ALIASES: Layout = Layout {
    file: "aliases.csv",
    needed: &["alias", "accelerator_id"],
    optional: &[],
};

pub(super) fn alias(row: &mut Row<'_>) -> Read<(String, AcceleratorId)> {
    let alias = row.read("alias", short_text);
    let accelerator = row.id("accelerator_id");
    Ok((alias?, accelerator?))
}

pub(super) const OFFERS: Layout = Layout {
    file: "offers.csv",
    needed: &[
        "offer_id",
        "vendor_id",
        "instance_type",
        "accelerator_id",
        "accelerator_count",
        "region",
        "area",
        "source",
        "as_of",
        "grade",
    ],
    optional: &["vcpu", "ram_gib", "available", "url", "note"],
};

pub(super) fn offer(row: &mut Row<'_>, today: Date) -> Read<Offer> {
    let id = row.id("offer_id");
    let vendor = row.id("vendor_id");
    let instance_type = row.text("instance_type");
    let accelerator = row.id("accelerator_id");
    let count = row.read("accelerator_count", Fraction::parse);
    let vcpu = row.maybe("vcpu", count_of);
    let ram_gib = row.maybe("ram_gib", positive);
    let region = row.text("region");
    let area = row.read("area", Area::parse);
    // An offer that its source does not confirm counts as not listed.
    let available = row.maybe("available", yes_or_no).map(Option::unwrap_or_default);
    let evidence = evidence(row, today, true);
    Ok(Offer {
        id: id?,
        vendor: vendor?,
        instance_type: instance_type?,
        accelerator: accelerator?,
        count: count?,
        host: CpuMemory {
            vcpu: vcpu?,
            ram_gib: ram_gib?,
        },
        region: region?,
        area: area?,
        available: available?,
        evidence: evidence?,
    })
}

pub(super) const PRICES: Layout = Layout {
    file: "prices.csv",
    needed: &[
        "offer_id",
        "plan",
        "hourly",
        "currency",
        "completeness",
        "as_of",
        "source",
        "grade",
    ],
    optional: &["upfront", "url", "note"],
};

pub(super) fn price(row: &mut Row<'_>, today: Date) -> Read<Price> {
    let offer = row.id("offer_id");
    let plan = row.read("plan", Plan::parse);
    let hourly = row.read("hourly", |cell| amount(cell, 1));
    let upfront = row.maybe("upfront", |cell| amount(cell, 0));
    let currency = row.read("currency", Currency::parse);
    let completeness = row.read("completeness", Completeness::parse);
    let evidence = evidence(row, today, true);
    Ok(Price {
        offer: offer?,
        plan: plan?,
        hourly: hourly?,
        upfront: upfront?,
        currency: currency?,
        completeness: completeness?,
        evidence: evidence?,
    })
}

pub(super) const ATTRIBUTES: Layout = Layout {
    file: "attributes.csv",
    needed: &["attribute_id", "subject", "kind", "group", "name_en", "name_zh"],
    optional: &["unit", "description_en", "description_zh"],
};

pub(super) fn attribute(row: &mut Row<'_>) -> Read<Attribute> {
    let id = row.id("attribute_id");
    let subject = row.read("subject", SubjectKind::parse);
    let kind = row.read("kind", AttributeKind::parse);
    let group = row.text("group");
    let name_en = row.text("name_en");
    let name_zh = row.text("name_zh");
    Ok(Attribute {
        id: id?,
        subject: subject?,
        kind: kind?,
        unit: row.cell("unit").to_owned(),
        group: group?,
        name_en: name_en?,
        name_zh: name_zh?,
        description_en: row.cell("description_en").to_owned(),
        description_zh: row.cell("description_zh").to_owned(),
    })
}

pub(super) const FACTS: Layout = Layout {
    file: "facts.csv",
    needed: &[
        "subject",
        "subject_id",
        "attribute_id",
        "value",
        "source",
        "as_of",
        "grade",
    ],
    optional: &["variant", "unit", "url", "note"],
};

/// A fact whose value is not read yet: that takes its attribute, which is in another file.
pub(super) struct RawFact {
    pub(super) subject: SubjectKind,
    pub(super) subject_id: String,
    pub(super) attribute: AttributeId,
    pub(super) variant: String,
    pub(super) value: String,
    pub(super) unit: String,
    pub(super) evidence: Evidence,
}

pub(super) fn fact(row: &mut Row<'_>, today: Date) -> Read<RawFact> {
    let subject = row.read("subject", SubjectKind::parse);
    let subject_id = row.text("subject_id");
    let attribute = row.id("attribute_id");
    let value = row.text("value");
    // Only where nothing was found there is no grade to give.
    let found = row.cell("value") != "unknown";
    let evidence = evidence(row, today, found);
    Ok(RawFact {
        subject: subject?,
        subject_id: subject_id?,
        attribute: attribute?,
        variant: row.cell("variant").to_owned(),
        value: value?,
        unit: row.cell("unit").to_owned(),
        evidence: evidence?,
    })
}

pub(super) const BENCHMARKS: Layout = Layout {
    file: "benchmarks.csv",
    needed: &[
        "result_id",
        "suite",
        "round",
        "mode",
        "division",
        "task",
        "metric",
        "value",
        "unit",
        "higher_is_better",
        "accelerator_id",
        "accelerators",
        "submitter",
        "system",
        "source",
        "as_of",
        "grade",
    ],
    optional: &["scenario", "nodes", "vendor_id", "framework", "url", "note"],
};

pub(super) fn benchmark(row: &mut Row<'_>, today: Date) -> Read<BenchmarkResult> {
    let id = row.id("result_id");
    let suite = row.text("suite");
    let round = row.text("round");
    let mode = row.read("mode", Mode::parse);
    let division = row.text("division");
    let task = row.text("task");
    let metric = row.text("metric");
    let value = row.read("value", positive);
    let unit = row.text("unit");
    let higher_is_better = row.read("higher_is_better", yes_or_no);
    let accelerator = row.id("accelerator_id");
    let accelerators = row.read("accelerators", count_of);
    let nodes = row.maybe("nodes", count_of);
    let vendor = row.maybe("vendor_id", |cell| VendorId::new(cell));
    let submitter = row.text("submitter");
    let system = row.text("system");
    let framework = row.maybe_text("framework");
    let evidence = evidence(row, today, true);
    Ok(BenchmarkResult {
        id: id?,
        suite: suite?,
        round: round?,
        mode: mode?,
        division: division?,
        task: task?,
        scenario: row.cell("scenario").to_owned(),
        metric: metric?,
        value: value?,
        unit: unit?,
        higher_is_better: higher_is_better?,
        accelerator: accelerator?,
        accelerators: accelerators?,
        nodes: nodes?,
        vendor: vendor?,
        submitter: submitter?,
        system: system?,
        framework: framework?,
        evidence: evidence?,
    })
}
