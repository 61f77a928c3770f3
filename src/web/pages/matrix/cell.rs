//! One value of the matrix in words: what is known, how good it is, and what speaks against it.

use jiff::civil::Date;

use crate::domain::capability::Finding;
use crate::domain::catalogue::{Attribute, AttributeKind, Fact, SubjectKind, Vendor};
use crate::domain::evidence::grade_letter;
use crate::web::lang::Lang;
use crate::web::pages::evidence::fact_text;
use crate::web::urls;

/// Variants of one value that are shown before the rest is counted.
const VARIANTS: usize = 5;

/// A text longer than this gets a wider column.
const WORDY: usize = 28;

/// One value.
pub(super) struct CellView {
    /// Its evidence; `None` where nobody has looked.
    pub(super) href: Option<String>,
    /// It is one of the kinds of nothing.
    pub(super) missing: bool,
    /// It needs a wider column.
    pub(super) wordy: bool,
    /// Variant and value.
    pub(super) lines: Vec<(String, String)>,
    /// The worst grade among what is shown.
    pub(super) grade: Option<&'static str>,
    /// Old or disputed, in words.
    pub(super) marks: String,
    /// How many values compete, in words.
    pub(super) competing: Option<String>,
}

impl CellView {
    /// A value as shown today.
    pub(super) fn new(
        (vendor, attribute, finding): (&Vendor, &Attribute, &Finding<'_>),
        today: Date,
        lang: Lang,
    ) -> Self {
        let mut marks = Vec::new();
        match finding.stale(today) {
            0 => {}
            all if all == finding.facts.len() => marks.push(lang.t("age.over_a_year")),
            _ => marks.push(lang.t("age.partly_over_a_year")),
        }
        if finding.disputed {
            marks.push(lang.t("fact.disputed"));
        }
        let lines = lines(attribute, finding, lang);
        Self {
            href: finding
                .was_looked_for()
                .then(|| urls::fact(lang, SubjectKind::Vendor, vendor.id.as_str(), &attribute.id)),
            missing: finding.nothing.is_some(),
            wordy: lines.iter().any(|(a, b)| a.chars().count() + b.chars().count() > WORDY),
            lines,
            // Values of several variants are as good as the worst of them.
            grade: finding
                .facts
                .iter()
                .filter_map(|f| f.evidence.grade)
                .max()
                .map(grade_letter),
            marks: marks.join(" · "),
            competing: (finding.competing > 0).then(|| lang.plural("matrix.competing", finding.competing)),
        }
    }
}

/// Variant and value, or the kind of nothing. The members of a set stand on one line.
fn lines(attribute: &Attribute, finding: &Finding<'_>, lang: Lang) -> Vec<(String, String)> {
    let plain = |text| vec![(String::new(), text)];
    if let Some(nothing) = finding.nothing {
        return plain(lang.t(&format!("nothing.{}", nothing.word())));
    }
    let value = |f: &&Fact| fact_text(attribute, &f.value, lang);
    if attribute.kind == AttributeKind::Set {
        let members: Vec<String> = finding.facts.iter().map(&value).collect();
        return plain(members.join(&lang.t("list.join")));
    }
    let shown = finding.facts.iter().take(VARIANTS);
    let mut lines: Vec<(String, String)> = shown.map(|f| (f.variant.clone(), value(f))).collect();
    if finding.facts.len() > VARIANTS {
        let more = finding.facts.len() - VARIANTS;
        lines.extend(plain(lang.with("matrix.more", "n", more)));
    }
    lines
}
