//! What programs change with a key: records into the draft, files, releases. Every write is checked, logged, and made once.

use serde_json::{Value, json};
use steelyard::domain::account::{Account, Role};
use steelyard::domain::audit::{Action, Kind, Logged};
use steelyard::store::{LogFilter, Scope};
use steelyard::web::now;

use crate::site::{Answer, Site};

/// Every route that writes, with the least scope that may use it.
const ROUTES: [(&str, &str, Scope); 6] = [
    ("GET", "/api/v1/draft", Scope::Draft),
    ("DELETE", "/api/v1/draft", Scope::Draft),
    ("PUT", "/api/v1/draft/records", Scope::Draft),
    ("POST", "/api/v1/imports?dry_run=true", Scope::Draft),
    ("POST", "/api/v1/releases", Scope::Publish),
    ("POST", "/api/v1/releases/r1/revert", Scope::Publish),
];

/// A program with a key.
struct Program<'a> {
    site: &'a Site,
    bearer: String,
    account: Account,
}

impl<'a> Program<'a> {
    async fn new(site: &'a Site, role: Role, scope: Scope) -> Self {
        let account = site.visitor(role).await.account;
        let key = site.key_of(&account, scope).await;
        Self {
            site,
            bearer: format!("Bearer {key}"),
            account,
        }
    }

    async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: impl ToString) -> Answer {
        let mut all = vec![("authorization", self.bearer.as_str())];
        all.extend(headers);
        self.site.send(method, path, &all, body.to_string()).await
    }

    async fn put(&self, document: Value) -> Answer {
        self.send("PUT", "/api/v1/draft/records", &[], document).await
    }

    async fn draft(&self) -> Value {
        self.send("GET", "/api/v1/draft", &[], "").await.json()
    }
}

async fn log(site: &Site) -> Vec<Logged> {
    let mut tx = site.app().db().read().await.unwrap();
    tx.log_lines(&LogFilter::default(), None, 1000).await.unwrap()
}

fn vendor(id: &str, name: &str) -> Value {
    json!({"vendors": [{"vendor_id": id, "name": name, "kind": "gpu_cloud", "source": "test", "as_of": "2025", "grade": "B"}]})
}

