//! Accounts: the link that sets a server up, signing in and out, what a session and a key are worth, and what is refused.

use steelyard::domain::account::{Account, AccountId, AccountName, Role};
use steelyard::store::{Scope, new_id};
use steelyard::web::{Options, password_hash, setup_token};

use crate::site::{Answer, Site};

const FORM: &str = "application/x-www-form-urlencoded";
const PASSWORD: &str = "correct horse battery";

fn form(fields: &[(&str, &str)]) -> String {
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(fields)
        .finish()
}

/// The cookie of an answer, to be sent back.
fn cookie(answer: &Answer) -> String {
    answer
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap_or_default()
        .to_owned()
}

async fn add(site: &Site, name: &str, role: Role) -> Account {
    let account = Account {
        id: AccountId(new_id()),
        name: AccountName::new(name).unwrap(),
        role,
        disabled: false,
        created_at_micros: 0,
    };
    let hash = password_hash(PASSWORD.to_owned()).await.unwrap();
    let mut tx = site.app().db().write().await.unwrap();
    tx.add_account(&account, None).await.unwrap();
    tx.set_password(account.id, &hash).await.unwrap();
    tx.commit().await.unwrap();
    account
}

async fn sign_in(site: &Site, name: &str, password: &str) -> Answer {
    site.post("/en/sign-in", FORM, form(&[("name", name), ("password", password)]))
        .await
}

