//! Every text used exists, in both languages, and no text is there that nobody uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Keys that are put together from a word at run time: the part before it.
const BUILT: &[&str] = &[
    "area.",
    "benchmarks.division.",
    "benchmarks.level.",
    "benchmarks.metric.",
    "benchmarks.mode.",
    "benchmarks.scenario.",
    "brief.only_",
    "columns.per_",
    "columns.set_",
    "compare.per_",
    "audit.action.",
    "audit.kind.",
    "csv.per_",
    "error.no_",
    "error.title.",
    "field.",
    "finding.",
    "gate.",
    "grade.",
    "group.",
    "history.",
    "load.fault.",
    "load.rule.",
    "matrix.state.",
    "matrix.topic.",
    "note.left_out_",
    "nothing.",
    "outcome.",
    "plan.",
    "record.",
    "records.",
    "role.",
    "scope.",
    "scorecards.field.",
    "scorecards.op.",
    "scorecards.part.",
    "scorecards.scale.",
    "scorecards.subject.",
    "sensitivity.reason.",
    "tco.annual.",
    "tco.bound.",
    "tco.dynamic.",
    "tco.field.",
    "tco.machine.",
    "tco.model.",
    "tco.name.",
    "tco.origin.",
    "tco.part.",
    "tco.unit.",
    "tco.word.",
    "theme.",
    "unit.",
    "usage.",
    "vendor_kind.",
    "workload.",
    "verdict.",
];

/// Fields of a scorecard, which look like keys.
const FIELDS: &[&str] = &[
    "value.best",
    "value.hi_full",
    "value.hi_zero",
    "value.levels",
    "value.lo_full",
    "value.lo_zero",
    "value.points",
    "value.type",
    "value.worst",
];

fn texts() -> BTreeMap<String, BTreeMap<String, String>> {
    let mut texts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    let mut key = String::new();
    for line in fs::read_to_string("locales/texts.yml").unwrap().lines() {
        if let Some((lang, text)) = line.strip_prefix("  ").and_then(|l| l.split_once(": ")) {
            let text = serde_json::from_str(text).unwrap_or_else(|_| panic!("{key}: {text} is a quoted text"));
            assert!(
                texts.get_mut(&key).unwrap().insert(lang.to_owned(), text).is_none(),
                "{key} is there twice"
            );
        } else if let Some(name) = line.strip_suffix(':').filter(|n| !n.starts_with(['#', '_'])) {
            name.clone_into(&mut key);
            assert!(
                texts.insert(key.clone(), BTreeMap::new()).is_none(),
                "{key} is there twice"
            );
        }
    }
    texts
}

fn sources(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "html") {
            let text = fs::read_to_string(&path).unwrap();
            found.push(text.split("#[cfg(test)]").next().unwrap_or_default().to_owned());
        }
    }
}

/// Quoted words of the form `a.b` or `a.b.c` whose first part is one of the text file's.
fn used(texts: &BTreeMap<String, BTreeMap<String, String>>) -> BTreeSet<String> {
    let heads: BTreeSet<&str> = texts.keys().filter_map(|k| k.split('.').next()).collect();
    let mut found = Vec::new();
    sources(Path::new("src"), &mut found);
    sources(Path::new("templates"), &mut found);
    let is_key = |part: &&str| {
        part.contains('.')
            && part.split('.').next().is_some_and(|h| heads.contains(h))
            && part
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_'))
    };
    let files = [".html", ".css", ".js", ".svg", ".csv", ".json"];
    found
        .iter()
        .flat_map(|text| text.split('"'))
        .filter(is_key)
        .filter(|part| !files.iter().any(|f| part.ends_with(f)) && !FIELDS.contains(part))
        .map(str::to_owned)
        .collect()
}

#[test]
fn ux_11_every_text_is_there_in_both_languages_with_the_same_blanks() {
    let blanks = |text: &str| -> BTreeSet<String> {
        text.split("%{")
            .skip(1)
            .filter_map(|t| t.split('}').next())
            .map(str::to_owned)
            .collect()
    };
    for (key, by_lang) in texts() {
        let langs: Vec<&str> = by_lang.keys().map(String::as_str).collect();
        assert_eq!(langs, ["en", "zh"], "{key}");
        assert!(by_lang.values().all(|t| !t.trim().is_empty()), "{key} is empty");
        assert_eq!(blanks(&by_lang["en"]), blanks(&by_lang["zh"]), "{key}");
    }
}

#[test]
fn every_text_used_exists_and_every_text_is_used() {
    let texts = texts();
    let used = used(&texts);
    let exists = |key: &String| {
        texts.contains_key(key) || texts.contains_key(&format!("{key}.one")) || key.ends_with('.') || key.ends_with('_')
    };
    let missing: Vec<&String> = used.iter().filter(|key| !exists(key)).collect();
    assert!(missing.is_empty(), "not in locales/texts.yml: {missing:?}");
    let is_used = |key: &&String| {
        let plural = key.trim_end_matches(".one").trim_end_matches(".other");
        used.contains(*key) || used.contains(plural) || BUILT.iter().any(|b| key.starts_with(b))
    };
    let idle: Vec<&String> = texts.keys().filter(|key| !is_used(key)).collect();
    assert!(idle.is_empty(), "in locales/texts.yml and not used: {idle:?}");
}
