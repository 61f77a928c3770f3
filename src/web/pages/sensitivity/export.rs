//! Every figure of the page as one table: what it is about, of which offer, from, to.

use super::view::SensitivityPage;
use crate::web::sheet::{Field, Grid};

/// The figures in the digits of the page.
pub(super) fn grid(page: &SensitivityPage) -> Grid {
    let mut about = page.about.clone();
    about.extend(page.reasons.iter().cloned());
    about.push(page.presets.sentence.clone());
    let mut rows = Vec::new();
    let mut put = |part: &str, subject: &str, (id, name): (&str, &str), [low, high]: [&str; 2]| {
        rows.push(vec![
            Field::text(part),
            Field::text(subject),
            Field::text(id),
            Field::text(name),
            Field::shown(low),
            Field::shown(high),
        ]);
    };
    for strip in &page.strips {
        for reign in &strip.stretches {
            put(
                "leads_percent",
                &strip.name,
                (&reign.id, &reign.name),
                [&reign.from, &reign.to],
            );
        }
    }
    for share in &page.shares {
        let of = (share.id.as_str(), share.name.as_str());
        put("first_share_percent", "", of, [&share.percent, &share.percent]);
        put("mean_rank", "", of, [&share.mean_rank, &share.mean_rank]);
        for (dimension, weight) in page.dimensions.iter().zip(&share.central) {
            put("central_weight_percent", dimension, of, [weight, weight]);
        }
    }
    for bar in page.tornado.iter().flat_map(|t| &t.bars) {
        let part = if bar.weight { "margin_weight" } else { "margin_value" };
        let [low, high] = &bar.margins;
        put(part, &bar.name, ("", &bar.offer), [low, high]);
    }
    for without in &page.without {
        put("leader_without", &without.name, ("", &without.leader), ["", ""]);
    }
    let heads = page.presets.heads.iter().map(|(name, ..)| name.clone());
    let now = page.lang.t("sensitivity.now");
    let names: Vec<String> = std::iter::once(now).chain(heads).collect();
    for row in &page.presets.rows {
        for (name, (rank, _)) in names.iter().zip(&row.ranks) {
            let rank = if rank == "–" { "" } else { rank };
            put("rank", name, (&row.id, &row.name), [rank, rank]);
        }
    }
    Grid {
        about,
        heads: ["figure", "subject", "offer_id", "offer", "low", "high"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    }
}
