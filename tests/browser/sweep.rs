//! Every page in both languages, light and dark, on a desktop and on a phone: looked at once, and judged by each test.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;

use crate::harness::{Page, Scheme, Width, in_browser, in_browser_alone, report, screenshots, setting};

/// Pages whose pictures are kept.
const PICTURED: [&str; 6] = ["ranking", "offer", "vendor", "vendors", "benchmarks", "method"];

/// A measured load: ten hours of four accelerators, with prices.
const LOAD_READ: &str = "tco/history?price_on_demand=1&price_committed=0.6&price_spot=0.4&fleet=4&r=75-300-30-900-1-2048-1-0-3600-4-190800-0-900-1800000000-0-6-10&n=percent&n=broken:1&n=row:12:time:x&n=no_offset&h=EAAAAKAAAOEABLEAj0JAyZMmTJkZMjID________________________________________________________________________________________________________________________________________________________________________________________yZMmTJkyZMmTJkyZMmTJkyZMmTJkyZMmTJkZMmTJkyZMmTIyZMmTIAAAAAAAAABwgAKBJz14m";

/// Longest picture, in pixels.
const TALLEST: u32 = 3000;

/// What was seen of one page in one language, theme and width.
struct Visit {
    name: String,
    lang: &'static str,
    width: Width,
    axe: Option<Vec<String>>,
    seen: Seen,
    console: Vec<String>,
}

/// The faults of one kind that a visit found.
type Judge = fn(&Visit) -> Vec<String>;

const JUDGES: [Judge; 6] = [
    Visit::violations,
    Visit::sideways,
    Visit::console,
    Visit::foreign,
    Visit::narrow_lines,
    Visit::raw,
];

impl Visit {
    fn violations(&self) -> Vec<String> {
        self.axe.clone().unwrap_or_default()
    }

    fn sideways(&self) -> Vec<String> {
        let (closed, opened) = self.seen.widths;
        let wide = closed.max(opened) > self.width.pixels();
        let fault = || {
            format!(
                "{closed} pixels wide, {opened} with everything opened: {:?}",
                self.seen.wide
            )
        };
        wide.then(fault).into_iter().collect()
    }

    fn console(&self) -> Vec<String> {
        self.console.clone()
    }

    fn foreign(&self) -> Vec<String> {
        self.seen.foreign.clone()
    }

    fn narrow_lines(&self) -> Vec<String> {
        let heights = self.seen.line_heights.iter().filter(|_| self.lang == "zh");
        let bad = heights.filter(|height| !(1.5..=2.0).contains(*height));
        bad.map(|height| format!("line height {height:.2}")).collect()
    }

    fn raw(&self) -> Vec<String> {
        self.seen.raw.clone()
    }
}

/// What the page says of itself.
#[derive(Deserialize)]
struct Seen {
    /// How wide it is, and how wide with everything opened.
    widths: (u32, u32),
    /// What reaches beyond the right edge.
    wide: Vec<String>,
    /// Addresses of other hosts that it asked.
    foreign: Vec<String>,
    /// Line heights in units of the font size.
    line_heights: Vec<f64>,
    /// Keys of texts, or places in texts, that were never filled.
    raw: Vec<String>,
}

const LOOK: &str = r"
    const root = document.scrollingElement;
    const closed = root.scrollWidth;
    document.querySelectorAll('details').forEach((details) => { details.open = true; });
    const opened = root.scrollWidth;
    const scrolls = (e) => e && e !== document.body && (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
    const edge = arguments[1];
    const wide = [...document.querySelectorAll('body *')]
        .filter((e) => e.getBoundingClientRect().right > edge + 0.5 && !scrolls(e.parentElement))
        .slice(0, 5).map((e) => `${e.tagName.toLowerCase()}.${e.className.baseVal ?? e.className} ${e.textContent.trim().slice(0, 40)}`);
    const foreign = performance.getEntriesByType('resource').map((r) => r.name).filter((name) => new URL(name).origin !== location.origin);
    const height = (e) => { const s = getComputedStyle(e); return parseFloat(s.lineHeight) / parseFloat(s.fontSize); };
    const line_heights = [document.body, ...document.querySelectorAll('main p')].map(height);
    const key = new RegExp(`(?<![\\w./-])(?:${arguments[0].join('|')})\\.(?!(?:py|md|json|csv|com|org|net|io)\\b)[a-z_]+(?:\\.[a-z_]+)?(?![\\w/-])|%\\{[a-z_]*\\}?`, 'g');
    const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [content]')]
        .flatMap((e) => ['aria-label', 'title', 'placeholder', 'alt', 'content'].map((name) => e.getAttribute(name) ?? ''));
    const raw = [document.title, document.body.textContent, ...named].flatMap((text) => text.match(key) ?? []);
    return { widths: [closed, opened], wide, foreign, line_heights, raw };
";

pub(crate) const AXE: &str = "
    const done = arguments[arguments.length - 1];
    axe.run(document, { resultTypes: ['violations'] }).then(
        (result) => done(result.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
            `${v.id} (${v.nodes.length}): ${n.target.join(' ')}: ${[...n.any, ...n.all, ...n.none].map((c) => c.message).join('; ')}`))),
        (error) => done([`axe failed: ${error}`]),
    );
