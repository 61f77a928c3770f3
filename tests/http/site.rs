//! A site over a catalogue written by hand: offers whose values are facts, weighed by a scorecard of direct criteria.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use steelyard::domain::account::{Account, AccountId, AccountName, Role};
use steelyard::domain::catalogue::Changes;
use steelyard::domain::scorecard::Scorecard;
use steelyard::exchange::catalogue::read;
use steelyard::exchange::{scorecard, starter};
use steelyard::store::{DatabaseUrl, Db, NewRelease, Scope, Session, Token, new_id};
use steelyard::web::{App, Options, now, router, today};
use tower::ServiceExt;

/// A site to ask.
pub(crate) struct Site(Router, App);

fn said(note: &str) -> NewRelease {
    NewRelease {
        note: note.to_owned(),
        published_by: "tester".to_owned(),
        at_micros: 1_764_500_000_000_000,
    }
}

/// Somebody who is signed in.
pub(crate) struct Visitor<'a> {
    site: &'a Site,
    /// Whose browser it is.
    pub(crate) account: Account,
    /// The cookie's name and value.
    pub(crate) cookie: String,
    /// What the forms of this browser carry.
    pub(crate) token: String,
}

impl Visitor<'_> {
    /// Asks for a path.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.site.ask(path, &[("cookie", &self.cookie)]).await
    }

    /// Sends a form with its token, as if its page had just been opened.
    pub(crate) async fn send(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.resend(path, fields, &new_id().simple().to_string()).await
    }

    /// Sends a body of any kind.
    pub(crate) async fn send_body(&self, path: &str, kind: &str, body: String) -> Answer {
        let headers = [("cookie", self.cookie.as_str()), ("content-type", kind)];
        self.site.send("POST", path, &headers, body).await
    }

    /// Sends nothing but the token by a method.
    pub(crate) async fn send_as(&self, method: &str, path: &str) -> Answer {
        let once = new_id().simple().to_string();
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("token", &self.token)
            .append_pair("once", &once)
            .finish();
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        self.site.send(method, path, &headers, body).await
    }

    /// The same for a page that was opened before.
    pub(crate) async fn resend(&self, path: &str, fields: &[(&str, &str)], once: &str) -> Answer {
        let mut body = form_urlencoded::Serializer::new(String::new());
        body.append_pair("token", &self.token).append_pair("once", once);
        body.extend_pairs(fields);
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        self.site.send("POST", path, &headers, body.finish()).await
    }
}

/// What is stored of a token.
pub(crate) fn digest(token: &str) -> String {
    let bytes = Sha256::digest(token.as_bytes());
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// What a site answered.
pub(crate) struct Answer {
    /// The status code.
    pub(crate) status: StatusCode,
    /// The headers.
    pub(crate) headers: HeaderMap,
    /// The body.
    pub(crate) body: String,
    /// The same as it came.
    pub(crate) bytes: Vec<u8>,
}

impl Answer {
    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("the body is JSON")
    }

    /// The records of a CSV below its lines about the table, by column.
    pub(crate) fn records(&self) -> Vec<BTreeMap<String, String>> {
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(self.body.trim_start_matches('\u{feff}').as_bytes());
        let all: Vec<csv::StringRecord> = reader.records().map(|r| r.unwrap()).collect();
        let head = all.iter().position(|r| !r[0].starts_with("# ")).unwrap();
        let names: Vec<String> = all[head].iter().map(str::to_owned).collect();
        let record = |r: &csv::StringRecord| names.iter().cloned().zip(r.iter().map(str::to_owned)).collect();
        all[head + 1..].iter().map(record).collect()
    }

    /// A header as text.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |v| v.to_str().unwrap())
    }

    /// The texts of the elements that match a selector, with single spaces.
    pub(crate) fn texts(&self, selector: &str) -> Vec<String> {
        let html = scraper::Html::parse_document(&self.body);
        let selector = scraper::Selector::parse(selector).unwrap();
        let text = |e: scraper::ElementRef<'_>| {
            e.text()
                .collect::<String>()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        html.select(&selector).map(text).collect()
    }
}

impl Site {
    /// The site that a newcomer sees.
    pub(crate) async fn starter() -> Self {
        let records = starter::records(today()).expect("the starter catalogue has no problem");
        Self::new(records, scorecard::starter().unwrap()).await
    }

    /// The site that a newcomer sees, with some records changed.
    pub(crate) async fn changed(change: impl FnOnce(&mut steelyard::domain::catalogue::Records)) -> Self {
        let mut records = starter::records(today()).expect("the starter catalogue has no problem");
        change(&mut records);
        Self::new(records, scorecard::starter().unwrap()).await
    }

