//! The page: a form for the axes, the chart, the same in words, and the same as a table.

use askama::Template;

use super::axes::Axis;
use super::model::{Field, Point};
use crate::domain::brief::BadWord;
use crate::web::chart::{Dot, ScatterChart, Title};
use crate::web::lang::{Lang, number};
use crate::web::page::Shell;
use crate::web::pages::ranking::{foot, page, region_of};
use crate::web::pages::tabs::{Head, Link, Scene, Tab, full_name, kept, short_name};
use crate::web::sheet::{self, Grid};
use crate::web::urls::{self, Pairs};

/// Offers named in a sentence before the rest is counted.
const NAMED: usize = 10;

#[derive(Template)]
#[template(path = "price-performance.html")]
pub(super) struct ChartPage {
    shell: Shell,
    lang: Lang,
    head: Head,
    action: String,
    kept: Pairs,
    axes: [Vec<Choice>; 2],
    chart: Option<ScatterChart>,
    frontier: Vec<String>,
    frontier_more: Option<String>,
    dominated: String,
    beaten: Vec<String>,
    beaten_more: Option<String>,
    left_out: Vec<LeftOut>,
    heads: [String; 2],
    rows: Vec<RowView>,
    pager: Vec<Link>,
}

struct Choice {
    word: String,
    name: String,
    chosen: bool,
}

struct LeftOut {
    reason: String,
    names: String,
    count: usize,
}

struct RowView {
    number: String,
    name: String,
    href: String,
    x: String,
    y: String,
    rank: usize,
    standing: String,
    front: bool,
}

impl ChartPage {
    /// The page of some points.
    ///
    /// # Errors
    /// [`BadWord`] when a page of the table is asked for that does not exist.
    pub(super) fn new(scene: &Scene<'_>, field: &Field) -> Result<Self, BadWord> {
        let Scene {
            ctx, prepared, query, ..
        } = *scene;
        let lang = ctx.lang;
        let (shown, pages) = page("page", &field.points, query.view.page)?;
        let choose = |axes: &[Axis], chosen: &Axis| {
            let choice = |axis: &Axis| Choice {
                word: axis.word.clone(),
                name: axis.title(lang),
                chosen: axis.word == chosen.word,
            };
            axes.iter().map(choice).collect::<Vec<_>>()
        };
        let [across, upward] = &field.choices;
        let (frontier, frontier_more) = frontier(scene, field);
        let (beaten, beaten_more) = beaten(scene, field);
        Ok(Self {
            shell: Shell::new(ctx, title(lang, field), foot(lang, prepared), &query.pairs()),
            lang,
            head: Head::new(lang, prepared, query, Tab::Chart),
            action: urls::chart(lang, &Vec::new()),
            kept: kept(query, &["x", "y", "page"]),
            axes: [choose(across, &field.x), choose(upward, &field.y)],
            chart: chart(scene, field),
            frontier,
            frontier_more,
            dominated: lang.plural("chart.dominated", field.points.len() - field.frontier),
            beaten,
            beaten_more,
            left_out: left_out(scene, field),
            heads: [field.x.title(lang), field.y.title(lang)],
            rows: shown.iter().map(|p| row(scene, p)).collect(),
            pager: pager(scene, pages),
        })
    }
}

fn title(lang: Lang, field: &Field) -> String {
    lang.fill("chart.title_of", &[("y", &field.y.name), ("x", &field.x.name)])
}

fn chart(scene: &Scene<'_>, field: &Field) -> Option<ScatterChart> {
    let lang = scene.ctx.lang;
    let dots: Vec<Dot> = field
        .points
        .iter()
        .map(|p| Dot {
            x: p.x.span,
            y: p.y.span,
            label: format!(
                "{}: {} / {}",
                full_name(scene.prepared, p.offer, lang),
                p.x.text,
                p.y.text
            ),
            front: p.front,
        })
        .collect();
    let axis = |axis: &Axis| {
        let way = if axis.less_is_better {
            "chart.less"
        } else {
            "chart.more"
        };
        Title {
            text: format!("{} · {}", axis.title(lang), lang.t(way)),
            logarithmic: axis.is_raw().then(|| lang.t("chart.logarithmic")),
        }
    };
    let write = |x: f64| number(x, 3);
    ScatterChart::new(title(lang, field), (axis(&field.x), axis(&field.y)), &dots, &write)
}

/// The frontier, one line per number: an instance type with its values, and in how many regions.
fn frontier(scene: &Scene<'_>, field: &Field) -> (Vec<String>, Option<String>) {
    let lang = scene.ctx.lang;
    let mut groups: Vec<(&Point, usize)> = Vec::new();
    for point in field.points.iter().take(field.frontier) {
        match groups.iter_mut().find(|(first, _)| first.front == point.front) {
            Some((_, count)) => *count += 1,
            None => groups.push((point, 1)),
        }
    }
    let more = groups.len().saturating_sub(NAMED);
    let line = |(point, count): &(&Point, usize)| {
        let place = scene
            .prepared
            .offers()
            .get(point.offer)
            .map(|o| region_of(&o.offer, lang));
        let place = if *count == 1 {
            place.unwrap_or_default()
        } else {
            lang.plural("chart.regions", *count)
        };
        let values: [(&str, &dyn std::fmt::Display); 4] = [
            ("name", &short_name(scene.prepared, point.offer, lang)),
            ("place", &place),
            ("x", &with_unit(&field.x, &point.x.text)),
            ("y", &with_unit(&field.y, &point.y.text)),
        ];
        lang.fill("chart.on_frontier", &values)
    };
    let lines = groups.iter().take(NAMED).map(line).collect();
    (lines, (more > 0).then(|| lang.plural("list.and_more", more)))
}

