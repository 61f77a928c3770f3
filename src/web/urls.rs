//! Every path of the server is a function here, used by routes, templates, redirects and tests.

use std::fmt;

use super::lang::Lang;
use crate::domain::catalogue::SubjectKind;
use crate::domain::ids::{AcceleratorId, AttributeId, OfferId, VendorId};
use crate::exchange::record::Kind;

/// A query in canonical order, ready to be written behind a path.
pub type Pairs = Vec<(String, String)>;

/// The start page, which picks a language.
pub const ROOT: &str = "/";
/// The ranking workbench.
pub const RANKING: &str = "/{lang}/";
/// How safe a ranking is, for the workbench.
pub const VERDICT: &str = "/{lang}/verdict";
/// The ranking on one sheet of paper.
pub const SUMMARY: &str = "/{lang}/summary";
/// The workbench's rows as CSV.
pub const RANKING_CSV: &str = "/{lang}/ranking.csv";
/// The workbench as a workbook that computes.
pub const RANKING_XLSX: &str = "/{lang}/ranking.xlsx";
/// The workbench's rows as JSON.
pub const RANKING_JSON: &str = "/{lang}/ranking.json";
/// Offers side by side.
pub const COMPARE: &str = "/{lang}/compare";
/// The same rows as CSV.
pub const COMPARE_CSV: &str = "/{lang}/compare.csv";
/// The same rows as JSON.
pub const COMPARE_JSON: &str = "/{lang}/compare.json";
/// Why one offer is above another.
pub const WHY: &str = "/{lang}/why";
/// The same parts as CSV.
pub const WHY_CSV: &str = "/{lang}/why.csv";
/// The same parts as JSON.
pub const WHY_JSON: &str = "/{lang}/why.json";
/// How safe the order is.
pub const SENSITIVITY: &str = "/{lang}/sensitivity";
/// The same figures as CSV.
pub const SENSITIVITY_CSV: &str = "/{lang}/sensitivity.csv";
/// The same figures as JSON.
pub const SENSITIVITY_JSON: &str = "/{lang}/sensitivity.json";
/// Price against performance.
pub const CHART: &str = "/{lang}/chart";
/// The same points as CSV.
pub const CHART_CSV: &str = "/{lang}/chart.csv";
/// The same points as JSON.
pub const CHART_JSON: &str = "/{lang}/chart.json";
/// One offer.
pub const OFFER: &str = "/{lang}/offers/{id}";
/// The prices of an offer over time.
pub const PRICES: &str = "/{lang}/offers/{id}/prices";
/// The evidence of one value.
pub const FACT: &str = "/{lang}/facts/{subject}/{id}/{attribute}";
/// All releases of the catalogue.
pub const RELEASES: &str = "/{lang}/releases";
/// What a release changed.
pub const RELEASE: &str = "/{lang}/releases/{number}";
/// An older release in force again.
pub const REVERT: &str = "/{lang}/releases/{number}/revert";
/// Values that cannot be right.
pub const FINDINGS: &str = "/{lang}/findings";
/// One of them, to be accepted with a reason or opened again.
pub const FINDING: &str = "/{lang}/findings/{id}";
/// The capability matrix: vendors by attributes.
pub const VENDORS: &str = "/{lang}/vendors";
/// Its values as CSV.
pub const VENDORS_CSV: &str = "/{lang}/vendors.csv";
/// One vendor.
pub const VENDOR: &str = "/{lang}/vendors/{id}";
/// Accelerators side by side.
pub const ACCELERATORS: &str = "/{lang}/accelerators";
/// The same rows as CSV.
pub const ACCELERATORS_CSV: &str = "/{lang}/accelerators.csv";
/// The same rows as JSON.
pub const ACCELERATORS_JSON: &str = "/{lang}/accelerators.json";
/// One accelerator.
pub const ACCELERATOR: &str = "/{lang}/accelerators/{id}";
/// Benchmark results, compared inside one round, task and scenario.
pub const BENCHMARKS: &str = "/{lang}/benchmarks";
/// The same rows as CSV.
pub const BENCHMARKS_CSV: &str = "/{lang}/benchmarks.csv";
/// Formulas and choices in force.
pub const METHOD: &str = "/{lang}/method";
/// What offers cost over the months of a brief.
pub const TCO: &str = "/{lang}/tco";
/// The same lines as CSV.
pub const TCO_CSV: &str = "/{lang}/tco.csv";
/// The same lines as a workbook.
pub const TCO_XLSX: &str = "/{lang}/tco.xlsx";
/// The same lines as JSON.
pub const TCO_JSON: &str = "/{lang}/tco.json";
/// What a load really looked like, and the cheapest commitment for it.
pub const LOAD: &str = "/{lang}/tco/history";
/// A decision matrix of one's own.
pub const SCORE: &str = "/{lang}/score";
/// Signing in.
pub const SIGN_IN: &str = "/{lang}/sign-in";
/// To the issuer that people sign in with.
#[cfg(feature = "oidc")]
pub const SIGN_IN_ELSEWHERE: &str = "/{lang}/sign-in/elsewhere";
/// Back from there.
#[cfg(feature = "oidc")]
pub const SIGN_IN_RETURN: &str = "/-/sign-in/return";
/// Signing out.
pub const SIGN_OUT: &str = "/{lang}/sign-out";
/// A link that works once: sets the first admin up, or lets choose a password.
pub const WELCOME: &str = "/{lang}/welcome/{token}";
/// One's own account: password, sessions, keys.
pub const ACCOUNT: &str = "/{lang}/account";
/// Another password.
pub const PASSWORD: &str = "/{lang}/account/password";
/// Browsers that are signed in, to be signed out.
pub const SESSIONS: &str = "/{lang}/account/sessions";
/// A new key for programs.
pub const TOKENS: &str = "/{lang}/account/tokens";
/// A key, to be taken away.
pub const TOKEN: &str = "/{lang}/account/tokens/{id}";
/// A ranking, to be shown to others or kept.
pub const SHARE: &str = "/{lang}/share";
/// One's own share links; a new one.
pub const LINKS: &str = "/{lang}/links";
/// A share link, to be revoked.
pub const LINK: &str = "/{lang}/links/{id}";
/// The evaluations that somebody keeps; a new one.
pub const EVALUATIONS: &str = "/{lang}/evaluations";
/// An evaluation, to be renamed.
pub const EVALUATION: &str = "/{lang}/evaluations/{id}";
/// An evaluation, to be taken away.
pub const EVALUATION_REMOVAL: &str = "/{lang}/evaluations/{id}/removal";
/// Columns to keep.
pub const COLUMN_SETS: &str = "/{lang}/column-sets";
/// Columns that somebody keeps, to be taken away.
pub const COLUMN_SET_REMOVAL: &str = "/{lang}/column-sets/{id}/removal";
/// A frozen shortlist, for anyone with the link.
pub const FROZEN: &str = "/s/{token}";
/// What has changed since it was frozen.
pub const FROZEN_SINCE: &str = "/s/{token}/since";
/// Its rows as CSV.
pub const FROZEN_CSV: &str = "/s/{token}/ranking.csv";
/// Its rows as JSON.
pub const FROZEN_JSON: &str = "/s/{token}/ranking.json";
/// What there is to do for those who keep the catalogue.
pub const ADMIN: &str = "/{lang}/admin";
/// Accounts.
pub const ACCOUNTS: &str = "/{lang}/admin/accounts";
/// One account's role, and whether it may sign in.
pub const ONE_ACCOUNT: &str = "/{lang}/admin/accounts/{id}";
/// A link with which somebody chooses a password.
pub const INVITATION: &str = "/{lang}/admin/accounts/{id}/link";
/// Every scorecard with its draft.
pub const SCORECARDS: &str = "/{lang}/admin/scorecards";
/// The draft of a scorecard: points and presets.
pub const SCORECARD: &str = "/{lang}/admin/scorecards/{id}";
/// Its gates.
pub const SCORECARD_GATES: &str = "/{lang}/admin/scorecards/{id}/gates";
/// A new criterion.
pub const SCORECARD_CRITERIA: &str = "/{lang}/admin/scorecards/{id}/criteria";
/// One of its criteria.
pub const SCORECARD_CRITERION: &str = "/{lang}/admin/scorecards/{id}/criteria/{criterion}";
/// A criterion as it would be, with its curve.
pub const SCORECARD_CURVE: &str = "/{lang}/admin/scorecards/{id}/criteria/{criterion}/curve";
/// A criterion, to be taken away.
pub const SCORECARD_CRITERION_REMOVAL: &str = "/{lang}/admin/scorecards/{id}/criteria/{criterion}/removal";
/// What is missing of what it measures.
pub const SCORECARD_MISSING: &str = "/{lang}/admin/scorecards/{id}/missing";
/// What the draft changes, and the ranking with it.
pub const SCORECARD_REVIEW: &str = "/{lang}/admin/scorecards/{id}/review";
/// The draft, to become a version.
pub const SCORECARD_PUBLICATION: &str = "/{lang}/admin/scorecards/{id}/publication";
/// The draft, to be taken away.
pub const SCORECARD_DISCARD: &str = "/{lang}/admin/scorecards/{id}/removal";
/// Its versions, and what differs between two of them.
pub const SCORECARD_VERSIONS: &str = "/{lang}/admin/scorecards/{id}/versions";
/// The records of a kind, filtered.
pub const RECORDS: &str = "/{lang}/admin/catalogue/{kind}";
/// A record that is not there yet.
pub const NEW_RECORD: &str = "/{lang}/admin/catalogue/{kind}/new";
/// One record.
pub const RECORD: &str = "/{lang}/admin/catalogue/{kind}/{id}";
/// Taking a record away, or bringing it back.
pub const RECORD_REMOVAL: &str = "/{lang}/admin/catalogue/{kind}/{id}/removal";
/// What waits for the next release.
pub const DRAFT: &str = "/{lang}/admin/draft";
/// The draft as a release.
pub const PUBLICATION: &str = "/{lang}/admin/draft/publication";
/// Emptying the draft.
pub const DISCARD: &str = "/{lang}/admin/draft/discard";
/// A file to import.
pub const IMPORTS: &str = "/{lang}/admin/imports";
/// What a file would change.
pub const IMPORT: &str = "/{lang}/admin/imports/{id}";
/// Every write.
pub const AUDIT: &str = "/{lang}/admin/audit";
/// The same lines as CSV.
pub const AUDIT_CSV: &str = "/{lang}/admin/audit.csv";
/// One line, with what was before and after.
pub const AUDIT_LINE: &str = "/{lang}/admin/audit/{id}";
/// A scoring case, answered.
pub const API_SCORE: &str = "/api/v1/score";
/// A cost case, answered.
pub const API_TCO: &str = "/api/v1/tco";
/// Rankings as JSON.
pub const API_RANKINGS: &str = "/api/v1/rankings";
/// Offers as JSON.
pub const API_OFFERS: &str = "/api/v1/offers";
/// One offer as JSON.
pub const API_OFFER: &str = "/api/v1/offers/{id}";
/// Vendors as JSON.
pub const API_VENDORS: &str = "/api/v1/vendors";
/// One vendor as JSON.
pub const API_VENDOR: &str = "/api/v1/vendors/{id}";
/// Accelerators as JSON.
pub const API_ACCELERATORS: &str = "/api/v1/accelerators";
/// One accelerator as JSON.
pub const API_ACCELERATOR: &str = "/api/v1/accelerators/{id}";
/// Benchmark results as JSON.
pub const API_BENCHMARKS: &str = "/api/v1/benchmarks";
/// Scorecards as JSON.
pub const API_SCORECARDS: &str = "/api/v1/scorecards";
/// Releases as JSON.
pub const API_RELEASES: &str = "/api/v1/releases";
/// The release of that number in force again.
pub const API_REVERT: &str = "/api/v1/releases/{number}/revert";
/// What the next release would change.
pub const API_DRAFT: &str = "/api/v1/draft";
/// Records put into it.
pub const API_RECORDS: &str = "/api/v1/draft/records";
/// A file imported into it.
pub const API_IMPORTS: &str = "/api/v1/imports";
/// What programs may ask and send, as `OpenAPI`.
pub const API_DESCRIPTION: &str = "/api/v1/openapi.json";
/// The process answers.
pub const HEALTH_LIVE: &str = "/-/health/live";
/// The process can do its work.
pub const HEALTH_READY: &str = "/-/health/ready";
/// Where static files live.
pub const STATIC: &str = "/-/static";

