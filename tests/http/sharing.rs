//! Share links: who makes them, what they show and to whom, that they stay as they are, and how they end.

use std::collections::BTreeSet;

use steelyard::domain::account::Role;
use steelyard::domain::catalogue::{Plan, Price, Records};
use steelyard::domain::evidence::AsOf;
use steelyard::domain::ids::OfferId;
use steelyard::domain::money::Micros;
use steelyard::store::{ShareLink, new_id};

use crate::site::{Answer, Site, Visitor, digest};

/// The ranking that is shared.
pub(crate) const QUERY: &str = "w=50-20-20-10&gpus=16&cols=parts,price,tco&cur=CNY";

/// The address of the link that a form made.
fn address(answer: &Answer) -> String {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.body);
    let value = answer.body.split("value=\"/s/").nth(1).expect("a link is shown");
    format!("/s/{}", value.split('"').next().unwrap())
}

/// Makes a link, and answers its address.
pub(crate) async fn freeze(visitor: &Visitor<'_>, more: &[(&str, &str)]) -> String {
    let mut fields = vec![("query", QUERY), ("days", "30")];
    fields.extend(more);
    address(&visitor.send("/en/links", &fields).await)
}

/// Titles, descriptions and what previews read, as they stand in the first 32 KB.
fn preview(answer: &Answer) -> String {
    let first = String::from_utf8_lossy(&answer.bytes[..answer.bytes.len().min(32_768)]).into_owned();
    let title = first.split("<title>").nth(1).unwrap().split("</title>").next().unwrap();
    let metas = first
        .split("<meta ")
        .skip(1)
        .map(|meta| meta.split('>').next().unwrap());
    let told: Vec<&str> = metas
        .filter(|meta| meta.contains("description") || meta.contains("og:"))
        .collect();
    assert_eq!(told.len(), 3, "description, og:title, og:description");
    format!("{title}\n{}", told.join("\n"))
}

/// Publishes another on-demand price of the offer that leads.
async fn publish_cheaper(site: &Site) -> OfferId {
    let items = site.get(&format!("/api/v1/rankings?{QUERY}&limit=1")).await.json();
    let id = OfferId::new(items["items"][0]["id"].as_str().unwrap()).unwrap();
    let live = site.app().live();
    let prices = live
        .catalogue
        .prices(&id)
        .iter()
        .filter(|price| price.plan == Plan::OnDemand);
    let prices: Vec<Price> = prices
        .map(|price| {
            let mut price = price.clone();
            price.hourly = Micros(price.hourly.0 / 4);
            price.evidence.as_of = AsOf::parse("2026-11-20").unwrap();
            price
        })
        .collect();
    assert!(!prices.is_empty(), "{id} has a price");
    let put = Records {
        prices,
        ..Records::default()
    };
    site.publish(&put.into(), "A cheaper leader").await;
    id
}

#[tokio::test]
async fn ux_13_a_frozen_link_opens_without_account_and_has_no_form_that_writes() {
    for closed in [false, true] {
        let site = if closed {
            Site::closed().await
        } else {
            Site::starter().await
        };
        let member = site.visitor(Role::Member).await;
        let link = freeze(&member, &[("note", "For the <committee>")]).await;
        assert!(link.len() >= "/s/".len() + 32, "128 bits at least");
        let page = site.get(&link).await;
        assert_eq!(page.status.as_u16(), 200, "{}", page.body);
        assert!(!page.body.contains("<form") && !page.body.contains("method=\"post\""));
        assert_eq!(page.header("x-robots-tag"), "noindex, nofollow");
        assert_eq!(page.header("referrer-policy"), "no-referrer");
        assert_eq!(page.header("cache-control"), "private, no-store");
        assert!(page.body.contains("For the &#60;committee&#62;"));
        let banner = page.texts(".banner").join(" ");
        for word in ["r1", "gpu-cloud@1", "Made on", "Valid until", "Engine version"] {
            assert!(banner.contains(word), "{word}: {banner}");
        }
        assert!(page.texts("table.ranking tbody tr").len() > 3);
        assert!(
            page.texts("table.ranking thead").concat().contains("CNY"),
            "the currency of the view"
        );
        assert!(
            page.texts(".out .note")[0].starts_with("50 of "),
            "what is left out is said"
        );
        assert_eq!(page.texts("table.compare thead th").len(), 4);
        assert!(page.texts(".gap-table tbody tr").len() > 4);
        let rows = page.texts(".evidence-of").len();
        assert_eq!(rows, page.texts("table.ranking tbody tr").len());
        assert!(
            page.body.contains("class=\"source-line\"><a href=\"https://"),
            "sources have addresses"
        );
        // Whoever has the link may read nothing else, so it leads nowhere else on this server but home.
        let own: BTreeSet<&str> = page
            .body
            .split("href=\"/")
            .skip(1)
            .map(|href| href.split('"').next().unwrap())
            .filter(|href| !href.starts_with("-/static/") && !href.starts_with("s/"))
            .collect();
        assert_eq!(own, BTreeSet::from(["en/"]));
        for part in ["ranking.csv", "ranking.json", "since"] {
            assert_eq!(site.get(&format!("{link}/{part}")).await.status.as_u16(), 200, "{part}");
        }
    }
}

