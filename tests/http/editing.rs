//! The catalogue edited in the browser: drafts, merging, what is refused, publication, and taking back.

use scraper::{Html, Selector};
use steelyard::domain::account::Role;
use steelyard::store::{LogFilter, new_id};

use crate::site::{Answer, Site, Visitor};
use crate::support::{Engine, TestDatabase};

const PRICES: &str = "/en/admin/catalogue/prices";

/// The address of the only record that a search finds.
pub(crate) async fn found(editor: &Visitor<'_>, kind: &str, q: &str) -> String {
    let list = editor.get(&format!("/en/admin/catalogue/{kind}?q={q}")).await;
    assert_eq!(list.status.as_u16(), 200, "{}", list.body);
    let html = Html::parse_document(&list.body);
    let link = Selector::parse("table.records tbody a").unwrap();
    let links: Vec<&str> = html.select(&link).filter_map(|a| a.attr("href")).collect();
    assert_eq!(links.len(), 1, "{q}: {links:?}");
    links[0].to_owned()
}

/// The fields of a record's form as a browser would send them.
pub(crate) fn fields(page: &Answer) -> Vec<(String, String)> {
    let html = Html::parse_fragment(&page.body);
    let control = Selector::parse("form.columns input, form.columns select, form.columns textarea").unwrap();
    let chosen = Selector::parse("option[selected]").unwrap();
    let mut sent = Vec::new();
    for field in html.select(&control) {
        let name = field.attr("name").unwrap().to_owned();
        if ["token", "once"].contains(&name.as_str()) {
            continue;
        }
        let value = match field.value().name() {
            "select" => field
                .select(&chosen)
                .next()
                .and_then(|o| o.attr("value"))
                .unwrap_or_default()
                .to_owned(),
            "textarea" => field.text().collect(),
            _ if field.attr("type") == Some("radio") && field.attr("checked").is_none() => continue,
            _ => field.attr("value").unwrap_or_default().to_owned(),
        };
        sent.push((name, value));
    }
    sent
}

pub(crate) fn with(mut form: Vec<(String, String)>, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    for (name, value) in changes {
        match form.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => (*value).clone_into(old),
            None => form.push(((*name).to_owned(), (*value).to_owned())),
        }
    }
    form
}

fn borrowed(form: &[(String, String)]) -> Vec<(&str, &str)> {
    form.iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect()
}

pub(crate) async fn send(editor: &Visitor<'_>, path: &str, form: &[(String, String)]) -> Answer {
    editor.send(path, &borrowed(form)).await
}

#[tokio::test]
async fn an_edited_price_changes_the_ranking_once_it_is_published() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let query = "vendor=lambda&limit=1000";
    let before = site.get(&format!("/api/v1/rankings?{query}")).await.body;
    let path = found(&editor, "prices", "lambda-8x-h100-sxm-global").await;
    let form = with(
        fields(&editor.get(&path).await),
        &[("hourly", "10.51"), ("source", "a quote")],
    );
    let saved = send(&editor, &path, &form).await;
    assert_eq!(saved.status.as_u16(), 303, "{}", saved.body);
    assert_eq!(
        site.get(&format!("/api/v1/rankings?{query}")).await.body,
        before,
        "a draft is not seen"
    );
    let draft = editor.get("/en/admin/draft").await;
    assert!(draft.body.contains("10.51") && draft.body.contains("a quote"));
    assert!(
        draft.body.contains("changes rank") || draft.body.contains("change rank"),
        "{}",
        draft.body
    );
    let refused = editor.send("/en/admin/draft/publication", &[("note", " ")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    let done = editor.send("/en/admin/draft/publication", &[("note", "A quote")]).await;
    assert_eq!(
        (done.status.as_u16(), done.header("location")),
        (303, "/en/releases/r2")
    );
    assert_ne!(site.get(&format!("/api/v1/rankings?{query}")).await.body, before);
    let again = editor.send("/en/admin/draft/publication", &[("note", "A quote")]).await;
    assert_eq!(again.status.as_u16(), 422, "an empty draft is not published");
}

#[tokio::test]
async fn ux_16_two_editors_of_different_fields_both_succeed() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let path = found(&ana, "prices", "lambda-1x-a10-global").await;
    let (one, other) = (fields(&ana.get(&path).await), fields(&bob.get(&path).await));
    let saved = send(&ana, &path, &with(one, &[("hourly", "1.11")])).await;
    assert_eq!(saved.status.as_u16(), 303);
    let saved = send(&bob, &path, &with(other, &[("note", "as told by phone")])).await;
    assert_eq!(saved.status.as_u16(), 303, "{}", saved.body);
    let now = fields(&ana.get(&path).await);
    assert!(
        now.contains(&("hourly".into(), "1.11".into())) && now.contains(&("note".into(), "as told by phone".into()))
    );
}