#[tokio::test]
async fn the_setup_link_makes_one_admin_and_works_once() {
    let site = Site::starter().await;
    let token = setup_token(site.app().db()).await.unwrap().unwrap();
    let path = format!("/en/welcome/{token}");
    let page = site.get(&path).await;
    assert_eq!(page.status.as_u16(), 200);
    assert_eq!(page.header("referrer-policy"), "no-referrer");
    assert_eq!(page.header("cache-control"), "no-store");
    let short = [("name", "ana"), ("password", "short"), ("repeated", "short")];
    let refused = site.post(&path, FORM, form(&short)).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(refused.body.contains("5 characters"), "{}", refused.body);
    assert!(refused.body.contains("value=\"ana\""), "the name is kept");
    let good = [("name", "ana"), ("password", PASSWORD), ("repeated", PASSWORD)];
    let done = site.post(&path, FORM, form(&good)).await;
    assert_eq!((done.status.as_u16(), done.header("location")), (303, "/en/admin"));
    let inside = site.ask("/en/admin", &[("cookie", &cookie(&done))]).await;
    assert_eq!(inside.status.as_u16(), 200);
    assert_eq!(site.post(&path, FORM, form(&good)).await.status.as_u16(), 410);
    assert_eq!(site.get(&path).await.status.as_u16(), 410);
    assert!(setup_token(site.app().db()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_sign_in_gives_a_new_cookie_that_ends_with_signing_out() {
    let site = Site::starter().await;
    add(&site, "Ana", Role::Viewer).await;
    let planted = [("cookie", "steelyard=planted"), ("content-type", FORM)];
    let body = form(&[("name", "ana"), ("password", PASSWORD), ("next", "/en/vendors?x=1")]);
    let done = site.send("POST", "/en/sign-in", &planted, body).await;
    assert_eq!(
        (done.status.as_u16(), done.header("location")),
        (303, "/en/vendors?x=1")
    );
    let set = done.header("set-cookie");
    for word in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(set.contains(word), "{set}");
    }
    assert!(!set.contains("planted"));
    let cookie = cookie(&done);
    let page = site.ask("/en/account", &[("cookie", &cookie)]).await;
    assert_eq!(page.header("cache-control"), "no-store");
    let token = page
        .body
        .split("name=\"token\" value=\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let headers = [("cookie", cookie.as_str()), ("content-type", FORM)];
    let out = site
        .send("POST", "/en/sign-out", &headers, form(&[("token", token)]))
        .await;
    assert_eq!(out.status.as_u16(), 303);
    assert_eq!(out.header("clear-site-data"), "\"cache\"");
    let again = site.ask("/en/account", &[("cookie", &cookie)]).await;
    assert_eq!(again.status.as_u16(), 303);
    assert_eq!(again.header("location"), "/en/sign-in?next=/en/account");
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer_and_wait_after_ten() {
    let site = Site::starter().await;
    add(&site, "ana", Role::Viewer).await;
    let wrong = sign_in(&site, "ana", "not the password").await;
    let unknown = sign_in(&site, "bob", "not the password").await;
    assert_eq!((wrong.status.as_u16(), unknown.status.as_u16()), (422, 422));
    let said = |answer: &Answer| answer.texts(".error-summary");
    assert_eq!(said(&wrong), said(&unknown));
    for _ in 0..8 {
        sign_in(&site, "ana", "not the password").await;
    }
    let waits = sign_in(&site, "ana", PASSWORD).await;
    assert_eq!((waits.status.as_u16(), waits.header("retry-after")), (429, "900"));
}

#[tokio::test]
async fn a_name_waits_after_a_hundred_failures_from_many_addresses() {
    let behind_proxy = Options {
        behind_proxy: true,
        ..Options::default()
    };
    let site = Site::starter_with(behind_proxy).await;
    add(&site, "ana", Role::Viewer).await;
    let from = async |address: String, password: &str| {
        let headers = [("x-forwarded-for", address.as_str()), ("content-type", FORM)];
        let body = form(&[("name", "ana"), ("password", password)]);
        site.send("POST", "/en/sign-in", &headers, body).await.status.as_u16()
    };
    for _ in 0..10 {
        assert_eq!(from("198.51.100.1".to_owned(), "not the password").await, 422);
    }
    assert_eq!(from("198.51.100.1".to_owned(), PASSWORD).await, 429);
    for n in 0..90 {
        assert_eq!(from(format!("198.51.101.{n}"), "not the password").await, 422);
    }
    assert_eq!(
        from("198.51.100.2".to_owned(), PASSWORD).await,
        429,
        "a hundred are too many"
    );
}

#[tokio::test]
async fn the_owner_signs_in_while_somebody_elsewhere_guesses() {
    let behind_proxy = Options {
        behind_proxy: true,
        ..Options::default()
    };
    let site = Site::starter_with(behind_proxy).await;
    add(&site, "ana", Role::Viewer).await;
    for (address, password, expected) in std::iter::repeat_n(("198.51.100.1", "not the password", 422), 10).chain([
        ("198.51.100.1", "not the password", 429),
        ("198.51.100.2", PASSWORD, 303),
    ]) {
        let headers = [("x-forwarded-for", address), ("content-type", FORM)];
        let body = form(&[("name", "ana"), ("password", password)]);
        assert_eq!(
            site.send("POST", "/en/sign-in", &headers, body).await.status.as_u16(),
            expected
        );
    }
}

#[tokio::test]
async fn an_unknown_name_takes_as_long_as_a_wrong_password() {
    let behind_proxy = Options {
        behind_proxy: true,
        ..Options::default()
    };
    let site = Site::starter_with(behind_proxy).await;
    for n in 0..=250 / 7 {
        add(&site, &format!("known{n}"), Role::Viewer).await;
    }
    // Names and addresses change, so that none has to wait; the two kinds take turns, so that both meet the same load. The machine
    // has other work, so the shortest of each kind is what the work itself takes, and a quiet moment for both may be long in coming.
    let mut shortest = [f64::MAX; 2];
    for n in 0..250_u32 {
        for (kind, name) in ["known", "unknown"].iter().enumerate() {
            let address = format!("198.51.{}.{}", n / 100, n % 100 * 2 + u32::try_from(kind).unwrap());
            let headers = [("x-forwarded-for", address.as_str()), ("content-type", FORM)];
            let body = form(&[("name", &format!("{name}{}", n / 7)), ("password", "not the password")]);
            let begun = std::time::Instant::now();
            let answer = site.send("POST", "/en/sign-in", &headers, body).await;
            shortest[kind] = begun.elapsed().as_secs_f64().min(shortest[kind]);
            assert_eq!(answer.status.as_u16(), 422);
        }
        if n >= 20 && (0.8..1.25).contains(&(shortest[0] / shortest[1])) {
            return;
        }
    }
    panic!("the shortest of known and unknown names: {shortest:?} s");
}

#[tokio::test]
async fn next_leads_to_own_pages_only() {
    let site = Site::starter().await;
    add(&site, "ana", Role::Viewer).await;
    for next in [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "/en/\\..",
        "/s/x",
        "javascript:alert(1)",
        "/en/\tx",
    ] {
        let body = form(&[("name", "ana"), ("password", PASSWORD), ("next", next)]);
        let done = site.post("/en/sign-in", FORM, body).await;
        assert_eq!(done.header("location"), "/en/", "{next}");
    }
}

#[tokio::test]
async fn forms_without_their_token_or_from_other_sites_are_refused() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let body = |token: &str| {
        form(&[
            ("token", token),
            ("once", "0123456789abcdef0123456789abcdef"),
            ("name", "eve"),
            ("role", "admin"),
        ])
    };
    let send = async |token: &str, more: &[(&str, &str)]| {
        let mut headers = vec![("cookie", admin.cookie.as_str()), ("content-type", FORM)];
        headers.extend(more);
        site.send("POST", "/en/admin/accounts", &headers, body(token))
            .await
            .status
            .as_u16()
    };
    assert_eq!(send("", &[]).await, 403);
    assert_eq!(send("wrong", &[]).await, 403);
    let host = ("host", "weigh.example");
    assert_eq!(
        send(&admin.token, &[host, ("origin", "https://evil.example")]).await,
        403
    );
    assert_eq!(send(&admin.token, &[host, ("sec-fetch-site", "cross-site")]).await, 403);
    assert_eq!(send(&admin.token, &[host, ("origin", "null")]).await, 403);
    assert_eq!(
        send(&admin.token, &[host, ("sec-fetch-site", "same-origin")]).await,
        200
    );
}

#[tokio::test]
async fn a_form_sent_twice_makes_one_account() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let (once, fields) = (new_id().simple().to_string(), [("name", "bob"), ("role", "editor")]);
    let first = admin.resend("/en/admin/accounts", &fields, &once).await;
    assert_eq!(first.status.as_u16(), 200);
    assert!(first.body.contains("/en/welcome/"));
    let second = admin.resend("/en/admin/accounts", &fields, &once).await;
    // The name is taken by the first one: nothing is made twice.
    assert!([303, 422].contains(&second.status.as_u16()));
    let accounts = site.app().db().read().await.unwrap().accounts().await.unwrap();
    assert_eq!(accounts.iter().filter(|a| a.name.as_str() == "bob").count(), 1);
}

#[tokio::test]
async fn an_invited_person_chooses_a_password_and_signs_in() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let made = admin
        .send("/en/admin/accounts", &[("name", "bob"), ("role", "editor")])
        .await;
    let link = made
        .body
        .split("value=\"/en/welcome/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let path = format!("/en/welcome/{link}");
    let body = form(&[("password", PASSWORD), ("repeated", PASSWORD)]);
    assert_eq!(site.post(&path, FORM, body).await.status.as_u16(), 303);
    assert_eq!(sign_in(&site, "BOB", PASSWORD).await.status.as_u16(), 303);
    assert_eq!(site.get(&path).await.status.as_u16(), 410);
}

#[tokio::test]
async fn whoever_is_disabled_is_out_at_once_and_the_last_admin_stays() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let hash = password_hash(PASSWORD.to_owned()).await.unwrap();
    let mut tx = site.app().db().write().await.unwrap();
    tx.set_password(admin.account.id, &hash).await.unwrap();
    tx.commit().await.unwrap();
    let editor = site.visitor(Role::Editor).await;
    let key = site.key_of(&editor.account, Scope::Publish).await;
    assert_eq!(editor.get("/en/admin").await.status.as_u16(), 200);
    let path = format!("/en/admin/accounts/{}", editor.account.id);
    let done = admin.send(&path, &[("role", "editor"), ("disabled", "yes")]).await;
    assert_eq!(done.status.as_u16(), 303, "{}", done.body);
    assert_eq!(editor.get("/en/admin").await.status.as_u16(), 303);
    let bearer = format!("Bearer {key}");
    assert_eq!(
        site.ask("/api/v1/vendors", &[("authorization", &bearer)])
            .await
            .status
            .as_u16(),
        401
    );
    let own = format!("/en/admin/accounts/{}", admin.account.id);
    let refused = admin.send(&own, &[("role", "viewer")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(
        refused.texts(".error-summary")[0].contains("only admin"),
        "{}",
        refused.body
    );
    assert_eq!(admin.get("/en/admin").await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_key_is_shown_once_and_of_no_use_for_pages_of_people() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let made = editor
        .send(
            "/en/account/tokens",
            &[("name", "import robot"), ("scope", "draft"), ("days", "30")],
        )
        .await;
    let key = made
        .body
        .split("value=\"steelyard_")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let bearer = format!("Bearer steelyard_{key}");
    let account = editor.get("/en/account").await;
    assert!(account.body.contains("import robot") && !account.body.contains(key));
    let asked = site.ask("/api/v1/vendors", &[("authorization", &bearer)]).await;
    assert_eq!(asked.status.as_u16(), 200);
    assert_eq!(
        site.ask("/en/account", &[("authorization", &bearer)])
            .await
            .status
            .as_u16(),
        403
    );
    let (fields, once) = (
        [("name", "twice"), ("scope", "read"), ("days", "1")],
        new_id().simple().to_string(),
    );
    let first = editor.resend("/en/account/tokens", &fields, &once).await;
    let second = editor.resend("/en/account/tokens", &fields, &once).await;
    assert!(first.body.contains("value=\"steelyard_"));
    assert_eq!(second.header("location"), "/en/account?saved=made");
    let page = editor.get("/en/account?saved=made").await;
    assert_eq!(page.body.matches(">twice<").count(), 1);
    assert!(page.texts(".done").concat().contains("shown only once"));
    for days in ["0", "366", "x"] {
        let bad = [("name", "x"), ("scope", "draft"), ("days", days)];
        assert_eq!(editor.send("/en/account/tokens", &bad).await.status.as_u16(), 422);
    }
}

#[tokio::test]
async fn nobody_ends_the_sessions_or_takes_the_keys_of_others() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Viewer).await, site.visitor(Role::Viewer).await);
    let digest = {
        let mut tx = site.app().db().read().await.unwrap();
        tx.sessions_of(bob.account.id, 0).await.unwrap()[0].digest.clone()
    };
    ana.send("/en/account/sessions", &[("session", &digest)]).await;
    assert_eq!(bob.get("/en/account").await.status.as_u16(), 200);
    site.key_of(&bob.account, Scope::Read).await;
    let id = {
        let mut tx = site.app().db().read().await.unwrap();
        tx.tokens_of(bob.account.id).await.unwrap()[0].id
    };
    let refused = ana.send(&format!("/en/account/tokens/{id}"), &[]).await;
    assert_eq!(refused.status.as_u16(), 404);
    bob.send("/en/account/sessions", &[]).await;
    assert_eq!(bob.get("/en/account").await.status.as_u16(), 303);
}
