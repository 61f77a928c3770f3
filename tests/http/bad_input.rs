//! Whatever stands behind the question mark: a clear 4xx that names the word, never a 5xx.

use crate::site::Site;

#[tokio::test]
async fn a_bad_value_is_named_on_the_page_and_in_the_problem() {
    let site = Site::starter().await;
    for (query, word) in [
        ("w=abc", "w"),
        ("w=-1-2-3-4", "w"),
        ("w=0-0-0-0", "w"),
        ("w=1-2-3", "w"),
        ("scorecard=unheard-of", "scorecard"),
        ("scorecard=gpu-cloud@99", "scorecard"),
        ("release=r99", "release"),
        ("page=1000000000", "page"),
        ("page=99999999999999999999", "page"),
        ("gpu=h-1000", "gpu"),
        ("vendor=nobody", "vendor"),
        ("region=atlantis", "region"),
        ("area=moon", "area"),
        ("gpus=0", "gpus"),
        ("vram=-1", "vram"),
        ("workload=mining", "workload"),
        ("gate.sla=maybe", "gate.sla"),
        ("c.mlperf=x", "c.mlperf"),
        ("c.mlperf=0&c.fp16=0&c.bandwidth=0&c.vram=0", "c.mlperf"),
        ("sort=colour", "sort"),
        ("group=galaxy", "group"),
        ("hide=A%20B", "hide"),
    ] {
        let problem = site.get(&format!("/api/v1/rankings?{query}")).await;
        assert_eq!(
            (problem.status.as_u16(), problem.header("content-type")),
            (422, "application/problem+json"),
            "{query}"
        );
        assert_eq!(problem.json()["field"], word, "{query}");
        for lang in ["en", "zh"] {
            let page = site.get(&format!("/{lang}/?{query}")).await;
            assert_eq!(page.status.as_u16(), 422, "{query}");
            assert!(
                page.texts("main").join(" ").contains(word),
                "{query}: the page names the word"
            );
        }
    }
}

#[tokio::test]
async fn a_query_of_100_kilobytes_is_refused_by_name() {
    let site = Site::starter().await;
    // Beyond 64 kB the request line itself is refused, by the connection; see the tests of the binary.
    for (path, length) in [("/en/", 60_000), ("/api/v1/rankings", 9_000)] {
        let answer = site.get(&format!("{path}?q={}", "a".repeat(length))).await;
        assert_eq!(answer.status.as_u16(), 414);
        assert!(answer.body.contains("query"), "{}", answer.body);
    }
}

#[tokio::test]
async fn what_does_not_exist_says_what_does() {
    let site = Site::starter().await;
    for (path, word) in [
        ("/en/offers/none", "none"),
        ("/en/vendors/none", "none"),
        ("/en/accelerators/none", "none"),
        ("/en/unheard-of", "ranking"),
        ("/fr/", "ranking"),
        ("/en/offers/%00", "offer"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status.as_u16(), 404, "{path}");
        assert!(answer.texts("main").join(" ").contains(word), "{path}: {}", answer.body);
    }
    let api = site.get("/api/v1/unheard-of").await;
    assert_eq!(
        (api.status.as_u16(), api.header("content-type")),
        (404, "application/problem+json")
    );
}

#[tokio::test]
async fn no_query_of_odd_bytes_makes_a_server_error() {
    let site = Site::starter().await;
    let odd = [
        "%00",
        "%FF%FE",
        "%E6%9D%86",
        "=",
        "&&&",
        "w=",
        "w=%20",
        "q=%3Cscript%3E",
        "w=1e9-1-1-1",
        "vram=0.0000001",
        "gpus=100000",
        "hide=,,,",
        "c.=1",
        "gate.=must",
    ];
    for word in [
        "w",
        "c.mlperf",
        "gpus",
        "vram",
        "area",
        "gpu",
        "vendor",
        "region",
        "q",
        "sort",
        "page",
        "release",
        "scorecard",
        "lock",
        "out",
        "dir",
    ] {
        for value in odd {
            let answer = site.get(&format!("/en/?{word}={value}")).await;
            assert!(answer.status.as_u16() < 500, "{word}={value}: {}", answer.status);
        }
    }
}

#[tokio::test]
async fn text_from_the_address_is_never_markup() {
    let site = Site::starter().await;
    let page = site.get("/en/?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!page.body.contains("<script>alert"), "escaped");
    let page = site.get("/en/?w=%3Cimg%20src=x%3E").await;
    assert!(!page.body.contains("<img src=x"), "escaped");
}
