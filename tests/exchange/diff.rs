//! What an import would change.

use steelyard::domain::evidence::AsOf;
use steelyard::domain::money::Micros;
use steelyard::exchange::export;
use steelyard::exchange::import::{self, Report, diff};

use super::support::{context, import_text, of, records, starter, zip};

const HEADER: &str = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n";

fn folder(change: impl Fn(&str, String) -> String) -> Vec<u8> {
    let files = export::csv_files(&records()).unwrap();
    let files: Vec<_> = files
        .into_iter()
        .map(|(name, bytes)| (name, change(name, String::from_utf8(bytes).unwrap())))
        .collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    zip(&files)
}

#[test]
fn an_export_that_is_imported_changes_nothing() {
    let imported = import::read("export.zip", &folder(|_, text| text), &context());
    assert_eq!(imported.problems, []);
    let found = diff(starter(), &imported);
    assert!(found.is_empty() && found.removed.is_empty());
    let all = records();
    assert_eq!(found.unchanged, u64::try_from(all.len()).unwrap());
    assert!(Report::new(&imported, found).text().contains("nothing to import"));
}

#[test]
fn a_changed_price_shows_before_and_after_with_its_row() {
    let bytes = folder(|name, text| match name {
        "prices.csv" => text.replacen("297.476", "300", 1),
        _ => text,
    });
    let imported = import::read("export.zip", &bytes, &context());
    let found = diff(starter(), &imported);
    assert_eq!((found.new.len(), found.changed.len(), found.removed.len()), (0, 1, 0));
    let change = &found.changed[0];
    assert_eq!(
        (change.entry.kind, change.entry.file.as_deref()),
        ("price", Some("prices.csv"))
    );
    assert_eq!(change.entry.row, Some(2));
    let fields: Vec<_> = change
        .fields
        .iter()
        .map(|f| (f.field, f.old.as_str(), f.new.as_str()))
        .collect();
    assert_eq!(fields, [("hourly", "297.476", "300.00")]);
}

#[test]
fn a_row_taken_out_is_listed_as_removed_and_nothing_else_happens() {
    let without = |text: String| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.remove(1);
        lines.join("\n")
    };
    let bytes = folder(|name, text| if name == "prices.csv" { without(text) } else { text });
    let imported = import::read("export.zip", &bytes, &context());
    let found = diff(starter(), &imported);
    assert!(found.is_empty());
    assert_eq!((found.removed.len(), found.removed[0].kind), (1, "price"));
    assert!(
        found.removed[0]
            .record
            .starts_with("alibaba-ecs.ebmgn7e.32xlarge-ap-northeast-1 on_demand CNY all_in")
    );
}

#[test]
fn removed_are_only_offers_of_the_vendors_that_the_file_lists() {
    let text = format!("{HEADER}n3-A100x1,A100-80G-PCIe,1,28,120,1.35,CANADA-1,,\n");
    let imported = import_text(&text, &of("hyperstack"));
    let found = diff(starter(), &imported);
    assert!(!found.removed.is_empty());
    assert!(
        found
            .removed
            .iter()
            .all(|entry| entry.record.starts_with("hyperstack-")),
        "{:?}",
        found.removed
    );
    assert!(
        !found
            .removed
            .iter()
            .any(|entry| entry.record == "hyperstack-n3-a100x1-canada-1")
    );
}

#[test]
fn a_rejected_row_does_not_make_its_offer_look_removed() {
    let text = format!("{HEADER}n3-A100x1,A100-80G-PCIe,1,28,120,free,CANADA-1,,\n");
    let imported = import_text(&text, &of("hyperstack"));
    assert_eq!((imported.records.offers.len(), imported.problems.len()), (0, 1));
    let found = diff(starter(), &imported);
    assert!(
        !found
            .removed
            .iter()
            .any(|entry| entry.record == "hyperstack-n3-a100x1-canada-1")
    );
}

#[test]
fn the_same_price_from_an_undated_list_changes_nothing_a_newer_one_confirms_it() {
    let price = |offer: &str| starter().prices(&starter().offer(offer).unwrap().id)[0].hourly;
    let hourly = price("hyperstack-n3-a100x1-canada-1");
    let text = format!(
        "{HEADER}n3-A100x1,A100-80G-PCIe,1,28,120,{},CANADA-1,,\n",
        hourly.plain()
    );
    let imported = import_text(&text, &of("hyperstack"));
    assert!(diff(starter(), &imported).is_empty());
    let mut dated = of("hyperstack");
    dated.as_of = Some(AsOf::parse("2026-11-29").unwrap());
    let imported = import_text(&text, &dated);
    let found = diff(starter(), &imported);
    assert_eq!((found.new.len(), found.changed.len()), (0, 1));
    assert!(found.changed[0].fields.iter().any(|field| field.field == "as_of"));
    let text = text.replace(&hourly.plain(), &Micros(hourly.0 + 10_000).plain());
    let found = diff(starter(), &import_text(&text, &of("hyperstack")));
    assert_eq!(found.changed.len(), 1);
}

#[test]
fn the_report_serialises_with_rows_and_reasons() {
    let text = format!("{HEADER}a,H100,1,28,120,1.35,CANADA-1,,\nnew,L40,1,28,120,1,CANADA-1,,\n");
    let imported = import_text(&text, &of("hyperstack"));
    let report = Report::new(&imported, diff(starter(), &imported));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["format"], "skypilot");
    assert_eq!(json["new"][0]["record"], "hyperstack-new-canada-1");
    assert_eq!(json["new"][0]["row"], 3);
    assert_eq!(json["rejected"][0]["row"], 2);
    assert_eq!(json["rejected"][0]["column"], "AcceleratorName");
    assert!(json["rejected"][0]["reason"].as_str().unwrap().contains("ambiguous"));
    assert!(json["removed"].is_array() && json["notes"].is_array() && json["unchanged"].is_u64());
    let text = report.text();
    assert!(text.starts_with("skypilot: 2 new, 0 changed, 0 unchanged"), "{text}");
}