/// The workbench with a query.
#[must_use]
pub fn ranking(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/"), query)
}

/// How safe the ranking of a brief is.
#[must_use]
pub fn verdict(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/verdict"), query)
}

/// The ranking on one sheet of paper.
#[must_use]
pub fn summary(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/summary"), query)
}

/// The workbench's rows as CSV.
#[must_use]
pub fn ranking_csv(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/ranking.csv"), query)
}

/// The workbench as a workbook that computes.
#[must_use]
pub fn ranking_xlsx(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/ranking.xlsx"), query)
}

/// The workbench's rows as JSON.
#[must_use]
pub fn ranking_json(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/ranking.json"), query)
}

/// Offers side by side.
#[must_use]
pub fn compare(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/compare"), query)
}

/// Why one offer is above another.
#[must_use]
pub fn why(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/why"), query)
}

/// How safe the order is.
#[must_use]
pub fn sensitivity(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/sensitivity"), query)
}

/// Price against performance.
#[must_use]
pub fn chart(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/chart"), query)
}

/// The data of a page in a format: its path with `.csv` or `.json` behind it.
#[must_use]
pub fn data(page: &str, format: &str, query: &Pairs) -> String {
    with_query(&format!("{page}.{format}"), query)
}

/// One offer, scored for a query.
#[must_use]
pub fn offer(lang: Lang, id: &OfferId, query: &Pairs) -> String {
    with_query(&format!("/{lang}/offers/{id}"), query)
}

