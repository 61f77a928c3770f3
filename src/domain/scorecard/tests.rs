use std::collections::BTreeMap;

use super::*;

fn card() -> Scorecard {
    let text = include_str!("../../../catalogue/scorecards/gpu-cloud.json");
    serde_json::from_str(text).unwrap()
}

fn edit(place: &str, base: &str, mine: &str) -> Edit {
    Edit {
        place: place.to_owned(),
        base: base.to_owned(),
        mine: mine.to_owned(),
    }
}

fn changed(card: &Scorecard, fields: &[(&str, &str)]) -> Result<Scorecard, Vec<FieldFault>> {
    let changes: BTreeMap<String, String> = fields
        .iter()
        .map(|(place, text)| ((*place).to_owned(), (*text).to_owned()))
        .collect();
    card.with_fields(&changes)
}

#[test]
fn a_scorecard_written_with_its_own_fields_is_the_same() {
    let card = card();
    let writable = |place: &Place| !matches!(place.field.as_str(), "need" | "dearest_egress" | "measure" | "workload");
    let all: BTreeMap<String, String> = card
        .fields()
        .into_iter()
        .filter(|(place, _)| writable(place))
        .map(|(place, text)| (place.to_string(), text))
        .collect();
    assert!(all.len() > 200, "{}", all.len());
    assert_eq!(card.with_fields(&all).unwrap(), card);
    assert_eq!(differences(&card, &card), []);
}

#[test]
fn changes_of_different_fields_meet_and_those_of_the_same_clash() {
    let theirs = changed(&card(), &[("d.performance.points", "45")]).unwrap();
    let mine = edit("d.cost.points", "30", "25");
    let untouched = edit("d.performance.points", "40", "40");
    let merged = theirs.merged(&[mine.clone(), untouched]).unwrap();
    assert_eq!(merged, BTreeMap::from([("d.cost.points".to_owned(), "25".to_owned())]));
    let clashes = theirs
        .merged(&[mine, edit("d.performance.points", "40", "35")])
        .unwrap_err();
    assert_eq!(clashes.len(), 1);
    assert_eq!(
        (clashes[0].theirs.as_deref(), clashes[0].mine.as_str()),
        (Some("45"), "35")
    );
    let same = theirs.merged(&[edit("d.performance.points", "40", "45")]);
    assert_eq!(same, Ok(BTreeMap::new()));
}

#[test]
fn an_equal_number_is_no_change() {
    let merged = card()
        .merged(&[
            edit("d.cost.points", "30", "30.0"),
            edit("c.fp16.value.best", "2500", "2,500"),
        ])
        .unwrap();
    assert_eq!(merged, BTreeMap::new());
}

#[test]
fn an_edit_of_an_anchor_that_somebody_took_away_is_not_lost() {
    let theirs = changed(&card(), &[("c.fp16.value.type", "direct")]).unwrap();
    let clashes = theirs.merged(&[edit("c.fp16.value.best", "2500", "3000")]).unwrap_err();
    assert_eq!((clashes[0].theirs.clone(), clashes[0].mine.as_str()), (None, "3000"));
    let gone = card().without(Part::Criterion, "fp16").unwrap();
    assert_eq!(gone.merged(&[edit("c.fp16.points", "7", "8")]).unwrap_err().len(), 1);
    assert_eq!(
        gone.merged(&[edit("c.fp16.points", "7", "7")]).unwrap(),
        BTreeMap::new()
    );
}

#[test]
fn a_value_function_gets_another_form_with_its_anchors() {
    let edits = [
        edit("c.fp16.value.type", "log", "points"),
        edit("c.fp16.value.points", "", "10 = 0\n500 = 60\n2,500 = 100"),
    ];
    let changes = card().merged(&edits).unwrap();
    let (base, card) = (card(), card().with_fields(&changes).unwrap());
    let fields = scale_fields(&card.criterion("fp16").unwrap().value);
    assert!(fields.contains(&("value.points", "10 = 0\n500 = 60\n2500 = 100".to_owned())));
    assert!(card.wants_recheck(Some(&base), card.criterion("fp16").unwrap()));
    assert!(!card.wants_recheck(Some(&base), card.criterion("vram").unwrap()));
}

#[test]
fn a_field_that_does_not_fit_says_what_it_should_be() {
    let rule = |place: &str, text: &str| changed(&card(), &[(place, text)]).unwrap_err().remove(0);
    assert_eq!(
        rule("d.cost.points", "many"),
        FieldFault::new("d.cost.points", Rule::Points("many".to_owned()))
    );
    assert_eq!(rule("d.cost.points", "-1").rule, Rule::Points("-1".to_owned()));
    assert_eq!(rule("d.cost.points", "NaN").rule, Rule::Points("NaN".to_owned()));
    assert_eq!(rule("c.fp16.value.best", "x").place, "c.fp16.value.best");
    assert!(matches!(rule("c.fp16.value.best", "10").rule, Rule::Anchor(_)));
    assert!(matches!(rule("c.fp16.value.worst", "0").rule, Rule::Anchor(_)));
    assert_eq!(rule("c.fp16.name.zh", "").rule, Rule::Empty);
    assert_eq!(rule("g.sla.mode", "maybe").rule, Rule::Choice("maybe".to_owned()));
    assert_eq!(rule("g.sla.value", "high").rule, Rule::Number("high".to_owned()));
    assert_eq!(
        rule("c.fp16.attribute", "planet/x").rule,
        Rule::Choice("planet/x".to_owned())
    );
}

