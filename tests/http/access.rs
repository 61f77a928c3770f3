//! Who may do what: every route and method of the router, asked for by everybody, compared with the table in `docs/access.md`.

use std::collections::BTreeMap;
use std::fs;

use steelyard::domain::account::Role;
use steelyard::store::Scope;

use crate::site::{Answer, Site};

/// What a row of the table asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rule {
    /// The least role; none for everybody.
    role: Option<Role>,
    /// Reading, which may be made to require an account.
    reading: bool,
    /// The least scope of a key; none where keys are refused.
    scope: Option<Scope>,
    /// Browsers are refused.
    keys_only: bool,
}

/// The table: route and method to rule.
fn table() -> BTreeMap<(String, String), Rule> {
    let text = fs::read_to_string("docs/access.md").unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| `"));
    let mut table = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [route, methods, needs, key] = cells[..] else {
            panic!("docs/access.md: {row} has other than four columns");
        };
        let rule = Rule {
            reading: needs == "reader",
            keys_only: needs == "key only",
            role: match needs {
                "everybody" | "reader" => None,
                "key only" => Some(Role::Editor),
                role => Some(Role::parse(role).unwrap()),
            },
            scope: Scope::parse(key),
        };
        for method in methods.split(' ') {
            let before = table.insert((route.trim_matches('`').to_owned(), method.to_owned()), rule.clone());
            assert!(before.is_none(), "docs/access.md lists {method} {route} twice");
        }
    }
    table
}

/// Every route and method as the router's source has them.
fn routes() -> Vec<(String, String)> {
    let urls = fs::read_to_string("src/web/urls.rs").unwrap();
    let paths: BTreeMap<&str, &str> = urls
        .lines()
        .filter_map(|line| line.strip_prefix("pub const "))
        .filter_map(|line| Some((line.split(':').next()?, line.split('"').nth(1)?)))
        .collect();
    let source = fs::read_to_string("src/web/mod.rs").unwrap();
    let mut found = Vec::new();
    for part in source.split(".route(").skip(1) {
        let mut depth = 1;
        let end = part.find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        let call = &part[..end.unwrap()];
        let name = call.split("urls::").nth(1).unwrap();
        let name = name
            .split(|c: char| !c.is_ascii_uppercase() && c != '_' && !c.is_ascii_digit())
            .next()
            .unwrap();
        for method in ["get", "post", "put", "delete", "patch"] {
            let named = |start: &str| call.contains(&format!("{start}{method}("));
            if named(" ") || named(".") {
                found.push((paths[name].to_owned(), method.to_uppercase()));
            }
        }
    }
    found
}

/// A path of a route.
fn path_of(route: &str) -> String {
    route
        .replace("{lang}", "en")
        .replace("{kind}", "prices")
        .replace("{number}", "r1")
        .replace("{subject}", "vendor")
        .replace("{attribute}", "sla")
        .replace("{token}", "nothing")
        .replace("{id}", "00000000-0000-0000-0000-000000000000")
        .replace("{version}", "1")
        .replace("{criterion}", "x")
}

fn is_refused(answer: &Answer) -> bool {
    let to_sign_in = answer.status.as_u16() == 303 && answer.header("location").starts_with("/en/sign-in");
    [401, 403].contains(&answer.status.as_u16()) || to_sign_in
}

#[tokio::test]
async fn every_route_is_in_the_table_of_who_may_do_what() {
    let (table, routes) = (table(), routes());
    assert!(routes.len() > 60, "{}", routes.len());
    for route in &routes {
        assert!(
            table.contains_key(route),
            "docs/access.md has no row for {} {}",
            route.1,
            route.0
        );
    }
    for row in table.keys() {
        assert!(
            routes.contains(row),
            "docs/access.md lists {} {}, which is no route",
            row.1,
            row.0
        );
    }
}

#[tokio::test]
async fn nobody_gets_where_the_table_does_not_let_them() {
    for closed in [false, true] {
        let site = if closed {
            Site::closed().await
        } else {
            Site::starter().await
        };
        let mut people = Vec::new();
        for role in Role::ALL {
            people.push(site.visitor(role).await.account);
        }
        for ((route, method), rule) in table() {
            if ["/{lang}/sign-in/elsewhere", "/{lang}/sign-in/return"].contains(&route.as_str()) {
                continue;
            }
            let path = path_of(&route);
            let open = rule.role.is_none() && !(rule.reading && closed);
            let answer = site.send(&method, &path, &[], String::new()).await;
            assert_eq!(
                is_refused(&answer),
                !open,
                "nobody: {method} {route}: {}",
                answer.status
            );
            assert_ne!(answer.status.as_u16(), 500, "{method} {route}");
            for account in &people {
                // A browser of its own for each request: signing out must not end those that come after.
                let browser = site.browser_of(account.clone()).await;
                let may = !rule.keys_only && rule.role.is_none_or(|role| account.role >= role);
                let answer = if method == "GET" {
                    browser.get(&path).await
                } else {
                    browser.send_as(&method, &path).await
                };
                assert_eq!(
                    is_refused(&answer),
                    !may,
                    "{}: {method} {route}: {}",
                    account.role,
                    answer.status
                );
                assert_ne!(answer.status.as_u16(), 500, "{method} {route}");
            }
            for (account, scope) in people.iter().flat_map(|a| Scope::ALL.map(|scope| (a, scope))) {
                let bearer = format!("Bearer {}", site.key_of(account, scope).await);
                let headers = [("authorization", bearer.as_str())];
                let answer = site.send(&method, &path, &headers, String::new()).await;
                let may = match (rule.role, rule.scope) {
                    (None, _) => true,
                    (Some(role), Some(least)) => account.role >= role && scope >= least,
                    (Some(_), None) => false,
                };
                assert_eq!(
                    is_refused(&answer),
                    !may,
                    "key {scope} of {}: {method} {route}: {}",
                    account.role,
                    answer.status
                );
            }
        }
    }
}
