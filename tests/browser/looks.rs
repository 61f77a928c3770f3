//! What stays in sight, and the theme: what the system prefers, unless somebody chose otherwise.

use crate::harness::{Page, Scheme, Width, in_browser};

/// Scrolls a table to its middle and says what of its head or first column is out of sight or covered.
const OUT_OF_SIGHT: &str = "
    const table = document.querySelector('table.matrix'), frame = table.closest('.scroll'), faults = [];
    frame.scrollIntoView({ block: 'start' });
    frame.scrollTop = (frame.scrollHeight - frame.clientHeight) / 2;
    frame.scrollLeft = (frame.scrollWidth - frame.clientWidth) / 2;
    const box = frame.getBoundingClientRect(), corner = table.querySelector('thead tr th').getBoundingClientRect();
    const shows = (x, y, selector) => document.elementFromPoint(x, y)?.closest(selector);
    if (!shows(box.right - 30, corner.top + 8, 'thead')) faults.push('the head is out of sight');
    if (!shows(box.left + 8, (corner.bottom + Math.min(box.bottom, innerHeight)) / 2, 'tbody th')) faults.push('the first column is out of sight');
    if (frame.scrollWidth > frame.clientWidth + 1 && frame.scrollLeft === 0) faults.push('it does not scroll sideways');
    return faults;
";

#[test]
fn ux_09_heads_and_first_columns_stay_in_sight() {
    in_browser(|page| async move {
        let chosen = "o=gcp-a3-megagpu-8g-us-east4,aws-p5.48xlarge-eu-west-2,aws-p4d.24xlarge-us-east-1";
        for width in [Width::Desktop, Width::Zoomed, Width::Phone] {
            page.screen(width, width.height()).await?;
            for path in ["vendors", "accelerators", &format!("compare?{chosen}")] {
                page.open(&format!("/en/{path}")).await?;
                let faults: Vec<String> = page.ask(OUT_OF_SIGHT).await?;
                assert!(faults.is_empty(), "{path}, {width:?}: {faults:?}");
            }
        }
        page.screen(Width::Desktop, Width::Desktop.height()).await?;
        page.open("/en/?group=offer").await?;
        let top: f64 = page
            .ask("scrollTo(0, 1500); return document.querySelector('.ranking thead th').getBoundingClientRect().top")
            .await?;
        assert!((0.0..20.0).contains(&top), "the head of the ranking is at {top}");
        Ok(())
    });
}

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
