//! Scorecards edited in the browser: merging, what is refused, the ranking before and after, versions, copies, hostile text.

use scraper::{Html, Selector};
use steelyard::domain::account::Role;
use steelyard::domain::audit::{Action, Kind};
use steelyard::store::{LogFilter, new_id};

use crate::site::{Answer, Site, Visitor};

const CARD: &str = "/en/admin/scorecards/gpu-cloud";
const FP16: &str = "/en/admin/scorecards/gpu-cloud/criteria/fp16";

type Form = Vec<(String, String)>;

/// The fields of a form as a browser would send them.
fn form(page: &Answer, selector: &str) -> Form {
    let html = Html::parse_document(&page.body);
    let control = Selector::parse(&format!("{selector} :is(input, select, textarea)")).unwrap();
    let option = Selector::parse("option").unwrap();
    let mut sent = Vec::new();
    for field in html.select(&control) {
        let name = field.attr("name").unwrap_or_default().to_owned();
        if name.is_empty() || ["token", "once"].contains(&name.as_str()) {
            continue;
        }
        let value = match field.value().name() {
            "select" => {
                let options: Vec<_> = field.select(&option).collect();
                let chosen = options
                    .iter()
                    .find(|o| o.attr("selected").is_some())
                    .or(options.first());
                chosen.and_then(|o| o.attr("value")).unwrap_or_default().to_owned()
            }
            // Browsers send lines as the web has them.
            "textarea" => field.text().collect::<String>().replace('\n', "\r\n"),
            _ if matches!(field.attr("type"), Some("radio" | "checkbox")) && field.attr("checked").is_none() => {
                continue;
            }
            _ => field.attr("value").unwrap_or_default().to_owned(),
        };
        sent.push((name, value));
    }
    sent
}

fn with(mut form: Form, changes: &[(&str, &str)]) -> Form {
    for (name, value) in changes {
        match form.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => (*value).clone_into(old),
            None => form.push(((*name).to_owned(), (*value).to_owned())),
        }
    }
    form
}

async fn send(editor: &Visitor<'_>, path: &str, form: &Form, once: &str) -> Answer {
    let fields: Vec<(&str, &str)> = form
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .collect();
    editor.resend(path, &fields, once).await
}

/// Opens a page, changes some fields of its form and sends it.
pub(crate) async fn edit(editor: &Visitor<'_>, path: &str, changes: &[(&str, &str)]) -> Answer {
    let page = editor.get(path).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.body);
    let selector = form_of(path);
    send(editor, path, &with(form(&page, selector), changes), &once()).await
}

fn form_of(path: &str) -> &'static str {
    if path.contains("/criteria/") {
        "#criterion"
    } else if path.ends_with("/gates") {
        ".gates-form"
    } else {
        "#points"
    }
}

fn once() -> String {
    new_id().simple().to_string()
}

async fn publish(editor: &Visitor<'_>, more: &[(&str, &str)]) -> Answer {
    let page = editor.get(&format!("{CARD}/review")).await;
    let publish = with(form(&page, "#publish-form"), more);
    send(editor, &format!("{CARD}/publication"), &publish, &once()).await
}

fn saved(answer: &Answer) {
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
    assert!(
        answer.header("location").ends_with("saved=yes"),
        "{}",
        answer.header("location")
    );
}

/// The value of a field of a page.
async fn value(editor: &Visitor<'_>, path: &str, name: &str) -> String {
    let page = editor.get(path).await;
    let fields = form(&page, form_of(path));
    fields
        .into_iter()
        .find(|(known, _)| known == name)
        .unwrap_or_else(|| panic!("{name} is on {path}"))
        .1
}

