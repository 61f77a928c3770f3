//! Files that wait for somebody to confirm what they would change.

use uuid::Uuid;

use super::dialect::Tx;
use super::error::StoreError;
use super::sql::sql;
use crate::domain::account::AccountId;

/// A file that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its id.
    pub id: Uuid,
    /// Who sent it.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// What was said about it, as JSON.
    pub said: String,
    /// Microseconds since 1970.
    pub at_micros: i64,
}

impl Tx {
    /// Keeps a file, and forgets those from before a moment.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn add_upload(&mut self, upload: &Upload, forget: i64) -> Result<(), StoreError> {
        sql!(self, execute, "delete from upload where at <= $1", forget)?;
        sql!(
            self,
            execute,
            "insert into upload (id, account_id, name, bytes, said, at) values ($1, $2, $3, $4, $5, $6)",
            upload.id,
            upload.account.0,
            upload.name.as_str(),
            upload.bytes.as_slice(),
            upload.said.as_str(),
            upload.at_micros,
        )
        .map(drop)
    }

    /// The file of an id, if this account sent it.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn upload(&mut self, id: Uuid, account: AccountId) -> Result<Option<Upload>, StoreError> {
        let row: Option<(Uuid, String, Vec<u8>, String, i64)> = sql!(
            self,
            fetch_optional,
            "select id, name, bytes, said, at from upload where id = $1 and account_id = $2",
            id,
            account.0,
        )?;
        Ok(row.map(|(id, name, bytes, said, at_micros)| Upload {
            id,
            account,
            name,
            bytes,
            said,
            at_micros,
        }))
    }

    /// Forgets a file, and says whether it was there.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn remove_upload(&mut self, id: Uuid) -> Result<bool, StoreError> {
        let gone = sql!(self, execute, "delete from upload where id = $1", id)?;
        Ok(gone > 0)
    }
}
