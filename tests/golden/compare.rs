//! Two trees of JSON compared number by number.

use serde_json::Value;

/// The tolerance for the numbers under a key; the innermost key that has one counts.
pub(crate) type Tolerances<'a> = &'a [(&'a str, f64)];

/// What was found to differ, and where the comparison stands.
#[derive(Default)]
pub(crate) struct Problems {
    pub(crate) path: Vec<String>,
    pub(crate) found: Vec<String>,
}

impl Problems {
    pub(crate) fn note(&mut self, what: &str) {
        self.found.push(format!("{}: {what}", self.path.join(".")));
    }

    pub(crate) fn within(&mut self, part: &str, check: impl FnOnce(&mut Self)) {
        self.path.push(part.to_owned());
        check(self);
        self.path.pop();
    }

    pub(crate) fn number(&mut self, expected: f64, got: f64, tolerance: f64) {
        let difference = (expected - got).abs();
        if difference.is_nan() || difference > tolerance {
            self.note(&format!("expected {expected}, got {got} (tolerance {tolerance})"));
        }
    }

    pub(crate) fn compare(&mut self, expected: &Value, got: &Value, tolerances: Tolerances<'_>, tolerance: f64) {
        match (expected, got) {
            (Value::Object(expected), Value::Object(got)) => {
                // What other libraries make of a case is information.
                let mut keys: Vec<&String> = expected.keys().filter(|key| *key != "library_max_abs_diff").collect();
                let mut others: Vec<&String> = got.keys().collect();
                keys.sort();
                others.sort();
                if keys != others {
                    self.note(&format!("expected the keys {keys:?}, got {others:?}"));
                }
                for key in keys {
                    let tolerance = tolerances
                        .iter()
                        .find(|(of, _)| of == key)
                        .map_or(tolerance, |(_, own)| *own);
                    let got = got.get(key).unwrap_or(&Value::Null);
                    self.within(key, |problems| {
                        problems.compare(&expected[key], got, tolerances, tolerance);
                    });
                }
            }
            (Value::Array(expected), Value::Array(got)) => {
                if expected.len() != got.len() {
                    self.note(&format!("expected {} entries, got {}", expected.len(), got.len()));
                }
                for (place, (expected, got)) in expected.iter().zip(got).enumerate() {
                    self.within(&place.to_string(), |problems| {
                        problems.compare(expected, got, tolerances, tolerance);
                    });
                }
            }
            (Value::Number(expected), Value::Number(got)) => {
                self.number(expected.as_f64().unwrap(), got.as_f64().unwrap(), tolerance);
            }
            _ if expected == got => {}
            _ => self.note(&format!("expected {expected}, got {got}")),
        }
    }
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

pub(crate) fn floats(value: &Value) -> Vec<f64> {
    list(value).iter().map(|number| number.as_f64().unwrap()).collect()
}

pub(crate) fn rows(value: &Value) -> Vec<Vec<f64>> {
    list(value).iter().map(floats).collect()
}

pub(crate) fn rows_of_two(value: &Value) -> Vec<(f64, f64)> {
    rows(value).iter().map(|row| (row[0], row[1])).collect()
}
