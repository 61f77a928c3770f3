//! The matrix in words: a form, a sentence that counts, and a grid that is told which way to lie.

use askama::Template;

use super::cell::CellView;
use super::grid::{Coverage, Selection, attributes};
use super::query::{MatrixQuery, State, Topic, headings};
use crate::domain::capability::Finding;
use crate::domain::catalogue::{Attribute, Catalogue, Vendor, VendorKind};
use crate::web::ctx::Ctx;
use crate::web::lang::{Lang, number};
use crate::web::page::Shell;
use crate::web::pages::evidence::group_title;
use crate::web::pages::vendors::{detail, name};
use crate::web::urls;

#[derive(Template)]
#[template(path = "matrix.html", blocks = ["results", "outside"])]
pub(super) struct MatrixPage {
    is_fragment: bool,
    shell: Shell,
    lang: Lang,
    action: String,
    release: Option<String>,
    topics: Vec<Choice>,
    vendors: Vec<Choice>,
    vendors_short: String,
    kinds: Vec<Choice>,
    states: Vec<Choice>,
    q: String,
    count: String,
    note: Option<String>,
    elsewhere: Option<Link>,
    csv: String,
    reset: String,
    grid: Option<Grid>,
}

struct Choice {
    value: String,
    text: String,
    chosen: bool,
}

struct Link {
    href: String,
    text: String,
}

struct Grid {
    corner: String,
    heads: Vec<Head>,
    sections: Vec<Section>,
    columns: usize,
}

struct Section {
    title: Option<String>,
    rows: Vec<Row>,
}

struct Row {
    head: Head,
    cells: Vec<Option<CellView>>,
}

#[derive(Clone)]
struct Head {
    name: String,
    href: Option<String>,
    detail: String,
    coverage: String,
    /// The bar's length of 100.
    share: String,
}

impl MatrixPage {
    /// The page for a query.
    pub(super) fn new(ctx: &Ctx, catalogue: &Catalogue, query: &MatrixQuery) -> Self {
        let lang = ctx.lang;
        let selection = Selection::new(catalogue, query, ctx.today, lang);
        let release = catalogue.release().number;
        let all = attributes(catalogue).len();
        let link = |topic: Topic| {
            let query = MatrixQuery { topic, ..query.clone() };
            urls::matrix(lang, &query.pairs())
        };
        let blanks = selection.findings.iter().flatten().filter(|f| !selection.shows(f));
        let blank = blanks.count();
        Self {
            is_fragment: false,
            shell: Shell::new(
                ctx,
                lang.t("vendors.title"),
                lang.with("foot.release", "release", release),
                &query.pairs(),
            ),
            lang,
            action: urls::vendors(lang),
            release: query.release.map(|n| format!("r{n}")),
            topics: topics(catalogue, query, lang),
            vendors: vendor_choices(catalogue, query, lang),
            vendors_short: if query.vendors.is_empty() {
                lang.t("matrix.all_vendors")
            } else {
                lang.plural("matrix.vendors_chosen", query.vendors.len())
            },
            kinds: kinds(query, lang),
            states: State::ALL
                .into_iter()
                .map(|s| {
                    choice(
                        s.word(),
                        lang.t(&format!("matrix.state.{}", s.word())),
                        s == query.state,
                    )
                })
                .collect(),
            q: query.q.clone(),
            count: lang.fill(
                "matrix.count",
                &[
                    ("n", &selection.vendors.len()),
                    ("m", &catalogue.vendors().len()),
                    ("k", &selection.attributes.len()),
                    ("j", &all),
                ],
            ),
            note: (blank > 0).then(|| lang.plural("matrix.blank", blank)),
            elsewhere: (selection.elsewhere > 0).then(|| Link {
                href: link(Topic::All),
                text: lang.plural("matrix.elsewhere", selection.elsewhere),
            }),
            csv: urls::vendors_csv(lang, &query.pairs()),
            reset: urls::vendors(lang),
            grid: Scene { selection, lang }.grid(),
        }
    }

    /// What htmx swaps in: the results, and what stands outside of them and changes with them.
    pub(super) fn fragment(self) -> Result<String, askama::Error> {
        let page = Self {
            is_fragment: true,
            ..self
        };
        Ok([page.as_results().render()?, page.as_outside().render()?].concat())
    }
}

/// A selection on its way into words.
struct Scene<'a> {
    selection: Selection<'a>,
    lang: Lang,
}

