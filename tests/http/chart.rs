//! Price against performance: the frontier is what nobody beats, and everybody is either a point or left out with a reason.

use std::collections::BTreeMap;

use crate::site::Site;

#[tokio::test]
async fn the_frontier_is_what_nobody_beats_and_the_others_are_beaten_by_whom_it_says() {
    let site = Site::starter().await;
    for query in ["", "x=reserved_price&y=mlperf", "x=burst_price&y=vram&gpus=1"] {
        let rows = site.get(&format!("/en/chart.csv?{query}")).await.records();
        assert!(rows.len() > 50, "{query}");
        let points: BTreeMap<&str, (f64, f64)> = rows
            .iter()
            .map(|r| {
                // What is certain of a price is its high end, of performance its low end.
                let (x, y): (f64, f64) = (r["x_high"].parse().unwrap(), r["y_low"].parse().unwrap());
                (r["offer_id"].as_str(), (-x, y))
            })
            .collect();
        let beats = |a: (f64, f64), b: (f64, f64)| a.0 >= b.0 && a.1 >= b.1 && a != b;
        for row in &rows {
            let own = points[row["offer_id"].as_str()];
            let beaten = points.values().any(|other| beats(*other, own));
            assert_eq!(row["frontier"].is_empty(), beaten, "{query} {}", row["offer_id"]);
            assert_eq!(row["beaten_by"].is_empty(), !beaten);
            if beaten {
                assert!(
                    beats(points[row["beaten_by"].as_str()], own),
                    "{query} {}",
                    row["offer_id"]
                );
            }
        }
    }
}

#[tokio::test]
async fn every_offer_is_a_point_or_left_out_with_a_reason() {
    let site = Site::starter().await;
    let all = site.get("/api/v1/rankings?limit=1").await.json();
    let offers = site.get("/api/v1/offers?limit=1000").await.json()["items"]
        .as_array()
        .unwrap()
        .len();
    let hidden = "hide=tensorwave-1x-mi300x-unspecified";
    for query in ["", hidden] {
        let csv = site.get(&format!("/en/chart.csv?{query}")).await;
        let points = csv.records().len();
        let page = site.get(&format!("/en/chart?{query}")).await;
        let counts = page.texts(".stability .count");
        let out: usize = counts
            .iter()
            .map(|c| c.trim_matches(['(', ')']).parse::<usize>().unwrap())
            .sum();
        assert_eq!(points + out, offers, "{query}");
        assert!(page.texts(".frontier li").len() <= 10);
        assert!(points <= usize::try_from(all["ranked"].as_u64().unwrap()).unwrap());
    }
    let page = site.get(&format!("/en/chart?{hidden}")).await;
    assert!(page.texts(".stability dt").iter().any(|t| t.contains("Hidden by hand")));
    assert!(!page.texts(".frontier li").join(" ").contains("TensorWave"));
}

#[tokio::test]
async fn the_table_has_the_numbers_of_the_chart_and_the_drawing_no_style_of_its_own() {
    let site = Site::starter().await;
    for lang in ["en", "zh"] {
        let page = site.get(&format!("/{lang}/chart?x=reserved_price")).await;
        assert_eq!(page.status.as_u16(), 200);
        assert_eq!(page.texts("svg.drawing").len(), 2, "wide and narrow");
        assert!(!page.body.contains(" style=") && !page.body.contains("fill=\""));
        assert!(page.body.contains("class=\"whisker\""));
        let rows = page.texts(".points tbody tr");
        assert_eq!(rows.len(), 50);
        assert!(page.texts(".points tbody tr.on-frontier").len() >= page.texts(".frontier li").len());
    }
    let json = site.get("/en/chart.json").await.json();
    assert!(json["items"][0]["x_low"].is_number() && json["items"][0]["offer"].is_string());
    let none = site.get("/en/chart?vendor=oci&gpu=t4").await;
    assert!(none.status.as_u16() == 200 || none.status.as_u16() == 422);
}

#[tokio::test]
async fn no_page_grows_with_the_catalogue() {
    let site = Site::changed(|records| {
        let (offers, prices) = (records.offers.clone(), records.prices.clone());
        for copy in 0..16 {
            let renamed = |id: &steelyard::domain::ids::OfferId| {
                steelyard::domain::ids::OfferId::new(format!("c{copy}-{id}").chars().take(80).collect::<String>())
                    .unwrap()
            };
            for offer in &offers {
                let mut offer = offer.clone();
                offer.id = renamed(&offer.id);
                offer.region = format!("{}-c{copy}", offer.region);
                records.offers.push(offer);
            }
            for price in &prices {
                let mut price = price.clone();
                price.offer = renamed(&price.offer);
                records.prices.push(price);
            }
        }
    })
    .await;
    let o = "o=gcp-a3-megagpu-8g-us-east4,aws-p5.48xlarge-eu-west-2,vultr-1x-h100-sxm-unspecified";
    for page in [
        format!("compare?{o}"),
        format!("why?{o}"),
        "sensitivity".to_owned(),
        "chart?x=reserved_price".to_owned(),
        "accelerators".to_owned(),
    ] {
        let answer = site.get(&format!("/en/{page}")).await;
        assert_eq!(answer.status.as_u16(), 200, "{page}");
        assert!(answer.body.len() < 300_000, "{page}: {} bytes", answer.body.len());
    }
}