    /// Offers as `(vendor, type, values by criterion)` under direct criteria with the given points; `?` is unknown.
    pub(crate) async fn direct(criteria: &[(&str, f64)], offers: &[(&str, &str, &[&str])]) -> Self {
        let value = json!({"type": "direct"});
        let criteria: Vec<_> = criteria
            .iter()
            .map(|(id, points)| (*id, *points, value.clone()))
            .collect();
        Self::scored(&criteria, &[], offers).await
    }

    /// The same with value functions and gates of one's own.
    pub(crate) async fn scored(
        criteria: &[(&str, f64, Value)],
        gates: &[Value],
        offers: &[(&str, &str, &[&str])],
    ) -> Self {
        let mut files: BTreeMap<&str, String> = BTreeMap::new();
        files.insert(
            "vendors.csv",
            "vendor_id,name,name_zh,country,kind,homepage,source,url,as_of,grade,note\n".into(),
        );
        files.insert("accelerators.csv", "accelerator_id,name,maker,architecture,form_factor,release_date,source,as_of,grade,note\nx1,X1,Maker,,,,test,2026,A,\n".into());
        files.insert(
            "attributes.csv",
            "attribute_id,subject,kind,unit,group,name_en,name_zh,description_en,description_zh\n".into(),
        );
        files.insert("offers.csv", "offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,url,as_of,grade,note\n".into());
        files.insert(
            "facts.csv",
            "subject,subject_id,attribute_id,variant,value,unit,source,url,as_of,grade,note\n".into(),
        );
        files.insert(
            "prices.csv",
            "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade,note\n".into(),
        );
        files.insert("aliases.csv", "alias,accelerator_id\n".into());
        files.insert("benchmarks.csv", "result_id,suite,round,mode,division,task,scenario,metric,value,unit,higher_is_better,accelerator_id,accelerators,nodes,vendor_id,submitter,system,framework,source,url,as_of,grade,note\n".into());
        let mut put = |file: &str, line: String| writeln!(files.get_mut(file).unwrap(), "{line}").unwrap();
        for (id, _, _) in criteria {
            put(
                "attributes.csv",
                format!("{id},offer,number,,compute,{id},{id},{id},{id}"),
            );
        }
        let mut vendors: Vec<&str> = offers.iter().map(|(vendor, _, _)| *vendor).collect();
        vendors.sort_unstable();
        vendors.dedup();
        for vendor in vendors {
            put(
                "vendors.csv",
                format!("{},{vendor},,,gpu_cloud,,test,,2026,A,", vendor.to_lowercase()),
            );
        }
        for (vendor, name, values) in offers {
            let id = format!("{}-{}", vendor.to_lowercase(), name.to_lowercase());
            put(
                "offers.csv",
                format!("{id},{},{name},x1,1,,,r1,us,true,test,,2026,A,", vendor.to_lowercase()),
            );
            for ((criterion, _, _), value) in criteria.iter().zip(*values).filter(|(_, value)| **value != "?") {
                put("facts.csv", format!("offer,{id},{criterion},,{value},,test,,2026,A,"));
            }
        }
        let bytes = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let reading = read(&bytes, today());
        assert!(reading.problems.is_empty(), "{:?}", reading.problems);
        let text = |id: &str| json!({"en": id, "zh": id});
        let dimensions: Vec<Value> = criteria
            .iter()
            .map(|(id, points, value)| {
                let measure = json!({"type": "fact", "subject": "offer", "attribute": id});
                let criterion = json!({"id": id, "name": text(id), "unit": "", "points": points, "measure": measure, "value": value, "reason": text("test")});
                json!({"id": format!("d-{id}"), "name": text(id), "points": points, "criteria": [criterion]})
            })
            .collect();
        let document = json!({
            "id": "gpu-cloud", "version": 1, "name": text("test"), "description": text("test"), "dimensions": dimensions, "gates": gates,
            "presets": [], "need": {"workload": "training", "gpus": 1, "vram_gb": 0.0},
        });
        Self::new(reading.records, vec![scorecard::read(&document.to_string()).unwrap()]).await
    }

    /// The site that a newcomer sees, on a database of one's own.
    pub(crate) async fn starter_on(url: &str) -> Self {
        let records = starter::records(today()).expect("the starter catalogue has no problem");
        Self::on(url, records, scorecard::starter().unwrap()).await
    }

    async fn new(records: steelyard::domain::catalogue::Records, scorecards: Vec<Scorecard>) -> Self {
        Self::on("sqlite::memory:", records, scorecards).await
    }

    async fn on(url: &str, records: steelyard::domain::catalogue::Records, scorecards: Vec<Scorecard>) -> Self {
        let db = Db::open(&DatabaseUrl::parse(url).unwrap()).await.unwrap();
        db.migrate().await.unwrap();
        db.publish_first(&records, &said("test"), &mut new_id).await.unwrap();
        let mut tx = db.write().await.unwrap();
        for scorecard in &scorecards {
            tx.add_scorecard(scorecard, &said("test")).await.unwrap();
        }
        tx.commit().await.unwrap();
        Self::over(db, Options::default()).await
    }

