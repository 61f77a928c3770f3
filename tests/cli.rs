//! The binary itself: what a first start prints, and what a person reads when it cannot start.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("steelyard-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn database(&self) -> String {
        format!("sqlite://{}", self.0.join("s.db").display())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

fn steelyard() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_steelyard"));
    command
        .env_remove("DATABASE_URL")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts a server and reads its first lines, up to the one that says where it listens.
fn start(database: &str) -> (Running, String, String) {
    let mut running = Running(
        steelyard()
            .args(["serve", "--listen", "127.0.0.1:0", "--database-url", database])
            .spawn()
            .unwrap(),
    );
    let mut lines = BufReader::new(running.0.stdout.take().unwrap()).lines();
    let mut said = String::new();
    for line in lines.by_ref() {
        let line = line.unwrap();
        said.push_str(&line);
        said.push('\n');
        if let Some(rest) = line.split("http://").nth(1) {
            let address = rest.split('/').next().unwrap().to_owned();
            return (running, said, address);
        }
    }
    panic!("the server ended: {said}");
}

/// What a start that must fail says on standard error.
fn refused(arguments: &[&str]) -> String {
    let output = steelyard().args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.trim_end().lines().count(), 1, "one line: {text}");
    assert!(
        !text.contains("panicked") && !text.contains("Error {") && !text.contains("backtrace"),
        "{text}"
    );
    text
}

fn ask(address: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn the_first_start_says_where_it_listens_what_it_uses_and_what_it_loaded() {
    let folder = Folder::new("first");
    let (_running, said, address) = start(&folder.database());
    assert!(
        said.contains("SQLite file")
            && said.contains("s.db")
            && said.contains("release r1")
            && said.contains("306 offers"),
        "{said}"
    );
    let page = ask(&address, b"GET /en/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
}

#[test]
fn a_second_start_finds_what_the_first_one_stored() {
    let folder = Folder::new("second");
    drop(start(&folder.database()));
    let (_running, said, _) = start(&folder.database());
    assert!(said.contains("release r1 (Starter catalogue)"), "{said}");
}

#[test]
fn an_address_of_100_kilobytes_gets_an_answer_that_names_the_query() {
    let folder = Folder::new("long");
    let (_running, _, address) = start(&folder.database());
    let request = format!(
        "GET /en/?q={} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        "a".repeat(100_000)
    );
    let answer = ask(&address, request.as_bytes());
    assert!(
        answer.starts_with("HTTP/1.1 414") && answer.contains("query"),
        "{}",
        answer.chars().take(300).collect::<String>()
    );
}

#[test]
fn a_port_that_is_taken_is_one_clear_line() {
    let folder = Folder::new("port");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let text = refused(&["serve", "--listen", &address, "--database-url", &folder.database()]);
    assert!(text.contains(&address) && text.contains("--listen"), "{text}");
}

#[test]
fn an_address_that_is_none_is_one_clear_line() {
    let folder = Folder::new("address");
    let text = refused(&["serve", "--listen", "nonsense", "--database-url", &folder.database()]);
    assert!(text.contains("nonsense") && text.contains("--listen"), "{text}");
}

#[test]
fn a_database_that_cannot_be_used_is_one_clear_line() {
    let folder = Folder::new("database");
    let missing = format!("sqlite://{}", folder.0.join("no/such/folder/s.db").display());
    assert!(refused(&["serve", "--listen", "127.0.0.1:0", "--database-url", &missing]).contains("no/such/folder"));
    let text = refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database-url",
        "mysql://user:secret@host/db",
    ]);
    assert!(text.contains("mysql") && !text.contains("secret"), "{text}");
    let text = refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database-url",
        "postgres://user:secret@127.0.0.1:1/db",
    ]);
    assert!(text.contains("127.0.0.1:1") && !text.contains("secret"), "{text}");
    let not_a_database = folder.0.join("text.db");
    std::fs::write(&not_a_database, "This is a text, and not a database. ".repeat(100)).unwrap();
    let text = refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database-url",
        &format!("sqlite://{}", not_a_database.display()),
    ]);
    assert!(text.contains("text.db"), "{text}");
    let as_folder = format!("sqlite://{}", folder.0.display());
    assert!(refused(&["serve", "--listen", "127.0.0.1:0", "--database-url", &as_folder]).contains("steelyard"));
}

