//! A measured history: uploaded, reckoned, forgotten; its page lives from its address.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::site::{Answer, Site};

const KIND: &str = "multipart/form-data; boundary=xxxx";

/// A form of several fields; the file is the field of that name.
fn form(fields: &[(&str, &str)]) -> String {
    let mut body = String::new();
    for (name, value) in fields {
        let file = if *name == "file" {
            "; filename=\"load.csv\"\r\nContent-Type: text/csv"
        } else {
            ""
        };
        write!(
            body,
            "--xxxx\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n{value}\r\n"
        )
        .unwrap();
    }
    body + "--xxxx--\r\n"
}

async fn read(site: &Site, fields: &[(&str, &str)]) -> Answer {
    site.post("/en/tco/history", KIND, form(fields)).await
}

/// The page that an upload leads to.
async fn page(site: &Site, fields: &[(&str, &str)]) -> (String, Answer) {
    let answer = read(site, fields).await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
    let address = answer.header("location").to_owned();
    let page = site.get(&address).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.body);
    (address, page)
}

/// Case C9: hourly demand 4,4,4,4,4,4,2,2,1,0 of four accelerators, from Monday 2 November 2026.
fn case_c9() -> String {
    let demand = [4, 4, 4, 4, 4, 4, 2, 2, 1, 0];
    let rows = (0..)
        .zip(demand)
        .map(|(hour, busy)| format!("2026-11-02 {hour:02}:00,{}\n", busy * 25));
    "time,utilisation\n".to_owned() + &rows.collect::<String>()
}

#[tokio::test]
async fn case_c9_the_page_commits_two_and_says_that_the_third_breaks_even() {
    let site = Site::starter().await;
    let fields = [
        ("price_on_demand", "1"),
        ("price_committed", "0.6"),
        ("price_spot", "0.4"),
        ("fleet", "4"),
        ("file", &case_c9()),
    ];
    let (_, page) = page(&site, &fields).await;
    let finding = page.texts(".says").join(" ");
    assert!(
        finding.contains("Commit 2 of at most 4") && finding.contains("24.00 over 10 hours, 5.00"),
        "{finding}"
    );
    assert!(page.body.contains("Accelerator 3–4 would cost the same"));
    let mixes = page.texts(".mixes tbody tr");
    assert_eq!(mixes.len(), 3, "{mixes:?}");
    assert!(mixes[2].contains("14.00"), "80 % of four at 65 % off: {mixes:?}");
    assert_eq!(page.texts(".steps tbody tr").len(), 5, "none to four committed");
    assert_eq!(page.texts(".heat tbody tr").len(), 7);
    assert_eq!(
        page.texts(".heat tbody td")[..11],
        ["100", "100", "100", "100", "100", "100", "50", "50", "25", "0", "–"]
    );
}

#[tokio::test]
async fn the_mean_leads_into_the_models_and_is_named_as_measured() {
    let site = Site::starter().await;
    let (_, page) = page(&site, &[("fleet", "4"), ("file", &case_c9())]).await;
    assert!(
        page.body.contains("util=72.5&amp;util_from=history") || page.body.contains("util=72.5&#38;util_from=history"),
        "{}",
        page.body
    );
    let tco = site.get("/en/tco?util=72.5&util_from=history").await;
    assert!(
        tco.texts(".assumptions tr")
            .iter()
            .any(|row| row.contains("Utilisation72.5") && row.contains("measured history"))
    );
}

#[tokio::test]
async fn a_year_of_minutes_is_read_in_time_and_the_address_stays_short() {
    let site = Site::starter().await;
    let mut text = String::with_capacity(16_000_000);
    text.push_str("time,utilisation\n");
    let start = 1_767_225_600_i64;
    let mut state = 1_u32;
    for minute in 0..525_600_i64 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        writeln!(text, "{},{}", start + minute * 60, (state >> 25).min(100)).unwrap();
    }
    let begun = Instant::now();
    let (address, page) = page(&site, &[("fleet", "8"), ("file", &text)]).await;
    // A debug build on a busy machine; a release build takes a tenth of it.
    assert!(begun.elapsed() < Duration::from_mins(1), "{:?}", begun.elapsed());
    assert!(address.len() < 3_000, "{} characters", address.len());
    assert!(
        page.texts(".shape dd").contains(&"525,600".to_owned()),
        "{:?}",
        page.texts(".shape dd")
    );
}

#[tokio::test]
async fn broken_rows_gaps_and_disorder_are_explained_with_their_rows() {
    let site = Site::starter().await;
    let mut text = "time,utilisation\n".to_owned();
    for minute in 10..60 {
        writeln!(text, "2026-11-02 00:{minute},50").unwrap();
    }
    text.push_str("2026-11-02 25:00,50\n2026-11-02 05:00,lots\n2026-11-02 05:01,50\n2026-11-02 00:05,70\n");
    let (_, answer) = page(&site, &[("file", &text)]).await;
    let notes = answer.texts(".notes li");
    let has = |part: &str| assert!(notes.iter().any(|note| note.contains(part)), "{part}: {notes:?}");
    has("2 rows could not be read");
    has("row 52: 2026-11-02 25:00 is no time");
    has("row 53: lots is no utilisation");
    has("row 55 was the first out of order");
    has("Gaps: 2, the longest of");
    has("taken as percent");
}

