//! Why something cannot be read is said in the language of the page: no run of English words stands on a Chinese one.

use steelyard::domain::account::Role;

use crate::editing::{fields, found, send, with};
use crate::import_page::{read, upload_in};
use crate::scorecards_edit::edit;
use crate::site::{Answer, Site};

const PROFILE: &str = r#"{"name": "quote", "columns": {"type": {"field": "instance_type"}, "card": {"field": "accelerator"},
    "n": {"field": "accelerator_count"}, "ram": {"field": "ram"}, "date": {"field": "as_of"}, "code": {"field": "currency"},
    "p": {"field": "price"}, "eur": {"field": "price", "plan": "spot", "currency": "EUR"},
    "k8s": {"field": "fact", "attribute": "kubernetes_gpu"}, "sla": {"field": "fact", "attribute": "sla_instance_percent"}}}"#;

/// Names and values of a form.
type Fields = &'static [(&'static str, &'static str)];

/// Files, each with what is said beside it and how many faults it has.
const FILES: [(&str, &str, Fields, usize); 12] = [
    (
        "prices.csv",
        "offer_id,plan,hourly,upfront,currency,completeness,as_of,source,url,grade\n\
         a b,someday,many,-1,usd,most,soon,s,nowhere,Z\n\
         nobody,on_demand,1.2345678,,USD,all_in,2030-01-01,s,,C\n\
         lambda-1x-a10-global,on_demand,0,,USD,all_in,2026-11-01,,,C\n\
         lambda-1x-a10-global,on_demand,2\n",
        &[],
        14,
    ),
    (
        "offers.csv",
        "offer_id,vendor_id,instance_type,accelerator_id,accelerator_count,vcpu,ram_gib,region,area,available,source,as_of,grade\n\
         o1,lambda,x,h100-sxm,many,few,-1,r,moon,maybe,s,2026-11,C\n",
        &[],
        5,
    ),
    (
        "facts.csv",
        "subject,subject_id,attribute_id,value,unit,source,as_of,grade\n\
         accelerator,a10,memory_gb,much,GB,s,2026-11,C\n\
         accelerator,a10,memory_gb,24,MB,s,2026-11,C\n\
         vendor,lambda,memory_gb,24,GB,s,2026-11,C\n\
         accelerator,a10,nothing,24,,s,2026-11,C\n",
        &[],
        4,
    ),
    (
        "vms.csv",
        "InstanceType,AcceleratorName,AcceleratorCount,Price,SpotPrice,Region,AvailabilityZone\n\
         a,Z9,1,1,,r,\n\
         b,H100,1,1,,r,\n\
         c,A10,many,cheap,,r,\n\
         d,A10,1,0,,r,\n\
         e,A10,1,9e19,,r,\n\
         f,A10,1,,,r,\n\
         g,A10,1,2,,r,z1\n\
         g,A10,1,3,,r,z2\n\
         g,A10,1,2,,r,z1\n",
        &[("vendor", "lambda")],
        9,
    ),
    (
        "vms.csv",
        "InstanceType,AcceleratorName,AcceleratorCount,Price,Region\n",
        &[],
        1,
    ),
    (
        "quote.csv",
        "type,card,n,ram,date,code,p,eur,k8s,sla\n\
         a,A10,1,,soon,USD,1,,,\n\
         b,A10,none,big,,dollars,1,,maybe,high\n\
         c,A10,1,,,USD,1,USD 1,,\n\
         d,A10,1,,,,1,,,\n\
         e,A10,1,,,USD,1,1,,\n\
         f,A10,1,,,USD,lots,,,\n",
        &[("vendor", "lambda"), ("format", "mapping"), ("profile", PROFILE)],
        10,
    ),
    (
        "karpenter.csv",
        "region,instance_type,on_demand_per_hour,currency\n\
         r,Standard_NC8ads_A99_v9,1,USD\n\
         cn-north-1,g5.xlarge,10,\n",
        &[],
        2,
    ),
    ("rates.csv", "Date,USD,JPY\nsoon,1.1,160\n2026-11-27,lots,160\n", &[], 2),
    (
        "cloud-gpus.csv",
        "Cloud,GPU Type,GPUs,On-demand,Per-GPU,Spot\nLambda Labs,A10,1,,2.5,\nLambda Labs,A10,few,1,1,\n",
        &[],
        2,
    ),
    (
        "summary.csv",
        "Organization,Division,MlperfModel,Scenario,Result,accelerator_model_name,accelerators_per_node,number_of_nodes,SystemName,Units,version\n\
         O,closed,m,Offline,fast,NVIDIA L40S,1,1,S,Tokens/s,v5.1\n\
         O,closed,m,Offline,5,\"MI300X (x8), MI325X (x8)\",16,1,S,Tokens/s,v5.1\n\
         O,closed,m,Offline,5,NVIDIA L40S,some,1,S,Tokens/s,v5.1\n",
        &[],
        3,
    ),
    ("table.csv", "x,y\n1,2\n", &[], 1),
    ("open.csv", "offer_id,plan,hourly\n\"a,b,c\n", &[], 1),
];

