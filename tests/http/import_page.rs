//! The import page: a file is looked at first, shown with everything it would change, and taken when somebody confirms.

use std::fmt::Write as _;

use steelyard::domain::account::Role;
use steelyard::store::new_id;

use crate::site::{Answer, Site, Visitor};

const HEAD: &str = "offer_id,plan,hourly,currency,completeness,as_of,source,grade\n";

async fn upload(visitor: &Visitor<'_>, name: &str, content: &str, fields: &[(&str, &str)]) -> Answer {
    upload_in("en", visitor, (name, content), fields).await
}

/// Sends a file from the page of a language.
pub(crate) async fn upload_in(
    lang: &str,
    visitor: &Visitor<'_>,
    (name, content): (&str, &str),
    fields: &[(&str, &str)],
) -> Answer {
    let edge = "----edge";
    let once = new_id().simple().to_string();
    let mut body = String::new();
    let all = [("token", visitor.token.as_str()), ("once", once.as_str())];
    for (field, value) in all.iter().chain(fields) {
        write!(
            body,
            "--{edge}\r\ncontent-disposition: form-data; name=\"{field}\"\r\n\r\n{value}\r\n"
        )
        .unwrap();
    }
    write!(
        body,
        "--{edge}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: text/csv\r\n\r\n{content}\r\n--{edge}--\r\n"
    )
    .unwrap();
    let kind = format!("multipart/form-data; boundary={edge}");
    visitor.send_body(&format!("/{lang}/admin/imports"), &kind, body).await
}

async fn preview(visitor: &Visitor<'_>, name: &str, content: &str) -> (String, Answer) {
    let sent = upload(visitor, name, content, &[("format", "auto")]).await;
    read(visitor, name, &sent).await
}

/// The page that shows what a file that was sent would change, and its address.
pub(crate) async fn read(visitor: &Visitor<'_>, name: &str, sent: &Answer) -> (String, Answer) {
    assert_eq!(sent.status.as_u16(), 303, "{}", sent.body);
    let path = sent.header("location").to_owned();
    for _ in 0..100 {
        let page = visitor.get(&path).await;
        assert_eq!(page.status.as_u16(), 200, "{}", page.body);
        if !page.body.contains("<progress") {
            return (path, page);
        }
    }
    panic!("{name} is never read");
}

#[tokio::test]
async fn a_price_list_is_previewed_with_its_effect_and_taken_into_the_draft() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let rows = format!("{HEAD}lambda-8x-h100-sxm-global,on_demand,9.99,USD,all_in,2026-11-01,a quote,C\n");
    let (path, page) = preview(&editor, "prices.csv", &rows).await;
    assert!(
        page.body.contains("Nothing is taken yet") && page.body.contains("lambda-8x-h100-sxm-global"),
        "{}",
        page.body
    );
    assert!(
        page.body.contains("change rank") || page.body.contains("changes rank"),
        "{}",
        page.body
    );
    assert!(editor.get("/en/admin/draft").await.body.contains("Nothing waits"));
    let once = new_id().simple().to_string();
    let done = editor.resend(&path, &[], &once).await;
    assert_eq!(
        (done.status.as_u16(), done.header("location")),
        (303, "/en/admin/draft"),
        "{}",
        done.body
    );
    let twice = editor.resend(&path, &[], &once).await;
    assert_eq!(twice.status.as_u16(), 303, "a double click is answered as the first");
    assert!(
        editor
            .get("/en/admin/draft")
            .await
            .body
            .contains("lambda-8x-h100-sxm-global")
    );
    assert_eq!(editor.get(&path).await.status.as_u16(), 404);
}

#[tokio::test]
async fn ux_17_an_unchanged_file_says_nothing_to_import_and_offers_no_confirm() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let vendors = "vendor_id,name,kind,source,as_of,grade,name_zh,country,homepage,url,note\n";
    let (path, _) = preview(
        &editor,
        "vendors.csv",
        &format!("{vendors}neu,Neu,gpu_cloud,its site,2026-11-01,C,,,,,\n"),
    )
    .await;
    assert_eq!(editor.send(&path, &[]).await.status.as_u16(), 303);
    let (path, page) = preview(
        &editor,
        "vendors.csv",
        &format!("{vendors}neu,Neu,gpu_cloud,its site,2026-11-01,C,,,,,\n"),
    )
    .await;
    assert!(page.body.contains("Nothing to import"), "{}", page.body);
    assert!(page.texts("form.stack button").is_empty());
    assert_eq!(
        editor.send(&path, &[]).await.status.as_u16(),
        200,
        "confirming all the same shows the page again"
    );
}

#[tokio::test]
async fn ux_17_one_bad_row_of_three_hundred_is_named_and_changes_nothing_until_it_is_left_out() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let mut rows = HEAD.to_owned();
    for n in 0..299 {
        writeln!(
            rows,
            "lambda-8x-h100-sxm-global,on_demand,9.99,USD,all_in,2026-11-01,quote {n},C"
        )
        .unwrap();
    }
    rows += "lambda-8x-h100-sxm-global,on_demand,-1,USD,all_in,2026-11-01,bad quote,C\n";
    let (path, page) = preview(&editor, "prices.csv", &rows).await;
    assert!(
        page.body.contains("row 301") && page.body.contains("<code>hourly</code>"),
        "{}",
        page.body
    );
    let refused = editor.send(&path, &[]).await;
    assert_eq!(refused.status.as_u16(), 200);
    assert!(editor.get("/en/admin/draft").await.body.contains("Nothing waits"));
    let taken = editor.send(&path, &[("skip_rejected", "yes")]).await;
    assert_eq!(taken.status.as_u16(), 303, "{}", taken.body);
    assert!(editor.get("/en/admin/draft").await.body.contains("299"));
}

#[tokio::test]
async fn nobody_sees_the_file_of_another_and_a_bad_field_is_named() {
    let site = Site::starter().await;
    let (ana, bob) = (site.visitor(Role::Editor).await, site.visitor(Role::Editor).await);
    let (path, _) = preview(&ana, "prices.csv", HEAD).await;
    assert_eq!(bob.get(&path).await.status.as_u16(), 404);
    let refused = upload(
        &ana,
        "x.csv",
        "a,b\n1,2\n",
        &[("currency", "dollars"), ("source", "kept")],
    )
    .await;
    assert_eq!(refused.status.as_u16(), 422);
    assert!(
        refused.body.contains("href=\"#currency\"") && refused.body.contains("value=\"kept\""),
        "{}",
        refused.body
    );
    let empty = upload(&ana, "x.csv", "", &[]).await;
    assert_eq!(empty.status.as_u16(), 422);
}
