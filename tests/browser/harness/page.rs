//! A page in a browser, in the words of the tests.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use axum::http::Method;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use thirtyfour::common::command::FormatRequestData;
use thirtyfour::common::print::PrintParameters;
use thirtyfour::prelude::{WebDriver, WebElement};
use thirtyfour::{
    BrowserLogEntry, By, ChromiumLikeCapabilities, DesiredCapabilities, Key, LoggingPrefsLogLevel, RequestData,
    SessionId, TypingData,
};

use super::programs::programs;

const FLAGS: [&str; 8] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// Longest wait for something on a page.
const PATIENCE: Duration = Duration::from_secs(10);

/// Nothing of htmx is under way.
const AT_REST: &str = "!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling, .htmx-added')";

/// A browser session and the site it looks at.
#[derive(Clone)]
pub(crate) struct Page {
    driver: WebDriver,
    site: String,
}

/// A row of the ranking: which offer, and its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(crate) struct Row {
    pub(crate) offer: String,
    pub(crate) score: String,
    pub(crate) range: String,
}

/// Where to click, or why not.
#[derive(Deserialize)]
struct Place {
    at: Option<(f64, f64)>,
    fault: Option<String>,
}

/// What the system prefers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scheme {
    Light,
    Dark,
}

/// The width of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Desktop,
    /// A desktop's at 200 %.
    Zoomed,
    Phone,
}

impl Scheme {
    pub(crate) const ALL: [Self; 2] = [Self::Light, Self::Dark];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

impl Width {
    /// Those that every page is looked at in.
    pub(crate) const ALL: [Self; 2] = [Self::Desktop, Self::Phone];

    pub(crate) fn pixels(self) -> u32 {
        match self {
            Self::Desktop => 1280,
            Self::Zoomed => 640,
            Self::Phone => 390,
        }
    }

    pub(crate) fn height(self) -> u32 {
        match self {
            Self::Desktop => 900,
            Self::Zoomed => 450,
            Self::Phone => 844,
        }
    }
}

/// A command of the browser's own protocol, sent through chromedriver.
#[derive(Debug)]
struct Cdp(&'static str, Value);

impl FormatRequestData for Cdp {
    fn format_request(&self, session: &SessionId) -> RequestData {
        RequestData::new(Method::POST, format!("/session/{session}/goog/cdp/execute"))
            .add_body(json!({ "cmd": self.0, "params": self.1 }))
    }
}

// Starting and looking around.
impl Page {
    /// A browser with a fresh profile, as wide as a desktop.
    pub(crate) async fn new() -> anyhow::Result<Self> {
        static PROFILES: AtomicU32 = AtomicU32::new(0);
        let programs = programs();
        let number = PROFILES.fetch_add(1, Ordering::Relaxed);
        let profile = programs.folder.join(format!("profile-{number}"));
        let mut wanted = DesiredCapabilities::chrome();
        for flag in FLAGS {
            wanted.add_arg(flag)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.display()))?;
        wanted.set_browser_log_level(LoggingPrefsLogLevel::All)?;
        let driver = WebDriver::new(&programs.driver, wanted).await?;
        driver.set_script_timeout(Duration::from_mins(1)).await?;
        let page = Self {
            driver,
            site: programs.site.clone(),
        };
        page.screen(Width::Desktop, Width::Desktop.height()).await?;
        Ok(page)
    }

    /// The same browser, which reaches the server at another address.
    pub(crate) fn through(&self, site: &str) -> Self {
        Self {
            site: site.to_owned(),
            ..self.clone()
        }
    }

    pub(crate) fn site(&self) -> &str {
        &self.site
    }

    /// Goes to a path of the site, as if its address had been pasted.
    pub(crate) async fn open(&self, path: &str) -> anyhow::Result<()> {
        // A blank page between, so that nothing of an equal address is kept.
        self.driver.goto("about:blank").await?;
        self.driver.goto(format!("{}{path}", self.site)).await?;
        Ok(())
    }

    /// Path and query of the page shown.
    pub(crate) async fn address(&self) -> anyhow::Result<String> {
        self.ask("return location.pathname + location.search").await
    }

    pub(crate) async fn reload(&self) -> anyhow::Result<()> {
        Ok(self.driver.refresh().await?)
    }

    pub(crate) async fn back(&self) -> anyhow::Result<()> {
        Ok(self.driver.back().await?)
    }

    /// Runs a script in the page, past its content security policy, and gives what it returns.
    pub(crate) async fn ask<T: DeserializeOwned>(&self, script: &str) -> anyhow::Result<T> {
        self.ask_with(script, vec![]).await
    }

    pub(crate) async fn ask_with<T: DeserializeOwned>(
        &self,
        script: &str,
        args: impl Into<Arc<[Value]>>,
    ) -> anyhow::Result<T> {
        Ok(self.driver.execute(script, args).await?.convert()?)
    }

    pub(crate) async fn run(&self, script: &str) -> anyhow::Result<()> {
        self.driver.execute(script, vec![]).await?;
        Ok(())
    }

    /// Runs a script that gives its result to the last of its arguments.
    pub(crate) async fn await_script<T: DeserializeOwned>(&self, script: &str) -> anyhow::Result<T> {
        Ok(self.driver.execute_async(script, vec![]).await?.convert()?)
    }

    pub(crate) async fn find(&self, css: &str) -> anyhow::Result<WebElement> {
        let found = self.driver.find(By::Css(css)).await;
        found.with_context(|| format!("nothing on the page is {css}"))
    }

    /// The text of an element, seen or not, with single spaces.
    pub(crate) async fn text(&self, css: &str) -> anyhow::Result<String> {
        let script = "return document.querySelector(arguments[0])?.textContent.replace(/\\s+/g, ' ').trim() ?? ''";
        self.ask_with(script, vec![json!(css)]).await
    }

    pub(crate) async fn count(&self, css: &str) -> anyhow::Result<usize> {
        self.ask_with(
            "return document.querySelectorAll(arguments[0]).length",
            vec![json!(css)],
        )
        .await
    }

    /// The rows of the ranking, from the top.
    pub(crate) async fn rows(&self) -> anyhow::Result<Vec<Row>> {
        self.ask(
            "return [...document.querySelectorAll('.ranking tbody tr')].map((row) => ({
                offer: new URL(row.querySelector('a[href*=\"/offers/\"]').href).pathname.split('/').pop(),
                score: row.querySelector('.score').textContent.trim(),
                range: row.querySelector('.range').textContent.trim(),
            }))",
        )
        .await
    }

    /// The weights in their fields, in dimension order.
    pub(crate) async fn points(&self) -> anyhow::Result<Vec<String>> {
        self.ask("return [...document.querySelectorAll('input.points')].map((field) => field.value)")
            .await
    }

    /// A short description of the element that has the focus.
    pub(crate) async fn focus(&self) -> anyhow::Result<String> {
        self.ask(
            "const e = document.activeElement;
             if (!e || e === document.body) return 'nothing';
             const row = e.closest('.weight');
             if (e.matches('a, button')) return e.textContent.trim();
             if (e.id) return e.id;
             if (e.matches('.slider')) return `slider ${row.dataset.dimension}`;
             if (e.name === 'lock') return `lock ${e.value}`;
             return e.textContent.trim();",
        )
        .await
    }

    /// What the browser's console has said since it was last asked.
    pub(crate) async fn console(&self) -> anyhow::Result<Vec<BrowserLogEntry>> {
        Ok(self.driver.browser_log().await?)
    }
}