/// The prices of an offer over time.
#[must_use]
pub fn prices(lang: Lang, id: &OfferId, query: &Pairs) -> String {
    with_query(&format!("/{lang}/offers/{id}/prices"), query)
}

/// The evidence of an attribute's value for a subject.
#[must_use]
pub fn fact(lang: Lang, subject: SubjectKind, id: &str, attribute: &AttributeId) -> String {
    format!("/{lang}/facts/{subject}/{id}/{attribute}")
}

/// All releases of the catalogue.
#[must_use]
pub fn releases(lang: Lang) -> String {
    format!("/{lang}/releases")
}

/// What a release changed.
#[must_use]
pub fn release(lang: Lang, number: u32) -> String {
    format!("/{lang}/releases/r{number}")
}

/// An older release in force again.
#[must_use]
pub fn revert(lang: Lang, number: u32) -> String {
    format!("/{lang}/releases/r{number}/revert")
}

/// What changed from one release to another.
#[must_use]
pub fn release_since(lang: Lang, number: u32, since: u32) -> String {
    format!("/{lang}/releases/r{number}?since=r{since}")
}

/// Values that cannot be right.
#[must_use]
pub fn findings(lang: Lang) -> String {
    format!("/{lang}/findings")
}

/// One value that cannot be right.
#[must_use]
pub fn finding(lang: Lang, id: &str) -> String {
    format!("/{lang}/findings/{id}")
}