#[tokio::test]
async fn a_file_that_cannot_be_read_says_why_and_what_to_do() {
    let site = Site::starter().await;
    for (lang, text, part) in [
        ("en", "name,colour\na,b\n", "name the columns time and utilisation"),
        ("en", "", "Choose a file or paste rows"),
        (
            "en",
            "time,utilisation\n2026-11-02 00:00,5\nx,5\ny,5\n",
            "row 3: x is no time",
        ),
        ("zh", "", "请选择文件或粘贴数据"),
    ] {
        let answer = site
            .post(&format!("/{lang}/tco/history"), KIND, form(&[("file", text)]))
            .await;
        assert_eq!(answer.status.as_u16(), 422, "{text}");
        assert!(
            answer.texts("[role=alert]").join(" ").contains(part),
            "{text}: {:?}",
            answer.texts("[role=alert]")
        );
    }
}

#[tokio::test]
async fn pasted_rows_that_cannot_be_read_stay_in_the_form() {
    let site = Site::starter().await;
    let rows = "time,utilisation\n2026-11-02 00:00,35\n2026-11-02 01:00,<oops>\n";
    let body: String = form_urlencoded::Serializer::new(String::new())
        .append_pair("table", rows)
        .finish();
    let plain = "application/x-www-form-urlencoded";
    for answer in [
        site.post("/en/tco/history", KIND, form(&[("table", rows)])).await,
        site.post("/en/tco/history", plain, body).await,
    ] {
        assert_eq!(answer.status.as_u16(), 422);
        assert!(answer.texts("#table")[0].contains("01:00,<oops>"), "{}", answer.body);
        assert!(answer.texts(".error, [role=alert]").join(" ").contains("<oops>"));
    }
}

#[tokio::test]
async fn rows_may_be_pasted_in_a_plain_form() {
    let site = Site::starter().await;
    let body = "fleet=4&table=2026-11-02+00%3A00%2C50%0A2026-11-02+01%3A00%2C100";
    let answer = site
        .post("/en/tco/history", "application/x-www-form-urlencoded", body.to_owned())
        .await;
    assert_eq!(answer.status.as_u16(), 303, "{}", answer.body);
    let page = site.get(answer.header("location")).await;
    assert!(
        page.texts(".shape dd").contains(&"75 %".to_owned()),
        "{:?}",
        page.texts(".shape dd")
    );
}

#[tokio::test]
async fn the_address_alone_holds_the_page() {
    let site = Site::starter().await;
    let (address, first) = page(&site, &[("fleet", "4"), ("out_above", "60"), ("file", &case_c9())]).await;
    let other = Site::starter().await;
    assert_eq!(other.get(&address).await.texts("main"), first.texts("main"));
    assert!(
        first.body.contains("Out above 60 %"),
        "the replayed rule stands with its figures"
    );
    assert!(address.contains("&r=60-300-30-900-"), "{address}");
    let other_language = site.get(&address.replacen("/en/", "/zh/", 1)).await;
    assert!(other_language.body.contains("利用率高于 60% 持续 300 秒则扩容"));
}

#[tokio::test]
async fn a_bad_word_of_a_history_is_named() {
    let site = Site::starter().await;
    for (query, word) in [
        ("h=AAAA", "h"),
        ("h=%20", "h"),
        ("n=unheard", "n"),
        ("n=sorted:x", "n"),
        ("r=1-2-3", "r"),
        ("fleet=0", "fleet"),
        ("fleet=2049", "fleet"),
        ("price_spot=-1", "price_spot"),
        ("out_above=101", "out_above"),
        ("o=nobody", "o"),
    ] {
        let page = site.get(&format!("/en/tco/history?{query}")).await;
        assert_eq!(page.status.as_u16(), 422, "{query}");
        assert!(page.texts("main").join(" ").contains(word), "{query}");
    }
}

#[tokio::test]
async fn only_this_page_takes_a_body_of_many_megabytes() {
    let site = Site::starter().await;
    let rows = "2026-11-02 00:00,50\n".repeat(300_000);
    let body = form(&[("file", &rows)]);
    assert!(body.len() > 5 * 1024 * 1024);
    let here = site.post("/en/tco/history", KIND, body.clone()).await;
    assert_ne!(here.status.as_u16(), 413);
    let elsewhere = site.post("/en/score", KIND, body).await;
    assert_eq!(elsewhere.status.as_u16(), 413);
}
