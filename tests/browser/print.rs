//! Paper: what every sheet carries, that nothing is cut, and that bars show without colour. The documents stay in `target/print` to be
//! looked at.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

use crate::harness::{Page, Scheme, in_browser};
use crate::sweep::pages;

/// The nearest that text may come to the sides of a sheet, in points: 9 mm, printers leave as much.
const EDGE: f64 = 25.0;

/// What a page looks like on paper.
struct Paper {
    name: String,
    /// The text of each sheet, without white space.
    sheets: Vec<String>,
    /// Words beyond the sides of their sheet.
    beyond: Vec<String>,
    /// What the root says every sheet should carry.
    foot: String,
    /// Letters of the page that are on none of the sheets.
    lost: String,
    /// Controls that would be printed.
    controls: Vec<String>,
}

const CONTROLS: &str = "
    return [...document.querySelectorAll('button, select, input:not([type=hidden], .points), nav a')]
        .filter((e) => e.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }) && e.getClientRects().length)
        .slice(0, 5).map((e) => `${e.tagName.toLowerCase()} ${e.name ?? ''} ${e.textContent.trim().slice(0, 30)}`);
";

/// The text that is to be seen, without what only screen readers hear.
const TEXT: &str = "
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const clipped = (e) => e && (getComputedStyle(e).clipPath !== 'none' || clipped(e.parentElement));
    const texts = [];
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        const seen = parent.checkVisibility() && !parent.closest('svg title, option, textarea') && !clipped(parent);
        if (seen) texts.push(walker.currentNode.textContent);
    }
    return texts.join(' ');
";

fn pdftotext(file: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let run = Command::new("pdftotext").args(arguments).arg(file).arg("-").output();
    let run = run.context("pdftotext does not run (Debian: apt-get install poppler-utils)")?;
    ensure!(
        run.status.success(),
        "pdftotext: {}",
        String::from_utf8_lossy(&run.stderr)
    );
    Ok(String::from_utf8(run.stdout)?)
}

fn without_space(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// `<word xMin="1" yMin="2" xMax="3" yMax="4">text</word>` between `<page width="595" height="842">` of each sheet.
fn beyond_the_edges(boxes: &str) -> Vec<String> {
    fn number(line: &str, name: &str) -> f64 {
        let (_, rest) = line.split_once(&format!("{name}=\"")).unwrap_or_default();
        rest.split('"').next().and_then(|x| x.parse().ok()).unwrap_or(f64::NAN)
    }
    let (mut width, mut height) = (0.0, 0.0);
    let mut found = Vec::new();
    for line in boxes.lines().map(str::trim) {
        if line.starts_with("<page ") {
            (width, height) = (number(line, "width"), number(line, "height"));
        } else if line.starts_with("<word ") {
            let sides = number(line, "xMin") >= EDGE && number(line, "xMax") <= width - EDGE;
            let inside = sides && number(line, "yMin") >= 0.0 && number(line, "yMax") <= height;
            if !inside {
                found.push(line.to_owned());
            }
        }
    }
    found
}

/// Letters that are rarer on the sheets than on the page. Order and line ends differ on paper, so letters are all that can be compared.
fn lost(page: &str, sheets: &[String]) -> String {
    let mut balance: BTreeMap<char, i64> = BTreeMap::new();
    for letter in page.chars().filter(|c| c.is_alphanumeric()) {
        *balance.entry(letter).or_default() += 1;
    }
    for letter in sheets.iter().flat_map(|sheet| sheet.chars()) {
        balance.entry(letter).and_modify(|n| *n -= 1);
    }
    let missing = balance.into_iter().filter(|(_, n)| *n > 0);
    let missing: Vec<String> = missing.map(|(letter, n)| format!("{letter}×{n}")).collect();
    missing.join(" ")
}

async fn print(page: &Page, name: &str, address: &str) -> anyhow::Result<Paper> {
    page.open(address).await?;
    page.at_rest().await?;
    let foot: String = page.ask("return document.documentElement.dataset.sheet").await?;
    page.on_paper(true).await?;
    let text: String = page.ask(TEXT).await?;
    let controls = page.ask(CONTROLS).await?;
    page.on_paper(false).await?;
    let file = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/target/print")).join(format!("{name}.pdf"));
    page.print(&file).await?;
    let read = pdftotext(&file, &[])?;
    let sheets: Vec<String> = read
        .trim_end_matches('\u{c}')
        .split('\u{c}')
        .map(without_space)
        .collect();
    Ok(Paper {
        name: name.to_owned(),
        beyond: beyond_the_edges(&pdftotext(&file, &["-bbox"])?),
        foot: without_space(&foot),
        lost: lost(&text, &sheets),
        controls,
        sheets,
    })
}

impl Paper {
    /// Everything that is wrong with it.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (place, sheet) in (1..).zip(&self.sheets) {
            let number = format!("{place}/{}", self.sheets.len());
            if !sheet.contains(&number) {
                faults.push(format!("sheet {place} does not say {number}"));
            }
            if !sheet.contains(&self.foot) {
                faults.push(format!("sheet {place} does not say {}", self.foot));
            }
        }
        if !self.beyond.is_empty() {
            faults.push(format!(
                "{} words beyond the edge: {:?}",
                self.beyond.len(),
                self.beyond.first()
            ));
        }
        if !self.lost.is_empty() {
            faults.push(format!("letters are missing: {}", self.lost));
        }
        if !self.controls.is_empty() {
            faults.push(format!("controls are printed: {:?}", self.controls));
        }
        faults
            .into_iter()
            .map(|fault| format!("{}: {fault}", self.name))
            .collect()
    }
}