#[tokio::test]
async fn a_changed_weight_preset_is_reviewed_published_and_changes_what_the_preset_ranks() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let before = site.get("/en/?preset=cost").await.header("location").to_owned();
    let fields = [("p.cost.weight.performance", "10"), ("p.cost.weight.cost", "70")];
    saved(&edit(&editor, CARD, &fields).await);
    let review = editor.get(&format!("{CARD}/review")).await;
    assert!(
        review
            .texts(".changes li")
            .iter()
            .any(|line| line.contains("Cost first") && line.contains("60"))
    );
    assert_eq!(review.texts("#preset option[selected]"), ["the preset Cost first"]);
    assert_eq!(review.texts(".effect tbody tr").len(), 20);
    assert_eq!(
        site.get("/en/?preset=cost").await.header("location"),
        before,
        "nothing is in force yet"
    );
    let done = publish(&editor, &[("note", "Cost counts more")]).await;
    assert_eq!(done.status.as_u16(), 303, "{}", done.body);
    assert_eq!(done.header("location"), format!("{CARD}/versions?published=2"));
    let after = site.get("/en/?preset=cost").await;
    assert!(
        after.header("location").contains("w=10-70-10-10"),
        "{}",
        after.header("location")
    );
}

#[tokio::test]
async fn published_points_change_the_ranking_and_the_old_version_can_be_had_back() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let ranks = async |query: &str| {
        let items = site.rankings(query).await;
        items
            .into_iter()
            .map(|(name, item)| (name, item["score"].to_string()))
            .collect::<Vec<_>>()
    };
    let old = ranks("limit=50").await;
    let fields = [
        ("d.performance.points", "10"),
        ("d.cost.points", "60"),
        ("c.mlperf.points", "4"),
        ("c.fp16.points", "2"),
        ("c.bandwidth.points", "2"),
        ("c.vram.points", "2"),
        ("c.reserved_price.points", "45"),
    ];
    saved(&edit(&editor, CARD, &fields).await);
    assert_eq!(ranks("limit=50").await, old);
    let review = editor.get(&format!("{CARD}/review")).await;
    assert!(
        review.texts(".changes li")[0].contains("Dimension Performance"),
        "{:?}",
        review.texts(".changes li")
    );
    assert!(!review.texts(".effect .was.up").is_empty() || !review.texts(".effect .was.new").is_empty());
    assert_eq!(
        publish(&editor, &[("note", "Price counts most")]).await.status.as_u16(),
        303
    );
    let new = ranks("limit=50").await;
    assert_ne!(new, old);
    assert_eq!(
        ranks("limit=50&scorecard=gpu-cloud@1").await,
        old,
        "an old link keeps its meaning"
    );

    let versions = editor.get(&format!("{CARD}/versions?from=1&to=2")).await;
    let changes = versions.texts(".changes li");
    assert!(
        changes[0].contains("Dimension Performance, Points") && changes[0].contains("40"),
        "{changes:?}"
    );
    let back = editor.send(&format!("{CARD}/versions"), &[("version", "1")]).await;
    assert_eq!(
        back.header("location"),
        format!("{CARD}/versions?published=3"),
        "{}",
        back.body
    );
    assert_eq!(ranks("limit=50").await, old);
    let same = editor.get(&format!("{CARD}/versions?from=1&to=3")).await;
    assert!(same.body.contains("Both say the same."));
    let again = editor.send(&format!("{CARD}/versions"), &[("version", "1")]).await;
    assert_eq!(again.status.as_u16(), 422);

    let mut tx = site.app().db().read().await.unwrap();
    let filter = LogFilter {
        kind: Kind::Scorecard.as_str().to_owned(),
        ..LogFilter::default()
    };
    let lines = tx.log_lines(&filter, None, 10).await.unwrap();
    let actions: Vec<Action> = lines.iter().map(|line| line.act.action).collect();
    assert_eq!(actions, [Action::Revert, Action::Publish, Action::Change]);
    let change = &lines[2].act;
    assert!(change.before.as_ref().unwrap().contains("\"d.cost.points\":\"30\""));
    assert!(change.after.as_ref().unwrap().contains("\"d.cost.points\":\"60\""));
    assert!(lines[1].act.after.as_ref().unwrap().contains("\"version\":2"));
}

