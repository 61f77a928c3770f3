//! Sign-in with an issuer of OpenID Connect: the authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, 3.1).
//! What a sign-in under way has to remember stands in a cookie of its browser, so that any instance can finish it.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::reqwest;
use openidconnect::{
    AdditionalClaims, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret, CsrfToken, EmptyExtraTokenFields,
    EndpointMaybeSet, EndpointNotSet, EndpointSet, IdTokenClaims, IdTokenFields, IssuerUrl, Nonce, PkceCodeChallenge,
    PkceCodeVerifier, RedirectUrl, Scope, StandardErrorResponse, StandardTokenResponse, TokenResponse,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::secret;
use crate::domain::account::{AccountName, Role};
use crate::web::error::WebError;
use crate::web::lang::Lang;
use crate::web::urls;

/// The longest that an answer of the issuer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// A longer address to come back to would not fit into a cookie.
const LONGEST_NEXT: usize = 800;

/// The issuer that people sign in with, as configured.
#[derive(Clone)]
pub struct Issuer {
    /// Its address, e.g. `https://login.example.org/realms/staff`.
    pub url: String,
    /// What it calls this server.
    pub client: String,
    /// Proves that a request comes from this server; a public client has none.
    pub secret: Option<String>,
    /// The claim of the ID token that holds a role or a list with one.
    pub role_claim: String,
}

impl fmt::Debug for Issuer {
    /// Without the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Issuer")
            .field("url", &self.url)
            .field("client", &self.client)
            .field("role_claim", &self.role_claim)
            .finish_non_exhaustive()
    }
}

/// A sign-in under way: what the browser has to bring back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web) struct Pending {
    state: String,
    nonce: String,
    verifier: String,
    /// The language to go on in.
    pub lang: Lang,
    /// The page to come back to; empty for none.
    pub next: String,
}

/// Who the issuer says it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::web) struct Identity {
    /// The issuer and its lasting name for the person.
    pub subject: String,
    /// What the person is called, made into a name to sign in with.
    pub name: AccountName,
    /// What the person may do.
    pub role: Role,
}

#[derive(Debug, Clone, Deserialize, Serialize)]
struct MoreClaims {
    #[serde(flatten)]
    all: BTreeMap<String, Value>,
}

impl AdditionalClaims for MoreClaims {}

type Fields = IdTokenFields<
    MoreClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

type Client = openidconnect::Client<
    MoreClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<Fields, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

impl Pending {
    /// A new sign-in.
    ///
    /// # Errors
    /// [`WebError::Internal`] without random numbers.
    pub(in crate::web) fn new(lang: Lang, next: &str) -> Result<Self, WebError> {
        let next = urls::own(next).filter(|next| next.len() <= LONGEST_NEXT);
        Ok(Self {
            state: secret::token()?,
            nonce: secret::token()?,
            verifier: secret::token()?,
            lang,
            next: next.unwrap_or_default().to_owned(),
        })
    }

    /// As it stands in the cookie.
    pub(in crate::web) fn cookie(&self) -> String {
        let next: String = form_urlencoded::byte_serialize(self.next.as_bytes()).collect();
        [&self.state, &self.nonce, &self.verifier, self.lang.tag(), &next].join("|")
    }

    /// The same, read.
    pub(in crate::web) fn parse(cookie: &str) -> Option<Self> {
        let parts: Vec<&str> = cookie.split('|').collect();
        let &[state, nonce, verifier, lang, next] = parts.as_slice() else {
            return None;
        };
        let (next, _) = form_urlencoded::parse(next.as_bytes()).next().unwrap_or_default();
        Some(Self {
            state: state.to_owned(),
            nonce: nonce.to_owned(),
            verifier: verifier.to_owned(),
            lang: [Lang::En, Lang::Zh].into_iter().find(|known| known.tag() == lang)?,
            next: next.into_owned(),
        })
    }

    /// Whether this is the sign-in that the issuer answers.
    pub(in crate::web) fn is(&self, state: &str) -> bool {
        secret::same(&self.state, state)
    }
}