#[test]
fn a_file_that_cannot_be_written_is_one_clear_line() {
    // Root may write everywhere, so the place has to be one where nobody can: the kernel's own file system.
    let text = refused(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database-url",
        "sqlite:///proc/steelyard.db",
    ]);
    assert!(text.contains("/proc/steelyard.db"), "{text}");
}

#[test]
fn the_end_of_a_server_is_quiet_and_quick() {
    let folder = Folder::new("end");
    let (mut running, _, address) = start(&folder.database());
    let _idle = TcpStream::connect(&address).unwrap();
    let pid = running.0.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let begun = std::time::Instant::now();
    let status = running.0.wait().unwrap();
    assert!(
        status.success() && begun.elapsed().as_secs() < 8,
        "{status} after {:?}",
        begun.elapsed()
    );
}

fn told(folder: &Folder, arguments: &[&str]) -> (Option<i32>, String) {
    let output = steelyard()
        .args(arguments)
        .args(["--database-url", &folder.database()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text)
}

#[test]
fn a_file_is_read_dry_then_published_and_a_running_server_takes_it_over() {
    let folder = Folder::new("import");
    let (_running, _, address) = start(&folder.database());
    let file = folder.0.join("prices.csv");
    let head = "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n";
    let row = "gcp-a3-megagpu-8g-us-east4,on_demand,80.00,,USD,all_in,2026-11-29,price list,,C,\n";
    std::fs::write(&file, format!("{head}{row}")).unwrap();
    let path = file.to_str().unwrap();
    let (code, dry) = told(&folder, &["import", path, "--dry-run"]);
    assert_eq!(code, Some(0), "{dry}");
    assert!(dry.contains("80"), "{dry}");
    let (code, published) = told(&folder, &["import", path, "--release"]);
    assert!(code == Some(0) && published.contains("release r2"), "{published}");
    let (_, again) = told(&folder, &["import", path, "--release"]);
    assert!(again.contains("nothing to import"), "{again}");
    let page = || {
        ask(
            &address,
            b"GET /en/offers/gcp-a3-megagpu-8g-us-east4 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
        )
    };
    let begun = std::time::Instant::now();
    while !page().contains("price list") {
        assert!(begun.elapsed().as_secs() < 10, "the server takes the new release over");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let old = ask(
        &address,
        b"GET /en/offers/gcp-a3-megagpu-8g-us-east4?release=r1 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    );
    assert!(
        old.starts_with("HTTP/1.1 200") && !old.contains("price list"),
        "the old release is as it was"
    );
}

#[test]
fn one_bad_row_changes_nothing_and_is_named() {
    let folder = Folder::new("bad-row");
    let file = folder.0.join("prices.csv");
    let head = "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n";
    let good = "gcp-a3-megagpu-8g-us-east4,on_demand,80.00,,USD,all_in,2026-11-29,price list,,C,\n";
    let bad = "gcp-a3-megagpu-8g-us-east4,spot,free,,USD,all_in,2026-11-29,price list,,C,\n";
    std::fs::write(&file, format!("{head}{good}{bad}")).unwrap();
    let (code, text) = told(&folder, &["import", file.to_str().unwrap(), "--release"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("row 3")
            && text.contains("hourly")
            && text.contains("free")
            && text.contains("Nothing was changed"),
        "{text}"
    );
    let (_, said, _) = start(&folder.database());
    assert!(said.contains("release r1 "), "{said}");
}

#[test]
fn what_is_exported_is_imported_as_nothing_new() {
    let folder = Folder::new("export");
    for (name, format) in [("all.xlsx", "xlsx"), ("all.json", "json")] {
        let path = folder.0.join(name);
        let (code, text) = told(&folder, &["export", path.to_str().unwrap(), "--format", format]);
        assert_eq!(code, Some(0), "{text}");
        let (code, text) = told(&folder, &["import", path.to_str().unwrap(), "--dry-run"]);
        assert!(
            code == Some(0) && text.contains("nothing to import"),
            "{format}: {text}"
        );
    }
    let path = folder.0.join("folder");
    let (code, text) = told(&folder, &["export", path.to_str().unwrap()]);
    assert!(code == Some(0) && path.join("offers.csv").is_file(), "{text}");
}

const PRICES: &str = "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n";

/// A price list of one price for a real offer.
fn price_list(folder: &Folder, name: &str, amount: &str) -> String {
    let file = folder.0.join(name);
    let row = format!("gcp-a3-megagpu-8g-us-east4,on_demand,{amount},,USD,all_in,2026-11-29,price list,,C,\n");
    std::fs::write(&file, format!("{PRICES}{row}")).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_draft_is_looked_at_published_compared_and_reverted() {
    let folder = Folder::new("draft");
    let path = price_list(&folder, "prices.csv", "80");
    let (code, text) = told(&folder, &["import", &path]);
    assert!(code == Some(0) && text.contains("Saved as a draft"), "{text}");
    let (_, again) = told(&folder, &["import", &path]);
    assert!(again.contains("nothing to import"), "{again}");
    let (_, draft) = told(&folder, &["release", "draft"]);
    assert!(
        draft.contains("1 new, 0 changed") && draft.contains("price list"),
        "{draft}"
    );
    let (code, text) = told(&folder, &["release", "publish", "--note", " "]);
    assert!(code == Some(1) && text.contains("--note is empty"), "{text}");
    let (code, text) = told(&folder, &["release", "publish", "--note", "A second source"]);
    assert!(code == Some(0) && text.contains("release r2"), "{text}");
    let (code, text) = told(&folder, &["release", "publish", "--note", "Again"]);
    assert!(code == Some(1) && text.contains("draft is empty"), "{text}");
    let (_, diff) = told(&folder, &["release", "diff", "1", "2"]);
    assert!(diff.contains("1 new"), "{diff}");
    let (code, text) = told(&folder, &["release", "revert", "1"]);
    assert!(code == Some(0) && text.contains("release r3"), "{text}");
    let (code, text) = told(&folder, &["release", "revert", "1"]);
    assert!(code == Some(1) && text.contains("nothing to revert"), "{text}");
    let (_, list) = told(&folder, &["release", "list"]);
    assert_eq!(list.lines().count(), 3, "{list}");
    assert!(
        list.starts_with("r3 ") && list.contains("Back to r1") && list.contains("A second source"),
        "{list}"
    );
    let (_, text) = told(&folder, &["release", "diff", "1", "3"]);
    assert!(text.contains("nothing changes"), "{text}");
    let (code, text) = told(&folder, &["release", "diff", "1", "9"]);
    assert!(code == Some(1) && text.contains("no release r9"), "{text}");
}

#[test]
fn a_discarded_draft_is_gone() {
    let folder = Folder::new("discard");
    let path = price_list(&folder, "prices.csv", "80");
    told(&folder, &["import", &path]);
    told(&folder, &["release", "discard"]);
    let (_, draft) = told(&folder, &["release", "draft"]);
    assert!(draft.contains("nothing changes"), "{draft}");
}

#[test]
fn a_file_that_fails_keeps_no_other_from_being_imported() {
    let folder = Folder::new("several");
    let (good, bad) = (
        price_list(&folder, "good.csv", "80"),
        price_list(&folder, "bad.csv", "free"),
    );
    let none = folder.0.join("none.csv").to_str().unwrap().to_owned();
    let (code, text) = told(&folder, &["import", &none, &bad, &good, "--release"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("none.csv") && text.contains("free") && text.contains("release r2"),
        "{text}"
    );
    let (_, diff) = told(&folder, &["release", "diff", "1", "--json"]);
    let diff: serde_json::Value = serde_json::from_str(&diff).unwrap();
    assert_eq!(diff["new"].as_array().map(Vec::len), Some(1), "{diff}");
}

#[test]
fn rejected_rows_are_left_out_only_when_that_is_asked_for() {
    let folder = Folder::new("skip");
    let path = price_list(&folder, "prices.csv", "80");
    let bad = "gcp-a3-megagpu-8g-us-east4,spot,free,,USD,all_in,2026-11-29,price list,,C,\n";
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, format!("{text}{bad}")).unwrap();
    let (code, text) = told(&folder, &["import", &path, "--release"]);
    assert!(code == Some(1) && text.contains("--skip-rejected"), "{text}");
    let (code, text) = told(&folder, &["import", &path, "--release", "--skip-rejected"]);
    assert!(
        code == Some(0) && text.contains("row 3") && text.contains("were left out"),
        "{text}"
    );
}

#[test]
fn what_a_list_no_longer_names_is_taken_away_only_when_that_is_asked_for() {
    let folder = Folder::new("missing");
    let file = folder.0.join("vms.csv");
    let head = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n";
    std::fs::write(&file, format!("{head}new-type,H100-SXM,8,100,1000,20,eu-north1,,\n")).unwrap();
    let path = file.to_str().unwrap();
    let arguments = ["import", path, "--vendor", "nebius", "--release"];
    let (code, text) = told(&folder, &arguments);
    assert!(code == Some(0) && text.contains("not listed any more (kept)"), "{text}");
    let (_, diff) = told(&folder, &["release", "diff", "1"]);
    assert!(diff.contains(" 0 removed"), "{diff}");
    let (code, text) = told(&folder, &[&arguments[..], &["--remove-missing"]].concat());
    assert!(code == Some(0) && text.contains("release r3"), "{text}");
    let (_, diff) = told(&folder, &["release", "diff", "2"]);
    assert!(
        diff.contains("removed:") && diff.contains("offer nebius-") && diff.contains("price nebius-"),
        "{diff}"
    );
}

#[test]
fn a_finding_is_accepted_with_a_reason() {
    let folder = Folder::new("check");
    let (code, text) = told(&folder, &["check", "--json"]);
    assert_eq!(code, Some(0), "{text}");
    let findings: serde_json::Value = serde_json::from_str(&text).unwrap();
    let count = findings.as_array().unwrap().len();
    let id = findings[0]["id"].as_str().unwrap().to_owned();
    let (code, text) = told(&folder, &["check", "--accept", &id]);
    assert!(code == Some(2) && text.contains("--reason"), "{text}");
    let (code, text) = told(&folder, &["check", "--accept", "0", "--reason", "because"]);
    assert!(code == Some(1) && text.contains("no finding 0"), "{text}");
    let (code, text) = told(&folder, &["check", "--accept", &id, "--reason", "the vendor said so"]);
    assert_eq!(code, Some(0), "{text}");
    let (_, text) = told(&folder, &["check"]);
    assert!(
        text.contains(&format!("{} findings, 1 accepted", count - 1)) && !text.contains(&id),
        "{text}"
    );
    let (code, _) = told(&folder, &["check", "--withdraw", &id]);
    assert_eq!(code, Some(0));
}

/// What `steelyard tco` answers to a case on standard input: exit code, answer or message.
fn reckoned(case: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = steelyard()
        .args(["tco", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(case.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text)
}

fn total_of(case: &str) -> String {
    let (code, text) = reckoned(case, &[]);
    assert_eq!(code, Some(0), "{text}");
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    answer.get("total").and_then(|total| total.as_str()).unwrap().to_owned()
}

#[test]
fn cost_case_a_is_answered_under_each_rule() {
    for (utilisation, totals) in [
        ("45", ["10716.30", "11372.40", "10060.20"]),
        ("50", ["10060.20", "10060.20", "10060.20"]),
        ("60", ["8748.00", "8748.00", "8748.00"]),
        ("59.99", ["8749.31", "10060.20", "8748.00"]),
        ("0", ["16621.20", "16621.20", "16621.20"]),
    ] {
        for (rule, total) in ["linear", "step_up", "step_down"].into_iter().zip(totals) {
            let case = format!(
                r#"{{"model": "dynamic", "currency": "USD", "base": "10000", "burst": "2000", "reserved_discount": "0.35",
                "region_premium": "0.08", "utilisation_percent": "{utilisation}", "utilisation_rule": "{rule}",
                "burst_factor": "0.8", "threshold_percent": "60"}}"#
            );
            assert_eq!(total_of(&case), total, "{utilisation} {rule}");
        }
    }
}

#[test]
fn cost_cases_b_c5_c8_and_c9_are_answered() {
    let annual = |term: &str| {
        format!(
            r#"{{"model": "annual", "currency": "USD", "unit_price": "3.06", "hours": "8760", "data_transfer": "1200",
            "storage_redundancy": "2400", "safety": "0.2", "ops_labour": "50000", "rpa_rate": "0.3"{term}}}"#
        )
    };
    assert_eq!(total_of(&annual("")), "65885.60");
    assert_eq!(total_of(&annual(r#", "rpa_term": "as_printed""#)), "45885.60");
    let upfront = r#"{"model": "lifecycle", "currency": "USD", "hourly": 0.50, "upfront": 10000, "term_months": 36, "horizon_months": 36}"#;
    assert_eq!(total_of(upfront), "23140.00");
    let tiers = r#"{"model": "lifecycle", "currency": "USD", "hot_tb": 10, "warm_tb": 40, "cold_tb": 200, "horizon_months": 1}"#;
    assert_eq!(total_of(tiers), "3300.00");
    let (_, text) = reckoned(
        r#"{"model": "commitment", "currency": "USD", "price_ratio": 0.6, "demand": [4, 4, 4, 4, 4, 4, 2, 2, 1, 0]}"#,
        &[],
    );
    assert!(text.contains("\"commit\": 2,"), "{text}");
}

#[test]
fn a_cost_case_without_an_answer_ends_with_2_and_names_the_input() {
    for (case, name) in [
        (
            r#"{"model": "dynamic", "currency": "USD", "burst": 1, "utilisation_percent": 5}"#,
            "base",
        ),
        (r#"{"model": "annual", "currency": "USD", "unit_price": -3}"#, "hours"),
        (
            r#"{"model": "lifecycle", "currency": "USD", "growth_per_month": -1}"#,
            "growth_per_month",
        ),
        (r#"{"model": "lifecycle", "currency": "USD", "gpu": 1}"#, "gpu"),
        ("nonsense", "cost case"),
    ] {
        let (code, text) = reckoned(case, &[]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.trim_end().lines().count() == 1 && text.contains(name), "{text}");
    }
}

#[test]
fn a_measured_history_gives_a_case_its_utilisation_and_its_demand() {
    let folder = Folder::new("history");
    let file = folder.0.join("utilisation.csv");
    let rows = ["time,utilisation", "2026-11-02 00:00,30", "2026-11-02 01:00,60"];
    std::fs::write(&file, rows.join("\n")).unwrap();
    let history = ["--history", file.to_str().unwrap(), "--gpus", "10"];
    let case = r#"{"model": "dynamic", "currency": "USD", "base": 10000, "burst": 2000, "reserved_discount": 0.35, "region_premium": 0.08}"#;
    let (_, text) = reckoned(case, &history);
    assert!(text.contains("10716.30") && text.contains("\"history\""), "{text}");
    let (_, text) = reckoned(
        r#"{"model": "commitment", "currency": "USD", "price_ratio": 0.6}"#,
        &history,
    );
    assert!(text.contains("\"commit\": 3,"), "{text}");
    let alone = steelyard().arg("tco").args(history).output().unwrap();
    let alone = String::from_utf8(alone.stdout).unwrap();
    assert!(
        alone.contains("\"mean_percent\": \"45\"") && alone.contains("\"link\""),
        "{alone}"
    );
}

#[test]
fn the_help_of_tco_documents_its_inputs() {
    let output = steelyard().args(["tco", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for word in [
        "burst_factor",
        "rpa_term",
        "growth_per_month",
        "price_ratio",
        "residual_value",
        "default 0.8",
    ] {
        assert!(help.contains(word), "{word}: {help}");
    }
}

/// Runs a command that works, and answers what it says.
fn says(args: &[&str], database: &str) -> String {
    let output = steelyard().args(args).env("DATABASE_URL", database).output().unwrap();
    assert!(
        output.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn accounts_are_kept_from_the_command_line() {
    let folder = Folder::new("user");
    let database = folder.database();
    let added = says(
        &[
            "user",
            "add",
            "ana",
            "--role",
            "editor",
            "--base-url",
            "https://weigh.example",
        ],
        &database,
    );
    assert!(
        added.contains("ana may sign in as editor") && added.contains("https://weigh.example/en/welcome/"),
        "{added}"
    );
    says(&["user", "role", "ANA", "admin"], &database);
    says(&["user", "disable", "ana"], &database);
    let list = says(&["user", "list"], &database);
    assert!(list.contains("ana\tadmin") && list.contains("disabled"), "{list}");
    says(&["user", "enable", "ana"], &database);
    assert!(says(&["user", "reset", "ana"], &database).contains("/en/welcome/"));
    let output = steelyard()
        .args(["user", "add", "Ana", "--role", "viewer"])
        .env("DATABASE_URL", &database)
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && complaint.contains("already"), "{complaint}");
}