#[tokio::test]
async fn a_server_beside_takes_a_new_version_over() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let beside = steelyard::web::App::new(
        site.app().db().clone(),
        steelyard::web::App::load(site.app().db()).await.unwrap().unwrap(),
    );
    let fields = [("p.cost.weight.performance", "10"), ("p.cost.weight.cost", "70")];
    saved(&edit(&editor, CARD, &fields).await);
    publish(&editor, &[("note", "x")]).await;
    assert_eq!(beside.live().newest_scorecard("gpu-cloud").unwrap().version, 1);
    assert_eq!(beside.refresh().await.unwrap(), None);
    assert_eq!(beside.live().newest_scorecard("gpu-cloud").unwrap().version, 2);
}

#[tokio::test]
async fn two_editors_of_different_fields_both_succeed() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let (hers, his) = (ana.get(CARD).await, bob.get(CARD).await);
    let hers = with(form(&hers, "#points"), &[("c.fp16.points", "8")]);
    let his = with(form(&his, "#points"), &[("c.vram.points", "2")]);
    saved(&send(&ana, CARD, &hers, &once()).await);
    saved(&send(&bob, CARD, &his, &once()).await);
    assert_eq!(value(&ana, CARD, "c.fp16.points").await, "8");
    assert_eq!(value(&ana, CARD, "c.vram.points").await, "2");
}

#[tokio::test]
async fn two_editors_of_the_same_field_see_both_texts_and_choose() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let (hers, his) = (ana.get(FP16).await, bob.get(FP16).await);
    let (first, second) = ("Because it is\r\nthe core.", "Because <b>we</b> say so.");
    let hers = with(form(&hers, "#criterion"), &[("c.fp16.reason.en", first)]);
    let his = with(
        form(&his, "#criterion"),
        &[("c.fp16.reason.en", second), ("c.fp16.unit", "TF")],
    );
    saved(&send(&ana, FP16, &hers, &once()).await);
    let conflict = send(&bob, FP16, &his, &once()).await;
    assert_eq!(conflict.status.as_u16(), 409);
    let texts = conflict.texts(".version-text");
    assert_eq!(texts, ["Because it is the core.", second]);
    assert!(conflict.body.contains(ana.account.name.as_str()));
    assert_eq!(
        value(&bob, FP16, "c.fp16.unit").await,
        "TFLOPS",
        "nothing is saved before the choice"
    );
    let choice = with(form(&conflict, ".clashes"), &[("c.fp16.reason.en", second)]);
    saved(&send(&bob, FP16, &choice, &once()).await);
    assert_eq!(value(&bob, FP16, "c.fp16.reason.en").await, second);
    assert_eq!(value(&bob, FP16, "c.fp16.unit").await, "TF");
}

#[tokio::test]
async fn an_edit_of_what_somebody_took_away_keeps_its_text() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let his = with(
        form(&bob.get(CARD).await, "#points"),
        &[("c.fp16.points", "9"), ("c.vram.points", "4")],
    );
    saved(&ana.send(&format!("{FP16}/removal"), &[]).await);
    let conflict = send(&bob, CARD, &his, &once()).await;
    assert_eq!(conflict.status.as_u16(), 409);
    assert_eq!(conflict.texts(".version-text"), ["9"]);
    saved(&send(&bob, CARD, &form(&conflict, ".clashes"), &once()).await);
    assert_eq!(value(&bob, CARD, "c.vram.points").await, "4");
}