#[tokio::test]
async fn a_record_that_got_another_key_meanwhile_is_found_and_merged() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let path = found(&ana, "prices", "lambda-1x-a10-global").await;
    let (one, other) = (fields(&ana.get(&path).await), fields(&bob.get(&path).await));
    send(
        &ana,
        &path,
        &with(one, &[("source", "the new price list"), ("as_of", "2026-11-01")]),
    )
    .await;
    let saved = send(&bob, &path, &with(other, &[("hourly", "1.07")])).await;
    assert_eq!(saved.status.as_u16(), 303, "{}", saved.body);
    let now = fields(&ana.get(saved.header("location")).await);
    assert!(
        now.contains(&("source".into(), "the new price list".into()))
            && now.contains(&("hourly".into(), "1.07".into()))
    );
}

#[tokio::test]
async fn ux_16_two_editors_of_one_field_see_both_texts_and_lose_none() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let path = found(&ana, "prices", "lambda-1x-a10-global").await;
    let (one, other) = (fields(&ana.get(&path).await), fields(&bob.get(&path).await));
    send(&ana, &path, &with(one, &[("hourly", "1.11")])).await;
    let both = send(
        &bob,
        &path,
        &with(other.clone(), &[("hourly", "1.22"), ("note", "mine")]),
    )
    .await;
    assert_eq!(both.status.as_u16(), 409);
    assert_eq!(both.texts(".both q"), ["1.11"]);
    let shown = fields(&both);
    assert!(shown.contains(&("hourly".into(), "1.22".into())) && shown.contains(&("note".into(), "mine".into())));
    // The same with htmx: the form alone, as a row of the list.
    let once = new_id().simple().to_string();
    let body = form_urlencoded::Serializer::new(String::new())
        .append_pair("token", &bob.token)
        .append_pair("once", &once)
        .extend_pairs(with(other, &[("hourly", "1.33")]))
        .finish();
    let headers = [
        ("cookie", bob.cookie.as_str()),
        ("content-type", "application/x-www-form-urlencoded"),
        ("hx-request", "true"),
    ];
    let fragment = site.send("POST", &path, &headers, body).await;
    assert_eq!(fragment.status.as_u16(), 409);
    assert!(
        fragment.body.trim_start().starts_with("<tr")
            && fragment.body.contains("1.33")
            && fragment.body.contains("1.11")
    );
    // Theirs, and then mine.
    let theirs = send(&bob, &path, &with(shown.clone(), &[("take.hourly", "theirs")])).await;
    assert_eq!(theirs.status.as_u16(), 303);
    assert!(fields(&ana.get(&path).await).contains(&("hourly".into(), "1.11".into())));
    let mine = send(&bob, &path, &with(shown, &[("take.hourly", "mine")])).await;
    assert_eq!(mine.status.as_u16(), 303, "{}", mine.body);
    assert!(fields(&ana.get(&path).await).contains(&("hourly".into(), "1.22".into())));
}