/// All vendors.
#[must_use]
pub fn vendors(lang: Lang) -> String {
    format!("/{lang}/vendors")
}

/// The capability matrix with a query.
#[must_use]
pub fn matrix(lang: Lang, query: &Pairs) -> String {
    with_query(&vendors(lang), query)
}

/// The matrix' values as CSV.
#[must_use]
pub fn vendors_csv(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/vendors.csv"), query)
}

/// One vendor.
#[must_use]
pub fn vendor(lang: Lang, id: &VendorId) -> String {
    format!("/{lang}/vendors/{id}")
}

/// Accelerators side by side.
#[must_use]
pub fn accelerators(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/accelerators"), query)
}

/// One accelerator.
#[must_use]
pub fn accelerator(lang: Lang, id: &AcceleratorId) -> String {
    format!("/{lang}/accelerators/{id}")
}

/// Benchmark results with a query.
#[must_use]
pub fn benchmarks(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/benchmarks"), query)
}

/// Benchmark results as CSV.
#[must_use]
pub fn benchmarks_csv(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/benchmarks.csv"), query)
}

/// Formulas and choices in force.
#[must_use]
pub fn method(lang: Lang) -> String {
    format!("/{lang}/method")
}

/// What offers cost, with a query.
#[must_use]
pub fn tco(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/tco"), query)
}

/// The same lines as CSV.
#[must_use]
pub fn tco_csv(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/tco.csv"), query)
}

/// The same lines as a workbook.
#[must_use]
pub fn tco_xlsx(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/tco.xlsx"), query)
}