#[tokio::test]
async fn ux_13_a_frozen_link_is_the_same_to_the_byte_after_edits_and_releases() {
    let site = Site::starter().await;
    let member = site.visitor(Role::Member).await;
    let link = freeze(&member, &[]).await;
    let parts = ["", "?lang=zh", "/ranking.csv", "/ranking.json?limit=5"].map(|part| format!("{link}{part}"));
    let mut before = Vec::new();
    for part in &parts {
        before.push(site.get(part).await.bytes);
    }
    let same = site.get(&format!("{link}/since")).await;
    assert!(
        same.texts("main").concat().contains("still the newest release"),
        "{}",
        same.body
    );
    let id = publish_cheaper(&site).await;
    let editor = site.visitor(Role::Editor).await;
    for (part, before) in parts.iter().zip(&before) {
        assert!(site.get(part).await.bytes == *before, "{part} has changed");
        assert!(
            editor.get(part).await.bytes == *before,
            "{part} is another for an editor"
        );
        assert!(
            site.beside().await.get(part).await.bytes == *before,
            "{part} is another elsewhere"
        );
    }
    let since = site.get(&format!("{link}/since")).await;
    let said = since.texts("main").concat();
    assert!(said.contains("Since r1:") && said.contains("r2"), "{said}");
    assert!(said.contains("score") && said.contains("→"), "{said}");
    assert!(said.contains("2026-11-20"), "the date of the new price: {said}");
    let name = site
        .app()
        .live()
        .catalogue
        .offer(id.as_str())
        .unwrap()
        .instance_type
        .clone();
    assert!(said.contains(&name), "{said}");
    let part = site.ask(&format!("{link}/since"), &[("hx-request", "true")]).await;
    assert!(
        !part.body.contains("<html") && part.body.contains("class=\"changes\""),
        "{}",
        part.body
    );
}

#[tokio::test]
async fn ux_13_a_revoked_link_answers_410_at_once_everywhere_and_the_others_go_on() {
    let site = Site::starter().await;
    let beside = site.beside().await;
    let (member, other) = (site.visitor(Role::Member).await, site.visitor(Role::Member).await);
    let (first, second) = (freeze(&member, &[]).await, freeze(&member, &[]).await);
    for link in [&first, &second] {
        assert_eq!(beside.get(link).await.status.as_u16(), 200);
    }
    let list = member.get("/en/links").await;
    assert!(
        !list.body.contains(first.trim_start_matches("/s/")),
        "the secret is shown once"
    );
    let actions: Vec<&str> = list
        .body
        .split("action=\"/en/links/")
        .skip(1)
        .map(|part| part.split('"').next().unwrap())
        .collect();
    assert_eq!(actions.len(), 2);
    // The newest stands first.
    let revoke = format!("/en/links/{}", actions[1]);
    assert_eq!(other.send(&revoke, &[]).await.status.as_u16(), 404, "only the owner's");
    assert_eq!(other.get("/en/links").await.texts("tbody tr").len(), 0);
    assert_eq!(member.send(&revoke, &[]).await.status.as_u16(), 303);
    let vendors: Vec<String> = site.app().live().catalogue.vendors().map(|v| v.name.clone()).collect();
    for site in [&site, &beside] {
        for part in ["", "/since", "/ranking.csv", "/ranking.json"] {
            let gone = site.get(&format!("{first}{part}")).await;
            assert_eq!(gone.status.as_u16(), 410, "{part}");
            assert!(
                vendors.iter().all(|name| !gone.body.contains(name)),
                "{part}: {}",
                gone.body
            );
            assert_eq!(gone.header("x-robots-tag"), "noindex, nofollow");
            assert_eq!(gone.header("cache-control"), "private, no-store");
        }
        assert_eq!(site.get(&second).await.status.as_u16(), 200);
    }
    let admin = site.visitor(Role::Admin).await;
    let all = admin.get("/en/links").await;
    assert_eq!(all.texts("tbody tr").len(), 2);
    assert!(
        all.body.contains(member.account.name.as_str()),
        "admins see whose each is"
    );
    assert_eq!(
        admin
            .send(&format!("/en/links/{}", actions[0]), &[])
            .await
            .status
            .as_u16(),
        303
    );
    assert_eq!(site.get(&second).await.status.as_u16(), 410);
    let log = admin.get("/en/admin/audit?kind=link").await;
    assert_eq!(log.texts("tbody tr").len(), 4, "two made, two revoked: {}", log.body);
}

#[tokio::test]
async fn ux_13_a_link_opens_on_a_server_that_has_not_seen_its_release_yet() {
    let site = Site::starter().await;
    let beside = site.beside().await;
    publish_cheaper(&site).await;
    let link = freeze(&site.visitor(Role::Member).await, &[]).await;
    let page = beside.get(&link).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.body);
    assert!(page.bytes == site.get(&link).await.bytes);
}