// Doing something.
impl Page {
    /// Clicks with the mouse where the element is, as long as nothing lies over it.
    pub(crate) async fn click(&self, css: &str) -> anyhow::Result<()> {
        let place: Place = self
            .ask_with(
                "const e = document.querySelector(arguments[0]);
                 if (!e) return { fault: 'is not on the page' };
                 const at = () => { const b = e.getClientRects()[0]; return b && [b.left + b.width / 2, b.top + b.height / 2]; };
                 const hit = () => at() && document.elementFromPoint(...at());
                 if (!e.contains(hit())) e.scrollIntoView({ block: 'center', behavior: 'instant' });
                 if (!hit()) return { fault: 'is not shown' };
                 return e.contains(hit()) ? { at: at() } : { fault: `lies under ${hit().outerHTML.slice(0, 100)}` };",
                vec![json!(css)],
            )
            .await?;
        let Some(at) = place.at else {
            bail!("{css} {}", place.fault.unwrap_or_default());
        };
        self.mouse("mousePressed", at).await?;
        self.mouse("mouseReleased", at).await
    }

    /// Chooses an option of a list.
    pub(crate) async fn choose(&self, option: &str) -> anyhow::Result<()> {
        let chosen = self.find(option).await?.click().await;
        chosen.with_context(|| format!("{option} cannot be chosen"))
    }

    /// Presses and releases keys, wherever the focus is.
    pub(crate) async fn keys(&self, keys: impl Into<TypingData>) -> anyhow::Result<()> {
        Ok(self.driver.action_chain().send_keys(keys).perform().await?)
    }

    /// Presses a key while Control is down.
    pub(crate) async fn control(&self, key: char) -> anyhow::Result<()> {
        let chain = self
            .driver
            .action_chain()
            .key_down(Key::Control)
            .send_keys(key.to_string());
        Ok(chain.key_up(Key::Control).perform().await?)
    }

    /// Clicks into a field and types over what stands there.
    pub(crate) async fn type_over(&self, css: &str, text: &str) -> anyhow::Result<()> {
        self.click(css).await?;
        self.control('a').await?;
        self.keys(text).await
    }

    /// Types a weight and leaves the field with Tab.
    pub(crate) async fn type_points(&self, dimension: &str, points: &str) -> anyhow::Result<()> {
        self.type_over(&format!("#w-{dimension}"), points).await?;
        self.keys(Key::Tab).await
    }