/// The same lines as JSON.
#[must_use]
pub fn tco_json(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/tco.json"), query)
}

/// What a load really looked like.
#[must_use]
pub fn load(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/tco/history"), query)
}

/// A decision matrix of one's own.
#[must_use]
pub fn score(lang: Lang) -> String {
    format!("/{lang}/score")
}

/// `path?query`, or the path alone where there is no query. Commas stay readable.
#[must_use]
pub fn with_query(path: &str, query: &Pairs) -> String {
    if query.is_empty() {
        return path.to_owned();
    }
    let pairs: Vec<String> = query
        .iter()
        .map(|(word, value)| format!("{}={}", encode(word), encode(value)))
        .collect();
    format!("{path}?{}", pairs.join("&"))
}

fn hex(nibble: u8) -> char {
    char::from_digit(nibble.into(), 16).unwrap_or('0').to_ascii_uppercase()
}

fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' | b'@' | b':' | b'/' => {
                out.push(char::from(byte));
            }
            _ => out.extend(['%', hex(byte >> 4), hex(byte & 15)]),
        }
    }
    out
}

/// Signing in, and back to a page of ours.
#[must_use]
pub fn sign_in(lang: Lang, next: Option<&str>) -> String {
    // A long address is not worth a longer one.
    let next = next.filter(|next| next.len() <= 2000);
    let pairs = next.map(|next| ("next".to_owned(), next.to_owned()));
    with_query(&format!("/{lang}/sign-in"), &pairs.into_iter().collect())
}

/// Signing in with an issuer, and back to a page of ours.
#[must_use]
pub fn sign_in_elsewhere(lang: Lang, next: &str) -> String {
    let pairs = own(next).map(|next| ("next".to_owned(), next.to_owned()));
    with_query(&format!("/{lang}/sign-in/elsewhere"), &pairs.into_iter().collect())
}

/// Signing out.
#[must_use]
pub fn sign_out(lang: Lang) -> String {
    format!("/{lang}/sign-out")
}

/// A link that works once.
#[must_use]
pub fn welcome(lang: Lang, token: &str) -> String {
    format!("/{lang}/welcome/{token}")
}

/// One's own account.
#[must_use]
pub fn account(lang: Lang) -> String {
    format!("/{lang}/account")
}

/// Another password.
#[must_use]
pub fn password(lang: Lang) -> String {
    format!("/{lang}/account/password")
}

/// Browsers that are signed in.
#[must_use]
pub fn sessions(lang: Lang) -> String {
    format!("/{lang}/account/sessions")
}

/// Keys for programs.
#[must_use]
pub fn tokens(lang: Lang) -> String {
    format!("/{lang}/account/tokens")
}

/// One key.
#[must_use]
pub fn token(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/account/tokens/{id}")
}

/// A ranking, to be shown to others or kept.
#[must_use]
pub fn share(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/share"), query)
}

/// One's own share links.
#[must_use]
pub fn links(lang: Lang) -> String {
    format!("/{lang}/links")
}

/// One share link.
#[must_use]
pub fn link(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/links/{id}")
}

/// The evaluations that somebody keeps.
#[must_use]
pub fn evaluations(lang: Lang) -> String {
    format!("/{lang}/evaluations")
}

/// One evaluation.
#[must_use]
pub fn evaluation(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/evaluations/{id}")
}

/// Taking an evaluation away.
#[must_use]
pub fn evaluation_removal(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/evaluations/{id}/removal")
}

/// Columns to keep.
#[must_use]
pub fn column_sets(lang: Lang) -> String {
    format!("/{lang}/column-sets")
}

/// Taking kept columns away.
#[must_use]
pub fn column_set_removal(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/column-sets/{id}/removal")
}

/// A frozen shortlist in the language of whoever opens it.
#[must_use]
pub fn frozen(token: &str) -> String {
    format!("/s/{}", encode(token))
}

/// A frozen shortlist, or a page or file of it (`since`, `ranking.csv`, `ranking.json`), in one language.
#[must_use]
pub fn frozen_in(token: &str, part: &str, lang: Lang) -> String {
    let slash = if part.is_empty() { "" } else { "/" };
    format!("{}{slash}{part}?lang={lang}", frozen(token))
}