#[tokio::test]
async fn ux_13_a_link_ends_with_its_day_and_cannot_be_guessed() {
    let site = Site::starter().await;
    let member = site.visitor(Role::Member).await;
    let link = freeze(&member, &[("days", "7")]).await;
    let mut tx = site.app().db().write().await.unwrap();
    let made = tx.share_links_of(member.account.id).await.unwrap().remove(0);
    let week = 7 * 24 * 60 * 60 * 1_000_000;
    assert_eq!(
        made.expires_at_micros,
        made.made_at_micros + 30 * week / 7,
        "the first choice counts"
    );
    let token = link.trim_start_matches("/s/");
    assert_eq!(tx.share_link(token).await.unwrap(), None, "only its digest is stored");
    let over = ShareLink {
        id: new_id(),
        expires_at_micros: made.made_at_micros,
        ..made
    };
    tx.add_share_link(&over, &digest("over")).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(site.get("/s/over").await.status.as_u16(), 410);
    let wrong = site.get(&format!("/s/{}", token.replace('a', "b"))).await;
    assert_eq!(wrong.status.as_u16(), 404);
    assert_eq!(wrong.header("referrer-policy"), "no-referrer");
    assert!(!wrong.body.contains(&token.replace('a', "b")));
    assert!(
        site.get("/s/nothing?lang=zh")
            .await
            .body
            .contains("此地址下没有候选清单")
    );
    for language in [("accept-language", "zh-CN,zh;q=0.9"), ("accept-language", "en")] {
        let page = site.ask(&link, &[language]).await;
        assert_eq!(page.body.contains("候选清单快照"), language.1.starts_with("zh"));
        assert!(page.body.contains("?lang=en\" hreflang") || page.body.contains("?lang=zh\" hreflang"));
    }
}

#[tokio::test]
async fn ux_13_members_make_links_and_a_second_click_makes_none() {
    let site = Site::starter().await;
    let share = site.get(&format!("/en/share?{QUERY}")).await;
    assert!(!share.body.contains("action=\"/en/links\"") && share.body.contains("/en/sign-in?next="));
    assert!(
        site.get(&format!("/en/?{QUERY}"))
            .await
            .body
            .contains("href=\"/en/share?w=50-20-20-10")
    );
    let viewer = site.visitor(Role::Viewer).await;
    let refused = viewer.send("/en/links", &[("query", QUERY), ("days", "30")]).await;
    assert_eq!(refused.status.as_u16(), 403);
    let member = site.visitor(Role::Member).await;
    let form = member.get(&format!("/en/share?{QUERY}")).await;
    assert!(form.body.contains("action=\"/en/links\"") && form.body.contains("release=r1"));
    let once = new_id().simple().to_string();
    let fields = [("query", QUERY), ("days", "90")];
    address(&member.resend("/en/links", &fields, &once).await);
    let again = member.resend("/en/links", &fields, &once).await;
    assert_eq!(
        (again.status.as_u16(), again.header("location")),
        (303, "/en/links?saved=once")
    );
    assert!(member.get("/en/links?saved=once").await.texts(".done")[0].contains("shown once"));
    assert_eq!(member.get("/en/links").await.texts("tbody tr").len(), 1);
    let long = "x".repeat(301);
    for bad in [[("days", "8"), ("note", "")], [("days", "7"), ("note", &long)]] {
        let mut fields = vec![("query", QUERY)];
        fields.extend(bad);
        let refused = member.send("/en/links", &fields).await;
        assert_eq!(refused.status.as_u16(), 422);
        assert_eq!(refused.texts(".error-summary li").len(), 1);
    }
    let bad = member.send("/en/links", &[("query", "gpus=x"), ("days", "7")]).await;
    assert_eq!(bad.status.as_u16(), 422);
}

#[tokio::test]
async fn ux_14_previews_hold_names_and_scores_only_where_the_owner_allows_it() {
    let site = Site::starter().await;
    let member = site.visitor(Role::Member).await;
    let (quiet, told) = (
        freeze(&member, &[]).await,
        freeze(&member, &[("previews", "yes")]).await,
    );
    let range = [("range", "bytes=0-32768")];
    let catalogue = site.app().live().catalogue.clone();
    for lang in ["en", "zh"] {
        let page = site.ask(&format!("{quiet}?lang={lang}"), &range).await;
        let said = preview(&page);
        for vendor in catalogue.vendors() {
            assert!(!said.contains(&vendor.name), "{said}");
            assert!(
                vendor.name_zh.as_ref().is_none_or(|name| !said.contains(name)),
                "{said}"
            );
        }
        let leader = page.texts("table.ranking .total .score")[0].clone();
        assert!(!said.contains(&leader) && said.contains("r1"), "{said}");
        let page = site.ask(&format!("{told}?lang={lang}"), &range).await;
        let said = preview(&page);
        let name = page.texts("table.ranking .who .offer")[0].clone();
        assert!(said.contains(&leader) && said.contains(&name), "{said}");
        let since = site.ask(&format!("{quiet}/since?lang={lang}"), &range).await;
        assert!(
            catalogue
                .vendors()
                .all(|vendor| !preview(&since).contains(&vendor.name))
        );
    }
}
