//! Links that work once: to set the first admin up, and to choose a password.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::account::AccountId;

impl Tx {
    /// Stores the digest of a link's token. A new link takes the place of the older ones of the same account, or of the older setup
    /// links when it belongs to none.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_link(
        &mut self,
        digest: &str,
        account: Option<AccountId>,
        expires_at: i64,
    ) -> Result<(), StoreError> {
        match account {
            Some(id) => sql!(self, execute, "delete from link where account_id = $1", id.0)?,
            None => sql!(self, execute, "delete from link where account_id is null")?,
        };
        sql!(
            self,
            execute,
            "insert into link (digest, account_id, expires_at) values ($1, $2, $3)",
            digest,
            account.map(|id| id.0),
            expires_at,
        )
        .map(drop)
    }

    /// Whose link it is, if it still works; `Some(None)` is the setup link.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn link(&mut self, digest: &str, now: i64) -> Result<Option<Option<AccountId>>, StoreError> {
        let row: Option<(Option<Uuid>,)> = sql!(
            self,
            fetch_optional,
            "select account_id from link where digest = $1 and expires_at > $2",
            digest,
            now,
        )?;
        Ok(row.map(|(id,)| id.map(AccountId)))
    }

    /// Uses a link up, and says whether it was there: of two who use it at once one does.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn use_link(&mut self, digest: &str) -> Result<bool, StoreError> {
        let used = sql!(self, execute, "delete from link where digest = $1", digest)?;
        Ok(used > 0)
    }
}