#[tokio::test]
async fn a_form_with_faults_keeps_its_values_and_says_what_to_do_at_each_field() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let path = found(&editor, "prices", "lambda-1x-a10-global").await;
    let form = with(
        fields(&editor.get(&path).await),
        &[
            ("hourly", "-3"),
            ("as_of", "soon"),
            ("url", "javascript:alert(1)"),
            ("source", ""),
        ],
    );
    let refused = send(&editor, &path, &form).await;
    assert_eq!(refused.status.as_u16(), 422);
    for field in ["hourly", "as_of", "url", "source"] {
        assert!(
            refused.body.contains(&format!("href=\"#f-{field}\"")),
            "{field}: {}",
            refused.body
        );
        assert!(refused.body.contains(&format!("id=\"x-{field}\"")), "{field}");
    }
    let kept = fields(&refused);
    assert!(kept.contains(&("hourly".into(), "-3".into())) && kept.contains(&("as_of".into(), "soon".into())));
    let unknown = editor
        .send(
            &format!("{PRICES}/new"),
            &[("offer_id", "nowhere-x"), ("plan", "on_demand")],
        )
        .await;
    assert_eq!(unknown.status.as_u16(), 422);
}

#[tokio::test]
async fn ux_16_a_new_record_sent_twice_is_made_once() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let fields = [
        ("vendor_id", "newcloud"),
        ("name", "New Cloud"),
        ("kind", "gpu_cloud"),
        ("source", "its site"),
        ("as_of", "2026-11-01"),
        ("grade", "C"),
    ];
    let once = new_id().simple().to_string();
    let path = "/en/admin/catalogue/vendors/new";
    let first = editor.resend(path, &fields, &once).await;
    assert_eq!(first.status.as_u16(), 303, "{}", first.body);
    let second = editor.resend(path, &fields, &once).await;
    assert_eq!(
        (second.status.as_u16(), second.header("location")),
        (303, first.header("location"))
    );
    let taken = editor.send(path, &fields).await;
    assert_eq!(taken.status.as_u16(), 422);
    let lines = lines(&site, "newcloud").await;
    assert_eq!(lines.len(), 1);
}

async fn lines(site: &Site, subject: &str) -> Vec<steelyard::domain::audit::Logged> {
    let filter = LogFilter {
        subject: subject.to_owned(),
        ..LogFilter::default()
    };
    let mut tx = site.app().db().read().await.unwrap();
    tx.log_lines(&filter, None, 1000).await.unwrap()
}

#[tokio::test]
async fn hostile_text_is_stored_as_text_and_shown_harmlessly() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let name = "<script>alert(1)</script>\u{202e}gpj.exe<img src=x onerror=alert(1)>";
    let fields = [
        ("vendor_id", "hostile"),
        ("name", name),
        ("kind", "gpu_cloud"),
        ("source", "\"><svg onload=alert(1)>"),
        ("as_of", "2026-11-01"),
        ("grade", "C"),
    ];
    let saved = editor.send("/en/admin/catalogue/vendors/new", &fields).await;
    assert_eq!(saved.status.as_u16(), 303, "{}", saved.body);
    editor
        .send("/en/admin/draft/publication", &[("note", "<b>bold</b>")])
        .await;
    for path in [
        "/en/vendors/hostile",
        "/en/vendors",
        "/en/admin/catalogue/vendors?q=hostile",
        "/en/releases/r2",
        saved.header("location"),
    ] {
        let page = editor.get(path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        let html = Html::parse_document(&page.body);
        let bad = Selector::parse("script:not([src]), img[onerror], svg[onload], b, a[href^='javascript:']").unwrap();
        assert_eq!(html.select(&bad).count(), 0, "{path}");
        assert!(
            !page.body.contains('\u{202e}'),
            "{path} turns the direction of what follows"
        );
    }
    let long = "x".repeat(1024 * 1024);
    let refused = editor
        .send(
            "/en/admin/catalogue/vendors/new",
            &[("vendor_id", "long"), ("name", &long)],
        )
        .await;
    assert_eq!(refused.status.as_u16(), 422);
    let api = site.get("/api/v1/vendors/hostile").await;
    assert!(
        api.json().to_string().contains("<script>"),
        "it is stored as it was written"
    );
}