#[track_caller]
fn is(answer: &Answer, status: u16) {
    assert_eq!(answer.status.as_u16(), status, "{}", answer.body);
    if status >= 400 {
        assert_eq!(answer.header("content-type"), "application/problem+json");
        assert_eq!(answer.json()["status"], status);
        assert!(!answer.json()["detail"].as_str().unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_key_needs_the_scope_and_its_account_the_role() {
    let site = Site::starter().await;
    for (method, path, least) in ROUTES {
        is(&site.send(method, path, &[], String::new()).await, 401);
        for scope in Scope::ALL {
            let program = Program::new(&site, Role::Editor, scope).await;
            let status = program.send(method, path, &[], "").await.status.as_u16();
            assert_eq!(status != 403, scope >= least, "{method} {path} with {scope}: {status}");
            assert_ne!(status, 401, "{method} {path} with {scope}");
        }
        let member = Program::new(&site, Role::Member, Scope::Publish).await;
        is(&member.send(method, path, &[], "").await, 403);
    }
    assert!(log(&site).await.is_empty());
}

#[tokio::test]
async fn expired_keys_disabled_accounts_and_browsers_are_refused() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let expired = site
        .key_until(&editor.account, Scope::Publish, now().as_microsecond())
        .await;
    let disabled = Program::new(&site, Role::Admin, Scope::Publish).await;
    let mut tx = site.app().db().write().await.unwrap();
    tx.change_account(disabled.account.id, Role::Admin, true).await.unwrap();
    tx.commit().await.unwrap();
    for (method, path, _) in ROUTES {
        for bearer in [
            format!("Bearer {expired}"),
            disabled.bearer.clone(),
            "Bearer steelyard_no".to_owned(),
        ] {
            let answer = site
                .send(method, path, &[("authorization", &bearer)], String::new())
                .await;
            is(&answer, 401);
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
        let answer = site
            .send(method, path, &[("cookie", &editor.cookie)], String::new())
            .await;
        is(&answer, 403);
        assert!(
            answer.json()["detail"].as_str().unwrap().contains("takes a key"),
            "{}",
            answer.body
        );
    }
}

#[tokio::test]
async fn a_changed_price_changes_the_ranking_once_it_is_published() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Publish).await;
    let best = site.get("/api/v1/rankings?limit=1").await.json()["items"][0].clone();
    let id = best["id"].as_str().unwrap();
    let offer = site.get(&format!("/api/v1/offers/{id}")).await.json();
    let dearer = |price: &Value| {
        let hourly: f64 = price["hourly"].as_str().unwrap().parse().unwrap();
        let evidence = &price["evidence"];
        json!({
            "offer_id": id, "plan": price["plan"], "hourly": format!("{:.6}", hourly * 9.0), "upfront": price["upfront"], "currency": price["currency"],
            "completeness": price["completeness"], "as_of": evidence["as_of"], "source": evidence["source"], "grade": evidence["grade"],
        })
    };
    let prices: Vec<Value> = offer["prices"].as_array().unwrap().iter().map(dearer).collect();
    let count = prices.len();
    let saved = program.put(json!({"prices": prices})).await;
    is(&saved, 200);
    let saved = saved.json();
    assert_eq!(
        (saved["outcome"].as_str(), saved["changed"].as_array().unwrap().len()),
        (Some("draft"), count)
    );
    let hourly = |field: &&Value| field["field"] == "hourly";
    assert!(
        saved["changed"][0]["fields"]
            .as_array()
            .unwrap()
            .iter()
            .any(|f| hourly(&f)),
        "{saved}"
    );
    let unchanged = site.get("/api/v1/rankings?limit=1").await.json()["items"][0].clone();
    assert_eq!(best, unchanged, "a draft is seen by nobody");
    assert_eq!(program.draft().await["changed"].as_array().unwrap().len(), count);

    let published = program
        .send("POST", "/api/v1/releases", &[], json!({"note": "Everything is dearer"}))
        .await;
    is(&published, 201);
    assert_eq!(published.json()["id"], "r2");
    let after = site
        .get(&format!(
            "/api/v1/rankings?release=r2&vendor={}",
            best["vendor"].as_str().unwrap()
        ))
        .await;
    let after = after.json()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|item| item["id"] == id)
        .cloned();
    assert!(
        after.unwrap()["score"].as_f64() < best["score"].as_f64(),
        "the price counts"
    );
    assert_ne!(
        site.get("/api/v1/rankings?limit=1").await.json()["release"],
        best["release"]
    );

    let log = log(&site).await;
    let versions: Vec<&Logged> = log.iter().filter(|line| line.act.kind == Kind::Record).collect();
    assert_eq!(versions.len(), count);
    let line = versions[0];
    assert_eq!((line.version, line.act.action), (Some(1), Action::Change));
    assert_eq!(line.actor.account, Some(program.account.id));
    assert!(line.act.before.as_ref().unwrap().contains("\"hourly\"") && line.act.after.is_some());
    assert_eq!(
        (log[0].act.action, log[0].act.subject.as_str()),
        (Action::Publish, "r2")
    );
    assert_eq!(log[0].act.note, "Everything is dearer");

    let back = program.send("POST", "/api/v1/releases/r1/revert", &[], "").await;
    is(&back, 201);
    assert_eq!(back.json()["note"], "Back to r1");
    let again = site.get("/api/v1/rankings?limit=1").await.json()["items"][0].clone();
    assert_eq!(best["score"], again["score"]);
}

