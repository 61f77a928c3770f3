//! Fields, faults, obstacles and differences of scorecards in words.

use crate::domain::catalogue::{Attribute, AttributeKind, Catalogue, SubjectKind};
use crate::domain::scorecard::{
    Difference, FieldFault, Obstacle, Part, PartError, Place, Question, Rule, Scorecard, ScorecardError,
};
use crate::domain::scoring::value::AnchorError;
use crate::web::auth::form::FieldError;
use crate::web::lang::{Lang, number};

/// What a field is called, with the part it stands in.
pub(super) fn label(card: &Scorecard, place: &str, lang: Lang) -> String {
    card.place_of(place)
        .map_or_else(|| place.to_owned(), |place| label_of(card, &place, lang))
}

/// The same for a place.
pub(super) fn label_of(card: &Scorecard, place: &Place, lang: Lang) -> String {
    let kind = match place.part {
        Part::Card => "card",
        Part::Dimension => "dimension",
        Part::Criterion => "criterion",
        Part::Preset => "preset",
        Part::Gate => "gate",
    };
    let name = card
        .name_of(place.part, &place.id)
        .map_or(place.id.as_str(), |name| lang.text(name));
    let kind = lang.t(&format!("scorecards.part.{kind}"));
    let part = lang.fill("scorecards.part_name", &[("kind", &kind), ("name", &name)]);
    if place.field.is_empty() {
        return part;
    }
    lang.fill(
        "scorecards.field_of",
        &[("part", &part), ("field", &field(card, place, lang))],
    )
}

/// What a field is called inside its part.
pub(super) fn field(card: &Scorecard, place: &Place, lang: Lang) -> String {
    match place.field.strip_prefix("weight.") {
        Some(dimension) => card
            .name_of(Part::Dimension, dimension)
            .map_or(dimension, |name| lang.text(name))
            .to_owned(),
        None => lang.t(&format!("scorecards.field.{}", place.field.replace('.', "_"))),
    }
}

/// The text of a field as people read it.
pub(super) fn shown(place: &str, text: &str, lang: Lang) -> String {
    if text.is_empty() {
        return lang.t("scorecards.empty");
    }
    if place.ends_with(".value.type") {
        return lang.t(&format!("scorecards.scale.{text}"));
    }
    match text {
        "must" | "want" | "off" if place.starts_with("g.") => lang.t(&format!("gate.{text}")),
        _ => text.to_owned(),
    }
}

/// A fault of a field, at the field.
pub(super) fn fault_error(card: &Scorecard, fault: &FieldFault, lang: Lang) -> FieldError {
    let what = rule(&fault.rule, lang);
    let text = lang.fill(
        "scorecards.fault.at",
        &[("field", &label(card, &fault.place, lang)), ("fault", &what)],
    );
    FieldError::new(&fault.place, text)
}

fn rule(rule: &Rule, lang: Lang) -> String {
    match rule {
        Rule::Number(text) => lang.with("scorecards.fault.number", "text", text),
        Rule::Points(text) => lang.with("scorecards.fault.points", "text", text),
        Rule::Empty => lang.t("scorecards.fault.empty"),
        Rule::Length(most) => lang.with("scorecards.fault.length", "most", most),
        Rule::Choice(text) => lang.with("scorecards.fault.choice", "text", text),
        Rule::Line(text) => lang.with("scorecards.fault.line", "text", text),
        Rule::Twice => lang.t("scorecards.fault.twice"),
        Rule::Anchor(error) => anchor(error, lang),
    }
}

fn anchor(error: &AnchorError, lang: Lang) -> String {
    let with = |key: &str, value: &f64| lang.with(key, "value", value);
    match error {
        AnchorError::NotFinite { value, .. } => with("scorecards.fault.far", value),
        AnchorError::NotPositive { value, .. } => with("scorecards.fault.positive", value),
        AnchorError::OutOfScale { value, .. } => with("scorecards.fault.scale", value),
        AnchorError::Equal(value) => with("scorecards.fault.equal", value),
        AnchorError::NotAscending { value, .. } => with("scorecards.fault.ascending", value),
        AnchorError::NotMonotone => lang.t("scorecards.fault.monotone"),
        AnchorError::Unpaired { .. } => lang.t("scorecards.fault.pairs"),
        AnchorError::NoLevels => lang.t("scorecards.fault.no_levels"),
    }
}

/// Why a part cannot be added or taken away.
pub(super) fn part_error(error: PartError, id: &str, lang: Lang) -> String {
    match error {
        PartError::Id => lang.with("scorecards.fault.id", "id", id),
        PartError::Taken => lang.with("scorecards.fault.taken", "id", id),
        PartError::Missing => lang.with("scorecards.fault.missing", "id", id),
        PartError::Last => lang.t("scorecards.fault.last"),
    }
}

/// Points with how many are left or over, e.g. `100`, `95: 5 left`.
pub(super) fn sum(total: f64, of: f64, lang: Lang) -> (String, bool) {
    let left = of - total;
    if left.abs() < 1e-9 {
        return (lang.with("scorecards.sum.fits", "of", number(of, 3)), true);
    }
    let key = if left > 0.0 {
        "scorecards.sum.left"
    } else {
        "scorecards.sum.over"
    };
    let n = number(left.abs(), 3);
    (lang.fill(key, &[("n", &n), ("of", &number(of, 3))]), false)
}