#[tokio::test]
async fn what_is_taken_away_goes_with_what_needs_it_and_comes_back() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let path = found(&editor, "prices", "lambda-1x-a10-global").await;
    let gone = editor.send(&format!("{path}/removal"), &[]).await;
    assert_eq!(gone.status.as_u16(), 303, "{}", gone.body);
    let page = editor.get(&path).await;
    assert!(page.body.contains("removed in the draft"));
    let back = editor.send(&format!("{path}/removal"), &[]).await;
    assert_eq!(back.status.as_u16(), 303, "{}", back.body);
    assert!(editor.get("/en/admin/draft").await.body.contains("Nothing waits"));
}

#[tokio::test]
async fn a_line_of_the_log_is_taken_back_as_a_new_change() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let path = found(&admin, "prices", "lambda-1x-a10-global").await;
    let first = fields(&admin.get(&path).await);
    send(&admin, &path, &with(first.clone(), &[("hourly", "1.11")])).await;
    send(
        &admin,
        &path,
        &with(fields(&admin.get(&path).await), &[("hourly", "1.22")]),
    )
    .await;
    let written = lines(&site, "lambda-1x-a10-global").await;
    assert_eq!(written.len(), 2);
    let line = |n: usize| format!("/en/admin/audit/{}", written[n].id);
    let page = admin.get(&line(0)).await;
    assert!(
        page.body.contains("1.11") && page.body.contains("1.22"),
        "{}",
        page.body
    );
    let too_early = admin.send(&line(1), &[]).await;
    assert_eq!(too_early.status.as_u16(), 409);
    assert_eq!(admin.send(&line(0), &[]).await.status.as_u16(), 303);
    assert!(fields(&admin.get(&path).await).contains(&("hourly".into(), "1.11".into())));
    assert_eq!(admin.send(&line(1), &[]).await.status.as_u16(), 303);
    assert_eq!(fields(&admin.get(&path).await), first);
    let csv = admin.get("/en/admin/audit.csv?subject=lambda").await;
    assert_eq!(csv.records().len(), 4);
}

#[tokio::test]
async fn values_nobody_has_looked_for_are_listed_and_can_be_added() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let list = editor.get("/en/admin/catalogue/facts?state=unknown&q=lambda").await;
    assert_eq!(list.status.as_u16(), 200);
    let html = Html::parse_document(&list.body);
    let link = Selector::parse(".missing-row a").unwrap();
    let href = html
        .select(&link)
        .next()
        .expect("something is unknown")
        .attr("href")
        .unwrap();
    let form = fields(&editor.get(href).await);
    assert!(form.contains(&("subject_id".into(), "lambda".into())), "{form:?}");
    for state in ["stale", "disputed", "draft"] {
        assert_eq!(
            editor
                .get(&format!("/en/admin/catalogue/facts?state={state}"))
                .await
                .status
                .as_u16(),
            200
        );
    }
}

