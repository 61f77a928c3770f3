//! What a group of routes asks of whoever calls.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Asker;
use crate::domain::account::Role;
use crate::store::Scope;
use crate::web::app::App;
use crate::web::error::WebError;

/// The least that a caller of a route must have.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct Needs {
    /// The role of the account.
    pub role: Role,
    /// The scope of a program's key; none where programs have no business.
    pub scope: Option<Scope>,
    /// Whether a browser's cookie is refused: no page of others can then make a browser write.
    pub only_keys: bool,
}

impl Needs {
    /// A page for browsers.
    pub(in crate::web) const fn role(role: Role) -> Self {
        Self {
            role,
            scope: None,
            only_keys: false,
        }
    }

    /// A route for programs too.
    pub(in crate::web) const fn key(role: Role, scope: Scope) -> Self {
        Self {
            role,
            scope: Some(scope),
            only_keys: false,
        }
    }

    /// A route for programs alone.
    pub(in crate::web) const fn only_key(role: Role, scope: Scope) -> Self {
        Self {
            role,
            scope: Some(scope),
            only_keys: true,
        }
    }
}

/// Lets those pass who have what the routes need.
pub(in crate::web) async fn require(State(needs): State<Needs>, request: Request, next: Next) -> Response {
    match refusal(needs, &request) {
        None => next.run(request).await,
        Some(error) => error.into_response(),
    }
}

/// Where reading requires an account: lets those pass who are signed in.
pub(in crate::web) async fn reading(State(app): State<App>, request: Request, next: Next) -> Response {
    let needs = Needs::key(Role::Viewer, Scope::Read);
    match refusal(needs, &request).filter(|_| app.options().sign_in_required) {
        None => next.run(request).await,
        Some(error) => error.into_response(),
    }
}

fn refusal(needs: Needs, request: &Request) -> Option<WebError> {
    let who = request.extensions().get::<Asker>().and_then(|asker| asker.who.as_ref());
    let Some(who) = who else {
        return Some(WebError::SignIn {
            next: own_path(request),
        });
    };
    if needs.only_keys && who.session().is_some() {
        return Some(WebError::OnlyKeys);
    }
    if !who.may(needs.role) {
        return Some(WebError::Role(needs.role));
    }
    let in_scope = who.session().is_some() || needs.scope.is_some_and(|scope| who.has_scope(scope));
    (!in_scope).then_some(WebError::KeyScope(needs.scope))
}

/// The address to come back to after signing in; none where it was not a page.
fn own_path(request: &Request) -> Option<String> {
    let path = request.uri().path_and_query()?.as_str();
    request.method().is_safe().then(|| path.to_owned())
}
