//! What people keep for themselves: evaluations, and columns of the ranking.

use steelyard::domain::account::Role;
use steelyard::store::new_id;

use crate::sharing::{QUERY, freeze};
use crate::site::Site;

#[tokio::test]
async fn an_evaluation_is_kept_opened_renamed_and_taken_away_by_its_owner() {
    let site = Site::starter().await;
    let member = site.visitor(Role::Member).await;
    let empty = member.get("/en/evaluations").await;
    assert_eq!(empty.texts(".empty a").len(), 1, "one next action");
    let unnamed = member.send("/en/evaluations", &[("query", QUERY), ("name", " ")]).await;
    assert_eq!(unnamed.status.as_u16(), 422);
    let once = new_id().simple().to_string();
    let fields = [("query", QUERY), ("name", "Training cluster")];
    for _ in 0..2 {
        let saved = member.resend("/en/evaluations", &fields, &once).await;
        assert_eq!(saved.header("location"), "/en/evaluations?saved=yes", "{}", saved.body);
    }
    let list = member.get("/en/evaluations").await;
    assert_eq!(list.texts(".evaluation h2"), ["Training cluster"]);
    assert!(
        list.texts(".evaluation p")[0].contains("16 GPUs"),
        "{:?}",
        list.texts(".evaluation p")
    );
    assert!(
        list.body.contains("href=\"/en/?w=50-20-20-10&#38;gpus=16"),
        "{}",
        list.body
    );
    assert!(list.body.contains("scorecard=gpu-cloud@1&#38;release=r1"));
    let id = list
        .body
        .split("action=\"/en/evaluations/")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    freeze(&member, &[("evaluation", &id)]).await;
    assert_eq!(member.get("/en/evaluations").await.texts(".evaluation li").len(), 1);
    let other = site.visitor(Role::Member).await;
    let path = format!("/en/evaluations/{id}");
    assert_eq!(other.send(&path, &[("name", "Mine")]).await.status.as_u16(), 404);
    assert_eq!(other.send(&format!("{path}/removal"), &[]).await.status.as_u16(), 404);
    assert_eq!(member.send(&path, &[("name", "")]).await.status.as_u16(), 422);
    assert_eq!(member.send(&path, &[("name", "Cluster")]).await.status.as_u16(), 303);
    assert_eq!(member.get("/en/evaluations").await.texts(".evaluation h2"), ["Cluster"]);
    assert_eq!(member.send(&format!("{path}/removal"), &[]).await.status.as_u16(), 303);
    assert!(member.get("/en/evaluations").await.texts(".evaluation h2").is_empty());
    assert_eq!(
        member.get("/en/links").await.texts("tbody tr").len(),
        1,
        "the link goes on"
    );
}

#[tokio::test]
async fn columns_are_kept_for_a_person_and_stand_beside_the_ready_made_sets() {
    let site = Site::starter().await;
    let (member, other) = (site.visitor(Role::Member).await, site.visitor(Role::Member).await);
    let chosen = [
        ("query", "cols=spot,tco&per=offer&cur=CNY&gpus=16"),
        ("name", "Spot in yuan"),
    ];
    let kept = member.send("/en/column-sets", &chosen).await;
    assert_eq!(kept.status.as_u16(), 303, "{}", kept.body);
    let page = member.get("/en/?w=50-20-20-10&gpus=4").await;
    let own = page.texts("#own-columns a");
    assert_eq!(own, ["Spot in yuan", "Keep these columns"]);
    let link = "href=\"/en/?w=50-20-20-10&#38;gpus=4&#38;cur=CNY&#38;cols=spot,tco&#38;per=offer\"";
    assert!(page.body.contains(link), "{:?}", page.body.split("own-columns").nth(1));
    let budget = member.get("/en/?budget=100000").await;
    assert!(!budget.body.contains("cur=CNY"), "a budget keeps its currency");
    let headers = [("cookie", member.cookie.as_str()), ("hx-request", "true")];
    let part = site.ask("/en/?gpus=8", &headers).await;
    assert!(
        part.body
            .contains("id=\"own-columns\" hx-swap-oob=\"true\"><a href=\"/en/?cur=CNY"),
        "{}",
        part.body
    );
    assert_eq!(other.get("/en/").await.texts("#own-columns a").len(), 1);
    assert_eq!(site.get("/en/").await.texts("#own-columns a").len(), 0);
    let share = member.get("/en/share").await;
    let action = share.body.split("action=\"/en/column-sets/").nth(1).unwrap();
    let removal = format!("/en/column-sets/{}", action.split('"').next().unwrap());
    assert_eq!(other.send(&removal, &[]).await.status.as_u16(), 404);
    assert_eq!(member.send(&removal, &[]).await.status.as_u16(), 303);
    assert_eq!(member.get("/en/").await.texts("#own-columns a").len(), 1);
    let unnamed = member
        .send("/en/column-sets", &[("query", "cols=spot"), ("name", "")])
        .await;
    assert_eq!(unnamed.status.as_u16(), 422);
}
