//! The description of the API is true: every route and method stands in it and nothing else, and real answers fit its schemas.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use steelyard::domain::account::Role;
use steelyard::store::Scope;

use crate::site::{Answer, Site};

const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

async fn description(site: &Site) -> Value {
    let answer = site.get("/api/v1/openapi.json").await;
    assert_eq!(answer.header("content-type"), "application/json");
    answer.json()
}

/// The routes of the API with their methods, as the route table names them.
fn routed() -> BTreeSet<(String, String)> {
    let (table, urls) = (
        include_str!("../../src/web/mod.rs"),
        include_str!("../../src/web/urls.rs"),
    );
    let path = |name: &str| {
        let line = urls
            .lines()
            .find(|line| line.starts_with(&format!("pub const {name}:")))
            .unwrap();
        line.split('"').nth(1).unwrap().to_owned()
    };
    let mut found = BTreeSet::new();
    for chunk in table.split(".route(").skip(1) {
        let chunk = chunk.split("\n}").next().unwrap();
        let Some((name, handlers)) = chunk
            .trim_start()
            .strip_prefix("urls::")
            .and_then(|c| c.split_once(','))
        else {
            continue;
        };
        for method in METHODS.iter().filter(|_| name.starts_with("API_")) {
            let called = handlers.match_indices(&format!("{method}(")).any(|(at, _)| {
                handlers[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|before| !before.is_alphanumeric() && before != '_' && before != ':')
            });
            if called {
                found.insert((path(name), (*method).to_owned()));
            }
        }
    }
    found
}

#[tokio::test]
async fn every_route_and_method_is_described_and_the_other_way_round() {
    let site = Site::starter().await;
    let description = description(&site).await;
    let described: BTreeSet<(String, String)> = description["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().keys();
            methods.map(move |method| (path.clone(), method.clone()))
        })
        .collect();
    assert_eq!(described, routed());
    assert!(described.len() >= 19);
    assert_eq!(description["openapi"], "3.1.0");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let mut names = BTreeSet::new();
    for (path, method) in &described {
        let operation = &description["paths"][path][method];
        assert!(
            names.insert(operation["operationId"].as_str().unwrap()),
            "{path} {method}"
        );
        assert!(operation["responses"]["default"].is_object(), "{path} {method}");
        let writes = operation["tags"][0] == "writing";
        assert_eq!(operation["security"].is_array(), writes, "{path} {method}");
        let inside = path.split('{').skip(1).map(|rest| rest.split('}').next().unwrap());
        for name in inside {
            let parameters = operation["parameters"].as_array().unwrap();
            let found = parameters.iter().any(|p| resolved(p, &description)["name"] == name);
            assert!(found, "{path} {method} describes {name}");
        }
    }
    check_references(&description, &description);
}

fn check_references(value: &Value, description: &Value) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if name == "$ref" {
                    assert!(!resolved(value, description).is_null(), "{member} leads nowhere");
                }
                check_references(member, description);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| check_references(item, description)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// What a reference leads to.
fn resolved<'a>(value: &'a Value, description: &'a Value) -> &'a Value {
    match value["$ref"].as_str() {
        Some(reference) => description
            .pointer(reference.trim_start_matches('#'))
            .unwrap_or(&Value::Null),
        None => value,
    }
}

/// What does not fit, each with its place. A word of a schema that is not known here is a fault, so that nothing goes unchecked.
fn misfits(value: &Value, schema: &Value, description: &Value, place: &str) -> Vec<String> {
    let schema = resolved(schema, description).as_object().unwrap();
    let mut faults = Vec::new();
    for (word, rule) in schema {
        match word.as_str() {
            "type" => {
                let types: Vec<&str> = rule.as_str().map_or_else(
                    || rule.as_array().unwrap().iter().map(|t| t.as_str().unwrap()).collect(),
                    |one| vec![one],
                );
                if !types.iter().any(|name| is_a(value, name)) {
                    faults.push(format!("{place} is not {rule}: {value}"));
                }
            }
            "enum" if !rule.as_array().unwrap().contains(value) => {
                faults.push(format!("{place} is none of {rule}: {value}"));
            }
            "maxLength"
                if value
                    .as_str()
                    .is_some_and(|text| text.chars().count() > usize::try_from(rule.as_u64().unwrap()).unwrap()) =>
            {
                faults.push(format!("{place} is too long"));
            }
            "required" => {
                let missing = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .filter(|name| value.is_object() && value.get(name.as_str().unwrap()).is_none());
                faults.extend(missing.map(|name| format!("{place} lacks {name}")));
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                let more = value
                    .as_object()
                    .into_iter()
                    .flatten()
                    .filter(|(name, _)| known.is_none_or(|k| !k.contains_key(*name)));
                for (name, member) in more {
                    match rule.as_bool() {
                        Some(true) => {}
                        Some(false) => faults.push(format!("{place} has {name}, which is not described")),
                        None => faults.extend(misfits(member, rule, description, &format!("{place}.{name}"))),
                    }
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        faults.extend(misfits(member, rule, description, &format!("{place}.{name}")));
                    }
                }
            }
            "items" => {
                for (at, item) in value.as_array().into_iter().flatten().enumerate() {
                    faults.extend(misfits(item, rule, description, &format!("{place}[{at}]")));
                }
            }
            "anyOf" => {
                let tried: Vec<Vec<String>> = rule
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|s| misfits(value, s, description, place))
                    .collect();
                if tried.iter().all(|faults| !faults.is_empty()) {
                    faults.extend(tried.into_iter().flatten());
                }
            }
            "enum" | "maxLength" | "description" => {}
            other => panic!("{place}: the check does not know {other:?}"),
        }
    }
    faults
}