#[tokio::test]
async fn a_form_sent_twice_changes_once() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let page = editor.get(CARD).await;
    let sent = with(
        form(&page, "#points"),
        &[
            ("new.preset.id", "mine"),
            ("new.preset.name.en", "Mine"),
            ("new.preset.name.zh", "我的"),
        ],
    );
    let weights = ["performance", "cost", "support", "ecosystem"].map(|id| format!("new.preset.weight.{id}"));
    let weights: Vec<(&str, &str)> = weights.iter().map(|name| (name.as_str(), "25")).collect();
    let (sent, once) = (with(sent, &weights), once());
    let first = send(&editor, CARD, &sent, &once).await;
    saved(&first);
    let second = send(&editor, CARD, &sent, &once).await;
    assert_eq!(second.header("location"), first.header("location"));
    let draft = site
        .app()
        .db()
        .read()
        .await
        .unwrap()
        .scorecard_draft("gpu-cloud")
        .await
        .unwrap()
        .unwrap();
    assert_eq!(draft.card.presets.iter().filter(|p| p.id == "mine").count(), 1);
    assert_eq!(draft.revision, 1);

    let publish = with(
        form(&editor.get(&format!("{CARD}/review")).await, "#publish-form"),
        &[("note", "Mine")],
    );
    let once = self::once();
    let first = send(&editor, &format!("{CARD}/publication"), &publish, &once).await;
    let second = send(&editor, &format!("{CARD}/publication"), &publish, &once).await;
    assert_eq!(
        (first.status.as_u16(), second.status.as_u16()),
        (303, 303),
        "{}",
        second.body
    );
    assert_eq!(site.app().live().newest_scorecard("gpu-cloud").unwrap().version, 2);
    assert!(site.get("/en/method").await.body.contains("Mine"));
}

#[tokio::test]
async fn what_does_not_add_up_is_kept_in_the_draft_and_not_published() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    saved(&edit(&editor, CARD, &[("d.performance.points", "35")]).await);
    let page = editor.get(CARD).await;
    assert_eq!(page.texts(".total-line .sum"), ["5 left of 100"]);
    assert!(page.texts(".dimension .sum").contains(&"5 over 35".to_owned()));
    let refused = publish(&editor, &[("note", "too early")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    let summary = refused.texts(".error-summary")[0].clone();
    assert!(
        summary.contains("do not add up to 100") && summary.contains("5 left"),
        "{summary}"
    );
    assert!(refused.body.contains("too early"), "the note is kept");
    assert_eq!(site.app().live().newest_scorecard("gpu-cloud").unwrap().version, 1);
}

#[tokio::test]
async fn a_moved_anchor_asks_for_its_weight_before_it_is_published() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let anchors = async || {
        let (worst, best) = ("c.fp16.value.worst", "c.fp16.value.best");
        (value(&editor, FP16, worst).await, value(&editor, FP16, best).await)
    };
    let before = anchors().await;
    let page = editor.get(FP16).await;
    let range = with(form(&page, "#criterion"), &[("do", "range")]);
    saved(&send(&editor, FP16, &range, &once()).await);
    let page = editor.get(FP16).await;
    assert_ne!(anchors().await, before);
    assert!(
        page.texts(".ask")[0].contains("still worth 7 points"),
        "{:?}",
        page.texts(".ask")
    );
    assert!(
        !page.body.contains("value=\"range\""),
        "the range is the anchors already"
    );
    assert!(editor.get(CARD).await.body.contains("re-check the weight"));
    let refused = publish(&editor, &[("note", "anchors")]).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(
        refused
            .texts(".error-summary a")
            .iter()
            .any(|text| text.contains("FP16"))
    );
    let done = publish(&editor, &[("note", "anchors"), ("recheck.fp16", "yes")]).await;
    assert_eq!(done.status.as_u16(), 303, "{}", done.body);
}

#[tokio::test]
async fn a_publication_of_what_was_not_seen_is_refused() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let fields = [("p.cost.weight.performance", "10"), ("p.cost.weight.cost", "70")];
    saved(&edit(&ana, CARD, &fields).await);
    let seen = with(
        form(&ana.get(&format!("{CARD}/review")).await, "#publish-form"),
        &[("note", "mine")],
    );
    saved(
        &edit(
            &bob,
            CARD,
            &[("p.seed.weight.cost", "29"), ("p.seed.weight.performance", "41")],
        )
        .await,
    );
    let refused = send(&ana, &format!("{CARD}/publication"), &seen, &once()).await;
    assert_eq!(refused.status.as_u16(), 409, "{}", refused.body);
    assert!(refused.body.contains(">mine</textarea>") || refused.body.contains("\nmine</textarea>"));
}

