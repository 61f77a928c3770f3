//! The matrix as CSV: one line per value shown, with its evidence, so that it can be filtered and pivoted in any spreadsheet.

use axum::response::Response;
use jiff::civil::Date;

use super::grid::Selection;
use crate::domain::capability::{Finding, Nothing, is_stale};
use crate::domain::catalogue::{Attribute, AttributeKind, Catalogue, Fact, FactValue, Vendor};
use crate::domain::evidence::grade_letter;
use crate::web::ctx::Ctx;
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::pages::evidence::group_title;
use crate::web::pages::vendors::name;
use crate::web::sheet::{Sheet, text};

const HEADS: [&str; 16] = [
    "vendor_id",
    "vendor",
    "attribute_id",
    "attribute",
    "heading",
    "variant",
    "value",
    "unit",
    "state",
    "grade",
    "as_of",
    "stale",
    "disputed",
    "competing",
    "source",
    "url",
];

/// Every value of the view; a value with variants has a line for each, a kind of nothing has one.
///
/// # Errors
/// [`WebError::Internal`] when the rows cannot be written.
pub(super) fn csv(ctx: &Ctx, catalogue: &Catalogue, selection: &Selection<'_>) -> Result<Response, WebError> {
    let lang = ctx.lang;
    let release = catalogue.release().number;
    let mut sheet = Sheet::new(&[lang.with("foot.release", "release", release), lang.t("vendors.lead")])?;
    sheet.row(HEADS)?;
    for (vendor, attribute, finding) in selection.cells() {
        let line = Line {
            vendor,
            attribute,
            finding,
            today: selection.today,
            lang,
        };
        if finding.facts.is_empty() {
            sheet.row(line.fields(None))?;
        }
        for &fact in &finding.facts {
            sheet.row(line.fields(Some(fact)))?;
        }
    }
    sheet.response("vendors", release)
}

struct Line<'a> {
    vendor: &'a Vendor,
    attribute: &'a Attribute,
    finding: &'a Finding<'a>,
    today: Date,
    lang: Lang,
}

impl Line<'_> {
    fn fields(&self, fact: Option<&Fact>) -> [String; 16] {
        let (attribute, finding) = (self.attribute, self.finding);
        let evidence = fact.map(|f| &f.evidence);
        let state = match fact.map(|f| &f.value) {
            Some(FactValue::Absent) => "absent",
            Some(_) => "known",
            None => finding.nothing.map_or("", Nothing::word),
        };
        let attribute_name = match self.lang {
            Lang::En => &attribute.name_en,
            Lang::Zh => &attribute.name_zh,
        };
        [
            self.vendor.id.to_string(),
            text(&name(self.vendor, self.lang)),
            attribute.id.to_string(),
            text(attribute_name),
            text(&group_title(&attribute.group, self.lang)),
            fact.filter(|_| attribute.kind != AttributeKind::Set)
                .map_or_else(String::new, |f| text(&f.variant)),
            fact.map_or_else(String::new, |f| plain(&f.value)),
            attribute.unit.clone(),
            state.to_owned(),
            evidence.and_then(|e| e.grade).map_or("", grade_letter).to_owned(),
            evidence.map_or_else(String::new, |e| e.as_of.to_string()),
            fact.is_some_and(|f| is_stale(f, self.today)).to_string(),
            finding.disputed.to_string(),
            finding.competing.to_string(),
            evidence.map_or_else(String::new, |e| text(&e.source)),
            evidence.and_then(|e| e.url.as_deref()).map_or_else(String::new, text),
        ]
    }
}

/// Numbers as numbers, texts as texts; nothing for what the subject does not have.
fn plain(value: &FactValue) -> String {
    match value {
        FactValue::Number(_) | FactValue::Range(..) | FactValue::Flag(_) => value.to_text(),
        FactValue::Text(words) => text(words),
        FactValue::Absent | FactValue::Unknown => String::new(),
    }
}