#[test]
fn differences_begin_with_the_weights_of_dimensions() {
    let fields = [
        ("s..name.en", "Another"),
        ("p.seed.weight.cost", "35"),
        ("c.fp16.points", "8"),
        ("d.cost.points", "35"),
        ("c.fp16.value.best", "3000"),
        ("g.sla.mode", "must"),
    ];
    let after = changed(&card(), &fields).unwrap().without(Part::Gate, "green").unwrap();
    let places: Vec<String> = differences(&card(), &after)
        .iter()
        .map(|d| d.place.to_string())
        .collect();
    let expected = [
        "d.cost.points",
        "c.fp16.points",
        "p.seed.weight.cost",
        "c.fp16.value.best",
        "g.green.",
        "g.sla.mode",
        "s..name.en",
    ];
    assert_eq!(places, expected);
}

#[test]
fn parts_are_added_under_ids_of_their_own_and_the_last_criterion_stays() {
    let card = card();
    let preset = |id: &str| Preset {
        id: id.to_owned(),
        ..card.presets[0].clone()
    };
    assert_eq!(card.with_preset(preset("seed")), Err(PartError::Taken));
    assert_eq!(card.with_preset(preset("Bad id")), Err(PartError::Id));
    assert_eq!(
        card.with_preset(preset("mine")).unwrap().presets.len(),
        card.presets.len() + 1
    );
    assert_eq!(card.check_new(Part::Gate, "budget"), Err(PartError::Taken));
    let one = card.without(Part::Criterion, "sla").unwrap();
    assert_eq!(one.without(Part::Criterion, "response"), Err(PartError::Last));
    assert_eq!(one.without(Part::Criterion, "sla"), Err(PartError::Missing));
}

mod obstacles {
    use super::*;
    use crate::domain::catalogue::{Attribute, AttributeKind, Catalogue, Records, Release, SubjectKind};
    use crate::domain::ids::AttributeId;

    fn catalogue() -> Catalogue {
        let attribute = |(id, kind): (&str, AttributeKind)| Attribute {
            id: AttributeId::new(id).unwrap(),
            subject: SubjectKind::Vendor,
            kind,
            unit: String::new(),
            group: String::new(),
            name_en: String::new(),
            name_zh: String::new(),
            description_en: String::new(),
            description_zh: String::new(),
        };
        let (number, boolean) = (AttributeKind::Number, AttributeKind::Boolean);
        let attributes = [
            ("fp16_tflops", number),
            ("memory_bandwidth_gb_s", number),
            ("memory_gb", number),
            ("sla_instance_percent", number),
            ("response_minutes", number),
            ("cuda", boolean),
            ("onnx_runtime", boolean),
            ("kubernetes_gpu", boolean),
            ("hybrid_cloud", boolean),
            ("model_library_size", number),
            ("interconnect_gb_s", number),
            ("gpu_monitoring_api", boolean),
            ("green_certification", boolean),
        ];
        let records = Records {
            attributes: attributes.map(attribute).into(),
            ..Records::default()
        };
        let release = Release {
            number: 1,
            note: String::new(),
            published_by: String::new(),
            published_at_micros: 0,
        };
        Catalogue::new(release, records).unwrap()
    }

    fn after(fields: &[(&str, &str)]) -> Vec<Obstacle> {
        changed(&card(), fields).unwrap().obstacles(Some(&card()), &catalogue())
    }

    #[test]
    fn points_that_do_not_add_up_hold_a_scorecard_back() {
        assert_eq!(after(&[]), [Obstacle::Unchanged]);
        assert_eq!(
            after(&[("d.cost.points", "35"), ("d.performance.points", "40")])[0],
            Obstacle::Dimensions(105.0)
        );
        let over = Obstacle::Overallocated {
            dimension: "performance".to_owned(),
            by: 1.0,
        };
        assert_eq!(after(&[("c.fp16.points", "8")]), [over]);
        let preset = Obstacle::Preset {
            preset: "seed".to_owned(),
            total: 105.0,
        };
        assert_eq!(after(&[("p.seed.weight.cost", "35")]), [preset]);
        assert_eq!(
            after(&[("c.sla.points", "0"), ("c.response.points", "0")]),
            [Obstacle::Nothing("support".to_owned())]
        );
    }

    #[test]
    fn scales_that_cannot_take_what_is_measured_hold_a_scorecard_back() {
        let zero = Obstacle::Zero(Place::new(Part::Criterion, "rest_of_tco", "value.type"));
        let log = [("c.rest_of_tco.value.type", "log"), ("c.rest_of_tco.value.best", "0.1")];
        assert_eq!(after(&log), [zero]);
        let kind = Obstacle::Kind(Place::new(Part::Criterion, "cuda", "value.type"));
        assert_eq!(after(&[("c.cuda.value.type", "direct")]), [kind]);
        let attribute = Obstacle::Attribute(Place::new(Part::Criterion, "cuda", "attribute"));
        assert_eq!(after(&[("c.cuda.attribute", "vendor/nothing")]), [attribute]);
    }

    #[test]
    fn points_left_open_and_moved_anchors_are_asked_about() {
        let changed = changed(&card(), &[("c.fp16.points", "6"), ("c.vram.value.best", "300")]).unwrap();
        let open = Question::Open {
            dimension: "performance".to_owned(),
            points: 1.0,
        };
        assert_eq!(
            changed.questions(Some(&card())),
            [Question::Recheck("vram".to_owned()), open]
        );
        assert_eq!(changed.obstacles(Some(&card()), &catalogue()), []);
    }
}
