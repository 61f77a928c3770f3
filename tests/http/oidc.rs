//! Sign-in with an issuer of OpenID Connect, against a small one of our own.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::extract::{Form, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use openidconnect::core::{CoreEdDsaPrivateSigningKey, CoreJwsSigningAlgorithm};
use openidconnect::{JsonWebKeyId, PkceCodeChallenge, PkceCodeVerifier, PrivateSigningKey};
use serde_json::{Value, json};
use steelyard::domain::account::Role;
use steelyard::web::{Issuer, Options, now};

use crate::site::{Answer, Site};

const CLIENT: &str = "steelyard";
const SECRET: &str = "s3cret & more";
const BASE: &str = "http://weigh.test";

/// What the issuer says of whoever comes, and what it has been asked.
struct Said {
    claims: Value,
    challenge: String,
}

#[derive(Clone)]
struct Local {
    url: String,
    key: Arc<CoreEdDsaPrivateSigningKey>,
    said: Arc<Mutex<Said>>,
}

impl Local {
    async fn start() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let local = Self {
            url,
            key: Arc::new(key()),
            said: Arc::new(Mutex::new(Said {
                claims: json!({}),
                challenge: String::new(),
            })),
        };
        let routes = Router::new()
            .route("/.well-known/openid-configuration", get(description))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(local.clone());
        tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
        local
    }

    /// What it will say of the next person, besides what every token says.
    fn says(&self, claims: Value) {
        self.said.lock().unwrap().claims = claims;
    }

    async fn site(&self) -> Site {
        Site::starter_with(Options {
            base_url: Some(BASE.to_owned()),
            issuer: Some(Issuer {
                url: self.url.clone(),
                client: CLIENT.to_owned(),
                secret: Some(SECRET.to_owned()),
                role_claim: "groups".to_owned(),
            }),
            ..Options::default()
        })
        .await
    }

    /// Goes to the issuer and comes back, with these claims beside the usual ones.
    async fn sign_in(&self, site: &Site, next: &str, claims: Value) -> Answer {
        let (query, cookie) = self.leave(site, next).await;
        let mut all = json!({
            "iss": self.url, "aud": CLIENT, "nonce": query["nonce"],
            "iat": now().as_second(), "exp": now().as_second() + 60,
        });
        all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
        self.says(all);
        come_back(site, &query["state"], &cookie).await
    }

    /// The words of the address that the browser is sent to, and its cookie.
    async fn leave(&self, site: &Site, next: &str) -> (HashMap<String, String>, String) {
        let out = site.ask(&format!("/en/sign-in/elsewhere?next={next}"), &[]).await;
        assert_eq!(out.status, StatusCode::SEE_OTHER, "{}", out.body);
        let address = out.header("location");
        let (page, query) = address.split_once('?').unwrap();
        assert_eq!(page, format!("{}/authorize", self.url));
        let query: HashMap<String, String> = form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        self.said.lock().unwrap().challenge.clone_from(&query["code_challenge"]);
        let cookie = out.header("set-cookie");
        assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        (query, cookie.split(';').next().unwrap().to_owned())
    }
}

async fn come_back(site: &Site, state: &str, cookie: &str) -> Answer {
    let path = format!("/-/sign-in/return?code=c0de&state={state}");
    site.ask(&path, &[("cookie", cookie)]).await
}

/// A key of this run: 32 random bytes in the frame of RFC 8410.
fn key() -> CoreEdDsaPrivateSigningKey {
    let mut der = vec![
        0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
    ];
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).unwrap();
    der.extend(seed);
    let pem = format!(
        "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
        base64(&der)
    );
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new("one".to_owned()))).unwrap()
}

/// Base64 of a number of bytes that is a multiple of three.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let three = bytes.chunks_exact(3).flat_map(|c| {
        let all = u32::from(c[0]) << 16 | u32::from(c[1]) << 8 | u32::from(c[2]);
        [18, 12, 6, 0].map(|shift| char::from(LETTERS[usize::try_from(all >> shift & 63).unwrap()]))
    });
    three.collect()
}

fn base64_url(bytes: &[u8]) -> String {
    let full = bytes.len() - bytes.len() % 3;
    let mut padded = bytes[full..].to_vec();
    padded.resize(3, 0);
    let rest = if full == bytes.len() {
        String::new()
    } else {
        base64(&padded)
    };
    let rest = &rest[..rest.len().min(bytes.len() % 3 + 1)];
    format!("{}{rest}", base64(&bytes[..full]))
        .replace('+', "-")
        .replace('/', "_")
}

