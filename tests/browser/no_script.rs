//! The same pages with JavaScript off: every result, and addresses that reproduce it.

use crate::harness::{Page, in_browser, screenshots};
use crate::sweep;

async fn plain_page(page: &Page, path: &str) -> anyhow::Result<()> {
    page.without_scripts().await?;
    page.open(path).await
}

#[test]
fn ux_03_without_scripts_apply_and_balance_give_the_same_results_and_an_address_that_reproduces_them() {
    in_browser(|page| async move {
        page.open("/en/").await?;
        page.weigh("performance", "45").await?;
        let (address, rows) = (page.address().await?, page.rows().await?);
        page.swap(page.click("button[name=balance]")).await?;
        let (balanced_address, balanced_rows) = (page.address().await?, page.rows().await?);

        plain_page(&page, "/en/").await?;
        assert!(
            !page.find(".slider").await?.is_displayed().await?,
            "a slider would do nothing"
        );
        page.type_over("#w-performance", "45").await?;
        page.load(page.click("#weights ~ .buttons button.primary")).await?;
        assert_eq!(
            (page.address().await?, page.rows().await?),
            (address.clone(), rows.clone())
        );
        assert!(page.text("#weights-total").await?.starts_with("Total 105, 5 over"));
        page.open(&address).await?;
        assert_eq!(page.rows().await?, rows);

        page.load(page.click("button[name=balance]")).await?;
        assert_eq!(page.points().await?, ["43", "29", "19", "9"]);
        assert_eq!(
            (page.address().await?, page.rows().await?),
            (balanced_address, balanced_rows)
        );

        page.click("input[name=lock][value=support]").await?;
        page.type_over("#w-cost", "36").await?;
        page.load(page.click("button[name=balance]")).await?;
        assert_eq!(page.points().await?[2], "19", "a locked weight stays");
        assert_eq!(page.text("#weights-total").await?, "Total 100");
        assert!(page.address().await?.contains("lock=support"));
        Ok(())
    });
}

#[test]
fn without_scripts_filter_sort_paging_grouping_and_language_keep_the_whole_query() {
    in_browser(|page| async move {
        let kept = ["w=10-60-20-10", "gpus=16", "area=us"];
        let has = async |words: &[&str]| -> anyhow::Result<()> {
            let address = page.address().await?;
            for word in kept.iter().chain(words) {
                assert!(address.contains(word), "{word} is missing in {address}");
            }
            assert!(!page.rows().await?.is_empty(), "{address} shows rows");
            Ok(())
        };
        plain_page(&page, "/en/?w=10-60-20-10&gpus=16&area=us").await?;
        has(&[]).await?;
        page.load(page.click("#results a[href*='group=offer']")).await?;
        has(&["group=offer"]).await?;
        page.load(page.click(".ranking thead a[href*='sort=price']")).await?;
        has(&["group=offer", "sort=price"]).await?;
        let prices: Vec<f64> = page
            .ask(
                "return [...document.querySelectorAll('.ranking tbody .price')]
                    .map((cell) => parseFloat(cell.firstChild.textContent)).filter((x) => !Number.isNaN(x))",
            )
            .await?;
        assert!(prices.len() > 3 && prices.is_sorted(), "cheapest first: {prices:?}");

        if page.count("#results nav a[href*='page=2']").await? > 0 {
            let first = page.rows().await?;
            page.load(page.click("#results nav a[href*='page=2']")).await?;
            has(&["group=offer", "sort=price", "page=2"]).await?;
            let second = page.rows().await?;
            assert!(
                second.iter().all(|row| !first.contains(row)),
                "other rows on the second page"
            );
        }

        page.type_over("#q", "h100").await?;
        page.load(page.click("#q ~ button")).await?;
        has(&["group=offer", "sort=price", "q=h100"]).await?;
        let address = page.address().await?;
        assert!(
            !address.contains("page="),
            "a filter begins on the first page: {address}"
        );
        let rows = page.rows().await?;
        page.load(page.click("#other-language")).await?;
        assert_eq!(page.address().await?, address.replace("/en/", "/zh/"));
        has(&["group=offer", "sort=price", "q=h100"]).await?;
        assert_eq!(page.rows().await?, rows);
        page.load(page.click("#other-language")).await?;
        assert_eq!(page.address().await?, address);
        Ok(())
    });
}

#[test]
fn without_scripts_the_second_page_of_all_offers_follows_the_first() {
    in_browser(|page| async move {
        plain_page(&page, "/en/?vram=0&group=offer&w=25-25-25-25").await?;
        let first = page.rows().await?;
        page.load(page.click("#results nav a[href*='page=2']")).await?;
        assert!(page.address().await?.contains("w=25-25-25-25"));
        assert!(page.address().await?.contains("group=offer"));
        let second = page.rows().await?;
        assert!(!second.is_empty() && second.iter().all(|row| !first.contains(row)));
        Ok(())
    });
}

#[test]
fn without_scripts_every_page_opens_and_nothing_waits_for_a_script() {
    in_browser(|page| async move {
        let pages = sweep::pages(&page).await?;
        page.without_scripts().await?;
        for (name, path) in pages {
            page.open(&format!("/en/{path}")).await?;
            assert!(!page.text("main h1").await?.is_empty(), "{name} has a heading");
            let waiting: Vec<String> = page
                .ask(
                    "return [...document.querySelectorAll('[hx-trigger*=load]')]
                         .filter((e) => !e.querySelector('a[href]')).map((e) => e.outerHTML.slice(0, 80))",
                )
                .await?;
            assert!(waiting.is_empty(), "{name}: {waiting:?}");
        }
        Ok(())
    });
}

#[test]
fn without_scripts_offers_are_chosen_compared_explained_and_printed() {
    in_browser(|page| async move {
        plain_page(&page, "/en/?group=offer&w=25-35-25-15").await?;
        for row in 1..=2 {
            page.click(&format!(".ranking tbody tr:nth-of-type({row}) input[name=o]"))
                .await?;
        }
        page.load(page.click("button[name=compare]")).await?;
        let address = page.address().await?;
        assert!(
            address.contains("/en/compare?") && address.contains("w=25-35-25-15"),
            "{address}"
        );
        assert_eq!(page.count("table.compare thead th:not(.corner)").await?, 2);
        page.load(page.click("main a[href*='/why']")).await?;
        assert!(page.address().await?.contains("w=25-35-25-15"));
        assert!(page.count("main svg").await? > 0 && page.count("main table").await? > 0);

        let file = screenshots().join("paper").join("why-without-scripts.pdf");
        std::fs::create_dir_all(file.parent().unwrap_or(&file))?;
        page.print(&file).await?;
        assert!(std::fs::read(&file)?.starts_with(b"%PDF"));
        Ok(())
    });
}
