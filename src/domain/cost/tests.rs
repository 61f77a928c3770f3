//! The worked cases of models A and B, of plan prices and of the budget.

use rust_decimal::{Decimal, dec};

use super::annual::{Annual, RpaTerm};
use super::budget::{Standing, standing};
use super::dynamic::{BURST_FACTOR, Dynamic, THRESHOLD, UtilisationRule};
use super::effective::{THREE_YEARS_HOURS, all_in, effective_hourly, of_instance, per_accelerator};
use super::{CostError, Input, Origin, Rule, rounded};

fn dynamic(utilisation: Decimal, rule: UtilisationRule) -> Dynamic {
    Dynamic {
        base: Some(Input::given(dec!(10000))),
        burst: Some(Input::given(dec!(2000))),
        reserved_discount: Input::given(dec!(0.35)),
        burst_factor: Input::default_of(BURST_FACTOR),
        region_premium: Input::given(dec!(0.08)),
        utilisation_percent: Input::given(utilisation),
        threshold_percent: Input::default_of(THRESHOLD),
        rule: (rule, Origin::Given),
    }
}

fn shown(total: Option<Decimal>) -> String {
    rounded(total.unwrap(), 2).to_string()
}

#[test]
fn worked_case_a_under_each_named_rule() {
    use UtilisationRule::{Linear, StepDown, StepUp};
    for (utilisation, linear, step_up, step_down) in [
        (dec!(45), "10716.30", "11372.40", "10060.20"),
        (dec!(50), "10060.20", "10060.20", "10060.20"),
        (dec!(60), "8748.00", "8748.00", "8748.00"),
        (dec!(100), "8748.00", "8748.00", "8748.00"),
        (dec!(59.99), "8749.31", "10060.20", "8748.00"),
        (dec!(0), "16621.20", "16621.20", "16621.20"),
    ] {
        for (rule, expected) in [(Linear, linear), (StepUp, step_up), (StepDown, step_down)] {
            let answer = dynamic(utilisation, rule).answer().unwrap();
            assert_eq!(shown(answer.total), expected, "{utilisation} {rule:?}");
            let parts: Decimal = answer.parts.iter().filter_map(|part| part.amount).sum();
            assert_eq!(Some(parts), answer.total);
        }
    }
}

#[test]
fn the_formula_of_a_shows_its_numbers() {
    let formula = |utilisation, rule| dynamic(utilisation, rule).answer().unwrap().formula.to_string();
    assert_eq!(
        formula(dec!(45), UtilisationRule::Linear),
        "(10000 * (1 - 0.35) + 2000 * 0.8) * (1 + 0.08) * (1 + 0.15 * ((60 - 45) / 10))"
    );
    assert!(formula(dec!(45), UtilisationRule::StepUp).ends_with("(1 + 0.15 * ceil((60 - 45) / 10))"));
    assert!(formula(dec!(60), UtilisationRule::StepDown).ends_with("(1 + 0.08) * 1"));
}

#[test]
fn an_unknown_price_leaves_the_total_unknown_and_the_rest_known() {
    let mut case = dynamic(dec!(45), UtilisationRule::Linear);
    case.burst = None;
    let answer = case.answer().unwrap();
    assert_eq!(answer.total, None);
    assert!(answer.parts[0].amount.is_some() && answer.parts[1].amount.is_none());
    assert!(answer.formula.to_string().contains("burst?"));
}

#[test]
fn an_impossible_input_names_field_value_and_rule() {
    let mut case = dynamic(dec!(101), UtilisationRule::Linear);
    let error = case.answer().unwrap_err();
    assert_eq!(
        error,
        CostError::Impossible {
            field: "utilisation_percent",
            value: dec!(101),
            rule: Rule::PERCENT
        }
    );
    assert_eq!(
        error.to_string(),
        "utilisation_percent is 101: it must be between 0 and 100"
    );
    case = dynamic(dec!(50), UtilisationRule::Linear);
    for premium in [dec!(-1), dec!(10.5)] {
        case.region_premium = Input::given(premium);
        assert!(case.answer().unwrap_err().to_string().contains("region_premium"));
    }
    case.region_premium = Input::given(dec!(-0.1));
    assert!(case.answer().is_ok(), "a region may be cheaper");
}

fn annual(term: RpaTerm) -> Annual {
    Annual {
        unit_price: Some(Input::given(dec!(3.06))),
        hours: Input::given(dec!(8760)),
        data_transfer: Some(Input::given(dec!(1200))),
        storage_redundancy: Some(Input::given(dec!(2400))),
        safety: Input::given(dec!(0.2)),
        ops_labour: Some(Input::given(dec!(50000))),
        rpa_rate: Input::given(dec!(0.3)),
        rpa_term: (term, Origin::Given),
    }
}

#[test]
fn worked_case_b_in_both_readings() {
    let saves = annual(RpaTerm::AutomationSaves).answer().unwrap();
    assert_eq!(shown(saves.total), "65885.60");
    assert_eq!(shown(saves.parts[0].amount), "26805.60");
    assert_eq!(
        saves.formula.to_string(),
        "3.06 * 8760 + 1200 + 2400 * (1 + 0.2) + 50000 * (1 - 0.3)"
    );
    let printed = annual(RpaTerm::AsPrinted).answer().unwrap();
    assert_eq!(shown(printed.total), "45885.60");
}

#[test]
fn case_c1_the_price_of_one_accelerator_is_not_that_of_the_instance() {
    assert_eq!(of_instance(dec!(1.28), 8, 1), Some(dec!(10.24)));
}

#[test]
fn case_c2_a_third_of_an_accelerator_has_the_price_of_a_whole_one() {
    assert_eq!(per_accelerator(dec!(0.908), 1, 3), Some(dec!(2.724)));
}

#[test]
fn case_c3_host_and_accelerator_together_or_nothing() {
    assert_eq!(all_in(&[Some(dec!(3.40428)), Some(dec!(1.09565))]), Some(dec!(4.49993)));
    assert_eq!(all_in(&[Some(dec!(3.40428)), None]), None);
}

#[test]
fn case_c5_upfront_is_spread_over_the_term() {
    let effective = effective_hourly(dec!(0.50), dec!(10000), Some(THREE_YEARS_HOURS)).unwrap();
    assert_eq!(effective.round_dp(12), dec!(0.880517503805));
    assert_eq!(effective_hourly(dec!(0.50), Decimal::ZERO, None), Ok(dec!(0.50)));
    assert!(effective_hourly(dec!(0.50), dec!(1), None).is_err(), "over which term?");
}

#[test]
fn case_c6_the_order_depends_on_the_unit() {
    let (p, q) = (dec!(24.00), dec!(3.50));
    assert!(q < p && per_accelerator(p, 8, 1) < per_accelerator(q, 1, 1));
}

#[test]
fn a_budget_is_kept_to_the_last_digit() {
    assert_eq!(standing(Some(dec!(100)), dec!(100)), Standing::Within { left: dec!(0) });
    assert_eq!(
        standing(Some(dec!(100.005)), dec!(100)),
        Standing::Over { by: dec!(0.005) }
    );
    assert_eq!(standing(None, dec!(100)), Standing::Unknown);
}