#[tokio::test]
async fn sixty_four_editors_of_one_record_make_as_many_versions_as_were_acknowledged() {
    for engine in [Engine::Sqlite, Engine::Postgres] {
        let database = TestDatabase::new(engine).await;
        let site = Site::starter_on(&database.url).await;
        let editor = site.visitor(Role::Editor).await;
        let path = found(&editor, "vendors", "lambda").await;
        let form = fields(&editor.get(&path).await);
        let attempts = (0..64).map(|n| {
            let (editor, path) = (&editor, &path);
            // Half of them touch the same field, half a field of which the text is the same for all.
            let own = format!("note {n}");
            let form = with(form.clone(), &[("note", &own)]);
            async move { send(editor, path, &form).await.status.as_u16() }
        });
        let answers = futures_of(attempts.collect()).await;
        let acknowledged = answers.iter().filter(|status| **status == 303).count();
        assert!(
            acknowledged >= 1 && answers.iter().all(|s| [303, 409, 503].contains(s)),
            "{engine:?}: {answers:?}"
        );
        let versions: Vec<Option<u32>> = lines(&site, "vendors lambda")
            .await
            .iter()
            .map(|line| line.version)
            .collect();
        assert_eq!(versions.len(), acknowledged, "{engine:?}");
        let expected: Vec<Option<u32>> = (1..=acknowledged).rev().map(|n| u32::try_from(n).ok()).collect();
        assert_eq!(versions, expected, "{engine:?}");
    }
}

/// Runs all of them at once.
async fn futures_of<F: Future<Output = u16>>(attempts: Vec<F>) -> Vec<u16> {
    let mut pinned: Vec<_> = attempts.into_iter().map(Box::pin).collect();
    let mut answers = vec![None; pinned.len()];
    std::future::poll_fn(|context| {
        for (answer, attempt) in answers.iter_mut().zip(&mut pinned) {
            if answer.is_none()
                && let std::task::Poll::Ready(status) = attempt.as_mut().poll(context)
            {
                *answer = Some(status);
            }
        }
        if answers.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    answers.into_iter().flatten().collect()
}

#[tokio::test]
async fn a_discarded_draft_is_brought_back_and_an_older_release_is_published_again() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let path = found(&admin, "prices", "lambda-1x-a10-global").await;
    let form = with(fields(&admin.get(&path).await), &[("hourly", "1.11")]);
    assert_eq!(send(&admin, &path, &form).await.status.as_u16(), 303);
    assert_eq!(admin.send("/en/admin/draft/discard", &[]).await.status.as_u16(), 303);
    assert!(admin.get("/en/admin/draft").await.body.contains("Nothing waits"));
    let discarded = &lines(&site, "draft").await[0];
    let back = admin.send(&format!("/en/admin/audit/{}", discarded.id), &[]).await;
    assert_eq!(back.status.as_u16(), 303, "{}", back.body);
    assert!(admin.get("/en/admin/draft").await.body.contains("1.11"));
    admin.send("/en/admin/draft/publication", &[("note", "A quote")]).await;
    let page = admin.get("/en/releases/r1").await;
    assert!(page.body.contains("/en/releases/r1/revert"));
    let reverted = admin.send("/en/releases/r1/revert", &[]).await;
    assert_eq!(
        (reverted.status.as_u16(), reverted.header("location")),
        (303, "/en/releases/r3")
    );
    assert!(
        !site.get("/en/releases/r1").await.body.contains("/revert"),
        "only editors are offered that"
    );
    let same = admin.send("/en/releases/r3/revert", &[]).await;
    assert_eq!(same.status.as_u16(), 409, "{}", same.body);
}

#[tokio::test]
async fn a_finding_is_accepted_with_a_reason_and_opened_again() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    assert!(!site.get("/en/findings").await.body.contains("<form method=\"post\""));
    let page = editor.get("/en/findings").await;
    let path = page
        .body
        .split("action=\"/en/findings/")
        .nth(1)
        .expect("the starter has a finding");
    let path = format!("/en/findings/{}", path.split('"').next().unwrap());
    assert_eq!(editor.send(&path, &[("reason", " ")]).await.status.as_u16(), 422);
    let done = editor.send(&path, &[("reason", "the vendor confirmed it")]).await;
    assert_eq!(done.status.as_u16(), 303, "{}", done.body);
    let page = editor.get("/en/findings").await;
    assert!(page.body.contains("the vendor confirmed it"));
    assert_eq!(editor.send(&path, &[("withdraw", "yes")]).await.status.as_u16(), 303);
    assert!(
        !editor
            .get("/en/findings")
            .await
            .body
            .contains("the vendor confirmed it")
    );
    assert_eq!(
        editor
            .send("/en/findings/none", &[("reason", "x")])
            .await
            .status
            .as_u16(),
        404
    );
}