    /// The same, and waits for the ranking that follows.
    pub(crate) async fn weigh(&self, dimension: &str, points: &str) -> anyhow::Result<()> {
        self.swap(self.type_points(dimension, points)).await
    }

    /// Does something, and waits for the results that take the place of the present ones without a reload.
    pub(crate) async fn swap(&self, action: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
        self.mark().await?;
        action.await?;
        self.until(
            "new results without a reload",
            &format!("return window.seen && document.querySelector('#results')?.seen !== true && {AT_REST}"),
        )
        .await
    }

    /// Does something, and waits for the page that takes the place of the present one.
    pub(crate) async fn load(&self, action: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
        self.mark().await?;
        action.await?;
        self.until(
            "another page",
            "return !window.seen && document.readyState === 'complete'",
        )
        .await
    }

    /// Marks page and results as seen, in memory only.
    async fn mark(&self) -> anyhow::Result<()> {
        self.run(
            "window.seen = true; const results = document.querySelector('#results'); if (results) results.seen = true;",
        )
        .await
    }

    /// Waits until nothing of htmx is under way.
    pub(crate) async fn at_rest(&self) -> anyhow::Result<()> {
        self.until("the end of all requests", &format!("return {AT_REST}"))
            .await
    }

    /// Waits until the address holds a text and nothing is under way.
    pub(crate) async fn until_address_has(&self, text: &str) -> anyhow::Result<()> {
        let condition = format!("return location.search.includes({}) && {AT_REST}", json!(text));
        self.until(&format!("{text} in the address"), &condition).await
    }

    /// Waits until a script returns something true.
    pub(crate) async fn until(&self, what: &str, condition: &str) -> anyhow::Result<()> {
        let begun = Instant::now();
        loop {
            // Between two pages no script can run.
            if self.ask::<Option<bool>>(condition).await.ok().flatten() == Some(true) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                bail!("waited {PATIENCE:?} for {what}, at {:?}", self.address().await.ok());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

// The world around the page.
impl Page {
    async fn cdp(&self, command: &'static str, params: Value) -> anyhow::Result<()> {
        self.driver.cmd(Cdp(command, params)).await?;
        Ok(())
    }

    /// How large the screen is.
    pub(crate) async fn screen(&self, width: Width, height: u32) -> anyhow::Result<()> {
        let phone = width == Width::Phone;
        let metrics = json!({
            "width": width.pixels(),
            "height": height,
            "deviceScaleFactor": if width == Width::Desktop { 1 } else { 2 },
            "mobile": phone,
        });
        self.cdp("Emulation.setDeviceMetricsOverride", metrics).await
    }

    /// What the system prefers; motion is reduced, so that colours are never caught halfway.
    pub(crate) async fn scheme(&self, scheme: Scheme) -> anyhow::Result<()> {
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme.word() },
            { "name": "prefers-reduced-motion", "value": "reduce" },
        ]);
        self.cdp("Emulation.setEmulatedMedia", json!({ "features": features }))
            .await
    }

    /// Lays the page out as for paper, or as for the screen again.
    pub(crate) async fn on_paper(&self, on: bool) -> anyhow::Result<()> {
        let media = if on { "print" } else { "" };
        self.cdp("Emulation.setEmulatedMedia", json!({ "media": media })).await
    }

    /// Writes the page as it would be printed, on the paper that it asks for.
    pub(crate) async fn print(&self, file: &Path) -> anyhow::Result<()> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let wanted = PrintParameters {
            shrink_to_fit: false,
            ..PrintParameters::default()
        };
        Ok(std::fs::write(file, self.driver.print_page(wanted).await?)?)
    }

    pub(crate) async fn without_scroll_bars(&self) -> anyhow::Result<()> {
        self.cdp("Emulation.setScrollbarsHidden", json!({ "hidden": true }))
            .await
    }

    /// Pages opened from now on run no scripts.
    pub(crate) async fn without_scripts(&self) -> anyhow::Result<()> {
        self.cdp("Emulation.setScriptExecutionDisabled", json!({ "value": true }))
            .await
    }

    /// Presses, moves or releases the mouse.
    pub(crate) async fn mouse(&self, what: &str, (x, y): (f64, f64)) -> anyhow::Result<()> {
        let down = what != "mouseReleased";
        let event = json!({
            "type": what, "x": x, "y": y, "button": "left", "buttons": i32::from(down), "clickCount": 1,
        });
        self.cdp("Input.dispatchMouseEvent", event).await
    }

    /// Writes what the screen shows.
    pub(crate) async fn picture(&self, file: &Path) -> anyhow::Result<()> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(self.driver.screenshot(file).await?)
    }

    /// Keeps a picture and the source of the page as they are; whatever goes wrong with that is less than what went wrong before.
    pub(crate) async fn keep(&self, folder: &Path, name: &str) {
        drop(self.picture(&folder.join(format!("{name}.png"))).await);
        if let Ok(source) = self.driver.source().await {
            drop(std::fs::write(folder.join(format!("{name}.html")), source));
        }
    }

    pub(crate) async fn quit(self) {
        drop(self.driver.quit().await);
    }
}