";

/// The first words of the keys of all texts.
fn key_prefixes() -> Vec<&'static str> {
    let texts = include_str!("../../locales/texts.yml");
    let keys = texts
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    let mut prefixes: Vec<_> = keys
        .filter_map(|key| key.split_once('.'))
        .map(|(prefix, _)| prefix)
        .collect();
    prefixes.dedup();
    prefixes
}

/// Every kind of page, with a path behind the language.
pub(crate) async fn pages(page: &Page) -> anyhow::Result<Vec<(&'static str, String)>> {
    async fn first(page: &Page, link: &str) -> anyhow::Result<String> {
        let script = "return new URL(document.querySelector(arguments[0]).href).pathname.slice(4)";
        page.ask_with(script, vec![json!(link)])
            .await
            .with_context(|| format!("no {link}"))
    }
    page.open("/en/").await?;
    let offer = first(page, ".ranking tbody a[href*='/offers/']").await?;
    let vendor = first(page, ".ranking tbody a[href*='/vendors/']").await?;
    // The comparison that the empty page suggests, as long as a phone has to choose from it.
    page.open("/en/compare").await?;
    let script = "return document.querySelector('.empty a').getAttribute('href').slice(4)";
    let compare: String = page.ask(script).await?;
    page.open(&format!("/en/{offer}")).await?;
    let accelerator = first(page, "main a[href*='/accelerators/']").await?;
    Ok(vec![
        ("ranking", String::new()),
        (
            "ranking-changed",
            "?w=45-30-20-10&group=offer&sort=price&lock=cost&hide=none".to_owned(),
        ),
        (
            "ranking-columns",
            "?cols=parts,price,spot,reserved_1y,reserved_3y,tco,coverage,unknown&per=offer".to_owned(),
        ),
        (
            "ranking-prices",
            "?cols=price,spot,reserved_1y,reserved_3y,tco".to_owned(),
        ),
        ("ranking-empty", "?q=nothing-is-called-so".to_owned()),
        ("summary", "summary".to_owned()),
        ("offer", offer),
        ("vendor", vendor),
        ("vendors", "vendors".to_owned()),
        ("shortlist", "vendors?topic=all&vendor=aws,gcp,oci".to_owned()),
        ("compare", compare),
        ("compare-empty", "compare".to_owned()),
        ("why", "why".to_owned()),
        ("sensitivity", "sensitivity".to_owned()),
        ("chart", "chart?x=reserved_price".to_owned()),
        (
            "accelerators",
            "accelerators?gpu=t4,a10g,a100-sxm4-80,h100-pcie,h100-sxm".to_owned(),
        ),
        ("benchmarks", "benchmarks".to_owned()),
        ("accelerator", accelerator),
        ("method", "method".to_owned()),
        (
            "tco",
            "tco?months=12&burst=10&virt=kvm&budget=300000&own_purchase=180000&own_kw=6&own_kwh=0.15&claim=s2-14"
                .to_owned(),
        ),
        ("tco-dynamic", "tco?model=dynamic".to_owned()),
        ("tco-annual", "tco?model=annual".to_owned()),
        ("load", "tco/history".to_owned()),
        ("load-read", LOAD_READ.to_owned()),
        ("score", "score".to_owned()),
        ("score-answer", "score".to_owned()),
        ("not-found", "nowhere".to_owned()),
        ("bad-value", "?w=none".to_owned()),
    ])
}

async fn visit(
    page: &Page,
    axe: Option<&str>,
    prefixes: &[&str],
    lang: &'static str,
    (name, path): (&str, &str),
) -> anyhow::Result<Vec<Visit>> {
    let mut visits = Vec::new();
    for (width, scheme) in Width::ALL
        .into_iter()
        .flat_map(|width| Scheme::ALL.map(|scheme| (width, scheme)))
    {
        page.scheme(scheme).await?;
        page.screen(width, width.height()).await?;
        let address = format!("/{lang}/{path}");
        page.open(&address).await?;
        if name == "score-answer" {
            page.load(page.click("main form [type=submit]")).await?;
        }
        page.at_rest().await?;
        let full = format!("{name}-{lang}-{}-{}", width.pixels(), scheme.word());
        if PICTURED.contains(&name) {
            let tall: u32 = page.ask("return document.scrollingElement.scrollHeight").await?;
            page.screen(width, tall.clamp(width.height(), TALLEST)).await?;
            page.picture(&screenshots().join(format!("{full}.png"))).await?;
            page.screen(width, width.height()).await?;
        }
        let seen: Seen = page
            .ask_with(LOOK, vec![json!(prefixes), json!(width.pixels())])
            .await?;
        let console = page.console().await?;
        // The browser itself notes a page whose status is an error; that is what such pages are for.
        let expected = |message: &str| {
            matches!(name, "not-found" | "bad-value")
                && message.contains(&address)
                && message.contains("the server responded with a status of 4")
        };
        let console = console
            .into_iter()
            .filter(|entry| entry.level == "SEVERE" && !expected(&entry.message));
        let violations = match axe {
            Some(axe) => {
                page.run(axe).await?;
                Some(page.await_script(AXE).await?)
            }
            None => None,
        };
        let visit = Visit {
            name: full,
            lang,
            width,
            axe: violations,
            seen,
            console: console.map(|entry| entry.message).collect(),
        };
        if JUDGES.iter().any(|judge| !judge(&visit).is_empty()) {
            page.keep(&screenshots().join("failed"), &visit.name).await;
        }
        visits.push(visit);
    }
    Ok(visits)
}

