//! Browsers that are signed in. The cookie holds a random token, the table its digest.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::account::{Account, AccountId};

/// A browser that is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// The digest of its token.
    pub digest: String,
    /// Whose it is.
    pub account: AccountId,
    /// What its forms carry, so that no other site can send them.
    pub form_token: String,
    /// What the browser says it is.
    pub agent: String,
    /// Where it signed in from.
    pub address: String,
    /// Microseconds since 1970, as are the others.
    pub signed_in_at_micros: i64,
    /// The last request, within minutes.
    pub last_used_at_micros: i64,
    /// It is of no use from then on.
    pub expires_at_micros: i64,
}

#[derive(sqlx::FromRow)]
struct SessionRow {
    digest: String,
    account_id: Uuid,
    form_token: String,
    agent: String,
    address: String,
    signed_in_at: i64,
    last_used_at: i64,
    expires_at: i64,
}

impl From<SessionRow> for Session {
    fn from(row: SessionRow) -> Self {
        Self {
            digest: row.digest,
            account: AccountId(row.account_id),
            form_token: row.form_token,
            agent: row.agent,
            address: row.address,
            signed_in_at_micros: row.signed_in_at,
            last_used_at_micros: row.last_used_at,
            expires_at_micros: row.expires_at,
        }
    }
}

impl Tx {
    /// Adds a session, and forgets those that have expired.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_session(&mut self, session: &Session) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "delete from session where expires_at <= $1",
            session.signed_in_at_micros
        )?;
        sql!(
            self,
            execute,
            "insert into session (digest, account_id, form_token, agent, address, signed_in_at, last_used_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8)",
            session.digest.as_str(),
            session.account.0,
            session.form_token.as_str(),
            session.agent.as_str(),
            session.address.as_str(),
            session.signed_in_at_micros,
            session.last_used_at_micros,
            session.expires_at_micros,
        )
        .map(drop)
    }

    /// The session of a digest with its account, unless it has expired or the account is disabled.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn session(&mut self, digest: &str, now: i64) -> Result<Option<(Session, Account)>, StoreError> {
        let row: Option<SessionRow> = sql!(
            self,
            fetch_optional,
            "select digest, account_id, form_token, agent, address, signed_in_at, last_used_at, expires_at
             from session where digest = $1 and expires_at > $2",
            digest,
            now,
        )?;
        let Some(session) = row.map(Session::from) else {
            return Ok(None);
        };
        let account = self.account(session.account).await?;
        Ok(account
            .filter(|account| !account.disabled)
            .map(|account| (session, account)))
    }

    /// The sessions of an account, the last used first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn sessions_of(&mut self, id: AccountId, now: i64) -> Result<Vec<Session>, StoreError> {
        let rows: Vec<SessionRow> = sql!(
            self,
            fetch_all,
            "select digest, account_id, form_token, agent, address, signed_in_at, last_used_at, expires_at
             from session where account_id = $1 and expires_at > $2 order by last_used_at desc, digest",
            id.0,
            now,
        )?;
        Ok(rows.into_iter().map(Session::from).collect())
    }

    /// Notes that a session was used, and lets it live longer.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn use_session(&mut self, digest: &str, now: i64, expires_at: i64) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update session set last_used_at = $1, expires_at = $2 where digest = $3",
            now,
            expires_at,
            digest,
        )
        .map(drop)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn end_session(&mut self, digest: &str) -> Result<(), StoreError> {
        sql!(self, execute, "delete from session where digest = $1", digest).map(drop)
    }

    /// Ends the sessions of an account, but for one if named, and says how many.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn end_sessions(&mut self, id: AccountId, except: Option<&str>) -> Result<u64, StoreError> {
        sql!(
            self,
            execute,
            "delete from session where account_id = $1 and digest <> $2",
            id.0,
            except.unwrap_or_default(),
        )
    }
}
