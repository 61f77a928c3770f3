use super::*;

fn function(json: &str) -> ValueFunction {
    serde_json::from_str(json).unwrap()
}

fn at(function: &ValueFunction, x: f64) -> Valued {
    function.value(&Raw::Number(x)).unwrap()
}

#[test]
fn a_value_beyond_an_anchor_is_clipped_and_flagged() {
    let price = function(r#"{"type":"linear","worst":12,"best":1}"#);
    assert_eq!(
        at(&price, 20.0),
        Valued {
            value: 0.0,
            clipped: true
        }
    );
    assert_eq!(
        at(&price, 6.5),
        Valued {
            value: 50.0,
            clipped: false
        }
    );
    assert_eq!(
        at(&price, -1e300),
        Valued {
            value: 100.0,
            clipped: true
        }
    );
}

#[test]
fn a_log_scale_refuses_zero_even_though_it_would_be_clipped() {
    let price = function(r#"{"type":"log","worst":12,"best":1}"#);
    assert_eq!(price.value(&Raw::Number(0.0)), Err(ValueError::NotPositive(0.0)));
}

#[test]
fn a_range_over_a_target_finds_the_peak_between_its_ends() {
    let months = function(r#"{"type":"target","lo_zero":0,"lo_full":6,"hi_full":12,"hi_zero":36}"#);
    let bounds = months.bounds(&Raw::Number(3.0), &Raw::Number(24.0)).unwrap();
    assert_eq!((bounds.low, bounds.high, bounds.clipped), (50.0, 100.0, false));
}

#[test]
fn the_inverse_returns_to_the_raw_value() {
    for json in [
        r#"{"type":"linear","worst":12,"best":1}"#,
        r#"{"type":"log","worst":5,"best":50}"#,
        r#"{"type":"points","x":[1,2,4],"v":[0,40,100]}"#,
        r#"{"type":"points","x":[1,2,4],"v":[100,40,0]}"#,
        r#"{"type":"direct"}"#,
    ] {
        let function = function(json);
        for value in [0.0, 12.5, 40.0, 99.0, 100.0] {
            let raw = function.raw_for(value).unwrap();
            assert!((at(&function, raw).value - value).abs() < 1e-9, "{json} at {value}");
        }
    }
}

#[test]
fn a_flat_stretch_is_inverted_by_its_end_nearest_to_the_worst() {
    let rising = function(r#"{"type":"points","x":[0,1,2,3],"v":[0,50,50,100]}"#);
    let falling = function(r#"{"type":"points","x":[0,1,2,3],"v":[100,50,50,0]}"#);
    assert_eq!((rising.raw_for(50.0), falling.raw_for(50.0)), (Some(1.0), Some(2.0)));
}

#[test]
fn the_lowest_level_that_reaches_a_value_is_named() {
    let cuda = function(r#"{"type":"levels","levels":{"none":0,"n-2":60,"n-1":85,"latest":100}}"#);
    assert_eq!(cuda.reaching(61.0), Some(Raw::Label("n-1".to_owned())));
}

#[test]
fn unusable_anchors_are_named() {
    let refused = |json: &str| serde_json::from_str::<ValueFunction>(json).unwrap_err().to_string();
    assert!(refused(r#"{"type":"linear","worst":3,"best":3}"#).contains("both 3"));
    assert!(refused(r#"{"type":"log","worst":0,"best":3}"#).contains("worst is 0"));
    assert!(refused(r#"{"type":"points","x":[1,1],"v":[0,100]}"#).contains("x is 1"));
    assert!(refused(r#"{"type":"points","x":[1,2,3],"v":[0,100,50]}"#).contains("rise and fall"));
    assert!(refused(r#"{"type":"boolean","true":101,"false":0}"#).contains("true is 101"));
    assert!(refused(r#"{"type":"linear","worst":-1e308,"best":1e308}"#).contains("cannot be computed"));
}