impl Scene<'_> {
    fn grid(&self) -> Option<Grid> {
        let selection = &self.selection;
        if selection.vendors.is_empty() || selection.attributes.is_empty() {
            return None;
        }
        let vendors_across = selection.vendors.len() <= selection.attributes.len().min(8);
        let grid = if vendors_across {
            self.attributes_down()
        } else {
            self.vendors_down()
        };
        Some(grid)
    }

    fn vendors_down(&self) -> Grid {
        let selection = &self.selection;
        let heads: Vec<Head> = (0..selection.attributes.len())
            .filter_map(|place| self.attribute_head(place, false))
            .collect();
        let row = |(place, vendor): (usize, &&Vendor)| {
            let findings = selection.findings.get(place)?;
            let cells = selection.attributes.iter().zip(findings);
            Some(Row {
                head: self.vendor_head(place)?,
                cells: cells.map(|(attribute, f)| self.cell(vendor, attribute, f)).collect(),
            })
        };
        Grid {
            corner: self.lang.t("vendors.vendor"),
            columns: heads.len() + 1,
            heads,
            sections: vec![Section {
                title: None,
                rows: selection.vendors.iter().enumerate().filter_map(row).collect(),
            }],
        }
    }

    fn attributes_down(&self) -> Grid {
        let selection = &self.selection;
        let heads: Vec<Head> = (0..selection.vendors.len())
            .filter_map(|place| self.vendor_head(place))
            .collect();
        let mut sections: Vec<Section> = Vec::new();
        for (place, attribute) in selection.attributes.iter().enumerate() {
            let Some(head) = self.attribute_head(place, true) else {
                continue;
            };
            let found = selection.vendors.iter().zip(&selection.findings);
            let cells = found
                .map(|(vendor, findings)| self.cell(vendor, attribute, findings.get(place)?))
                .collect();
            let title = Some(group_title(&attribute.group, self.lang));
            match sections.last_mut().filter(|s| s.title == title) {
                Some(section) => section.rows.push(Row { head, cells }),
                None => sections.push(Section {
                    title,
                    rows: vec![Row { head, cells }],
                }),
            }
        }
        Grid {
            corner: self.lang.t("matrix.attribute"),
            columns: heads.len() + 1,
            heads,
            sections,
        }
    }

    fn vendor_head(&self, place: usize) -> Option<Head> {
        let vendor = self.selection.vendors.get(place)?;
        let coverage = Coverage::of(self.selection.findings.get(place)?.iter());
        Some(Head {
            href: Some(urls::vendor(self.lang, &vendor.id)),
            ..self.head(name(vendor, self.lang), detail(vendor, self.lang), coverage)
        })
    }

    fn attribute_head(&self, place: usize, with_description: bool) -> Option<Head> {
        let attribute = self.selection.attributes.get(place)?;
        let coverage = Coverage::of(self.selection.findings.iter().filter_map(|f| f.get(place)));
        let (name, description) = match self.lang {
            Lang::En => (&attribute.name_en, &attribute.description_en),
            Lang::Zh => (&attribute.name_zh, &attribute.description_zh),
        };
        let detail = if with_description {
            description.clone()
        } else {
            String::new()
        };
        Some(self.head(name.clone(), detail, coverage))
    }

    fn head(&self, name: String, detail: String, coverage: Coverage) -> Head {
        let share = f64::from(u32::try_from(100 * coverage.known).unwrap_or(0))
            / f64::from(u32::try_from(coverage.looked_for.max(1)).unwrap_or(1));
        Head {
            name,
            href: None,
            detail,
            coverage: if coverage.looked_for == 0 {
                self.lang.t("nothing.not_looked_for")
            } else {
                let counts: [(&str, &dyn std::fmt::Display); 2] =
                    [("known", &coverage.known), ("looked_for", &coverage.looked_for)];
                self.lang.fill("matrix.coverage", &counts)
            },
            share: number(share, 1),
        }
    }

    /// `None` for a value that is not in the state asked for: its place stays blank.
    fn cell(&self, vendor: &Vendor, attribute: &Attribute, finding: &Finding<'_>) -> Option<CellView> {
        let today = self.selection.today;
        self.selection
            .shows(finding)
            .then(|| CellView::new((vendor, attribute, finding), today, self.lang))
    }
}

fn choice(value: &str, text: String, chosen: bool) -> Choice {
    Choice {
        value: value.to_owned(),
        text,
        chosen,
    }
}

fn topics(catalogue: &Catalogue, query: &MatrixQuery, lang: Lang) -> Vec<Choice> {
    let own = [Topic::Common, Topic::All].map(|t| {
        let text = lang.t(&format!("matrix.topic.{}", t.word()));
        choice(t.word(), text, query.topic == t)
    });
    let groups = headings(catalogue).into_iter().map(|group| {
        let chosen = query.topic == Topic::Group(group.to_owned());
        choice(group, group_title(group, lang), chosen)
    });
    own.into_iter().chain(groups).collect()
}

fn vendor_choices(catalogue: &Catalogue, query: &MatrixQuery, lang: Lang) -> Vec<Choice> {
    catalogue
        .vendors()
        .map(|v| choice(v.id.as_str(), name(v, lang), query.vendors.contains(&v.id)))
        .collect()
}

fn kinds(query: &MatrixQuery, lang: Lang) -> Vec<Choice> {
    let any = choice("", lang.t("matrix.any_kind"), query.kind.is_none());
    let kinds = VendorKind::ALL.iter().map(|kind| {
        let text = lang.t(&format!("vendor_kind.{kind}"));
        choice(kind.word(), text, query.kind == Some(*kind))
    });
    std::iter::once(any).chain(kinds).collect()
}
