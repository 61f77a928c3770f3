//! Sliders: a second way to enter the same numbers, which keeps the total at 100.

use anyhow::ensure;
use serde_json::json;
use thirtyfour::Key;

use crate::harness::{Page, in_browser};

/// Where the thumb of a dimension's slider is when it shows this value: the middle of a thumb of 16 pixels.
async fn thumb(page: &Page, dimension: &str, value: f64) -> anyhow::Result<(f64, f64)> {
    page.ask_with(
        "const box = document.querySelector(`.weight[data-dimension=${arguments[0]}] .slider`).getBoundingClientRect();
         return [box.left + 8 + (box.width - 16) * arguments[1] / 100, box.top + box.height / 2];",
        vec![json!(dimension), json!(value)],
    )
    .await
}

async fn value(page: &Page, dimension: &str) -> anyhow::Result<f64> {
    let script = "return Number(document.querySelector(`.weight[data-dimension=${arguments[0]}] .slider`).value)";
    page.ask_with(script, vec![json!(dimension)]).await
}

/// Holds the thumb, and lets it go where the slider shows each of `stops` in turn.
async fn drag(page: &Page, dimension: &str, stops: &[f64]) -> anyhow::Result<()> {
    page.ask_with::<Option<bool>>(
        "document.querySelector(`.weight[data-dimension=${arguments[0]}]`).scrollIntoView({ block: 'center' })",
        vec![json!(dimension)],
    )
    .await?;
    let (mut x, y) = thumb(page, dimension, value(page, dimension).await?).await?;
    page.mouse("mousePressed", (x, y)).await?;
    for &stop in stops {
        (x, _) = thumb(page, dimension, stop).await?;
        page.mouse("mouseMoved", (x, y)).await?;
        for _ in 0..40 {
            let off = stop - value(page, dimension).await?;
            if off == 0.0 {
                break;
            }
            x += off.signum();
            page.mouse("mouseMoved", (x, y)).await?;
        }
        let reached = value(page, dimension).await?;
        ensure!((reached - stop).abs() < 0.5, "the slider shows {reached}, not {stop}");
    }
    page.mouse("mouseReleased", (x, y)).await
}

async fn lock(page: &Page, dimension: &str) -> anyhow::Result<()> {
    page.swap(page.click(&format!("input[name=lock][value={dimension}]")))
        .await
}

/// What the sliders themselves show.
async fn shown(page: &Page) -> anyhow::Result<Vec<String>> {
    page.ask("return [...document.querySelectorAll('.slider')].map((slider) => slider.value)")
        .await
}

#[test]
fn dragging_cost_from_30_to_36_with_support_locked_gives_35_36_20_9() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        lock(&page, "support").await?;
        drag(&page, "cost", &[36.0]).await?;
        page.until_address_has("w=35-36-20-9").await?;
        assert_eq!(page.points().await?, ["35", "36", "20", "9"]);
        assert_eq!(shown(&page).await?, page.points().await?);
        assert_eq!(page.text("#weights-total").await?, "Total 100");
        let rows = page.rows().await?;
        page.open("/en/?w=35-36-20-9").await?;
        assert_eq!(page.rows().await?, rows);
        Ok(())
    });
}

#[test]
fn arrow_keys_from_30_to_36_with_support_locked_give_35_36_20_9_like_dragging() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        lock(&page, "support").await?;
        page.run("document.querySelector('.weight[data-dimension=cost] .slider').focus()")
            .await?;
        for _ in 0..6 {
            page.keys(Key::Right).await?;
        }
        page.until(
            "36 points for cost",
            "return document.querySelector('#w-cost').value === '36'",
        )
        .await?;
        page.until_address_has("-36-").await?;
        assert_eq!(page.points().await?, ["35", "36", "20", "9"]);
        Ok(())
    });
}

#[test]
fn a_slider_dragged_to_100_and_back_restores_the_others() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        drag(&page, "cost", &[100.0, 30.0]).await?;
        page.at_rest().await?;
        assert_eq!(page.points().await?, ["40", "30", "20", "10"]);
        assert_eq!(shown(&page).await?, ["40", "30", "20", "10"]);
        Ok(())
    });
}

#[test]
fn a_slider_let_go_at_100_and_taken_back_restores_the_others() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        drag(&page, "cost", &[100.0]).await?;
        page.until_address_has("w=0-100-0-0").await?;
        drag(&page, "cost", &[30.0]).await?;
        page.until_address_has("-30-").await.or_else(|_| anyhow::Ok(()))?;
        page.at_rest().await?;
        assert_eq!(page.points().await?, ["40", "30", "20", "10"]);
        Ok(())
    });
}

#[test]
fn ux_02_a_click_on_the_track_sets_a_weight_without_dragging() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        page.run("document.querySelector('.weight[data-dimension=cost]').scrollIntoView({ block: 'center' })")
            .await?;
        let place = thumb(&page, "cost", 60.0).await?;
        page.mouse("mousePressed", place).await?;
        page.mouse("mouseReleased", place).await?;
        page.until(
            "about 60 points",
            "return Math.abs(document.querySelector('#w-cost').value - 60) <= 1",
        )
        .await?;
        page.at_rest().await?;
        assert_eq!(page.text("#weights-total").await?, "Total 100");
        Ok(())
    });
}