#[tokio::test]
async fn what_was_taken_away_together_comes_back_together() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let empty = async || admin.get("/en/admin/draft").await.body.contains("Nothing waits");
    let vendor = found(&admin, "vendors", "lambda").await;
    let removal = format!("{vendor}/removal");
    assert_eq!(admin.send(&removal, &[("do", "remove")]).await.status.as_u16(), 303);
    let again = admin.send(&removal, &[("do", "remove")]).await;
    assert_eq!(again.status.as_u16(), 303);
    assert!(!empty().await, "who presses second does not bring it back");
    let line = &lines(&site, "vendors lambda").await[0];
    let back = admin.send(&format!("/en/admin/audit/{}", line.id), &[]).await;
    assert_eq!(back.status.as_u16(), 303, "{}", back.body);
    assert!(empty().await, "its offers, prices and facts are back, too");
    admin.send(&removal, &[("do", "remove")]).await;
    admin.send(&removal, &[("do", "back")]).await;
    assert!(empty().await);
}

#[tokio::test]
async fn no_release_is_published_again_that_a_draft_would_not_fit() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let vendor = [
        ("vendor_id", "q1"),
        ("name", "Q"),
        ("kind", "gpu_cloud"),
        ("source", "its site"),
        ("as_of", "2026-11-01"),
        ("grade", "C"),
    ];
    editor.send("/en/admin/catalogue/vendors/new", &vendor).await;
    let stale = editor.get("/en/admin/draft").await;
    let version = stale.body.split("name=\"draft\" value=\"").nth(1).unwrap();
    let version = version.split('"').next().unwrap().to_owned();
    let second = [("vendor_id", "q2")]
        .iter()
        .chain(&vendor[1..])
        .copied()
        .collect::<Vec<_>>();
    editor.send("/en/admin/catalogue/vendors/new", &second).await;
    let unseen = [("note", "what I saw"), ("draft", version.as_str())];
    let refused = editor.send("/en/admin/draft/publication", &unseen).await;
    assert_eq!(refused.status.as_u16(), 409, "nobody publishes what they have not seen");
    assert!(refused.body.contains("what I saw"), "the note is kept");
    editor.send("/en/admin/draft/publication", &[("note", "Q")]).await;
    let path = found(&editor, "vendors", "q1").await;
    let form = with(fields(&editor.get(&path).await), &[("note", "changed")]);
    assert_eq!(send(&editor, &path, &form).await.status.as_u16(), 303);
    let offer = [
        ("offer_id", "q1-o"),
        ("vendor_id", "q1"),
        ("instance_type", "O"),
        ("accelerator_id", "h100-sxm"),
        ("accelerator_count", "8"),
        ("region", "r"),
        ("area", "us"),
        ("available", "true"),
        ("source", "its site"),
        ("as_of", "2026-11-01"),
        ("grade", "C"),
    ];
    let saved = editor.send("/en/admin/catalogue/offers/new", &offer).await;
    assert_eq!(saved.status.as_u16(), 303, "{}", saved.body);
    // The changed vendor is in the draft, so the draft fits r1, too; without it, it would not.
    let line = &lines(&site, "vendors q1").await[0];
    assert_eq!(line.version, Some(2));
    send(&editor, &path, &with(fields(&editor.get(&path).await), &[("note", "")])).await;
    let reverted = editor.send("/en/releases/r1/revert", &[]).await;
    assert_eq!(reverted.status.as_u16(), 409, "{}", reverted.body);
    assert_eq!(editor.get("/en/admin/draft").await.status.as_u16(), 200);
}
