//! Keys for programs. A key is shown once; the table holds its digest.

use std::fmt;

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::rows::readable;
use super::sql::sql;
use crate::domain::account::{Account, AccountId};

/// What a key may be used for, within the role of its account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Read, where reading requires an account.
    Read,
    /// Put records into the draft, and import files into it.
    Draft,
    /// The same, and publish releases.
    Publish,
}

impl Scope {
    /// All of them, the least first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Draft, Self::Publish];

    /// The word in forms and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Draft => "draft",
            Self::Publish => "publish",
        }
    }

    /// The scope of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == word)
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A key for programs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// Its id.
    pub id: Uuid,
    /// Whose it is.
    pub account: AccountId,
    /// What it is for, in words.
    pub name: String,
    /// What it may be used for.
    pub scope: Scope,
    /// Microseconds since 1970, as are the others.
    pub created_at_micros: i64,
    /// It is of no use from then on.
    pub expires_at_micros: i64,
    /// The last request, within minutes.
    pub last_used_at_micros: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct TokenRow {
    id: Uuid,
    account_id: Uuid,
    name: String,
    scope: String,
    created_at: i64,
    expires_at: i64,
    last_used_at: Option<i64>,
}

impl TryFrom<TokenRow> for Token {
    type Error = StoreError;

    fn try_from(row: TokenRow) -> Result<Self, StoreError> {
        Ok(Self {
            id: row.id,
            account: AccountId(row.account_id),
            scope: readable(Scope::parse(&row.scope).ok_or(()), ("api_token", "scope"), &row.id)?,
            name: row.name,
            created_at_micros: row.created_at,
            expires_at_micros: row.expires_at,
            last_used_at_micros: row.last_used_at,
        })
    }
}

impl Tx {
    /// Adds a key.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_token(&mut self, token: &Token, digest: &str) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "insert into api_token (id, account_id, name, digest, scope, created_at, expires_at, last_used_at)
             values ($1, $2, $3, $4, $5, $6, $7, null)",
            token.id,
            token.account.0,
            token.name.as_str(),
            digest,
            token.scope.as_str(),
            token.created_at_micros,
            token.expires_at_micros,
        )
        .map(drop)
    }

    /// The key of a digest with its account, unless it has expired or the account is disabled.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn token(&mut self, digest: &str, now: i64) -> Result<Option<(Token, Account)>, StoreError> {
        let row: Option<TokenRow> = sql!(
            self,
            fetch_optional,
            "select id, account_id, name, scope, created_at, expires_at, last_used_at
             from api_token where digest = $1 and expires_at > $2",
            digest,
            now,
        )?;
        let Some(token) = row.map(Token::try_from).transpose()? else {
            return Ok(None);
        };
        let account = self.account(token.account).await?;
        Ok(account
            .filter(|account| !account.disabled)
            .map(|account| (token, account)))
    }

    /// The keys of an account, the newest first.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn tokens_of(&mut self, id: AccountId) -> Result<Vec<Token>, StoreError> {
        let rows: Vec<TokenRow> = sql!(
            self,
            fetch_all,
            "select id, account_id, name, scope, created_at, expires_at, last_used_at
             from api_token where account_id = $1 order by id desc",
            id.0,
        )?;
        rows.into_iter().map(Token::try_from).collect()
    }

    /// Notes that a key was used.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn use_token(&mut self, id: Uuid, now: i64) -> Result<(), StoreError> {
        sql!(
            self,
            execute,
            "update api_token set last_used_at = $1 where id = $2",
            now,
            id
        )
        .map(drop)
    }

    /// Takes a key of an account away, and says whether there was one.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn revoke_token(&mut self, id: Uuid, account: AccountId) -> Result<bool, StoreError> {
        let gone = sql!(
            self,
            execute,
            "delete from api_token where id = $1 and account_id = $2",
            id,
            account.0
        )?;
        Ok(gone > 0)
    }
}