impl Issuer {
    /// The address of the issuer at which the person signs in.
    ///
    /// # Errors
    /// [`WebError::Elsewhere`] when the issuer does not answer as one.
    pub(in crate::web) async fn entrance(&self, base: &str, pending: &Pending) -> Result<String, WebError> {
        let client = self.client(base, &http()?).await?;
        let verifier = PkceCodeVerifier::new(pending.verifier.clone());
        let (state, nonce) = (pending.state.clone(), pending.nonce.clone());
        let (address, _, _) = client
            .authorize_url(
                AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
                || CsrfToken::new(state),
                || Nonce::new(nonce),
            )
            .add_scope(Scope::new("profile".to_owned()))
            .add_scope(Scope::new("email".to_owned()))
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier))
            .url();
        Ok(address.into())
    }

    /// Who came back with a code.
    ///
    /// # Errors
    /// [`WebError::Elsewhere`] when the issuer does not confirm it, or its token is not a right one.
    pub(in crate::web) async fn identity(
        &self,
        base: &str,
        pending: &Pending,
        code: &str,
    ) -> Result<Identity, WebError> {
        let http = http()?;
        let client = self.client(base, &http).await?;
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|error| failed(&error))?;
        let answer = request
            .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.clone()))
            .request_async(&http)
            .await
            .map_err(|error| failed(&error))?;
        let token = answer
            .id_token()
            .ok_or_else(|| WebError::Elsewhere("its answer holds no ID token".to_owned()))?;
        let claims = token
            .claims(&client.id_token_verifier(), &Nonce::new(pending.nonce.clone()))
            .map_err(|error| failed(&error))?;
        Ok(Identity {
            subject: format!("{} {}", claims.issuer().as_str(), claims.subject().as_str()),
            name: name_in(claims),
            role: role_in(&claims.additional_claims().all, &self.role_claim),
        })
    }

    async fn client(&self, base: &str, http: &reqwest::Client) -> Result<Client, WebError> {
        let url = IssuerUrl::new(self.url.clone()).map_err(|error| failed(&error))?;
        let metadata = CoreProviderMetadata::discover_async(url, http)
            .await
            .map_err(|error| failed(&error))?;
        let back = RedirectUrl::new(format!("{base}{}", urls::SIGN_IN_RETURN)).map_err(|error| failed(&error))?;
        let secret = self.secret.clone().map(ClientSecret::new);
        let id = ClientId::new(self.client.clone());
        Ok(Client::from_provider_metadata(metadata, id, secret).set_redirect_uri(back))
    }
}

/// A client that follows no redirect: the issuer must not send this server to other addresses.
fn http() -> Result<reqwest::Client, WebError> {
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .build()
        .map_err(|error| WebError::Internal(error.to_string()))
}

/// An error with all of its causes.
fn failed(error: &dyn std::error::Error) -> WebError {
    let causes = std::iter::successors(Some(error), |error| error.source());
    WebError::Elsewhere(causes.map(ToString::to_string).collect::<Vec<_>>().join(": "))
}

/// The name that the person chose there, or an address, without what no name may hold.
fn name_in(claims: &IdTokenClaims<MoreClaims, CoreGenderClaim>) -> AccountName {
    let given = claims.preferred_username().map(|name| name.as_str());
    let email = claims.email().map(|email| email.as_str());
    let candidates = given
        .into_iter()
        .chain(email)
        .chain([claims.subject().as_str(), "somebody"]);
    let mut names = candidates.filter_map(|text| {
        let visible = |c: &char| c.is_alphanumeric() || c.is_ascii_graphic();
        // Four places are left for a number behind it.
        AccountName::new(&text.chars().filter(visible).take(60).collect::<String>()).ok()
    });
    #[expect(clippy::expect_used, reason = "the last candidate is a name")]
    names.next().expect("a name")
}

/// The highest role that a claim names, alone or in a list; who has none may read.
fn role_in(claims: &BTreeMap<String, Value>, claim: &str) -> Role {
    let words = match claims.get(claim) {
        Some(Value::Array(words)) => words.iter().filter_map(Value::as_str).collect(),
        Some(word) => word.as_str().into_iter().collect(),
        None => Vec::new(),
    };
    let roles = words.iter().filter_map(|word| Role::parse(word).ok());
    roles.max().unwrap_or(Role::Viewer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_role_of_a_claim_counts() {
        let claims = |json: &str| serde_json::from_str::<BTreeMap<String, Value>>(json).unwrap();
        assert_eq!(
            role_in(&claims(r#"{"roles": ["staff", "editor", "member"]}"#), "roles"),
            Role::Editor
        );
        assert_eq!(role_in(&claims(r#"{"roles": "admin"}"#), "roles"), Role::Admin);
        assert_eq!(role_in(&claims(r#"{"roles": 7}"#), "roles"), Role::Viewer);
        assert_eq!(role_in(&claims("{}"), "roles"), Role::Viewer);
    }

    #[test]
    fn a_cookie_brings_back_what_was_put_in() {
        let pending = Pending::new(Lang::Zh, "/zh/compare?o=a,b&q=%20").unwrap();
        assert_eq!(Pending::parse(&pending.cookie()), Some(pending));
        assert_eq!(Pending::new(Lang::En, "https://elsewhere.example").unwrap().next, "");
        assert_eq!(Pending::parse("a|b"), None);
    }
}
