//! The documents are true: routes, settings, paths and commands they name exist, and none is left out.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// The first column of every table row, without back-ticks.
fn first_column(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|l| l.starts_with("| `"));
    rows.filter_map(|l| l.split('`').nth(1)).map(str::to_owned).collect()
}

#[test]
fn every_route_is_in_the_list_of_addresses_and_the_other_way_round() {
    let source = read("src/web/urls.rs");
    let routes: Vec<&str> = source
        .lines()
        .filter(|l| l.starts_with("pub const "))
        .filter_map(|l| l.split('"').nth(1))
        .collect();
    assert!(routes.len() >= 10);
    let listed = first_column(&read("docs/urls.md"));
    for route in &routes {
        assert!(listed.iter().any(|l| l == route), "docs/urls.md does not list {route}");
    }
    for address in listed.iter().filter(|l| l.starts_with('/')) {
        assert!(
            routes.contains(&address.as_str()),
            "docs/urls.md lists {address}, which is no route"
        );
    }
    let table = read("src/web/mod.rs");
    let names = source
        .lines()
        .filter_map(|l| l.strip_prefix("pub const "))
        .filter_map(|l| l.split(':').next());
    for name in names {
        assert!(
            table.contains(&format!("urls::{name}")),
            "the route table leaves out {name}"
        );
    }
}

#[test]
fn every_setting_is_listed() {
    let help = Command::new(env!("CARGO_BIN_EXE_steelyard"))
        .args(["serve", "--help"])
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let settings = read("docs/settings.md");
    let flags: Vec<&str> = help
        .split_whitespace()
        .filter(|w| w.starts_with("--") && *w != "--help" && *w != "--version")
        .collect();
    assert!(flags.len() >= 3, "{help}");
    for flag in flags
        .iter()
        .filter(|f| f.len() > 2 && f.bytes().skip(2).all(|b| b.is_ascii_lowercase() || b == b'-'))
    {
        assert!(
            settings.contains(&format!("`{flag}`")),
            "docs/settings.md leaves out {flag}"
        );
    }
    for variable in help.split("[env: ").skip(1).filter_map(|v| v.split(['=', ']']).next()) {
        assert!(
            settings.contains(&format!("`{variable}`")),
            "docs/settings.md leaves out {variable}"
        );
    }
}

#[test]
fn every_path_named_in_a_document_exists() {
    for document in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "README.md",
        "docs/settings.md",
        "docs/import.md",
        "docs/cost.md",
    ] {
        let text = read(document);
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| {
            [
                "src/",
                "tests/",
                "docs/",
                "static/",
                "templates/",
                "locales/",
                "catalogue/",
                "migrations/",
                "benches/",
            ]
            .iter()
            .any(|p| word.starts_with(p))
                && !word.contains(['*', ' ', '{'])
        };
        for path in quoted.filter(is_path) {
            assert!(
                Path::new(path).exists(),
                "{document} names {path}, which does not exist"
            );
        }
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|l| l.split(')').next())
            .filter(|l| !l.starts_with("http"))
        {
            let folder = Path::new(document).parent().unwrap_or(Path::new(""));
            assert!(
                folder.join(link).exists(),
                "{document} links to {link}, which does not exist"
            );
        }
    }
}

#[test]
fn the_readme_begins_with_one_command_to_run_and_one_to_test() {
    let text = read("README.md");
    let first_screen: String = text.lines().take(30).collect::<Vec<_>>().join("\n");
    assert!(
        first_screen.contains("cargo run --release")
            && first_screen.contains("tests/run")
            && first_screen.contains("docs/images/ranking.png")
    );
    let run = fs::metadata("tests/run").unwrap();
    assert!(run.permissions().mode() & 0o111 != 0, "tests/run can be executed");
}

#[test]
fn every_word_of_a_link_is_explained() {
    let text = read("docs/urls.md");
    for word in [
        "`w`",
        "`c.ID`",
        "`scorecard`",
        "`release`",
        "`workload`",
        "`gpus`",
        "`vram`",
        "`area`",
        "`gpu`",
        "`gate.ID`",
        "`q`",
        "`hide`",
        "`page`",
        "`out`",
        "`lock`",
        "`o`",
        "`base`",
        "`see`",
        "`diff`",
        "`per`",
        "`a`",
        "`b`",
        "`x`",
        "`y`",
    ] {
        assert!(text.contains(word), "docs/urls.md does not explain {word}");
    }
}