async fn description(State(local): State<Local>) -> Json<Value> {
    let url = &local.url;
    Json(json!({
        "issuer": url,
        "authorization_endpoint": format!("{url}/authorize"),
        "token_endpoint": format!("{url}/token"),
        "jwks_uri": format!("{url}/keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    }))
}

async fn keys(State(local): State<Local>) -> Json<Value> {
    Json(json!({"keys": [local.key.as_verification_key()]}))
}

async fn token(
    State(local): State<Local>,
    headers: HeaderMap,
    Form(form): Form<HashMap<String, String>>,
) -> Result<Json<Value>, StatusCode> {
    let said = local.said.lock().unwrap();
    let challenge = PkceCodeChallenge::from_code_verifier_sha256(&PkceCodeVerifier::new(form["code_verifier"].clone()));
    let known = headers.contains_key("authorization") || form.get("client_secret").is_some_and(|s| s == SECRET);
    let back = form["redirect_uri"] == format!("{BASE}/-/sign-in/return");
    if challenge.as_str() != said.challenge || form["code"] != "c0de" || !known || !back {
        return Err(StatusCode::BAD_REQUEST);
    }
    let head = base64_url(json!({"alg": "EdDSA", "kid": "one"}).to_string().as_bytes());
    let body = base64_url(said.claims.to_string().as_bytes());
    let signed = local
        .key
        .sign(&CoreJwsSigningAlgorithm::EdDsa, format!("{head}.{body}").as_bytes())
        .unwrap();
    Ok(Json(json!({
        "access_token": "unused", "token_type": "Bearer", "expires_in": 60,
        "id_token": format!("{head}.{body}.{}", base64_url(&signed)),
    })))
}

fn session_of(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let mut cookies = cookies.map(|value| value.to_str().unwrap());
    let cookie = cookies.find(|cookie| cookie.starts_with("steelyard=")).unwrap();
    cookie.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn an_issuer_signs_somebody_in_with_the_role_it_names() {
    let local = Local::start().await;
    let site = local.site().await;
    let page = site.ask("/en/sign-in?next=/en/compare", &[]).await;
    assert!(
        page.body.contains("href=\"/en/sign-in/elsewhere?next=/en/compare\""),
        "{}",
        page.body
    );

    let claims = json!({"sub": "u-1", "preferred_username": "ana", "groups": ["staff", "editor"]});
    let back = local.sign_in(&site, "/en/compare", claims.clone()).await;
    assert_eq!(
        (back.status.as_u16(), back.header("location")),
        (303, "/en/compare"),
        "{}",
        back.body
    );
    let cookie = session_of(&back);
    let draft = site.ask("/en/admin/draft", &[("cookie", &cookie)]).await;
    assert_eq!(draft.status, StatusCode::OK);
    assert!(
        site.ask("/en/account", &[("cookie", &cookie)])
            .await
            .body
            .contains("ana")
    );

    // The same person again, who is less there now: one account, another role, and the role counts at once.
    let claims = json!({"sub": "u-1", "preferred_username": "ana maria", "groups": "member"});
    let back = local.sign_in(&site, "", claims).await;
    assert_eq!(back.header("location"), "/en/");
    let draft = site.ask("/en/admin/draft", &[("cookie", &cookie)]).await;
    assert_eq!(draft.status, StatusCode::FORBIDDEN);
    let accounts = site.app().db().read().await.unwrap().accounts().await.unwrap();
    let known: Vec<_> = accounts.iter().map(|a| (a.name.as_str(), a.role)).collect();
    assert_eq!(known, [("ana", Role::Member)]);

    // Somebody else of the same name is somebody else.
    local
        .sign_in(&site, "", json!({"sub": "u-2", "preferred_username": "Ana"}))
        .await;
    let accounts = site.app().db().read().await.unwrap().accounts().await.unwrap();
    let known: Vec<_> = accounts.iter().map(|a| (a.name.as_str(), a.role)).collect();
    assert_eq!(known, [("ana", Role::Member), ("Ana-2", Role::Viewer)]);
}

#[tokio::test]
async fn a_disabled_account_does_not_come_back_in() {
    let local = Local::start().await;
    let site = local.site().await;
    let claims = json!({"sub": "u-1", "preferred_username": "ana"});
    local.sign_in(&site, "", claims.clone()).await;
    let mut tx = site.app().db().write().await.unwrap();
    let account = tx.accounts().await.unwrap().remove(0);
    tx.change_account(account.id, account.role, true).await.unwrap();
    tx.commit().await.unwrap();
    let back = local.sign_in(&site, "", claims).await;
    assert_eq!(back.status, StatusCode::BAD_GATEWAY);
    assert!(back.body.contains("disabled"), "{}", back.body);
}

#[tokio::test]
async fn an_answer_that_is_not_right_signs_nobody_in() {
    let local = Local::start().await;
    let site = local.site().await;
    let ana = json!({"sub": "u-1", "preferred_username": "ana", "groups": "admin"});
    let with = |word: &str, value: Value| {
        let mut claims = ana.clone();
        claims[word] = value;
        claims
    };
    for wrong in [
        with("nonce", json!("of another sign-in")),
        with("aud", json!("another client")),
        with("iss", json!("https://another.example")),
        with("exp", json!(now().as_second() - 3600)),
    ] {
        let back = local.sign_in(&site, "", wrong.clone()).await;
        assert_eq!(back.status, StatusCode::BAD_GATEWAY, "{wrong}");
    }
    // Another browser, another state, a second use of the same answer, and a refusal.
    let (query, cookie) = local.leave(&site, "").await;
    let state = &query["state"];
    let nobody = come_back(&site, state, "steelyard-pending=").await;
    let other = come_back(&site, "another", &cookie).await;
    assert_eq!([nobody.status, other.status], [StatusCode::FORBIDDEN; 2]);
    let refused = format!("/-/sign-in/return?error=access_denied&error_description=no&state={state}");
    let refused = site.ask(&refused, &[("cookie", &cookie)]).await;
    assert_eq!(refused.status, StatusCode::BAD_GATEWAY);
    assert!(refused.body.contains("access_denied no"), "{}", refused.body);
    assert!(
        site.app()
            .db()
            .read()
            .await
            .unwrap()
            .accounts()
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn without_an_issuer_there_is_no_way_to_one() {
    let site = Site::starter().await;
    assert_eq!(
        site.ask("/en/sign-in/elsewhere", &[]).await.status,
        StatusCode::NOT_FOUND
    );
    assert!(!site.ask("/en/sign-in", &[]).await.body.contains("elsewhere"));
    let gone = Local {
        url: "http://127.0.0.1:9".to_owned(),
        ..Local::start().await
    };
    let out = gone.site().await.ask("/zh/sign-in/elsewhere", &[]).await;
    assert_eq!(out.status, StatusCode::BAD_GATEWAY);
}