/// Why a scorecard cannot be published, and the place to go to.
pub(super) fn obstacle(card: &Scorecard, obstacle: &Obstacle, lang: Lang) -> String {
    let name = |part, id: &str| {
        card.name_of(part, id)
            .map_or_else(|| id.to_owned(), |name| lang.text(name).to_owned())
    };
    match obstacle {
        Obstacle::Unchanged => lang.t("scorecards.obstacle.unchanged"),
        Obstacle::Dimensions(total) => lang.with("scorecards.obstacle.dimensions", "sum", sum(*total, 100.0, lang).0),
        Obstacle::Overallocated { dimension, by } => lang.fill(
            "scorecards.obstacle.over",
            &[("name", &name(Part::Dimension, dimension)), ("n", &number(*by, 3))],
        ),
        Obstacle::Nothing(dimension) => {
            lang.with("scorecards.obstacle.nothing", "name", name(Part::Dimension, dimension))
        }
        Obstacle::Preset { preset, total } => lang.fill(
            "scorecards.obstacle.preset",
            &[
                ("name", &name(Part::Preset, preset)),
                ("sum", &sum(*total, 100.0, lang).0),
            ],
        ),
        Obstacle::Attribute(place) => lang.with("scorecards.obstacle.attribute", "name", name(place.part, &place.id)),
        Obstacle::Kind(place) => lang.with("scorecards.obstacle.kind", "name", name(place.part, &place.id)),
        Obstacle::Zero(place) => lang.with("scorecards.obstacle.zero", "name", name(place.part, &place.id)),
        Obstacle::Invalid(error) => invalid(error, lang),
    }
}

/// What makes no sense of a scorecard.
fn invalid(error: &ScorecardError, lang: Lang) -> String {
    let part = |kind: &str| lang.t(&format!("scorecards.part.{kind}")).to_lowercase();
    match error {
        ScorecardError::Empty(id, kind) => lang.fill("scorecards.invalid.empty", &[("id", id), ("kind", &part(kind))]),
        ScorecardError::Duplicate { kind, id } => {
            lang.fill("scorecards.invalid.twice", &[("kind", &part(kind)), ("id", id)])
        }
        ScorecardError::Points { id, points } => {
            lang.fill("scorecards.invalid.points", &[("id", id), ("points", points)])
        }
        ScorecardError::Preset { id, found, wanted } => lang.fill(
            "scorecards.invalid.preset",
            &[("id", id), ("found", found), ("wanted", wanted)],
        ),
    }
}

/// What whoever publishes has to confirm: the name of the field, and the question.
pub(super) fn question(card: &Scorecard, question: &Question, lang: Lang) -> (String, String) {
    match question {
        Question::Recheck(id) => {
            let Some(criterion) = card.criterion(id) else {
                return (format!("recheck.{id}"), id.clone());
            };
            let points = number(criterion.points, 3);
            let text = lang.fill(
                "scorecards.question.recheck",
                &[("name", &lang.text(&criterion.name)), ("n", &points)],
            );
            (format!("recheck.{id}"), text)
        }
        Question::Open { dimension, points } => {
            let name = card
                .name_of(Part::Dimension, dimension)
                .map_or(dimension.as_str(), |name| lang.text(name));
            let text = lang.fill(
                "scorecards.question.open",
                &[("name", &name), ("n", &number(*points, 3))],
            );
            (format!("open.{dimension}"), text)
        }
    }
}

/// A difference in words.
pub(super) struct Changed {
    /// Where.
    pub label: String,
    /// Before; none when it was not there.
    pub before: Option<String>,
    /// After; none when it is gone.
    pub after: Option<String>,
}

/// Differences in words: names are those after, or before where something is gone.
pub(super) fn changed(before: &Scorecard, after: &Scorecard, found: &[Difference], lang: Lang) -> Vec<Changed> {
    let view = |difference: &Difference| {
        let place = &difference.place;
        let known = after.name_of(place.part, &place.id).is_some();
        let name = place.to_string();
        let word = |text: &Option<String>| text.as_ref().map(|text| shown(&name, text, lang));
        Changed {
            label: label_of(if known { after } else { before }, place, lang),
            before: word(&difference.before),
            after: word(&difference.after),
        }
    };
    found.iter().map(view).collect()
}

/// Attributes that can be measured, as `subject/id` with a text, by name.
pub(super) fn attributes(catalogue: &Catalogue, lang: Lang, numbers_only: bool) -> Vec<(String, String)> {
    let fits = |a: &&Attribute| match a.kind {
        AttributeKind::Number => true,
        AttributeKind::Boolean | AttributeKind::Level | AttributeKind::Text => !numbers_only,
        AttributeKind::Set | AttributeKind::Date => false,
    };
    let text = |a: &Attribute| {
        let name = if lang == Lang::En { &a.name_en } else { &a.name_zh };
        let subject = lang.t(&format!("scorecards.subject.{}", a.subject.word()));
        (format!("{}/{}", a.subject.word(), a.id), format!("{subject}: {name}"))
    };
    let mut found: Vec<(String, String)> = catalogue.attributes().filter(fits).map(text).collect();
    found.sort_by(|a, b| a.1.cmp(&b.1));
    found
}

/// The attribute that `subject/id` names.
pub(super) fn attribute_named<'a>(catalogue: &'a Catalogue, subject: SubjectKind, id: &str) -> Option<&'a Attribute> {
    catalogue.attribute(id).filter(|attribute| attribute.subject == subject)
}
