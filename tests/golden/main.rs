//! Every golden file is reproduced, number by number, within the tolerance it states.
//!
//! A check rebuilds what the file expects from its inputs, in the same form, and compares the two trees. The files are
//! listed from `tests/golden` (and from the folder `STEELYARD_GOLDEN_DIR` names): a new one is picked up by itself, and
//! one of an unknown kind is a failure.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

mod cases;
mod compare;
mod parts;

use std::path::{Path, PathBuf};
use std::{env, fs};

use compare::{Problems, Tolerances};
use serde_json::Value;

#[test]
fn every_golden_file_is_reproduced() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")];
    folders.extend(shared_folder());
    let listed = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = listed
        .filter(|path| path.extension().is_some_and(|of| of == "json"))
        .collect();
    files.sort();
    assert!(files.len() >= 26, "the golden files are missing");
    let mut problems = Problems::default();
    for file in files {
        problems.path = vec![file.file_name().unwrap().to_string_lossy().into_owned()];
        check(
            &serde_json::from_slice(&fs::read(&file).unwrap()).unwrap(),
            &mut problems,
        );
    }
    assert!(
        problems.found.is_empty(),
        "{} differences:\n{}",
        problems.found.len(),
        problems.found.join("\n")
    );
}

#[expect(
    clippy::disallowed_methods,
    reason = "a test may be pointed at more files; the product reads no such variable"
)]
fn shared_folder() -> Option<PathBuf> {
    env::var_os("STEELYARD_GOLDEN_DIR").map(PathBuf::from)
}

fn check(file: &Value, problems: &mut Problems) {
    let rebuilt = |got: &Value, tolerances: Tolerances<'_>, tolerance: f64, problems: &mut Problems| {
        let parts = got
            .as_object()
            .unwrap()
            .keys()
            .map(|part| (part.clone(), file[part].clone()));
        problems.compare(&Value::Object(parts.collect()), got, tolerances, tolerance);
    };
    match file["kind"].as_str().unwrap() {
        "mavt" => cases::mavt(file, &file["tolerance"], problems),
        "mavt_suite" => {
            for case in file["cases"].as_array().unwrap() {
                problems.within(case["name"].as_str().unwrap(), |problems| {
                    cases::mavt(case, &file["tolerance"], problems);
                });
            }
        }
        "smaa" => cases::smaa(file, problems),
        "relative_matrix" => cases::relative_matrix(file, problems),
        "relative_suite" => parts::relative_suite(file, problems),
        "value_functions" => rebuilt(&parts::value_functions(file), &[], 1e-6, problems),
        "weight_elicitation" => rebuilt(&parts::weight_elicitation(file), &[("ahp", 1e-6)], 1e-9, problems),
        "rank_similarity" => rebuilt(&parts::rank_similarity(file), &[], 1e-9, problems),
        "rng" => rebuilt(&parts::rng(file), &[], 0.0, problems),
        "weight_stability" => rebuilt(&parts::weight_stability(file), &[], 1e-9, problems),
        // Anchored scores are printed to nine decimals of 0..100; that they do not move is checked to the bit.
        "iia" => rebuilt(&parts::iia(file, problems), &[("anchored", 1e-8)], 1e-9, problems),
        kind => problems.note(&format!("no check for kind {kind}")),
    }
}
