//! Everything with the keyboard alone: reach it, use it, and still be there.

use anyhow::bail;
use thirtyfour::Key;

use crate::harness::{Page, in_browser};

const DIMENSIONS: [&str; 4] = ["performance", "cost", "support", "ecosystem"];

/// Presses Tab until the focus is where it should be; gives everything passed on the way.
async fn tab_to(page: &Page, wanted: &str) -> anyhow::Result<Vec<String>> {
    let mut passed = Vec::new();
    for _ in 0..120 {
        page.keys(Key::Tab).await?;
        passed.push(page.focus().await?);
        if passed.last().is_some_and(|focus| focus == wanted) {
            return Ok(passed);
        }
    }
    bail!("Tab does not come to {wanted:?}, only to {passed:?}")
}

#[test]
fn ux_01_tab_reaches_every_weight_slider_lock_and_button_in_order() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        let passed = tab_to(&page, "Reset").await?;
        let mut wanted = Vec::new();
        for dimension in DIMENSIONS {
            wanted.extend([
                format!("w-{dimension}"),
                format!("slider {dimension}"),
                format!("lock {dimension}"),
            ]);
        }
        wanted.extend(["Apply", "Balance to 100", "Reset"].map(str::to_owned));
        let found: Vec<_> = passed.iter().filter(|stop| wanted.contains(stop)).cloned().collect();
        assert_eq!(found, wanted);
        assert_eq!(passed[0], "Skip to content");
        Ok(())
    });
}

#[test]
fn ux_01_the_focus_stays_on_the_control_used() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        for dimension in DIMENSIONS {
            let field = format!("w-{dimension}");
            tab_to(&page, &field).await?;
            page.control('a').await?;
            page.keys("25").await?;
            page.swap(page.keys(Key::Enter)).await?;
            assert_eq!(page.focus().await?, field);
        }
        assert_eq!(page.points().await?, ["25", "25", "25", "25"]);

        page.open("/en/").await?;
        tab_to(&page, "slider cost").await?;
        page.swap(page.keys(Key::Right)).await?;
        assert_eq!(page.focus().await?, "slider cost");
        tab_to(&page, "lock support").await?;
        page.swap(page.keys(Key::Space)).await?;
        assert_eq!(page.focus().await?, "lock support");
        assert!(page.address().await?.contains("lock=support"));
        tab_to(&page, "Apply").await?;
        page.swap(page.keys(Key::Enter)).await?;
        assert_eq!(page.focus().await?, "Apply");
        page.weigh("performance", "50").await?;
        tab_to(&page, "Balance to 100").await?;
        page.swap(page.keys(Key::Enter)).await?;
        assert_eq!(page.focus().await?, "Balance to 100");
        assert_eq!(page.text("#weights-total").await?, "Total 100");
        Ok(())
    });
}

#[test]
fn ux_01_reset_brings_the_scorecards_weights_back_and_keeps_the_focus() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        let rows = page.rows().await?;
        page.weigh("cost", "90").await?;
        tab_to(&page, "Reset").await?;
        page.keys(Key::Enter).await?;
        page.until(
            "the scorecard's weights",
            "return document.readyState === 'complete' && document.querySelector('#w-cost').value === '30' && !location.search",
        )
        .await?;
        page.at_rest().await?;
        assert_eq!(page.rows().await?, rows);
        assert_eq!(page.focus().await?, "Reset");
        Ok(())
    });
}

#[test]
fn ux_09_the_focused_control_is_never_covered() {
    in_browser(|page| async move {
        page.open("/en/?group=offer").await?;
        let mut covered = Vec::new();
        for _ in 0..60 {
            page.keys(Key::Tab).await?;
            let fault: Option<String> = page
                .ask(
                    "const e = document.activeElement, box = e.getBoundingClientRect();
                     const x = box.left + Math.min(box.width / 2, 40), y = box.top + Math.min(box.height / 2, 12);
                     const top = document.elementFromPoint(x, y);
                     const name = e.id || e.textContent.trim().slice(0, 40) || e.outerHTML.slice(0, 60);
                     if (!top) return `${name} is outside the screen`;
                     return e.contains(top) || top.contains(e) ? null : `${name} lies under ${top.outerHTML.slice(0, 60)}`;",
                )
                .await?;
            covered.extend(fault);
        }
        assert!(covered.is_empty(), "{covered:#?}");
        Ok(())
    });
}
