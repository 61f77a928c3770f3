use super::*;

fn error(json: &str) -> String {
    evaluate(json.as_bytes()).unwrap_err().to_string()
}

/// A model of one alternative `x` on one criterion `c`, with the given parts.
fn model(function: &str, cells: &str, gates: &str) -> String {
    format!(
        r#"{{"kind":"mavt","input":{{
            "dimensions":[{{"id":"d","weight":1,"criteria":[{{"id":"c","weight":1,"value":{function}}}]}}],
            "alternatives":[{{"id":"x","cells":{cells}}}],"gates":[{gates}]}}}}"#
    )
}

const LINEAR: &str = r#"{"type":"linear","worst":0,"best":10}"#;
const LOG: &str = r#"{"type":"log","worst":1,"best":10}"#;

#[test]
fn the_alternative_and_the_criterion_at_fault_are_named() {
    let at = r#"alternative "x", criterion "c": "#;
    let cell = |function: &str, cell: &str| error(&model(function, &format!(r#"{{"c":{cell}}}"#), ""));
    assert_eq!(
        cell(LOG, r#"{"kind":"known","x":0}"#),
        format!("{at}0 is not above zero, as a log scale needs")
    );
    assert_eq!(
        cell(LINEAR, r#"{"kind":"known","x":"a"}"#),
        format!("{at}a number is needed, this is a level")
    );
    assert_eq!(
        cell(LINEAR, r#"{"kind":"range","lo":2,"hi":1}"#),
        format!("{at}the range runs backwards from 2 to 1")
    );
    assert!(cell(LINEAR, r#"{"kind":"known","x":null}"#).starts_with(at));
    assert!(cell(LINEAR, r#"{"kind":"known","x":1,"evidence":"F"}"#).starts_with(at));
    assert!(cell(LINEAR, r#"{"kind":"guess"}"#).starts_with(at));
}

#[test]
fn a_cell_may_be_missing_but_not_doubled_or_misnamed() {
    assert!(evaluate(model(LINEAR, "{}", "").as_bytes()).is_ok());
    let twice = r#"{"c":{"kind":"unknown"},"c":{"kind":"absent"}}"#;
    assert_eq!(
        error(&model(LINEAR, twice, "")),
        r#"alternative "x", criterion "c": there are two cells"#
    );
    let other = r#"{"e":{"kind":"unknown"}}"#;
    assert_eq!(
        error(&model(LINEAR, other, "")),
        r#"alternative "x", criterion "e": there is no such criterion"#
    );
}

#[test]
fn a_gate_that_cannot_be_asked_is_named() {
    let gate = |gate: &str| error(&model(LINEAR, r#"{"c":{"kind":"known","x":1}}"#, gate));
    assert!(gate(r#"{"id":"g","criterion":"e","op":">=","value":1}"#).contains(r#"gate "g" asks for criterion "e""#));
    assert!(gate(r#"{"id":"g","criterion":"c","op":"~","value":1}"#).starts_with(r#"gate "g": "#));
    let flag = model(
        r#"{"type":"boolean","true":100,"false":0}"#,
        r#"{"c":{"kind":"known","x":true}}"#,
        r#"{"id":"g","criterion":"c","op":">=","value":1}"#,
    );
    assert!(error(&flag).contains(r#"alternative "x", criterion "c": gate "g": a number is needed"#));
}

#[test]
fn what_is_not_a_case_says_so() {
    assert!(error("").starts_with("this is not a case"));
    assert!(error(r#"{"kind":"electre","input":{}}"#).contains("mavt, smaa and relative_matrix are"));
    assert!(error(&model(LINEAR, r#"{"c":{"kind":"known","x":1e999}}"#, "")).contains("line"));
    assert!(
        error(&model(r#"{"type":"linear","worst":1,"best":1}"#, "{}", ""))
            .contains(r#"criterion "c": worst and best are both 1"#)
    );
}

#[test]
fn a_method_that_is_undefined_says_for_whom() {
    let table = r#"{"kind":"relative_matrix","input":{"alternatives":["x","y"],"weights":[1],
        "criteria":[{"id":"c","direction":"min"}],"matrix":[[0],[1]]}}"#;
    let answer = evaluate(table.as_bytes()).unwrap();
    assert_eq!(answer["methods"]["wsm_minmax"]["scores"], serde_json::json!([1.0, 0.0]));
    assert_eq!(answer["methods"]["wsm_sum"]["undefined"], true);
    assert!(
        answer["methods"]["wsm_sum"]["reason"]
            .as_str()
            .unwrap()
            .contains(r#"alternative "x", criterion "c""#)
    );
}

#[test]
fn names_must_be_unique() {
    let twice = model(LINEAR, "{}", "").replace(
        r#"[{"id":"x","cells":{}}]"#,
        r#"[{"id":"x","cells":{}},{"id":"x","cells":{}}]"#,
    );
    assert_eq!(error(&twice), r#"two alternatives are called "x""#);
}

fn sampled(runs: &str) -> String {
    let model = model(LINEAR, r#"{"c":{"kind":"known","x":1,"evidence":"C"}}"#, "");
    let input = model.split_once(r#""input":"#).unwrap().1;
    format!(
        r#"{{"kind":"smaa","input":{{"model":{},"runs":{runs}}}}}"#,
        &input[..input.len() - 1]
    )
}

#[test]
fn a_run_without_settings_has_the_defaults_and_a_seed_of_its_question() {
    let answer = evaluate(sampled("[{},{}]").as_bytes()).unwrap();
    let [run, again] = [&answer["runs"][0], &answer["runs"][1]];
    assert_eq!(
        (&run["lambda"], &run["N"]),
        (&serde_json::json!(0.25), &serde_json::json!(10_000))
    );
    assert_eq!(run, again);
    assert!(run["seed"].as_u64().unwrap() > 0);
}

#[test]
fn what_would_take_too_long_is_refused_with_its_limit() {
    let runs = format!("[{}]", ["{}"; 21].join(","));
    assert_eq!(error(&sampled(&runs)), "21 runs are too many: at most 20");
    assert!(error(&sampled(r#"[{"samples":4000000000}]"#)).starts_with("run 0: 4000000000 samples"));
    assert_eq!(
        error(&sampled(r#"[{"lambda":2}]"#)),
        "run 0: lambda is 2, it must lie in 0..1"
    );
}