#[tokio::test]
async fn a_document_with_problems_is_refused_whole_and_every_problem_is_located() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Draft).await;
    let mut document = vendor("newcomer", "Newcomer");
    document["prices"] = json!([
        {"offer_id": "nobody-has-it", "plan": "on_demand", "hourly": 2, "currency": "USD", "completeness": "all_in", "as_of": "2025", "source": "test", "grade": "C"},
        {"offer_id": "nobody-has-it", "plan": "weekly", "hourly": -2, "currency": "USD", "completeness": "all_in", "as_of": "2025", "source": "test", "grade": "C"},
    ]);
    document["wishes"] = json!([]);
    let answer = program.put(document).await;
    is(&answer, 422);
    let problem = answer.json();
    let problems = problem["problems"].as_array().unwrap();
    let at = |record: u64, column: &str| {
        problems
            .iter()
            .find(|p| p["list"] == "prices" && p["record"] == record && p["column"] == column)
            .unwrap_or_else(|| panic!("record {record}, {column}: {problem}"))
    };
    assert_eq!(at(1, "offer_id")["value"], "nobody-has-it");
    assert_eq!(at(2, "plan")["value"], "weekly");
    assert_eq!(at(2, "hourly")["value"], -2);
    assert!(problems.iter().any(|p| p["list"] == "wishes"), "{problem}");
    assert!(program.draft().await["new"].as_array().unwrap().is_empty());

    for body in ["", "[]", "offer_id,plan\n", "{\"prices\": [", "{}"] {
        let answer = program.send("PUT", "/api/v1/draft/records", &[], body).await;
        assert!(answer.status.as_u16() == 422 || body == "{}", "{body}: {}", answer.body);
    }
    let large = "x".repeat(5 * 1024 * 1024);
    is(&program.send("PUT", "/api/v1/draft/records", &[], large).await, 413);
    let many: Vec<Value> = (0..1001)
        .map(|n| vendor(&format!("v{n}"), "Many")["vendors"][0].clone())
        .collect();
    let answer = program.put(json!({"vendors": many})).await;
    is(&answer, 422);
    assert!(
        answer.json()["detail"].as_str().unwrap().contains("1001"),
        "{}",
        answer.body
    );
    assert!(log(&site).await.is_empty());
}

#[tokio::test]
async fn a_draft_that_was_changed_since_is_not_overwritten() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Publish).await;
    let known = program.draft().await["version"].to_string();
    let tag = format!("\"{known}\"");
    let put = async |name: &str, tag: &str| {
        program
            .send(
                "PUT",
                "/api/v1/draft/records",
                &[("if-match", tag)],
                vendor("newcomer", name),
            )
            .await
    };
    let first = put("First", &tag).await;
    is(&first, 200);
    let late = put("Second", &tag).await;
    is(&late, 412);
    assert!(
        late.json()["detail"].as_str().unwrap().contains(&known),
        "{}",
        late.body
    );
    is(&put("Second", "newest").await, 422);
    let tag = format!("\"{}\"", first.json()["version"]);
    let same = put("First", &tag).await;
    is(&same, 200);
    assert_eq!(
        (&same.json()["outcome"], &same.json()["version"]),
        (&json!("nothing"), &first.json()["version"])
    );
    is(&put("Second", &tag).await, 200);
    is(
        &program
            .send("POST", "/api/v1/releases", &[("if-match", &tag)], json!({"note": "x"}))
            .await,
        412,
    );
    is(
        &program.send("DELETE", "/api/v1/draft", &[("if-match", &tag)], "").await,
        412,
    );
    assert_eq!(program.draft().await["new"].as_array().unwrap().len(), 1);
    let gone = program.send("DELETE", "/api/v1/draft", &[], "").await;
    is(&gone, 204);
    assert!(program.draft().await["new"].as_array().unwrap().is_empty());
    let log = log(&site).await;
    assert_eq!((log[0].act.action, log[0].act.kind), (Action::Remove, Kind::Draft));
    let names: Vec<Option<u32>> = log
        .iter()
        .filter(|l| l.act.kind == Kind::Record)
        .map(|l| l.version)
        .collect();
    assert_eq!(names, [Some(2), Some(1)]);
}

#[tokio::test]
async fn what_a_program_put_is_taken_back_on_the_page_of_the_log() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Draft).await;
    is(&program.put(vendor("newcomer", "First")).await, 200);
    is(&program.put(vendor("newcomer", "Second")).await, 200);
    let admin = site.visitor(Role::Admin).await;
    let newest = log(&site).await[0].clone();
    assert_eq!(
        (newest.act.subject.as_str(), newest.version),
        ("vendors newcomer", Some(2))
    );
    let back = admin.send(&format!("/en/admin/audit/{}", newest.id), &[]).await;
    assert_eq!(back.status.as_u16(), 303, "{}", back.body);
    let mut tx = site.app().db().read().await.unwrap();
    assert_eq!(tx.draft().await.unwrap().put.vendors[0].name, "First");
    drop(tx);
    assert_eq!(log(&site).await[0].version, Some(3));
}