#[test]
fn ux_18_every_sheet_of_every_page_carries_release_date_and_number_and_nothing_is_cut() {
    in_browser(|page| async move {
        let mut faults = Vec::new();
        for (name, path) in pages(&page).await? {
            for lang in ["en", "zh"] {
                let paper = print(&page, &format!("{name}-{lang}"), &format!("/{lang}/{path}")).await?;
                faults.extend(paper.faults());
            }
        }
        assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
        Ok(())
    });
}

#[test]
fn the_foot_of_a_sheet_names_release_scorecard_and_date() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        let foot: String = page.ask("return document.documentElement.dataset.sheet").await?;
        let parts: Vec<&str> = foot.split(" · ").collect();
        assert_eq!(&parts[..2], ["GPU cloud ranking", "Release r1"], "{foot}");
        assert!(parts[2].starts_with("scorecard "), "{foot}");
        let date = parts[3].split('-').map(str::len).collect::<Vec<_>>();
        assert_eq!(date, [4, 2, 2], "{foot}");
        Ok(())
    });
}

#[test]
fn ux_18_the_headings_of_a_table_stand_on_every_sheet_of_it() {
    in_browser(|page| async move {
        for lang in ["en", "zh"] {
            let paper = print(&page, &format!("headings-{lang}"), &format!("/{lang}/?group=offer")).await?;
            // The mark of an offer that meets every must-have, and the unit in the heading of the prices.
            let with_rows: Vec<&String> = paper.sheets.iter().filter(|sheet| sheet.contains('✓')).collect();
            assert!(with_rows.len() >= 3, "fifty offers take more than two sheets");
            for sheet in with_rows {
                assert!(sheet.contains("USD/GPU·h"), "no headings in {sheet}");
            }
        }
        Ok(())
    });
}

#[test]
fn ux_18_bars_part_in_greyscale_and_are_printed_although_backgrounds_are_not() {
    in_browser(|page| async move {
        // A dark screen must not print dark.
        page.scheme(Scheme::Dark).await?;
        page.open("/en/").await?;
        page.on_paper(true).await?;
        let (lights, adjust): (Vec<f64>, String) = page
            .ask(
                "const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
                 const light = (colour) => {
                     canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
                     const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                     return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                 };
                 const bar = document.querySelector('.ranking .bar');
                 const parts = [...bar.querySelectorAll('rect:not(.track)')].map((rect) => light(getComputedStyle(rect).fill));
                 return [[light(getComputedStyle(document.body).backgroundColor), ...parts], getComputedStyle(bar).printColorAdjust];",
            )
            .await?;
        assert_eq!(adjust, "exact");
        assert!(lights[0] > 0.99, "paper is white");
        let contrast = |a: f64, b: f64| (a.max(b) + 0.05) / (a.min(b) + 0.05);
        for pair in lights[1..].windows(2) {
            assert!(
                contrast(pair[0], pair[1]) >= 3.0,
                "neighbours differ in lightness: {lights:?}"
            );
        }
        for part in &lights[1..] {
            assert!(
                contrast(lights[0], *part) >= 3.0,
                "every part differs from the paper: {lights:?}"
            );
        }
        Ok(())
    });
}

#[test]
fn the_summary_is_one_sheet() {
    in_browser(|page| async move {
        let full = "summary?w=45-30-20-10&area=eu,us,cn&gpus=16&months=24&util=55&burst=10&egress_tb=10&budget=2000000&cur=CNY\
                    &gate.sla=must&gate.iso_27001=must&group=offer";
        for (lang, signed, excluded) in [("en", "Approvedby", "notmet"), ("zh", "批准", "不满足")] {
            for (name, path) in [("plain", "summary"), ("full", full)] {
                let paper = print(&page, &format!("summary-{name}-{lang}"), &format!("/{lang}/{path}")).await?;
                assert_eq!(paper.sheets.len(), 1, "{name} {lang}");
                assert_eq!(paper.faults(), Vec::<String>::new());
                for text in [signed, excluded] {
                    assert!(paper.sheets[0].contains(text), "{text} in {}", paper.sheets[0]);
                }
            }
        }
        Ok(())
    });
}
