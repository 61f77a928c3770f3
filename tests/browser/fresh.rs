//! htmx only saves the reload: after any change the page on the screen says what its address says in a fresh load.

use std::collections::BTreeMap;

use serde::Deserialize;
use thirtyfour::Key;

use crate::harness::{Page, in_browser};

/// Everything on the workbench that a person can read, send or follow.
#[derive(Debug, Deserialize)]
struct Seen {
    fields: Vec<String>,
    links: Vec<String>,
    texts: Vec<String>,
}

async fn seen(page: &Page) -> anyhow::Result<Seen> {
    page.ask(
        "const texts = [];
         const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
         while (walker.nextNode()) {
             const text = walker.currentNode.textContent.replace(/\\s+/g, ' ').trim();
             if (text) texts.push(text);
         }
         const fields = [...document.querySelector('#workbench').elements].filter((e) => e.name).map((e) =>
             `${e.name} = ${e.type === 'checkbox' ? `${e.value} ${e.checked}` : e.value}`);
         const links = [...document.querySelectorAll('main a, #other-language')].map((a) => a.getAttribute('href'));
         return { fields, links, texts };",
    )
    .await
}

/// What stands in one list and not in the other.
fn differences(what: &str, screen: &[String], fresh: &[String]) -> Vec<String> {
    let mut balance: BTreeMap<&String, i32> = BTreeMap::new();
    for one in screen {
        *balance.entry(one).or_default() += 1;
    }
    for one in fresh {
        *balance.entry(one).or_default() -= 1;
    }
    balance
        .into_iter()
        .filter(|(_, n)| *n != 0)
        .map(|(one, n)| {
            format!(
                "{what} only {}: {one}",
                if n > 0 { "on the screen" } else { "in a fresh load" }
            )
        })
        .collect()
}

/// Compares the screen with a fresh load of its address.
async fn stale(page: &Page) -> anyhow::Result<Vec<String>> {
    // The verdict is sampled after a change has come to rest.
    page.until(
        "the verdict is there",
        "return !document.querySelector('.verdict .waiting')",
    )
    .await?;
    let screen = seen(page).await?;
    let address = page.address().await?;
    page.open(&address).await?;
    let fresh = seen(page).await?;
    Ok([
        differences("field", &screen.fields, &fresh.fields),
        differences("link", &screen.links, &fresh.links),
        differences("text", &screen.texts, &fresh.texts),
    ]
    .concat())
}

async fn apply(page: &Page) -> anyhow::Result<()> {
    page.swap(page.click("#weights ~ .buttons button.primary")).await
}

async fn open_brief(page: &Page) -> anyhow::Result<()> {
    page.open("/en/").await?;
    page.run("document.querySelector('.brief').open = true").await
}

macro_rules! same_as_fresh {
    ($($name:ident: $page:ident => $change:block)*) => {$(
        #[test]
        fn $name() {
            in_browser(|$page| async move {
                $change
                let stale = stale(&$page).await?;
                assert!(stale.is_empty(), "{} differences, the first: {:#?}", stale.len(), &stale[..stale.len().min(15)]);
                Ok(())
            });
        }
    )*};
}

same_as_fresh! {
    a_typed_weight_leaves_nothing_stale: page => {
        page.open("/en/").await?;
        page.weigh("cost", "45").await?;
    }
    a_locked_weight_leaves_nothing_stale: page => {
        page.open("/en/").await?;
        page.swap(page.click("input[name=lock][value=support]")).await?;
    }
    balancing_leaves_nothing_stale: page => {
        page.open("/en/").await?;
        page.weigh("cost", "45").await?;
        page.swap(page.click("button[name=balance]")).await?;
    }
    a_preset_leaves_nothing_stale: page => {
        page.open("/en/").await?;
        page.swap(page.click("button[name=preset][value=inference]")).await?;
    }
    points_of_a_criterion_leave_nothing_stale: page => {
        page.open("/en/").await?;
        page.click(".weight[data-dimension=cost] details summary").await?;
        page.swap(async {
            page.type_over(".weight[data-dimension=cost] input[name^='c.']", "1").await?;
            page.keys(Key::Tab).await
        })
        .await?;
    }
    an_area_applied_leaves_nothing_stale: page => {
        open_brief(&page).await?;
        page.click("input[name=area][value=eu]").await?;
        apply(&page).await?;
    }
    a_workload_and_a_number_of_gpus_applied_leave_nothing_stale: page => {
        open_brief(&page).await?;
        page.choose("select[name=workload] option[value=inference]").await?;
        page.type_over("input[name=gpus]", "16").await?;
        apply(&page).await?;
    }
    a_gate_applied_leaves_nothing_stale: page => {
        open_brief(&page).await?;
        page.choose("select[name^='gate.'] option:not([selected])").await?;
        apply(&page).await?;
    }
    a_set_of_columns_leaves_nothing_stale: page => {
        page.open("/en/").await?;
        page.run("document.querySelector('.column-choice').open = true").await?;
        page.swap(page.click("button[name=columns][value=prices]")).await?;
        page.choose("select[name=per] option[value=offer]").await?;
        page.swap(page.click(".column-choice button:not([name])")).await?;
    }
    a_filter_leaves_nothing_stale: page => {
        page.open("/en/?group=offer&sort=price").await?;
        page.swap(async {
            page.type_over("#q", "h100").await?;
            page.keys(Key::Enter).await
        })
        .await?;
    }
}
