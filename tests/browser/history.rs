//! The browser's history: moves replace its last entry, Apply adds one, Back shows whole pages.

use thirtyfour::Key;

use crate::harness::{Page, in_browser};

async fn length(page: &Page) -> anyhow::Result<usize> {
    page.ask("return history.length").await
}

#[test]
fn ux_04_sliders_and_typing_add_no_history_entry_and_apply_adds_one() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        let before = length(&page).await?;
        page.run("document.querySelector('.weight[data-dimension=cost] .slider').focus()")
            .await?;
        for _ in 0..3 {
            page.swap(page.keys(Key::Right)).await?;
        }
        page.weigh("performance", "45").await?;
        page.swap(page.click("input[name=lock][value=cost]")).await?;
        assert_eq!(length(&page).await?, before);
        assert!(page.address().await?.contains("w=45-"));
        page.swap(page.click("#weights ~ .buttons button.primary")).await?;
        assert_eq!(length(&page).await?, before + 1);
        Ok(())
    });
}

#[test]
fn ux_04_back_shows_the_whole_page_with_the_former_weights_and_ranking() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        page.weigh("performance", "90").await?;
        let (address, rows) = (page.address().await?, page.rows().await?);
        page.swap(page.click("#weights ~ .buttons button.primary")).await?;
        page.weigh("performance", "10").await?;
        page.swap(page.click("button[name=balance]")).await?;
        assert_ne!(page.rows().await?, rows);

        // From balanced to the weights typed before, then to those applied.
        page.back().await?;
        page.until_address_has("w=10-30-20-10").await?;
        is_whole(&page).await?;
        assert_eq!(page.points().await?, ["10", "30", "20", "10"]);
        page.back().await?;
        page.until_address_has("w=90-30-20-10").await?;
        is_whole(&page).await?;
        assert_eq!(page.address().await?, address);
        assert_eq!(page.points().await?, ["90", "30", "20", "10"]);
        assert_eq!(page.rows().await?, rows);
        assert!(page.text("#weights-total").await?.starts_with("Total 150, 50 over"));

        page.weigh("cost", "60").await?;
        assert!(
            page.address().await?.contains("w=90-60-20-10"),
            "and it goes on from there"
        );
        Ok(())
    });
}

#[test]
fn back_from_an_offer_shows_the_ranking_that_was_left() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        page.weigh("performance", "5").await?;
        let rows = page.rows().await?;
        page.load(page.click(".ranking tbody a[href*='/offers/']")).await?;
        page.back().await?;
        page.until_address_has("w=5-30-20-10").await?;
        is_whole(&page).await?;
        assert_eq!(page.points().await?, ["5", "30", "20", "10"]);
        assert_eq!(page.rows().await?, rows);
        Ok(())
    });
}

/// A page and not a fragment: head, navigation, form and foot are there once each, and styles apply.
async fn is_whole(page: &Page) -> anyhow::Result<()> {
    page.until("a complete page", "return document.readyState === 'complete'")
        .await?;
    for part in [
        "header nav",
        "main h1",
        "#workbench",
        "#weights",
        "#results",
        "#status",
        "footer",
    ] {
        assert_eq!(page.count(part).await?, 1, "{part} at {}", page.address().await?);
    }
    let styles: usize = page.ask("return document.styleSheets.length").await?;
    assert!(styles > 0, "the page has its styles");
    Ok(())
}
