//! Somebody who has just started the server becomes its admin, edits a price with its source, publishes, and sees the ranking change.
//! On the way every page behind the sign-in is looked at in both languages, light and dark, on a desktop and on a phone.

use std::fs::read_to_string;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::harness::{Page, Scheme, Width, in_browser, screenshots, setting};
use crate::sweep::AXE;

/// A server of its own: what is published here must not reach the other tests.
struct Server {
    child: Child,
    folder: PathBuf,
}

impl Server {
    fn start() -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("steelyard-newcomer-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder can be created");
        let log = std::fs::File::create(folder.join("server.log")).expect("a log can be written");
        let child = Command::new(env!("CARGO_BIN_EXE_steelyard"))
            .args(["--listen", "127.0.0.1:0"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(log)
            .spawn()
            .expect("the server starts");
        Self { child, folder }
    }

    /// What the server says behind a word as soon as it is ready.
    fn said(&self, before: &str) -> String {
        let begun = Instant::now();
        loop {
            let text = read_to_string(self.folder.join("server.log")).unwrap_or_default();
            let line = text.lines().find_map(|line| line.trim().strip_prefix(before));
            if let (Some(line), true) = (line, text.contains("listening")) {
                return line.split_whitespace().next().unwrap_or_default().to_owned();
            }
            assert!(begun.elapsed() < Duration::from_mins(1), "the server says: {text}");
            sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

/// Looks at a page in every way, and answers what is wrong with it.
async fn look(page: &Page, axe: Option<&str>, name: &str) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    let address = page.address().await?;
    for (lang, width, scheme) in ["en", "zh"]
        .into_iter()
        .flat_map(|lang| Width::ALL.map(|width| (lang, width)))
        .flat_map(|(lang, width)| Scheme::ALL.map(|scheme| (lang, width, scheme)))
    {
        let place = format!("{name}-{lang}-{}-{}", width.pixels(), scheme.word());
        page.scheme(scheme).await?;
        page.screen(width, width.height()).await?;
        let address = address.replacen("/en/", &format!("/{lang}/"), 1);
        page.open(&address.replace("lang=en", &format!("lang={lang}"))).await?;
        page.at_rest().await?;
        let wide: u32 = page.ask("return document.scrollingElement.scrollWidth").await?;
        if wide > width.pixels() {
            faults.push(format!("{place} is {wide} pixels wide"));
        }
        if let Some(axe) = axe {
            page.run(axe).await?;
            let found: Vec<String> = page.await_script(AXE).await?;
            faults.extend(found.into_iter().map(|fault| format!("{place}: {fault}")));
        }
        let tall: u32 = page.ask("return document.scrollingElement.scrollHeight").await?;
        page.screen(width, tall.clamp(width.height(), 3000)).await?;
        page.picture(&screenshots().join(format!("{place}.png"))).await?;
    }
    page.scheme(Scheme::Light).await?;
    page.screen(Width::Desktop, Width::Desktop.height()).await?;
    page.open(&address).await?;
    Ok(faults)
}

async fn submit(page: &Page, button: &str) -> anyhow::Result<()> {
    page.load(page.click(button)).await
}

/// Moves five points of the first preset from its first dimension to its second, looks at what that does, and publishes it.
async fn change_preset(page: &Page, axe: Option<&str>) -> anyhow::Result<Vec<String>> {
    let mut faults = Vec::new();
    page.open("/en/admin/scorecards").await?;
    faults.extend(look(page, axe, "scorecards").await?);
    page.open("/en/admin/scorecards/gpu-cloud").await?;
    faults.extend(look(page, axe, "scorecard").await?);
    let weights: Vec<(String, f64)> = page
        .ask(
            "return [...document.querySelectorAll('input[data-group^=\"p.\"]:not([data-group=\"p.new\"])')]
                 .slice(0, 2).map((e) => [e.id, Number(e.value)]);",
        )
        .await?;
    for ((id, points), change) in weights.iter().zip([-5.0, 5.0]) {
        page.type_over(&format!("[id=\"{id}\"]"), &(points + change).to_string())
            .await?;
    }
    submit(page, "#points button.primary").await?;
    page.open("/en/admin/scorecards/gpu-cloud/review").await?;
    faults.extend(look(page, axe, "scorecard-review").await?);
    page.type_over("#note", "Less for the first, more for the second")
        .await?;
    submit(page, "form[action$=publication] button.primary").await?;
    let versions: Vec<u32> = page
        .await_script(
            "const done = arguments[arguments.length - 1];
             fetch('/api/v1/scorecards').then((r) => r.json()).then((all) =>
                 done(all.items.filter((s) => s.id.startsWith('gpu-cloud@') || s.id === 'gpu-cloud').map((s) => s.version)));",
        )
        .await?;
    assert_eq!(versions.iter().max(), Some(&2), "{versions:?}");
    let criterion: String = {
        page.open("/en/admin/scorecards/gpu-cloud").await?;
        page.ask("return document.querySelector('.points-table a').getAttribute('href')")
            .await?
    };
    for (name, path) in [
        ("scorecard-criterion", criterion.as_str()),
        ("scorecard-gates", "/en/admin/scorecards/gpu-cloud/gates"),
        ("scorecard-missing", "/en/admin/scorecards/gpu-cloud/missing"),
        ("scorecard-versions", "/en/admin/scorecards/gpu-cloud/versions"),
    ] {
        page.open(path).await?;
        faults.extend(look(page, axe, name).await?);
    }
    Ok(faults)
}

#[test]
fn a_newcomer_becomes_admin_edits_a_price_publishes_it_and_sees_the_ranking_change() {
    in_browser(|page| async move {
        let server = Server::start();
        let axe = setting("STEELYARD_AXE").map(read_to_string).transpose()?;
        let setup = server.said("set up ");
        let (site, _) = setup.split_once("/en/").context("the link leads to a page")?;
        let path = setup.strip_prefix(site).context("the link is one of the site")?;
        let page = page.through(site);
        let mut faults = Vec::new();

        // Becomes admin.
        page.open("/en/sign-in").await?;
        faults.extend(look(&page, axe.as_deref(), "sign-in").await?);
        page.open(path).await?;
        faults.extend(look(&page, axe.as_deref(), "welcome").await?);
        page.type_over("#name", "newcomer").await?;
        page.type_over("#password", "a good long password").await?;
        page.type_over("#repeated", "a good long password").await?;
        submit(&page, "main button[type=submit]").await?;
        assert_eq!(page.address().await?, "/en/admin");
        faults.extend(look(&page, axe.as_deref(), "admin").await?);

        // What the ranking says before.
        page.open("/en/?q=8x+H100+SXM&vendor=lambda&group=offer").await?;
        let before = page.rows().await?.first().context("the offer is ranked")?.score.clone();

        // Edits a price with its source, in the row of the list.
        page.open("/en/admin/catalogue/prices?q=lambda-8x-h100-sxm-global")
            .await?;
        faults.extend(look(&page, axe.as_deref(), "records").await?);
        page.click("table.records tbody a").await?;
        page.until(
            "the form stands in the row",
            "return !!document.querySelector('tr.editing #f-hourly')",
        )
        .await?;
        page.type_over("#f-hourly", "3.21").await?;
        page.type_over("#f-source", "a quote of today").await?;
        page.click("tr.editing button[type=submit]").await?;
        page.until("the row is back", "return !document.querySelector('tr.editing') && document.querySelector('table.records').textContent.includes('3.21')")
            .await?;
        page.load(page.click("table.records tbody a")).await.ok();
        page.open("/en/admin/catalogue/prices?q=a+quote+of+today&state=draft")
            .await?;
        let record: String = page
            .ask("return document.querySelector('table.records tbody a').getAttribute('href')")
            .await?;
        page.open(&record).await?;
        faults.extend(look(&page, axe.as_deref(), "record").await?);

        // Looks at what that does, and publishes it.
        page.open("/en/admin/draft").await?;
        faults.extend(look(&page, axe.as_deref(), "draft").await?);
        let body = page.text("main").await?;
        assert!(body.contains("change rank") || body.contains("changes rank"), "{body}");
        page.type_over("#note", "A quote").await?;
        submit(&page, "form.stack button[type=submit]").await?;
        assert_eq!(page.address().await?, "/en/releases/r2");

        // Sees the ranking change.
        page.open("/en/?q=8x+H100+SXM&vendor=lambda&group=offer").await?;
        let after = page.rows().await?.first().context("the offer is ranked")?.score.clone();
        assert_ne!(before, after);

        faults.extend(change_preset(&page, axe.as_deref()).await?);

        // Freezes a ranking for others.
        page.open("/en/share?gpus=16").await?;
        submit(&page, "form.stack button.primary").await?;
        let link: String = page
            .ask("return new URL(document.querySelector('.secret .key').value).pathname")
            .await?;
        page.open(&format!("{link}?lang=en")).await?;
        page.until("the changes are there", "return !document.querySelector('.since a')")
            .await?;
        faults.extend(look(&page, axe.as_deref(), "frozen").await?);

        for (name, path) in [
            ("share", "share"),
            ("links", "links"),
            ("evaluations", "evaluations"),
            ("account", "account"),
            ("accounts", "admin/accounts"),
            ("import", "admin/imports"),
            ("audit", "admin/audit"),
        ] {
            page.open(&format!("/en/{path}")).await?;
            faults.extend(look(&page, axe.as_deref(), name).await?);
        }

        // Signs out; the Back button shows nothing of the account.
        page.open("/en/account").await?;
        submit(&page, ".sign-out button").await?;
        page.back().await?;
        page.until(
            "no page of the account",
            "return document.readyState === 'complete' && !document.body.textContent.includes('newcomer')",
        )
        .await?;
        assert!(faults.is_empty(), "{faults:#?}");
        Ok(())
    });
}

#[test]
fn without_scripts_a_price_is_edited_in_a_page_of_its_own() {
    in_browser(|page| async move {
        let server = Server::start();
        let setup = server.said("set up ");
        let (site, _) = setup.split_once("/en/").context("the link leads to a page")?;
        let path = setup
            .strip_prefix(site)
            .context("the link is one of the site")?
            .to_owned();
        let page = page.through(site);
        page.without_scripts().await?;
        page.open(&path).await?;
        page.find("#name").await?.send_keys("newcomer").await?;
        page.find("#password").await?.send_keys("a good long password").await?;
        page.find("#repeated").await?.send_keys("a good long password").await?;
        submit(&page, "main button[type=submit]").await?;
        page.open("/en/admin/catalogue/prices?q=lambda-8x-h100-sxm-global")
            .await?;
        submit(&page, "table.records tbody a").await?;
        let hourly = page.find("#f-hourly").await?;
        hourly.clear().await?;
        hourly.send_keys("3.21").await?;
        submit(&page, "form.columns button[type=submit]").await?;
        assert!(page.find(".done").await?.text().await?.contains("draft"));
        page.open("/en/admin/draft").await?;
        page.find("#note").await?.send_keys("Without scripts").await?;
        submit(&page, "form.stack button[type=submit]").await?;
        assert!(page.find("h1").await?.text().await?.contains("r2"));
        Ok(())
    });
}
