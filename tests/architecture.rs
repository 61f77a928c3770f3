//! What must not be there, as `ARCHITECTURE.md` promises.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} holds .{extension} files");
    found
}

/// Lines of code without comments and without unit tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn forbid(folder: &str, words: &[&str], except: &[&str]) {
    for (path, text) in files(folder, "rs") {
        if except.iter().any(|e| path.ends_with(e)) || path.ends_with("tests.rs") {
            continue;
        }
        for line in code(&text) {
            for word in words {
                assert!(
                    !line.contains(word),
                    "{} must not hold {word:?}: {line}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn the_domain_knows_nothing_else() {
    let crate_parts = [
        "crate::web",
        "crate::store",
        "crate::exchange",
        "crate::cli",
        "crate::config",
    ];
    let outside = [
        "async ",
        "sqlx",
        "axum",
        "askama",
        "tokio",
        "std::fs",
        "std::env",
        "std::net",
        "SystemTime",
        "Instant::now",
        "Timestamp::now",
        "rand::",
    ];
    forbid("src/domain", &crate_parts, &[]);
    forbid("src/domain", &outside, &[]);
}

#[test]
fn the_engine_knows_no_vendor_and_no_gpu() {
    forbid(
        "src/domain/scoring",
        &[
            "domain::catalogue",
            "domain::measure",
            "domain::scorecard",
            "gpu",
            "GPU",
        ],
        &[],
    );
}

#[test]
fn store_and_exchange_do_not_know_each_other_nor_the_web() {
    forbid("src/store", &["crate::exchange", "crate::web", "crate::cli"], &[]);
    forbid(
        "src/exchange",
        &["crate::store", "crate::web", "crate::cli", "std::fs", "tokio"],
        &[],
    );
}

#[test]
fn sql_stands_in_the_store_alone() {
    for folder in ["src/domain", "src/exchange", "src/web"] {
        forbid(folder, &["sqlx", "\"select ", "insert into", "delete from"], &[]);
    }
}

#[test]
fn no_map_of_random_order_reaches_a_page() {
    forbid("src", &["HashMap", "HashSet"], &[]);
}

#[test]
fn one_file_asks_which_database_it_is() {
    forbid(
        "src/store",
        &["Tx::Sqlite", "Tx::Postgres", "Engine::"],
        &["dialect.rs"],
    );
}

#[test]
fn templates_hold_no_address_no_style_and_no_script() {
    for (path, text) in files("templates", "html") {
        for word in [
            "href=\"/",
            "action=\"/",
            "src=\"/",
            "hx-get=\"/",
            " style=\"",
            "<style",
            "hx-on",
            "onclick",
            "javascript:",
        ] {
            assert!(!text.contains(word), "{} holds {word:?}", path.display());
        }
        for script in text.split("<script").skip(1) {
            assert!(
                script.split('>').next().unwrap().contains("src="),
                "{} holds an inline script",
                path.display()
            );
        }
    }
}

#[test]
fn a_file_tells_its_story_from_the_top() {
    for (path, text) in files("src", "rs")
        .into_iter()
        .filter(|(path, _)| !path.ends_with("tests.rs"))
    {
        assert!(text.starts_with("//!"), "{} begins with what it is for", path.display());
    }
}

#[test]
fn nothing_names_a_machine_or_a_registry() {
    let words = [
        "/work/",
        "/root/",
        "localhost:",
        "crates.io/api",
        "registry.npmjs",
        "pypi.org/simple",
    ];
    for folder in ["src", "tests", "benches"] {
        for (path, text) in files(folder, "rs") {
            if Path::new(&path).ends_with("architecture.rs") {
                continue;
            }
            for word in words {
                assert!(!text.contains(word), "{} names {word}", path.display());
            }
        }
    }
}