    async fn over(db: Db, options: Options) -> Self {
        let live = App::load(&db).await.unwrap().expect("a release");
        let app = App::with(db, live, options);
        Self(router(app.clone()), app)
    }

    /// The site that a newcomer sees, where reading takes an account.
    pub(crate) async fn closed() -> Self {
        Self::starter_with(Options {
            sign_in_required: true,
            ..Options::default()
        })
        .await
    }

    /// The site that a newcomer sees, reached in another way.
    pub(crate) async fn starter_with(options: Options) -> Self {
        let open = Self::starter().await;
        Self::over(open.1.db().clone(), options).await
    }

    /// Another server on the same database.
    pub(crate) async fn beside(&self) -> Self {
        Self::over(self.1.db().clone(), Options::default()).await
    }

    /// Publishes changes as the next release.
    pub(crate) async fn publish(&self, changes: &Changes, note: &str) {
        let mut tx = self.1.db().write().await.unwrap();
        tx.publish_changes(changes, &said(note), &mut new_id).await.unwrap();
        tx.commit().await.unwrap();
        self.1.refresh().await.unwrap();
    }

    /// What the site stands on.
    pub(crate) fn app(&self) -> &App {
        &self.1
    }

    /// Asks for a path.
    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.ask(path, &[]).await
    }

    /// Sends a body to a path.
    pub(crate) async fn post(&self, path: &str, kind: &str, body: String) -> Answer {
        let request = Request::builder()
            .method("POST")
            .uri(path)
            .header("content-type", kind)
            .body(Body::from(body))
            .unwrap();
        self.answer(request).await
    }

    /// The bytes under a path.
    pub(crate) async fn bytes(&self, path: &str) -> Vec<u8> {
        let request = Request::builder().uri(path).body(Body::empty()).unwrap();
        let response = self.0.clone().oneshot(request).await.unwrap();
        response.into_body().collect().await.unwrap().to_bytes().to_vec()
    }

    /// Asks for a path with headers.
    pub(crate) async fn ask(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.answer(request.body(Body::empty()).unwrap()).await
    }

    /// Somebody with this role who is signed in.
    pub(crate) async fn visitor(&self, role: Role) -> Visitor<'_> {
        let id = AccountId(new_id());
        let name = format!("{role}-{}", id.0.simple());
        let account = Account {
            id,
            name: AccountName::new(&name).unwrap(),
            role,
            disabled: false,
            created_at_micros: 0,
        };
        let mut tx = self.1.db().write().await.unwrap();
        tx.add_account(&account, None).await.unwrap();
        tx.commit().await.unwrap();
        self.browser_of(account).await
    }

    /// Another browser of an account.
    pub(crate) async fn browser_of(&self, account: Account) -> Visitor<'_> {
        let (cookie, token) = (new_id().simple().to_string(), new_id().simple().to_string());
        let at = now().as_microsecond();
        let session = Session {
            digest: digest(&cookie),
            account: account.id,
            form_token: token.clone(),
            agent: "test".to_owned(),
            address: "192.0.2.1".to_owned(),
            signed_in_at_micros: at,
            last_used_at_micros: at,
            expires_at_micros: at + 3_600_000_000,
        };
        let mut tx = self.1.db().write().await.unwrap();
        tx.add_session(&session).await.unwrap();
        tx.commit().await.unwrap();
        Visitor {
            site: self,
            account,
            cookie: format!("steelyard={cookie}"),
            token,
        }
    }

    /// A program's key of an account.
    pub(crate) async fn key_of(&self, account: &Account, scope: Scope) -> String {
        self.key_until(account, scope, i64::MAX).await
    }

    /// The same that expires.
    pub(crate) async fn key_until(&self, account: &Account, scope: Scope, expires_at_micros: i64) -> String {
        let key = format!("steelyard_{}", new_id().simple());
        let token = Token {
            id: new_id(),
            account: account.id,
            name: "test".to_owned(),
            scope,
            created_at_micros: 0,
            expires_at_micros,
            last_used_at_micros: None,
        };
        let mut tx = self.1.db().write().await.unwrap();
        tx.add_token(&token, &digest(&key)).await.unwrap();
        tx.commit().await.unwrap();
        key
    }

    /// Sends any request.
    pub(crate) async fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: String) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.answer(request.body(Body::from(body)).unwrap()).await
    }

    async fn answer(&self, request: Request<Body>) -> Answer {
        let response = self.0.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: String::from_utf8_lossy(&body).into_owned(),
            bytes: body.to_vec(),
        }
    }

    /// The offers of `/api/v1/rankings` by their type.
    pub(crate) async fn rankings(&self, query: &str) -> BTreeMap<String, Value> {
        let answer = self.get(&format!("/api/v1/rankings?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        let items = answer.json()["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .map(|item| (item["instance_type"].as_str().unwrap().to_owned(), item))
            .collect()
    }
}