/// Faults that are Chinese but for what was typed and for names.
fn chinese(page: &Answer, selector: &str) -> Vec<String> {
    let faults = page.texts(selector);
    for fault in &faults {
        assert!(fault.chars().any(|c| ('\u{4e00}'..'\u{a000}').contains(&c)), "{fault}");
        // What was typed stands in quotes.
        let own: String = fault.split('“').map(|part| part.rsplit('”').next().unwrap()).collect();
        let is_word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
        let words: Vec<bool> = own.split(' ').map(is_word).collect();
        assert!(!words.windows(2).any(|two| two == [true, true]), "{fault}");
        assert!(!own.contains("%{") && !own.contains("misread."), "{fault}");
    }
    faults
}

#[tokio::test]
async fn every_kind_of_bad_value_of_a_file_is_explained_in_chinese() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let mut told = Vec::new();
    for (name, content, fields, count) in FILES {
        let sent = upload_in("zh", &editor, (name, content), fields).await;
        let (_, page) = read(&editor, name, &sent).await;
        let faults = chinese(&page, "table.plain tbody td:nth-child(3)");
        told.push((name, faults, count));
    }
    let wrong: Vec<_> = told
        .iter()
        .filter(|(_, faults, count)| faults.len() != *count)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test]
async fn what_is_said_wrongly_beside_a_file_is_explained_in_chinese() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let file = ("x.csv", "a,b\n1,2\n");
    let fields = [
        ("format", "Excel"),
        ("vendor", "a b"),
        ("currency", "dollars"),
        ("as_of", "soon"),
        ("profile", r#"{"name": "x", "columns": {}}"#),
    ];
    let refused = upload_in("zh", &editor, file, &fields).await;
    assert_eq!(refused.status.as_u16(), 422);
    assert_eq!(chinese(&refused, ".error-summary li").len(), 5, "{}", refused.body);
}

#[tokio::test]
async fn every_fault_of_a_form_is_explained_in_chinese() {
    let site = Site::starter().await;
    let admin = site.visitor(Role::Admin).await;
    let forms: [(&str, Fields, usize); 5] = [
        (
            "/zh/admin/catalogue/prices/new",
            &[
                ("offer_id", "a b"),
                ("plan", "someday"),
                ("hourly", "many"),
                ("upfront", "-1"),
                ("currency", "usd"),
                ("completeness", "most"),
                ("as_of", "soon"),
                ("url", "nowhere"),
                ("grade", "Z"),
            ],
            10,
        ),
        (
            "/zh/admin/catalogue/vendors/new",
            &[
                ("vendor_id", "v"),
                ("name", "V"),
                ("kind", "shop"),
                ("country", "Germany"),
                ("homepage", "nowhere"),
                ("source", "s"),
                ("as_of", "2026-11"),
                ("grade", "C"),
            ],
            3,
        ),
        ("/zh/admin/scorecards/gpu-cloud/criteria", &[("new.id", "A B")], 1),
        ("/zh/admin/accounts", &[("name", "a b"), ("role", "king")], 2),
        (
            "/zh/account/tokens",
            &[("name", ""), ("days", "0"), ("scope", "all")],
            3,
        ),
    ];
    for (path, fields, least) in forms {
        let refused = admin.send(path, fields).await;
        assert_eq!(refused.status.as_u16(), 422, "{path}: {}", refused.body);
        let faults = chinese(&refused, ".error-summary li");
        assert!(faults.len() >= least, "{path}: {faults:#?}");
    }
}

#[tokio::test]
async fn a_change_that_facts_do_not_fit_is_explained_in_chinese() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let path = found(&editor, "attributes", "kubernetes_gpu")
        .await
        .replace("/en/", "/zh/");
    let form = with(fields(&editor.get(&path).await), &[("kind", "number")]);
    let refused = send(&editor, &path, &form).await;
    assert_eq!(refused.status.as_u16(), 422, "{}", refused.body);
    let faults = chinese(&refused, ".error-summary li");
    assert!(faults[0].contains("与指标 kubernetes_gpu 不符"), "{faults:?}");
}

#[tokio::test]
async fn every_fault_of_a_scorecard_is_explained_in_chinese() {
    let site = Site::starter().await;
    let editor = site.visitor(Role::Editor).await;
    let criterion = "/zh/admin/scorecards/gpu-cloud/criteria/fp16";
    let faults = [
        ("c.fp16.points", "lots"),
        ("c.fp16.name.en", ""),
        ("c.fp16.value.type", "wave"),
        ("c.fp16.value.worst", "low"),
    ];
    for fault in faults {
        let refused = edit(&editor, criterion, &[fault]).await;
        assert_eq!(refused.status.as_u16(), 422, "{}", refused.body);
        assert!(!chinese(&refused, ".error-summary li").is_empty(), "{fault:?}");
    }
}