/// Whether it is an address of a frozen shortlist.
#[must_use]
pub fn is_frozen(path: &str) -> bool {
    path.starts_with("/s/")
}

/// What there is to do for those who keep the catalogue.
#[must_use]
pub fn admin(lang: Lang) -> String {
    format!("/{lang}/admin")
}

/// Accounts.
#[must_use]
pub fn accounts(lang: Lang) -> String {
    format!("/{lang}/admin/accounts")
}

/// One account.
#[must_use]
pub fn one_account(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/admin/accounts/{id}")
}

/// A link with which somebody chooses a password.
#[must_use]
pub fn invitation(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/admin/accounts/{id}/link")
}

/// Every scorecard.
#[must_use]
pub fn scorecards(lang: Lang) -> String {
    format!("/{lang}/admin/scorecards")
}

/// The draft of a scorecard.
#[must_use]
pub fn scorecard(lang: Lang, id: &str) -> String {
    format!("/{lang}/admin/scorecards/{}", encode(id))
}

/// A page or resource of a scorecard: `gates`, `criteria`, `missing`, `review`, `publication`, `removal`, `versions`.
#[must_use]
pub fn scorecard_part(lang: Lang, id: &str, part: &str) -> String {
    format!("{}/{part}", scorecard(lang, id))
}

/// One criterion of a scorecard.
#[must_use]
pub fn scorecard_criterion(lang: Lang, id: &str, criterion: &str) -> String {
    format!("{}/{}", scorecard_part(lang, id, "criteria"), encode(criterion))
}

/// The records of a kind.
#[must_use]
pub fn records(lang: Lang, kind: Kind, query: &Pairs) -> String {
    with_query(&format!("/{lang}/admin/catalogue/{}", kind.word()), query)
}

/// A record that is not there yet, with fields filled in.
#[must_use]
pub fn new_record(lang: Lang, kind: Kind, query: &Pairs) -> String {
    with_query(&format!("/{lang}/admin/catalogue/{}/new", kind.word()), query)
}

/// One record.
#[must_use]
pub fn record(lang: Lang, kind: Kind, id: &str) -> String {
    format!("/{lang}/admin/catalogue/{}/{id}", kind.word())
}

/// Taking a record away.
#[must_use]
pub fn record_removal(lang: Lang, kind: Kind, id: &str) -> String {
    format!("/{lang}/admin/catalogue/{}/{id}/removal", kind.word())
}

/// What waits for the next release.
#[must_use]
pub fn draft(lang: Lang) -> String {
    format!("/{lang}/admin/draft")
}

/// The draft as a release.
#[must_use]
pub fn publication(lang: Lang) -> String {
    format!("/{lang}/admin/draft/publication")
}

/// Emptying the draft.
#[must_use]
pub fn discard(lang: Lang) -> String {
    format!("/{lang}/admin/draft/discard")
}

/// A file to import.
#[must_use]
pub fn imports(lang: Lang) -> String {
    format!("/{lang}/admin/imports")
}

/// What a file would change.
#[must_use]
pub fn import(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/admin/imports/{id}")
}

/// Every write.
#[must_use]
pub fn audit(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/admin/audit"), query)
}

/// The same lines as CSV.
#[must_use]
pub fn audit_csv(lang: Lang, query: &Pairs) -> String {
    with_query(&format!("/{lang}/admin/audit.csv"), query)
}

/// One line of the log.
#[must_use]
pub fn audit_line(lang: Lang, id: &dyn fmt::Display) -> String {
    format!("/{lang}/admin/audit/{id}")
}

/// The address if it is a page of ours, and nothing that leads elsewhere.
#[must_use]
pub fn own(address: &str) -> Option<&str> {
    let inside = Lang::ALL.iter().any(|lang| address.starts_with(&format!("/{lang}/")));
    let plain = address.chars().all(|c| !c.is_control() && c != '\\');
    (inside && plain).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_encoded_and_stays_readable() {
        let query = vec![
            ("q".to_owned(), "a b&c=杆".to_owned()),
            ("area".to_owned(), "eu,us".to_owned()),
        ];
        assert_eq!(with_query("/en/", &query), "/en/?q=a%20b%26c%3D%E6%9D%86&area=eu,us");
        assert_eq!(with_query("/en/", &Vec::new()), "/en/");
    }
}