fn is_a(value: &Value, name: &str) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the check does not know the type {other:?}"),
    }
}

/// Whether an answer is what the description says of it.
#[track_caller]
fn fits(description: &Value, (method, path): (&str, &str), answer: &Answer) {
    let responses = &description["paths"][path][method]["responses"];
    let status = answer.status.as_u16().to_string();
    let response = resolved(responses.get(&status).unwrap_or(&responses["default"]), description);
    let Some(content) = response.get("content") else {
        assert!(answer.body.is_empty(), "{method} {path}: {}", answer.body);
        return;
    };
    let schema = &content[answer.header("content-type")]["schema"];
    assert!(
        !schema.is_null(),
        "{method} {path} {status}: {} is not described",
        answer.header("content-type")
    );
    let faults = misfits(&answer.json(), schema, description, "answer");
    assert!(
        faults.is_empty(),
        "{method} {path} {status}:\n{}",
        faults.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}

#[tokio::test]
async fn real_answers_fit_the_description() {
    let site = Site::starter().await;
    let description = description(&site).await;
    let item = async |list: &str| {
        site.get(&format!("/api/v1/{list}")).await.json()["items"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    for list in [
        "rankings",
        "offers",
        "vendors",
        "accelerators",
        "benchmarks",
        "scorecards",
        "releases",
    ] {
        let path = format!("/api/v1/{list}");
        let answer = site.get(&format!("{path}?limit=1000")).await;
        assert_eq!(answer.status.as_u16(), 200);
        fits(&description, ("get", &path), &answer);
        fits(
            &description,
            ("get", &path),
            &site.get(&format!("{path}?limit=0")).await,
        );
    }
    for list in ["offers", "vendors", "accelerators"] {
        let path = format!("/api/v1/{list}/{{id}}");
        let answer = site.get(&format!("/api/v1/{list}/{}", item(list).await)).await;
        assert_eq!(answer.status.as_u16(), 200);
        fits(&description, ("get", &path), &answer);
        fits(
            &description,
            ("get", &path),
            &site.get(&format!("/api/v1/{list}/nobody")).await,
        );
    }
    fits(
        &description,
        ("get", "/api/v1/openapi.json"),
        &site.get("/api/v1/openapi.json").await,
    );
    for path in ["/api/v1/score", "/api/v1/tco"] {
        fits(
            &description,
            ("post", path),
            &site.post(path, "application/json", "{}".to_owned()).await,
        );
    }
    let case: Value = serde_json::from_str(include_str!("../golden/g08_mavt_goodwin_wright.json")).unwrap();
    let case = json!({"kind": case["kind"], "input": case["input"]}).to_string();
    let answer = site.post("/api/v1/score", "application/json", case).await;
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
    fits(&description, ("post", "/api/v1/score"), &answer);
}

#[tokio::test]
async fn answers_to_writes_fit_the_description() {
    let site = Site::starter().await;
    let description = description(&site).await;
    let editor = site.visitor(Role::Editor).await.account;
    let bearer = format!("Bearer {}", site.key_of(&editor, Scope::Publish).await);
    let check = async |method: &str, path: &str, query: &str, body: Value, status: u16| {
        let address = format!("{}{query}", path.replace("{number}", "r1"));
        let answer = site
            .send(method, &address, &[("authorization", &bearer)], body.to_string())
            .await;
        assert_eq!(answer.status.as_u16(), status, "{method} {address}: {}", answer.body);
        fits(&description, (&method.to_lowercase(), path), &answer);
    };
    let newcomer = |name: &str| json!({"vendors": [{"vendor_id": "newcomer", "name": name, "kind": "gpu_cloud", "source": "test", "as_of": "2025", "grade": "B"}]});
    let records = "/api/v1/draft/records";
    check("PUT", records, "", newcomer("One"), 200).await;
    check("PUT", records, "", newcomer("Two"), 200).await;
    check("PUT", records, "", newcomer("Two"), 200).await;
    check(
        "PUT",
        records,
        "",
        json!({"vendors": [{"vendor_id": "x"}], "wishes": []}),
        422,
    )
    .await;
    check("PUT", records, "", json!([]), 422).await;
    check("GET", "/api/v1/draft", "", Value::Null, 200).await;
    let imports = "/api/v1/imports";
    check("POST", imports, "?dry_run=true", newcomer("Three"), 200).await;
    check("POST", imports, "?filename=x.json", newcomer("Three"), 200).await;
    check("POST", imports, "?filename=x.json", newcomer("Three"), 200).await;
    check("POST", imports, "", json!({"vendors": [{"vendor_id": "x"}]}), 422).await;
    check("POST", imports, "?wish=x", newcomer("Three"), 422).await;
    check("POST", "/api/v1/releases", "", json!({"note": "x"}), 201).await;
    check("POST", "/api/v1/releases", "", json!({"note": "x"}), 409).await;
    check("POST", "/api/v1/releases/{number}/revert", "", json!({}), 201).await;
    check("DELETE", "/api/v1/draft", "", Value::Null, 204).await;
}

#[tokio::test]
async fn an_export_is_a_document_as_described() {
    let site = Site::starter().await;
    let description = description(&site).await;
    let records = {
        let mut tx = site.app().db().read().await.unwrap();
        let release = tx.latest_release().await.unwrap().unwrap();
        tx.records_of(&release).await.unwrap()
    };
    let document: Value = serde_json::from_slice(&steelyard::exchange::export::json(&records).unwrap()).unwrap();
    let faults = misfits(
        &document,
        &json!({"$ref": "#/components/schemas/Records"}),
        &description,
        "document",
    );
    assert!(faults.is_empty(), "{:?}", faults.iter().take(20).collect::<Vec<_>>());
}