fn with_unit(axis: &Axis, text: &str) -> String {
    if axis.unit.is_empty() {
        text.to_owned()
    } else {
        format!("{text} {}", axis.unit)
    }
}

/// The best ranked of those that are beaten, by whom they are; regions of one instance type are named once.
fn beaten(scene: &Scene<'_>, field: &Field) -> (Vec<String>, Option<String>) {
    let lang = scene.ctx.lang;
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    let (mut named, mut rest) = (0, 0);
    for point in &field.points {
        let Some(by) = point.beaten_by else { continue };
        let (by, name) = (
            short_name(scene.prepared, by, lang),
            short_name(scene.prepared, point.offer, lang),
        );
        let line = lines.iter().position(|(one, _)| *one == by);
        let known = line
            .and_then(|at| lines.get(at))
            .is_some_and(|(_, names)| names.contains(&name));
        match line.and_then(|at| lines.get_mut(at)) {
            _ if known => {}
            _ if named == NAMED => rest += 1,
            Some((_, names)) => {
                names.push(name);
                named += 1;
            }
            None => {
                lines.push((by, vec![name]));
                named += 1;
            }
        }
    }
    let text = |(by, names): &(String, Vec<String>)| {
        lang.fill(
            "chart.beats",
            &[("by", by), ("names", &names.join(&lang.t("list.join")))],
        )
    };
    (
        lines.iter().map(text).collect(),
        (rest > 0).then(|| lang.plural("list.and_more", rest)),
    )
}

fn left_out(scene: &Scene<'_>, field: &Field) -> Vec<LeftOut> {
    let lang = scene.ctx.lang;
    let view = |(reason, offers): &(String, Vec<usize>)| {
        let mut names: Vec<String> = Vec::new();
        for name in offers.iter().map(|offer| short_name(scene.prepared, *offer, lang)) {
            if !names.contains(&name) {
                names.push(name);
            }
            if names.len() > NAMED {
                break;
            }
        }
        let more = names.len() > NAMED;
        names.truncate(NAMED);
        let list = names.join(&lang.t("list.join"));
        LeftOut {
            reason: reason.clone(),
            names: if more { format!("{list} …") } else { list },
            count: offers.len(),
        }
    };
    field.left_out.iter().map(view).collect()
}

fn row(scene: &Scene<'_>, point: &Point) -> RowView {
    let lang = scene.ctx.lang;
    let offer = scene.prepared.offers().get(point.offer);
    let pairs = scene.query.brief.pairs();
    RowView {
        number: point.front.map_or_else(String::new, |n| n.to_string()),
        name: full_name(scene.prepared, point.offer, lang),
        href: offer.map_or_else(String::new, |o| urls::offer(lang, &o.offer.id, &pairs)),
        x: point.x.text.clone(),
        y: point.y.text.clone(),
        rank: point.rank,
        standing: point.beaten_by.map_or_else(
            || lang.t("chart.frontier"),
            |by| lang.with("chart.behind", "by", short_name(scene.prepared, by, lang)),
        ),
        front: point.front.is_some(),
    }
}

fn pager(scene: &Scene<'_>, pages: u32) -> Vec<Link> {
    if pages < 2 {
        return Vec::new();
    }
    let current = scene.query.view.page;
    (1..=pages)
        .filter(|n| *n <= 2 || *n + 1 >= pages || n.abs_diff(current) <= 1)
        .map(|n| {
            let mut query = scene.query.clone();
            query.view.page = n;
            Link::new(urls::chart(scene.ctx.lang, &query.pairs()), n.to_string(), n == current)
        })
        .collect()
}

/// Every point as a row, in the digits of the page; values that are ranges have two ends.
pub(super) fn grid(scene: &Scene<'_>, field: &Field) -> Grid {
    use sheet::Field as Cell;

    let lang = scene.ctx.lang;
    let mut about = vec![
        foot(lang, scene.prepared),
        title(lang, field),
        lang.t("chart.what_points"),
    ];
    about.extend(
        field
            .left_out
            .iter()
            .map(|(reason, offers)| format!("{reason} ({})", offers.len())),
    );
    let mut heads: Vec<String> = ["offer_id", "offer", "rank"].map(str::to_owned).to_vec();
    for (word, axis) in [("x", &field.x), ("y", &field.y)] {
        heads.extend([
            format!("{word}: {}", axis.title(lang)),
            format!("{word}_low"),
            format!("{word}_high"),
        ]);
    }
    heads.extend(["frontier", "beaten_by"].map(str::to_owned));
    let plain = |x: f64| Cell::Number(format!("{:?}", (x * 1000.0).round() / 1000.0));
    let id = |place: usize| scene.prepared.offers().get(place).map_or("", |o| o.offer.id.as_str());
    let rows = field.points.iter().map(|p| {
        let mut fields = vec![
            Cell::text(id(p.offer)),
            Cell::text(full_name(scene.prepared, p.offer, lang)),
            Cell::Number(p.rank.to_string()),
        ];
        for value in [&p.x, &p.y] {
            fields.push(Cell::shown(&value.text));
            fields.extend([plain(value.span.low), plain(value.span.high)]);
        }
        fields.push(p.front.map_or(Cell::Empty, |n| Cell::Number(n.to_string())));
        fields.push(Cell::text(p.beaten_by.map_or("", id)));
        fields
    });
    Grid {
        about,
        heads,
        rows: rows.collect(),
    }
}