#[tokio::test]
async fn a_file_is_imported_as_by_the_command_line() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Draft).await;
    let table = "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\n\
                 gpu_1x_h200,26,225,H200,1,,2.49,,us-east-1,\n";
    let path = "/api/v1/imports?filename=lambda.csv&vendor=lambda&currency=USD&as_of=2025-11&source=price%20list";
    let look = program.send("POST", &format!("{path}&dry_run=true"), &[], table).await;
    is(&look, 200);
    let report = look.json();
    assert_eq!(
        (&report["outcome"], &report["file"], &report["format"]),
        (&json!("dry_run"), &json!("lambda.csv"), &json!("skypilot"))
    );
    assert!(!report["new"].as_array().unwrap().is_empty(), "{report}");
    assert!(program.draft().await["new"].as_array().unwrap().is_empty());
    let taken = program.send("POST", path, &[], table).await;
    is(&taken, 200);
    assert_eq!(taken.json()["outcome"], "draft");
    assert_eq!(
        program.send("POST", path, &[], table).await.json()["outcome"],
        "nothing"
    );
    let lines = log(&site).await;
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (lines[0].act.action, lines[0].act.subject.as_str()),
        (Action::Import, "lambda.csv")
    );
    assert!(lines[0].act.after.as_ref().unwrap().contains("\"new\":"));

    let broken = format!("{table}gpu_1x_h200,26,225,H200,1,,many,,us-east-1,\n");
    let refused = program.send("POST", path, &[], &broken).await;
    is(&refused, 422);
    assert_eq!(
        (&refused.json()["outcome"], &refused.json()["rejected"][0]["row"]),
        (&json!("refused"), &json!(3))
    );
    for word in [
        "dryrun=true",
        "dry_run=yes",
        "format=xml",
        "vendor=No%20One",
        "currency=dollars",
        "as_of=soon",
        "profile=%7B",
    ] {
        let answer = program
            .send("POST", &format!("/api/v1/imports?{word}"), &[], table)
            .await;
        is(&answer, 422);
        let name = word.split('=').next().unwrap();
        assert!(answer.body.contains(name), "{word}: {}", answer.body);
    }
    assert_eq!(log(&site).await.len(), 1);
}

#[tokio::test]
async fn a_request_that_is_sent_again_makes_one_change() {
    let site = Site::starter().await;
    let program = Program::new(&site, Role::Editor, Scope::Publish).await;
    let empty = program
        .send("POST", "/api/v1/releases", &[], json!({"note": "Nothing"}))
        .await;
    is(&empty, 409);
    assert!(
        empty.json()["detail"].as_str().unwrap().contains("nothing to publish"),
        "{}",
        empty.body
    );
    is(&program.put(vendor("newcomer", "Newcomer")).await, 200);
    for body in ["", "{}", "{\"note\": \" \"}", "{\"notes\": \"x\"}", "note"] {
        is(&program.send("POST", "/api/v1/releases", &[], body).await, 422);
    }
    let key = [("idempotency-key", "4c1f")];
    let publish = async |note: &str| {
        program
            .send("POST", "/api/v1/releases", &key, json!({"note": note}))
            .await
    };
    let (one, other) = tokio::join!(publish("A newcomer"), publish("A newcomer"));
    is(&one, 201);
    is(&other, 201);
    let third = publish("A newcomer").await;
    assert_eq!((one.json(), other.json()), (third.json(), third.json()));
    assert_eq!(third.header("idempotency-replayed"), "true");
    let refused = publish("Another note").await;
    is(&refused, 422);
    assert_eq!(refused.json()["field"], "Idempotency-Key");
    assert_eq!(
        site.get("/api/v1/releases").await.json()["items"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let publications = log(&site)
        .await
        .into_iter()
        .filter(|line| line.act.kind == Kind::Release);
    assert_eq!(publications.count(), 1);

    let other = Program::new(&site, Role::Editor, Scope::Publish).await;
    let revert = "/api/v1/releases/1/revert";
    is(&other.send("POST", revert, &key, "").await, 201);
    is(&other.send("POST", revert, &key, "").await, 201);
    is(&other.send("POST", revert, &[], "").await, 409);
    is(&other.send("POST", "/api/v1/releases/r9/revert", &[], "").await, 404);
    is(&other.send("POST", "/api/v1/releases/last/revert", &[], "").await, 404);
    is(&other.send("POST", revert, &[("idempotency-key", "")], "").await, 422);
}