/// The visits, made by the test that comes first; all that is left of a failed attempt is what went wrong.
fn visits() -> &'static [Visit] {
    static VISITS: OnceLock<Result<Vec<Visit>, String>> = OnceLock::new();
    let visits = VISITS.get_or_init(|| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let sweep = || {
            in_browser_alone(|page| async move {
                let begun = Instant::now();
                let axe = setting("STEELYARD_AXE").map(std::fs::read_to_string).transpose()?;
                let prefixes = key_prefixes();
                let pages = pages(&page).await?;
                let round = async |page: &Page, lang| {
                    let mut visits = Vec::new();
                    for (name, path) in &pages {
                        visits.extend(visit(page, axe.as_deref(), &prefixes, lang, (name, path)).await?);
                    }
                    anyhow::Ok(visits)
                };
                // A browser for each language, side by side.
                let other = Page::new().await?;
                let rounds = tokio::try_join!(round(&page, "en"), round(&other, "zh"));
                other.quit().await;
                let (mut visits, zh) = rounds?;
                visits.extend(zh);
                report(&format!(
                    "{} visits of pages took {} s",
                    visits.len(),
                    begun.elapsed().as_secs()
                ));
                sender.send(visits)?;
                Ok(())
            });
        };
        match catch_unwind(AssertUnwindSafe(sweep)) {
            Ok(()) => receiver.recv().map_err(|error| error.to_string()),
            Err(panic) => Err(panic
                .downcast_ref::<String>()
                .cloned()
                .unwrap_or_else(|| "a panic".to_owned())),
        }
    });
    match visits {
        Ok(visits) => visits,
        Err(error) => panic!("the pages could not be visited: {error}"),
    }
}

/// Fails with every fault of every page.
fn none(judge: Judge) {
    let faults = |visit: &'static Visit| judge(visit).into_iter().map(|fault| format!("{}: {fault}", visit.name));
    let found: Vec<String> = visits().iter().flat_map(faults).collect();
    assert!(found.is_empty(), "{} faults\n{}", found.len(), found.join("\n"));
}

#[test]
fn ux_11_axe_finds_no_violation_on_any_page() {
    assert!(
        setting("STEELYARD_AXE").is_some(),
        "STEELYARD_AXE is not set: run tests/run, which fetches axe-core, or let it name a file axe.min.js (npm install axe-core@4)"
    );
    none(Visit::violations);
}

#[test]
fn ux_10_no_page_scrolls_sideways() {
    none(Visit::sideways);
}

#[test]
fn no_page_writes_an_error_to_the_console() {
    none(Visit::console);
}

#[test]
fn ux_20_no_page_asks_another_host_for_anything() {
    none(Visit::foreign);
}

#[test]
fn ux_11_lines_of_chinese_stand_between_one_and_a_half_and_two_lines_apart() {
    none(Visit::narrow_lines);
}

#[test]
fn no_page_shows_the_key_of_a_text_instead_of_the_text() {
    none(Visit::raw);
}

#[test]
fn pictures_of_the_pages_are_there_to_look_at() {
    let wanted = visits().iter().filter(|visit| {
        PICTURED.iter().any(|name| {
            visit
                .name
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with("-en-") || rest.starts_with("-zh-"))
        })
    });
    let files: Vec<_> = wanted
        .map(|visit| screenshots().join(format!("{}.png", visit.name)))
        .collect();
    assert_eq!(files.len(), 8 * PICTURED.len());
    for file in files {
        assert!(
            file.metadata().is_ok_and(|file| file.len() > 5_000),
            "{} shows a page",
            file.display()
        );
    }
}

#[test]
fn the_picture_for_the_readme_is_written_where_it_is_wanted() {
    in_browser(|page| async move {
        page.scheme(Scheme::Light).await?;
        page.without_scroll_bars().await?;
        page.open("/en/").await?;
        let file = setting("STEELYARD_README_SHOT").map_or_else(|| screenshots().join("readme.png"), PathBuf::from);
        page.picture(&file).await?;
        let picture = std::fs::read(&file)?;
        // Width and height stand at a fixed place of every PNG file.
        assert_eq!(picture[16..24], [0, 0, 5, 0, 0, 0, 3, 132], "1280 × 900 pixels");
        Ok(())
    });
}