#[tokio::test]
async fn a_field_that_does_not_fit_comes_back_with_everything_typed() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let fields = [
        ("c.fp16.value.best", "plenty"),
        ("c.fp16.name.en", ""),
        ("c.fp16.unit", "TF"),
    ];
    let refused = edit(&editor, FP16, &fields).await;
    assert_eq!(refused.status.as_u16(), 422);
    let kept = form(&refused, "#criterion");
    for (name, text) in [
        ("c.fp16.value.best", "plenty"),
        ("c.fp16.unit", "TF"),
        ("was.c.fp16.value.best", "2500"),
    ] {
        assert!(kept.contains(&(name.to_owned(), text.to_owned())), "{name}: {kept:?}");
    }
    for link in ["href=\"#c.fp16.name.en\"", "href=\"#c.fp16.value.best\""] {
        assert!(refused.body.contains(link), "{link}");
    }
    for path in [format!("{CARD}/criteria"), CARD.to_owned(), format!("{CARD}/gates")] {
        let bad = [
            ("new.id", "Not an id"),
            ("new.preset.id", "Not an id"),
            ("new.name.en", "N"),
        ];
        let refused = editor.send(&path, &bad).await;
        assert_eq!(refused.status.as_u16(), 422, "{path}");
        assert!(refused.body.contains("value=\"Not an id\""), "{path}");
    }
}

#[tokio::test]
async fn the_curve_shows_what_is_typed_and_saves_nothing() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let typed = with(
        form(&editor.get(FP16).await, "#criterion"),
        &[("c.fp16.value.best", "5000")],
    );
    let page = send(&editor, &format!("{FP16}/curve"), &typed, &once()).await;
    assert_eq!(page.status.as_u16(), 200);
    assert!(
        page.texts(".swing")[0].contains("5,000 TFLOPS"),
        "{:?}",
        page.texts(".swing")
    );
    assert!(page.body.contains("<html"), "without scripts it is a whole page");
    assert_eq!(page.texts(".curve-table tbody tr").len(), 5);
    let levels = with(
        form(&editor.get(FP16).await, "#criterion"),
        &[("c.fp16.value.type", "points")],
    );
    let page = send(&editor, &format!("{FP16}/curve"), &levels, &once()).await;
    let fields = form(&page, "#criterion");
    let lines = fields.iter().find(|(name, _)| name == "c.fp16.value.points").unwrap();
    assert!(
        lines.1.contains("= 0") && lines.1.contains("= 100"),
        "it begins with what fits the offers: {lines:?}"
    );
    saved(&send(&editor, FP16, &fields, &once()).await);
    assert_eq!(value(&editor, FP16, "c.fp16.value.type").await, "points");
}

#[tokio::test]
async fn a_copy_is_a_scorecard_of_its_own_once_it_is_published() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let list = "/en/admin/scorecards";
    let fields = [
        ("from", "gpu-cloud"),
        ("id", "ours"),
        ("name_en", "Ours"),
        ("name_zh", "我们的"),
    ];
    let done = editor.send(list, &fields).await;
    assert_eq!(done.header("location"), "/en/admin/scorecards/ours", "{}", done.body);
    let taken = editor.send(list, &fields).await;
    assert_eq!(taken.status.as_u16(), 422);
    assert!(taken.body.contains("value=\"我们的\""));
    assert_eq!(site.get("/en/?scorecard=ours").await.status.as_u16(), 422);
    let review = editor.get("/en/admin/scorecards/ours/review").await;
    let sent = with(form(&review, "#publish-form"), &[("note", "Our own")]);
    let done = send(&editor, "/en/admin/scorecards/ours/publication", &sent, &once()).await;
    assert_eq!(done.status.as_u16(), 303, "{}", done.body);
    assert_eq!(site.get("/en/?scorecard=ours").await.status.as_u16(), 200);
}

