//! The theme: what the system prefers, unless somebody chose otherwise.

use crate::harness::{Page, Scheme, in_browser};

/// How light the background is, from 0 to 255.
async fn lightness(page: &Page) -> anyhow::Result<f64> {
    page.ask(
        "const canvas = document.createElement('canvas').getContext('2d');
         canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
         canvas.fillRect(0, 0, 1, 1);
         const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
         return (r + g + b) / 3;",
    )
    .await
}

async fn choose(page: &Page, theme: &str) -> anyhow::Result<()> {
    page.choose(&format!("theme-choice option[value={theme}]")).await
}

#[test]
fn a_theme_chosen_by_hand_lasts_over_reloads_and_pages_until_it_is_given_up() {
    in_browser(|page| async move {
        page.scheme(Scheme::Light).await?;
        page.open("/en/").await?;
        assert!(lightness(&page).await? > 200.0, "light is what the system prefers");
        choose(&page, "dark").await?;
        assert!(lightness(&page).await? < 60.0, "dark was chosen");
        page.reload().await?;
        assert!(lightness(&page).await? < 60.0, "dark lasts over a reload");
        page.open("/zh/method").await?;
        assert!(lightness(&page).await? < 60.0, "dark lasts on another page");
        assert_eq!(
            page.find("theme-choice select").await?.value().await?.as_deref(),
            Some("dark")
        );
        choose(&page, "light").await?;
        page.scheme(Scheme::Dark).await?;
        page.reload().await?;
        assert!(lightness(&page).await? > 200.0, "light was chosen against the system");
        choose(&page, "auto").await?;
        assert!(lightness(&page).await? < 60.0, "the system prefers dark");
        page.reload().await?;
        assert!(lightness(&page).await? < 60.0, "the system still prefers dark");
        Ok(())
    });
}
