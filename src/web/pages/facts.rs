//! The evidence of one value: what is in force and why, what competes with it, and everything that was ever said.

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;

use super::evidence::{EvidenceView, attribute_texts, fact_text};
use crate::domain::catalogue::{Attribute, Catalogue, Fact, FactValue, Recorded, Subject, SubjectKind};
use crate::domain::evidence::Grade;
use crate::web::app::App;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::page::{Shell, cached, html};
use crate::web::{moment, urls};

#[derive(Template)]
#[template(path = "fact.html")]
struct FactPage {
    shell: Shell,
    lang: Lang,
    title: String,
    description: String,
    subject: String,
    subject_href: String,
    in_force: Vec<InForce>,
    rows: Vec<RecordedView>,
}

struct InForce {
    variant: String,
    value: String,
    missing: bool,
    why: String,
    evidence: EvidenceView,
}

struct RecordedView {
    value: String,
    variant: String,
    state: &'static str,
    state_text: String,
    releases: String,
    entered: String,
    evidence: EvidenceView,
}

/// `GET /{lang}/facts/{subject}/{id}/{attribute}`
///
/// # Errors
/// [`WebError::NoRecord`] when subject or attribute do not exist; those of the database.
pub async fn show(
    State(app): State<App>,
    Path((_, kind, id, attribute)): Path<(String, String, String, String)>,
    ctx: Ctx,
) -> Result<Response, WebError> {
    let catalogue = app.live().catalogue.clone();
    let missing = |kind, id: &str| WebError::NoRecord {
        kind,
        id: id.to_owned(),
    };
    let kind = SubjectKind::parse(&kind).map_err(|_| missing("attribute", &kind))?;
    let (subject, name, href) = subject_of(&catalogue, kind, &id, ctx.lang).ok_or_else(|| missing(kind.word(), &id))?;
    let attribute = catalogue
        .attribute(&attribute)
        .filter(|a| a.subject == kind)
        .ok_or_else(|| missing("attribute", &attribute))?;
    let history = app
        .db()
        .read()
        .await?
        .fact_history(kind, &id, attribute.id.as_str())
        .await?;
    cached(&ctx, &catalogue.release().number, || {
        let lang = ctx.lang;
        let (title, description) = attribute_texts(attribute, lang);
        let page = FactPage {
            shell: Shell::new(
                &ctx,
                format!("{title}: {name}"),
                lang.fill("foot.release", &[("release", &catalogue.release().number)]),
                &ctx.pairs,
            ),
            lang,
            title: title.to_owned(),
            description: description.to_owned(),
            subject: name,
            subject_href: href,
            in_force: in_force(&ctx, attribute, catalogue.facts(subject, attribute.id.as_str())),
            rows: rows(&ctx, attribute, &history),
        };
        Ok(html(StatusCode::OK, &page))
    })
}

/// A subject, its name, and its page.
fn subject_of<'c>(
    catalogue: &'c Catalogue,
    kind: SubjectKind,
    id: &str,
    lang: Lang,
) -> Option<(Subject<'c>, String, String)> {
    match kind {
        SubjectKind::Vendor => catalogue.vendor(id).map(|v| {
            let name = v.name_zh.as_ref().filter(|_| lang == Lang::Zh).unwrap_or(&v.name);
            (Subject::Vendor(&v.id), name.clone(), urls::vendor(lang, &v.id))
        }),
        SubjectKind::Accelerator => catalogue.accelerator(id).map(|a| {
            let href = urls::accelerator(lang, &a.id);
            (Subject::Accelerator(&a.id), a.name.clone(), href)
        }),
        SubjectKind::Offer => catalogue.offer(id).map(|o| {
            let name = format!("{} · {}", super::ranking::name_of(catalogue, o, lang), o.instance_type);
            (Subject::Offer(&o.id), name, urls::offer(lang, &o.id, &Vec::new()))
        }),
    }
}

/// The first fact of each variant, with the reason why it is the first.
fn in_force(ctx: &Ctx, attribute: &Attribute, facts: &[Fact]) -> Vec<InForce> {
    facts
        .chunk_by(|a, b| a.variant == b.variant)
        .filter_map(|rivals| {
            let (first, others) = rivals.split_first()?;
            Some(InForce {
                variant: first.variant.clone(),
                value: fact_text(attribute, &first.value, ctx.lang),
                missing: matches!(first.value, FactValue::Absent | FactValue::Unknown),
                why: ctx.lang.t(why(first, others.first())),
                evidence: EvidenceView::new(&first.evidence, ctx.today, ctx.lang),
            })
        })
        .collect()
}

/// The rule that put the first before the second.
fn why(first: &Fact, second: Option<&Fact>) -> &'static str {
    let Some(second) = second else {
        return if first.evidence.grade == Some(Grade::E) {
            "fact.why.claim"
        } else {
            "fact.why.only"
        };
    };
    if first.evidence.grade != second.evidence.grade {
        "fact.why.grade"
    } else if first.evidence.as_of.latest() != second.evidence.as_of.latest() {
        "fact.why.newer"
    } else {
        "fact.why.source"
    }
}

/// What was published, the newest first; a draft is nobody's business yet.
fn rows(ctx: &Ctx, attribute: &Attribute, history: &[Recorded<Fact>]) -> Vec<RecordedView> {
    let lang = ctx.lang;
    let published = history.iter().filter_map(|one| Some((one, one.added_in?)));
    published
        .map(|(one, added)| {
            let (state, releases) = match one.removed_in {
                None => ("now", lang.with("history.since", "from", added)),
                Some(to) => ("past", lang.fill("history.between", &[("from", &added), ("to", &to)])),
            };
            RecordedView {
                value: fact_text(attribute, &one.record.value, lang),
                variant: one.record.variant.clone(),
                state,
                state_text: lang.t(&format!("history.{state}")),
                releases,
                entered: format!("{} · {}", one.entered_by, moment(one.entered_at_micros)),
                evidence: EvidenceView::new(&one.record.evidence, ctx.today, lang),
            }
        })
        .collect()
}