#[tokio::test]
async fn criteria_and_gates_come_and_go_and_a_draft_can_be_discarded() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let new = [
        ("new.dimension", "ecosystem"),
        ("new.attribute", "vendor/gpu_monitoring_api"),
        ("new.id", "monitoring"),
        ("new.name.en", "Monitoring"),
        ("new.name.zh", "监控"),
    ];
    let done = editor.send(&format!("{CARD}/criteria"), &new).await;
    let page = format!("{CARD}/criteria/monitoring");
    assert_eq!(done.header("location"), format!("{page}?saved=yes"), "{}", done.body);
    assert_eq!(value(&editor, &page, "c.monitoring.value.type").await, "boolean");
    let gates = format!("{CARD}/gates");
    let changes = [
        ("g.sla.mode", "must"),
        ("g.sla.value", "99.9"),
        ("remove.gate", "green"),
        ("new.id", "iso"),
        ("new.name.en", "ISO"),
        ("new.name.zh", "ISO"),
        ("new.attribute", "vendor/green_certification"),
    ];
    saved(&edit(&editor, &gates, &changes).await);
    let draft = site
        .app()
        .db()
        .read()
        .await
        .unwrap()
        .scorecard_draft("gpu-cloud")
        .await
        .unwrap()
        .unwrap();
    let ids: Vec<&str> = draft.card.gates.iter().map(|g| g.id.as_str()).collect();
    assert!(ids.contains(&"iso") && !ids.contains(&"green"), "{ids:?}");
    let review = editor.get(&format!("{CARD}/review")).await;
    assert!(
        review
            .texts(".changes li")
            .iter()
            .any(|line| line.contains("Criterion Monitoring"))
    );
    let missing = editor.get(&format!("{CARD}/missing")).await;
    assert!(
        missing
            .texts(".missing-table tbody th")
            .iter()
            .any(|text| text.contains("Monitoring"))
    );
    assert_eq!(editor.send(&format!("{CARD}/removal"), &[]).await.status.as_u16(), 303);
    assert_eq!(editor.get(&page).await.status.as_u16(), 404);
}

#[tokio::test]
async fn hostile_text_is_shown_as_text() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let evil = "<script>alert(1)</script>\"'>";
    saved(
        &edit(
            &editor,
            FP16,
            &[
                ("c.fp16.name.en", evil),
                ("c.fp16.unit", evil),
                ("c.fp16.reason.en", evil),
            ],
        )
        .await,
    );
    saved(&edit(&editor, CARD, &[("s..description.en", evil), ("p.cost.name.en", evil)]).await);
    let pages = ["", "/criteria/fp16", "/gates", "/missing", "/review", "/versions"];
    for path in pages
        .iter()
        .map(|page| format!("{CARD}{page}"))
        .chain(["/en/admin/scorecards".to_owned()])
    {
        let page = editor.get(&path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(!page.body.contains("<script>alert"), "{path}");
    }
    assert_eq!(publish(&editor, &[("note", evil)]).await.status.as_u16(), 303);
    for path in ["/en/", "/en/method", &format!("{CARD}/versions?from=1&to=2")] {
        let page = editor.get(path).await;
        assert_eq!(page.status.as_u16(), 200, "{path}");
        assert!(!page.body.contains("<script>alert"), "{path}");
    }
}

#[tokio::test]
async fn nobody_but_editors_sees_a_draft() {
    let site = Site::starter().await;
    let member = site.visitor(Role::Member).await;
    for path in ["/en/admin/scorecards", CARD, FP16] {
        assert_eq!(member.get(path).await.status.as_u16(), 403, "{path}");
        assert_eq!(site.get(path).await.status.as_u16(), 303, "{path}");
    }
}
